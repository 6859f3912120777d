//! The answer to `space` as text.

use npuzzle::core::Metric;
use npuzzle::lab::known_space::{BlankPlaces, ExactCounts, KnownSpace};
use npuzzle::lab::space::{OptimalSolutions, SpaceReport};

use crate::out::STRONG;
use crate::render::drawings;
use crate::render::grid::{Grid, numbers, words};
use crate::render::numbers::{bytes, thousands, time};

const WIDTH: usize = 80;
/// A longer number is shown by its first digits.
const MOST_DIGITS: usize = 40;

/// The whole answer: facts, the layers as a histogram, and some of the farthest boards.
pub fn text(report: &SpaceReport) -> String {
    let SpaceReport { rows, cols, goal, exact, metric, .. } = report;
    let mut text = format!("{STRONG}the space of {rows}x{cols}{STRONG:#}, goal {goal}{}\n\n", in_slides(*metric));
    let size = (*rows, *cols);
    text += &counts(exact, report.unreachable, report.mean_branching_factor, size, *metric);
    text += &format!("diameter    {} ({})\n", report.diameter, count(report.antipode_count, "board"));
    text += &format!("mean depth  {:.3}\n", report.mean_depth);
    if let Some(solutions) = &report.optimal_solutions {
        text += &shortest(solutions);
    }
    text += &format!("time        {}\n", time(report.seconds));
    let on_device = report.device_bytes.map(|held| format!(", and {} on the device", bytes(held)));
    text += &format!("memory      {}{}\n\n", bytes(report.peak_bytes), on_device.unwrap_or_default());
    text + &branching(&report.branching) + &histogram(&report.widths) + &antipodes(report)
}

/// What is known of a space that was not searched.
pub fn known(space: &KnownSpace) -> String {
    let KnownSpace { rows, cols, goal, exact, metric, .. } = space;
    let slides = in_slides(*metric);
    let mut text = format!(
        "{STRONG}the space of {rows}x{cols}{STRONG:#}, goal {goal}{slides}: what is known without a search\n\n"
    );
    text += &counts(exact, space.unreachable, space.mean_branching_factor, (*rows, *cols), *metric);
    let farthest = space.antipode_count.map(|number| format!(" ({})", count(number, "board"))).unwrap_or_default();
    text += &match (space.diameter, space.diameter_bounds) {
        (Some(diameter), _) => format!("diameter    {diameter}{farthest}\n"),
        (None, Some((least, most))) => format!("diameter    not known: from {least} to {most}\n"),
        (None, None) => "diameter    not known\n".to_owned(),
    };
    let depth = space.mean_depth.map_or_else(|| "not known".to_owned(), |depth| format!("{depth:.3}"));
    text += &format!("mean depth  {depth}\nsolutions   not known\n");
    for source in &space.sources {
        text += &format!("source      {source}\n");
    }
    text += &format!("\n{}", branching(&space.branching));
    text + space.widths.as_deref().map(histogram).unwrap_or_default().as_str()
}

/// The numbers that arithmetic knows.
fn counts(
    exact: &ExactCounts,
    unreachable: Option<u64>,
    branching: f64,
    (rows, cols): (usize, usize),
    metric: Metric,
) -> String {
    let is_line = rows.min(cols) == 1;
    // Of other boards the unreachable half is as large as the other.
    let unreachable = match unreachable {
        Some(number) => thousands(number),
        None if is_line => format!("all others of {}", digits(&exact.arrangements)),
        None => digits(&exact.states_exact),
    };
    let parts = if is_line { "arrangements" } else { "arrangements, two halves" };
    format!(
        "states      {}\nunreachable {unreachable} (arrangements that cannot reach the goal)\n\
         together    {} ({}! {parts})\nedges       {} (each {} both ways; {branching:.3} per state)\n",
        digits(&exact.states_exact),
        digits(&exact.arrangements),
        rows * cols,
        digits(&exact.edges_exact),
        metric.unit(1),
    )
}

/// A number of any size.
fn digits(number: &str) -> String {
    match number.len() {
        length if length <= MOST_DIGITS => thousands(number),
        length => format!("about {}.{} x 10^{}", &number[..1], &number[1..4], thousands(length - 1)),
    }
}

/// How many moves the blank has where.
fn branching(places: &[BlankPlaces]) -> String {
    let mut grid = Grid::new(&[words("blank"), numbers("cells"), numbers("moves")]);
    for BlankPlaces { place, cells, moves } in places {
        grid.row(vec![(*place).to_owned(), thousands(cells), moves.to_string()]);
    }
    let (cells, moves) =
        places.iter().fold((0, 0), |(cells, sum), place| (cells + place.cells, sum + place.cells * place.moves));
    grid.row(vec!["mean".to_owned(), thousands(cells), format!("{:.3}", moves as f64 / cells as f64)]);
    format!("{}\n", grid.text(None))
}

/// What a heading adds where costs count slides.
pub fn in_slides(metric: Metric) -> &'static str {
    match metric {
        Metric::Single => "",
        Metric::Multi => ", in slides of whole lines",
    }
}

fn count(number: u64, what: &str) -> String {
    format!("{} {what}{}", thousands(number), if number == 1 { "" } else { "s" })
}

fn shortest(solutions: &OptimalSolutions) -> String {
    let OptimalSolutions { unique, mean, max, max_boards } = solutions;
    let most = count(*max_boards, "board");
    let unique = count(*unique, "board");
    format!("solutions   {mean:.3} on average; one for {unique}; at most {} ({most})\n", thousands(*max))
}

/// A line for each depth, with a bar in proportion to the states there.
fn histogram(widths: &[u64]) -> String {
    let widest = widths.iter().copied().max().unwrap_or(1).max(1);
    let number = thousands(widest).len().max("states".len());
    let room = (WIDTH - "depth  ".len() - number - 2) as u128;
    let mut text = format!("depth  {:>number$}\n", "states");
    for (depth, &width) in widths.iter().enumerate() {
        let length = (u128::from(width) * room).div_ceil(u128::from(widest)) as usize;
        text += &format!("{depth:>5}  {:>number$}  {}\n", thousands(width), "#".repeat(length));
    }
    text
}

/// The first of the farthest boards, side by side.
fn antipodes(report: &SpaceReport) -> String {
    let drawn: Vec<String> = report.antipodes.iter().map(drawings::board).collect();
    let width = drawn.iter().flat_map(|board| board.lines()).map(str::len).max().unwrap_or(0);
    let shown = ((WIDTH + 4) / (width + 4)).clamp(1, drawn.len().max(1));
    let more = report.antipode_count - drawn.len().min(shown) as u64;
    let more = if more > 0 { format!(" (and {} more)", thousands(more)) } else { String::new() };
    let shown = &drawn[..shown.min(drawn.len())];
    format!("\nfarthest from the goal{more}:\n\n{}", drawings::beside(shown, "    ", ""))
}
