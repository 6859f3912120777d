//! All that has been asked of a custom problem. Nothing is asked twice, but for the states of a
//! solution: what is said of them is compared with what was said before.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::core::spelling::thousands;
use crate::core::{Cost, FailureSlot, Fraction, Properties};
use crate::domains::custom::audited::are_same_steps;
use crate::domains::custom::scale::{FINEST, Fit, LONGEST, Scale, nearest, rounded_down, sum};
use crate::domains::custom::{AuditedSpace, CustomProblem, CustomStep};
use crate::store::paged::Paged;

/// What is known of a custom problem, and what searches on it share.
pub struct Known {
    problem: Arc<dyn CustomProblem>,
    start: u32,
    has_unit_costs: bool,
    claims: Properties,
    states: Paged<State>,
    /// Bytes of the steps of all states.
    step_bytes: AtomicU64,
    /// Bytes that this and the describer hold.
    bytes: Arc<AtomicU64>,
    pub(super) scale: Scale,
    broken: FailureSlot,
    /// Set from outside: nothing is asked from then on.
    cancel: Option<Arc<AtomicBool>>,
    /// Whether a question was not asked because of that.
    is_cut_short: AtomicBool,
    /// What an audit saw, where a proof rests on it.
    audited: Option<Arc<AuditedSpace>>,
    /// Why nothing is proved: the first answer that was not the same again, or of which that cannot
    /// be told.
    change: OnceLock<String>,
}

/// What is known of a state.
#[derive(Default)]
struct State {
    steps: OnceLock<Box<[CustomStep]>>,
    is_goal: OnceLock<bool>,
    estimate: OnceLock<Fraction>,
}

impl Known {
    /// Asks for the start; a message if there is none.
    pub fn new(problem: Arc<dyn CustomProblem>) -> Result<Self, String> {
        let start = problem.start()?;
        let Properties { admissible, consistent } = problem.claims();
        Ok(Self {
            start,
            has_unit_costs: problem.has_unit_costs(),
            // What never drops faster than steps cost, and is zero at goals, is nowhere above the
            // true cost.
            claims: Properties { admissible: admissible || consistent, consistent },
            states: Paged::default(),
            step_bytes: AtomicU64::new(0),
            bytes: Arc::new(AtomicU64::new(problem.bytes())),
            scale: Scale::default(),
            broken: FailureSlot::default(),
            cancel: None,
            is_cut_short: AtomicBool::new(false),
            audited: None,
            change: OnceLock::new(),
            problem,
        })
    }

    /// With a flag that ends the questions at once when it is set, however long the next answer
    /// would take.
    pub fn with_cancel(self, cancel: Option<Arc<AtomicBool>>) -> Self {
        Self { cancel, ..self }
    }

    /// With what an audit saw, on which a proof rests: each answer is compared with it.
    pub fn with_audited(self, audited: Option<Arc<AuditedSpace>>) -> Self {
        Self { audited, ..self }
    }

    /// The first answer that was not the same again, or of which that cannot be told, in a
    /// sentence: nothing is proved by what changes.
    pub fn change(&self) -> Option<&str> {
        self.change.get().map(String::as_str)
    }

    /// Whether it was cancelled before all questions had their answers. What a search has proved
    /// since then does not hold.
    pub fn is_cut_short(&self) -> bool {
        self.is_cut_short.load(Ordering::Relaxed) || self.broken.message().is_some() && self.is_cancelled()
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Where to start.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// What is said of the heuristic.
    pub fn claims(&self) -> Properties {
        self.claims
    }

    /// What ends a search on this problem, with a message if it is at fault. Without one the search
    /// has to be run again.
    pub fn broken(&self) -> &FailureSlot {
        &self.broken
    }

    /// Bytes that are held besides the search, the describer's included.
    pub fn bytes(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.bytes)
    }

    /// How many units of cost make one.
    pub fn unit(&self) -> u32 {
        self.scale.unit()
    }

    /// Whether a search that was ended has to be run again, in another unit; from now on costs are
    /// counted in that.
    pub fn begin_again(&self) -> bool {
        let is_other = self.scale.take_up();
        self.broken.resume();
        is_other
    }

    /// Whether costs have been rounded.
    pub fn is_rounded(&self) -> bool {
        self.scale.is_rounded()
    }

    /// A remark on costs that have been rounded.
    pub fn note(&self) -> Option<String> {
        let unit = self.unit();
        self.is_rounded().then(|| match unit {
            1 => "costs are rounded to whole numbers: in a finer unit they would be too large".to_owned(),
            FINEST => "costs are rounded to millionths: they have no coarser unit in common".to_owned(),
            _ => format!(
                "costs are rounded to units of {}: in a finer one they would be too large",
                1.0 / f64::from(unit)
            ),
        })
    }

