//! Every address of the interface: what it answers, and every way to ask it wrongly.

mod common;

use common::TestServer;
use serde_json::{Value, json};

fn detail(problem: &Value) -> &str {
    problem["detail"].as_str().unwrap()
}

#[test]
fn health_counts_jobs() {
    let server = TestServer::start();
    let health = server.health();
    let expected = json!({
        "status": "ok", "version": env!("CARGO_PKG_VERSION"), "workers": 2, "running": 0, "waiting": 0, "finished": 0
    });
    assert_eq!(health, expected);
    server.post("/api/solve", &json!({"board": "867254301"})).ok();
    server.until(|health| health["finished"] == 1);
}

#[test]
fn the_catalogue_has_all_cards() {
    let server = TestServer::start();
    let catalogue = server.get("/api/catalogue").ok();
    let names = |list: &str| -> Vec<String> {
        let entries = catalogue[list].as_array().unwrap();
        entries.iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    };
    let algorithms: Vec<&str> = npuzzle::catalogue::algorithms().map(|card| card.name).collect();
    assert_eq!(names("algorithms"), algorithms);
    let heuristics: Vec<&str> = npuzzle::catalogue::heuristics().map(|card| card.name).collect();
    assert_eq!(names("heuristics"), heuristics);
    assert_eq!(names("goals"), ["last", "first", "snail", "boustrophedon", "columns"]);
    assert!(names("formats").contains(&"42".to_owned()));
    assert!(names("statistics").contains(&"expanded".to_owned()));
    assert_eq!(catalogue["sets"][0]["name"], "korf");
    assert_eq!(catalogue["sets"][0]["count"], 100);
    assert_eq!(catalogue["orders_default"], "UDLR");
    let limits = json!({"time": "30s", "longest_time": "1h", "body_bytes": 1_048_576, "events": 50_000});
    assert_eq!(catalogue["limits"], limits);
    for algorithm in catalogue["algorithms"].as_array().unwrap() {
        for line in algorithm["pseudocode"].as_array().unwrap() {
            assert!(line["text"].is_string() && line["at"].is_array(), "{line}");
        }
        for option in algorithm["options"].as_array().unwrap() {
            assert!(option["default"].is_string() && option["values"].is_string(), "{option}");
            assert!(option["choices"].is_null() || option["choices"][0] == option["default"], "{option}");
        }
    }
    let astar = catalogue["algorithms"].as_array().unwrap().iter().find(|card| card["name"] == "astar").unwrap();
    assert_eq!(astar["traceable"], true);
    assert!(!astar["pseudocode"].as_array().unwrap().is_empty());
}

#[test]
fn goals_fit_the_size() {
    let server = TestServer::start();
    let goals = server.get("/api/goals?size=2x3").ok();
    assert_eq!(goals[0]["name"], "last");
    assert_eq!(goals[0]["board"], json!([1, 2, 3, 4, 5, 0]));
    assert_eq!(goals[2]["name"], "snail");
    for bad in ["", "?size=", "?size=3", "?size=101x3", "?size=3x3&more=1", "?SIZE=3x3"] {
        server.get(&format!("/api/goals{bad}")).problem(400);
    }
    assert_eq!(
        detail(&server.get("/api/goals?size=x").problem(400)),
        "`x` is not a board size: expected ROWSxCOLS, such as 4x4 or 3x5"
    );
}

/// The first tile of an array could be the size of a square board only in a text.
#[test]
fn no_number_of_an_array_is_a_size() {
    let server = TestServer::start();
    let board = json!([[3, 5, 9, 6, 1], [8, 2, 7, 0, 4]]);
    let explained = server.post("/api/explain", &json!({ "board": board })).ok();
    assert_eq!((&explained["rows"], &explained["cols"]), (&json!(2), &json!(5)));
    let solved = json!([[1, 2, 3, 4, 5], [6, 7, 8, 9, 0]]);
    let explained = server.post("/api/explain", &json!({ "board": solved, "goal": board })).ok();
    assert_eq!(explained["goal"], json!([3, 5, 9, 6, 1, 8, 2, 7, 0, 4]));
    let flat = json!([3, 1, 2, 3, 4, 0, 6, 7, 5, 8]);
    for body in [json!({ "board": flat }), json!({ "board": "1 2 3/4 0 6/7 5 8", "goal": flat })] {
        let refused = server.post("/api/explain", &body).problem(400);
        assert!(refused.to_string().contains("10 cells do not make a square board"), "{refused}");
    }
}

