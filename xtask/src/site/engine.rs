//! The page in `play/`, with the engine as WebAssembly.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Site;
use crate::{cargo, root, say, step, system};

pub const TARGET: &str = "wasm32-unknown-unknown";
/// The folder of the page in the site.
const PAGE: &str = "play";
/// The folder of the engine, as the page names it.
const ENGINE: &str = "engine/";

/// What the page of a site has besides: where its engine is, that nothing comes from elsewhere, and
/// the script of the site. `blob:` is how the page tells a search to stop.
const HEAD: &str = "<head>
  <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' blob:; base-uri 'none'; form-action 'none'\">
  <meta name=\"npuzzle-engine\" content=\"engine/\">
  <link rel=\"preload\" href=\"engine/npuzzle_bg.wasm\" as=\"fetch\" type=\"application/wasm\" crossorigin>
  <script defer src=\"../look/site.js\"></script>";

/// The name of the page leads to the start page.
const BRAND: [&str; 2] = [
    "<img src=\"icon.svg\" alt=\"\" width=\"28\" height=\"28\">npuzzle</h1>",
    "<a href=\"../index.html\"><img src=\"icon.svg\" alt=\"\" width=\"28\" height=\"28\">npuzzle</a></h1>",
];

/// Buttons come behind what is there.
const BUTTONS: [&str; 2] = [
    "id=\"header-buttons\">",
    "id=\"header-buttons\"><a class=\"button button-quiet\" href=\"../guide/page.html\">Guide</a>",
];

/// Its own style comes behind the others.
const STYLE: [&str; 2] = [
    "<link rel=\"stylesheet\" href=\"css/audit.css\">",
    "<link rel=\"stylesheet\" href=\"css/audit.css\">\n  <link rel=\"stylesheet\" href=\"css/arrival.css\">",
];

/// What is seen while the engine is on the way.
const ARRIVAL: &str = include_str!("arrival.html");
/// The part of the page that it is in.
const MAIN: &str = "<main id=\"main\" tabindex=\"-1\">\n";

/// What the page begins with. All that these modules import is asked for at once: one after the
/// other, a phone would wait for many answers.
const FIRST: [&str; 4] = ["main.js", "arrival.js", "worker-engine.js", "play-view.js"];

/// Writes the page and its engine.
pub fn write(site: &Site) -> Result<(), String> {
    add_target()?;
    let profile = if site.is_draft { "wasm-draft" } else { "wasm" };
    let build = ["build", "--package", "npuzzle-wasm", "--target", TARGET, "--profile", profile];
    step("the engine as WebAssembly", &mut cargo(&build))?;
    let module = root().join("target").join(TARGET).join(profile).join("npuzzle_wasm.wasm");
    let folder = site.folder.join(PAGE).join(ENGINE);
    fs::create_dir_all(&folder).map_err(|error| format!("cannot write {}: {error}", folder.display()))?;
    glue(&module, &folder)?;
    if !site.is_draft {
        shrink(&folder.join("npuzzle_bg.wasm"));
    }
    copy_page(site)
}

/// Why there can be no engine here.
pub fn obstacle() -> Option<String> {
    add_target().err()
}

/// Whether the compiler knows WebAssembly; if not, it is taught.
fn add_target() -> Result<(), String> {
    let library = system::said(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]));
    if library.is_ok_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    step("WebAssembly for the compiler", Command::new("rustup").args(["target", "add", TARGET])).map_err(|problem| {
        format!("{problem}\nthe compiler needs its library for WebAssembly: run `rustup target add {TARGET}`")
    })
}

/// Makes the JavaScript around the module. The program that does has many dependencies, so it is
/// built apart from all others.
fn glue(module: &Path, folder: &Path) -> Result<(), String> {
    let target = root().join("target/glue");
    let mut command = cargo(&["run", "--quiet", "--locked", "--manifest-path", "xtask/glue/Cargo.toml"]);
    command.arg("--target-dir").arg(target).arg("--").args([module, folder]);
    step("the glue around it", &mut command)
}

