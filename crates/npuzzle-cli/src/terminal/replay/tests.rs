//! Replays without a terminal: the same step is the same however one came there, and every screen
//! is as it was drawn before.

use std::fs::File;
use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use npuzzle::answer::{Problem, Request, search, solve};
use npuzzle::catalogue::{RequestError, algorithms};
use npuzzle::core::Limits;
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::picture::scheme::Scheme;
use npuzzle::trace::{Trace, TraceEvent, TraceHeader};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;
use tempfile::NamedTempFile;

use super::index::{Index, Indexer, Mark, Reading, look};
use super::model::{Mode, Model};
use super::player::{Moment, Player};
use super::source::Source;
use super::view;
use super::walk::Walker;
use crate::terminal::theme::Theme;

mod finds;
mod small;
mod ways;

const EASY: &str = "1 3 6/5 0 2/4 7 8";

fn file(header: &TraceHeader, events: &[TraceEvent]) -> NamedTempFile {
    let mut file = NamedTempFile::new().unwrap();
    writeln!(file, "{}", serde_json::to_string(header).unwrap()).unwrap();
    for event in events {
        writeln!(file, "{}", serde_json::to_string(event).unwrap()).unwrap();
    }
    file
}

/// A search as it is recorded.
#[derive(Default)]
struct Recorded {
    header: TraceHeader,
    events: Vec<TraceEvent>,
}

impl Trace for Recorded {
    fn begins(&mut self, header: &TraceHeader) {
        self.header.clone_from(header);
    }

    fn event(&mut self, event: &TraceEvent) {
        self.events.push(event.clone());
    }
}

impl Recorded {
    fn file(&self) -> NamedTempFile {
        file(&self.header, &self.events)
    }
}

/// A trace of a board, if the search can be watched on it.
fn of_board(start: &str, algorithm: &str, heuristic: Option<&str>) -> Option<NamedTempFile> {
    let request = Request {
        algorithm: algorithm.to_owned(),
        heuristic: heuristic.map(str::to_owned),
        limits: Limits { nodes: Some(1_000), ..Limits::default() },
        ..Request::new(read_board(start, &ReadOptions::default()).unwrap().board)
    };
    let mut recorded = Recorded::default();
    match solve(&request, &mut |_| {}, Some(&mut recorded)) {
        Ok(_) => Some(recorded.file()),
        Err(RequestError::NeedsConsistency { .. }) => None,
        Err(error) => panic!("{algorithm}: {error}"),
    }
}

fn of_problem(problem: &str, algorithm: &str) -> NamedTempFile {
    let request = Request {
        algorithm: algorithm.to_owned(),
        limits: Limits { nodes: Some(1_000), ..Limits::default() },
        ..Request::about(Problem::Call(problem.to_owned()))
    };
    let mut recorded = Recorded::default();
    search(&request, &mut |_| {}, Some(&mut recorded)).unwrap();
    recorded.file()
}

fn walker(file: &NamedTempFile) -> Walker {
    Walker::new(Source::new(File::open(file.path()).unwrap()), "trace")
}

fn index(file: &NamedTempFile) -> Arc<Mutex<Index>> {
    let index = Arc::new(Mutex::new(Index::new(file.path().metadata().unwrap().len())));
    Indexer::new(walker(file), Arc::clone(&index)).read_all(|| true).unwrap();
    index
}

fn player(file: &NamedTempFile) -> (Player, u64) {
    let index = index(file);
    let steps = look(&index).steps;
    (Player::new(walker(file), index), steps)
}

fn at(player: &mut Player, step: u64) -> Moment {
    player.go(step).unwrap();
    player.work(|| true).unwrap();
    assert_eq!(player.step(), step);
    player.moment().unwrap()
}

fn assert_same_both_ways(file: &NamedTempFile, case: &str) {
    let (mut player, steps) = player(file);
    assert_eq!(look(&index(file)).reading, Reading::Done { breaks_off: false }, "{case}");
    let forwards: Vec<Moment> = (1..=steps).map(|step| at(&mut player, step)).collect();
    for step in (1..=steps).rev() {
        assert_eq!(at(&mut player, step), forwards[step as usize - 1], "{case}: back to {step}");
    }
    // From places that are kept, since a fresh player has nothing to take back.
    let (mut fresh, _) = self::player(file);
    for step in [steps, 1, steps / 2 + 1, steps.saturating_sub(300).max(1), steps] {
        assert_eq!(at(&mut fresh, step), forwards[step as usize - 1], "{case}: jump to {step}");
    }
}

