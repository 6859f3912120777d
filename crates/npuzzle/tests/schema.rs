//! The JSON schemas say what is written: every field of a real answer is in its schema, and every
//! field that a schema requires is in the answer.
#![cfg(feature = "schema")]

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::ops::ControlFlow;

use crate::common::{Recorded, board, shape};
use npuzzle::answer::{Problem, Report, Request, solve};
use npuzzle::catalogue::algorithms;
use npuzzle::core::{Limits, Metric};
use npuzzle::domains::tiles::explain::Explanation;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::sets::Known;
use npuzzle::domains::tiles::{Board, MoveOrder};
use npuzzle::lab::audit::{AuditReport, AuditRequest, AuditSpace, audit};
use npuzzle::lab::compare::{CompareBoard, CompareRequest, RunRecord, RunStatus, Tally, compare, tally};
use npuzzle::question::{Ask, Estimate, Eval, Terms};
use npuzzle::teach::breakdown::{Breakdown, breakdown, known_properties};
use npuzzle::trace::{TraceEvent, TraceHeader};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::Value;

/// The schema of what is written, which is not always that of what is read.
fn schema_of<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>().to_value()
}

/// Checks a value against the part of JSON Schema that our schemas use; an error says where it does
/// not fit.
struct Checker<'s> {
    root: &'s Value,
}

impl Checker<'_> {
    fn check(&self, value: &Value, schema: &Value, place: &str) -> Result<(), String> {
        let Some(rules) = schema.as_object() else {
            return if *schema == Value::Bool(true) { Ok(()) } else { Err(format!("{place}: nothing fits")) };
        };
        for (rule, operand) in rules {
            let held = match rule.as_str() {
                "$ref" => self.check(value, self.resolve(operand), place),
                "type" => fits(has_type(value, operand), place, value, schema),
                "const" => fits(value == operand, place, value, schema),
                "enum" => fits(list(operand).contains(value), place, value, schema),
                "anyOf" => fits(self.count(value, operand, place) >= 1, place, value, schema),
                "oneOf" => fits(self.count(value, operand, place) == 1, place, value, schema),
                "minimum" => fits(value.as_f64() >= operand.as_f64() || !value.is_number(), place, value, schema),
                "maximum" => fits(value.as_f64() <= operand.as_f64() || !value.is_number(), place, value, schema),
                "minItems" => fits(
                    value.as_array().is_none_or(|items| Some(items.len()) >= length(operand)),
                    place,
                    value,
                    schema,
                ),
                "maxItems" => fits(
                    value.as_array().is_none_or(|items| Some(items.len()) <= length(operand)),
                    place,
                    value,
                    schema,
                ),
                "items" => self.items(value, operand, place),
                "required" => self.required(value, operand, place),
                // Every field that is written has to be told of.
                "properties" => self.properties(value, rules, place),
                "additionalProperties" if !rules.contains_key("properties") => self.properties(value, rules, place),
                "additionalProperties"
                | "default"
                | "description"
                | "title"
                | "format"
                | "pattern"
                | "$schema"
                | "$defs" => Ok(()),
                unknown => Err(format!("{place}: the checker does not know the rule {unknown}")),
            };
            held?;
        }
        Ok(())
    }

    fn resolve(&self, reference: &Value) -> &Value {
        let path = reference.as_str().and_then(|path| path.strip_prefix('#')).expect("a reference into this schema");
        self.root.pointer(path).unwrap_or_else(|| panic!("{path} leads nowhere"))
    }

    fn count(&self, value: &Value, choices: &Value, place: &str) -> usize {
        list(choices).iter().filter(|choice| self.check(value, choice, place).is_ok()).count()
    }

    fn items(&self, value: &Value, schema: &Value, place: &str) -> Result<(), String> {
        let items = value.as_array().map_or(&[][..], Vec::as_slice);
        (0..).zip(items).try_for_each(|(number, item)| self.check(item, schema, &format!("{place}[{number}]")))
    }

    fn required(&self, value: &Value, names: &Value, place: &str) -> Result<(), String> {
        let missing = list(names).iter().find(|name| name.as_str().is_none_or(|name| value.get(name).is_none()));
        missing.map_or(Ok(()), |name| Err(format!("{place}: {name} is required and not written")))
    }

    fn properties(&self, value: &Value, rules: &serde_json::Map<String, Value>, place: &str) -> Result<(), String> {
        let Some(fields) = value.as_object() else { return Ok(()) };
        let known = rules.get("properties").and_then(Value::as_object);
        fields.iter().try_for_each(|(name, field)| {
            let schema = known.and_then(|known| known.get(name)).or(rules.get("additionalProperties"));
            let schema = schema.ok_or_else(|| format!("{place}: {name} is written and not in the schema"))?;
            self.check(field, schema, &format!("{place}.{name}"))
        })
    }
}

