//! Every screen as text, at 80x24 and 120x40, from a model that is led there by keys.

use std::time::Duration;

use npuzzle::answer::{Request, solve};
use npuzzle::core::Progress;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::picture::scheme::Scheme;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::game::Origin;
use super::keys::BINDINGS;
use super::model::{Deal, Mode, Model, Order, Tone, random_deal};
use super::search::News;
use super::view;
use crate::terminal::theme::Theme;

pub(super) const WINDOW: Rect = Rect { x: 0, y: 0, width: 80, height: 24 };
pub(super) const COLOURED: Theme = Theme { ascii: false, color: true, scheme: Scheme::Row };
const ASCII: Theme = Theme { ascii: true, color: false, scheme: Scheme::Ring };

/// A model with its time.
pub(super) struct Session {
    pub(super) model: Model,
    pub(super) now: Duration,
}

impl Session {
    pub(super) fn of(theme: Theme, board: &str) -> Self {
        let board = read_board(board, &ReadOptions::default()).unwrap().board;
        let deal = Deal { board, goal: Goal::default(), origin: Origin::Named("a test".to_owned()), optimal: None };
        Self { model: Model::new(theme, Vec::new(), deal, 7), now: Duration::from_secs(1) }
    }

    pub(super) fn random(theme: Theme, shape: &str) -> Self {
        let deal = random_deal(shape.parse().unwrap(), Goal::default(), 1);
        Self { model: Model::new(theme, Vec::new(), deal, 2), now: Duration::from_secs(1) }
    }

    /// Presses keys, a second apart: letters, and a few others by their sign.
    pub(super) fn press(mut self, keys: &str) -> Self {
        for letter in keys.chars() {
            let code = match letter {
                '↑' => KeyCode::Up,
                '↓' => KeyCode::Down,
                '←' => KeyCode::Left,
                '→' => KeyCode::Right,
                '⏎' => KeyCode::Enter,
                '⎋' => KeyCode::Esc,
                '⇥' => KeyCode::End,
                letter => KeyCode::Char(letter),
            };
            self.now += Duration::from_secs(1);
            self.model.key(&KeyEvent::from(code), WINDOW, self.now);
        }
        self
    }

    /// Answers all questions; those the search does not decide by itself are easy enough for any
    /// machine.
    pub(super) fn answer(mut self) -> Self {
        for order in self.model.take_orders() {
            if let Order::Ask(question) = order {
                let request = Request { goal: question.goal, ..Request::new(question.start) };
                let report = solve(&request, &mut |_| {}, None).unwrap();
                self.model.hear(News::Answer(question.number, Ok(Box::new(report))), self.now).unwrap();
            }
        }
        self
    }

    pub(super) fn paste(mut self, text: &str) -> Self {
        self.model.paste(text, self.now);
        self
    }

    pub(super) fn click(mut self, x: u16, y: u16) -> Self {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let event = MouseEvent { kind, column: x, row: y, modifiers: KeyModifiers::NONE };
        self.model.mouse(&event, WINDOW, self.now);
        self
    }

    pub(super) fn buffer(&self, width: u16, height: u16) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| view::draw(&self.model, self.now, frame)).unwrap();
        terminal.backend().buffer().clone()
    }

    pub(super) fn text(&self, width: u16, height: u16) -> String {
        let buffer = self.buffer(width, height);
        let line = |cells: &[ratatui::buffer::Cell]| {
            cells.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_owned() + "\n"
        };
        buffer.content.chunks(usize::from(width).max(1)).map(line).collect()
    }

    pub(super) fn message(&self) -> &str {
        self.model.message.as_ref().map_or("", |(_, message)| message)
    }
}

pub(super) const FIFTEEN: &str = "1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15";
const FOURTEEN_FIFTEEN: &str = "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0";

