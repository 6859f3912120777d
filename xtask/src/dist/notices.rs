//! The licences of the crates of others, which ask to be passed on with the programs that contain
//! them.

use std::fs;
use std::path::Path;

use crate::dist::empty_folder;
use crate::python::Environment;
use crate::steps::Step;
use crate::{cargo, system};

/// The name of their file beside the licences of the project.
pub const FILE: &str = "LICENSE-THIRD-PARTY";
const SCRIPT: &str = "xtask/src/dist/notices.py";

/// Writes the licences of what one of our packages contains on a platform.
pub fn write(step: &mut Step, tools: &Environment, package: &str, target: &str, file: &Path) -> Result<(), String> {
    let said =
        system::said(&mut cargo(&["metadata", "--locked", "--format-version", "1", "--filter-platform", target]))?;
    let metadata = empty_folder("notices")?.join("metadata.json");
    fs::write(&metadata, said).map_err(|error| format!("{}: {error}", metadata.display()))?;
    let mut script = tools.script(SCRIPT);
    script.arg(metadata).arg(package).arg(file);
    step.run(script)
}
