// @ts-check
// The thread of an engine inside the page. It answers one question after another, each while the page goes on.

import { keptTables } from "./kept-tables.js";
import { Mailboxes } from "./mailboxes.js";

/** How often a search asks whether it shall stop, in milliseconds. */
const LISTENING = 50;

/** @type {any} */
let engine = null;
/** @type {WebAssembly.Memory | null} */
let memory = null;
/** Questions may come while the engine is still being loaded. */
let ready = Promise.resolve();

/** What the engine asks its worker for. */
class Host {
  #tables;
  #lifeline = "";
  #next = 0;
  #isStopped = false;

  /** @param {Awaited<ReturnType<typeof keptTables>>} tables */
  constructor(tables) {
    this.#tables = tables;
  }

  /**
   * A question begins.
   * @param {string} lifeline
   */
  begin(lifeline) {
    this.#lifeline = lifeline;
    this.#next = performance.now() + LISTENING;
    this.#isStopped = false;
  }

  /**
   * @param {string} event
   * @param {string} data
   */
  tell(event, data) {
    postMessage({ event, data });
  }

  /**
   * Whether the search shall stop: the page takes away what is at an address. A worker that computes hears no messages,
   * and shared memory needs headers that many servers do not send; but it can look up an address.
   */
  isStopped() {
    if (!this.#isStopped && performance.now() >= this.#next) {
      try {
        const look = new XMLHttpRequest();
        look.open("GET", this.#lifeline, false);
        look.send();
      } catch {
        this.#isStopped = true;
        this.tell("stopping", "");
      }
      this.#next = performance.now() + LISTENING;
    }
    return this.#isStopped;
  }

  /** @param {string} name */
  take(name) {
    return this.#tables.take(name);
  }

  /**
   * @param {string} name
   * @param {Uint8Array<ArrayBuffer>} file lent by the engine, so it is copied
   */
  keep(name, file) {
    this.#tables.keep(name, file.slice());
  }
}

/** @type {Host} */
let host;

/** The compiled engine comes later than what it needs. @type {(module: WebAssembly.Module) => void} */
let wake;
/** @type {Promise<WebAssembly.Module>} */
const compiled = new Promise((resolve) => wake = resolve);

async function load({ folder, memory: bytes }) {
  const parts = [import(new URL("npuzzle.js", folder).href), keptTables(), compiled];
  const [glue, tables, module] = await Promise.all(parts);
  memory = glue.initSync({ module }).memory;
  host = new Host(tables);
  engine = new glue.Engine(bytes, host);
}

/** The answer, with other workers if there is a crew. */
function worked(address, body, crew) {
  if (!crew) return engine.answer(address, body);
  const mailboxes = new Mailboxes(crew.shared, crew.size, crew.rank);
  const answer = engine.answer(address, body, mailboxes);
  mailboxes.close();
  return answer;
}

function answer({ address, body, lifeline, crew }) {
  const bytes = () => memory?.buffer.byteLength ?? 0;
  try {
    host.begin(lifeline);
    const answer = worked(address, body, crew);
    postMessage({ answer, bytes: bytes() });
  } catch (problem) {
    if (typeof problem === "string") {
      postMessage({ problem, bytes: bytes() });
    } else {
      // The engine has stopped in the middle of something: it must not be asked again.
      postMessage({ crash: `the engine ended early: ${problem.message ?? problem}` });
    }
  }
}

addEventListener("message", ({ data }) => {
  if (data.module) {
    wake(data.module);
  } else if (data.folder) {
    ready = load(data);
    ready.catch((problem) => postMessage({ crash: `the engine does not start: ${problem.message}` }));
  } else {
    ready.then(() => answer(data), () => {});
  }
});
