//! The answer to `solve` as text.

use std::fmt::Display;

use npuzzle::answer::{OptionMap, Phase, ProofLabel, Report, ReportStats, Solutions, Status};
use npuzzle::core::{Improvement, Metric};
use npuzzle::domains::tiles::notation::{Format, write_board};
use npuzzle::domains::tiles::{Board, Cell, MovesOf};
use npuzzle::lab::repeat::Times;
use npuzzle::picture::walk::Walk;

use crate::commands::solve::Show;
use crate::failure::Failure;
use crate::out::{MARK, Out, STRONG};
use crate::render::numbers::{bytes, gap, rate, thousands, time};

/// Boards that would be drawn wider than this are only named; `--notation rows` writes them in
/// full.
const WIDEST_DRAWING: usize = 100;

/// Writes the whole answer.
pub fn write(
    report: &Report,
    times: Option<&Times>,
    show: Show,
    notation: Format,
    out: &mut Out,
) -> Result<(), Failure> {
    out.text(&boards([("start", &report.start), ("goal", &report.goal)], notation))?;
    out.text(&format!("\n{STRONG}{}{STRONG:#}\n", verdict(report)))?;
    if let Some(reason) = &report.reason {
        out.line(reason)?;
    }
    if report.status == Status::Unsolvable {
        return out.line("`npuzzle explain` shows why, and how to repair the board");
    }
    match show {
        Show::None => {}
        Show::Moves => out.text(&moves(report))?,
        Show::Boards => {
            if let Some(walk) = Walk::of(report).filter(|walk| walk.moves() > 0) {
                every_board(walk, notation, MOVES_OF, out)?;
            }
        }
    }
    if let Some(all) = &report.solutions {
        out.text(&solutions(all, show))?;
    }
    let gap = |step: &Improvement| gap(f64::from(step.cost), f64::from(step.lower_bound));
    let least = |step: &Improvement| (step.lower_bound > 0).then(|| thousands(step.lower_bound));
    let written = |step: &Improvement| improvement(thousands(step.cost), step.seconds, least(step), gap(step));
    let means = Means {
        search: means(report),
        order: Some(&report.order),
        options: &report.options,
        times,
        improvements: report.improvements.iter().map(written).collect(),
    };
    out.text(&statistics(means, &report.stats))
}

/// A board in a notation, or as rows if that has no place for it.
pub fn written(board: &Board, notation: Format) -> String {
    write_board(board, notation).unwrap_or_else(|_| board.to_string())
}

/// Two boards under their titles, side by side where they are drawn.
pub fn boards([(title, from), (other_title, to)]: [(&str, &Board); 2], notation: Format) -> String {
    let (left, right) = (written(from, notation), written(to, notation));
    if notation != Format::Grid {
        let line = |title: &str, board: &str| format!("{title:<7}{}\n", board.replace('\n', "\n       "));
        return line(title, &left) + &line(other_title, &right);
    }
    let width = left.lines().map(str::len).max().unwrap_or(0).max(title.len());
    if 2 * width > WIDEST_DRAWING {
        return format!("a {} board\n", from.shape());
    }
    let mut text = format!("{title:width$}    {other_title}\n");
    let middle = from.shape().rows() / 2;
    for (row, (left, right)) in left.lines().zip(right.lines()).enumerate() {
        let arrow = if row == middle { " -> " } else { "    " };
        text += &format!("{left:width$}{arrow}{right}\n");
    }
    text
}

/// So many moves, in words.
pub fn plural(count: impl Into<u64>) -> String {
    let count = count.into();
    format!("{} {}", thousands(count), Metric::Single.unit(count))
}

fn counted(metric: Metric, count: u32) -> String {
    format!("{} {}", thousands(u64::from(count)), metric.unit(count.into()))
}

