// @ts-check
// Six lessons. Each names the searches it shows, and steps through moments of them with a short text. No text holds a
// number that it did not take from an answer of the server or from the trace in sight.

import { number } from "./format.js";
import { parseRows, rowsText, swapCells } from "./puzzle.js";

/** @typedef {import("./trace.js").Trace} Trace */
/**
 * A moment of a trace: a number, its beginning, its end, an expansion by its number, or the nth event of a kind.
 * @typedef {number | "start" | "end" | {expansion: number} | {mark: string, nth: number}} Moment
 */
/** @typedef {Record<string, any>} Facts the answers to the runs and the boards of a lesson, by name */
/**
 * @typedef {object} LessonStep
 * @property {string} [run] the search in sight; without one, a board is
 * @property {Moment} [at]
 * @property {string} [board] the board in sight, with its inversions if `inversions` says so
 * @property {boolean} [inversions]
 * @property {string} [panel] the panel that matters
 * @property {(facts: Facts, trace: Trace) => string} text `trace`: of the run in sight
 * @property {(facts: Facts) => {label: string, state: Record<string, any>}[]} [links]
 */
/**
 * @typedef {object} Lesson
 * @property {string} name as in the address
 * @property {string} title
 * @property {string} about in one line
 * @property {string} start its board
 * @property {Record<string, {algorithm: string, heuristic?: string}>} runs
 * @property {Record<string, string | ((facts: Facts) => string)>} [boards] that are explained
 * @property {LessonStep[]} steps
 */

const expanded = (report) => number(report.stats.expanded);
const moves = ({ cost }) => `${number(cost)} ${cost === 1 ? "move" : "moves"}`;
/** What the estimate says of the start. */
const firstEstimate = (trace) => trace.expansions[0].h;
const bounds = (trace) => trace.marks.filter(({ kind }) => kind === "iteration").map(({ step }) => trace.at(step).bound);
const meetings = (trace) => trace.marks.filter(({ kind }) => kind === "met").map(({ step }) => trace.steps[step].metCost);
const order = (explained) => explained.start.filter((tile) => tile !== 0).join(" ");

