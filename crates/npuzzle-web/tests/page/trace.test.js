// Checks of the model of a recorded search. Small real traces are looked at in every moment, forwards and backwards,
// and compared with a count that knows nothing of versions. A browser runs this: `run` throws at the first that fails.

/**
 * @param {(condition: any, message: string) => void} assert
 * @param {(name: string) => Promise<any>} importModule imports `/js/NAME`
 * @param {Record<string, string>} traces the files of `traces`, by name
 */
export async function run(assert, importModule, traces) {
  const same = (found, expected, what) =>
    assert(
      JSON.stringify(found) === JSON.stringify(expected),
      `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`,
    );
  const { Trace } = await importModule("trace.js");
  const { sentence, fateWords, endWords } = await importModule("trace-words.js");
  const { TreeLayout } = await importModule("tree-layout.js");
  const { parseTraceFile } = await importModule("trace-file.js");
  const { grouped, shareOf } = await importModule("charts.js");
  const { currentLine } = await importModule("pseudocode-view.js");
  const { places } = await importModule("race.js");
  const { thinnedOut } = await importModule("transport.js");
  const { sumWords, tileOnBoard, valueWords } = await importModule("heuristic-view.js");

  const searches = Object.fromEntries(Object.entries(traces).map(([name, text]) => [name, recorded(text)]));
  for (const [name, search] of Object.entries(searches)) {
    const trace = new Trace(search, ALGORITHMS);
    assert(trace.length > 10, `${name} has steps`);
    bothDirections(same, name, trace);
    naiveCount(same, name, trace, search.events);
    paths(assert, name, trace);
    trees(assert, same, name, trace, TreeLayout);
    for (let step = 0; step < trace.length; step += 1) {
      const words = sentence(trace.at(step));
      assert(/^[A-Z].*[.]$/.test(words) && !/undefined|null|NaN/.test(words), `${name}, step ${step}: ${words}`);
    }
  }

  marks(same, searches, (name) => new Trace(searches[name], ALGORITHMS));
  fates(same, fateWords);
  large(assert, Trace, TreeLayout);
  files(assert, same, parseTraceFile);
  estimates(same, sumWords, valueWords);

  same(grouped([{ value: 3, count: 1 }, { value: 5, count: 2 }], 4),
    [{ from: 3, to: 3, count: 1 }, { from: 5, to: 5, count: 2 }],
    "few values stay as they are");
  const wide = Array.from({ length: 100 }, (_, value) => ({ value, count: 1 }));
  same(grouped(wide, 10).map(({ from, to, count }) => [from, to, count])[9], [90, 99, 10], "many values are grouped");
  same(grouped(wide, 7).reduce((sum, { count }) => sum + count, 0), 100, "grouping loses nothing");
  same([shareOf(5, [5, 10], "linear"), shareOf(0, [5, 10], "linear"), shareOf(null, [5], "log")], [0.5, 0, 0],
    "shares");
  same(shareOf(1000, [10, 1000], "log"), 1, "the largest is full on any scale");
  const lines = [{ text: "a", at: ["expand"] }, { text: "b", at: ["worse", "duplicate"] }];
  same([["worse", "generate"], ["keep", "generate", "expand"], ["met"]].map((at) => currentLine(lines, at)), [1, 0, -1],
    "the line of pseudo-code that fits best");
  same(places([{ solved: true, expansions: 9 }, { solved: false, expansions: 1 }, { solved: true, expansions: 5 },
    { solved: true, expansions: 9 }]), [2, null, 1, 2], "places of a race");

  same([tileOnBoard(8, 9), tileOnBoard(9, 9), tileOnBoard(0, 4)], [8, 0, 0], "a tile that the board does not have");
  ends(same, endWords);
  thinning(assert, same, thinnedOut);
}

function ends(same, endWords) {
  const words = (complete, count, status, reason = null) =>
    endWords({ complete, events: Array.from({ length: count }, () => ({})), report: { status, reason } });
  same(words(true, 12, "solved"), "", "a whole search needs no words");
  same(words(false, 1000, "stopped", "any"), "The trace is cut after 1,000 events: the search went on.", "a cut trace");
  same(endWords({ complete: false, events: Array(100000), report: { status: "stopped" } }, 79040),
    "The trace is cut after 79,040 steps (100,000 events): the search went on.", "a bar counts steps, not events");
  same(words(true, 1, "stopped", "the time limit was reached"),
    "The search was stopped after 1 event: the time limit was reached.", "a search that was stopped");
  same(words(true, 0, "stopped"), "The search was stopped after 0 events.", "a search stopped before its first step");
  same(words(true, 0, "solved"), "This search reports no steps.", "a silent search");
}

