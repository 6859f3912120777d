// What the pages do beyond being read: the contents are open where there is room beside the text,
// and the pages stay for visits without a network.
"use strict";

const contents = document.querySelector(".on-page");
if (contents && matchMedia("(min-width: 1181px)").matches) {
  contents.open = true;
}

/** The root of the site, as the address of this script tells. */
const root = new URL("../", document.currentScript.src);
if (root.protocol.startsWith("http")) {
  // Without it, as on some hosts, the pages are fetched again at each visit.
  navigator.serviceWorker?.register(new URL("sw.js", root), { scope: root.pathname })?.catch(() => {});
}
