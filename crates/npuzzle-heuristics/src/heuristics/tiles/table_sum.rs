//! Expressions of heuristics that are sums over the tiles, as fast as one of them:
//! `max(manhattan, misplaced)`, `manhattan-with-blank/2`, `max(0, misplaced-with-blank - 1)`,
//! `100*manhattan`, `(manhattan + misplaced)/2`.
//!
//! Everything linear in such sums is itself a sum over the tiles, so it is one table of what each
//! tile contributes in each cell. What the expression makes of the sum is looked up in a second
//! table. Two different sums fit side by side in one word, so a maximum of two costs no more
//! look-ups per move than one.
//!
//! PERF: IDA* on `korf:12`, `korf:79` and `korf:20` generates 0.86 to 0.89 times as many states a
//! second with `max(manhattan, misplaced)` as with `manhattan`; in the general form
//! (`min(manhattan, misplaced + 99)`) 0.25 times as many.

use crate::core::fraction::greatest_common_divisor;
use crate::core::{Cost, Fraction, Heuristic, Properties};
use crate::domains::tiles::{Board, Cell, Grid, Position, Shape, Tile, Tiles};
use crate::heuristics::expression::program::Program;
use crate::heuristics::expression::{Expression, Named, Node, Steps};
use crate::heuristics::tiles::part_of;

/// What one tile contributes to a sum: the shape, the tile, its home and where it stands. Zero at
/// home. Tile 0 is the blank.
pub type TileContribution = fn(Shape, Tile, Cell, Cell) -> u32;

/// Larger boards would need large tables.
const MOST_CELLS: usize = 1 << CELL_BITS;
const CELL_BITS: u32 = 6;
/// Nor are sums beyond this looked up.
const MOST_VALUES: usize = 1 << 16;

/// The estimate for each value of a sum. PERF: arrays whose sizes are known spare the search its
/// bounds checks.
type Finish = Box<[Cost; MOST_VALUES]>;

/// A function of one sum over the tiles, or the larger of two.
pub struct TableSum {
    /// What a tile contributes in a cell: the first sum in the low half, the second in the high
    /// half.
    parts: Box<[u64; MOST_CELLS * MOST_CELLS]>,
    with_blank: bool,
    /// For the first sum.
    first: Finish,
    /// For the second; all zero where there is none.
    second: Finish,
    properties: Properties,
}

/// A sum of heuristics with whole weights that have no common factor.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Direction(Vec<i128>);

impl TableSum {
    /// The expression in this form; `None` if it has none, or if it has no value for some sum.
    pub fn new<G: Grid>(expression: &Expression, domain: &Tiles<G>) -> Option<Self> {
        let shape = domain.grid().shape();
        if shape.cells() > MOST_CELLS {
            return None;
        }
        let part = |named: &Named| match named {
            Named::Listed { card, .. } => part_of(card.name),
            Named::Custom(_) => None,
        };
        let parts: Vec<TileContribution> = expression.atoms.iter().map(part).collect::<Option<_>>()?;
        let count = parts.len();
        let mut directions: Vec<Direction> = Vec::new();
        let groups = match &expression.root {
            Node::Max(branches) => branches.iter().map(|branch| in_one_sum(branch, count, &mut directions)).collect(),
            root => vec![in_one_sum(root, count, &mut directions)],
        };
        let groups: Vec<(usize, Node)> = groups.into_iter().collect::<Option<_>>()?;
        if directions.len() > 2 {
            return None;
        }
        let sums: Vec<Sum> =
            directions.iter().map(|direction| Sum::new(direction, &parts, domain.goal())).collect::<Option<_>>()?;
        let finish = |lane: usize| -> Option<Finish> {
            let mut estimates = vec![0; MOST_VALUES];
            let branches: Vec<Node> =
                groups.iter().filter(|(sum, _)| *sum == lane).map(|(_, node)| node.clone()).collect();
            if branches.is_empty() {
                return estimates.try_into().ok();
            }
            let of_sum = Expression { root: Node::Max(branches), atoms: vec![expression.atoms.first()?.clone()] };
            let program = Program::new(&of_sum, &[1]);
            let most = sums.get(lane).map_or(0, |sum| sum.most);
            for (estimate, value) in estimates.iter_mut().zip(0..=most) {
                *estimate = rounded_up(program.run(&[value]).ok()?)?;
            }
            estimates.try_into().ok()
        };
        let mut table = vec![0; MOST_CELLS * MOST_CELLS];
        for (lane, sum) in sums.iter().enumerate() {
            for (tile, row) in sum.parts.iter().enumerate() {
                for (cell, &part) in row.iter().enumerate() {
                    table[tile << CELL_BITS | cell] |= part << (32 * lane);
                }
            }
        }
        Some(Self {
            with_blank: table[..MOST_CELLS].iter().any(|&part| part != 0),
            parts: table.try_into().ok()?,
            first: finish(0)?,
            second: finish(1)?,
            properties: expression.properties(Steps::MOVES),
        })
    }