#[test]
fn every_form_of_a_board_is_read() {
    let server = TestServer::start();
    let forms = [
        json!("867254301"),
        json!("8 6 7/2 5 4/3 0 1"),
        json!("8 6 7\n2 5 4\n3 0 1"),
        json!("867_254_3x1"),
        json!("[8, 6, 7, 2, 5, 4, 3, 0, 1]"),
        json!([8, 6, 7, 2, 5, 4, 3, 0, 1]),
        json!([[8, 6, 7], [2, 5, 4], [3, 0, 1]]),
        json!("# This puzzle is solvable\n3\n8 6 7 # first\n2 5 4\n3 0 1\n"),
        json!(" 867254301 \n"),
    ];
    for board in forms {
        let answer = server.post("/api/explain", &json!({"board": board})).ok();
        assert_eq!(answer["start"], json!([8, 6, 7, 2, 5, 4, 3, 0, 1]), "{board}");
        assert_eq!((&answer["solvable"], &answer["goal_name"]), (&json!(true), &json!("last")));
    }
    let flat = server.post("/api/explain", &json!({"board": [1, 2, 3, 4, 5, 0], "size": "2x3"})).ok();
    assert_eq!((&flat["rows"], &flat["cols"]), (&json!(2), &json!(3)));
    let hex = json!({"board": "159d26ae37bf48c0", "input_format": "hex"});
    assert_eq!(server.post("/api/explain", &hex).ok()["rows"], 4);
}

#[test]
fn named_and_random_boards_bring_name_goal_and_seed() {
    let server = TestServer::start();
    let korf = server.post("/api/explain", &json!({"board": "korf:12"})).ok();
    assert_eq!((&korf["name"], &korf["goal_name"], &korf["seed"]), (&json!("korf:12"), &json!("first"), &Value::Null));
    let other = server.post("/api/explain", &json!({"board": "korf:12", "goal": "last"})).ok();
    assert_eq!(other["goal_name"], "last");
    let random = server.post("/api/explain", &json!({"board": "random:3x3:1"})).ok();
    let seed = random["seed"].as_u64().unwrap();
    let again = server.post("/api/explain", &json!({"board": "random:3x3:1", "seed": seed})).ok();
    assert_eq!(random["start"], again["start"]);
    let named = server.post("/api/explain", &json!({"board": format!("random:3x3:1:{seed}")})).ok();
    assert_eq!((&named["start"], &named["seed"]), (&again["start"], &Value::Null));
    assert_eq!(named["name"], format!("random:3x3:{seed}#1"));
    let far = server.post("/api/solve", &json!({"board": "distance:3x3:31:1:7"})).ok();
    assert_eq!(far["cost"], 31);
    let custom = server.post("/api/explain", &json!({"board": "1230", "goal": [[3, 2], [1, 0]]})).ok();
    assert_eq!((&custom["goal_name"], &custom["goal"]), (&Value::Null, &json!([3, 2, 1, 0])));
    let preset_by_board = server.post("/api/explain", &json!({"board": "1230", "goal": "0123"})).ok();
    assert_eq!(preset_by_board["goal_name"], "first");
}

#[test]
fn an_unsolvable_board_is_an_answer() {
    let server = TestServer::start();
    let body = json!({"board": "8 1 2/0 4 3/7 6 5"});
    let explained = server.post("/api/explain", &body).ok();
    assert_eq!(explained["solvable"], false);
    assert_eq!(explained["swap"].as_array().unwrap().len(), 2);
    assert!(!explained["steps"].as_array().unwrap().is_empty() && explained["reachable_goals"].is_array());
    let solved = server.post("/api/solve", &body).ok();
    assert_eq!((&solved["status"], &solved["cost"]), (&json!("unsolvable"), &Value::Null));
    let note = json!({"board": "# This puzzle is solvable\n3\n8 1 2\n0 4 3\n7 6 5"});
    let notes = server.post("/api/explain", &note).ok()["notes"].clone();
    assert!(notes[0].as_str().unwrap().starts_with("a comment says this puzzle is solvable, but"), "{notes}");
}

