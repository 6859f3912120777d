//! Many boards in one call: the threads take one board after the other.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use npuzzle::core::Limits;
use npuzzle::question::{Ask, Refusal, Solve, Terms};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::usual_limits;
use crate::board::Board;
use crate::bridge::{Bridge, Glimpse};
use crate::errors::of_refusal;
use crate::fields;
use crate::token::Token;

/// Answers in the order of their questions, as JSON, and what Python raised meanwhile.
type Batch = (Vec<String>, Option<PyErr>);

/// Solves many boards with the same fields, each within the limits: the JSON of the answers, in
/// order. What Python raises, and a token, end it: the answers until then.
#[pyfunction]
#[pyo3(signature = (boards, fields, *, watch=None, token=None))]
pub fn solve_all(
    py: Python<'_>,
    boards: Vec<Bound<'_, Board>>,
    fields: &Bound<'_, PyDict>,
    watch: Option<Py<PyAny>>,
    token: Option<&Bound<'_, Token>>,
) -> PyResult<Batch> {
    let bridge = Bridge::new(watch).ended_by(token);
    let question: Solve = fields::of_kind(fields)?;
    let limits = question.limits().over(usual_limits(&bridge)).map_err(|refusal| of_refusal(py, &refusal))?;
    let threads = limits.threads().min(boards.len()).max(1);
    let questions: Vec<Solve> =
        boards.iter().map(|board| Solve { board: board.get().text(), ..question.clone() }).collect();
    let (answers, raised) = bridge.run(py, move |bridge| {
        let total = questions.len();
        let work = Work {
            next: AtomicUsize::new(0),
            answers: Mutex::new((0..total).map(|_| None).collect()),
            terms: Terms { limits: Limits { threads: Some(NonZeroUsize::MIN), ..limits }, ..Terms::default() },
            questions,
        };
        thread::scope(|scope| {
            (1..threads).for_each(|_| drop(scope.spawn(|| work.go_on(bridge))));
            work.go_on(bridge);
        });
        work.answers.into_inner().unwrap_or_else(PoisonError::into_inner)
    })?;
    let mut done = Vec::with_capacity(answers.len());
    for answer in answers {
        match answer {
            Some(Ok(text)) => done.push(text),
            Some(Err(refusal)) => return Err(of_refusal(py, &refusal)),
            None => break,
        }
    }
    Ok((done, raised))
}

struct Work {
    next: AtomicUsize,
    answers: Mutex<Vec<Option<Result<String, Refusal>>>>,
    terms: Terms,
    questions: Vec<Solve>,
}

impl Work {
    /// Takes the next board until there is none.
    fn go_on(&self, bridge: &Bridge) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(question) = self.questions.get(number) else { return };
            if bridge.cancel.load(Ordering::Relaxed) {
                return;
            }
            let answer = question.ask(&self.terms, &mut ()).and_then(|solved| {
                serde_json::to_string(&solved).map_err(|error| Refusal::question(error.to_string()))
            });
            let total = self.questions.len() as u64;
            bridge.tell(|| Glimpse { done: Some(number as u64 + 1), total: Some(total), words: "boards".to_owned() });
            self.answers.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(answer);
        }
    }
}
