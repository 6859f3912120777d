//! `npuzzle list`

use clap::{Args, ValueEnum};
use npuzzle::catalogue;
use npuzzle::catalogue::statistics::STATISTICS;
use npuzzle::core::card::{Group, LEGEND};
use npuzzle::domains::tiles::{Shape, goal, notation, random_sets};
use npuzzle::front::lists::SetEntry;

use crate::args::Format;
use crate::args::format::{Form, TEXT};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::out::Out;
use crate::profiles::PROFILES;
use crate::render::json;
use crate::render::table::Table;

const FORMATS: &[Form] = &[TEXT, (Format::Json, "An array of objects"), (Format::Md, "A Markdown table")];

/// List everything available, with explanations
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle list                      what can be listed
  npuzzle list algorithms
  npuzzle list heuristics --format md
  npuzzle list sets                 boards with names, such as korf:12
  npuzzle list statistics           what is counted, and how")]
pub struct Arguments {
    /// What to list [default: what can be listed]
    #[arg(value_enum)]
    what: Option<Listing>,
    /// The form of the list
    #[arg(short, long, default_value = "text", value_parser = Format::among(FORMATS))]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Listing {
    /// The searches, with their options and what they guarantee
    Algorithms,
    /// The heuristics of boards, and whether they are admissible and consistent
    Heuristics,
    /// Other problems for the same searches, with their heuristics
    Problems,
    /// The named goals
    Goals,
    /// The forms in which boards are read and written
    Formats,
    /// Named sets of boards, and how random boards are described
    Sets,
    /// The conventions and output of courses, for --profile
    Profiles,
    /// What is counted, and how
    Statistics,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        let table = match self.what {
            None => listings(),
            Some(Listing::Algorithms) => algorithms(),
            Some(Listing::Heuristics) => heuristics(),
            Some(Listing::Problems) => problems(),
            Some(Listing::Goals) => goals(),
            Some(Listing::Formats) => formats(),
            Some(Listing::Sets) => sets(),
            Some(Listing::Profiles) => profiles(),
            Some(Listing::Statistics) => statistics(),
        };
        match self.format {
            Format::Text => out.text(&table.paragraphs())?,
            Format::Md => out.text(&table.markdown())?,
            _ => return out.line(&json::pretty(&table.objects())?).map(|()| failure::ANSWERED),
        }
        match self.what {
            Some(Listing::Algorithms) => out.line(&format!("\n{LEGEND}"))?,
            None if self.format == Format::Text => out.line("\n`npuzzle list NAME` shows a list.")?,
            _ => {}
        }
        Ok(failure::ANSWERED)
    }
}

/// What can be listed.
fn listings() -> Table {
    let mut table = Table::new(&["name", "summary"]);
    for value in Listing::value_variants().iter().filter_map(ValueEnum::to_possible_value) {
        table.row([value.get_name().to_owned(), value.get_help().map(ToString::to_string).unwrap_or_default()]);
    }
    table
}

fn yes(answer: bool) -> String {
    if answer { "yes" } else { "no" }.to_owned()
}

fn algorithms() -> Table {
    let titles = &[
        "name",
        "title",
        "group",
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
    let mut table = Table::with_objects_only(titles, 1).grouped_by(2);
    let grouped =
        Group::ALL.into_iter().map(|group| (group, catalogue::algorithms().filter(move |card| card.group == group)));
    for (group, card) in grouped.flat_map(|(group, cards)| cards.map(move |card| (group, card))) {
        let option = |option: &npuzzle::core::card::OptionCard| {
            format!("{}: {} ({})", option.name, option.summary, option.kind.describe())
        };
        table.row([
            card.name.to_owned(),
            card.title.to_owned(),
            group.title().to_owned(),
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
    let mut table = Table::new(&[
        "name",
        "title",
        "summary",
        "admissible",
        "consistent",
        "metrics",
        "aliases",
        "example",
        "citation",
    ]);
    for card in catalogue::heuristics() {
        table.row([
            card.name.to_owned(),
            card.title.to_owned(),
            card.summary.to_owned(),
            yes(card.admissible),
            yes(card.consistent),
            card.metrics().iter().map(|metric| metric.name()).collect::<Vec<_>>().join(", "),
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
    let mut table = Table::new(&["name", "summary", "example", "written", "also read"]);
    for card in notation::FORMATS {
        table.row([
            card.name.to_owned(),
            card.summary.to_owned(),
            card.example.replace('\n', "\\n"),
            yes(card.writes),
            card.also.to_owned(),
        ]);
    }
    table
}

fn sets() -> Table {
    let mut table = Table::new(&["name", "title", "size", "boards", "goal", "costs", "examples", "citation"]);
    for set in npuzzle::domains::tiles::sets::SETS.iter().map(SetEntry::of) {
        table.row([
            set.name.to_owned(),
            set.summary.to_owned(),
            set.size,
            set.count.to_string(),
            set.goal.to_owned(),
            set.costs.to_owned(),
            set.examples,
            set.citation.to_owned(),
        ]);
    }
    for card in random_sets::CARDS {
        let cells = [card.word, card.summary, "RxC", "COUNT", "any [default: last]", "", card.example, ""];
        table.row(cells.map(str::to_owned));
    }
    table
}

fn profiles() -> Table {
    let mut table = Table::new(&["name", "title", "summary", "goal", "algorithm", "rules", "example"]);
    for profile in PROFILES {
        let card = &profile.card;
        let rules: Vec<String> = card.rules.iter().map(|(name, value)| format!("{name}={value}")).collect();
        table.row([
            card.name.to_owned(),
            card.title.to_owned(),
            card.summary.to_owned(),
            card.goal.unwrap_or_default().to_owned(),
            card.algorithm.to_owned(),
            rules.join(", "),
            format!("npuzzle {} {} --profile {}", profile.command(), profile.example(), card.name),
        ]);
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
