// @ts-check
// The moves as letters, linked with the timeline both ways: a click goes there, and the last move made is marked.

import { h, replace } from "./dom.js";
import { number } from "./format.js";

/** More letters than this are shown in a window around the present one. */
const MOST_SHOWN = 600;
const WINDOW = 300;

const WORDS = { U: "up", D: "down", L: "left", R: "right" };

/**
 * @param {import("./timeline.js").Timeline} timeline
 */
export function createMoveList(timeline) {
  const list = h("ol", { class: "move-list", "aria-label": "Moves", onclick: jump, onkeydown: step });
  const before = h("p", { class: "muted small" });
  const after = h("p", { class: "muted small" });
  const element = h(
    "details",
    { class: "card", open: true },
    h(
      "summary",
      null,
      h("h2", { class: "inline" }, "Moves"),
      h("span", { class: "muted small" }, " by the direction of the blank"),
    ),
    h("div", { class: "stack", dataset: { plays: "" } }, before, list, after),
  );
  let letters = "";
  let solvedFrom = -1;
  let first = -1;
  let marked = null;

  function jump(event) {
    const button = event.target.closest("button");
    if (button) {
      timeline.pause();
      timeline.seek(Number(button.dataset.move));
    }
  }

  /** Only one letter is a stop of the Tab key; the arrow keys go on from there. */
  function step(event) {
    const steps = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (steps && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      timeline.step(steps);
      (marked ?? list.querySelector("button"))?.focus();
    }
  }

  function letterButton(index) {
    const letter = letters[index];
    return h(
      "li",
      { class: index === solvedFrom ? "solution-begins" : null },
      h(
        "button",
        {
          type: "button",
          tabindex: -1,
          dataset: { move: String(index + 1) },
          "aria-label": `${letter}: move ${index + 1}, ${WORDS[letter]}`,
        },
        letter,
      ),
    );
  }

  function build(from) {
    first = from;
    const last = letters.length > MOST_SHOWN ? Math.min(letters.length, from + WINDOW) : letters.length;
    replace(
      list,
      Array.from({ length: last - from }, (_, index) => letterButton(from + index)),
    );
    before.hidden = from === 0;
    before.textContent = `… ${number(from)} moves before`;
    after.hidden = last === letters.length;
    after.textContent = `… ${number(letters.length - last)} moves after`;
  }

  function mark() {
    const at = timeline.position;
    if (letters.length > MOST_SHOWN) {
      const from = Math.max(
        0,
        Math.min(letters.length - WINDOW, Math.floor((at - WINDOW / 4) / (WINDOW / 2)) * (WINDOW / 2)),
      );
      if (from !== first) {
        build(from);
      }
    }
    marked?.removeAttribute("aria-current");
    marked?.setAttribute("tabindex", "-1");
    list.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    marked = list.children[at - 1 - first]?.firstElementChild ?? null;
    marked?.setAttribute("aria-current", "step");
    (marked ?? list.querySelector("button"))?.setAttribute("tabindex", "0");
    keepInSight();
  }

  /** Scrolls the list, never the page. */
  function keepInSight() {
    if (marked && list.scrollHeight > list.clientHeight) {
      const top = marked.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top + marked.offsetHeight > list.scrollTop + list.clientHeight) {
        list.scrollTop = top - list.clientHeight / 2;
      }
    }
  }

  /**
   * @param {string} moves
   * @param {number} from where the solution of a search begins, or -1
   */
  function show(moves, from) {
    if (moves !== letters || from !== solvedFrom) {
      letters = moves;
      solvedFrom = from;
      marked = null;
      build(0);
    }
    mark();
  }

  return { element, show };
}
