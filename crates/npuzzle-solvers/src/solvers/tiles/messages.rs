//! What the processes of a divided search tell each other, as bytes.
//!
//! A message that was changed on its way, or was written by another program, is refused when it is
//! read: a search would count on without an error otherwise.

use std::time::Duration;

use crate::core::parcel::{Parcel, Unpacked};
use crate::core::{Cost, Stats, Stop};
use crate::domains::tiles::Direction;
use crate::solvers::tiles::deepening::{Deepened, Iteration, Outcome};
use crate::solvers::tiles::kernel::{DIRECTIONS, KernelTally, Saved};
use crate::solvers::tiles::workshop::End;

/// What the leader tells the others.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Order {
    /// An iteration begins, with so many permissions to expand; `u64::MAX` where there is no limit.
    Begin { bound: Cost, permits: u64 },
    /// Work: roots that no process has begun, or a stack.
    Work { nodes: Vec<Saved>, are_roots: bool },
    /// Others wait for work: a part of a stack is asked for.
    Share,
    /// So many more permissions.
    Permit(u64),
    /// What is left to do is asked for, for a record.
    Record,
    /// The iteration is over. What is left to do is asked for, or is not.
    End { is_rest_wanted: bool },
    /// The search is over.
    Answer(Answer),
    /// It could not be made.
    Failed(String),
}

/// The answer of a search, for all who took part.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Answer {
    pub(super) deepened: Deepened,
    /// What all have expanded, as the leader's budget counts it.
    pub(super) expanded: u64,
    /// The bound that is proved.
    pub(super) lower_bound: Cost,
}

/// What the others tell the leader.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Report {
    /// More work is wanted. `received` messages with work have come so far in this iteration, and
    /// all of it is done where the process is idle.
    Ask { is_idle: bool, received: u64, done: KernelTally },
    /// A part of a stack, or roots, for others.
    Given(Vec<Saved>),
    /// What is done of the iteration.
    Done(KernelTally),
    /// More permissions are wanted.
    AskPermits,
    /// What is left to do and what is done at one moment.
    Recorded(Rest),
    /// A goal was reached, or a limit.
    Ended(End),
    /// The same as a record when all have stopped.
    Rest(Rest),
}

/// What a process has left to do of an iteration, and what it has done.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rest {
    pub(super) done: KernelTally,
    pub(super) roots: Vec<Saved>,
    pub(super) stacks: Vec<Vec<Saved>>,
    /// The longest stacks of its threads, added up.
    pub(super) longest: u64,
    /// The most bytes it has held.
    pub(super) peak_bytes: u64,
}

impl Order {
    pub(super) fn message(&self) -> Vec<u8> {
        let mut parcel;
        match self {
            Self::Begin { bound, permits } => {
                parcel = Parcel::new(1);
                parcel.number((*bound).into()).number(*permits);
            }
            Self::Work { nodes, are_roots } => {
                parcel = Parcel::new(2);
                parcel.byte((*are_roots).into());
                put_nodes(&mut parcel, nodes);
            }
            Self::Share => parcel = Parcel::new(3),
            Self::Permit(more) => {
                parcel = Parcel::new(4);
                parcel.number(*more);
            }
            Self::Record => parcel = Parcel::new(5),
            Self::End { is_rest_wanted } => {
                parcel = Parcel::new(6);
                parcel.byte((*is_rest_wanted).into());
            }
            Self::Answer(answer) => {
                parcel = Parcel::new(7);
                put_answer(&mut parcel, answer);
            }
            Self::Failed(why) => {
                parcel = Parcel::new(8);
                parcel.bytes(why.as_bytes());
            }
        }
        parcel.seal()
    }