function thinning(assert, same, thinnedOut) {
  const marks = Array.from({ length: 5000 }, (_, at) => ({ at, label: String(at), kind: "iteration" }));
  for (const [at, kind] of [[0, "search"], [777, "reopened"], [2500, "improved"], [2600, "improved"], [4998, "goal"]]) {
    marks[at] = { at, label: kind, kind };
  }
  const kept = thinnedOut(marks, 60);
  same(kept.length, 60, "as many as there may be");
  same(kept.filter(({ kind }) => kind !== "iteration").map(({ at }) => at), [0, 777, 2500, 2600, 4998],
    "the rare kinds stay");
  same([kept[1].at, kept.at(-1).at], [1, 4999], "the first and the last of the frequent kind stay");
  assert(kept.every(({ at }, place) => place === 0 || at > kept[place - 1].at), "they stay in order");
  same(thinnedOut(marks, 5000), marks, "few enough stay as they are");
  const unnamed = marks.map(({ at, label }) => ({ at, label }));
  same(thinnedOut(unnamed, 3).map(({ at }) => at), [0, 2499, 4999], "marks without kinds are one kind");
  const both = marks.map((mark, at) => ({ ...mark, kind: at % 2 ? "iteration" : "improved" }));
  same(thinnedOut(both, 10).filter(({ kind }) => kind === "improved").length, 5, "frequent kinds share alike");
}

/** What the catalogue says about the searches of the traces. */
const ALGORITHMS = [
  { name: "astar", frontier: "least-f", features: [] },
  { name: "ida", frontier: "path", features: [] },
  { name: "mm", frontier: "hidden", features: [] },
  { name: "weighted-astar", frontier: "least-f", features: [] },
  { name: "sma", frontier: "hidden", features: ["stores-copies"] },
];

/** Reads the notation of the traces: `ALGORITHM | START | GOAL`, then lines as `generate G H OPERATOR STATE|PARENT`. */
function recorded(text) {
  const [head, ...lines] = text.trim().split("\n");
  const [algorithm, start, goal] = head.split(" | ");
  const events = lines.map((line) => {
    const [event, ...words] = line.split(" ");
    const rest = (from) => words.slice(from).join(" ");
    const [g, h] = [Number(words[0]), Number(words[1])];
    switch (event) {
      case "search":
        return { event, algorithm: rest(0) };
      case "root":
        return { event, h: g, side: words[1], state: rest(2) };
      case "expand":
        return { event, g, h, f: g + h, side: words[2], state: rest(3) };
      case "generate": {
        const [state, parent] = rest(3).split("|");
        return { event, parent, op: words[2] === "-" ? null : words[2], state, g, h, f: g + h };
      }
      case "prune":
        return { event, reason: words[0] };
      case "forget":
        return { event, f: g, state: rest(1) };
      case "bound":
        return { event, bound: g };
      case "reopen":
        return { event };
      default:
        return { event, cost: g };
    }
  });
  const header = { format: "npuzzle-trace", version: 1, problem: "tiles(2x3)", start, goals: [goal], algorithm,
    heuristic: "manhattan", cost_unit: 1 };
  return { header, events };
}

/** Everything about a moment. */
const whole = (trace, step) =>
  JSON.stringify({ ...trace.at(step), frontier: trace.frontier(step), path: trace.path(step) });

function bothDirections(same, name, trace) {
  const forwards = [];
  for (let step = 0; step < trace.length; step += 1) forwards.push(whole(trace, step));
  for (let step = trace.length - 1; step >= 0; step -= 1) {
    same(whole(trace, step), forwards[step], `${name}, step ${step} backwards`);
  }
  for (let step = 0, at = 0; step < trace.length; step += 1, at = (at + 37) % trace.length) {
    same(whole(trace, at), forwards[at], `${name}, jump to ${at}`);
  }
}

