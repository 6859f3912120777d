// @ts-check
// Trace files: JSON lines, the header first, then one event a line.

const EVENTS = new Set([
  "search", "root", "expand", "generate", "prune", "reopen", "forget", "bound", "met", "improved", "solved",
]);
const NAMES_A_STATE = new Set(["root", "expand", "generate", "forget"]);

/**
 * Reads a trace file; throws an Error whose message names the line that cannot be read. A last line that breaks off is
 * left out: such is the file of a search that was killed.
 * @param {string} text
 * @param {number} mostEvents what follows is left out, and `complete` is false
 * @returns {{header: import("./trace-record.js").TraceHeader, events: object[], complete: boolean, breaksOff: boolean}}
 */
export function parseTraceFile(text, mostEvents = 200000) {
  if (!text.trim()) throw new Error("the file is empty: a trace begins with its header");
  const lines = text.split(/\r?\n/);
  const read = (line, number) => {
    try {
      const value = JSON.parse(line);
      if (value && typeof value === "object") return value;
    } catch {
      // Told below, with the line.
    }
    throw new Error(`line ${number} is not a JSON object: ${line.slice(0, 60)}`);
  };
  const header = read(lines[0] || "", 1);
  if (header.format !== "npuzzle-trace") {
    throw new Error("line 1 is not the header of a trace: expected format npuzzle-trace");
  }
  if (header.version !== 1) throw new Error(`this trace has version ${header.version}; version 1 can be read`);
  const events = [];
  let complete = true;
  let breaksOff = false;
  for (let at = 1; at < lines.length; at += 1) {
    if (!lines[at].trim()) continue;
    if (events.length === mostEvents) {
      complete = false;
      break;
    }
    if (at === lines.length - 1 && events.length && !isJson(lines[at])) {
      breaksOff = true;
      break;
    }
    const event = read(lines[at], at + 1);
    if (!EVENTS.has(event.event)) throw new Error(`line ${at + 1} has an unknown event: ${event.event}`);
    if (NAMES_A_STATE.has(event.event) && typeof event.state !== "string") {
      throw new Error(`line ${at + 1} names no state`);
    }
    events.push(event);
  }
  if (!events.length) throw new Error("the trace has no events");
  const { start = "", goals = [], problem = "", algorithm = "", heuristic = null } = header;
  return { header: { ...header, start, goals, problem, algorithm, heuristic }, events, complete, breaksOff };
}

/**
 * Writes a trace as `parseTraceFile` and `npuzzle replay` read it.
 * @param {{header: object, events: object[]}} recorded
 */
export function traceFileText({ header, events }) {
  return `${[header, ...events].map((line) => JSON.stringify(line)).join("\n")}\n`;
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
