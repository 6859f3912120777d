//! A system that refuses memory ends searches as their limit does: no search aborts the program.
//!
//! The allocator of this program counts, and refuses what exceeds a number that the test sets.
//! There is one test, since the count is that of the whole program.

#![allow(unsafe_code, reason = "an allocator is unsafe by its contract")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use npuzzle::answer::Status;
use npuzzle::catalogue::algorithms;
use npuzzle::core::Limits;
use npuzzle::core::card::{AlgorithmCard, MemoryClass};
use npuzzle::question::{Ask, Audit, Means, Solve, Space, SpaceAnswer, Terms};
use npuzzle_host::allocator::{EXHAUSTED, Reserved, set_aside};

/// Counts the bytes that are held, and refuses more than it may give.
struct Counted;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);

// SAFETY: every block comes from the allocator of the system and goes back to it.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Ordering::Relaxed);
        if held.saturating_add(layout.size()) > MOST.load(Ordering::Relaxed) {
            HELD.fetch_sub(layout.size(), Ordering::Relaxed);
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Reserved<Counted> = Reserved(Counted);

/// Does work with so many mebibytes beside what is held now, the reserve included.
fn within<R>(mebibytes: usize, work: impl FnOnce(Terms) -> R) -> R {
    set_aside();
    MOST.store(HELD.load(Ordering::Relaxed) + (mebibytes << 20), Ordering::Relaxed);
    // No limit on memory ends the search; those that need little have an end all the same.
    let (nodes, threads) = (Some(200_000), NonZeroUsize::new(2));
    let limits = Limits { nodes, threads, exhausted: Some(&EXHAUSTED), ..Limits::default() };
    let done = work(Terms { limits, ..Terms::default() });
    MOST.store(usize::MAX, Ordering::Relaxed);
    done
}

fn solve(card: &AlgorithmCard, board: &str, mebibytes: usize) -> (Status, Option<String>) {
    let question = Solve {
        board: board.into(),
        means: Means { algorithm: Some(card.name.to_owned()), ..Means::default() },
        ..Solve::default()
    };
    let answer = within(mebibytes, |terms| question.ask(&terms, &mut ()));
    match answer {
        Ok(solved) => (solved.report.status, solved.report.reason.clone()),
        // A table that there is no memory for.
        Err(refusal) => (Status::Stopped, Some(refusal.message)),
    }
}

#[test]
fn no_search_aborts() {
    const HARD: &str = "korf:88";
    const LARGE: &str = "random:10x10:1:1";
    let mut refused = Vec::new();
    for card in algorithms() {
        for (board, mebibytes) in [(HARD, 1), (HARD, 4), (LARGE, 2)] {
            let (status, reason) = solve(card, board, mebibytes);
            if reason.is_some_and(|reason| reason.contains("memory limit")) {
                refused.push(card.name);
            }
            assert!(matches!(status, Status::Solved | Status::Stopped), "{}: {status:?}", card.name);
        }
        // What keeps all states runs out of memory, and says so.
        let keeps_all = card.memory == MemoryClass::States;
        assert!(!keeps_all || refused.contains(&card.name), "{} was never refused memory", card.name);
    }

    let space = Space { size: "3x4".into(), ..Space::default() };
    let answer = within(4, |terms| space.ask(&terms, &mut ()));
    assert!(matches!(answer, Ok(SpaceAnswer::Known(_))), "{answer:?}");
    let counted = Space { count_solutions: Some(true), ..space };
    let refusal = within(4, |terms| counted.ask(&terms, &mut ())).map(drop).unwrap_err();
    assert!(refusal.message.contains("the system does not have that"), "{}", refusal.message);
    let audit = Audit { size: Some("3x3".into()), heuristics: Some(vec!["manhattan".into()]), ..Audit::default() };
    assert!(within(1, |terms| audit.ask(&terms, &mut ())).is_err());
    assert!(within(100, |terms| audit.ask(&terms, &mut ())).is_ok(), "the reserve is there again");
}
