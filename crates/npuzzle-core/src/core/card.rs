//! Cards: what the fronts, the tests and the reference need to know of each entry of the catalogue.

use std::ops::RangeInclusive;

use crate::core::fraction::Fraction;
use crate::core::metric::Metric;
use crate::core::spelling::{is_spelled, plain_number};

/// Describes a heuristic.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicCard {
    /// Name in the catalogue.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// Name in prose.
    pub title: &'static str,
    /// What it estimates, in one line.
    pub summary: &'static str,
    /// Never above the true cost.
    pub admissible: bool,
    /// Never drops by more than the cost of a move.
    pub consistent: bool,
    /// What else is known, for heuristics that are no bounds by themselves: expressions of them may
    /// be.
    pub further: &'static [Claim],
    /// Whether it looks up tables, which may have to be built first.
    pub tables: bool,
    /// Whether its values may lie between two whole numbers.
    pub has_fractions: bool,
    /// What may stand in parentheses behind the name, by an example.
    pub argument: Option<&'static str>,
    /// In which metric of boards its claims hold. Those that hold in slides hold in single moves
    /// too.
    pub metric: Metric,
    /// Where it comes from.
    pub citation: &'static str,
}

impl HeuristicCard {
    /// The card of a heuristic that is no bound by itself. What a card leaves out in
    /// `..HeuristicCard::new(...)` is as here, and likewise with those below.
    pub const fn new(name: &'static str, aliases: &'static [&'static str], title: &'static str) -> Self {
        Self {
            name,
            aliases,
            title,
            summary: "",
            admissible: false,
            consistent: false,
            further: &[],
            tables: false,
            has_fractions: false,
            argument: None,
            metric: Metric::Single,
            citation: "",
        }
    }

    /// The metrics of boards in which its claims hold.
    pub fn metrics(&self) -> &'static [Metric] {
        match self.metric {
            Metric::Single => &[Metric::Single],
            Metric::Multi => &Metric::ALL,
        }
    }

    /// The card of a heuristic that is never above the true cost.
    pub const fn admissible(name: &'static str, aliases: &'static [&'static str], title: &'static str) -> Self {
        Self { admissible: true, ..Self::new(name, aliases, title) }
    }

    /// The card of a heuristic that also never drops by more than the cost of a move.
    pub const fn consistent(name: &'static str, aliases: &'static [&'static str], title: &'static str) -> Self {
        Self { consistent: true, ..Self::admissible(name, aliases, title) }
    }
}

/// A claim about a heuristic. Like `admissible` and `consistent` it is executed over whole state
/// spaces by the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Never above `factor` times the true cost plus `excess`.
    AtMost {
        /// Times the true cost.
        factor: u32,
        /// On top.
        excess: u32,
    },
    /// Never drops by more than this for each unit that a move costs.
    DropsAtMost(u32),
}

/// What "complete" and "optimal" mean on the cards of searches.
pub const LEGEND: &str = "Complete: finds a solution if there is one, in a finite space and without limits. \
                          Optimal: with the default options; `compare` says it of each call.";

/// When a search finds a solution of a problem that has one, in a finite space and without limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Always.
    Always,
    /// If the limit that an option sets reaches a solution.
    WithinLimit,
    /// If the state budget holds the path.
    WithinBudget,
    /// By accident only.
    No,
}

impl Completeness {
    /// In words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Always => "yes",
            Self::WithinLimit => "if the limit reaches a solution",
            Self::WithinBudget => "if the budget holds the path",
            Self::No => "no",
        }
    }
}

/// When a search returns the cheapest solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimality {
    /// Whenever all moves cost the same.
    UniformCosts,
    /// Always.
    Always,
    /// With an admissible heuristic.
    Admissible,
    /// With an admissible heuristic, on boards of up to 16 cells.
    SmallBoards,
    /// With a consistent heuristic, and it refuses any other.
    Consistent,
    /// With a consistent heuristic; it runs with others, and proves nothing.
    IfConsistent,
    /// With an admissible heuristic, if the state budget holds the path.
    WithinBudget,
    /// In the end, with an admissible heuristic; the solutions before get better and better.
    Eventually,
    /// With an admissible heuristic, within the weight.
    WithinWeight,
    /// With a consistent heuristic, within the weight.
    WithinWeightIfConsistent,
    /// By accident only.
    No,
}

