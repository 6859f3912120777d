//! Anytime curves: as rows for people, as records, and as a plot that stands alone.
//!
//! The plot has the time on a logarithmic axis and lengths in multiples of the Manhattan distance,
//! so that boards of all sizes fit on it.

use npuzzle::core::Cost;
use npuzzle::lab::anytime::{Anytime, BoardRun, MeanPoint, SetCurve};
use npuzzle::picture::letters::clipped;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use serde::Serialize;

use crate::failure::Failure;
use crate::render::grid::{Column, Layout, markdown_head, markdown_row, numbers, words};
use crate::render::plots::{self, Scale, WIDTH, chart, color, mark, svg};

const COLUMNS: [Column; 8] = [
    words("set"),
    numbers("time"),
    numbers("solved"),
    numbers("length"),
    numbers("x Manhattan"),
    numbers("at least"),
    numbers("gap"),
    numbers("published"),
];
/// The widths of the numbers.
const NUMBER_WIDTHS: [usize; 7] = [8, 8, 9, 11, 9, 7, 9];

/// The rows of the sets, one for each time.
pub struct Rows {
    layout: Layout,
}

impl Rows {
    /// As wide as these names need.
    pub fn new<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let longest = names.map(|name| name.chars().count()).max().unwrap_or(0);
        let filled = COLUMNS.into_iter().zip([longest].into_iter().chain(NUMBER_WIDTHS));
        Self { layout: Layout::new(filled.map(|(column, width)| column.filled_with(width)).collect(), None) }
    }

    pub fn text_head(&self) -> String {
        self.layout.head()
    }

    pub fn text(&self, curve: &SetCurve) -> String {
        curve.points.iter().map(|point| self.layout.row(&cells(curve, point))).collect()
    }

    pub fn markdown_head(&self) -> String {
        markdown_head(&COLUMNS)
    }

    pub fn markdown(&self, curve: &SetCurve) -> String {
        curve.points.iter().map(|point| markdown_row(&cells(curve, point))).collect()
    }
}

fn cells(curve: &SetCurve, point: &MeanPoint) -> [String; 8] {
    let written = |number: Option<f64>, decimals: usize| match number {
        Some(number) => format!("{number:.decimals$}"),
        None => "-".to_owned(),
    };
    [
        curve.set.clone(),
        format!("{} s", point.seconds),
        format!("{}/{}", point.solved, curve.boards),
        written(point.cost, 2),
        written(point.per_manhattan, 3),
        written(point.lower_bound, 1),
        point.gap.map_or_else(|| "-".to_owned(), |gap| format!("{:.1} %", 100.0 * gap)),
        written(curve.published, 2),
    ]
}

/// A board at a time, for CSV.
#[derive(Serialize)]
pub struct PointRecord<'r> {
    set: &'r str,
    board: &'r str,
    manhattan: Cost,
    published: Option<Cost>,
    seconds: f64,
    cost: Option<Cost>,
    lower_bound: Option<Cost>,
}

/// Every board at every time.
pub fn records(runs: &[BoardRun]) -> impl Iterator<Item = PointRecord<'_>> {
    runs.iter().flat_map(|run| {
        run.points.iter().map(move |point| PointRecord {
            set: &run.set,
            board: &run.board,
            manhattan: run.manhattan,
            published: run.published,
            seconds: point.seconds,
            cost: point.cost,
            lower_bound: point.lower_bound,
        })
    })
}

