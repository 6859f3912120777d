//! The plots of a comparison as SVG that takes its colours from the page around it.
//!
//! Series are told apart by colour and by the form of their marks, so that they can be told apart
//! in print too. The colours are those of Okabe & Ito (2008), which nearly all people can
//! distinguish, without the yellow, which is hardly visible on white. The plots are drawn with
//! made-up colours, which then become variables of the style sheet: so they follow it into the
//! dark. Axes of counts are logarithmic: the values are drawn as logarithms on a plain axis, and
//! labelled as counts.

use std::collections::BTreeMap;

use npuzzle::lab::compare::{PlannedRun, RunRecord, RunStatus, Tally};
use npuzzle::picture::letters::{clipped, escaped};
use plotters::chart::MeshStyle;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::failure::Failure;
use crate::render::comparison::name;
use crate::render::numbers::short_count;

/// Number of colours that the style sheet defines as `--s0`, `--s1`, ...
pub const COLORS: usize = 7;
const MARKS: usize = 4;
const INK: RGBColor = RGBColor(1, 0, 0);
const LINES: RGBColor = RGBColor(2, 0, 0);
pub const WIDTH: u32 = 800;
const FONT: (&str, u32) = ("sans-serif", 14);
/// Letters of a name beside an axis.
const LONGEST_NAME: usize = 46;

pub type Canvas<'s> = DrawingArea<SVGBackend<'s>, Shift>;
pub type Chart<'s, 'c> = ChartContext<'c, SVGBackend<'s>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The runs of one pair that were solved.
struct Series<'r> {
    name: String,
    runs: usize,
    solved: Vec<(usize, &'r RunRecord)>,
}

/// What is plotted.
pub struct Plots<'r> {
    series: Vec<Series<'r>>,
    /// The least cost known of each board.
    depths: Vec<Option<u32>>,
}

/// The decimal logarithm of a count; none is drawn as one.
fn log(count: u64) -> f64 {
    (count.max(1) as f64).log10()
}

/// Whole powers of ten around some logarithms.
fn decades(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (least, most) =
        values.fold((f64::INFINITY, 0.0_f64), |(least, most), value| (least.min(value), most.max(value)));
    let least = if least.is_finite() { least.floor() } else { 0.0 };
    (least, most.ceil().max(least + 1.0))
}

/// The label of a logarithm: only whole powers of ten have one.
fn power_label(logarithm: &f64) -> String {
    if (logarithm - logarithm.round()).abs() > 1e-6 {
        String::new()
    } else {
        short_count(10_f64.powf(logarithm.round())).replace(".00", "")
    }
}

/// The colour of a series.
pub fn color(series: usize) -> RGBColor {
    RGBColor(3, 0, (series % COLORS) as u8)
}

impl<'r> Plots<'r> {
    pub fn new(plan: &[PlannedRun], records: &'r [RunRecord], tally: &Tally) -> Self {
        let board = |record: &RunRecord| plan.get(record.id.wrapping_sub(1)).map_or(0, |run| run.board);
        let series = tally.pairs.iter().map(|pair| {
            let of_pair =
                |record: &&RunRecord| (&record.algorithm, &record.heuristic) == (&pair.algorithm, &pair.heuristic);
            let solved = records.iter().filter(of_pair).filter(|record| record.status == RunStatus::Solved);
            Series { name: name(pair), runs: pair.runs, solved: solved.map(|record| (board(record), record)).collect() }
        });
        let mut depths = tally.optima.clone();
        for record in records {
            if let (Some(depth), Some(cost)) = (depths.get_mut(board(record)), record.cost) {
                *depth = Some(depth.map_or(cost, |known| known.min(cost)));
            }
        }
        Self { series: series.collect(), depths }
    }

    /// Whether there is anything to plot.
    pub fn is_empty(&self) -> bool {
        self.series.iter().all(|series| series.solved.is_empty())
    }

