//! The screen of a terminal as SVG: letters stay letters, lines and blocks are drawn, so that they
//! meet in every font.

use crate::terminal::COMMAND;
use vt100::{Cell, Color, Screen};

/// The size of a cell and of its letters.
const WIDTH: f64 = 9.0;
const HEIGHT: f64 = 20.0;
const LETTERS: f64 = 15.0;
/// Around the cells, and the bar above them.
const MARGIN: f64 = 18.0;
const BAR: f64 = 36.0;

/// Colours of a terminal.
struct Palette {
    ground: &'static str,
    bar: &'static str,
    edge: &'static str,
    ink: &'static str,
    /// The first 16 of the 256 colours.
    named: [&'static str; 16],
}

const LIGHT: Palette = Palette {
    ground: "#ffffff",
    bar: "#e9eeee",
    edge: "#c9d3d2",
    ink: "#16201f",
    named: [
        "#16201f", "#b3261e", "#1c7a3e", "#8a5a00", "#2563b8", "#7a2a86", "#0b7a75", "#a3b3b1", "#51605e", "#b3261e",
        "#1c7a3e", "#8a5a00", "#2563b8", "#7a2a86", "#0b7a75", "#16201f",
    ],
};

const DARK: Palette = Palette {
    ground: "#101717",
    bar: "#243131",
    edge: "#344444",
    ink: "#e8efee",
    named: [
        "#243131", "#ff9c92", "#6fd08c", "#f0b95a", "#8ab8ff", "#e3a6ee", "#4fc4bc", "#e8efee", "#7d908e", "#ff9c92",
        "#6fd08c", "#f0b95a", "#8ab8ff", "#e3a6ee", "#4fc4bc", "#ffffff",
    ],
};

/// How the letters of a run look.
#[derive(Clone, PartialEq)]
struct Look {
    ink: String,
    is_bold: bool,
    is_dim: bool,
}

/// The screen in a window.
pub fn svg(screen: &Screen, scheme: &str) -> String {
    let palette = if scheme == "dark" { &DARK } else { &LIGHT };
    let (rows, columns) = screen.size();
    let (rows, columns) = (rows.get(), columns.get());
    let width = f64::from(columns) * WIDTH + 2.0 * MARGIN;
    let height = f64::from(rows) * HEIGHT + 2.0 * MARGIN + BAR;
    let (mut drawn, mut letters) = (String::new(), String::new());
    // Grounds of rows that lie below each other are one: a seam would show between two.
    let mut grounds: Vec<(usize, usize, String, u16, u16)> = Vec::new();
    for row in 0..rows {
        let cells: Vec<&Cell> = (0..columns).filter_map(|column| screen.cell(row, column)).collect();
        let top = top(row);
        for (from, to, color) in runs(&cells, |cell| ground(cell, palette)) {
            let Some(color) = color else { continue };
            let is_above = |(left, right, above, _, bottom): &&mut (usize, usize, String, u16, u16)| {
                (*left, *right, *bottom) == (from, to, row) && *above == color
            };
            match grounds.iter_mut().find(is_above) {
                Some((.., bottom)) => *bottom = row + 1,
                None => grounds.push((from, to, color, row, row + 1)),
            }
        }
        for (from, to, look) in runs(&cells, |cell| look(cell, palette)) {
            let Some(look) = look else { continue };
            let text: Vec<char> =
                cells[from..to].iter().map(|cell| cell.contents().chars().next().unwrap_or(' ')).collect();
            for (at, end, letter) in repeated(&text) {
                drawn.push_str(&drawing(letter, left(from + at), left(from + end), top, &look.ink));
            }
            letters.push_str(&words(&text, from, top, &look));
        }
    }
    let grounds: String = grounds
        .iter()
        .map(|(from, to, color, first, last)| {
            let (x, y) = (left(*from), top(*first));
            format!("<path fill=\"{color}\" d=\"M{x} {y}H{}V{}H{x}z\"/>\n", left(*to), top(*last))
        })
        .collect();
    let command = COMMAND.join(" ");
    let Palette { ground, bar, edge, ink, .. } = palette;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"npuzzle play in a terminal, showing a solution\">
<style>text {{ font: {LETTERS}px ui-monospace, \"SF Mono\", \"Cascadia Mono\", \"DejaVu Sans Mono\", \"Liberation Mono\", monospace; \
         fill: {ink}; white-space: pre; }} .b {{ font-weight: 700; }} .d {{ opacity: .7; }} \
         .l {{ fill: none; stroke-width: 1.5; }}</style>
<rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"12\" fill=\"{ground}\" stroke=\"{edge}\"/>
<path d=\"M.5 {BAR}V12.5a12 12 0 0 1 12-12H{}a12 12 0 0 1 12 12V{BAR}z\" fill=\"{bar}\" stroke=\"{edge}\"/>
<g fill=\"{edge}\"><circle cx=\"22\" cy=\"18.5\" r=\"6\"/><circle cx=\"42\" cy=\"18.5\" r=\"6\"/><circle cx=\"62\" cy=\"18.5\" r=\"6\"/></g>
<text x=\"{}\" y=\"23.5\" text-anchor=\"middle\" class=\"d\" style=\"font-size:13px\">{command}</text>
<g shape-rendering=\"crispEdges\">
{grounds}</g>
{drawn}{letters}</svg>
",
        width - 1.0,
        height - 1.0,
        width - 12.5,
        width / 2.0
    )
}

/// The left edge of a column, and the upper one of a row.
fn left(column: usize) -> f64 {
    MARGIN + column as f64 * WIDTH
}

fn top(row: u16) -> f64 {
    MARGIN + BAR + f64::from(row) * HEIGHT
}

/// Equal letters beside each other: from, to, which.
fn repeated(text: &[char]) -> Vec<(usize, usize, char)> {
    let mut found: Vec<(usize, usize, char)> = Vec::new();
    for (at, &letter) in text.iter().enumerate() {
        match found.last_mut() {
            Some((_, end, last)) if *last == letter => *end = at + 1,
            _ => found.push((at, at + 1, letter)),
        }
    }
    found
}

/// Neighbours in a row that agree in something: from, to, what.
fn runs<T: PartialEq>(cells: &[&Cell], what: impl Fn(&Cell) -> T) -> Vec<(usize, usize, T)> {
    let mut runs: Vec<(usize, usize, T)> = Vec::new();
    for (column, cell) in cells.iter().enumerate() {
        let value = what(cell);
        match runs.last_mut() {
            Some((_, to, last)) if *last == value => *to = column + 1,
            _ => runs.push((column, column + 1, value)),
        }
    }
    runs
}

/// The colour behind a cell, if it is not that of the screen.
fn ground(cell: &Cell, palette: &Palette) -> Option<String> {
    match (cell.inverse(), cell.fgcolor(), cell.bgcolor()) {
        (true, Color::Default, _) => Some(palette.ink.to_owned()),
        (true, color, _) | (false, _, color) => hexadecimal(color, palette),
    }
}

/// How the letter of a cell looks; `None` where there is none.
fn look(cell: &Cell, palette: &Palette) -> Option<Look> {
    if cell.contents().trim().is_empty() {
        return None;
    }
    let ink = match (cell.inverse(), cell.bgcolor()) {
        (true, Color::Default) => Some(palette.ground.to_owned()),
        (true, color) => hexadecimal(color, palette),
        (false, _) => hexadecimal(cell.fgcolor(), palette),
    };
    Some(Look { ink: ink.unwrap_or_else(|| palette.ink.to_owned()), is_bold: cell.bold(), is_dim: cell.dim() })
}

fn hexadecimal(color: Color, palette: &Palette) -> Option<String> {
    let mixed = |red: u8, green: u8, blue: u8| Some(format!("#{red:02x}{green:02x}{blue:02x}"));
    match color {
        Color::Default => None,
        Color::Rgb(red, green, blue) => mixed(red, green, blue),
        Color::Idx(index @ 0..=15) => Some(palette.named[usize::from(index)].to_owned()),
        Color::Idx(index @ 16..=231) => {
            let level = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
            let index = index - 16;
            mixed(level(index / 36), level(index / 6 % 6), level(index % 6))
        }
        Color::Idx(index) => mixed(8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232)),
    }
}

/// A line, a corner or a block in place of a letter, from one edge to the other.
fn drawing(letter: char, left: f64, right: f64, top: f64, ink: &str) -> String {
    let (middle, centre, bottom) = (left + WIDTH / 2.0, top + HEIGHT / 2.0, top + HEIGHT);
    let path = match letter {
        '─' => format!("M{left} {centre}H{right}"),
        '│' => format!("M{middle} {top}V{bottom}"),
        '┌' | '╭' => {
            format!("M{right} {centre}H{}Q{middle} {centre} {middle} {}V{bottom}", middle + 3.0, centre + 3.0)
        }
        '┐' | '╮' => {
            format!("M{left} {centre}H{}Q{middle} {centre} {middle} {}V{bottom}", middle - 3.0, centre + 3.0)
        }
        '└' | '╰' => {
            format!("M{right} {centre}H{}Q{middle} {centre} {middle} {}V{top}", middle + 3.0, centre - 3.0)
        }
        '┘' | '╯' => format!("M{left} {centre}H{}Q{middle} {centre} {middle} {}V{top}", middle - 3.0, centre - 3.0),
        '█' | '░' => {
            let opacity = if letter == '█' { "1" } else { ".25" };
            let (top, bottom) = (top + 4.0, bottom - 4.0);
            return format!(
                "<path fill=\"{ink}\" fill-opacity=\"{opacity}\" d=\"M{left} {top}H{right}V{bottom}H{left}z\"/>\n"
            );
        }
        _ => return String::new(),
    };
    format!("<path class=\"l\" stroke=\"{ink}\" d=\"{path}\"/>\n")
}

/// Whether a cell is drawn, not written.
fn is_drawn(letter: char) -> bool {
    "─│┌┐└┘╭╮╰╯█░".contains(letter)
}

/// The letters of a run, each part between drawings as wide as its cells.
fn words(text: &[char], from: usize, top: f64, look: &Look) -> String {
    let mut found = String::new();
    let mut at = from;
    for part in text.split(|&letter| is_drawn(letter)) {
        if !part.is_empty() {
            let class = match (look.is_bold, look.is_dim) {
                (true, _) => " class=\"b\"",
                (false, true) => " class=\"d\"",
                (false, false) => "",
            };
            let words: String = part.iter().collect::<String>().replace('&', "&amp;").replace('<', "&lt;");
            found.push_str(&format!(
                "<text x=\"{}\" y=\"{}\" textLength=\"{}\" style=\"fill:{}\"{class}>{words}</text>\n",
                left(at),
                top + HEIGHT * 0.72,
                part.len() as f64 * WIDTH,
                look.ink,
            ));
        }
        at += part.len() + 1;
    }
    found
}
