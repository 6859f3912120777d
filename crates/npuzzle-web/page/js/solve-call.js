// @ts-check
// Which search found a solution, as texts such as `algorithm:greedy` and `time_limit:10s`: a link keeps them, so that
// its moves and its result card come from the same search, whatever the fields say by then. A card tells where they
// differ.

const NAMES = ["algorithm", "heuristic", "order", "time_limit", "node_limit", "memory_limit", "all"];

/**
 * @param {Record<string, any>} body a body of `/api/solve`
 * @returns {string[]}
 */
export function callOfBody(body) {
  return NAMES.filter((name) => body[name] !== undefined).map((name) => `${name}:${body[name]}`);
}

/**
 * The part of a body that a call stands for; what it does not know is left out.
 * @param {string[]} call
 * @returns {Record<string, any>}
 */
export function bodyOfCall(call) {
  const pairs = call.map((text) => [text.split(":", 1)[0], text.slice(text.indexOf(":") + 1)]);
  return Object.fromEntries(
    pairs
      .filter(([name]) => NAMES.includes(name))
      .map(([name, value]) => [name, name === "all" ? value === "true" : value]),
  );
}

/**
 * Where a search differs from another, in words; "" if nowhere.
 * @param {Record<string, any>} made a body of `/api/solve`
 * @param {Record<string, any>} chosen another
 */
export function differences(made, chosen) {
  const word = (name, value) => (name === "all" ? (value ? "counted" : "not counted") : (value ?? "not given"));
  const title = (name) => (name === "all" ? "all shortest solutions" : name.replaceAll("_", " "));
  return NAMES.filter((name) => made[name] !== chosen[name])
    .map((name) => `${title(name)} ${word(name, made[name])}, now ${word(name, chosen[name])}`)
    .join("; ");
}
