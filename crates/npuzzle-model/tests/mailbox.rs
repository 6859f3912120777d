//! The workers of the mailboxes end when all work is done, and no message is lost: under every
//! interleaving of two workers with at most [`PREEMPTIONS`] preemptions.

use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;
use npuzzle_model::store::mailbox::{Mailboxes, Worker};

/// So often the checker takes the processor from a thread that could go on. Threads that wait or
/// end make way besides. Most defects of threads show with two (Musuvathi & Qadeer 2007).
const PREEMPTIONS: usize = 3;

/// A worker of a search, without the search: a message becomes work, which is done one piece at a
/// time, with a look into the box in between. A piece `n` makes one message `n - 1` for the other
/// worker. Even ones are sent at once, odd ones when there is nothing else to do.
struct Relay<'m> {
    boxes: &'m Mailboxes<u32>,
    number: usize,
    work: Vec<u32>,
    unsent: Vec<u32>,
    done: &'m AtomicUsize,
    /// Whether it breaks the rule and sends while it waits.
    sends_too_late: bool,
}

impl Relay<'_> {
    fn send(&mut self) {
        self.boxes.send(1 - self.number, &mut self.unsent);
    }
}

impl Worker<u32> for Relay<'_> {
    type Stop = std::convert::Infallible;

    fn receive(&mut self, messages: &mut Vec<u32>) -> Result<(), Self::Stop> {
        self.work.append(messages);
        Ok(())
    }

    fn work(&mut self) -> Result<bool, Self::Stop> {
        let Some(piece) = self.work.pop() else { return Ok(false) };
        self.done.fetch_add(1, Ordering::Relaxed);
        if piece > 0 {
            self.unsent.push(piece - 1);
        }
        if piece % 2 == 1 && !self.sends_too_late {
            self.send();
        }
        Ok(true)
    }

    fn send_rest(&mut self) -> Result<(), Self::Stop> {
        if !self.sends_too_late {
            self.send();
        }
        Ok(())
    }

    fn wait(&mut self) -> Result<(), Self::Stop> {
        if self.sends_too_late {
            self.send();
        }
        thread::yield_now();
        Ok(())
    }
}

/// Two workers, and messages for the first one.
fn check(first: &'static [u32], sends_too_late: bool) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(PREEMPTIONS);
    model.check(move || {
        let boxes = Arc::new(Mailboxes::new(2));
        let done = Arc::new(AtomicUsize::new(0));
        boxes.send(0, &mut first.to_vec());
        let work = {
            let (boxes, done) = (boxes.clone(), done.clone());
            move |number| {
                let (work, unsent) = (Vec::new(), Vec::new());
                let mut relay = Relay { boxes: &boxes, number, work, unsent, done: &done, sends_too_late };
                let Ok(()) = boxes.run(number, &mut relay);
                // A thread that sees that all is done must find it done.
                let all: u32 = first.iter().map(|message| message + 1).sum();
                assert_eq!(done.load(Ordering::Relaxed), all as usize, "went home too soon");
            }
        };
        let other = {
            let work = work.clone();
            thread::spawn(move || work(1))
        };
        work(0);
        other.join().unwrap();
        for number in 0..2 {
            let mut left = Vec::new();
            boxes.take(number, &mut left);
            assert!(left.is_empty());
        }
        assert!(boxes.is_all_done());
    });
}

#[test]
fn workers_end_together_and_only_when_all_work_is_done() {
    check(&[2], false);
}

/// A worker that has more than one piece of work sends and looks into its box in between: it counts
/// as busy all the time.
#[test]
fn work_in_hand_counts() {
    check(&[1, 1], false);
}

/// The check itself must be able to fail: a worker that rests with something unsent lets the other
/// one go home too soon.
#[test]
#[should_panic(expected = "went home too soon")]
fn sending_too_late_is_noticed() {
    check(&[1], true);
}

/// A worker whose work comes by a courier: each message is a piece.
struct Clerk<'m> {
    work: usize,
    done: &'m AtomicUsize,
}

impl Worker<()> for Clerk<'_> {
    type Stop = std::convert::Infallible;

    fn receive(&mut self, messages: &mut Vec<()>) -> Result<(), Self::Stop> {
        self.work += messages.drain(..).count();
        Ok(())
    }

    fn work(&mut self) -> Result<bool, Self::Stop> {
        let had_work = self.work > 0;
        self.done.fetch_add(std::mem::take(&mut self.work), Ordering::Relaxed);
        Ok(had_work)
    }

    fn send_rest(&mut self) -> Result<(), Self::Stop> {
        Ok(())
    }

    fn wait(&mut self) -> Result<(), Self::Stop> {
        thread::yield_now();
        Ok(())
    }
}

/// A courier brings a message, when the worker rests or before, and leaves when the worker is
/// quiet: what it brought is done then, and the worker ends. `leaves_at_once`: it does not wait for
/// that.
fn check_courier(leaves_at_once: bool) {
    let mut model = loom::model::Builder::new();
    // The courier looks on while the worker works: with one more this takes ten times as long.
    model.preemption_bound = Some(PREEMPTIONS - 1);
    model.check(move || {
        let boxes = Arc::new(Mailboxes::with_courier(1));
        let done = Arc::new(AtomicUsize::new(0));
        let worker = {
            let (boxes, done) = (boxes.clone(), done.clone());
            thread::spawn(move || {
                let Ok(()) = boxes.run(0, &mut Clerk { work: 0, done: &done });
                assert_eq!(done.load(Ordering::Relaxed), 1, "went home too soon");
            })
        };
        if leaves_at_once {
            boxes.dismiss_courier();
        }
        boxes.send(0, &mut vec![()]);
        if !leaves_at_once {
            while !boxes.is_quiet() {
                thread::yield_now();
            }
            assert_eq!(done.load(Ordering::Relaxed), 1, "quiet, and not all is done");
            boxes.dismiss_courier();
        }
        worker.join().unwrap();
        assert!(boxes.is_all_done());
    });
}

#[test]
fn workers_stay_while_a_courier_may_bring_more() {
    check_courier(false);
}

#[test]
#[should_panic(expected = "went home too soon")]
fn a_courier_that_leaves_too_soon_is_noticed() {
    check_courier(true);
}
