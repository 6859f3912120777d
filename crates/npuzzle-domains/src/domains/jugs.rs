//! Water jugs: measure an amount with jugs that have no marks.
//!
//! A jug can be filled at the tap, emptied, or poured into another until one of the two is empty or
//! full. The amount can be measured exactly if it is a multiple of the capacities' greatest common
//! divisor and fits into a jug. Steps cannot be taken back in general: what was in a jug before it
//! was filled is forgotten, so the problem turned round has operators of its own, one for each
//! state that a step may have come from. (Tartaglia 1556; Boldi, Santini & Vigna 2002)

use std::sync::Arc;

use crate::core::card::HeuristicCard;
use crate::core::{Cost, Describe, Domain};
use crate::domains::any::OpCode;
use crate::domains::problem::{Estimate, Instance, Problem, ProblemCard, ProblemError};

/// The entry of the list.
pub type Entry = Jugs;

const MOST_JUGS: usize = 8;
/// Bounds the capacities, and with them the list of goals.
const MOST_STATES: u64 = 1_000_000;
/// The taller jugs are drawn to scale.
const TALLEST: usize = 8;

/// What is in each jug; those that do not exist are empty.
type Amounts = [u16; MOST_JUGS];

/// The puzzle of measuring an amount; turned round, that of getting back to one state.
#[derive(Clone, Debug)]
pub struct Jugs {
    capacities: Arc<[u16]>,
    goal: Goal,
    /// Whether the steps lead from a state to those before it.
    turned_round: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// Some jug holds this.
    Amount(u16),
    /// Every jug holds this.
    State(Amounts),
}

/// The tap, or the drain.
const OUTSIDE: u8 = u8::MAX;

/// Water goes from one jug to another; the tap and the drain count as jugs.
///
/// Forwards the amount follows from the state. In the problem turned round it tells the states
/// apart that a step may have come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pour {
    from: u8,
    to: u8,
    amount: u16,
}

impl OpCode for Pour {
    fn to_number(self) -> u32 {
        u32::from(self.from) << 24 | u32::from(self.to) << 16 | u32::from(self.amount)
    }

    fn of_number(number: u32) -> Self {
        Self { from: (number >> 24) as u8, to: (number >> 16) as u8, amount: number as u16 }
    }
}

impl Jugs {
    fn indices(&self) -> impl Iterator<Item = u8> + Clone {
        0..self.capacities.len() as u8
    }

    fn room(&self, state: &Amounts, jug: u8) -> u16 {
        self.capacities[usize::from(jug)] - state[usize::from(jug)]
    }

    /// The steps from a state; those that change nothing are left out.
    fn steps(&self, state: &Amounts) -> Vec<Pour> {
        let held = |jug: u8| state[usize::from(jug)];
        let fill = self.indices().map(|to| Pour { from: OUTSIDE, to, amount: self.room(state, to) });
        let empty = self.indices().map(|from| Pour { from, to: OUTSIDE, amount: held(from) });
        let pour = self.pairs().map(|(from, to)| Pour { from, to, amount: held(from).min(self.room(state, to)) });
        fill.chain(empty).chain(pour).filter(|pour| pour.amount > 0).collect()
    }

    /// The steps that end in a state, each with the amount that tells which state it came from.
    fn steps_to(&self, state: &Amounts) -> Vec<Pour> {
        let held = |jug: u8| state[usize::from(jug)];
        let up_to = |from, to, most: u16| (1..=most).map(move |amount| Pour { from, to, amount });
        let fill = self.indices().filter(|&to| self.room(state, to) == 0);
        let fill = fill.flat_map(|to| up_to(OUTSIDE, to, held(to)));
        let empty = self.indices().filter(|&from| held(from) == 0);
        let empty = empty.flat_map(|from| up_to(from, OUTSIDE, self.room(state, from)));
        // Pouring ends when one jug is empty or the other full.
        let pour = self.pairs().filter(|&(from, to)| held(from) == 0 || self.room(state, to) == 0);
        let pour = pour.flat_map(|(from, to)| up_to(from, to, self.room(state, from).min(held(to))));
        fill.chain(empty).chain(pour).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (u8, u8)> {
        let all = self.indices();
        self.indices().flat_map(move |from| all.clone().filter(move |&to| to != from).map(move |to| (from, to)))
    }

    fn carry(state: &mut Amounts, from: u8, to: u8, amount: u16) {
        if from != OUTSIDE {
            state[usize::from(from)] -= amount;
        }
        if to != OUTSIDE {
            state[usize::from(to)] += amount;
        }
    }

    /// Whether a state can come after a step: a step leaves one of its jugs empty or full.
    fn can_be_reached(&self, state: &Amounts) -> bool {
        self.indices().any(|jug| state[usize::from(jug)] == 0 || self.room(state, jug) == 0)
    }

    /// How far the goal is, as far as two steps can tell: 0, 1, 2, or else 3. Consistent, as every
    /// distance is that is cut off somewhere.
    fn look_ahead(&self, state: &Amounts) -> Cost {
        let after = |state: &Amounts, pour: Pour| {
            let mut next = *state;
            self.apply(&mut next, pour);
            next
        };
        if self.is_goal(state) {
            return 0;
        }
        let next: Vec<Amounts> = self.ops(state).map(|pour| after(state, pour)).collect();
        if next.iter().any(|state| self.is_goal(state)) {
            return 1;
        }
        let in_two = |state: &Amounts| self.ops(state).any(|pour| self.is_goal(&after(state, pour)));
        if next.iter().any(in_two) { 2 } else { 3 }
    }

    /// Half the jugs that hold something else than in the goal state, rounded up: a step changes
    /// two jugs at most.
    fn wrong_jugs(&self, state: &Amounts) -> Cost {
        let Goal::State(goal) = self.goal else { return 0 };
        let wrong = state.iter().zip(&goal).filter(|(held, wanted)| held != wanted).count() as Cost;
        wrong.div_ceil(2)
    }
}

impl Domain for Jugs {
    type State = Amounts;
    type Key = u64;
    type Op = Pour;
    type Ops = std::vec::IntoIter<Pour>;
    type Undo = Pour;

