// @ts-check
// Starts the page: the state from the address, the catalogue from the server, and each view when it is first shown.

import { announce, startAnnouncing } from "./announce.js";
import { api } from "./api.js";
import { h, icon } from "./dom.js";
import { createHelp } from "./help.js";
import { SHARE } from "./icons.js";
import { registerKeys, startKeys } from "./keys.js";
import { startPointer, wasPointedAt } from "./pointer.js";
import { patiently } from "./patience.js";
import { boardOf, parseRows, rowsText } from "./puzzle.js";
import { createStore, firstState } from "./store.js";
import { createThemeButton } from "./theme.js";
import { cardOf, withName } from "./trace-question.js";

const VIEWS = ["play", "watch", "compare", "audit"];
const HELP_ICON =
  "M11 17h2v2h-2zM12 4a5 5 0 0 0-5 5h2a3 3 0 1 1 4.2 2.7c-1.4.7-2.2 1.6-2.2 3.3h2c0-.8.4-1.2 1.3-1.7A5 5 0 0 0 12 4z";

const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const notices = element("notices");
const store = createStore({ mend });
/** @type {Map<string, Promise<any>>} views that are built or being built */
const views = new Map();
/** How often each view could not be built. */
const failures = new Map(VIEWS.map((name) => [name, 0]));
/** What a view has not been told yet: all of it, before it is built. */
const missed = new Map(VIEWS.map((name) => [name, new Set(Object.keys(store.getState()))]));
let context = null;
let shown = "";
/** The view that is on the screen and up to date. */
let active = null;

function notice(text, { bad = false, closable = true } = {}) {
  const close = () => box.remove();
  const box = h(
    "div",
    { class: bad ? "notice notice-bad" : "notice", role: bad ? "alert" : "status" },
    h("span", null, text),
    closable && h("button", { type: "button", class: "button", onclick: close }, "Close"),
  );
  notices.append(box);
  return box;
}

/** Asks until there is an answer; meanwhile the page says why. */
async function asked(ask) {
  let waiting = null;
  try {
    return await patiently(ask, {
      onWait: (problem) => {
        // A server that is away has its own banner.
        if (problem.status !== 0) {
          waiting ??= notice(`${problem.message}: asked again in a moment`, { bad: true, closable: false });
        }
      },
    });
  } finally {
    waiting?.remove();
  }
}

/**
 * A link may name its board in any form the server reads; the state holds rows, a goal that fits them, and a search
 * that the catalogue has.
 * @returns {Promise<Record<string, any>> | null} what has to change for that, `null` if nothing
 */
function mend({ board, goal, algorithm }) {
  const puzzle = mendPuzzle(board, goal);
  const search = mendSearch(algorithm);
  return puzzle || search ? Promise.resolve(puzzle).then((mended) => ({ ...search, ...mended })) : null;
}

function mendSearch(algorithm) {
  const card = context && cardOf(context.catalogue, algorithm);
  if (!context || card) {
    // Links may say `A*` or `dijkstra`; the state has one name for a search.
    const named = card ? withName(algorithm, card.name) : algorithm;
    return named === algorithm ? null : { algorithm: named };
  }
  const usual = firstState().algorithm;
  notice(`The link says algorithm=${algorithm}, which means nothing here; taken as ${usual}.`);
  return { algorithm: usual };
}

function mendPuzzle(board, goal) {
  const rows = parseRows(board);
  const own = parseRows(goal);
  const named = !context || context.catalogue.goals.some(({ name }) => name === goal);
  const goalFits = own ? own.rows === rows?.rows && own.cols === rows.cols : named;
  return rows && goalFits ? null : settled(board, goal);
}

async function settled(board, goal) {
  const first = firstState();
  // A set brings its own goal, unless the link asks for another.
  for (const question of goal === first.goal ? [{ board }] : [{ board, goal }, { board }]) {
    try {
      const read = await asked(() => api.explain(question));
      const named = read.goal_name ?? rowsText(boardOf(read, read.goal));
      return {
        board: rowsText(boardOf(read, read.start)),
        goal: named,
        goalOfSet: !("goal" in question) && named !== first.goal,
      };
    } catch (problem) {
      notice(`The link cannot be read: ${problem.message.split("\n")[0]}`);
    }
  }
  return { board: first.board, goal: first.goal, moves: "", at: 0, solvedFrom: -1, solved: [], made: "" };
}

/** The module of a view, which browsers keep. They remember one that could not be loaded as well, by its address. */
function moduleOf(name) {
  const again = failures.get(name) === 0 ? "" : `?again=${failures.get(name)}`;
  return import(`./${name}-view.js${again}`);
}

async function buildView(name) {
  const root = element(`view-${name}`);
  try {
    const module = await moduleOf(name);
    let view = null;
    view = module.createView(root, { ...context, isShown: () => view !== null && view === active });
    return view;
  } catch (error) {
    console.error(error);
    failures.set(name, failures.get(name) + 1);
    views.delete(name);
    root.replaceChildren(
      h(
        "p",
        { class: "notice notice-bad" },
        h("span", null, `This view cannot be shown: ${error.message}`),
        h("button", { type: "button", class: "button", onclick: tryAgain }, "Try again"),
      ),
    );
    return null;
  }
}

/** Not by loading the page again: a server that is away would take the page with it. */
function tryAgain() {
  shown = "";
  showView(store.getState().view);
}

/** Builds all views, so that every key is known. */
async function buildAll() {
  for (const name of VIEWS) {
    if (!views.has(name)) {
      views.set(name, buildView(name));
    }
  }
  await Promise.all(views.values());
}

