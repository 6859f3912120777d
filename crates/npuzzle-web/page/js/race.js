// @ts-check
// Several searches side by side on one clock, which counts expansions: after so many, how far is each?

import { h, replace } from "./dom.js";
import { number, plural } from "./format.js";
import { drawState } from "./state-picture.js";
import { Timeline } from "./timeline.js";
import { Trace } from "./trace.js";
import { createTransport } from "./transport.js";

export const MOST_LANES = 6;
/** Enough for a race that one can follow. */
export const RACE_EVENTS = 30000;

/**
 * Who comes first: those that end with a solution, by their number of expansions; equals share a place.
 * @param {{solved: boolean, expansions: number}[]} lanes
 * @returns {(number | null)[]}
 */
export function places(lanes) {
  const finished = lanes.filter(({ solved }) => solved).map(({ expansions }) => expansions);
  const place = (expansions) => 1 + finished.filter((other) => other < expansions).length;
  return lanes.map(({ solved, expansions }) => (solved ? place(expansions) : null));
}

const PLACE_WORDS = ["first", "second", "third", "fourth", "fifth", "sixth"];

class Lane {
  constructor(title) {
    this.title = title;
    this.trace = null;
    this.drawings = undefined;
    this.problem = "";
    this.complete = false;
    this.place = null;
    this.body = h("div", { class: "lane-body" }, h("p", { class: "muted" }, "recording …"));
    this.element = h("li", { class: "lane card" }, h("h3", { class: "mono" }, title), this.body);
  }

  get expansions() {
    return this.trace ? this.trace.expansions.length : 0;
  }

  get solved() {
    return this.trace !== null && this.trace.marks.some(({ kind }) => kind === "goal");
  }

  load(answer, algorithms) {
    this.complete = answer.complete;
    this.drawings = answer.drawings;
    if (answer.events.length) this.trace = new Trace(answer, algorithms);
    else this.problem = answer.report.reason ?? "no search was made";
  }

  draw(clock) {
    if (!this.trace) {
      replace(this.body, h("p", { class: "muted" }, this.problem || "recording …"));
      return;
    }
    const { trace, expansions } = this;
    const ended = clock >= expansions;
    const moment = trace.at(ended ? trace.length - 1 : trace.endOfExpansion(clock));
    const { node, bound, open, holdsPath } = moment;
    const goal = trace.header.goals[0] ?? null;
    const arrived = ended && this.solved;
    const state = arrived && goal ? goal : (node?.state ?? trace.header.start);
    const cost = trace.marks.find(({ kind }) => kind === "goal") && trace.at(trace.length - 1).incumbent;
    const finish = arrived
      ? h("p", { class: "lane-finish is-good" },
        `⚑ ${PLACE_WORDS[this.place - 1]}: cost ${cost}, ${plural(expansions, "expansion")}`)
      : ended
        ? h("p", { class: "lane-finish" },
            this.complete
              ? "ended without a solution"
              : `✂ recorded up to here: ${plural(expansions, "expansion")}, not finished`)
        : h("p", { class: "lane-finish muted" }, "searching");
    replace(this.body,
      h("div", { class: "lane-now" },
        drawState(state, {
          size: "thumb", goal, label: arrived ? "goal" : "being expanded", drawing: this.drawings?.[state],
        }),
        h("dl", { class: "lane-numbers" },
          h("dt", null, "expanded"), h("dd", null, number(Math.min(clock, expansions))),
          bound === null
            ? [h("dt", null, "f"), h("dd", null, node ? String(node.f) : "–")]
            : [h("dt", null, "f / bound"), h("dd", null, `${node ? node.f : "–"} / ${bound}`)],
          holdsPath
            ? [h("dt", null, "path"), h("dd", null, number(node ? node.g : 0))]
            : [h("dt", null, "frontier"), h("dd", null, number(open[0] + open[1]))])),
      // How much of its own way is done: the first bar that is full has won.
      h("div", { class: arrived ? "lane-track is-done" : "lane-track", "aria-hidden": "true" },
        h("span", { style: { width: `${expansions ? (100 * Math.min(clock, expansions)) / expansions : 0}%` } })),
      finish);
  }
}

