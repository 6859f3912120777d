// What the pages do beyond being read: the contents are open where there is room beside the text, and the pages stay
// for visits without a network, until there is a newer version. The page with the engine has this script, too.
"use strict";

const contents = document.querySelector(".on-page");
if (contents && matchMedia("(min-width: 1181px)").matches) {
  contents.open = true;
}

/** Says that there is a newer version, and loads it when the reader wants it: a search may be running. */
function offer(load) {
  document.querySelector(".newer-version")?.remove();
  const box = document.createElement("div");
  box.className = "notice newer-version";
  box.setAttribute("role", "status");
  const words = document.createElement("span");
  words.textContent = "A newer version is here.";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = "Load it";
  button.addEventListener("click", load);
  box.append(words, button);
  document.querySelector(".page-header").after(box);
}

/** Keeps the site. Its files change together: a page that is open keeps its version. */
async function keep(container, root) {
  // On a first visit there is no other version that could have been kept.
  let isKept = container.controller !== null;
  let isWanted = false;
  container.addEventListener("controllerchange", () => {
    if (isWanted) {
      location.reload();
    } else if (isKept) {
      // Another page of the site has loaded it.
      offer(() => location.reload());
    }
    isKept = true;
  });
  const registration = await container.register(new URL("sw.js", root), { scope: root.pathname });
  const look = () => {
    if (!registration.waiting || !container.controller) {
      return;
    }
    offer(() => {
      isWanted = true;
      registration.waiting ? registration.waiting.postMessage("take over") : location.reload();
    });
  };
  const follow = () => registration.installing?.addEventListener("statechange", look);
  registration.addEventListener("updatefound", follow);
  follow();
  look();
}

/** The root of the site, as the address of this script tells. */
const root = new URL("../", document.currentScript.src);
if (root.protocol === "file:") {
  document.documentElement.dataset.from = "disk";
} else if (navigator.serviceWorker) {
  // Some browsers keep nothing; then the pages are fetched again at each visit.
  keep(navigator.serviceWorker, root).catch(() => {});
}
