// @ts-check
// The card of a node of the search tree: its state, g + h = f, and what it is to the search now.

import { h, replace } from "./dom.js";
import { drawState } from "./state-picture.js";
import { moveWord } from "./trace-words.js";

/** What a node is, in words, where the search holds states and where it holds a path. */
const STATUS_WORDS = {
  open: "open: it waits", closed: "closed: expanded", forgotten: "forgotten to make room", dropped: "dropped",
  made: "not followed yet", visited: "left again",
};

/**
 * @param {import("./trace.js").TreeNode} node
 * @param {boolean} onPath
 * @param {boolean} current
 */
export function statusWords({ status }, onPath, current) {
  if (current) return "the current node";
  if (onPath) return "on the path";
  return STATUS_WORDS[status];
}

/** A node in one line, for those who listen. */
export function spoken(node, onPath, current) {
  const move = node.op ? `move ${moveWord(node.op)}` : node.parent === -1 ? "root" : "a move back";
  return `${move}, f ${node.f}, g ${node.g} + h ${node.h}, ${statusWords(node, onPath, current)}`;
}

/** The card, beside the node in its place. */
export function createTreeCard() {
  const element = h("div", { class: "tree-card", role: "tooltip", hidden: true });
  /** What the card says, and how large it is for that: while a search plays under a resting hand, that seldom changes. */
  let said = "";
  let size = { width: 0, height: 0 };

  return {
    element,
    /**
     * @param {import("./trace.js").TreeNode} node
     * @param {{x: number, y: number, width: number, height: number, goal: string | null, drawing?: string, words: string}} where
     */
    show(node, { x, y, width, height, goal, drawing, words }) {
      const says = JSON.stringify([node.state, node.g, node.h, node.f, node.op, goal, words]);
      if (says !== said || element.hidden) {
        said = says;
        replace(element,
          drawState(node.state, { size: "small", goal, label: "state", drawing }),
          h("div", null,
            h("p", null, `g ${node.g} + h ${node.h} = `, h("strong", null, `f ${node.f}`)),
            h("p", { class: "small muted" }, node.op ? `after ${moveWord(node.op)}; ${words}` : words)));
        element.hidden = false;
        size = { width: element.offsetWidth, height: element.offsetHeight };
      }
      // Beside the node, inside the window of the tree.
      const left = x + 22 + size.width <= width ? x + 22 : Math.max(0, x - 22 - size.width);
      const top = Math.max(0, Math.min(height - size.height, y - size.height / 2));
      Object.assign(element.style, { left: `${left}px`, top: `${top}px` });
    },
    hide() {
      element.hidden = true;
    },
  };
}
