//! An allocator with a reserve: a program that runs out of memory keeps enough of it to say so.
//!
//! A search asks its budget before it takes much memory, and ends cleanly if there is none. Small
//! allocations (a name, a line of output, a thread) cannot ask, and one that fails ends the
//! program. So some memory is set aside when a question is asked. When the system refuses an
//! allocation for the first time, the allocator gives the reserve back to the system, sets
//! [`EXHAUSTED`], which ends all searches, and tries once more if the allocation is small. Large
//! ones are refused even if the reserve would have room for them: code that asks for much must be
//! ready to be refused.

#![allow(unsafe_code, reason = "an allocator is unsafe by its contract")]

use std::alloc::{GlobalAlloc, Layout, System, alloc, dealloc};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

/// Set while the reserve is used up: the system has refused memory to the program.
pub static EXHAUSTED: AtomicBool = AtomicBool::new(false);

/// The reserve. With this much a program can stop its threads and print what it knows.
const RESERVE: Layout = match Layout::from_size_align(8 << 20, 4096) {
    Ok(layout) => layout,
    Err(_) => unreachable!(),
};
/// Allocations up to this size may take from the reserve.
const SMALL: usize = 1 << 20;

static SET_ASIDE: AtomicPtr<u8> = AtomicPtr::new(null_mut());

/// Sets the reserve aside, unless it is there. If the system has no room for it, the program is
/// exhausted before it begins.
pub fn set_aside() {
    if !SET_ASIDE.load(Ordering::Acquire).is_null() {
        return;
    }
    // SAFETY: the layout is not empty.
    let reserve = unsafe { alloc(RESERVE) };
    EXHAUSTED.store(reserve.is_null(), Ordering::Relaxed);
    // Another thread may have been faster.
    give_back(SET_ASIDE.swap(reserve, Ordering::AcqRel));
}

/// Gives a reserve back to the system, if it is one.
fn give_back(reserve: *mut u8) {
    if reserve.is_null() {
        return;
    }
    // SAFETY: the pointer comes from `set_aside`, which allocated it with this layout. It was
    // swapped out of `SET_ASIDE`, so no other thread has it.
    unsafe { dealloc(reserve, RESERVE) };
}

/// An allocator, usually that of the system, with the reserve behind it.
pub struct Reserved<A = System>(pub A);

impl<A> Reserved<A> {
    /// What to answer for an allocation that the system has refused.
    #[cold]
    fn again(size: usize, try_again: impl Fn() -> *mut u8) -> *mut u8 {
        EXHAUSTED.store(true, Ordering::Relaxed);
        give_back(SET_ASIDE.swap(null_mut(), Ordering::AcqRel));
        if size <= SMALL { try_again() } else { null_mut() }
    }
}

// SAFETY: every block comes from the other allocator and goes back to it with the layout that it
// came with. A refusal is passed on, or the same question is asked again.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Reserved<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`, which is that of the other.
        let ask = || unsafe { self.0.alloc(layout) };
        let block = ask();
        if block.is_null() { Self::again(layout.size(), ask) } else { block }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        let ask = || unsafe { self.0.alloc_zeroed(layout) };
        let block = ask();
        if block.is_null() { Self::again(layout.size(), ask) } else { block }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`. A block that could not grow is still
        // valid, so the question may be asked again.
        let ask = || unsafe { self.0.realloc(block, layout, size) };
        let grown = ask();
        if grown.is_null() { Self::again(size, ask) } else { grown }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { self.0.dealloc(block, layout) }
    }
}

/// Has all threads share one heap. Each thread otherwise gets a heap of its own, for which the C
/// library reserves 64 MiB of addresses; where addresses are limited that is too much. Searches
/// allocate in large pieces, so threads seldom wait for each other.
pub fn share_one_heap() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the call changes a setting of the C library and touches no memory of ours.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The only test that touches the reserve, since there is one in the program.
    #[test]
    fn the_reserve_serves_small_allocations_once() {
        set_aside();
        set_aside();
        assert!(!SET_ASIDE.load(Ordering::Relaxed).is_null() && !EXHAUSTED.load(Ordering::Relaxed));

        // A large allocation is refused, and opens the reserve all the same.
        assert!(Reserved::<System>::again(SMALL + 1, || unreachable!("it is not asked for again")).is_null());
        assert!(SET_ASIDE.load(Ordering::Relaxed).is_null() && EXHAUSTED.load(Ordering::Relaxed));

        // A small one is asked for again, and what it gets is passed on.
        let mut place = 0_u8;
        let place = &raw mut place;
        assert_eq!(Reserved::<System>::again(SMALL, || place), place);
        assert!(Reserved::<System>::again(SMALL, null_mut).is_null());

        set_aside();
        assert!(!SET_ASIDE.load(Ordering::Relaxed).is_null() && !EXHAUSTED.load(Ordering::Relaxed));

        // More than can be addressed, asked for as a program does.
        let layout = Layout::from_size_align(isize::MAX as usize - 7, 8).unwrap();
        // SAFETY: the layout is not empty.
        assert!(unsafe { Reserved(System).alloc(layout) }.is_null());
        assert!(EXHAUSTED.load(Ordering::Relaxed));
        set_aside();
        assert!(!EXHAUSTED.load(Ordering::Relaxed));
    }

    /// Against the allocator of the system: blocks hold what is written into them.
    #[test]
    fn blocks_are_those_of_the_system() {
        let layout = Layout::from_size_align(100, 8).unwrap();
        // SAFETY: the layouts are not empty, and each block goes back with its own.
        unsafe {
            let block = Reserved(System).alloc(layout);
            block.write_bytes(7, 100);
            let grown = Reserved(System).realloc(block, layout, 1000);
            assert!((0..100).all(|place| grown.add(place).read() == 7));
            Reserved(System).dealloc(grown, Layout::from_size_align(1000, 8).unwrap());
            let zeroed = Reserved(System).alloc_zeroed(layout);
            assert!((0..100).all(|place| zeroed.add(place).read() == 0));
            Reserved(System).dealloc(zeroed, layout);
        }
    }
}
