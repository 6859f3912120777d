//! `npuzzle generate`

use std::hash::{BuildHasher, RandomState};

use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::notation::{Format, write_board};

use crate::args::GenerateArguments;
use crate::failure::{self, Failure};
use crate::input::read_goal;
use crate::out::Out;

pub fn run(arguments: &GenerateArguments, out: &mut Out) -> Result<u8, Failure> {
    let goal = read_goal(&arguments.goal, Some(arguments.size))?;
    let goal = goal.board(arguments.size).map_err(Failure::usage)?;
    let kind = match (arguments.walk, arguments.unsolvable, arguments.optimal_distance) {
        (Some(moves), _, _) => Kind::Walk(moves),
        (_, true, _) => Kind::Unsolvable,
        (_, _, Some(distance)) => Kind::Distance(distance),
        _ => Kind::Uniform,
    };
    let seed = arguments.seed.unwrap_or_else(random_seed);
    let mut generator = Generator::new(&goal, kind, seed).map_err(Failure::usage)?;
    out.note(&format!("seed {seed} (xoshiro256++)"))?;
    let blocks = matches!(arguments.notation, Format::Grid | Format::FortyTwo);
    for number in 0..arguments.count {
        let text = write_board(&generator.board(), arguments.notation).map_err(Failure::usage)?;
        if blocks && number > 0 {
            out.line("")?;
        }
        out.line(&text)?;
    }
    Ok(failure::ANSWERED)
}

/// A seed nobody chose, from the randomness of the standard library's hash maps. Small enough to be typed.
fn random_seed() -> u64 {
    RandomState::new().hash_one(std::process::id()) % 1_000_000_000
}