impl Optimality {
    /// In words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::UniformCosts => "if all moves cost the same",
            Self::Always => "yes",
            Self::Admissible => "if the heuristic is admissible",
            Self::SmallBoards => "up to 16 cells, if the heuristic is admissible",
            Self::Consistent => "yes; needs a consistent heuristic",
            Self::IfConsistent => "if the heuristic is consistent",
            Self::WithinBudget => "if the heuristic is admissible and the budget holds the path",
            Self::Eventually => "in the end, if the heuristic is admissible",
            Self::WithinWeight => "within the weight, if the heuristic is admissible",
            Self::WithinWeightIfConsistent => "within the weight, if the heuristic is consistent",
            Self::No => "no",
        }
    }
}

/// A choice with which a search proves less than with its default options.
#[derive(Clone, Copy, Debug)]
pub struct Weakening {
    /// Name of the option.
    pub option: &'static str,
    /// The value that it must have.
    pub choice: &'static str,
    /// When the solution is the cheapest then.
    pub optimal: Optimality,
}

/// How the memory of a search grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryClass {
    /// With the number of states generated.
    States,
    /// With the length of the path.
    Path,
    /// Not at all: an option sets it.
    Bounded,
    /// With the length of the path times an option.
    Layers,
    /// With the length of the solution.
    Solution,
    /// As that of the search it chooses.
    Chosen,
}

impl MemoryClass {
    /// In words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::States => "every state generated",
            Self::Path => "the current path",
            Self::Bounded => "as many states as an option says",
            Self::Layers => "the states of every layer, as many as an option says",
            Self::Solution => "the solution",
            Self::Chosen => "that of the search chosen",
        }
    }
}

/// What a search needs of the problem and the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchKind {
    /// One thread, from the start.
    Forward,
    /// One thread, from both ends.
    Bidirectional,
    /// Several threads, from the start.
    Parallel,
    /// Several threads, from both ends.
    ParallelBidirectional,
}

impl SearchKind {
    /// Whether it searches from both ends.
    pub fn is_bidirectional(self) -> bool {
        matches!(self, Self::Bidirectional | Self::ParallelBidirectional)
    }

    /// Whether it uses several threads.
    pub fn is_parallel(self) -> bool {
        matches!(self, Self::Parallel | Self::ParallelBidirectional)
    }

    /// In words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Forward => "from the start",
            Self::Bidirectional => "from both ends",
            Self::Parallel => "from the start, on several threads",
            Self::ParallelBidirectional => "from both ends, on several threads",
        }
    }
}

/// The order in which a search takes the states that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontierOrder {
    /// The oldest first.
    Queue,
    /// The newest first.
    Stack,
    /// Nothing waits: the search goes forward and back on one path.
    Path,
    /// The least g first, the oldest among equals.
    Layers,
    /// The least g first; the option `tie` decides among equals.
    LeastG,
    /// The least h first; the option `tie` decides among equals.
    LeastH,
    /// The least g + w * h first; `w` and what decides among equals are options.
    LeastF,
    /// An order that the events of the search do not show.
    Hidden,
    /// It does not search.
    None,
}

impl FrontierOrder {
    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Queue => "queue",
            Self::Stack => "stack",
            Self::Path => "path",
            Self::Layers => "layers",
            Self::LeastG => "least-g",
            Self::LeastH => "least-h",
            Self::LeastF => "least-f",
            Self::Hidden => "hidden",
            Self::None => "none",
        }
    }
}

/// What only some searches do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// It stores a state once for each path to it.
    StoresCopies,
    /// It has a beam, whose width a request may set.
    Beam,
    /// It keeps a journal, from which an interrupted search is resumed.
    Journal,
    /// It tries moves in this order, whichever is asked for.
    FixedOrder(&'static str),
    /// It runs other searches, which it chooses by the problem, and their heuristic with them.
    Portfolio,
    /// The same number of threads gives the same answer and the same counts of states.
    Repeatable,
    /// It counts single moves, and knows no other metric.
    SingleMoves,
    /// Several processes can share the work of one search.
    Divided,
    /// Where several processes share it, each needs one thread alone.
    OneThreadEach,
}

