//! `docs/claims.md` lists statements of course reports with the commands that check them. It is
//! generated from the list below: each command is run, what it prints is shown, and some lines of
//! it must be there for the verdict to stand. `cargo xtask docs` writes it anew.

mod cache;

use std::fs;
use std::path::Path;
use std::process::Command;

struct Claim {
    /// As the reports say it.
    says: &'static str,
    /// What is true.
    verdict: &'static str,
    checks: &'static [Check],
}

struct Check {
    /// What follows `npuzzle`.
    arguments: &'static [&'static str],
    /// What must be printed.
    shows: &'static [&'static str],
    /// Which lines are quoted: those that begin with one of these words; all if there are none.
    quotes: &'static [&'static str],
}

const SPACE_FACTS: &[&str] = &["states  ", "unreachable", "edges", "diameter", "mean depth", "solutions"];
const ANSWER: &[&str] = &["1 move", "2 moves", "22 moves", "30 moves", "unsolvable", "no sequence"];

const CLAIMS: &[Claim] = &[
    Claim {
        says: "9!/2 = 181,440 states of the 8-puzzle can be reached.",
        verdict: "True. All of them were visited; the other half belongs to the other parity class.",
        checks: &[Check {
            arguments: &["space", "3x3"],
            shows: &["states      181,440", "unreachable 181,440", "edges       483,840", "diameter    31 (2 boards)"],
            quotes: SPACE_FACTS,
        }],
    },
    Claim {
        says: "With an odd width a board is solvable if the number of inversions is even; with an even width the row of the blank counts as well.",
        verdict: "True for the goal `last`, with inversions counted relative to the goal's order for any other. What decides is the width alone, never the \
                  height. Both proofs are in [theory/solvability.md](theory/solvability.md); the second board has one inversion and its blank at home.",
        checks: &[
            Check {
                arguments: &["explain", "1 2 3/4 5 6/8 7 0"],
                shows: &["6. the goal has 0, which is even; this board has 1, which is odd", "unsolvable"],
                quotes: &["4.", "5.", "6.", "8.", "unsolvable"],
            },
            Check {
                arguments: &["explain", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"],
                shows: &["unsolvable"],
                quotes: &["4.", "5.", "6.", "8.", "unsolvable"],
            },
        ],
    },
    Claim {
        says: "The polarity of a board and the place of its blank identify it.",
        verdict: "False. These two boards differ, have the blank in the same cell and even permutations both; so do 20,160 boards for every cell.",
        checks: &[
            Check {
                arguments: &["explain", "1 2 3/4 5 6/7 8 0"],
                shows: &["the permutation to the goal is even, the blank's distance 0 is even"],
                quotes: &["7."],
            },
            Check {
                arguments: &["explain", "2 3 1/4 5 6/7 8 0"],
                shows: &["the permutation to the goal is even, the blank's distance 0 is even"],
                quotes: &["7."],
            },
        ],
    },
    Claim {
        says: "The optimal solution is unique.",
        verdict: "False. The two hardest boards of the 8-puzzle have 40 each; fewer than half of all boards have only one.",
        checks: &[
            Check {
                arguments: &["solve", "867254301", "--all", "--max-solutions", "2"],
                shows: &["solutions   40 optimal, 2 listed"],
                quotes: &["31 moves", "solutions", "          1", "          2"],
            },
            Check {
                arguments: &["solve", "647850321", "--all", "--show", "none"],
                shows: &["solutions   40 optimal"],
                quotes: &["31 moves", "solutions"],
            },
            Check {
                arguments: &["space", "3x3"],
                shows: &["2.761 on average; one for 78,033 boards; at most 64"],
                quotes: &["solutions"],
            },
        ],
    },
    Claim {
        says: "The number of misplaced cells, the blank included, is an optimistic heuristic.",
        verdict: "False at 78 states. Halving it repairs it.",
        checks: &[
            Check {
                arguments: &["audit", "3x3", "-H", "misplaced-with-blank"],
                shows: &["overestimates at 78 states", "estimate 2, true distance 1", "along 5,040 directed edges"],
                quotes: &[],
            },
            Check {
                arguments: &["audit", "3x3", "-H", "misplaced-with-blank/2", "--format", "md"],
                shows: &["| misplaced-with-blank/2 | yes | yes |"],
                quotes: &[],
            },
        ],
    },
    Claim {
        says: "Manhattan distance with the blank counted is optimistic as well.",
        verdict: "False at 4,650 states. Halving it repairs this one too.",
        checks: &[Check {
            arguments: &[
                "audit",
                "3x3",
                "-H",
                "manhattan-with-blank",
                "-H",
                "manhattan-with-blank/2",
                "--format",
                "md",
            ],
            shows: &["| manhattan-with-blank | no (4,650) | no (136,080) |", "| manhattan-with-blank/2 | yes | yes |"],
            quotes: &[],
        }],
    },
    Claim {
        says: "H1 = misplaced-with-blank minus one is admissible, hence consistent; H2 = manhattan-with-blank/2 dominates it.",
        verdict: "H1 is admissible and not consistent, and neither dominates the other.",
        checks: &[Check {
            arguments: &["audit", "3x3", "-H", "max(0, misplaced-with-blank - 1)", "-H", "manhattan-with-blank/2"],
            shows: &[
                "falls too fast along 5,038 directed edges",
                "neither of max(0, misplaced-with-blank - 1) and manhattan-with-blank/2 dominates the other",
            ],
            quotes: &[],
        }],
    },
    Claim {
        says: "The average branching factor of the 8-puzzle is 3.2.",
        verdict: "False. It is 483,840 / 181,440 = 2.667: four corners with two moves, four sides with three, one middle with four.",
        checks: &[Check { arguments: &["space", "3x3"], shows: &["2.667 per state"], quotes: &["edges"] }],
    },
    Claim {
        says: "Breadth-first search of an 8-puzzle has to hold 3.5 billion states.",
        verdict: "False. There are 181,440 states, and it never holds more, even on the hardest board.",
        checks: &[Check {
            arguments: &["solve", "867254301", "-a", "bfs", "--show", "none"],
            shows: &["max stored  181,439"],
            quotes: &["31 moves", "expanded", "max open", "max stored"],
        }],
    },
    Claim {
        says: "`1 2 3/4 5 6/7 0 8` takes 2 moves.",
        verdict: "It takes 1.",
        checks: &[Check {
            arguments: &["solve", "1 2 3/4 5 6/7 0 8"],
            shows: &["1 move, optimal (proved)"],
            quotes: ANSWER,
        }],
    },
    Claim {
        says: "`1 2 3/4 0 6/7 5 8` takes 4 moves.",
        verdict: "It takes 2.",
        checks: &[Check {
            arguments: &["solve", "1 2 3/4 0 6/7 5 8"],
            shows: &["2 moves, optimal (proved)"],
            quotes: ANSWER,
        }],
    },
    Claim {
        says: "`8 1 2/0 4 3/7 6 5` takes 14 moves.",
        verdict: "It cannot be solved at all.",
        checks: &[Check { arguments: &["solve", "8 1 2/0 4 3/7 6 5"], shows: &["unsolvable"], quotes: ANSWER }],
    },
    Claim {
        says: "`5 4 0/6 1 8/7 3 2` takes 22 moves.",
        verdict: "True.",
        checks: &[Check {
            arguments: &["solve", "5 4 0/6 1 8/7 3 2"],
            shows: &["22 moves, optimal (proved)"],
            quotes: ANSWER,
        }],
    },
    Claim {
        says: "`876_543_21x` costs 30.",
        verdict: "True.",
        checks: &[Check {
            arguments: &["solve", "876_543_21x"],
            shows: &["30 moves, optimal (proved)"],
            quotes: ANSWER,
        }],
    },
    Claim {
        says: "Manhattan distance plus 2 for every tile in its goal line behind a larger one is the linear conflict heuristic.",
        verdict: "False: it is `scan-conflict`. It never overestimates on 3x3, but it does at one board of 2x4 and at 20 boards of 2x5. \
                  Linear conflict removes the *fewest* tiles from each line, and is admissible.",
        checks: &[
            Check {
                arguments: &["audit", "3x3", "-H", "scan-conflict", "-H", "linear-conflict", "--format", "md"],
                shows: &["| scan-conflict | yes |", "| linear-conflict | yes | yes |"],
                quotes: &[],
            },
            Check {
                arguments: &["audit", "2x4", "-H", "scan-conflict"],
                shows: &["overestimates at 1 state", "5 4 1 2\n    7 . 6 3", "estimate 18, true distance 16"],
                quotes: &[],
            },
            Check {
                arguments: &["audit", "2x5", "-H", "scan-conflict", "-H", "linear-conflict", "--format", "md"],
                shows: &["| scan-conflict | no (20) |", "| linear-conflict | yes | yes |"],
                quotes: &[],
            },
            Check {
                arguments: &["audit", "2x5", "-H", "scan-conflict"],
                shows: &["estimate 27, true distance 23"],
                quotes: &["scan-conflict overestimates", "    estimate"],
            },
        ],
    },
    Claim {
        says: "Linear conflict is added to Manhattan distance, so `manhattan + linear-conflict` is the estimate.",
        verdict: "False. Linear conflict contains Manhattan distance; adding both counts it twice.",
        checks: &[Check {
            arguments: &[
                "audit",
                "3x3",
                "-H",
                "linear-conflict",
                "-H",
                "manhattan + linear-conflict",
                "--format",
                "md",
            ],
            shows: &["| linear-conflict | yes | yes |", "| manhattan + linear-conflict | no ("],
            quotes: &[],
        }],
    },
    Claim {
        says: "Walking distance is the sum of how far every tile has to walk along rows and columns.",
        verdict: "False. That sum is Manhattan distance. Walking distance counts moves of whole rows of tiles through a table, and dominates it.",
        checks: &[Check {
            arguments: &["audit", "3x3", "-H", "manhattan", "-H", "walking-distance"],
            shows: &["walking-distance dominates manhattan"],
            quotes: &[],
        }],
    },
];

/// The command as it is typed.
fn typed(arguments: &[&str]) -> String {
    let plain = |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || "-_/.:".contains(c));
    let words = arguments.iter().map(|word| if plain(word) { (*word).to_owned() } else { format!("'{word}'") });
    ["npuzzle".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// What a command prints, without what differs from run to run.
fn printed(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_npuzzle"));
    command.args(arguments).env("NO_COLOR", "1").env("COLUMNS", "100").env(cache::VARIABLE, cache::folder());
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let varies = |line: &str| ["time  ", "memory  ", "generated "].iter().any(|start| line.starts_with(start));
    text.lines().filter(|line| !varies(line)).map(|line| format!("{line}\n")).collect()
}

fn quoted(text: &str, quotes: &[&str]) -> String {
    let chosen = |line: &&str| quotes.is_empty() || quotes.iter().any(|start| line.starts_with(start));
    let lines: Vec<&str> = text.lines().filter(chosen).collect();
    lines.join("\n").trim_end().to_owned()
}

fn page() -> String {
    let mut page = "<!-- Generated by `cargo xtask docs` from the list in crates/npuzzle-cli/tests/claims.rs. -->\n\n\
                    # Claims\n\nStatements about the puzzle as course reports make them, each with the command that checks it and what it prints. A test runs \
                    every command and fails when an outcome changes.\n"
        .to_owned();
    for (number, claim) in (1..).zip(CLAIMS) {
        page += &format!("\n## {number}. {}\n\n{}\n", claim.says, claim.verdict);
        for check in claim.checks {
            let text = printed(check.arguments);
            for line in check.shows {
                assert!(text.contains(line), "{}\nno longer shows\n{line}\nbut\n{text}", typed(check.arguments));
            }
            page += &format!("\n```text\n$ {}\n{}\n```\n", typed(check.arguments), quoted(&text, check.quotes));
        }
    }
    page
}

#[test]
fn the_claims_stand() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/claims.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/claims.md is stale: run `cargo xtask docs` and look at what has changed");
}
