//! `npuzzle list`

use npuzzle::catalogue;
use npuzzle::catalogue::statistics::STATISTICS;
use npuzzle::domains::tiles::notation::FORMATS;
use npuzzle::domains::tiles::{Shape, goal};

use crate::args::{ListArguments, ListFormat, Listing};
use crate::failure::{self, Failure};
use crate::out::Out;
use crate::render::json;
use crate::render::table::Table;

pub fn run(arguments: &ListArguments, out: &mut Out) -> Result<u8, Failure> {
    let table = match arguments.what {
        Listing::Algorithms => algorithms(),
        Listing::Heuristics => heuristics(),
        Listing::Problems => problems(),
        Listing::Goals => goals(),
        Listing::Formats => formats(),
        Listing::Statistics => statistics(),
    };
    match arguments.format {
        ListFormat::Text => out.text(&table.paragraphs())?,
        ListFormat::Md => out.text(&table.markdown())?,
        ListFormat::Json => out.line(&json::pretty(&table.objects())?)?,
    }
    Ok(failure::ANSWERED)
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
            yes(card.complete),
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
    for card in FORMATS {
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