    /// What every step costs, in units, if that was said.
    pub(super) fn uniform_cost(&self) -> Option<Cost> {
        self.has_unit_costs.then(|| self.unit())
    }

    pub(super) fn name(&self, state: u32) -> String {
        self.problem.name(state)
    }

    pub(super) fn step_name(&self, state: u32, step: u32) -> String {
        self.problem.step_name(state, step as usize)
    }

    /// Whether nothing is to be asked any more, since something has failed or was cancelled.
    fn is_over(&self) -> bool {
        if self.is_cancelled() {
            self.is_cut_short.store(true, Ordering::Relaxed);
            return true;
        }
        self.broken.message().is_some()
    }

    /// The steps of a state; none once nothing is asked any more, since the search ends soon.
    pub(super) fn steps(&self, state: u32) -> &[CustomStep] {
        let steps = &self.states.get(state).steps;
        match steps.get() {
            Some(steps) => steps,
            None if self.is_over() => &[],
            None => steps.get_or_init(|| self.ask_for_steps(state).unwrap_or_default()),
        }
    }

    /// What a step costs, in units.
    pub(super) fn cost(&self, state: u32, step: u32) -> Cost {
        self.steps(state).get(step as usize).map_or(0, |step| nearest(step.cost, self.unit()))
    }

    /// What steps cost together, as it was told.
    pub(super) fn told_cost(&self, steps: impl Iterator<Item = (u32, u32)> + Clone) -> Fraction {
        let costs = steps.filter_map(|(state, step)| Some(self.steps(state).get(step as usize)?.cost));
        sum(costs)
    }

    fn ask_for_steps(&self, state: u32) -> Option<Box<[CustomStep]>> {
        let told = self.problem.successors(state).map_err(|message| self.broken.tell(|| message)).ok()?;
        let mut steps = Vec::with_capacity(told.len());
        for (number, step) in told.iter().enumerate() {
            let wrong = |what: String| {
                self.broken.tell(|| {
                    let (step, state) = (self.problem.shown_step(state, number), self.problem.shown(state));
                    format!("the step `{step}` of `{state}` costs {what}")
                });
            };
            let cost = step.cost;
            if cost < Fraction::ZERO {
                wrong(format!("{cost}: expected at least 0"));
                return None;
            }
            if self.has_unit_costs && cost != Fraction::ONE {
                wrong(format!("{cost}, but the problem claims that every step costs 1"));
                return None;
            }
            match self.scale.cost(cost) {
                Fit::Fits => {}
                Fit::Again => self.broken.interrupt(),
                Fit::TooLarge => {
                    wrong(format!("{cost}: expected less than {}", thousands(LONGEST)));
                    return None;
                }
            }
            steps.push(*step);
        }
        if let Some(audited) = &self.audited {
            let ends = steps.iter().map(|step| (self.identity(step.state), step.cost));
            if !audited.has_steps(self.identity(state), ends) {
                self.note_unseen(state, |state| format!("the steps of `{state}` are not those of the audit"));
            }
        }
        self.step_bytes.fetch_add((steps.len() * size_of::<CustomStep>()) as u64, Ordering::Relaxed);
        let held = self.problem.bytes() + self.step_bytes.load(Ordering::Relaxed) + self.states.bytes();
        self.bytes.fetch_max(held, Ordering::Relaxed);
        Some(steps.into())
    }

    /// Whether a state is a goal.
    pub(super) fn is_goal(&self, state: u32) -> bool {
        let is_goal = &self.states.get(state).is_goal;
        match is_goal.get() {
            Some(&is_goal) => is_goal,
            None if self.is_over() => false,
            None => *is_goal.get_or_init(|| self.ask_for_goal(state).unwrap_or_default()),
        }
    }

    fn ask_for_goal(&self, state: u32) -> Option<bool> {
        let is_goal = self.problem.is_goal(state).map_err(|message| self.broken.tell(|| message)).ok()?;
        if let Some(audited) = &self.audited
            && !audited.has_goal(self.identity(state), is_goal)
        {
            self.note_unseen(state, |state| format!("whether `{state}` is a goal is not what the audit saw"));
        }
        Some(is_goal)
    }

    /// The estimate of a state in units.
    pub(super) fn estimate(&self, state: u32) -> Cost {
        rounded_down(self.kept_estimate(state), self.unit())
    }

