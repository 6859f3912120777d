//! Python's numbers as the engine's exact ones.

use npuzzle::core::Fraction;
use npuzzle::front::units::thousands;
use npuzzle::heuristics::custom::CustomHeuristic;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt};

use crate::shown::shown;

/// Stands for infinity where a problem estimates: the engine cuts estimates off far below it.
const ENDLESS: i64 = 1 << 40;

/// A number that is not usable, in a few words.
#[derive(Clone, Debug)]
pub struct Unusable(pub String);

/// A finite number of at least zero.
enum Number {
    Whole(u64),
    Ratio(Fraction),
    Float(f64),
    /// Larger than any other: what courses return for a dead end.
    Infinite,
}

/// Reads whatever Python takes for a number: `int`, `float`, `Fraction`, `Decimal`, numpy's
/// scalars.
fn read(value: &Bound<'_, PyAny>) -> Result<Number, Unusable> {
    let unusable = || {
        let hint = if value.is_none() { "; is a `return` missing?" } else { "" };
        Unusable(format!("{}: expected a number of at least 0{hint}", shown(value)))
    };
    // Python's numbers have no end: the largest stands for all that are larger.
    let whole = |value: &Bound<'_, PyAny>| match value.extract::<u64>() {
        Ok(number) => Ok(Number::Whole(number)),
        Err(_) if value.is_instance_of::<PyInt>() && value.gt(0).unwrap_or(false) => Ok(Number::Whole(u64::MAX)),
        Err(_) => Err(unusable()),
    };
    if value.is_instance_of::<PyInt>() {
        return whole(value);
    }
    let float = |number: f64| match number {
        f64::INFINITY => Ok(Number::Infinite),
        0.0.. => Ok(Number::Float(number)),
        _ => Err(unusable()),
    };
    if let Ok(number) = value.cast::<PyFloat>() {
        return float(number.value());
    }
    let part = |name: &str| value.getattr(name).ok().and_then(|part| part.extract::<i128>().ok());
    if let (Some(above), Some(below)) = (part("numerator"), part("denominator")) {
        let ratio = Fraction::new(above, below).filter(|ratio| *ratio >= Fraction::ZERO);
        return ratio.map(Number::Ratio).ok_or_else(unusable);
    }
    if value.hasattr("__index__").unwrap_or(false) {
        return whole(value);
    }
    // Texts have no `__float__`, so that they are not taken for numbers.
    let number = value.call_method0("__float__").ok().and_then(|number| number.extract::<f64>().ok());
    float(number.ok_or_else(unusable)?)
}

/// An estimate of a board in the engine's units.
pub fn units(value: &Bound<'_, PyAny>) -> Result<u64, Unusable> {
    let too_large = || {
        let most = thousands(CustomHeuristic::LARGEST / u64::from(CustomHeuristic::UNIT));
        Unusable(format!("{}: expected less than {most} moves", shown(value)))
    };
    match read(value)? {
        Number::Whole(number) => {
            let units = number.checked_mul(CustomHeuristic::UNIT.into());
            units.filter(|&units| units < CustomHeuristic::LARGEST).ok_or_else(too_large)
        }
        Number::Ratio(ratio) => CustomHeuristic::units_of(ratio.to_f64()).ok_or_else(too_large),
        Number::Float(number) => CustomHeuristic::units_of(number).ok_or_else(too_large),
        Number::Infinite => Ok(CustomHeuristic::LARGEST - 1),
    }
}

/// A cost or an estimate of a problem, exactly. A float means the decimal number that Python writes
/// for it.
pub fn fraction(value: &Bound<'_, PyAny>) -> Result<Fraction, Unusable> {
    let too_large = || Unusable(format!("{}: expected a smaller number", shown(value)));
    match read(value)? {
        Number::Whole(number) => Fraction::new(number.into(), 1).ok_or_else(too_large),
        Number::Ratio(ratio) => Ok(ratio),
        Number::Float(number) => decimal(number).ok_or_else(too_large),
        Number::Infinite => Ok(Fraction::whole(ENDLESS)),
    }
}

/// The shortest decimal number that is nearest to this float, with at most twelve decimals.
fn decimal(number: f64) -> Option<Fraction> {
    const MOST_DECIMALS: usize = 12;
    let text = format!("{number}");
    let text = match text.split_once('.') {
        Some((_, decimals)) if decimals.len() > MOST_DECIMALS => format!("{number:.MOST_DECIMALS$}"),
        _ => text,
    };
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let digits: i128 = format!("{whole}{decimals}").parse().ok()?;
    Fraction::new(digits, 10_i128.pow(decimals.len() as u32))
}
