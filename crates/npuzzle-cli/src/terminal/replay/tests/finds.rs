//! States are found however they are written, and menus and fields take the keys that people press.

use super::*;

const HARD: &str = "8 6 7/2 5 4/3 0 1";

/// Every notation of a board means the board, also where it is part of no expansion.
#[test]
fn a_board_is_found_however_it_is_written() {
    let file = of_board(EASY, "astar", None).unwrap();
    let mut shown = model(&file, false, false, 1);
    press(&mut shown, "/1 2 3/4 5 6/7 8 0\n");
    let made = step(&shown);
    assert!(made > 1, "{}", shown.message);
    for text in ["123456780", "123_456_78x", "(1,2,3,4,5,6,7,8,0)", "[[1,2,3],[4,5,6],[7,8,0]]"] {
        press_keys(&mut shown, &[KeyCode::Home]);
        press(&mut shown, &format!("/{text}\n"));
        assert_eq!(step(&shown), made, "{text}: {}", shown.message);
    }
    press(&mut shown, "n");
    assert_eq!(step(&shown), look(&shown.index).steps, "the step that shows the goal: {}", shown.message);
    press(&mut shown, "n");
    assert_eq!(shown.message, "`[[1,2,3],[4,5,6],[7,8,0]]` does not occur after this step");
    press(&mut shown, "N");
    assert_eq!(step(&shown), made);
    press(&mut shown, "N");
    assert_eq!(shown.message, "`[[1,2,3],[4,5,6],[7,8,0]]` does not occur before this step");
}

#[test]
fn keys_with_control_type_nothing() {
    let mut shown = model(&of_board(EASY, "astar", None).unwrap(), false, false, 1);
    let control = |model: &mut Model, letter, modifiers| {
        model.key(&KeyEvent::new(KeyCode::Char(letter), modifiers), now()).unwrap();
    };
    press(&mut shown, "/ab cd");
    control(&mut shown, 'x', KeyModifiers::ALT);
    control(&mut shown, 'a', KeyModifiers::CONTROL);
    assert_eq!(shown.mode, Mode::Find("ab cd".to_owned()));
    control(&mut shown, 'w', KeyModifiers::CONTROL);
    assert_eq!(shown.mode, Mode::Find("ab ".to_owned()));
    control(&mut shown, 'u', KeyModifiers::CONTROL);
    assert_eq!(shown.mode, Mode::Find(String::new()));
}

/// Esc goes back from wherever one is, and never ends the replay.
#[test]
fn escape_does_not_quit() {
    let mut shown = model(&of_board(EASY, "astar", None).unwrap(), false, false, 5);
    for keys in ["", "?", "j", "/abc", ":abc", ":abc\n", "c", " "] {
        press(&mut shown, keys);
        press_keys(&mut shown, &[KeyCode::Esc]);
        assert!(!shown.over && !shown.playing && shown.mode == Mode::Steps && !shown.code, "{keys:?}");
        assert_eq!(shown.message, if keys.is_empty() { "q quits" } else { "" }, "{keys:?}");
    }
}

#[test]
fn the_jump_menu_shows_what_exists() {
    let mut shown = model(&of_board(HARD, "astar", None).unwrap(), false, false, 5);
    press(&mut shown, "j");
    let Mode::Jump(jumps, 0) = &shown.mode else { panic!("{:?}", shown.mode) };
    let events: Vec<_> = jumps.iter().map(|jump| (jump.mark, jump.forward, jump.step)).collect();
    assert_eq!(events, [(Mark::Search, false, 2), (Mark::Trace, false, 1)], "the search was ended by a limit");
    press(&mut shown, "\n");
    assert_eq!(step(&shown), 2);
}

#[test]
fn both_ends_say_that_they_are() {
    let mut shown = model(&of_board(EASY, "astar", None).unwrap(), false, false, 1);
    press(&mut shown, ",");
    assert_eq!(shown.message, "this is the first step");
    press_keys(&mut shown, &[KeyCode::End]);
    assert_eq!(shown.message, "");
    press(&mut shown, ".");
    assert_eq!(shown.message, "this is the last step");
}

/// The goal that ends a search has been taken from the frontier.
#[test]
fn the_goal_waits_no_longer() {
    use npuzzle::teach::blackboard::Waiting;
    let shown = model(&of_board(EASY, "astar", None).unwrap(), false, false, u64::MAX);
    let moment = shown.moment.as_ref().unwrap();
    let Waiting::Frontier(listed) = &moment.waiting else { panic!("{:?}", moment.waiting) };
    assert!(listed.first.iter().all(|state| *state.state != *moment.header.goals[0]));
    assert_eq!(listed.count, listed.first.len());
    assert_eq!(listed.count, moment.by_f[0].iter().map(|(_, count)| count).sum::<usize>());
}

