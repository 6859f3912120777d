//! `npuzzle bench`

mod anytime;

use clap::{Args, Subcommand};
use npuzzle::lab::bench::{Bench, BenchRun, bench};

use crate::args::Format;
use crate::args::format::{OBJECT, TEXT};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::out::Out;
use crate::render::json;
use crate::render::numbers::{bytes, rate, thousands};
use crate::render::records::Records;

/// Run a fixed suite and print its signature and the speed of the engine, or draw anytime curves
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  npuzzle bench                     the signature is the same everywhere
  npuzzle bench --format csv
  npuzzle bench anytime --svg curves.svg

Exit codes: 0 all runs are done, 2 usage error, 70 a bug."
)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<BenchCommand>,
    /// The form of the answer
    #[arg(short, long, default_value = "text", value_parser = Format::among(&[TEXT, OBJECT, (Format::Csv, "One row per run")]))]
    format: Format,
}

#[derive(Subcommand)]
enum BenchCommand {
    Anytime(Box<anytime::Arguments>),
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        match &self.command {
            Some(BenchCommand::Anytime(arguments)) => arguments.run(out),
            None => suite(self.format, out),
        }
    }
}

/// The fixed suite and its signature.
fn suite(format: Format, out: &mut Out) -> Result<u8, Failure> {
    let text = format == Format::Text;
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
    match format {
        Format::Text => summary(&bench, out)?,
        Format::Json => out.line(&json::pretty(&bench)?)?,
        _ => {
            let mut records = Records::new(format, true);
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
