// @ts-check
// Keeps a site for visits without a network. The page of a server needs its server anyway.

/** Some browsers keep nothing, and pages that are not on a safe connection may not: then a network is needed. */
export function keepForLater() {
  navigator.serviceWorker?.register("../sw.js").catch(() => {});
}
