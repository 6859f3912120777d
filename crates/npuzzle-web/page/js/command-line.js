// @ts-check
// The command that does the same as a request of the page.

/** A word of a command line, in quotes where a shell needs them. */
export const quote = (text) => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/**
 * @param {Record<string, any>} body a body of `/api/solve`
 * @returns {string}
 */
export function commandLine(body) {
  const flags = {
    goal: "-g",
    algorithm: "-a",
    heuristic: "-H",
    order: "--order",
    time_limit: "--time-limit",
    node_limit: "--node-limit",
    memory_limit: "--memory-limit",
    max_solutions: "--max-solutions",
  };
  const words = ["npuzzle", "solve", quote(body.board)];
  for (const [name, flag] of Object.entries(flags)) {
    if (body[name] !== undefined) {
      words.push(flag, quote(String(body[name])));
    }
  }
  if (body.all) {
    words.push("--all");
  }
  return words.join(" ");
}
