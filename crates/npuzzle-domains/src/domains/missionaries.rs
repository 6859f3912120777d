//! Missionaries and cannibals: carry everybody across a river in a small boat.
//!
//! Wherever there are missionaries, on a bank or in the boat, cannibals must not outnumber them. A
//! state is how many of each are on the left bank, and where the boat is; some instances have no
//! solution. (Alcuin, about 800, in another costume; Amarel 1968)

use crate::core::card::HeuristicCard;
use crate::core::{Cost, Describe, Domain, Parity};
use crate::domains::any::OpCode;
use crate::domains::problem::{Estimate, Instance, Problem, ProblemCard, ProblemError};

/// The entry of the list.
pub type Entry = Missionaries;

/// The puzzle of reaching one state.
#[derive(Clone, Debug)]
pub struct Missionaries {
    missionaries: u8,
    cannibals: u8,
    places: u8,
    goal: Crossing,
}

/// Who is on the left bank, and whether the boat is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    missionaries: u8,
    cannibals: u8,
    boat_left: bool,
}

/// Who is in the boat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    missionaries: u8,
    cannibals: u8,
}

impl OpCode for Load {
    fn to_number(self) -> u32 {
        u32::from(self.missionaries) << 8 | u32::from(self.cannibals)
    }

    fn of_number(number: u32) -> Self {
        Self { missionaries: (number >> 8) as u8, cannibals: number as u8 }
    }
}

const MOST_PEOPLE: u8 = 100;
const MOST_PLACES: u8 = 20;
/// More people of a kind than this are drawn as a number.
const MOST_DRAWN: u8 = 12;

fn is_safe(missionaries: u8, cannibals: u8) -> bool {
    missionaries == 0 || missionaries >= cannibals
}

impl Missionaries {
    /// Who is on the bank without the boat's load, and who on the other with it: the state after a
    /// crossing.
    fn after(state: Crossing, load: Load) -> Crossing {
        let (missionaries, cannibals) = if state.boat_left {
            (state.missionaries - load.missionaries, state.cannibals - load.cannibals)
        } else {
            (state.missionaries + load.missionaries, state.cannibals + load.cannibals)
        };
        Crossing { missionaries, cannibals, boat_left: !state.boat_left }
    }

    fn right(&self, state: &Crossing) -> (u8, u8) {
        (self.missionaries - state.missionaries, self.cannibals - state.cannibals)
    }

    fn loads(&self, state: &Crossing) -> Vec<Load> {
        let (missionaries, cannibals) =
            if state.boat_left { (state.missionaries, state.cannibals) } else { self.right(state) };
        let most = missionaries.min(self.places);
        let loads = (0..=most).rev().flat_map(|missionaries| {
            let most = cannibals.min(self.places - missionaries);
            (0..=most).rev().map(move |cannibals| Load { missionaries, cannibals })
        });
        let fits = |load: &Load| {
            let after = Self::after(*state, *load);
            let (right_missionaries, right_cannibals) = self.right(&after);
            load.missionaries + load.cannibals > 0
                && is_safe(load.missionaries, load.cannibals)
                && is_safe(after.missionaries, after.cannibals)
                && is_safe(right_missionaries, right_cannibals)
        };
        loads.filter(fits).collect()
    }

    /// Crossings that the number of people alone asks for.
    ///
    /// Say `p` people are missing on the goal's bank. With the boat on their side, a crossing and
    /// the way back bring over at most `places - 1` of them, and the last crossing `places`. With
    /// the boat on the other side, one person has to bring it first, and is one more to carry.
    fn trips(&self, state: &Crossing) -> Cost {
        let people = |state: &Crossing| i32::from(state.missionaries) + i32::from(state.cannibals);
        let missing = people(&self.goal) - people(state);
        let missing = if self.goal.boat_left { missing } else { -missing }.max(0) as Cost;
        let places = Cost::from(self.places);
        let across = |people: Cost| match places {
            // One person alone cannot bring the boat back and stay: nothing more is known.
            1 => 1,
            _ => 1 + 2 * people.saturating_sub(places).div_ceil(places - 1),
        };
        match (state.boat_left == self.goal.boat_left, missing) {
            (false, missing) => across(missing),
            (true, 0) => 0,
            (true, missing) => 1 + across(missing + 1),
        }
    }
}