fn fits(holds: bool, place: &str, value: &Value, schema: &Value) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("{place}: {value} does not fit {schema}")) }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn length(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|length| usize::try_from(length).ok())
}

fn has_type(value: &Value, types: &Value) -> bool {
    let one = |name: &Value| match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    };
    types.as_array().map_or_else(|| one(types), |names| names.iter().any(one))
}

#[track_caller]
fn assert_described<T: JsonSchema + Serialize>(answer: &T, case: &str) {
    let schema = schema_of::<T>();
    let value = serde_json::to_value(answer).unwrap();
    if let Err(error) = (Checker { root: &schema }).check(&value, &schema, case) {
        panic!("{error}");
    }
}

fn request(start: &str, algorithm: &str) -> Request {
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    Request { algorithm: algorithm.to_owned(), limits, ..Request::new(board(start)) }
}

/// The checker itself: it reports what is missing, unknown or of the wrong kind.
#[test]
fn wrong_answers_do_not_fit() {
    let schema = schema_of::<Explanation>();
    let checker = Checker { root: &schema };
    let right = Explanation::new(&board("123456870"), &board("123456780"));
    let right = serde_json::to_value(&right).unwrap();
    assert_eq!(checker.check(&right, &schema, "answer"), Ok(()));
    for (field, wrong) in
        [("extra", Some(1.into())), ("solvable", None), ("start", Some("12".into())), ("rows", Some((-1).into()))]
    {
        let mut answer = right.clone();
        let fields = answer.as_object_mut().unwrap();
        match wrong {
            Some(value) => fields.insert(field.to_owned(), value),
            None => fields.remove(field),
        };
        assert!(checker.check(&answer, &schema, "answer").is_err(), "{field}");
    }
}

#[test]
fn reports_are_described() {
    for card in algorithms() {
        let report = solve(&request("724506831", card.name), &mut |_| {}, None).unwrap();
        assert_described(&report, card.name);
    }
    assert_described(&solve(&request("123456870", "astar"), &mut |_| {}, None).unwrap(), "unsolvable");
    let stopped = Request { limits: Limits { nodes: Some(3), ..Limits::default() }, ..request("867254301", "bfs") };
    assert_described(&solve(&stopped, &mut |_| {}, None).unwrap(), "stopped");
    let mut all = solve(&Request { all: Some(5), ..request("867254301", "astar") }, &mut |_| {}, None).unwrap();
    assert!(all.solutions.is_some() && all.stats.counting.is_some());
    assert_described(&all, "all solutions");
    // More than fit into 64 bits are written as digits.
    all.solutions.as_mut().unwrap().count = u128::MAX;
    assert_described(&all, "very many solutions");
}

#[test]
fn explanations_are_described() {
    for start in ["123456780", "123456870", "2 1/3 0", "3 1 2 0"] {
        let start: Board = board(start);
        let goal = Goal::default().board(start.shape()).unwrap();
        assert_described(&Explanation::new(&start, &goal), &start.to_string());
    }
}

#[test]
fn audits_are_described() {
    let heuristics = [
        "manhattan",
        "misplaced",
        "manhattan-with-blank / 3",
        "manhattan * 2",
        "misplaced + 1",
        "misplaced-with-blank",
    ];
    let heuristics: Vec<_> = heuristics.iter().map(|&name| name.to_owned()).collect();
    let request = AuditRequest { heuristics, ..AuditRequest::new(shape(2, 3)) };
    let report: AuditReport = audit(&request, &mut |_, _| {}).unwrap();
    assert!(!report.dominance.is_empty() && !report.incomparable.is_empty());
    assert!(report.heuristics.iter().any(|heuristic| heuristic.worst.is_some() && heuristic.edge_example.is_some()));
    assert_described(&report, "2x3");
    let sampled = AuditRequest { samples: Some(2), ..AuditRequest::new(shape(3, 3)) };
    assert_described(&audit(&sampled, &mut |_, _| {}).unwrap(), "a sample");
    let space = AuditSpace::Other(Problem::Call("pancake(4)".to_owned()));
    assert_described(
        &audit(&AuditRequest { space, ..AuditRequest::new(shape(2, 2)) }, &mut |_, _| {}).unwrap(),
        "pancakes",
    );
}

