// @ts-check
// The server's answers as promises. See /api/openapi.json for what they hold.

/** What went wrong, in the words of the server. `place` says where in which field. */
export class ApiProblem extends Error {
  /**
   * @param {{status: number, title: string, detail: string,
   *   place?: {field: string, line: number, column: number, length: number}}} problem
   */
  constructor({ status, title, detail, place }) {
    // Where it is wrong is shown by a mark below; the name of the file and the line are for the command line.
    super(detail.replace(/^ *--> .*\n(?: *\|\n)?/m, ""));
    this.name = "ApiProblem";
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.place = place ?? null;
  }

  /** What is wrong and what to do, in a sentence or two, without the text that is wrong. */
  get summary() {
    const [first, ...lines] = this.message.split("\n");
    const help = lines.find((line) => line.startsWith("help: "))?.slice("help: ".length);
    return help ? `${first}. ${help[0].toUpperCase()}${help.slice(1)}` : first;
  }

  /** Whether the same question gets the same answer again; a server that is busy or away may have another later. */
  get isFinal() {
    return this.status === 400 || this.status === 413;
  }
}

/** How often a server that went away is asked whether it is back, in milliseconds. */
const ASK_AGAIN = 2000;

const connectionListeners = new Set();
let connected = true;

function setConnected(now) {
  if (now === connected) {
    return;
  }
  connected = now;
  connectionListeners.forEach((listener) => listener(now));
  if (!now) {
    setTimeout(askAgain, ASK_AGAIN);
  }
}

async function askAgain() {
  try {
    const answer = await fetch("/api/health", { cache: "no-store" });
    setConnected(answer.status < 500);
  } catch {
    connected = false;
  }
  if (!connected) {
    setTimeout(askAgain, ASK_AGAIN);
  }
}

function noAnswer() {
  setConnected(false);
  return new ApiProblem({
    status: 0,
    title: "no answer",
    detail: "the server does not answer: is `npuzzle serve` still running?",
  });
}

async function send(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    throw error.name === "AbortError" ? error : noAnswer();
  }
  setConnected(true);
  if (!response.ok) {
    const problem = await response.json().catch(() => null);
    const said = {
      status: response.status,
      title: response.statusText,
      detail: `the server answers ${response.status}`,
    };
    throw new ApiProblem({ ...said, ...problem });
  }
  return response;
}

async function get(path) {
  return (await send(path)).json();
}

/** @typedef {{signal?: AbortSignal, accept?: string, on?: Record<string, (value: any) => void>}} Options */

/**
 * @param {object} body
 * @param {Options} [options]
 */
function posted(body, { signal, accept = "application/json" } = {}) {
  const headers = { "Content-Type": "application/json", Accept: accept };
  return { method: "POST", headers, body: JSON.stringify(body), signal };
}

/**
 * @param {string} path
 * @param {object} body
 * @param {Options} [options]
 */
async function post(path, body, { signal } = {}) {
  const response = await send(path, posted(body, { signal }));
  return response.status === 204 ? null : response.json();
}

const BLANK_LINE = /\r?\n\r?\n/;
/** A blank line of four characters may come in two parts: so many of the first are looked at again. */
const OVERLAP = 3;

function eventOf(block) {
  let event = "message";
  const data = [];
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon);
    const value = line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "event") {
      event = value;
    } else if (name === "data") {
      data.push(value);
    }
  }
  return { event, data: data.join("\n") };
}

/**
 * Splits a stream of server-sent events. Give it the text as it comes; it gives back each finished event.
 *
 * PERF: only the new text is looked through, and an event is put together once: a trace of 23 MB comes in hundreds of
 * parts.
 */
export class EventSplitter {
  /** @type {string[]} */
  #parts = [];
  #overlap = "";

  /**
   * @param {string} text
   * @returns {{event: string, data: string}[]}
   */
  push(text) {
    const events = [];
    let rest = this.#overlap + text;
    for (let end = BLANK_LINE.exec(rest); end; end = BLANK_LINE.exec(rest)) {
      this.#parts.push(rest.slice(0, end.index));
      events.push(eventOf(this.#parts.join("")));
      this.#parts = [];
      rest = rest.slice(end.index + end[0].length);
    }
    const looked = Math.max(0, rest.length - OVERLAP);
    this.#parts.push(rest.slice(0, looked));
    this.#overlap = rest.slice(looked);
    return events.filter(({ data }) => data !== "");
  }
}

/**
 * @param {string} path
 * @param {object} body
 * @param {Options} [options]
 */
async function stream(path, body, { signal, on = {} } = {}) {
  const response = await send(path, posted(body, { signal, accept: "text/event-stream" }));
  const splitter = new EventSplitter();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  while (true) {
    let part;
    try {
      part = await reader.read();
    } catch (error) {
      throw error.name === "AbortError" ? error : noAnswer();
    }
    for (const { event, data } of splitter.push(part.done ? "\n\n" : part.value)) {
      const value = JSON.parse(data);
      if (event === "result") {
        return value;
      }
      if (event === "problem") {
        throw new ApiProblem(value);
      }
      on[event]?.(value);
    }
    if (part.done) {
      throw noAnswer();
    }
  }
}

const kept = new Map();

/** Answers that never change while the server runs are asked for once. */
function getOnce(path) {
  if (!kept.has(path)) {
    const answer = get(path);
    kept.set(path, answer);
    answer.catch(() => kept.delete(path));
  }
  return kept.get(path);
}

export const api = {
  /** All names with what they mean. */
  catalogue: () => getOnce("/api/catalogue"),
  /** @param {string} size such as `3x4` */
  goals: (size) => getOnce(`/api/goals?size=${encodeURIComponent(size)}`),
  explain: (body, options) => post("/api/explain", body, options),
  draw: (body) => post("/api/draw", body),
  generate: (body, options) => post("/api/generate", body, options),
  heuristic: (body, options) => post("/api/heuristic", body, options),
  /** Ends a job with what it knows: its stream gives the result. */
  stop: (job) => post("/api/stop", { job }),
  /**
   * Long work: `on` holds a function for each kind of event (`accepted`, `progress`, `improvement`, `run`).
   * Aborting the signal cancels the work.
   * @param {string} path such as `/api/solve`
   * @param {object} body
   * @param {{signal?: AbortSignal, on?: Record<string, (value: any) => void>}} [options]
   * @returns {Promise<any>} the result
   */
  stream,
  /**
   * Calls the listener when the server goes away (`false`) and when it is back (`true`).
   * @param {(connected: boolean) => void} listener
   */
  onConnection(listener) {
    connectionListeners.add(listener);
  },
};
