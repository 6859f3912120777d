// Checks of what Play is made of: times, undo, colours, pasted moves, words, QR codes and films.

/**
 * @param {any} assert
 * @param {(name: string) => Promise<any>} importModule imports `/js/NAME`
 */
export async function run(assert, importModule) {
  times(assert, await importModule("records.js"));
  attempts(assert, await importModule("attempt.js"), await importModule("format.js"));
  undo(assert, await importModule("puzzle-history.js"));
  colours(assert, await importModule("tile-colours.js"));
  days(assert, await importModule("daily.js"));
  pasted(assert, await importModule("pasted.js"), await importModule("puzzle.js"));
  words(assert, await importModule("congratulation.js"), await importModule("pace.js"));
  problems(assert, await importModule("api-problem.js"));
  codes(assert, await importModule("qr-code.js"));
  await films(assert, await importModule("gif.js"), await importModule("film.js"), await importModule("puzzle.js"));
}

function times(assert, { averageOfFive, withTime, noRecords, readRecords }) {
  const of = (...seconds) => seconds.map((value) => ({ seconds: value, moves: 30 }));
  assert.equal(averageOfFive(of(1, 2, 3, 4)), null, "four are no average");
  assert.equal(averageOfFive(of(9, 1, 2, 3, 10)), (9 + 2 + 3) / 3, "without the fastest and the slowest");
  assert.equal(averageOfFive(of(100, 5, 5, 5, 5, 5)), 5, "the last five");
  let records = noRecords();
  for (const seconds of [9, 7, 8, 12, 10, 7.5]) {
    records = withTime(records, { seconds, moves: Math.round(10 * seconds) });
  }
  assert.equal(records.best.seconds, 7);
  assert.equal(records.fewest, 70);
  assert.equal(records.bestAverage, (8 + 10 + 7.5) / 3, "the second five are the better ones");
  assert.deepEqual(readRecords(JSON.stringify(records)), records, "what was kept");
  for (const odd of [null, "", "null", "[]", "{", '{"times": 3}', '{"best": {"seconds": -1, "moves": 2}}']) {
    assert.equal(readRecords(odd).best, null, `${odd}`);
  }
  let many = noRecords();
  for (let count = 0; count < 80; count += 1) {
    many = withTime(many, { seconds: 80 - count, moves: 5 });
  }
  assert.equal(many.times.length, 50, "old times go");
  assert.equal(many.best.seconds, 1, "the best stays");
}

function attempts(assert, { Attempt }, { clock }) {
  const attempt = new Attempt();
  assert.equal(attempt.seconds(5000), 0, "nothing runs before the first move");
  attempt.move(1, 1000);
  attempt.move(2, 2000);
  assert.equal(attempt.seconds(3000), 2);
  assert.equal(attempt.rate(4000), 1);
  attempt.finish(4000);
  attempt.finish(9000);
  attempt.move(1, 9500);
  assert.equal(attempt.seconds(10000), 3, "the clock stands");
  assert.equal(attempt.moves, 3, "what comes after is not counted");
  const untouched = new Attempt();
  untouched.finish(100);
  assert.ok(!untouched.isDone, "nothing was begun");
  assert.equal(clock(0), "0.00");
  assert.equal(clock(7.041), "7.04");
  assert.equal(clock(59.999), "59.99", "never 60");
  assert.equal(clock(67.5), "1:07.50");
}

function undo(assert, { PuzzleHistory, puzzleOf }) {
  const puzzle = (board, at = 0) =>
    puzzleOf({ board, goal: "last", goalOfSet: false, made: "", moves: "UL", at, solvedFrom: -1, solved: [], theme: "x" });
  assert.ok(!("theme" in puzzle("a")), "the look of the page is no part of a puzzle");
  const history = new PuzzleHistory();
  assert.equal(history.undo(puzzle("a")), null);
  // In the middle of its moves `a` was replaced by `b`, and `b` by `c`.
  history.record(puzzle("a", 1), puzzle("b"));
  history.record(puzzle("b"), puzzle("c"));
  assert.ok(history.isUntouched(puzzle("c")) && !history.isUntouched(puzzle("c", 1)), "moves go first");
  assert.equal(history.undo(puzzle("c")).board, "b");
  const back = history.undo(puzzle("b"));
  assert.deepEqual([back.board, back.at], ["a", 1], "with the place among its moves");
  assert.ok(!history.canUndo);
  assert.ok(history.canRedo(puzzle("a", 1)) && !history.canRedo(puzzle("a", 0)), "redo belongs to where undo led");
  assert.equal(history.redo(puzzle("a", 0)), null);
  assert.equal(history.redo(puzzle("a", 1)).board, "b");
  assert.equal(history.redo(puzzle("b")).board, "c");
  assert.equal(history.redo(puzzle("c")), null);
  assert.equal(history.undo(puzzle("c")).board, "b");
  history.record(puzzle("b"), puzzle("d"));
  assert.ok(!history.canRedo(puzzle("b")), "a new puzzle ends what could be redone");
}

