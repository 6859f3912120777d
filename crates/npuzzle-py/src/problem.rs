//! Objects of Python's own as problems.
//!
//! The Python part of the package hands over an adapter with four methods: `start()`, `steps(state)`, which yields tuples of an action, the
//! state it leads to and its cost, `is_goal(state)` and `estimate(state)`. States can be any hashable objects; here each gets a number.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use npuzzle::core::Fraction;
use npuzzle::core::Properties;
use npuzzle::domains::own::{OwnProblem, OwnStep};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::desk::{Desk, SHORT_CALL, is_interrupt};
use crate::errors::Kind;
use crate::numbers::{self, Unusable};

/// What a state takes besides itself: its number in two tables, and the list of its actions.
const BYTES_A_STATE: u64 = 200;

/// A problem that Python describes.
pub struct Described {
    adapter: Py<PyAny>,
    unit_costs: bool,
    claims: Properties,
    proved: bool,
    desk: Arc<Desk>,
    known: Mutex<Known>,
}

/// The states that have been seen.
struct Known {
    numbers: Py<PyDict>,
    states: Vec<Py<PyAny>>,
    /// The actions of each state whose steps were asked for.
    actions: Vec<Vec<Py<PyAny>>>,
    bytes: u64,
}

impl Described {
    /// The problem behind an adapter. The claims are about its heuristic; with them stands whether an audit has confirmed them.
    pub fn new(
        py: Python<'_>,
        adapter: Py<PyAny>,
        unit_costs: bool,
        (claims, proved): (Properties, bool),
        desk: &Arc<Desk>,
    ) -> Self {
        let known = Known { numbers: PyDict::new(py).unbind(), states: Vec::new(), actions: Vec::new(), bytes: 0 };
        Self { adapter, unit_costs, claims, proved, desk: Arc::clone(desk), known: Mutex::new(known) }
    }

    /// Never held while Python runs: another thread of Python's could wait for it.
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state of a number.
    pub fn state(&self, py: Python<'_>, number: u32) -> Option<Py<PyAny>> {
        self.known().states.get(number as usize).map(|state| state.clone_ref(py))
    }

    /// An action of a state, by its place in the list.
    pub fn action(&self, py: Python<'_>, state: u32, step: usize) -> Option<Py<PyAny>> {
        self.known().actions.get(state as usize)?.get(step).map(|action| action.clone_ref(py))
    }

    /// The number of a state, a new one if it has none.
    fn number(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<u32> {
        let numbers = self.known().numbers.clone_ref(py);
        let numbers = numbers.bind(py);
        let found = numbers.get_item(state).map_err(|error| {
            if !error.is_instance_of::<PyTypeError>(py) {
                return error;
            }
            let shown = shown(state);
            let hint = "a tuple can be a state, a list cannot";
            Kind::Problem.error(py, format!("the state {shown} is not hashable ({error}): {hint}"))
        })?;
        if let Some(number) = found {
            return number.extract();
        }
        let number = {
            let mut known = self.known();
            let number = u32::try_from(known.states.len()).unwrap_or(u32::MAX);
            known.states.push(state.clone().unbind());
            known.actions.push(Vec::new());
            number
        };
        numbers.set_item(state, number)?;
        let own: u64 = state.call_method0("__sizeof__").and_then(|size| size.extract()).unwrap_or(0);
        self.known().bytes += BYTES_A_STATE + own;
        Ok(number)
    }

    /// Asks Python, and notes what it raises. After Ctrl-C it is asked once more, so that the search can end in order.
    fn ask<T>(&self, ask: impl Fn(Python<'_>) -> PyResult<T>) -> Result<T, String> {
        Python::attach(|py| {
            if let Err(error) = py.check_signals() {
                self.desk.raise(error);
            }
            let began = Instant::now();
            let answer = match ask(py) {
                Err(error) if is_interrupt(py, &error) && !self.desk.has_raised() && began.elapsed() < SHORT_CALL => {
                    self.desk.raise(error);
                    ask(py)
                }
                answer => answer,
            };
            answer.map_err(|error| {
                let message = error.to_string();
                self.desk.raise(error);
                message
            })
        })
    }

    fn with_state<T>(
        &self,
        number: u32,
        method: &str,
        read: impl Fn(&Bound<'_, PyAny>, &Bound<'_, PyAny>) -> PyResult<T>,
    ) -> Result<T, String> {
        self.ask(|py| {
            let state = self.state(py, number).ok_or_else(|| Kind::Internal.error(py, "a state without an object"))?;
            let state = state.bind(py);
            read(state, &self.adapter.bind(py).call_method1(method, (state,))?)
        })
    }
}

fn shown(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| "(unprintable)".to_owned(), |text| text.to_string().chars().take(80).collect())
}

impl OwnProblem for Described {
    fn start(&self) -> Result<u32, String> {
        self.ask(|py| self.number(py, &self.adapter.bind(py).call_method0("start")?))
    }

    fn successors(&self, state: u32) -> Result<Vec<OwnStep>, String> {
        self.with_state(state, "steps", |from, listed| {
            let py = from.py();
            let (mut steps, mut actions) = (Vec::new(), Vec::new());
            for step in listed.try_iter()? {
                let step = step?;
                let (action, to, cost) =
                    step.cast::<PyTuple>()?.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
                // A step that costs without end is no step.
                if cost.extract::<f64>().is_ok_and(|cost| cost == f64::INFINITY) {
                    continue;
                }
                let cost = numbers::fraction(&cost).map_err(|Unusable(what)| {
                    let place = format!("of the action {} in the state {}", shown(&action), shown(from));
                    Kind::Problem.error(py, format!("the cost {place} is {what}"))
                })?;
                steps.push(OwnStep { state: self.number(py, &to)?, cost });
                actions.push(action.unbind());
            }
            self.known().actions[state as usize] = actions;
            Ok(steps)
        })
    }

    fn is_goal(&self, state: u32) -> Result<bool, String> {
        self.with_state(state, "is_goal", |_, answer| answer.is_truthy())
    }

    fn estimate(&self, state: u32) -> Result<Fraction, String> {
        self.with_state(state, "estimate", |from, estimate| {
            numbers::fraction(estimate).map_err(|Unusable(what)| {
                Kind::Heuristic.error(from.py(), format!("the heuristic of the state {} is {what}", shown(from)))
            })
        })
    }

    fn name(&self, state: u32) -> String {
        state.to_string()
    }

    fn step_name(&self, _: u32, step: usize) -> String {
        step.to_string()
    }

    fn has_unit_costs(&self) -> bool {
        self.unit_costs
    }

    fn claims(&self) -> Properties {
        self.claims
    }

    fn are_claims_proved(&self) -> bool {
        self.proved
    }

    fn bytes(&self) -> u64 {
        self.known().bytes
    }
}

impl Described {
    /// All states that have been seen, by their numbers.
    pub fn all_states(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let states: Vec<Py<PyAny>> = self.known().states.iter().map(|state| state.clone_ref(py)).collect();
        Ok(pyo3::types::PyList::new(py, states)?.into_any().unbind())
    }
}
