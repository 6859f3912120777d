// @ts-check
// A heuristic expression with completion of names, and what the server says about it while one types.

import { h, replace, uniqueId } from "./dom.js";
import { createLatest } from "./latest.js";
import { isPointerDown } from "./pointer.js";

const TYPING_PAUSE = 150;
const MOST_OFFERED = 30;

/** What the language has besides the names of heuristics. */
const FUNCTIONS = [
  { name: "max", insert: "max(", summary: "the largest of several" },
  { name: "min", insert: "min(", summary: "the smallest of several" },
  { name: "floor", insert: "floor(", summary: "rounded down" },
  { name: "ceil", insert: "ceil(", summary: "rounded up" },
];

/**
 * The word that ends at a place of a text.
 * @param {string} text
 * @param {number} caret
 * @returns {{from: number, word: string}}
 */
export function wordBefore(text, caret) {
  const word = /[a-z][a-z0-9-]*$/i.exec(text.slice(0, caret))?.[0] ?? "";
  return { from: caret - word.length, word };
}

/**
 * Names that fit a word: those that begin with it, then those that hold it.
 * @param {{name: string, aliases?: string[]}[]} entries
 * @param {string} word
 */
export function completions(entries, word) {
  const low = word.toLowerCase();
  const begins = ({ name, aliases = [] }) => name.startsWith(low) || aliases.some((alias) => alias.startsWith(low));
  return [...entries.filter(begins), ...entries.filter((entry) => !begins(entry) && entry.name.includes(low))].slice(
    0,
    MOST_OFFERED,
  );
}

/**
 * What to offer for a word. A complete name needs no choice, even if longer names begin with it.
 * @param {{name: string, aliases?: string[]}[]} entries
 * @param {string} word
 */
export function offersFor(entries, word) {
  const low = word.toLowerCase();
  const isComplete = entries.some(({ name, aliases = [] }) => name === low || aliases.includes(low));
  return low === "" || isComplete ? [] : completions(entries, low);
}

/**
 * @param {{catalogue: any, api: any}} context
 * @param {{value: string, label?: string, placeholder?: string, onchange: (text: string) => void,
 *   onsubmit?: () => void, subject?: () => {board: string, goal: string} | null}} options `onsubmit`: Enter was
 *   pressed and no suggestion was chosen; `subject`: the board to give the value of; where there is none, only errors
 *   are shown
 * @returns {{element: HTMLElement, setValue: (text: string) => void, check: () => void, isWrong: () => boolean}}
 */
