// @ts-check
// The goal: one of the presets, as pictures, or any board.

import { drawMosaic } from "./board-mosaic.js";
import { drawBoard } from "./board-view.js";
import { h, replace, uniqueId } from "./dom.js";
import { boardOf, parseRows, rowsText, sizeText } from "./puzzle.js";

/** A longer side does not fit next to other goals, nor on a narrow screen. */
const MOST_NUMBERED_SIDE = 12;

/** @param {import("./puzzle.js").Board} board */
function picture(board) {
  return Math.max(board.rows, board.cols) > MOST_NUMBERED_SIDE
    ? drawMosaic(board, null, `goal, ${board.rows} by ${board.cols}`)
    : drawBoard(board, { size: "thumb", label: "goal" });
}

/**
 * @param {{api: any, store: any, announce: (text: string) => void}} context
 * @param {{presentBoard: () => import("./puzzle.js").Board,
 *   nextPuzzle: ReturnType<typeof import("./latest.js").createLatest>}} hooks `presentBoard`: the board on the screen,
 *   which may become the goal; `nextPuzzle`: the question for the next board or goal
 */
export function createGoalPicker({ api, store, announce }, { presentBoard, nextPuzzle }) {
  const errorId = uniqueId("goal-error");
  const textId = uniqueId("goal-text");
  const presets = h("div", { class: "goal-choices", role: "radiogroup", "aria-label": "Goal", onkeydown: moveFocus });
  const error = h("pre", { class: "error-text", id: errorId, role: "alert", hidden: true });
  const text = h("input", {
    id: textId,
    class: "mono",
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "any board text",
    "aria-describedby": errorId,
    oninput: readText,
  });
  const element = h(
    "div",
    { class: "stack" },
    presets,
    h(
      "div",
      { class: "row row-end" },
      h("div", { class: "field grow" }, h("label", { for: textId }, "Goal of your own"), text),
      h("button", { type: "button", class: "button", onclick: usePresent }, "Present board as goal"),
    ),
    error,
  );
  let shownFor = "";

  function choose(goal) {
    setError("");
    store.setState({ goal }, { push: true });
    announce(`goal ${parseRows(goal) ? "of your own" : goal}`);
  }

  function usePresent() {
    choose(rowsText(presentBoard()));
  }

  function setError(message) {
    error.hidden = message === "";
    error.textContent = message;
    text.setAttribute("aria-invalid", String(message !== ""));
  }

  function readText() {
    const goal = text.value.trim();
    if (goal === "") {
      nextPuzzle.cancel();
      setError("");
      return;
    }
    nextPuzzle.run(async (signal) => {
      try {
        const read = await api.explain({ board: store.getState().board, goal }, { signal });
        setError("");
        store.setState({ goal: read.goal_name ?? rowsText(boardOf(read, read.goal)) });
      } catch (problem) {
        // A server that is away has the banner of the page.
        if (problem.name !== "AbortError" && problem.status !== 0) {
          setError(problem.message);
        }
      }
    });
  }

  /** The arrow keys go from choice to choice, as in every group of radio buttons. */
  function moveFocus(event) {
    const choices = [...presets.querySelectorAll("[role=radio]")];
    const index = choices.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined || index < 0) {
      return;
    }
    event.preventDefault();
    const next = choices[(index + step + choices.length) % choices.length];
    next.focus();
    next.click();
  }

  function choice(name, summary, board, chosen) {
    return h(
      "button",
      {
        type: "button",
        class: "goal-choice",
        role: "radio",
        "aria-checked": String(chosen),
        tabindex: chosen ? 0 : -1,
        title: summary,
        "aria-label": parseRows(name) ? "your own" : `${name}: ${summary}`,
        dataset: { goal: name },
        onclick: () => choose(name),
      },
      picture(board),
      h("span", null, parseRows(name) ? "your own" : name),
    );
  }

  async function update(state) {
    const board = parseRows(state.board);
    const size = sizeText(board);
    const key = `${size} ${state.goal}`;
    if (key === shownFor) {
      return;
    }
    shownFor = key;
    let goals;
    try {
      goals = await api.goals(size);
    } catch {
      shownFor = "";
      return;
    }
    if (shownFor !== key) {
      return;
    }
    const own = parseRows(state.goal);
    const hadFocus = presets.contains(document.activeElement);
    replace(
      presets,
      goals.map((goal) => choice(goal.name, goal.summary, boardOf(board, goal.board), goal.name === state.goal)),
      own && choice(state.goal, "a goal of your own", own, true),
    );
    if (hadFocus) {
      presets.querySelector("[aria-checked=true]")?.focus();
    }
    if (document.activeElement !== text) {
      text.value = own ? state.goal : "";
      setError("");
    }
  }

  /** Brings the choices into sight and the focus to the present one. */
  function focus() {
    element.scrollIntoView({ block: "center" });
    (presets.querySelector("[aria-checked=true]") ?? text).focus({ preventScroll: true });
  }

  return { element, update, focus };
}
