//! What must hold for an iteration that several processes share, whatever becomes of one of them.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::core::crew::threads;
use crate::core::{Budget, Crew, Limits, Progress, Stop};
use crate::solvers::tiles::deepening::tests::{
    added_up, completed, counts, journal_in, journalled, kernel, moves, unlimited,
};
use crate::solvers::tiles::deepening::{DeepenError, Deepened, Journalled, Outcome, Plan, deepen};
use crate::solvers::tiles::kernel::Kernel;
use crate::solvers::tiles::messages::Report;
use crate::solvers::tiles::samples::korf;

/// What every process of a crew finds, each with limits of its own. `watch` hears of progress.
fn by_crew<K: Kernel>(
    kernel: &K,
    cells: &[u8],
    plan: &Plan<'_>,
    crew: &[Arc<dyn Crew>],
    limits: impl Fn(usize) -> Limits + Sync,
    watch: impl Fn(usize, &Progress) + Sync,
) -> Vec<Result<Deepened, DeepenError>> {
    let one = |rank: usize| {
        let limits = Limits { crew: Some(Arc::clone(&crew[rank])), ..limits(rank) };
        let mut sink = |progress: &Progress| watch(rank, progress);
        deepen(kernel, cells, plan, &mut Budget::new(limits).with_progress(&mut sink))
    };
    let one = &one;
    std::thread::scope(|scope| {
        let ranks: Vec<_> = (0..crew.len()).map(|rank| scope.spawn(move || one(rank))).collect();
        ranks.into_iter().map(|rank| rank.join().unwrap()).collect()
    })
}

/// The answer of a crew of so many: that of each of them.
fn together<K: Kernel>(
    kernel: &K,
    cells: &[u8],
    plan: &Plan<'_>,
    size: usize,
    limits: impl Fn(usize) -> Limits + Sync,
) -> Deepened {
    let crew = threads(size);
    let answer = agreed(by_crew(kernel, cells, plan, &crew, limits, |_, _| {}));
    // Nothing that was said is left for the next question.
    for process in &crew {
        assert_eq!(process.receive(None, Duration::ZERO), None);
    }
    answer
}

/// The same answer of all, where there is no error.
fn agreed(answers: Vec<Result<Deepened, DeepenError>>) -> Deepened {
    let mut answers = answers.into_iter().map(Result::unwrap);
    let first = answers.next().unwrap();
    assert!(answers.all(|other| other == first));
    first
}

#[test]
fn processes_change_no_count_of_a_completed_iteration() {
    for number in [12, 79, 42] {
        let (cells, frame, optimal) = korf(number);
        let kernel = kernel(frame, 10);
        let alone = unlimited(&kernel, &cells, &Plan::new(frame, 1));
        for (size, threads) in [(1, 1), (2, 1), (2, 3), (4, 1), (4, 3), (8, 1), (8, 3)] {
            let plan = Plan::new(frame, threads);
            let deepened = together(&kernel, &cells, &plan, size, |_| Limits::default());
            assert_eq!(moves(frame, &cells, &deepened), optimal as usize, "korf:{number} by {size}");
            assert_eq!(completed(&deepened), completed(&alone), "korf:{number} by {size} with {threads} threads");
            assert_eq!(deepened.iterations.len(), completed(&alone).len() + 1);
            assert_eq!(counts(deepened.stats), added_up(&deepened));
        }
    }
}

#[test]
fn processes_that_are_stopped_by_limits_count_alike() {
    let (cells, frame, optimal) = korf(17);
    let kernel = kernel(frame, 10);
    for (size, threads) in [(2, 1), (4, 2)] {
        for nodes in [0, 1, 100, 5000, 400_000, 3_000_000] {
            let limits = |_| Limits { nodes: Some(nodes), ..Limits::default() };
            let deepened = together(&kernel, &cells, &Plan::new(frame, threads), size, limits);
            let Outcome::Stopped { why: Stop::Nodes, bound } = deepened.outcome else { panic!("{deepened:?}") };
            // What was lent and not used is lost.
            let expanded = deepened.stats.expanded;
            assert!(bound <= optimal && (nodes / 2..=nodes).contains(&expanded), "{expanded} of {nodes}");
            assert!(deepened.iterations.is_empty() || counts(deepened.stats) == added_up(&deepened));
        }
    }
}