#[test]
fn a_trace_without_a_solution_says_so_at_its_end() {
    let says_so = |model: &Model| text(model, 80, 24).contains("the trace ends without a solution");
    let mut shown = model(&of_board(HARD, "astar", None).unwrap(), false, false, u64::MAX);
    assert!(says_so(&shown), "{}", text(&shown, 80, 24));
    press(&mut shown, ",");
    assert!(!says_so(&shown));
    assert!(!says_so(&model(&of_board(EASY, "astar", None).unwrap(), false, false, u64::MAX)));
}

/// A search for a step behind a mistake in the trace reports the mistake.
#[test]
fn a_step_behind_a_broken_line_says_what_is_broken() {
    let whole = of_board(EASY, "astar", None).unwrap();
    let lines = std::fs::read_to_string(whole.path()).unwrap();
    let lines: Vec<&str> = lines.lines().take(3).collect();
    let mut file = NamedTempFile::new().unwrap();
    write!(file, "{}\n{{\"event\":\"dance\"}}\n", lines.join("\n")).unwrap();
    let shown = model(&file, false, false, 30);
    let screen = text(&shown, 80, 24);
    assert!(screen.contains("line 4"), "{screen}");
}

/// A file of the lines of another, as far as they go, and what comes behind them.
fn rewritten(whole: &NamedTempFile, lines: impl Fn(&[&str]) -> usize, behind: &str) -> NamedTempFile {
    let text = std::fs::read_to_string(whole.path()).unwrap();
    let all: Vec<&str> = text.lines().collect();
    let mut file = NamedTempFile::new().unwrap();
    write!(file, "{}\n{behind}", all[..lines(&all)].join("\n")).unwrap();
    file
}

/// A search that was stopped after it had found a solution has found one.
#[test]
fn a_solution_without_a_proof_is_told_at_the_end() {
    let whole = of_board(EASY, "nba", None).unwrap();
    let shown = model(&rewritten(&whole, |all| all.len() - 1, ""), false, false, u64::MAX);
    let best = shown.moment.as_ref().unwrap().tally.best.unwrap();
    let screen = text(&shown, 80, 24);
    let words = format!("the search was stopped; the best solution in the trace costs {best}, without a proof");
    assert!(screen.replace('\n', " ").contains(&words), "{screen}");
    assert!(!screen.contains("without a solution"), "{screen}");
}

/// Of an expansion whose rest is missing nothing is said that the rest would tell.
#[test]
fn a_step_that_breaks_off_says_so() {
    let whole = of_board(EASY, "astar", None).unwrap();
    let expanded = |all: &[&str]| all.iter().rposition(|line| line.contains("\"expand\"")).unwrap() + 1;
    let screen = |behind: &str, more: usize| {
        let mut shown = model(&rewritten(&whole, |all| expanded(all) + more, behind), false, false, u64::MAX);
        let last = text(&shown, 80, 24);
        press(&mut shown, ",");
        assert!(!text(&shown, 80, 24).contains("breaks off"), "{}", text(&shown, 80, 24));
        press(&mut shown, ".");
        assert_eq!(text(&shown, 80, 24), last);
        last
    };
    for behind in ["{\"event\":\"gene", "nonsense\n"] {
        let none = screen(behind, 0);
        assert!(none.contains("; the trace breaks off here.") && !none.contains("no successor"), "{none}");
        let one = screen(behind, 1);
        assert!(one.contains("; the trace breaks off here."), "{one}");
        assert!(one.contains("unknown") && !one.contains("kept"), "{one}");
    }
    assert!(screen("", 0).contains("; no successor before the trace ends."), "a limit may have come before them");
}

/// Searches that hold a path have no list of what waits, and other lists are not what the search
/// calls `max open`.
#[test]
fn what_waits_is_counted_where_it_is_listed() {
    let screen =
        |algorithm: &str, from| text(&model(&of_board(EASY, algorithm, None).unwrap(), false, false, from), 80, 24);
    for algorithm in ["ida", "rbfs"] {
        for from in [1, 2, 9, u64::MAX] {
            assert!(!screen(algorithm, from).contains("most "), "{}", screen(algorithm, from));
        }
    }
    assert!(screen("astar", 9).contains("  most listed "), "{}", screen("astar", 9));
    assert!(screen("ida", 4).contains(" Path: 1 state ") && screen("ida", 5).contains(" Path: 2 states "));
}

/// A message that is longer than the window is wide goes on in the next line.
#[test]
fn what_is_wrong_with_a_line_is_read_to_its_end() {
    let whole = of_board(EASY, "astar", None).unwrap();
    let shown = model(&rewritten(&whole, |_| 9, "complete and utter nonsense\n"), false, false, 3);
    for (width, height) in [(80, 24), (40, 12)] {
        let screen = text(&shown, width, height);
        let words =
            "the line is `complete and utter nonsense`: expected an event such as {\"event\":\"bound\",\"bound\":20}";
        assert!(screen.replace('\n', " ").contains(words), "{screen}");
    }
}
