//! The laboratory: `cargo bench --bench laboratory`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use npuzzle::domains::tiles::Shape;
use npuzzle::domains::tiles::distance_table::DistanceTable;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::state_index::StateIndex;
use npuzzle::lab::audit::{AuditRequest, audit};
use npuzzle::lab::space::{SpaceRequest, space};

fn spaces(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("space");
    group.sample_size(20);
    for (rows, cols, count_solutions) in [(3, 3, false), (3, 3, true), (2, 5, false), (2, 5, true)] {
        let shape = Shape::new(rows, cols).expect("a legal size");
        let request =
            SpaceRequest { count_solutions: Some(count_solutions), ..SpaceRequest::new(shape, Goal::default()) };
        group.throughput(Throughput::Elements(shape.reachable_states().unwrap_or(0)));
        let counted = if count_solutions { ", solutions counted" } else { "" };
        group.bench_function(format!("{shape}{counted}"), |bencher| bencher.iter(|| space(&request, &mut |_| {})));
    }
    let goal = Goal::default().board(Shape::new(3, 3).expect("a legal size")).expect("a goal for every shape");
    group.throughput(Throughput::Elements(181_440));
    group.bench_function("3x3 table of distances", |bencher| bencher.iter(|| DistanceTable::new(&goal)));
    let index = StateIndex::new(&goal).expect("a small board");
    group.throughput(Throughput::Elements(index.slab_length() as u64));
    group.bench_function("3x3 walk over a slab", |bencher| {
        bencher.iter(|| {
            let mut cursor = index.cursor(goal.blank(), 0);
            let mut sum = u64::from(cursor.tiles()[0]);
            while cursor.advance() {
                sum += u64::from(cursor.tiles()[0]);
            }
            sum
        });
    });
    group.finish();
}

fn audits(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("audit");
    group.sample_size(20);
    group.throughput(Throughput::Elements(181_440));
    let shape = Shape::new(3, 3).expect("a legal size");
    for heuristics in [&["manhattan"][..], &["linear-conflict"], &["max(manhattan, misplaced)"], &[]] {
        let choices = heuristics.iter().map(|&name| name.to_owned()).collect();
        let request = AuditRequest { heuristics: choices, ..AuditRequest::new(shape) };
        let name = heuristics.first().copied().unwrap_or("the whole catalogue");
        group.bench_function(format!("3x3 {name}"), |bencher| bencher.iter(|| audit(&request, &mut |_, _| {})));
    }
    group.finish();
}

criterion_group!(benches, spaces, audits);
criterion_main!(benches);
