//! Reading map files.
//!
//! ```text
//! # comment
//! start_state
//! goal_one goal_two
//! state: next,cost next,cost
//! dead_end:
//! ```
//!
//! A state without a line has no successors, and neither has one whose line is empty.
//!
//! What is hot: the names of the successors, each a look-up in one hash table. Names are borrowed
//! from the text until the end, so that nothing is allocated for an edge.

use std::collections::HashMap;
use std::sync::Arc;

use crate::core::Cost;
use crate::core::suggest::nearest;
use crate::domains::map::decimal::{Decimal, FINEST, MOST_DECIMALS, in_unit};
use crate::domains::map::{Edges, Map, MapSpace, Names, Node, path_bound};
use crate::domains::tiles::notation::{Place, ReadOptions, TextError, read_board};

/// How to read a map.
#[derive(Clone, Copy, Debug, Default)]
pub struct MapOptions {
    /// Try successors in the order of their names, and not in that of the file.
    pub alphabetical: bool,
}

const FORM: &str = "a map file is a line with the start, a line with the goals, and a line `state: next,cost next,cost` for each state";

/// Costs of paths stay below this.
const COST_LIMIT: u128 = 1 << 31;

/// A line that says something.
pub(super) struct Line<'t> {
    pub number: usize,
    pub text: &'t str,
}

impl<'t> Line<'t> {
    /// The place of a part of this line's text.
    pub fn place(&self, part: &str) -> Place {
        let begin = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len());
        let before = self.text.get(..begin).unwrap_or("");
        Place {
            line: self.number,
            column: before.chars().count() + 1,
            length: part.chars().count().max(1),
            text: self.text.to_owned(),
        }
    }

    pub fn error(&self, part: &str, message: String) -> TextError {
        TextError { place: Some(self.place(part)), ..TextError::plain(message) }
    }

    /// What stands before the colon, trimmed, and what stands behind it.
    pub fn split(&self) -> Option<(&'t str, &'t str)> {
        self.text.split_once(':').map(|(name, rest)| (name.trim_matches(BLANKS), rest))
    }

    /// Checks that a text is one name.
    pub fn name(&self, name: &'t str, hint: &str) -> Result<&'t str, TextError> {
        match () {
            () if name.is_empty() => {
                Err(self.error(&self.text[..0], "the name of the state is missing".to_owned()).hint(hint))
            }
            () if name.contains([' ', '\t', ',', ':']) => {
                let message = format!("`{name}` is not the name of a state: names have no spaces, commas or colons");
                Err(self.error(name, message).hint(hint))
            }
            () => Ok(name),
        }
    }
}

const BLANKS: [char; 2] = [' ', '\t'];

/// The lines that are neither empty nor comments. Line ends (LF or CR LF) and a byte order mark are
/// taken off.
pub(super) fn lines(text: &str) -> Result<Vec<Line<'_>>, TextError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = Vec::with_capacity(text.len() / 32);
    for (number, line) in (1..).zip(text.split('\n')) {
        let line = Line { number, text: line.strip_suffix('\r').unwrap_or(line) };
        if let Some(at) = line.text.find('\0') {
            let error = line.error(&line.text[at..=at], "a zero byte: this is not a text".to_owned());
            return Err(error.hint("map and heuristic files are plain text, UTF-8"));
        }
        let content = line.text.trim_matches(BLANKS);
        if !content.is_empty() && !content.starts_with('#') {
            lines.push(line);
        }
    }
    Ok(lines)
}

