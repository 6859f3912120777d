//! A search on another problem than boards, with everything it does and the drawings of its states.

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::answer::{ProblemReport, search};
use crate::question::fields::LimitFields;
use crate::question::recording::{Book, Recording};
use crate::question::refusal::Refusal;
use crate::question::search::Search;
use crate::question::texts::Amount;
use crate::question::watch::Followed;
use crate::question::{Ask, Terms, Watch};
use crate::trace::{TraceEvent, TraceHeader};

/// Search a problem and record everything the search does.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceProblem {
    // It refuses fields that it does not know, for this question as well.
    #[serde(flatten)]
    pub search: Search,
    /// How many events are recorded at most; the search is stopped there [default: 50000]
    pub max_events: Option<Amount>,
}

/// A search on a problem with everything it did.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProblemTrace {
    /// What was searched, and how.
    pub header: TraceHeader,
    /// Everything the search did.
    pub events: Vec<TraceEvent>,
    /// Whether these are all events there were.
    pub complete: bool,
    /// The states of the events as drawings of one line or several, by their names.
    pub drawings: BTreeMap<String, String>,
    /// The answer of the search.
    pub report: ProblemReport,
}

impl Ask for TraceProblem {
    type Answer = ProblemTrace;

    fn limits(&self) -> LimitFields {
        self.search.limits()
    }

    fn ask(&self, terms: &Terms, watch: &mut dyn Watch) -> Result<ProblemTrace, Refusal> {
        let mut book = Book::new(self.max_events.as_ref(), &terms.caps)?;
        book.drawings = Some(BTreeMap::new());
        let cancel = terms.limits.cancel.clone().unwrap_or_default();
        let request = self.search.request(terms, &cancel)?;
        let is_kept = !watch.takes_events();
        let watch = RefCell::new(watch);
        let followed = Followed { watch: &watch, cancel };
        let mut recording = Recording { followed, book: is_kept.then_some(&mut book), header: TraceHeader::default() };
        let answer = search(&request, &mut |progress| watch.borrow_mut().progress(progress), Some(&mut recording));
        let header = recording.header;
        let mut report = answer.map_err(|error| Refusal::request(&error, &self.search.named()))?;
        book.explain(&mut report.reason);
        let mut drawings = book.drawings.unwrap_or_default();
        drawings.insert(report.start.clone(), report.start_drawing.clone());
        drawings.extend(report.goal.clone().zip(report.goal_drawing.clone()));
        Ok(ProblemTrace { header, events: book.events, complete: !book.is_full, drawings, report })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traced(question: &str) -> Result<ProblemTrace, Refusal> {
        serde_json::from_str::<TraceProblem>(question).unwrap().ask(&Terms::default(), &mut ())
    }

    #[test]
    fn every_state_of_a_trace_has_its_drawing() {
        for problem in ["hanoi(3,3)", "jugs(3,5->4)", "missionaries(3,3,2)", "pancake(3 1 2)"] {
            let question = format!(r#"{{"problem": "{problem}", "algorithm": "astar"}}"#);
            let trace = traced(&question).unwrap();
            assert!(trace.complete && trace.header.problem == problem && trace.report.cost.is_some(), "{problem}");
            let states = trace.events.iter().filter_map(|event| match event {
                TraceEvent::Expand { state, .. } | TraceEvent::Generate { state, .. } => Some(state),
                _ => None,
            });
            for state in states.chain([&trace.header.start]).chain(&trace.header.goals) {
                // Goals that the search never saw and that are several have none.
                let is_drawn = trace.drawings.get(state).is_some_and(|drawing| !drawing.is_empty());
                assert!(is_drawn || trace.header.goals.contains(state), "{problem}: {state}");
            }
        }
    }

    #[test]
    fn a_map_is_traced_with_its_estimates() {
        let question = r#"{"problem": "map", "map": "a\nc\na: b,1 c,5\nb: c,1\nc:\n",
            "estimates": {"h": "a: 2\nb: 1\nc: 0\n"}, "heuristic": "h", "algorithm": "astar"}"#;
        let trace = traced(question).unwrap();
        assert_eq!(trace.header.heuristic.as_deref(), Some("h"));
        assert_eq!(trace.report.path.unwrap(), ["a", "b", "c"]);
        assert_eq!(trace.drawings["a"], "a");
    }

    #[test]
    fn a_trace_ends_where_it_was_told_to() {
        let trace = traced(r#"{"problem": "hanoi(3,5)", "algorithm": "bfs", "max_events": 40}"#).unwrap();
        assert_eq!((trace.events.len(), trace.complete), (40, false));
        assert_eq!(trace.report.reason.as_deref(), Some("the search was stopped after 40 events were recorded"));
    }

    #[test]
    fn what_is_wrong_is_refused_at_its_field() {
        let refused = |question| traced(question).unwrap_err();
        assert_eq!(refused(r#"{"problem": "hanoi(3)"}"#).place.unwrap().field, "problem");
        assert_eq!(refused(r#"{"problem": "hanoi(3,3)", "algorithm": "nothing"}"#).place.unwrap().field, "algorithm");
        let unknown = serde_json::from_str::<TraceProblem>(r#"{"problem": "hanoi(3,3)", "board": "1"}"#);
        assert!(unknown.unwrap_err().to_string().contains("board"));
    }
}