    /// Reads a message about boards of so many cells.
    pub(super) fn read(message: &[u8], cells: usize) -> Option<Self> {
        let (kind, mut contents) = Unpacked::open(message)?;
        let order = match kind {
            1 => Self::Begin { bound: contents.small()?, permits: contents.number()? },
            2 => {
                let are_roots = flag(&mut contents)?;
                Self::Work { nodes: nodes(&mut contents, cells)?, are_roots }
            }
            3 => Self::Share,
            4 => Self::Permit(contents.number()?),
            5 => Self::Record,
            6 => Self::End { is_rest_wanted: flag(&mut contents)? },
            7 => Self::Answer(answer(&mut contents)?),
            8 => Self::Failed(String::from_utf8(contents.bytes()?.to_vec()).ok()?),
            _ => return None,
        };
        contents.is_empty().then_some(order)
    }
}

impl Report {
    pub(super) fn message(&self) -> Vec<u8> {
        let mut parcel;
        match self {
            Self::Ask { is_idle, received, done } => {
                parcel = Parcel::new(17);
                parcel.byte((*is_idle).into()).number(*received);
                put_tally(&mut parcel, done);
            }
            Self::Given(nodes) => {
                parcel = Parcel::new(18);
                put_nodes(&mut parcel, nodes);
            }
            Self::Done(done) => {
                parcel = Parcel::new(19);
                put_tally(&mut parcel, done);
            }
            Self::AskPermits => parcel = Parcel::new(20),
            Self::Recorded(rest) => {
                parcel = Parcel::new(21);
                put_rest(&mut parcel, rest);
            }
            Self::Ended(end) => {
                parcel = Parcel::new(22);
                match *end {
                    End::Found(path) => parcel.byte(0).number(path),
                    End::Stopped(why) => parcel.byte(1).number(why.code().into()),
                    End::Enough => parcel.byte(2).number(0),
                };
            }
            Self::Rest(rest) => {
                parcel = Parcel::new(23);
                put_rest(&mut parcel, rest);
            }
        }
        parcel.seal()
    }

    /// Reads a message about boards of so many cells.
    pub(super) fn read(message: &[u8], cells: usize) -> Option<Self> {
        let (kind, mut contents) = Unpacked::open(message)?;
        let report = match kind {
            17 => {
                let is_idle = flag(&mut contents)?;
                Self::Ask { is_idle, received: contents.number()?, done: tally(&mut contents)? }
            }
            18 => Self::Given(nodes(&mut contents, cells)?),
            19 => Self::Done(tally(&mut contents)?),
            20 => Self::AskPermits,
            21 => Self::Recorded(rest(&mut contents, cells)?),
            22 => Self::Ended(match (contents.byte()?, contents.number()?) {
                (0, path) => End::Found(path),
                (1, why) => End::Stopped(Stop::of_code(u8::try_from(why).ok()?)?),
                (2, _) => End::Enough,
                _ => return None,
            }),
            23 => Self::Rest(rest(&mut contents, cells)?),
            _ => return None,
        };
        contents.is_empty().then_some(report)
    }
}

