//! Short scenes: what a player does, and what becomes of the game.

use std::time::Duration;

use npuzzle::answer::{Request, solve};
use npuzzle::core::Progress;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::{Cell, Direction};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Modifier;

use super::game::Fewest;
use super::model::{Mode, Model, Order, random_deal};
use super::route::Route;
use super::screens::{COLOURED, FIFTEEN, Session, WINDOW};
use super::search::{News, Purpose};
use super::view;

const HARDEST: &str = "8 6 7/2 5 4/3 0 1";

fn asked(session: &mut Session) -> usize {
    session.model.take_orders().iter().filter(|order| matches!(order, Order::Ask(_))).count()
}

#[test]
fn a_goal_is_typed_key_by_key() {
    let session = Session::of(COLOURED, HARDEST).press("g↓↓↓↓↓↓↓↓↓↓↓↓↓↓⏎1 2 3/8 0 4/7 6 5");
    let Mode::Goal(picker) = &session.model.mode else { panic!("no goal is chosen") };
    assert_eq!(picker.text(), Some("1 2 3/8 0 4/7 6 5"));
    assert_eq!(session.press("⏎").model.game.goal_name(), "own");
}

#[test]
fn a_paste_that_is_no_board_leaves_everything_as_it_was() {
    let session = Session::of(COLOURED, FIFTEEN).press("e↑t↓t");
    let edited = session.model.shown_board().clone();
    assert_ne!(edited, *session.model.game.board());
    let session = session.paste("nonsense").paste("more nonsense");
    assert!(matches!(session.model.mode, Mode::Refused { .. }));
    let session = session.press("⎋");
    assert!(matches!(session.model.mode, Mode::Editing(_)));
    assert_eq!(*session.model.shown_board(), edited);
    let session = session.press("⎋");
    assert_eq!(
        (session.model.game.board().to_string().as_str(), session.message()),
        (FIFTEEN, "the board is as it was")
    );
    let session = session.press("?").paste(HARDEST);
    assert_eq!(session.model.game.board().to_string(), HARDEST);
    assert!(session.model.help.is_none(), "the sheet does not hide what was pasted");
}

/// Whatever was pasted into the editor, of whatever size: Esc brings back the game before, with its
/// moves.
#[test]
fn esc_takes_back_a_board_that_was_pasted_into_the_editor() {
    let session = Session::of(COLOURED, FIFTEEN).press("→e").paste(HARDEST).paste("1 2 3/4 0 6/7 5 8");
    assert_eq!(session.model.shown_board().to_string(), "1 2 3/4 0 6/7 5 8");
    let taken = Session::of(COLOURED, FIFTEEN).press("→e").paste(HARDEST).press("⏎");
    assert_eq!(taken.model.game.board().to_string(), HARDEST);
    assert_eq!(taken.press("b").model.game.moves(), 1);
    let session = session.press("⎋");
    assert_eq!((session.model.game.moves(), session.message()), (1, "the board is as it was"));
    assert_eq!(session.press("u").model.game.board().to_string(), FIFTEEN);
}

#[test]
fn a_set_is_pasted_by_its_name() {
    let session = Session::of(COLOURED, FIFTEEN).paste("korf:1\n");
    assert_eq!(session.model.game.origin(), &super::game::Origin::Named("korf:1".to_owned()));
    assert_eq!(session.model.game.goal_name(), "first");
    assert_eq!(session.model.game.fewest, Some(Fewest { moves: 57, reached: true }));
    let Mode::Refused { message, .. } = session.paste("korf:1000").model.mode else { panic!("there is no such board") };
    assert!(message.contains("korf"), "{message}");
}

/// What is proved of a board is not forgotten on the way back to it, however one goes.
#[test]
fn proofs_are_kept_on_the_way_back() {
    let distance = |session: &Session| session.model.game.route.as_ref().unwrap().distance();
    for back in ["0", "uuu", "→←u0"] {
        let session = Session::of(COLOURED, HARDEST).press("H").answer().press("HHHHH").press(back);
        assert_eq!(session.model.game.board().to_string(), HARDEST);
        assert_eq!(distance(&session), "31 moves (proved)", "{back}");
        assert_eq!(distance(&session.press("UU")), "29 moves (proved)", "{back}");
    }
    let session = Session::of(COLOURED, HARDEST).press("H").answer();
    assert_eq!(distance(&session.press("→←")), "31 moves (proved)", "there and back by moves");
    // Far from the known way, no bound is below what the places of the tiles prove.
    let session = Session::of(COLOURED, "1 2 3/4 5 6/7 0 8").press("H").answer().press("↓→↑←");
    let route = session.model.game.route.as_ref().unwrap();
    assert!(route.at_least() >= 3, "{}", route.distance());
}

