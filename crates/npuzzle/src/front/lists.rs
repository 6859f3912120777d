//! All there is to choose from, as every front lists it.

use serde::Serialize;

use crate::catalogue::statistics::STATISTICS;
use crate::catalogue::{algorithms, heuristics};
use crate::core::Metric;
use crate::core::card::{AlgorithmCard, Group, HeuristicCard, OptionCard, OptionKind};
use crate::domains::CARDS;
use crate::domains::problem::ProblemCard;
use crate::domains::tiles::notation::FORMATS;
use crate::domains::tiles::sets::SetCard;
use crate::domains::tiles::{MoveOrder, goal, random_sets, sets};

/// The lists of the catalogue, ready to be written.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lists {
    /// The searches.
    pub algorithms: Vec<AlgorithmEntry>,
    /// The heuristics.
    pub heuristics: Vec<HeuristicEntry>,
    /// The named goals.
    pub goals: Vec<GoalEntry>,
    /// The forms of boards.
    pub formats: Vec<FormatEntry>,
    /// What is counted.
    pub statistics: Vec<StatisticEntry>,
    /// Named sets of boards.
    pub sets: Vec<SetEntry>,
    /// Kinds of random boards.
    pub random_sets: Vec<RandomSetEntry>,
    /// The headings under which the searches are listed, in their order.
    pub groups: Vec<GroupEntry>,
    /// Problems that are not boards.
    pub problems: Vec<ProblemEntry>,
    /// The order in which moves are tried by default.
    pub orders_default: String,
}

/// A search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlgorithmEntry {
    /// Its name.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// Its name in prose.
    pub title: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Under which heading it is listed: `textbook`, `informed`, `little-memory`, `both-ends`,
    /// `anytime`, `parallel` or `boards`.
    pub group: &'static str,
    /// Whether it uses a heuristic.
    pub informed: bool,
    /// Whether it finds a solution of a problem that has one, in a finite space: `yes`, `no` or a
    /// condition.
    pub complete: &'static str,
    /// When its solution is the cheapest, with its options at their defaults: `yes`, `no` or a
    /// condition.
    pub optimal: &'static str,
    /// What it keeps.
    pub memory: &'static str,
    /// From which end it searches, and on how many threads.
    pub kind: &'static str,
    /// The order in which it takes the states that wait: `queue`, `stack`, `path` (none wait),
    /// `layers`, `least-g`, `least-h`, `least-f`, `hidden` (traces do not show it) or `none` (it
    /// does not search).
    pub frontier: &'static str,
    /// What else it does: `stores-copies` (of a state, one for each path to it), `beam`, `journal`,
    /// `fixed-order` (of moves), `portfolio` (of other searches, which it chooses), `repeatable`
    /// (on several threads), `single-moves` (it knows no other metric), `divided` (several
    /// processes can share its work) and `one-thread-each` (then each needs one thread alone).
    pub features: Vec<&'static str>,
    /// Whether it can be watched step by step.
    pub traceable: bool,
    /// What can be set, as in `dls(limit=20)`.
    pub options: Vec<OptionEntry>,
    /// Where it comes from.
    pub citation: &'static str,
    /// The search as a textbook would write it.
    pub pseudocode: Vec<LineEntry>,
}

/// A heading of the list of searches.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupEntry {
    /// Its name, as searches give it.
    pub name: &'static str,
    /// The heading.
    pub title: &'static str,
}

/// A line of pseudo-code.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineEntry {
    /// The line, with its indentation.
    pub text: &'static str,
    /// What the search does when this is its current line: names of events, `keep`, and reasons to
    /// drop a successor.
    pub at: Vec<&'static str>,
}

/// An option of a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionEntry {
    /// Name before the `=`.
    pub name: &'static str,
    /// What it sets.
    pub summary: &'static str,
    /// The values it takes, in words.
    pub values: String,
    /// The value if not set.
    pub default: String,
    /// The words it takes, if they are words.
    pub choices: Option<&'static [&'static str]>,
}

/// A heuristic.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeuristicEntry {
    /// Its name.
    pub name: &'static str,
    /// Its name in prose.
    pub title: &'static str,
    /// What it estimates, in one line.
    pub summary: &'static str,
    /// Never above the true cost.
    pub admissible: bool,
    /// Never drops by more than the cost of a move.
    pub consistent: bool,
    /// In which metrics these two hold: `single` moves, or also `multi`, which counts slides of
    /// whole lines.
    pub metrics: &'static [Metric],
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// Whether it looks up tables, which may have to be built first.
    pub tables: bool,
    /// What may stand in parentheses behind the name, by an example.
    pub argument: Option<&'static str>,
    /// Where it comes from.
    pub citation: &'static str,
}

/// A named goal.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GoalEntry {
    /// Its name.
    pub name: &'static str,
    /// What it looks like, in one line.
    pub summary: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
}

/// A form of boards.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormatEntry {
    /// Its name.
    pub name: &'static str,
    /// What it looks like, in one line.
    pub summary: &'static str,
    /// A board in this form.
    pub example: &'static str,
    /// Whether boards can be written in it as well.
    pub writes: bool,
}

