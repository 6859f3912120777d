//! In which unit the costs of a custom problem are counted.
//!
//! Searches count in whole units, and costs come one by one. So the unit is one at first, and
//! becomes finer when a cost asks for it. If in the finer unit a path would be too long for a
//! [`Cost`], or if costs have no common unit that is coarse enough, they are rounded.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::core::fraction::greatest_common_divisor;
use crate::core::{Cost, Fraction};

/// No unit is finer than one part in so many.
pub(super) const FINEST: u32 = 1_000_000;
/// An estimate that is not whole makes the unit at least as fine as one part in so many: it is
/// rounded down.
const FINE_ENOUGH_FOR_ESTIMATES: u32 = 1_000;
/// Costs, paths and estimates stay below this. A path may go beyond it by one step before that is
/// noticed, and two such paths may meet: that is less than 2^31, as searches need it.
pub(super) const LONGEST: Cost = 1 << 29;

/// The nearest number of units; [`LONGEST`] if it is not below that. INVARIANT: costs and estimates
/// are not negative, here and below.
pub(super) fn nearest(cost: Fraction, unit: u32) -> Cost {
    cut_off(in_parts(cost, unit.into(), cost.denominator() / 2))
}

/// The number of units, rounded down. What is above [`LONGEST`] is cut off there: no path is so
/// long, so that loses nothing.
pub(super) fn rounded_down(cost: Fraction, unit: u32) -> Cost {
    cut_off(in_parts(cost, unit.into(), 0))
}

/// The number of units, rounded up; at most [`LONGEST`].
pub(super) fn rounded_up(cost: Fraction, unit: u32) -> Cost {
    cut_off(in_parts(cost, unit.into(), cost.denominator() - 1))
}

/// The number of parts of which so many make one, where numerator and parts are below 2^63 both.
/// Whole numbers, which most costs are, need no division.
fn in_parts(cost: Fraction, unit: u64, rounding: i64) -> u128 {
    let scaled = u128::from(cost.numerator().unsigned_abs()) * u128::from(unit);
    match cost.denominator().unsigned_abs() {
        1 => scaled,
        denominator => (scaled + u128::from(rounding.unsigned_abs())) / u128::from(denominator),
    }
}

/// Whether a cost is a whole number of units.
fn is_whole(cost: Fraction, unit: u32) -> bool {
    i64::from(unit) % cost.denominator() == 0
}

/// What costs are together: exactly, where numerator and denominator are small enough, else the
/// nearest decimal.
pub(super) fn sum(costs: impl Iterator<Item = Fraction> + Clone) -> Fraction {
    /// Where costs have no denominator in common, they are added in parts so small that the errors
    /// are not seen.
    const SMALLEST_PARTS: u64 = 10_u64.pow(18);
    let total = costs.clone().try_fold(Fraction::ZERO, Fraction::plus);
    if let Some(total) = total.filter(|total| total.small_parts().is_some()) {
        return total;
    }
    let (numerator, denominator) = match total {
        Some(total) => (total.numerator().unsigned_abs().into(), total.denominator().unsigned_abs().into()),
        None => {
            let parts = costs.map(|cost| in_parts(cost, SMALLEST_PARTS, cost.denominator() / 2));
            (parts.fold(0, u128::saturating_add), u128::from(SMALLEST_PARTS))
        }
    };
    let in_unit = |unit: u32| {
        let units = (numerator / denominator).checked_mul(unit.into())?;
        let rest = ((numerator % denominator) * u128::from(unit) + denominator / 2) / denominator;
        Some(Fraction::over(Cost::try_from(units.checked_add(rest)?).ok()?, unit))
    };
    let most_digits = u32::MAX.ilog10();
    let nearest = (0..=most_digits).rev().find_map(|digits| in_unit(10_u32.pow(digits)));
    nearest.unwrap_or(Fraction::whole(Cost::MAX.into()))
}

fn cut_off(units: u128) -> Cost {
    units.min(u128::from(LONGEST)) as Cost
}

/// The unit of a search, and that of the next.
pub(super) struct Scale {
    /// How many units make one, in the search that runs.
    unit: AtomicU32,
    next: Mutex<Next>,
}

/// What has turned out about the unit.
#[derive(Clone, Copy)]
struct Next {
    unit: u32,
    /// No unit may be finer, or else paths would be too long.
    finest: u32,
    is_rounded: bool,
}

/// What a number means for the search that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// It can go on.
    Fits,
    /// It has to be run again in another unit.
    Again,
    /// There is no unit for it.
    TooLarge,
}

impl Default for Scale {
    fn default() -> Self {
        Self { unit: AtomicU32::new(1), next: Mutex::new(Next { unit: 1, finest: FINEST, is_rounded: false }) }
    }
}

impl Scale {
    /// How many units make one.
    pub fn unit(&self) -> u32 {
        self.unit.load(Ordering::Relaxed)
    }

    /// Whether costs have been rounded.
    pub fn is_rounded(&self) -> bool {
        self.next().is_rounded
    }

    /// Takes up the unit that has turned out to be needed; whether it is another one.
    pub fn take_up(&self) -> bool {
        let next = self.next().unit;
        self.unit.swap(next, Ordering::Relaxed) != next
    }

    fn next(&self) -> std::sync::MutexGuard<'_, Next> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes room for a cost.
    pub fn cost(&self, cost: Fraction) -> Fit {
        if is_whole(cost, self.unit()) {
            return if nearest(cost, self.unit()) < LONGEST { Fit::Fits } else { self.coarser() };
        }
        let mut next = self.next();
        match common_unit(next.unit, cost.denominator()).filter(|&unit| unit <= next.finest) {
            Some(unit) => next.unit = unit,
            None => (next.unit, next.is_rounded) = (next.finest, true),
        }
        let is_same = next.unit == self.unit();
        drop(next);
        match is_same {
            false => Fit::Again,
            true if nearest(cost, self.unit()) < LONGEST => Fit::Fits,
            true => self.coarser(),
        }
    }

