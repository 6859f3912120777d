//! Pictures of a solution, `--svg` and `--gif`: their files are begun before the search, so that
//! a file that cannot be written is refused at once.

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use npuzzle::answer::{Report, Status};
use npuzzle::front::boards::Input;
use npuzzle::picture::sheet::Style;
use npuzzle::picture::story;
use npuzzle::picture::walk::Walk;
use npuzzle_film::{self as film, FilmError};

use crate::args::Format;
use crate::commands::solve::Arguments;
use crate::failure::Failure;
use crate::files::{NewFile, is_same_file};
use crate::out::Out;
use crate::render::numbers::thousands;
use crate::render::solution::verdict;

/// Where a picture goes.
pub enum Target {
    StandardOutput,
    File(NewFile),
}

impl Target {
    /// A file for a picture of a kind, `svg` or `gif`, or standard output for `-`. A name that says
    /// that it is another kind of picture is refused.
    pub fn create(path: &str, kind: &str) -> Result<Self, Failure> {
        const PICTURES: [&str; 9] = ["svg", "gif", "png", "jpg", "jpeg", "webp", "bmp", "pdf", "html"];
        let ending = Path::new(path).extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
        let other = ending.filter(|ending| ending != kind && PICTURES.contains(&ending.as_str()));
        match (path, other) {
            ("-", _) => Ok(Self::StandardOutput),
            (path, Some(other)) => Err(Failure::usage(format!(
                "--{kind} writes {}, but `{path}` is named as {}: expected a name such as `{}`",
                kind.to_ascii_uppercase(),
                other.to_ascii_uppercase(),
                Path::new(path).with_extension(kind).display()
            ))),
            (path, None) => Ok(Self::File(NewFile::create(Path::new(path))?)),
        }
    }

    /// Writes the whole picture; then its file gets its name.
    pub fn write(
        self,
        out: &mut Out,
        picture: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match self {
            Self::StandardOutput => {
                let mut raw = out.raw()?;
                picture(&mut raw)?;
                Ok(raw.flush()?)
            }
            Self::File(mut file) => {
                picture(&mut file).map_err(|failure| file.named(failure))?;
                file.finish()
            }
        }
    }
}

/// The pictures that are asked for, and what they are to show.
pub struct Pictures {
    has_standard_output: bool,
    svg: Option<Target>,
    gif: Option<Target>,
    style: Style,
    speed: Option<f64>,
    /// A remark that follows the answer.
    remark: Option<String>,
    failed: Option<Failure>,
}

impl Pictures {
    /// `only` is the board if there is one alone.
    pub fn new(arguments: &Arguments, boards: usize, only: Option<&Input>) -> Result<Self, Failure> {
        check(arguments, boards, only)?;
        let wanted = &arguments.picture;
        let create = |path: &Option<String>, kind| path.as_deref().map(|path| Target::create(path, kind)).transpose();
        Ok(Self {
            has_standard_output: [&wanted.svg, &wanted.gif].into_iter().any(|path| path.as_deref() == Some("-")),
            svg: create(&wanted.svg, "svg")?,
            gif: create(&wanted.gif, "gif")?,
            style: wanted.style.read()?,
            speed: wanted.speed,
            remark: None,
            failed: None,
        })
    }

    /// Whether standard output is for a picture and nothing else.
    pub fn replace_the_answer(&self) -> bool {
        self.has_standard_output
    }

    /// Draws an answer, before it is printed: its reader may go. What there is to be said waits for
    /// `finish`.
    pub fn draw(&mut self, report: &Report, out: &mut Out) {
        let (svg, gif) = (self.svg.take(), self.gif.take());
        if svg.is_none() && gif.is_none() {
            return;
        }
        if report.path.is_none() {
            let why = if report.status == Status::Unsolvable { "the board has none" } else { "none was found" };
            self.remark = Some(format!("no picture is written: it would show a solution, and {why}"));
            return;
        }
        self.failed = self.write(report, svg, gif, out).err();
    }

