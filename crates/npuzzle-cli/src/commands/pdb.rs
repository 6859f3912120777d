//! `npuzzle pdb`

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use clap::{Args, Subcommand};
use npuzzle::core::Limits;
use npuzzle::question::{Ask, BuiltTable, PdbBuild, PdbInfo, PdbList, PdbRemove, PdbVerify, TableNews, Terms, Watch};

use crate::args::Format;
use crate::args::format::{Form, TEXT};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::input::note_seed;
use crate::out::Out;
use crate::progress::TableBar;
use crate::render::json;
use crate::render::numbers::time;
use crate::render::pdb as render;
use crate::tables;
use crate::terms::{terms, within};

const ARRAY: Form = (Format::Json, "An array of objects");

/// Build, list, verify and remove pattern databases
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle pdb build 4x4 --patterns 7-8
  npuzzle pdb build 4x4 -p 1,2,5,6,9,10/3,4,7,8,11,12/13,14,15 --goal first
  npuzzle pdb list
  npuzzle solve korf:1 -a ida -H 'pdb(7-8)'

Tables are kept in the folder `tables` of NPUZZLE_CACHE, or of the user's cache folder for npuzzle. \
Every file is checked whenever it is opened; damaged files are rebuilt.")]
pub struct Arguments {
    #[command(subcommand)]
    command: PdbCommand,
}

#[derive(Subcommand)]
enum PdbCommand {
    /// Build tables; first print how much time and memory that takes
    #[command(after_help = "Examples:
  npuzzle pdb build 4x4 --patterns 7-8 --dry-run    what would it take?
  npuzzle pdb build 4x4 --patterns 6-6-3
  npuzzle pdb build 5x5 --patterns 6-6-6-6 --goal first
  npuzzle pdb build 5x5 --patterns 7-7-7-3 --device cuda    on a card

Exit codes: 0 the tables are there, 2 usage or input error, 3 a limit ended the work or forbade it, 70 a bug.")]
    Build {
        #[command(flatten)]
        question: PdbBuild,
        /// The form of the answer
        #[arg(short, long, default_value = "text", value_parser = Format::among(&[TEXT, ARRAY]))]
        format: Format,
    },
    /// List all tables, and check each of them
    #[command(after_help = "Examples:
  npuzzle pdb list
  npuzzle pdb list --format json")]
    List {
        /// The form of the list
        #[arg(short, long, default_value = "text", value_parser = Format::among(&[TEXT, ARRAY, (Format::Md, "A Markdown table")]))]
        format: Format,
    },
    /// Show everything known about tables
    #[command(after_help = "Examples:
  npuzzle pdb info NAME             a name as in the list
  npuzzle pdb info tables/NAME.pdb --format json")]
    Info {
        #[command(flatten)]
        question: PdbInfo,
        /// The form of the answer
        #[arg(short, long, default_value = "text", value_parser = Format::among(&[TEXT, ARRAY]))]
        format: Format,
    },
    /// Check every byte of tables, and compare entries with a search and with their neighbours
    #[command(after_help = "Examples:
  npuzzle pdb verify --all
  npuzzle pdb verify NAME --seed 1

Exit codes: 0 all are right, 2 one is not, 3 interrupted, 70 a bug.")]
    Verify {
        #[command(flatten)]
        question: PdbVerify,
    },
    /// Remove tables
    #[command(override_usage = "npuzzle pdb remove <NAME>...\n       npuzzle pdb remove --all")]
    #[command(after_help = "Examples:
  npuzzle pdb remove NAME           a name as in the list
  npuzzle pdb remove --all")]
    Remove {
        #[command(flatten)]
        question: PdbRemove,
    },
    /// Print the folder of the tables
    #[command(after_help = "Examples:
  npuzzle pdb path")]
    Path,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        let folder = tables::known_folder()?;
        match &self.command {
            PdbCommand::Build { question, format } => {
                let terms = terms(&question.limits())?;
                let tables = ask(question, &terms, *format == Format::Text, out)?;
                let notes: BTreeSet<&String> = tables.iter().filter_map(|table| table.note.as_ref()).collect();
                notes.iter().try_for_each(|note| out.note(note))?;
                match format {
                    Format::Text => out.line(&format!("folder      {}", folder.display()))?,
                    _ => out.line(&json::pretty(&tables)?)?,
                }
            }
            PdbCommand::List { format } => {
                let tables = ask(&PdbList {}, &at_once(), false, out)?;
                match format {
                    Format::Text => out.text(&render::list(&folder, &tables))?,
                    Format::Md => out.text(&render::list_markdown(&tables))?,
                    _ => out.line(&json::pretty(&tables)?)?,
                }
            }
            PdbCommand::Info { question, format } => {
                let is_text = *format == Format::Text;
                let tables = ask(question, &at_once(), is_text, out)?;
                if !is_text {
                    out.line(&json::pretty(&tables)?)?;
                }
            }
            PdbCommand::Verify { question } => return verify(question, out),
            PdbCommand::Remove { question } => {
                if ask(question, &at_once(), true, out)?.is_empty() {
                    out.line("no tables")?;
                }
            }
            PdbCommand::Path => out.line(&folder.display().to_string())?,
        }
        Ok(failure::ANSWERED)
    }
}

