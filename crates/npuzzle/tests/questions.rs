//! Questions as texts: what is asked comes back as it was written, is answered, or is refused with
//! the field that is wrong.

use std::ops::ControlFlow;
use std::sync::Arc;

use npuzzle::core::{Limits, TableCache};
use npuzzle::domains::tiles::Board;
use npuzzle::domains::tiles::goal::Goal;
use npuzzle::domains::tiles::notation::ReadOptions;
use npuzzle::front::boards::{self, Seed};
use npuzzle::front::generated::Generated;
use npuzzle::lab::compare::{CompareRequest, PlannedRun, RunRecord};
use npuzzle::question::{
    Answer, Ask, BoardFields, BoardText, Caps, Compare, Fault, Hint, KnownBoard, Question, Refusal, TableNews, Terms,
    Watch, ask,
};
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

fn answered(json: Value) -> Value {
    answer(&json).unwrap_or_else(|refusal| panic!("{json}: {refusal}"))
}

/// The answer on other terms than the usual ones.
fn answer_of(json: &Value, terms: &Terms) -> Value {
    let answer = ask(&question(json), terms, &mut ()).unwrap_or_else(|refusal| panic!("{json}: {refusal}"));
    serde_json::to_value(answer).unwrap()
}

#[test]
fn every_kind_of_question_is_answered() {
    let board = "1 2 3/4 0 6/7 5 8";
    let solved = answered(json!({"solve": {"board": board, "all": true, "repeat": 2}}));
    assert_eq!((&solved["moves"], &solved["repeat"]["runs"]), (&json!("DR"), &json!(2)));
    assert_eq!(solved["solutions"]["count"], 1);
    let searched = answered(json!({"search": {"problem": "hanoi(3,3)"}}));
    assert_eq!((&searched["cost"], &searched["goal"]), (&json!(7), &json!("-/-/321")));
    let (map, estimates) = ("a\nc\na: b,1 c,3\nb: c,1\n", "a: 2\nb: 1\nc: 0\n");
    let on_map = json!({"problem": "map.txt", "map": map, "estimates": {"h.txt": estimates}, "heuristic": "h.txt"});
    let searched = answered(json!({"search": on_map}));
    assert_eq!((&searched["path"], &searched["heuristic"]), (&json!(["a", "b", "c"]), &json!("h.txt")));
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
    let on_map = json!({"problem": "m", "map": map, "estimates": {"h.txt": estimates, "g.txt": "a: 3\nb: 1\nc: 0\n"}});
    let audited = answered(json!({"audit": on_map}));
    let names = audited["heuristics"].as_array().unwrap().iter().map(|audit| audit["name"].as_str().unwrap());
    assert!(names.eq(["g.txt", "h.txt"]), "{audited}");
    let compared = answered(json!({"compare": {"board": "random:3x3:2:7", "algorithms": ["astar", "bfs"]}}));
    assert_eq!((compared["runs"].as_array().unwrap().len(), &compared["complete"]), (4, &json!(true)));
    let explored = answered(json!({"space": {"size": "2x3", "goal": "snail"}}));
    assert_eq!((&explored["states"], &explored["diameter"]), (&json!(360), &json!(21)));
}

#[test]
fn one_or_several_boards_are_drawn() {
    let drawn =
        |fields: Value| answer(&json!({"draw": fields})).unwrap_or_else(|refusal| panic!("{fields}: {refusal}"));
    let svg = |fields: Value| drawn(fields)["svg"].as_str().unwrap().to_owned();
    let sheet = drawn(json!({"boards": ["1 2/0 3", "korf:1..2"], "mark_home": null}));
    assert_eq!(sheet["name"], "3 boards");
    assert!(sheet["svg"].as_str().unwrap().contains("<title>3 boards: 1 2/0 3, korf:1, korf:2</title>"), "{sheet}");
    assert_eq!(svg(json!({"boards": ["1230"]})), svg(json!({"board": "1230"})), "one of several is one");
    assert!(svg(json!({"board": "1230", "heading": "a <start>"})).contains("<title>a &lt;start&gt;</title>"));
    let mosaic = svg(json!({"board": "random:21x20:1:1", "side": 210}));
    assert!(
        mosaic.contains(" height=\"218\" ") && mosaic.contains("<image") && !mosaic.contains("</text>"),
        "{mosaic}"
    );
    let claimed = drawn(json!({"board": "# This puzzle is unsolvable\n2\n1 2\n3 0\n"}));
    assert_eq!(claimed["notes"].as_array().unwrap().len(), 1, "{claimed}");
}

