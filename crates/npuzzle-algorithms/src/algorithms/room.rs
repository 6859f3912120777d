//! Room in a list, asked for before it is taken.

use crate::core::{Budget, Stop};

/// Bytes that a list holds.
pub(crate) fn bytes<T>(items: &Vec<T>) -> u64 {
    (items.capacity() * size_of::<T>()) as u64
}

/// Makes room for `more` items beside the `others` bytes that the search holds; the list doubles,
/// as all lists do.
#[inline(always)]
pub(crate) fn make_room<T>(items: &mut Vec<T>, more: usize, others: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
    if items.capacity() - items.len() < more { grow(items, more, others, budget) } else { Ok(()) }
}

#[cold]
#[inline(never)]
fn grow<T>(items: &mut Vec<T>, more: usize, others: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
    let capacity = (2 * items.capacity()).max(items.len() + more).max(64);
    budget.hold(others + (capacity * size_of::<T>()) as u64)?;
    items.try_reserve_exact(capacity - items.len()).map_err(|_| Stop::Memory)
}
