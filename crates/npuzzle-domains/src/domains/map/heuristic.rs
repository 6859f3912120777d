//! Estimates of the states of a map: from a file with one `state: value` per line, or computed
//! from the names of the states.
//!
//! What they promise is not believed but computed: one search from all goals gives the true
//! distances, and every edge is looked at once.

use std::collections::HashMap;
use std::sync::Arc;

use crate::core::{Cost, Fraction, Heuristic, Properties};
use crate::domains::map::decimal::{Decimal, MOST_DECIMALS, in_unit};
use crate::domains::map::read::lines;
use crate::domains::map::{Extent, MapSpace, Node, check_consistent, check_optimistic};
use crate::domains::tiles::notation::TextError;

/// The values of a file, not yet in the unit of a map.
#[derive(Clone, Debug)]
pub struct HeuristicFile {
    /// For every state of the map.
    values: Vec<Decimal>,
    /// Names in the file that the map does not have.
    pub unknown: Vec<String>,
}

/// So many names are written out in a message.
const MOST_NAMES: usize = 5;

const FORM: &str = "a heuristic file has a line `state: value` for each state of the map";

/// The first few names, and how many more there are.
fn listed<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    let more = names.len().saturating_sub(MOST_NAMES);
    let shown: Vec<String> = names.take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
    if more == 0 { shown.join(", ") } else { format!("{} and {more} more", shown.join(", ")) }
}

/// Reads the estimates of a map's states.
pub fn read_heuristic(text: &str, map: &MapSpace) -> Result<HeuristicFile, TextError> {
    let numbers: HashMap<&str, Node> = (0..map.states() as Node).map(|node| (map.name_of(node), node)).collect();
    let mut values: Vec<Option<Decimal>> = vec![None; map.states()];
    let mut seen: HashMap<&str, usize> = HashMap::with_capacity(map.states());
    let mut unknown = Vec::new();
    let lines = lines(text)?;
    if lines.is_empty() {
        return Err(TextError::plain("the file is empty: expected estimates").hint(FORM));
    }
    for line in &lines {
        let Some((name, value)) = line.split() else {
            let word = line.text.trim();
            return Err(line.error(word, "the colon is missing: expected `state: value`".to_owned()).hint(FORM));
        };
        let name = line.name(name, "expected `state: value`")?;
        if let Some(first) = seen.insert(name, line.number) {
            return Err(line.error(name, format!("`{name}` has two values: the first is in line {first}")));
        }
        let value = value.trim();
        let decimal = Decimal::parse(value).map_err(|expected| {
            let shown = if value.is_empty() { name } else { value };
            line.error(shown, format!("`{value}` is not an estimate: {expected}")).hint(FORM)
        })?;
        match numbers.get(name) {
            Some(&node) => values[node as usize] = Some(decimal),
            None => unknown.push(name.to_owned()),
        }
    }
    let mut missing: Vec<Node> =
        (0..).zip(&values).filter(|(_, value)| value.is_none()).map(|(node, _)| node).collect();
    if !missing.is_empty() {
        missing.sort_unstable_by_key(|&node| map.map.ranks[node as usize]);
        let names = listed(missing.iter().map(|&node| map.name_of(node)));
        let states =
            if missing.len() == 1 { "1 state has".to_owned() } else { format!("{} states have", missing.len()) };
        return Err(TextError::plain(format!("{states} no value: {names}")).hint(FORM));
    }
    Ok(HeuristicFile { values: values.into_iter().flatten().collect(), unknown })
}

impl HeuristicFile {
    /// A remark on names that the map does not have, if there are any.
    pub fn note(&self) -> Option<String> {
        (!self.unknown.is_empty()).then(|| {
            let names = listed(self.unknown.iter().map(String::as_str));
            format!("values for states that the map does not have are ignored: {names}")
        })
    }
}

/// An estimate for every state of a map.
#[derive(Clone, Debug)]
pub struct MapHeuristic {
    values: Arc<[Cost]>,
    properties: Properties,
    /// What the values are taken from, on the way back to the start.
    backward_from: Option<Cost>,
    is_rounded: bool,
}

impl MapHeuristic {
    /// Puts a map and a file into one unit, and finds out what the file promises. If the costs of
    /// the map would become too large in the unit of the file, the estimates are rounded down to a
    /// coarser one, which keeps them admissible or consistent if they are. An error if the numbers
    /// are too large even so.
    pub fn new(map: &MapSpace, file: &HeuristicFile) -> Result<(MapSpace, Self), TextError> {
        let finest = file.values.iter().map(|value| value.unit).fold(map.unit(), u32::max);
        Self::in_units(map, Some(finest), |node, unit| in_unit(file.values[node as usize].finest, unit))
    }

