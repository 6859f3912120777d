//! One question, one answer: everything a person can ask for, as texts, and the function that
//! answers it.
//!
//! A front turns its input into a [`Question`] (arguments, JSON, keywords), decides on which
//! [`Terms`] it is asked, and shows the [`Answer`] or the [`Refusal`]. Each kind of question is one
//! file here: its fields, their defaults, its answer. The documentation of a field is what `--help`
//! and the OpenAPI document print.
//!
//! # Examples
//!
//! ```
//! use npuzzle::question::{Answer, Question, Terms, ask};
//!
//! let question: Question = serde_json::from_str(r#"{"solve": {"board": "867254301"}}"#)?;
//! let Answer::Solve(solved) = ask(&question, &Terms::default(), &mut ())? else { panic!() };
//! assert_eq!(solved.report.cost, Some(31));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apply;
#[cfg(feature = "clap")]
pub mod arguments;
mod audit;
mod compare;
mod device;
mod distances;
mod draw;
mod estimate;
mod eval;
mod explain;
mod fields;
mod generate;
mod pdb;
mod recording;
mod refusal;
mod search;
mod solve;
mod space;
mod terms;
mod texts;
mod trace;
mod trace_problem;
mod watch;

pub use apply::{Apply, ApplyAnswer, Illegal, Legality};
pub use audit::Audit;
pub use compare::{Compare, CompareAnswer};
pub use distances::{Distances, DistancesAnswer};
pub use draw::{Draw, Drawing, StyleFields};
pub use estimate::{Estimate, EstimateAnswer};
pub use eval::{Eval, Evaluation};
pub use explain::{Explain, ExplainAnswer};
pub use fields::{AskedLimits, BoardFields, BoardForm, EstimateFiles, LimitFields, ResourceFields, read_goal};
pub use generate::{Generate, GenerateAnswer};
pub use pdb::{
    BuiltTable, CheckedStates, MEAN_SAMPLES, Pdb, PdbAnswer, PdbBuild, PdbChoice, PdbInfo, PdbList, PdbRemove,
    PdbVerify, PlannedTable, RemovedTables, TABLE_FOLDER, TableFacts, TableFile, TableInfo, TableNews, TablePlan,
    VerifiedTable, table_names,
};
pub use recording::RECORDED_EVENTS;
pub use refusal::{Fault, FieldPlace, Refusal};
pub use search::Search;
pub use solve::{AT_A_TIME, LISTED_SOLUTIONS, Means, Solve, Solved};
pub use space::{Space, SpaceAnswer, SpaceCost};
pub use terms::{Caps, Terms};
pub use texts::{Amount, BoardText, KnownBoard};
pub use trace::{Trace, TraceAnswer};
pub use trace_problem::{ProblemTrace, TraceProblem};
pub use watch::Watch;

pub use crate::front::hint::Hint;

use serde::{Deserialize, Serialize};

/// A kind of question.
pub trait Ask {
    /// What it is answered with.
    type Answer: Serialize;

    /// What the question asks to use up. The front grants it, wholly or in part, in the
    /// [`Terms::limits`].
    fn limits(&self) -> LimitFields {
        LimitFields::default()
    }

    /// Answers the question.
    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<Self::Answer, Refusal>;
}

macro_rules! questions {
    ($($(#[$doc:meta])* $kind:ident)*) => {
        /// Everything a person can ask for.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Question {
            $($(#[$doc])* $kind($kind),)*
        }

        /// The answer to a [`Question`] of the same kind.
        #[derive(Debug, Serialize)]
        #[serde(untagged)]
        #[non_exhaustive]
        pub enum Answer {
            $($(#[$doc])* $kind(Box<<$kind as Ask>::Answer>),)*
        }

        impl Question {
            /// What the question asks to use up.
            pub fn limits(&self) -> LimitFields {
                match self {
                    $(Self::$kind(question) => question.limits(),)*
                }
            }
        }

        /// Answers a question.
        pub fn ask(question: &Question, terms: &Terms, watch: &mut dyn Watch) -> Result<Answer, Refusal> {
            match question {
                $(Question::$kind(question) => question.ask(terms, watch).map(Box::new).map(Answer::$kind),)*
            }
        }
    };
}

questions! {
    /// The shortest solution of a board.
    Solve
    /// The cheapest solution of another problem.
    Search
    /// A search with everything it does.
    Trace
    /// A search on another problem, with everything it does.
    TraceProblem
    /// Why a board can or cannot be solved.
    Explain
    /// Where some moves lead.
    Apply
    /// Random boards.
    Generate
    /// The value of a heuristic on a board.
    Estimate
    /// The values of heuristics on a board, beside the true distance.
    Eval
    /// Heuristics, judged.
    Audit
    /// Searches, compared.
    Compare
    /// The whole space of a small board.
    Space
    /// Pattern databases.
    Pdb
    /// A picture of boards or of a solution.
    Draw
}
