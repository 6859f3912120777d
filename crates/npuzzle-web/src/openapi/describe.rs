//! Makes the OpenAPI document: the table of endpoints with the schemas of their types. The document
//! that is served is a file, so that the program need not make schemas; a test compares the two.

use std::collections::BTreeMap;

use npuzzle::lab::compare::RunRecord;
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::endpoints::{ENDPOINTS, Endpoint};
use crate::events::{AcceptedEvent, ImprovementEvent, ProgressEvent};
use crate::problem::{Kind, PROBLEM_JSON, ProblemObject};
use crate::server::EVENT_STREAM;

/// Two generators, because a type may be read in another form than it is written in.
struct Schemas {
    read: SchemaGenerator,
    written: SchemaGenerator,
}

/// The document as the types have it.
pub fn document() -> Value {
    let settings = || {
        SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        })
    };
    let mut schemas = Schemas {
        read: settings().for_deserialize().into_generator(),
        written: settings().for_serialize().into_generator(),
    };
    let mut paths = Map::new();
    for endpoint in ENDPOINTS {
        paths.insert(endpoint.path.to_owned(), json!({ endpoint.method: operation(endpoint, &mut schemas) }));
    }
    let mut definitions: BTreeMap<String, Value> = schemas.read.take_definitions(true).into_iter().collect();
    definitions.extend(schemas.written.take_definitions(true));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "npuzzle",
            "version": crate::VERSION,
            "description": "Sliding-tile puzzles: solve, explain, generate, trace, compare and audit. Only for programs and pages \
                on this machine.",
        },
        "paths": paths,
        "components": { "schemas": definitions },
    })
}

fn operation(endpoint: &Endpoint, schemas: &mut Schemas) -> Value {
    let mut operation = json!({ "summary": endpoint.summary, "operationId": operation_id(endpoint) });
    if let Some(query) = endpoint.query {
        operation["parameters"] = parameters(query(&mut schemas.read), schemas);
    }
    if let Some((body, example)) = endpoint.body {
        let example: Value = serde_json::from_str(example).unwrap_or_default();
        operation["requestBody"] = json!({
            "required": true,
            "content": { "application/json": { "schema": body(&mut schemas.read), "example": example } },
        });
    }
    let mut responses = Map::new();
    match endpoint.answer {
        Some(answer) => {
            let mut content = json!({ "application/json": { "schema": answer(&mut schemas.written) } });
            if endpoint.streams {
                content[EVENT_STREAM] = json!({
                    "schema": { "type": "string" },
                    "x-events": events(answer(&mut schemas.written), &mut schemas.written),
                });
            }
            responses.insert("200".to_owned(), json!({ "description": "the answer", "content": content }));
        }
        None => {
            responses.insert("204".to_owned(), json!({ "description": "done" }));
        }
    }
    let problem = schemas.written.subschema_for::<ProblemObject>();
    for (status, titles) in problems(endpoint) {
        let content = json!({ PROBLEM_JSON: { "schema": problem } });
        responses.insert(status, json!({ "description": titles.join("; "), "content": content }));
    }
    operation["responses"] = responses.into();
    operation
}

/// `/api/solve` is `solve`, `/api/openapi.json` is `openapi`.
fn operation_id(endpoint: &Endpoint) -> &'static str {
    endpoint.path.trim_start_matches("/api/").trim_end_matches(".json")
}

/// The fields of a query, one by one.
fn parameters(schema: Schema, schemas: &mut Schemas) -> Value {
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next()).map(str::to_owned);
    let query = name.and_then(|name| schemas.read.definitions_mut().remove(&name)).unwrap_or_default();
    let required = query["required"].as_array().cloned().unwrap_or_default();
    let parameter = |(name, schema): (&String, &Value)| {
        let is_required = required.contains(&json!(name));
        json!({ "in": "query", "name": name, "required": is_required, "schema": schema })
    };
    query["properties"].as_object().map(|fields| fields.iter().map(parameter).collect()).unwrap_or_default()
}

/// The data of each event of a stream, by its name.
fn events(answer: Schema, generator: &mut SchemaGenerator) -> Value {
    json!({
        "accepted": generator.subschema_for::<AcceptedEvent>(),
        "progress": generator.subschema_for::<ProgressEvent>(),
        "improvement": generator.subschema_for::<ImprovementEvent>(),
        "run": generator.subschema_for::<RunRecord>(),
        "result": answer,
        "problem": generator.subschema_for::<ProblemObject>(),
    })
}

/// The problems that an endpoint may answer with, by status.
fn problems(endpoint: &Endpoint) -> BTreeMap<String, Vec<&'static str>> {
    let of_all = [Kind::ForeignOrigin, Kind::Method, Kind::ForeignHost];
    let of_bodies = [Kind::Input, Kind::SlowBody, Kind::TooLarge, Kind::NotJson];
    let of_work = [Kind::Limit, Kind::Bug, Kind::Busy];
    let mut kinds = of_all.to_vec();
    match (endpoint.body.is_some(), endpoint.answer.is_some()) {
        (true, true) => kinds.extend(of_bodies.into_iter().chain(of_work)),
        (true, false) => kinds.extend(of_bodies.into_iter().chain([Kind::NotFound])),
        (false, _) if endpoint.query.is_some() => kinds.push(Kind::Input),
        (false, _) => {}
    }
    let mut by_status: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
    for kind in kinds {
        by_status.entry(kind.status().to_string()).or_default().push(kind.title());
    }
    by_status
}