/// Reads a map.
///
/// # Examples
///
/// ```
/// use npuzzle_domains::domains::map::{MapOptions, read_map};
///
/// let map = read_map("home\nsea\nhome: wood,2 hill,1.5\nhill: sea,3\nwood: sea,1\n", MapOptions::default())?;
/// assert_eq!((map.states(), map.edges()), (4, 4));
/// assert_eq!(map.distances()[map.start() as usize].map(|cost| map.amount(cost).to_string()).as_deref(), Some("3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_map(text: &str, options: MapOptions) -> Result<MapSpace, TextError> {
    if text.len() > u32::MAX as usize {
        return Err(TextError::plain("the file is too large: expected less than 4 GiB"));
    }
    let lines = lines(text)?;
    let mut rest = lines.iter();
    let Some(start_line) = rest.next() else {
        return Err(TextError::plain("the file is empty: expected a map").hint(FORM));
    };
    let start = start_name(start_line)?;
    let goals_line = rest.next().ok_or_else(|| {
        let message = "the line with the goals is missing: the file ends after the start".to_owned();
        start_line.error(start, message).hint(FORM)
    })?;
    let goals = goal_names(goals_line)?;

    let mut reader = Reader::default();
    for line in rest {
        reader.state(line)?;
    }
    if reader.defined.is_empty() {
        let error = goals_line.error(goals[0], "there are no states: the file ends after the goals".to_owned());
        return Err(error.hint(FORM));
    }
    let lone_start = reader.lone(start, &goals);
    let start = reader.number(start);
    let goals = goals.iter().map(|goal| reader.find("goal", goal, goals_line)).collect::<Result<Vec<_>, _>>()?;
    reader.finish(Ends { start, goals, lone_start }, options)
}

fn start_name<'t>(line: &Line<'t>) -> Result<&'t str, TextError> {
    if let Some((name, _)) = line.split() {
        let error = line.error(name, "expected the start, found the line of a state".to_owned());
        return Err(error.hint(FORM));
    }
    let name = line.text.trim_matches(BLANKS);
    line.name(name, "the first line names the start, the second the goals")
}

fn goal_names<'t>(line: &Line<'t>) -> Result<Vec<&'t str>, TextError> {
    if let Some((name, _)) = line.split() {
        let error = line.error(name, "expected the goals, found the line of a state".to_owned());
        return Err(error.hint(FORM));
    }
    let names = line.text.split(BLANKS).filter(|name| !name.is_empty());
    names.map(|name| line.name(name, "goals are separated by spaces")).collect()
}

/// Where a map begins and where it ends.
struct Ends {
    start: Node,
    goals: Vec<Node>,
    /// A remark on the start.
    lone_start: Option<String>,
}

/// What has been read so far.
#[derive(Default)]
struct Reader<'t> {
    numbers: HashMap<&'t str, Node>,
    /// The names by number.
    names: Vec<&'t str>,
    /// The states with a line of their own, and that line.
    defined: HashMap<Node, usize>,
    edges: Vec<(Node, Node)>,
    costs: Vec<Decimal>,
}

impl<'t> Reader<'t> {
    fn number(&mut self, name: &'t str) -> Node {
        let next = self.names.len() as Node;
        let number = *self.numbers.entry(name).or_insert(next);
        if number == next {
            self.names.push(name);
        }
        number
    }

    /// Reads `state: next,cost next,cost`.
    fn state(&mut self, line: &Line<'t>) -> Result<(), TextError> {
        let Some((name, successors)) = line.split() else {
            let word = line.text.trim_matches(BLANKS);
            let error = line.error(word, "the colon is missing: expected `state: next,cost next,cost`".to_owned());
            return Err(error.hint("a state without successors is written with a colon, too: `dead_end:`"));
        };
        let name = line.name(name, "expected `state: next,cost next,cost`")?;
        let node = self.number(name);
        if let Some(first) = self.defined.insert(node, line.number) {
            let error = line.error(name, format!("`{name}` has two lines: the first is line {first}"));
            return Err(error.hint("write all successors of a state on one line"));
        }
        for word in successors.split(BLANKS).filter(|word| !word.is_empty()) {
            let Some((next, cost)) = word.split_once(',') else {
                let error = line.error(word, format!("`{word}` has no cost: expected `next,cost`"));
                return Err(error.hint("successors are separated by spaces, as in `a: b,1 c,2.5`"));
            };
            if next.is_empty() || next.contains(':') {
                let error = line.error(word, format!("`{word}` names no state: expected `next,cost`"));
                return Err(error.hint("names have no spaces, commas or colons"));
            }
            let cost = Decimal::parse(cost).map_err(|expected| {
                let shown = if cost.is_empty() { word } else { cost };
                line.error(shown, format!("`{cost}` is not a cost: {expected}"))
            })?;
            let next = self.number(next);
            self.edges.push((node, next));
            self.costs.push(cost);
        }
        if self.edges.len() >= u32::MAX as usize {
            return Err(TextError::plain("the map has too many edges: expected less than 2^32"));
        }
        Ok(())
    }