#[test]
fn solve_answers_with_a_report() {
    let server = TestServer::start();
    let body = json!({
        "board": "867254301", "goal": "last", "algorithm": "astar", "heuristic": "manhattan", "order": "LRUD",
        "moves_of": "tile", "time_limit": "10m", "node_limit": "1e6", "memory_limit": "256MiB", "threads": 1,
        "all": true, "max_solutions": 2
    });
    let report = server.post("/api/solve", &body).ok();
    assert_eq!((&report["status"], &report["proof"]), (&json!("solved"), &json!("optimal")));
    assert_eq!((&report["cost"], &report["order"], &report["moves_of"]), (&json!(31), &json!("LRUD"), &json!("tile")));
    assert_eq!(report["solutions"]["listed"].as_array().unwrap().len(), 2);
    let default = server.post("/api/solve", &json!({"board": "867254301"})).ok();
    assert_eq!((&default["algorithm"], &default["solutions"]), (&json!("auto"), &Value::Null));
    let beam = json!({"board": "random:6x6:1:1", "algorithm": "tile-beam", "beam_width": 10, "time_limit": "10m"});
    assert!(server.post("/api/solve", &beam).ok()["cost"].is_number());
}

#[test]
fn limits_end_a_search_and_are_an_answer() {
    let server = TestServer::start();
    let limits = [
        json!({"node_limit": 100}),
        json!({"node_limit": 1e2}),
        json!({"node_limit": "1e2"}),
        json!({"time_limit": "50ms"}),
        json!({"memory_limit": "64KiB"}),
    ];
    for limit in limits {
        let mut body = json!({"board": "korf:88", "algorithm": "astar", "heuristic": "manhattan"});
        body.as_object_mut().unwrap().extend(limit.as_object().unwrap().clone());
        let report = server.post("/api/solve", &body).ok();
        assert_eq!(report["status"], "stopped", "{limit}");
        assert!(report["reason"].as_str().unwrap().contains("before a solution was found"), "{report}");
    }
}

#[test]
fn a_trace_holds_every_event_up_to_its_limit() {
    let server = TestServer::start();
    let body = json!({"board": "1 2 3/4 0 6/7 5 8", "algorithm": "astar"});
    let trace = server.post("/api/trace", &body).ok();
    assert_eq!(trace["complete"], true);
    assert_eq!(trace["header"]["format"], "npuzzle-trace");
    assert_eq!(trace["report"]["cost"], 2);
    let events = trace["events"].as_array().unwrap();
    let expanded = events.iter().filter(|event| event["event"] == "expand").count();
    assert_eq!(trace["report"]["stats"]["expanded"], expanded);
    assert_eq!(events.last().unwrap()["event"], "solved");

    let cut = json!({"board": "867254301", "algorithm": "bfs", "max_events": 100});
    let trace = server.post("/api/trace", &cut).ok();
    assert_eq!((&trace["complete"], &trace["report"]["status"]), (&json!(false), &json!("stopped")));
    assert_eq!(trace["events"].as_array().unwrap().len(), 100);
    assert_eq!(trace["report"]["reason"], "the search was stopped after 100 events were recorded");

    // Large boards fill a trace by their length alone.
    let large = json!({"board": "random:100x100:1:1", "algorithm": "bfs", "max_events": 200_000});
    let trace = server.post("/api/trace", &large).ok();
    assert_eq!(trace["complete"], false);
    assert!(trace["events"].as_array().unwrap().len() < 3000);

    let refused = server.post("/api/trace", &json!({"board": "korf:1", "algorithm": "tile-ida"})).problem(400);
    assert_eq!(detail(&refused), "`tile-ida` cannot be watched step by step: expected another search, such as `ida`");
    assert_eq!(refused["place"], json!({"field": "algorithm", "line": 1, "column": 1, "length": 8}));
    for (field, value) in [("max_events", json!(0)), ("max_events", json!(200_001)), ("repeat", json!(2))] {
        let body = json!({"board": "867254301", field: value});
        server.post("/api/trace", &body).problem(400);
    }
}