impl Feature {
    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::StoresCopies => "stores-copies",
            Self::Beam => "beam",
            Self::Journal => "journal",
            Self::FixedOrder(_) => "fixed-order",
            Self::Portfolio => "portfolio",
            Self::Repeatable => "repeatable",
            Self::SingleMoves => "single-moves",
            Self::Divided => "divided",
            Self::OneThreadEach => "one-thread-each",
        }
    }
}

/// Under which heading lists show a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// As every textbook has it, without a heuristic.
    Textbook,
    /// With a heuristic, and all states in memory.
    Informed,
    /// With little memory, or as much as an option says.
    LittleMemory,
    /// From both ends.
    BothEnds,
    /// Better and better solutions, until it is stopped.
    Anytime,
    /// On several threads.
    Parallel,
    /// Made for boards alone.
    Boards,
}

impl Group {
    /// All, in the order of lists.
    pub const ALL: [Self; 7] = [
        Self::Textbook,
        Self::Informed,
        Self::LittleMemory,
        Self::BothEnds,
        Self::Anytime,
        Self::Parallel,
        Self::Boards,
    ];

    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Textbook => "textbook",
            Self::Informed => "informed",
            Self::LittleMemory => "little-memory",
            Self::BothEnds => "both-ends",
            Self::Anytime => "anytime",
            Self::Parallel => "parallel",
            Self::Boards => "boards",
        }
    }

    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Textbook => "Textbook searches without a heuristic",
            Self::Informed => "With a heuristic",
            Self::LittleMemory => "With little memory",
            Self::BothEnds => "From both ends",
            Self::Anytime => "Anytime: better and better solutions",
            Self::Parallel => "On several threads",
            Self::Boards => "Made for boards",
        }
    }
}

/// Describes a search.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmCard {
    /// Name in the catalogue.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// Name in prose.
    pub title: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Under which heading it is listed.
    pub group: Group,
    /// Whether it uses a heuristic.
    pub informed: bool,
    /// When it finds a solution of a problem that has one.
    pub complete: Completeness,
    /// When its solution is the cheapest, with its options at their defaults.
    pub optimal: Optimality,
    /// The choices with which it proves less, the mildest first: the last one made counts.
    pub weakened_by: &'static [Weakening],
    /// What it keeps.
    pub memory: MemoryClass,
    /// Whether it also searches from the goals, or on several threads.
    pub kind: SearchKind,
    /// The order in which it takes states.
    pub frontier: FrontierOrder,
    /// What else it does that few searches do.
    pub features: &'static [Feature],
    /// What can be set, as in `dls(limit=20)`.
    pub options: &'static [OptionCard],
    /// Where it comes from.
    pub citation: &'static str,
    /// The search in some lines, with its options at their defaults. Behind a line may stand an `@`
    /// and the [`MARKS`] of what a search is doing when that line is the current one.
    pub pseudocode: &'static str,
}

/// What a line of pseudo-code may be marked with: an event of a trace, a reason why a successor is
/// dropped, or `keep` for a successor that is not.
pub const MARKS: [&str; 15] = [
    "search",
    "root",
    "expand",
    "generate",
    "keep",
    "reopen",
    "forget",
    "bound",
    "met",
    "improved",
    "solved",
    "duplicate",
    "worse",
    "over-bound",
    "full",
];

/// A line of pseudo-code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PseudocodeLine {
    /// The line, indented by two spaces a level.
    pub text: &'static str,
    /// When it is the current one.
    pub at: Vec<&'static str>,
}

