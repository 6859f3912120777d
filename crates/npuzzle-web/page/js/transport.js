// @ts-check
// The transport bar: first, back, play or pause, forward, last, speed, scrubber, and jumps to what happened.

import { h, icon, replace, svg, uniqueId } from "./dom.js";
import { number, short } from "./format.js";
import { BACK, FIRST, FORWARD, LAST, PAUSE, PLAY } from "./icons.js";
import { SPEEDS } from "./timeline.js";

/** More ticks than this are one smear. */
const MOST_TICKS = 400;
/** A longer menu is too long to read. */
const MOST_JUMPS = 60;

/** @typedef {{at: number, label: string, kind?: string}} Mark */

/** So many of the items, spread evenly, the first and the last among them. */
function evenly(items, most) {
  if (items.length <= most) {
    return items;
  }
  const stride = (items.length - 1) / Math.max(1, most - 1);
  return Array.from({ length: most }, (_, index) => items[Math.floor(index * stride)]);
}

/**
 * At most so many of the marks. The frequent kinds are thinned out: a goal among thousands of iterations stays.
 * @param {Mark[]} marks in order
 * @param {number} most
 * @returns {Mark[]}
 */
export function thinnedOut(marks, most) {
  if (marks.length <= most) {
    return marks;
  }
  const kinds = [...new Set(marks.map(({ kind }) => kind))]
    .map((wanted) => marks.filter(({ kind }) => kind === wanted))
    .sort((one, other) => one.length - other.length);
  let left = most;
  const kept = kinds.flatMap((ofKind, place) => {
    // What a rare kind does not need is shared by the others.
    const some = evenly(ofKind, Math.floor(left / (kinds.length - place)));
    left -= some.length;
    return some;
  });
  return kept.sort((one, other) => one.at - other.at);
}

/**
 * The bar of a timeline.
 * @param {import("./timeline.js").Timeline} timeline
 * @param {{marks?: Mark[], labels?: (position: number) => string, noun?: string}} [options] `marks`: places to jump to;
 *   `labels`: what a position is, in words
 * @returns {{element: HTMLElement, keys: import("./keys.js").Shortcut[], setMarks: (marks: Mark[]) => void,
 *   refresh: () => void}} `keys` are for `registerKeys`; `refresh` writes the words again, if the labels changed
 */
