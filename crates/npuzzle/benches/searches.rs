//! Rates of the searches on boards of the literature: `cargo bench`. For published figures use
//! `cargo xtask bench`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use npuzzle::answer::{Request, solve};
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::domains::tiles::{Board, sets};

fn korf(name: &str) -> Board {
    sets::find(name).and_then(Result::ok).map(|(_, mut boards)| boards.remove(0).board).expect("the set has this board")
}

fn searches(criterion: &mut Criterion) {
    let hardest = read_board("867254301", &ReadOptions::default()).expect("a legal board").board;
    let cases = [
        ("hardest 8-puzzle", hardest, "last", "astar", "manhattan"),
        ("korf:79", korf("korf:79"), "first", "ida", "manhattan"),
        ("korf:79", korf("korf:79"), "first", "ida", "linear-conflict"),
        ("korf:79", korf("korf:79"), "first", "astar", "manhattan"),
    ];
    let mut group = criterion.benchmark_group("generated states");
    group.sample_size(20);
    for (name, board, goal, algorithm, heuristic) in cases {
        let request = Request {
            goal: Goal::preset(goal).unwrap_or_default(),
            algorithm: algorithm.to_owned(),
            heuristic: Some(heuristic.to_owned()),
            ..Request::new(board)
        };
        let generated = solve(&request, &mut |_| {}, None).map_or(0, |report| report.stats.counts.generated);
        group.throughput(Throughput::Elements(generated));
        group.bench_function(format!("{name} {algorithm} {heuristic}"), |bencher| {
            bencher.iter(|| solve(&request, &mut |_| {}, None));
        });
    }
    group.finish();
}

criterion_group!(benches, searches);
criterion_main!(benches);
