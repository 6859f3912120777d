//! `npuzzle pdb` as a process: files of every kind, kills, interrupts, and several processes at
//! once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Far longer than anything takes, also on a busy machine.
const HANG: Duration = Duration::from_secs(300);

/// A cache of its own for each test.
struct Cache(TempDir);

impl Cache {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn folder(&self) -> PathBuf {
        self.0.path().join("tables")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
        command.args(arguments).env("NPUZZLE_CACHE", self.0.path()).env("NO_COLOR", "1").stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        finished(&self.command(arguments).output().unwrap())
    }

    fn answered(&self, arguments: &[&str]) -> String {
        let (code, output, errors) = self.run(arguments);
        assert_eq!(code, 0, "{arguments:?}: {output}{errors}");
        output
    }

    fn spawn(&self, arguments: &[&str]) -> Child {
        self.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// The names of all files in the folder.
    fn files(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.folder()) else { return Vec::new() };
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Waits until a table is being built.
    fn wait_for_a_build(&self) {
        let began = Instant::now();
        while !self.files().iter().any(|name| name.ends_with(".partial")) {
            assert!(began.elapsed() < HANG, "no build begins");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn finished(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn flip_a_bit(path: &Path, place: usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes[place] ^= 8;
    fs::write(path, bytes).unwrap();
}

/// Seven tiles of the 15-puzzle: a second of work or more.
const LONG: [&str; 5] = ["pdb", "build", "4x4", "--patterns", "1,2,3,4,5,6,7"];

#[test]
fn tables_are_built_listed_checked_and_removed() {
    let cache = Cache::new();
    let output = cache.answered(&["pdb", "build", "3x3", "--patterns", "4-4"]);
    assert!(output.starts_with("pattern databases 4-4 of 3x3, goal 1 2 3/4 5 6/7 8 0\n\ntiles "), "{output}");
    let files = cache.files();
    assert!(!files.is_empty() && files.iter().all(|name| name.starts_with("3x3-b0-") && name.ends_with("-bits.pdb")));
    assert_eq!(output.matches("\nbuilt       3x3-b0-").count(), files.len(), "{output}");
    let again = cache.answered(&["pdb", "build", "3x3", "--patterns", "4-4", "--goal", "first"]);
    assert_eq!(again.matches("\nfound       3x3-b0-").count(), files.len(), "the goals share tables: {again}");
    assert_eq!(again.matches("is there").count(), files.len(), "{again}");
    let forced = cache.answered(&["pdb", "build", "3x3", "--patterns", "4-4", "--force", "--format", "json"]);
    assert!(json(&forced).as_array().unwrap().iter().all(|table| table["state"] == "built"), "{forced}");

    let list = cache.answered(&["pdb", "list"]);
    assert!(list.starts_with("tables in ") && list.matches(" ok\n").count() == files.len(), "{list}");
    let objects = json(&cache.answered(&["pdb", "list", "--format", "json"]));
    let first = &objects[0];
    assert_eq!((&first["rows"], &first["encoding"], &first["state"]), (&3.into(), &"bits".into(), &"ok".into()));
    assert_eq!(format!("{}.pdb", first["name"].as_str().unwrap()), files[0]);
    let markdown = cache.answered(&["pdb", "list", "--format", "md"]);
    assert!(markdown.starts_with("| table | entries | largest | file | state |\n"), "{markdown}");

    let name = first["name"].as_str().unwrap();
    let info = cache.answered(&["pdb", "info", name]);
    assert!(info.contains("board       3x3, the blank at home in cell 0\n") && info.contains("(it fits)"), "{info}");
    let (code, before, errors) = cache.run(&["pdb", "info", name, "nothing"]);
    assert!(code == 2 && before == info && errors.contains("nothing"), "each as it is read: {before}{errors}");
    assert_eq!(cache.answered(&["pdb", "info", name, name]), format!("{info}\n{info}"));
    let path = first["path"].as_str().unwrap();
    let by_file = json(&cache.answered(&["pdb", "info", path, "--format", "json"]));
    assert_eq!(by_file[0]["checksum"], first["checksum"]);
    assert!(by_file[0]["mean"].as_f64().unwrap() > 3.0);

    let verified = cache.answered(&["pdb", "verify", "--all", "--seed", "1"]);
    assert_eq!(verified.matches("right: the checksum, and all ").count(), files.len(), "{verified}");
    let removed = cache.answered(&["pdb", "remove", name]);
    assert_eq!(removed, format!("removed     {name}\n"));
    let (code, _, errors) = cache.run(&["pdb", "remove", name]);
    assert!(code == 2 && errors.contains("there is no table"), "{errors}");
    cache.answered(&["pdb", "remove", "--all"]);
    assert!(cache.files().is_empty());
    assert_eq!(cache.answered(&["pdb", "remove", "--all"]), "no tables\n");
    assert!(cache.answered(&["pdb", "list"]).starts_with("no tables in "));
}

#[test]
fn every_encoding_can_be_built_and_is_right() {
    let cache = Cache::new();
    for encoding in ["bits", "nibbles", "bytes"] {
        cache.answered(&["pdb", "build", "2x4", "--patterns", "4-3", "--encoding", encoding, "--threads", "2"]);
    }
    cache.answered(&["pdb", "build", "4x4", "--patterns", "1,2,5,6,9"]);
    let verified = cache.answered(&["pdb", "verify", "--all"]);
    assert!(verified.contains("200,000 states by a search, 5,000 random ones"), "{verified}");
    assert_eq!(verified.matches("right: ").count(), cache.files().len(), "{verified}");
}

#[test]
fn damaged_files_are_found_out_and_built_anew() {
    let cache = Cache::new();
    let arguments = ["pdb", "build", "3x3", "--patterns", "1,2,3,4"];
    cache.answered(&arguments);
    let name = cache.files()[0].clone();
    let path = cache.folder().join(&name);
    let table = name.strip_suffix(".pdb").unwrap();
    let whole = fs::read(&path).unwrap();
    let damage: [(&str, &dyn Fn()); 6] = [
        ("it has 0 bytes", &|| fs::write(&path, "").unwrap()),
        ("it has 100 bytes", &|| fs::write(&path, &whole[..100]).unwrap()),
        ("are expected", &|| fs::write(&path, &whole[..whole.len() - 1]).unwrap()),
        ("its header is damaged", &|| flip_a_bit(&path, 70)),
        ("its data are damaged", &|| flip_a_bit(&path, 5000)),
        ("it is not a table", &|| fs::write(&path, vec![b'x'; 9000]).unwrap()),
    ];
    for (words, harm) in damage {
        harm();
        let list = cache.answered(&["pdb", "list"]);
        assert!(list.contains(" damaged\n") && list.contains(words), "{list}");
        let (code, output, errors) = cache.run(&["pdb", "verify", table, "--seed", "1"]);
        assert!(code == 2 && output.contains("  wrong: ") && output.contains(words), "{output}{errors}");
        assert!(errors.contains("not right: 1 of 1 table") && errors.contains("pdb remove"), "{errors}");
        let (code, _, errors) = cache.run(&["pdb", "info", table]);
        assert!(code == 2 && errors.contains(words), "{errors}");
        let (code, output, errors) = cache.run(&arguments);
        assert!(code == 0 && output.contains("\nbuilt "), "{output}{errors}");
        assert!(errors.contains(&format!("note: the table `{table}` was rebuilt: ")), "{errors}");
        assert!(errors.contains(words), "{errors}");
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
    // In order, but called like another one.
    fs::rename(&path, cache.folder().join("3x3-b0-1-bits.pdb")).unwrap();
    let (code, output, _) = cache.run(&["pdb", "verify", "3x3-b0-1-bits"]);
    assert!(code == 2 && output.contains(&format!("wrong: it is the table `{table}`")), "{output}");
}

/// A 15-puzzle of two moves, with tables that are large enough to be kept.
const SOLVE: [&str; 7] =
    ["solve", "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15", "-a", "astar", "-H", "pdb(5-5-5)", "--format"];

fn solve(format: &str) -> Vec<&str> {
    [&SOLVE[..], &[format]].concat()
}

#[test]
fn searches_keep_their_tables_and_never_trust_damaged_ones() {
    let cache = Cache::new();
    let (code, output, errors) = cache.run(&solve("text"));
    assert!(code == 0 && errors.is_empty() && output.contains("2 moves, optimal (proved)"), "{output}{errors}");
    let files = cache.files();
    assert!(!files.is_empty() && files.iter().all(|name| name.ends_with(".pdb")), "{files:?}");
    let whole = fs::read(cache.folder().join(&files[0])).unwrap();
    flip_a_bit(&cache.folder().join(&files[0]), whole.len() - 7);
    let (code, output, errors) = cache.run(&solve("text"));
    assert!(code == 0 && output.contains("2 moves, optimal (proved)"), "{output}{errors}");
    assert!(errors.starts_with("note: the table `4x4-b0-") && errors.lines().count() == 1, "{errors}");
    assert_eq!(fs::read(cache.folder().join(&files[0])).unwrap(), whole);
    assert!(cache.run(&solve("text")).2.is_empty());
}

#[cfg(unix)]
#[test]
fn a_killed_build_leaves_nothing_that_is_trusted() {
    let cache = Cache::new();
    let mut child = cache.spawn(&LONG);
    cache.wait_for_a_build();
    child.kill().unwrap();
    child.wait().unwrap();
    let files = cache.files();
    assert!(files.len() == 1 && files[0].ends_with(".partial"), "{files:?}");
    let list = cache.answered(&["pdb", "list"]);
    assert!(list.contains(" partial\n") && list.contains("it is not complete"), "{list}");
    // What is left may be anything: half a table, say.
    fs::write(cache.folder().join(&files[0]), vec![1; 100_000]).unwrap();
    let output = cache.answered(&LONG);
    assert!(output.contains("\nbuilt "), "{output}");
    assert!(cache.files().len() == 1 && cache.files()[0].ends_with(".pdb"));
    cache.answered(&["pdb", "verify", "--all"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_leaves_nothing() {
    let cache = Cache::new();
    let child = cache.spawn(&["pdb", "build", "4x4", "--patterns", "7-8", "--threads", "1"]);
    cache.wait_for_a_build();
    let killed = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    assert!(killed.success());
    let (code, output, errors) = finished(&child.wait_with_output().unwrap());
    assert_eq!(code, 3, "{output}{errors}");
    assert!(errors.contains("error: cancelled: 0 of 2 tables done"), "{errors}");
    assert!(cache.files().is_empty());
}

#[test]
fn limits_forbid_and_end_builds() {
    let cache = Cache::new();
    let (code, output, errors) = cache.run(&["pdb", "build", "4x4", "--patterns", "7-8", "--memory-limit", "100MiB"]);
    assert!(code == 3 && output.contains("1,425,191,040") && errors.contains("`--memory-limit` raises it"), "{errors}");
    let (code, _, errors) = cache.run(&["pdb", "build", "4x4", "--patterns", "7-8", "--time-limit", "1ms"]);
    assert!(code == 3 && errors.contains("the time limit was reached: 0 of 2 tables done"), "{errors}");
    assert!(cache.files().is_empty());
    let plan = cache.answered(&["pdb", "build", "4x4", "--patterns", "7-8", "--dry-run", "--format", "json"]);
    assert!(json(&plan).as_array().unwrap().iter().all(|table| table["state"] == "missing"), "{plan}");
    assert!(cache.files().is_empty());
}

#[test]
fn two_processes_build_a_table_once() {
    let cache = Cache::new();
    let arguments = ["pdb", "build", "4x4", "--patterns", "1,2,5,6,9,10", "--format", "json"];
    let children: Vec<Child> = (0..3).map(|_| cache.spawn(&arguments)).collect();
    let mut states: Vec<String> = Vec::new();
    for child in children {
        let (code, output, errors) = finished(&child.wait_with_output().unwrap());
        assert!(code == 0 && errors.is_empty(), "{output}{errors}");
        states.push(json(&output)[0]["state"].as_str().unwrap().to_owned());
    }
    states.sort();
    assert_eq!(states, ["built", "found", "found"]);
    assert_eq!(cache.files().len(), 1);
}

/// Where tables cannot be kept, searches still answer, with one note; a build of tables is refused
/// at once.
#[cfg(unix)]
#[test]
fn folders_that_cannot_be_used_cost_a_note() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let cache = Cache::new();
    for place in [file.to_str().unwrap(), "/dev/null", "/proc/nowhere"] {
        let (code, output, errors) =
            finished(&cache.command(&solve("text")).env("NPUZZLE_CACHE", place).output().unwrap());
        assert!(code == 0 && output.contains("2 moves, optimal (proved)"), "{output}{errors}");
        assert_eq!(errors.matches("note: tables cannot be kept in `").count(), 1, "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        let build = cache.command(&LONG).env("NPUZZLE_CACHE", place).output().unwrap();
        let (code, _, errors) = finished(&build);
        assert!(
            code == 2 && errors.contains("cannot keep tables in `") && errors.contains("NPUZZLE_CACHE"),
            "{errors}"
        );
    }
}

/// Files may not grow beyond a few blocks here, which looks like a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_costs_a_note() {
    let cache = Cache::new();
    let script = "trap '' XFSZ; ulimit -f 16; exec \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_npuzzle")]).args(solve("text"));
    let output = command.env("NPUZZLE_CACHE", cache.0.path()).env("NO_COLOR", "1").output().unwrap();
    let (code, output, errors) = finished(&output);
    assert!(code == 0 && output.contains("2 moves, optimal (proved)"), "{output}{errors}");
    assert_eq!(errors.matches("note: tables cannot be kept in `").count(), 1, "{errors}");
    assert!(cache.files().is_empty(), "{:?}", cache.files());
}

#[test]
fn the_folder_follows_the_environment() {
    let cache = Cache::new();
    let here = cache.0.path().canonicalize().unwrap();
    let path = |variable: &str, xdg: &str| {
        let mut command = cache.command(&["pdb", "path"]);
        command.env("NPUZZLE_CACHE", variable).env("XDG_CACHE_HOME", xdg).env("HOME", &here).current_dir(&here);
        let (code, output, errors) = finished(&command.output().unwrap());
        assert_eq!(code, 0, "{errors}");
        PathBuf::from(output.trim_end())
    };
    assert_eq!(path("/a/b", "/xdg"), Path::new("/a/b/tables"));
    assert_eq!(path("c", "/xdg"), here.join("c/tables"));
    if cfg!(target_os = "linux") {
        assert_eq!(path("", "/xdg"), Path::new("/xdg/npuzzle/tables"));
        assert_eq!(path("", ""), here.join(".cache/npuzzle/tables"));
    }
}

/// Names are those of tables in the folder, and of nothing else.
#[test]
fn names_lead_nowhere_else() {
    let cache = Cache::new();
    fs::write(cache.0.path().join("precious.pdb"), "mine").unwrap();
    fs::create_dir_all(cache.folder()).unwrap();
    for name in ["../precious", "", "..", "/etc/passwd"] {
        for command in ["remove", "verify", "info"] {
            let (code, output, errors) = cache.run(&["pdb", command, name]);
            assert!(code == 2 && !errors.contains("panic"), "{command} {name}: {output}{errors}");
        }
    }
    assert!(cache.0.path().join("precious.pdb").exists());
}
