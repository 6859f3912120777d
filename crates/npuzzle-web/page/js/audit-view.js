// @ts-check
// The audit of heuristics against the truth: verdicts, counterexamples, errors, who dominates whom.

import { goalBoardOf } from "./board-strip.js";
import { drawBoard } from "./board-view.js";
import { barTable, grouped } from "./charts.js";
import { quote } from "./command-line.js";
import { copyButton } from "./copy.js";
import { h, replace, uniqueId } from "./dom.js";
import { createExpressionField } from "./expression-field.js";
import { number, plural, seconds } from "./format.js";
import { createJobLine } from "./job-line.js";
import { parseRows, rowsText, sizeText } from "./puzzle.js";

const SIZES = ["2x2", "2x3", "3x2", "2x4", "3x3", "2x5", "3x4", "4x4"];
const MOST_BARS = 26;
const MOST_HEURISTICS = 8;

/** Claims of textbooks and reports, true and false. */
const EXAMPLES = [
  { heuristics: ["misplaced-with-blank"], claim: "counting the blank as misplaced too" },
  { heuristics: ["manhattan-with-blank"], claim: "the blank's own distance added" },
  { heuristics: ["(manhattan-with-blank)/2"], claim: "… and halved" },
  { heuristics: ["manhattan*2"], claim: "Manhattan distance doubled" },
  { heuristics: ["scan-conflict"], claim: "2 more for each tile behind a later one" },
  { heuristics: ["linear-conflict"], claim: "2 more for each tile that must leave its line" },
  { heuristics: ["max(manhattan, misplaced)", "manhattan"], claim: "is the larger of two any better?" },
];

const decimal = (value) => number(Math.round(value * 100) / 100);

/** The command that makes the same audit. */
export function auditCommand({ auditSize, goal, audited }) {
  const words = ["npuzzle", "audit", auditSize, ...(goal === "last" ? [] : ["--goal", goal])];
  audited.forEach((name) => words.push("-H", name));
  return words.map(quote).join(" ");
}

/** Yes or no, by sign and word. */
function verdictLine(good, yes, no) {
  return h("p", { class: good ? "verdict-line is-good" : "verdict-line is-bad" },
    h("span", { "aria-hidden": "true" }, good ? "✓" : "✗"), ` ${good ? yes : no}`);
}

