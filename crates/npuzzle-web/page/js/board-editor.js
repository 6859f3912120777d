// @ts-check
// The board as text: any form the server reads. The board follows while one types or pastes.

import { pictureButton } from "./copy.js";
import { h, uniqueId } from "./dom.js";
import { boardOf, parseRows, rowsText, sizeText } from "./puzzle.js";
import { goalToKeep } from "./store.js";

/** The server refuses larger texts. */
const LONGEST_TEXT = 1_000_000;

const isRandom = (text) => /^(random|walk|distance):/.test(text);

/**
 * What to ask about a text. Boards written as one flat list get the size of the present board, if they have as many
 * numbers. Random boards are made for the chosen goal; boards of a set bring their own.
 */
function question(text, state) {
  const present = parseRows(state.board);
  const count = text.match(/\d+/g)?.length ?? 0;
  const flat = /^[[({\s]*\d+([\s,;]+\d+)*[\])}\s]*$/.test(text) && !text.trim().includes("\n");
  const fits = flat && count === present.cells.length && present.rows !== present.cols;
  const goal = goalToKeep(state);
  return {
    board: text,
    ...(fits && { size: sizeText(present) }),
    ...(isRandom(text) && !parseRows(goal) && { goal }),
  };
}

/** The goal that goes with a board just read: its own, the one that was chosen where that fits, or the usual one. */
function goalFor(read, text, state) {
  if (read.goal_name !== "last" || isRandom(text)) {
    return { goal: read.goal_name ?? rowsText(boardOf(read, read.goal)), goalOfSet: !isRandom(text) };
  }
  const kept = goalToKeep(state);
  const own = parseRows(kept);
  const namesSet = /^[a-z][\w-]*:\d+$/.test(text);
  return { goal: namesSet || (own && sizeText(own) !== sizeText(read)) ? "last" : kept };
}

/**
 * @param {{api: any, store: any, catalogue: any, announce: (text: string) => void}} context
 * @param {{presentBoard: () => import("./puzzle.js").Board,
 *   nextPuzzle: ReturnType<typeof import("./latest.js").createLatest>, onRefused: (message: string) => void}} hooks
 *   `nextPuzzle`: the question for the next board or goal; `onRefused`: a text that was pasted is no board, and the
 *   field may be out of sight
 */
export function createBoardEditor({ api, store, catalogue, announce }, { presentBoard, nextPuzzle, onRefused }) {
  const id = uniqueId("board-text");
  const errorId = uniqueId("board-error");
  const helpId = uniqueId("board-help");
  const text = h("textarea", {
    id,
    class: "mono board-text",
    rows: 2,
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    "aria-describedby": `${helpId} ${errorId}`,
    oninput: () => read(text.value),
  });
  const picture = () => ({ board: rowsText(presentBoard()), goal: store.getState().goal });
  const error = h("pre", { class: "error-text", id: errorId, role: "alert", hidden: true });
  const forms = h(
    "details",
    null,
    h("summary", { class: "small" }, "Forms that you can write"),
    h(
      "dl",
      { class: "form-list small" },
      catalogue.formats.map(({ name, summary, example }) => [
        h(
          "dt",
          null,
          h("button", { type: "button", class: "button button-quiet", onclick: () => take(example) }, name),
        ),
        h("dd", null, `${summary}: `, h("code", null, example.replaceAll("\n", "⏎"))),
      ]),
    ),
  );
  const element = h(
    "div",
    { class: "field" },
    h("label", { for: id }, "Board as text"),
    text,
    h(
      "span",
      { id: helpId, class: "muted small" },
      "Any form, or a name such as korf:12. Paste works anywhere in this view, for moves such as ULDR too.",
    ),
    error,
    h("div", { class: "row" }, pictureButton(api, "Save picture of the board", picture)),
    forms,
  );
  /** The text that the present board was read from, kept as long as the board is that one. */
  let source = { text: "", board: "" };

  function setError(message) {
    error.hidden = message === "";
    error.textContent = message;
    text.setAttribute("aria-invalid", String(message !== ""));
  }

  function read(value, { now = false } = {}) {
    if (value.trim() === "") {
      nextPuzzle.cancel();
      setError("");
      return;
    }
    const refuse = (message, summary = message) => {
      setError(message);
      if (now) {
        onRefused(`This is no board: ${summary}`);
      }
    };
    if (value.length > LONGEST_TEXT) {
      refuse("this text is too long for a board");
      return;
    }
    nextPuzzle.run(
      async (signal) => {
        try {
          const state = store.getState();
          const answer = await api.explain(question(value.trim(), state), { signal });
          const board = rowsText(boardOf(answer, answer.start));
          source = { text: value, board };
          setError("");
          store.setState(
            { board, ...goalFor(answer, value.trim(), state), moves: "", at: 0, solvedFrom: -1 },
            { push: now },
          );
          announce(`board of ${answer.rows} by ${answer.cols} read`);
        } catch (problem) {
          // A server that is away has the banner of the page.
          if (problem.name !== "AbortError" && problem.status !== 0) {
            refuse(problem.message, problem.summary);
          }
        }
      },
      { now },
    );
  }

  /** A text from elsewhere: an example, or the clipboard. */
  function take(value) {
    text.value = value;
    read(value, { now: true });
  }

  function update() {
    const present = rowsText(presentBoard());
    if (document.activeElement === text || (source.board === present && text.value === source.text)) {
      return;
    }
    text.value = present;
    setError("");
  }

  return { element, update, take };
}