#[test]
fn a_step_is_the_same_however_one_came_there() {
    let small = ["sma(states=40)", "beam(width=5)", "ida(duplicates=path)", "astar(tie=fifo)"];
    for algorithm in algorithms().filter(|card| card.is_traceable()).map(|card| card.name).chain(small) {
        for heuristic in [None, Some("max(0, 3*misplaced-with-blank - manhattan)")] {
            if let Some(file) = of_board(EASY, algorithm, heuristic) {
                assert_same_both_ways(&file, algorithm);
            }
        }
    }
    for problem in ["hanoi(3,3)", "jugs(3,5->4)", "missionaries(3,3,2)", "pancake(4 2 5 1 3)"] {
        for algorithm in ["astar", "ida", "nba"] {
            assert_same_both_ways(&of_problem(problem, algorithm), problem);
        }
    }
}

/// What is forgotten within an expansion does not cut it short: every successor is in some step.
#[test]
fn no_successor_is_lost() {
    use npuzzle::teach::blackboard::Scene;

    use super::walk::Shown;
    for algorithm in ["sma(states=40)", "beam(width=5)", "ida", "rbfs", "astar", "ara"] {
        let file = of_board("8 6 7/2 5 4/3 0 1", algorithm, None).unwrap();
        let mut walker = walker(&file);
        let mut told = 0;
        while let Some((shown, _)) = walker.next().unwrap() {
            if let Shown::Scene(Scene::Step(step)) = shown {
                told += (step.successors.len() - step.told_before) as u64;
            }
        }
        assert_eq!(told, walker.at.blackboard.tally().generated, "{algorithm}");
    }
}

#[test]
fn marks_are_found_in_both_directions() {
    let file = of_board("8 6 7/2 5 4/3 0 1", "ida", None).unwrap();
    let index = index(&file);
    let index = look(&index);
    let first = index.find(Mark::Bound, 0, true).unwrap();
    let second = index.find(Mark::Bound, first, true).unwrap();
    assert!(first < second);
    assert_eq!(index.find(Mark::Bound, second, false), Some(first));
    assert_eq!(index.find(Mark::Bound, first, false), None);
    assert_eq!(index.find(Mark::Meeting, 0, true), None);
}

#[test]
fn a_cut_trace_is_shown_as_far_as_it_goes_and_a_broken_one_says_where() {
    let whole = of_board(EASY, "astar", None).unwrap();
    let text = std::fs::read_to_string(whole.path()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let read = |text: String| {
        let mut file = NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let index = index(&file);
        let index = look(&index);
        (index.steps, index.reading.clone())
    };
    let (steps, reading) = read(text[..text.len() - 5].to_owned());
    assert!(steps > 3);
    assert_eq!(reading, Reading::Done { breaks_off: true });
    let (steps, reading) = read(format!("{}\n{{\"event\":\"dance\"}}\n", lines[..8].join("\n")));
    assert!(steps >= 3, "what is before the line is shown: {steps}");
    let Reading::Failed(message) = reading else { panic!("{reading:?}") };
    assert!(message.contains("line 9") && message.contains("dance"), "{message}");
}

/// A model on a trace, of which all is read.
fn model(file: &NamedTempFile, ascii: bool, color: bool, from: u64) -> Model {
    let index = index(file);
    let player = Player::new(walker(file), Arc::clone(&index));
    let theme = Theme { ascii, color, scheme: Scheme::Plain };
    let mut model = Model::new(player, index, theme, from);
    settle(&mut model);
    model
}

/// It is always the same time, unless a test says otherwise: however slow the machine is, nothing
/// becomes due meanwhile.
fn now() -> Instant {
    static NOW: LazyLock<Instant> = LazyLock::new(Instant::now);
    *NOW
}

fn settle(model: &mut Model) {
    model.tick(now()).unwrap();
    while model.player.is_busy() {
        model.tick(now()).unwrap();
    }
}

fn press(model: &mut Model, keys: &str) {
    for letter in keys.chars() {
        let code = if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) };
        model.key(&KeyEvent::new(code, KeyModifiers::NONE), now()).unwrap();
        settle(model);
    }
}

/// Presses keys that are no letters.
fn press_keys(model: &mut Model, keys: &[KeyCode]) {
    for code in keys {
        model.key(&KeyEvent::new(*code, KeyModifiers::NONE), now()).unwrap();
        settle(model);
    }
}

fn step(model: &Model) -> u64 {
    model.moment.as_ref().unwrap().step
}

fn drawn(model: &Model, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view::draw(model, frame)).unwrap();
    terminal
}

