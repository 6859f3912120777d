//! Every command in a pipe: closed, full and gone readers, no input, odd words, plain terminals.
//! The commands are those of the help, so that a new one cannot be forgotten.

mod cache;

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::fs::OpenOptions;
    use std::os::unix::ffi::OsStrExt;
    use std::process::{Command, Output, Stdio};

    use crate::cache;

    /// A call of each command that ends by itself. Those without need a terminal or serve for ever:
    /// they are called without one, and refuse.
    const CALLS: &[(&str, &[&str])] = &[
        ("solve", &["867254301"]),
        ("explain", &["812_x43_765"]),
        ("eval", &["812_x43_765"]),
        ("apply", &["1 2 3/4 0 6/7 5 8", "DR"]),
        ("generate", &["4x4", "-n", "20", "--seed", "1"]),
        ("compare", &["123406758", "-a", "astar"]),
        ("merge", &["no-such-part.jsonl"]),
        ("search", &["hanoi(3,3)"]),
        ("audit", &["2x3", "-H", "manhattan"]),
        ("space", &["2x3"]),
        ("pdb build", &["2x3", "--patterns", "5", "--dry-run"]),
        ("pdb list", &[]),
        ("pdb info", &["no-such-table"]),
        ("pdb verify", &["no-such-table"]),
        ("pdb remove", &["no-such-table"]),
        ("pdb path", &[]),
        ("serve", &["--address", "nonsense address"]),
        ("list", &["algorithms"]),
        ("bench anytime", &["random:2x3:1:1", "--times", "10ms"]),
        ("bench", &["--help"]),
        ("doctor", &[]),
        ("completions", &["bash"]),
        ("play", &["867254301"]),
        ("replay", &["no-such-trace.jsonl"]),
        ("draw", &["867254301"]),
    ];

    fn npuzzle(words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
        command.args(words).env(cache::VARIABLE, cache::folder()).stdin(Stdio::null());
        command
    }

    /// The commands that a help lists, with those below them.
    fn commands(path: &[&str]) -> Vec<String> {
        let help = npuzzle(&[path, &["-h"]].concat()).env("COLUMNS", "100").output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
        let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let names = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
        let with_those_below = |name: &str| {
            let path = [path, &[name]].concat();
            let below = commands(&path);
            if below.is_empty() || name == "bench" { [vec![path.join(" ")], below].concat() } else { below }
        };
        names.flat_map(with_those_below).collect()
    }

    /// All commands with their calls.
    fn calls() -> Vec<Vec<&'static str>> {
        let call = |name: String| {
            let known = CALLS.iter().find(|(known, _)| *known == name);
            let (name, words) = known.unwrap_or_else(|| panic!("`{name}` has no call in CALLS"));
            name.split(' ').chain(words.iter().copied()).collect()
        };
        commands(&[]).into_iter().map(call).collect()
    }

    /// No panic, no bug, and an exit code of the contract.
    fn assert_calm(words: &[&str], output: &Output) {
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0..=4)), "{words:?}: {:?} {errors}", output.status);
        assert!(!errors.contains("panicked") && !errors.contains("internal error"), "{words:?}: {errors}");
    }

    #[test]
    fn a_reader_that_goes_away_is_no_error() {
        for words in calls() {
            let mut child = npuzzle(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            drop(child.stdout.take());
            let output = child.wait_with_output().unwrap();
            assert_calm(&words, &output);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(!errors.contains("Broken pipe"), "{words:?}: {errors}");
        }
    }

    #[test]
    fn closed_output_and_input_are_no_disaster() {
        for words in calls() {
            let script = "exec \"$0\" \"$@\" <&- >&-";
            let mut command = Command::new("sh");
            command.args(["-c", script, env!("CARGO_BIN_EXE_npuzzle")]).args(&words);
            assert_calm(&words, &command.env(cache::VARIABLE, cache::folder()).output().unwrap());
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told() {
        for words in calls() {
            let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
            let output = npuzzle(&words).stdout(full).stderr(Stdio::piped()).output().unwrap();
            assert_calm(&words, &output);
            let errors = String::from_utf8_lossy(&output.stderr);
            // A command that has nothing to write does not notice.
            assert!(output.status.code() == Some(2) && errors.contains("error: "), "{words:?}: {errors}");
        }
    }

    #[test]
    fn plain_terminals_get_plain_letters() {
        for words in calls() {
            let variables = [("LC_ALL", "C"), ("TERM", "dumb"), ("NO_COLOR", "1")];
            let output = npuzzle(&words).envs(variables).output().unwrap();
            assert_calm(&words, &output);
            let text = [output.stdout, output.stderr].concat();
            assert!(!text.contains(&0x1b), "{words:?} is coloured");
            // The list names people, some of them with letters of their own.
            let plain = if words[0] == "list" { std::str::from_utf8(&text).is_ok() } else { text.is_ascii() };
            assert!(plain, "{words:?}: {}", String::from_utf8_lossy(&text));
        }
    }

    #[test]
    fn a_bare_environment_is_enough() {
        for words in calls() {
            assert_calm(&words, &npuzzle(&words).env_clear().output().unwrap());
        }
    }

    #[test]
    fn words_that_are_no_text_are_refused() {
        let odd = OsStr::from_bytes(b"\xff\xfe.txt");
        for command in commands(&[]) {
            let words: Vec<&str> = command.split(' ').collect();
            let output = npuzzle(&words).arg(odd).output().unwrap();
            assert_calm(&words, &output);
            assert_eq!(output.status.code(), Some(2), "{words:?}: {output:?}");
        }
    }
}
