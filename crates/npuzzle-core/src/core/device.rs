//! Devices that can search beside the processor.
//!
//! What a device can do is for the solver that uses it to say; here it has a name only, so that a
//! front can hand one on with the limits.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// Something that searches beside the processor.
pub trait Device: Any + fmt::Debug + Send + Sync {
    /// What people call it.
    fn name(&self) -> String;
}

/// A device that the processor may stand in for, if it cannot do the work.
#[derive(Debug)]
pub struct Optional(pub Arc<dyn Device>);

impl Device for Optional {
    fn name(&self) -> String {
        self.0.name()
    }
}

/// The devices of a machine.
pub trait Devices: Send + Sync {
    /// A line about each, in the order of their numbers, or why there are none.
    fn list(&self) -> Result<Vec<String>, String>;

    /// Opens the device of this number, or says why it cannot be used.
    fn open(&self, number: usize) -> Result<Arc<dyn Device>, String>;
}