/**
 * @param {{api: any, store: any, algorithms: any[], announce: (text: string) => void, isShown: () => boolean}} options
 *   `algorithms`: the cards of the searches; `isShown`: whether the race can be seen, so that its position is written
 *   down
 */
export function createRace({ api, store, algorithms, announce, isShown }) {
  /** @type {Lane[]} */
  let lanes = [];
  const timeline = new Timeline({ speed: store.getState().raceSpeed });
  const list = h("ul", { class: "lanes" });
  const transport = createTransport(timeline, {
    noun: "expansion",
    labels: (clock) => (lanes.length ? sentenceAt(clock) : ""),
  });
  const note = h("p", { class: "muted small" });
  const bar = h("div", { class: "watch-transport" }, transport.element);
  const element = h("section", { class: "race stack", "aria-label": "Race", hidden: true },
    h("h2", null, "Side by side on one clock"), bar, note, list);
  let controller = null;
  let frame = 0;
  let loaded = false;

  function sentenceAt(clock) {
    const done = lanes.filter((lane) => lane.solved && lane.expansions <= clock);
    const on = lanes.filter((lane) => lane.expansions > clock);
    const names = (some) => some.map(({ title }) => title).join(", ");
    const words = [done.length ? `finished: ${names(done)}` : "none finished", on.length ? `still on: ${names(on)}` : "all ended"];
    return `After ${plural(clock, "expansion")} ${words.join("; ")}.`;
  }

  function draw() {
    lanes.forEach((lane) => lane.draw(timeline.position));
  }

  timeline.onchange(() => {
    const { position, speed } = timeline;
    if (isShown()) store.setState(loaded ? { at: position, raceSpeed: speed } : { raceSpeed: speed });
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      draw();
    });
  });

  return {
    element,
    keys: transport.keys,
    /** Whether all searches are recorded. */
    isLoaded: () => loaded,
    pause: () => timeline.pause(),
    /** Follows the state. */
    update({ at, raceSpeed }) {
      timeline.set(loaded ? { position: at, speed: raceSpeed } : { speed: raceSpeed });
    },
    /** Says that the race will begin later, and shows none. */
    wait(words) {
      this.stop();
      lanes = [];
      replace(list);
      note.textContent = words;
      bar.hidden = true;
    },
    /**
     * Records the searches one after the other and lines them up.
     * @param {{title: string, path: string, question: object}[]} entries
     * @param {string} where on which board, if that has to be said
     */
    async start(entries, where = "") {
      controller?.abort();
      controller = new AbortController();
      const { signal } = controller;
      loaded = false;
      bar.hidden = false;
      timeline.pause();
      lanes = entries.slice(0, MOST_LANES).map(({ title }) => new Lane(title));
      const some = entries.length > MOST_LANES ? `The first ${MOST_LANES} of ${entries.length} run side by side. ` : "";
      note.textContent = `${some}The clock counts expansions, the same for all${where}. Each bar fills up to its own end.`;
      replace(list, lanes.map((lane) => lane.element));
      for (const [at, lane] of lanes.entries()) {
        try {
          lane.load(await api.stream(entries[at].path, entries[at].question, { signal }), algorithms);
        } catch (problem) {
          if (signal.aborted) return;
          lane.problem = problem.message.split("\n")[0];
        }
        if (signal.aborted) return;
        lane.draw(0);
      }
      places(lanes).forEach((place, at) => (lanes[at].place = place));
      const { at: position } = store.getState();
      timeline.set({ length: Math.max(0, ...lanes.map(({ expansions }) => expansions)), position });
      const marks = lanes
        .filter(({ solved }) => solved)
        .map(({ expansions, title }) => ({ at: expansions, label: `${title} finishes` }));
      transport.setMarks(marks.sort((one, other) => one.at - other.at));
      loaded = true;
      transport.refresh();
      draw();
      announce(`race ready: ${plural(lanes.length, "search", "searches")}`);
    },
    /** Gives up the recording. */
    stop() {
      controller?.abort();
      loaded = false;
      timeline.pause();
    },
  };
}
