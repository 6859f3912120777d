//! The start page: what npuzzle is, in ten seconds, and the ways into it.
//!
//! A board solves itself before anything is loaded: its movements are a style sheet, computed from
//! the moves. They stop at the press of a button, and do not begin where motion is unwanted.

use crate::frame::{Page, START};
use crate::html::escaped;
use crate::site::copied;
use crate::{API, APP};

/// The style sheet of the start page.
pub const STYLE: &str = "look/start.css";

/// One of the two hardest boards of the 8-puzzle, row by row; the goal is `1 2 3/4 5 6/7 8 0`.
const BOARD: [usize; 9] = [8, 6, 7, 2, 5, 4, 3, 0, 1];
/// Its solution, as the README shows it: where the blank goes.
const MOVES: &str = "RULURDLDLUURDDLUURDDRUULDDLURRD";
const SIDE: usize = 3;

/// Seconds: before the first move, from one move to the next, of a move, after the last one, and of
/// the way back to the start.
const WAIT: f64 = 0.8;
const BEAT: f64 = 0.27;
const SLIDE: f64 = 0.2;
const REST: f64 = 4.0;
const RETURN: f64 = 0.6;

/// A picture in light and in dark, with its size and what it shows.
pub struct Picture {
    name: &'static str,
    extension: &'static str,
    size: (u32, u32),
    shown: &'static str,
    title: &'static str,
    words: &'static str,
    leads_to: &'static str,
}

impl Picture {
    fn file(&self, scheme: &str) -> String {
        format!("docs/pictures/{}-{scheme}.{}", self.name, self.extension)
    }

    /// Its files in the repository.
    pub fn files(&self) -> [String; 2] {
        ["light", "dark"].map(|scheme| self.file(scheme))
    }

    fn html(&self) -> String {
        let Self { shown, title, words, leads_to, size: (width, height), .. } = self;
        let [light, dark] = self.files().map(|file| copied(&file));
        format!(
            "<figure class=\"view-picture\"><a href=\"{leads_to}\"><picture>\
             <source media=\"(prefers-color-scheme: dark)\" srcset=\"{dark}\">\
             <img src=\"{light}\" alt=\"{}\" width=\"{width}\" height=\"{height}\" loading=\"lazy\"></picture></a>\
             <figcaption><b>{title}.</b> {words}</figcaption></figure>\n",
            escaped(shown)
        )
    }
}

/// Made by `cargo xtask pictures`.
pub const PICTURES: [Picture; 3] = [
    Picture {
        name: "page",
        extension: "webp",
        size: (1440, 900),
        shown: "The page: the search tree of A*, its frontier, its pseudo-code and the estimate of a board",
        title: "In the browser",
        words: "Follow every search step by step: the tree, the frontier, the line of pseudo-code, and what each tile \
                adds to the estimate.",
        leads_to: WATCH,
    },
    Picture {
        name: "notebook",
        extension: "webp",
        size: (1000, 730),
        shown: "A notebook: a board solved in Python, with a player for its 31 moves",
        title: "In a notebook",
        words: "Boards are pictures, and solutions have a player. Every search works with your own functions and \
                classes.",
        leads_to: "guide/lab.html",
    },
    Picture {
        name: "terminal",
        extension: "svg",
        size: (756, 552),
        shown: "npuzzle play in a terminal: move 14 of a solution of 45 moves, proved to be the shortest",
        title: "In the terminal",
        words: "Play, get hints and proofs, and step through recorded searches. Scripts get JSON and CSV.",
        leads_to: "guide/terminal.html",
    },
];

/// A* on a board of ten moves, in the page.
const WATCH: &str = "play/index.html?view=watch&amp;board=8%201%203%2F4%200%202%2F7%206%205&amp;algorithm=astar&amp;heuristic=manhattan";

/// The ways into the site: address, title, words.
const WAYS: [(&str, &str, &str); 3] = [
    (
        APP,
        "Play and watch",
        "Slide tiles, ask for hints and proofs, and watch A* search state by state. It runs in your browser: there is nothing to install.",
    ),
    (
        "theory/index.html",
        "Learn",
        "How searches and heuristics work, from inversions to pattern databases, with a notebook, exercises and answers.",
    ),
    (
        "guide/index.html",
        "Use the shell and Python",
        "One command solves, compares and audits. In Python your functions become heuristics, and your classes become problems.",
    ),
];

