//! `docs/claims.md` lists statements of course reports with the commands that decide them. It is
//! generated from the list below: each command is run, what it prints is shown, and some lines of
//! it must be there for the verdict to stand. `cargo xtask docs` writes it anew.

mod cache;

use std::fs;
use std::path::Path;
use std::process::Command;

struct Report {
    /// What it is.
    title: &'static str,
    claims: &'static [Claim],
}

struct Claim {
    /// A few words as the report has them, so that the statement beside them cannot drift.
    quote: &'static str,
    /// What the report says, in its own meaning.
    says: &'static str,
    verdict: Verdict,
    /// Why, and what is true instead.
    because: &'static str,
    checks: &'static [Check],
}

#[derive(Clone, Copy)]
enum Verdict {
    True,
    /// What it concludes is right, its reason is not.
    ReasonFails,
    /// Right, with a condition that the report leaves out.
    Incomplete,
    False,
}

impl Verdict {
    fn words(self) -> &'static str {
        match self {
            Self::True => "True",
            Self::ReasonFails => "True, but not for this reason",
            Self::Incomplete => "Incomplete",
            Self::False => "False",
        }
    }
}

struct Check {
    /// What follows `npuzzle`.
    arguments: &'static [&'static str],
    /// What must be printed.
    shows: &'static [&'static str],
    /// Which lines are quoted: those that begin with one of these words; all if there are none.
    quotes: &'static [&'static str],
}

const ANSWER: &[&str] = &["1 move", "2 moves", "22 moves", "30 moves", "31 moves", "unsolvable", "no sequence"];
const EFFORT: &[&str] = &["22 moves", "30 moves", "rules", "expanded"];
const VERDICTS: &[&str] = &["| "];
const PARITY: &[&str] = &["2.", "4.", "5.", "6.", "8.", "solvable", "unsolvable"];
/// The means of a comparison, without the runs before and the medians after them.
const MEANS: &[&str] = &["## Means", "| algorithm", "| dfs", "| bfs", "| astar"];

const SUCCESSORS: &[&str] = &["   U", "   D", "   L", "   R"];

/// The first expansion on the way from a board to the goal `first`.
macro_rules! one_step {
    ($board:literal) => {
        ["solve", $board, "-g", "first", "-a", "bfs", "--node-limit", "1", "--step"]
    };
}

/// The heuristics of a board with the parts that their values have.
const VALUES: &[&str] = &["max(", "m", "  m", "    ", "  1", "  2", "  no", "true distance"];

const H1: &str = "max(0, misplaced-with-blank - 1)";
const H2: &str = "manhattan-with-blank/2";
const MAXIMUM: &str = "max(misplaced-with-blank - 1, manhattan-with-blank/2)";

