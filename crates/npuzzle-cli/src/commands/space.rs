//! `npuzzle space`

use std::path::Path;

use clap::Args;
use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::lab::export::{ExportError, Exported, export_map};
use npuzzle::lab::space::SpaceProgress;
use npuzzle::question::{Ask, Space, Watch};
use serde::Serialize;

use crate::args::Format;
use crate::args::format::{OBJECT, TEXT};
use crate::commands::Run;
use crate::failure::{self, Failure};
use crate::files::NewFile;
use crate::out::Out;
use crate::progress::SpaceBar;
use crate::render::numbers::{bytes, thousands};
use crate::render::records::Records;
use crate::render::space as render;
use crate::terms::terms;

/// What takes less memory than this needs no remark.
const NOTABLE_BYTES: u64 = 16 << 20;

/// Explore the whole space of a small board, depth by depth
#[derive(Args)]
#[command(after_help = "Examples:
  npuzzle space 3x3
  npuzzle space 2x4 --goal snail --format csv
  npuzzle space 2x3 --export-map map.txt

Exit codes: 0 answered, 2 usage or input error, 3 a limit ended the search or forbade it, 70 a bug.")]
pub struct Arguments {
    #[command(flatten)]
    question: Space,
    /// The form of the answer
    #[arg(short, long, default_value = "text", value_parser = Format::among(&[TEXT, OBJECT, (Format::Csv, "One row a depth")]))]
    format: Format,
    /// Instead, write all boards and moves as a map file for `npuzzle search` (up to 10 cells); `-`
    /// writes it to standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count_solutions", "format"])]
    export_map: Option<String>,
    /// The start of the map [default: the farthest board from the goal]
    #[arg(long, value_name = "BOARD", requires = "export_map")]
    start: Option<String>,
}

impl Run for Arguments {
    fn run(&self, out: &mut Out) -> Result<u8, Failure> {
        if let Some(file) = &self.export_map {
            return self.export(file, out);
        }
        let question = &self.question;
        let terms = terms(&question.limits())?;
        if let Some(cost) = question.cost(&terms.limits).filter(|cost| cost.bytes > NOTABLE_BYTES) {
            let (states, needed) = (thousands(cost.states), bytes(cost.bytes));
            out.note(&format!("{} has {states} states; this takes about {needed}", cost.shape))?;
        }
        let mut bar = SpaceBar::new();
        let answer = question.ask(&terms, &mut bar);
        bar.clear();
        let report = answer?;
        match self.format {
            Format::Text => out.text(&render::text(&report))?,
            Format::Csv => {
                let mut records = Records::new(Format::Csv, true);
                let mut rows = report.widths.iter().enumerate().map(|(depth, &width)| Row { depth, width });
                rows.try_for_each(|row| records.write(&row, &row, out))?;
            }
            format => Records::new(format, false).write(&report, &(), out)?,
        }
        Ok(failure::ANSWERED)
    }
}

impl Watch for SpaceBar {
    fn explored(&mut self, progress: &SpaceProgress) {
        self.update(progress);
    }
}

#[derive(Serialize)]
struct Row {
    depth: usize,
    width: u64,
}

impl Arguments {
    fn export(&self, file: &str, out: &mut Out) -> Result<u8, Failure> {
        let goal = self.question.goal_board()?;
        let options = ReadOptions { size: Some(goal.shape()), ..ReadOptions::default() };
        let start = self.start.as_deref().map(|text| read_board(text, &options));
        let start = start.transpose().map_err(|error| Failure::Usage(error.render("start")))?.map(|read| read.board);
        let wrong = |error| match error {
            ExportError::Output(error) => Failure::from(error),
            other => Failure::usage(other),
        };
        if file == "-" {
            let exported = export_map(&goal, start.as_ref(), &mut out.data()).map_err(wrong)?;
            out.note(&summary(&exported).trim_end().replace('\n', ", "))?;
        } else {
            let mut file = NewFile::create(Path::new(file))?;
            let exported = export_map(&goal, start.as_ref(), &mut file).map_err(wrong)?;
            file.finish()?;
            out.text(&summary(&exported))?;
        }
        Ok(failure::ANSWERED)
    }
}

fn summary(exported: &Exported) -> String {
    let Exported { states, edges, start, diameter } = exported;
    let (states, edges) = (thousands(*states), thousands(*edges));
    format!("states      {states}\nedges       {edges}\ndiameter    {diameter}\nstart       {start}\n")
}
