//! `npuzzle bench`

mod anytime;

use npuzzle::lab::bench::{Bench, BenchRun, bench};

use crate::args::{AnswerFormat, BenchArguments, BenchCommand, BenchFormat};
use crate::failure::{self, Failure};
use crate::out::Out;
use crate::render::json;
use crate::render::numbers::{bytes, rate, thousands};
use crate::render::records::Records;

pub fn run(arguments: &BenchArguments, out: &mut Out) -> Result<u8, Failure> {
    match &arguments.command {
        Some(BenchCommand::Anytime(arguments)) => anytime::run(arguments, out),
        None => suite(arguments, out),
    }
}

/// The fixed suite and its signature.
fn suite(arguments: &BenchArguments, out: &mut Out) -> Result<u8, Failure> {
    let text = arguments.format == BenchFormat::Text;
    if text {
        let titles = ["board", "algorithm", "heuristic", "cost", "expanded", "generated/s", "memory"];
        out.line(&columns(titles.map(str::to_owned)))?;
    }
    let mut written = Ok(());
    let bench = bench(&mut |run| {
        if text && written.is_ok() {
            written = out.line(&columns(cells(run))).and_then(|()| out.flush());
        }
        written.is_ok()
    })?;
    written?;
    match arguments.format {
        BenchFormat::Text => summary(&bench, out)?,
        BenchFormat::Json => out.line(&json::pretty(&bench)?)?,
        BenchFormat::Csv => {
            let mut records = Records::new(AnswerFormat::Csv, true);
            bench.runs.iter().try_for_each(|run| records.write(run, run, out))?;
        }
    }
    Ok(failure::ANSWERED)
}

fn columns(cells: [String; 7]) -> String {
    let [board, algorithm, heuristic, cost, expanded, rate, memory] = cells;
    format!("{board:<17} {algorithm:<15} {heuristic:<16} {cost:>6} {expanded:>10} {rate:>12} {memory:>10}")
}

fn cells(run: &BenchRun) -> [String; 7] {
    [
        run.board.clone(),
        run.algorithm.to_owned(),
        run.heuristic.clone().unwrap_or_else(|| "-".to_owned()),
        run.cost.map_or_else(|| "-".to_owned(), |cost| cost.to_string()),
        thousands(run.expanded),
        rate(run.generated, run.seconds),
        bytes(run.peak_bytes),
    ]
}

fn summary(bench: &Bench, out: &mut Out) -> Result<(), Failure> {
    let generated: u64 = bench.runs.iter().map(|run| run.generated).sum();
    let seconds: f64 = bench.runs.iter().map(|run| run.seconds).sum();
    out.line("")?;
    out.line(&format!("runs       {}", bench.runs.len()))?;
    out.line(&format!("generated  {} in {seconds:.2} s, {}", thousands(generated), rate(generated, seconds)))?;
    out.line(&format!("signature  {}", bench.signature))
}