    #[inline(always)]
    fn part<G: Grid>(&self, tile: G::Index, cell: G::Index) -> u64 {
        self.parts[(tile.into() << CELL_BITS | cell.into()) & (MOST_CELLS * MOST_CELLS - 1)]
    }
}

/// An exact value as a whole cost; `None` if it is not an estimate.
fn rounded_up((numerator, denominator): (i64, i64)) -> Option<Cost> {
    let value = Fraction::new(numerator.into(), denominator.into())?.ceil();
    let fits = numerator >= 0 && value < Fraction::whole(1 << 30);
    fits.then(|| value.numerator() as Cost)
}

/// A sum over the tiles.
struct Sum {
    /// By tile and cell.
    parts: Vec<Vec<u64>>,
    /// No board has more.
    most: u64,
}

impl Sum {
    fn new(direction: &Direction, parts: &[TileContribution], goal: &Board) -> Option<Self> {
        let shape = goal.shape();
        let homes = goal.places();
        let part = |tile: usize, cell: Cell| -> Option<u64> {
            let weighted = direction.0.iter().zip(parts).map(|(&weight, part)| {
                weight.checked_mul(i128::from(part(shape, Tile(tile as u16), homes[tile], cell)))
            });
            let part = weighted.sum::<Option<i128>>()?;
            u64::try_from(part).ok().filter(|&part| part < MOST_VALUES as u64)
        };
        let parts: Vec<Vec<u64>> = (0..shape.cells())
            .map(|tile| shape.all_cells().map(|cell| part(tile, cell)).collect())
            .collect::<Option<_>>()?;
        let most = parts.iter().map(|row| row.iter().max().copied().unwrap_or(0)).sum::<u64>();
        (most < MOST_VALUES as u64).then_some(Self { parts, most })
    }
}

/// The expression as a function of one sum: the number of the sum among `directions`, to which new
/// ones are added, and the function, whose only atom is the sum.
fn in_one_sum(node: &Node, atoms: usize, directions: &mut Vec<Direction>) -> Option<(usize, Node)> {
    let mut sum = None;
    let function = rewrite(node, atoms, directions, &mut sum)?;
    // A number is a function of any sum.
    Some((sum.unwrap_or(0), function))
}

fn rewrite(node: &Node, atoms: usize, directions: &mut Vec<Direction>, sum: &mut Option<usize>) -> Option<Node> {
    if let Some(linear) = Linear::of(node, atoms) {
        let Some((direction, factor)) = linear.direction()? else { return Some(Node::Number(linear.constant)) };
        let number = directions.iter().position(|known| *known == direction).unwrap_or_else(|| {
            directions.push(direction);
            directions.len() - 1
        });
        if *sum.get_or_insert(number) != number {
            return None;
        }
        let scaled = Node::Product(vec![(false, Node::Number(factor)), (false, Node::Atom(0))]);
        return Some(Node::Sum(vec![(false, scaled), (false, Node::Number(linear.constant))]));
    }
    let mut all = |parts: &[Node]| -> Option<Vec<Node>> {
        parts.iter().map(|part| rewrite(part, atoms, directions, sum)).collect()
    };
    let mut signed = |parts: &[(bool, Node)]| -> Option<Vec<(bool, Node)>> {
        let nodes = parts.iter().map(|(_, node)| node.clone()).collect::<Vec<_>>();
        Some(parts.iter().map(|(sign, _)| *sign).zip(all(&nodes)?).collect())
    };
    Some(match node {
        Node::Number(_) | Node::Atom(_) => return None,
        Node::Sum(terms) => Node::Sum(signed(terms)?),
        Node::Product(factors) => Node::Product(signed(factors)?),
        Node::Max(parts) => Node::Max(all(parts)?),
        Node::Min(parts) => Node::Min(all(parts)?),
        Node::Floor(part) => Node::Floor(Box::new(all(std::slice::from_ref(&**part))?.pop()?)),
        Node::Ceil(part) => Node::Ceil(Box::new(all(std::slice::from_ref(&**part))?.pop()?)),
    })
}

