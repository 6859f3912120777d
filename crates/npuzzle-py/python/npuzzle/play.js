// The board that `npuzzle.play` shows: an ES module for anywidget. Python has the truth about h and
// about solutions; the page moves the tiles.

const KEYS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, 1], ArrowRight: [0, -1] };
const STEPS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };
const GLIDE = "left .12s, top .12s";
const DOT = "radial-gradient(circle at 84% 84%, ";
// A pointer that moves less, in pixels, has clicked.
const STILL = 5;

function make(name, style, text) {
  const node = document.createElement(name);
  Object.assign(node.style, style);
  if (text !== undefined) node.textContent = text;
  return node;
}

function render({ model, el }) {
  const look = model.get("colours"), cols = model.get("cols"), goal = model.get("goal");
  const rows = goal.length / cols, cell = Math.max(24, Math.min(64, Math.floor(420 / cols)));
  let moves = 0, timer = 0;

  const root = make("div", { display: "inline-block", font: "14px system-ui, sans-serif" });
  const tray = make("div", { position: "relative", width: cols * cell + 8 + "px",
    height: rows * cell + 8 + "px", background: look.tray, borderRadius: "8px", touchAction: "none",
    userSelect: "none" });
  tray.tabIndex = 0;
  tray.setAttribute("role", "application");
  tray.setAttribute("aria-label", "a sliding-tile puzzle; arrow keys move tiles");
  const line = make("div", { margin: "6px 0", minHeight: "1.4em" });
  line.setAttribute("aria-live", "polite");
  const buttons = make("div", { display: "flex", gap: "6px" });
  root.append(tray, line, buttons);
  el.appendChild(root);

  const tiles = new Map();
  goal.filter((tile) => tile).forEach((tile) => {
    const node = make("button", { position: "absolute", width: cell - 4 + "px", padding: "0",
      height: cell - 4 + "px", borderRadius: "15%", border: "1px solid " + look.outline,
      color: look.ink, font: "600 " + Math.round(cell * 0.42) + "px system-ui, sans-serif",
      transition: GLIDE, cursor: "pointer" }, String(tile));
    node.type = "button";
    node.tabIndex = -1;
    let from = null;
    node.addEventListener("pointerdown", (event) => {
      stop();
      from = [event.clientX, event.clientY];
      node.setPointerCapture(event.pointerId);
    });
    node.addEventListener("pointermove", (event) => { if (from) follow(tile, from, event); });
    node.addEventListener("pointerup", (event) => {
      if (!from) return;
      // A click and a drag over half a cell do the same: there is one way a tile can go.
      const isClick = Math.hypot(event.clientX - from[0], event.clientY - from[1]) < STILL;
      release(tile, isClick || follow(tile, from, event) > cell / 2);
      from = null;
    });
    node.addEventListener("pointercancel", () => { if (from) release(tile, false); from = null; });
    node.addEventListener("click", (event) => { if (event.detail === 0) push(tile); });
    tiles.set(tile, node);
    tray.appendChild(node);
  });

  function button(name, act) {
    const node = make("button", { padding: "4px 12px", cursor: "pointer" }, name);
    node.type = "button";
    node.addEventListener("click", act);
    buttons.appendChild(node);
  }
  const start = model.get("tiles").slice();
  button("Hint", () => model.send("hint"));
  button("Solve", () => { line.textContent = "searching"; model.send("solve"); });
  button("Start again", () => { stop(); moves = 0; set(start.slice()); });

  function stop() { window.clearInterval(timer); timer = 0; }

  function set(next) {
    model.set("tiles", next);
    model.save_changes();
    draw();
  }

  function step(down, right) {
    const now = model.get("tiles").slice(), blank = now.indexOf(0);
    const row = Math.floor(blank / cols) + down, col = (blank % cols) + right;
    if (row < 0 || row >= rows || col < 0 || col >= cols) return;
    now[blank] = now[row * cols + col];
    now[row * cols + col] = 0;
    moves += 1;
    set(now);
  }

  // Which way the blank goes when a tile is pushed, and how far.
  function way(tile) {
    const now = model.get("tiles"), blank = now.indexOf(0), at = now.indexOf(tile);
    const down = Math.floor(at / cols) - Math.floor(blank / cols), right = (at % cols) - (blank % cols);
    const far = down !== 0 && right !== 0 ? 0 : Math.abs(down + right);
    return { blank, down: Math.sign(down), right: Math.sign(right), far };
  }

  function push(tile) {
    stop();
    const { down, right, far } = way(tile);
    // A whole line may be pushed at a time.
    for (let left = far; left > 0; left -= 1) step(down, right);
  }

  // The tiles from this one to the blank follow the pointer; by how many pixels they do.
  function follow(tile, from, event) {
    const now = model.get("tiles"), { blank, down, right, far } = way(tile);
    const dragged = (from[0] - event.clientX) * right + (from[1] - event.clientY) * down;
    const shift = Math.max(0, Math.min(cell, dragged));
    for (let left = far; left > 0; left -= 1) {
      const at = blank + left * (down * cols + right), node = tiles.get(now[at]);
      node.style.transition = "none";
      put(node, at, -shift * down, -shift * right);
    }
    return shift;
  }

  function release(tile, isPushed) {
    tiles.forEach((node) => { node.style.transition = GLIDE; });
    if (isPushed) push(tile); else draw();
  }

  tray.addEventListener("keydown", (event) => {
    const to = KEYS[event.key];
    if (!to) return;
    stop();
    step(to[0], to[1]);
    event.preventDefault();
    event.stopPropagation();
  });

  // Shows a tile on its cell, or so many pixels beside it.
  function put(node, at, down, right) {
    node.style.left = 6 + (at % cols) * cell + right + "px";
    node.style.top = 6 + Math.floor(at / cols) * cell + down + "px";
  }

  function draw() {
    model.get("tiles").forEach((tile, at) => {
      if (!tile) return;
      const node = tiles.get(tile), isHome = goal[at] === tile;
      put(node, at, 0, 0);
      // A dot as well, for eyes that see no difference in the colours.
      node.style.background = isHome ? DOT + look.ink + " 5%, " + look.home + " 6%)" : look.tile;
    });
    tell();
  }

  function tell() {
    const isSolved = model.get("tiles").every((tile, at) => tile === goal[at]);
    const said = [moves === 1 ? "1 move" : moves + " moves", model.get("says")];
    if (isSolved) said.push("solved");
    line.textContent = said.filter(Boolean).join(" · ");
  }

  model.on("change:tiles", draw);
  model.on("change:says", tell);
  model.on("msg:custom", (answer) => {
    stop();
    // An answer for a board that is not there any more.
    if (String(answer.tiles) !== String(model.get("tiles"))) return tell();
    const letters = Array.from(answer.moves || "");
    if (answer.said) line.textContent = answer.said;
    if (!letters.length) return;
    timer = window.setInterval(() => {
      const to = STEPS[letters.shift()];
      if (to && root.isConnected) step(to[0], to[1]);
      if (!letters.length || !root.isConnected) stop();
    }, 250);
  });
  draw();
  return () => stop();
}

export default { render };