#[test]
fn pictures_that_cannot_be_drawn_are_refused() {
    let boards = |count: usize| json!(vec!["1230"; count]);
    for (fields, field, message) in [
        (json!({}), None, "there is no board to draw: expected `board` or `boards`"),
        (json!({"boards": []}), None, "there is no board to draw: expected `board` or `boards`"),
        (json!({"board": "1230", "boards": ["1230"]}), None, "expected `board` or `boards`, not both"),
        (json!({"boards": boards(201)}), None, "201 boards are too many for a picture: expected at most 200"),
        (json!({"boards": ["random:2x2:201:1"]}), Some("boards"), "`random:2x2:201:1` names 201 boards: expected "),
        (json!({"boards": ["random:100x100:5:1"]}), None, "boards of 50,000 cells are too many for a picture"),
        (json!({"board": "korf:1..2"}), Some("board"), "`korf:1..2` names 2 boards: expected one"),
        (json!({"boards": boards(2), "moves": "U"}), Some("moves"), "`moves` is for one board, and there are 2"),
        (json!({"boards": boards(2), "heading": "a"}), Some("heading"), "`heading` is for one board"),
        (json!({"board": "1230", "side": 15}), Some("side"), "`15` is not a size: expected 16 to 4096 pixels"),
    ] {
        let refusal = answer(&json!({"draw": fields})).unwrap_err();
        assert_eq!(refusal.place.as_ref().map(|place| place.field), field, "{fields}");
        assert!(refusal.message.starts_with(message), "{fields}: {refusal}");
    }
}

#[test]
fn a_move_that_is_not_possible_is_pointed_at() {
    for (moves, message, place) in [
        ("UU", "move 2 (`U`) is not possible: the blank is in the top row", (1, 2, 1)),
        ("U, L D\n R2", "move 5 (`R2`) is not possible", (2, 2, 2)),
        ("3 1 3", "move 3 (`3`) is not possible: the tile is in row 2, column 2", (1, 5, 1)),
        ("U\nLX", "`X` is not a move", (2, 2, 1)),
    ] {
        let refusal = answer(&json!({"draw": {"board": "1230", "moves": moves}})).unwrap_err();
        assert!(refusal.message.starts_with(message), "{refusal}");
        let found = refusal.place.unwrap();
        assert_eq!((found.field, (found.line, found.column, found.length)), ("moves", place), "{moves:?}");
    }
}

#[test]
fn moves_lead_somewhere_in_every_notation() {
    let board = "1 2 3/4 0 6/7 5 8";
    let applied = |fields: Value| {
        let mut question = json!({"board": board});
        question.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        answered(json!({"apply": question}))
    };
    for (fields, moves, of) in [
        (json!({"moves": "D R"}), "DR", json!("blank")),
        (json!({"moves": "UL", "moves_of": "tile"}), "UL", json!("tile")),
        (json!({"moves": "UL", "moves_of": "tile", "to": "blank"}), "DR", json!("blank")),
        (json!({"moves": "5 8"}), "5 8", json!(null)),
        (json!({"moves": "5 8", "to": "tile"}), "UL", json!("tile")),
        (json!({"moves": "DR", "to": "runs", "moves_of": "blank"}), "D R", json!("blank")),
    ] {
        let answer = applied(fields.clone());
        assert_eq!((&answer["moves"], &answer["moves_of"]), (&json!(moves), &of), "{fields}");
        assert_eq!(
            (&answer["status"], &answer["is_goal"], &answer["count"]),
            (&json!("legal"), &json!(true), &json!(2))
        );
    }
    let back = applied(json!({"moves": "DR", "invert": true}));
    assert_eq!(
        (&back["moves"], &back["end"], &back["inverted"]),
        (&json!("LU"), &json!([1, 2, 3, 4, 0, 6, 7, 5, 8]), &json!(true))
    );
    assert_eq!((&back["start"], &back["is_goal"]), (&json!([1, 2, 3, 4, 5, 6, 7, 8, 0]), &json!(false)));
}

