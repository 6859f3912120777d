//! A panic on demand: what becomes of the terminal after a bug can be tested only if there is one.

/// Panics if the variable `NPUZZLE_PLAY_PANICS` names this place. Nothing of it is left in a
/// release.
pub fn spring(place: &str) {
    if cfg!(debug_assertions) && std::env::var("NPUZZLE_PLAY_PANICS").is_ok_and(|named| named == place) {
        panic!("asked for by NPUZZLE_PLAY_PANICS");
    }
}