/** Counts again from the first event for every moment, with one plain list of what is stored. */
function naiveCount(same, name, trace, events) {
  const copies = name === "forgetting";
  if (ALGORITHMS.some((card) => card.name === trace.header.algorithm && card.frontier === "path")) {
    for (let step = 0; step < trace.length; step += 1) {
      same(trace.frontier(step), [[], []], `${name} holds no frontier`);
    }
    return;
  }
  let stored = [];
  let side = "forward";
  let expanded = 0;
  let generated = 0;
  const find = (state, waits, g) =>
    stored.findLastIndex((one) => one.state === state && one.side === side && (waits === null || one.open === waits) &&
      (g === null || one.g === g));
  let step = -1;
  const check = () => {
    const count = (of) => {
      const bars = new Map();
      for (const { open, side: from, g, h } of stored) {
        if (open && from === of) bars.set(g + h, (bars.get(g + h) ?? 0) + 1);
      }
      return [...bars].map(([f, number]) => ({ f, count: number })).sort((one, other) => one.f - other.f);
    };
    same(trace.frontier(step), [count("forward"), count("backward")], `${name}, step ${step}: frontier`);
    const moment = trace.at(step);
    const closed = (of) => stored.filter((one) => !one.open && one.side === of).length;
    same([moment.expanded, moment.generated, moment.closed],
      [expanded, generated, [closed("forward"), closed("backward")]],
      `${name}, step ${step}: counts`);
  };
  events.forEach((event, index) => {
    switch (event.event) {
      case "search":
        if (events[1].event === "expand") {
          stored.push({ state: events[1].state, side, g: 0, h: events[1].h, open: true });
        }
        break;
      case "root":
        stored.push({ state: event.state, side: event.side, g: 0, h: event.h, open: true });
        break;
      case "expand": {
        side = event.side;
        expanded += 1;
        let at = find(event.state, true, copies ? event.g : null);
        if (at < 0) at = find(event.state, false, copies ? event.g : null);
        stored[at].open = false;
        break;
      }
      case "generate":
        generated += 1;
        if (events[index + 1]?.event !== "prune") {
          const at = copies ? -1 : find(event.state, null, null);
          const one = { state: event.state, side, g: event.g, h: event.h, open: true };
          if (at < 0) stored.push(one);
          else stored[at] = one;
        }
        break;
      case "forget": {
        const waits = find(event.state, true, null);
        const at = waits < 0 ? find(event.state, false, null) : waits;
        stored = stored.filter((_, place) => place !== at);
        break;
      }
      default:
    }
    if (["prune", "reopen", "met"].includes(event.event)) return;
    step += 1;
    check();
  });
  same(step + 1, trace.length, `${name}: one step for each event that is no remark about a successor`);
}

/** One move apart, from the root to the node that is expanded, and each g one more than the one before. */
function paths(assert, name, trace) {
  for (let step = 0; step < trace.length; step += 1) {
    const { node, kind } = trace.at(step);
    const path = trace.path(step);
    if (!node) {
      assert(path.length === 0, `${name}, step ${step}: no path without a node`);
      continue;
    }
    const root = node.side === "forward" || kind === "solved" ? trace.header.start : trace.header.goals[0];
    const end = kind === "solved" ? trace.header.goals[0] : node.state;
    assert(path[0].state === root && path[path.length - 1].state === end, `${name}, step ${step}: ends of the path`);
    const differences = (one, other) => [...one].filter((letter, place) => letter !== other[place]).length;
    const moves = path.every(({ state }, at) => at === 0 || differences(state, path[at - 1].state) === 2);
    assert(moves, `${name}, step ${step}: each state of the path is one move from the one before`);
    const cheap = kind === "solved" || path.length <= node.g + 1;
    assert(cheap, `${name}, step ${step}: the path is as cheap as its end says`);
  }
}

/** Every node of every moment has one place of its own, beside its parent, and keeps it to the end. */
function trees(assert, same, name, trace, TreeLayout) {
  const layouts = new Map();
  const layoutAt = (step) => {
    const tree = trace.treeAt(step);
    if (!layouts.has(tree.number)) layouts.set(tree.number, new TreeLayout(trace, tree));
    return layouts.get(tree.number);
  };
  const kept = new Map();
  let moved = 0;
  for (let step = 0; step < trace.length; step += 1) {
    const layout = layoutAt(step);
    layout.grow(step);
    const tree = trace.treeAt(step);
    const born = trace.births.slice(tree.from, tree.to).filter((birth) => birth.step <= step);
    same(layout.count(step), born.length, `${name}, step ${step}: nodes`);
    const cells = new Set();
    for (const birth of born) {
      const place = layout.places.get(birth.key);
      const node = trace.nodeAt(birth, step);
      assert(place && node, `${name}, step ${step}: the node ${birth.key} has a place`);
      cells.add(`${place.column},${place.row}`);
      const id = `${tree.number},${birth.key}`;
      const where = `${place.column},${place.row}`;
      if ((kept.get(id) ?? where) !== where) moved += 1;
      kept.set(id, where);
      const parent = layout.places.get(birth.parent);
      const beside = birth.side ? -1 : 1;
      assert(!parent || parent.column === place.column - beside, `${name}, step ${step}: beside its parent`);
    }
    same(cells.size, born.length, `${name}, step ${step}: one node a place`);
    const keys = trace.pathKeys(step);
    assert(keys.every((key) => layout.places.has(key)), `${name}, step ${step}: the path is drawn`);
    const { key, made } = trace.currentKeys(step);
    same(key === -1 || layout.places.has(key), true, `${name}, step ${step}: the current node is drawn`);
    const successor = made === -1 ? null : layout.places.get(made);
    const event = trace.steps[step].event;
    if (successor) same(trace.nodeAt(successor.birth, step).state, event.state, `${name}, step ${step}: the successor`);
  }
  same(moved, 0, `${name}: no node has moved`);
  // Places depend on the trace alone, not on the way to a moment.
  const last = trace.treeAt(trace.length - 1);
  const again = new TreeLayout(trace, last);
  again.grow(trace.length - 1);
  same([...again.places].map(([key, { column, row }]) => [key, column, row]),
    [...layoutAt(trace.length - 1).places].map(([key, { column, row }]) => [key, column, row]), `${name}: the same places`);
}

