// @ts-check
// Work of the server that follows the input: the latest question runs, earlier ones are given up, Stop ends it early.

import { h } from "./dom.js";
import { number, seconds } from "./format.js";
import { createLatest } from "./latest.js";

/** How often the time is written while the server says nothing, in milliseconds. */
const TICK = 1000;

/** How far the work is, in words. */
function progressWords({ expanded, seconds: time, table, done, total, run }) {
  const words = [];
  if (run) words.push(run.heuristic ? `${run.algorithm} with ${run.heuristic}` : run.algorithm);
  if (total) words.push(`${number(done)} of ${number(total)} done`);
  if (table) words.push(`building tables: ${number(table.done)} entries`);
  if (expanded) words.push(`${number(expanded)} expanded`);
  if (time) words.push(seconds(time));
  return words.join(", ");
}

/**
 * @param {{api: any, path: string, pause?: number, verb: string, focusAfter: () => HTMLElement}} options `pause`: how
 *   long the input must rest before it is asked about, in milliseconds; `verb`: what the work does, such as
 *   `Searching`; `focusAfter`: where the focus goes after Stop
 */
export function createJobLine({ api, path, pause = 300, verb, focusAfter }) {
  const latest = createLatest(pause);
  const text = h("span", null);
  const stopButton = h("button", { type: "button", class: "button", onclick: stop }, "Stop");
  const element = h("div", { class: "job-line", hidden: true }, h("span", { class: "spinner", "aria-hidden": "true" }),
    text, stopButton);
  let job = null;
  let stopAsked = false;
  /** What the server said last, and since when it works: between its words the clock goes on. */
  let latestProgress = null;
  let started = 0;
  let ticking = 0;
  let fail = (_error) => {};

  function tellProgress() {
    if (stopAsked || !latestProgress) return;
    const time = (performance.now() - started) / 1000;
    text.textContent = `${verb}: ${progressWords({ ...latestProgress, seconds: Math.max(time, latestProgress.seconds ?? 0) })}`;
  }

  /** Ends the work with what it knows by now: its stream brings the result. */
  function stop() {
    if (stopAsked) return;
    stopAsked = true;
    // A disabled button would lose the focus.
    stopButton.setAttribute("aria-disabled", "true");
    text.textContent = "Stopping …";
    sendStop();
  }

  async function sendStop() {
    const stopped = job;
    if (stopped === null) return;
    try {
      await api.stop(stopped);
    } catch (error) {
      // A job that is not found has just ended: its result is on the way.
      if (error.status === 404 || job !== stopped) return;
      latest.cancel();
      settle(() => fail(error));
    }
  }

  /** Takes the line away; the focus, if it was here, goes on to what is shown instead. */
  function settle(show = () => {}) {
    const held = element.contains(document.activeElement);
    clearInterval(ticking);
    latestProgress = null;
    element.hidden = true;
    job = null;
    show();
    if (held) focusAfter().focus();
  }

  return {
    element,
    /**
     * Asks a question; what it makes out of date is given up.
     * @param {object} body
     * @param {{on?: Record<string, (value: any) => void>, result: (answer: any) => void,
     *   problem: (problem: any) => void, path?: string, now?: boolean}} hooks `path`: another address than the usual one;
     *   `now`: without waiting for the input to rest
     */
    run(body, { on = {}, result, problem, path: at = path, now = false }) {
      settle();
      latest.run(async (signal) => {
        fail = problem;
        stopAsked = false;
        stopButton.setAttribute("aria-disabled", "false");
        element.hidden = false;
        text.textContent = `${verb} …`;
        clearInterval(ticking);
        started = performance.now();
        ticking = setInterval(tellProgress, TICK);
        try {
          const answer = await api.stream(at, body, {
            signal,
            on: {
              ...on,
              accepted: (accepted) => {
                job = accepted.job;
                started = performance.now();
                if (stopAsked) sendStop();
                else if (accepted.ahead) text.textContent = `Waiting: ${accepted.ahead} before this …`;
              },
              progress: (progress) => {
                latestProgress = progress;
                tellProgress();
                on.progress?.(progress);
              },
            },
          });
          if (signal.aborted) return;
          settle(() => result(answer));
        } catch (error) {
          if (signal.aborted || error.name === "AbortError") return;
          settle(() => problem(error));
        }
      }, { now });
    },
    /** Gives up what runs. */
    cancel() {
      latest.cancel();
      settle();
    },
  };
}
