// @ts-check
// The engine inside the page: one Web Worker for each question that is being answered, so that the page never waits.
//
// A worker that has answered is kept, with the tables it has made, for the next question; one more is always ready.
// `Stop` lets the search end with what it knows, and a worker whose answer is not wanted any more hears the same. One
// that does not hear is ended.

import { ApiProblem } from "./api-problem.js";
import { gather, mostWorkers, workersWanted } from "./crew.js";

/** So many questions with long answers are worked on at once; the others wait. */
const MOST_STREAMS = Math.min(4, Math.max(2, navigator.hardwareConcurrency ?? 2));
/** The next worker starts when the page has rested so long, in milliseconds. */
const CALM = 300;
/** So many workers without work are kept. */
const MOST_IDLE = Math.max(2, mostWorkers());
/** A search that has not heard after so long that it shall stop is ended, in milliseconds. Most hear within 100. */
const DEAF = 2000;
/** One that has heard, and then has not answered after so long. */
const SLOW = 10_000;
/** One whose answer is not wanted any more. Those that hear are kept, with their tables. */
const LEFT = 250;
/** The memory of WebAssembly never shrinks: a worker with more bytes than this is not kept. */
const MOST_KEPT_BYTES = 2 ** 30 / MOST_IDLE;

const crashed = (detail) => new ApiProblem({ status: 500, title: "internal error", detail });

/**
 * The engine as compiled code. Servers that do not know the type of WebAssembly are understood as well.
 * @param {URL} folder
 */