/// Letters are read as the question says; that they make more sense otherwise is a remark.
#[test]
fn letters_are_never_read_otherwise_on_a_guess() {
    let applied = |moves: &str| answered(json!({"apply": {"board": "1 2 3/4 0 6/7 5 8", "moves": moves}}));
    let other = applied("UL");
    assert_eq!((&other["status"], &other["is_goal"]), (&json!("legal"), &json!(false)));
    assert_eq!(other["notes"], json!(["read as moves of the tile, all of them are legal and reach the goal"]));
    let illegal = applied("DD");
    assert_eq!((&illegal["status"], &illegal["count"], &illegal["moves"]), (&json!("illegal"), &json!(1), &json!("D")));
    assert_eq!((&illegal["illegal"]["number"], &illegal["illegal"]["column"]), (&json!(2), &json!(2)));
    assert_eq!(illegal["notes"], json!([]), "it is not possible either way");
    assert_eq!(applied("DR")["notes"], json!([]));
    let line = answered(json!({"apply": {"board": "1 2 3/4 5 6/0 7 8", "moves": "8"}}));
    assert_eq!((&line["moves"], &line["count"], &line["is_goal"]), (&json!("7 8"), &json!(2), &json!(true)));
    assert!(line["notes"][0].as_str().unwrap().starts_with("tile 8 pushes the tiles between it and the blank"));
}

#[test]
fn as_many_moves_are_made_as_a_front_allows() {
    let question = question(&json!({"apply": {"board": "0 1 2 3 4/", "moves": "R4L4R4"}}));
    let terms = Terms { caps: Caps { walk: 10, ..Caps::default() }, ..Terms::default() };
    let refusal = ask(&question, &terms, &mut ()).unwrap_err();
    assert_eq!(refusal.message.lines().next(), Some("too many moves: expected at most 10"));
    assert!(ask(&question, &Terms::default(), &mut ()).is_ok());
}

/// Events of a question, as a front sees them.
#[derive(Default)]
struct Seen {
    boards: Vec<Board>,
    tables: Vec<String>,
    known: Vec<RunRecord>,
    runs: Vec<usize>,
}

impl Watch for Seen {
    fn takes_boards(&self) -> bool {
        true
    }

