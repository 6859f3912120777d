// Keeps the files of the site for visits without a network. Written by `cargo xtask site`.

/** Changes whenever a file does. */
const VERSION = "";
/** What is kept from the first visit on. */
const FILES = [];
/** What is shown in place of a page that is not kept. */
const ABSENT = "offline.html";

const root = new URL(".", location.href);
/** A host may have several sites: each keeps its own files. */
const OURS = `npuzzle ${root.pathname} `;
const NAME = OURS + VERSION;
/** Earlier versions named their files without their site. */
const EARLIER = /^npuzzle site [0-9a-f]{16}$/;

addEventListener("install", (event) => {
  const requests = FILES.map((file) => new Request(new URL(file, root), { cache: "no-cache" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(requests)));
});

// A version that is there waits while pages of the one before are open. Their reader decides when it comes.
addEventListener("message", ({ data }) => {
  if (data === "take over") skipWaiting();
});

/** Whether files are those of an older version of this site, and not of another one of the host. */
async function isOlder(name) {
  if (name.startsWith(OURS)) return name !== NAME;
  if (!EARLIER.test(name)) return false;
  const cache = await caches.open(name);
  return (await cache.match(new URL("index.html", root))) !== undefined;
}

async function forgetOlder() {
  for (const name of await caches.keys()) {
    if (await isOlder(name)) await caches.delete(name);
  }
}

addEventListener("activate", (event) => event.waitUntil(forgetOlder().then(() => clients.claim())));

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

/** Words in place of a page that is not kept, at its address: to load it again is to try again. */
async function absent(cache) {
  const page = await cache.match(new URL(ABSENT, root));
  const html = (await page.text()).replace("<head>", `<head>\n<base href="${root.pathname}${ABSENT}">`);
  return new Response(html, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

async function answer(event, url) {
  const { request } = event;
  const cache = await caches.open(NAME);
  const file = fileOf(url);
  const kept = await cache.match(new URL(file, root));
  if (kept) return isolated(kept);
  if (FILES.includes(`${file}/index.html`)) return Response.redirect(`${url.pathname}/${url.search}`);
  let fresh;
  try {
    fresh = await fetch(request);
  } catch (problem) {
    if (request.mode !== "navigate") throw problem;
    return isolated(await absent(cache));
  }
  if (fresh.ok) {
    // Where there is no room, it is shown and not kept.
    event.waitUntil(cache.put(new URL(file, root), fresh.clone()).catch(() => {}));
  }
  return isolated(fresh);
}

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const isOurs = url.origin === root.origin && url.pathname.startsWith(root.pathname);
  if (isOurs && event.request.method === "GET") event.respondWith(answer(event, url));
});