#[test]
fn a_limit_of_one_process_ends_the_search_of_all() {
    let (cells, frame, _) = korf(17);
    let kernel = kernel(frame, 10);
    let plan = Plan::new(frame, 1);
    for stopped in [0, 2] {
        let few = |rank| Limits { memory: (rank == stopped).then_some(10_000), ..Limits::default() };
        let deepened = together(&kernel, &cells, &plan, 3, few);
        assert!(matches!(deepened.outcome, Outcome::Stopped { why: Stop::Memory, .. }), "{deepened:?}");
        let cancel = Arc::new(AtomicBool::new(true));
        let cancelled = |rank| Limits { cancel: (rank == stopped).then(|| cancel.clone()), ..Limits::default() };
        let deepened = together(&kernel, &cells, &plan, 3, cancelled);
        assert!(matches!(deepened.outcome, Outcome::Stopped { why: Stop::Cancelled, .. }), "{deepened:?}");
        let late = |rank| Limits { time: (rank == stopped).then_some(Duration::from_millis(30)), ..Limits::default() };
        let deepened = together(&kernel, &cells, &plan, 3, late);
        assert!(matches!(deepened.outcome, Outcome::Stopped { why: Stop::Time, .. }), "{deepened:?}");
    }
}

#[test]
fn processes_that_give_up_do_so_at_the_same_bound() {
    let (cells, frame, optimal) = korf(12);
    let kernel = kernel(frame, 10);
    let whole = unlimited(&kernel, &cells, &Plan::new(frame, 1));
    let most = whole.stats.expanded / 2;
    let plan = Plan { give_up_after: Some(most), ..Plan::new(frame, 2) };
    let part = together(&kernel, &cells, &plan, 3, |_| Limits::default());
    let Outcome::GaveUp { bound } = part.outcome else { panic!("{part:?}") };
    assert!(part.stats.expanded >= most && bound <= optimal);
    let plan = Plan { first_bound: Some(bound), ..Plan::new(frame, 1) };
    let rest = together(&kernel, &cells, &plan, 3, |_| Limits::default());
    assert_eq!(moves(frame, &cells, &rest), optimal as usize);
    assert_eq!(completed(&part).len() + completed(&rest).len(), completed(&whole).len());
    let plan = Plan { known: Some(optimal), ..Plan::new(frame, 1) };
    let known = together(&kernel, &cells, &plan, 3, |_| Limits::default());
    assert_eq!(known.outcome, Outcome::GaveUp { bound: optimal });
    assert_eq!(completed(&known), completed(&whole));
}

/// One process, several, and one again: what each leaves behind the next goes on from.
#[test]
fn interrupted_searches_go_on_with_any_number_of_processes() {
    let (cells, frame, _) = korf(61);
    let kernel = kernel(frame, 10);
    let whole = unlimited(&kernel, &cells, &Plan::new(frame, 1));
    for sizes in [[1, 2, 4], [3, 1, 2], [8, 2, 1]] {
        let folder = tempfile::tempdir().unwrap();
        let mut interruptions = 0;
        let deepened = loop {
            let plan = journalled(Plan::new(frame, 1 + interruptions % 3), folder.path());
            let size = sizes[interruptions % 3];
            let limits = |_| Limits { nodes: Some(250_000), ..Limits::default() };
            let deepened = together(&kernel, &cells, &plan, size, limits);
            assert_eq!(counts(deepened.stats), added_up(&deepened));
            match deepened.outcome {
                Outcome::Stopped { why: Stop::Nodes, .. } => interruptions += 1,
                _ => break deepened,
            }
            assert!(interruptions < 100);
        };
        assert!(interruptions >= 2, "{interruptions}");
        assert_eq!(moves(frame, &cells, &deepened), moves(frame, &cells, &whole));
        assert_eq!(completed(&deepened), completed(&whole), "{sizes:?}");
        // A search that is over answers at once, to all.
        let again =
            together(&kernel, &cells, &journalled(Plan::new(frame, 1), folder.path()), 2, |_| Limits::default());
        assert_eq!((&again.outcome, &again.iterations), (&deepened.outcome, &deepened.iterations));
    }
}

