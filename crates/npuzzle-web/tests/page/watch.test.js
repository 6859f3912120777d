// Checks of what the watch view says and asks: predictions, reasons, expressions, pictures of trees, files.

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
  const { Trace } = await importModule("trace.js");
  const ask = async (path, body) =>
    (await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
  const { algorithms } = await (await fetch("/api/catalogue")).json();
  const recorded = async (body) => {
    const answer = await ask(body.problem ? "/api/trace-problem" : "/api/trace", body);
    return { answer, trace: new Trace(answer, algorithms) };
  };
  const board = "8 1 3/4 0 2/7 6 5";

  expressions(same, await importModule("expression-value.js"));
  await predictions(assert, same, await importModule("predict.js"), (algorithm) => recorded({ board, algorithm }));
  await reasons(assert, same, await importModule("lecture-words.js"), algorithms,
    (algorithm, heuristic) => recorded({ board, algorithm, ...(heuristic ? { heuristic } : {}) }));
  await pictures(assert, same, await importModule("tree-svg.js"), await importModule("tree-layout.js"), recorded, board);
  await files(same, await importModule("trace-file.js"), recorded, board);
  cameras(assert, same, await importModule("tree-camera.js"));
  answers(same, (await importModule("watchable.js")).watchable, { algorithms });
}

function expressions(same, { substituted, valueOf, decidingPart }) {
  const parts = [{ name: "linear-conflict", value: 17 }, { name: "walking-distance", value: 19 }];
  same(substituted("max(linear-conflict, walking-distance)", parts), "max(17, 19)", "values for names");
  same(decidingPart("max(linear-conflict, walking-distance)", parts), "walking-distance", "the larger decides a max");
  same(decidingPart("min(linear-conflict, walking-distance)", parts), "linear-conflict", "the smaller decides a min");
  same(decidingPart("linear-conflict + walking-distance", parts), null, "no part decides a sum");
  same(decidingPart("max(2 * linear-conflict, walking-distance)", parts), "linear-conflict", "after its factor");
  const names = [{ name: "manhattan", value: 3 }, { name: "manhattan-with-blank", value: 5 }, { name: "pdb(7-8)", value: 9 }];
  same(substituted("max(manhattan-with-blank, manhattan, pdb(7-8))", names), "max(5, 3, 9)", "a name within a name");
  same(decidingPart("max(manhattan, manhattan-with-blank)", names), "manhattan-with-blank", "a longer name decides");
  same([valueOf("max(1 + 2 * 3, floor(7 / 2)) - 1"), valueOf("min(4, (2 + 3))"), valueOf("-3 + 5")], [6, 4, 2], "values");
  same(Number.isNaN(valueOf("nothing")), true, "no value");
}

async function predictions(assert, same, { predictionAt, nextPrediction }, traced) {
  for (const algorithm of ["astar", "bfs", "greedy", "dfs", "mm", "ida", "dls(limit=14)"]) {
    const { trace } = await traced(algorithm);
    let asked = 0;
    for (let step = 0; step < trace.length - 1 && asked < 30; step = nextPrediction(trace, step)) {
      const prediction = predictionAt(trace, step);
      if (!prediction) continue;
      asked += 1;
      const right = prediction.candidates.filter((candidate) => candidate.right);
      same(right.length, 1, `${algorithm}, step ${step}: one answer`);
      assert(prediction.candidates.length >= 2, `${algorithm}, step ${step}: something to choose from`);
      const { node } = right[0];
      if (node) same(trace.at(prediction.answerAt).node.state, node.state, `${algorithm}, step ${step}: what comes next`);
    }
    assert(asked > 5, `${algorithm} asks ${asked} questions`);
  }
}