#[test]
fn boards_are_made_by_seed() {
    let server = TestServer::start();
    let one = server.post("/api/generate", &json!({"size": "3x3", "seed": 1})).ok();
    assert_eq!(one["board"], json!([4, 2, 8, 1, 6, 0, 3, 7, 5]));
    assert_eq!(
        (&one["seed"], &one["number"], &one["rows"], &one["cols"]),
        (&json!(1), &json!(1), &json!(3), &json!(3))
    );
    let several = server.post("/api/generate", &json!({"size": "3x3", "seed": 1, "count": 3})).ok();
    assert_eq!((several.as_array().unwrap().len(), &several[0]), (3, &one));
    assert_eq!(server.post("/api/generate", &json!({"size": "3x3", "count": 0})).ok(), json!([]));
    let random = server.post("/api/generate", &json!({"size": "4x4"})).ok();
    let again = server.post("/api/generate", &json!({"size": "4x4", "seed": random["seed"]})).ok();
    assert_eq!(random, again);
    let unsolvable = server.post("/api/generate", &json!({"size": "3x3", "goal": "snail", "unsolvable": true})).ok();
    let explained = server.post("/api/explain", &json!({"board": unsolvable["board"], "goal": "snail"})).ok();
    assert_eq!(explained["solvable"], false);
    let far = server.post("/api/generate", &json!({"size": "3x3", "optimal_distance": "31"})).ok();
    assert_eq!(server.post("/api/solve", &json!({"board": far["board"]})).ok()["cost"], 31);
    let walked = server.post("/api/generate", &json!({"size": "3x3", "walk": 1})).ok();
    assert_eq!(server.post("/api/solve", &json!({"board": walked["board"]})).ok()["cost"], 1);

    let wrong = [
        (
            json!({"size": "3x3", "optimal_distance": 32}),
            "no 3x3 board is 32 moves away from this goal: the farthest is 31",
        ),
        (json!({"size": "1x2", "unsolvable": true}), "every 1x2 board can be solved"),
        (
            json!({"size": "3x3", "goal": "1 2/3 0"}),
            "wrong size: this is a 2x2 board, but the size given is 3x3\n  --> goal:1:1\n   |\n 1 | 1 2/3 0\n   | ^",
        ),
        (
            json!({"size": "3x3", "walk": 1, "unsolvable": true}),
            "`walk`, `unsolvable` and `optimal_distance` cannot be used with each other",
        ),
        (json!({"size": "3x3", "count": "many"}), "`many` is not a count: expected a whole number such as 1000 or 1e6"),
    ];
    for (body, expected) in wrong {
        assert_eq!(detail(&server.post("/api/generate", &body).problem(400)), expected);
    }
}

#[test]
fn heuristics_stand_beside_the_true_distance() {
    let server = TestServer::start();
    let body =
        json!({"board": "2 3 8/1 4 5/6 7 0", "goal": "first", "heuristics": ["manhattan-with-blank/2", "perfect"]});
    let answer = server.post("/api/eval", &body).ok();
    assert_eq!(answer["distance"]["status"], "unsolvable");
    let [half, perfect] = [0, 1].map(|number| &answer["heuristics"][number]);
    assert_eq!((&half["value"], &half["computed"]), (&json!(6), &json!("12/2")));
    assert!(perfect["value"].is_null() && perfect["reason"].is_string(), "{perfect}");
    let usual = server.post("/api/eval", &json!({"board": "867254301"})).ok();
    assert_eq!((&usual["heuristics"][0]["name"], &usual["distance"]["value"]), (&json!("manhattan"), &json!(31)));

    let wrong = server.post("/api/eval", &json!({"board": "867254301", "heuristics": ["md", "max(md, mispl)"]}));
    assert_eq!(wrong.problem(400)["place"], json!({"field": "heuristics", "line": 1, "column": 9, "length": 5}));
    let wrong = server.post("/api/eval", &json!({"board": "867254301", "distance": "soon"})).problem(400);
    assert_eq!(wrong["place"]["field"], "distance");
    server.post("/api/eval", &json!({"heuristics": ["md"]})).problem(400);
    let many = vec!["md"; 50_000];
    server.post("/api/eval", &json!({"board": "867254301", "heuristics": many})).problem(400);
}