    /// A remark on a start that has no line and is nowhere a successor: a state that leads
    /// nowhere, or a misprint. The name of a board is hardly a misprint, and its neighbours in
    /// spelling are other boards.
    fn lone(&self, start: &str, goals: &[&str]) -> Option<String> {
        if self.numbers.contains_key(start) {
            return None;
        }
        let is_board = || read_board(start, &ReadOptions::default()).is_ok();
        let others = || self.names.iter().copied().filter(|name| !goals.contains(name));
        let meant = if is_board() { None } else { nearest(start, others()) };
        let meant = meant.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
        Some(format!("the start `{start}` has no line in the map, so nothing can be reached from it{meant}"))
    }

    fn find(&self, what: &str, name: &'t str, line: &Line<'t>) -> Result<Node, TextError> {
        self.numbers.get(name).copied().ok_or_else(|| {
            let error = line.error(name, format!("the {what} `{name}` is not a state of the map"));
            match nearest(name, self.names.iter().copied()) {
                Some(known) => error.hint(format!("did you mean `{known}`?")),
                None => error.hint(format!("expected a state that has a line, or is a successor in one; {FORM}")),
            }
        })
    }

    /// Whether no path costs too much if the costs are rounded to units of so many of the finest.
    fn fits_in_units_of(&self, finest: u64) -> bool {
        let rounded = |cost: &Decimal| (cost.finest + finest / 2) / finest;
        let edges = self.edges.iter().zip(&self.costs).map(|(&(from, to), cost)| (from, to, rounded(cost)));
        path_bound(self.names.len(), edges) < COST_LIMIT
    }

    /// What to do about costs that are too large in this unit.
    fn too_large(&self, unit: u32) -> TextError {
        let most = COST_LIMIT - 1;
        let one = u64::from(FINEST);
        let decimals =
            (0..MOST_DECIMALS as u32).rev().find(|&decimals| self.fits_in_units_of(one / 10_u64.pow(decimals)));
        let divisor = || (1..=9).map(|zeros| 10_u64.pow(zeros)).find(|&divisor| self.fits_in_units_of(one * divisor));
        let hint = match decimals {
            Some(0) => "round the costs to whole numbers: then they fit".to_owned(),
            Some(1) => "round the costs to one decimal: then they fit".to_owned(),
            Some(decimals) => format!("round the costs to {decimals} decimals: then they fit"),
            None => match divisor() {
                Some(divisor) => format!("divide all costs by {divisor} and round them: then they fit"),
                None => "divide all costs by the same number".to_owned(),
            },
        };
        let units = if unit == 1 { String::new() } else { format!(" units of {}", 1.0 / f64::from(unit)) };
        TextError::plain(format!("the costs are too large: a path may cost more than {most}{units}")).hint(hint)
    }

