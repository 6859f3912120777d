//! Heuristics of the sliding-tile puzzle: the list, and how a name becomes a type.

/// The end of an `impl Heuristic` whose accumulator is the estimate itself, zero exactly at goals.
macro_rules! value_is_the_sum {
    ($properties:expr) => {
        #[inline(always)]
        fn value(&self, sum: Cost) -> Cost {
            sum
        }

        #[inline(always)]
        fn may_be_goal(&self, sum: Cost) -> bool {
            sum == 0
        }

        fn properties(&self) -> Properties {
            $properties
        }
    };
}

pub mod compiled;
mod custom;
mod home_sum;
mod homes;
mod line_sum;
mod shares;
mod slide_sum;
pub mod slides;
mod table_sum;
mod tile_sum;

pub use shares::{LineShare, MOST_CELLS_WITH_PAIRS, Pair, Shares, TileShare};
pub use table_sum::{TableSum, TileContribution};

pub use crate::core::BuildError;
use crate::core::card::HeuristicCard;
use crate::core::{BoxedEvaluator, Budget, Carried, Fraction, Heuristic};
use crate::domains::tiles::{Board, Grid, Tiles};
use crate::heuristics::expression::{Atom, Composite, Expression, FailureSlot, MOST_ATOMS, Named, Steps};
use crate::heuristics::tiles::custom::{CustomEstimate, Remember};

/// Larger tables that a heuristic makes for itself are not kept in memory for the next search.
const MOST_KEPT_BYTES: u64 = 16 << 20;

/// An entry of the list: a card, and a constructor for every board storage.
pub trait TileHeuristic {
    /// What the catalogue says about it. Its claims are executed over whole state spaces by the
    /// tests.
    const CARD: HeuristicCard;

    /// The heuristic for boards stored in `G`.
    type Built<G: Grid>: Heuristic<Tiles<G>, Acc: Carried> + Send + Sync + 'static;

    /// What one tile contributes, where the heuristic is a sum over the tiles.
    const PART: Option<TileContribution> = None;

    /// How its value on a board comes about, where that can be told tile by tile. Board and goal
    /// have the same shape.
    fn shares(start: &Board, goal: &Board) -> Shares {
        let of_tiles = |part: TileContribution| {
            let share = |tile, home, at| Fraction::whole(part(goal.shape(), tile, home, at).into());
            Shares::of_tiles(start, goal, share)
        };
        Self::PART.map(of_tiles).unwrap_or_default()
    }