    fn write(&self, report: &Report, svg: Option<Target>, gif: Option<Target>, out: &mut Out) -> Result<(), Failure> {
        if let (Some(target), Some(walk)) = (svg, Walk::of(report)) {
            let text = story::figure(walk, &report.goal, verdict(report), self.style).unwrap_or_default();
            target.write(out, |writer| Ok(writer.write_all(text.as_bytes())?))?;
        }
        if let Some(target) = gif {
            target.write(out, |mut writer| {
                film::of(report, self.style, self.speed, &mut writer).map_err(refused).map(drop)
            })?;
        }
        Ok(())
    }

    /// Everything else is done: what there is to be said about the pictures.
    pub fn finish(self, out: &mut Out) -> Result<(), Failure> {
        if let Some(remark) = self.remark {
            out.note(&remark)?;
        }
        self.failed.map_or(Ok(()), Err)
    }
}

/// Why there is no film, with the option that helps.
fn refused(error: FilmError) -> Failure {
    let help = match &error {
        FilmError::TooLarge { fits, .. } => format!("`--cell {fits}` is the largest that fits"),
        FilmError::TooLong { .. } => "`--svg FILE` shows evenly chosen boards of it".to_owned(),
        FilmError::Output(_) => String::new(),
    };
    match error {
        FilmError::Output(error) => error.into(),
        refused => Failure::Usage(format!("{refused}\nhelp: {help}")),
    }
}

/// Refuses what cannot be drawn, or not together.
fn check(arguments: &Arguments, boards: usize, only: Option<&Input>) -> Result<(), Failure> {
    let wanted = &arguments.picture;
    let is_drawn = wanted.svg.is_some() || wanted.gif.is_some();
    if !is_drawn && wanted.style.cell.is_some() {
        return Err(Failure::usage("--cell is for pictures: expected --svg FILE or --gif FILE with it"));
    }
    if !is_drawn && !wanted.animate && wanted.style.scheme.is_some() {
        return Err(Failure::usage("--scheme colours pictures: expected --svg FILE, --gif FILE or --animate with it"));
    }
    if wanted.gif.is_none() && !wanted.animate && wanted.speed.is_some() {
        return Err(Failure::usage("--speed is for what moves: expected --animate or --gif FILE with it"));
    }
    if is_drawn && boards > 1 {
        let count = thousands(boards);
        return Err(Failure::Usage(format!(
            "a picture is of one solution, and there are {count} boards: expected one board\nhelp: `npuzzle draw` puts several boards on a sheet"
        )));
    }
    let files = [("--svg", &wanted.svg), ("--gif", &wanted.gif), ("--trace", &arguments.watch.trace)];
    let files = files.map(|(option, path)| (option, path.as_deref().filter(|&path| path != "-")));
    for (one, other) in [(files[0], files[1]), (files[0], files[2]), (files[1], files[2])] {
        if let ((option, Some(path)), (another, Some(same))) = (one, other)
            && is_same_file(Path::new(path), Path::new(same))
        {
            return Err(Failure::Usage(format!("{option} and {another} are both to be `{path}`: expected two files")));
        }
    }
    let [svg, gif, trace] = [&wanted.svg, &wanted.gif, &arguments.watch.trace].map(|path| path.as_deref() == Some("-"));
    let is_text = arguments.format == Format::Text;
    if (svg || gif) && (svg == gif || trace || arguments.watch.step || wanted.animate || !is_text) {
        return Err(Failure::usage(
            "a picture at `-` has standard output for itself: it goes with neither another `-` nor --format, --step or --animate\n\
help: write it to a file",
        ));
    }
    if gif && io::stdout().is_terminal() {
        return Err(Failure::usage("a GIF is not text, and standard output is a terminal: expected a file or a pipe"));
    }
    if wanted.animate && (trace || arguments.watch.step || !is_text) {
        return Err(Failure::usage(
            "--animate draws on standard output: it goes with `--format text`, and with neither --step nor `--trace -`",
        ));
    }
    if wanted.gif.is_some()
        && let Some(Input { content: Ok(content), .. }) = only
    {
        film::cell(content.board.shape(), wanted.style.read()?.cell).map_err(refused)?;
    }
    Ok(())
}
