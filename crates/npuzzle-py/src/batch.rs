//! Many boards in one call: threads of the engine take one board after the other, and Python takes
//! the answers as they come.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{process, thread};

use npuzzle::core::Limits;
use npuzzle::question::{AT_A_TIME, Ask, Refusal, Solve, Terms};
use npuzzle_host::{memory, tables};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::devices;
use crate::board::Board;
use crate::errors::{Kind, of_refusal};
use crate::token::Token;
use crate::{closing, fields};

/// How often a caller that waits looks up for signals.
const INTERVAL: Duration = Duration::from_millis(50);
/// Enough for the deepest recursion of the searches, as the main thread of a program has it.
const STACK_BYTES: usize = 16 << 20;

/// The number of a board, and its answer as JSON or what went wrong.
type Numbered = (usize, Option<String>, Option<PyErr>);

/// Boards that are being solved with the same fields, each by one thread and within the limits.
#[pyclass(frozen, module = "npuzzle._engine")]
pub struct Batch {
    work: Arc<Work>,
    /// A process that was forked has no threads of its parent's.
    process: u32,
}

#[pymethods]
impl Batch {
    /// Begins to solve these boards. The threads end when the batch does.
    #[new]
    #[pyo3(signature = (boards, fields, *, token=None))]
    fn create(
        py: Python<'_>,
        boards: Vec<Py<Board>>,
        fields: &Bound<'_, PyDict>,
        token: Option<&Bound<'_, Token>>,
    ) -> PyResult<Self> {
        let question: Solve = fields::of_kind(fields)?;
        let refuse = |refusal| of_refusal(py, &refusal);
        let threads = question.limits().over(Limits::default()).map_err(refuse)?.threads().min(boards.len()).max(1);
        let cancel: Arc<AtomicBool> = Arc::default();
        let usual = memory::limits();
        let usual = Limits {
            // Each has its share of what is free.
            memory: usual.memory.map(|bytes| bytes / threads as u64),
            cancel: Some(Arc::clone(&cancel)),
            table_cache: tables::table_cache(),
            ..usual
        };
        let limits = question.limits().over(usual).map_err(refuse)?;
        let limits = Limits { threads: Some(NonZeroUsize::MIN), ..limits };
        if let Some(token) = token {
            token.get().ends(&cancel);
        }
        let terms = Terms { limits, devices: devices(), ..Terms::default() };
        let work = Work {
            boards,
            question,
            terms,
            cancel,
            next: AtomicUsize::new(0),
            done: Mutex::default(),
            came: Condvar::new(),
        };
        let batch = Self { work: Arc::new(work), process: process::id() };
        batch.start(threads).map_err(|error| Kind::Limit.error(py, format!("no thread can be started: {error}")))?;
        Ok(batch)
    }

    /// The answers that have come and were not taken yet; none if there will be no more. Waits for
    /// one unless it is told not to.
    #[pyo3(signature = (*, wait=true))]
    fn take(&self, py: Python<'_>, wait: bool) -> PyResult<Vec<Numbered>> {
        if self.process != process::id() {
            return Err(Kind::Limit.error(py, "these boards are being solved in another process"));
        }
        let asker = thread::current().id();
        let answers = loop {
            let came = py.detach(|| {
                let came = self.work.answers(wait);
                closing::wait_for_the_end(asker);
                came
            });
            match came {
                Some(answers) => break answers,
                None if !wait => return Ok(Vec::new()),
                None => py.check_signals()?,
            }
        };
        let numbered = |(number, answer)| match answer {
            Ok(json) => (number, Some(json), None),
            Err(Failure::Refused(refusal)) => (number, None, Some(of_refusal(py, &refusal))),
            Err(Failure::Panicked) => {
                let message = "the engine panicked; please report what was asked for";
                (number, None, Some(Kind::Internal.error(py, message)))
            }
        };
        Ok(answers.into_iter().map(numbered).collect())
    }

    /// Ends the work: boards that are not solved yet have no answer.
    fn close(&self) {
        self.work.cancel.store(true, Ordering::Relaxed);
    }
}

impl Batch {
    /// Starts so many threads; fewer, if the system does not give them, but one.
    fn start(&self, threads: usize) -> std::io::Result<()> {
        for number in 0..threads {
            let work = Arc::clone(&self.work);
            self.work.done().working += 1;
            let thread = thread::Builder::new().name("npuzzle".to_owned()).stack_size(STACK_BYTES);
            if let Err(error) = thread.spawn(move || work.go_on()) {
                self.work.done().working -= 1;
                return if number == 0 { Err(error) } else { Ok(()) };
            }
        }
        Ok(())
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.close();
    }
}

enum Failure {
    Refused(Refusal),
    Panicked,
}

struct Work {
    boards: Vec<Py<Board>>,
    question: Solve,
    terms: Terms,
    /// Ends it.
    cancel: Arc<AtomicBool>,
    /// The board that is taken next.
    next: AtomicUsize,
    done: Mutex<Done>,
    came: Condvar,
}

#[derive(Default)]
struct Done {
    answers: Vec<(usize, Result<String, Failure>)>,
    /// Threads that are at work.
    working: usize,
}

impl Work {
    fn done(&self) -> MutexGuard<'_, Done> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What has come; `None` if that is nothing yet. Waits a while for it, if that is asked for.
    fn answers(&self, wait: bool) -> Option<Vec<(usize, Result<String, Failure>)>> {
        let is_waiting = |done: &mut Done| done.answers.is_empty() && done.working > 0;
        let patience = if wait { INTERVAL } else { Duration::ZERO };
        let waited = self.came.wait_timeout_while(self.done(), patience, is_waiting);
        let mut done = waited.unwrap_or_else(PoisonError::into_inner).0;
        (!is_waiting(&mut done)).then(|| std::mem::take(&mut done.answers))
    }

    /// Takes the next board until there is none; many at a time for a device.
    fn go_on(&self) {
        let at_a_time = if self.question.gains_from_others(&self.terms) { AT_A_TIME } else { 1 };
        loop {
            let first = self.next.fetch_add(at_a_time, Ordering::Relaxed);
            let rest = self.boards.get(first..).unwrap_or_default();
            if rest.is_empty() || !self.answer(first, &rest[..rest.len().min(at_a_time)]) {
                break;
            }
        }
        self.done().working -= 1;
        self.came.notify_one();
    }

    /// Answers boards, the first of which has this number. Whether the work goes on.
    fn answer(&self, first: usize, boards: &[Py<Board>]) -> bool {
        let question = |board: &Py<Board>| Solve { board: board.get().text(), ..self.question.clone() };
        let questions: Vec<Solve> = boards.iter().map(question).collect();
        let is_cancelled = || self.cancel.load(Ordering::Relaxed);
        if is_cancelled() {
            return false;
        }
        // What panics there will do so again, where it is caught.
        let _ahead = catch_unwind(AssertUnwindSafe(|| Solve::ahead(&questions, &self.terms)));
        for (number, question) in (first..).zip(questions) {
            if is_cancelled() {
                return false;
            }
            let answer = match catch_unwind(AssertUnwindSafe(|| question.ask(&self.terms, &mut ()))) {
                Ok(Ok(solved)) => serde_json::to_string(&solved)
                    .map_err(|error| Failure::Refused(Refusal::question(error.to_string()))),
                Ok(Err(refusal)) => Err(Failure::Refused(refusal)),
                Err(_) => Err(Failure::Panicked),
            };
            // One that was cut short is as if it had not begun.
            if is_cancelled() {
                return false;
            }
            self.done().answers.push((number, answer));
            self.came.notify_one();
        }
        true
    }
}
