// @ts-check
// Play: the board with its goal beside it, what is known about it, its playback, where boards come from, and the solve
// panel.
//
// The state holds a start board, moves from it and a place among them. Playing by hand, undo, and the playback of a
// solution are all the same: a step along those moves. A move that is not the next one cuts off what follows, as in
// every editor.

import { createBoardEditor } from "./board-editor.js";
import { createCelebration } from "./celebration.js";
import { cardWords, createCongratulation } from "./congratulation.js";
import { dayOf, seedOfDay } from "./daily.js";
import { h, replace } from "./dom.js";
import { createExplanation } from "./explanation.js";
import { createFewestMoves } from "./fewest-moves.js";
import { fewestMoves, number, plural } from "./format.js";
import { createGameTools } from "./game-tools.js";
import { createGoalBeside } from "./goal-beside.js";
import { createGoalPicker } from "./goal-picker.js";
import { createHint } from "./hint.js";
import { createLatest } from "./latest.js";
import { createLookMenu } from "./look-menu.js";
import { createMessageLine } from "./message-line.js";
import { createMoveList } from "./move-list.js";
import { createNewBoard } from "./new-board.js";
import { Pace } from "./pace.js";
import { listenToPaste, movesOf, whyNot } from "./pasted.js";
import { PlayBoard } from "./play-board.js";
import { playKeys } from "./play-keys.js";
import { layOut } from "./play-layout.js";
import { createPuzzleUndo } from "./puzzle-undo.js";
import { inverse, neighbour, otherSide, parseRows, rowsText, sameBoard, sizeText, swapCells } from "./puzzle.js";
import { createScoreboard } from "./scoreboard.js";
import { createSizeBar } from "./size-bar.js";
import { createSolvePanel } from "./solve-view.js";
import { createStarters } from "./starters.js";
import { firstState } from "./store.js";
import { Timeline } from "./timeline.js";
import { createTransport } from "./transport.js";
import { createUnsolvableCard } from "./unsolvable-card.js";
import { Walk } from "./walk.js";

const ABOUT = "Play sliding puzzles, let a search solve them with proof, and watch it think.";
const EDITING =
  "Edit: click two cells to exchange them, drag one onto another, or type the number for the chosen cell. " +
  "Escape ends it.";

/** Tiles slide for this long at most, in milliseconds. */
const SLIDE_TIME = 120;
/** Milliseconds between the last key in a field and the question for the board or goal it names. */
const TYPING_PAUSE = 150;

/** What the result card belongs to. */
const SOLUTION = ["board", "goal", "moves", "solvedFrom", "solved"];

const WORDS = { U: "up", D: "down", L: "left", R: "right" };

const puzzleText = ({ board, goal }) => `${board} > ${goal}`;

/**
 * @param {HTMLElement} root
 * @param {any} context
 */