fn flag(contents: &mut Unpacked<'_>) -> Option<bool> {
    match contents.byte()? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

fn put_tally(parcel: &mut Parcel, &KernelTally { expanded, generated, evaluated }: &KernelTally) {
    parcel.number(expanded).number(generated).number(evaluated);
}

fn tally(contents: &mut Unpacked<'_>) -> Option<KernelTally> {
    Some(KernelTally { expanded: contents.number()?, generated: contents.number()?, evaluated: contents.number()? })
}

fn put_nodes(parcel: &mut Parcel, nodes: &[Saved]) {
    parcel.number(nodes.len() as u64);
    for Saved { cells, words, left, path } in nodes {
        parcel.bytes(cells).number(u64::from(*words) << 32 | u64::from(*left)).number(*path);
    }
}

fn nodes(contents: &mut Unpacked<'_>, cells: usize) -> Option<Vec<Saved>> {
    let many: u64 = contents.number()?;
    let node = |_| {
        let board = contents.bytes()?;
        let mut seen = 0_u64;
        board.iter().for_each(|&home| seen |= 1_u64.checked_shl(home.into()).unwrap_or(0));
        let is_board = board.len() == cells && seen == (1_u64 << cells) - 1;
        let both = is_board.then(|| contents.number())??;
        Some(Saved { cells: board.to_vec(), words: (both >> 32) as u32, left: both as u32, path: contents.number()? })
    };
    (0..many).map(node).collect()
}

fn put_rest(parcel: &mut Parcel, Rest { done, roots, stacks, longest, peak_bytes }: &Rest) {
    put_tally(parcel, done);
    parcel.number(*longest).number(*peak_bytes).number(stacks.len() as u64);
    std::iter::once(roots).chain(stacks).for_each(|some| put_nodes(parcel, some));
}

fn rest(contents: &mut Unpacked<'_>, cells: usize) -> Option<Rest> {
    let done = tally(contents)?;
    let (longest, peak_bytes, many) = (contents.number()?, contents.number()?, contents.number()?);
    let roots = nodes(contents, cells)?;
    let stacks = (0..many).map(|_| nodes(contents, cells)).collect::<Option<_>>()?;
    Some(Rest { done, roots, stacks, longest, peak_bytes })
}

fn put_answer(parcel: &mut Parcel, Answer { deepened, expanded, lower_bound }: &Answer) {
    parcel.number(*expanded).number((*lower_bound).into());
    // Processes that share a search use no device.
    let Deepened { outcome, iterations, stats, time_before, device: _ } = deepened;
    match outcome {
        Outcome::Solved { moves } => {
            let code = |way: &Direction| DIRECTIONS.iter().position(|other| other == way).unwrap_or(0) as u8;
            parcel.byte(0).bytes(&moves.iter().map(code).collect::<Vec<u8>>())
        }
        Outcome::GaveUp { bound } => parcel.byte(1).number((*bound).into()),
        Outcome::Stopped { why, bound } => parcel.byte(2).byte(why.code()).number((*bound).into()),
        Outcome::Deserted { bound, .. } => parcel.byte(2).byte(Stop::Broken.code()).number((*bound).into()),
    };
    parcel.number(iterations.len() as u64);
    for &Iteration { bound, expanded, generated, evaluated, completed } in iterations {
        parcel.number(bound.into());
        put_tally(parcel, &KernelTally { expanded, generated, evaluated });
        parcel.byte(completed.into());
    }
    let Stats { expanded, generated, evaluated, reopened, max_open, max_stored, max_depth, iterations, peak_bytes } =
        *stats;
    parcel.number(expanded).number(generated).number(evaluated).number(reopened).number(max_open);
    parcel.number(max_stored).number(max_depth).number(iterations).number(peak_bytes);
    parcel.number(u64::try_from(time_before.as_nanos()).unwrap_or(u64::MAX));
}

fn answer(contents: &mut Unpacked<'_>) -> Option<Answer> {
    let (expanded, lower_bound) = (contents.number()?, contents.small()?);
    let outcome = match contents.byte()? {
        0 => {
            let way = |&code: &u8| DIRECTIONS.get(usize::from(code)).copied();
            Outcome::Solved { moves: contents.bytes()?.iter().map(way).collect::<Option<_>>()? }
        }
        1 => Outcome::GaveUp { bound: contents.small()? },
        2 => Outcome::Stopped { why: Stop::of_code(contents.byte()?)?, bound: contents.small()? },
        _ => return None,
    };
    let many = contents.number()?;
    let iteration = |_| {
        let bound = contents.small()?;
        let KernelTally { expanded, generated, evaluated } = tally(contents)?;
        Some(Iteration { bound, expanded, generated, evaluated, completed: flag(contents)? })
    };
    let iterations = (0..many).map(iteration).collect::<Option<_>>()?;
    let stats = Stats {
        expanded: contents.number()?,
        generated: contents.number()?,
        evaluated: contents.number()?,
        reopened: contents.number()?,
        max_open: contents.number()?,
        max_stored: contents.number()?,
        max_depth: contents.number()?,
        iterations: contents.number()?,
        peak_bytes: contents.number()?,
    };
    let time_before = Duration::from_nanos(contents.number()?);
    let deepened = Deepened { outcome, iterations, stats, time_before, device: None };
    Some(Answer { deepened, expanded, lower_bound })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn node(left: Cost) -> Saved {
        Saved { cells: vec![0, 2, 1, 3], words: 70_000, left, path: u64::MAX - 5 }
    }

    fn some_rest() -> Rest {
        let done = KernelTally { expanded: 5, generated: u64::MAX, evaluated: 7 };
        Rest { done, roots: vec![node(9)], stacks: vec![vec![node(3), node(4)], Vec::new()], longest: 8, peak_bytes: 9 }
    }

    fn orders() -> Vec<Order> {
        let answer = |outcome| {
            let iterations = vec![Iteration { bound: 4, expanded: 1, generated: 2, evaluated: 3, completed: true }];
            let stats = Stats { expanded: 1, max_depth: 7, peak_bytes: 8, ..Stats::default() };
            let deepened = Deepened { outcome, iterations, stats, time_before: Duration::from_nanos(77), device: None };
            Order::Answer(Answer { deepened, expanded: 99, lower_bound: 50 })
        };
        vec![
            Order::Begin { bound: 52, permits: u64::MAX },
            Order::Work { nodes: vec![node(1), node(2)], are_roots: true },
            Order::Work { nodes: Vec::new(), are_roots: false },
            Order::Share,
            Order::Permit(17),
            Order::Record,
            Order::End { is_rest_wanted: true },
            answer(Outcome::Solved { moves: Direction::ALL.to_vec() }),
            answer(Outcome::GaveUp { bound: 6 }),
            answer(Outcome::Stopped { why: Stop::Memory, bound: 6 }),
            Order::Failed("no".to_owned()),
        ]
    }

    fn reports() -> Vec<Report> {
        vec![
            Report::Ask { is_idle: true, received: 3, done: some_rest().done },
            Report::Given(vec![node(1)]),
            Report::Done(KernelTally::default()),
            Report::AskPermits,
            Report::Recorded(some_rest()),
            Report::Ended(End::Found(u64::MAX)),
            Report::Ended(End::Stopped(Stop::Threads)),
            Report::Ended(End::Enough),
            Report::Rest(Rest::default()),
        ]
    }

    #[test]
    fn what_was_said_is_heard() {
        for order in orders() {
            assert_eq!(Order::read(&order.message(), 4), Some(order));
        }
        for report in reports() {
            assert_eq!(Report::read(&report.message(), 4), Some(report));
        }
    }

    #[test]
    fn boards_of_another_size_are_refused_and_so_are_no_boards() {
        assert_eq!(Report::read(&Report::Given(vec![node(1)]).message(), 5), None);
        for cells in [vec![0, 1, 1, 3], vec![0, 1, 2, 200]] {
            let given = Report::Given(vec![Saved { cells, ..node(1) }]);
            assert_eq!(Report::read(&given.message(), 4), None);
        }
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_noticed() {
        let (orders, reports) = (orders(), reports());
        let messages = orders.iter().map(Order::message).chain(reports.iter().map(Report::message));
        for message in messages {
            for place in 0..message.len() {
                let mut changed = message.clone();
                changed[place] = changed[place].wrapping_add(1);
                for damaged in [&message[..place], &changed] {
                    assert!(Order::read(damaged, 4).is_none() && Report::read(damaged, 4).is_none());
                }
            }
        }
    }

    proptest! {
        /// Whatever comes with the right checksum, reading it ends with a value.
        #[test]
        fn no_message_panics(kind: u8, numbers in prop::collection::vec(prop_oneof![0..5_u64, any::<u64>()], 0..12)) {
            let mut parcel = Parcel::new(kind % 24);
            numbers.iter().for_each(|&number| { parcel.number(number); });
            let message = parcel.seal();
            let _ = (Order::read(&message, 4), Report::read(&message, 4));
        }
    }
}