#[test]
fn a_heuristic_is_taken_apart() {
    let server = TestServer::start();
    let known = server.post("/api/heuristic", &json!({"heuristic": "max(lc, md) - 1"})).ok();
    assert_eq!(known["name"], "max(linear-conflict, manhattan) - 1");
    assert_eq!((&known["value"], &known["parts"]), (&Value::Null, &json!([])));
    let body = json!({"heuristic": "max(lc, misplaced)", "board": "213546780"});
    let answer = server.post("/api/heuristic", &body).ok();
    assert_eq!((&answer["admissible"], &answer["consistent"]), (&json!(true), &json!(true)));
    assert_eq!(answer["value"], 8);
    let conflict = &answer["parts"][0];
    assert_eq!(conflict["name"], "linear-conflict");
    assert_eq!(conflict["pairs"][0], json!({"first": 2, "second": 1, "line": "row 1"}));
    assert_eq!(conflict["tiles"].as_array().unwrap().len(), 8);
    let table = server.post("/api/heuristic", &json!({"heuristic": "pdb(4-4)", "board": "867254301"})).ok();
    assert!(table["value"].is_number() && table["parts"][0]["tiles"] == json!([]), "{table}");
    let body = json!({"heuristic": "manhattan*2", "board": "867254301", "distance": true});
    let judged = server.post("/api/heuristic", &body).ok();
    assert_eq!((&judged["value"], &judged["distance"]["value"]), (&json!(42), &json!(31)));
    assert_eq!((&judged["error"], &judged["overestimates"]), (&json!(-11), &json!(true)));
    let unsolvable = server.post("/api/heuristic", &json!({"heuristic": "manhattan", "board": "213456780"})).ok();
    assert_eq!((&unsolvable["value"], &unsolvable["distance"]), (&json!(2), &Value::Null));

    let wrong = server.post("/api/heuristic", &json!({"heuristic": "max(manhattan, manhatan)"})).problem(400);
    assert_eq!(wrong["place"], json!({"field": "heuristic", "line": 1, "column": 16, "length": 8}));
    let wrong = server.post("/api/heuristic", &json!({"heuristic": " manhatan"})).problem(400);
    assert_eq!(wrong["place"], json!({"field": "heuristic", "line": 1, "column": 2, "length": 8}));
    assert!(detail(&wrong).starts_with("unknown heuristic `manhatan`; did you mean `manhattan`?\nhelp: "), "{wrong}");
    server.post("/api/heuristic", &json!({"heuristic": ""})).problem(400);
    let broken = server.post("/api/heuristic", &json!({"heuristic": "1/(manhattan-manhattan)", "board": "867254301"}));
    assert_eq!(broken.problem(400)["place"]["field"], "heuristic");
}

#[test]
fn an_audit_gives_the_verdict() {
    let server = TestServer::start();
    let body = json!({"heuristics": ["manhattan", "misplaced-with-blank"], "time_limit": "10m", "threads": 1});
    let report = server.post("/api/audit", &body).ok();
    assert_eq!((&report["states"], &report["exhaustive"]), (&json!(181_440), &json!(true)));
    assert_eq!(report["heuristics"][1]["overestimates"], 78);
    let sampled = json!({"size": "3x3", "heuristics": ["lc"], "samples": 5, "seed": 1});
    assert_eq!(server.post("/api/audit", &sampled).ok()["sampling"]["asked"], 5);
    let all = server.post("/api/audit", &json!({"size": "2x2"})).ok();
    assert!(all["heuristics"].as_array().unwrap().len() > 5);

    let limit = server.post("/api/audit", &json!({"size": "3x4", "heuristics": ["manhattan"], "memory_limit": "1KiB"}));
    let limit = limit.problem(400);
    assert_eq!(limit["type"], "urn:npuzzle:limit");
    assert!(detail(&limit).contains("the memory limit is 0 MiB"), "{limit}");
    let wrong = server.post("/api/audit", &json!({"heuristics": ["manhattan", "nothing"]})).problem(400);
    assert_eq!(wrong["place"]["field"], "heuristics");
    server.post("/api/audit", &json!({"size": "hanoi(3,5)"})).problem(400);
    server.post("/api/audit", &json!({"samples": 0})).problem(400);
}

