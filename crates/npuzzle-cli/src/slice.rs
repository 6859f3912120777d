//! A part of the work on a set of boards: `--slice I/N`, for launchers that start the same command
//! many times.
//!
//! Boards are dealt round robin, so that a set that is sorted by difficulty gives even parts. Each
//! record says where it stands in the whole, so that `npuzzle merge` can put the parts together.

use std::fmt;
use std::iter::{Skip, StepBy};
use std::str::FromStr;

use clap::Args;
use npuzzle::domains::tiles::sets::Known;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// Which part of the work is done.
#[derive(Args)]
pub struct SliceArguments {
    /// Do only part I of N, so that N machines share the work: every N-th board, beginning with the
    /// I-th. `npuzzle merge` puts the parts together
    #[arg(long, value_name = "I/N", help_heading = "Board")]
    pub slice: Option<Slice>,
}

/// Part `index` of `of`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    index: usize,
    of: usize,
}

impl FromStr for Slice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = "expected I/N with I from 1 to N, such as 3/10";
        let number = |text: &str| text.trim().parse::<usize>().ok();
        let parts = text.split_once('/').and_then(|(index, of)| Some((number(index)?, number(of)?)));
        match parts {
            Some((0, of)) if of > 0 => {
                Err(format!("slices are counted from 1: {expected} (in Slurm, `--array=1-{of}`)"))
            }
            Some((index, of)) if index <= of && index > 0 => Ok(Self { index, of }),
            Some((index, of)) => Err(format!("there is no slice {index} of {of}: {expected}")),
            None => Err(expected.to_owned()),
        }
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl Slice {
    /// All of it.
    const WHOLE: Self = Self { index: 1, of: 1 };

    /// The slice that has something, by its number from 0.
    pub fn having(number: usize, of: usize) -> Self {
        Self { index: number % of.max(1) + 1, of }
    }

    /// Its number, from 1.
    pub fn index(self) -> usize {
        self.index
    }

    /// How many of so many it has.
    pub fn share(self, all: usize) -> usize {
        all.checked_sub(self.index).map_or(0, |behind| behind / self.of + 1)
    }

    /// Whether it has the one of that number, from 0.
    pub fn has(self, number: usize) -> bool {
        number % self.of == self.index - 1
    }

    /// The number, from 0, of what comes at a place of it.
    fn number(self, place: usize) -> usize {
        self.index - 1 + place * self.of
    }

    /// Every part has to mean the same random boards.
    pub fn refuse_chosen_seed(slice: Option<Self>, given: Option<u64>, used: Option<u64>) -> Result<(), Failure> {
        match slice.filter(|_| given.is_none() && used.is_some()) {
            Some(slice) => Err(Failure::Usage(format!(
                "`--slice {slice}` of random boards without a seed: each part would draw other boards\n\
                 help: give all parts the same `--seed`, such as `--seed 1`"
            ))),
            None => Ok(()),
        }
    }
}

/// How the boards of a command line are dealt: all of them, or those of a slice.
#[derive(Clone)]
pub struct Deal {
    slice: Option<Slice>,
    /// How many boards all slices have together.
    all: usize,
    seed: Option<u64>,
}

impl Deal {
    pub fn new(slice: Option<Slice>, all: usize, seed: Option<u64>) -> Self {
        Self { slice, all, seed }
    }

    /// The same, each record to say where it stands in the whole.
    pub fn as_part(&self) -> Self {
        Self { slice: Some(self.dealt()), ..self.clone() }
    }

    /// How many boards all slices have together.
    pub fn all(&self) -> usize {
        self.all
    }

    /// The seed of random boards that give none.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Whether there are other parts.
    pub fn is_part(&self) -> bool {
        self.slice.is_some()
    }

    fn dealt(&self) -> Slice {
        self.slice.unwrap_or(Slice::WHOLE)
    }

