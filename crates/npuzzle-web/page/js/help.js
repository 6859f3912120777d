// @ts-check
// The sheet of keys, made from what the views registered.

import { api } from "./api.js";
import { h, replace } from "./dom.js";
import { keysOf } from "./keys.js";

const GROUPS = [
  ["all", "Everywhere"],
  ["play", "Play and solve"],
  ["watch", "Watch"],
  ["compare", "Compare"],
  ["audit", "Audit"],
];

/** @param {string[]} names a view and its title */
function group([view, title]) {
  const keys = keysOf(view);
  if (keys.length === 0) {
    return null;
  }
  const entry = ({ shown, does }) => [
    h(
      "dt",
      null,
      shown.split(" ").map((key) => [h("kbd", null, key), " "]),
    ),
    h("dd", null, does),
  ];
  return h("section", { class: "stack" }, h("h3", null, title), h("dl", { class: "key-list" }, keys.map(entry)));
}

/**
 * The sheet; `open` shows it with all keys.
 * @param {ReturnType<typeof import("./store.js").createStore>} store
 * @param {{ready: () => Promise<void>}} hooks `ready`: when every view has registered its keys
 */
export function createHelp(store, { ready }) {
  const close = () => dialog.close();
  const choice = (label, key) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: store.getState()[key],
        onchange: (event) => store.setState({ [key]: event.target.checked }),
      }),
      label,
    );
  const arrows = (value, label) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "radio",
        name: "arrows",
        value,
        checked: store.getState().arrows === value,
        onchange: () => store.setState({ arrows: value }),
      }),
      label,
    );
  const dialog = h("dialog", { "aria-labelledby": "help-title" });

  function settings() {
    return h(
      "section",
      { class: "stack" },
      h("h3", null, "Settings"),
      choice("Single-letter shortcuts", "shortcuts"),
      h("p", { class: "muted small" }, "None of them works while a field has the focus."),
      choice("Show the fewest moves from here", "fewest"),
      h(
        "div",
        { role: "radiogroup", "aria-labelledby": "arrows-title" },
        h("p", { id: "arrows-title" }, "Arrow keys name the direction of"),
        arrows("tile", "the tile"),
        " ",
        arrows("blank", "the blank"),
      ),
      h("p", { class: "muted small" }, "Letters of moves name the direction of the blank, always."),
    );
  }

  /** What an engine inside the page can and cannot do. */
  function engine() {
    return h(
      "section",
      { class: "stack" },
      h("h3", null, "The engine"),
      h(
        "p",
        { class: "muted small" },
        "It runs inside this page, and nothing you do here leaves your machine. A search has one thread and the memory ",
        "that the browser gives, and ends with what it knows when that is used up. ",
        api.workers > 1
          ? `IDA* for tiles is shared by up to ${api.workers} workers here. `
          : "From the second visit on, browsers that allow it let several workers share IDA* for tiles. ",
        "There are no files: tables up to ",
        "6-6-3 are made here, larger ones are for ",
        h("code", null, "npuzzle serve"),
        ", which also uses all cores.",
      ),
    );
  }

  async function open() {
    await ready();
    if (dialog.open) {
      return;
    }
    replace(
      dialog,
      h(
        "div",
        { class: "stack" },
        h(
          "div",
          { class: "card-title" },
          h("h2", { id: "help-title" }, "Keys and settings"),
          h("button", { type: "button", class: "button", onclick: close }, "Close"),
        ),
        h(
          "div",
          { class: "key-groups" },
          h("div", { class: "stack" }, group(GROUPS[0]), settings(), api.isInPage && engine()),
          GROUPS.slice(1).map(group),
        ),
      ),
    );
    dialog.showModal();
  }

  // A click beside the sheet closes it, as people expect of a sheet.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return { dialog, open };
}