/// A weighted sum of heuristics and a number.
struct Linear {
    weights: Vec<Fraction>,
    constant: Fraction,
}

impl Linear {
    fn of(node: &Node, atoms: usize) -> Option<Self> {
        let number = |constant| Self { weights: vec![Fraction::ZERO; atoms], constant };
        match node {
            Node::Number(constant) => Some(number(*constant)),
            Node::Atom(atom) => {
                let mut linear = number(Fraction::ZERO);
                linear.weights[*atom] = Fraction::ONE;
                Some(linear)
            }
            Node::Sum(terms) => terms.iter().try_fold(number(Fraction::ZERO), |sum, (minus, term)| {
                let term = Self::of(term, atoms)?;
                sum.plus(&if *minus { term.times(Fraction::whole(-1))? } else { term })
            }),
            Node::Product(factors) => factors.iter().try_fold(number(Fraction::ONE), |product, (divide, factor)| {
                let factor = Self::of(factor, atoms)?;
                match (divide, factor.as_number(), product.as_number()) {
                    (true, Some(number), _) => product.times(number.inverse()?),
                    (false, Some(number), _) => product.times(number),
                    (false, None, Some(number)) => factor.times(number),
                    _ => None,
                }
            }),
            _ => None,
        }
    }

    fn as_number(&self) -> Option<Fraction> {
        self.weights.iter().all(|&weight| weight == Fraction::ZERO).then_some(self.constant)
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        let weights = self.weights.iter().zip(&other.weights).map(|(a, &b)| a.plus(b)).collect::<Option<_>>()?;
        Some(Self { weights, constant: self.constant.plus(other.constant)? })
    }

    fn times(&self, factor: Fraction) -> Option<Self> {
        let weights = self.weights.iter().map(|weight| weight.times(factor)).collect::<Option<_>>()?;
        Some(Self { weights, constant: self.constant.times(factor)? })
    }

    /// Whole weights without a common factor, and what they have to be multiplied by; nothing
    /// inside for a mere number.
    fn direction(&self) -> Option<Option<(Direction, Fraction)>> {
        let Some(first) = self.weights.iter().find(|weight| **weight != Fraction::ZERO) else { return Some(None) };
        // Divided by the first weight, all that is left are denominators.
        let unit = if *first < Fraction::ZERO { first.negated() } else { *first };
        let inverse = unit.inverse()?;
        let relative: Vec<Fraction> = self.weights.iter().map(|weight| weight.times(inverse)).collect::<Option<_>>()?;
        let common = relative.iter().try_fold(1_i128, |common, weight| {
            let denominator = i128::from(weight.denominator());
            (common / greatest_common_divisor(common, denominator)).checked_mul(denominator)
        })?;
        let whole = relative
            .iter()
            .map(|weight| i128::from(weight.numerator()).checked_mul(common / i128::from(weight.denominator())));
        let factor = unit.times(Fraction::new(1, common)?)?;
        Some(Some((Direction(whole.collect::<Option<_>>()?), factor)))
    }
}

impl<G: Grid> Heuristic<Tiles<G>> for TableSum {
    type Acc = u64;

    fn root(&self, domain: &Tiles<G>, position: &Position<G>) -> u64 {
        (0..domain.grid().shape().cells()).map(G::index).map(|cell| self.part::<G>(position.tile_at(cell), cell)).sum()
    }

    #[inline(always)]
    fn step(&self, _: &Tiles<G>, sum: u64, before: &Position<G>, to: G::Index) -> u64 {
        let (tile, blank) = (before.tile_at(to), before.blank());
        let mut sum = sum + self.part::<G>(tile, blank) - self.part::<G>(tile, to);
        if self.with_blank {
            sum = sum + self.part::<G>(G::index(0), to) - self.part::<G>(G::index(0), blank);
        }
        sum
    }

    #[inline(always)]
    fn value(&self, sum: u64) -> Cost {
        self.first[usize::from(sum as u16)].max(self.second[usize::from((sum >> 32) as u16)])
    }

    /// At the goal every tile contributes nothing.
    #[inline(always)]
    fn may_be_goal(&self, sum: u64) -> bool {
        sum == 0
    }

    fn properties(&self) -> Properties {
        self.properties
    }
}
