// @ts-check
// What is to be said about a recorded search besides its steps: where it ends, and whose answer it is.

import { h } from "./dom.js";
import { number } from "./format.js";
import { endWords, originWords } from "./trace-words.js";

/** What the server records at most. */
const MOST_EVENTS = 200000;

const button = (label, run) => h("button", { type: "button", class: "button", onclick: run }, label);
const notice = (words, ...buttons) => h("p", { class: "notice" }, h("span", null, words), buttons);

/** The searches that one usually watches, as buttons. */
const others = (store, but) =>
  ["astar", "ida"].filter((name) => name !== but)
    .map((algorithm) => button(`Watch ${algorithm}`, () => store.setState({ algorithm, answeredBy: "" })));

/** A search whose steps are not reported. */
export const notTraceable = (card, store) =>
  notice(`${card.title} cannot be watched step by step.`, others(store, card.name));

/**
 * @param {any} answer of `/api/trace` or `/api/trace-problem`
 * @param {{store: any, steps: number, askAgain: () => void}} context
 */
export function remarks(answer, { store, steps, askAgain }) {
  const { complete, report, events } = answer;
  const { answeredBy, algorithm, events: recorded } = store.getState();
  if (report.status === "unsolvable" && events.length === 0) {
    return [notice(`No search is made: ${report.reason ?? "the board cannot reach this goal"}.`,
      button("See why", () => store.setState({ view: "play" })))];
  }
  const notices = [];
  if (answeredBy) {
    notices.push(notice(`The answer came from ${answeredBy}, which does not report its steps. ` +
      `Here ${algorithm} searches the same board, step by step.`, others(store, algorithm),
    button("Close", () => store.setState({ answeredBy: "" }))));
  }
  const words = [endWords(answer, steps), originWords(answer)].filter(Boolean).join(" ");
  if (!words) return notices;
  const more = Math.min(MOST_EVENTS, recorded * 4);
  const canMore = !complete && events.length >= recorded && more > recorded;
  return [...notices, notice(words,
    canMore ? button(`Record ${number(more)}`, () => store.setState({ events: more })) : null,
    complete && report.status === "stopped" ? button("Search again", askAgain) : null)];
}
