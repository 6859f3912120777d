//! Pictures of boards and solutions, for several commands.

use clap::Args;
use npuzzle::question::StyleFields;
use npuzzle_film::SPEEDS;

/// Pictures of a solution.
#[derive(Args)]
pub struct PictureArguments {
    /// Draw the boards of the solution into a file, numbered and in rows; `-` writes it instead of
    /// the answer. For one board at a time, as are all pictures
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = "Pictures")]
    pub svg: Option<String>,
    /// Make an animated picture of the solution; `-` writes it instead of the answer
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = "Pictures")]
    pub gif: Option<String>,
    /// Play the solution in place behind the answer, in a terminal; Ctrl-C jumps to its end, and
    /// the last board stays
    #[arg(long)]
    #[arg(help_heading = "Pictures")]
    pub animate: bool,
    /// Moves per second, for --animate and --gif [default: the more moves, the faster; --animate
    /// ends within half a minute]
    #[arg(long, value_name = "MOVES", value_parser = speed)]
    #[arg(help_heading = "Pictures")]
    pub speed: Option<f64>,
    #[command(flatten)]
    pub style: StyleFields,
}

fn speed(text: &str) -> Result<f64, String> {
    let speed: Option<f64> = text.trim().parse().ok();
    let (least, most) = SPEEDS.into_inner();
    let wrong = || format!("`{text}` is not a speed: expected moves per second, from {least} to {most}, such as 4");
    speed.filter(|speed| SPEEDS.contains(speed)).ok_or_else(wrong)
}
