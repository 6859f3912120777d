//! A search step by step, as text.

use std::borrow::Cow;

use npuzzle::catalogue::algorithm;
use npuzzle::core::{Cost, Fraction, Prune};
use npuzzle::domains::tiles::notation::{Format, ReadOptions, read_board, write_board};
use npuzzle::domains::tiles::{Moves, MovesOf};
use npuzzle::teach::blackboard::{Forgotten, Labelled, Listed, Scene, Step, Successor, Waiting};
use npuzzle::trace::TraceHeader;

use crate::out::STRONG;

/// What is behind a step of a trace.
#[cfg_attr(not(feature = "tui"), expect(dead_code, reason = "only traces that are read again end"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Behind {
    /// Other steps.
    #[default]
    Steps,
    /// Nothing: its trace ends.
    End,
    /// A line that is incomplete or wrong, so that what belongs to the step may be missing.
    BrokenLine,
}

/// So many states of a frontier are shown.
pub const MOST_WAITING: usize = 8;

/// How boards and their moves are written.
#[derive(Clone, Copy, Debug)]
pub struct StateNames {
    /// Whose direction letters name.
    pub moves_of: MovesOf,
    /// The notation; one of several lines is written as rows.
    pub notation: Format,
}

impl Default for StateNames {
    fn default() -> Self {
        Self { moves_of: MovesOf::Blank, notation: Format::Rows }
    }
}

impl StateNames {
    /// A state of a trace, which has boards as rows.
    fn state<'s>(&self, state: &'s str) -> Cow<'s, str> {
        let notation = match self.notation {
            Format::Grid | Format::FortyTwo | Format::Rows => return Cow::Borrowed(state),
            notation => notation,
        };
        let board = read_board(state, &ReadOptions { format: Some(Format::Rows), ..ReadOptions::default() });
        let written = board.ok().and_then(|read| write_board(&read.board, notation).ok());
        written.map_or(Cow::Borrowed(state), Cow::Owned)
    }

    /// A move of a trace, which names the direction of the blank.
    fn op<'s>(&self, op: &'s str) -> Cow<'s, str> {
        match op.parse::<Moves>() {
            Ok(moves) if self.moves_of == MovesOf::Tile => Cow::Owned(moves.letters(MovesOf::Tile)),
            _ => Cow::Borrowed(op),
        }
    }
}

/// Writes scenes.
pub struct StepText {
    /// How many units of cost make one.
    pub unit: u32,
    /// What is behind the scene that is written.
    pub behind: Behind,
    /// Whether the search at hand uses a heuristic.
    informed: bool,
    names: StateNames,
    /// Whether the states are boards.
    has_boards: bool,
}

impl Default for StepText {
    fn default() -> Self {
        Self::new(StateNames::default())
    }
}

impl StepText {
    /// Writes boards, where the states are some, by these names.
    pub fn new(names: StateNames) -> Self {
        Self { unit: 1, behind: Behind::Steps, informed: true, names, has_boards: false }
    }

    /// A trace begins.
    pub fn begin(&mut self, header: &TraceHeader) {
        self.unit = header.cost_unit;
        self.has_boards = header.is_of_boards();
    }

