//! The OpenAPI document describes what the server does: the same addresses, and answers that are
//! valid by their schemas. It and the keywords of the Python package are files, made from the
//! types; `BLESS=1` writes them anew.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use common::{Client, TestServer};
use npuzzle_web::openapi::{describe, python};
use serde_json::{Map, Value, json};

/// Checks values against the schemas of a document: as much of JSON Schema as schemas made from
/// types use. Beyond the standard, a field that no schema mentions is an error, so that nothing is
/// answered that is not described.
struct Validator {
    document: Value,
}

impl Validator {
    fn resolve<'d>(&'d self, schema: &'d Value) -> &'d Value {
        match schema.get("$ref").and_then(Value::as_str) {
            Some(path) => {
                let target = self.document.pointer(path.strip_prefix('#').unwrap());
                self.resolve(target.unwrap_or_else(|| panic!("{path} leads nowhere")))
            }
            None => schema,
        }
    }

    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let schema = self.resolve(schema);
        match schema {
            Value::Bool(true) => return Ok(()),
            Value::Bool(false) => return Err(format!("{at}: nothing is allowed here")),
            _ => {}
        }
        for alternatives in ["anyOf", "oneOf"] {
            if let Some(alternatives) = schema.get(alternatives).and_then(Value::as_array) {
                let tried: Vec<_> = alternatives.iter().map(|schema| self.check(schema, value, at)).collect();
                if !tried.iter().any(Result::is_ok) {
                    return Err(format!("{at}: none of {} fits {value}: {tried:?}", tried.len()));
                }
            }
        }
        if schema.get("const").is_some_and(|constant| constant != value) {
            return Err(format!("{at}: {value} is not {}", schema["const"]));
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array)
            && !values.contains(value)
        {
            return Err(format!("{at}: {value} is none of {values:?}"));
        }
        let types: Vec<&str> = match schema.get("type") {
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if !types.is_empty() && !types.iter().any(|name| is_of_type(value, name)) {
            return Err(format!("{at}: {value} is no {types:?}"));
        }
        match value {
            Value::Array(items) => self.check_items(schema, items, at),
            Value::Object(_) => self.check_fields(schema, value, at),
            _ => Ok(()),
        }
    }

    fn check_items(&self, schema: &Value, items: &[Value], at: &str) -> Result<(), String> {
        let Some(of_items) = schema.get("items").or(schema.get("prefixItems").map(|first| &first[0])) else {
            return Ok(());
        };
        items.iter().enumerate().try_for_each(|(number, item)| self.check(of_items, item, &format!("{at}[{number}]")))
    }

    fn check_fields(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let Some(fields) = schema.get("properties").and_then(Value::as_object) else { return Ok(()) };
        for required in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
            if value.get(required.as_str().unwrap()).is_none() {
                return Err(format!("{at}: {required} is missing"));
            }
        }
        for (name, value) in value.as_object().unwrap() {
            let schema = fields.get(name).or(schema.get("additionalProperties"));
            let schema = schema.ok_or_else(|| format!("{at}: `{name}` is not described"))?;
            self.check(schema, value, &format!("{at}.{name}"))?;
        }
        Ok(())
    }

    fn assert(&self, schema: &Value, value: &Value, at: &str) {
        if let Err(error) = self.check(schema, value, at) {
            panic!("{error}");
        }
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        other => panic!("unknown type {other}"),
    }
}

fn document(client: &Client) -> Validator {
    Validator { document: client.get("/api/openapi.json").ok() }
}

