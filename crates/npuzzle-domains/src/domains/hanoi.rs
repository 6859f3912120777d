//! The tower of Hanoi, with any number of pegs: carry a tower over, one disk at a time, never a
//! larger disk on a smaller one.
//!
//! A state is the peg of every disk, three bits each. With three pegs `n` disks take `2^n - 1`
//! moves; with four the optimum was proved only in 2014, and with more it is open. (Lucas 1883;
//! Stewart 1941; Korf 2008 on searching it; Bousch 2014)

use crate::core::card::HeuristicCard;
use crate::core::{Cost, Describe, Domain};
use crate::domains::any::OpCode;
use crate::domains::problem::{Estimate, Instance, Problem, ProblemCard, ProblemError};

/// The entry of the list.
pub type Entry = Hanoi;

/// The puzzle of reaching one arrangement of the disks.
#[derive(Clone, Debug)]
pub struct Hanoi {
    pegs: u8,
    disks: u8,
    goal: Disks,
}

/// The peg of every disk, three bits each, the smallest disk in the lowest bits.
type Disks = u64;

const BITS: u8 = 3;
const FEWEST_PEGS: u8 = 3;
const MOST_PEGS: u8 = 1 << BITS;
const MOST_DISKS: u8 = 21;

/// A disk goes from the top of one peg to another. Pegs count from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carry {
    from: u8,
    to: u8,
}

impl OpCode for Carry {
    fn to_number(self) -> u32 {
        u32::from(self.from) << 8 | u32::from(self.to)
    }

    fn of_number(number: u32) -> Self {
        Self { from: (number >> 8) as u8, to: number as u8 }
    }
}

impl Hanoi {
    fn peg(state: Disks, disk: u8) -> u8 {
        (state >> (BITS * disk)) as u8 & (MOST_PEGS - 1)
    }

    fn with_peg(state: Disks, disk: u8, peg: u8) -> Disks {
        let place = BITS * disk;
        state & !(Disks::from(MOST_PEGS - 1) << place) | Disks::from(peg) << place
    }

    /// All disks on one peg.
    fn tower(disks: u8, peg: u8) -> Disks {
        (0..disks).fold(0, |state, disk| Self::with_peg(state, disk, peg))
    }

    /// The smallest disk on a peg; the number of disks if there is none.
    fn top(&self, state: Disks, peg: u8) -> u8 {
        (0..self.disks).find(|&disk| Self::peg(state, disk) == peg).unwrap_or(self.disks)
    }

    /// The disks of a peg from the bottom, by size: the smallest is 1.
    fn stack(&self, state: Disks, peg: u8) -> Vec<u8> {
        (0..self.disks).rev().filter(|&disk| Self::peg(state, disk) == peg).map(|disk| disk + 1).collect()
    }

    /// Moves that every solution has: one for each disk away from home, and two for each that is at
    /// home but stands on the peg that a larger misplaced disk has to leave or to reach.
    ///
    /// That disk must be out of the way when the larger one moves, and come back. Consistent: while
    /// a disk moves, no smaller one stands on either of its pegs, so a move changes nothing but the
    /// part of its own disk, and that by at most one.
    fn out_and_back(&self, state: Disks) -> Cost {
        let mut in_use = 0_u32;
        let mut moves = 0;
        for disk in (0..self.disks).rev() {
            let (peg, home) = (Self::peg(state, disk), Self::peg(self.goal, disk));
            if peg != home {
                moves += 1;
                in_use |= 1 << peg | 1 << home;
            } else if in_use >> peg & 1 == 1 {
                moves += 2;
            }
        }
        moves
    }
}

impl Domain for Hanoi {
    type State = Disks;
    type Key = Disks;
    type Op = Carry;
    type Ops = std::vec::IntoIter<Carry>;
    type Undo = Carry;

    fn ops(&self, state: &Disks) -> Self::Ops {
        let tops: Vec<u8> = (0..self.pegs).map(|peg| self.top(*state, peg)).collect();
        let pairs = (0..self.pegs).flat_map(|from| (0..self.pegs).map(move |to| Carry { from, to }));
        let legal = pairs.filter(|carry| tops[usize::from(carry.from)] < tops[usize::from(carry.to)]);
        legal.collect::<Vec<_>>().into_iter()
    }

    fn ops_after(&self, state: &Disks, last: &Carry) -> Self::Ops {
        let back = Carry { from: last.to, to: last.from };
        self.ops(state).filter(|&carry| carry != back).collect::<Vec<_>>().into_iter()
    }

    fn apply(&self, state: &mut Disks, carry: Carry) -> Carry {
        *state = Self::with_peg(*state, self.top(*state, carry.from), carry.to);
        carry
    }

    fn undo(&self, state: &mut Disks, carry: &Carry) {
        self.apply(state, Carry { from: carry.to, to: carry.from });
    }

    fn is_goal(&self, state: &Disks) -> bool {
        *state == self.goal
    }

    fn pack(&self, state: &Disks) -> Disks {
        *state
    }

    fn unpack(&self, key: &Disks) -> Disks {
        *key
    }

    /// Every move can be taken back, so only the goal changes.
    fn reverse(&self, start: &Disks) -> Option<Self> {
        Some(Self { goal: *start, ..self.clone() })
    }