    /// Makes room for an estimate, which is rounded down whatever the unit.
    pub fn estimate(&self, estimate: Fraction) -> Fit {
        if is_whole(estimate, self.unit()) || self.unit() >= FINE_ENOUGH_FOR_ESTIMATES {
            return Fit::Fits;
        }
        let mut next = self.next();
        if next.unit < FINE_ENOUGH_FOR_ESTIMATES {
            let finer = common_unit(next.unit, FINE_ENOUGH_FOR_ESTIMATES.into());
            next.unit = finer.filter(|&unit| unit <= next.finest).unwrap_or(next.unit);
        }
        if next.unit == self.unit() { Fit::Fits } else { Fit::Again }
    }

    /// A path is too long in this unit.
    pub fn coarser(&self) -> Fit {
        let unit = self.unit();
        let mut next = self.next();
        if unit == 1 {
            return Fit::TooLarge;
        }
        next.finest = 10_u32.pow((unit - 1).ilog10());
        (next.unit, next.is_rounded) = (next.finest, true);
        Fit::Again
    }
}

/// The coarsest unit for all that is a whole number of one of two, a power of ten where that is
/// possible: such costs are easy to read. `None` if it would be too fine.
fn common_unit(unit: u32, denominator: i64) -> Option<u32> {
    let divisor = greatest_common_divisor(unit.into(), denominator.into());
    let common =
        Some(i128::from(unit) / divisor * i128::from(denominator)).filter(|&common| common <= FINEST.into())?;
    let decimal = (0..=FINEST.ilog10()).map(|digits| 10_i128.pow(digits)).find(|power| power % common == 0);
    Some(decimal.unwrap_or(common) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(numerator: i128, denominator: i128) -> Fraction {
        Fraction::new(numerator, denominator).unwrap()
    }

    #[test]
    fn the_unit_becomes_as_fine_as_costs_need() {
        let scale = Scale::default();
        assert_eq!(scale.cost(amount(7, 1)), Fit::Fits);
        assert!(!scale.take_up());
        assert_eq!(scale.cost(amount(1, 2)), Fit::Again);
        assert!(scale.take_up());
        assert_eq!((scale.unit(), nearest(amount(1, 2), 10)), (10, 5));
        assert_eq!((scale.cost(amount(3, 10)), scale.cost(amount(1, 4))), (Fit::Fits, Fit::Again));
        assert!(scale.take_up() && scale.unit() == 100);
        assert_eq!(scale.cost(amount(1, 3)), Fit::Again);
        assert!(scale.take_up() && scale.unit() == 300 && !scale.is_rounded());
        assert_eq!(scale.cost(amount(1_414_213_562, 1_000_000_000)), Fit::Again);
        assert!(scale.take_up() && scale.unit() == FINEST && scale.is_rounded());
        assert_eq!((scale.cost(amount(1, 3)), nearest(amount(1, 3), FINEST)), (Fit::Fits, 333_333));
    }

    #[test]
    fn long_paths_make_it_coarser() {
        let scale = Scale::default();
        scale.cost(amount(1, 7));
        scale.take_up();
        assert_eq!(scale.unit(), 7);
        assert_eq!(scale.coarser(), Fit::Again);
        assert!(scale.take_up() && scale.unit() == 1 && scale.is_rounded());
        assert_eq!(scale.coarser(), Fit::TooLarge);
        assert_eq!(scale.cost(amount(1, 7)), Fit::Fits, "it is rounded from now on");
        let scale = Scale::default();
        assert_eq!(scale.cost(amount(1, FINEST.into())), Fit::Again);
        scale.take_up();
        assert_eq!(scale.cost(amount(2000, 1)), Fit::Again);
        assert!(scale.take_up() && scale.unit() == FINEST / 10);
        assert_eq!(scale.cost(amount(i128::from(u32::MAX), 1)), Fit::Again);
        assert_eq!(nearest(amount(1 << 60, 1), 1), LONGEST);
    }

    #[test]
    fn estimates_are_rounded_down_to_thousandths_at_least() {
        let scale = Scale::default();
        assert_eq!(scale.estimate(amount(4, 1)), Fit::Fits);
        assert_eq!(scale.estimate(amount(1, 3)), Fit::Again);
        assert!(scale.take_up());
        assert_eq!(
            (scale.unit(), scale.estimate(amount(1, 3)), rounded_down(amount(2, 3), 1000)),
            (1000, Fit::Fits, 666)
        );
        assert!(!scale.is_rounded());
    }

    #[test]
    fn sums_are_exact_or_the_nearest_decimal() {
        let total = |costs: &[Fraction]| sum(costs.iter().copied()).to_string();
        assert_eq!(total(&[]), "0");
        assert_eq!(total(&[amount(1, 3), amount(1, 6)]), "0.5");
        assert_eq!(total(&[amount(1, 3), amount(1, 7)]), "10/21");
        assert_eq!(total(&[amount(3_333_334, 10_000_000); 3]), "1.0000002");
        let root = amount(1_414_213_562_373_095, 1_000_000_000_000_000);
        assert_eq!(total(&[root; 3]), "4.242640687");
        assert_eq!(total(&[amount(1, (1 << 61) - 1), amount(1, 1 << 61), amount(7, 2)]), "3.5");
        assert_eq!(total(&[amount(1 << 20, 1), amount(1, 1 << 40)]), "1048576");
    }
}
