// @ts-check
// The tables that engines in a page have made, in the storage of the browser, where it allows that. The engine checks
// every byte of what it takes, so what is damaged is made again.

const NAME = "npuzzle tables";
/** Not more bytes than this are kept. */
const MOST_BYTES = 64 * 2 ** 20;

/** The storage; rejects where the browser keeps nothing. Pages over plain http do not even have the name `caches`. */
const storage = async () => caches.open(NAME);

/** Files that are there, by their names. */
async function read() {
  const kept = new Map();
  try {
    const cache = await storage();
    for (const request of await cache.keys()) {
      const file = await cache.match(request);
      if (file) kept.set(decodeURIComponent(request.url.split("/").pop() ?? ""), new Uint8Array(await file.arrayBuffer()));
    }
  } catch {
    // Then each visit makes its tables anew.
  }
  return kept;
}

/** All that is kept, for an engine that cannot wait: it takes a table out and puts one in at once. */
export async function keptTables() {
  const kept = await read();
  let bytes = [...kept.values()].reduce((sum, file) => sum + file.length, 0);
  return {
    /** @param {string} name */
    take: (name) => kept.get(name),
    /**
     * @param {string} name
     * @param {Uint8Array<ArrayBuffer>} file
     */
    keep(name, file) {
      bytes += file.length;
      if (bytes > MOST_BYTES) return;
      const address = new URL(encodeURIComponent(name), location.href);
      storage().then((cache) => cache.put(address, new Response(file))).catch(() => {});
    },
  };
}
