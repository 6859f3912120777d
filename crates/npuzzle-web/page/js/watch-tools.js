// @ts-check
// What one takes along from a recorded search: the trace as a file, the tree as a picture; and the switches of the
// lecture.

import { reportingButton, saveFile } from "./copy.js";
import { h } from "./dom.js";
import { asPopover } from "./popover.js";
import { traceFileText } from "./trace-file.js";

/** A name for a file: the problem and the search. */
const fileName = ({ problem, algorithm }, ending) =>
  `${`${problem} ${algorithm}`.replace(/[^\w]+/g, "-").replace(/^-|-$/g, "").toLowerCase()}.${ending}`;

/**
 * @param {{store: any}} context
 * @param {{recorded: () => any, picture: () => {svg: string, left: number} | null}} source
 */
export function createWatchTools({ store }, { recorded, picture }) {
  const ready = () => {
    const trace = recorded();
    if (!trace) throw new Error("no search is recorded yet");
    return trace;
  };
  const saveTrace = reportingButton("Save trace", "saved", async () => {
    const trace = ready();
    saveFile(traceFileText(trace), "application/x-ndjson", fileName(trace.header, "jsonl"));
  });
  saveTrace.title = "a file that this view and npuzzle replay read";
  const saveTree = reportingButton("Save tree", "saved", async () => {
    const { header } = ready();
    const drawn = picture();
    if (!drawn) throw new Error("there is no tree yet");
    saveFile(drawn.svg, "image/svg+xml", fileName(header, "svg"));
  });
  saveTree.title = "the tree of this moment as SVG";
  const toggle = (key, label, title) =>
    h("button", { type: "button", class: "button", title, onclick: () => store.setState({ [key]: !store.getState()[key] }) },
      label);
  const lecture = toggle("lecture", "Lecture", "large type, a sentence for each step (L)");
  const predict = toggle("predict", "Predict", "ask which node comes next before it is shown (P)");
  const more = asPopover(h("details", { class: "tool-menu" },
    h("summary", { class: "button" }, "Save"),
    h("div", { class: "tool-list card" }, saveTrace, saveTree)));
  const element = h("div", { class: "watch-tools" }, lecture, predict, more);
  return {
    element,
    update({ lecture: large, predict: asks }) {
      lecture.setAttribute("aria-pressed", String(large));
      predict.setAttribute("aria-pressed", String(asks));
    },
  };
}
