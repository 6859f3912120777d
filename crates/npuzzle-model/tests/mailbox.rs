//! Under every interleaving: all work is done when the counter says so, and no message is lost.

use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;
use npuzzle_model::store::mailbox::Mailboxes;

/// Work that makes more work: a message `n` becomes two messages `n - 1` for the other worker.
fn worker(boxes: &Mailboxes<u32>, number: usize, handled: &AtomicUsize) {
    let mut messages = Vec::new();
    let mut busy = true;
    loop {
        boxes.take(number, &mut messages);
        if !messages.is_empty() && !busy {
            boxes.wake();
            busy = true;
        }
        let count = messages.len();
        let mut out: Vec<u32> = Vec::new();
        for message in messages.drain(..) {
            handled.fetch_add(1, Ordering::Relaxed);
            if message > 0 {
                out.push(message - 1);
            }
        }
        boxes.finish(count);
        boxes.send(1 - number, &mut out);
        if busy && count == 0 {
            boxes.rest();
            busy = false;
        }
        if boxes.is_all_done() {
            return;
        }
        thread::yield_now();
    }
}

#[test]
fn workers_end_together_and_only_when_all_work_is_done() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let boxes = Arc::new(Mailboxes::new(2));
        let handled = Arc::new(AtomicUsize::new(0));
        boxes.send(0, &mut vec![2]);
        let other = {
            let (boxes, handled) = (boxes.clone(), handled.clone());
            thread::spawn(move || {
                worker(&boxes, 1, &handled);
                // A thread that sees that all is done must find it done: messages 2, 1 and 0.
                assert_eq!(handled.load(Ordering::Relaxed), 3);
            })
        };
        worker(&boxes, 0, &handled);
        assert_eq!(handled.load(Ordering::Relaxed), 3);
        other.join().unwrap();
        let mut left = Vec::new();
        boxes.take(0, &mut left);
        boxes.take(1, &mut left);
        assert!(left.is_empty());
        assert!(boxes.is_all_done());
    });
}

/// The check itself must be able to fail: a worker that finishes its messages before it counts as
/// busy again lets the other one go home too soon.
#[test]
#[should_panic(expected = "went home too soon")]
fn finishing_messages_too_early_is_noticed() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let boxes = Arc::new(Mailboxes::new(2));
        let handled = Arc::new(AtomicUsize::new(0));
        boxes.send(1, &mut vec![0]);
        boxes.rest();
        let other = {
            let (boxes, handled) = (boxes.clone(), handled.clone());
            thread::spawn(move || {
                boxes.rest();
                let mut messages = Vec::new();
                boxes.take(1, &mut messages);
                // Wrong: the counter may be zero now, though the message is still to be handled.
                boxes.finish(messages.len());
                boxes.wake();
                handled.fetch_add(messages.len(), Ordering::Relaxed);
                boxes.rest();
            })
        };
        if boxes.is_all_done() {
            assert_eq!(handled.load(Ordering::Relaxed), 1, "went home too soon");
        }
        other.join().unwrap();
    });
}
