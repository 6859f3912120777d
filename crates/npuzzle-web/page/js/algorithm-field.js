// @ts-check
// The chooser of a search: grouped names, what the chosen one promises, and its options as fields. Its value is the
// text of a call, such as `weighted-astar(w=1.5)`.

import { algorithmGroups } from "./algorithm-groups.js";
import { api } from "./api.js";
import { isShared } from "./crew.js";
import { h, replace, uniqueId } from "./dom.js";

/**
 * Reads `name(option=value, ...)`.
 * @param {string} text
 * @returns {{name: string, options: Record<string, string>}}
 */
export function parseCall(text) {
  const [, name, inner = ""] = /^\s*([\w-]*)\s*(?:\((.*)\))?\s*$/.exec(text) ?? [null, text.trim()];
  const pairs = inner
    .split(",")
    .map((pair) => pair.split("=").map((part) => part.trim()))
    .filter(([key]) => key);
  return { name, options: Object.fromEntries(pairs.map(([key, value = ""]) => [key, value])) };
}

/**
 * Writes it. Options at their defaults are left out.
 * @param {any} algorithm an entry of the catalogue
 * @param {Record<string, string>} options
 */
export function callText(algorithm, options) {
  const given = algorithm.options.filter(
    ({ name, default: usual }) => (options[name] ?? "") !== "" && String(options[name]) !== String(usual),
  );
  return algorithm.name + (given.length ? `(${given.map(({ name }) => `${name}=${options[name]}`).join(", ")})` : "");
}

/** What becomes of the threads of a search whose engine is inside the page. */
function inBrowser(algorithm) {
  if (!api.isInPage || !algorithm.kind.includes("threads")) return "";
  const isDivided = api.workers > 1 && isShared(algorithm);
  return isDivided ? ` In this browser ${api.workers} workers share it.` : " In a browser it has one thread.";
}

/**
 * @param {any} catalogue
 * @param {{value: string, onchange: (call: string) => void, label?: string}} options
 * @returns {{element: HTMLElement, setValue: (call: string) => void, chosen: () => any}} `chosen`: the entry of the
 *   catalogue, or `null` for a name it does not have
 */
export function createAlgorithmField(catalogue, { value, onchange, label = "Algorithm" }) {
  const id = uniqueId("algorithm");
  const find = (name) => catalogue.algorithms.find((algorithm) => algorithm.name === name) ?? null;
  const option = ({ name, title }) => h("option", { value: name }, `${title} (${name})`);
  const select = h(
    "select",
    { id, onchange: () => change(select.value, {}) },
    algorithmGroups(catalogue).map(({ title, members }) =>
      title === "" ? members.map(option) : h("optgroup", { label: title }, members.map(option)),
    ),
  );
  const about = h("p", { class: "about-algorithm small" });
  const facts = h("dl", { class: "facts about-algorithm small" });
  const fields = h("div", { class: "row row-end option-fields" });
  const summary = h("summary", null);
  const more = h("details", { class: "algorithm-more small" }, summary, facts, fields);
  const element = h(
    "div",
    { class: "stack" },
    h("div", { class: "field" }, h("label", { for: id }, label), select),
    about,
    more,
  );
  let call = "";

  function change(name, options) {
    const algorithm = find(name);
    setValue(algorithm ? callText(algorithm, options) : name);
    onchange(call);
  }

  function optionField(algorithm, entry, options) {
    const fieldId = uniqueId("option");
    const current = options[entry.name] ?? entry.default;
    const put = (text) => change(algorithm.name, { ...parseCall(call).options, [entry.name]: text });
    const about = `${entry.summary} (${entry.values})`;
    const input = entry.choices
      ? h(
          "select",
          { id: fieldId, title: about, onchange: (event) => put(event.target.value) },
          entry.choices.map((word) => h("option", { value: word }, word)),
        )
      : h("input", {
          id: fieldId,
          type: "text",
          inputmode: "decimal",
          autocomplete: "off",
          title: about,
          size: 8,
          onchange: (event) => put(event.target.value.trim()),
        });
    input.value = String(current);
    return h("div", { class: "field" }, h("label", { for: fieldId, title: about }, entry.name), input);
  }

  function setValue(text) {
    if (text === call) {
      return;
    }
    call = text;
    const { name, options } = parseCall(text);
    const algorithm = find(name);
    select.querySelector("[data-unknown]")?.remove();
    if (!algorithm) {
      select.append(h("option", { value: name, dataset: { unknown: "" } }, `${name} (unknown)`));
    }
    select.value = name;
    more.hidden = !algorithm;
    if (!algorithm) {
      about.textContent = "The catalogue has no search of this name.";
      return;
    }
    about.textContent = `${algorithm.summary}.${inBrowser(algorithm)}`;
    summary.textContent = algorithm.options.length ? "Properties and options" : "Properties";
    // Options that were chosen are in sight.
    more.open ||= callText(algorithm, options) !== algorithm.name;
    replace(
      facts,
      h("dt", null, "finds a solution if there is one"),
      h("dd", null, algorithm.complete),
      h("dt", null, "shortest"),
      h("dd", null, algorithm.optimal),
      h("dt", null, "memory"),
      h("dd", null, algorithm.memory),
    );
    // The field that made the change keeps the focus.
    const focused = [...fields.querySelectorAll("input, select")].indexOf(document.activeElement);
    replace(
      fields,
      algorithm.options.map((entry) => optionField(algorithm, entry, options)),
    );
    fields.querySelectorAll("input, select")[focused]?.focus();
  }

  setValue(value);
  return { element, setValue, chosen: () => find(parseCall(call).name) };
}
