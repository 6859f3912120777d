//! Pattern databases and the optimal solver: `cargo bench --bench optimal`.

use std::num::NonZeroUsize;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use npuzzle::answer::{Request, solve};
use npuzzle::core::{Budget, Limits, TableCache};
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::{Shape, sets};
use npuzzle::heuristics::tiles::pdb::library;
use npuzzle::heuristics::tiles::pdb::partition::Partition;
use npuzzle::heuristics::tiles::pdb::table::Encoding;
use npuzzle::solvers::tiles::automaton::Automaton;

fn limits(table_cache: &Arc<TableCache>) -> Limits {
    Limits { threads: NonZeroUsize::new(1), table_cache: Arc::clone(table_cache), ..Limits::default() }
}

fn tables(criterion: &mut Criterion) {
    let shape = Shape::new(4, 4).expect("a legal size");
    let goal = Goal::default().board(shape).expect("a goal for every shape");
    let mut group = criterion.benchmark_group("tables");
    group.sample_size(20);
    for (sizes, entries) in [("5-5-5", 3 * 874_080), ("6-6-3", 2 * 11_816_640 + 3_792)] {
        let partition = Partition::parse(sizes, &goal).expect("a partition of 4x4");
        for encoding in Encoding::ALL {
            group.throughput(Throughput::Elements(entries));
            group.bench_function(format!("{sizes} in {encoding}"), |bencher| {
                // A new table cache each time, or nothing would be built.
                bencher.iter(|| library::tables(&partition, |_| encoding, &mut Budget::new(limits(&Arc::default()))));
            });
        }
    }
    group.finish();
    criterion.bench_function("automaton 4x4, words of 12", |bencher| bencher.iter(|| Automaton::new(shape, 12)));
}

fn searches(criterion: &mut Criterion) {
    let boards: Vec<_> = sets::find("korf:1..10").and_then(Result::ok).map(|(_, boards)| boards).unwrap_or_default();
    let table_cache = Arc::default();
    let mut group = criterion.benchmark_group("korf:1..10 with tile-ida");
    group.sample_size(20);
    for heuristic in ["pdb(5-5-5)", "pdb(6-6-3)"] {
        group.bench_function(heuristic, |bencher| {
            bencher.iter(|| {
                for instance in &boards {
                    let request = Request {
                        goal: Goal::preset("first").unwrap_or_default(),
                        algorithm: "tile-ida".to_owned(),
                        heuristic: Some(heuristic.to_owned()),
                        limits: limits(&table_cache),
                        ..Request::new(instance.board.clone())
                    };
                    solve(&request, &mut |_| {}, None).expect("a legal request");
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, tables, searches);
criterion_main!(benches);
