//! The memory of devices, which solvers that are kept hold: gigabytes on a card that others use as
//! well.
//!
//! A solver gives it back when it was not used for a minute or two, at once when another one needs
//! it, and when its device was given up: the driver opens a card anew once nothing holds it.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::core::TableCache;
use crate::solvers::tiles::device::TileDevice;

/// Between two looks at a solver that is kept. Making one ready again takes less than a second.
const LOOKS: Duration = Duration::from_secs(60);

/// The end of the names of solvers on a device.
pub(super) fn on(device: &dyn TileDevice) -> String {
    format!(" on {}", device.name())
}

/// Has solvers give back the memory of a device that they hold without using it. Whether there are
/// any.
pub fn give_back_idle(table_cache: &TableCache, device: &dyn TileDevice) -> bool {
    let on = on(device);
    table_cache.forget_unused(|name| name.ends_with(&on))
}

/// Forgets all solvers on a device if it was given up.
pub fn forget_given_up(table_cache: &TableCache, device: &dyn TileDevice) {
    if device.is_given_up() {
        let on = on(device);
        table_cache.forget_all(|name| name.ends_with(&on));
    }
}

/// Has the solver of this name forgotten when it has been idle for some time.
pub(super) fn forget_when_idle(table_cache: &Arc<TableCache>, name: String) {
    watch(table_cache, name, LOOKS);
}

fn watch(table_cache: &Arc<TableCache>, name: String, looks: Duration) {
    let table_cache = Arc::downgrade(table_cache);
    let mut seen = None;
    // Where the system gives no thread, the solver stays until its memory is needed.
    let _ = thread::Builder::new().name("idle device".to_owned()).spawn(move || {
        loop {
            thread::sleep(looks);
            let is_over = table_cache.upgrade().is_none_or(|table_cache| table_cache.forget_idle(&name, &mut seen));
            if is_over {
                return;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_that_is_idle_is_forgotten_and_one_that_is_used_is_not() {
        let table_cache = Arc::new(TableCache::new());
        let used = Arc::new(1);
        table_cache.keep("used", Arc::clone(&used));
        table_cache.keep("idle", Arc::new(2));
        let idle = Arc::downgrade(&table_cache.get::<i32>("idle").unwrap());
        for name in ["used", "idle"] {
            watch(&table_cache, name.to_owned(), Duration::from_millis(1));
        }
        while idle.strong_count() > 0 {
            thread::sleep(Duration::from_millis(1));
        }
        assert!(table_cache.get::<i32>("idle").is_none());
        assert!(table_cache.get::<i32>("used").is_some());
    }
}