#[test]
fn each_of_several_boards_keeps_its_game() {
    let deal = |seed| random_deal("3x3".parse().unwrap(), Goal::default(), seed);
    let deals: Vec<_> = (1..4).map(deal).collect();
    let session = Session { model: Model::new(COLOURED, deals, deal(1), 9), now: Duration::ZERO };
    let directions = "↑↓←→";
    let session = session.press(directions);
    let moves = session.model.game.moves();
    assert!(moves > 0);
    let session = session.press("NNPP");
    assert_eq!(session.model.game.moves(), moves);
    assert!(session.message().starts_with("board 1 of 3, after "), "{}", session.message());
    assert_eq!(session.press("N").message(), "board 2 of 3");
}

/// What is known already is never hidden behind what a new search has found so far.
#[test]
fn a_search_begins_with_what_is_known() {
    let mut session = Session::of(COLOURED, FIFTEEN);
    session.model.game.route = Some(Route::new([Direction::Left; 9], 3));
    let mut session = session.press("S");
    let number = session.model.pending.unwrap().number;
    let progress =
        Progress { expanded: 1, elapsed: Duration::ZERO, lower_bound: 2, best: Some(20), table: None, iteration: None };
    session.model.hear(News::Progress(number, progress), session.now).unwrap();
    let told = session.model.pending.unwrap().progress.unwrap();
    assert_eq!((told.best, told.lower_bound), (Some(9), 3));
}