const REPORTS: &[Report] = &[
    Report {
        title: "A bonus assignment on the complexity of the 8-puzzle",
        claims: &[
            Claim {
                quote: "two disjoint sets, both with 181440 states",
                says: "The 362,880 arrangements fall into two sets of 181,440, and no move leads from one to the other.",
                verdict: Verdict::True,
                because: "Every state of one set was visited. Its map has 483,840 transitions, as the report says.",
                checks: &[Check {
                    arguments: &["space", "3x3"],
                    shows: &[
                        "states      181,440",
                        "unreachable 181,440",
                        "together    362,880 (9! arrangements, two halves)",
                        "edges       483,840",
                    ],
                    quotes: &["states  ", "unreachable", "together", "edges"],
                }],
            },
            Claim {
                quote: "As same moves are permitted in both",
                says: "The two sets are equally large because the same moves are permitted in both.",
                verdict: Verdict::ReasonFails,
                because: "Swapping two tiles turns every board of one set into a board of the other: that pairs them. The moves \
                          say nothing about how many sets there are. The same moves are permitted on a board of one row, \
                          which has 24 sets of five. That there are only two on 3x3 is the harder half of the theorem \
                          ([solvability](theory/solvability.md)).",
                checks: &[Check {
                    arguments: &["space", "1x5"],
                    shows: &["states      5", "unreachable 115"],
                    quotes: &["states  ", "unreachable"],
                }],
            },
            Claim {
                quote: "this R has 3 inversions",
                says: "The word 3 2 1 4 5 6 7 8 has three inversions.",
                verdict: Verdict::True,
                because: "3 before 2, 3 before 1, 2 before 1.",
                checks: &[Check {
                    arguments: &["explain", "3 2 1/4 5 6/7 8 0"],
                    shows: &["3 inversions:"],
                    quotes: &["3 inversions", "   3 comes", "   2 comes"],
                }],
            },
            Claim {
                quote: "the shift in N will either be 2",
                says: "On the 8-puzzle a move changes the number of inversions by 0 or 2, so its parity never changes.",
                verdict: Verdict::True,
                because: "A vertical move carries one tile past two others, a horizontal one past none.",
                checks: &[Check {
                    arguments: &["explain", "1 2 3/4 5 6/8 7 0"],
                    shows: &["6. the goal has 0, which is even; this board has 1, which is odd", "unsolvable"],
                    quotes: PARITY,
                }],
            },
            Claim {
                quote: "Moving the tiles up and down changes the row number",
                says: "On the 15-puzzle a vertical move changes the parity of the inversions and the parity of the blank's row.",
                verdict: Verdict::True,
                because: "What decides is the width alone, never the height; for another goal, count relative to its order.",
                checks: &[Check {
                    arguments: &["explain", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"],
                    shows: &[
                        "6. at the goal this is 0, which is even; here it is 1 + 0 = 1, which is odd",
                        "unsolvable",
                    ],
                    quotes: PARITY,
                }],
            },
            Claim {
                quote: "78 of these times",
                says: "Misplaced cells with the blank counted are not optimistic: one move from the goal the estimate is 2. It is \
                       too high at 78 states.",
                verdict: Verdict::True,
                because: "One move puts two cells right, that of the tile and that of the blank.",
                checks: &[Check {
                    arguments: &["audit", "3x3", "-H", "misplaced-with-blank"],
                    shows: &["overestimates at 78 states", "estimate 2, true distance 1"],
                    quotes: &[
                        "heuristic ",
                        "misplaced-with-blank no",
                        "misplaced-with-blank overestimates",
                        "    estimate",
                    ],
                }],
            },
            Claim {
                quote: "Dividing it by 2",
                says: "Half of it is optimistic and consistent.",
                verdict: Verdict::True,
                because: "A move changes the number of misplaced cells by 2 at most.",
                checks: &[Check {
                    arguments: &["audit", "3x3", "-H", "misplaced-with-blank/2", "--format", "md"],
                    shows: &["| misplaced-with-blank/2 | yes | yes |"],
                    quotes: VERDICTS,
                }],
            },
            Claim {
                quote: "States visited --> 160904",
                says: "A* with that half visits 160,904 states on `876_543_21x`, and the path costs 30.",
                verdict: Verdict::True,
                because: "To the last state: 160,903 are expanded, and the report counts the goal too. The halves must not be \
                          rounded, so the weight halves them here: the order is that of `2g + h`. (`-a astar -H \
                          misplaced-with-blank/2` rounds up, which is allowed since costs are whole, and expands fewer.)",
                checks: &[Check {
                    arguments: &[
                        "solve",
                        "876_543_21x",
                        "-a",
                        "weighted-astar(w=0.5)",
                        "-H",
                        "misplaced-with-blank",
                        "--show",
                        "none",
                    ],
                    shows: &["30 moves", "expanded    160,903"],
                    quotes: EFFORT,
                }],
            },
            Claim {
                quote: "States visited --> 92912",
                says: "A* with L0 (misplaced tiles) visits 92,912 states on `876_543_21x`.",
                verdict: Verdict::True,
                because: "92,911 are expanded and the goal. An order of moves that fits the report is `RDLU`; with the \
                          usual one it is one more.",
                checks: &[Check {
                    arguments: &[
                        "solve",
                        "876_543_21x",
                        "-a",
                        "astar",
                        "-H",
                        "l0",
                        "--order",
                        "RDLU",
                        "--show",
                        "none",
                    ],
                    shows: &["30 moves, optimal (proved)", "expanded    92,911"],
                    quotes: EFFORT,
                }],
            },
            Claim {
                quote: "States visited --> 7353",
                says: "A* with L1 (Manhattan distance) visits 7,353 states on `876_543_21x`.",
                verdict: Verdict::True,
                because: "7,352 are expanded and the goal, in the same order of moves.",
                checks: &[Check {
                    arguments: &[
                        "solve",
                        "876_543_21x",
                        "-a",
                        "astar",
                        "-H",
                        "l1",
                        "--order",
                        "RDLU",
                        "--show",
                        "none",
                    ],
                    shows: &["30 moves, optimal (proved)", "expanded    7,352"],
                    quotes: EFFORT,
                }],
            },
            Claim {
                quote: "Heuristic is consistent",
                says: "L0 and L1 are optimistic and consistent.",
                verdict: Verdict::True,
                because: "At all states and along all moves.",
                checks: &[Check {
                    arguments: &["audit", "3x3", "-H", "l0", "-H", "l1", "--format", "md"],
                    shows: &["| misplaced | yes | yes |", "| manhattan | yes | yes |"],
                    quotes: VERDICTS,
                }],
            },
        ],
    },
    Report {
        title: "A project with a parallel bidirectional A*",
        claims: &[
            Claim {
                quote: "is *NP-Hard*",
                says: "The N-puzzle is NP-hard.",
                verdict: Verdict::True,
                because: "Of *shortest* solutions of n x n boards, as n grows (Ratner & Warmuth 1990). It does not say that *some* \
                          solution is hard to find: filling the board line after line does it. And of one size, such as 3x3, \
                          it says nothing.",
                checks: &[Check {
                    arguments: &["solve", "random:30x30:1:1", "-a", "constructive", "--show", "none"],
                    shows: &[
                        "47,128 moves, at most 2.56 times the optimum (proved: no solution has fewer than 18,378 moves)",
                    ],
                    quotes: &["a 30x30 board", "47,128 moves"],
                }],
            },
            Claim {
                quote: "for a total of 13 inversions",
                says: "`4 5 2/1 0 8/7 6 3` has 13 inversions.",
                verdict: Verdict::True,
                because: "All are listed.",
                checks: &[Check {
                    arguments: &["explain", "4 5 2/1 0 8/7 6 3"],
                    shows: &["13 inversions:"],
                    quotes: &["13 inversions", "   "],
                }],
            },
            Claim {
                quote: "does not share parity of inversions",
                says: "With an even width a board that can be solved has an even number of inversions and its blank in an odd row \
                       from the bottom, or the other way round.",
                verdict: Verdict::True,
                because: "For the goal `last`. This board has 15 inversions and its blank in the second row from the bottom.",
                checks: &[Check {
                    arguments: &["explain", "1 6 2 3/5 10 7 4/0 9 11 12/13 14 8 15"],
                    shows: &["here it is 15 + 1 = 16, which is even", "\nsolvable"],
                    quotes: PARITY,
                }],
            },
            Claim {
                quote: "each configuration can be uniquely identified",
                says: "The number of inversions and the place of the blank identify a board.",
                verdict: Verdict::False,
                because: "These two boards have two inversions each, and the blank in the same cell. There are 29 numbers of \
                          inversions (0 to 28) and 9 cells, 261 pairs for 362,880 boards. The proof swaps two tiles, which \
                          does change the number; but boards can differ by more than a swap, here by a 3-cycle.",
                checks: &[
                    Check {
                        arguments: &["explain", "2 3 1/4 5 6/7 8 0"],
                        shows: &["2 inversions:"],
                        quotes: &["2 inversions", "   "],
                    },
                    Check {
                        arguments: &["explain", "3 1 2/4 5 6/7 8 0"],
                        shows: &["2 inversions:"],
                        quotes: &["2 inversions", "   "],
                    },
                ],
            },
            Claim {
                quote: "To prove this condition is also sufficient",
                says: "The parity condition is also sufficient, since each board is identified by those two numbers.",
                verdict: Verdict::ReasonFails,
                because: "It is sufficient, and the search of the whole space shows it for 3x3. The reason is the claim before, \
                          which is false. A proof for all sizes is in [solvability](theory/solvability.md).",
                checks: &[Check {
                    arguments: &["space", "3x3"],
                    shows: &["states      181,440", "unreachable 181,440"],
                    quotes: &["states  ", "unreachable"],
                }],
            },
            Claim {
                quote: "the resulting configurations would still be different",
                says: "Two different boards, after one move each, are still different.",
                verdict: Verdict::False,
                because: "Two neighbours of the goal: one move leads from each to the same board. The proof takes it for granted \
                          that the tile which gives way is the same in both; here it is 8 in one and 6 in the other.",
                checks: &[
                    Check {
                        arguments: &["solve", "1 2 3/4 5 6/7 0 8", "--show", "boards"],
                        shows: &["1 move, optimal (proved)", "1. R (tile 8)"],
                        quotes: &["1 move", "1. R"],
                    },
                    Check {
                        arguments: &["solve", "1 2 3/4 5 0/7 8 6", "--show", "boards"],
                        shows: &["1 move, optimal (proved)", "1. D (tile 6)"],
                        quotes: &["1 move", "1. D"],
                    },
                ],
            },
            Claim {
                quote: "there can only be one action sequence",
                says: "The optimal solution is unique.",
                verdict: Verdict::False,
                because: "The farthest board of 2x2 has two, one of the hardest of 3x3 has 40, and fewer than half of all \
                          boards of 3x3 have only one.",
                checks: &[
                    Check {
                        arguments: &["solve", "0 3/2 1", "--all"],
                        shows: &["solutions   2 optimal"],
                        quotes: &["6 moves", "solutions", "          1", "          2"],
                    },
                    Check {
                        arguments: &["solve", "867254301", "--all", "--show", "none"],
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
        ],
    },
    Report {
        title: "A guide to a search lab",
        claims: &[
            Claim {
                quote: "Easy (2 moves)",
                says: "`1 2 3/4 5 6/7 0 8` takes 2 moves.",
                verdict: Verdict::False,
                because: "It takes 1.",
                checks: &[Check {
                    arguments: &["solve", "1 2 3/4 5 6/7 0 8"],
                    shows: &["1 move, optimal (proved)"],
                    quotes: ANSWER,
                }],
            },
            Claim {
                quote: "Move 8 right",
                says: "That move moves tile 8 to the right.",
                verdict: Verdict::False,
                because: "Tile 8 moves to the left; the blank moves to the right.",
                checks: &[Check {
                    arguments: &["solve", "1 2 3/4 5 6/7 0 8", "--show", "boards", "--moves-of", "tile"],
                    shows: &["1. L (tile 8)"],
                    quotes: &["1 move", "1. L"],
                }],
            },
            Claim {
                quote: "Medium (4 moves)",
                says: "`1 2 3/4 0 6/7 5 8` takes 4 moves.",
                verdict: Verdict::False,
                because: "It takes 2.",
                checks: &[Check {
                    arguments: &["solve", "1 2 3/4 0 6/7 5 8"],
                    shows: &["2 moves, optimal (proved)"],
                    quotes: ANSWER,
                }],
            },
            Claim {
                quote: "~50-80",
                says: "Breadth-first search explores 50 to 80 nodes on that board.",
                verdict: Verdict::False,
                because: "It expands 3, as the guide's own code does, and stores 9.",
                checks: &[Check {
                    arguments: &["solve", "1 2 3/4 0 6/7 5 8", "-a", "bfs", "--show", "none"],
                    shows: &["expanded    3", "max stored  9"],
                    quotes: &["2 moves", "expanded", "max stored"],
                }],
            },
            Claim {
                quote: "Hard (14+ moves)",
                says: "`8 1 2/0 4 3/7 6 5` takes 14 to 16 moves.",
                verdict: Verdict::False,
                because: "It cannot be solved at all.",
                checks: &[Check { arguments: &["solve", "8 1 2/0 4 3/7 6 5"], shows: &["unsolvable"], quotes: ANSWER }],
            },
            Claim {
                quote: "Very Hard (20+ moves)",
                says: "`5 4 0/6 1 8/7 3 2` takes 20 moves or more.",
                verdict: Verdict::True,
                because: "It takes 22.",
                checks: &[Check {
                    arguments: &["solve", "5 4 0/6 1 8/7 3 2"],
                    shows: &["22 moves, optimal (proved)"],
                    quotes: ANSWER,
                }],
            },
            Claim {
                quote: ">100,000",
                says: "Breadth-first search explores more than 100,000 nodes on it.",
                verdict: Verdict::False,
                because: "It expands 63,371, exactly as many as the guide's own code.",
                checks: &[Check {
                    arguments: &["solve", "5 4 0/6 1 8/7 3 2", "-a", "bfs", "--show", "none"],
                    shows: &["expanded    63,371"],
                    quotes: EFFORT,
                }],
            },
            Claim {
                quote: "~1,000-5,000",
                says: "A* with Manhattan distance explores 1,000 to 5,000 nodes on it.",
                verdict: Verdict::False,
                because: "The guide's own code visits 626: it takes the smaller `g` of two equal `f`, and counts the goal.",
                checks: &[Check {
                    arguments: &[
                        "solve",
                        "5 4 0/6 1 8/7 3 2",
                        "-a",
                        "astar(tie=smaller-g)",
                        "-H",
                        "manhattan",
                        "--show",
                        "none",
                    ],
                    shows: &["expanded    625"],
                    quotes: EFFORT,
                }],
            },
            Claim {
                quote: "~5,000-20,000",
                says: "A* with misplaced tiles explores 5,000 to 20,000 nodes on it.",
                verdict: Verdict::True,
                because: "The guide's own code visits 7,656: here 7,655 and the goal.",
                checks: &[Check {
                    arguments: &[
                        "solve",
                        "5 4 0/6 1 8/7 3 2",
                        "-a",
                        "astar(tie=smaller-g)",
                        "-H",
                        "misplaced",
                        "--show",
                        "none",
                    ],
                    shows: &["expanded    7,655"],
                    quotes: EFFORT,
                }],
            },
            Claim {
                quote: "**Node Reduction**",
                says: "Compared with breadth-first search, misplaced tiles save a factor of 5 to 10 in nodes, Manhattan distance \
                       one of 20 to 50.",
                verdict: Verdict::False,
                because: "By the means of 100 random boards the factors are 7 and 92: the first is right, the second too \
                          modest.",
                checks: &[Check {
                    arguments: &[
                        "compare",
                        "random:3x3:100:1",
                        "-a",
                        "bfs",
                        "-a",
                        "astar",
                        "-H",
                        "misplaced",
                        "-H",
                        "manhattan",
                        "--group",
                        "none",
                        "--baseline",
                        "bfs",
                        "--columns",
                        "cost,expanded,reduction",
                        "-f",
                        "md",
                    ],
                    shows: &["| 70,934 | 1.00x |", "| 9,976 | 7.11x |", "| 770.9 | 92.0x |"],
                    quotes: &["## all", "| algorithm", "| bfs", "| astar"],
                }],
            },
            Claim {
                quote: "2-4 neighbors per state",
                says: "A state has 2, 3 or 4 neighbours, with the blank in a corner, at an edge or in the centre.",
                verdict: Verdict::True,
                because: "Four cells are corners, four are at an edge, and one is in the centre. The first expansion makes all \
                          neighbours of the start.",
                checks: &[
                    Check {
                        arguments: &["space", "3x3"],
                        shows: &["corner     4     2", "edge       4     3", "centre     1     4"],
                        quotes: &["blank", "corner", "edge  ", "centre"],
                    },
                    Check { arguments: &one_step!("1 2 3/4 5 6/7 8 0"), shows: &["   U", "   L"], quotes: SUCCESSORS },
                    Check { arguments: &one_step!("1 2 3/4 5 6/7 0 8"), shows: &["   U", "   R"], quotes: SUCCESSORS },
                    Check { arguments: &one_step!("1 2 3/4 0 5/6 7 8"), shows: &["   U", "   D"], quotes: SUCCESSORS },
                ],
            },
            Claim {
                quote: "**Average Branching Factor**: ~3.2",
                says: "The average branching factor is 3.2.",
                verdict: Verdict::False,
                because: "Four corners, four edges and one centre make (4 x 2 + 4 x 3 + 1 x 4) / 9 = 2.667.",
                checks: &[Check { arguments: &["space", "3x3"], shows: &["2.667 per state"], quotes: &["edges"] }],
            },
            Claim {
                quote: "Depth 10: ~59,000 states",
                says: "There are about 3^d states at depth d, so breadth-first search holds 59,000 states at depth 10 and 3.5 \
                       billion at depth 20.",
                verdict: Verdict::False,
                because: "There are 286 states at depth 10 and 16,993 at depth 20, and 181,440 in all. Breadth-first search \
                          never holds more, even on the hardest board.",
                checks: &[
                    Check {
                        arguments: &["space", "3x3"],
                        shows: &["   10     286", "   20  16,993"],
                        quotes: &["depth ", "    1  ", "    2  ", "    3  ", "   10  ", "   15  ", "   20  "],
                    },
                    Check {
                        arguments: &["solve", "867254301", "-a", "bfs", "--show", "none"],
                        shows: &["max stored  181,439"],
                        quotes: &["31 moves", "expanded", "max open", "max stored"],
                    },
                ],
            },
            Claim {
                quote: "dominates Misplaced Tiles",
                says: "Manhattan distance dominates misplaced tiles.",
                verdict: Verdict::True,
                because: "A misplaced tile is at least one row or column from home.",
                checks: &[Check {
                    arguments: &["audit", "3x3", "-H", "misplaced", "-H", "manhattan"],
                    shows: &["manhattan dominates misplaced"],
                    quotes: &["heuristic ", "misplaced", "manhattan", "(true"],
                }],
            },
            Claim {
                quote: "Sum of individual lower bounds",
                says: "Manhattan distance is admissible because a sum of lower bounds is a lower bound.",
                verdict: Verdict::ReasonFails,
                because: "Misplaced tiles and Manhattan distance are lower bounds, and their sum is none. The distances of the \
                          tiles may be added because every move moves *one* tile, by one cell.",
                checks: &[Check {
                    arguments: &["audit", "3x3", "-H", "manhattan", "-H", "manhattan + misplaced", "--format", "md"],
                    shows: &["| manhattan | yes | yes |", "| manhattan + misplaced | no (60,669) |"],
                    quotes: VERDICTS,
                }],
            },
            Claim {
                quote: "Only tile 2 and 1 are misplaced = 2",
                says: "On `2 1 3/4 5 6/7 8 0` both estimates are 2.",
                verdict: Verdict::Incomplete,
                because: "Both are 2. But the board cannot be solved, so there is no true cost that they could be compared \
                          with.",
                checks: &[Check {
                    arguments: &["eval", "(2,1,3,4,5,6,7,8,0)", "-H", "misplaced", "-H", "manhattan"],
                    shows: &["misplaced = 2\n", "manhattan = 2\n", "none, the board is unsolvable"],
                    quotes: VALUES,
                }],
            },
        ],
    },
    Report {
        title: "An assignment with two heuristics, H1 and H2",
        claims: &[
            Claim {
                quote: "we get a cost of 4",
                says: "H1, misplaced cells with the blank less one, is 4 - 1 on `2 3 0/1 4 5/6 7 8` (goal `first`).",
                verdict: Verdict::True,
                because: "Tiles 1, 2 and 3 and the blank are misplaced.",
                checks: &[Check {
                    arguments: &["eval", "2 3 0/1 4 5/6 7 8", "-g", "first", "-H", H1],
                    shows: &["= max(0, 4 - 1) = 3\n", "1 + 1 + 1 + 1 = 4"],
                    quotes: VALUES,
                }],
            },
            Claim {
                quote: "The cost would therefore be",
                says: "H2, half of Manhattan distance with the blank, is 12 / 2 on `2 3 8/1 4 5/6 7 0` (goal `first`).",
                verdict: Verdict::Incomplete,
                because: "It is 6, and the report adds the same five numbers. But this board cannot reach that goal.",
                checks: &[Check {
                    arguments: &["eval", "2 3 8/1 4 5/6 7 0", "-g", "first", "-H", H2],
                    shows: &["= 12/2 = 6\n", "2 + 2 + 2 + 2 + 4 = 12", "none, the board is unsolvable"],
                    quotes: VALUES,
                }],
            },
            Claim {
                quote: "**at least** *x+1* numbers",
                says: "H1 is admissible because x moves displace at least x + 1 numbers.",
                verdict: Verdict::ReasonFails,
                because: "They displace *at most* x + 1: the blank, and one tile per move. So y misplaced cells need y - 1 moves \
                          or more, and H1 is admissible on boards of every size.",
                checks: &[Check {
                    arguments: &["audit", "3x3", "-g", "first", "-H", H1, "--format", "md"],
                    shows: &["| max(0, misplaced-with-blank - 1) | yes |"],
                    quotes: VERDICTS,
                }],
            },
            Claim {
                quote: "divides the sum of all Manhattan distances by 2",
                says: "With the blank, Manhattan distance has to be halved to be admissible.",
                verdict: Verdict::True,
                because: "Without that it is too high at 4,650 states.",
                checks: &[Check {
                    arguments: &[
                        "audit",
                        "3x3",
                        "-g",
                        "first",
                        "-H",
                        "manhattan-with-blank",
                        "-H",
                        H2,
                        "--format",
                        "md",
                    ],
                    shows: &["| manhattan-with-blank | no (4,650) |", "| manhattan-with-blank/2 | yes | yes |"],
                    quotes: VERDICTS,
                }],
            },
            Claim {
                quote: "Both heuristics are admissible",
                says: "H1 and H2 are both admissible.",
                verdict: Verdict::True,
                because: "(H1 is not consistent: it falls by 2 along 5,038 edges. The report does not say that it is.)",
                checks: &[Check {
                    arguments: &["audit", "3x3", "-g", "first", "-H", H1, "-H", H2, "--format", "md"],
                    shows: &[
                        "| max(0, misplaced-with-blank - 1) | yes | no (5,038) |",
                        "| manhattan-with-blank/2 | yes | yes |",
                    ],
                    quotes: VERDICTS,
                }],
            },
            Claim {
                quote: "none of them are dominant",
                says: "Neither of H1 and H2 dominates the other: they are 5 and 6 on `1 5 6/3 4 2/7 0 8`, 5 and 4 on `1 4 2/0 8 5/3 7 6`.",
                verdict: Verdict::True,
                because: "Its own two boards show it, and so does the audit.",
                checks: &[
                    Check {
                        arguments: &["audit", "3x3", "-g", "first", "-H", H1, "-H", H2],
                        shows: &[
                            "neither of max(0, misplaced-with-blank - 1) and manhattan-with-blank/2 dominates the other",
                        ],
                        quotes: &["neither of"],
                    },
                    Check {
                        arguments: &[
                            "eval",
                            "1 5 6/3 4 2/7 0 8",
                            "1 4 2/0 8 5/3 7 6",
                            "-g",
                            "first",
                            "-H",
                            H1,
                            "-H",
                            H2,
                            "--format",
                            "md",
                        ],
                        shows: &[
                            "| 1 5 6/3 4 2/7 0 8 | max(0, misplaced-with-blank - 1) | 5 |",
                            "| 1 5 6/3 4 2/7 0 8 | manhattan-with-blank/2 | 6 |",
                            "| 1 4 2/0 8 5/3 7 6 | max(0, misplaced-with-blank - 1) | 5 |",
                            "| 1 4 2/0 8 5/3 7 6 | manhattan-with-blank/2 | 4 |",
                        ],
                        quotes: VERDICTS,
                    },
                ],
            },
            Claim {
                quote: "this approach lead to faster results",
                says: "The maximum of H1 and H2 is better than each of them.",
                verdict: Verdict::True,
                because: "It is admissible and dominates both; on 100 random boards A* expands fewer states with it.",
                checks: &[Check {
                    arguments: &[
                        "compare",
                        "random:3x3:100:1",
                        "-g",
                        "first",
                        "-a",
                        "astar",
                        "-H",
                        H1,
                        "-H",
                        H2,
                        "-H",
                        MAXIMUM,
                        "-f",
                        "md",
                    ],
                    shows: &["| 11,578 |", "| 7,785 |", "| 7,545 |"],
                    quotes: MEANS,
                }],
            },
            Claim {
                quote: "DFS is the worst",
                says: "A* is the best, breadth-first search second, and depth-first search the worst: it visits a huge number of \
                       nodes and its solutions are not optimal.",
                verdict: Verdict::Incomplete,
                because: "True of A*, and of the solutions: those of depth-first search are more than a thousand times too long. \
                          But on random boards, most of them far from the goal, it expands about as many nodes as \
                          breadth-first search.",
                checks: &[Check {
                    arguments: &[
                        "compare",
                        "random:3x3:100:1",
                        "-a",
                        "dfs",
                        "-a",
                        "bfs",
                        "-a",
                        "astar",
                        "-H",
                        "manhattan",
                        "-f",
                        "md",
                    ],
                    shows: &["| 70,934 |", "| 770.9 |"],
                    quotes: MEANS,
                }],
            },
        ],
    },
    Report {
        title: "A lab on the N²-1 puzzle that sums three estimates",
        claims: &[
            Claim {
                quote: "The solvability of a configuration depends on",
                says: "Whether a board can be solved depends on its inversions and on the size of the grid.",
                verdict: Verdict::Incomplete,
                because: "On even widths it depends on the row of the blank as well. Neither this board nor the goal has an \
                          inversion, and yet it cannot be solved.",
                checks: &[Check {
                    arguments: &["explain", "1 2 3 4/5 6 7 8/9 10 11 0/12 13 14 15"],
                    shows: &["here it is 0 + 1 = 1, which is odd", "\nunsolvable"],
                    quotes: PARITY,
                }],
            },
            Claim {
                quote: "but did not solve the 15 puzzle",
                says: "Breadth-first search does not scale to the 15-puzzle.",
                verdict: Verdict::True,
                because: "A million expansions prove only that 19 moves are not enough; Korf's hundred boards need 53 on average.",
                checks: &[Check {
                    arguments: &["solve", "random:4x4:1:1", "-a", "bfs", "--node-limit", "1000000", "--show", "none"],
                    shows: &["every solution has at least 20 moves (proved)"],
                    quotes: &["no solution found", "the node limit", "expanded", "max stored"],
                }],
            },
            Claim {
                quote: "heuristic_linear_conflict",
                says: "Linear conflict adds 2 for every tile in its goal line that comes after a larger one.",
                verdict: Verdict::False,
                because: "That is `scan-conflict`. With Manhattan distance it is nowhere too high on 3x3, but at one board of 2x4 \
                          and at 20 boards of 2x5. Linear conflict takes the *fewest* tiles out of each line, and is \
                          consistent.",
                checks: &[
                    Check {
                        arguments: &["audit", "3x3", "-H", "scan-conflict", "-H", "linear-conflict", "--format", "md"],
                        shows: &["| scan-conflict | yes |", "| linear-conflict | yes | yes |"],
                        quotes: VERDICTS,
                    },
                    Check {
                        arguments: &["audit", "2x4", "-H", "scan-conflict"],
                        shows: &["overestimates at 1 state", "5 4 1 2\n    7 . 6 3", "estimate 18, true distance 16"],
                        quotes: &[
                            "heuristic ",
                            "scan-conflict   no",
                            "scan-conflict overestimates",
                            "    5 4 1 2",
                            "    7 . 6 3",
                            "    estimate",
                        ],
                    },
                    Check {
                        arguments: &["audit", "2x5", "-H", "scan-conflict", "-H", "linear-conflict", "--format", "md"],
                        shows: &["| scan-conflict | no (20) |", "| linear-conflict | yes | yes |"],
                        quotes: VERDICTS,
                    },
                ],
            },
            Claim {
                quote: "heuristic_walking_distance",
                says: "Walking distance is the sum of the rows and columns that each tile is away from home.",
                verdict: Verdict::False,
                because: "That sum is Manhattan distance. Walking distance knows of each tile only its goal row: the fewest \
                          vertical moves of that simpler puzzle, from a table, plus the same for columns. It dominates \
                          Manhattan distance.",
                checks: &[Check {
                    arguments: &["audit", "3x3", "-H", "manhattan", "-H", "walking-distance"],
                    shows: &["walking-distance dominates manhattan"],
                    quotes: &["heuristic ", "manhattan", "walking-distance", "(true"],
                }],
            },
            Claim {
                quote: "a sum over all these metrics",
                says: "The sum of Manhattan distance, that \"linear conflict\" and that \"walking distance\" overestimates, so A* is \
                       faster and its solutions are longer.",
                verdict: Verdict::True,
                because: "It is intended. Since that \"walking distance\" is Manhattan distance, the sum is `manhattan + \
                          scan-conflict`, with Manhattan distance counted twice. It is too high at 170,198 of 181,440 states.",
                checks: &[
                    Check {
                        arguments: &["audit", "3x3", "-H", "manhattan + scan-conflict", "--format", "md"],
                        shows: &["| manhattan + scan-conflict | no (170,198) |"],
                        quotes: VERDICTS,
                    },
                    Check {
                        arguments: &[
                            "compare",
                            "random:3x3:100:1",
                            "-a",
                            "astar",
                            "-H",
                            "manhattan",
                            "-H",
                            "manhattan + scan-conflict",
                            "-f",
                            "md",
                        ],
                        shows: &["| 770.9 |"],
                        quotes: MEANS,
                    },
                ],
            },
        ],
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
    text.lines().filter(|line| !varies(line)).map(|line| without_times(line) + "\n").collect()
}

/// A row of a table with `..` for every time.
fn without_times(row: &str) -> String {
    let is_time = |cell: &str| {
        let number = cell.split_once(' ').filter(|(_, unit)| ["ns", "us", "µs", "ms", "s"].contains(unit));
        number.is_some_and(|(number, _)| number.parse::<f64>().is_ok())
    };
    let cells = row.split('|').map(|cell| if is_time(cell.trim()) { " .. " } else { cell });
    cells.collect::<Vec<_>>().join("|")
}

fn quoted(text: &str, quotes: &[&str]) -> String {
    let chosen = |line: &&str| quotes.is_empty() || quotes.iter().any(|start| line.starts_with(start));
    // Of a comparison only the means: the runs come before them, and the medians look the same.
    let text = match text.split_once("## Means") {
        Some((_, means)) => format!("## Means{}", means.split("## Medians").next().unwrap_or(means)),
        None => text.to_owned(),
    };
    let lines: Vec<&str> = text.lines().filter(chosen).collect();
    lines.join("\n").trim_end().to_owned()
}

fn page() -> String {
    let mut page = "<!-- Generated by `cargo xtask docs` from the list in crates/npuzzle-cli/tests/claims.rs. -->\n\n\
                    # Claims\n\n\
                    Statements about the puzzle from five course reports, each with a few words of the report, a verdict, and \
                    the command that decides it. A test runs every command and fails when an outcome changes. What no command \
                    can decide is in the [theory](theory/README.md); counts on boards that a report does not show are left out.\n\n\
                    | | statement | verdict |\n| ---: | --- | --- |\n"
        .to_owned();
    let claims = || (1..).zip(REPORTS.iter().flat_map(|report| report.claims));
    for (number, claim) in claims() {
        page += &format!("| {number} | {} | {} |\n", claim.says, claim.verdict.words());
    }
    let mut numbers = 1..;
    for report in REPORTS {
        page += &format!("\n## {}\n", report.title);
        for (claim, number) in report.claims.iter().zip(&mut numbers) {
            page += &format!("\n### {number}. {}\n\n", claim.says);
            page += &format!("> \"{}\"\n\n**{}.** {}\n", claim.quote, claim.verdict.words(), claim.because);
            for check in claim.checks {
                let text = printed(check.arguments);
                for line in check.shows {
                    assert!(text.contains(line), "{}\nno longer shows\n{line}\nbut\n{text}", typed(check.arguments));
                }
                page += &format!("\n```text\n$ {}\n{}\n```\n", typed(check.arguments), quoted(&text, check.quotes));
            }
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

/// A quotation is what keeps a statement to what was said; a long one would be a copy.
#[test]
fn quotations_are_a_few_words() {
    for claim in REPORTS.iter().flat_map(|report| report.claims) {
        let words = claim.quote.split_whitespace().count();
        assert!((1..=10).contains(&words), "{}", claim.quote);
        assert!(!claim.checks.is_empty(), "{}: no command decides it", claim.says);
    }
}
