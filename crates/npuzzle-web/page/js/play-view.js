// @ts-check
// Play: the board, what is known about it, its playback, where boards come from, and the solve panel.
//
// The state holds a start board, moves from it and a place among them. Playing by hand, undo, and the playback of a
// solution are all the same: a step along those moves. A move that is not the next one cuts off what follows, as in
// every editor.

import { createBoardEditor } from "./board-editor.js";
import { h, icon, replace } from "./dom.js";
import { createFewestMoves } from "./fewest-moves.js";
import { fewestMoves, number, plural } from "./format.js";
import { createGoalPicker } from "./goal-picker.js";
import { EDIT, HINT, REDO, RESTART, SHUFFLE, UNDO } from "./icons.js";
import { createLatest } from "./latest.js";
import { createMoveList } from "./move-list.js";
import { createNewBoard } from "./new-board.js";
import { patiently } from "./patience.js";
import { PlayBoard } from "./play-board.js";
import {
  boardOf,
  inverse,
  neighbour,
  otherSide,
  parseRows,
  rowsText,
  sameBoard,
  swapCells,
  tilesAtHome,
} from "./puzzle.js";
import { createSolvePanel } from "./solve-view.js";
import { Timeline } from "./timeline.js";
import { createTransport } from "./transport.js";
import { createUnsolvableCard } from "./unsolvable-card.js";
import { Walk } from "./walk.js";

/** Tiles slide for this long at most, in milliseconds. */
const SLIDE_TIME = 120;
/** Milliseconds between the last key in a field and the question for the board or goal it names. */
const TYPING_PAUSE = 150;
/** A solution that would play longer than this at the usual speed is played faster, in seconds. */
const LONGEST_PLAY = 40;

/** What the result card belongs to. */
const SOLUTION = ["board", "goal", "moves", "solvedFrom", "solved"];

const ARROW_LETTERS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
const WORDS = { U: "up", D: "down", L: "left", R: "right" };

const puzzleOf = ({ board, goal }) => `${board} > ${goal}`;

/**
 * @param {HTMLElement} root
 * @param {any} context
 */
