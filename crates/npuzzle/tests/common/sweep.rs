//! Sweeps over whole spaces, of which a plain run of the tests takes a part.
//!
//! `NPUZZLE_SWEEPS=full` tests every case. A number tests the part with that seed; without the
//! variable it is the one with seed 0.

use std::iter::{Skip, StepBy};

/// Which cases of a sweep are tested.
pub struct Sweep {
    /// One in so many.
    every: usize,
    first: usize,
}

impl Sweep {
    /// One case in so many, or all where that is asked for. Prints which: the harness shows it if
    /// the test fails.
    #[expect(clippy::print_stdout, reason = "the harness shows it if the test fails")]
    pub fn one_in(every: usize) -> Self {
        let sweep = Self::chosen(every, std::env::var("NPUZZLE_SWEEPS").ok().as_deref());
        println!("one case in {}, NPUZZLE_SWEEPS={}", sweep.every, sweep.first);
        sweep
    }

    fn chosen(every: usize, asked: Option<&str>) -> Self {
        if asked == Some("full") {
            return Self { every: 1, first: 0 };
        }
        let seed: usize = asked.map_or(Ok(0), str::parse).expect("NPUZZLE_SWEEPS is `full` or a seed");
        Self { every, first: seed % every }
    }

    /// The cases that are tested.
    pub fn of<I: Iterator>(&self, cases: I) -> StepBy<Skip<I>> {
        cases.skip(self.first).step_by(self.every)
    }

    /// Whether the case with this number is tested.
    pub fn has(&self, number: usize) -> bool {
        number % self.every == self.first
    }

    /// How many of so many cases are tested, to within one.
    pub fn share(&self, cases: usize) -> usize {
        cases / self.every
    }
}

#[test]
fn the_parts_make_the_whole() {
    assert!(Sweep::chosen(4, Some("full")).of(0..10).eq(0..10));
    assert!(Sweep::chosen(4, None).of(0..10).eq([0, 4, 8]));
    let mut all: Vec<usize> = (3..7).flat_map(|seed| Sweep::chosen(4, Some(&seed.to_string())).of(0..10)).collect();
    all.sort_unstable();
    assert!(all.into_iter().eq(0..10));
    let parts = |number: usize| (0..4).filter(|seed| Sweep::chosen(4, Some(&seed.to_string())).has(number)).count();
    assert!((0..10).all(|number| parts(number) == 1 && Sweep::chosen(4, Some("full")).has(number)));
    assert_eq!((Sweep::chosen(4, None).share(10), Sweep::chosen(4, Some("full")).share(10)), (2, 10));
}
