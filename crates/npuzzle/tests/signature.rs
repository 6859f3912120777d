//! The signature of the engine: total expansions over the benchmark suite. It changes only when
//! behaviour changes; then say so in the commit and put the new number here.

use npuzzle::lab::bench::bench;

const SIGNATURE: u64 = 5_244_667;

#[test]
fn the_engine_behaves_as_it_did() {
    let bench = bench(&mut |_| true).unwrap();
    assert!(bench.runs.iter().all(|run| run.cost.is_some()));
    assert_eq!(bench.signature, SIGNATURE);
}
