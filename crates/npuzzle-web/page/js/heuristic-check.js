// @ts-check
// What a heuristic is worth, while one types it: its value on the board, tile by tile, and an audit against the true
// cost of all small boards.

import { drawBoard } from "./board-view.js";
import { h, replace } from "./dom.js";
import { decidingPart } from "./expression-value.js";
import { number, plural } from "./format.js";
import { createLatest } from "./latest.js";
import { parseRows, sizeText } from "./puzzle.js";
import { drawShares } from "./share-board.js";

/** Boards of so many cells are all audited within a blink; larger ones would take a table of their own. */
const MOST_CELLS = 9;
const USUAL_SIZE = "3x3";
/** After the value is known, the expression must rest so long before it is audited, in milliseconds. */
const PAUSE = 150;
const MOST_KEPT = 60;

/**
 * What is audited for a board: boards of its size where they are few, else of 3x3, for the same kind of goal.
 * @param {{board: string, goal: string}} subject
 */
export function auditOf({ board, goal }) {
  const shape = parseRows(board);
  const few = shape && shape.cells.length <= MOST_CELLS && Math.min(shape.rows, shape.cols) > 1;
  const size = few ? sizeText(shape) : USUAL_SIZE;
  const spelled = parseRows(goal);
  return { size, goal: spelled && sizeText(spelled) !== size ? "last" : goal };
}

/**
 * The verdict of an audit on one heuristic.
 * @param {any} answer
 * @returns {{good: boolean, words: string}}
 */
export function auditWords({ states, rows, cols, heuristics: [entry] }) {
  const all = `${number(states)} boards of ${rows}x${cols}`;
  if (!entry.admissible) return { good: false, words: `Overestimates on ${number(entry.overestimates)} of ${all}.` };
  return { good: true, words: `Admissible${entry.consistent ? " and consistent" : ", not consistent,"} on all ${all}.` };
}

/** `h = max(21, 7) = 21`, or why there is no value. */
export function valueLine({ value, exact, computed, reason }) {
  if (value === null) return reason ? `No value on this board: ${reason}.` : "";
  const whole = exact === null || exact === value ? String(value) : `${number(exact)}, rounded up to ${value}`;
  return computed && computed !== String(exact) ? `h = ${computed} = ${whole} on this board.` : `h = ${whole} on this board.`;
}

/** @param {{api: any}} context */
export function createHeuristicCheck({ api }) {
  const latest = createLatest(PAUSE);
  const kept = new Map();
  const verdict = h("div", { class: "check-verdict small" });
  const shares = h("div", { class: "check-shares" });
  const tiles = h("details", { class: "check-tiles small" }, h("summary", null, "Tile by tile"), shares);
  const element = h("div", { class: "heuristic-check", hidden: true }, verdict, tiles);

  function tell({ good, words }, example = null) {
    replace(verdict, h("p", { class: good ? "verdict-line is-good" : "verdict-line is-bad" },
      h("span", { "aria-hidden": "true" }, good ? "✓" : "✗"), ` ${words}`), example);
  }

  function show(answer) {
    const { worst } = answer.heuristics[0];
    tell(auditWords(answer), worst
      ? h("div", { class: "check-example" },
        drawBoard({ rows: answer.rows, cols: answer.cols, cells: worst.board },
          { size: "thumb", label: "board where it is too large" }),
        h("p", null, `Here h = ${number(worst.h)}, and ${plural(worst.true, "move is", "moves are")} enough.`))
      : null);
  }

  function audit(heuristic, subject) {
    const question = { ...auditOf(subject), heuristics: [heuristic] };
    const key = JSON.stringify(question);
    if (kept.has(key)) {
      latest.cancel();
      show(kept.get(key));
      return;
    }
    replace(verdict, h("p", { class: "muted" }, `Checking all boards of ${question.size} …`));
    latest.run(async (signal) => {
      try {
        const answer = await api.stream("/api/audit", question, { signal });
        kept.set(key, answer);
        if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
        show(answer);
      } catch (problem) {
        if (signal.aborted || problem.name === "AbortError") return;
        // It has a value here and none on the boards that are audited, or the server is busy.
        replace(verdict, problem.isFinal
          ? h("p", { class: "muted" }, `Not checked on ${question.size}: ${problem.message.split("\n")[0]}`)
          : null);
      }
    });
  }

  function drawTiles(answer, board) {
    const parts = answer.parts ?? [];
    const deciding = decidingPart(answer.name, parts);
    const part = parts.find(({ name }) => name === deciding) ?? parts.find((one) => one.tiles.length);
    const shown = board && part?.tiles.length && answer.value !== null;
    tiles.hidden = !shown;
    replace(shares, shown ? drawShares(part, board) : null);
  }

  return {
    element,
    /**
     * @param {string} heuristic
     * @param {any} answer what the server says of its value
     * @param {{board: string, goal: string}} subject
     */
    update(heuristic, answer, subject) {
      element.hidden = false;
      drawTiles(answer, parseRows(subject.board));
      audit(heuristic, subject);
    },
    clear() {
      latest.cancel();
      element.hidden = true;
      replace(verdict);
    },
  };
}