fn references<'d>(value: &'d Value, found: &mut Vec<&'d str>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(Value::as_str));
            fields.values().for_each(|field| references(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[test]
fn all_references_lead_somewhere_and_all_schemas_are_used() {
    let server = TestServer::start();
    let document = document(&server).document;
    assert_eq!(document["openapi"], "3.1.0");
    let mut found = Vec::new();
    references(&document, &mut found);
    let names: BTreeSet<&str> = found.iter().map(|path| path.strip_prefix("#/components/schemas/").unwrap()).collect();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    assert_eq!(names, schemas.keys().map(String::as_str).collect());
}

/// Each address is there with the method that is described and no other; and there are no others.
#[test]
fn exactly_the_described_addresses_are_there() {
    let server = TestServer::start();
    let document = document(&server).document;
    let paths = document["paths"].as_object().unwrap();
    for (path, operations) in paths {
        let (method, operation) = operations.as_object().unwrap().iter().next().unwrap();
        let query = if operation.get("parameters").is_some() { "?size=3x3" } else { "" };
        match method.as_str() {
            "get" => {
                server.get(&format!("{path}{query}")).ok();
                server.post(path, &json!({})).problem(405);
            }
            "post" => {
                server.get(path).problem(405);
                server.post(path, &json!({"no such field": 1})).problem(400);
            }
            other => panic!("{other}"),
        }
        let statuses: Vec<&String> = operation["responses"].as_object().unwrap().keys().collect();
        assert!(
            statuses.iter().any(|status| status.starts_with('2')) && statuses.contains(&&"405".to_owned()),
            "{path}"
        );
    }
    let described: Vec<&str> = paths.keys().map(String::as_str).collect();
    let contract = "health catalogue goals openapi.json explain apply draw generate heuristic eval solve trace \
                    trace-problem audit compare stop";
    assert_eq!(described, contract.split(' ').map(|name| format!("/api/{name}")).collect::<Vec<_>>());
}

#[test]
fn examples_are_valid_and_so_are_their_answers() {
    let server = TestServer::start();
    let validator = document(&server);
    for (path, operations) in validator.document["paths"].as_object().unwrap() {
        let (method, operation) = operations.as_object().unwrap().iter().next().unwrap();
        let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        if method == "get" {
            let query = if operation.get("parameters").is_some() { "?size=3x4" } else { "" };
            validator.assert(schema, &server.get(&format!("{path}{query}")).ok(), path);
            continue;
        }
        let content = &operation["requestBody"]["content"]["application/json"];
        validator.assert(&content["schema"], &content["example"], path);
        if path == "/api/stop" {
            validator.assert(
                problem_schema(operation, "404"),
                &server.post(path, &content["example"]).problem(404),
                path,
            );
        } else {
            validator.assert(schema, &server.post(path, &content["example"]).ok(), path);
        }
        validator.assert(
            problem_schema(operation, "400"),
            &server.post(path, &json!({"no such field": 1})).problem(400),
            path,
        );
    }
}

fn problem_schema<'d>(operation: &'d Value, status: &str) -> &'d Value {
    &operation["responses"][status]["content"]["application/problem+json"]["schema"]
}

/// Answers of every shape: solved, stopped, unsolvable, counted, sampled, refused.
#[test]
fn all_kinds_of_answers_are_valid() {
    let server = TestServer::start();
    let validator = document(&server);
    let requests = [
        ("/api/solve", json!({"board": "867254301", "all": true})),
        ("/api/solve", json!({"board": [8, 1, 2, 0, 4, 3, 7, 6, 5]})),
        ("/api/solve", json!({"board": "korf:88", "algorithm": "astar", "node_limit": 100})),
        (
            "/api/solve",
            json!({"board": "korf:12", "algorithm": "tile-ida", "heuristic": "manhattan", "time_limit": "300ms"}),
        ),
        ("/api/solve", json!({"board": "random:6x6:1:1", "time_limit": "300ms"})),
        ("/api/solve", json!({"board": "867254301", "algorithm": "weighted-astar(w=1.5)"})),
        ("/api/trace", json!({"board": "867254301", "algorithm": "nbs", "max_events": 500})),
        ("/api/trace", json!({"board": "123456870", "algorithm": "ida"})),
        ("/api/trace", json!({"board": "8 6 7/2 5 4/3 0 1", "algorithm": "auto", "max_events": 500})),
        ("/api/explain", json!({"board": "random:2x5:1"})),
        ("/api/apply", json!({"board": "random:2x5:1", "moves": "UDLR", "to": "runs"})),
        ("/api/draw", json!({"board": "random:2x5:1", "cell": 20, "mark_home": null})),
        ("/api/draw", json!({"boards": ["1230", "korf:1..2"], "side": 200, "mark_home": true})),
        ("/api/generate", json!({"size": "2x2", "count": 2})),
        ("/api/heuristic", json!({"heuristic": "euclidean/2 + misplaced", "board": "867254301"})),
        ("/api/heuristic", json!({"heuristic": "md"})),
        ("/api/heuristic", json!({"heuristic": "perfect", "board": "213456780", "distance": true})),
        ("/api/eval", json!({"board": "867254301", "heuristics": ["euclidean/2", "walking-distance"]})),
        ("/api/eval", json!({"board": "213456780", "heuristics": ["max(perfect, lc)"]})),
        ("/api/audit", json!({"size": "3x3", "heuristics": ["md", "md*2", "misplaced-with-blank", "inversion"]})),
        ("/api/audit", json!({"size": "3x3", "heuristics": ["md", "euclidean"], "samples": 3})),
        (
            "/api/compare",
            json!({"boards": ["1230", "1320", "korf:1"], "algorithms": ["astar", "rbfs"], "node_limit": 500}),
        ),
        ("/api/compare", json!({"board": "deepcubea-35:1", "algorithms": ["auto"], "time_limit": "300ms"})),
    ];
    for (path, body) in requests {
        let operation = &validator.document["paths"][path]["post"];
        validator.assert(&operation["requestBody"]["content"]["application/json"]["schema"], &body, path);
        let answer = server.post(path, &body);
        let schema = match answer.status {
            200 => &operation["responses"]["200"]["content"]["application/json"]["schema"],
            _ => panic!("{path} {body}: {}", answer.text()),
        };
        validator.assert(schema, &answer.json(), &format!("{path} {body}"));
    }
}