/// The records that are written while processes run hold what was on its way between them.
#[test]
fn every_record_of_several_processes_is_one_to_go_on_from() {
    let (cells, frame, optimal) = korf(61);
    let kernel = kernel(frame, 10);
    // Few roots, so that most of the work goes to and fro.
    let few_roots = |threads| Plan { roots: 4, ..Plan::new(frame, threads) };
    let whole = unlimited(&kernel, &cells, &few_roots(1));
    let running = tempfile::tempdir().unwrap();
    let records: Mutex<Vec<Vec<u8>>> = Mutex::default();
    let keep = |rank, _: &Progress| {
        let record = std::fs::read(running.path().join("search.journal")).ok().filter(|_| rank == 0);
        records.lock().unwrap().extend(record);
    };
    let plan = journalled(few_roots(2), running.path());
    agreed(by_crew(&kernel, &cells, &plan, &threads(4), |_| Limits::default(), keep));
    let records = records.into_inner().unwrap();
    assert!(!records.is_empty());
    for (number, record) in records.iter().rev().take(4).enumerate() {
        let copy = tempfile::tempdir().unwrap();
        std::fs::write(copy.path().join("search.journal"), record).unwrap();
        let journal = Journalled { interval: None, ..journal_in(copy.path()) };
        let plan = Plan { journal: Some(journal), ..few_roots(2) };
        let resumed = together(&kernel, &cells, &plan, [1, 2, 3, 4][number], |_| Limits::default());
        assert_eq!(moves(frame, &cells, &resumed), optimal as usize);
        assert_eq!(completed(&resumed), completed(&whole));
    }
}

/// Gets the sender and the message.
type Listener = Arc<dyn Fn(usize, &mut Vec<u8>) + Send + Sync>;

/// Looks at what the processes of a crew send, and may change it.
struct Listened {
    crew: Arc<dyn Crew>,
    listen: Listener,
}

impl std::fmt::Debug for Listened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.crew.fmt(f)
    }
}

impl Crew for Listened {
    fn rank(&self) -> usize {
        self.crew.rank()
    }

    fn size(&self) -> usize {
        self.crew.size()
    }

    fn send(&self, to: usize, mut message: Vec<u8>) {
        assert_ne!(to, self.rank(), "nothing is sent to oneself");
        (self.listen)(self.rank(), &mut message);
        self.crew.send(to, message);
    }

    fn receive(&self, from: Option<usize>, patience: Duration) -> Option<(usize, Vec<u8>)> {
        self.crew.receive(from, patience)
    }

    fn unsent_bytes(&self) -> u64 {
        self.crew.unsent_bytes()
    }
}

fn listened(size: usize, listen: impl Fn(usize, &mut Vec<u8>) + Send + Sync + 'static) -> Vec<Arc<dyn Crew>> {
    let listen: Listener = Arc::new(listen);
    let listened = |crew| Arc::new(Listened { crew, listen: Arc::clone(&listen) }) as Arc<dyn Crew>;
    threads(size).into_iter().map(listened).collect()
}