    /// How many boards there are here.
    pub fn count(&self) -> usize {
        self.dealt().share(self.all)
    }

    /// The boards that are dealt, of all of them.
    pub fn of<I: Iterator>(&self, boards: I) -> StepBy<Skip<I>> {
        boards.skip(self.dealt().index - 1).step_by(self.dealt().of)
    }

    /// Where the board at a place of these stands in the whole, if this is a part.
    pub fn place(&self, place: usize, name: &str, known: Option<Known>) -> Option<Place> {
        self.place_of(self.dealt().number(place), name, known)
    }

    /// Where the board of a number, from 0, stands in the whole, if this is a part.
    pub fn place_of(&self, number: usize, name: &str, known: Option<Known>) -> Option<Place> {
        let Slice { index, of } = self.slice?;
        let known = known.map(KnownCost::from);
        Some(Place { index, of, board: number + 1, boards: self.all, name: name.to_owned(), seed: self.seed, known })
    }
}

/// Where a record stands in the whole: the field `slice` of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Number of the slice, from 1.
    pub index: usize,
    /// How many slices there are.
    pub of: usize,
    /// Number of the board in the whole, from 1.
    pub board: usize,
    /// How many boards all slices have together.
    pub boards: usize,
    /// Name of the board.
    pub name: String,
    /// Seed of random boards that give none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// What the set tells about the cost of the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<KnownCost>,
}

/// What a set tells about the cost of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KnownCost {
    /// No solution is cheaper.
    Optimal(u32),
    /// Such a solution is known.
    Published(u32),
}

impl From<Known> for KnownCost {
    fn from(known: Known) -> Self {
        match known {
            Known::Optimal(cost) => Self::Optimal(cost),
            Known::Published(cost) => Self::Published(cost),
        }
    }
}

impl From<KnownCost> for Known {
    fn from(known: KnownCost) -> Self {
        match known {
            KnownCost::Optimal(cost) => Self::Optimal(cost),
            KnownCost::Published(cost) => Self::Published(cost),
        }
    }
}

/// A record with where it stands in the whole, if it is in a part.
#[derive(Serialize)]
pub struct Placed<'p, T> {
    #[serde(flatten)]
    pub record: &'p T,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slice: Option<&'p Place>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_counted_from_one() {
        assert_eq!("3/10".parse(), Ok(Slice { index: 3, of: 10 }));
        assert_eq!("1/1".parse(), Ok(Slice::WHOLE));
        assert!("0/4".parse::<Slice>().unwrap_err().contains("`--array=1-4`"));
        for text in ["", "3", "3/", "/3", "5/4", "1/0", "0/0", "-1/4", "1/2/3", "a/b"] {
            let message = text.parse::<Slice>().unwrap_err();
            assert!(message.contains("expected I/N"), "{text}: {message}");
        }
    }

    #[test]
    fn every_board_is_dealt_once() {
        assert_eq!(Slice { index: 1, of: usize::MAX }.share(5), 1);
        for (all, of) in [(0, 3), (1, 1), (2, 7), (10, 3), (12, 4)] {
            let mut dealt = Vec::new();
            for index in 1..=of {
                let deal = Deal::new(Some(Slice { index, of }), all, None);
                let mine: Vec<usize> = deal.of(0..all).collect();
                assert_eq!(mine.len(), deal.count(), "{all} boards, slice {index}/{of}");
                for (place, &number) in mine.iter().enumerate() {
                    assert!(Slice { index, of }.has(number) && Slice::having(number, of).index() == index);
                    assert_eq!(deal.place(place, "", None).map(|place| place.board), Some(number + 1));
                }
                dealt.extend(mine);
            }
            dealt.sort_unstable();
            assert_eq!(dealt, (0..all).collect::<Vec<_>>());
        }
        let whole = Deal::new(None, 5, None);
        assert_eq!((whole.count(), whole.of(0..5).count(), whole.place(2, "", None)), (5, 5, None));
    }
}