/// Something that is counted.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatisticEntry {
    /// Its name in answers.
    pub name: &'static str,
    /// What it counts.
    pub meaning: &'static str,
}

/// A named set of boards.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetEntry {
    /// Name before the colon.
    pub name: &'static str,
    /// What it holds.
    pub summary: &'static str,
    /// The size of its boards, as in `4x4`.
    pub size: String,
    /// The goal of its boards.
    pub goal: &'static str,
    /// How many boards it holds.
    pub count: usize,
    /// What the costs that it tells are: `optimal`, or those of published solutions.
    pub costs: &'static str,
    /// How some of its boards are named.
    pub examples: String,
    /// Where it comes from.
    pub citation: &'static str,
}

impl SetEntry {
    /// Of a set.
    pub fn of(set: &SetCard) -> Self {
        Self {
            name: set.name,
            summary: set.summary,
            size: set.size(),
            goal: set.goal,
            count: set.count(),
            costs: set.costs(),
            examples: set.examples(),
            citation: set.citation,
        }
    }
}

/// A kind of random boards.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RandomSetEntry {
    /// The word that descriptions begin with.
    pub name: &'static str,
    /// Which boards they are.
    pub summary: &'static str,
    /// How boards are described.
    pub form: &'static str,
    /// A description.
    pub example: &'static str,
}

/// A problem that is not a board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProblemEntry {
    /// Name before the parentheses.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// Its name in prose.
    pub title: &'static str,
    /// What is to be done, in one line.
    pub summary: &'static str,
    /// What stands in the parentheses, in words.
    pub arguments: &'static str,
    /// A call that works.
    pub example: &'static str,
    /// Its heuristics; the first is the default.
    pub heuristics: Vec<HeuristicEntry>,
    /// Where it comes from.
    pub citation: &'static str,
}

impl Lists {
    /// All lists.
    pub fn new() -> Self {
        Self {
            algorithms: algorithms().map(AlgorithmEntry::of).collect(),
            heuristics: heuristics().map(HeuristicEntry::of).collect(),
            goals: goal::CARDS
                .iter()
                .map(|card| GoalEntry { name: card.name, summary: card.summary, aliases: card.aliases })
                .collect(),
            formats: FORMATS
                .iter()
                .map(|card| FormatEntry {
                    name: card.name,
                    summary: card.summary,
                    example: card.example,
                    writes: card.writes,
                })
                .collect(),
            statistics: STATISTICS
                .iter()
                .map(|card| StatisticEntry { name: card.name, meaning: card.meaning })
                .collect(),
            sets: sets::SETS.iter().map(SetEntry::of).collect(),
            random_sets: random_sets::CARDS
                .iter()
                .map(|card| RandomSetEntry {
                    name: card.word,
                    summary: card.summary,
                    form: card.form,
                    example: card.example,
                })
                .collect(),
            groups: Group::ALL.iter().map(|group| GroupEntry { name: group.word(), title: group.title() }).collect(),
            problems: CARDS.iter().map(ProblemEntry::of).collect(),
            orders_default: MoveOrder::default().to_string(),
        }
    }
}

impl Default for Lists {
    fn default() -> Self {
        Self::new()
    }
}

impl AlgorithmEntry {
    fn of(card: &AlgorithmCard) -> Self {
        Self {
            name: card.name,
            aliases: card.aliases,
            title: card.title,
            summary: card.summary,
            group: card.group.word(),
            informed: card.informed,
            complete: card.complete.describe(),
            optimal: card.optimal.describe(),
            memory: card.memory.describe(),
            kind: card.kind.describe(),
            frontier: card.frontier.word(),
            features: card.features.iter().map(|feature| feature.word()).collect(),
            traceable: card.is_traceable(),
            options: card.options.iter().map(OptionEntry::of).collect(),
            citation: card.citation,
            pseudocode: card.pseudocode_lines().map(|line| LineEntry { text: line.text, at: line.at }).collect(),
        }
    }
}

impl ProblemEntry {
    fn of(card: &ProblemCard) -> Self {
        Self {
            name: card.name,
            aliases: card.aliases,
            title: card.title,
            summary: card.summary,
            arguments: card.arguments,
            example: card.example,
            heuristics: card.heuristics.iter().map(HeuristicEntry::of).collect(),
            citation: card.citation,
        }
    }
}

impl OptionEntry {
    fn of(card: &OptionCard) -> Self {
        Self {
            name: card.name,
            summary: card.summary,
            values: card.kind.describe(),
            default: card.kind.default_value().to_string(),
            choices: match card.kind {
                OptionKind::Choice(words) => Some(words),
                OptionKind::Count { .. } | OptionKind::Fraction { .. } => None,
            },
        }
    }
}

impl HeuristicEntry {
    fn of(card: &HeuristicCard) -> Self {
        Self {
            name: card.name,
            title: card.title,
            summary: card.summary,
            admissible: card.admissible,
            consistent: card.consistent,
            metrics: card.metrics(),
            aliases: card.aliases,
            tables: card.tables,
            argument: card.argument,
            citation: card.citation,
        }
    }
}