function marks(same, searches, trace) {
  const kinds = (name) => trace(name).marks.map(({ kind }) => kind);
  same(kinds("astar"), ["goal"], "marks of A*");
  same(kinds("meeting"), ["met", "goal"], "marks of a search from both ends");
  const ida = trace("ida");
  const bounds = ida.marks.filter(({ kind }) => kind === "iteration").map(({ step }) => ida.at(step).bound);
  same(bounds, [...bounds].sort((one, other) => one - other), "bounds rise");
  same(bounds.length, searches.ida.events.filter(({ event }) => event === "bound").length, "every iteration is marked");
  same(kinds("ida").at(-1), "goal", "IDA* ends at the goal");
  const reopening = trace("reopening");
  const first = reopening.marks.find(({ kind }) => kind === "reopened").step;
  same(reopening.at(first).made.fate, "reopened", "the first reopening is marked");
  same(reopening.at(first).pseudocode[0], "reopen", "and its line of pseudo-code");
  const solved = ida.at(ida.length - 1);
  same([solved.kind, solved.event.cost, ida.path(ida.length - 1).length],
    ["solved", solved.incumbent, solved.incumbent + 1],
    "the solution is as long as it costs");
  const a = trace("astar");
  same(a.stepOfExpansion(1), 1, "the first expansion follows the beginning");
  same(a.at(a.endOfExpansion(1)).successors.length, 3, "the end of an expansion has all successors");
  same(a.at(a.endOfExpansion(a.expansions.length)).kind, "solved", "the end of the last is the end");
  same(a.stepOfNode(a.births[0].key, a.length - 1), 1, "a node leads to its expansion");
  const path = a.pathKeys(a.length - 1);
  same(path.length, a.at(a.length - 1).incumbent + 1, "the solution is a path of the tree");
  const statuses = new Set(ida.births.map((birth) => ida.nodeAt(birth, birth.step)?.status));
  same([...statuses].filter((status) => ["open", "closed"].includes(status)), [],
    "a search that holds a path has nothing open or closed");
  const meeting = trace("meeting");
  same(meeting.meetingKeys(meeting.length - 1).length, 2, "both sides meet in two nodes");
}

function fates(same, fateWords) {
  const moment = { bound: 22, incumbent: null, holdsPath: false };
  const made = { f: 24, g: 9, knownG: 7, metCost: null };
  const why = (fate, about = moment) => fateWords({ ...made, fate }, about).why;
  same(why("worse"), "known already at g = 7", "dropped as worse");
  same(why("over-bound"), "f 24 is over the bound 22", "dropped over the bound");
  same(why("over-bound", { ...moment, bound: null, incumbent: 24 }), "f 24 cannot beat the solution of cost 24",
    "dropped for a solution");
  same(fateWords({ ...made, fate: "reopened" }, moment).word, "opened again", "opened again");
}