export function createTransport(timeline, { marks = [], labels = () => "", noun = "step" } = {}) {
  const button = (label, path, run) =>
    h(
      "button",
      { type: "button", class: "button button-icon", "aria-label": label, title: label, onclick: run },
      icon(path),
    );
  const first = button("First", FIRST, () => timeline.step(-timeline.length));
  const back = button("Back", BACK, (event) => timeline.step(event.shiftKey ? -10 : -1));
  const play = button("Play", PLAY, () => timeline.toggle());
  const forward = button("Forward", FORWARD, (event) => timeline.step(event.shiftKey ? 10 : 1));
  const last = button("Last", LAST, () => timeline.step(timeline.length));
  const scrubber = h("input", {
    type: "range",
    min: 0,
    step: 1,
    "aria-label": "Position",
    oninput: (event) => {
      // Read first: the pause writes the present position back into the scrubber.
      const position = Number(event.target.value);
      timeline.pause();
      timeline.seek(position);
    },
  });
  const ticks = svg("svg", { class: "transport-marks", preserveAspectRatio: "none", "aria-hidden": "true" });
  const place = h("span", { class: "transport-place" });
  const words = h("span", { class: "transport-words muted" });
  const speedId = uniqueId("speed");
  const speed = h("select", { id: speedId, onchange: (event) => (timeline.speed = Number(event.target.value)) });
  const jump = h("select", {
    "aria-label": "Jump to",
    onchange: (event) => {
      if (event.target.value !== "") {
        timeline.pause();
        timeline.seek(Number(event.target.value));
        event.target.value = "";
      }
    },
  });
  const element = h(
    "div",
    { class: "transport", role: "group", "aria-label": "Playback" },
    h("div", { class: "transport-buttons" }, first, back, play, forward, last),
    h("div", { class: "transport-track" }, scrubber, ticks),
    place,
    h("div", { class: "transport-extra" }, h("label", { for: speedId }, "Speed", speed), jump, words),
  );

  function setMarks(next) {
    marks = next;
    const end = Math.max(1, timeline.length);
    ticks.setAttribute("viewBox", "0 0 1000 8");
    replace(
      ticks,
      thinnedOut(marks, MOST_TICKS).map(({ at }) =>
        svg("rect", { x: (at / end) * 1000 - 1.5, y: 0, width: 3, height: 8 }),
      ),
    );
    ticks.classList.toggle("visually-hidden", marks.length === 0);
    const option = ({ at, label }) => h("option", { value: String(at) }, `${label} (${number(at)})`);
    replace(jump, h("option", { value: "" }, "Jump to …"), thinnedOut(marks, MOST_JUMPS).map(option));
    jump.hidden = marks.length === 0;
  }

  function refresh() {
    const { length, position, playing } = timeline;
    scrubber.max = String(length);
    scrubber.value = String(position);
    scrubber.disabled = length === 0;
    const text = labels(position);
    scrubber.setAttribute("aria-valuetext", `${noun} ${position} of ${length}${text ? `: ${text}` : ""}`);
    if (words.textContent !== text) {
      words.textContent = text;
    }
    place.textContent = `${number(position)} / ${number(length)}`;
    // A disabled button loses the focus, and with it the place of a reader who uses the keyboard.
    for (const [end, atEnd] of [
      [first, position === 0],
      [back, position === 0],
      [forward, position === length],
      [last, position === length],
    ]) {
      end.setAttribute("aria-disabled", String(atEnd));
    }
    play.setAttribute("aria-disabled", String(length === 0));
    const name = playing ? "Pause" : "Play";
    if (play.getAttribute("aria-label") !== name) {
      play.setAttribute("aria-label", name);
      play.title = name;
      replace(play, icon(playing ? PAUSE : PLAY));
    }
    if (Number(speed.value) !== timeline.speed || speed.options.length === 0) {
      const offered = [...new Set([...SPEEDS, timeline.speed])].sort((a, b) => a - b);
      replace(
        speed,
        offered.map((value) =>
          h("option", { value: String(value) }, `${value < 1000 ? number(value) : short(value)} / s`),
        ),
      );
      speed.value = String(timeline.speed);
    }
  }

  let knownLength = -1;
  timeline.onchange(() => {
    if (timeline.length !== knownLength) {
      knownLength = timeline.length;
      setMarks(marks);
    }
    refresh();
  });
  setMarks(marks);
  refresh();

  // Home and End scroll the page, unless the focus is on what plays.
  const within = (event) => event.target instanceof Element && event.target.closest("[data-plays]") !== null;
  element.dataset.plays = "";
  const keys = [
    { keys: [" "], shown: "Space", does: "play or pause", run: () => timeline.toggle() },
    { keys: [","], shown: ",", does: "one step back", run: () => timeline.step(-1) },
    { keys: ["."], shown: ".", does: "one step forward", run: () => timeline.step(1) },
    {
      keys: ["Shift+,", "Shift+<", "Shift+;"],
      shown: "Shift+,",
      does: "ten steps back",
      run: () => timeline.step(-10),
    },
    {
      keys: ["Shift+.", "Shift+>", "Shift+:"],
      shown: "Shift+.",
      does: "ten steps forward",
      run: () => timeline.step(10),
    },
    {
      keys: ["Home"],
      shown: "Home",
      does: "first (focus on the bar or the board)",
      when: within,
      run: () => timeline.step(-timeline.length),
    },
    {
      keys: ["End"],
      shown: "End",
      does: "last (focus on the bar or the board)",
      when: within,
      run: () => timeline.step(timeline.length),
    },
    { keys: ["["], shown: "[", does: "slower", run: () => timeline.changeSpeed(-1) },
    { keys: ["]"], shown: "]", does: "faster", run: () => timeline.changeSpeed(1) },
  ];
  return { element, keys, setMarks, refresh };
}
