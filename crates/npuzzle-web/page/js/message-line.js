// @ts-check
// The line above the board. It says what the page is for, until there is something to say about the board: an error,
// the edit mode. Both have the same place, so that the board stays where it is.

import { h, replace } from "./dom.js";

/**
 * @param {string} about what the page is for
 */
export function createMessageLine(about) {
  const intro = h("p", { class: "intro" }, about);
  const box = h("div", { class: "message", hidden: true });
  const element = h("div", { class: "message-line" }, intro, box);
  /** @type {Map<string, {text: string, kind: string, actions: HTMLElement[]}>} what there is to say, by what it is about; the last is shown */
  const messages = new Map();

  function show() {
    const [about, message] = [...messages].at(-1) ?? [];
    box.hidden = !message;
    intro.classList.toggle("covered", Boolean(message));
    if (!message) {
      replace(box);
      return;
    }
    const bad = message.kind === "bad";
    box.className = `message notice ${{ bad: "notice-bad", good: "congratulation", note: "" }[message.kind]}`;
    box.setAttribute("role", bad ? "alert" : "status");
    replace(
      box,
      h("span", null, message.text),
      message.actions,
      bad && h("button", { type: "button", class: "button button-quiet", onclick: () => clear(about) }, "Close"),
    );
    if (bad) {
      element.scrollIntoView({ block: "nearest" });
    }
  }

  function clear(about) {
    if (messages.delete(about)) {
      show();
    }
  }

  return {
    element,
    /**
     * @param {string} about what it is about: a later message about the same replaces it
     * @param {string} text
     * @param {{kind?: "note" | "bad" | "good", actions?: HTMLElement[]}} [options] `bad`: something went wrong; the
     *   reader may close it; `actions`: buttons
     */
    say(about, text, { kind = "note", actions = [] } = {}) {
      if (messages.get(about)?.text === text) {
        return;
      }
      messages.delete(about);
      messages.set(about, { text, kind, actions });
      show();
    },
    clear,
  };
}