    fn state<'s>(&self, state: &'s str) -> Cow<'s, str> {
        if self.has_boards { self.names.state(state) } else { Cow::Borrowed(state) }
    }

    fn op<'s>(&self, successor: &'s Successor) -> Cow<'s, str> {
        let op = successor.op.as_deref().unwrap_or("");
        if self.has_boards { self.names.op(op) } else { Cow::Borrowed(op) }
    }

    /// A scene as lines.
    pub fn scene(&mut self, scene: &Scene) -> String {
        match scene {
            Scene::Search { algorithm: name } => {
                let card = algorithm(name.split('(').next().unwrap_or(name));
                self.informed = card.is_ok_and(|card| card.informed);
                let whose =
                    self.has_boards.then(|| format!(" (letters: where the {} goes)", self.names.moves_of.name()));
                format!("{STRONG}{name}{STRONG:#}{}\n", whose.unwrap_or_default())
            }
            Scene::Bound { bound } => format!("\nbound {}\n", self.cost(*bound)),
            Scene::Step(step) => self.step(step),
            Scene::Forget(forgotten) => self.forgets(forgotten),
            Scene::Improved { cost } => format!("   a solution of cost {}; is there a better one?\n", self.cost(*cost)),
            Scene::Solved { cost } => format!("\nthe goal is reached at cost {}\n", self.cost(*cost)),
        }
    }

    fn forgets(&self, Forgotten { state, f, .. }: &Forgotten) -> String {
        format!("   forgets {} (f {}): there is no room\n", self.state(state), self.cost(*f))
    }

    fn cost(&self, cost: Cost) -> Fraction {
        Fraction::over(cost, self.unit)
    }

    fn numbers(&self, state: &Labelled) -> String {
        match self.informed {
            true => format!("g {}, h {}, f {}", self.cost(state.g), self.cost(state.h), self.cost(state.f())),
            false => format!("g {}", self.cost(state.g)),
        }
    }

    fn step(&self, step: &Step) -> String {
        let Step { number, expanded, backward, told_before, forgotten, waiting, in_order, .. } = step;
        // What was told before is not told again.
        let successors = &step.successors[*told_before..];
        let side = match step.comes_back() {
            true => " again",
            false if *backward => " from the goal's side",
            false => "",
        };
        let state = self.state(&expanded.state);
        let mut text = format!("\n{number}. {STRONG}{state}{STRONG:#}{side}: {}\n", self.numbers(expanded));
        let named: Vec<_> = successors.iter().map(|made| (made, self.op(made), self.state(&made.made.state))).collect();
        let ops = named.iter().map(|(_, op, _)| op.chars().count()).max().unwrap_or(0);
        let states = named.iter().map(|(.., state)| state.chars().count()).max().unwrap_or(0);
        for (successor, op, state) in named {
            let line = format!("   {op:<ops$}  {state:<states$}  {}", self.numbers(&successor.made));
            text += &format!("{}{}\n", line.trim_end(), self.fate(successor));
        }
        match self.behind {
            // What waits is not known either.
            Behind::BrokenLine => return text + "   the trace breaks off here\n",
            // A limit may have come before them.
            Behind::End if successors.is_empty() => text += "   no successors before the trace ends\n",
            Behind::Steps if successors.is_empty() => text += "   no successors\n",
            Behind::End | Behind::Steps => {}
        }
        text.extend(forgotten.iter().map(|forgotten| self.forgets(forgotten)));
        // Where the order of the search is not known, what waits is listed by f.
        let by_f = if *in_order { "" } else { ", by f" };
        text + &match waiting {
            Waiting::Frontier(listed) => self.frontier(&format!("frontier{by_f}"), listed),
            Waiting::BothSides { forward, backward } => {
                self.frontier(&format!("from the start{by_f}"), forward)
                    + &self.frontier(&format!("from the goal{by_f}"), backward)
            }
            Waiting::Path(path) => self.path(path),
        }
    }

    fn fate(&self, successor: &Successor) -> String {
        let dropped = successor.dropped.map(|reason| match reason {
            Prune::Duplicate => "dropped: it is known already",
            Prune::Worse => "dropped: a better path to it is known",
            Prune::OverBound => "dropped: over the bound",
            Prune::Full => "dropped: there is no room",
        });
        let reopened = successor.reopened.then_some("opened again: this path is cheaper");
        let met = successor.met.map(|cost| format!("met from both ends at cost {}", self.cost(cost)));
        let words = dropped.map(str::to_owned).into_iter().chain(reopened.map(str::to_owned)).chain(met);
        words.map(|words| format!("   {words}")).collect()
    }

    fn waits(&self, state: &Labelled) -> String {
        match self.informed {
            true => format!("{} (f {})", self.state(&state.state), self.cost(state.f())),
            false => format!("{} (g {})", self.state(&state.state), self.cost(state.g)),
        }
    }

    fn frontier(&self, title: &str, listed: &Listed) -> String {
        let mut states: Vec<String> = listed.first.iter().map(|state| self.waits(state)).collect();
        let more = listed.count - states.len();
        if more > 0 {
            states.push(format!("... ({more} more)"));
        }
        let states = if states.is_empty() { "empty".to_owned() } else { states.join(", ") };
        format!("   {title}: {states}\n")
    }

    fn path(&self, path: &Listed) -> String {
        let before = path.count - path.first.len();
        let skipped = (before > 0).then(|| format!("... ({before} before)"));
        let names = path.first.iter().map(|state| self.state(&state.state).into_owned());
        format!("   path: {}\n", skipped.into_iter().chain(names).collect::<Vec<_>>().join(" => "))
    }
}