async function reasons(assert, same, { whyWords }, algorithms, traced) {
  const card = (name) => algorithms.find((one) => one.name === name);
  for (const [name, heuristic] of [["astar", "manhattan"], ["bfs"], ["greedy"], ["ucs"], ["dfs"], ["ida"], ["bibfs"],
    ["weighted-astar"]]) {
    const { trace } = await traced(name, heuristic);
    const said = new Set();
    for (let step = 0; step < Math.min(400, trace.length); step += 1) {
      const moment = trace.at(step);
      const words = whyWords(trace, moment, card(name));
      assert(!/undefined|NaN|null/.test(words), `${name}, step ${step}: ${words}`);
      if (moment.kind === "expand" && words) said.add(words.split(" ").slice(0, 3).join(" "));
      // What is said of A* is so: its f is the least of those that waited.
      if (name === "astar" && moment.kind === "expand" && step > 1) {
        const [least] = trace.frontier(step - 1)[0];
        same(moment.node.f, least.f, `step ${step}: the least f`);
        assert(words === "" || words.includes("least f"), `step ${step}: ${words}`);
      }
    }
    assert(said.size >= 1, `${name} gives reasons`);
  }
}

async function pictures(assert, same, { treeSvg }, { TreeLayout }, recorded, board) {
  for (const body of [{ board, algorithm: "astar", heuristic: "manhattan" }, { board, algorithm: "mm" }, { board, algorithm: "ida" },
    { problem: "hanoi(3,3)", algorithm: "bfs" }]) {
    const { trace } = await recorded(body);
    const step = trace.length - 1;
    const layout = new TreeLayout(trace, trace.treeAt(step));
    const { svg, drawn, left } = treeSvg({ trace, layout, step, goal: trace.header.goals[0] ?? null, title: "A <tree> & more" });
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
    same(parsed.querySelector("parsererror"), null, `${body.algorithm}: a picture that can be read`);
    same([parsed.querySelectorAll("g").length, left], [layout.count(step), 0], `${body.algorithm}: every node`);
    same([drawn, parsed.querySelector("title").textContent], [layout.count(step), "A <tree> & more"], "its title");
    assert(!/NaN|undefined|Infinity/.test(svg), `${body.algorithm}: numbers`);
  }
}

async function files(same, { traceFileText, parseTraceFile }, recorded, board) {
  const { answer } = await recorded({ board, algorithm: "astar" });
  const again = parseTraceFile(traceFileText(answer));
  same([again.header, again.events, again.complete], [answer.header, answer.events, true], "a trace goes through a file");
}

function cameras(assert, same, { Camera }) {
  const camera = new Camera();
  camera.resize(600, 300);
  const bounds = { left: 0, right: 3, top: -1, bottom: 1 };
  camera.look(bounds, { column: 3, row: 0 });
  const at = [camera.x, camera.y, camera.scale];
  camera.look({ ...bounds, bottom: 2 }, { column: 3, row: 2 });
  same([camera.x, camera.y, camera.scale], at, "a little more fits without moving anything");
  const before = camera.pointOf({ column: 2, row: 1 });
  camera.zoom(1.5, ...before);
  const after = camera.pointOf({ column: 2, row: 1 });
  assert(Math.hypot(after[0] - before[0], after[1] - before[1]) < 1e-6, "what one points at stays while it grows");
  same(camera.placeAt(...camera.pointOf({ column: 7, row: -4 })), [7, -4], "a point is found again");
  camera.turn("fit");
  camera.look({ left: 0, right: 40, top: -300, bottom: 300 }, null);
  const [left, top] = camera.pointOf({ column: 0, row: -300 });
  const [right, bottom] = camera.pointOf({ column: 40, row: 300 });
  assert(left >= 0 && top >= 0 && right <= 600 && bottom <= 300, "all of a large tree fits");
}

/** Who answered, and what is watched instead. */
function answers(same, watchable, catalogue) {
  const watched = (asked, engine, heuristic = null) => {
    const found = watchable(catalogue, { status: "solved", engine, heuristic }, { algorithm: asked });
    return found && [found.algorithm, found.heuristic, found.answeredBy];
  };
  same(watched("astar(tie=fifo)", "astar"), ["astar(tie=fifo)", "", ""], "what was asked for");
  same(watched("auto", "astar", "linear-conflict"), ["astar", "linear-conflict", ""], "what auto chose, with its heuristic");
  same(watched("auto", "tile-ida"), ["ida", "", "tile-ida"], "a search like the one that answered");
  same(watched("auto", "tile-beam"), ["beam", "", "tile-beam"], "a beam for a beam");
  same(watched("auto", "constructive"), null, "a construction is no search");
  same(watchable(catalogue, { status: "unsolvable", engine: "auto", heuristic: null }, { algorithm: "auto" }), null, "nothing");
}
