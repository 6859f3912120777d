//! `npuzzle space`

use std::io::Write;
use std::path::Path;

use clap::{ArgGroup, Args};
use npuzzle::catalogue::heuristic_expression;
use npuzzle::core::Limits;
use npuzzle::domains::tiles::notation::{self, ReadOptions, read_board};
use npuzzle::lab::export::{Exported, SpaceExport};
use npuzzle::lab::space::{SpaceProgress, in_each};
use npuzzle::question::{Ask, Space, SpaceAnswer, Terms, Watch};
use serde::Serialize;

use crate::args::format::{OBJECT, TEXT};
use crate::args::{Format, state_names};
use crate::commands::Run;
use crate::exports::{HeuristicExport, STANDARD_OUTPUT, failure as failed, has_data, tell, write_heuristics};
use crate::failure::{self, Failure};
use crate::files::NewFile;
use crate::out::Out;
use crate::progress::SpaceBar;
use crate::ranks::{self, Part, Saved};
use crate::render::numbers::{bytes, thousands};
use crate::render::records::Records;
use crate::render::space as render;
use crate::terms::{limits_until, terms, within};

/// What takes less memory than this needs no remark.
const NOTABLE_BYTES: u64 = 16 << 20;

/// Explore the space of a small board depth by depth, or what is known of a large one
#[derive(Args)]
#[command(group = ArgGroup::new("export").multiple(true), after_help = "Examples:
  npuzzle space 3x3
  npuzzle space 2x4 --goal snail --format csv
  npuzzle space 3x3 --metric multi               in slides of whole lines
  npuzzle space 2x3 --export-map map.txt
  npuzzle space 3x3 --export-map 8.txt --notation underscore
  npuzzle space 3x3 --export-heuristic manhattan=h.txt
  npuzzle space 4x4                              what is known of it
  npuzzle space 3x4 --device cuda                on a card

Exit codes: 0 answered, 2 usage or input error, 3 a limit ended the search or forbade it, 70 a bug.")]
pub struct Arguments {
    #[command(flatten)]
    question: Space,
    /// The form of the answer
    #[arg(short, long, default_value = "text", value_parser = Format::among(&[TEXT, OBJECT, (Format::Csv, "One row per depth")]))]
    format: Format,
    /// Instead, write all boards and moves as a map file for `npuzzle search` (up to 10 cells); `-`
    /// writes it to standard output
    #[arg(long, value_name = "FILE", group = "export")]
    #[arg(conflicts_with_all = ["count_solutions", "format", "metric", "device"])]
    export_map: Option<String>,
    /// Instead, or beside the map, write the values of a heuristic on all boards as a heuristic
    /// file; without FILE, or as `-`, to standard output
    #[arg(long, value_name = "EXPR[=FILE]", group = "export")]
    #[arg(conflicts_with_all = ["count_solutions", "format", "metric", "device"])]
    export_heuristic: Vec<HeuristicExport>,
    /// How boards are written in these files; `underscore` also puts the successors of a board in
    /// the order of their names, as files of courses do
    #[arg(long, requires = "export", default_value = "digits", value_parser = state_names())]
    notation: notation::Format,
    /// The start of the map [default: the farthest board from the goal]
    #[arg(long, value_name = "BOARD", requires = "export_map")]
    start: Option<String>,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        if self.export_map.is_some() || !self.export_heuristic.is_empty() {
            return self.export(out);
        }
        let question = &self.question;
        let terms = terms(&question.limits())?;
        let mut live = Live { bar: SpaceBar::new(), unsaid: None, out };
        let mut leaves_out_solutions = false;
        let answer = match ranks::leader() {
            None => self.ask(&terms, &mut live),
            Some(leader) => {
                live.unsaid = self.kept();
                ranks::remember(live.unsaid);
                leader.together(String::new(), |crew| {
                    let terms = within(Limits { crew: Some(crew), ..terms.limits.clone() });
                    leaves_out_solutions = question.leaves_out_solutions(&terms);
                    self.ask(&terms, &mut live)
                })
            }
        };
        live.bar.clear();
        let answer = answer?;
        if leaves_out_solutions {
            out.note("solutions are not counted: that is for one process")?;
        }
        if let SpaceAnswer::Searched(report) = &answer {
            report.notes.iter().try_for_each(|note| out.note(note))?;
        }
        if let SpaceAnswer::Known(space) = &answer
            && let Some(reason) = &space.reason
        {
            out.note(&format!("not searched: {reason}"))?;
        }
        match (self.format, &answer) {
            (Format::Text, SpaceAnswer::Searched(report)) => out.text(&render::text(report))?,
            (Format::Text, SpaceAnswer::Known(space)) => out.text(&render::known(space))?,
            (Format::Csv, SpaceAnswer::Searched(report)) => write_depths(&report.widths, out)?,
            (Format::Csv, SpaceAnswer::Known(space)) => match &space.widths {
                Some(widths) => write_depths(widths, out)?,
                None => {
                    let size = &question.size;
                    let message =
                        format!("how many states of {size} are at each depth is not known: expected another form");
                    return Err(Failure::Usage(message));
                }
            },
            (format, answer) => Records::new(format, false).write(answer, &(), out)?,
        }
        Ok(failure::ANSWERED)
    }

    fn is_divided(&self) -> bool {
        true
    }

    fn take_part(&self, part: Part) -> Result<(), Failure> {
        if let Part::Together { crew, cancel, .. } = part {
            ranks::remember(self.kept());
            let limits = limits_until(&self.question.limits(), &cancel)?;
            self.question.ask(&within(Limits { crew: Some(crew), ..limits }), &mut ())?;
        }
        Ok(())
    }
}