    fn made(&mut self, board: Generated<Board>) -> ControlFlow<()> {
        self.boards.push(board.board);
        if self.boards.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn tables(&mut self, news: TableNews<'_>) -> ControlFlow<()> {
        match news {
            TableNews::Planned(plan) => self.tables.push(format!("{} planned", plan.tables.len())),
            TableNews::Built(built) => self.tables.push(format!("{} {}", built.table.name, built.table.state)),
            TableNews::Verified(table) => self.tables.push(format!("{} {:?}", table.name, table.wrong)),
            TableNews::Removed(name) => self.tables.push(format!("{name} removed")),
            TableNews::Read(info) => self.tables.push(format!("{} read", info.table.name)),
            TableNews::Awaited(..) | TableNews::Verifying { .. } | TableNews::Busy(_) => {}
        }
        ControlFlow::Continue(())
    }

    fn planned(&mut self, _: &CompareRequest, _: &[PlannedRun]) -> ControlFlow<(), Vec<RunRecord>> {
        ControlFlow::Continue(self.known.clone())
    }

    fn wants_boards_of_runs(&self) -> bool {
        false
    }

    fn ran(&mut self, record: &RunRecord) -> ControlFlow<()> {
        assert!(!record.start.is_empty(), "the watch sees the board");
        self.runs.push(record.id);
        ControlFlow::Continue(())
    }
}

#[test]
fn boards_come_as_they_are_made() {
    let terms = Terms::default();
    let asked = question(&json!({"generate": {"size": "4x4", "count": "1e6", "seed": 7}}));
    let mut seen = Seen::default();
    let Ok(Answer::Generate(answer)) = ask(&asked, &terms, &mut seen) else { panic!("it is answered") };
    assert_eq!(serde_json::to_value(answer).unwrap(), json!([]), "the watch has them");
    let made = answer_of(&json!({"generate": {"size": "4x4", "count": 3, "seed": 7}}), &terms);
    let made: Vec<&Value> = made.as_array().unwrap().iter().map(|made| &made["board"]).collect();
    assert_eq!(json!(seen.boards), json!(made));
}

#[test]
fn runs_that_are_known_are_not_repeated() {
    let asked = question(&json!({"compare": {"board": "random:2x3:2:7", "algorithms": ["astar", "bfs"]}}));
    let Ok(Answer::Compare(whole)) = ask(&asked, &Terms::default(), &mut ()) else { panic!("it is answered") };
    let mut seen = Seen { known: whole.runs[..3].to_vec(), ..Seen::default() };
    let Ok(Answer::Compare(rest)) = ask(&asked, &Terms::default(), &mut seen) else { panic!("it is answered") };
    assert_eq!((seen.runs, rest.complete), (vec![4], true));
    assert_eq!(rest.runs.iter().map(|run| run.id).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(rest.runs.iter().all(|run| run.start.is_empty()), "no boards were wanted");
}

#[test]
fn tables_are_built_verified_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let table_cache = Arc::new(TableCache::in_folder(folder.path()));
    let terms = Terms { limits: Limits { table_cache, ..Limits::default() }, ..Terms::default() };
    let build = json!({"pdb": {"build": {"size": "3x3", "patterns": "4-4", "dry_run": true}}});
    assert_eq!(answer_of(&build, &terms)[0]["state"], "missing");
    let mut seen = Seen::default();
    let mut told = |json: Value| ask(&question(&json), &terms, &mut seen).map(drop);
    told(json!({"pdb": {"build": {"size": "3x3", "patterns": "1,2,4,5"}}})).unwrap();
    told(json!({"pdb": {"build": {"size": "3x3", "patterns": "1,2,4,5"}}})).unwrap();
    let list = answer_of(&json!({"pdb": {"list": {}}}), &terms);
    let name = list[0]["name"].as_str().unwrap();
    let refusal = told(json!({"pdb": {"info": {"tables": [name, "nothing"]}}})).unwrap_err();
    assert_eq!(refusal.place.map(|place| place.field), Some("tables"));
    told(json!({"pdb": {"verify": {"all": true, "seed": 1}}})).unwrap();
    told(json!({"pdb": {"remove": {"all": true}}})).unwrap();
    let refusal = told(json!({"pdb": {"info": {"tables": ["nothing"]}}})).unwrap_err();
    assert_eq!(refusal.place.map(|place| place.field), Some("tables"));
    let of_table = |what: &str| format!("{name} {what}");
    let planned = || "1 planned".to_owned();
    let built = [planned(), of_table("built"), planned(), of_table("found")];
    assert_eq!(seen.tables[..4], built);
    assert_eq!(seen.tables[4..], [of_table("read"), of_table("None"), of_table("removed")]);
    assert_eq!(answer_of(&json!({"pdb": {"list": {}}}), &terms), json!([]));
}

#[test]
fn questions_are_written_as_they_are_read() {
    for json in [
        json!({"solve": {"board": [[1, 2, 3, 0]], "goal": "first", "time_limit": "500ms", "node_limit": 1000,
                         "algorithm": "astar", "all": true, "max_solutions": "1e2", "repeat": null}}),
        json!({"generate": {"size": "3x3", "goal": null, "count": 2, "walk": null, "unsolvable": false,
                            "optimal_distance": null, "seed": 7}}),
    ] {
        assert_eq!(serde_json::to_value(question(&json)).unwrap(), json);
    }
}

/// A goal is as large as a board, and a set may have a hundred thousand of them.
#[test]
fn boards_of_a_set_share_their_goal() {
    struct Planned(Vec<Goal>);
    impl Watch for Planned {
        fn planned(&mut self, request: &CompareRequest, _: &[PlannedRun]) -> ControlFlow<(), Vec<RunRecord>> {
            self.0 = request.boards.iter().map(|board| board.goal.clone()).collect();
            ControlFlow::Break(())
        }
    }
    let goal = Goal::read("1 2 3/8 0 4/7 5 6", None).unwrap();
    let inputs = boards::described("random:3x3:4:1", Some(&goal), &mut Seed::new(None), &Limits::default()).unwrap();
    let known = inputs.deferred().map(|input| BoardText::named(input.name, KnownBoard::from(input.content.unwrap())));
    let (known, algorithms) = (known.collect(), vec!["astar".to_owned()]);
    let of_known = Compare { boards: Some(known), algorithms: algorithms.clone(), ..Compare::default() };
    let form = BoardFields { goal: Some(goal.into()), ..BoardFields::default() };
    let of_text = Compare { board: Some("random:3x3:4:1".into()), form, algorithms, ..Compare::default() };
    for question in [of_known, of_text] {
        let mut planned = Planned(Vec::new());
        question.ask(&Terms::default(), &mut planned).unwrap();
        let custom = planned.0.iter().filter_map(|goal| match goal {
            Goal::Custom(board) => Some(board),
            Goal::Preset(_) => None,
        });
        let custom: Vec<_> = custom.collect();
        assert!(custom.len() == 4 && custom.iter().all(|board| Arc::ptr_eq(board, custom[0])));
    }
}

/// A question that a program has put together is the same for another program.
#[test]
fn boards_keep_their_goal_name_and_cost() {
    let mut boards = Vec::new();
    let snail = Goal::read("1 2 3/8 0 4/7 6 5", None).unwrap();
    for (set, goal) in [("korf:1", None), ("deepcubea-48:1", None), ("random:3x3:1:7", Some(&snail))] {
        let inputs = boards::described(set, goal, &mut Seed::new(None), &Limits::default()).unwrap();
        boards.extend(inputs.map(|input| BoardText::named(input.name, KnownBoard::from(input.content.unwrap()))));
    }
    let told = "# This puzzle is unsolvable\n3\n1 2 3\n4 5 6\n8 7 0\n";
    let told = boards::in_text("told", told, true, None, &ReadOptions::default()).remove(0);
    boards.push(BoardText::named(told.name, KnownBoard::from(told.content.unwrap())));
    let asked =
        Question::Compare(Compare { boards: Some(boards), algorithms: vec!["ida".into()], ..Compare::default() });
    let json = serde_json::to_value(&asked).unwrap();
    let of_korf = &json["compare"]["boards"][0];
    assert_eq!(
        (&of_korf["name"], &of_korf["goal"], &of_korf["optimal"]),
        (&json!("korf:1"), &json!("first"), &json!(57))
    );
    let Question::Compare(read) = question(&json) else { panic!("it is a comparison") };
    let Question::Compare(asked) = asked else { panic!("it is a comparison") };
    for (asked, read) in asked.boards.unwrap().iter().zip(&read.boards.clone().unwrap()) {
        assert_eq!((asked.as_str(), format!("{:?}", asked.known())), (read.as_str(), format!("{:?}", read.known())));
    }
    assert_eq!(serde_json::to_value(Question::Compare(read)).unwrap(), json);
    let own = json!({"solve": {"board": {"board": [[1, 2], [0, 3]], "goal": [[1, 2], [3, 0]]}, "goal": "first"}});
    assert_eq!(answer(&own).unwrap()["moves"], "R");
    let refusal = answer(&json!({"solve": {"board": "1 2/0 3", "goal": {"board": [[0, 1], [2, 3]], "goal": "last"}}}));
    assert_eq!(refusal.unwrap_err().place.map(|place| place.field), Some("goal"));
    for (board, message) in [
        (json!({"board": [[1, 2], [2, 0]]}), "tile 2"),
        (json!({"board": [[1, 2], [3, 0]], "goal": "frist"}), "unknown goal `frist`"),
        (json!({"board": [[1, 2], [3, 0]], "name": "x".repeat(5000)}), "too long"),
        (json!({"board": [[1, 2], [3, 0]], "optimal": 1, "published": 1}), "not both"),
        (json!({"board": [[1, 2], [3, 0]], "gaol": "first"}), "unknown field `gaol`"),
    ] {
        let error = serde_json::from_value::<BoardText>(board).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
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
        (json!({"solve": {"board": board, "time_limit": "10 parsecs"}}), "time_limit", "500ms"),
        (json!({"solve": {"board": board, "memory_limit": "4"}}), "memory_limit", "256MiB"),
        (json!({"solve": {"board": board, "node_limit": 1.5}}), "node_limit", "1e6"),
        (json!({"solve": {"board": board, "threads": 0}}), "threads", "from 1"),
        (json!({"solve": {"board": board, "max_solutions": -1}}), "max_solutions", "whole number"),
        (json!({"solve": {"board": board, "algorithm": "beam", "beam_width": 1e12}}), "beam_width", "expected 1 to"),
        (json!({"solve": {"board": board, "repeat": 0}}), "repeat", "at least 1"),
        (json!({"search": {"problem": "hanio(3,5)"}}), "problem", "hanoi"),
        (json!({"search": {"problem": "tiles(1 2 2 0)"}}), "problem", "tile 2"),
        (json!({"search": {"problem": "hanoi(3,3)", "heuristic": "manhattan"}}), "heuristic", "out-and-back"),
        (json!({"search": {"problem": "m", "map": "a\nb\na b\n"}}), "map", "a b"),
        (
            json!({"search": {"problem": "m", "map": "a\nb\na: b,1\n", "heuristic": "h", "estimates": {"h": "a: x\n"}}}),
            "estimates",
            "x",
        ),
        (json!({"search": {"problem": "hanoi(3,3)", "estimates": {"h": "a: 1\n"}}}), "estimates", "`map`"),
        (json!({"audit": {"map": "a\nb\na: b,1\n"}}), "map", "`problem`"),
        (json!({"audit": {"problem": "hanoi(3,3)", "size": "3x3"}}), "size", "for boards"),
        (json!({"audit": {"problem": "hanio(3,3)"}}), "problem", "hanoi"),
        (json!({"audit": {"problem": "hanoi(3,3)", "heuristics": ["zero", "typo"]}}), "heuristics", "typo"),
        (json!({"audit": {"problem": "m", "map": "a\nb\na: b,1\n", "estimates": {"h": "a: x\n"}}}), "estimates", "x"),
        (json!({"audit": {"heuristics": ["manhattan", "manhatan"]}}), "heuristics", "manhattan"),
        (json!({"audit": {"samples": 0}}), "samples", "at least 1"),
        (json!({"compare": {"boards": [board, "korf:0"], "algorithms": ["bfs"]}}), "boards", "korf"),
        (json!({"draw": {"board": board, "moves": "U3"}}), "moves", "move 3 (`U3`) is not possible"),
        (json!({"draw": {"board": board, "moves": "UX"}}), "moves", "`X` is not a move"),
        (json!({"draw": {"board": board, "moves": "R1000000000000000000000"}}), "moves", "more than 100,000,000 moves"),
        (json!({"apply": {"board": board, "moves": "U", "to": "french"}}), "to", "blank, tile, numbers, runs"),
        (json!({"apply": {"board": board, "moves": "U", "moves_of": "cat"}}), "moves_of", "blank or tile"),
        (json!({"draw": {"board": board, "scheme": "tartan"}}), "scheme", "plain, row, ring"),
        (json!({"draw": {"board": board, "cell": 1000}}), "cell", "8 to 256"),
    ] {
        let refusal = answer(&json).expect_err(&json.to_string());
        assert_eq!(refusal.fault, Fault::Question, "{json}");
        assert_eq!(refusal.place.as_ref().map(|place| place.field), Some(field), "{json}: {refusal}");
        let names_a_flag = refusal.message.split("--").skip(1).any(|rest| rest.starts_with(char::is_alphabetic));
        assert!(refusal.to_string().contains(words) && !names_a_flag, "{json}: {refusal}");
        assert!(!refusal.message.contains("help:") && !refusal.message.contains("npuzzle "), "{json}: {refusal}");
    }
}

/// What is wrong fits every front; what to do about it has other words in each.
#[test]
fn hints_are_apart_from_messages() {
    let board = "867254301";
    for (json, hint) in [
        (json!({"solve": {"board": board, "algorithm": "astra"}}), Some(Hint::List("algorithms"))),
        (json!({"solve": {"board": board, "algorithm": "dls(limit=x)"}}), Some(Hint::Options)),
        (
            json!({"solve": {"board": board, "algorithm": "bae", "heuristic": "misplaced-with-blank"}}),
            Some(Hint::Audit),
        ),
        (json!({"solve": {"board": board, "moves_of": "cat"}}), None),
    ] {
        let refusal = answer(&json).expect_err(&json.to_string());
        assert_eq!(refusal.hint, hint, "{json}");
        assert_eq!(refusal.to_string().contains("\nhelp: "), hint.is_some(), "{json}");
    }
    let refusal = answer(&json!({"solve": {"board": "1 2 3/4 5/7 8 0"}})).expect_err("rows of one length");
    assert!(matches!(refusal.hint, None | Some(Hint::Words(_))), "{refusal}");
}

/// The metric is a field of every question that has costs of boards.
#[test]
fn costs_are_counted_in_the_metric_that_is_asked_for() {
    let board = "8 6 7/2 5 4/3 0 1";
    let answered = |json: Value| answer(&json).unwrap_or_else(|refusal| panic!("{json}: {refusal}"));
    let solved = answered(json!({"solve": {"board": board, "metric": "multi"}}));
    assert_eq!((&solved["metric"], &solved["cost"], &solved["slides"]), (&json!("multi"), &json!(20), &json!(20)));
    let solved = answered(json!({"solve": {"board": board}}));
    assert_eq!((&solved["metric"], &solved["cost"]), (&json!("single"), &json!(31)));
    let space = answered(json!({"space": {"size": "2x3", "metric": "MTM"}}));
    assert_eq!((&space["metric"], &space["edges"]), (&json!("multi"), &json!(1080)));
    let audited = answered(json!({"audit": {"size": "2x3", "heuristics": ["manhattan"], "metric": "multi"}}));
    assert_eq!((&audited["metric"], &audited["heuristics"][0]["admissible"]), (&json!("multi"), &json!(false)));
    let compared = answered(json!({"compare": {"board": board, "algorithms": ["astar"], "metric": "multi"}}));
    assert_eq!((&compared["runs"][0]["cost"], &compared["runs"][0]["metric"]), (&json!(20), &json!("multi")));
    for kind in ["solve", "space", "audit", "compare"] {
        let fields = match kind {
            "space" => json!({"size": "2x3", "metric": "double"}),
            "audit" => json!({"metric": "double"}),
            "compare" => json!({"board": board, "algorithms": ["astar"], "metric": "double"}),
            _ => json!({"board": board, "metric": "double"}),
        };
        let refusal = answer(&json!({ kind: fields })).unwrap_err();
        assert_eq!(refusal.message, "`double` is not a metric: expected single or multi");
        assert_eq!(refusal.place.unwrap().field, "metric");
    }
    let refusal = answer(&json!({"solve": {"board": board, "metric": "multi", "algorithm": "tile-ida"}})).unwrap_err();
    assert_eq!(refusal.place.unwrap().field, "algorithm");
    // What a set knows of its boards are single moves.
    let compared = answered(json!({"compare": {
        "board": "korf:79", "algorithms": ["greedy"], "metric": "multi", "node_limit": 2000,
    }}));
    assert_eq!(compared["summary"]["optima"][0], Value::Null);
    let refusal = answer(&json!({"audit": {"problem": "hanoi(3,3)", "metric": "multi"}})).unwrap_err();
    assert!(refusal.message.starts_with("`metric` is for boards"), "{refusal}");
}
