//! The Python package as a wheel: one for each platform, which serves every version of Python.

use std::fs;
use std::path::{Path, PathBuf};

use crate::dist::platforms::Platform;
use crate::dist::{empty_folder, glibc, name_of, notices, place};
use crate::python::{self, Environment};
use crate::root;
use crate::steps::Step;

/// Makes the wheel of a platform from the library that was built with its program.
pub fn make(step: &mut Step, tools: &Environment, platform: &Platform, to: &Path) -> Result<PathBuf, String> {
    let folder = empty_folder("wheel")?;
    let mut build = tools.wheel(&folder)?;
    build.args(["--profile", python::RELEASE_PROFILE, "--target", platform.target]);
    if let Some(compatibility) = platform.wheel_compatibility() {
        build.args(["--compatibility", &compatibility]);
    }
    platform.link(&mut build, tools)?;
    // maturin takes licences from the folder of the package.
    let notices = root().join("crates/npuzzle-py").join(notices::FILE);
    notices::write(step, tools, "npuzzle-py", platform.target, &notices)?;
    let built = step.run(build);
    fs::remove_file(&notices).map_err(|error| format!("{}: {error}", notices.display()))?;
    built?;
    let wheel = place(&python::only_file(&folder)?, to)?;
    if platform.wheel_compatibility().is_some() {
        audit(step, tools, &wheel)?;
    }
    Ok(wheel)
}

/// Whether the wheel is what its name says, by the judgement of another program than the one that
/// named it.
fn audit(step: &mut Step, tools: &Environment, wheel: &Path) -> Result<(), String> {
    let mut audit = tools.module("auditwheel");
    audit.arg("show").arg(wheel);
    let mut said = String::new();
    step.watch(audit, |line| said += &format!("{line} "))?;
    match glibc_in(&said) {
        Some(version) if version <= glibc::OLDEST => Ok(()),
        _ => Err(format!("auditwheel finds {} not to be what its name says: {said}", name_of(wheel))),
    }
}

/// The glibc of the first platform that auditwheel names.
fn glibc_in(said: &str) -> Option<(u32, u32)> {
    let (_, tag) = said.split_once("\"manylinux_")?;
    let mut numbers = tag.split('_').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_judgement_is_understood() {
        let said = "npuzzle.whl is consistent with the following platform tag: \"manylinux_2_17_x86_64\". The wheel";
        assert_eq!(glibc_in(said), Some((2, 17)));
        assert_eq!(glibc_in("the following platform tag: \"linux_x86_64\"."), None);
    }
}
