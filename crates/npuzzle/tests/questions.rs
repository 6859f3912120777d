//! Questions as texts: what is asked comes back as it was written, is answered, or is refused with
//! the field that is wrong.

use npuzzle::core::Limits;
use npuzzle::question::{Answer, Fault, Question, Refusal, Terms, ask};
use serde_json::{Value, json};

fn question(json: &Value) -> Question {
    serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn answer(json: &Value) -> Result<Value, Refusal> {
    let question = question(json);
    let limits = question.limits().over(Limits::default())?;
    let answer: Answer = ask(&question, &Terms { limits, ..Terms::default() }, &mut ())?;
    Ok(serde_json::to_value(answer).unwrap())
}

#[test]
fn every_kind_of_question_is_answered() {
    let board = "1 2 3/4 0 6/7 5 8";
    let answered = |json: Value| answer(&json).unwrap_or_else(|refusal| panic!("{json}: {refusal}"));
    let solved = answered(json!({"solve": {"board": board, "all": true, "repeat": 2}}));
    assert_eq!((&solved["moves"], &solved["repeat"]["runs"]), (&json!("DR"), &json!(2)));
    assert_eq!(solved["solutions"]["count"], 1);
    let traced = answered(json!({"trace": {"board": board, "algorithm": "bfs", "max_events": 3}}));
    assert_eq!((traced["events"].as_array().unwrap().len(), &traced["complete"]), (3, &json!(false)));
    let explained = answered(json!({"explain": {"board": [[3, 1, 2], [0, 5, 4]], "goal": "first"}}));
    assert_eq!((&explained["goal_name"], &explained["rows"]), (&json!("first"), &json!(2)));
    let made = answered(json!({"generate": {"size": "3x3", "count": "2", "seed": 7}}));
    assert_eq!(made.as_array().unwrap().len(), 2);
    let estimated = answered(json!({"estimate": {"heuristic": "manhattan", "board": board}}));
    assert_eq!(estimated["value"], 2);
    let audited = answered(json!({"audit": {"size": "2x3", "heuristics": ["misplaced-with-blank"]}}));
    assert_eq!(audited["heuristics"][0]["admissible"], false);
    let drawn = answered(json!({"draw": {"board": board, "moves": "DR", "scheme": "ring", "cell": 30}}));
    assert!(drawn["svg"].as_str().unwrap().contains(">2 moves</text>"));
    let compared = answered(json!({"compare": {"board": "random:3x3:2:7", "algorithms": ["astar", "bfs"]}}));
    assert_eq!((compared["runs"].as_array().unwrap().len(), &compared["complete"]), (4, &json!(true)));
}

#[test]
fn questions_are_written_as_they_are_read() {
    for json in [
        json!({"solve": {"board": [[1, 2, 3, 0]], "goal": "first", "time_limit": "500ms", "node_limit": 1000,
                         "algorithm": "astar", "all": true, "max_solutions": "1e2", "repeat": null}}),
        json!({"generate": {"size": "3x3", "goal": null, "count": 2, "walk": null, "unsolvable": null,
                            "optimal_distance": null, "seed": 7}}),
    ] {
        assert_eq!(serde_json::to_value(question(&json)).unwrap(), json);
    }
}

/// No message names a flag: each front knows how it calls a field.
#[test]
fn refusals_name_the_field() {
    let board = "867254301";
    for (json, field, words) in [
        (json!({"solve": {"board": "12x"}}), "board", "12x"),
        (json!({"solve": {"board": board, "goal": "snial"}}), "goal", "snail"),
        (json!({"solve": {"board": board, "size": "3"}}), "size", "3"),
        (json!({"solve": {"board": board, "input_format": "roman"}}), "input_format", "expected one of"),
        (json!({"solve": {"board": board, "algorithm": "astra"}}), "algorithm", "astar"),
        (json!({"solve": {"board": board, "heuristic": "max(manhattan"}}), "heuristic", "closing"),
        (json!({"solve": {"board": board, "order": "UDLX"}}), "order", "UDLX"),
        (json!({"solve": {"board": board, "moves_of": "cat"}}), "moves_of", "blank or tile"),
        (json!({"solve": {"board": board, "time_limit": "10"}}), "time_limit", "500ms"),
        (json!({"solve": {"board": board, "memory_limit": "4"}}), "memory_limit", "256MiB"),
        (json!({"solve": {"board": board, "node_limit": 1.5}}), "node_limit", "1e6"),
        (json!({"solve": {"board": board, "threads": 0}}), "threads", "from 1"),
        (json!({"solve": {"board": board, "max_solutions": -1}}), "max_solutions", "whole number"),
        (json!({"solve": {"board": board, "algorithm": "beam", "beam_width": 1e12}}), "beam_width", "expected 1 to"),
        (json!({"solve": {"board": board, "repeat": 0}}), "repeat", "at least 1"),
        (json!({"audit": {"heuristics": ["manhattan", "manhatan"]}}), "heuristics", "manhattan"),
        (json!({"audit": {"samples": 0}}), "samples", "at least 1"),
        (json!({"compare": {"boards": [board, "korf:0"], "algorithms": ["bfs"]}}), "boards", "korf"),
        (json!({"draw": {"board": board, "moves": "U3"}}), "moves", "move 3 (U) is not possible"),
        (json!({"draw": {"board": board, "moves": "UX"}}), "moves", "`X` in column 2"),
        (json!({"draw": {"board": board, "moves": "R1000000000000000000000"}}), "moves", "too many"),
        (json!({"draw": {"board": board, "scheme": "tartan"}}), "scheme", "plain, row, ring"),
        (json!({"draw": {"board": board, "cell": 1000}}), "cell", "8 to 256"),
    ] {
        let refusal = answer(&json).expect_err(&json.to_string());
        assert_eq!(refusal.fault, Fault::Question, "{json}");
        assert_eq!(refusal.place.as_ref().map(|place| place.field), Some(field), "{json}: {refusal}");
        let names_a_flag = refusal.message.split("--").skip(1).any(|rest| rest.starts_with(char::is_alphabetic));
        assert!(refusal.message.contains(words) && !names_a_flag, "{json}: {refusal}");
    }
}
