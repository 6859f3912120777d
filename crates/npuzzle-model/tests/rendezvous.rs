//! Threads that meet in rounds wait for each other: under every interleaving of two threads with at
//! most three preemptions.

use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;
use npuzzle_model::store::rendezvous::Rendezvous;

const ROUNDS: usize = 3;

#[test]
fn no_thread_goes_on_before_all_are_there() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let rendezvous = Arc::new(Rendezvous::new(2));
        let arrived = Arc::new(AtomicUsize::new(0));
        let work = move || {
            for round in 1..=ROUNDS {
                arrived.fetch_add(1, Ordering::Relaxed);
                assert!(rendezvous.meet());
                // What the others did before the meeting is seen after it.
                assert!(arrived.load(Ordering::Relaxed) >= 2 * round);
            }
        };
        let other = thread::spawn(work.clone());
        work();
        other.join().unwrap();
    });
}
