// Keeps the files of the site for visits without a network. Written by `cargo xtask site`.

/** Changes whenever a file does. */
const VERSION = "";
/** What is kept from the first visit on. */
const FILES = [];

const NAME = `npuzzle site ${VERSION}`;
const root = new URL(".", location.href);

addEventListener("install", (event) => {
  const requests = FILES.map((file) => new Request(new URL(file, root), { cache: "no-cache" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
  const forget = (names) => Promise.all(names.filter((name) => name.startsWith("npuzzle site ") && name !== NAME).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget).then(() => clients.claim()));
});

/** The file behind an address: a folder means its page, and the query is the page's own. */
function fileOf(url) {
  const path = url.pathname.slice(root.pathname.length);
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

/** The same answer, with what lets a page and its workers share memory: plain servers do not say it. */
function isolated(response) {
  // A browser follows a redirection itself.
  if (response.type === "opaqueredirect") return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

async function answer(request, url) {
  const cache = await caches.open(NAME);
  const file = fileOf(url);
  const kept = await cache.match(new URL(file, root));
  if (kept) return isolated(kept);
  if (FILES.includes(`${file}/index.html`)) return Response.redirect(`${url.pathname}/${url.search}`);
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(new URL(file, root), fresh.clone());
  return isolated(fresh);
}

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const isOurs = url.origin === root.origin && url.pathname.startsWith(root.pathname);
  if (isOurs && event.request.method === "GET") event.respondWith(answer(event.request, url));
});
