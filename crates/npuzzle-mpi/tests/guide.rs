//! The scripts of the guide with the variables that `sbatch` sets, and a stand-in for `srun`.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::job::{answer, settings};

/// The script of that name.
fn script(name: &str) -> String {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/cluster.md");
    let text = fs::read_to_string(guide).unwrap();
    let (_, rest) = text.split_once(&format!("<!-- example {name} -->\n```sh\n")).unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

#[test]
fn the_scripts_of_the_guide_run() {
    let folder = tempfile::tempdir().unwrap();
    let programs = folder.path().join("bin");
    fs::create_dir(&programs).unwrap();
    let srun = "#!/bin/sh\n[ \"$1\" = --kill-on-bad-exit=1 ] && shift\nexec mpirun -n \"$SLURM_NTASKS\" --oversubscribe --bind-to none \"$@\"\n";
    fs::write(programs.join("srun"), srun).unwrap();
    fs::set_permissions(programs.join("srun"), fs::Permissions::from_mode(0o755)).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_npuzzle-mpi"));
    let binary = program.parent().unwrap();
    // One process of it does the same.
    symlink(program, programs.join("npuzzle")).unwrap();
    let search = format!("{}:{}:{}", programs.display(), binary.display(), std::env::var("PATH").unwrap());
    let start = |script: &str, variables: &[(&str, &str)]| {
        let mut command = Command::new("sh");
        command.args(["-e", "-c", script]).current_dir(folder.path()).env("PATH", &search);
        settings(&mut command);
        let (code, _, said) = answer(command.envs(variables.iter().copied()).output().unwrap());
        assert_eq!(code, Some(0), "{said}");
    };
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
    // This machine, without ssh.
    fs::write(folder.path().join("machines"), ":\n").unwrap();
    start(&script("parallel"), &[("BOARDS", "random:3x3:12:1")]);
    let parts = (1..=10).map(|part| read(&format!("part-{part}.jsonl")).lines().count());
    assert_eq!(parts.collect::<Vec<_>>(), [2, 2, 1, 1, 1, 1, 1, 1, 1, 1]);
    start(&script("mpi"), &[("SLURM_NTASKS", "2"), ("SLURM_CPUS_PER_TASK", "1"), ("BOARD", "korf:12")]);
    let solution: Value = serde_json::from_str(&read("solution.jsonl")).unwrap();
    assert_eq!(solution["cost"], 45);
    assert!(folder.path().join("journal").is_dir());
    start(&script("mpi set"), &[("SLURM_NTASKS", "3"), ("BOARDS", "random:3x3:9:1")]);
    assert_eq!(read("answers.jsonl").lines().count(), 9);
    start(&script("mpi space"), &[("SLURM_NTASKS", "2"), ("SIZE", "3x3")]);
    let space: Value = serde_json::from_str(&read("space.json")).unwrap();
    assert_eq!((&space["states"], &space["diameter"]), (&181_440.into(), &31.into()));
}