    /// The same with exact values, one for each state in their order, none of them negative.
    pub fn of_values(map: &MapSpace, values: &[Fraction]) -> Result<(MapSpace, Self), TextError> {
        let denominators = values.iter().map(|value| value.denominator());
        let finest = denominators.into_iter().try_fold(i64::from(map.unit()), common_multiple);
        let finest = finest.and_then(|finest| u32::try_from(finest).ok());
        Self::in_units(map, finest, |node, unit| {
            let value = values[node as usize];
            let units = i128::from(value.numerator()) * i128::from(unit) / i128::from(value.denominator());
            (0..1 << 31).contains(&units).then_some(units as Cost)
        })
    }

    /// Puts a map and estimates into one unit: `finest`, in which all estimates are whole, or a
    /// decimal part of the map's own that is coarser. `value` rounds down.
    fn in_units(
        map: &MapSpace,
        finest: Option<u32>,
        value: impl Fn(Node, u32) -> Option<Cost>,
    ) -> Result<(MapSpace, Self), TextError> {
        let path_bound = map.path_bound();
        let fits = |unit: u32| path_bound * u128::from(unit / map.unit()) < 1 << 31;
        let decimals = (0..=MOST_DECIMALS as u32).rev().filter_map(|zeros| map.unit().checked_mul(10_u32.pow(zeros)));
        let coarser = decimals.filter(|&unit| finest.is_none_or(|finest| unit < finest));
        let unit = finest.into_iter().chain(coarser).find(|&unit| fits(unit)).unwrap_or(map.unit());
        let too_large = |what| {
            TextError::plain(format!(
                "the {what} too large: in units of {}, they exceed 2147483647",
                1.0 / f64::from(unit)
            ))
            .hint("write all numbers with fewer decimals")
        };
        if !fits(unit) {
            return Err(too_large("costs of the map are"));
        }
        let map = map.in_unit(unit);
        let values: Option<Arc<[Cost]>> = (0..map.states() as Node).map(|node| value(node, unit)).collect();
        let values = values.ok_or_else(|| too_large("estimates are"))?;
        let is_rounded = finest != Some(unit);
        let mut heuristic = Self { values, properties: Properties::NONE, backward_from: None, is_rounded };
        // Over all states, since a search from the goals comes to states that cannot be reached
        // from the start.
        let admissible = check_optimistic(&map, &heuristic, Extent::All).holds();
        let zero_at_goals = map.goals.iter().all(|&goal| heuristic.of(goal) == 0);
        let consistent = zero_at_goals && check_consistent(&map, &heuristic, Extent::All).holds();
        heuristic.properties = Properties { admissible, consistent };
        Ok((map, heuristic))
    }

    /// Nothing is estimated.
    pub fn zero(map: &MapSpace) -> Self {
        Self {
            values: vec![0; map.states()].into(),
            properties: Properties::CONSISTENT,
            backward_from: None,
            is_rounded: false,
        }
    }

    /// The estimate of a state, in the unit of its map.
    pub fn of(&self, node: Node) -> Cost {
        self.values[node as usize]
    }

    /// Whether the values had to be rounded down.
    pub fn is_rounded(&self) -> bool {
        self.is_rounded
    }

    /// What it promises.
    pub fn promises(&self) -> Properties {
        self.properties
    }

    /// The estimate for the problem turned round: `max(0, h(start) - h(n))` if this one is
    /// consistent, and zero otherwise.
    ///
    /// Going back, `n` is as far from the start as the start is from `n`. With a consistent `h`,
    /// `h(start) <= d(start, n) + h(n)`, so the difference is never above that distance. It is
    /// consistent as well: the turned edge from `b` to `a` at cost `c` needs
    /// `h(start) - h(b) <= c + h(start) - h(a)`, which is `h(a) <= c + h(b)`; and cutting it off at
    /// zero keeps that.
    pub fn backward(&self, start: Node) -> Self {
        let from = if self.properties.consistent { self.of(start) } else { 0 };
        Self {
            values: Arc::clone(&self.values),
            properties: Properties::CONSISTENT,
            backward_from: Some(from),
            ..*self
        }
    }
}

/// The least number that both divide.
fn common_multiple(one: i64, other: i64) -> Option<i64> {
    let (mut larger, mut smaller) = (one, other);
    while smaller != 0 {
        (larger, smaller) = (smaller, larger % smaller);
    }
    (one / larger.max(1)).checked_mul(other)
}

impl Heuristic<MapSpace> for MapHeuristic {
    type Acc = Cost;

