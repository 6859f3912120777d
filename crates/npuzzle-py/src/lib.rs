//! The Python package `npuzzle`: the engine under Python's own names.
//!
//! This crate is the part that has to be Rust: boards, the way from Python values to the fields of
//! questions, Python functions as heuristics and Python objects as problems, and searches that let
//! other threads of Python run and listen to Ctrl-C. Answers leave it as the JSON that all fronts
//! speak; what people see of them is written in Python, in `python/npuzzle`.

mod arguments;
mod arrays;
mod ask;
mod batch;
mod board;
mod bridge;
mod closing;
mod dealt;
mod described;
mod errors;
mod estimates;
mod evidence;
mod fields;
mod function;
mod numbers;
mod pictures;
mod problem;
mod questions;
mod reading;
mod scenes;
mod shown;
mod token;
mod ways;

use std::alloc::System;

use npuzzle_host::allocator::Reserved;
use pyo3::prelude::*;

/// A search that runs out of memory is stopped; Python goes on.
#[global_allocator]
static ALLOCATOR: Reserved = Reserved(System);

/// The engine of `npuzzle`. Its users are the modules beside it.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use crate::arguments::usual_memory;
    #[pymodule_export]
    use crate::arrays::{distances, estimates_of};
    #[pymodule_export]
    use crate::ask::{ask, audit, generate};
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::dealt::{audit_samples, merge_runs};
    #[pymodule_export]
    use crate::described::{audit_problem, search, trace_problem};
    #[pymodule_export]
    use crate::evidence::Evidence;
    #[pymodule_export]
    use crate::pictures::{board_svg, board_text, picture_colours};
    #[pymodule_export]
    use crate::questions::{boards, catalogue, goal};
    #[pymodule_export]
    use crate::scenes::scenes;
    #[pymodule_export]
    use crate::token::Token;
    #[pymodule_export]
    use crate::ways::{way_gif, way_svg};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("MOST_NUMBERED", npuzzle::picture::mosaic::MOST_NUMBERED)?;
        crate::closing::register(module)
    }
}