/** Fifty thousand events are read in one go, and no moment of them reads them again. */
function large(assert, Trace, TreeLayout) {
  const events = [{ event: "search", algorithm: "astar" }];
  for (let node = 0; events.length < 50000; node += 1) {
    const g = Math.floor(Math.log2(node + 1));
    events.push({ event: "expand", state: `s${node}`, g, h: 40 - g, f: 40, side: "forward" });
    for (const child of [2 * node + 1, 2 * node + 2]) {
      events.push({ event: "generate", parent: `s${node}`, op: "U", state: `s${child}`, g: g + 1, h: 40 - g, f: 41 });
    }
    events.push({ event: "generate", parent: `s${node}`, op: "D", state: "s0", g: g + 1, h: 40, f: g + 41 });
    events.push({ event: "prune", reason: "worse" });
  }
  const header = { problem: "tiles(3x3)", start: "s0", goals: [], algorithm: "astar", heuristic: null };
  let reads = 0;
  const counted = new Proxy(events, {
    get(target, name, receiver) {
      reads += /^\d+$/.test(String(name)) ? 1 : 0;
      return Reflect.get(target, name, receiver);
    },
  });
  const trace = new Trace({ header, events: counted });
  assert(reads < 5 * events.length, `${events.length} events are read ${reads} times`);
  reads = 0;
  const steps = 200;
  const layout = new TreeLayout(trace, trace.treeAt(0));
  for (let at = 0; at < steps; at += 1) {
    const step = (at * 7919) % trace.length;
    trace.at(step);
    trace.frontier(step);
    trace.path(step);
    layout.grow(step);
    trace.pathKeys(step);
    for (const { birth } of layout.within({ left: 3, right: 9, top: -8, bottom: 8 })) trace.nodeAt(birth, step);
  }
  assert(reads === 0, `${steps} jumps read ${reads} events again`);
}

function files(assert, same, parseTraceFile) {
  const header = JSON.stringify({ format: "npuzzle-trace", version: 1, problem: "hanoi(3,3)", algorithm: "astar" });
  const read = parseTraceFile(`${header}\n{"event":"search","algorithm":"astar"}\n\n{"event":"solved","cost":3}\n`);
  same([read.events.length, read.complete, read.header.goals], [2, true, []], "a file is read");
  same(parseTraceFile(`${header}\n{"event":"reopen"}\n{"event":"reopen"}`, 1).complete, false, "a long file is cut");
  const broken = parseTraceFile(`${header}\n{"event":"reopen"}\n{"event":"reo`);
  same([broken.events.length, broken.breaksOff, read.breaksOff], [1, true, false], "a last line that breaks off");
  for (const [bad, told] of [["", "empty"], [" \n", "empty"], [`${header}\n{"eve\n{"event":"reopen"}`, "line 2"], ["{}", "line 1"], [`${header}\n{`, "line 2"],
    [`${header}\n{"event":"jump"}`, "line 2"],
    [`${header}\n{"event":"expand"}`, "line 2"], [header, "no events"], [header.replace(":1,", ":9,"), "version 9"]]) {
    let message = "";
    try {
      parseTraceFile(bad);
    } catch (error) {
      message = error.message;
    }
    assert(message.includes(told), `a bad file is refused with ${told}: ${message}`);
  }
}

/** Estimates written out: shares of tiles, pairs in conflict, other parts, and none. */
function estimates(same, sumWords, valueWords) {
  const tiles = [{ tile: 1, value: 2 }, { tile: 2, value: 0.5 }];
  const part = { value: 2.5, tiles, pairs: [], extra: 0, summands: [] };
  same(sumWords(part), "2 + 0.5 = 2.5", "shares alone");
  same(sumWords({ ...part, value: 4.5, pairs: [{}], extra: 2 }), "2 + 0.5 = 2.5, + 2 for 1 pair in conflict = 4.5", "a pair");
  same(sumWords({ ...part, value: 6.5, pairs: [{}, {}], extra: 2, summands: [{ name: "detours", value: 2 }] }),
    "2 + 0.5 = 2.5, + 2 for 2 pairs in conflict, + 2 for detours = 6.5", "a pair and more");
  same(sumWords({ ...part, value: 7, tiles: [], summands: [{ name: "up", value: 3 }, { name: "down", value: 4 }] }),
    "3 (up) + 4 (down) = 7", "no shares");
  same(sumWords({ ...part, value: 7, tiles: [] }), "7", "a number alone");
  const parts = [{ name: "misplaced", value: 7 }, { name: "manhattan", value: 4 }];
  const words = (name, value, exact, reason = null) => valueWords({ name, value, exact, reason }, parts);
  same(words("manhattan", 4, 4), "h = 4", "a part alone");
  same(words("max(misplaced, manhattan)", 7, 7), "h = max(7, 4) = 7", "of parts");
  same(words("misplaced/2", 4, 3.5), "h = 7/2 = 3.5, rounded up to 4", "a fraction");
  same(words("perfect", null, null, "why"), "no value here: why", "no value");
}