/// Every screen, by name.
fn screens(theme: Theme) -> Vec<(&'static str, Session)> {
    let fifteen = || Session::of(theme, FIFTEEN);
    let mut solving = fifteen().press("S");
    let number = solving.model.pending.unwrap().number;
    let progress = Progress {
        expanded: 1_234_567,
        elapsed: Duration::from_secs(3),
        lower_bound: 112,
        best: Some(140),
        table: Some((40, 100)),
        iteration: None,
    };
    solving.model.hear(News::Progress(number, progress), solving.now).unwrap();
    solving.now += Duration::from_secs(3);
    vec![
        ("playing", Session::random(theme, "4x4").press("→↓")),
        ("hint", fifteen().press("H").answer()),
        ("solved", fifteen().press("↓↑↑←").answer()),
        ("solving", solving),
        ("watching", Session::of(theme, "8 6 7/2 5 4/3 0 1").press("S").answer().press(".....")),
        ("editing", fifteen().press("et→t")),
        ("unsolvable", Session::of(theme, FOURTEEN_FIFTEEN)),
        ("size", fifteen().press("x→→↓")),
        ("goal", fifteen().press("g↓↓")),
        ("goal-text", fifteen().press("g").paste("1 2 3/4 5 6/7 8 0").press("⏎")),
        ("help", fifteen().press("?")),
        ("scrolled", Session::random(theme, "100x100")),
        ("refused", fifteen().paste("1 2 3\n4 5 5\n7 8 0\n")),
    ]
}

#[test]
fn every_screen_at_two_sizes() {
    for (name, session) in screens(COLOURED) {
        for (width, height) in [(80, 24), (120, 40)] {
            let path =
                format!("{}/src/terminal/play/snapshots/{name}-{width}x{height}.txt", env!("CARGO_MANIFEST_DIR"));
            snapbox::assert_data_eq!(session.text(width, height), snapbox::Data::read_from(path.as_ref(), None));
        }
    }
}

#[test]
fn without_colours_there_are_none_and_ascii_is_ascii() {
    let mut coloured = 0;
    for ((name, plain), (_, bright)) in screens(ASCII).into_iter().zip(screens(COLOURED)) {
        for (width, height) in [(80, 24), (40, 12)] {
            let buffer = plain.buffer(width, height);
            for cell in &buffer.content {
                assert!(cell.fg == Color::Reset && cell.bg == Color::Reset, "{name}: a colour");
                assert!(cell.symbol().is_ascii(), "{name}: {}", cell.symbol());
            }
            coloured += bright.buffer(width, height).content.iter().filter(|cell| cell.bg != Color::Reset).count();
        }
    }
    assert!(coloured > 0, "this test would see them");
}

#[test]
fn no_window_is_too_small() {
    for (_, session) in screens(COLOURED) {
        for (width, height) in [(40, 12), (20, 6), (1, 1), (3, 2), (200, 3), (2, 60), (61, 5)] {
            session.text(width, height);
        }
    }
    assert!(Session::of(COLOURED, FIFTEEN).text(40, 12).contains("0 moves"));
    let tiny = Session::of(COLOURED, FIFTEEN).text(20, 6);
    assert!((1..16).all(|tile| tiny.contains(&tile.to_string())) && tiny.contains("0 moves"), "{tiny}");
    let low = Session::random(COLOURED, "6x6").text(40, 12);
    assert!((1..36).all(|tile| low.contains(&tile.to_string())) && low.contains("0 moves"), "{low}");
    let part = Session::random(COLOURED, "6x6").text(20, 6);
    assert!(part.contains("rows ") && part.contains(" of 6"), "{part}");
    let told = Session::random(COLOURED, "30x30").press("u").text(20, 6);
    assert!(told.contains("there is no move"), "{told}");
    let [_, _, _, (_, solving), ..] = &screens(COLOURED)[..] else { panic!("there are more screens") };
    assert!(solving.text(58, 12).contains("best 140, at least 112"), "{}", solving.text(58, 12));
    let hint = Session::of(COLOURED, FIFTEEN).press("H").answer().text(20, 6);
    assert!(hint.contains("tile 11 up"), "{hint}");
    assert!(Session::random(COLOURED, "100x100").text(44, 12).starts_with("rows 58-62 of 100"));
}