    fn goals(&self) -> Vec<Disks> {
        vec![self.goal]
    }

    /// The places of the larger half of the disks, which seldom move.
    fn abstract_hash(&self, key: &Disks) -> u64 {
        crate::core::StateKey::hash64(&(key >> (BITS * (self.disks / 2))))
    }
}

impl Describe for Hanoi {
    /// The pegs from the left, each with its disks from the bottom: `32/-/1`.
    fn name(&self, state: &Disks) -> String {
        let separator = if self.disks < 10 { "" } else { "." };
        let peg = |peg| match self.stack(*state, peg) {
            empty if empty.is_empty() => "-".to_owned(),
            disks => disks.iter().map(u8::to_string).collect::<Vec<_>>().join(separator),
        };
        (0..self.pegs).map(peg).collect::<Vec<_>>().join("/")
    }

    fn draw(&self, state: &Disks) -> String {
        let widest = usize::from(self.disks);
        let stacks: Vec<Vec<u8>> = (0..self.pegs).map(|peg| self.stack(*state, peg)).collect();
        let disk = |size: usize| {
            let margin = " ".repeat(widest + 1 - size);
            format!("{margin}{}|{}{margin}", "=".repeat(size), "=".repeat(size))
        };
        let row = |height: usize| {
            let cells = stacks.iter().map(|stack| disk(stack.get(height).copied().map_or(0, usize::from)));
            cells.collect::<String>().trim_end().to_owned()
        };
        let width = 2 * widest + 3;
        let numbers: String = (1..=self.pegs).map(|number| format!("{number:^width$}")).collect();
        let rows = (0..=widest).rev().map(row);
        let base = ["-".repeat(width * usize::from(self.pegs)), numbers.trim_end().to_owned()];
        rows.chain(base).collect::<Vec<_>>().join("\n")
    }

    fn op_name(&self, state: &Disks, carry: Carry) -> String {
        format!("disk {} to peg {}", self.top(*state, carry.from) + 1, carry.to + 1)
    }
}

impl Problem for Hanoi {
    const CARD: ProblemCard = ProblemCard {
        name: "hanoi",
        aliases: &["tower-of-hanoi", "towers-of-hanoi", "towers"],
        title: "Tower of Hanoi",
        summary: "carry a tower from the first peg to the last, one disk at a time, never a larger one on a smaller one",
        arguments: "the number of pegs and the number of disks",
        example: "hanoi(3,5)",
        heuristics: &[HeuristicCard {
            summary: "disks away from home, and twice those at home that are in the way of a larger one",
            citation: "the argument is in the source",
            ..HeuristicCard::consistent("out-and-back", &[], "Out and back")
        }],
        citation: "Lucas 1883; Stewart 1941",
    };

    fn read(arguments: &str, _: u64) -> Result<Instance<Self>, ProblemError> {
        let expected = || {
            ProblemError::new(format!(
                "expected the number of pegs ({FEWEST_PEGS} to {MOST_PEGS}) and of disks (1 to {MOST_DISKS}), as in \
                 hanoi(3,5); found `{arguments}`"
            ))
        };
        let numbers: Option<Vec<u8>> = arguments.split(',').map(|word| word.trim().parse().ok()).collect();
        let [pegs, disks] = numbers.unwrap_or_default()[..] else { return Err(expected()) };
        if !(FEWEST_PEGS..=MOST_PEGS).contains(&pegs) || !(1..=MOST_DISKS).contains(&disks) {
            return Err(expected());
        }
        let problem = Self { pegs, disks, goal: Self::tower(disks, pegs - 1) };
        Ok(Instance { problem, start: Self::tower(disks, 0), random: false })
    }

    fn estimate(name: &str) -> Option<Estimate<Self>> {
        (name == "out-and-back").then_some(Estimate::consistent(|domain, state| domain.out_and_back(*state)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn towers_are_drawn_and_named() {
        let Instance { problem, start, .. } = Hanoi::read("3, 2", 0).unwrap();
        assert_eq!(problem.name(&start), "21/-/-");
        let next = problem.ops(&start).next().unwrap();
        assert_eq!(problem.op_name(&start, next), "disk 1 to peg 2");
        let drawing =
            "   |      |      |\n  =|=     |      |\n ==|==    |      |\n---------------------\n   1      2      3";
        assert_eq!(problem.draw(&start), drawing);
        let many = Hanoi::read("3,10", 0).unwrap();
        assert_eq!(many.problem.name(&many.start), "10.9.8.7.6.5.4.3.2.1/-/-");
    }

    #[test]
    fn the_estimate_counts_disks_in_the_way_twice() {
        let Instance { problem, start, .. } = Hanoi::read("3,3", 0).unwrap();
        assert_eq!(problem.out_and_back(start), 3);
        let small_at_home = Hanoi::with_peg(start, 0, 2);
        assert_eq!(problem.out_and_back(small_at_home), 4);
        assert_eq!(problem.out_and_back(problem.goal), 0);
    }

    #[test]
    fn other_sizes_are_refused() {
        for bad in ["", "3", "2,3", "9,3", "3,0", "3,22", "3,4,5", "a,b", "-3,4", "3 4"] {
            let error = Hanoi::read(bad, 0).unwrap_err();
            assert!(error.to_string().ends_with(&format!("found `{bad}`")), "{error}");
        }
    }
}