async function compiled(folder) {
  const address = new URL("npuzzle_bg.wasm", folder);
  let response;
  try {
    response = await fetch(address);
  } catch {
    throw new ApiProblem({
      status: 503,
      title: "no engine",
      detail: "the engine cannot be loaded: is there a network?",
    });
  }
  if (!response.ok) {
    throw new ApiProblem({
      status: 503,
      title: "no engine",
      detail: `the engine cannot be loaded: ${address.pathname} answers ${response.status}`,
    });
  }
  const isNamed = response.headers.get("content-type")?.startsWith("application/wasm");
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Bytes that the engine may take: half of what the device has, as far as the browser tells, and what can be addressed. */
function memory() {
  const gibibytes = /** @type {any} */ (navigator).deviceMemory ?? 4;
  return Math.min(gibibytes / 2, 3) * 2 ** 30;
}

/** A worker and the question it is at. */
export class Assistant {
  /** @type {{tell: (event: string, data: string) => void, done: (answer: any) => void, failed: (problem: any) => void} | null} */
  #task = null;
  /** A search hears that it shall stop when there is nothing at this address any more. */
  #lifeline = "";
  #deaf = 0;

  /**
   * @param {URL} folder
   * @param {(assistant: Assistant, keep: boolean) => void} onRest
   */
  constructor(folder, onRest) {
    this.worker = new Worker(new URL("engine-worker.js", import.meta.url), { type: "module", name: "npuzzle" });
    this.onRest = onRest;
    this.worker.onmessage = ({ data }) => this.#hear(data);
    this.worker.onerror = (event) => this.end(crashed(event.message || "the engine did not start"));
    this.worker.postMessage({ folder: folder.href, memory: memory() });
  }

  /** It has its scripts by now, and only waits for the engine. @param {WebAssembly.Module} module */
  wake(module) {
    this.worker.postMessage({ module });
  }

  /**
   * @param {string} address
   * @param {object | undefined} body
   * @param {(event: string, data: string) => void} tell
   * @param {{shared: SharedArrayBuffer, size: number, rank: number}} [crew] the workers that it answers with
   */
  ask(address, body, tell, crew) {
    this.#lifeline = URL.createObjectURL(new Blob(["go on"]));
    return new Promise((done, failed) => {
      this.#task = { tell, done, failed };
      this.worker.postMessage({ address, body: body ? JSON.stringify(body) : "", lifeline: this.#lifeline, crew });
    });
  }

  #hear({ event, data, answer, problem, crash, bytes }) {
    if (event === "stopping") {
      if (this.#deaf !== 0) this.#endAfter(SLOW);
    } else if (event) {
      this.#task?.tell(event, data);
    } else if (crash !== undefined) {
      this.end(crashed(crash));
    } else {
      const task = this.#rest();
      this.onRest(this, bytes <= MOST_KEPT_BYTES);
      if (answer !== undefined) {
        task?.done(JSON.parse(answer));
      } else {
        task?.failed(new ApiProblem(JSON.parse(problem)));
      }
    }
  }

  #rest() {
    const task = this.#task;
    this.#task = null;
    URL.revokeObjectURL(this.#lifeline);
    clearTimeout(this.#deaf);
    this.#deaf = 0;
    return task;
  }

  /** The worker is of no use any more. */
  end(problem) {
    this.worker.terminate();
    const task = this.#rest();
    this.onRest(this, false);
    task?.failed(problem);
  }

  /** Asks the search to end with what it knows. */
  stop(within = DEAF) {
    if (!this.#task) return;
    URL.revokeObjectURL(this.#lifeline);
    this.#endAfter(within);
  }

  /** @param {number} time in milliseconds */
  #endAfter(time) {
    clearTimeout(this.#deaf);
    this.#deaf = setTimeout(() => this.end(crashed("the search did not stop, and was ended without an answer")), time);
  }
}

/**
 * @param {URL} folder where the engine is
 * @returns {import("./api.js").Engine}
 */
export function workerEngine(folder) {
  /** @type {Promise<WebAssembly.Module> | null} */
  let module = null;
  /** @type {Assistant[]} */
  const idle = [];
  /** @typedef {{name: string, assistant: Pick<Assistant, "ask" | "stop"> | null, isStopped: boolean, enter: () => void}} Job */
  /** Streams by their names. @type {Map<string, Job>} */
  const jobs = new Map();
  /** Those that wait for a place. @type {Set<Job>} */
  const waiting = new Set();
  let streams = 0;
  /** Questions that workers are at, wanted or not. */
  let running = 0;
  /** Those that several workers could share: they divide the cores. */
  let sharing = 0;
  let count = 0;

  /** One that starts before it is wanted. @type {Promise<Assistant> | null} */
  let coming = null;

  async function start() {
    module ??= compiled(folder);
    const assistant = new Assistant(folder, rest);
    try {
      assistant.wake(await module);
      return assistant;
    } catch (problem) {
      assistant.worker.terminate();
      // Another question tries again.
      module = null;
      throw problem;
    }
  }

  function rest(assistant, keep) {
    if (keep && idle.length < MOST_IDLE) {
      idle.push(assistant);
    } else {
      assistant.worker.terminate();
    }
  }

  /** Has a worker ready before it is wanted. */
  function prepare() {
    if (idle.length > 0 || coming) return;
    const started = start();
    coming = started;
    const arrive = (assistant) => {
      // A question may have taken it meanwhile.
      if (coming !== started) return;
      coming = null;
      if (assistant) rest(assistant, true);
    };
    started.then(arrive, () => arrive(null));
  }

  /** A worker without work. */
  async function hire() {
    const assistant = idle.pop();
    if (assistant) return assistant;
    const started = coming ?? start();
    coming = null;
    return started;
  }

  /** The lists, asked for when they are needed. @type {Promise<any> | null} */
  let lists = null;
  const catalogue = () => {
    lists ??= ask("/api/catalogue", undefined, undefined);
    lists.catch(() => (lists = null));
    return lists;
  };

  /**
   * @param {string} address
   * @param {object | undefined} body
   * @param {AbortSignal | undefined} signal
   * @param {(event: string, data: string) => void} tell
   * @param {(assistant: Pick<Assistant, "ask" | "stop">) => void} begun
   */
  async function ask(address, body, signal, tell = () => {}, begun = () => {}) {
    const wanted = await workersWanted(address, body, catalogue);
    const isShared = wanted > 1;
    sharing += Number(isShared);
    const size = Math.min(wanted, Math.max(1, Math.floor(mostWorkers() / sharing)));
    running += 1;
    const hired = size > 1 ? gather(size, hire) : hire();
    const answer = hired.then((assistant) => {
      const asked = assistant.ask(address, body, (event, data) => signal?.aborted || tell(event, data));
      begun(assistant);
      return asked;
    });
    const ended = () => {
      running -= 1;
      sharing -= Number(isShared);
    };
    answer.then(ended, ended);
    const assistant = await hired;
    setTimeout(prepare, CALM);
    if (!signal) return answer;
    return new Promise((done, failed) => {
      const abort = () => {
        assistant.stop(LEFT);
        failed(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      if (signal.aborted) abort();
      answer.then(done, failed).finally(() => signal.removeEventListener("abort", abort));
    });
  }

  /** Waits for a place among those that are worked on. A job that shall stop has it at once. */
  function place(job, signal) {
    if (streams < MOST_STREAMS) {
      streams += 1;
      return Promise.resolve();
    }
    return new Promise((entered, failed) => {
      const leave = () => {
        waiting.delete(job);
        failed(signal.reason);
      };
      job.enter = () => {
        waiting.delete(job);
        streams += 1;
        signal?.removeEventListener("abort", leave);
        entered();
      };
      waiting.add(job);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  /** Hands a place on. */
  function leave() {
    streams -= 1;
    const [next] = waiting;
    if (streams < MOST_STREAMS) next?.enter();
  }

  prepare();
  return {
    answer: (address, body, { signal } = {}) => ask(address, body, signal),
    async stream(path, body, { signal, on = {} } = {}) {
      count += 1;
      const job = { name: String(count), assistant: null, isStopped: false, enter: () => {} };
      jobs.set(job.name, job);
      on.accepted?.({ job: job.name, ahead: streams < MOST_STREAMS ? 0 : waiting.size + 1 });
      try {
        await place(job, signal);
        try {
          const tell = (event, data) => on[event]?.(JSON.parse(data));
          return await ask(path, body, signal, tell, (assistant) => {
            job.assistant = assistant;
            if (job.isStopped) assistant.stop();
          });
        } finally {
          leave();
        }
      } finally {
        jobs.delete(job.name);
      }
    },
    async stop(name) {
      const job = jobs.get(name);
      if (!job) {
        throw new ApiProblem({ status: 404, title: "not found", detail: `there is no job ${name}` });
      }
      job.isStopped = true;
      if (waiting.has(job)) job.enter();
      job.assistant?.stop();
    },
    running: async () => running,
    onConnection() {
      // What is inside the page does not go away.
    },
  };
}