    fn finish(self, ends: Ends, options: MapOptions) -> Result<MapSpace, TextError> {
        let Ends { start, mut goals, lone_start } = ends;
        let unit = self.costs.iter().map(|cost| cost.unit).max().unwrap_or(1);
        let nodes = self.names.len();
        if !self.fits_in_units_of((FINEST / unit).into()) {
            return Err(self.too_large(unit));
        }
        let costs: Option<Vec<Cost>> = self.costs.iter().map(|cost| in_unit(cost.finest, unit)).collect();
        let costs = costs.ok_or_else(|| self.too_large(unit))?;
        drop(self.costs);

        let mut by_name: Vec<Node> = (0..nodes as Node).collect();
        // Bytes of UTF-8 sort as code points do.
        by_name.sort_unstable_by_key(|&node| self.names[node as usize]);
        let mut ranks = vec![0; nodes];
        for (rank, &node) in (0..).zip(&by_name) {
            ranks[node as usize] = rank;
        }
        let mut order: Vec<u32> = (0..self.edges.len() as u32).collect();
        // The edges with their ends as `turned` gives them, in the order that the options ask for.
        let mut edges = |turned: fn((Node, Node)) -> (Node, Node)| {
            let ends = |edge: u32| turned(self.edges[edge as usize]);
            if options.alphabetical {
                order.sort_by_key(|&edge| ranks[ends(edge).1 as usize]);
            }
            let with_costs = order.iter().map(|&edge| (ends(edge).0, ends(edge).1, costs[edge as usize]));
            Edges::new(nodes, with_costs)
        };
        let forward = edges(|ends| ends);
        let backward = edges(|(from, to)| (to, from));

        let mut names = Names::default();
        self.names.iter().for_each(|name| names.push(name));
        goals.sort_unstable();
        goals.dedup();
        let goals: Arc<[Node]> = goals.into();
        let alphabetical = options.alphabetical;
        let map =
            Map { names, ranks, start, goals: Arc::clone(&goals), forward, backward, unit, alphabetical, lone_start };
        Ok(MapSpace { map: Arc::new(map), goals, turned_round: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Describe, Domain};

    fn error(text: &str) -> String {
        read_map(text, MapOptions::default()).unwrap_err().render("map")
    }

    fn successors(map: &MapSpace, name: &str) -> Vec<String> {
        let node = (0..map.states() as Node).find(|&node| map.name_of(node) == name).unwrap();
        let next = |edge| {
            let mut state = node;
            map.apply(&mut state, edge);
            map.name(&state)
        };
        map.ops(&node).map(next).collect()
    }

    #[test]
    fn everything_the_format_allows_is_read() {
        let text =
            "\u{feff}# Insel\r\n\r\nÖd\r\nZiel Ürt\r\nÖd: Ürt,1.5\tzz,0 Öd,2\r\n  aa : Öd,1 \r\nZiel:\r\nÜrt: Ziel,10";
        let map = read_map(text, MapOptions::default()).unwrap();
        assert_eq!((map.states(), map.edges(), map.unit()), (5, 5, 10));
        assert_eq!(map.name(&map.start()), "Öd");
        assert_eq!(map.goals().len(), 2);
        assert_eq!(successors(&map, "Öd"), ["Ürt", "zz", "Öd"]);
        let sorted = read_map(text, MapOptions { alphabetical: true }).unwrap();
        assert_eq!(successors(&sorted, "Öd"), ["zz", "Öd", "Ürt"]);
        let names: Vec<&str> = sorted.by_name().into_iter().map(|node| sorted.name_of(node)).collect();
        assert_eq!(names, ["Ziel", "aa", "zz", "Öd", "Ürt"]);
    }

    #[test]
    fn mistakes_are_shown_where_they_are() {
        for (text, place, message) in [
            ("", "--> map", "the file is empty"),
            ("# only\n\n", "--> map", "the file is empty"),
            ("a\n", "--> map:1:1", "the line with the goals is missing"),
            ("a\nb\n", "--> map:2:1", "there are no states"),
            ("a: b,1\nb\n", "--> map:1:1", "expected the start"),
            ("a\nb: a,1\n", "--> map:2:1", "expected the goals"),
            ("a b\nb\na: b,1\n", "--> map:1:1", "`a b` is not the name of a state"),
            ("a\nb,c\na: b,1\n", "--> map:2:1", "`b,c` is not the name of a state"),
            ("a\nb q\na: b,1\n", "--> map:2:3", "the goal `q` is not a state"),
            ("a\nb\na b,1\n", "--> map:3:1", "the colon is missing"),
            ("a\nb\n: b,1\n", "--> map:3:1", "the name of the state is missing"),
            ("a\nb\na: b\n", "--> map:3:4", "`b` has no cost"),
            ("a\nb\na: b,\n", "--> map:3:4", "`` is not a cost"),
            ("a\nb\na: b,1 ,2\n", "--> map:3:8", "`,2` names no state"),
            ("a\nb\na: b,1 c:d,2\n", "--> map:3:8", "`c:d,2` names no state"),
            ("a\nb\na: ö,1 b,x\n", "--> map:3:10", "`x` is not a cost"),
            ("a\nb\na: b,-3\n", "--> map:3:6", "`-3` is not a cost: it is negative"),
            ("a\nb\na: b,1,2\n", "--> map:3:6", "`1,2` is not a cost"),
            ("a\nb\na: b,0.1234567\n", "--> map:3:6", "too many decimals"),
            ("a\nb\na: b,1\nb:\na: b,2\n", "--> map:5:1", "`a` has two lines: the first is line 3"),
            ("a\nb\na: b,1\0\n", "--> map:3:7", "a zero byte"),
            ("a\nb\na: b,2147483647.5\n", "--> map", "the costs are too large"),
            ("a\nb\na: b,2000000000\nb: a,2000000000\n", "--> map", "the costs are too large"),
        ] {
            let shown = error(text);
            assert!(shown.contains(message), "{text:?}: {shown}");
            assert!(shown.contains(place), "{text:?}: {shown}");
        }
        assert!(error("port\nharbor\nport: harbour,1\n").contains("did you mean `harbour`?"));
    }

    #[test]
    fn a_start_without_a_line_is_a_state_that_leads_nowhere() {
        let read = |text| read_map(text, MapOptions::default()).unwrap();
        let map = read("x\nb\na: b,1\n");
        assert_eq!((map.states(), map.edges(), map.name_of(map.start())), (3, 1, "x"));
        assert_eq!((successors(&map, "x"), map.distances()[map.start() as usize]), (vec![], None));
        let note = "the start `x` has no line in the map, so nothing can be reached from it";
        assert_eq!(map.note(), Some(note));
        assert_eq!(map.in_unit(10).note(), Some(note));
        let misspelled = read("harbor\nsea\nharbour: sea,1\n");
        assert!(misspelled.note().unwrap().ends_with("; did you mean `harbour`?"));
        // The nearest name is the goal, or another board.
        assert!(read("goat\ngoal\nstart: goal,1\n").note().unwrap().ends_with("from it"));
        let boards = read("12_3x\n12_x3\n12_x3: x2_13,1\n");
        assert!(boards.note().unwrap().ends_with("from it"));
        // A dead end that has a line, a successor and a start that is the goal need no remark.
        for text in ["a\nb\na:\nb:\n", "c\nb\na: b,1 c,2\n"] {
            assert_eq!(read(text).note(), None, "{text}");
        }
        assert_eq!(read("x\nx\na: b,1\n").distances()[2], Some(0));
    }

    /// A ring of so many states, one way round.
    fn ring(states: usize, cost: &str) -> String {
        let lines = (0..states).map(|state| format!("s{state}: s{},{cost}\n", (state + 1) % states));
        format!("s0\ns1\n{}", lines.collect::<String>())
    }

    #[test]
    fn costs_that_are_too_large_come_with_what_to_do() {
        for (text, units, hint) in [
            (ring(2000, "2.345678"), "2147483647 units of 0.000001", "round the costs to 5 decimals: then they fit"),
            (ring(2000, "1999.999999"), "2147483647 units of 0.000001", "round the costs to 2 decimals: then they fit"),
            (ring(2, "2000000.001"), "2147483647 units of 0.001", "round the costs to 2 decimals: then they fit"),
            (ring(2, "100000000.11"), "2147483647 units of 0.01", "round the costs to one decimal: then they fit"),
            (ring(2, "1000000000.1"), "2147483647 units of 0.1", "round the costs to whole numbers: then they fit"),
            (ring(4, "2000000000"), "more than 2147483647", "divide all costs by 10 and round them: then they fit"),
        ] {
            let shown = error(&text);
            assert!(shown.contains(units) && shown.contains(hint), "{shown}");
        }
        assert!(read_map(&ring(2000, "2.34568"), MapOptions::default()).is_ok());
    }

    /// What leaves the middle of a star is dear, and no path goes there twice.
    #[test]
    fn only_what_one_path_can_cost_counts() {
        let spokes: String = (0..2000).map(|leaf| format!(" leaf{leaf},2.345678")).collect();
        let star = format!("middle\nleaf1\nmiddle:{spokes}\n");
        assert!(read_map(&star, MapOptions::default()).is_ok());
        let lines: String = (0..2000).map(|leaf| format!("leaf{leaf}: middle,2.345678\n")).collect();
        assert!(read_map(&format!("leaf1\nmiddle\n{lines}"), MapOptions::default()).is_ok());
        // Backwards from `b` it takes two dear edges to see that `a` is known.
        assert!(error("a\nb\na: b,1200000000 a,1200000000\n").contains("divide all costs by 10"));
    }
}
