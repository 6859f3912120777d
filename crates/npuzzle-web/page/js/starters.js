// @ts-check
// Three things to begin with, for a reader who is here for the first time.

import { h, icon } from "./dom.js";
import { EYE, FLAW, PLAY } from "./icons.js";

/** Larger boards take too many steps to watch. */
const MOST_WATCHED = 9;

/**
 * @param {{store: any}} context
 * @param {{present: () => {board: string, cells: number, solvable: boolean}, example: string, solve: () => void}} hooks
 *   `present`: the board on the screen; `example`: a board that can be watched; `solve`: solves and plays
 */
export function createStarters({ store }, { present, example, solve }) {
  function watch() {
    const { board, cells, solvable } = present();
    const fits = solvable && cells <= MOST_WATCHED;
    store.setState({
      view: "watch",
      ...(fits ? { board } : { board: example, goal: "last" }),
      algorithm: "astar",
      heuristic: "manhattan",
      problem: "",
      lesson: "",
      answeredBy: "",
    });
  }
  const audit = () => store.setState({ view: "audit", audited: ["manhattan-with-blank"], auditSize: "3x3" });
  const starter = (path, title, words, run) =>
    h(
      "button",
      { type: "button", class: "starter", onclick: run },
      icon(path),
      h("span", null, h("strong", null, title), " ", h("span", { class: "starter-words" }, words)),
    );
  return h(
    "section",
    { class: "starters", "aria-label": "Things to begin with" },
    starter(PLAY, "Solve this one", "finds the fewest moves and plays them", solve),
    starter(EYE, "Watch A* think", "one search, step by step", watch),
    starter(FLAW, "Find the flaw in a heuristic", "one that promises too much, caught by a board", audit),
  );
}
