//! The pancake puzzle: sort a stack by turning over its top part.
//!
//! A state is a stack of `n` pancakes of different sizes, the top one first. An operator turns the
//! top `k` of them over, and is its own inverse. The gap heuristic counts the neighbours, the plate
//! included, that are not neighbours in the goal: a turn changes one pair of neighbours only.
//! (Dweighter 1975; Gates & Papadimitriou 1979; Helmert 2010 on gaps)

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use crate::core::card::HeuristicCard;
use crate::core::{Cost, Describe, Domain};
use crate::domains::any::Code;
use crate::domains::problem::{Estimate, Instance, Problem, ProblemCard, ProblemError};

/// The entry of the list.
pub type Entry = Pancake;

/// The puzzle of reaching one stack.
#[derive(Clone, Debug)]
pub struct Pancake {
    goal: Vec<u8>,
    /// The place of each pancake in the goal, by size; the plate is the last.
    goal_place: Vec<u8>,
}

const MOST: usize = 60;
const MOST_IN_A_WORD: usize = 16;

impl Pancake {
    fn new(goal: Vec<u8>) -> Self {
        let mut goal_place = vec![0; goal.len() + 1];
        for (place, &pancake) in (0..).zip(&goal) {
            goal_place[usize::from(pancake)] = place;
        }
        Self { goal, goal_place }
    }

    /// Neighbours that are not neighbours in the goal.
    fn gaps(&self, stack: &[u8]) -> Cost {
        let place = |&pancake: &u8| self.goal_place[usize::from(pancake)];
        let plate = stack.len() as u8;
        let places = stack.iter().map(place);
        let below = stack.iter().skip(1).map(place).chain([plate]);
        places.zip(below).filter(|(above, below)| above.abs_diff(*below) != 1).count() as Cost
    }
}

impl Domain for Pancake {
    type State = Vec<u8>;
    type Key = Code;
    /// How many pancakes are turned over.
    type Op = u8;
    type Ops = std::ops::RangeInclusive<u8>;
    type Undo = u8;

    fn ops(&self, state: &Vec<u8>) -> Self::Ops {
        2..=state.len() as u8
    }

    fn apply(&self, state: &mut Vec<u8>, count: u8) -> u8 {
        state[..usize::from(count)].reverse();
        count
    }

    fn undo(&self, state: &mut Vec<u8>, count: &u8) {
        self.apply(state, *count);
    }

    fn is_goal(&self, state: &Vec<u8>) -> bool {
        *state == self.goal
    }

    /// Four bits a pancake where all of them fit into a word.
    fn pack(&self, state: &Vec<u8>) -> Code {
        if state.len() > MOST_IN_A_WORD {
            return Code::Bytes(Arc::new(state.clone()));
        }
        Code::Word(state.iter().rev().fold(0, |word, &pancake| word << 4 | u64::from(pancake - 1)))
    }

    fn unpack(&self, key: &Code) -> Vec<u8> {
        match key {
            Code::Word(word) => (0..self.goal.len()).map(|place| (word >> (4 * place)) as u8 % 16 + 1).collect(),
            Code::Bytes(bytes) => bytes.to_vec(),
        }
    }

    fn reverse(&self, start: &Vec<u8>) -> Option<Self> {
        Some(Self::new(start.clone()))
    }

    fn goals(&self) -> Vec<Vec<u8>> {
        vec![self.goal.clone()]
    }
}

impl Describe for Pancake {
    fn name(&self, state: &Vec<u8>) -> String {
        state.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
    }

    /// One line a pancake, as wide as it is large.
    fn draw(&self, state: &Vec<u8>) -> String {
        let width = state.len();
        let line = |&pancake: &u8| {
            let margin = " ".repeat(width - usize::from(pancake));
            format!("{margin}{} {pancake}", "==".repeat(usize::from(pancake)))
        };
        state.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    fn op_name(&self, _: &Vec<u8>, count: u8) -> String {
        format!("turn {count}")
    }
}

impl Problem for Pancake {
    const CARD: ProblemCard = ProblemCard {
        name: "pancake",
        aliases: &["pancakes"],
        title: "Pancake puzzle",
        summary: "sort a stack of pancakes by turning over its top part",
        arguments: "the number of pancakes (the stack is then random), or the sizes from the top",
        example: "pancake(7)",
        heuristics: &[HeuristicCard {
            summary: "neighbours, the plate included, that are not neighbours in the goal",
            citation: "Helmert 2010",
            ..HeuristicCard::consistent("gap", &[], "Gap heuristic")
        }],
        citation: "Dweighter 1975; Gates & Papadimitriou 1979",
    };

    fn read(arguments: &str, seed: u64) -> Result<Instance<Self>, ProblemError> {
        let words = arguments.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
        let expected = || {
            ProblemError::new(format!(
                "expected a number of pancakes from 1 to {MOST}, or the sizes 1 to n in any order, as in \
                 pancake(3 1 2); found `{arguments}`"
            ))
        };
        let numbers = words.map(|word| word.parse::<u8>().map_err(|_| expected())).collect::<Result<Vec<_>, _>>()?;
        let goal = |count: u8| (1..=count).collect::<Vec<_>>();
        let (start, random) = match numbers[..] {
            [count] if (1..=MOST).contains(&usize::from(count)) => {
                let mut stack = goal(count);
                stack.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
                (stack, true)
            }
            [_, _, ..] if numbers.len() <= MOST => (numbers, false),
            _ => return Err(expected()),
        };
        let mut sorted = start.clone();
        sorted.sort_unstable();
        if sorted != goal(start.len() as u8) {
            return Err(expected());
        }
        Ok(Instance { problem: Self::new(sorted), start, random })
    }

    fn estimate(name: &str) -> Option<Estimate<Self>> {
        (name == "gap").then_some(Estimate::consistent(|domain, state: &Vec<u8>| domain.gaps(state)))
    }
}