#[test]
fn a_comparison_has_all_runs_and_their_sum() {
    let server = TestServer::start();
    let body = json!({
        "boards": ["867254301", "random:3x3:2:7"], "algorithms": ["astar", "bfs"], "heuristics": ["md", "lc"],
        "repeat": 2, "time_limit": "10m"
    });
    let answer = server.post("/api/compare", &body).ok();
    // bfs uses no heuristic, so it runs once a board.
    assert_eq!((answer["complete"].as_bool(), answer["runs"].as_array().unwrap().len()), (Some(true), 9));
    assert_eq!(answer["summary"]["pairs"].as_array().unwrap().len(), 3);
    assert_eq!((&answer["runs"][0]["cost"], &answer["runs"][0]["repeat"]["runs"]), (&json!(31), &json!(2)));
    assert_eq!(answer["seed"], Value::Null);
    let seeded = json!({"board": "random:3x3:2", "algorithms": ["astar"], "seed": 9});
    assert_eq!(server.post("/api/compare", &seeded).ok()["seed"], 9);

    let wrong = [
        (json!({"algorithms": ["astar"]}), "there is no board to compare on"),
        (json!({"board": "867254301", "algorithms": []}), "there is no algorithm to compare"),
        (
            json!({"board": "1230", "boards": ["1230"], "algorithms": ["astar"]}),
            "expected `board` or `boards`, not both",
        ),
    ];
    for (body, expected) in wrong {
        assert_eq!(detail(&server.post("/api/compare", &body).problem(400)), expected);
    }
    let named = json!({"board": "1230", "algorithms": ["astar", "astra"]});
    let problem = server.post("/api/compare", &named).problem(400);
    assert_eq!(problem["place"], json!({"field": "algorithms", "line": 1, "column": 1, "length": 5}));
    let bad = json!({"boards": ["1230", "1231"], "algorithms": ["astar"]});
    assert_eq!(server.post("/api/compare", &bad).problem(400)["place"]["field"], "boards");
}

#[test]
fn moves_are_made() {
    let server = TestServer::start();
    let board = "1 2 3/4 0 6/7 5 8";
    let applied = server.post("/api/apply", &json!({"board": board, "moves": "5 8", "to": "blank"})).ok();
    assert_eq!((&applied["status"], &applied["moves"], &applied["count"]), (&json!("legal"), &json!("DR"), &json!(2)));
    assert_eq!((&applied["end"], &applied["is_goal"]), (&json!([1, 2, 3, 4, 5, 6, 7, 8, 0]), &json!(true)));
    // Moves that are not possible are an answer; what is not a move is a mistake.
    let illegal = server.post("/api/apply", &json!({"board": board, "moves": "UU"})).ok();
    assert_eq!((&illegal["status"], &illegal["illegal"]["number"]), (&json!("illegal"), &json!(2)));
    assert_eq!(illegal["illegal"]["reason"], "the blank is in the top row");
    let problem = server.post("/api/apply", &json!({"board": board, "moves": "U 5"})).problem(400);
    assert!(detail(&problem).starts_with("`5` mixes letters and the numbers of tiles"), "{problem}");
    assert_eq!((&problem["place"]["field"], &problem["place"]["column"]), (&json!("moves"), &json!(3)));
}

