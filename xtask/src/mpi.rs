//! What `npuzzle-mpi` needs beyond Rust: an MPI library, and libclang to build against it. A script
//! of the guide needs GNU parallel.
//!
//! They are looked for at the start, and installed while the compiler works.

use std::fs;
use std::path::Path;

use crate::cargo;
use crate::steps::{Step, Stop};
use crate::system::{self, Preparing};

/// Debian's packages.
const PACKAGES: [&str; 4] = ["openmpi-bin", "libopenmpi-dev", "libclang-dev", "parallel"];
/// The feature that builds the program.
pub const FEATURE: &str = "npuzzle-mpi/mpi";

/// Finds out whether all is there, and begins to install it if not. An error says why there can be
/// no jobs here.
pub fn prepare() -> Result<Preparing<()>, String> {
    if !cfg!(target_os = "linux") {
        return Err("its tests are for Linux".to_owned());
    }
    let is_there = is_there() && system::has("parallel");
    if !is_there {
        system::can_install(&PACKAGES).map_err(|remedy| format!("there is no MPI with libclang; {remedy}"))?;
    }
    Ok(Preparing::begin("Open MPI", move || if is_there { Ok(()) } else { system::install(&PACKAGES) }))
}

/// Whether the program can be built and started.
pub fn is_there() -> bool {
    system::has("mpirun") && system::has("mpicc") && has_libclang()
}

fn has_libclang() -> bool {
    if std::env::var_os("LIBCLANG_PATH").is_some() || system::has("llvm-config") {
        return true;
    }
    let llvm = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let llvm = llvm.map(|entry| entry.path().join("lib"));
    let folders = ["/usr/lib", "/usr/lib64", "/usr/local/lib"].map(|folder| Path::new(folder).to_owned());
    folders.into_iter().chain(llvm).any(|folder| {
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        files.map(|file| file.file_name()).any(|name| {
            let name = name.to_string_lossy();
            name.starts_with("libclang.so") || name.starts_with("libclang-")
        })
    })
}

/// Builds the program and runs its jobs. The build is of the whole workspace, as that of the other
/// tests, so that the engine is compiled once.
pub fn test(step: &mut Step) -> Result<(), Stop> {
    let mut command = cargo(&["test", "--workspace", "--no-fail-fast", "--features", FEATURE, "--test", "mpi"]);
    // Each job has processes of its own. One job waits most of the time.
    command.env("RUST_TEST_THREADS", "3");
    Ok(step.run(command)?)
}
