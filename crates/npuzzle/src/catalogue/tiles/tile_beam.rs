//! The beam that knows the puzzle, as an entry of the catalogue.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::catalogue::run::{Answer, BoardTask, Puzzle, Run, Watch};
use crate::catalogue::tiles::TileSearch;
use crate::catalogue::{Call, RequestError};
use crate::core::card::{
    AlgorithmCard, Completeness, Feature, FrontierOrder, Group, MemoryClass, Optimality, OptionCard, OptionKind,
    SearchKind,
};
use crate::core::{Budget, Cost, Limits, Outcome, Proof, Solution, Stats, Stop, Verdict};
use crate::domains::tiles::parity::least_moves;
use crate::solvers::tiles::beam::{BeamTally, turned_round};
use crate::solvers::tiles::frames::Frames;

/// The entry of the list.
pub(crate) struct Entry;

impl TileSearch for Entry {
    const CARD: AlgorithmCard = AlgorithmCard {
        name: "tile-beam",
        aliases: &[],
        title: "Beam search for tiles",
        summary: "beam search on packed boards, ordered by a learned score; where it stalls, a frame of the board is filled",
        group: Group::Boards,
        informed: false,
        complete: Completeness::Always,
        optimal: Optimality::No,
        weakened_by: &[],
        memory: MemoryClass::Layers,
        kind: SearchKind::Parallel,
        frontier: FrontierOrder::Hidden,
        features: &[Feature::Beam, Feature::Repeatable, Feature::SingleMoves],
        options: &[WIDTH, FROM],
        citation: "Xu, Fern & Yoon 2009; docs/adr/0016-large-boards.md",
        pseudocode: "\
rest <- the whole board
repeat:
  layer <- {start}
  until 60 layers have brought no better score:
    open <- successors of layer in rest, each once
    if a goal is among them: return the path to it
    layer <- the best of open by a learned score, as many
      as the beam is wide
  go to the state of best score
  fill two lines at the edge of rest tile by tile
  rest <- rest without them; start <- the state reached
",
    };

    fn run(task: BoardTask<'_, '_, '_>) -> Result<Answer, RequestError> {
        Ok(Answer::of(task.call, run(task.puzzle, task.call, task.limits, task.watch), None))
    }
}

const WIDTH: OptionCard = OptionCard {
    name: "width",
    summary: "how many states of each layer are kept",
    kind: OptionKind::Count { min: 1, max: 100_000_000, default: 10_000 },
};

const FROM: OptionCard = OptionCard {
    name: "from",
    summary: "whether it goes from the start to the goal, or from the goal to the start",
    kind: OptionKind::Choice(&["start", "goal"]),
};

/// Runs the beam that a call asks for. On the same board it finds the same solution, on any number
/// of threads.
fn run(puzzle: &Puzzle<'_>, call: &Call, limits: &Limits, watch: Watch<'_>) -> Run {
    let mut budget = Budget::new(limits.clone()).with_progress(watch);
    let lower_bound = least_moves(puzzle.start, puzzle.goal);
    budget.raise_lower_bound(lower_bound);
    let backward = call.options.choice(FROM.name) == "goal";
    let frames = Frames {
        width: call.options.count(WIDTH.name) as usize,
        threads: budget.threads(),
        memory: budget.memory_limit().unwrap_or(u64::MAX),
        longest: None,
        variation: 0,
    };
    let widest = frames.widest(puzzle.start.shape());
    if frames.width > widest {
        limits.table_cache.note(format!("the memory limit has room for beams of {widest} states"));
    }
    let (from, to) = if backward { (puzzle.goal, puzzle.start) } else { (puzzle.start, puzzle.goal) };
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    let in_time = budget.checker();
    let expanded = AtomicU64::new(0);
    let so_far = || expanded.load(Ordering::Relaxed);
    let check = || if so_far() < nodes { in_time() } else { Err(Stop::Nodes) };
    let mut tally = BeamTally::default();
    let watched = RefCell::new(&mut budget);
    let fullest = AtomicU64::new(0);
    let count = |more: u64| {
        fullest.fetch_max(more, Ordering::Relaxed);
        expanded.fetch_add(more, Ordering::Relaxed);
        watched.borrow_mut().note_expanded(so_far());
    };
    let verdict = match frames.solve(from, to, &check, &count, &mut tally) {
        Ok(Some(framed)) => {
            let ops = if backward { turned_round(&framed.moves) } else { framed.moves };
            let cost = ops.len() as Cost;
            Verdict::Solved(Solution { cost, ops, proof: Proof::by_bound(cost, lower_bound) })
        }
        Ok(None) => Verdict::Stopped { why: Stop::RanDry, best: None },
        Err(why) => Verdict::Stopped { why, best: None },
    };
    budget.note_expanded(tally.expanded);
    let stats = Stats {
        generated: tally.generated,
        evaluated: tally.generated,
        max_open: fullest.load(Ordering::Relaxed),
        max_stored: fullest.load(Ordering::Relaxed),
        max_depth: tally.layers as u64,
        iterations: 1,
        ..Stats::default()
    };
    let seconds = budget.elapsed();
    let mut outcome = Outcome::new(verdict, stats, &mut budget);
    outcome.stats.peak_bytes = tally.peak_bytes;
    Run { outcome, h_start: None, seconds, table_seconds: Duration::ZERO, deepening: Vec::new() }
}
