// @ts-check
// Several workers that answer one question together: each has an engine and a memory of its own, and they send each
// other letters. All come to the same answer; that of the first is shown.

import { sharedBy } from "./mailboxes.js";

/** So many workers at most share a question. Each makes the tables it needs. */
const MOST = 8;

/** How many workers may share a question: one where the browser gives them no memory to share. */
export const mostWorkers = () => (globalThis.crossOriginIsolated ? Math.min(MOST, navigator.hardwareConcurrency ?? 1) : 1);

/**
 * Whether workers can share a search: each has one thread for its part.
 * @param {any} algorithm an entry of the catalogue
 */
export const isShared = (algorithm) => algorithm?.features.includes("one-thread-each") ?? false;

/**
 * How many workers a question wants: one if they cannot share it.
 * @param {string} path
 * @param {any} body
 * @param {() => Promise<any>} catalogue
 */
export async function workersWanted(path, body, catalogue) {
  const most = mostWorkers();
  if (path !== "/api/solve" || most < 2 || typeof body.algorithm !== "string") return 1;
  const wanted = Math.min(body.threads ?? most, most);
  if (!(wanted >= 2)) return 1;
  const name = body.algorithm.split("(")[0].trim();
  const { algorithms } = await catalogue();
  const isMeant = (algorithm) => algorithm.name === name || algorithm.aliases.includes(name);
  return isShared(algorithms.find(isMeant)) ? Math.floor(wanted) : 1;
}

/** @typedef {import("./worker-engine.js").Assistant} Assistant */

/**
 * So many workers, to be asked and stopped as one.
 * @param {number} size
 * @param {() => Promise<Assistant>} hire
 */
export async function gather(size, hire) {
  const hired = await Promise.allSettled(Array.from({ length: size }, hire));
  const members = hired.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const missing = hired.find((one) => one.status === "rejected");
  if (missing) {
    members.forEach((member) => member.worker.terminate());
    throw missing.reason;
  }
  /** Those that have not answered. A worker that has may be at another question by now. @type {Set<Assistant>} */
  const busy = new Set();
  /** @param {number} [within] in milliseconds */
  const stop = (within) => busy.forEach((member) => member.stop(within));
  return {
    /**
     * @param {string} address
     * @param {object | undefined} body
     * @param {(event: string, data: string) => void} tell
     */
    ask(address, body, tell) {
      const shared = sharedBy(size);
      return new Promise((done, failed) => {
        members.forEach((member, rank) => {
          busy.add(member);
          const isFirst = rank === 0;
          member.ask(address, body, isFirst ? tell : () => {}, { shared, size, rank }).finally(() => busy.delete(member)).then(
            (answer) => {
              if (!isFirst) return;
              done(answer);
              // They have the same answer, or need none.
              stop();
            },
            (problem) => {
              // A question that is refused is refused by all of them. One without an engine leaves the others waiting.
              if (problem.status < 500 && !isFirst) return;
              failed(problem);
              if (problem.status >= 500) busy.forEach((other) => other.end(problem));
            },
          );
        });
      });
    },
    stop,
  };
}
