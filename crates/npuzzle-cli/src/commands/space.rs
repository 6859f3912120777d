//! `npuzzle space`

use std::path::Path;

use npuzzle::domains::tiles::notation::{ReadOptions, read_board};
use npuzzle::lab::export::{ExportError, Exported, export_map};

use crate::args::SpaceArguments;
use crate::failure::{self, Failure};
use crate::files::NewFile;
use crate::input::read_goal;
use crate::out::Out;
use crate::render::numbers::thousands;

pub fn run(arguments: &SpaceArguments, out: &mut Out) -> Result<u8, Failure> {
    let goal = read_goal(&arguments.goal, Some(arguments.size))?.board(arguments.size).map_err(Failure::usage)?;
    let options = ReadOptions { size: Some(arguments.size), ..ReadOptions::default() };
    let start = arguments.start.as_deref().map(|text| read_board(text, &options));
    let start = start.transpose().map_err(|error| Failure::Usage(error.render("start")))?.map(|read| read.board);
    let wrong = |error| match error {
        ExportError::Output(error) => Failure::from(error),
        other => Failure::usage(other),
    };
    if arguments.export_map == "-" {
        let exported = export_map(&goal, start.as_ref(), &mut out.data()).map_err(wrong)?;
        out.note(&summary(&exported).trim_end().replace('\n', ", "))?;
    } else {
        let mut file = NewFile::create(Path::new(&arguments.export_map))?;
        let exported = export_map(&goal, start.as_ref(), &mut file).map_err(wrong)?;
        file.finish()?;
        out.text(&summary(&exported))?;
    }
    Ok(failure::ANSWERED)
}

fn summary(exported: &Exported) -> String {
    let Exported { states, edges, start, diameter } = exported;
    let (states, edges) = (thousands(*states), thousands(*edges));
    format!("states      {states}\nedges       {edges}\ndiameter    {diameter}\nstart       {start}\n")
}
