//! `POST /api/generate`: random boards.

use npuzzle::question;

use crate::endpoints::{self, Endpoint};
use crate::lanes;
use crate::work::{LaneName, Work};

/// The entry of the list.
pub const ENDPOINT: Endpoint = endpoints::work::<Generate>();

/// Makes random boards.
pub struct Generate;

impl Work for Generate {
    const PATH: &'static str = "/api/generate";
    const SUMMARY: &'static str = "Make random boards";
    const EXAMPLE: &'static str = r#"{"size": "4x4", "count": 3, "seed": 1}"#;
    const STREAMS: bool = false;
    type Question = question::Generate;

    fn lane(question: &question::Generate) -> LaneName {
        // What cannot be read is refused in a moment.
        question.work().map_or(LaneName::Quick, |(kind, count)| lanes::of_random(kind, count))
    }
}
