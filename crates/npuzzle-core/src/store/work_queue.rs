//! Pieces of work for several threads, one of which can be asked whether to go on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does `work` on all pieces, on so many threads, the calling one among them. Each thread has a
/// `desk` of its own.
///
/// The calling thread asks `go_on` before each of its pieces; with its error all stop after the
/// pieces they are at. Where the system gives fewer threads, those that are there do everything.
pub fn share_out<P: Send, D: Default, E>(
    threads: usize,
    pieces: impl Iterator<Item = P> + Send,
    go_on: &mut impl FnMut() -> Result<(), E>,
    work: impl Fn(P, &mut D) + Sync,
) -> Result<(), E> {
    let pieces = Mutex::new(pieces);
    let stopped = AtomicBool::new(false);
    let next_piece = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
    let go = |ask: &mut dyn FnMut() -> bool| {
        let mut desk = D::default();
        while ask() {
            match next_piece() {
                Some(piece) => work(piece, &mut desk),
                None => break,
            }
        }
    };
    let mut answer = Ok(());
    let mut ask = || {
        answer = go_on();
        stopped.store(answer.is_err(), Ordering::Relaxed);
        answer.is_ok()
    };
    together(threads, &|| go(&mut || !stopped.load(Ordering::Relaxed)), &mut || go(&mut ask));
    answer
}

/// Does `others` on all threads but the calling one, which does `own`. Compiled once for all work.
fn together(threads: usize, others: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
    thread::scope(|scope| {
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, others).is_err() {
                break;
            }
        }
        own();
    });
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[test]
    fn every_piece_is_done_once() {
        for threads in [1, 2, 5] {
            let done: Vec<AtomicU64> = (0..1000).map(|_| AtomicU64::new(0)).collect();
            let work = |piece: usize, desk: &mut u64| {
                *desk += 1;
                done[piece].fetch_add(1, Ordering::Relaxed);
            };
            share_out(threads, 0..1000, &mut || Ok::<_, ()>(()), work).unwrap();
            assert!(done.iter().all(|count| count.load(Ordering::Relaxed) == 1));
        }
    }

    #[test]
    fn all_stop_when_one_is_told_to() {
        for threads in [1, 3] {
            let done = AtomicU64::new(0);
            let mut asked = 0;
            let mut go_on = || {
                asked += 1;
                if asked < 5 { Ok(()) } else { Err("enough") }
            };
            let work = |_: u64, _: &mut ()| {
                done.fetch_add(1, Ordering::Relaxed);
                thread::yield_now();
            };
            assert_eq!(share_out(threads, 0..u64::MAX, &mut go_on, work), Err("enough"));
            assert!(done.into_inner() >= 4);
        }
    }
}
