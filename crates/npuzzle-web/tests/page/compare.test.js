// What runs come to: means over the same boards, and who is better where; where points of a plot lie.

export async function run(assert, load) {
  const runs = await load("compare-runs.js");
  const record = (algorithm, board, cost, expanded, more = {}) =>
    ({ algorithm, heuristic: null, board, status: "solved", cost, expanded, seconds: expanded / 100, proof: "optimal", ...more });
  const made = [
    record("a", "one", 10, 100), record("b", "one", 10, 50),
    record("a", "two", 20, 300), record("b", "two", 22, 400, { proof: "found" }),
    record("a", "three", 8, 7), record("b", "three", null, 9000, { status: "stopped" }),
  ];
  assert.deepEqual(runs.pairsOf(made), ["a", "b"]);
  assert.deepEqual(runs.commonBoards(made), ["one", "two"], "what one of them did not solve is no board of both");
  const [a, b] = runs.summarize(made);
  assert.equal(a.expanded, 200, "the mean is over the boards of both");
  assert.equal(a.solved, 3);
  assert.equal(b.cost, 16);
  assert.equal(b.optimal, 1);
  assert.equal(b.boards, 3);
  const apart = [record("a", "one", 1, 10), record("b", "one", null, 5), record("a", "two", null, 6), record("b", "two", 2, 20)];
  assert.deepEqual(runs.summarize(apart).map(({ expanded }) => expanded), [10, 20], "without common boards, over its own");
  const refused = [{ ...record("a", "one", null, 0), status: "error", reason: "too large" }];
  assert.equal(runs.summarize(refused)[0].status, "error");

  const score = runs.wins(made, ["a", "b"], "expanded");
  assert.deepEqual([score.boards, score.first, score.second, score.same], [2, 1, 1, 0]);
  assert.equal(runs.winWords(["a", "b"], score, "expanded"), "a expands fewer states on 1 of 2 boards, b on 1.");
  const costs = runs.wins(made, ["a", "b"], "cost");
  assert.equal(runs.winWords(["a", "b"], costs, "cost"),
    "a finds the cheaper solution on 1 of 2 boards, b on 0; on 1 they are equal.");
  assert.equal(runs.winWords(["a", "b"], runs.wins(apart, ["a", "b"], "cost"), "cost"),
    "No board is solved by both a and b.");
  assert.deepEqual(runs.chosenPairs(made, ["b", "a"]), ["b", "a"]);
  assert.deepEqual(runs.chosenPairs(made, ["b", "b"]), ["b", "a"], "a pair is not compared with itself");
  assert.deepEqual(runs.chosenPairs(made, ["gone"]), ["a", "b"]);

  const { ticks, placing } = await load("scatter-plot.js");
  assert.deepEqual(ticks(3, 28, "linear"), [0, 5, 10, 15, 20, 25, 30]);
  assert.deepEqual(ticks(7, 7, "linear").length >= 1, true, "one value has a mark");
  assert.deepEqual(ticks(70, 39278, "log"), [10, 100, 1000, 10000, 100000]);
  const { at } = placing([1, 10, 100], "log");
  assert.deepEqual([at(1), at(10), at(100)], [0, 0.5, 1]);
  assert.ok(Number.isFinite(placing([0, 5], "log").at(0)), "a time of zero has a place");
  assert.equal(placing([100], "log").at(100), 0.5, "a single power of ten lies in the middle");

  const { columnKeys, toMarkdown, toCsv } = await load("run-table.js");
  assert.deepEqual(columnKeys("runs", "few"), ["algorithm", "heuristic", "cost", "proof", "expanded", "seconds"]);
  assert.ok(columnKeys("means", "all").includes("peak_bytes") && columnKeys("means", "all").includes("solved"));
  assert.equal(columnKeys("all-runs", "few")[0], "board");
  assert.equal(toMarkdown(refused, ["algorithm", "heuristic", "cost", "proof"]).split("\n")[2], "| a | – | refused: too large |  |");
  assert.equal(toCsv(made).split("\n")[1].startsWith("one,a,"), true, "several boards are named");
  assert.equal(toCsv(made.slice(0, 1)).split("\n")[1].startsWith("a,"), true);

  const { algorithmGroups } = await load("algorithm-groups.js");
  const cards = [{ name: "x", group: "g", features: [] }, { name: "auto", group: "g", features: ["portfolio"] },
    { name: "y", group: "new", features: [] }];
  assert.deepEqual(
    algorithmGroups({ algorithms: cards, groups: [{ name: "g", title: "G" }, { name: "none", title: "N" }] })
      .map(({ title, members }) => [title, members.map(({ name }) => name)]),
    [["", ["auto"]], ["G", ["x"]], ["Others", ["y"]]]);

  const { auditOf, auditWords, valueLine } = await load("heuristic-check.js");
  assert.deepEqual(auditOf({ board: "1 2/3 0", goal: "last" }), { size: "2x2", goal: "last" });
  assert.deepEqual(auditOf({ board: "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", goal: "snail" }), { size: "3x3", goal: "snail" });
  assert.deepEqual(auditOf({ board: "1 2 3 4 5 0/", goal: "last" }).size, "3x3", "a row has no audit of its own");
  assert.deepEqual(auditOf({ board: "1 2 3/4 0 5", goal: "0 1 2/3 4 5" }), { size: "2x3", goal: "0 1 2/3 4 5" });
  const audit = (entry) => ({ states: 181440, rows: 3, cols: 3, heuristics: [entry] });
  assert.equal(auditWords(audit({ admissible: false, overestimates: 78 })).words, "Overestimates on 78 of 181,440 boards of 3x3.");
  assert.equal(auditWords(audit({ admissible: true, consistent: true })).words,
    "Admissible and consistent on all 181,440 boards of 3x3.");
  assert.equal(auditWords(audit({ admissible: true, consistent: false })).words,
    "Admissible, not consistent, on all 181,440 boards of 3x3.");
  assert.equal(valueLine({ value: 21, exact: 21, computed: "max(21, 7)", reason: null }), "h = max(21, 7) = 21 on this board.");
  assert.equal(valueLine({ value: 8, exact: 7.5, computed: "15/2", reason: null }), "h = 15/2 = 7.5, rounded up to 8 on this board.");
  assert.equal(valueLine({ value: 14, exact: 14, computed: "14", reason: null }), "h = 14 on this board.");
  assert.equal(valueLine({ value: null, exact: null, computed: null, reason: "no table" }), "No value on this board: no table.");

  const { compareBody, compareCommand } = await load("compare-question.js");
  const state = { board: "1 2/3 0", goal: "last", goalOfSet: false, algorithms: ["astar"], heuristics: ["manhattan"], order: "UDLR",
    timeLimit: "10s", subject: "set", boards: ["korf:1..2", "1 2/0 3"] };
  assert.equal("goal" in compareBody(state), false, "a set brings its own goal");
  assert.equal(compareCommand(state), "npuzzle compare korf:1..2 '1 2/0 3' -a astar -H manhattan --time-limit 10s");
  assert.equal(compareCommand({ ...state, subject: "" }), "npuzzle compare '1 2/3 0' -a astar -H manhattan --time-limit 10s");
  assert.equal(compareCommand({ ...state, subject: "hanoi(3,3)" }), "");

  // Between two words of the server the time goes on.
  const { createJobLine } = await load("job-line.js");
  const api = {
    stream: (_path, _body, { on }) => {
      on.accepted({ job: "1" });
      on.progress({ done: 1, total: 20, seconds: 0.01 });
      return new Promise(() => {});
    },
  };
  const line = createJobLine({ api, path: "/", pause: 0, verb: "Auditing", focusAfter: () => document.body });
  const until = async (holds) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  line.run({}, { result() {}, problem() {} });
  await until(() => line.element.textContent.includes("1 of 20 done"));
  const said = line.element.textContent;
  await until(() => line.element.textContent !== said);
  assert.ok(line.element.textContent.includes("1 of 20 done"), "and what is done stands beside it");
  line.cancel();
  assert.ok(line.element.hidden);
}
