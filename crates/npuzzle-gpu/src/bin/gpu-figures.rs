//! Runs the real thing on a card and prints the figures: `cargo xtask gpu`.
//!
//! Arguments: `--boards 1,2,40` (numbers of Korf and Felner's boards; all fifty otherwise),
//! `--words 12` (length of the automaton's words), `--iterations` (their counts), `--check`
//! (compares whole tables with the processor's), `--one-class` (tables as the processor has them,
//! for equal counts), `--image FILE`, `--warps N` and `--room N` (another build of the kernels, for
//! measurements).

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use npuzzle_core::core::{Budget, Limits};
use npuzzle_domains::domains::tiles::Moves;
use npuzzle_domains::domains::tiles::goal::Goal;
use npuzzle_domains::domains::tiles::sets::SETS;
use npuzzle_domains::verify::verify;
use npuzzle_gpu::cuda::{Card, cards};
use npuzzle_gpu::machine::{Kernel, Machine};
use npuzzle_gpu::search::OnMachine;
use npuzzle_gpu::tables::{Classes, Pattern, Workbench, bytes, layout};
use npuzzle_solvers::solvers::tiles::deepening::Outcome;
use npuzzle_solvers::solvers::tiles::device::ForTiles;
use npuzzle_solvers::solvers::tiles::solver::{Estimates, Terms, TileSolver};
use npuzzle_solvers::solvers::tiles::sparse_table::SparseTable;
use npuzzle_tables::tables::library;
use npuzzle_tables::tables::partition::Partition;
use npuzzle_tables::tables::table::Encoding;

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    for card in cards().map_err(|absent| absent.to_string())? {
        println!("{card:?}");
    }
    let image = value("--image").map(std::fs::read).transpose()?;
    let number = |name: &str| value(name).map(|text| text.parse()).transpose();
    let (warps, room) = (number("--warps")?.unwrap_or(8), number("--room")?.unwrap_or(96));
    let card = Card::open_with(0, image.as_deref(), warps, room).map_err(|absent| absent.to_string())?;
    for kernel in Kernel::ALL {
        let (registers, local) = card.resources(kernel).map_err(|fault| format!("{fault:?}"))?;
        println!("{}: {registers} registers, {local} bytes of local memory", kernel.name());
    }
    println!("{:?}", card.geometry());
    let machine: Arc<dyn Machine> = Arc::new(card);

    let set = SETS.iter().find(|set| set.name == "korf24").ok_or("the set korf24 is missing")?;
    let instances = set.instances();
    let goal = Goal::preset(set.goal).ok_or("no goal")?.board(instances[0].board.shape())?;
    let patterns = value("--patterns").unwrap_or_else(|| "6-6-6-6".to_owned());
    let partition = Partition::parse(&patterns, &goal)?;
    if arguments.iter().any(|argument| argument == "--check") {
        check_tables(&machine, &partition)?;
    }

    let one_class = arguments.iter().any(|argument| argument == "--one-class");
    let classes = if one_class { Classes::One } else { Classes::Two };
    let device = ForTiles(Box::new(OnMachine::with_classes(Arc::clone(&machine), classes)));
    let limits = Limits { device: Some(Arc::new(device)), ..Limits::default() };
    let words = value("--words").map(|text| text.parse()).transpose()?.unwrap_or(12);
    let began = Instant::now();
    let mut budget = Budget::new(limits.clone());
    let estimates = Estimates::Patterns(partition);
    let solver = TileSolver::new(&goal, &estimates, words, &mut budget)?;
    println!("ready in {:.3} s", began.elapsed().as_secs_f64());
    let numbers: Vec<usize> = match value("--boards") {
        Some(list) => list.split(',').map(str::parse).collect::<Result<_, _>>()?,
        None => (1..=instances.len()).collect(),
    };
    println!("board cost bound generated-completed generated-all seconds rate");
    let (mut all, mut seconds) = (0, 0.0);
    for number in numbers {
        let instance = &instances[number - 1];
        let mut budget = Budget::new(limits.clone());
        let began = Instant::now();
        let deepened = solver.solve(&instance.board, &goal, &Terms::default(), &mut budget)?;
        let took = began.elapsed().as_secs_f64();
        let Outcome::Solved { moves } = &deepened.outcome else { return Err(format!("{:?}", deepened.outcome).into()) };
        verify(&instance.board, &goal, &Moves(moves.clone()))?;
        if moves.len() != instance.known.cost() as usize {
            return Err(
                format!("board {number}: {} moves, but {} are known", moves.len(), instance.known.cost()).into()
            );
        }
        let completed: u64 = deepened
            .iterations
            .iter()
            .filter(|iteration| iteration.completed)
            .map(|iteration| iteration.generated)
            .sum();
        let generated = deepened.stats.generated;
        let first = deepened.iterations.first().map_or(0, |iteration| iteration.bound);
        println!(
            "{number} {} {first} {completed} {generated} {took:.3} {:.2}",
            moves.len(),
            generated as f64 / took / 1e9
        );
        if arguments.iter().any(|argument| argument == "--iterations") {
            for iteration in &deepened.iterations {
                println!("  {iteration:?}");
            }
        }
        all += generated;
        seconds += took;
    }
    println!("all: {all} generated, {seconds:.2} s, {:.2} G/s", all as f64 / seconds / 1e9);
    Ok(())
}

