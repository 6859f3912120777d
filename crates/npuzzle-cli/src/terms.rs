//! On which terms this program asks: what the machine can spare, until Ctrl-C, and no caps on the
//! size of questions and answers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use npuzzle::core::{Devices, Limits};
use npuzzle::question::{Caps, LimitFields, Terms};
use npuzzle_host::memory;

use crate::failure::Failure;
use crate::{interrupt, ranks, tables};

/// The terms of a question that asks for these limits.
pub fn terms(fields: &LimitFields) -> Result<Terms, Failure> {
    Ok(within(limits(fields)?.0))
}

/// The terms of a question within limits.
pub fn within(limits: Limits) -> Terms {
    let caps = Caps { boards: usize::MAX, cells: usize::MAX, walk: u64::MAX, ..Caps::default() };
    Terms { limits, caps, devices: devices(), ..Terms::default() }
}

/// The devices of this machine, if the program knows any.
pub fn devices() -> Option<Arc<dyn Devices>> {
    #[cfg(feature = "cuda")]
    return Some(npuzzle_gpu::devices());
    #[cfg(not(feature = "cuda"))]
    None
}

/// The limits of a search, and the flag that ends it.
pub fn limits(fields: &LimitFields) -> Result<(Limits, Arc<AtomicBool>), Failure> {
    let cancel = interrupt::flag()?;
    Ok((limits_until(fields, &cancel)?, cancel))
}

/// The limits of a search that this flag ends.
pub fn limits_until(fields: &LimitFields, cancel: &Arc<AtomicBool>) -> Result<Limits, Failure> {
    let usual = Limits { cancel: Some(Arc::clone(cancel)), table_cache: tables::table_cache(), ..memory::limits() };
    Ok(fields.over(ranks::share(usual))?)
}