    /// The estimate of a state for a caller that judges it by
    /// [`Listing::judged_steps`](crate::domains::custom::Listing::judged_steps): as it was told.
    /// Where costs have to be rounded, they are rounded up for that, and estimates down to the same
    /// unit, so that a heuristic that is right is never found wrong.
    pub fn judged_estimate(&self, state: u32, unit: u32) -> Fraction {
        let estimate = self.kept_estimate(state);
        if !self.is_rounded() {
            return estimate;
        }
        Fraction::over(rounded_down(estimate, unit), unit)
    }

    fn kept_estimate(&self, state: u32) -> Fraction {
        let estimate = &self.states.get(state).estimate;
        match estimate.get() {
            Some(&estimate) => estimate,
            None if self.is_over() => Fraction::ZERO,
            None => *estimate.get_or_init(|| self.ask_for_estimate(state).unwrap_or(Fraction::ZERO)),
        }
    }

    fn ask_for_estimate(&self, state: u32) -> Option<Fraction> {
        let told = self.problem.estimate(state).map_err(|message| self.broken.tell(|| message)).ok()?;
        let estimate = Some(told).filter(|&told| told >= Fraction::ZERO);
        match estimate.map(|estimate| self.scale.estimate(estimate)) {
            Some(Fit::Again) => self.broken.interrupt(),
            Some(_) => {}
            None => self.broken.tell(|| {
                format!("the estimate of `{}` is negative ({told}): expected at least 0", self.problem.name(state))
            }),
        }
        if let Some(audited) = &self.audited
            && !audited.has_estimate(self.identity(state), told)
        {
            self.note_unseen(state, |state| {
                format!("the estimate of `{state}` is {told}, which the audit did not see there")
            });
        }
        estimate
    }

    pub(super) fn identity(&self, state: u32) -> u64 {
        self.problem.identity(state)
    }

    /// The steps of a state, with their costs as they were told.
    pub(super) fn told_steps(&self, state: u32) -> impl Iterator<Item = &CustomStep> {
        self.steps(state).iter()
    }

    /// The estimate of a state as it was told.
    pub(super) fn told_estimate(&self, state: u32) -> Fraction {
        self.kept_estimate(state)
    }

    fn note_change(&self, what: impl FnOnce() -> String) {
        self.change.get_or_init(|| format!("the problem has changed, so nothing is proved: {}", what()));
    }

    /// Notes that an audit does not vouch for an answer about a state. `what` gets the state as a
    /// person is to read it.
    fn note_unseen(&self, state: u32, what: impl FnOnce(&str) -> String) {
        let shown = || self.problem.shown(state);
        if self.audited.as_ref().is_some_and(|audited| audited.is_ambiguous(self.identity(state))) {
            self.change.get_or_init(|| {
                let state = shown();
                format!(
                    "nothing is proved: the audit could not tell `{state}` from another state, which has the same hash"
                )
            });
        } else {
            self.note_change(|| what(&shown()));
        }
    }

    /// Asks again all that was asked about the states of a path, as long as `go_on` says so.
    pub(super) fn ask_again(&self, path: impl Iterator<Item = u32>, go_on: impl Fn() -> bool) {
        for state in path {
            if !go_on() || self.is_over() {
                return;
            }
            if let Err(message) = self.compare_again(state) {
                return self.broken.tell(|| message);
            }
        }
    }

    /// Asks again what was asked about a state.
    fn compare_again(&self, number: u32) -> Result<(), String> {
        let (problem, state) = (&self.problem, self.states.get(number));
        if let Some(before) = state.steps.get()
            && !are_same_steps(before, &problem.successors(number)?)
        {
            self.note_change(|| format!("the steps of `{}` are others when asked again", problem.shown(number)));
        }
        if let Some(&before) = state.is_goal.get()
            && problem.is_goal(number)? != before
        {
            let now = if before { "is not a goal" } else { "is a goal" };
            self.note_change(|| format!("`{}` {now} when asked again", problem.shown(number)));
        }
        if let Some(&before) = state.estimate.get() {
            let now = problem.estimate(number)?;
            if now != before {
                self.note_change(|| {
                    format!("the estimate of `{}` was {before} and is {now} when asked again", problem.shown(number))
                });
            }
        }
        Ok(())
    }

    /// A path is too long in this unit: the search has to be run again in a coarser one, or there
    /// is none.
    pub(super) fn too_long(&self) {
        match self.scale.coarser() {
            Fit::TooLarge => self.broken.tell(|| {
                let longest = thousands(LONGEST);
                format!("there are paths that cost {longest} or more, which is too much: expected smaller costs")
            }),
            _ => self.broken.interrupt(),
        }
    }
}