export function createView(root, context) {
  const { store, api, announce, keys, isShown } = context;
  let boardText = store.getState().board;
  let walk = new Walk(/** @type {any} */ (parseRows(boardText)));
  /** The goal as a board; `null` until the server has told it. */
  let goal = null;
  let explained = null;
  /** The puzzle that `explained` and `goal` are about, or will be: "" if the server was not asked. */
  let explainedFor = "";
  let editing = false;
  /** The letter the hint points at. */
  let hinted = "";
  let wasSolved = false;

  const explaining = createLatest(0);
  // One for all who make boards and goals: what is asked later wins, wherever it is asked.
  const nextPuzzle = createLatest(TYPING_PAUSE);
  const timeline = new Timeline({ speed: store.getState().speed });
  const board = new PlayBoard({ onSlide: play, onSwap: swap, onLeave: () => setEditing(false) });
  const transport = createTransport(timeline, {
    noun: "move",
    labels: (at) =>
      at === 0 ? "start" : `${walk.letters[at - 1] ?? ""}: the blank goes ${WORDS[walk.letters[at - 1]] ?? ""}`,
  });
  const moveList = createMoveList(timeline);
  const fewest = createFewestMoves(api, showFewest);
  const presentBoard = () => walk.board;
  const presentText = () => rowsText(walk.board);
  const editor = createBoardEditor(context, { presentBoard, nextPuzzle });
  const newBoard = createNewBoard(context, { nextPuzzle });
  const goalPicker = createGoalPicker(context, { presentBoard, nextPuzzle });
  const unsolvable = createUnsolvableCard({ onSwap: exchangeTiles, onGoal: takeGoal });
  const solvePanel = createSolvePanel(context, { presentBoard: presentText, explainUnsolvable, onResult, onShow });

  const tool = (label, path, key, run, attributes = {}) =>
    h(
      "button",
      { type: "button", class: "button", title: `${label} (${key})`, onclick: run, ...attributes },
      icon(path),
      h("span", null, label),
    );
  const undoButton = tool("Undo", UNDO, "Z", undo);
  const redoButton = tool("Redo", REDO, "Shift+Z", redo);
  const restartButton = tool("Restart", RESTART, "0", restart);
  const hintButton = tool("Hint", HINT, "H", hint);
  const newButton = tool("New", SHUFFLE, "R", () => newBoard.makeAnother());
  const editButton = tool("Edit", EDIT, "E", () => setEditing(!editing), { "aria-pressed": "false" });
  const movesText = h("span", { class: "status-moves" });
  const homeText = h("span", { class: "muted" });
  const fewestText = h("span", { class: "fewest", role: "status" });
  const editNote = h(
    "p",
    { class: "notice", hidden: true },
    "Edit: click two cells to exchange them, drag one onto another, or type the number for the ",
    "chosen cell. Escape ends it.",
  );
  const congratulation = h("p", { class: "notice congratulation", hidden: true });
  const trouble = h("p", { class: "notice notice-bad", role: "alert", hidden: true });
  const movesCard = h(
    "details",
    { class: "card", open: true },
    h(
      "summary",
      null,
      h("h2", { class: "inline" }, "Moves"),
      h("span", { class: "muted small" }, " by the direction of the blank"),
    ),
    moveList.element,
  );

  replace(
    root,
    h(
      "div",
      { class: "play-layout" },
      h(
        "div",
        { class: "stack play-main" },
        h(
          "div",
          { class: "row toolbar", role: "group", "aria-label": "Game" },
          undoButton,
          redoButton,
          restartButton,
          hintButton,
          newButton,
          editButton,
        ),
        editNote,
        trouble,
        board.root,
        h("p", { class: "row status-line" }, movesText, homeText, fewestText),
        congratulation,
        unsolvable.element,
        transport.element,
        movesCard,
      ),
      h("div", { class: "play-solve" }, solvePanel.element),
      h(
        "div",
        { class: "stack play-setup" },
        h(
          "section",
          { class: "card", "aria-label": "Board" },
          h("h2", null, "Board"),
          newBoard.element,
          editor.element,
        ),
        h("section", { class: "card", "aria-label": "Goal" }, h("h2", null, "Goal"), goalPicker.element),
      ),
    ),
  );

  /** Writes the walk into the state; everything on the screen follows from there. */
  function commit(extra = {}) {
    const { solvedFrom } = store.getState();
    store.setState({
      moves: walk.letters,
      at: walk.at,
      solvedFrom: solvedFrom > walk.length ? -1 : solvedFrom,
      ...extra,
    });
  }

  /** Moves by hand. */
  function play(letters) {
    timeline.pause();
    const before = walk.board;
    const text = rowsText(before);
    const leavesSolution = !walk.letters.startsWith(letters, walk.at);
    walk.play(letters);
    if (letters.length === 1) {
      fewest.follow(text, letters, presentText(), store.getState().goal);
    }
    const tile = before.cells[neighbour(before, before.cells.indexOf(0), letters[0])];
    // Before the change: what it brings about, such as the goal, is worth more words than the move.
    announce(
      letters.length === 1
        ? `tile ${tile} ${WORDS[otherSide(letters)]}`
        : `${letters.length} tiles ${WORDS[otherSide(letters[0])]}`,
    );
    const { solvedFrom } = store.getState();
    commit(leavesSolution && solvedFrom >= 0 ? { solvedFrom: -1 } : {});
  }

  function seek(at) {
    timeline.pause();
    timeline.seek(at);
  }

  function undo() {
    if (walk.at > 0) {
      const letter = walk.letters[walk.at - 1];
      seek(walk.at - 1);
      announce(`undone: the blank goes ${WORDS[inverse(letter)]}`);
    }
  }

  function redo() {
    if (walk.at < walk.length) {
      seek(walk.at + 1);
      announce(`again: the blank goes ${WORDS[walk.letters[walk.at - 1]]}`);
    }
  }

  function restart() {
    seek(0);
    announce("back at the start");
  }

  /** A board made by hand from the present one. */
  function setBoard(next) {
    store.setState({ board: rowsText(next), moves: "", at: 0, solvedFrom: -1 });
  }

  function swap(first, second) {
    const present = walk.board;
    setBoard(swapCells(present, first, second));
    announce(`${present.cells[first] || "blank"} and ${present.cells[second] || "blank"} exchanged`);
  }

  function exchangeTiles([first, second]) {
    const present = walk.board;
    swap(present.cells.indexOf(first), present.cells.indexOf(second));
    board.focus();
  }

  function takeGoal(name) {
    store.setState({ goal: name });
    announce(`goal ${name}`);
    board.focus();
  }

  function setEditing(next) {
    editing = next && PlayBoard.isPlayable(walk.start);
    timeline.pause();
    board.setEditing(editing);
    editButton.setAttribute("aria-pressed", String(editing));
    editNote.hidden = !editing;
    announce(editing ? "edit mode: choose two cells to exchange them, or type a number" : "edit mode ended");
    if (editing) {
      board.focus();
    }
  }

  function explainUnsolvable() {
    if (!explained || explained.solvable) {
      return false;
    }
    unsolvable.element.scrollIntoView({ block: "nearest" });
    unsolvable.element.focus();
    announce("this board is unsolvable: no sequence of moves leads to the goal");
    return true;
  }

  /**
   * An answer came for a board. If it is still the one on the screen, its solution follows the moves made so far;
   * a player who went on meanwhile is not disturbed.
   */
  function onResult(report, text, call) {
    fewest.keep(text, store.getState().goal, report);
    if (report.moves && presentText() === text) {
      onShow(report.moves, text, call);
    } else {
      askFewest();
    }
  }

  /** Puts a solution behind the place where its board is; a board that is not among the moves becomes the start. */
  function onShow(moves, text, call) {
    const start = parseRows(text);
    timeline.pause();
    const present = walk.board;
    const from = sameBoard(present, start) ? walk.at : placeOf(start);
    if (from < 0) {
      store.setState({ board: text, moves, at: 0, solvedFrom: 0, solved: call });
    } else {
      walk = new Walk(walk.start, walk.letters.slice(0, from) + moves);
      walk.seek(from);
      commit({ solvedFrom: from, solved: call });
    }
    const { speed } = store.getState();
    if (moves.length / speed > LONGEST_PLAY) {
      timeline.speed =
        [8, 15, 30, 60, 125, 250, 500, 1000].find((faster) => moves.length / faster <= LONGEST_PLAY) ?? 1000;
    }
  }

  function placeOf(sought) {
    const trial = new Walk(walk.start, walk.letters);
    for (let at = 0; at <= Math.min(trial.length, 10_000); at += 1) {
      trial.seek(at);
      if (sameBoard(trial.board, sought)) {
        return at;
      }
    }
    return -1;
  }

  /** Moves from elsewhere, from the present board on. */
  function takeMoves(letters) {
    const possible = new Walk(walk.board, letters).letters;
    walk = new Walk(walk.start, walk.letters.slice(0, walk.at) + possible);
    walk.seek(walk.length - possible.length);
    commit({ solvedFrom: -1 });
    announce(
      possible === letters
        ? `${plural(letters.length, "move")} taken`
        : `only the first ${possible.length} of ${letters.length} moves are possible here`,
    );
  }

  function isSolved() {
    return goal !== null && sameBoard(walk.board, goal);
  }

  function showFewest(report, working) {
    fewestText.classList.toggle("working", working);
    if (!isShown() || (!store.getState().fewest && hinted !== "?")) {
      fewestText.textContent = "";
      return;
    }
    fewestText.textContent = report ? fewestMoves(report) : "";
    if (hinted === "?" && !working) {
      hinted = "";
      if (report?.moves) {
        hint();
      } else {
        announce("no move is known from here");
      }
    }
    showCongratulation();
  }

  /** Asks how far the goal is, if that is wanted and there is a way at all. */
  function askFewest() {
    if (!isShown() || !goal || !explained?.solvable || isSolved() || timeline.playing) {
      fewest.cancel();
      showFewest(null, false);
      return;
    }
    if (store.getState().fewest) {
      fewest.ask(presentText(), store.getState().goal);
    } else {
      fewest.cancel();
      showFewest(null, false);
    }
  }

  /** The next move of the solution on the screen, or of the one found in the background. */
  function nextMove() {
    const { solvedFrom, goal: goalText } = store.getState();
    if (solvedFrom >= 0 && walk.at >= solvedFrom && walk.at < walk.length) {
      return walk.letters[walk.at];
    }
    return fewest.get(presentText(), goalText)?.moves?.[0] ?? "";
  }

  /** Shows the next move; asked again, makes it. */
  function hint() {
    if (isSolved()) {
      announce("the board is solved");
      return;
    }
    if (explainUnsolvable()) {
      return;
    }
    const letter = nextMove();
    if (letter === "") {
      announce("looking for the next move");
      hinted = "?";
      fewest.ask(presentText(), store.getState().goal, { now: true });
      return;
    }
    if (hinted === letter) {
      play(letter);
      return;
    }
    hinted = letter;
    board.showHint(letter);
    const present = walk.board;
    const tile = present.cells[neighbour(present, present.cells.indexOf(0), letter)];
    announce(`hint: move tile ${tile} ${WORDS[otherSide(letter)]}; hint again makes the move`);
  }

  function clearHint() {
    if (hinted !== "") {
      hinted = "";
      board.showHint("");
    }
  }

  function showCongratulation() {
    const solved = isSolved();
    congratulation.hidden = !solved || walk.at === 0;
    if (congratulation.hidden) {
      wasSolved = solved;
      return;
    }
    const { board: start, goal: goalText, solvedFrom } = store.getState();
    const known = fewest.get(start, goalText);
    const byHand = solvedFrom < 0 || solvedFrom >= walk.at;
    const best =
      known?.proof === "optimal"
        ? known.cost === walk.at
          ? " That is the fewest there can be."
          : ` The fewest from the start are ${number(known.cost)}.`
        : "";
    congratulation.textContent = `${byHand ? "Solved" : "The goal is reached"} in ${plural(walk.at, "move")}.${best}`;
    if (!wasSolved) {
      announce(congratulation.textContent);
    }
    wasSolved = true;
  }

  function showStatus() {
    const present = walk.board;
    editButton.disabled = !PlayBoard.isPlayable(present);
    movesText.textContent =
      walk.length > walk.at ? `Move ${number(walk.at)} of ${number(walk.length)}` : plural(walk.at, "move");
    homeText.textContent = goal
      ? `${number(tilesAtHome(present, goal))} of ${number(present.cells.length - 1)} at home`
      : "";
    for (const [button, off] of [
      [undoButton, walk.at === 0],
      [restartButton, walk.at === 0],
      [redoButton, walk.at === walk.length],
    ]) {
      button.setAttribute("aria-disabled", String(off));
    }
    showCongratulation();
  }

  function showBoard({ jump = false } = {}) {
    const fits = goal && goal.rows === walk.start.rows && goal.cols === walk.start.cols;
    const slideTime = timeline.playing ? Math.min(SLIDE_TIME, 800 / timeline.speed) : SLIDE_TIME;
    board.show(walk.board, { goal: fits ? goal : null, jump, slideTime: slideTime < 16 ? 0 : slideTime });
  }

  function explain(state) {
    explainedFor = puzzleOf(state);
    explained = null;
    unsolvable.update(null);
    trouble.hidden = true;
    explaining.run(
      async (signal) => {
        try {
          const ask = () => api.explain({ board: state.board, goal: state.goal }, { signal });
          const answer = await patiently(ask, { signal, onWait: showTrouble });
          explained = answer;
          goal = boardOf(answer, answer.goal);
        } catch (problem) {
          if (problem.name === "AbortError") {
            return;
          }
          goal = null;
          if (state.goal !== "last") {
            // A goal that does not fit the board, as a link or another view may leave it.
            announce("the goal does not fit this board; the usual one is taken");
            store.setState({ goal: "last" });
            return;
          }
        }
        trouble.hidden = true;
        unsolvable.update(explained);
        if (explained?.solvable === false) {
          announce("this board is unsolvable: no sequence of moves leads to the goal");
        }
        showBoard();
        showStatus();
        askFewest();
      },
      { now: true },
    );
  }

  /** A server that is away has the banner of the page. */
  function showTrouble(problem) {
    trouble.hidden = problem.status === 0;
    trouble.textContent = `Whether this board can be solved is not known yet: ${problem.message}. Asked again soon.`;
  }

  timeline.onchange(() => {
    if (walk.at !== timeline.position) {
      walk.seek(timeline.position);
    }
    const { at, speed } = store.getState();
    if (at !== walk.at || speed !== timeline.speed) {
      store.setState({ at: walk.at, speed: timeline.speed });
    } else if (!timeline.playing) {
      editor.update();
      askFewest();
    }
  });

  function update(state, changed) {
    const boardChanged = changed.has("board") || changed.has("goal");
    if (boardChanged || changed.has("moves")) {
      // An earlier question must not replace this.
      nextPuzzle.cancel();
    }
    if (boardText !== state.board || walk.letters !== state.moves) {
      boardText = state.board;
      walk = new Walk(/** @type {any} */ (parseRows(state.board)), state.moves);
      if (walk.length !== state.moves.length) {
        announce(`only the first ${walk.length} of ${state.moves.length} moves are possible here`);
        queueMicrotask(() => store.setState({ moves: walk.letters }));
      }
    }
    if (boardChanged && goal && (goal.rows !== walk.start.rows || goal.cols !== walk.start.cols)) {
      goal = null;
    }
    walk.seek(state.at);
    clearHint();
    timeline.set({ length: walk.length, position: walk.at, speed: state.speed });
    transport.refresh();
    moveList.show(walk.letters, state.solvedFrom);
    movesCard.hidden = walk.length === 0;
    transport.element.hidden = walk.length === 0;
    showBoard({ jump: changed.has("board") && !editing });
    showStatus();
    if (!timeline.playing) {
      editor.update();
    }
    if (boardChanged || changed.has("made")) {
      newBoard.update(state);
    }
    if (boardChanged) {
      goalPicker.update(state);
    }
    if (boardChanged || explainedFor !== puzzleOf(state)) {
      explain(state);
    } else if (["at", "moves", "fewest", "view"].some((key) => changed.has(key))) {
      askFewest();
    }
    solvePanel.update(state, changed);
    if (SOLUTION.some((key) => changed.has(key)) || (changed.has("view") && solvePanel.isEmpty())) {
      restoreResult(state);
    }
  }

  function arrow(event) {
    if (editing) {
      board.moveFocus(ARROW_LETTERS[event.key]);
      return;
    }
    const named = ARROW_LETTERS[event.key];
    const letter = store.getState().arrows === "blank" ? named : otherSide(named);
    const present = walk.board;
    if (neighbour(present, present.cells.indexOf(0), letter) >= 0) {
      play(letter);
    } else {
      announce("no tile can move that way");
    }
  }

  keys.registerKeys("play", [
    { keys: Object.keys(ARROW_LETTERS), shown: "← ↑ → ↓", does: "slide a tile", run: arrow },
    {
      keys: Object.keys(ARROW_LETTERS).map((key) => `Shift+${key}`),
      shown: "Shift+←",
      does: "go from cell to cell; Enter slides the tile there",
      run: (event) => board.moveFocus(ARROW_LETTERS[event.key]),
    },
    { keys: ["s"], shown: "S", does: "solve", run: () => solvePanel.solve() },
    {
      keys: ["Escape"],
      shown: "Esc",
      does: "stop the search; end the edit mode",
      run: () => (editing ? setEditing(false) : solvePanel.stop()),
    },
    { keys: ["r"], shown: "R", does: "another board of the same kind", run: () => newBoard.makeAnother() },
    { keys: ["h"], shown: "H", does: "hint: show the next move, then make it", run: hint },
    { keys: ["e"], shown: "E", does: "edit mode", run: () => setEditing(!editing) },
    { keys: ["z"], shown: "Z", does: "undo", run: undo },
    { keys: ["Shift+z"], shown: "Shift+Z", does: "redo", run: redo },
    { keys: ["0"], shown: "0", does: "back to the start", run: restart },
    ...transport.keys,
  ]);

  document.addEventListener("paste", (event) => {
    const target = event.target;
    const inField = target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (isShown() && !inField && text.trim() !== "" && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      if (/^[udlr\s]{2,}$/i.test(text)) {
        takeMoves(text.replace(/\s/g, "").toUpperCase());
      } else {
        editor.take(text);
      }
    }
  });

  /** A link to a solved frame, or a step back to one, brings the result card of its search back. */
  function restoreResult({ solvedFrom, solved, moves }) {
    if (solvedFrom >= 0 && solvedFrom < walk.length && walk.letters === moves) {
      const start = new Walk(walk.start, walk.letters);
      start.seek(solvedFrom);
      solvePanel.restore(rowsText(start.board), solved, walk.length - solvedFrom);
    }
  }

  return {
    hide() {
      timeline.pause();
      fewest.cancel();
      nextPuzzle.cancel();
      explaining.cancel();
      if (!explained) {
        explainedFor = "";
      }
      solvePanel.abort();
    },
    update,
  };
}