#[test]
fn no_sentence_of_a_message_is_cut_off() {
    let seen = |session: &Session| {
        let text = session.text(80, 24).replace('│', " ");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let session = Session::of(COLOURED, FIFTEEN).press("g").paste("snial").press("⏎");
    let Mode::Goal(picker) = &session.model.mode else { panic!("it is not a goal") };
    assert!(seen(&session).contains(picker.error().unwrap().lines().last().unwrap()), "{}", session.text(80, 24));
    let session = Session::of(COLOURED, FIFTEEN).paste("2 1 0");
    let Mode::Refused { message, .. } = &session.model.mode else { panic!("it is not a board") };
    assert!(seen(&session).contains(message.lines().last().unwrap()), "{}", session.text(80, 24));
}

#[test]
fn a_hint_that_is_asked_for_again_is_not_begun_anew() {
    let mut session = Session::of(COLOURED, FIFTEEN).press("HHH");
    assert_eq!(asked(&mut session), 1);
    let mut session = Session::of(COLOURED, FIFTEEN).press("tH");
    assert_eq!(session.model.pending.unwrap().purpose, Purpose::Hint, "the distance is the same search");
    assert_eq!(asked(&mut session), 1);
}

#[test]
fn help_holds_a_solution_that_plays() {
    let mut session = Session::of(COLOURED, HARDEST).press("S").answer();
    let position = |session: &Session| match &session.model.mode {
        Mode::Watching(watching) => watching.position(),
        other => panic!("{other:?}"),
    };
    assert!(session.model.patience(session.now) <= Duration::from_millis(200));
    session = session.press("?");
    let before = position(&session);
    session.now += Duration::from_secs(10);
    assert!(!session.model.tick(session.now));
    assert!(session.model.patience(session.now) > Duration::ZERO, "there is nothing to do at once");
    session = session.press("⎋");
    session.model.tick(session.now);
    assert_eq!(position(&session), before);
    session.now += Duration::from_millis(201);
    assert!(session.model.tick(session.now) && position(&session) == before + 1);
}

#[test]
fn the_screen_changes_with_the_seconds_that_it_shows() {
    let session = Session::of(COLOURED, FIFTEEN);
    let at = Duration::from_millis;
    assert_eq!(session.model.seconds(at(1000)), session.model.seconds(at(9000)), "no move is made");
    let session = session.press("→");
    let now = session.now;
    assert_eq!(session.model.seconds(now), session.model.seconds(now + at(900)));
    assert_ne!(session.model.seconds(now), session.model.seconds(now + at(1100)));
}

#[test]
fn an_answer_without_a_solution_closes_no_card() {
    let mut session = Session::of(COLOURED, FIFTEEN).press("Hx");
    let number = session.model.pending.unwrap().number;
    let mut report = solve(&Request::new(session.model.game.board().clone()), &mut |_| {}, None).unwrap();
    report.path = None;
    session.model.hear(News::Answer(number, Ok(Box::new(report))), session.now).unwrap();
    assert!(matches!(session.model.mode, Mode::Size(_)));
}

#[test]
fn a_bound_that_is_met_proves_a_game_and_one_that_is_not_is_looked_into() {
    let mut session = Session::of(COLOURED, FIFTEEN);
    session.model.game.fewest = Some(Fewest { moves: 2, reached: false });
    let mut session = session.press("↑←");
    assert_eq!(session.message(), "solved in 2 moves; no way is shorter (proved)");
    assert_eq!(asked(&mut session), 0);

    let mut session = Session::of(COLOURED, FIFTEEN);
    session.model.game.fewest = Some(Fewest { moves: 2, reached: false });
    let mut session = session.press("→←↑←");
    assert_eq!(session.message(), "solved in 4 moves; at least 2 are needed (proved)");
    let number = session.model.pending.unwrap().number;
    let mut report = solve(&Request::new(session.model.game.start().clone()), &mut |_| {}, None).unwrap();
    (report.cost, report.path) = (None, None);
    session.model.take_orders();
    session.model.hear(News::Answer(number, Ok(Box::new(report))), session.now).unwrap();
    assert_eq!(asked(&mut session), 0, "a review that proves nothing is not repeated");
}

/// Bare numbers have no room for arrows, and colours may be off: the cell is reversed, and words
/// name the move.
#[test]
fn a_hint_is_seen_on_a_board_of_bare_numbers() {
    let mut tiles: Vec<String> = (1..400).map(|tile| tile.to_string()).collect();
    tiles.insert(398, "0".to_owned());
    let rows: Vec<String> = tiles.chunks(20).map(|row| row.join(" ")).collect();
    let session = Session::of(COLOURED, &rows.join("/")).press("H").answer();
    assert!(session.message().starts_with("tile 399 left: "), "{}", session.message());
    let place = view::geometry(&session.model, WINDOW).place(Cell(399)).unwrap();
    let buffer = session.buffer(80, 24);
    assert!(buffer[(place.x, place.y)].modifier.contains(Modifier::REVERSED));
}

#[test]
fn large_boards_scroll_by_keys() {
    let session = Session::random(COLOURED, "100x100");
    let part = |session: &Session| view::geometry(&session.model, WINDOW).part(80).unwrap();
    let first = part(&session);
    let mut session = session.press("IIJ");
    assert_ne!(part(&session), first);
    for code in [KeyCode::Down, KeyCode::Down, KeyCode::Right] {
        session.model.key(&KeyEvent::new(code, KeyModifiers::CONTROL), WINDOW, session.now);
    }
    assert_eq!((part(&session), session.model.game.moves()), (first, 0));
}

#[test]
fn a_board_that_was_left_comes_back_with_its_moves() {
    let session = Session::of(COLOURED, FIFTEEN).press("→←→n");
    assert_eq!(session.message(), "b brings back the board you left");
    let session = session.press("nb");
    assert_eq!(session.model.game.moves(), 0);
    let session = session.press("b");
    assert_eq!((session.model.game.moves(), session.message()), (3, "the board you left, after 3 moves"));
    let session = session.press("uuu");
    assert_eq!(session.model.game.board().to_string(), FIFTEEN);
    let session = session.press("UUU0");
    assert_eq!(session.message(), "back at the start; U makes the moves again");
    assert_eq!(session.press("UUU").model.game.moves(), 3);
    assert_eq!(Session::of(COLOURED, FIFTEEN).press("b").message(), "there was no board before this one");
}

#[test]
fn the_way_out_is_the_last_key_to_be_dropped() {
    let solving = Session::of(COLOURED, FIFTEEN).press("S");
    let bottom = |session: &Session, width| session.text(width, 12).lines().last().unwrap().to_owned();
    assert_eq!(bottom(&solving, 40), " Esc take the best  ? help  q quit");
    assert_eq!(bottom(&solving, 20), " Esc take the best");
    let size = Session::of(COLOURED, FIFTEEN).press("x");
    assert_eq!(bottom(&size, 20), " Esc keep the board");
    assert!(size.text(20, 6).contains("4x4"), "{}", size.text(20, 6));
}

#[test]
fn help_begins_where_one_is_and_scrolls_by_pages() {
    let mut session = Session::of(COLOURED, FIFTEEN).press("e?");
    let line = |session: &Session, number| session.text(80, 24).lines().nth(number).unwrap().to_owned();
    assert!(line(&session, 2).contains("While you edit the board"), "{}", session.text(80, 24));
    let last = session.text(80, 24).lines().rev().nth(2).unwrap().to_owned();
    session.model.key(&KeyEvent::from(KeyCode::PageDown), WINDOW, session.now);
    assert_eq!(line(&session, 2), last, "the last line is the first of the next page");
}

#[test]
fn a_random_board_is_never_the_goal() {
    for seed in 0..50 {
        for shape in ["2x2", "5x1", "1x2"] {
            let deal = random_deal(shape.parse().unwrap(), Goal::default(), seed);
            assert_ne!(deal.board, Goal::default().board(deal.board.shape()).unwrap(), "{shape}, seed {seed}");
        }
    }
}
