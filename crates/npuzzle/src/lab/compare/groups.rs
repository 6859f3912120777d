//! Groups of boards, each with a tally of its own, and the base line that pairs are measured by.
//!
//! A mean over boards of several sizes says little about any of them. So a tally can be made for
//! each board, for each set that boards are from, or for each size.

use std::collections::HashMap;

use serde::Serialize;

use crate::catalogue::Call;
use crate::lab::compare::tally::{Runs, Tally};
use crate::lab::compare::{CompareBoard, PlannedRun, RunRecord};

/// Which boards belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// All of them.
    None,
    /// Each is by itself.
    Board,
    /// Those of a set: a named one, a file, or a description of random boards.
    Set,
    /// Those of a size.
    Size,
}

impl Grouping {
    /// All of them, by their names.
    pub const NAMES: [(&'static str, Self); 4] =
        [("none", Self::None), ("board", Self::Board), ("set", Self::Set), ("size", Self::Size)];

    /// The grouping of that name.
    pub fn find(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, grouping)| grouping)
    }

    /// The group that a board is in; every board is a group by itself if it is grouped by board.
    fn name_of(self, board: &CompareBoard) -> String {
        match self {
            Self::None => "all boards".to_owned(),
            Self::Board => board.name.clone(),
            Self::Set => board.set().to_owned(),
            Self::Size => board.start.shape().to_string(),
        }
    }
}

/// Boards that belong together, and what the runs on them come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Group {
    /// The board, the set or the size.
    pub name: String,
    /// Number of boards.
    pub boards: usize,
    /// What the runs on them come to.
    pub summary: Tally,
}

/// The pair that the others are measured by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// What it is called: the search, and its heuristic if it uses one.
    pub name: String,
    /// Its place among the pairs.
    pub(super) pair: usize,
}

impl Baseline {
    /// Finds the pair that a text names: a search (`bfs`), a search with its heuristic (`astar +
    /// manhattan`), or a heuristic that only one pair uses. If it names none or several, the error
    /// lists what there is.
    pub fn find(plan: &[PlannedRun], text: &str) -> Result<Self, String> {
        let pairs = Runs::of(&[], plan, &[]).pairs;
        let squeezed = |text: &str| text.split_whitespace().collect::<String>().to_lowercase();
        let (asked, call) = (squeezed(text), Call::parse(text.trim()).map(|call| squeezed(&call.asked)).ok());
        let is_search = |pair: &PlannedRun| {
            let search = squeezed(&pair.algorithm);
            search == asked || Some(search) == call
        };
        let is_whole = |pair: &PlannedRun| squeezed(&pair.name()) == asked;
        let is_heuristic = |pair: &PlannedRun| pair.heuristic.as_deref().is_some_and(|name| squeezed(name) == asked);
        let named = |is: &dyn Fn(&PlannedRun) -> bool| -> Vec<usize> {
            (0..pairs.len()).filter(|&pair| is(&pairs[pair])).collect()
        };
        let list = |pairs: &mut dyn Iterator<Item = &PlannedRun>| {
            pairs.map(|pair| format!("`{}`", pair.name())).collect::<Vec<_>>().join(", ")
        };
        let found = [named(&is_whole), named(&is_search), named(&is_heuristic)];
        match found.iter().find(|found| !found.is_empty()).map(Vec::as_slice) {
            Some(&[pair]) => Ok(Self { name: pairs[pair].name(), pair }),
            Some(several) => {
                let several = list(&mut several.iter().map(|&pair| &pairs[pair]));
                Err(format!("`{text}` names several of the pairs that are compared: expected one of {several}"))
            }
            None => {
                let all = list(&mut pairs.iter());
                Err(format!("`{text}` is not one of the pairs that are compared: expected one of {all}"))
            }
        }
    }
}

/// A tally for each group of boards, in the order in which the groups first appear.
pub fn groups(
    boards: &[CompareBoard],
    plan: &[PlannedRun],
    records: &[RunRecord],
    by: Grouping,
    baseline: Option<&Baseline>,
) -> Vec<Group> {
    let mut named: Vec<(String, Vec<usize>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (number, board) in boards.iter().enumerate() {
        let name = by.name_of(board);
        let place = match places.get(&name).filter(|_| by != Grouping::Board) {
            Some(&place) => place,
            None => {
                places.insert(name.clone(), named.len());
                named.push((name, Vec::new()));
                named.len() - 1
            }
        };
        named[place].1.push(number);
    }
    let runs = Runs::of(boards, plan, records);
    let group =
        |(name, over): (String, Vec<usize>)| Group { name, boards: over.len(), summary: runs.tally(&over, baseline) };
    named.into_iter().map(group).collect()
}