/// Shows how far the search is.
struct Live<'l> {
    bar: SpaceBar,
    /// Where several processes keep what is done, until that is said.
    unsaid: Option<Saved<'l>>,
    out: &'l mut Out,
}

impl Watch for Live<'_> {
    fn explored(&mut self, progress: &SpaceProgress) {
        // A search that has seen states has opened its journal.
        if progress.seen > 0
            && let Some(kept) = self.unsaid.take()
        {
            self.bar.clear();
            // A reader that is gone is noticed with the answer.
            let _ = ranks::note(kept, self.out);
        }
        self.bar.update(progress);
    }
}

/// One row for each depth.
fn write_depths(widths: &[u64], out: &mut Out) -> Result<(), Failure> {
    let mut records = Records::new(Format::Csv, true);
    let mut rows = widths.iter().enumerate().map(|(depth, &width)| Row { depth, width });
    rows.try_for_each(|row| records.write(&row, &row, out))
}

#[derive(Serialize)]
struct Row {
    depth: usize,
    width: u64,
}

impl Arguments {
    /// Where every depth is kept, if it is.
    fn kept(&self) -> Option<Saved<'_>> {
        self.question.journal.as_deref().map(Saved::Journal)
    }

    /// Says what the answer takes, and asks for it.
    fn ask(&self, terms: &Terms, live: &mut Live<'_>) -> Result<SpaceAnswer, Failure> {
        if let Some(cost) = self.question.cost(terms).filter(|cost| cost.bytes > NOTABLE_BYTES) {
            let (states, needed) = (thousands(cost.states), bytes(cost.bytes));
            let each = in_each(terms.limits.crew.as_ref().map_or(1, |crew| crew.size()));
            live.out.note(&format!("{} has {states} states; this takes about {needed}{each}", cost.shape))?;
        }
        Ok(self.question.ask(terms, live)?)
    }

    fn export(&self, out: &mut Out) -> Result<u8, Failure> {
        let (map, heuristics) = (self.export_map.as_deref(), &self.export_heuristic);
        let has_data = has_data(heuristics, map)?;
        // Before anything is written.
        heuristics.iter().try_for_each(|export| heuristic_expression(export.expression()).map(drop))?;
        let terms = terms(&self.question.limits())?;
        let goal = self.question.goal_board()?;
        let options = ReadOptions { size: Some(goal.shape()), ..ReadOptions::default() };
        let start = self.start.as_deref().map(|text| read_board(text, &options));
        let start = start.transpose().map_err(|error| Failure::Usage(error.render("start")))?.map(|read| read.board);
        let space = SpaceExport::new(&goal, self.notation).map_err(failed)?;
        if let Some(map) = map {
            let exported = if map == STANDARD_OUTPUT {
                space.map(start.as_ref(), &mut out.data()).map_err(failed)?
            } else {
                let mut file = NewFile::create(Path::new(map))?;
                let exported = space.map(start.as_ref(), &mut file).map_err(|error| file.named(failed(error)))?;
                file.finish()?;
                exported
            };
            tell(&summary(&exported), has_data, out)?;
        }
        let write = |heuristic: &str, file: &mut dyn Write| space.heuristic(heuristic, &terms.limits, file);
        write_heuristics(heuristics, has_data, out, write)?;
        Ok(failure::ANSWERED)
    }
}

fn summary(exported: &Exported) -> String {
    let Exported { states, edges, start, diameter } = exported;
    let (states, edges) = (thousands(*states), thousands(*edges));
    format!("states      {states}\nedges       {edges}\ndiameter    {diameter}\nstart       {start}\n")
}
