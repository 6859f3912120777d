// @ts-check
// Of several questions only the latest matters: earlier ones are aborted.

/**
 * @param {number} pause milliseconds that a question waits for a later one
 */
export function createLatest(pause) {
  let timer = 0;
  /** @type {AbortController | null} */
  let controller = null;

  function cancel() {
    clearTimeout(timer);
    controller?.abort();
    controller = null;
  }

  return {
    /**
     * Runs the task after the pause, unless a later one or `cancel` comes first. The task hands its signal on to the
     * server and must look at nothing after an abort.
     * @param {(signal: AbortSignal) => Promise<void>} task
     * @param {{now?: boolean}} [options] `now`: without the pause
     */
    run(task, { now = false } = {}) {
      cancel();
      const own = new AbortController();
      controller = own;
      const start = () =>
        task(own.signal).catch((error) => {
          if (error.name !== "AbortError") {
            console.error(error);
          }
        });
      timer = setTimeout(start, now ? 0 : pause);
    },
    cancel,
  };
}