/// The start page.
pub fn page() -> String {
    let ways: String = WAYS
        .iter()
        .enumerate()
        .map(|(index, (address, title, words))| {
            let main = if index == 0 { " way-main" } else { "" };
            format!("<li><a class=\"card way{main}\" href=\"{address}\"><b>{title}</b><span>{words}</span></a></li>\n")
        })
        .collect();
    let tiles: String = (1..SIDE * SIDE)
        .map(|tile| {
            format!(
                "<g class=\"tile tile-{tile}\"><rect x=\"4\" y=\"4\" width=\"92\" height=\"92\" rx=\"12\"/>\
                 <text x=\"50\" y=\"52\">{tile}</text></g>"
            )
        })
        .collect();
    let moves = MOVES.len();
    let pictures: String = PICTURES.iter().map(Picture::html).collect();
    let body = format!(
        "<main id=\"main\" class=\"start\" tabindex=\"-1\">
<section class=\"hero\">
<div class=\"hero-words\">
<h1>Sliding puzzles, solved and explained</h1>
<p class=\"lead\">npuzzle finds a shortest solution to every 8- and 15-puzzle and proves that no solution is shorter.
It is also a laboratory for heuristic search: watch textbook searches, compare them, and test heuristics.</p>
<ul class=\"ways\">
{ways}</ul>
</div>
<div class=\"hero-board\">
<svg class=\"self-solving\" viewBox=\"-6 -6 312 312\" role=\"img\" aria-label=\"A board of the 8-puzzle that solves itself in {moves} moves\">
<rect class=\"tray\" x=\"-6\" y=\"-6\" width=\"312\" height=\"312\" rx=\"18\"/>{tiles}</svg>
<div class=\"hero-caption\">
<p class=\"caption-moves\" aria-hidden=\"true\"><span class=\"moves-made\"></span> of {moves} moves</p>
<p class=\"caption-proof\">{moves} moves: no solution is shorter</p>
<label class=\"pause\"><input type=\"checkbox\" id=\"pause\"> Pause</label>
</div>
</div>
</section>
<section class=\"pictures\" aria-label=\"What it looks like\">
{pictures}</section>
<section class=\"more\">
<h2>Where next</h2>
<ul class=\"more-links\">
<li><a href=\"overview.html\">Install npuzzle, with five examples</a></li>
<li><a href=\"guide/lab.html\">The laboratory: a notebook</a></li>
<li><a href=\"claims.html\">Claims of course reports, checked</a></li>
<li><a href=\"reference/commands.html\">All commands</a></li>
<li><a href=\"benchmarks.html\">How fast it is</a></li>
<li><a href=\"{api}\">The library in Rust</a></li>
</ul>
</section>
</main>",
        api = API,
    );
    let summary = "Solve sliding-tile puzzles with proof, in the browser, the shell and Python: a laboratory for heuristic search.";
    Page { address: START, title: "npuzzle: sliding puzzles, solved and explained", summary, body, styles: &[STYLE] }
        .html()
}

/// The boards from the first one to the goal.
fn boards() -> Vec<[usize; 9]> {
    let mut boards = vec![BOARD];
    let mut board = BOARD;
    for letter in MOVES.chars() {
        let blank = place(&board, 0);
        let to = match letter {
            'U' => blank - SIDE,
            'D' => blank + SIDE,
            'L' => blank - 1,
            _ => blank + 1,
        };
        board.swap(blank, to);
        boards.push(board);
    }
    boards
}

/// The cell of a tile.
fn place(board: &[usize; 9], tile: usize) -> usize {
    board.iter().position(|&other| other == tile).unwrap_or_default()
}