#[test]
fn events_of_streams_are_valid() {
    let server = TestServer::start();
    let validator = document(&server);
    let requests = [
        ("/api/solve", json!({"board": "random:6x6:1:3", "time_limit": "500ms"})),
        ("/api/solve", json!({"board": "1"})),
        ("/api/trace", json!({"board": "867254301", "max_events": 50})),
        ("/api/audit", json!({"size": "3x3", "heuristics": ["md"]})),
        ("/api/compare", json!({"boards": ["korf:1"], "algorithms": ["ida", "astar"], "time_limit": "300ms"})),
    ];
    for (path, body) in requests {
        let content = &validator.document["paths"][path]["post"]["responses"]["200"]["content"];
        let events = &content["text/event-stream"]["x-events"];
        for (name, data) in server.stream(path, &body) {
            let schema = events.get(&name).unwrap_or_else(|| panic!("`{name}` is not described"));
            validator.assert(schema, &data, &format!("{path} {name}"));
        }
    }
}

/// Compares a file with what it should be, or writes it.
fn assert_fresh(file: &str, made: &str, changed: impl FnOnce(&str) -> Vec<String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, made).unwrap();
        return;
    }
    let present = fs::read_to_string(path).unwrap_or_default();
    let changed = changed(&present);
    assert!(present == made, "`cargo xtask bless` writes {file} anew; it differs at {changed:#?}");
}

#[test]
fn the_document_says_what_the_types_say() {
    let document = describe::document();
    let made = serde_json::to_string(&document).unwrap() + "\n";
    assert_fresh("src/openapi.json", &made, |present| {
        changes(&serde_json::from_str(present).unwrap_or_default(), &document, "")
    });
}

#[test]
fn the_keywords_of_the_python_package_are_the_fields_of_questions() {
    let made = python::module();
    assert_fresh("../npuzzle-py/python/npuzzle/_fields.py", &made, |present| {
        made.lines()
            .zip(present.lines())
            .filter(|(made, present)| made != present)
            .map(|(made, _)| made.to_owned())
            .collect()
    });
}

/// Where two values differ.
fn changes(before: &Value, after: &Value, at: &str) -> Vec<String> {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
            let field = |fields: &Map<String, Value>, name: &String| fields.get(name).cloned().unwrap_or_default();
            let differ = |name| changes(&field(before, name), &field(after, name), &format!("{at}/{name}"));
            names.into_iter().flat_map(differ).collect()
        }
        _ if before == after => Vec::new(),
        _ => vec![at.to_owned()],
    }
}
