//! A list that grows without moving: every place exists as soon as it is asked for, and can be
//! shared by all threads.
//!
//! Places are kept in pages that are made when they are needed, behind two levels of directories. A
//! place is found by three look-ups and without a lock, so what was once written is read as fast as
//! from an array.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

const PAGE_BITS: u32 = 10;
const FOLDER_BITS: u32 = 11;

type Page<T> = Box<[T]>;
type Folder<T> = Box<[OnceLock<Page<T>>]>;

/// Places of all numbers of 32 bits, each holding the default until it is changed.
pub struct Paged<T> {
    folders: Box<[OnceLock<Folder<T>>]>,
    bytes: AtomicU64,
}

impl<T: Default> Default for Paged<T> {
    fn default() -> Self {
        let folders = many::<OnceLock<Folder<T>>>(1 << (u32::BITS - PAGE_BITS - FOLDER_BITS));
        let bytes = AtomicU64::new(size_of_val(&*folders) as u64);
        Self { folders, bytes }
    }
}

fn many<T: Default>(count: usize) -> Box<[T]> {
    std::iter::repeat_with(T::default).take(count).collect()
}

impl<T: Default> Paged<T> {
    /// The place of a number.
    pub fn get(&self, number: u32) -> &T {
        let number = number as usize;
        let folder = self.folders[number >> (PAGE_BITS + FOLDER_BITS)].get_or_init(|| self.made(1 << FOLDER_BITS));
        let page = (number >> PAGE_BITS) & ((1 << FOLDER_BITS) - 1);
        let page = folder[page].get_or_init(|| self.made(1 << PAGE_BITS));
        &page[number & ((1 << PAGE_BITS) - 1)]
    }

    fn made<P: Default>(&self, count: usize) -> Box<[P]> {
        self.bytes.fetch_add((count * size_of::<P>()) as u64, Ordering::Relaxed);
        many(count)
    }

    /// Bytes of all pages, without what their places own elsewhere.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    #[test]
    fn places_are_kept_wherever_they_are() {
        let list: Paged<AtomicU32> = Paged::default();
        let numbers = [0, 1, 1023, 1024, 1 << 21, (1 << 21) - 1, u32::MAX, u32::MAX - 1, 123_456_789];
        let before = list.bytes();
        for (value, &number) in (1..).zip(&numbers) {
            assert_eq!(list.get(number).swap(value, Ordering::Relaxed), 0, "{number}");
        }
        for (value, &number) in (1..).zip(&numbers) {
            assert_eq!(list.get(number).load(Ordering::Relaxed), value, "{number}");
        }
        assert!(list.bytes() > before && list.bytes() < 1 << 20);
    }

    #[test]
    fn threads_share_the_places() {
        let list: Paged<AtomicU32> = Paged::default();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for number in 0..5000 {
                        list.get(number * 7).fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        assert!((0..5000).all(|number| list.get(number * 7).load(Ordering::Relaxed) == 4));
    }
}
