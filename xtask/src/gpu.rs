//! Cards: `cargo xtask kernels` compiles the kernels ahead, `cargo xtask gpu` runs the real thing.

use crate::{cargo, python, step};

/// Writes `crates/npuzzle-gpu/kernels/compiled`.
pub fn compile_kernels() -> Result<(), String> {
    let environment = python::prepare_kernels()?.finish()?;
    step("kernels", &mut environment.script("crates/npuzzle-gpu/kernels/compile.py"))
}

/// Prints what a card does.
pub fn figures(arguments: &[String]) -> Result<(), String> {
    let mut command = cargo(&["run", "--release", "--package", "npuzzle-gpu", "--bin", "gpu-figures", "--"]);
    step("gpu", command.args(arguments))
}