/** @type {Lesson[]} */
export const LESSONS = [
  {
    name: "astar-and-bfs",
    title: "Why A* beats breadth-first search",
    about: "the same board, with and without an estimate",
    start: "8 1 3/4 0 2/7 6 5",
    runs: { bfs: { algorithm: "bfs" }, astar: { algorithm: "astar", heuristic: "manhattan" } },
    steps: [
      { run: "bfs", at: "start", text: ({ bfs }) =>
        `${moves(bfs)} lead from this board to the goal. Two searches look for them. First one that knows nothing but the rules: breadth-first search.` },
      { run: "bfs", at: { expansion: 14 }, text: () =>
        "It takes the states in the order in which they came: all that are one move away, then two, then three, in every direction alike. Nothing tells it where the goal is." },
      { run: "bfs", at: "end", text: ({ bfs }) =>
        `It finds ${moves(bfs)}, and none can be shorter: all shorter paths have been tried. The price: ${expanded(bfs)} expansions.` },
      { run: "astar", at: "start", panel: "heuristic", text: (_, trace) =>
        `A* also has an estimate. Manhattan distance h counts how far each tile is from home; here h = ${firstEstimate(trace)}. The truth is never less.` },
      { run: "astar", at: { expansion: 8 }, text: () =>
        "It takes the state with the least f = g + h: the moves made so far plus the moves that are needed at least. States that lead away have a larger f, and wait." },
      { run: "astar", at: "end", text: ({ astar, bfs }) =>
        `${moves(astar)} again, as certain as before, after ${expanded(astar)} expansions instead of ${expanded(bfs)}: ${Math.floor(bfs.stats.expanded / astar.stats.expanded)} times fewer. That is what an estimate is worth.` },
    ],
  },
  {
    name: "inadmissible",
    title: "An inadmissible heuristic, caught",
    about: "why the sum of two good estimates is a bad one",
    start: "3 5 6/2 4 8/1 0 7",
    runs: { sum: { algorithm: "astar", heuristic: "manhattan + misplaced" }, good: { algorithm: "astar", heuristic: "manhattan" } },
    steps: [
      { run: "sum", at: "start", panel: "heuristic", text: (_, trace) =>
        `Two good estimates, added: Manhattan distance plus the number of misplaced tiles. Larger is better, is it not? On this board h = ${firstEstimate(trace)}.` },
      { run: "sum", at: "end", text: ({ sum }) =>
        `A* with this sum is quick: ${expanded(sum)} expansions, and a solution of ${moves(sum)}. It looks like a success.` },
      { run: "good", at: "end", text: ({ good, sum }) =>
        `Manhattan distance alone takes ${expanded(good)} expansions and finds ${moves(good)}. So the ${moves(sum)} were not the shortest: A* was misled.` },
      { run: "sum", at: "start", panel: "heuristic", text: ({ good }, trace) =>
        `Here is the lie: h = ${firstEstimate(trace)}, though ${moves(good)} suffice. An estimate above the truth can make the best path look too expensive: its states wait while a worse path reaches the goal.` },
      { run: "good", at: "start", panel: "heuristic", text: ({ good }, trace) =>
        `An estimate that never lies this way is called admissible: ${firstEstimate(trace)} is at most ${number(good.cost)}. Then A* may stop at the goal: whatever waits cannot be cheaper.`,
        links: () => [{ label: "Test it on every board", state: { view: "audit", audited: ["manhattan + misplaced", "manhattan"] } }] },
    ],
  },
  {
    name: "ida-and-astar",
    title: "IDA* against A*: time for memory",
    about: "search again instead of remembering",
    start: "8 1 3/4 0 2/7 6 5",
    runs: { astar: { algorithm: "astar", heuristic: "manhattan" }, ida: { algorithm: "ida", heuristic: "manhattan" } },
    steps: [
      { run: "astar", at: "end", text: ({ astar }) =>
        `A* keeps every state that it has made: ${number(astar.stats.max_stored)} for this easy board. On larger boards the memory may be full before the goal is found.` },
      { run: "ida", at: "start", text: () =>
        "IDA* keeps one path, from the start to where it stands, and nothing else. What it has left is forgotten." },
      { run: "ida", at: { mark: "iteration", nth: 1 }, text: (_, trace) =>
        `So that it does not run off forever, it follows a path only while f stays within a bound. The first bound is the estimate of the start: ${bounds(trace)[0]}.` },
      { run: "ida", at: { mark: "iteration", nth: 2 }, text: (_, trace) =>
        `No goal within ${bounds(trace)[0]}. The next bound is the least f that was cut: ${bounds(trace)[1]}. And it begins again at the start, with an empty tree.` },
      { run: "ida", at: "end", text: ({ astar, ida }) =>
        `Found in iteration ${number(ida.stats.iterations)}: ${moves(ida)}. It made ${expanded(ida)} expansions where A* made ${expanded(astar)}, but held at most ${number(ida.stats.max_stored)} states, not ${number(astar.stats.max_stored)}.` },
    ],
  },
  {
    name: "meeting",
    title: "Meeting in the middle, and why not to stop there",
    about: "the first path from both ends need not be the best",
    start: "1 5 2/4 6 8/7 0 3",
    runs: { nba: { algorithm: "nba", heuristic: "manhattan" } },
    steps: [
      { run: "nba", at: "start", text: () =>
        "Two searches at once: one from the start, one backwards from the goal. Two small trees are less than one large one. When they touch, there is a path." },
      { run: "nba", at: { mark: "met", nth: 1 }, text: (_, trace) =>
        `There: a state that both sides have reached. The path through it has ${meetings(trace)[0]} moves. Shall we stop?` },
      { run: "nba", at: { mark: "met", nth: -1 }, text: (_, trace) =>
        `No. A little later the sides meet on a path of ${meetings(trace).at(-1)} moves. A search that stops at the first meeting answers ${meetings(trace)[0]}, and is wrong.` },
      { run: "nba", at: "end", text: ({ nba }) =>
        `The search ends when what waits on both sides cannot make a path shorter than ${number(nba.cost)}. That is a proof, and it took ${expanded(nba)} expansions on both sides together.` },
    ],
  },
  {
    name: "depth-first",
    title: "Depth-first search goes astray",
    about: "two moves away, and hundreds of moves long",
    start: "1 2 3/4 0 6/7 5 8",
    runs: { dfs: { algorithm: "dfs" }, bfs: { algorithm: "bfs" }, ids: { algorithm: "ids" } },
    steps: [
      { run: "dfs", at: "start", text: ({ bfs }) =>
        `The goal is ${moves(bfs)} away: the blank goes down, then right. Depth-first search should find that.` },
      { run: "dfs", at: { expansion: 12 }, text: () =>
        "It always takes the newest state. One wrong turn, and it follows that path ever deeper: it comes back only when there is nowhere left to go." },
      { run: "dfs", at: "end", text: ({ dfs, bfs }) =>
        `It does arrive, by ${moves(dfs)} instead of ${number(bfs.cost)}, after ${expanded(dfs)} expansions. It is a path, but not one to be proud of.` },
      { run: "bfs", at: "end", text: ({ bfs }) =>
        `Breadth-first search looks at what is near first: ${moves(bfs)}, after ${expanded(bfs)} expansions.` },
      { run: "ids", at: "end", text: ({ ids }) =>
        `Iterative deepening joins the two: depth first, but no deeper than a limit, which rises by one. ${moves(ids)}, ${expanded(ids)} expansions, and never more than ${number(ids.stats.max_stored)} states in memory.` },
    ],
  },
  {
    name: "unsolvable",
    title: "A board that cannot be solved",
    about: "inversions, counted on the board",
    start: "2 1 3/5 4 0/8 7 6",
    runs: {},
    boards: {
      start: "2 1 3/5 4 0/8 7 6", across: "2 1 3/5 0 4/8 7 6", down: "2 1 3/5 4 6/8 7 0",
      mended: ({ start }) => {
        const board = parseRows("2 1 3/5 4 0/8 7 6");
        return rowsText(swapCells(board, ...start.swap.map((tile) => board.cells.indexOf(tile))));
      },
    },
    steps: [
      { board: "start", text: () =>
        "No sequence of moves brings this board into order. You could try every board that it can reach. You can also see it in half a minute." },
      { board: "start", inversions: true, text: ({ start }) =>
        `Read the tiles row by row, without the blank: ${order(start)}. Two tiles in the wrong order are an inversion. Step through them: there are ${number(start.inversions)}.` },
      { board: "across", inversions: true, text: ({ start, across }) =>
        `Slide a tile to the side: the row still reads ${order(across)}. The order is the same, so are the inversions: ${number(start.inversions)} before, ${number(across.inversions)} now.` },
      { board: "down", inversions: true, text: ({ start, down }) =>
        `Slide a tile up or down: it passes the two tiles between. Each of these two pairs changes its order, so the number changes by two or not at all. Here it goes from ${number(start.inversions)} to ${number(down.inversions)}.` },
      { board: "start", inversions: true, text: ({ start }) =>
        `So odd stays odd, whatever you move. The goal has no inversion, and 0 is even. This board has ${number(start.inversions)}. There is no way.` },
      { board: "mended", inversions: true, text: ({ start, mended }) =>
        `Take tiles ${start.swap[0]} and ${start.swap[1]} out and exchange them: ${number(mended.inversions)} inversions, an even number, and now there is a way.`,
        links: ({ mended }) => [{ label: "Solve it", state: { view: "play", board: rowsText({ rows: mended.rows, cols: mended.cols, cells: mended.start }), algorithm: "auto", lesson: "", lecture: false } }] },
    ],
  },
];