fn text(model: &Model, width: u16, height: u16) -> String {
    let terminal = drawn(model, width, height);
    let cells = terminal.backend().buffer().content.chunks(width.into());
    let lines = cells.map(|line| line.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

macro_rules! assert_screens {
    ($model:expr, $small:literal, $large:literal) => {
        snapbox::assert_data_eq!(text($model, 80, 24), snapbox::file![$small].raw());
        snapbox::assert_data_eq!(text($model, 120, 40), snapbox::file![$large].raw());
    };
}

#[test]
fn every_screen_is_as_before() {
    let astar = of_board("8 6 7/2 5 4/3 0 1", "astar", None).unwrap();
    let mut shown = model(&astar, false, true, 40);
    assert_screens!(&shown, "snapshots/astar-80x24.txt", "snapshots/astar-120x40.txt");
    press(&mut shown, "?");
    assert_screens!(&shown, "snapshots/help-80x24.txt", "snapshots/help-120x40.txt");
    press(&mut shown, "qj");
    assert_screens!(&shown, "snapshots/jump-80x24.txt", "snapshots/jump-120x40.txt");
    press(&mut shown, "q/2 8 6");
    assert_screens!(&shown, "snapshots/find-80x24.txt", "snapshots/find-120x40.txt");
    let ida = model(&of_board(EASY, "ida", None).unwrap(), false, true, 10);
    assert_screens!(&ida, "snapshots/ida-80x24.txt", "snapshots/ida-120x40.txt");
    let nba = model(&of_board(EASY, "nba", None).unwrap(), false, true, 9);
    assert_screens!(&nba, "snapshots/nba-80x24.txt", "snapshots/nba-120x40.txt");
    let stopped =
        model(&of_board("13 14 15 7/11 12 9 5/6 0 2 1/4 8 10 3", "astar", None).unwrap(), false, true, u64::MAX);
    assert_screens!(&stopped, "snapshots/stopped-80x24.txt", "snapshots/stopped-120x40.txt");
    let cannibals = model(&of_problem("missionaries(3,3,2)", "bfs"), false, true, 6);
    assert_screens!(&cannibals, "snapshots/missionaries-80x24.txt", "snapshots/missionaries-120x40.txt");
    let hanoi = model(&of_problem("hanoi(3,3)", "astar"), true, false, 8);
    assert_screens!(&hanoi, "snapshots/hanoi-80x24.txt", "snapshots/hanoi-120x40.txt");
}

/// A model of a trace of which some lines are read, and what reads the others.
fn half_read() -> (Model, Indexer, Arc<Mutex<Index>>) {
    let file = of_board("8 6 7/2 5 4/3 0 1", "astar", None).unwrap();
    let index = Arc::new(Mutex::new(Index::new(file.path().metadata().unwrap().len())));
    let mut indexer = Indexer::new(walker(&file), Arc::clone(&index));
    assert!(indexer.read(50));
    let theme = Theme { ascii: false, color: false, scheme: Scheme::Plain };
    let mut shown = Model::new(Player::new(walker(&file), Arc::clone(&index)), Arc::clone(&index), theme, 1);
    settle(&mut shown);
    (shown, indexer, index)
}

#[test]
fn while_the_trace_is_read_its_beginning_is_shown() {
    let (shown, ..) = half_read();
    assert_screens!(&shown, "snapshots/reading-80x24.txt", "snapshots/reading-120x40.txt");
}

#[test]
fn keys_lead_to_steps() {
    let file = of_board("8 6 7/2 5 4/3 0 1", "astar", None).unwrap();
    let mut shown = model(&file, false, false, 1);
    press(&mut shown, "..");
    assert_eq!(step(&shown), 3);
    press(&mut shown, ",");
    assert_eq!(step(&shown), 2);
    press(&mut shown, ">");
    assert_eq!(step(&shown), 12);
    press(&mut shown, ":1,0\n");
    assert_eq!(step(&shown), 10);
    press(&mut shown, ":soon\n");
    assert!(shown.message.contains("soon"), "{}", shown.message);
    press(&mut shown, "/2 8 6\n");
    let first = step(&shown);
    press(&mut shown, "n");
    assert!(step(&shown) > first);
    press(&mut shown, "N");
    assert_eq!(step(&shown), first);
    press(&mut shown, "/nothing\n");
    assert_eq!(step(&shown), first);
    assert_eq!(shown.message, "`nothing` does not occur after this step");
    press(&mut shown, " ");
    assert!(shown.playing);
    shown.tick(now() + Duration::from_secs(5)).unwrap();
    assert_eq!(step(&shown), first + 2, "one step as the key was pressed, one as time went by");
    press(&mut shown, ",");
    assert!(!shown.playing);
    press(&mut shown, "q");
    assert!(shown.over);
}

#[test]
fn there_are_no_colours_without_and_no_other_letters_than_ascii() {
    for trace in [of_board(EASY, "nba", None).unwrap(), of_board(EASY, "ida", None).unwrap()] {
        for from in [1, 2, 9, 10] {
            let mut shown = model(&trace, true, false, from);
            for keys in ["", "c", "?", "qj"] {
                press(&mut shown, keys);
                for (width, height) in [(80, 24), (120, 40)] {
                    assert!(text(&shown, width, height).is_ascii(), "{}", text(&shown, width, height));
                    let terminal = drawn(&shown, width, height);
                    let cells = &terminal.backend().buffer().content;
                    assert!(cells.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
                }
            }
        }
    }
}
