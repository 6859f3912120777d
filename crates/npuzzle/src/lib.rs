//! Sliding-tile puzzles as a laboratory of heuristic search: any board, any goal, exact searches,
//! proved answers.
//!
//! Everything a person can ask for is a [`Question`](question::Question), with texts as a person
//! writes them; [`ask`](question::ask) gives the answer, or a refusal that names the field:
//!
//! ```
//! use npuzzle::answer::ProofLabel;
//! use npuzzle::question::{Ask, Solve, Terms};
//!
//! let question = Solve { board: "1 2 3/4 0 6/7 5 8".into(), ..Solve::default() };
//! let report = question.ask(&Terms::default(), &mut ())?.report;
//! assert_eq!(report.moves.as_deref(), Some("DR"));
//! assert_eq!(report.proof, ProofLabel::Optimal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The engine never prints, reads the environment or exits. Its layers, each of which knows only
//! those before it: [`core`] (contracts), [`store`] (data structures), [`domains`], [`heuristics`],
//! [`algorithms`], [`solvers`], [`trace`], [`catalogue`], [`answer`], [`teach`], [`lab`],
//! [`front`], [`picture`] and [`question`]; [`verify`](mod@verify) is beside them. `DESIGN.md`
//! tells the story.

pub mod answer;
pub mod catalogue;
pub mod front;
pub mod lab;
pub mod picture;
pub mod question;
pub mod teach;
pub mod trace;

pub use npuzzle_algorithms::algorithms;
pub use npuzzle_core::{core, store};
pub use npuzzle_domains::{domains, verify};
pub use npuzzle_heuristics::heuristics;
pub use npuzzle_solvers::solvers;
pub use npuzzle_tables::tables;

/// Compiles the Rust code of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
