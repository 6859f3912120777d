//! The site as an archive: unpack it where a web server finds it. Beside its files are the
//! licences, those of the crates of others in its engine too.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dist::{LICENCES, VERSION, empty_folder, notices, pack};
use crate::python::Environment;
use crate::root;
use crate::site::WASM;
use crate::steps::Step;

/// What the site must have besides what its own check asks for.
const PARTS: [&str; 4] = ["index.html", "sw.js", "play/engine/npuzzle_bg.wasm", "api/npuzzle/index.html"];

/// Makes the site and its archive.
pub fn make(step: &mut Step, tools: &Environment, to: &Path) -> Result<PathBuf, String> {
    let name = folder_name();
    let folder = empty_folder("packed-site")?.join(&name);
    let program = std::env::current_exe().map_err(|error| format!("site: {error}"))?;
    let mut make = Command::new(program);
    make.arg("site").arg(&folder);
    step.run(make)?;
    if let Some(missing) = PARTS.into_iter().find(|part| !folder.join(part).is_file()) {
        return Err(format!("the site has no {missing}"));
    }
    for licence in LICENCES {
        let copied = fs::copy(root().join(licence), folder.join(licence));
        copied.map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    notices::write(step, tools, "npuzzle-wasm", WASM, &folder.join(notices::FILE))?;
    let archive = to.join(format!("{name}.tar.gz"));
    pack(step, tools, &folder, &archive)?;
    Ok(archive)
}

/// The name of the only folder in the archive.
fn folder_name() -> String {
    format!("npuzzle-{VERSION}-site")
}