export function createView(root, context) {
  const { store, api, announce, keys, isShown } = context;
  let boardText = store.getState().board;
  let walk = new Walk(/** @type {any} */ (parseRows(boardText)));
  let editing = false;
  /** Whether the solution that is being searched for is to be played. */
  let playsResult = false;

  // One for all who make boards and goals: what is asked later wins, wherever it is asked.
  const nextPuzzle = createLatest(TYPING_PAUSE);
  const timeline = new Timeline({ speed: store.getState().speed });
  const pace = new Pace();
  const puzzles = createPuzzleUndo(store);
  const messages = createMessageLine(ABOUT);
  const scoreboard = createScoreboard();
  const board = new PlayBoard({ onSlide: play, onSwap: swap, onLeave: () => setEditing(false) });
  const transport = createTransport(timeline, {
    noun: "move",
    labels: (at) =>
      at === 0 ? "start" : `${walk.letters[at - 1] ?? ""}: the blank goes ${WORDS[walk.letters[at - 1]] ?? ""}`,
  });
  const moveList = createMoveList(timeline);
  const fewest = createFewestMoves(api, showFewest);
  const celebration = createCelebration(board.element);
  const explanation = createExplanation(api, {
    onAnswer: showExplanation,
    onMisfit: takeUsualGoal,
    onTrouble: showTrouble,
  });
  const presentBoard = () => walk.board;
  const presentText = () => rowsText(walk.board);
  const pasteFailed = (message) => messages.say("paste", message, { kind: "bad" });
  const editor = createBoardEditor(context, { presentBoard, nextPuzzle, onRefused: pasteFailed });
  const newBoard = createNewBoard(context, { nextPuzzle });
  const goalPicker = createGoalPicker(context, { presentBoard, nextPuzzle });
  const unsolvable = createUnsolvableCard({ onSwap: exchangeTiles, onGoal: takeGoal });
  const solvePanel = createSolvePanel(context, {
    presentBoard: presentText,
    explainUnsolvable,
    onResult,
    onShow,
    onPlay: playSolution,
    onRest: askFewest,
    known: (text) => fewest.get(text, store.getState().goal),
  });
  const sizeBar = createSizeBar({
    onSize: (size) => newBoard.makeSize(size),
    onNew: () => newBoard.makeAnother(),
    onDaily: () => newBoard.makeDaily(seedOfDay(new Date())),
    onFields: () => newBoard.focus(),
  });
  const goalBeside = createGoalBeside({ onChange: () => goalPicker.focus() });
  const lookMenu = createLookMenu(context);
  const starters = createStarters(context, {
    present: () => ({
      board: presentText(),
      cells: walk.start.cells.length,
      solvable: explanation.get()?.solvable ?? false,
    }),
    example: firstState().board,
    solve: () => {
      playsResult = true;
      solvePanel.solve();
    },
  });
  const hints = createHint({
    present: presentBoard,
    nextMove,
    ask: () => fewest.ask(presentText(), store.getState().goal, { now: true }),
    point: (letter) => board.showHint(letter),
    make: (letter) => play(letter),
    announce,
  });

  const congratulation = createCongratulation({
    messages,
    celebration,
    announce,
    finish: () => scoreboard.finish(),
    onNew: () => newBoard.makeAnother(),
  });
  const tools = createGameTools({ undo, redo, restart, hint, edit: () => setEditing(!editing) }, lookMenu.element);
  const movesText = h("span", { class: "status-moves" });
  const fewestText = h("span", { class: "fewest", role: "status" });
  const playback = h("div", { class: "stack playback", hidden: true }, transport.element, moveList.element);
  replace(
    root,
    layOut({
      message: messages.element,
      sizes: sizeBar.element,
      board: board.root,
      paper: celebration.element,
      goal: goalBeside.element,
      score: scoreboard.element,
      status: [movesText, fewestText],
      tools: tools.element,
      unsolvable: unsolvable.element,
      solve: solvePanel.element,
      result: solvePanel.result,
      playback,
      starters,
      options: solvePanel.options,
      newBoard: newBoard.element,
      editor: editor.element,
      goals: goalPicker.element,
    }),
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
    scoreboard.move(letters.length, walk.length === 0);
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

  /** A step along the moves by hand; the clock of the player counts it. */
  function stepBy(steps, words) {
    const letter = walk.letters[steps < 0 ? walk.at - 1 : walk.at];
    scoreboard.step();
    seek(walk.at + steps);
    announce(`${words}: the blank goes ${WORDS[steps < 0 ? inverse(letter) : letter]}`);
  }

  function undo() {
    if (walk.at > 0 && !puzzles.isUntouched()) {
      stepBy(-1, "undone");
    } else if (puzzles.undo()) {
      announce("undone: the puzzle before");
    }
  }

  function redo() {
    if (puzzles.redo()) {
      announce("again: the puzzle after");
    } else if (walk.at < walk.length) {
      stepBy(1, "again");
    }
  }

  function restart() {
    seek(0);
    scoreboard.restart();
    announce("back at the start");
  }

  /** A board made by hand from the present one. */
  function swap(first, second) {
    const before = walk.board;
    store.setState({ board: rowsText(swapCells(before, first, second)), moves: "", at: 0, solvedFrom: -1 });
    announce(`${before.cells[first] || "blank"} and ${before.cells[second] || "blank"} exchanged`);
  }

  function exchangeTiles([first, second]) {
    const { cells } = walk.board;
    swap(cells.indexOf(first), cells.indexOf(second));
    board.focus();
  }

  function takeGoal(name) {
    store.setState({ goal: name }, { push: true });
    announce(`goal ${name}`);
    board.focus();
  }

  function setEditing(next) {
    editing = next && PlayBoard.isPlayable(walk.start);
    timeline.pause();
    board.setEditing(editing);
    showTools();
    if (editing) {
      messages.say("edit", EDITING);
    } else {
      messages.clear("edit");
    }
    announce(editing ? "edit mode: choose two cells to exchange them, or type a number" : "edit mode ended");
    if (editing) {
      board.focus();
    }
  }

  function explainUnsolvable() {
    if (explanation.get()?.solvable ?? true) {
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
    const plays = playsResult;
    playsResult = false;
    if (report.moves && presentText() === text) {
      onShow(report.moves, text, call);
      if (plays) {
        timeline.play();
      }
    }
  }

  /** Plays a solution from its beginning. */
  function playSolution(moves, text, call) {
    const { solvedFrom } = store.getState();
    if (solvedFrom < 0 || walk.letters.slice(solvedFrom) !== moves) {
      onShow(moves, text, call);
    } else if (walk.at < solvedFrom || walk.at === walk.length) {
      seek(solvedFrom);
    }
    timeline.play();
  }

  /** Puts a solution behind the place where its board is; a board that is not among the moves becomes the start. */
  function onShow(moves, text, call) {
    const start = parseRows(text);
    timeline.pause();
    scoreboard.help();
    const from = sameBoard(walk.board, start) ? walk.at : walk.placeOf(start);
    if (from < 0) {
      store.setState({ board: text, moves, at: 0, solvedFrom: 0, solved: call });
    } else {
      walk = new Walk(walk.start, walk.letters.slice(0, from) + moves);
      walk.seek(from);
      commit({ solvedFrom: from, solved: call });
    }
  }

  /** Moves from elsewhere, from the present board on. Moves that do not fit change nothing. */
  function takeMoves(letters) {
    const why = whyNot(walk.board, letters);
    if (why !== "") {
      pasteFailed(why);
      return;
    }
    messages.clear("paste");
    const { at } = walk;
    scoreboard.help();
    walk = new Walk(walk.start, walk.letters.slice(0, at) + letters);
    walk.seek(at);
    commit({ solvedFrom: -1 });
    announce(`${plural(letters.length, "move")} taken`);
  }

  function isSolved() {
    return sameBoard(walk.board, explanation.goal());
  }

  function showFewest(report, working) {
    fewestText.classList.toggle("working", working);
    const wanted = isShown() && (store.getState().fewest || hints.isWaiting());
    const waiting = working && hints.isWaiting() ? "looking for a hint" : "";
    fewestText.textContent = wanted && report ? fewestMoves(report) : waiting;
    if (!working) {
      hints.answer(Boolean(report?.moves));
    }
    showCongratulation();
  }

  /** Asks how far the goal is, if that is wanted and there is a way at all. */
  function askFewest() {
    if (!isShown() || !explanation.get()?.solvable || isSolved() || timeline.playing || solvePanel.isBusy()) {
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

  function hint() {
    if (isSolved()) {
      announce("the board is solved");
    } else if (!explainUnsolvable()) {
      scoreboard.help();
      hints.give();
    }
  }

  /** How it went, as far as the board tells. */
  function feat() {
    const { board: start, goal, solvedFrom } = store.getState();
    const known = fewest.get(start, goal);
    const byHand = solvedFrom < 0 || solvedFrom >= walk.at;
    return { moves: walk.at, byHand, fewest: known?.proof === "optimal" ? known.cost : null };
  }

  function showCongratulation() {
    congratulation.update(isSolved(), feat());
  }

  function showTools() {
    tools.update({
      canUndo: walk.at > 0 || puzzles.canUndo(),
      canRedo: walk.at < walk.length || puzzles.canRedo(),
      canRestart: walk.at > 0,
      canEdit: PlayBoard.isPlayable(walk.start),
      editing,
    });
  }

  function showStatus() {
    movesText.textContent =
      walk.length > walk.at ? `Move ${number(walk.at)} of ${number(walk.length)}` : plural(walk.at, "move");
    const { made, goal: goalText, tiles } = store.getState();
    const day = dayOf(made, goalText);
    movesText.textContent += day ? `, daily board of ${day}` : "";
    sizeBar.update(sizeText(walk.start), made === `random:${seedOfDay(new Date())}` && day !== "");
    goalBeside.update(walk.board, fittingGoal(), tiles);
    showTools();
    showCongratulation();
  }

  /** The goal, if it is known and has the size of the board. */
  function fittingGoal() {
    const goal = explanation.goal();
    return goal?.rows === walk.start.rows && goal.cols === walk.start.cols ? goal : null;
  }

  function showBoard({ jump = false } = {}) {
    const slideTime = timeline.playing ? Math.min(SLIDE_TIME, 800 / timeline.speed) : SLIDE_TIME;
    board.show(walk.board, { goal: fittingGoal(), jump, slideTime: slideTime < 16 ? 0 : slideTime });
  }

  function explain(state) {
    unsolvable.update(null);
    messages.clear("trouble");
    explanation.ask(state);
  }

  function showExplanation() {
    const explained = explanation.get();
    messages.clear("trouble");
    unsolvable.update(explained);
    if (explained?.solvable === false) {
      announce("this board is unsolvable: no sequence of moves leads to the goal");
    }
    showBoard();
    showStatus();
    askFewest();
  }

  /** A goal does not fit the board, as a link or another view may leave it. */
  function takeUsualGoal() {
    announce("the goal does not fit this board; the usual one is taken");
    store.setState({ goal: "last" });
  }

  /** A server that is away has the banner of the page. */
  function showTrouble(problem) {
    if (problem.status !== 0) {
      const words = `Whether this board can be solved is not known yet: ${problem.message}. Asked again soon.`;
      messages.say("trouble", words, { kind: "bad" });
    }
  }

  timeline.onchange(() => {
    if (walk.at !== timeline.position) {
      walk.seek(timeline.position);
    }
    const state = store.getState();
    if (timeline.playing) {
      scoreboard.help();
    }
    const speed = pace.chosen(timeline.speed, state.speed);
    if (state.at !== walk.at || state.speed !== speed) {
      store.setState({ at: walk.at, speed });
    } else if (!timeline.playing) {
      editor.update();
      askFewest();
    }
  });

  /** Moves of a link, or of a step back to one, that are not possible on its board are left out. */
  function reportImpossible(asked) {
    const moves = plural(asked, "move");
    const words = `Of the ${moves} of this link only the first ${number(walk.length)} are possible on its board.`;
    messages.say("moves", `${words} The others are left out.`, { kind: "bad" });
    queueMicrotask(() => store.setState({ moves: walk.letters }));
  }

  function update(state, changed) {
    const boardChanged = changed.has("board") || changed.has("goal");
    puzzles.hear(state);
    if (changed.has("board")) {
      messages.clear("moves");
    }
    if (boardChanged || changed.has("moves")) {
      messages.clear("paste");
      // An earlier question must not replace this.
      nextPuzzle.cancel();
    }
    if (boardText !== state.board || walk.letters !== state.moves) {
      boardText = state.board;
      walk = new Walk(/** @type {any} */ (parseRows(state.board)), state.moves);
      if (walk.length !== state.moves.length) {
        reportImpossible(state.moves.length);
      }
    }
    if (boardChanged && !fittingGoal()) {
      explanation.forgetGoal();
    }
    walk.seek(state.at);
    hints.clear();
    scoreboard.setPuzzle({ text: puzzleText(state), size: sizeText(walk.start), made: state.made });
    if (changed.has("moves") || changed.has("solvedFrom")) {
      pace.begin(state.solvedFrom < 0 ? 0 : walk.length - state.solvedFrom, state.speed);
    }
    timeline.set({ length: walk.length, position: walk.at, speed: pace.speed(state.speed) });
    transport.refresh();
    moveList.show(walk.letters, state.solvedFrom);
    playback.hidden = walk.length === 0;
    starters.hidden = walk.length !== 0;
    board.setLook(state);
    lookMenu.update(state);
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
    if (boardChanged || !explanation.isAbout(state)) {
      explain(state);
    } else if (["at", "moves", "fewest", "view"].some((key) => changed.has(key))) {
      askFewest();
    }
    solvePanel.update(state, changed);
    if (changed.has("view")) {
      scoreboard.resume();
    }
    if (SOLUTION.some((key) => changed.has(key)) || (changed.has("view") && solvePanel.isEmpty())) {
      restoreResult(state);
    }
  }

  /** @param {string} named the direction that an arrow key names: of the tile, or of the blank */
  function arrow(named) {
    const letter = store.getState().arrows === "blank" ? named : otherSide(named);
    const { start, board: now } = walk;
    if (neighbour(start, now.cells.indexOf(0), letter) >= 0) {
      play(letter);
    } else {
      announce("no tile can move that way");
    }
  }

  keys.registerKeys("play", [
    ...playKeys({
      isEditing: () => editing,
      arrow,
      focusNext: (letter) => board.moveFocus(letter),
      typeDigit: (digit) => board.typeDigit(digit),
      solve: () => solvePanel.solve(),
      stop: () => solvePanel.stop(),
      another: () => newBoard.makeAnother(),
      hint,
      edit: setEditing,
      undo,
      redo,
      restart,
    }),
    ...transport.keys,
  ]);

  listenToPaste(isShown, (text) => {
    const letters = movesOf(text);
    if (letters !== "") {
      takeMoves(letters);
    } else {
      editor.take(text);
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

  /** What a card for others shows. */
  function shareCard() {
    const fits = fittingGoal();
    if (!fits) {
      return null;
    }
    const { goal, made, tiles } = store.getState();
    const played = feat();
    const words = cardWords({
      size: sizeText(walk.start),
      day: dayOf(made, goal),
      fewest: played.fewest,
      feat: isSolved() && walk.at > 0 ? congratulation.feat(played) : null,
    });
    return { board: walk.board, goal: fits, tiles, ...words };
  }

  return {
    shareCard,
    hide() {
      timeline.pause();
      scoreboard.hide();
      celebration.end();
      fewest.cancel();
      nextPuzzle.cancel();
      explanation.cancel();
      solvePanel.abort();
    },
    update,
  };
}