/// Makes the module smaller with binaryen, where that is installed: on the PATH, or as the package
/// of npm in `target/npm`.
fn shrink(module: &Path) {
    let packaged = root().join("target/npm/node_modules/.bin/wasm-opt");
    let optimizer = if system::has("wasm-opt") { PathBuf::from("wasm-opt") } else { packaged.clone() };
    if optimizer == packaged && !packaged.is_file() {
        say("   without wasm-opt of binaryen, which makes files before compression 5 % smaller");
        return;
    }
    let (before, smaller) = (size(module), module.with_extension("smaller"));
    let mut command = Command::new(optimizer);
    command.args(["-O3", "--all-features", "--strip-debug", "--strip-producers"]).arg(module).arg("-o").arg(&smaller);
    let shrunk = system::quietly("wasm-opt", &mut command);
    let renamed = shrunk.and_then(|()| fs::rename(&smaller, module).map_err(|error| error.to_string()));
    match renamed {
        Ok(()) => say(&format!("   wasm-opt: {} kB instead of {} kB", size(module) / 1000, before / 1000)),
        Err(reason) => say(&format!("   the engine is not made smaller: {reason}")),
    }
}

fn size(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |file| file.len())
}

/// Modules and all that they import, each once.
fn with_imports(first: &[&str], read: impl Fn(&str) -> io::Result<String>) -> io::Result<Vec<String>> {
    let mut modules: Vec<String> = first.iter().map(|&name| name.to_owned()).collect();
    let mut read_so_far = 0;
    while let Some(name) = modules.get(read_so_far) {
        let source = read(name)?;
        let imported = source.split(" from \"./").skip(1).filter_map(|rest| rest.split_once('"'));
        for (module, _) in imported {
            if !modules.iter().any(|known| known == module) {
                modules.push(module.to_owned());
            }
        }
        read_so_far += 1;
    }
    Ok(modules)
}

/// Copies the page, and tells it where its engine is.
fn copy_page(site: &Site) -> Result<(), String> {
    let page = root().join("crates/npuzzle-web/page");
    let problem = |error: io::Error| format!("cannot copy {}: {error}", page.display());
    copy(&page, &site.folder.join(PAGE)).map_err(problem)?;
    let index = fs::read_to_string(page.join("index.html")).map_err(problem)?;
    let modules = with_imports(&FIRST, |name| fs::read_to_string(page.join("js").join(name))).map_err(problem)?;
    let preloads = modules.iter().map(|name| format!("\n  <link rel=\"modulepreload\" href=\"js/{name}\">"));
    let engine = size(&site.folder.join(PAGE).join(ENGINE).join("npuzzle_bg.wasm"));
    let arrival = ARRIVAL.replace("SIZE", &megabytes(engine));
    let changes = [
        ["<head>", &(HEAD.to_owned() + &preloads.collect::<String>())],
        STYLE,
        BRAND,
        BUTTONS,
        [MAIN, &(MAIN.to_owned() + &arrival)],
    ];
    site.write(Path::new(PAGE).join("index.html"), changed(index, &changes)?)
}

/// A text with parts in place of others, each of which it has.
fn changed(mut text: String, changes: &[[&str; 2]]) -> Result<String, String> {
    for [part, other] in changes {
        if !text.contains(part) {
            return Err(format!("the page has no {part} any more"));
        }
        text = text.replacen(part, other, 1);
    }
    Ok(text)
}

/// A size as people write it.
fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() { copy(&entry.path(), &to)? } else { fs::copy(entry.path(), to).map(drop)? }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_all_that_a_site_changes() {
        let index = include_str!("../../../crates/npuzzle-web/page/index.html").to_owned();
        let changes = [["<head>", HEAD], STYLE, BRAND, BUTTONS, [MAIN, ARRIVAL]];
        let page = changed(index, &changes).expect("its parts");
        assert!(page.contains("href=\"../index.html\"") && page.contains("The engine is coming: SIZE."));
        assert!(changed(page, &[["<blink>", ""]]).is_err_and(|problem| problem.contains("<blink>")));
        assert_eq!(megabytes(3_467_900), "3.5 MB");
    }

    #[test]
    fn what_a_module_imports_comes_with_it() {
        let read = |name: &str| {
            Ok(match name {
                "a.js" => "import { b } from \"./b.js\";\nimport {\n  c,\n} from \"./c.js\";\nimport(\"./later.js\");",
                "b.js" => "import { a } from \"./a.js\";\nexport { c } from \"./c.js\";",
                _ => "",
            }
            .to_owned())
        };
        assert_eq!(with_imports(&["a.js"], read).expect("modules"), ["a.js", "b.js", "c.js"]);
    }
}