function colours(assert, { toneOf, SCHEMES }) {
  const shape = { rows: 5, cols: 4 };
  assert.deepEqual(SCHEMES.map(([name]) => name), ["plain", "row", "ring", "picture"]);
  assert.deepEqual([0, 3, 4, 19].map((home) => toneOf("row", shape, home)), [0, 0, 1, 4]);
  assert.deepEqual([0, 2, 17, 5, 14, 9].map((home) => toneOf("ring", shape, home)), [0, 0, 0, 1, 1, 1]);
  assert.equal(toneOf("plain", shape, 3), -1);
  assert.equal(toneOf("row", { rows: 20, cols: 2 }, 16), 0, "tones come again");
}

function days(assert, { seedOfDay, dayOf }) {
  assert.equal(seedOfDay(new Date(2026, 0, 31)), 20260131);
  assert.equal(dayOf("random:20260131", "last"), "2026-01-31");
  for (const [made, goal] of [["random:20260131", "first"], ["random:20261331", "last"], ["walk:20260131", "last"], ["", "last"]]) {
    assert.equal(dayOf(made, goal), "", `${made} ${goal}`);
  }
}

function pasted(assert, { movesOf, whyNot }, { parseRows }) {
  assert.equal(movesOf(" uldr\nR "), "ULDRR");
  assert.equal(movesOf("U"), "", "one letter is no list of moves");
  assert.equal(movesOf("hello"), "");
  const board = parseRows("1 2 3/4 0 6/7 5 8");
  assert.equal(whyNot(board, "DR"), "");
  assert.ok(whyNot(board, "UUU").includes("after 1 move"), whyNot(board, "UUU"));
  assert.ok(whyNot(parseRows("0 1/2 3"), "UL").includes("the first of them"));
}

function words(assert, { titleOf, cardWords }, { paceOf, Pace }) {
  const feat = { moves: 23, byHand: true, fewest: 20, time: { seconds: 61.25, isBest: true } };
  assert.equal(titleOf(feat), "Solved in 23 moves and 1:01.25 s, your best time");
  assert.equal(titleOf({ ...feat, byHand: false }), "The goal is reached in 23 moves");
  assert.deepEqual(cardWords({ size: "4x4", day: "2026-01-31", fewest: 20, feat }).lines.length, 2);
  assert.ok(cardWords({ size: "3x3", day: "", fewest: null, feat: null }).title.startsWith("Can you solve this 3"));
  assert.equal(paceOf(31, 4), 4, "short enough");
  assert.equal(paceOf(918, 4), 30);
  assert.equal(paceOf(10_000_000, 4), 1000);
  const pace = new Pace();
  pace.begin(918, 4);
  assert.deepEqual([pace.speed(4), pace.chosen(30, 4)], [30, 4], "what the page chose is no choice of the reader");
  assert.deepEqual([pace.chosen(60, 4), pace.speed(60)], [60, 60], "the reader's hand counts");
  pace.begin(31, 4);
  assert.equal(pace.speed(4), 4);
}

function problems(assert, { ApiProblem }) {
  const detail =
    "tile 8 appears twice\n  --> board:1:17\n   |\n 1 | 1 2 8 8\n   |       ^ the second 8\nhelp: a board has each tile once";
  const problem = new ApiProblem({ status: 400, title: "", detail });
  assert.ok(!problem.message.includes("-->"), problem.message);
  assert.ok(problem.message.includes(" 1 | 1 2 8 8\n   |       ^"), "the mark stays below the text");
  assert.equal(problem.summary, "tile 8 appears twice. A board has each tile once");
  assert.equal(new ApiProblem({ status: 400, title: "", detail: "no" }).summary, "no");
}

/** Codes that another program made: whole, as a number for each row, or as a sum over all modules. */
const KNOWN = {
  "http:":
    "1fc97f 104941 175d5d 17565d 175d5d 105e41 1fd57f 001c00 17ca7c 0ea3cf 116166 0f9bcc 1b6929 001d2d 1fc696 10543e " +
    "17569a 1753e4 175564 1047f4 1fd13a",
  "sliding tiles":
    "1fd17f 105e41 175b5d 17495d 175b5d 104041 1fd57f 000c00 13fa97 1f2548 07536f 12b8a7 08671b 001250 1fdf9c 1057cf " +
    "17511a 175644 174d5f 104d6f 1fdee0",
};
const KNOWN_SUMS = [
  [22, 2, "M", "479cd6f0"],
  [69, 4, "L", "30c86cd6"],
  [79, 5, "M", "51a2e013"],
  [136, 7, "L", "cd84ce8f"],
  [231, 10, "L", "870f6b3b"],
  [588, 17, "L", "d729494f"],
];