impl AlgorithmCard {
    /// The card of a search that uses a heuristic, from the start and on one thread, is optimal if
    /// that is admissible, and keeps all states. What a card leaves out in
    /// `..AlgorithmCard::informed(...)` is as here, and likewise with those below.
    pub const fn informed(name: &'static str, aliases: &'static [&'static str], title: &'static str) -> Self {
        Self {
            name,
            aliases,
            title,
            summary: "",
            group: Group::Informed,
            informed: true,
            complete: Completeness::Always,
            optimal: Optimality::Admissible,
            weakened_by: &[],
            memory: MemoryClass::States,
            kind: SearchKind::Forward,
            frontier: FrontierOrder::Hidden,
            features: &[],
            options: &[],
            citation: "",
            pseudocode: "",
        }
    }

    /// The card of a search that uses no heuristic.
    pub const fn blind(name: &'static str, aliases: &'static [&'static str], title: &'static str) -> Self {
        let card = Self::informed(name, aliases, title);
        Self { group: Group::Textbook, informed: false, optimal: Optimality::No, ..card }
    }

    /// The card of a search that goes from both ends.
    pub const fn from_both_ends(name: &'static str, aliases: &'static [&'static str], title: &'static str) -> Self {
        let card = Self::informed(name, aliases, title);
        Self { group: Group::BothEnds, kind: SearchKind::Bidirectional, ..card }
    }

    /// The card of a search that holds one path.
    pub const fn on_one_path(name: &'static str, aliases: &'static [&'static str], title: &'static str) -> Self {
        let card = Self::informed(name, aliases, title);
        Self { group: Group::LittleMemory, memory: MemoryClass::Path, frontier: FrontierOrder::Path, ..card }
    }

    /// When its solution is the cheapest, with these options.
    pub fn optimality(&self, options: &Options) -> Optimality {
        let made = |weakening: &&Weakening| options.choice(weakening.option) == weakening.choice;
        let optimal = self.weakened_by.iter().rfind(made).map_or(self.optimal, |weakening| weakening.optimal);
        // At most once the optimum is the optimum.
        match optimal {
            Optimality::WithinWeight if options.fraction("w") <= Fraction::ONE => Optimality::Admissible,
            Optimality::WithinWeightIfConsistent if options.fraction("w") <= Fraction::ONE => Optimality::IfConsistent,
            optimal => optimal,
        }
    }

    /// Whether it has a feature.
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Whether what it does on several threads may differ from run to run.
    pub fn varies_with_threads(&self) -> bool {
        self.kind.is_parallel() && !self.has(Feature::Repeatable)
    }

    /// The order in which it tries moves, where no other can be chosen.
    pub fn fixed_order(&self) -> Option<&'static str> {
        self.features.iter().find_map(|feature| match feature {
            Feature::FixedOrder(order) => Some(*order),
            _ => None,
        })
    }

    /// The lines of the pseudo-code.
    pub fn pseudocode_lines(&self) -> impl Iterator<Item = PseudocodeLine> + use<> {
        self.pseudocode.lines().map(|line| match line.split_once(" @") {
            Some((text, marks)) => PseudocodeLine { text: text.trim_end(), at: marks.split(',').collect() },
            None => PseudocodeLine { text: line, at: Vec::new() },
        })
    }

    /// Whether it can be watched step by step: then some line of its pseudo-code is marked.
    pub fn is_traceable(&self) -> bool {
        self.pseudocode_lines().any(|line| !line.at.is_empty())
    }
}

/// Describes an option of a search.
#[derive(Clone, Copy, Debug)]
pub struct OptionCard {
    /// Name before the `=`.
    pub name: &'static str,
    /// What it sets.
    pub summary: &'static str,
    /// Which values it takes.
    pub kind: OptionKind,
}

impl OptionCard {
    /// An option that takes a whole number.
    pub const fn count(name: &'static str, summary: &'static str, values: RangeInclusive<u32>, default: u32) -> Self {
        Self { name, summary, kind: OptionKind::Count { min: *values.start(), max: *values.end(), default } }
    }
}

/// The values an option takes.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// A whole number.
    Count {
        /// Least value.
        min: u32,
        /// Largest value.
        max: u32,
        /// Value if not set.
        default: u32,
    },
    /// An exact fraction.
    Fraction {
        /// Least value.
        min: Fraction,
        /// Largest value.
        max: Fraction,
        /// Value if not set.
        default: Fraction,
    },
    /// One of some words; the first is the default.
    Choice(&'static [&'static str]),
}

impl OptionKind {
    /// The values in words, the default last.
    pub fn describe(&self) -> String {
        match self {
            Self::Count { min, max, default } => format!("{min} to {max}, default {default}"),
            Self::Fraction { min, max, default } => format!("{min} to {max}, default {default}"),
            Self::Choice(words) => format!("{}, default {}", words.join(" | "), words[0]),
        }
    }

