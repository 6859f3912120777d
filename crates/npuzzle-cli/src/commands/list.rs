//! `npuzzle list`

use clap::{Args, ValueEnum};
use npuzzle::catalogue;
use npuzzle::catalogue::statistics::STATISTICS;
use npuzzle::core::card::LEGEND;
use npuzzle::domains::tiles::{Shape, goal, notation};

use crate::args::Format;
use crate::args::format::{Form, TEXT};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::out::Out;
use crate::render::json;
use crate::render::table::Table;

const FORMATS: &[Form] = &[TEXT, (Format::Json, "An array of objects"), (Format::Md, "A Markdown table")];

/// List everything available, with explanations
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle list algorithms
  npuzzle list heuristics --format md
  npuzzle list statistics           what is counted, and how")]
pub struct Arguments {
    /// What to list
    #[arg(value_enum)]
    what: Listing,
    /// The form of the list
    #[arg(short, long, default_value = "text", value_parser = Format::among(FORMATS))]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Listing {
    Algorithms,
    Heuristics,
    Problems,
    Goals,
    Formats,
    Statistics,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        let table = match self.what {
            Listing::Algorithms => algorithms(),
            Listing::Heuristics => heuristics(),
            Listing::Problems => problems(),
            Listing::Goals => goals(),
            Listing::Formats => formats(),
            Listing::Statistics => statistics(),
        };
        match self.format {
            Format::Text => out.text(&table.paragraphs())?,
            Format::Md => out.text(&table.markdown())?,
            _ => return out.line(&json::pretty(&table.objects())?).map(|()| failure::ANSWERED),
        }
        if self.what == Listing::Algorithms {
            out.line(&format!("\n{LEGEND}"))?;
        }
        Ok(failure::ANSWERED)
    }
}

fn yes(answer: bool) -> String {
    if answer { "yes" } else { "no" }.to_owned()
}

fn algorithms() -> Table {
    let titles = &[
        "name",
        "title",
        "summary",
        "aliases",
        "heuristic",
        "complete",
        "optimal",
        "memory",
        "options",
        "citation",
        "pseudocode",
    ];
    let mut table = Table::with_objects_only(titles, 1);
    for card in catalogue::algorithms() {
        let option = |option: &npuzzle::core::card::OptionCard| {
            format!("{}: {} ({})", option.name, option.summary, option.kind.describe())
        };
        table.row([
            card.name.to_owned(),
            card.title.to_owned(),
            card.summary.to_owned(),
            card.aliases.join(", "),
            yes(card.informed),
            card.complete.describe().to_owned(),
            card.optimal.describe().to_owned(),
            card.memory.describe().to_owned(),
            card.options.iter().map(option).collect::<Vec<_>>().join("; "),
            card.citation.to_owned(),
            card.pseudocode_lines().map(|line| line.text).collect::<Vec<_>>().join("\n"),
        ]);
    }
    table
}

fn heuristics() -> Table {
    let mut table =
        Table::new(&["name", "title", "summary", "admissible", "consistent", "aliases", "example", "citation"]);
    for card in catalogue::heuristics() {
        table.row([
            card.name.to_owned(),
            card.title.to_owned(),
            card.summary.to_owned(),
            yes(card.admissible),
            yes(card.consistent),
            card.aliases.join(", "),
            card.argument.map(|argument| format!("{}({argument})", card.name)).unwrap_or_default(),
            card.citation.to_owned(),
        ]);
    }
    table
}

fn problems() -> Table {
    let mut table =
        Table::new(&["name", "title", "summary", "aliases", "arguments", "example", "heuristics", "citation"]);
    for card in catalogue::problems() {
        let heuristic = |card: &npuzzle::core::card::HeuristicCard| format!("{}: {}", card.name, card.summary);
        let listed = card.heuristics.iter().map(|card| card.name).eq(catalogue::heuristics().map(|card| card.name));
        let heuristics = match listed {
            true => "those of `npuzzle list heuristics`".to_owned(),
            false => card.heuristics.iter().map(heuristic).collect::<Vec<_>>().join("; "),
        };
        table.row([
            card.name.to_owned(),
            card.title.to_owned(),
            card.summary.to_owned(),
            card.aliases.join(", "),
            card.arguments.to_owned(),
            card.example.to_owned(),
            heuristics,
            card.citation.to_owned(),
        ]);
    }
    table
}

fn goals() -> Table {
    let mut table = Table::new(&["name", "summary", "aliases", "4x4"]);
    for card in goal::CARDS {
        let example = Shape::new(4, 4).map(|shape| card.board(shape).to_string()).unwrap_or_default();
        table.row([card.name.to_owned(), card.summary.to_owned(), card.aliases.join(", "), example]);
    }
    table
}

fn formats() -> Table {
    let mut table = Table::new(&["name", "summary", "example", "written"]);
    for card in notation::FORMATS {
        table.row([card.name.to_owned(), card.summary.to_owned(), card.example.replace('\n', "\\n"), yes(card.writes)]);
    }
    table
}

fn statistics() -> Table {
    let mut table = Table::new(&["name", "meaning"]);
    for card in STATISTICS {
        table.row([card.name.to_owned(), card.meaning.to_owned()]);
    }
    table
}