#[test]
fn a_picture_is_drawn() {
    let server = TestServer::start();
    let board = "1 2 3/4 0 6/7 5 8";
    let drawn = server.post("/api/draw", &json!({"board": board, "scheme": "row", "mark_home": true})).ok();
    let svg = drawn["svg"].as_str().unwrap();
    assert!(svg.starts_with("<svg ") && svg.matches("</text>").count() == 8, "{svg}");
    assert_eq!(svg.matches("<circle").count(), 6, "tiles 5 and 8 are not at home");
    let way = json!({"board": board, "moves": "UL", "moves_of": "tile", "heading": "a <heading>"});
    let way = server.post("/api/draw", &way).ok();
    for words in ["start", "1. U", "2. L", "a &lt;heading&gt;", "letters: where the tile goes"] {
        assert!(way["svg"].as_str().unwrap().contains(&format!(">{words}</text>")), "{words}: {way}");
    }
    for (field, value, column, message) in [
        ("moves", json!("DX"), 2, "`X` is not a move"),
        ("moves", json!("RR"), 2, "move 2 (`R`) is not possible"),
        ("moves", json!("R99999999"), 1, "move 2 (`R99999999`) is not possible"),
        ("scheme", json!("tartan"), 1, "unknown scheme `tartan`: expected one of plain, row, ring"),
        ("cell", json!(7), 1, "`7` is not a size: expected 8 to 256 pixels"),
    ] {
        let problem = server.post("/api/draw", &json!({"board": board, field: value})).problem(400);
        assert!(detail(&problem).starts_with(message), "{problem}");
        assert_eq!((&problem["place"]["field"], &problem["place"]["column"]), (&json!(field), &json!(column)));
    }
}

#[test]
fn one_board_means_one() {
    let server = TestServer::start();
    let several = [
        ("korf", "`korf` names 100 boards: expected one"),
        ("korf:1..3", "`korf:1..3` names 3 boards: expected one"),
        ("random:3x3:20:7", "`random:3x3:20:7` names 20 boards: expected one"),
        ("1 2 3/4 0 6/7 5 8\n1 2 3/4 5 6/7 8 0", "the text holds 2 boards: expected one"),
    ];
    for (board, expected) in several {
        for path in ["/api/solve", "/api/explain", "/api/trace"] {
            let problem = server.post(path, &json!({"board": board})).problem(400);
            assert_eq!(detail(&problem), expected, "{path}");
            assert_eq!(problem["place"]["field"], "board");
        }
    }
}

/// Texts of fields that cannot be read: what is said, and where.
#[test]
fn wrong_texts_are_pointed_at() {
    let server = TestServer::start();
    let board = "867254301";
    let whole = [
        (json!({"board": "1 2 3/4 4 6/7 5 8"}), "board", 9, "tile 4 appears twice"),
        (json!({"board": ""}), "board", 1, ""),
        (json!({"board": "korf:101"}), "board", 1, "`korf:101` names no boards: expected korf:N or korf:FROM..TO"),
        (
            json!({"board": "random:3x3"}),
            "board",
            1,
            "`random:3x3` describes no boards: the number of boards is missing",
        ),
        (json!({"board": board, "beam_width": 0, "algorithm": "beam"}), "beam_width", 1, "expected at least one state"),
        (json!({"board": board, "algorithm": "rbfs", "beam_width": 5}), "algorithm", 1, "`rbfs` has no beam"),
    ];
    let fields = [
        ("goal", json!("snale"), 1, ""),
        ("goal", json!("1230"), 1, "the goal is a 2x2 board, but the start is 3x3"),
        ("goal", json!("1 1 2 3"), 3, "tile 1 appears twice"),
        ("size", json!("3"), 1, "`3` is not a board size"),
        ("input_format", json!("xml"), 1, "unknown format `xml`: expected one of grid, "),
        ("algorithm", json!("astra"), 1, "unknown algorithm `astra`; did you mean `astar`?"),
        ("algorithm", json!("dls(limit=x)"), 1, "in `dls(limit=x)`: "),
        ("heuristic", json!("1 +"), 4, "the expression ends too early"),
        ("order", json!("UDL"), 1, ""),
        ("moves_of", json!("hand"), 1, "`hand` does not say whose moves: expected blank or tile"),
        ("time_limit", json!("-5s"), 1, "`-5s` is negative: expected seconds such as 10"),
        ("time_limit", json!("2h"), 1, "`2h` is longer than a job may take here: expected at most 1h"),
        ("node_limit", json!(1.5), 1, "`1.5` is not a count"),
        ("node_limit", json!(-1), 1, "`-1` is not a count"),
        ("memory_limit", json!("lots"), 1, "`lots` is not a size"),
        ("threads", json!(0), 1, "expected a whole number from 1 to 256"),
        ("max_solutions", json!("1e9"), 1, "`1e9` is more than are listed here"),
    ];
    let fields =
        fields.map(|(field, value, column, message)| (json!({"board": board, field: value}), field, column, message));
    for (body, field, column, message) in whole.into_iter().chain(fields) {
        let problem = server.post("/api/solve", &body).problem(400);
        assert!(detail(&problem).starts_with(message), "{body}: {problem}");
        assert_eq!(
            (&problem["place"]["field"], &problem["place"]["column"]),
            (&json!(field), &json!(column)),
            "{body}: {problem}"
        );
        assert_eq!(problem["type"], "urn:npuzzle:input");
    }
}

