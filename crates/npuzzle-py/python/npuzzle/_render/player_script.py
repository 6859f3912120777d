"""The step player's script. It runs in the reader's browser, without a server.

It is given the start, the goal and the moves, and computes every board itself. A step redraws two
cells of a canvas, whatever the size of the board; the list of moves holds one page at a time,
whatever their number.
"""

from __future__ import annotations

PLAYER_SCRIPT = r"""
(function (key, puzzle) {
  "use strict";
  const rows = puzzle.rows, cols = puzzle.cols, count = rows * cols;
  const DIRECTIONS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };
  const WORDS = { U: "up", D: "down", L: "left", R: "right" };
  const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };
  const PAGE = 200;
  const SPEEDS = [1, 2, 4, 8, 30, 100, 1000, 10000];
  const isMosaic = count > puzzle.mostNumbered;
  const digits = String(Math.max(1, count - 1)).length;
  const calm = window.matchMedia && window.matchMedia("(prefers-reduced-motion: reduce)");
  // The colour of each tile of a mosaic: the corners' colours, mixed by where it belongs.
  const colours = [];
  const look = puzzle.colours;
  if (isMosaic) {
    const corners = [look.above_left, look.above_right, look.below_left, look.below_right];
    puzzle.goal.forEach(function (tile, place) {
      const down = Math.floor(place / cols) / Math.max(1, rows - 1);
      const right = place % cols / Math.max(1, cols - 1);
      const mixed = [0, 1, 2].map(function (channel) {
        const corner = corners.map(function (colour) {
          return parseInt(colour.slice(1 + 2 * channel, 3 + 2 * channel), 16);
        });
        const above = corner[0] + (corner[1] - corner[0]) * right;
        const below = corner[2] + (corner[3] - corner[2]) * right;
        return Math.round(above + (below - above) * down);
      });
      colours[tile] = tile ? "rgb(" + mixed.join(",") + ")" : look.mosaic_blank;
    });
  }

  function number(value) { return value.toLocaleString("en"); }

  function make(name, attributes, content) {
    const node = document.createElement(name);
    Object.keys(attributes).forEach(function (key) { node.setAttribute(key, attributes[key]); });
    if (content !== undefined) node.textContent = content;
    return node;
  }

  function icon(path) {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", "0 0 16 16");
    svg.setAttribute("aria-hidden", "true");
    const shape = document.createElementNS(space, "path");
    shape.setAttribute("d", path);
    svg.appendChild(shape);
    return svg;
  }

  // The way of the blank, whether letters name blank or tile: cells[k] is where it stands after k
  // moves. A letter that leads off the board ends the way, so that what is played is always a
  // board.
  function wayOf(moves) {
    const cells = new Int32Array(moves.length + 1);
    let cell = puzzle.start.indexOf(0), length = 0;
    cells[0] = cell;
    for (const letter of moves) {
      const step = DIRECTIONS[puzzle.movesOf === "tile" ? OPPOSITE[letter] : letter];
      if (!step) break;
      const row = Math.floor(cell / cols) + step[0], col = cell % cols + step[1];
      if (row < 0 || row >= rows || col < 0 || col >= cols) break;
      cell = row * cols + col;
      length += 1;
      cells[length] = cell;
    }
    return { moves: moves, cells: cells, length: length };
  }

  function play(root) {
    const fallback = root.querySelector(".np-static");
    if (fallback) fallback.hidden = true;
    root.querySelectorAll(".np-live").forEach(function (old) { old.remove(); });

    let way = wayOf(puzzle.ways[0]);
    let tiles = puzzle.start.slice();
    let at = 0, shown = 0, page = -1, timer = 0, sliding = 0;

    const live = make("div", { class: "np-live", role: "group", "aria-label": "step player",
      "data-lm-suppress-shortcuts": "true" });
    const stage = make("div", { class: "np-stage" });
    const canvas = make("canvas", { role: "img" });
    const panel = make("div", { class: "np-panel" });
    const counter = make("div", { class: "np-step" });
    const saying = make("div", { class: "np-saying", "aria-live": "polite" });
    const controls = make("div", { class: "np-controls" });

    function button(name, path, act, kind) {
      const node = make("button", { type: "button", "aria-label": name, title: name });
      if (kind) node.className = kind;
      node.appendChild(icon(path));
      node.addEventListener("click", act);
      controls.appendChild(node);
      return node;
    }
    const first = button("first board", "M2 2h2.4v12H2zM14 2v12L5.6 8z", function () {
      pause();
      go(0);
    });
    const back = button("one step back", "M12.5 2v12L4 8z", function () {
      pause();
      go(at - 1);
    });
    const PLAY = "M3.5 1.5v13L14 8z", PAUSE = "M3 2h3.6v12H3zM9.4 2H13v12H9.4z";
    const toggle = button("play", PLAY, function () { timer ? pause() : run(); }, "np-play");
    const word = make("span", {}, "Play");
    toggle.appendChild(word);
    const forward = button("one step forward", "M3.5 2v12L12 8z", function () {
      pause();
      go(at + 1);
    });
    const last = button("last board", "M11.6 2H14v12h-2.4zM2 2v12l8.4-6z", function () {
      pause();
      go(way.length);
    });

    const slider = make("input", { type: "range", min: "0", step: "1", "aria-label": "step" });
    slider.addEventListener("input", function () { pause(); go(Number(slider.value)); });

    const choices = make("div", { class: "np-choices" });
    function choice(name, options) {
      const label = make("label", {}, name);
      const select = make("select", {});
      options.forEach(function (option) {
        select.appendChild(make("option", { value: option[0] }, option[1]));
      });
      label.appendChild(select);
      choices.appendChild(label);
      return select;
    }
    const speed = choice("speed", SPEEDS.map(function (each) {
      return [each, each === 1 ? "1 move a second" : number(each) + " moves a second"];
    }));
    // A long solution is played in half a minute or so, a short one at a pace that can be followed.
    const wanted = Math.max(2, way.length / 30);
    const fastest = SPEEDS[SPEEDS.length - 1];
    speed.value = String(SPEEDS.find(function (each) { return each >= wanted; }) || fastest);
    if (puzzle.ways.length > 1) {
      const which = choice("solution", puzzle.ways.map(function (moves, at) {
        return [at, number(at + 1)];
      }));
      which.addEventListener("change", function () {
        pause();
        go(0);
        way = wayOf(puzzle.ways[Number(which.value)]);
        page = -1;
        refresh();
      });
    }

    const list = make("div", { class: "np-moves", "aria-hidden": "true" });
    const listed = make("div", { class: "np-mono" });
    const pageName = make("div", { class: "np-quiet" });
    list.append(listed, pageName);
    list.addEventListener("click", function (event) {
      const step = event.target.dataset && event.target.dataset.step;
      if (step) { pause(); go(Number(step)); }
    });

    panel.append(counter, saying, controls, slider, choices);
    stage.append(canvas, panel);
    // The goal of a small board stands beside it.
    const goal = fallback && count <= 36 && fallback.querySelectorAll("figure")[1];
    if (goal) {
      const copy = goal.cloneNode(true);
      copy.className = "np-goal";
      stage.append(copy);
    }
    live.append(stage, list);
    root.appendChild(live);

    live.addEventListener("keydown", function (event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target.tagName === "SELECT") return;
      const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: way.length }[event.key];
      if (target !== undefined) { pause(); go(target); event.preventDefault(); }
      // The notebook's own keys (delete this cell, run it) are not meant here.
      if (event.key !== "Tab" && event.key !== "Escape") event.stopPropagation();
    });

    // Drawing. Lengths are in pixels of the screen, so that edges are sharp.
    const context = canvas.getContext("2d");
    let scale = 1, cell = 0, edge = 0;

    function measure() {
      scale = window.devicePixelRatio || 1;
      const room = Math.max(120, live.clientWidth || 300);
      const side = Math.min(room, isMosaic ? 420 : count > 64 ? 400 : 300);
      const most = Math.min((side - 10) / cols, (side - 10) / rows, 64) * scale;
      const next = Math.max(1, Math.floor(most)), margin = Math.round(4 * scale);
      if (next === cell && margin === edge) return false;
      cell = next;
      edge = margin;
      canvas.width = cols * cell + 2 * edge;
      canvas.height = rows * cell + 2 * edge;
      canvas.style.width = canvas.width / scale + "px";
      canvas.style.height = canvas.height / scale + "px";
      return true;
    }

    // The tray behind one cell; the whole of it is drawn once, by `drawAll`.
    function clearCell(place) {
      const x = edge + place % cols * cell, y = edge + Math.floor(place / cols) * cell;
      context.fillStyle = look.tray;
      context.fillRect(x, y, cell, cell);
      drawPlate(x, y, look.hollow);
    }

    function gapAround() { return Math.max(scale * 0.75, cell * 0.04); }

    function drawPlate(x, y, colour) {
      const gap = gapAround(), side = cell - 2 * gap;
      context.fillStyle = colour;
      context.beginPath();
      if (context.roundRect) context.roundRect(x + gap, y + gap, side, side, side * 0.15);
      else context.rect(x + gap, y + gap, side, side);
      context.fill();
    }

    function drawTile(tile, place, x, y) {
      const gap = gapAround(), side = cell - 2 * gap;
      const isHome = place >= 0 && puzzle.goal[place] === tile;
      drawPlate(x, y, isHome ? look.home : look.tile);
      context.strokeStyle = isHome ? look.home_outline : look.outline;
      context.lineWidth = Math.max(1, cell * 0.03);
      context.stroke();
      context.fillStyle = look.ink;
      if (isHome) {
        context.beginPath();
        context.arc(x + gap + side * 0.86, y + gap + side * 0.86, side * 0.055, 0, 7);
        context.fill();
      }
      const size = cell * Math.min(0.48, 1.3 / (digits + 0.6));
      context.font = "600 " + size + "px " + puzzle.font;
      context.textAlign = "center";
      context.fillText(String(tile), x + cell / 2, y + cell / 2 + size * 0.36);
    }

    function drawCell(place) {
      const x = edge + place % cols * cell, y = edge + Math.floor(place / cols) * cell;
      if (isMosaic) {
        context.fillStyle = colours[tiles[place]];
        context.fillRect(x, y, cell, cell);
        return;
      }
      clearCell(place);
      if (tiles[place]) drawTile(tiles[place], place, x, y);
    }

    function drawAll() {
      context.fillStyle = look.tray;
      context.fillRect(0, 0, canvas.width, canvas.height);
      for (let place = 0; place < count; place += 1) drawCell(place);
    }

    // One tile on its way from one cell to the next.
    function slide(from, to, milliseconds) {
      const began = performance.now(), tile = tiles[to], mine = sliding;
      function frame(now) {
        if (mine !== sliding || !live.isConnected) return;
        const part = Math.min(1, Math.max(0, (now - began) / milliseconds));
        const eased = part * (2 - part);
        if (part === 1) { drawCell(from); drawCell(to); return; }
        clearCell(from);
        clearCell(to);
        const x = from % cols + (to % cols - from % cols) * eased;
        const above = Math.floor(from / cols);
        const y = above + (Math.floor(to / cols) - above) * eased;
        drawTile(tile, -1, edge + x * cell, edge + y * cell);
        window.requestAnimationFrame(frame);
      }
      frame(began);
    }

    // INVARIANT: `tiles` is the board after `at` moves, and way.cells[at] is its blank.
    function go(target) {
      target = Math.min(way.length, Math.max(0, target));
      const distance = Math.abs(target - at), direction = Math.sign(target - at);
      const isNear = distance <= Math.max(16, count / 4), touched = new Set();
      sliding += 1;
      if (shown) { touched.add(shown.from); touched.add(shown.to); shown = 0; }
      while (at !== target) {
        const blank = way.cells[at], next = way.cells[at + direction];
        tiles[blank] = tiles[next];
        tiles[next] = 0;
        at += direction;
        if (isNear) { touched.add(blank); touched.add(next); }
        shown = { from: next, to: blank };
      }
      if (isNear) touched.forEach(drawCell); else drawAll();
      const pace = timer ? 1000 / Number(speed.value) : 1000;
      if (distance === 1 && !isMosaic && pace > 60 && !(calm && calm.matches)) {
        slide(shown.from, shown.to, Math.min(160, pace * 0.6));
      } else {
        shown = 0;
      }
      refresh();
    }

    function sentence() {
      if (way.length === 0) return "the start is the goal";
      if (at === 0) return "the start";
      const letter = way.moves[at - 1], tile = tiles[way.cells[at - 1]];
      const isGoal = tiles.every(function (tile, place) { return tile === puzzle.goal[place]; });
      const done = isGoal ? "; the goal is reached" : "", mover = "tile " + tile + " goes ";
      if (puzzle.movesOf === "tile") return letter + ": " + mover + WORDS[letter] + done;
      const blank = letter + ": the blank goes " + WORDS[letter] + ", ";
      return blank + mover + WORDS[OPPOSITE[letter]] + done;
    }

    function showMoves() {
      const wanted = at ? Math.floor((at - 1) / PAGE) : 0;
      if (wanted !== page) {
        page = wanted;
        listed.textContent = "";
        const end = Math.min(way.length, (page + 1) * PAGE);
        for (let start = page * PAGE; start < end; start += 10) {
          const ten = make("span", { class: "np-ten" });
          for (let step = start; step < Math.min(end, start + 10); step += 1) {
            ten.appendChild(make("span", { "data-step": step + 1 }, way.moves[step]));
          }
          listed.append(ten, " ");
        }
        pageName.textContent = way.length > PAGE
          ? "moves " + number(page * PAGE + 1) + " to " + number(end) + " of " + number(way.length)
          : "";
      }
      const old = listed.querySelector(".np-now");
      const now = listed.querySelector('[data-step="' + at + '"]');
      if (old) old.classList.remove("np-now");
      if (now) now.classList.add("np-now");
    }

    function refresh() {
      const text = "step " + number(at) + " of " + number(way.length), words = sentence();
      counter.textContent = text;
      // While it plays, steps are not read out.
      saying.setAttribute("aria-live", timer ? "off" : "polite");
      saying.textContent = words;
      slider.max = way.length;
      slider.value = at;
      slider.setAttribute("aria-valuetext", text + ", " + words);
      if (!timer) {
        let name = "board after " + number(at) + (at === 1 ? " move" : " moves");
        if (!isMosaic) {
          const lines = [];
          for (let row = 0; row < rows; row += 1) {
            const line = tiles.slice(row * cols, (row + 1) * cols);
            lines.push(line.map(function (tile) { return tile || "blank"; }).join(" "));
          }
          name += ": " + lines.join(", ");
        }
        canvas.setAttribute("aria-label", name);
      }
      first.disabled = back.disabled = at === 0;
      forward.disabled = last.disabled = at === way.length;
      toggle.disabled = way.length === 0;
      showMoves();
    }

    function pause() {
      if (!timer) return;
      window.cancelAnimationFrame(timer);
      timer = 0;
      face("Play", PLAY);
      refresh();
    }

    function face(name, path) {
      word.textContent = name;
      toggle.setAttribute("aria-label", name.toLowerCase());
      toggle.title = name.toLowerCase();
      toggle.querySelector("path").setAttribute("d", path);
    }

    function run() {
      if (at === way.length) go(0);
      face("Pause", PAUSE);
      let before = performance.now(), owed = 0.7;
      function tick(now) {
        // An output that was cleared or made anew must not go on playing.
        if (!live.isConnected) return;
        // A page that was hidden for a while goes on where it was.
        owed += Math.min(0.25, Math.max(0, (now - before) / 1000)) * Number(speed.value);
        before = now;
        const steps = Math.floor(owed);
        if (steps > 0) {
          owed -= steps;
          go(at + steps);
        }
        if (at >= way.length) { timer = 0; face("Play", PLAY); refresh(); return; }
        timer = window.requestAnimationFrame(tick);
      }
      timer = window.requestAnimationFrame(tick);
    }

    function resize() { if (measure()) drawAll(); }
    measure();
    drawAll();
    refresh();
    if (window.ResizeObserver) new ResizeObserver(resize).observe(root);
    else window.addEventListener("resize", resize);
  }

  // The same output may be on the page more than once: each gets a player of its own.
  document.querySelectorAll('[data-npuzzle-player="' + key + '"]').forEach(function (root) {
    if (root.npuzzlePlays) return;
    root.npuzzlePlays = true;
    play(root);
  });
})
"""