/// The sheet is generated, and this proves that nothing is left out or cut off.
#[test]
fn every_binding_is_in_the_help() {
    let text = Session::of(COLOURED, FIFTEEN).press("?").text(100, 150);
    for binding in BINDINGS {
        let line = text.lines().find(|line| line.contains(binding.does) && line.contains(binding.shown));
        assert!(line.is_some(), "{binding:?}");
    }
}

#[test]
fn help_scrolls_to_its_end_and_not_further() {
    let session = Session::of(COLOURED, FIFTEEN).press("?⇥");
    assert!(session.text(80, 24).contains("a pasted text is taken for a board"));
    let session = session.press("↑");
    assert!(session.text(80, 24).contains("1 more line "));
    assert!(!session.press("⎋").text(80, 24).contains("Everywhere"));
}

#[test]
fn a_solved_game_is_told_with_the_fewest_moves() {
    let session = Session::of(COLOURED, FIFTEEN).press("→←↑←").answer();
    assert_eq!(session.message(), "solved in 4 moves; 2 is the fewest (proved)");
    assert_eq!(session.model.stopwatch.elapsed(Duration::from_secs(1000)), Duration::from_secs(3));
    let session = Session::of(COLOURED, FIFTEEN).press("HHHH").answer().press("HHH");
    assert_eq!(session.message(), "solved in 2 moves, with help; no way is shorter (proved)");
}

#[test]
fn late_answers_to_old_questions_are_dropped() {
    let mut session = Session::of(COLOURED, FIFTEEN).press("H");
    let orders = session.model.take_orders();
    let [Order::Ask(question)] = &orders[..] else { panic!("{orders:?}") };
    let report = solve(&Request::new(question.start.clone()), &mut |_| {}, None).unwrap();
    let mut session = session.press("→");
    session.model.hear(News::Answer(question.number, Ok(Box::new(report))), session.now).unwrap();
    assert!(session.model.game.route.is_none() && session.model.hint().is_none());
}

#[test]
fn watching_leads_back_into_the_game_and_can_be_undone() {
    let session = Session::of(COLOURED, "8 6 7/2 5 4/3 0 1").press("S").answer().press("...⎋");
    assert!(matches!(session.model.mode, Mode::Playing));
    assert_eq!(session.model.game.moves(), 3);
    assert_eq!(session.model.game.route.as_ref().unwrap().distance(), "28 moves (proved)");
    let session = session.press("uuu");
    assert_eq!(session.model.game.board().to_string(), "8 6 7/2 5 4/3 0 1");
    assert_eq!(session.model.game.route.as_ref().unwrap().len(), 31);
}

#[test]
fn an_unsolvable_board_is_repaired_by_a_key_or_gets_another_goal() {
    let repaired = Session::of(COLOURED, FOURTEEN_FIFTEEN).press("f");
    assert!(repaired.model.game.is_solvable() && matches!(repaired.model.mode, Mode::Playing));
    let other = Session::of(COLOURED, FOURTEEN_FIFTEEN).press("g↓↓⏎");
    assert_eq!(other.model.game.goal_name(), "snail");
    let anyway = Session::of(COLOURED, FOURTEEN_FIFTEEN).press("⎋→");
    assert_eq!(anyway.model.game.moves(), 1);
    assert!(matches!(anyway.press("H").model.mode, Mode::Unsolvable { .. }));
}