impl Domain for Missionaries {
    type State = Crossing;
    type Key = u64;
    type Op = Load;
    type Ops = std::vec::IntoIter<Load>;
    type Undo = Load;

    fn ops(&self, state: &Crossing) -> Self::Ops {
        self.loads(state).into_iter()
    }

    /// The same load straight back is the only way to undo a crossing.
    fn ops_after(&self, state: &Crossing, last: &Load) -> Self::Ops {
        let mut loads = self.loads(state);
        loads.retain(|load| load != last);
        loads.into_iter()
    }

    fn apply(&self, state: &mut Crossing, load: Load) -> Load {
        *state = Self::after(*state, load);
        load
    }

    fn undo(&self, state: &mut Crossing, load: &Load) {
        *state = Self::after(*state, *load);
    }

    fn has_endless_paths(&self) -> bool {
        true
    }

    fn is_goal(&self, state: &Crossing) -> bool {
        *state == self.goal
    }

    fn pack(&self, state: &Crossing) -> u64 {
        u64::from(state.missionaries) << 16 | u64::from(state.cannibals) << 8 | u64::from(state.boat_left)
    }

    fn unpack(&self, key: &u64) -> Crossing {
        Crossing { missionaries: (key >> 16) as u8, cannibals: (key >> 8) as u8, boat_left: key & 1 == 1 }
    }

    /// Every crossing can be taken back, so only the goal changes.
    fn reverse(&self, start: &Crossing) -> Option<Self> {
        Some(Self { goal: *start, ..self.clone() })
    }

    fn goals(&self) -> Vec<Crossing> {
        vec![self.goal]
    }

    /// Each crossing changes the side of the boat.
    fn cost_parity(&self, state: &Crossing) -> Option<Parity> {
        Some(if state.boat_left == self.goal.boat_left { Parity::Even } else { Parity::Odd })
    }
}

impl Describe for Missionaries {
    /// Both banks, with the boat at one of them: `3M 2C | boat 0M 1C`.
    fn name(&self, state: &Crossing) -> String {
        let (missionaries, cannibals) = self.right(state);
        let (left, right) = if state.boat_left { (" boat", "") } else { ("", " boat") };
        format!("{}M {}C{left} |{right} {missionaries}M {cannibals}C", state.missionaries, state.cannibals)
    }

    fn draw(&self, state: &Crossing) -> String {
        let (missionaries, cannibals) = self.right(state);
        let most = self.missionaries.max(self.cannibals);
        let people = |letter: &str, count: u8| match most {
            ..=MOST_DRAWN => letter.repeat(usize::from(count)),
            _ => format!("{count} {letter}"),
        };
        let width = if most <= MOST_DRAWN { usize::from(most) } else { "100 M".len() };
        let water = if state.boat_left { r" \__/~~~~~~~~ " } else { r" ~~~~~~~~\__/ " };
        let row = |letter, left, right, river: &str| {
            format!("{:>width$}{river}{}", people(letter, left), people(letter, right)).trim_end().to_owned()
        };
        let above = row("M", state.missionaries, missionaries, water);
        let below = row("C", state.cannibals, cannibals, " ~~~~~~~~~~~~ ");
        format!("{above}\n{below}")
    }

    fn op_name(&self, state: &Crossing, load: Load) -> String {
        let count = |number: u8, one: &str| match number {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{number} {one}s")),
        };
        let people = [count(load.missionaries, "missionary").map(|text| text.replace("missionarys", "missionaries"))]
            .into_iter()
            .chain([count(load.cannibals, "cannibal")])
            .flatten();
        let way = if state.boat_left { "over" } else { "back" };
        format!("{} {way}", people.collect::<Vec<_>>().join(" and "))
    }
}

