// @ts-check
// Numbers and verdicts in words.

const NUMBER = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** @param {number} value */
export function number(value) {
  return NUMBER.format(value);
}

/**
 * `1 move`, `31 moves`.
 * @param {number} count
 * @param {string} noun
 * @param {string} [several]
 */
export function plural(count, noun, several = `${noun}s`) {
  return `${number(count)} ${count === 1 ? noun : several}`;
}

/** @param {number} value */
export function seconds(value) {
  if (value === 0) {
    return "0 s";
  }
  // The limits are where the next unit begins after rounding: never 1000 ms or 2 min 60 s.
  if (value < 0.9995e-3) {
    return `${Math.max(1, Math.round(value * 1e6))} µs`;
  }
  if (value < 0.9995) {
    return `${NUMBER.format(Number((value * 1e3).toPrecision(3)))} ms`;
  }
  if (value < 120) {
    return `${value.toFixed(value < 10 ? 2 : 1)} s`;
  }
  const whole = Math.round(value);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** The step of the clock in seconds; 0 until it was looked for. */
let finest = 0;

/** The step of the clock, which browsers make coarse on purpose. */
function resolution() {
  if (finest === 0) {
    finest = Infinity;
    let before = performance.now();
    for (let ticks = 0; ticks < 3; ) {
      const now = performance.now();
      if (now > before) {
        finest = Math.min(finest, Number(((now - before) / 1000).toPrecision(1)));
        before = now;
        ticks += 1;
      }
    }
  }
  return finest;
}

/**
 * A time that was measured. None at all is less than a step of the clock.
 * @param {number} value
 */
export function measured(value) {
  return value === 0 ? `< ${seconds(resolution())}` : seconds(value);
}

/**
 * The time of a player, to the hundredth: `7.04`, `1:07.04`.
 * @param {number} value seconds
 */
export function clock(value) {
  const hundredths = Math.floor(value * 100 + 1e-6);
  const minutes = Math.floor(hundredths / 6000);
  const rest = ((hundredths % 6000) / 100).toFixed(2);
  return minutes > 0 ? `${minutes}:${rest.padStart(5, "0")}` : rest;
}

/** @param {number} value */
export function bytes(value) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  let amount = value;
  while (Math.round(amount) >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${amount >= 100 || unit === 0 ? Math.round(amount) : amount.toFixed(1)} ${units[unit]}`;
}

/**
 * A large count in a few characters: `12.3 M`.
 * @param {number} value
 */
export function short(value) {
  const rounded = Number(value.toPrecision(3));
  for (const [size, unit] of [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ]) {
    if (rounded >= /** @type {number} */ (size)) {
      return `${Number((rounded / /** @type {number} */ (size)).toPrecision(3))} ${unit}`;
    }
  }
  return String(Math.round(value));
}

/** @param {number} value a factor, rounded up: a proved factor must not look better than it is */
export function factor(value) {
  return String(Math.ceil(value * 1000 - 1e-9) / 1000);
}

/**
 * What a report proves, in words: a kind for the look, a title, and a sentence.
 * @param {any} report
 * @returns {{kind: "optimal" | "within" | "found" | "none" | "unsolvable", title: string, sentence: string}}
 */
export function verdict(report) {
  const bound = report.lower_bound;
  if (report.status === "unsolvable") {
    return {
      kind: "unsolvable",
      title: "Unsolvable: proved",
      sentence: report.reason ?? "no sequence of moves leads to the goal",
    };
  }
  if (report.cost === null) {
    const least = !bound ? "" : `; at least ${plural(bound, "move is", "moves are")} needed`;
    return { kind: "none", title: "No solution found", sentence: (report.reason ?? "the search was stopped") + least };
  }
  if (report.proof === "optimal") {
    return { kind: "optimal", title: "Optimal: proved", sentence: "no solution is shorter" };
  }
  const least = !bound ? "" : `at least ${plural(bound, "move is", "moves are")} needed`;
  if (report.proof === "within") {
    return { kind: "within", title: `At most ${factor(report.within)} times the optimum: proved`, sentence: least };
  }
  return { kind: "found", title: "Found, not proved the shortest", sentence: least };
}

/**
 * What is known about the fewest moves, in a few words.
 * @param {any} report
 */
export function fewestMoves(report) {
  if (report.status === "unsolvable") {
    return "no way to the goal";
  }
  if (report.cost === null) {
    return report.lower_bound ? `at least ${plural(report.lower_bound, "move")}` : "";
  }
  if (report.proof === "optimal") {
    return `the goal is ${plural(report.cost, "move")} away, proved`;
  }
  const least = report.lower_bound ? `, at least ${number(report.lower_bound)}` : "";
  return `at most ${number(report.cost)}${least}`;
}