    /// What the marks mean.
    pub fn legend(&self) -> String {
        let entry = |(number, series): (usize, &Series<'_>)| {
            let color = format!("var(--s{})", number % COLORS);
            let mark = match number % MARKS {
                0 => format!("<circle cx=\"7\" cy=\"7\" r=\"4\" fill=\"{color}\"/>"),
                1 => format!("<path d=\"M7 2L12 11L2 11Z\" fill=\"{color}\"/>"),
                2 => format!("<path d=\"M3 3L11 11M11 3L3 11\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"),
                _ => format!("<circle cx=\"7\" cy=\"7\" r=\"4\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"),
            };
            format!(
                "<li><svg class=\"mark\" viewBox=\"0 0 14 14\" aria-hidden=\"true\">{mark}</svg>{}</li>\n",
                escaped(&series.name)
            )
        };
        format!("<ul class=\"legend\">\n{}</ul>\n", self.series.iter().enumerate().map(entry).collect::<String>())
    }

    /// States expanded: one strip for each pair, with a box from the first quartile to the third,
    /// and the median.
    pub fn strips(&self) -> Result<String, Failure> {
        let rows = self.series.len();
        let height = 80 + 36 * rows as u32;
        let (least, most) =
            decades(self.series.iter().flat_map(|series| &series.solved).map(|(_, run)| log(run.stats.expanded)));
        let names: Vec<String> = self
            .series
            .iter()
            .map(|series| {
                let counts = format!(" ({}/{})", series.solved.len(), series.runs);
                format!("{}{counts}", clipped(&series.name, LONGEST_NAME - counts.len()))
            })
            .collect();
        let letters = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) as u32;
        svg("states expanded by each pair", height, |canvas| {
            // Labels are written at the rows themselves: those of an axis would stand where it
            // likes.
            let left = 7 * letters + 24;
            let mut chart = ChartBuilder::on(canvas)
                .margin(12)
                .margin_right(28)
                .set_label_area_size(LabelAreaPosition::Left, left)
                .set_label_area_size(LabelAreaPosition::Bottom, 48)
                .build_cartesian_2d(least..most, rows as f64 - 0.5..-0.5)?;
            let mut mesh = chart.configure_mesh();
            mesh.disable_y_mesh().y_labels(0).x_labels(8).x_label_formatter(&power_label);
            styled(mesh.x_desc("states expanded, logarithmic")).draw()?;
            let right = text(Pos::new(HPos::Right, VPos::Center));
            for (row, (series, name)) in self.series.iter().zip(&names).enumerate() {
                let (_, y) = chart.backend_coord(&(least, row as f64));
                canvas.draw(&Text::new(name.clone(), (left as i32 + 2, y), right.clone()))?;
                let mut values: Vec<f64> = series.solved.iter().map(|(_, run)| log(run.stats.expanded)).collect();
                values.sort_by(f64::total_cmp);
                let at = |part: f64| quantile(&values, part);
                if let (Some(first), Some(middle), Some(third)) = (at(0.25), at(0.5), at(0.75)) {
                    let y = row as f64;
                    chart.draw_series([Rectangle::new(
                        [(first, y - 0.3), (third, y + 0.3)],
                        color(row).stroke_width(1),
                    )])?;
                    chart.draw_series([PathElement::new(
                        vec![(middle, y - 0.38), (middle, y + 0.38)],
                        INK.stroke_width(3),
                    )])?;
                }
                let points = series.solved.iter().enumerate().map(|(number, (_, run))| {
                    // Points are spread a little, always in the same way, so that equal ones can be
                    // seen.
                    let spread = (number * 7 % 11) as f64 / 11.0 - 0.5;
                    (log(run.stats.expanded), row as f64 + 0.4 * spread)
                });
                marks(&mut chart, row, points)?;
            }
            Ok(())
        })
    }

    /// What costs count.
    fn unit(&self) -> &'static str {
        let mut runs = self.series.iter().flat_map(|series| &series.solved);
        runs.next().map(|(_, run)| run.metric).unwrap_or_default().unit(2)
    }

    /// Cost against states expanded, a point for each run.
    pub fn cost_against_effort(&self) -> Result<String, Failure> {
        let points = |series: &Series<'_>| -> Vec<(f64, f64)> {
            let solved = series.solved.iter();
            solved.filter_map(|(_, run)| Some((log(run.stats.expanded), f64::from(run.cost?)))).collect()
        };
        self.scatter(
            "states expanded, logarithmic",
            &format!("cost of the solution in {}", self.unit()),
            points,
            Axis::Logarithmic,
            Axis::Whole,
            false,
        )
    }

    /// States expanded against the depth of the board: the geometric mean at each depth, a line for
    /// each pair.
    pub fn growth(&self) -> Result<String, Failure> {
        let points = |series: &Series<'_>| -> Vec<(f64, f64)> {
            let mut at_depth: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
            for (board, run) in &series.solved {
                if let Some(depth) = self.depths.get(*board).copied().flatten() {
                    at_depth.entry(depth).or_default().push(log(run.stats.expanded));
                }
            }
            let mean = |logs: &[f64]| logs.iter().sum::<f64>() / logs.len() as f64;
            at_depth.iter().map(|(&depth, logs)| (f64::from(depth), mean(logs))).collect()
        };
        self.scatter(
            &format!("least known cost of the board in {}", self.unit()),
            "states expanded, logarithmic",
            points,
            Axis::Whole,
            Axis::Logarithmic,
            true,
        )
    }

    fn scatter(
        &self,
        x_title: &str,
        y_title: &str,
        points: impl Fn(&Series<'r>) -> Vec<(f64, f64)>,
        x_axis: Axis,
        y_axis: Axis,
        connected: bool,
    ) -> Result<String, Failure> {
        let all: Vec<Vec<(f64, f64)>> = self.series.iter().map(points).collect();
        let x_range = x_axis.range(all.iter().flatten().map(|point| point.0));
        let y_range = y_axis.range(all.iter().flatten().map(|point| point.1));
        svg(&format!("{y_title} against {x_title}"), 440, |canvas| {
            let x = Scale { title: x_title, range: x_range, label: &|value| x_axis.label(value) };
            let y = Scale { title: y_title, range: y_range, label: &|value| y_axis.label(value) };
            let mut chart = chart(canvas, 28, &x, &y)?;
            for (number, points) in all.iter().enumerate() {
                if connected {
                    chart.draw_series([PathElement::new(points.clone(), color(number).stroke_width(2))])?;
                }
                marks(&mut chart, number, points.iter().copied())?;
            }
            Ok(())
        })
    }
}

