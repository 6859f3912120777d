// @ts-check
// What the page asks an engine, and its answers as promises. The engine is behind a server or inside the page: nothing
// else in the page knows which. See /api/openapi.json of the server for what answers hold.

import { mostWorkers } from "./crew.js";
import { httpEngine } from "./http-engine.js";

/** @typedef {{signal?: AbortSignal, on?: Record<string, (value: any) => void>}} Streaming */
/**
 * @typedef {{
 *   answer: (address: string, body?: object, options?: {signal?: AbortSignal}) => Promise<any>,
 *   stream: (path: string, body: object, options?: Streaming) => Promise<any>,
 *   stop: (job: string) => Promise<any>,
 *   running: () => Promise<number>,
 *   onConnection: (listener: (connected: boolean) => void) => void,
 * }} Engine
 */

/** The page of a site names the folder of its engine; that of a server does not. */
const folder = document.querySelector("meta[name=npuzzle-engine]")?.getAttribute("content") ?? "";

/** @type {Engine} */
const engine = folder === ""
  ? httpEngine()
  : (await import("./worker-engine.js")).workerEngine(new URL(folder, document.baseURI));

const kept = new Map();

/** Answers that never change are asked for once. */
function getOnce(address) {
  if (!kept.has(address)) {
    const answer = engine.answer(address);
    kept.set(address, answer);
    answer.catch(() => kept.delete(address));
  }
  return kept.get(address);
}

export const api = {
  /** Whether the engine is inside the page, without files and with the memory of the browser. */
  isInPage: folder !== "",
  /** How many workers can share a search inside the page. */
  workers: mostWorkers(),
  /** All names with what they mean. */
  catalogue: () => getOnce("/api/catalogue"),
  /** @param {string} size such as `3x4` */
  goals: (size) => getOnce(`/api/goals?size=${encodeURIComponent(size)}`),
  explain: (body, options) => engine.answer("/api/explain", body, options),
  draw: (body) => engine.answer("/api/draw", body),
  generate: (body, options) => engine.answer("/api/generate", body, options),
  heuristic: (body, options) => engine.answer("/api/heuristic", body, options),
  /** Ends a job with what it knows: its stream gives the result. */
  stop: (job) => engine.stop(job),
  /** How many questions are being worked on. */
  running: () => engine.running(),
  /**
   * Long work: `on` holds a function for each kind of event (`accepted`, `progress`, `improvement`, `run`).
   * Aborting the signal cancels the work.
   * @param {string} path such as `/api/solve`
   * @param {object} body
   * @param {Streaming} [options]
   * @returns {Promise<any>} the result
   */
  stream: (path, body, options) => engine.stream(path, body, options),
  /**
   * Calls the listener when the server goes away (`false`) and when it is back (`true`).
   * @param {(connected: boolean) => void} listener
   */
  onConnection: (listener) => engine.onConnection(listener),
};