/// What was found and what is proved, in a line.
pub fn verdict(report: &Report) -> String {
    let bound = report.lower_bound.unwrap_or(0);
    let plural = |count: u32| counted(report.metric, count);
    let Some(cost) = report.cost else {
        return match report.status {
            Status::Unsolvable => "unsolvable (proved)".to_owned(),
            _ if bound == 0 => "no solution found".to_owned(),
            _ => format!("no solution found; every solution has at least {} (proved)", plural(bound)),
        };
    };
    let proof = match report.proof {
        ProofLabel::Optimal => "optimal (proved)".to_owned(),
        ProofLabel::Within => {
            let factor = report.within.unwrap_or(f64::INFINITY);
            format!("at most {factor:.2} times the optimum (proved: no solution has fewer than {})", plural(bound))
        }
        _ if bound > 0 => format!("found; every solution has at least {} (proved)", thousands(u64::from(bound))),
        _ => "found; nothing is proved about the optimum".to_owned(),
    };
    let moves = match (report.metric, report.single_moves) {
        (Metric::Multi, Some(moves)) => format!(" ({} single {})", thousands(moves), Metric::Single.unit(moves.into())),
        _ => String::new(),
    };
    format!("{}{moves}, {proof}", plural(cost))
}

/// The letters, and whose directions they are.
pub fn moves(report: &Report) -> String {
    let Some(moves) = report.moves.as_deref().filter(|moves| !moves.is_empty()) else { return String::new() };
    format!("{}\n{}\n", in_groups(moves), whose(report.moves_of, MOVES_OF))
}

/// Whose directions letters are, and the option that gets the others, where there is one.
pub fn whose(of: MovesOf, switch: Option<&str>) -> String {
    let (of, other) = (of.name(), of.other().name());
    let switch = switch.map(|switch| format!("; {switch} {other}: where the {other} goes"));
    format!("(where the {of} goes{})", switch.unwrap_or_default())
}

/// The option of `solve` that says whose directions letters are.
pub const MOVES_OF: Option<&str> = Some("--moves-of");

/// Letters in groups of ten, five groups a line.
pub fn in_groups(moves: &str) -> String {
    let letters: Vec<char> = moves.chars().collect();
    let line = |line: &[char]| line.chunks(10).map(String::from_iter).collect::<Vec<_>>().join(" ");
    letters.chunks(50).map(line).collect::<Vec<_>>().join("\n")
}

/// How many optimal solutions there are, and those that are listed.
fn solutions(all: &Solutions, show: Show) -> String {
    let count = thousands(all.count);
    if show == Show::None || all.listed.is_empty() {
        return format!("\nsolutions   {count} optimal\n");
    }
    let mut text = format!("\nsolutions   {count} optimal, {} listed\n", thousands(all.listed.len()));
    for (number, moves) in (1..).zip(&all.listed) {
        let moves = if moves.is_empty() { "(no moves)".to_owned() } else { in_groups(moves) };
        text += &format!("{number:>11} {}\n", moves.replace('\n', &format!("\n{:12}", "")));
    }
    text
}

/// The times of several runs.
pub fn spread(times: &Times) -> String {
    let mean = time(times.mean_seconds);
    match times.deviation_seconds {
        Some(deviation) => {
            let deviation = time(deviation);
            format!("{mean} +- {deviation} (mean and sample standard deviation of {} runs)", thousands(times.runs))
        }
        None => format!("{mean} (one run)"),
    }
}

/// Every board on the way, written one by one: a huge board has millions of them.
/// `switch` is the option that gets other letters.
pub fn every_board(mut walk: Walk<'_>, notation: Format, switch: Option<&str>, out: &mut Out) -> Result<(), Failure> {
    out.line(&whose(walk.moves_of(), switch))?;
    while let Some(step) = walk.step() {
        let board = walk.board();
        out.line(&format!("\n{}. {} (tile {})", walk.done(), step.letter, board.tile_at(step.to)))?;
        out.line(&match notation {
            Format::Grid => marked(board, step.to),
            _ => written(board, notation),
        })?;
    }
    Ok(())
}