/// The movements of the tiles and of the count, as a style sheet.
pub fn movements() -> String {
    let boards = boards();
    let solved = WAIT + BEAT * (boards.len() - 1) as f64;
    let length = solved + REST + RETURN;
    let percent = |seconds: f64| format!("{:.3}%", 100.0 * seconds / length);
    let at = |tile: usize, cell: usize| {
        let look = if cell + 1 == tile { "home" } else { "away" };
        let (x, y) = (100 * (cell % SIDE), 100 * (cell / SIDE));
        format!("transform: translate({x}px, {y}px); fill: var(--{look}); color: var(--{look}-ink);")
    };
    let mut css = format!(".hero {{ --length: {length:.2}s; --moves-in-all: {}; }}\n", boards.len() - 1);
    for tile in 1..SIDE * SIDE {
        let start = place(&BOARD, tile);
        css.push_str(&format!(
            ".tile-{tile} {{ {} animation-name: tile-{tile}; }}\n@keyframes tile-{tile} {{\n",
            at(tile, start)
        ));
        let mut here = start;
        css.push_str(&format!("  0% {{ {} }}\n", at(tile, here)));
        for (number, board) in boards.iter().enumerate().skip(1) {
            let there = place(board, tile);
            if there != here {
                let begins = WAIT + BEAT * (number - 1) as f64;
                css.push_str(&format!("  {} {{ {} }}\n", percent(begins), at(tile, here)));
                css.push_str(&format!("  {} {{ {} }}\n", percent(begins + SLIDE), at(tile, there)));
                here = there;
            }
        }
        css.push_str(&format!("  {} {{ {} }}\n", percent(length - RETURN), at(tile, here)));
        css.push_str(&format!("  100% {{ {} }}\n}}\n", at(tile, start)));
    }
    css.push_str(&format!(
        "@keyframes moves-made {{ 0%, {} {{ --moves-made: 0; }} {}, 100% {{ --moves-made: {}; }} }}\n",
        percent(WAIT),
        percent(solved),
        boards.len() - 1
    ));
    let (shown, gone) = (percent(solved + 0.3), percent(length - RETURN));
    css.push_str(&format!(
        "@keyframes moves-shown {{ 0%, {solved} {{ opacity: 1; }} {shown}, {gone} {{ opacity: 0; }} 100% {{ opacity: 1; }} }}\n\
         @keyframes proof-shown {{ 0%, {solved} {{ opacity: 0; }} {shown}, {gone} {{ opacity: 1; }} 100% {{ opacity: 0; }} }}\n",
        solved = percent(solved)
    ));
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_solved_by_legal_moves() {
        let boards = boards();
        assert_eq!(boards.last(), Some(&[1, 2, 3, 4, 5, 6, 7, 8, 0]));
        for pair in boards.windows(2) {
            let (from, to) = (place(&pair[0], 0), place(&pair[1], 0));
            let (rows, columns) = ((from / SIDE).abs_diff(to / SIDE), (from % SIDE).abs_diff(to % SIDE));
            assert_eq!(rows + columns, 1);
        }
    }

    /// The tests run the examples of the README, with the proof of the length.
    #[test]
    fn the_solution_is_the_one_of_the_readme() {
        let readme = include_str!("../../../README.md");
        let letters: String = readme
            .lines()
            .find(|line| line.starts_with("RULURD"))
            .into_iter()
            .flat_map(str::split_whitespace)
            .collect();
        assert_eq!(letters, MOVES);
        assert!(readme.contains(&format!("{} moves, optimal (proved)", MOVES.len())));
    }

    #[test]
    fn movements_are_in_order_and_seen_in_ten_seconds() {
        let css = movements();
        for name in (1..9).map(|tile| format!("@keyframes tile-{tile} ")) {
            let rule = css.split(&name).nth(1).and_then(|rest| rest.split("}\n}").next()).expect("a rule");
            let times: Vec<f64> =
                rule.split('%').filter_map(|part| part.rsplit([' ', '\n']).next()?.parse().ok()).collect();
            assert!(times.is_sorted() && times.len() > 4, "{name}: {times:?}");
        }
        assert!(WAIT + BEAT * MOVES.len() as f64 <= 10.0 && SLIDE < BEAT);
    }
}
