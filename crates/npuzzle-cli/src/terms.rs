//! On which terms this program asks: what the machine can spare, until Ctrl-C, and no caps on the
//! size of questions and answers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use npuzzle::core::Limits;
use npuzzle::question::{Caps, LimitFields, Terms};
use npuzzle_host::memory;

use crate::failure::Failure;
use crate::{interrupt, tables};

/// The terms of a question that asks for these limits.
pub fn terms(fields: &LimitFields) -> Result<Terms, Failure> {
    Ok(within(limits(fields)?.0))
}

/// The terms of a question within limits.
pub fn within(limits: Limits) -> Terms {
    let caps = Caps { boards: usize::MAX, cells: usize::MAX, walk: u64::MAX, ..Caps::default() };
    Terms { limits, caps, ..Terms::default() }
}

/// The limits of a search, and the flag that ends it.
pub fn limits(fields: &LimitFields) -> Result<(Limits, Arc<AtomicBool>), Failure> {
    let cancel = interrupt::flag()?;
    let usual = Limits { cancel: Some(Arc::clone(&cancel)), table_cache: tables::table_cache(), ..memory::limits() };
    Ok((fields.over(usual)?, cancel))
}