/// How an axis is divided.
#[derive(Clone, Copy)]
enum Axis {
    Logarithmic,
    Whole,
}

impl Axis {
    fn range(self, values: impl Iterator<Item = f64>) -> (f64, f64) {
        match self {
            Self::Logarithmic => decades(values),
            Self::Whole => {
                let (least, most) =
                    values.fold((f64::INFINITY, 0.0_f64), |(least, most), v| (least.min(v), most.max(v)));
                let room = ((most - least) * 0.05).max(1.0).ceil();
                if least.is_finite() { ((least - room).max(0.0), most + room) } else { (0.0, 1.0) }
            }
        }
    }

    fn label(self, value: &f64) -> String {
        match self {
            Self::Logarithmic => power_label(value),
            Self::Whole if value.fract().abs() < 1e-9 => short_count(*value),
            Self::Whole => String::new(),
        }
    }
}

/// The value below which a part of the sorted values lies, between two of them in proportion.
fn quantile(sorted: &[f64], part: f64) -> Option<f64> {
    let place = part * sorted.len().checked_sub(1)? as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some(below + (above - below) * place.fract())
}

type Mesh<'c, 'm, 's> = MeshStyle<'c, 'm, RangedCoordf64, RangedCoordf64, SVGBackend<'s>>;
pub type DrawError<'s> = DrawingAreaErrorKind<<SVGBackend<'s> as DrawingBackend>::ErrorType>;

/// An axis: what is written beside it, and what it reaches from and to.
pub struct Scale<'a> {
    pub title: &'a str,
    pub range: (f64, f64),
    pub label: &'a dyn Fn(&f64) -> String,
}

