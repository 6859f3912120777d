//! `npuzzle-mpi` as a job of several processes on this machine.
//!
//! `cargo xtask test mpi` builds and runs them; they need `mpirun` of Open MPI on the PATH.
#![cfg(target_os = "linux")]

mod guide;
mod job;
mod losses;
mod searches;
mod sets;
mod usage;
