//! Runs the real thing on a card and prints the figures: `cargo xtask gpu`.
//!
//! Arguments: `--boards 1,2,40` (numbers of Korf and Felner's boards; all fifty otherwise),
//! `--words 12` (length of the automaton's words), `--iterations` (their counts), `--check`
//! (compares whole tables with the processor's), `--one-class` (tables as the processor has them,
//! for equal counts), `--image FILE`, `--warps N` and `--room N` (another build of the kernels, for
//! measurements). With `--tables`, `--space` or `--many` only those: tables of the library against
//! the processor's, the layers of 3x4, Korf's hundred and 100,000 random boards of 4x4. Without
//! any of these, `--boards` and `--check`, all of it runs.

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use npuzzle_core::core::{Budget, Limits};
use npuzzle_domains::domains::tiles::generate::{Generator, Kind};
use npuzzle_domains::domains::tiles::goal::Goal;
use npuzzle_domains::domains::tiles::sets::SETS;
use npuzzle_domains::domains::tiles::state_index::StateIndex;
use npuzzle_domains::domains::tiles::{Board, Moves, Shape};
use npuzzle_domains::verify::verify;
use npuzzle_gpu::cuda::{Card, cards};
use npuzzle_gpu::machine::{Kernel, Machine};
use npuzzle_gpu::search::OnMachine;
use npuzzle_gpu::tables::{Classes, Pattern, Workbench, bytes, layout};
use npuzzle_solvers::solvers::tiles::deepening::Outcome;
use npuzzle_solvers::solvers::tiles::device::{ForTiles, TileDevice};
use npuzzle_solvers::solvers::tiles::solver::{Estimates, Terms, TileSolver};
use npuzzle_tables::tables::library;
use npuzzle_tables::tables::maker::{TableMaker, Threads};
use npuzzle_tables::tables::partition::Partition;
use npuzzle_tables::tables::space::PatternSpace;
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

    let is_asked = |name: &str| arguments.iter().any(|argument| argument == name);
    let only = ["--tables", "--space", "--many"].map(is_asked);
    let is_part = only.contains(&true);
    let is_all = !is_part && !is_asked("--boards") && !is_asked("--check");
    let device = OnMachine::new(Arc::clone(&machine));
    if only[0] || is_all {
        library_tables(&device)?;
    }
    if only[1] || is_all {
        space(&device)?;
    }
    if only[2] || is_all {
        many_boards(device)?;
    }
    if is_part {
        return Ok(());
    }

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

/// Makes 7-8 of 4x4, compares both with the processor's, and makes seven tiles of 5x5.
#[allow(clippy::print_stdout)]
fn library_tables(device: &OnMachine) -> Result<(), Box<dyn Error>> {
    for (size, patterns, is_compared) in [(4, "7-8", true), (5, "7-7-7-3", false)] {
        let goal = Goal::preset("first").ok_or("no goal")?.board(Shape::new(size, size)?)?;
        let partition = Partition::parse(patterns, &goal)?;
        let mut all = 0.0;
        for part in partition.parts() {
            let pattern = &part.pattern;
            let space = Arc::new(PatternSpace::new(pattern.frame().shape(), pattern.homes().len())?);
            let began = Instant::now();
            let ours = device.make(pattern, &space, Encoding::Nibbles, &mut |_| Ok(()))?;
            let seconds = began.elapsed().as_secs_f64();
            all += seconds;
            println!("library table {pattern} of {size}x{size}: {seconds:.3} s, deepest {}", ours.deepest());
            if is_compared {
                let theirs = Threads(threads()).make(pattern, &space, Encoding::Nibbles, &mut |_| Ok(()))?;
                if ours.data() != theirs.data() {
                    return Err(format!("the table {pattern} is not that of the processor").into());
                }
            }
        }
        println!("{patterns} of {size}x{size}: {all:.3} s");
    }
    Ok(())
}