export function createView(root, context) {
  const { catalogue, store, api, announce, isShown } = context;
  const sizeId = uniqueId("audit-size");
  const goalId = uniqueId("audit-goal");
  let asked = "";
  /** @type {ReturnType<typeof createExpressionField>[]} */
  let fields = [];

  const job = createJobLine({
    api, path: "/api/audit", pause: 450, verb: "Auditing", focusAfter: () => answerPlace,
  });
  const rows = h("div", { class: "audit-rows" });
  const addButton = h("button", { type: "button", class: "button", onclick: add }, "Add another");
  const size = h("select", { id: sizeId, onchange: () => store.setState({ auditSize: size.value }) });
  const goal = h("select", { id: goalId, onchange: () => store.setState({ goal: goal.value }) });
  const goalPicture = h("div");
  const message = h("div", null);
  const answerPlace = h("div", {
    class: "stack audit-answer", tabindex: "-1", role: "group", "aria-label": "Verdicts",
  });
  const examples = h("div", { class: "row", role: "group", "aria-label": "Examples" },
    EXAMPLES.map(({ heuristics, claim }) =>
    h("button", {
      type: "button", class: "button example", onclick: () => store.setState({ audited: heuristics }),
    }, h("span", { class: "mono" }, heuristics.join(" and ")), h("span", { class: "muted small" }, claim))));

  replace(root, h("div", { class: "audit stack" },
    h("section", { class: "card", "aria-label": "What is audited" },
      h("h2", null, "Is my heuristic admissible?"),
      h("p", null, "A heuristic is admissible if it never exceeds the true cost, and consistent if no move makes it fall by more",
        " than the move costs. Write one: the audit checks it on every board of 3x3, or on a sample where there are too",
        " many, and shows the board that refutes it."),
      h("div", { class: "audit-form" },
        h("div", { class: "stack audit-expressions" }, rows, h("div", { class: "row" }, addButton)),
        h("div", { class: "field" }, h("label", { for: sizeId }, "Size"), size),
        h("div", { class: "field" }, h("label", { for: goalId }, "Goal"), goal),
        goalPicture),
      // In a low window they would push the verdict out of sight.
      h("details", { open: innerHeight >= 700 }, h("summary", null, "Examples"), examples)),
    job.element, message, answerPlace));

  function focusField(at) {
    fields[Math.min(at, fields.length - 1)].element.querySelector("input").focus();
  }

  function add() {
    store.setState({ audited: [...store.getState().audited, ""] });
    focusField(fields.length);
  }

  function remove(at) {
    store.setState({ audited: store.getState().audited.filter((_, place) => place !== at) });
    focusField(at);
  }

  /** One field for each heuristic; while their number stays, they keep focus and caret. */
  function drawFields(audited) {
    const wanted = audited.length ? audited : [""];
    if (wanted.length !== fields.length) {
      fields = wanted.map((text, at) => createExpressionField(context, {
        value: text,
        label: wanted.length > 1 ? `Heuristic ${at + 1}` : "Heuristic",
        placeholder: "a name or an expression",
        onchange: (value) => {
          const next = [...store.getState().audited];
          next[at] = value;
          store.setState({ audited: next });
        },
      }));
      replace(rows, fields.map(({ element }, at) => h("div", { class: "audit-row" }, element,
        fields.length > 1
          ? h("button", {
              type: "button", class: "button", "aria-label": `remove heuristic ${at + 1}`,
              onclick: () => remove(at),
            }, "×")
          : null)));
    } else wanted.forEach((text, at) => fields[at].setValue(text));
    addButton.hidden = wanted.length >= MOST_HEURISTICS;
  }

  function shape() {
    const [rowCount, colCount] = store.getState().auditSize.split("x").map(Number);
    return { rows: rowCount, cols: colCount };
  }

  /** A goal of another shape than the audit's cannot be its goal; the usual one is taken. */
  function auditGoal(state) {
    const spelled = parseRows(state.goal);
    return spelled && sizeText(spelled) !== state.auditSize ? "last" : state.goal;
  }

  async function drawGoal(state) {
    const wanted = auditGoal(state);
    const names = catalogue.goals.map(({ name }) => name);
    const all = names.includes(wanted) ? names : [...names, wanted];
    replace(goal, all.map((name) => h("option", { value: name }, names.includes(name) ? name : "the page's own goal")));
    goal.value = wanted;
    const sizes = SIZES.includes(state.auditSize) ? SIZES : [...SIZES, state.auditSize];
    replace(size, sizes.map((name) => h("option", { value: name }, name)));
    size.value = state.auditSize;
    const board = await goalBoardOf(api, wanted, shape()).catch(() => null);
    if (auditGoal(store.getState()) !== wanted) return;
    replace(goalPicture, board ? drawBoard(board, { size: "thumb", label: "goal" }) : null);
  }

  function ask(state) {
    const heuristics = state.audited.filter(Boolean);
    const wanted = auditGoal(state);
    const question = JSON.stringify([heuristics, state.auditSize, wanted]);
    if (question === asked) return;
    asked = question;
    replace(message);
    if (!heuristics.length) {
      job.cancel();
      replace(answerPlace);
      return;
    }
    answerPlace.classList.add("is-stale");
    job.run({ size: state.auditSize, goal: wanted, heuristics }, {
      result: (answer) => {
        answerPlace.classList.remove("is-stale");
        drawAnswer(answer);
      },
      problem: (problem) => {
        asked = "";
        // A field that shows its own error needs no second one.
        const shownThere = fields.some((field) => field.isWrong());
        replace(message, shownThere ? [] : h("pre", { class: "error-text", role: "alert" }, problem.message));
      },
    });
  }

  function boardIn(answer, cells) {
    return { rows: answer.rows, cols: answer.cols, cells };
  }

  function openButtons(board, heuristic) {
    const text = rowsText(board);
    const at = { board: text, goal: auditGoal(store.getState()) };
    return h("div", { class: "row" },
      h("button", {
        type: "button", class: "button", onclick: () => store.setState({ ...at, view: "play" }, { push: true }),
      }, "Solve it"),
      h("button", {
        type: "button", class: "button",
        onclick: () => store.setState({ ...at, view: "watch", algorithm: "astar", heuristic, at: 0 }, { push: true }),
      }, "Watch A* on it"));
  }

  function overestimate(answer, entry) {
    const { board, h: estimate, true: cost } = entry.worst;
    const drawn = boardIn(answer, board);
    return h("figure", { class: "counterexample" },
      drawBoard(drawn, { size: "small", goal: boardIn(answer, answer.goal), label: "board where it is too large" }),
      h("figcaption", { class: "stack" },
        h("p", null, h("strong", null, `h = ${estimate}`), ", but the true cost is ", h("strong", null, `${cost}.`)),
        openButtons(drawn, entry.name)));
  }

  function steepEdge(answer, entry) {
    const { from, to, h_from: before, h_to: after, cost } = entry.edge_example;
    const picture = (cells, estimate, label) => h("figure", { class: "edge-end" },
      drawBoard(boardIn(answer, cells), { size: "small", label }), h("figcaption", null, `h = ${estimate}`));
    return h("div", { class: "counterexample" },
      picture(from, before, "before the move"),
      h("span", { class: "edge-arrow" }, h("span", { "aria-hidden": "true" }, "→"),
        h("span", { class: "small muted" }, `costs ${cost}`)),
      picture(to, after, "after the move"),
      h("p", null, `h falls by ${decimal(before - after)}, the move costs ${cost}.`));
  }

  function histogram(entry) {
    const counts = entry.errors.map(({ error, states }) => ({ value: error, count: states }));
    // No group holds both estimates that are too large and others.
    const tooLarge = grouped(counts.filter(({ value }) => value < 0), MOST_BARS / 2);
    const groups = [...tooLarge, ...grouped(counts.filter(({ value }) => value >= 0), MOST_BARS)];
    return barTable({
      caption: "How often each error occurs: true cost minus h",
      labelHead: "true cost minus h",
      valueHead: "boards",
      bars: groups.map(({ from, to, count }) => ({
        label: from === to ? String(from).replace("-", "−") : `${from} to ${to}`.replaceAll("-", "−"),
        value: count,
        text: number(count),
        mark: from === 0 && to === 0 ? "exact" : to < 0 ? "too large" : undefined,
        kind: to < 0 ? "bad" : undefined,
      })),
    });
  }

  function heuristicCard(answer, entry) {
    const { overestimates, inconsistent_edges: edges, exact } = entry;
    const share = decimal((100 * exact) / Math.max(1, answer.states));
    const where = answer.exhaustive ? `on any board of ${answer.rows}x${answer.cols}` : "on the boards looked at";
    return h("section", { class: "card audit-card", "aria-label": entry.name },
      h("h2", { class: "mono" }, entry.name),
      h("div", { class: "audit-columns" },
        h("div", { class: "stack" },
          verdictLine(entry.admissible, `Admissible: never above the true cost ${where}.`,
            `Not admissible: above the true cost on ${plural(overestimates, "board")} of ${number(answer.states)}.`),
          entry.worst ? overestimate(answer, entry) : null,
          verdictLine(entry.consistent, `Consistent: never falls by more than a move costs ${where}.`,
            entry.goals_above_zero
              ? "Not consistent: above zero at the goal."
              : `Not consistent: falls too fast along ${plural(edges, "move")} of ${number(answer.edges)}.`),
          entry.edge_example ? steepEdge(answer, entry) : null,
          h("dl", { class: "facts" },
            h("dt", null, "mean h"), h("dd", null, decimal(entry.mean_h)),
            h("dt", null, "mean true cost"), h("dd", null, decimal(entry.mean_true)),
            h("dt", null, "mean error"), h("dd", null, decimal(entry.mean_error)),
            h("dt", null, "exact on"), h("dd", null, `${plural(exact, "board")} (${share} %)`))),
        histogram(entry)));
  }

  function relations(answer) {
    const witness = (shown) => drawBoard(boardIn(answer, shown), { size: "thumb", label: "board that shows it" });
    const lines = [
      ...answer.dominance.map(({ stronger, weaker }) =>
        h("li", null, h("span", { class: "mono" }, stronger), " dominates ", h("span", { class: "mono" }, weaker),
          ": nowhere smaller, somewhere larger.")),
      ...answer.equal.map(([one, other]) =>
        h("li", null, h("span", { class: "mono" }, one), " and ", h("span", { class: "mono" }, other),
          " are equal everywhere.")),
      ...answer.incomparable.map(({ first, second, first_larger: left, second_larger: right }) =>
        h("li", null, "Neither of ", h("span", { class: "mono" }, first), " and ",
          h("span", { class: "mono" }, second), " dominates:",
          h("div", { class: "row" },
            witness(left.board), h("span", { class: "small" }, `${left.first} against ${left.second}`),
            witness(right.board), h("span", { class: "small" }, `${right.first} against ${right.second}`)))),
    ];
    return lines.length
      ? h("section", { class: "card", "aria-label": "Dominance" }, h("h2", null, "Which is stronger?"),
        h("ul", { class: "relations" }, lines))
      : null;
  }

  function drawAnswer(answer) {
    const states = number(answer.states);
    const solved = plural(answer.sampling?.boards ?? 0, "random board");
    const scope = answer.exhaustive
      ? `All ${states} boards that can reach this goal, ${number(answer.edges)} moves, in ${seconds(answer.seconds)}.`
      : `${states} boards on shortest ways from ${solved}: a sample can refute, not prove.`;
    replace(answerPlace,
      h("div", { class: "card-title" }, h("p", { class: "muted" }, scope),
        copyButton("Copy command", () => auditCommand({ ...store.getState(), goal: auditGoal(store.getState()) }))),
      answer.heuristics.map((entry) => heuristicCard(answer, entry)),
      relations(answer));
    const words = answer.heuristics.map(({ name, admissible, consistent }) =>
      `${name} is ${admissible ? "admissible" : "not admissible"} and ${consistent ? "consistent" : "not consistent"}`);
    announce(`${words.join("; ")}.`);
  }

  return {
    hide() {
      job.cancel();
      if (!answerPlace.childElementCount || answerPlace.classList.contains("is-stale")) asked = "";
    },
    update(state, changed) {
      if (!isShown()) return;
      if (changed.has("audited")) drawFields(state.audited);
      if (changed.has("auditSize") || changed.has("goal")) drawGoal(state);
      ask(state);
    },
  };
}
