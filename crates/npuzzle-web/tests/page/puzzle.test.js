// Checks of the page's pure modules. A browser runs them: `run` throws at the first that fails.

/**
 * @param {(condition: any, message: string) => void} assert
 * @param {(name: string) => Promise<any>} importModule imports `/js/NAME`
 */
export async function run(assert, importModule) {
  const same = (found, expected, what) =>
    assert(
      JSON.stringify(found) === JSON.stringify(expected),
      `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`,
    );
  await boards(same, await importModule("puzzle.js"));
  await walks(same, await importModule("walk.js"), await importModule("puzzle.js"));
  await addresses(same, await importModule("store.js"));
  await timelines(same, await importModule("timeline.js"));
  await words(same, await importModule("format.js"));
  await calls(
    same,
    await importModule("algorithm-field.js"),
    await importModule("expression-field.js"),
    await importModule("command-line.js"),
  );
  await reports(same, await importModule("fewest-moves.js"));
  await streams(same, await importModule("api.js"));
}

async function boards(
  same,
  {
    parseRows,
    rowsText,
    move,
    slide,
    applyMoves,
    inverse,
    otherSide,
    swapCells,
    sameBoard,
    tilesAtHome,
    cellsOfTiles,
    neighbour,
  },
) {
  const board = parseRows("1 2 3/4 0 6/7 5 8");
  same(board, { rows: 3, cols: 3, cells: [1, 2, 3, 4, 0, 6, 7, 5, 8] }, "rows are read");
  same(rowsText(board), "1 2 3/4 0 6/7 5 8", "rows are written");
  same(parseRows(" 3 1 2 0/ "), { rows: 1, cols: 4, cells: [3, 1, 2, 0] }, "one row is a board");
  same(parseRows("3 1 2 0"), null, "a flat list has no shape");
  same(rowsText({ rows: 1, cols: 4, cells: [3, 1, 2, 0] }), "3 1 2 0/", "one row keeps its shape");
  for (const bad of [
    "",
    "0",
    "1 2/3",
    "1 2/3 4",
    "1 1/0 2",
    "a b/c 0",
    "1 2 3/4 0 6/7 5 9",
    "1 -2/3 0",
    "korf:1",
    "/",
    "1.0 0",
  ]) {
    same(parseRows(bad), null, `no board: ${bad}`);
  }
  same(rowsText(move(board, "U")), "1 0 3/4 2 6/7 5 8", "the blank goes up");
  same(rowsText(move(board, "R")), "1 2 3/4 6 0/7 5 8", "the blank goes right");
  same(move(move(board, "U"), "U"), null, "not beyond the edge");
  same(move(board, "X"), null, "no such direction");
  same(board.cells, [1, 2, 3, 4, 0, 6, 7, 5, 8], "moves leave their board alone");
  same(
    [0, 1, 3, 4, 7].map((cell) => slide(board, cell)),
    ["", "U", "L", "", "D"],
    "slides next to the blank",
  );
  const corner = parseRows("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
  same(
    [12, 3, 0].map((cell) => slide(corner, cell)),
    ["LLL", "UUU", ""],
    "slides of whole lines",
  );
  same(rowsText(applyMoves(board, "DR")), "1 2 3/4 5 6/7 8 0", "moves in turn");
  same(applyMoves(board, "UU"), null, "impossible moves");
  same(inverse("UULDR"), "LURDD", "moves taken back");
  same(applyMoves(applyMoves(board, "UURDL".slice(1)), inverse("URDL")), board, "there and back");
  same(otherSide("UDLR"), "DURL", "the tile's direction");
  same(rowsText(swapCells(board, 0, 8)), "8 2 3/4 0 6/7 5 1", "two cells exchanged");
  same(
    [sameBoard(board, { ...board }), sameBoard(board, corner), sameBoard(null, board)],
    [true, false, false],
    "equal boards",
  );
  same(tilesAtHome(board, parseRows("1 2 3/4 5 6/7 8 0")), 6, "tiles at home, the blank not counted");
  same(cellsOfTiles(board), [4, 0, 1, 2, 3, 7, 5, 6, 8], "the cell of each tile");
  same(
    [neighbour(board, 0, "L"), neighbour(board, 2, "R"), neighbour(board, 3, "U"), neighbour(board, 8, "D")],
    [-1, -1, 0, -1],
    "no way around the edge",
  );
}

async function walks(same, { Walk }, { parseRows, rowsText }) {
  const start = parseRows("1 2 3/4 0 6/7 5 8");
  const walk = new Walk(start, "DR");
  walk.seek(2);
  same(rowsText(walk.board), "1 2 3/4 5 6/7 8 0", "to the end");
  walk.seek(1);
  same(rowsText(walk.board), "1 2 3/4 5 6/7 0 8", "and back");
  walk.seek(99);
  same(walk.at, 2, "not beyond the end");
  walk.seek(0);
  walk.play("D");
  same([walk.letters, walk.at], ["DR", 1], "whoever plays along keeps what follows");
  walk.play("L");
  same([walk.letters, walk.at], ["DL", 2], "another move cuts it off");
  same(new Walk(start, "UUR").letters, "U", "impossible moves are dropped");
  const long = new Walk(start, "URDL".repeat(50_000));
  long.seek(200_000);
  long.seek(3);
  same(rowsText(long.board), "1 3 6/4 2 0/7 5 8", "long walks end where short ones do");
}

async function addresses(same, { stateOfQuery, queryOfState, firstState }) {
  same(queryOfState(firstState()), "", "the first state needs no query");
  const state = {
    ...firstState(),
    view: "watch",
    board: "1 2/3 0",
    goal: "0 1/2 3",
    algorithm: "weighted-astar(w=1.5, tie=fifo)",
    heuristic: "max(manhattan, 2*misplaced)",
    moves: "UDLR",
    at: 3,
    solvedFrom: 0,
    all: true,
    algorithms: ["astar(tie=fifo, reopen=no)", "ida"],
    heuristics: [],
    speed: 0.5,
    order: "RULD",
  };
  const query = queryOfState(state);
  const back = stateOfQuery(`?${query}`);
  same(back.state, state, "a state survives its address");
  same(back.notes, [], "without remarks");
  same(query.includes("board=1+2/3+0"), true, "boards stay readable");
  const bad = stateOfQuery(
    "?view=nowhere&at=-3&at=x&speed=fast&moves=UDX&order=UUDD&theme=pink&all=maybe&timeLimit=soon&unknown=1&board=",
  );
  same(bad.state, firstState(), "bad values fall back to the first ones");
  same(bad.notes.length, 9, "with a remark for each");
  same(stateOfQuery("?at=1e99").state.at, 0, "no giant positions");
  same(stateOfQuery("?%E0%A4%A").notes, [], "broken escapes are no harm");
  same(queryOfState({ ...firstState(), theme: "dark", arrows: "blank" }), "", "preferences are not shared");
  same(queryOfState({ ...firstState(), theme: "dark" }, new Set(["theme"])), "theme=dark", "unless the link had them");
}

async function timelines(same, { Timeline }) {
  const timeline = new Timeline({ length: 10 });
  const seen = [];
  const end = timeline.onchange(({ length, position, playing }) => seen.push([length, position, playing]));
  timeline.seek(4);
  timeline.seek(4);
  timeline.seek(-5);
  timeline.step(25);
  same(
    seen,
    [
      [10, 4, false],
      [10, 0, false],
      [10, 10, false],
    ],
    "each change is told once",
  );
  timeline.length = 3;
  same([timeline.length, timeline.position], [3, 3], "a shorter one holds the position");
  timeline.play();
  same([timeline.position, timeline.playing], [0, true], "from the end it plays again");
  timeline.seek(3);
  same(timeline.playing, false, "the end stops it");
  timeline.seek(1);
  timeline.play();
  timeline.step(1);
  same([timeline.playing, timeline.position], [false, 2], "a step by hand pauses");
  timeline.set({ length: 8, position: 5, speed: 30 });
  same([timeline.length, timeline.position, timeline.speed], [8, 5, 30], "several values at once");
  timeline.changeSpeed(1);
  timeline.changeSpeed(-1);
  timeline.changeSpeed(-1);
  same(timeline.speed, 15, "speeds go by steps");
  timeline.speed = -1;
  timeline.seek(NaN);
  same([timeline.speed, timeline.position], [15, 0], "no nonsense");
  end();
  const count = seen.length;
  timeline.seek(3);
  same(seen.length, count, "whoever left hears nothing");
  const empty = new Timeline();
  empty.play();
  same(empty.playing, false, "nothing to play");
  const playing = new Timeline({ length: 3, speed: 1000 });
  playing.play();
  await new Promise((resolve) => setTimeout(resolve, 400));
  same([playing.position, playing.playing], [3, false], "it plays to the end and says so");
}

async function words(same, { number, plural, seconds, bytes, short, factor, verdict, fewestMoves }) {
  same([number(1234567), plural(1, "move"), plural(31, "move")], ["1,234,567", "1 move", "31 moves"], "numbers");
  same(
    [seconds(0), seconds(0.0000023), seconds(0.0123), seconds(2.5), seconds(61), seconds(125)],
    ["0 s", "2 µs", "12.3 ms", "2.50 s", "61.0 s", "2 min 5 s"],
    "times",
  );
  same([bytes(12), bytes(2048), bytes(3 * 2 ** 30)], ["12 B", "2.0 KiB", "3.0 GiB"], "sizes");
  same([short(12), short(12345), short(2.5e6)], ["12", "12.3 k", "2.5 M"], "large counts");
  same(
    [factor(1.3478260869), factor(1.5), factor(2)],
    ["1.348", "1.5", "2"],
    "factors never look better than they are",
  );
  const report = { status: "solved", cost: 31, proof: "optimal", within: null, lower_bound: 31, reason: null };
  same([verdict(report).kind, fewestMoves(report)], ["optimal", "31 moves from here, proved"], "optimal");
  const within = { ...report, proof: "within", within: 1.25, lower_bound: 25 };
  same(
    [verdict(within).title, fewestMoves(within)],
    ["At most 1.25 times the optimum: proved", "at most 31, at least 25"],
    "within",
  );
  same(verdict({ ...report, proof: "found", lower_bound: 1 }).sentence, "at least 1 move is needed", "found");
  same(
    verdict({
      ...report,
      status: "stopped",
      cost: null,
      proof: "none",
      lower_bound: 40,
      reason: "the time limit was reached",
    }).sentence,
    "the time limit was reached; at least 40 moves are needed",
    "nothing found",
  );
  same(
    verdict({ ...report, status: "unsolvable", cost: null, proof: "none", lower_bound: null }).kind,
    "unsolvable",
    "unsolvable",
  );
}

async function calls(same, { parseCall, callText }, { wordBefore, completions }, { commandLine }) {
  same(parseCall("astar"), { name: "astar", options: {} }, "a bare name");
  same(
    parseCall("weighted-astar( w = 1.5 , tie=fifo )"),
    { name: "weighted-astar", options: { w: "1.5", tie: "fifo" } },
    "with options",
  );
  for (const odd of ["", "(", "a(b", "a(=)", "a(b=c=d)"]) {
    same(typeof parseCall(odd).name, "string", `odd calls do no harm: ${odd}`);
  }
  const card = {
    name: "weighted-astar",
    options: [
      { name: "w", default: "2" },
      { name: "tie", default: "larger-g" },
    ],
  };
  same(callText(card, { w: "1.5", tie: "larger-g" }), "weighted-astar(w=1.5)", "defaults are left out");
  same(callText(card, { w: "2" }), "weighted-astar", "all of them");
  same(wordBefore("max(manhattan, mis", 18), { from: 15, word: "mis" }, "the word at the caret");
  same(wordBefore("2*", 2), { from: 2, word: "" }, "no word there");
  const entries = [{ name: "misplaced" }, { name: "manhattan", aliases: ["md"] }, { name: "out-of-line" }];
  same(
    completions(entries, "md").map(({ name }) => name),
    ["manhattan"],
    "aliases complete too",
  );
  same(
    completions(entries, "line").map(({ name }) => name),
    ["out-of-line"],
    "words inside names too",
  );
  same(
    commandLine({ board: "1 2/3 0", goal: "last", algorithm: "weighted-astar(w=1.5)", time_limit: "5s", all: true }),
    "npuzzle solve '1 2/3 0' -g last -a 'weighted-astar(w=1.5)' --time-limit 5s --all",
    "the command that does the same",
  );
}

async function streams(same, { EventSplitter }) {
  const splitter = new EventSplitter();
  same(splitter.push('event: accepted\ndata: {"a"'), [], "half an event is none");
  same(
    splitter.push(":1}\n\n: still here\n\nevent: result\r\ndata: 1\r\ndata: 2\r\n\r\n"),
    [
      { event: "accepted", data: '{"a":1}' },
      { event: "result", data: "1\n2" },
    ],
    "events are put together, comments skipped",
  );
}

async function reports(same, { better }) {
  const proved = { cost: 20, proof: "optimal", lower_bound: 20 };
  const long = { cost: 24, proof: "within", lower_bound: 16 };
  const none = { cost: null, proof: "none", lower_bound: 18 };
  same(better(undefined, long), long, "the first report is all there is");
  same(better(proved, long), proved, "an optimum is not forgotten");
  same(better(long, proved), proved, "an optimum is news");
  same(better(long, none), { cost: 24, proof: "within", lower_bound: 18 }, "a higher bound is news without a solution");
  same(better(none, long), { cost: 24, proof: "within", lower_bound: 18 }, "in either order");
  same(better({ ...long, cost: 18 }, none).proof, "optimal", "a solution that meets a later bound is proved by it");
}
