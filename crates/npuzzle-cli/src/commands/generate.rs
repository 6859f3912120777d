//! `npuzzle generate`

use npuzzle::core::Limits;
use npuzzle::domains::tiles::generate::{Generator, Kind};
use npuzzle::domains::tiles::notation::{Format, write_board};
use npuzzle::front::generated::Generated;
use npuzzle::front::random_seed;
use npuzzle_host::memory;

use crate::args::{AnswerFormat, GenerateArguments};
use crate::failure::{self, Failure};
use crate::input::read_goal;
use crate::interrupt;
use crate::out::Out;
use crate::render::records::Records;

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
    let limits = match kind {
        // These are found by a search over the whole space.
        Kind::Distance(_) => {
            Limits { memory: Some(memory::default_limit()), cancel: Some(interrupt::flag()?), ..Limits::default() }
        }
        _ => Limits::default(),
    };
    let mut generator = match Generator::within(&goal, kind, seed, &limits) {
        Ok(generator) => generator,
        Err(error) if error.is_limit() => {
            out.error(&error.to_string())?;
            return Ok(failure::NOTHING_FOUND);
        }
        Err(error) => return Err(Failure::usage(error)),
    };
    out.note(&format!("seed {seed} (xoshiro256++)"))?;
    let mut records = Records::new(arguments.format, arguments.count > 1);
    let blocks = matches!(arguments.notation, Format::Grid | Format::FortyTwo);
    records.begin(out)?;
    for number in 1..=arguments.count {
        let board = generator.board();
        if arguments.format == AnswerFormat::Text {
            let text = write_board(&board, arguments.notation).map_err(Failure::usage)?;
            if blocks && number > 1 {
                out.line("")?;
            }
            out.line(&text)?;
            continue;
        }
        let object = Generated::new(seed, number, goal.clone(), board);
        records.write(&object, &object.texts(), out)?;
    }
    records.end(out)?;
    Ok(failure::ANSWERED)
}
