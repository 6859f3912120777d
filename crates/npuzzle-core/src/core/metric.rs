//! What the cost of a solution of a board counts: single moves, or slides of whole lines.
//!
//! In the single-tile metric every tile that goes to the next cell is a move. In the multi-tile
//! metric the tiles between the blank and a cell of its row or column slide together, and that
//! counts as one. A solution has at most as many slides as moves, so whatever is never above the
//! number of slides, or never drops by more than one in a slide, is so in single moves as well.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::core::spelling::is_spelled;

/// What a cost counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// Each tile that goes to the next cell.
    #[default]
    Single,
    /// Each slide of a line of tiles, however many they are.
    Multi,
}

impl Metric {
    /// Both metrics.
    pub const ALL: [Self; 2] = [Self::Single, Self::Multi];

    /// `single` or `multi`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Multi => "multi",
        }
    }

    /// How people who solve for speed abbreviate it.
    pub fn alias(self) -> &'static str {
        match self {
            Self::Single => "stm",
            Self::Multi => "mtm",
        }
    }

    /// What it counts, in one line.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Single => "each tile that goes to the next cell counts",
            Self::Multi => "a slide of a whole line of tiles counts as one",
        }
    }

    /// What it counts, in a word: one of them, or several.
    pub fn unit(self, count: u64) -> &'static str {
        match (self, count) {
            (Self::Single, 1) => "move",
            (Self::Single, _) => "moves",
            (Self::Multi, 1) => "slide",
            (Self::Multi, _) => "slides",
        }
    }

    /// The metric of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| is_spelled(name, metric.name()) || is_spelled(name, metric.alias()))
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_are_understood() {
        for metric in Metric::ALL {
            assert_eq!(Metric::from_name(metric.name()), Some(metric));
            assert_eq!(Metric::from_name(&metric.alias().to_uppercase()), Some(metric));
            assert_eq!(serde_json::to_value(metric).unwrap(), metric.name());
        }
        assert_eq!(Metric::from_name("double"), None);
    }
}
