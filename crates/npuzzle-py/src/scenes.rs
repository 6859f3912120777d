//! A trace as a teacher would write it on the blackboard, for the step player of the notebook.

use npuzzle::core::Prune;
use npuzzle::teach::blackboard::{Blackboard, Labelled, Listed, Scene, Step, Successor, Waiting};
use npuzzle::trace::TraceEvent;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::ask::json as json_text;
use crate::errors::Kind;

/// The scenes of a trace as JSON: each expansion with its successors and what waits after it.
/// ``events`` is the JSON of the events; at most ``most`` scenes are made, with at most ``listed``
/// states of a frontier.
#[pyfunction]
pub fn scenes(py: Python<'_>, events: &str, most: usize, listed: usize) -> PyResult<String> {
    let events: Vec<TraceEvent> =
        serde_json::from_str(events).map_err(|error| Kind::Internal.error(py, error.to_string()))?;
    let mut board = Blackboard::new(listed);
    let mut told: Vec<Value> = Vec::new();
    for event in &events {
        if told.len() >= most {
            break;
        }
        board.event(event, &mut |scene| told.push(shown(&scene)));
    }
    if told.len() < most {
        board.end(&mut |scene| told.push(shown(&scene)));
    }
    told.truncate(most);
    json_text(py, &told)
}

fn shown(scene: &Scene) -> Value {
    match scene {
        Scene::Search { algorithm } => json!({ "scene": "search", "algorithm": algorithm }),
        Scene::Bound { bound } => json!({ "scene": "bound", "bound": bound }),
        Scene::Forget(forgotten) => json!({ "scene": "forget", "state": &*forgotten.state, "f": forgotten.f }),
        Scene::Improved { cost } => json!({ "scene": "improved", "cost": cost }),
        Scene::Solved { cost } => json!({ "scene": "solved", "cost": cost }),
        Scene::Step(step) => expansion(step),
    }
}

fn expansion(step: &Step) -> Value {
    let sides = match &step.waiting {
        Waiting::Frontier(listed) => json!([{ "name": "frontier", "listed": states(listed), "count": listed.count }]),
        Waiting::Path(listed) => json!([{ "name": "path", "listed": states(listed), "count": listed.count }]),
        Waiting::BothSides { forward, backward } => json!([
            { "name": "forward", "listed": states(forward), "count": forward.count },
            { "name": "backward", "listed": states(backward), "count": backward.count },
        ]),
    };
    json!({
        "scene": "expand",
        "number": step.number,
        "state": state(&step.expanded),
        "backward": step.backward,
        "successors": step.successors.iter().map(successor).collect::<Vec<_>>(),
        "told_before": step.told_before,
        "forgotten": step.forgotten.iter().map(|gone| &*gone.state).collect::<Vec<_>>(),
        "waiting": sides,
        "in_order": step.in_order,
    })
}

fn state(labelled: &Labelled) -> Value {
    json!([&*labelled.state, labelled.g, labelled.h])
}

fn states(listed: &Listed) -> Vec<Value> {
    listed.first.iter().map(state).collect()
}

fn successor(made: &Successor) -> Value {
    json!({
        "op": made.op,
        "state": state(&made.made),
        "dropped": made.dropped.map(Prune::word),
        "reopened": made.reopened,
        "met": made.met,
    })
}