impl Problem for Missionaries {
    const CARD: ProblemCard = ProblemCard {
        name: "missionaries",
        aliases: &["missionaries-and-cannibals", "cannibals"],
        title: "Missionaries and cannibals",
        summary: "carry everyone across the river; where there are missionaries, cannibals must not outnumber them",
        arguments: "the numbers of missionaries, of cannibals and of places in the boat",
        example: "missionaries(3,3,2)",
        heuristics: &[HeuristicCard {
            summary: "crossings needed for that many people if no one eats anyone",
            citation: "Amarel 1968, relaxed",
            ..HeuristicCard::consistent("trips", &[], "Trips")
        }],
        citation: "Amarel 1968",
    };

    fn read(arguments: &str, _: u64) -> Result<Instance<Self>, ProblemError> {
        let expected = || {
            ProblemError::new(format!(
                "expected the numbers of missionaries and of cannibals (0 to {MOST_PEOPLE}) and of places in the boat (1 to \
                 {MOST_PLACES}), as in missionaries(3,3,2); found `{arguments}`"
            ))
        };
        let numbers: Option<Vec<u8>> = arguments.split(',').map(|word| word.trim().parse().ok()).collect();
        let [missionaries, cannibals, places] = numbers.unwrap_or_default()[..] else { return Err(expected()) };
        if missionaries.max(cannibals) > MOST_PEOPLE || !(1..=MOST_PLACES).contains(&places) {
            return Err(expected());
        }
        if missionaries + cannibals == 0 {
            return Err(ProblemError::new("there is no one to carry across: expected at least one person"));
        }
        if !is_safe(missionaries, cannibals) {
            return Err(ProblemError::new(format!(
                "{cannibals} cannibals outnumber {missionaries} missionaries before the first crossing: expected no more \
                 cannibals than missionaries, or no missionaries"
            )));
        }
        let goal = Crossing { missionaries: 0, cannibals: 0, boat_left: false };
        let start = Crossing { missionaries, cannibals, boat_left: true };
        Ok(Instance { problem: Self { missionaries, cannibals, places, goal }, start, random: false })
    }

    fn estimate(name: &str) -> Option<Estimate<Self>> {
        (name == "trips").then_some(Estimate::consistent(|domain, state| domain.trips(state)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossings_are_named_and_drawn() {
        let Instance { problem, start, .. } = Missionaries::read("3,3,2", 0).unwrap();
        assert_eq!(problem.name(&start), "3M 3C boat | 0M 0C");
        let names: Vec<String> = problem.ops(&start).map(|load| problem.op_name(&start, load)).collect();
        assert_eq!(names, ["1 missionary and 1 cannibal over", "2 cannibals over", "1 cannibal over"]);
        let mut state = start;
        problem.apply(&mut state, Load { missionaries: 0, cannibals: 2 });
        assert_eq!(problem.name(&state), "3M 1C | boat 0M 2C");
        assert_eq!(problem.draw(&state), "MMM ~~~~~~~~\\__/\n  C ~~~~~~~~~~~~ CC");
        let crowd = Missionaries::read("100,100,20", 0).unwrap();
        assert_eq!(crowd.problem.draw(&crowd.start), "100 M \\__/~~~~~~~~ 0 M\n100 C ~~~~~~~~~~~~ 0 C");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for bad in ["", "3,3", "3,3,0", "101,3,2", "3,3,21", "x,y,z", "3,3,2,1", "300,3,2"] {
            let error = Missionaries::read(bad, 0).unwrap_err();
            assert!(error.to_string().ends_with(&format!("found `{bad}`")), "{error}");
        }
        assert!(Missionaries::read("0,0,2", 0).unwrap_err().to_string().contains("no one"));
        assert!(Missionaries::read("2,3,2", 0).unwrap_err().to_string().contains("outnumber"));
        assert!(Missionaries::read("0,3,2", 0).is_ok());
    }
}
