// @ts-check
// The engine behind a server: `npuzzle serve` answers over HTTP.

import { ApiProblem } from "./api-problem.js";

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

/**
 * @param {object} body
 * @param {{signal?: AbortSignal, accept?: string}} [options]
 */
function posted(body, { signal, accept = "application/json" } = {}) {
  const headers = { "Content-Type": "application/json", Accept: accept };
  return { method: "POST", headers, body: JSON.stringify(body), signal };
}

/**
 * @param {string} address
 * @param {object} [body]
 * @param {{signal?: AbortSignal}} [options]
 */
async function answer(address, body, options) {
  const response = await send(address, body && posted(body, options));
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
 * @param {import("./api.js").Streaming} [options]
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

/** @returns {import("./api.js").Engine} */
export function httpEngine() {
  return {
    answer,
    stream,
    stop: (job) => answer("/api/stop", { job }),
    running: async () => (await answer("/api/health")).running,
    onConnection(listener) {
      connectionListeners.add(listener);
    },
  };
}
