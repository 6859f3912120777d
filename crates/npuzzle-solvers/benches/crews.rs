//! What it costs to divide a search among processes: `cargo bench --package npuzzle-solvers --bench
//! crews`.
//!
//! The processes are threads, so messages travel at once, and what is counted does not depend on
//! what else the machine does: messages and their bytes, (on Linux) the processor time of each
//! process, and how evenly a space is dealt.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::convert::Infallible;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use npuzzle_core::core::{Budget, Crew, Limits, crew};
use npuzzle_domains::domains::tiles::Shape;
use npuzzle_domains::domains::tiles::breadth_first::BreadthFirst;
use npuzzle_domains::domains::tiles::divided_breadth_first::{DividedBreadthFirst, Unkept};
use npuzzle_domains::domains::tiles::goal::Goal;
use npuzzle_domains::domains::tiles::part::{Part, parts};
use npuzzle_domains::domains::tiles::sets::SETS;
use npuzzle_domains::domains::tiles::state_index::{StateIndex, TAIL};
use npuzzle_solvers::solvers::tiles::solver::{Estimates, Terms, TileSolver};

const SIZES: [usize; 4] = [1, 2, 4, 8];
/// For what is computed without processes.
const MORE_SIZES: [usize; 6] = [2, 4, 8, 16, 64, 256];

/// Messages and their bytes.
#[derive(Debug, Default)]
struct Count(AtomicU64, AtomicU64);

/// A crew whose messages are counted.
#[derive(Debug)]
struct Counted {
    crew: Arc<dyn Crew>,
    count: Arc<Count>,
}

impl Crew for Counted {
    fn rank(&self) -> usize {
        self.crew.rank()
    }

    fn size(&self) -> usize {
        self.crew.size()
    }

    fn send(&self, to: usize, message: Vec<u8>) {
        self.count.0.fetch_add(1, Ordering::Relaxed);
        self.count.1.fetch_add(message.len() as u64, Ordering::Relaxed);
        self.crew.send(to, message);
    }

    fn receive(&self, from: Option<usize>, patience: Duration) -> Option<(usize, Vec<u8>)> {
        self.crew.receive(from, patience)
    }

    fn unsent_bytes(&self) -> u64 {
        self.crew.unsent_bytes()
    }
}

/// What each of so many processes finds, and what they have sent.
fn by_crew<R: Send>(size: usize, work: impl Fn(Arc<dyn Crew>) -> R + Sync) -> (Vec<R>, Arc<Count>) {
    let count = Arc::new(Count::default());
    let counted = |crew| Arc::new(Counted { crew, count: Arc::clone(&count) }) as Arc<dyn Crew>;
    let crew: Vec<_> = crew::threads(size).into_iter().map(counted).collect();
    let work = &work;
    let found = std::thread::scope(|scope| {
        let ranks: Vec<_> = crew.into_iter().map(|process| scope.spawn(move || work(process))).collect();
        ranks.into_iter().map(|rank| rank.join().expect("a process does not panic")).collect()
    });
    (found, count)
}

/// Processor time of this thread in microseconds, where the system tells it.
fn processor_time() -> u64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|nanos| nanos.parse::<u64>().ok()).unwrap_or(0) / 1000
}

/// How many states of each layer every tail has, in all slabs.
fn states_of_tails(index: &StateIndex) -> Vec<Vec<u64>> {
    let mut search = BreadthFirst::new(index, 2);
    let mut layers = Vec::new();
    loop {
        let mut tails = vec![0; index.slab_length() / TAIL];
        for (_, words) in search.layer() {
            for (sum, tail) in tails.iter_mut().zip(words.chunks(TAIL / 64)) {
                *sum += tail.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
            }
        }
        layers.push(tails);
        if !search.advance(&mut || Ok::<_, Infallible>(())).unwrap_or(false) {
            return layers;
        }
    }
}

/// By how much the fullest part of each layer exceeds the mean, over all layers.
fn imbalance(layers: &[Vec<u64>], parts: &[Part]) -> f64 {
    let states = |tails: &[u64], part: &Part| -> u64 {
        let stripes = part.stripes(0..part.len());
        stripes.map(|(_, ranks)| tails[ranks.start / TAIL..ranks.end / TAIL].iter().sum::<u64>()).sum()
    };
    let fullest = |tails: &Vec<u64>| parts.iter().map(|part| states(tails, part)).max().unwrap_or(0);
    let all: u64 = layers.iter().flatten().sum();
    layers.iter().map(fullest).sum::<u64>() as f64 * parts.len() as f64 / all as f64
}

fn main() {
    let instance = &SETS[0].instances()[16];
    let goal = Goal::preset("first").and_then(|goal| goal.board(instance.board.shape()).ok()).expect("a named goal");
    println!("korf:17, tile-ida without tables, all iterations but the last\nprocesses  expanded  messages  bytes");
    for size in SIZES {
        let (found, count) = by_crew(size, |crew| {
            let limits = Limits { crew: Some(crew), threads: std::num::NonZeroUsize::new(1), ..Limits::default() };
            let mut budget = Budget::new(limits);
            let solver = TileSolver::new(&goal, &Estimates::Manhattan, 10, &mut budget).expect("a kernel for 4x4");
            let terms = Terms { known: Some(instance.known.cost()), ..Terms::default() };
            solver.solve(&instance.board, &goal, &terms, &mut budget).expect("no journal, no tables").stats.expanded
        });
        let (messages, bytes) = (count.0.load(Ordering::Relaxed), count.1.load(Ordering::Relaxed));
        println!("{size:9} {:9} {messages:9} {bytes:6}", found[0]);
    }

    let shape = Shape::new(3, 4).expect("a legal size");
    let goal = Goal::default().board(shape).expect("a goal for every shape");
    let index = StateIndex::new(&goal).expect("a small board");
    println!("\nthe space of 3x4, seconds of processor time: all processes, and the slowest of each layer\n");
    println!("processes  all  slowest  messages  bytes");
    for size in SIZES {
        let (found, count) = by_crew(size, |crew| {
            let mut search = DividedBreadthFirst::new(&index, crew, 1);
            let (mut layers, mut before) = (Vec::new(), processor_time());
            while search.advance(&mut Unkept, &mut || Ok(())).expect("no limits") {
                let now = processor_time();
                layers.push(now - before);
                before = now;
            }
            layers
        });
        let all: u64 = found.iter().flatten().sum();
        let slowest: u64 = (0..found[0].len()).filter_map(|layer| found.iter().map(|layers| layers[layer]).max()).sum();
        let seconds = |micros: u64| micros as f64 / 1e6;
        let (messages, bytes) = (count.0.load(Ordering::Relaxed), count.1.load(Ordering::Relaxed));
        println!("{size:9} {:4.2} {:8.2} {messages:9} {bytes:6}", seconds(all), seconds(slowest));
    }
    println!(
        "\nthe same space: states of the fullest part of each layer, by those of the mean\n\nprocesses  imbalance"
    );
    let layers = states_of_tails(&index);
    for size in MORE_SIZES {
        println!("{size:9} {:10.3}", imbalance(&layers, &parts(&index, size)));
    }
}