    fn root(&self, _: &MapSpace, node: &Node) -> Cost {
        let value = self.of(*node);
        self.backward_from.map_or(value, |from| from.saturating_sub(value))
    }

    fn step(&self, map: &MapSpace, _: Cost, _: &Node, edge: u32) -> Cost {
        self.root(map, &map.edges_ahead().targets[edge as usize])
    }

    fn value(&self, acc: Cost) -> Cost {
        acc
    }

    fn properties(&self) -> Properties {
        self.properties
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domains::map::{MapOptions, read_map};

    fn map() -> MapSpace {
        read_map("a\nc\na: b,1 c,3\nb: c,1\n", MapOptions::default()).unwrap()
    }

    fn promises(text: &str) -> (bool, bool) {
        let map = map();
        let (_, heuristic) = MapHeuristic::new(&map, &read_heuristic(text, &map).unwrap()).unwrap();
        (heuristic.properties.admissible, heuristic.properties.consistent)
    }

    #[test]
    fn promises_are_computed() {
        assert_eq!(promises("a: 2\nb: 1\nc: 0"), (true, true));
        assert_eq!(promises("a: 1.5\nb: 0.5\nc: 0"), (true, true));
        assert_eq!(promises("a: 2\nb: 0\nc: 0"), (true, false));
        assert_eq!(promises("a: 3\nb: 0\nc: 0"), (false, false));
        assert_eq!(promises("a: 3\nb: 2\nc: 1"), (false, false), "edges are fine, but the goal is not at zero");
    }

    #[test]
    fn one_unit_serves_both() {
        let map = map();
        let file = read_heuristic("a: 1.25\nb: 0.5\nc: 0", &map).unwrap();
        let (map, heuristic) = MapHeuristic::new(&map, &file).unwrap();
        assert_eq!((map.unit(), heuristic.of(map.start())), (100, 125));
        assert_eq!(map.distances()[map.start() as usize], Some(200));
        let large = read_heuristic("a: 2147483647\nb: 0.5\nc: 0", &map).unwrap();
        assert!(MapHeuristic::new(&map, &large).unwrap_err().to_string().contains("too large"));
    }

    #[test]
    fn values_that_no_decimal_can_be_stay_exact() {
        let map = map();
        let thirds = [Fraction::over(4, 3), Fraction::over(2, 6), Fraction::ZERO];
        let (finer, heuristic) = MapHeuristic::of_values(&map, &thirds).unwrap();
        assert!(!heuristic.is_rounded() && heuristic.promises() == Properties::CONSISTENT);
        assert_eq!(finer.amount(heuristic.of(0)).to_string(), "4/3");
        // A third of 2 is less than 1, and two thirds of 2 are more: by a sixth.
        let above = [Fraction::over(13, 6), Fraction::ZERO, Fraction::ZERO];
        let (_, heuristic) = MapHeuristic::of_values(&map, &above).unwrap();
        assert!(!heuristic.promises().admissible);
        // No unit serves both a large prime and the costs: rounded down, they stay admissible.
        let prime = [Fraction::over(2_147_483_647_i64, 1_073_741_827_i64), Fraction::ZERO, Fraction::ZERO];
        let (finer, heuristic) = MapHeuristic::of_values(&map, &prime).unwrap();
        assert!(heuristic.is_rounded() && heuristic.promises().admissible);
        assert_eq!((finer.unit(), heuristic.of(0)), (1_000_000, 1_999_999));
        let large = [Fraction::whole(1 << 40), Fraction::ZERO, Fraction::ZERO];
        assert!(MapHeuristic::of_values(&map, &large).unwrap_err().to_string().contains("estimates are too large"));
    }

    #[test]
    fn mistakes_are_shown_where_they_are() {
        let map = map();
        for (text, message) in [
            ("", "the file is empty"),
            ("a 2", "the colon is missing"),
            ("a: x", "`x` is not an estimate"),
            ("a:", "`` is not an estimate"),
            ("a: -1", "negative"),
            ("a: 1\na: 2", "`a` has two values: the first is in line 1"),
            ("a: 1", "2 states have no value: `b`, `c`"),
            ("a: 1\nb: 1", "1 state has no value: `c`"),
        ] {
            let error = read_heuristic(text, &map).unwrap_err();
            assert!(error.to_string().contains(message), "{text:?}: {error}");
        }
        let file = read_heuristic("a: 1\nb: 1\nc: 0\nd: 7\n", &map).unwrap();
        assert_eq!(file.note().unwrap(), "values for states that the map does not have are ignored: `d`");
    }
}