export function createExpressionField(
  { catalogue, api },
  { value, label = "Heuristic", placeholder = "", onchange, onsubmit = () => {}, subject = () => null },
) {
  const id = uniqueId("expression");
  const listId = uniqueId("expression-list");
  const noteId = uniqueId("expression-note");
  const entries = [
    ...catalogue.heuristics.map((entry) => ({
      ...entry,
      insert: entry.argument ? `${entry.name}(${entry.argument})` : entry.name,
    })),
    ...FUNCTIONS,
  ];
  const latest = createLatest(TYPING_PAUSE);
  const underline = h("div", { class: "expression-underline mono", "aria-hidden": "true" });
  const list = h("ul", {
    id: listId,
    class: "expression-list",
    role: "listbox",
    "aria-label": "Heuristics",
    hidden: true,
    // The field keeps the focus, and the list with it; a finger that scrolls does not click.
    onmousedown: (event) => event.preventDefault(),
    onclick: choosePointed,
  });
  const input = h("input", {
    id,
    class: "mono",
    type: "text",
    role: "combobox",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder,
    value,
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": listId,
    "aria-describedby": noteId,
    oninput: () => {
      open(offersFor(entries, wordAtCaret()));
      changed();
    },
    onkeydown: keyDown,
    onblur: closeAfterClick,
    onscroll: () => (underline.scrollLeft = input.scrollLeft),
  });
  const note = h("p", { class: "small muted" });
  const worthPlace = h("div");
  /** What the heuristic is worth: loaded when there is one. */
  let worth = null;
  const error = h("pre", { class: "error-text", hidden: true });
  const element = h(
    "div",
    { class: "field expression" },
    h("label", { for: id }, label),
    h("div", { class: "expression-box" }, input, underline),
    h("div", { id: noteId, role: "status" }, note, error),
    worthPlace,
    list,
  );
  let offered = [];
  let active = -1;
  let wrong = false;

  function changed() {
    onchange(input.value.trim());
    check();
  }

  function open(names) {
    offered = names;
    active = -1;
    replace(
      list,
      names.map((entry, index) =>
        h(
          "li",
          { id: `${listId}-${index}`, role: "option", "aria-selected": "false", dataset: { index: String(index) } },
          h("span", { class: "mono" }, entry.insert),
          h("span", { class: "muted small" }, entry.summary),
        ),
      ),
    );
    list.hidden = names.length === 0;
    input.setAttribute("aria-expanded", String(names.length > 0));
    input.removeAttribute("aria-activedescendant");
  }

  function close() {
    open([]);
  }

  /**
   * The list stands in the page and pushes down what is below it. If it closed while a button is being pressed, the
   * button would move away from under the pointer and the click would be lost.
   */
  function closeAfterClick() {
    if (isPointerDown()) {
      addEventListener("pointerup", () => setTimeout(close), { once: true });
    } else {
      close();
    }
  }

  function wordAtCaret() {
    return wordBefore(input.value, input.selectionStart ?? input.value.length).word;
  }

  function point(index) {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = index;
    const item = list.children[active];
    item?.setAttribute("aria-selected", "true");
    item?.scrollIntoView({ block: "nearest" });
    if (item) {
      input.setAttribute("aria-activedescendant", item.id);
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  }

  function choose(index) {
    const caret = input.selectionStart ?? input.value.length;
    const { from } = wordBefore(input.value, caret);
    const text = offered[index].insert;
    input.value = input.value.slice(0, from) + text + input.value.slice(caret);
    input.setSelectionRange(from + text.length, from + text.length);
    close();
    changed();
  }

  function choosePointed(event) {
    const item = event.target.closest("[role=option]");
    if (item) {
      choose(Number(item.dataset.index));
    }
  }

  function keyDown(event) {
    const isOpen = !list.hidden;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!isOpen) {
        open(completions(entries, wordAtCaret()));
      }
      const count = offered.length;
      point(event.key === "ArrowDown" ? (active + 1) % count : (active <= 0 ? count : active) - 1);
    } else if (event.key === " " && event.ctrlKey) {
      open(completions(entries, wordAtCaret()));
    } else if (event.key === "Enter" && isOpen && active >= 0) {
      choose(active);
    } else if (event.key === "Enter") {
      close();
      onsubmit();
    } else if (event.key === "Escape" && isOpen) {
      close();
    } else {
      return;
    }
    event.preventDefault();
  }

  function setWrong(problem) {
    wrong = problem !== null;
    input.setAttribute("aria-invalid", String(wrong));
    error.hidden = !wrong;
    error.textContent = problem?.message ?? "";
    const place = problem?.place;
    const marked = place?.field === "heuristic" && place.line === 1;
    const text = input.value;
    const from = marked ? place.column - 1 : 0;
    // Behind the end stands nothing to underline, so a space does.
    replace(
      underline,
      marked
        ? [
            text.slice(0, from),
            h("u", null, text.slice(from, from + Math.max(1, place.length)) || " "),
            text.slice(from + place.length),
          ]
        : "",
    );
    underline.scrollLeft = input.scrollLeft;
  }

  async function tellWorth(text, answer, about, signal) {
    // A server that went away has nothing to say of the expression, right or wrong.
    const loaded = await import("./heuristic-check.js").catch(() => null);
    if (!loaded || signal.aborted) {
      return;
    }
    if (!worth) {
      worth = loaded.createHeuristicCheck({ api });
      replace(worthPlace, worth.element);
    }
    note.textContent = loaded.valueLine(answer);
    worth.update(text, answer, about);
  }

  function check() {
    const text = input.value.trim();
    if (text === "") {
      latest.cancel();
      setWrong(null);
      note.textContent = "";
      worth?.clear();
      return;
    }
    latest.run(async (signal) => {
      try {
        const about = subject();
        const answer = await api.heuristic({ heuristic: text, ...about }, { signal });
        setWrong(null);
        if (about) {
          await tellWorth(text, answer, about, signal);
        }
      } catch (problem) {
        if (problem.name !== "AbortError" && !signal.aborted) {
          note.textContent = "";
          worth?.clear();
          setWrong(problem);
        }
      }
    });
  }

  function setValue(text) {
    if (text !== input.value.trim()) {
      input.value = text;
      check();
    }
  }

  if (value) {
    check();
  }
  return { element, setValue, check, isWrong: () => wrong };
}