function codes(assert, { qrCode, correction, pathOf }) {
  // The example of the standard's tutorials: HELLO WORLD at version 1, level M.
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  assert.deepEqual(correction(data, 10), [196, 35, 39, 119, 235, 215, 231, 226, 93, 23], "error correction");
  const rowsOf = ({ size, isDark }) =>
    Array.from({ length: size }, (_, row) => Array.from({ length: size }, (__, col) => (isDark(row, col) ? 1 : 0)).join(""));
  for (const [text, rows] of Object.entries(KNOWN)) {
    const found = rowsOf(qrCode(text)).map((row) => Number.parseInt(row, 2).toString(16).padStart(6, "0"));
    assert.equal(found.join(" "), rows, text);
  }
  const sum = (text) => {
    let hash = 0x811c9dc5;
    for (const letter of text) {
      hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
    }
    return hash.toString(16);
  };
  for (const [length, version, level, known] of KNOWN_SUMS) {
    const code = qrCode("https://".repeat(200).slice(0, length));
    assert.deepEqual([code.version, code.level], [version, level], `${length} characters`);
    assert.equal(sum(rowsOf(code).join("\n")), known, `${length} characters`);
  }
  assert.equal(qrCode("é".repeat(429))?.version, 20, "858 bytes are the most");
  assert.equal(qrCode("x".repeat(859)), null, "too long");
  const code = qrCode("npuzzle");
  const dark = rowsOf(code).join("").replaceAll("0", "").length;
  const drawn = [...pathOf(code).matchAll(/h(\d+)v/g)].reduce((count, run) => count + Number(run[1]), 0);
  assert.equal(drawn, dark, "the picture has all dark modules");
}

async function films(assert, { encodeGif }, { film }, { parseRows, applyMoves }) {
  // Noise fills the table of codes again and again; the browser reads what was written.
  const [width, height] = [160, 120];
  const palette = Array.from({ length: 200 }, (_, at) => [at, 255 - at, (7 * at) % 256]);
  let seed = 1;
  const noise = () => (seed = (seed * 48271) % 2147483647) % 200;
  const pictures = [noise, (at) => Math.floor(at / width), () => 3].map((colour) =>
    Uint8Array.from({ length: width * height }, (_, at) => colour(at)),
  );
  const frames = pictures.map((pixels) => ({ left: 0, top: 0, width, height, pixels, delay: 10 }));
  const shown = await framesOf(encodeGif({ width, height, palette, frames }));
  assert.equal(shown.length, 3);
  pictures.forEach((pixels, index) => {
    const wrong = pixels.findIndex((colour, at) => palette[colour].some((part, of) => shown[index].data[4 * at + of] !== part));
    assert.equal(wrong, -1, `picture ${index}`);
  });

  const [start, moves] = [parseRows("1 2 3/4 0 6/7 5 8"), "DR"];
  const goal = applyMoves(start, moves);
  const boards = await framesOf(await film({ start, goal, moves, tiles: "plain" }));
  assert.equal(boards.length, 1 + 4 * moves.length, "four pictures for each move");
  const [last] = await framesOf(await film({ start: goal, goal, moves: "", tiles: "plain" }));
  // Both palettes hold the colours of the goal; a step of eight is the difference that they allow.
  const far = last.data.findIndex((part, at) => Math.abs(part - boards.at(-1).data[at]) > 16);
  assert.equal(far, -1, "the film ends with the goal");
  let refused = "";
  await film({ start, goal, moves: "DU".repeat(2000), tiles: "plain" }).catch((error) => (refused = error.message));
  assert.ok(refused.includes("2,000"), "longer films are refused");
}

async function framesOf(bytes) {
  const decoder = new ImageDecoder({ data: bytes, type: "image/gif" });
  await Promise.all([decoder.completed, decoder.tracks.ready]);
  const { frameCount } = decoder.tracks.selectedTrack;
  const pictures = [];
  for (let frameIndex = 0; frameIndex < frameCount; frameIndex += 1) {
    const { image } = await decoder.decode({ frameIndex });
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    pictures.push(context.getImageData(0, 0, canvas.width, canvas.height));
    image.close();
  }
  return pictures;
}
