// @ts-check
// A solved board is celebrated: its tiles rise one after the other, and paper falls. Readers who asked for less motion
// see neither; the words beside the board are for everyone.

import { h, replace } from "./dom.js";

const PIECES = 36;
/** As long as the longest piece falls, in milliseconds. */
const DURATION = 2600;

const isReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * @param {HTMLElement} board the element that holds the tiles
 */
export function createCelebration(board) {
  const paper = h("div", { class: "paper", "aria-hidden": "true" });
  let timer = 0;

  function end() {
    clearTimeout(timer);
    board.classList.remove("celebrating");
    replace(paper);
  }

  function begin() {
    end();
    if (isReduced()) {
      return;
    }
    board.classList.add("celebrating");
    const random = (least, most) => least + Math.random() * (most - least);
    replace(
      paper,
      Array.from({ length: PIECES }, (_, index) =>
        h("span", {
          style: {
            "--x": `${random(0, 100)}%`,
            "--drift": `${random(-60, 60)}px`,
            "--turn": `${random(-720, 720)}deg`,
            "--wait": `${random(0, 500)}ms`,
            "--fall": `${random(1200, DURATION - 600)}ms`,
            "--tone": String(index % 5),
          },
          dataset: { tone: String(index % 5) },
        }),
      ),
    );
    timer = setTimeout(end, DURATION);
  }

  return { element: paper, begin, end };
}
