//! Small windows: nothing breaks, and what matters most is seen.

use super::*;
use crate::render::numbers::thousands;

#[test]
fn no_size_of_a_window_is_too_small() {
    let sizes = [(1, 1), (2, 1), (1, 2), (80, 1), (2, 9), (9, 2), (20, 6), (40, 12), (300, 3), (3, 200)];
    let draw_all = |model: &Model| sizes.iter().for_each(|&(width, height)| drop(drawn(model, width, height)));
    for trace in [of_board(EASY, "nba", None).unwrap(), of_problem("missionaries(3,3,2)", "bfs")] {
        let mut shown = model(&trace, false, true, 9);
        for keys in ["", "c", "?", "qj", "q/abc"] {
            press(&mut shown, keys);
            draw_all(&shown);
        }
        let index = Arc::new(Mutex::new(Index::new(1)));
        let theme = Theme { ascii: false, color: false, scheme: Scheme::Plain };
        draw_all(&Model::new(Player::new(walker(&trace), Arc::clone(&index)), index, theme, 1));
    }
}

#[test]
fn the_state_is_seen_first() {
    let mut board = model(&of_board(EASY, "astar", None).unwrap(), false, true, 3);
    snapbox::assert_data_eq!(text(&board, 40, 12), snapbox::file!["../snapshots/astar-40x12.txt"].raw());
    assert!(text(&board, 20, 6).contains("1 3 6/5 0 2/4 7 8"), "{}", text(&board, 20, 6));
    press_keys(&mut board, &[KeyCode::Tab]);
    snapbox::assert_data_eq!(text(&board, 40, 12), snapbox::file!["../snapshots/frontier-40x12.txt"].raw());
    let problem = model(&of_problem("missionaries(3,3,2)", "bfs"), false, true, 6);
    snapbox::assert_data_eq!(text(&problem, 40, 12), snapbox::file!["../snapshots/missionaries-40x12.txt"].raw());
}

#[test]
fn all_keys_can_be_read() {
    let mut shown = model(&of_board(EASY, "astar", None).unwrap(), false, true, 3);
    assert!(text(&shown, 40, 12).contains("? help   q quit"), "{}", text(&shown, 40, 12));
    press(&mut shown, "?");
    let mut seen = String::new();
    for _ in 0..40 {
        seen += &text(&shown, 40, 12);
        press_keys(&mut shown, &[KeyCode::Down]);
    }
    for does in [
        "ten steps forward",
        "jump to an event",
        "find a state",
        "waits, and back",
        "this help",
        "quit",
        "most listed: longest",
    ] {
        assert!(seen.contains(does), "{does}");
    }
    let end = text(&shown, 40, 12);
    press_keys(&mut shown, &[KeyCode::Up]);
    assert_ne!(text(&shown, 40, 12), end, "no key is lost behind the end");
    press_keys(&mut shown, &[KeyCode::Esc]);
    assert_eq!(shown.mode, Mode::Steps);
}

/// Neighbours in a list differ in what is shown of them.
#[test]
fn states_in_lists_are_told_apart() {
    let shown = model(&of_board("13 14 15 7/11 12 9 5/6 0 2 1/4 8 10 3", "astar", None).unwrap(), false, true, 20);
    let screen = text(&shown, 80, 24);
    let listed: Vec<&str> = screen.lines().filter_map(|line| line.split_once("│g ").map(|(_, state)| state)).collect();
    assert!(listed.len() > 4, "{screen}");
    assert!(listed.iter().enumerate().all(|(at, state)| !listed[..at].contains(state)), "{screen}");
    assert!(!listed.iter().any(|state| state.contains('…')), "{screen}");
}

/// Pseudo-code breaks its lines instead of losing their ends.
#[test]
fn pseudo_code_is_complete() {
    let mut shown = model(&of_board(EASY, "astar", None).unwrap(), false, true, 3);
    let words = |model: &Model, width| -> Vec<String> {
        let screen = text(model, width, 48);
        let panel = screen.lines().skip_while(|line| !line.contains("Pseudo-code"));
        panel.flat_map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
    };
    let whole = words(&shown, 200);
    press(&mut shown, "c");
    let screen = text(&shown, 80, 36);
    let missing: Vec<&String> =
        whole.iter().filter(|word| word.chars().all(char::is_alphabetic) && !screen.contains(*word)).collect();
    assert!(missing.is_empty(), "{missing:?}\n{screen}");
}

/// A jump to a step needs its number more than the words.
#[test]
fn the_numbers_of_steps_in_the_jump_menu_are_seen() {
    let mut shown = model(&of_board("8 6 7/2 5 4/3 0 1", "ida", None).unwrap(), true, false, 500);
    press(&mut shown, "j");
    let Mode::Jump(jumps, _) = shown.mode.clone() else { panic!("{:?}", shown.mode) };
    assert!(jumps.len() > 2, "{jumps:?}");
    for width in [80, 40, 24] {
        let screen = text(&shown, width, 12);
        for jump in &jumps {
            let side = if jump.forward { "next" } else { "before" };
            let number = thousands(jump.step);
            let is_seen = |line: &str| {
                let mut words = line.split([' ', '|']);
                words.any(|word| word == side) && words.any(|word| word == number)
            };
            assert!(screen.lines().any(is_seen), "{number}\n{screen}");
        }
    }
    assert!(text(&shown, 40, 12).contains("before iteration with a new bound 431"), "{}", text(&shown, 40, 12));
}