const HEIGHT: u32 = 440;
/// Room for the names of the sets, right of the plot.
const LEGEND: u32 = 190;
/// Letters of a name there.
const LONGEST_NAME: usize = 26;
/// The colours that a page around the plot would define, on paper and in the dark.
const STYLE: &str = "<style>
svg { background: #fff; color: #1a1a1a; --lines: #d9d9d9;
  --s0: #0072b2; --s1: #d55e00; --s2: #009e73; --s3: #cc79a7; --s4: #e69f00; --s5: #56b4e9; --s6: #000; }
@media (prefers-color-scheme: dark) { svg { background: #16181b; color: #e6e6e6; --lines: #3a3d42;
  --s0: #3d9fe0; --s1: #f07f2e; --s2: #1fc495; --s6: #fff; } }
</style>";

/// The curves as an SVG file.
pub fn plot(answer: &Anytime) -> Result<String, Failure> {
    let curves: Vec<Vec<(f64, f64)>> = answer.sets.iter().map(points).collect();
    let x = Scale {
        title: "seconds, logarithmic",
        range: range(answer.times.iter().map(|time| time.log10()), 0.1),
        label: &power_of_ten,
    };
    let y = Scale {
        title: "mean length / mean Manhattan distance",
        range: range(curves.iter().flatten().map(|point| point.1), 0.05),
        label: &|value| format!("{value:.2}"),
    };
    let text = svg("length of the solution against time", HEIGHT, |canvas| {
        let (left, right) = canvas.split_horizontally(WIDTH - LEGEND);
        let mut chart = chart(&left, 12, &x, &y)?;
        let centred = plots::text(Pos::new(HPos::Left, VPos::Center));
        for (number, (curve, set)) in curves.iter().zip(&answer.sets).enumerate() {
            chart.draw_series([PathElement::new(curve.clone(), color(number).stroke_width(2))])?;
            chart.draw_series(curve.iter().map(|&point| mark(number, point)))?;
            let y = 24 + 22 * number as i32;
            right.draw(&mark(number, (12, y)))?;
            right.draw(&Text::new(clipped(&set.set, LONGEST_NAME), (24, y), centred.clone()))?;
        }
        Ok(())
    })?;
    let opening = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\"");
    let text = text.replacen("<svg", &opening, 1);
    Ok(text.replacen(">\n", &format!(">\n{STYLE}\n"), 1))
}

/// The curve of a set in logarithms of seconds; times without a solution have no point.
fn points(curve: &SetCurve) -> Vec<(f64, f64)> {
    curve.points.iter().filter_map(|point| Some((point.seconds.log10(), point.per_manhattan?))).collect()
}

/// The least and the largest of some values, with some room around them.
fn range(values: impl Iterator<Item = f64>, room: f64) -> (f64, f64) {
    let (least, most) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)));
    if least.is_finite() { (least - room, most + room) } else { (0.0, 1.0) }
}

/// The label of a logarithm: only whole powers of ten have one.
fn power_of_ten(logarithm: &f64) -> String {
    let whole = logarithm.round();
    if (logarithm - whole).abs() > 1e-6 { String::new() } else { format!("{}", 10_f64.powi(whole as i32)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(set: &str, points: &[(f64, usize, Option<f64>)]) -> SetCurve {
        let point = |&(seconds, solved, cost): &(f64, usize, Option<f64>)| MeanPoint {
            seconds,
            solved,
            cost,
            per_manhattan: cost.map(|cost| cost / 80.0),
            lower_bound: cost.map(|_| 84.0),
            gap: cost.map(|cost| cost / 84.0 - 1.0),
        };
        let points = points.iter().map(point).collect();
        SetCurve { set: set.to_owned(), boards: 2, manhattan: 80.0, published: None, points }
    }

    #[test]
    fn rows_stand_under_their_titles() {
        let curve = curve("random:5x5:2:1", &[(0.1, 0, None), (60.0, 2, Some(105.0))]);
        let rows = Rows::new([&curve.set[..]].into_iter());
        assert_eq!(
            rows.text_head(),
            "set                time   solved    length x Manhattan  at least     gap published\n"
        );
        let text = rows.text(&curve);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "random:5x5:2:1    0.1 s      0/2         -           -         -       -         -");
        assert_eq!(lines[1], "random:5x5:2:1     60 s      2/2    105.00       1.312      84.0  25.0 %         -");
        assert!(
            rows.markdown(&curve).ends_with("| random:5x5:2:1 | 60 s | 2/2 | 105.00 | 1.312 | 84.0 | 25.0 % | - |\n")
        );
    }

    #[test]
    fn the_plot_stands_alone() {
        let sets = (0..9).map(|number| curve(&format!("set <{number}>"), &[(0.1, 0, None), (1.0, 1, Some(110.0))]));
        let answer = Anytime {
            algorithm: "auto".to_owned(),
            times: vec![0.1, 1.0],
            complete: true,
            sets: sets.collect(),
            runs: Vec::new(),
        };
        let text = plot(&answer).unwrap();
        assert!(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\""), "{}", &text[..200]);
        assert!(text.contains("<style>") && text.trim_end().ends_with("</svg>"));
        assert!(text.contains("set &lt;8&gt;") && text.contains("seconds, logarithmic"));
        assert!(text.contains("prefers-color-scheme: dark") && text.contains("var(--s6)") && !text.contains("#0300"));
        let nothing = plot(&Anytime { sets: vec![curve("empty", &[(0.1, 0, None)])], times: vec![0.1], ..answer });
        assert!(nothing.unwrap().contains("empty"));
    }

    #[test]
    fn labels_are_powers_of_ten() {
        assert_eq!([-2.0, -1.0, 0.0, 1.0, 0.5].map(|at| power_of_ten(&at)), ["0.01", "0.1", "1", "10", ""]);
        assert_eq!(range([2.0].into_iter(), 0.5), (1.5, 2.5));
        assert_eq!(range([].into_iter(), 0.5), (0.0, 1.0));
    }
}
