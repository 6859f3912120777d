"""The script of the player that shows a search. It runs in the reader's browser, without a server.

It is given the scenes as the engine tells them, and draws one at a time.
"""

from __future__ import annotations

TRACE_SCRIPT = r"""
(function (key, story) {
  "use strict";
  const scenes = story.scenes, names = story.names, cols = story.cols, goal = story.goal;

  function make(name, attributes, content) {
    const node = document.createElement(name);
    Object.keys(attributes).forEach(function (each) { node.setAttribute(each, attributes[each]); });
    if (content !== undefined) node.textContent = content;
    return node;
  }

  // A board as a table, as the rest of the card has it; any other state as its text.
  function drawn(number, cell) {
    const name = names[number];
    if (!cols) return make("pre", { class: "np-state" }, name);
    const tiles = name.split(/[ \/]/).filter(Boolean).map(Number);
    const digits = String(tiles.length - 1).length;
    const letters = (cell * Math.min(0.48, 1.3 / (digits + 0.6))).toFixed(1);
    const table = make("table", { class: "npuzzle-board", role: "img", "aria-label": name,
      style: "--np-cell:" + cell + "px;--np-letters:" + letters + "px" });
    let row;
    tiles.forEach(function (tile, at) {
      if (at % cols === 0) row = table.appendChild(make("tr", {}));
      const kind = tile === 0 ? "np-blank" : goal[at] === tile ? "np-home" : "";
      row.appendChild(make("td", { class: kind }, tile === 0 ? "" : String(tile)));
    });
    return table;
  }

  function sum(state) {
    return "g " + state[1] + " + h " + state[2] + " = f " + (state[1] + state[2]);
  }

  const WHY = {
    duplicate: "dropped: known already", worse: "dropped: a path to it is no dearer",
    "over-bound": "dropped: f is over the bound", full: "dropped: there is no room"
  };

  function fate(child, isOld) {
    if (child.dropped) return WHY[child.dropped] || "dropped: " + child.dropped;
    if (child.met !== null) return "both ends meet: cost " + child.met;
    if (child.reopened) return "opened again, on a cheaper path";
    return isOld ? "made before" : "kept";
  }

  function play(root) {
    const still = root.querySelector(".np-static");
    if (still) still.hidden = true;
    root.querySelectorAll(".np-live").forEach(function (old) { old.remove(); });
    const live = make("div", { class: "np-live", role: "group", "aria-label": "search player",
      "data-lm-suppress-shortcuts": "true" });
    const controls = make("div", { class: "np-controls" });
    const stage = make("div", { class: "np-search" });
    const slider = make("input", { type: "range", min: "0", max: String(scenes.length - 1),
      step: "1", "aria-label": "step of the search" });
    let at = 0, timer = 0;

    function button(name, sign, act, kind) {
      const node = make("button", { type: "button", "aria-label": name, title: name }, sign);
      if (kind) node.className = kind;
      node.addEventListener("click", act);
      return controls.appendChild(node);
    }
    const first = button("first step", "|◂", function () { pause(); go(0); });
    const back = button("one step back", "◂", function () { pause(); go(at - 1); });
    const toggle = button("play", "▶ Play", function () { timer ? pause() : run(); }, "np-play");
    const forward = button("one step forward", "▸", function () { pause(); go(at + 1); });
    const last = button("last step", "▸|", function () { pause(); go(scenes.length - 1); });
    slider.addEventListener("input", function () { pause(); go(Number(slider.value)); });
    live.append(controls, slider, stage);
    live.addEventListener("keydown", function (event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const places = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: scenes.length - 1 };
      const target = places[event.key];
      if (target !== undefined) { pause(); go(target); event.preventDefault(); }
      if (event.key !== "Tab" && event.key !== "Escape") event.stopPropagation();
    });
    root.appendChild(live);

    function pause() {
      window.clearInterval(timer);
      timer = 0;
      toggle.textContent = "▶ Play";
      toggle.setAttribute("aria-label", "play");
    }

    function run() {
      if (at === scenes.length - 1) go(0);
      toggle.textContent = "❚❚ Pause";
      toggle.setAttribute("aria-label", "pause");
      timer = window.setInterval(function () {
        if (!live.isConnected || at >= scenes.length - 1) { pause(); return; }
        go(at + 1);
      }, 700);
    }

    function told(scene) {
      if (scene.scene === "search") return "the search " + scene.algorithm + " begins";
      if (scene.scene === "bound") return "an iteration begins: f may be up to " + scene.bound;
      if (scene.scene === "improved") {
        return "a solution of cost " + scene.cost + "; the search goes on";
      }
      if (scene.scene === "solved") return "solved: the cost is " + scene.cost;
      if (scene.scene === "forget") return "a state with f " + scene.f + " is dropped to make room";
      const end = scene.backward ? ", from the goal's side" : "";
      const again = scene.told_before ? " again" : "";
      return "expansion " + scene.number + again + end;
    }

    function go(to) {
      at = Math.max(0, Math.min(scenes.length - 1, to));
      const scene = scenes[at];
      stage.textContent = "";
      const head = make("div", { class: "np-step", "aria-live": "polite" },
        "step " + (at + 1) + " of " + scenes.length + ": " + told(scene));
      stage.appendChild(head);
      if (scene.scene === "expand") stage.appendChild(expansion(scene));
      slider.value = String(at);
      first.disabled = back.disabled = at === 0;
      forward.disabled = last.disabled = at === scenes.length - 1;
    }

    function expansion(scene) {
      const line = make("div", { class: "np-stage" });
      const state = make("figure", {});
      state.append(drawn(scene.state[0], 40), make("figcaption", {}, sum(scene.state)));
      const children = make("div", { class: "np-children" });
      children.appendChild(make("div", { class: "np-name" }, "its children"));
      if (!scene.successors.length) children.appendChild(make("p", {}, "none"));
      scene.successors.forEach(function (child, number) {
        const figure = make("figure", { class: child.dropped ? "np-dropped" : "" });
        const op = child.op === null ? "" : child.op + ": ";
        figure.append(drawn(child.state[0], 24),
          make("figcaption", {}, op + sum(child.state)),
          make("figcaption", { class: child.dropped ? "np-bad-word" : "np-good-word" },
            fate(child, number < scene.told_before)));
        children.appendChild(figure);
      });
      line.append(state, children);
      scene.waiting.forEach(function (side) {
        const box = make("div", { class: "np-waiting" });
        const what = side.name === "path" ? "the path it holds" :
          side.name === "frontier" ? "the frontier" : "the frontier, " + side.name;
        const order = scene.in_order || side.name === "path" ? "" : ", by f";
        box.appendChild(make("div", { class: "np-name" }, what + ": " + side.count + order));
        const list = make("ol", {});
        side.listed.forEach(function (waiting) {
          const item = make("li", {});
          item.append(make("code", {}, names[waiting[0]]), " \u2003f " + (waiting[1] + waiting[2]) +
            " = " + waiting[1] + " + " + waiting[2]);
          list.appendChild(item);
        });
        if (side.count > side.listed.length) {
          list.appendChild(make("li", { class: "np-quiet" },
            "and " + (side.count - side.listed.length) + " more"));
        }
        box.appendChild(list);
        line.appendChild(box);
      });
      return line;
    }
    // The first step that has a state to show.
    go(scenes.findIndex(function (scene) { return scene.scene === "expand"; }));
  }

  document.querySelectorAll('[data-npuzzle-player="' + key + '"]').forEach(function (root) {
    if (root.npuzzlePlays) return;
    root.npuzzlePlays = true;
    play(root);
  });
})
"""