/** @param {string} name */
export const lessonOf = (name) => LESSONS.find((lesson) => lesson.name === name) ?? null;

/**
 * The step of a trace that a moment means.
 * @param {Trace} trace
 * @param {Moment} moment
 */
export function stepOfMoment(trace, moment) {
  if (moment === "start") return 0;
  if (moment === "end") return trace.length - 1;
  if (typeof moment === "number") return moment;
  if ("expansion" in moment) return trace.stepOfExpansion(moment.expansion);
  const marks = trace.marks.filter(({ kind }) => kind === moment.mark);
  return (marks.at(moment.nth > 0 ? moment.nth - 1 : moment.nth) ?? { step: 0 }).step;
}

/**
 * The state of the page that shows a step.
 * @param {Lesson} lesson
 * @param {number} at
 */
export function stateOfStep(lesson, at) {
  const step = lesson.steps[at];
  const run = step.run ? lesson.runs[step.run] : { algorithm: "astar", heuristic: "manhattan" };
  return {
    view: "watch", lesson: lesson.name, lessonStep: at, lecture: true, predict: false, problem: "", board: lesson.start,
    goal: "last", order: "UDLR", algorithm: run.algorithm, heuristic: run.heuristic ?? "", answeredBy: "",
    panel: step.panel ?? "tree", part: "", tile: 0,
  };
}