/// An empty plot with its axes, and so many pixels free on its right.
pub fn chart<'s, 'c>(
    canvas: &'c Canvas<'s>,
    free: u32,
    x: &Scale<'_>,
    y: &Scale<'_>,
) -> Result<Chart<'s, 'c>, DrawError<'s>> {
    let mut chart = ChartBuilder::on(canvas)
        .margin(12)
        .margin_right(free)
        .set_label_area_size(LabelAreaPosition::Left, 76)
        .set_label_area_size(LabelAreaPosition::Bottom, 48)
        .build_cartesian_2d(x.range.0..x.range.1, y.range.0..y.range.1)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_labels(9).y_labels(9).x_label_formatter(x.label).y_label_formatter(y.label);
    styled(mesh.x_desc(x.title).y_desc(y.title)).draw()?;
    Ok(chart)
}

/// Lines and letters that follow the style sheet.
fn styled<'r, 'c, 'm, 's>(mesh: &'r mut Mesh<'c, 'm, 's>) -> &'r mut Mesh<'c, 'm, 's> {
    mesh.axis_style(INK)
        .bold_line_style(LINES)
        .light_line_style(TRANSPARENT)
        .label_style(FONT.into_font().color(&INK))
        .axis_desc_style(FONT.into_font().color(&INK))
}

/// Letters beside a place.
pub fn text(place: Pos) -> TextStyle<'static> {
    FONT.into_font().color(&INK).pos(place)
}

/// The marks of a series.
fn marks<'s>(
    chart: &mut Chart<'s, '_>,
    number: usize,
    points: impl Iterator<Item = (f64, f64)>,
) -> Result<(), DrawError<'s>> {
    chart.draw_series(points.map(|point| mark(number, point))).map(drop)
}

/// A mark of a series: its number decides colour and form.
pub fn mark<'s, P: Clone + 'static>(number: usize, at: P) -> DynElement<'static, SVGBackend<'s>, P> {
    let color = color(number);
    match number % MARKS {
        0 => Circle::new(at, 4, color.filled()).into_dyn(),
        1 => TriangleMarker::new(at, 5, color.filled()).into_dyn(),
        2 => Cross::new(at, 4, color.stroke_width(2)).into_dyn(),
        _ => Circle::new(at, 4, color.stroke_width(2)).into_dyn(),
    }
}

/// Draws, and turns the made-up colours into those of the page. Inside a page the name of the XML
/// vocabulary is superfluous.
pub fn svg(
    label: &str,
    height: u32,
    draw: impl FnOnce(&Canvas<'_>) -> Result<(), DrawError<'static>>,
) -> Result<String, Failure> {
    let mut text = String::new();
    {
        let canvas = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        let drawn = draw(&canvas).and_then(|()| canvas.present());
        drawn.map_err(|error| Failure::Bug(format!("cannot draw a plot: {error}")))?;
    }
    let mut text = text.replace("#010000", "currentColor").replace("#020000", "var(--lines)");
    for number in 0..COLORS {
        text = text.replace(&format!("#0300{number:02X}"), &format!("var(--s{number})"));
    }
    let size = format!(" width=\"{WIDTH}\" height=\"{height}\"");
    let attributes = format!(" class=\"plot\" role=\"img\" aria-label=\"{}\"", escaped(label));
    Ok(text.replacen(&size, &attributes, 1).replace(" xmlns=\"http://www.w3.org/2000/svg\"", ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_their_neighbours() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[3.0], 0.25), Some(3.0));
        assert_eq!([0.0, 0.25, 0.5, 1.0].map(|part| quantile(&[1.0, 2.0, 4.0], part)), [1.0, 1.5, 2.0, 4.0].map(Some));
    }

    #[test]
    fn axes_hold_their_values() {
        assert_eq!(decades([1.2, 3.9].into_iter()), (1.0, 4.0));
        assert_eq!(decades([].into_iter()), (0.0, 1.0));
        assert_eq!(decades([2.0].into_iter()), (2.0, 3.0));
        assert_eq!(Axis::Whole.range([20.0, 31.0].into_iter()), (19.0, 32.0));
        assert_eq!([0.0, 3.0, 6.0, 0.5].map(|value| power_label(&value)), ["1", "1,000", "1 M", ""]);
    }
}