#[test]
fn bodies_that_are_not_understood_are_refused() {
    let server = TestServer::start();
    let wrong = [
        ("", "EOF while parsing"),
        ("{", "EOF while parsing"),
        ("null", "invalid type: null"),
        ("[]", "invalid type: sequence"),
        ("{}", "missing field `board`"),
        (r#"{"board": null}"#, "null is not a board: expected a text, an array or an object"),
        (r#"{"board": 867254301}"#, "a number is not a board: expected a text, an array or an object"),
        (r#"{"board": {"a": 1}}"#, "unknown field `a`, expected one of `board`, `name`, `goal`"),
        (
            r#"{"board": "1230", "bord": 1}"#,
            "unknown field `bord`; did you mean `board`?\nhelp: the fields are board, goal, size,",
        ),
        (r#"{"board": "1230", "board": "1230"}"#, "duplicate field `board`"),
        (r#"{"board": "1230", "journal": "/tmp"}"#, "unknown field `journal`\nhelp: the fields are board, goal, size,"),
        (r#"{"board": "1230", "all": "yes"}"#, "invalid type: string \"yes\", expected a boolean"),
        (r#"{"board": "1230", "threads": []}"#, "an array is not a count"),
        (r#"{"board": "1230", "seed": -1}"#, "invalid value: integer `-1`, expected u64"),
        (r#"{"board": "1230"} x"#, "trailing characters"),
        ("{\"board\": \"\u{0}\"}", "control character"),
    ];
    for (body, message) in wrong {
        let problem = server.post_text("/api/solve", body).problem(400);
        assert!(
            detail(&problem).starts_with("in the request: ") && detail(&problem).contains(message),
            "{body}: {problem}"
        );
    }
    let bytes = b"{\"board\": \"\xff\"}";
    let mut request =
        server.head("POST", "/api/solve", "Content-Type: application/json\r\nContent-Length: 14\r\n\r\n").into_bytes();
    request.extend_from_slice(bytes);
    let mut stream = server.connect();
    std::io::Write::write_all(&mut stream, &request).unwrap();
    common::read_answer(&mut std::io::BufReader::new(stream)).problem(400);
    for path in
        ["/api/explain", "/api/generate", "/api/heuristic", "/api/trace", "/api/audit", "/api/compare", "/api/stop"]
    {
        server.post(path, &json!({"nonsense": 1})).problem(400);
    }
}

#[test]
fn addresses_and_methods() {
    let server = TestServer::start();
    for path in ["/api", "/api/", "/api/nothing", "/api/solve/", "/nothing"] {
        server.get(path).problem(404);
    }
    for path in ["/api/solve", "/api/stop"] {
        let refused = server.get(path);
        refused.problem(405);
        assert_eq!(refused.header("allow"), Some("POST"));
    }
    let refused = server.post("/api/health", &json!({}));
    refused.problem(405);
    assert_eq!(refused.header("allow"), Some("GET,HEAD"));
    server.post("/api/stop", &json!({"job": "nothing"})).problem(404);
}