    /// Prepares the heuristic for one puzzle. If that takes a while, `budget` is asked now and
    /// then.
    fn build<G: Grid>(domain: &Tiles<G>, budget: &mut Budget<'_>) -> Result<Self::Built<G>, BuildError>;

    /// As [`build`](Self::build), for a name with an argument in parentheses. The card says whether
    /// it may have one.
    fn build_with<G: Grid>(
        argument: Option<&str>,
        domain: &Tiles<G>,
        budget: &mut Budget<'_>,
    ) -> Result<Self::Built<G>, BuildError> {
        debug_assert!(argument.is_none(), "only cards with an example of an argument are given one");
        Self::build(domain, budget)
    }

    /// Whether the walk of IDA* is compiled for its own type. Most heuristics are not worth that:
    /// they share one type for sums over the tiles, or one that calls them.
    const HAS_OWN_WALK: bool = false;

    /// Builds the heuristic for a search.
    fn evaluator<G: Grid>(
        argument: Option<&str>,
        domain: &Tiles<G>,
        budget: &mut Budget<'_>,
    ) -> Result<BoxedEvaluator<Tiles<G>>, BuildError>
    where
        Self: Sized,
    {
        if Self::HAS_OWN_WALK {
            return Ok(Box::new(Self::build_with(argument, domain, budget)?));
        }
        let expression = Expression::of(&Self::CARD);
        if let Some(sum) = TableSum::new(&expression, domain) {
            return Ok(Box::new(sum));
        }
        let atom: Box<dyn Atom<Tiles<G>>> = Box::new(Self::build_with(argument, domain, budget)?);
        Ok(Box::new(Composite::<_, 1>::new(expression, vec![atom], Steps::MOVES, FailureSlot::default())))
    }
}

/// Declares the modules, the cards and the way from a name to a type, all from one list.
macro_rules! tile_heuristics {
    ($($module:ident)*) => {
        $(pub mod $module;)*

        /// The cards, in the order of the list.
        pub static CARDS: &[HeuristicCard] = &[$(<$module::Entry as TileHeuristic>::CARD),*];

        /// Builds a heuristic of the list in the form it has for searches.
        fn listed<G: Grid>(
            named: &Named,
            domain: &Tiles<G>,
            budget: &mut Budget<'_>,
        ) -> Result<BoxedEvaluator<Tiles<G>>, BuildError> {
            $(if <$module::Entry as TileHeuristic>::CARD.name == named.name() {
                return <$module::Entry as TileHeuristic>::evaluator(named.argument(), domain, budget);
            })*
            Err(BuildError::unknown(named.name()))
        }

        /// Builds a heuristic of the list by its name and argument, with its accumulator in a word.
        pub fn listed_atom<G: Grid>(
            named: &Named,
            domain: &Tiles<G>,
            budget: &mut Budget<'_>,
        ) -> Result<Box<dyn Atom<Tiles<G>>>, BuildError> {
            $(if <$module::Entry as TileHeuristic>::CARD.name == named.name() {
                let built = <$module::Entry as TileHeuristic>::build_with(named.argument(), domain, budget)?;
                return Ok(Box::new(built));
            })*
            Err(BuildError::unknown(named.name()))
        }

        /// What one tile contributes to the heuristic called `name`, if it is a sum over the tiles.
        fn part_of(name: &str) -> Option<TileContribution> {
            $(if <$module::Entry as TileHeuristic>::CARD.name == name {
                return <$module::Entry as TileHeuristic>::PART;
            })*
            None
        }

        /// How the value of the heuristic called `name` comes about on a board.
        pub fn shares(name: &str, start: &Board, goal: &Board) -> Shares {
            $(if <$module::Entry as TileHeuristic>::CARD.name == name {
                return <$module::Entry as TileHeuristic>::shares(start, goal);
            })*
            Shares::default()
        }
    };
}

// The list. A new heuristic is a file in this folder and its line here; see CONTRIBUTING.md.
tile_heuristics! {
    zero
    misplaced
    misplaced_with_blank
    manhattan
    manhattan_with_blank
    euclidean
    gaschnig
    out_of_line
    linear_conflict
    scan_conflict
    corner_tiles
    last_moves
    inversion
    walking_distance
    perfect
    pdb
    slide_out_of_line
    slide_rows_columns
    slide_walking_distance
    slide_perfect
}

/// Builds an expression in the form it has for searches. It notes in `broken` what has no value.
pub fn evaluator<G: Grid>(
    expression: &Expression,
    domain: &Tiles<G>,
    budget: &mut Budget<'_>,
    broken: &FailureSlot,
) -> Result<BoxedEvaluator<Tiles<G>>, BuildError> {
    match expression.as_atom() {
        Some(named @ Named::Listed { .. }) => return listed(named, domain, budget),
        Some(Named::Custom(_)) => {
            return Ok(Box::new(general::<G, 1>(expression, domain, budget, broken, Remember::Yes, Steps::MOVES)?));
        }
        None => {}
    }
    if let Some(sum) = TableSum::new(expression, domain) {
        return Ok(Box::new(sum));
    }
    Ok(Box::new(general::<G, MOST_ATOMS>(expression, domain, budget, broken, Remember::Yes, Steps::MOVES)?))
}

/// The general form of any expression, for questions about every state once.
pub fn composite<G: Grid>(
    expression: &Expression,
    domain: &Tiles<G>,
    budget: &mut Budget<'_>,
    broken: &FailureSlot,
) -> Result<Composite<Tiles<G>, MOST_ATOMS>, BuildError> {
    general(expression, domain, budget, broken, Remember::No, Steps::MOVES)
}

fn general<G: Grid, const N: usize>(
    expression: &Expression,
    domain: &Tiles<G>,
    budget: &mut Budget<'_>,
    broken: &FailureSlot,
    remember: Remember,
    steps: Steps,
) -> Result<Composite<Tiles<G>, N>, BuildError> {
    let mut atoms: Vec<Box<dyn Atom<Tiles<G>>>> = Vec::with_capacity(expression.atoms.len());
    for named in &expression.atoms {
        atoms.push(match named {
            Named::Listed { .. } => listed_atom(named, domain, budget)?,
            Named::Custom(custom) => Box::new(CustomEstimate::new(custom, domain, budget, broken, remember)?),
        });
    }
    Ok(Composite::new(expression.clone(), atoms, steps, broken.clone()))
}
