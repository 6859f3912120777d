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
  await streams(same, await importModule("http-engine.js"));
  await repetitions(same, await importModule("patience.js"), await importModule("api-problem.js"));
  await solutions(same, await importModule("solve-call.js"));
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
  same([walk.letters, walk.at], ["DR", 1], "playing along keeps what follows");
  walk.play("L");
  same([walk.letters, walk.at], ["DL", 2], "another move cuts it off");
  same(new Walk(start, "UUR").letters, "U", "impossible moves are dropped");
  const long = new Walk(start, "URDL".repeat(50_000));
  long.seek(200_000);
  long.seek(3);
  same(rowsText(long.board), "1 3 6/4 2 0/7 5 8", "long walks end where short ones do");
}

async function addresses(same, store) {
  const { stateOfQuery, queryOfState, firstState, consequences, goalToKeep, linkLeavesMoves, LIMITS } = store;
  same(queryOfState(firstState()), "", "the first state needs no query");
  const state = {
    ...firstState(),
    view: "watch",
    board: "1 2/3 0",
    goal: "0 1/2 3",
    goalOfSet: true,
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
    solved: ["algorithm:greedy", "heuristic:max(manhattan, misplaced)"],
    made: "walk:20:7",
    part: "manhattan",
    tile: 7,
    lecture: true,
    lesson: "meeting",
    lessonStep: 2,
    problem: "hanoi(3,3)",
    raceSpeed: 15,
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
  const inherited = stateOfQuery("?toString=1&constructor=2&__proto__=3&all=toString&race=constructor");
  same(inherited.state, firstState(), "names that every object has are no names of the state");
  same(inherited.notes.length, 2, "nor its values");
  same(stateOfQuery("?events=150.5").state.events, 50000, "events are whole");
  same(stateOfQuery("?made=random:7:8:9").state.made, "", "no board is made so");
  same(stateOfQuery("?%E0%A4%A").notes, [], "broken escapes are no harm");
  same(queryOfState({ ...firstState(), theme: "dark", arrows: "blank" }), "", "preferences are not shared");
  same(queryOfState({ ...firstState(), theme: "dark" }, new Set(["theme"])), "theme=dark", "unless the link had them");
  const long = { ...firstState(), moves: "UD".repeat(10_001), at: 4, solvedFrom: 2 };
  same([linkLeavesMoves(long), linkLeavesMoves(state)], [true, false], "so many moves do not fit, a few do");
  same(queryOfState(long), "", "very many moves are left out, and the place among them");
  same(queryOfState({ ...long, view: "watch" }), "view=watch&at=4", "the place in another view is not");
  for (const [key, good, bad] of [
    ["timeLimit", ["500ms", "10s", "10", "1.5m", "2min", "1h"], ["", "soon", "-1s"]],
    ["nodeLimit", ["", "1000", "2.5e6"], ["many", "1.5", "-1"]],
    ["memoryLimit", ["", "256MiB", "4g", "500mb", "12B"], ["12", "4Ki", "much"]],
  ]) {
    same(
      [good.filter((text) => !LIMITS[key].test(text)), bad.filter((text) => LIMITS[key].test(text))],
      [[], []],
      `limits: ${key}`,
    );
  }
  const brought = { goal: "first", goalOfSet: true };
  same(goalToKeep(brought), "last", "the goal of a set goes with it");
  same(goalToKeep({ ...brought, goalOfSet: false }), "first", "a chosen goal stays");
  await changes(same, consequences, firstState());
}

async function changes(same, consequences, first) {
  const watching = { ...first, view: "watch", at: 5 };
  const after = (state, partial, positions = {}) => consequences(state, partial, positions);
  same(after(watching, { algorithm: "ida" }).wanted.at, 0, "another search begins at its beginning");
  same(after(watching, { algorithm: "ida", at: 3 }).wanted.at, 3, "unless a place is named");
  same(after(watching, { events: 200000 }).wanted.at, 5, "more events of the same search keep the place");
  same(after(watching, { algorithm: watching.algorithm }).wanted.at, 5, "so does no change at all");
  const left = after(watching, { view: "play" }, { play: 9 });
  same([left.wanted.at, left.positions.watch], [9, 5], "each view has its own place");
  same(after({ ...first, at: 9 }, { view: "watch" }, left.positions).wanted.at, 5, "and comes back to it");
  same(after({ ...first, at: 9 }, { view: "watch", order: "RDLU" }, left.positions).wanted.at, 0, "if it is the same");
  same(after({ ...first, at: 9 }, { algorithm: "ida" }, left.positions).wanted.at, 9, "the moves of the board stay");
  const solved = { ...first, moves: "UD", at: 1, solvedFrom: 0, solved: ["algorithm:ida"], made: "random:7" };
  same(
    after(solved, { board: "1 2/3 0" }).wanted,
    { board: "1 2/3 0", moves: "", at: 0, solvedFrom: -1, made: "", solved: [] },
    "a new board drops the moves",
  );
  same(
    after(solved, { goal: "snail" }).wanted,
    { goal: "snail", made: "", goalOfSet: false, solvedFrom: -1, solved: [], at: 1 },
    "another goal makes them moves like others",
  );
  const ofSet = { ...first, goal: "first", goalOfSet: true };
  same(after(ofSet, { goal: "first" }).wanted.goalOfSet, false, "naming the goal of a set chooses it");
  same("goalOfSet" in after(ofSet, { board: "1 2/3 0" }).wanted, false, "an edited board keeps what its goal is");
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
    "each change is reported once",
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
  same(seen.length, count, "a listener that left hears nothing");
  const empty = new Timeline();
  empty.play();
  same(empty.playing, false, "nothing to play");
  const playing = new Timeline({ length: 3, speed: 1000 });
  playing.play();
  while (playing.playing) {
    await new Promise(requestAnimationFrame);
  }
  same([playing.position, playing.playing], [3, false], "it plays to the end and says so");
}

async function words(same, { number, plural, seconds, measured, bytes, short, factor, verdict, fewestMoves }) {
  same([number(1234567), plural(1, "move"), plural(31, "move")], ["1,234,567", "1 move", "31 moves"], "numbers");
  same(
    [seconds(0), seconds(0.0000023), seconds(0.0123), seconds(2.5), seconds(61), seconds(125)],
    ["0 s", "2 µs", "12.3 ms", "2.50 s", "61.0 s", "2 min 5 s"],
    "times",
  );
  same(
    [seconds(179.7), seconds(0.99999), seconds(0.00099999), seconds(3599.6)],
    ["3 min 0 s", "1.00 s", "1 ms", "60 min 0 s"],
    "rounding goes on to the next unit",
  );
  same(measured(0.0123), "12.3 ms", "a time that was measured");
  same(/^< [1-9][0-9]* (µs|ms)$/.test(measured(0)), true, measured(0));
  same([bytes(12), bytes(2048), bytes(3 * 2 ** 30)], ["12 B", "2.0 KiB", "3.0 GiB"], "sizes");
  same([bytes(2 ** 20 - 1), bytes(1023)], ["1.0 MiB", "1023 B"], "sizes at the edge");
  same([short(12), short(12345), short(2.5e6)], ["12", "12.3 k", "2.5 M"], "large counts");
  same([short(999), short(999999), short(999.9e6), short(0)], ["999", "1 M", "1 G", "0"], "large counts at the edge");
  same(
    [factor(1.3478260869), factor(1.5), factor(2)],
    ["1.348", "1.5", "2"],
    "factors never look better than they are",
  );
  const report = { status: "solved", cost: 31, proof: "optimal", within: null, lower_bound: 31, reason: null };
  same([verdict(report).kind, fewestMoves(report)], ["optimal", "the goal is 31 moves away, proved"], "optimal");
  const within = { ...report, proof: "within", within: 1.25, lower_bound: 25 };
  same(
    [verdict(within).title, fewestMoves(within)],
    ["At most 1.25 times the optimum: proved", "at most 31, at least 25"],
    "within",
  );
  same(verdict({ ...report, proof: "found", lower_bound: 1 }).sentence, "at least 1 move is needed", "found");
  const nothing = { ...report, proof: "found", lower_bound: 0 };
  same([verdict(nothing).sentence, fewestMoves(nothing)], ["", "at most 31"], "a bound of 0 is not worth saying");
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
  const text = 'event: a\r\ndata: "x: y"\r\n\r\n\r\ndata:1\n\nevent: b\ndata: \u2028 2\n\n';
  const whole = new EventSplitter().push(text);
  same(
    whole,
    [
      { event: "a", data: '"x: y"' },
      { event: "message", data: "1" },
      { event: "b", data: "\u2028 2" },
    ],
    "all forms of a blank line",
  );
  for (const size of [1, 2, 3, 5]) {
    const parts = new EventSplitter();
    const found = [];
    for (let from = 0; from < text.length; from += size) {
      found.push(...parts.push(text.slice(from, from + size)));
    }
    same(found, whole, `in parts of ${size}`);
  }
  const large = new EventSplitter();
  const { exec } = RegExp.prototype;
  let searched = 0;
  RegExp.prototype.exec = function (text) {
    searched += text.length;
    return exec.call(this, text);
  };
  try {
    for (let part = 0; part < 1000; part += 1) {
      large.push((part === 0 ? "data: " : "") + "x".repeat(20_000));
    }
  } finally {
    RegExp.prototype.exec = exec;
  }
  same(searched >= 20_000_000 && searched < 21_000_000, true, `every part is searched once: ${searched} characters`);
  same(large.push("\n\n")[0].data.length, 20_000_000, "a large event comes whole");
}

async function repetitions(same, { patiently }, { ApiProblem }) {
  const problem = (status) => new ApiProblem({ status, title: "", detail: `answer ${status}` });
  const answers = [problem(503), problem(0), "yes"];
  const heard = [];
  const ask = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) {
      throw answer;
    }
    return answer;
  };
  const options = { firstPause: 1, onWait: ({ status }) => heard.push(status) };
  same([await patiently(ask, options), heard], ["yes", [503, 0]], "a busy server is asked again");
  answers.push(problem(400), "no");
  same(await patiently(ask, options).catch(({ status }) => status), 400, "a wrong question is not");
  answers.splice(0, 1, problem(503));
  const signal = AbortSignal.abort();
  same(await patiently(ask, { ...options, signal }).catch(({ name }) => name), "AbortError", "nor one given up");
}

async function solutions(same, { callOfBody, bodyOfCall, differences }) {
  const search = { algorithm: "weighted-astar(w=2)", heuristic: "max(a, b)", time_limit: "10s", all: true };
  const call = callOfBody({ board: "1 2/3 0", goal: "last", ...search, max_solutions: 12 });
  same(
    call,
    ["algorithm:weighted-astar(w=2)", "heuristic:max(a, b)", "time_limit:10s", "all:true"],
    "a search as texts",
  );
  same(bodyOfCall(call), search, "and back");
  same(
    bodyOfCall(["board:1 2/3 0", "toString:x", "nothing", "algorithm:ida"]),
    { algorithm: "ida" },
    "only what it is",
  );
  same(differences({ board: "1 2/3 0", ...search }, search), "", "the same search, on whatever board");
  same(
    differences(search, { algorithm: "bfs", time_limit: "10s" }),
    "algorithm weighted-astar(w=2), now bfs; heuristic max(a, b), now not given; " +
      "all shortest solutions counted, now not counted",
    "other searches differ in words",
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