/// The threads of this machine.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Goes through the space of 3x4, whose counts are known.
#[allow(clippy::print_stdout)]
fn space(device: &OnMachine) -> Result<(), Box<dyn Error>> {
    let goal = Goal::preset("last").ok_or("no goal")?.board(Shape::new(3, 4)?)?;
    let index = StateIndex::new(&goal)?;
    let began = Instant::now();
    let mut layers = device.layers(&index, &mut || Ok(()))?;
    let (mut seen, mut depth) = (1, 0);
    while seen < index.states() {
        match layers.advance(&mut || Ok(()))? {
            0 => break,
            width => (seen, depth) = (seen + width, depth + 1),
        }
    }
    let farthest = layers.states()?.len();
    println!("space 3x4: {seen} states, depth {depth}, {farthest} farthest, {:.3} s", began.elapsed().as_secs_f64());
    if (seen, depth, farthest) != (239_500_800, 53, 18) {
        return Err("the space of 3x4 has 239500800 states, depth 53 and 18 farthest boards".into());
    }
    Ok(())
}

/// Solves Korf's hundred boards and 100,000 random ones, each set side by side.
#[allow(clippy::print_stdout)]
fn many_boards(device: OnMachine) -> Result<(), Box<dyn Error>> {
    let set = SETS.iter().find(|set| set.name == "korf").ok_or("the set korf is missing")?;
    let instances = set.instances();
    let goal = Goal::preset(set.goal).ok_or("no goal")?.board(instances[0].board.shape())?;
    let korf: Vec<Board> = instances.iter().map(|instance| instance.board.clone()).collect();
    let costs: Vec<usize> = instances.iter().map(|instance| instance.known.cost() as usize).collect();
    let mut generator = Generator::new(&goal, Kind::Uniform, 1)?;
    let random: Vec<Board> = (0..100_000).map(|_| generator.board()).collect();
    let limits = Limits { device: Some(Arc::new(ForTiles(Box::new(device)))), ..Limits::default() };
    let mut budget = Budget::new(limits);
    let solver = TileSolver::new(&goal, &Estimates::Patterns(Partition::parse("6-6-3", &goal)?), 12, &mut budget)?;
    for (name, boards) in [("Korf's", korf), ("random", random)] {
        let began = Instant::now();
        let _ahead = solver.solve_ahead(&boards, &goal, &mut budget)?.ok_or("there is no device")?;
        let seconds = began.elapsed().as_secs_f64();
        let mut moves = 0;
        for (number, board) in boards.iter().enumerate() {
            let deepened = solver.solve(board, &goal, &Terms::default(), &mut budget)?;
            let Outcome::Solved { moves: found } = &deepened.outcome else { return Err(format!("{board}").into()) };
            verify(board, &goal, &Moves(found.clone()))?;
            if boards.len() == costs.len() && found.len() != costs[number] {
                return Err(format!("{board}: {} moves, but {} are known", found.len(), costs[number]).into());
            }
            moves += found.len();
        }
        let (many, mean) = (boards.len(), moves as f64 / boards.len() as f64);
        println!("{many} {name} boards of 4x4: {seconds:.3} s, {:.0} a second, {mean:.3} moves", many as f64 / seconds);
    }
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
        let of_library = library::table(&part.pattern, Encoding::Pairs, &mut budget)?;
        let pairs = of_library.pairs().ok_or("no table of pairs")?;
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
            let theirs = pairs.entry(entry);
            let numbers = [theirs.number(false), theirs.number(true)];
            if pairs.rounded(both >> 4, both & 15) != theirs {
                return Err(format!("the tables differ at {entry}: {both:02x}, {numbers:?}").into());
            }
            placements += 1;
            exact += u64::from(numbers == [both & 15, both >> 4]);
        }
        println!("table {:?}: {seconds:.3} s; {exact} of {placements} as on the processor", pattern.homes);
    }
    Ok(())
}