/// Compares each table with that of the processor, entry for entry: rare pairs of numbers are
/// rounded down there.
#[allow(clippy::print_stdout)]
fn check_tables(machine: &Arc<dyn Machine>, partition: &Partition) -> Result<(), Box<dyn Error>> {
    let mut budget = Budget::new(Limits::default());
    for part in partition.parts() {
        let pattern = Pattern { frame: part.pattern.frame(), homes: part.pattern.homes().to_vec() };
        let entries = bytes(&pattern).ok_or("too large")?;
        let failed = |fault| format!("{fault:?}");
        let workbench = Workbench::new(machine, entries).map_err(failed)?;
        let table = npuzzle_gpu::machine::Memory::take(Arc::clone(machine), entries).map_err(failed)?;
        let began = Instant::now();
        workbench
            .make(&pattern, Classes::Two, table.place(), &mut || Ok(()))
            .map_err(|problem| format!("{problem:?}"))?;
        let seconds = began.elapsed().as_secs_f64();
        let mut ours = vec![0_u8; entries as usize];
        table.fetch(&mut ours).map_err(failed)?;
        let of_library = library::table(&part.pattern, Encoding::Nibbles, &mut budget)?;
        let sparse = SparseTable::new(&of_library, &mut || Ok(()))?;
        let values = layout(&pattern).ok_or("too large")?.place_values();
        let cells = pattern.frame.shape().cells();
        // Where two tiles are in one cell, the processor's table may hold anything.
        let is_placement = |entry: usize| {
            let (mut rest, mut seen) = (entry, 0_u32);
            values.iter().all(|&value| {
                let cell = rest / value as usize;
                rest %= value as usize;
                let is_new = cell < cells && seen >> cell & 1 == 0;
                seen |= 1 << (cell & 31);
                is_new
            })
        };
        let (mut placements, mut exact) = (0_u64, 0_u64);
        for (entry, &both) in ours.iter().enumerate().filter(|(entry, _)| is_placement(*entry)) {
            let theirs = sparse.entry(entry);
            let numbers = [theirs.number(false), theirs.number(true)];
            if numbers[0] > both & 15 || numbers[1] > both >> 4 {
                return Err(format!("the tables differ at {entry}: {both:02x}, {numbers:?}").into());
            }
            placements += 1;
            exact += u64::from(numbers == [both & 15, both >> 4]);
        }
        println!("table {:?}: {seconds:.3} s; {exact} of {placements} as on the processor", pattern.homes);
    }
    Ok(())
}
