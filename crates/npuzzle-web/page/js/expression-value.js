// @ts-check
// How the value of an expression comes from the values of its parts: `max(17, 19) = 19`, and which part decides it.

/** @typedef {{name: string, value: number}} Part */

/** The names in an expression, each with its argument if it has one. */
const NAMES = /(?<![\w-])[a-z][\w-]*/gi;
const FUNCTIONS = new Set(["max", "min", "floor", "ceil"]);

/**
 * The expression with the value of each part in place of its name.
 * @param {string} expression
 * @param {Part[]} parts
 */
export function substituted(expression, parts) {
  const longest = [...parts].sort((one, other) => other.name.length - one.name.length);
  let text = "";
  for (let at = 0; at < expression.length; ) {
    const before = expression[at - 1] ?? " ";
    const part = /[\w-]/.test(before) && /\w/.test(before)
      ? undefined
      : longest.find(({ name }) => expression.startsWith(name, at) && !/[\w(-]/.test(expression[at + name.length] ?? " "));
    text += part ? String(part.value) : expression[at];
    at += part ? part.name.length : 1;
  }
  return text;
}

/** The arguments between brackets, at their top level. */
function splitArguments(text) {
  const found = [""];
  let depth = 0;
  for (const letter of text) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (letter === "," && depth === 0) found.push("");
    else found[found.length - 1] += letter;
  }
  return found.map((argument) => argument.trim());
}

/** The value of an expression of numbers, `+ - * /`, brackets and the four functions; NaN if it is something else. */
export function valueOf(text) {
  const tokens = text.match(/\d+(?:\.\d+)?|[a-z]+|[-+*/(),]/gi) ?? [];
  let at = 0;
  const list = () => {
    const values = [sum()];
    while (tokens[at] === ",") {
      at += 1;
      values.push(sum());
    }
    at += 1;
    return values;
  };
  const atom = () => {
    const token = tokens[at++];
    if (token === "-") return -atom();
    if (token === "(") return list()[0];
    if (FUNCTIONS.has(token)) {
      at += 1;
      return Math[token](...list());
    }
    return Number(token);
  };
  const product = () => {
    let value = atom();
    while (tokens[at] === "*" || tokens[at] === "/") value = tokens[at++] === "*" ? value * atom() : value / atom();
    return value;
  };
  function sum() {
    let value = product();
    while (tokens[at] === "+" || tokens[at] === "-") value = tokens[at++] === "+" ? value + product() : value - product();
    return value;
  }
  const value = sum();
  return at >= tokens.length ? value : NaN;
}

/**
 * The name of the part that decides a `max` or a `min`: the value of the whole is that of the argument it stands in.
 * @param {string} expression
 * @param {Part[]} parts
 * @returns {string | null} `null` where no part alone decides
 */
export function decidingPart(expression, parts) {
  const [, inner] = /^\s*(?:max|min)\((.*)\)\s*$/s.exec(expression) ?? [];
  if (inner === undefined) return null;
  const whole = valueOf(substituted(expression, parts));
  const decides = splitArguments(inner).find((argument) => valueOf(substituted(argument, parts)) === whole);
  const names = decides?.match(NAMES) ?? [];
  return parts.find(({ name }) => decides?.includes(name) && names.some((word) => name.startsWith(word)))?.name ?? null;
}
