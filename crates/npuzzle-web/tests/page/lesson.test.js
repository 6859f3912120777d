// Checks of the lessons: what their texts claim is so, by the answers of the server, and every step has its text.

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
  const { LESSONS, lessonOf, stateOfStep, stepOfMoment } = await importModule("lessons.js");
  const { Trace } = await importModule("trace.js");
  const { pairsOf } = await importModule("inversions-view.js");
  const ask = async (path, body) =>
    (await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
  const { algorithms } = await (await fetch("/api/catalogue")).json();
  same(LESSONS.length, 6, "six lessons");
  const facts = {};
  const traces = {};
  for (const lesson of LESSONS) {
    const known = {};
    const shown = {};
    for (const [name, run] of Object.entries(lesson.runs)) {
      const body = { board: lesson.start, goal: "last", order: "UDLR", ...run };
      known[name] = await ask("/api/solve", body);
      const answer = await ask("/api/trace", body);
      same(answer.complete, true, `${lesson.name}, ${name}: the whole search is shown`);
      same([answer.report.cost, answer.report.stats.expanded], [known[name].cost, known[name].stats.expanded],
        `${lesson.name}, ${name}: the search in sight is the one in the text`);
      shown[name] = new Trace(answer, algorithms);
    }
    for (const [name, board] of Object.entries(lesson.boards ?? {})) {
      known[name] = await ask("/api/explain", { board: typeof board === "function" ? board(known) : board, goal: "last" });
    }
    lesson.steps.forEach((step, at) => {
      const text = step.text(known, shown[step.run] ?? null);
      assert(text.length > 30 && !/undefined|NaN|null|Infinity/.test(text), `${lesson.name}, step ${at}: ${text}`);
      const state = stateOfStep(lesson, at);
      same([state.lesson, state.lessonStep], [lesson.name, at], "the address of a step");
      if (step.run) {
        const moment = stepOfMoment(shown[step.run], step.at);
        assert(moment >= 0 && moment < shown[step.run].length, `${lesson.name}, step ${at}: a moment of its search`);
        if (step.at.mark) {
          same(shown[step.run].marks.some((mark) => mark.step === moment && mark.kind === step.at.mark), true,
            `${lesson.name}, step ${at}: the event is there`);
        }
      } else assert(known[step.board], `${lesson.name}, step ${at}: a board`);
      for (const { label, state: target } of step.links?.(known) ?? []) assert(label && target.view, "a link leads somewhere");
    });
    facts[lesson.name] = known;
    traces[lesson.name] = shown;
  }
  claims(assert, same, facts, traces, pairsOf);
  same(lessonOf("nothing"), null, "no such lesson");
}

/** What the texts say without a number. */
function claims(assert, same, facts, traces, pairsOf) {
  const { bfs, astar } = facts["astar-and-bfs"];
  same([bfs.proof, astar.proof, bfs.cost], ["optimal", "optimal", astar.cost], "both are proved, and equal");
  assert(bfs.stats.expanded > 10 * astar.stats.expanded, "an estimate is worth a lot");

  const { sum, good } = facts.inadmissible;
  assert(good.proof === "optimal" && sum.proof !== "optimal" && sum.cost > good.cost, "the sum misleads A*");
  assert(sum.stats.expanded < good.stats.expanded, "and it is quick");
  assert(traces.inadmissible.sum.expansions[0].h > good.cost, "h lies above the truth at the start");
  assert(traces.inadmissible.good.expansions[0].h <= good.cost, "Manhattan distance does not");

  const { astar: full, ida } = facts["ida-and-astar"];
  assert(ida.cost === full.cost && ida.stats.expanded > full.stats.expanded, "IDA* expands more");
  assert(ida.stats.max_stored < full.stats.max_stored && ida.stats.iterations >= 2, "and holds less");
  const trace = traces["ida-and-astar"].ida;
  const bounds = trace.marks.filter(({ kind }) => kind === "iteration").map(({ step }) => trace.at(step).bound);
  same([bounds[0], bounds.length], [trace.expansions[0].h, ida.stats.iterations], "the first bound is the first estimate");
  const cut = trace.steps.filter(({ event, fate }, step) =>
    event.event === "generate" && fate === "over-bound" && trace.iteration.at(step).number === 1);
  same(Math.min(...cut.map(({ event }) => event.f)), bounds[1], "the next bound is the least f that was cut");

  const { nba } = facts.meeting;
  const met = traces.meeting.nba.marks.filter(({ kind }) => kind === "met").map(({ step }) => traces.meeting.nba.steps[step].metCost);
  assert(met[0] > nba.cost && met.at(-1) === nba.cost && nba.proof === "optimal", "the first meeting is not the best");

  const { dfs, bfs: near, ids } = facts["depth-first"];
  same([near.cost, near.moves, ids.cost], [2, "DR", 2], "two moves: down, then right");
  assert(dfs.cost > 100 && dfs.stats.expanded > near.stats.expanded, "depth first goes astray");

  const { start, across, down, mended } = facts.unsolvable;
  same([start.solvable, across.solvable, down.solvable, mended.solvable], [false, false, false, true], "which can be solved");
  same([start.inversions % 2, mended.inversions % 2], [1, 0], "odd and even");
  same(across.inversions, start.inversions, "a move to the side changes nothing");
  assert([0, 2].includes(Math.abs(down.inversions - start.inversions)), "a move up or down changes nothing, or two");
  const reading = start.start.filter((tile) => tile);
  const naive = reading.flatMap((one, at) => reading.slice(at + 1).filter((other) => other < one).map((other) => [one, other]));
  same(pairsOf(start).map(String).sort(), naive.map(String).sort(), "the lines are the inversions");
}