#[test]
fn comparisons_are_described() {
    let boards = ["867254301", "123456870"].map(|text| CompareBoard {
        name: text.to_owned(),
        start: board(text).into(),
        goal: Goal::default(),
        known: Some(Known::Published(40)),
    });
    let request = CompareRequest {
        boards: boards.to_vec(),
        algorithms: ["astar", "bfs", "greedy", "nba", "nbs"].map(str::to_owned).to_vec(),
        metric: Metric::default(),
        heuristics: ["manhattan", "manhattan * 2"].map(str::to_owned).to_vec(),
        custom: Vec::new(),
        limits: Limits { nodes: Some(2_000), ..Limits::default() },
        repeat: NonZeroU32::new(2).unwrap(),
        order: MoveOrder::default(),
    };
    let plan = request.runs().unwrap();
    let comparison = compare(&request, Vec::new(), &mut |_| ControlFlow::Continue(()), &mut |_, _| {}).unwrap();
    for record in &comparison.records {
        assert_described(record, &format!("{} with {:?}", record.algorithm, record.heuristic));
    }
    let statuses = [RunStatus::Solved, RunStatus::Unsolvable, RunStatus::Stopped, RunStatus::Error];
    for status in statuses {
        assert!(comparison.records.iter().any(|record| record.status == status), "{status:?} does not occur");
    }
    let summary: Tally = tally(&request.boards, &plan, &comparison.records, None);
    assert!(summary.published.is_some());
    assert_described(&summary, "summary");
}

#[test]
fn breakdowns_are_described() {
    let text = "max(linear-conflict, euclidean, misplaced-with-blank, walking-distance)";
    for start in ["213546780", "867254301", "123456870"] {
        let answer = breakdown(&board(start), &Goal::default(), text, &Limits::default()).unwrap();
        assert_described(&answer, start);
    }
    assert_described(&known_properties(text).unwrap(), "without a board");
}

#[test]
fn evaluations_are_described() {
    let heuristics = ["linear-conflict", "euclidean/2", "pdb(4-4)", "perfect"].map(str::to_owned).to_vec();
    for start in ["213546780", "867254301", "123456870", "random:5x5:1:1"] {
        let question = Eval { board: start.into(), heuristics: Some(heuristics.clone()), ..Eval::default() };
        let answer = question.ask(&Terms::default(), &mut ()).unwrap();
        assert_described(&answer, start);
        let question = Estimate {
            heuristic: heuristics[1].clone(),
            board: Some(start.into()),
            distance: start.len() == 9,
            ..Estimate::default()
        };
        assert_described(&question.ask(&Terms::default(), &mut ()).unwrap(), start);
    }
}

/// Every kind of event, over all searches.
#[test]
fn traces_are_described() {
    let mut kinds = BTreeSet::new();
    for card in algorithms() {
        let request = request("136502478", card.name);
        if !card.is_traceable() {
            continue;
        }
        let mut recorded = Recorded::default();
        solve(&request, &mut |_| {}, Some(&mut recorded)).unwrap();
        let Recorded { header, events } = recorded;
        assert_described(&header, card.name);
        kinds.extend(events.iter().map(|event| serde_json::to_value(event).unwrap()["event"].to_string()));
        assert_described(&events.into_iter().take(2_000).collect::<Vec<_>>(), card.name);
    }
    assert!(kinds.len() >= 8, "{kinds:?}");
}

/// What people read in a schema is plain text: no link leads anywhere from there.
#[test]
fn descriptions_are_plain_text() {
    let schemas = [
        schema_of::<Report>(),
        schema_of::<Explanation>(),
        schema_of::<Breakdown>(),
        schema_of::<AuditReport>(),
        schema_of::<RunRecord>(),
        schema_of::<Tally>(),
        schema_of::<TraceHeader>(),
        schema_of::<TraceEvent>(),
    ];
    for schema in schemas {
        let text = schema.to_string();
        assert!(!text.contains("[`") && !text.contains("::"), "{text}");
    }
}
