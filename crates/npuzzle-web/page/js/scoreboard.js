// @ts-check
// The clock of the player: time, moves a second, the best time and the average of five of this size.
//
// A time counts if the board came from New, a size button or Daily, was solved without help, and was new to the
// player: a board that one has just practised is no record.

import { Attempt } from "./attempt.js";
import { h } from "./dom.js";
import { clock } from "./format.js";
import { averageOfFive, loadRecords, saveRecords, withTime } from "./records.js";

/** Milliseconds between two looks at the clock. */
const TICK = 100;

const EMPTY = "–";

/**
 * @param {{now?: () => number}} [hooks] `now`: the clock, in milliseconds
 */
export function createScoreboard({ now = () => performance.now() } = {}) {
  const value = (role = null) => h("span", { role }, EMPTY);
  const values = { time: value("timer"), rate: value(), best: value(), average: value() };
  const row = (name, title, words) => h("div", { title: words }, h("dt", null, title), h("dd", null, values[name]));
  const element = h(
    "dl",
    { class: "scoreboard", "aria-label": "Your times" },
    row("time", "Time", "from your first move"),
    row("rate", "Moves/s", "tiles moved in a second"),
    row("best", "Best", "your best time for this size, on boards from New and Daily, without help"),
    row("average", "Avg of 5", "your last five times for this size, without the fastest and the slowest"),
  );
  let attempt = new Attempt();
  let size = "";
  let puzzle = "";
  /** Puzzles that the player has moved in: a second attempt is no record. */
  const seen = new Set();
  let counts = false;
  let timer = 0;

  function show() {
    const at = now();
    values.time.textContent = clock(attempt.seconds(at));
    values.rate.textContent = attempt.rate(at) > 0 ? attempt.rate(at).toFixed(2) : EMPTY;
  }

  function showRecords() {
    const records = loadRecords(size);
    const average = averageOfFive(records.times);
    values.best.textContent = records.best ? clock(records.best.seconds) : EMPTY;
    values.average.textContent = average === null ? EMPTY : clock(average);
  }

  function reset() {
    clearInterval(timer);
    attempt = new Attempt();
    show();
  }

  return {
    element,
    /**
     * The puzzle on the screen; another one sets the clock back.
     * @param {{text: string, size: string, made: string}} next `text`: start and goal
     */
    setPuzzle(next) {
      if (next.size !== size) {
        size = next.size;
        showRecords();
      }
      if (next.text !== puzzle) {
        puzzle = next.text;
        counts = next.made.startsWith("random:");
        reset();
      }
    },
    /** The player goes back to the beginning. */
    restart: reset,
    /** A hint or a solution was taken. */
    help() {
      attempt.helped = true;
    },
    /**
     * Tiles were moved by hand.
     * @param {number} count
     * @param {boolean} isFirst whether they are the first moves of the board
     */
    move(count, isFirst) {
      if (!attempt.isRunning && !attempt.isDone) {
        attempt.helped ||= seen.has(puzzle) || !isFirst;
        seen.add(puzzle);
        clearInterval(timer);
        timer = setInterval(show, TICK);
      }
      attempt.move(count, now());
      show();
    },
    /** An undo or a redo is a move, too, while the clock runs. */
    step() {
      if (attempt.isRunning) {
        attempt.move(1, now());
      }
    },
    /**
     * The goal is reached.
     * @returns {{seconds: number, rate: number, isBest: boolean, counted: boolean} | null} `null` if it was not the
     *   player's doing
     */
    finish() {
      if (!attempt.isRunning) {
        return null;
      }
      attempt.finish(now());
      clearInterval(timer);
      show();
      const seconds = attempt.seconds(now());
      const counted = counts && !attempt.helped && seconds > 0;
      const before = loadRecords(size);
      if (counted) {
        saveRecords(size, withTime(before, { seconds, moves: attempt.moves }));
        showRecords();
      }
      const isBest = counted && (before.best === null || seconds < before.best.seconds);
      return { seconds, rate: attempt.rate(now()), isBest, counted };
    },
    /** The view is hidden: the clock goes on, but is not drawn. */
    hide() {
      clearInterval(timer);
    },
    /** The view is shown again. */
    resume() {
      clearInterval(timer);
      if (attempt.isRunning) {
        timer = setInterval(show, TICK);
      }
      if (size) {
        showRecords();
      }
    },
  };
}