    fn ops(&self, state: &Amounts) -> Self::Ops {
        if self.turned_round { self.steps_to(state) } else { self.steps(state) }.into_iter()
    }

    fn apply(&self, state: &mut Amounts, pour: Pour) -> Pour {
        let Pour { from, to, amount } = pour;
        if self.turned_round {
            Self::carry(state, to, from, amount);
        } else {
            Self::carry(state, from, to, amount);
        }
        pour
    }

    fn undo(&self, state: &mut Amounts, &Pour { from, to, amount }: &Pour) {
        if self.turned_round {
            Self::carry(state, from, to, amount);
        } else {
            Self::carry(state, to, from, amount);
        }
    }

    fn has_endless_paths(&self) -> bool {
        true
    }

    fn is_goal(&self, state: &Amounts) -> bool {
        match self.goal {
            Goal::Amount(amount) => self.indices().any(|jug| state[usize::from(jug)] == amount),
            Goal::State(goal) => *state == goal,
        }
    }

    /// The amounts as digits of one number: each jug has its own base, one more than it holds.
    fn pack(&self, state: &Amounts) -> u64 {
        let digits = self.capacities.iter().zip(state);
        digits.fold(0, |key, (&capacity, &held)| key * (u64::from(capacity) + 1) + u64::from(held))
    }

    fn unpack(&self, key: &u64) -> Amounts {
        let mut state = [0; MOST_JUGS];
        let mut rest = *key;
        for (held, &capacity) in state.iter_mut().zip(&*self.capacities).rev() {
            let base = u64::from(capacity) + 1;
            (*held, rest) = ((rest % base) as u16, rest / base);
        }
        state
    }

    fn reverse(&self, start: &Amounts) -> Option<Self> {
        Some(Self { goal: Goal::State(*start), turned_round: !self.turned_round, ..self.clone() })
    }

    /// Every state with the amount in some jug that can come after a step, and the start of `read`
    /// if it is one.
    fn goals(&self) -> Vec<Amounts> {
        let amount = match self.goal {
            Goal::State(goal) => return vec![goal],
            Goal::Amount(amount) => amount,
        };
        let mut states: Vec<Amounts> = vec![[0; MOST_JUGS]];
        for (jug, &capacity) in self.capacities.iter().enumerate() {
            let with = |state: Amounts, held| {
                let mut state = state;
                state[jug] = held;
                state
            };
            // Once no jug before holds the amount, the last one has to.
            let last = jug + 1 == self.capacities.len();
            let wanted = |state: &Amounts| !last || state[..=jug].contains(&amount);
            states =
                states.iter().flat_map(|&s| (0..=capacity).map(move |held| with(s, held))).filter(wanted).collect();
        }
        states.retain(|state| self.can_be_reached(state));
        states
    }
}

impl Describe for Jugs {
    /// What is in each jug: `0 4`.
    fn name(&self, state: &Amounts) -> String {
        self.indices().map(|jug| state[usize::from(jug)].to_string()).collect::<Vec<_>>().join(" ")
    }