    /// Reads a value and checks its bounds.
    pub fn parse(&self, text: &str) -> Result<OptionValue, String> {
        let expected = || format!("expected {}", self.describe());
        let number = plain_number(text);
        match *self {
            Self::Count { min, max, .. } => {
                let number = number.parse().ok().filter(|number| (min..=max).contains(number));
                number.map(OptionValue::Count).ok_or_else(expected)
            }
            Self::Fraction { min, max, .. } => {
                let fraction = number.parse().ok().filter(|fraction| (min..=max).contains(fraction));
                fraction.map(OptionValue::Fraction).ok_or_else(expected)
            }
            Self::Choice(words) => {
                let word = words.iter().find(|&&word| is_spelled(text, word));
                word.map(|word| OptionValue::Choice(word)).ok_or_else(expected)
            }
        }
    }

    /// The value if not set.
    pub fn default_value(&self) -> OptionValue {
        match *self {
            Self::Count { default, .. } => OptionValue::Count(default),
            Self::Fraction { default, .. } => OptionValue::Fraction(default),
            Self::Choice(words) => OptionValue::Choice(words[0]),
        }
    }
}

/// A value that fits its [`OptionKind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// A whole number.
    Count(u32),
    /// An exact fraction.
    Fraction(Fraction),
    /// A word.
    Choice(&'static str),
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Count(count) => count.fmt(f),
            Self::Fraction(fraction) => fraction.fmt(f),
            Self::Choice(word) => word.fmt(f),
        }
    }
}

/// The options of one search, every one with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options(Vec<(&'static str, OptionValue)>);

impl Options {
    /// The default values.
    pub fn defaults(cards: &[OptionCard]) -> Self {
        Self(cards.iter().map(|card| (card.name, card.kind.default_value())).collect())
    }

    /// Sets the option of this card. Options the search does not have are ignored.
    pub fn set(&mut self, card: &OptionCard, value: OptionValue) {
        if let Some(slot) = self.0.iter_mut().find(|(name, _)| *name == card.name) {
            slot.1 = value;
        }
    }

    /// All options with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, OptionValue)> + '_ {
        self.0.iter().copied()
    }

    fn get(&self, name: &str) -> Option<OptionValue> {
        self.0.iter().find(|(option, _)| *option == name).map(|&(_, value)| value)
    }

    /// A whole number; zero if the search has no such option.
    pub fn count(&self, name: &str) -> u32 {
        match self.get(name) {
            Some(OptionValue::Count(count)) => count,
            _ => 0,
        }
    }

    /// A fraction; one if the search has no such option.
    pub fn fraction(&self, name: &str) -> Fraction {
        match self.get(name) {
            Some(OptionValue::Fraction(fraction)) => fraction,
            _ => Fraction::ONE,
        }
    }

    /// A word; empty if the search has no such option.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.get(name) {
            Some(OptionValue::Choice(word)) => word,
            _ => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: OptionCard = OptionCard::count("limit", "depth", 1..=9, 5);

    #[test]
    fn values_outside_the_bounds_are_refused() {
        assert_eq!(LIMIT.kind.parse("9"), Ok(OptionValue::Count(9)));
        for bad in ["0", "10", "x", "", "-1", "1.5"] {
            assert_eq!(LIMIT.kind.parse(bad), Err("expected 1 to 9, default 5".to_owned()), "{bad:?}");
        }
    }

    #[test]
    fn every_option_has_a_value() {
        let mut options = Options::defaults(&[LIMIT]);
        assert_eq!(options.count("limit"), 5);
        options.set(&LIMIT, OptionValue::Count(7));
        assert_eq!(options.count("limit"), 7);
    }
}