/** The view that is shown ends its work; gives it back. */
function leaveView() {
  const left = active;
  active = null;
  left?.hide();
  return left;
}

async function showView(name) {
  if (name === shown) {
    return;
  }
  leaveView();
  // A focus in the old view must not be left nowhere; the panel, unlike its tab, leaves the arrow keys to the view.
  const hadFocus = shown !== "" && element(`view-${shown}`).contains(document.activeElement);
  if (shown !== "") {
    announce(`${name} view`);
  }
  shown = name;
  for (const view of VIEWS) {
    const tab = element(`tab-${view}`);
    tab.setAttribute("aria-selected", String(view === name));
    tab.tabIndex = view === name ? 0 : -1;
    element(`view-${view}`).hidden = view !== name;
  }
  if (hadFocus) {
    element(`view-${name}`).focus({ preventScroll: true });
  }
  document.title = name === "play" ? "npuzzle" : `npuzzle: ${name}`;
  if (!views.has(name)) {
    views.set(name, buildView(name));
  }
  const view = await views.get(name);
  document.getElementById("arrival")?.remove();
  // While it was built the reader may have gone on to another, and even come back.
  if (!view || shown !== name || active) {
    return;
  }
  active = view;
  const changed = missed.get(name);
  missed.set(name, new Set());
  view.update(store.getState(), changed);
}

function startTabs() {
  for (const [index, name] of VIEWS.entries()) {
    const tab = element(`tab-${name}`);
    tab.addEventListener("click", () => store.setState({ view: name }));
    tab.addEventListener("keydown", (event) => {
      // A tab that was clicked leaves the arrow keys to its view.
      if (wasPointedAt(tab)) {
        return;
      }
      const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: VIEWS.length - 1 }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        const next = VIEWS[(to + VIEWS.length) % VIEWS.length];
        store.setState({ view: next });
        element(`tab-${next}`).focus();
      }
    });
  }
}

function startConnectionBanner() {
  let banner = null;
  api.onConnection((connected) => {
    banner?.remove();
    banner = connected
      ? null
      : notice(
          "The server does not answer. Is npuzzle serve still running? The page goes on by itself when it is back.",
          { bad: true, closable: false },
        );
    if (connected) {
      announce("the server is back");
      resume();
    }
  });
}

/** What was asked while the server was away is asked again; a view that could not be loaded is loaded. */
function resume() {
  if (active) {
    active.update(store.getState(), new Set(Object.keys(store.getState())));
  } else if (context) {
    tryAgain();
  }
}

let sharing = null;

/** The link to what is on the screen. The dialog is fetched when it is wanted. */
async function share() {
  try {
    sharing ??= import("./share-dialog.js").then(({ createShareDialog }) => {
      const made = createShareDialog();
      document.body.append(made.dialog);
      return made;
    });
    (await sharing).open(store.link(), active?.shareCard?.() ?? null);
  } catch (problem) {
    sharing = null;
    notice(`The link cannot be shown: ${problem.message}`, { bad: true });
  }
}

/** Everything that needs the engine. */
async function start() {
  // While the engine wakes up, the first view comes; if it does not, building it says so.
  moduleOf(store.getState().view).catch(() => {});
  const catalogue = await asked(api.catalogue);
  context = { catalogue, store, api, announce, keys: { registerKeys } };
  const { moves, at, solvedFrom, solved, made } = store.getState();
  const mended = await mend(store.getState());
  if (mended) {
    store.setState({ moves, at, solvedFrom, solved, made, ...mended });
  }
  await showView(store.getState().view);
  document.documentElement.dataset.ready = "";
}

startAnnouncing(element("live"));
if (api.isInPage) {
  import("./arrival.js").then(({ awaitBoard }) => awaitBoard(store.getState()));
}
const help = createHelp(store, { ready: () => (context ? buildAll() : Promise.resolve()) });
document.body.append(help.dialog);
element("header-buttons").append(
  h(
    "button",
    {
      type: "button",
      class: "button",
      "aria-label": "Share: link and QR code",
      title: "Share: link and QR code",
      onclick: share,
    },
    icon(SHARE),
    h("span", { class: "wide-only" }, "Share"),
  ),
  createThemeButton(store),
  h(
    "button",
    {
      type: "button",
      class: "button button-icon",
      "aria-label": "Keys and settings",
      title: "Keys and settings (?)",
      onclick: help.open,
    },
    icon(HELP_ICON),
  ),
);
registerKeys("all", [
  { keys: ["?"], shown: "?", does: "this sheet", run: help.open },
  ...VIEWS.map((name, index) => ({
    keys: [String(index + 1)],
    shown: String(index + 1),
    does: `show ${name}`,
    run: () => store.setState({ view: name }),
  })),
]);
startPointer();
startKeys(store.getState);
startTabs();
startConnectionBanner();
store.notes.forEach((text) => notice(text));
// Browsers keep a page that was left for the way back, and its requests with it: their answers are not needed.
let left = null;
addEventListener("pagehide", () => (left = leaveView()));
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) {
    active ??= left;
    resume();
  }
});
element("skip").addEventListener("click", (event) => {
  event.preventDefault();
  element("main").focus();
});
store.subscribe((state, changed) => {
  for (const name of VIEWS) {
    if (name === shown && name === state.view && active) {
      active.update(state, changed);
    } else {
      changed.forEach((key) => missed.get(name).add(key));
    }
  }
  // Before the first view is shown, `start` does.
  if (shown !== "") {
    showView(state.view);
  }
});
start().catch((problem) => notice(problem.message, { bad: true }));
