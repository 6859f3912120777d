//! The commands: one file each, with the arguments, the help and what is done.

use clap::Subcommand;

use crate::failure::Failure;
use crate::out::Out;
use crate::ranks::Part;

/// The arguments of a command, which is to be run.
pub trait Run {
    /// Runs the command; the exit code of the contract, or why there is none.
    fn run(&self, out: &mut Out) -> Result<u8, Failure>;

    /// Whether several processes can share its work.
    fn is_divided(&self) -> bool {
        false
    }

    /// Does the part of a process that does not lead.
    fn take_part(&self, _: Part) -> Result<(), Failure> {
        Err(Failure::usage("this command is not divided among processes"))
    }
}

/// Declares the modules and the commands, both from one list.
macro_rules! commands {
    ($($(#[cfg($($condition:tt)*)])? $module:ident: $name:ident)*) => {
        $($(#[cfg($($condition)*)])? pub mod $module;)*

        #[derive(Subcommand)]
        pub enum Command {
            $($(#[cfg($($condition)*)])? $name(Box<$module::Arguments>),)*
        }

        impl Command {
            /// The command that was given.
            pub fn given(&self) -> &dyn Run {
                match self {
                    $($(#[cfg($($condition)*)])? Self::$name(arguments) => &**arguments,)*
                }
            }

            /// Its name.
            pub fn name(&self) -> &'static str {
                match self {
                    $($(#[cfg($($condition)*)])? Self::$name(_) => stringify!($module),)*
                }
            }
        }
    };
}

// The list, in the order of the help. A new command is a file in this folder and its line here.
commands! {
    solve: Solve
    explain: Explain
    eval: Eval
    apply: Apply
    draw: Draw
    generate: Generate
    compare: Compare
    merge: Merge
    search: Search
    audit: Audit
    space: Space
    pdb: Pdb
    #[cfg(feature = "tui")] play: Play
    #[cfg(feature = "tui")] replay: Replay
    #[cfg(feature = "serve")] serve: Serve
    list: List
    bench: Bench
    doctor: Doctor
    completions: Completions
    man: Man
}