/// The board with the tile that has just moved in brackets.
fn marked(board: &Board, moved: Cell) -> String {
    let shape = board.shape();
    let width = (shape.cells() - 1).to_string().len();
    let cell = |cell| {
        let tile = board.tile_at(cell);
        match () {
            () if tile.is_blank() => format!(" {:>width$} ", "."),
            () if cell == moved => format!("{MARK}[{:>width$}]{MARK:#}", tile.0),
            () => format!(" {:>width$} ", tile.0),
        }
    };
    let cells: Vec<String> = shape.all_cells().map(cell).collect();
    cells.chunks(shape.cols()).map(|row| row.concat().trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// The search with its heuristic, and what it chose.
fn means(report: &Report) -> String {
    match (&report.heuristic, report.engine == report.algorithm) {
        (Some(heuristic), true) => format!("{} with {heuristic}", report.algorithm),
        (Some(heuristic), false) => format!("{}: {} with {heuristic}", report.algorithm, report.engine),
        (None, true) => report.algorithm.clone(),
        (None, false) => format!("{}: {}", report.algorithm, report.engine),
    }
}

/// By which means an answer was found.
pub struct Means<'m> {
    /// The search with its heuristic.
    pub search: String,
    /// The order of moves, where it can be chosen.
    pub order: Option<&'m str>,
    pub options: &'m OptionMap,
    /// The times, if there were several runs.
    pub times: Option<&'m Times>,
    /// The solutions on the way.
    pub improvements: Vec<String>,
}

/// A solution on the way to a better one; nothing is at least zero.
pub fn improvement<T: Display>(cost: T, seconds: f64, lower_bound: Option<T>, gap: Option<String>) -> String {
    let least = lower_bound
        .map(|bound| format!(" (at least {bound}{})", gap.map(|gap| format!(", {gap}")).unwrap_or_default()));
    format!("{cost} after {}{}", time(seconds), least.unwrap_or_default())
}

/// Longer lists of improvements are shown by their first and last ones.
const MOST_IMPROVEMENTS: usize = 10;
const FIRST_IMPROVEMENTS: usize = 3;
const LAST_IMPROVEMENTS: usize = 5;

/// A row for each solution on the way, or for the first and the last of many.
fn steps(improvements: Vec<String>) -> Vec<(&'static str, String)> {
    let count = improvements.len();
    let all = count <= MOST_IMPROVEMENTS;
    let is_shown = |number: usize| all || number < FIRST_IMPROVEMENTS || number + LAST_IMPROVEMENTS >= count;
    let mut rows = Vec::new();
    for (number, step) in improvements.into_iter().enumerate() {
        if is_shown(number) {
            rows.push(("found", step));
        } else if number == FIRST_IMPROVEMENTS {
            rows.push((
                "",
                format!("... {} more ...", thousands((count - FIRST_IMPROVEMENTS - LAST_IMPROVEMENTS) as u64)),
            ));
        }
    }
    rows
}

/// One of the searches of a portfolio in a line.
fn phase(phase: &Phase) -> String {
    let with = phase.heuristic.as_ref().map(|heuristic| format!(" with {heuristic}")).unwrap_or_default();
    let (expanded, seconds) = (thousands(phase.counts.expanded), time(phase.seconds));
    format!("{}{with}: {expanded} expanded in {seconds}", phase.search)
}

/// What a search took, line by line.
pub fn statistics(means: Means<'_>, stats: &ReportStats) -> String {
    let options = means.options.0.iter().map(|(name, value)| format!("{name} {value}"));
    let rules: Vec<String> = means.order.iter().map(|order| format!("order {order}")).chain(options).collect();
    let mut rows = vec![("search", means.search)];
    rows.extend(stats.device.clone().map(|device| ("device", device)));
    if !rules.is_empty() {
        rows.push(("rules", rules.join(", ")));
    }
    let titles = ["phases"].into_iter().chain(std::iter::repeat(""));
    rows.extend(titles.zip(stats.phases.iter().map(phase)));
    rows.extend(steps(means.improvements));
    rows.push(("time", means.times.map_or_else(|| time(stats.seconds), spread)));
    // A search that looks up tables says so even if they were at hand.
    if stats.table_seconds > 0.0 || !stats.deepening.is_empty() {
        rows.push(("tables", time(stats.table_seconds)));
    }
    let counts = [
        ("expanded", stats.counts.expanded, 0),
        ("generated", stats.counts.generated, 0),
        ("evaluated", stats.counts.evaluated, 0),
        ("reopened", stats.counts.reopened, 0),
        ("max open", stats.counts.max_open, 0),
        ("max stored", stats.counts.max_stored, 0),
        ("iterations", stats.counts.iterations, 1),
    ];
    let interesting = counts.into_iter().filter(|&(_, count, dull)| count > dull);
    rows.extend(interesting.map(|(name, count, _)| match name {
        "generated" => (name, format!("{} ({})", thousands(count), rate(count, stats.seconds))),
        _ => (name, thousands(count)),
    }));
    let completed: Vec<_> = stats.deepening.iter().filter(|iteration| iteration.completed).collect();
    if let Some(last) = completed.last() {
        let generated: u64 = completed.iter().map(|iteration| iteration.generated).sum();
        let iterations = if completed.len() == 1 { "iteration" } else { "iterations" };
        let of = if stats.phases.is_empty() { "" } else { " of all phases" };
        let (count, bound, generated) = (completed.len(), last.bound, thousands(generated));
        let text = format!("{count} {iterations}{of}, to bound {bound}: {generated} generated");
        rows.push(("completed", text));
    }
    if stats.effective_branching_factor > 0.0 {
        rows.push(("branching", format!("{:.3} (effective)", stats.effective_branching_factor)));
    }
    if stats.counts.peak_bytes > 0 {
        rows.push(("memory", bytes(stats.counts.peak_bytes)));
    }
    if let Some(counting) = &stats.counting {
        rows.push(("counting", format!("{} expanded ({})", thousands(counting.expanded), time(counting.seconds))));
    }
    if let Some(varies) = &stats.varies {
        rows.push(("varies", varies.clone()));
    }
    let lines = rows.into_iter().map(|(name, value)| format!("{name:<11} {value}\n"));
    format!("\n{}", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_runs_have_a_spread() {
        let times = Times { runs: 5, mean_seconds: 0.0123, deviation_seconds: Some(0.0004), median_seconds: 0.0121 };
        assert_eq!(spread(&times), "12.30 ms +- 0.40 ms (mean and sample standard deviation of 5 runs)");
        assert_eq!(spread(&Times { runs: 1, deviation_seconds: None, ..times }), "12.30 ms (one run)");
    }

    #[test]
    fn long_lists_of_improvements_are_cut_in_the_middle() {
        let steps_of = |count: usize| steps((1..=count).map(|number| number.to_string()).collect());
        assert_eq!(steps_of(10).len(), 10);
        let rows = steps_of(30);
        let texts: Vec<&str> = rows.iter().map(|(_, text)| &text[..]).collect();
        assert_eq!(texts, ["1", "2", "3", "... 22 more ...", "26", "27", "28", "29", "30"]);
        assert_eq!((rows[3].0, rows[4].0), ("", "found"));
        let step = improvement(thousands(2251), 0.5, Some(thousands(634)), gap(2251.0, 634.0));
        assert_eq!(step, "2,251 after 500.00 ms (at least 634, gap 255 %)");
        assert_eq!(improvement(7, 0.5, None, None), "7 after 500.00 ms");
    }

    #[test]
    fn solutions_are_numbered_and_long_ones_go_on_below() {
        let all = Solutions { count: 1 << 70, listed: vec!["U".repeat(61), "D".repeat(10)] };
        let text = solutions(&all, Show::Moves);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "solutions   1,180,591,620,717,411,303,424 optimal, 2 listed");
        assert!(lines[2].starts_with("          1 UUUUUUUUUU UUUUUUUUUU"));
        assert_eq!(lines[3..], ["            UUUUUUUUUU U", "          2 DDDDDDDDDD"]);
        assert_eq!(solutions(&all, Show::None), "\nsolutions   1,180,591,620,717,411,303,424 optimal\n");
    }
}
