//! The kernels, compiled as C++: what they count, and what happens when a machine fails.
#![allow(unsafe_code)]
#![allow(clippy::print_stderr)]

mod boards;
mod counts;
mod emulator;
mod faults;
mod large;
mod many;
mod pattern_tables;
mod questions;
mod spaces;
mod turns;
mod wrong;
