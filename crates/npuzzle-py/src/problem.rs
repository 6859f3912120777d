//! Objects of Python's own as problems.
//!
//! The Python part of the package hands over an adapter with four methods: `start()`,
//! `steps(state)`, which yields tuples of an action, the state it leads to and its cost,
//! `is_goal(state)` and `estimate(state)`. States can be any hashable objects; here each gets a
//! number.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use npuzzle::core::Fraction;
use npuzzle::core::Properties;
use npuzzle::domains::custom::{AuditedSpace, CustomProblem, CustomStep};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::bridge::Bridge;
use crate::errors::Kind;
use crate::numbers::{self, Unusable};
use crate::shown::shown;

/// What a state takes besides itself: its number in two tables, and the list of its actions.
const BYTES_A_STATE: u64 = 400;

/// What an action takes: a small object, and its place in the list.
const BYTES_AN_ACTION: u64 = 64;

/// A state with more actions than this has no end of them.
const MOST_ACTIONS: usize = 1_000_000;

/// A problem that Python describes.
pub struct Described {
    adapter: Py<PyAny>,
    unit_costs: bool,
    claims: Properties,
    audited: Option<Arc<AuditedSpace>>,
    bridge: Arc<Bridge>,
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
    /// The problem behind an adapter. The claims are about its heuristic; with them stands what an
    /// audit saw when it confirmed them.
    pub fn new(
        py: Python<'_>,
        adapter: Py<PyAny>,
        unit_costs: bool,
        (claims, audited): (Properties, Option<Arc<AuditedSpace>>),
        bridge: &Arc<Bridge>,
    ) -> Self {
        let known = Known { numbers: PyDict::new(py).unbind(), states: Vec::new(), actions: Vec::new(), bytes: 0 };
        Self { adapter, unit_costs, claims, audited, bridge: Arc::clone(bridge), known: Mutex::new(known) }
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
        let custom: u64 = state.call_method0("__sizeof__").and_then(|size| size.extract()).unwrap_or(0);
        self.known().bytes += BYTES_A_STATE + custom;
        Ok(number)
    }

    /// Asks Python, and notes what it raises.
    fn ask<T>(&self, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, String> {
        self.bridge.enter(|py| {
            self.bridge.heed(py)?;
            ask(py).map_err(|error| self.bridge.raise(error))
        })
    }

    fn with_state<T>(
        &self,
        number: u32,
        method: &str,
        read: impl FnOnce(&Bound<'_, PyAny>, &Bound<'_, PyAny>) -> PyResult<T>,
    ) -> Result<T, String> {
        self.ask(|py| {
            let state = self.state(py, number).ok_or_else(|| Kind::Internal.error(py, "a state without an object"))?;
            let state = state.bind(py);
            read(state, &self.adapter.bind(py).call_method1(method, (state,))?)
        })
    }
}

impl CustomProblem for Described {
    fn start(&self) -> Result<u32, String> {
        self.ask(|py| self.number(py, &self.adapter.bind(py).call_method0("start")?))
    }

    fn successors(&self, state: u32) -> Result<Vec<CustomStep>, String> {
        self.with_state(state, "steps", |from, listed| {
            let py = from.py();
            let (mut steps, mut actions) = (Vec::new(), Vec::new());
            for step in listed.try_iter()? {
                let step = step?;
                // A list without an end is left by Ctrl-C as well.
                py.check_signals()?;
                if steps.len() >= MOST_ACTIONS {
                    let message = format!("the state {} has more than {MOST_ACTIONS} actions", shown(from));
                    return Err(Kind::Problem.error(py, message));
                }
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
                steps.push(CustomStep { state: self.number(py, &to)?, cost });
                actions.push(action.unbind());
            }
            let mut known = self.known();
            // The search goes by the steps it was told first; asked again, there may be others.
            if known.actions[state as usize].is_empty() {
                known.bytes += actions.len() as u64 * BYTES_AN_ACTION;
                known.actions[state as usize] = actions;
            }
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

    fn shown(&self, state: u32) -> String {
        let text = |py: Python<'_>| self.state(py, state).map(|state| shown(state.bind(py)));
        self.bridge.enter(text).unwrap_or_else(|| state.to_string())
    }

    fn identity(&self, state: u32) -> u64 {
        let hash = |py: Python<'_>| self.state(py, state).and_then(|state| state.bind(py).hash().ok());
        self.bridge.enter(hash).map_or_else(|| state.into(), |hash| hash as u64)
    }

    fn step_name(&self, _: u32, step: usize) -> String {
        step.to_string()
    }

    fn shown_step(&self, state: u32, step: usize) -> String {
        let text = |py: Python<'_>| self.action(py, state, step).map(|action| shown(action.bind(py)));
        self.bridge.enter(text).unwrap_or_else(|| step.to_string())
    }

    fn has_unit_costs(&self) -> bool {
        self.unit_costs
    }

    fn claims(&self) -> Properties {
        self.claims
    }

    fn audited(&self) -> Option<Arc<AuditedSpace>> {
        self.audited.clone()
    }

    fn bytes(&self) -> u64 {
        self.known().bytes
    }
}

impl Described {
    /// All states that have been seen, by their numbers.
    pub fn all_states(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let states: Vec<Py<PyAny>> = self.known().states.iter().map(|state| state.clone_ref(py)).collect();
        Ok(PyList::new(py, states)?.into_any().unbind())
    }

    /// The actions of all states that have been seen, by their numbers.
    pub fn all_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let known = self.known();
        let of_state = |actions: &Vec<Py<PyAny>>| actions.iter().map(|action| action.clone_ref(py)).collect::<Vec<_>>();
        let all: Vec<Vec<Py<PyAny>>> = known.actions.iter().map(of_state).collect();
        drop(known);
        PyList::new(py, all)
    }
}