fn verify(question: &PdbVerify, out: &mut Out) -> Result<u8, Failure> {
    let tables = ask(question, &terms(&question.limits())?, true, out)?;
    if tables.is_empty() {
        out.line("no tables")?;
    }
    let wrong = tables.iter().filter(|table| table.wrong.is_some()).count();
    if wrong == 0 {
        return Ok(failure::ANSWERED);
    }
    Err(Failure::usage(format!(
        "not right: {wrong} of {}\nhelp: `npuzzle pdb remove NAME` removes a table; it is rebuilt when needed",
        render::count(tables.len())
    )))
}

/// The terms of what the first Ctrl-C ends at once.
fn at_once() -> Terms {
    within(Limits { table_cache: tables::table_cache(), ..Limits::default() })
}

/// Asks, with a bar for each table that is built. What becomes of tables is shown as it happens if
/// it is for people.
fn ask<Q: Ask>(question: &Q, terms: &Terms, is_text: bool, out: &mut Out) -> Result<Q::Answer, Failure> {
    let mut news = News { is_text, bar: TableBar::new(), width: 0, read: 0, failed: None, out };
    let answer = question.ask(terms, &mut news);
    news.bar.clear();
    match news.failed {
        Some(failure) => Err(failure),
        None => Ok(answer?),
    }
}

/// Shows how the work on tables gets on.
struct News<'n> {
    is_text: bool,
    bar: TableBar,
    /// The length of the longest name.
    width: usize,
    /// How many tables were shown with all that is known of them.
    read: usize,
    failed: Option<Failure>,
    out: &'n mut Out,
}

impl News<'_> {
    fn show(&mut self, news: &TableNews<'_>) -> Result<(), Failure> {
        match news {
            TableNews::Awaited(name, event) => self.bar.update(name, *event),
            TableNews::Built(_) => self.bar.clear(),
            _ => {}
        }
        match news {
            _ if !self.is_text => return Ok(()),
            TableNews::Awaited(..) => return Ok(()),
            TableNews::Planned(plan) => self.out.text(&render::plan(plan))?,
            TableNews::Read(info) => {
                let gap = if self.read > 0 { "\n" } else { "" };
                self.read += 1;
                self.out.text(&format!("{gap}{}", render::info(info)))?;
            }
            TableNews::Verifying { names, seed } => {
                self.width = names.iter().map(String::len).max().unwrap_or(0);
                seed.map_or(Ok(()), |seed| note_seed(seed, None, self.out))?;
            }
            TableNews::Built(built) => self.out.line(&built_line(built))?,
            TableNews::Verified(table) => self.out.line(&render::verdict(table, self.width))?,
            TableNews::Removed(name) => self.out.line(&format!("removed     {name}"))?,
            TableNews::Busy(name) => self.out.note(&format!("`{name}` is being built; it is left alone"))?,
        }
        self.out.flush()
    }
}

fn built_line(built: &BuiltTable) -> String {
    let BuiltTable { table, seconds, .. } = built;
    let what = match seconds {
        Some(seconds) if table.state == "built" => format!("in {}, ", time(*seconds)),
        _ => String::new(),
    };
    let deepest = table.facts.as_ref().map_or(0, |facts| facts.deepest);
    format!("{}       {}, {what}distances up to {deepest}", table.state, table.name)
}

impl Watch for News<'_> {
    fn tables(&mut self, news: TableNews<'_>) -> ControlFlow<()> {
        failure::go_on(self.show(&news), &mut self.failed)
    }
}