#[test]
fn a_click_slides_a_line_and_moves_the_cursor() {
    let session = Session::of(COLOURED, "1 2 3/4 5 6/0 7 8");
    let place = view::geometry(&session.model, WINDOW).place(npuzzle::domains::tiles::Cell(8)).unwrap();
    let session = session.click(place.x + 1, place.y + 1);
    assert!(session.model.game.is_solved() && session.model.game.moves() == 2);
    let session = session.press("e").click(0, 0).click(place.x, place.y);
    let Mode::Editing(editing) = &session.model.mode else { panic!("not editing") };
    assert_eq!(editing.cursor().0, 8);
}

#[test]
fn pastes_are_boards_and_errors_stay_in_place() {
    let session = Session::of(COLOURED, FIFTEEN).paste("3\n8 6 7\n2 5 4\n3 0 1\n");
    assert_eq!(session.model.game.board().to_string(), "8 6 7/2 5 4/3 0 1");
    let session = session.paste("1 2 3/4 5 5/7 8 0");
    assert!(matches!(&session.model.mode, Mode::Refused { message, .. } if message.contains('^')));
    let session = session.press("⎋");
    assert_eq!(session.model.game.board().to_string(), "8 6 7/2 5 4/3 0 1", "the game goes on");
}

#[test]
fn sizes_are_chosen_and_seeds_are_told() {
    let session = Session::of(COLOURED, FIFTEEN).press("x3→⏎");
    assert_eq!(session.model.game.shape().to_string(), "3x4");
    assert_eq!(session.model.game.origin(), &Origin::Seed(7));
    assert_eq!(session.press("n").model.game.origin(), &Origin::Seed(8));
    let session = Session::of(COLOURED, FIFTEEN).press("x2↑");
    assert!(matches!(&session.model.message, Some((Tone::Bad, text)) if text.contains("single row")));
}

#[test]
fn the_distance_follows_the_game_while_it_is_asked_for() {
    let session = Session::of(COLOURED, FIFTEEN).press("t").answer();
    assert!(session.text(80, 24).contains("2 moves (proved)"));
    let session = session.press("↓").answer();
    assert!(session.text(80, 24).contains("3 moves (proved)"), "{}", session.text(80, 24));
    assert!(!session.model.game.assisted, "a distance is no hint");
}

/// Arrows slide the tile, as a finger does; letters are those of `solve`, until `m` is pressed.
#[test]
fn letters_name_the_blank_as_everywhere() {
    let session = Session::of(COLOURED, FIFTEEN).press("S").answer();
    let (blank, tile) = ("moves of the blank (m: tile)", "moves of the tile (m: blank)");
    let text = session.text(80, 24);
    assert!(text.contains(blank) && text.contains(" D R"), "{text}");
    let text = session.press("m").text(80, 24);
    assert!(text.contains(tile) && text.contains(" U L"), "{text}");
    let session = Session::of(COLOURED, FIFTEEN).press("m→");
    assert_eq!(session.model.game.board().to_string(), "1 2 3 4/5 6 7 8/9 10 12 0/13 14 11 15");
    assert!(session.press("S").answer().text(80, 24).contains(blank), "arrows and letters are two things");
}

/// Esc during a search: what it has found so far is used, and without a solution the game goes on.
#[test]
fn a_search_that_is_ended_answers_with_what_it_has() {
    let session = Session::of(COLOURED, FIFTEEN).press("S⎋");
    assert!(session.model.pending.unwrap().stopping, "the answer is still to come");
    let watching = session.answer();
    assert!(matches!(watching.model.mode, Mode::Watching(_)));

    let mut session = Session::of(COLOURED, FIFTEEN).press("S⎋");
    let number = session.model.pending.unwrap().number;
    let mut report = solve(&Request::new(session.model.game.board().clone()), &mut |_| {}, None).unwrap();
    report.path = None;
    session.model.hear(News::Answer(number, Ok(Box::new(report))), session.now).unwrap();
    assert!(matches!(session.model.mode, Mode::Playing));
    assert!(session.message().starts_with("no solution was found so far"));
}