/// All of the work is in one root: none of the others would have any if it were not divided
/// while it is done.
#[test]
fn a_large_subtree_is_divided_among_processes() {
    let (cells, frame, optimal) = korf(61);
    let kernel = kernel(frame, 10);
    let plan = Plan { roots: 1, ..Plan::new(frame, 1) };
    let heard: Arc<Mutex<(u64, HashSet<usize>)>> = Arc::default();
    let listen = {
        let heard = Arc::clone(&heard);
        move |rank: usize, message: &mut Vec<u8>| {
            let mut heard = heard.lock().unwrap();
            match Report::read(message, 16) {
                Some(Report::Given(_)) => heard.0 += 1,
                Some(Report::Rest(rest)) if rest.done.expanded > 0 => drop(heard.1.insert(rank)),
                _ => {}
            }
        }
    };
    let crew = listened(3, listen);
    let deepened = agreed(by_crew(&kernel, &cells, &plan, &crew, |_| Limits::default(), |_, _| {}));
    assert_eq!(moves(frame, &cells, &deepened), optimal as usize);
    assert_eq!(completed(&deepened), completed(&unlimited(&kernel, &cells, &plan)));
    let heard = heard.lock().unwrap();
    assert!(heard.0 > 0 && heard.1.len() == 2, "{heard:?}");
}

#[test]
fn a_message_that_was_changed_ends_the_search() {
    let (cells, frame, _) = korf(17);
    let kernel = kernel(frame, 10);
    let crew = listened(3, |rank, message: &mut Vec<u8>| {
        if rank == 2 && matches!(Report::read(message, 16), Some(Report::Ask { .. })) {
            message[3] ^= 1;
        }
    });
    let answers = by_crew(&kernel, &cells, &Plan::new(frame, 1), &crew, |_| Limits::default(), |_, _| {});
    for answer in answers {
        let error = answer.unwrap_err().to_string();
        assert!(error.contains("a message of process 2 cannot be read"), "{error}");
    }
}

/// A crew whose leader says nothing, and where no time passes.
#[derive(Debug)]
struct Alone;

impl Crew for Alone {
    fn rank(&self) -> usize {
        1
    }

    fn size(&self) -> usize {
        2
    }

    fn send(&self, _: usize, _: Vec<u8>) {}

    fn receive(&self, _: Option<usize>, _: Duration) -> Option<(usize, Vec<u8>)> {
        None
    }

    fn unsent_bytes(&self) -> u64 {
        0
    }
}

#[test]
fn a_process_that_hears_nothing_can_be_cancelled() {
    let (cells, frame, _) = korf(17);
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let limits = Limits { crew: Some(Arc::new(Alone)), cancel, ..Limits::default() };
    let answer = deepen(&kernel(frame, 10), &cells, &Plan::new(frame, 1), &mut Budget::new(limits)).unwrap();
    assert!(matches!(answer.outcome, Outcome::Stopped { why: Stop::Cancelled, .. }), "{answer:?}");
}

#[test]
fn the_leader_shows_what_all_have_done() {
    let (cells, frame, _) = korf(17);
    let kernel = kernel(frame, 10);
    let cancel = Arc::new(AtomicBool::new(false));
    let told: Mutex<Vec<(u64, u64)>> = Mutex::default();
    let watch = |rank, progress: &Progress| {
        let generated = progress.iteration.map_or(0, |iteration| iteration.generated);
        if rank == 0 {
            told.lock().unwrap().push((progress.expanded, generated));
            cancel.store(progress.expanded > 5_000_000, Ordering::Relaxed);
        }
    };
    let limits = |rank| Limits { cancel: (rank == 0).then(|| cancel.clone()), ..Limits::default() };
    let answer = agreed(by_crew(&kernel, &cells, &Plan::new(frame, 1), &threads(2), limits, watch));
    assert!(matches!(answer.outcome, Outcome::Stopped { why: Stop::Cancelled, .. }), "{answer:?}");
    let told = told.into_inner().unwrap();
    assert!(told.is_sorted_by_key(|&(expanded, _)| expanded), "{told:?}");
    assert!(told.iter().all(|&(expanded, _)| expanded <= answer.stats.expanded));
}