    fn draw(&self, state: &Amounts) -> String {
        let tallest = self.capacities.iter().copied().max().unwrap_or(0).max(1);
        // Rounded up: what holds anything shows it.
        let lines = |amount: u16| match usize::from(tallest) {
            ..=TALLEST => usize::from(amount),
            tallest => (usize::from(amount) * TALLEST).div_ceil(tallest),
        };
        let label = |jug: usize| format!("{}/{}", state[jug], self.capacities[jug]);
        let width = (0..self.capacities.len()).map(|jug| label(jug).len()).max().unwrap_or(0).max(3);
        let jugs = 0..self.capacities.len();
        let row = |line: usize| {
            let cell = |jug: usize| match () {
                () if line > lines(self.capacities[jug]) => " ".repeat(width + 2),
                () if line > lines(state[jug]) => format!("|{}|", " ".repeat(width)),
                () => format!("|{}|", "~".repeat(width)),
            };
            jugs.clone().map(cell).collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let bottom = jugs.clone().map(|_| format!("+{}+", "-".repeat(width))).collect::<Vec<_>>().join("  ");
        let labels = jugs.clone().map(|jug| format!(" {:^width$} ", label(jug))).collect::<Vec<_>>().join("  ");
        let rows = (1..=lines(tallest)).rev().map(row);
        rows.chain([bottom, labels.trim_end().to_owned()]).collect::<Vec<_>>().join("\n")
    }

    fn op_name(&self, _: &Amounts, Pour { from, to, .. }: Pour) -> String {
        match (from, to) {
            (OUTSIDE, to) => format!("fill jug {}", to + 1),
            (from, OUTSIDE) => format!("empty jug {}", from + 1),
            (from, to) => format!("pour jug {} into jug {}", from + 1, to + 1),
        }
    }
}

impl Problem for Jugs {
    const CARD: ProblemCard = ProblemCard {
        name: "jugs",
        aliases: &["water-jugs"],
        title: "Water jugs",
        summary: "measure an amount by filling, emptying and pouring over jugs without marks",
        arguments: "the capacities, an arrow and the amount",
        example: "jugs(3,5->4)",
        heuristics: &[HeuristicCard {
            summary: "0, 1, 2 or at least 3 moves, by looking two steps ahead; backwards, half the number of jugs with another amount",
            citation: "the argument is in the source",
            ..HeuristicCard::consistent("look-ahead", &[], "Looking ahead")
        }],
        citation: "Tartaglia 1556",
    };

    fn read(arguments: &str, _: u64) -> Result<Instance<Self>, ProblemError> {
        let expected = || {
            ProblemError::new(format!(
                "expected 1 to {MOST_JUGS} capacities from 1 to {}, an arrow and an amount, as in jugs(3,5->4); found \
                 `{arguments}`",
                u16::MAX
            ))
        };
        let (capacities, amount) = arguments.split_once("->").ok_or_else(expected)?;
        let number = |word: &str| word.trim().parse::<u16>().map_err(|_| expected());
        let capacities = capacities.split(',').map(number).collect::<Result<Vec<u16>, _>>()?;
        let amount = number(amount)?;
        if capacities.len() > MOST_JUGS || capacities.contains(&0) {
            return Err(expected());
        }
        let states = capacities.iter().fold(1_u64, |states, &capacity| states.saturating_mul(u64::from(capacity) + 1));
        if states > MOST_STATES {
            return Err(ProblemError::new(format!(
                "these jugs can be filled in too many ways: expected the product of capacity + 1 to be at most \
                 {MOST_STATES}; found `{arguments}`"
            )));
        }
        let problem = Self { capacities: capacities.into(), goal: Goal::Amount(amount), turned_round: false };
        Ok(Instance { problem, start: [0; MOST_JUGS], random: false })
    }

    fn estimate(name: &str) -> Option<Estimate<Self>> {
        (name == "look-ahead").then_some(Estimate::consistent(|domain, state| domain.look_ahead(state)))
    }

    /// Backwards there are so many steps that looking ahead is dear.
    fn backward_estimate(name: &str) -> Option<Estimate<Self>> {
        (name == "look-ahead").then_some(Estimate::consistent(|domain, state| domain.wrong_jugs(state)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jugs_are_named_and_drawn() {
        let Instance { problem, start, .. } = Jugs::read("3, 5 -> 4", 0).unwrap();
        assert_eq!(problem.name(&start), "0 0");
        let names: Vec<String> = problem.ops(&start).map(|pour| problem.op_name(&start, pour)).collect();
        assert_eq!(names, ["fill jug 1", "fill jug 2"]);
        let mut state = start;
        problem.apply(&mut state, problem.ops(&start).nth(1).unwrap());
        let drawing = "       |~~~|\n       |~~~|\n|   |  |~~~|\n|   |  |~~~|\n|   |  |~~~|\n+---+  +---+\n 0/3    5/5";
        assert_eq!(problem.draw(&state), drawing);
        let tall = Jugs::read("100,7->1", 0).unwrap();
        assert!(tall.problem.draw(&tall.start).lines().count() <= TALLEST + 2);
    }

    #[test]
    fn goals_hold_the_amount() {
        let problem = Jugs::read("3,5->4", 0).unwrap().problem;
        let names: Vec<String> = problem.goals().iter().map(|state| problem.name(state)).collect();
        assert_eq!(names, ["0 4", "3 4"]);
    }

    #[test]
    fn other_arguments_are_refused() {
        for bad in
            ["", "3,5", "->4", "3,0->1", "3,5->", "3,x->1", "3,5->-1", "3->4->5", "1,1,1,1,1,1,1,1,1->1", "99999->1"]
        {
            let error = Jugs::read(bad, 0).unwrap_err();
            assert!(error.to_string().contains("expected") && error.to_string().contains(bad), "{error}");
        }
        assert!(Jugs::read("1000,1000->1", 0).unwrap_err().to_string().contains("too many ways"));
    }
}
