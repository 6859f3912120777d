// @ts-check
// A list of names or expressions: chosen ones stand as tokens, more are typed with completion or ticked in a list.

import { h, replace, uniqueId } from "./dom.js";

/**
 * @param {{label: string, noun: string, groups: {title: string, members: {name: string, summary: string}[]}[],
 *   check: (text: string) => Promise<string>, change: (values: string[]) => void}} options `noun`: what one of them is
 *   called; `groups`: what is offered; `check`: what is wrong with a text, or `""`
 */
export function createTokenField({ label, noun, groups, check, change }) {
  let options = groups.flatMap(({ members }) => members);
  const inputId = uniqueId("tokens");
  const listId = uniqueId("token-names");
  const errorId = uniqueId("token-error");
  let values = [];
  const tellWrong = (words) => {
    error.textContent = words;
    error.hidden = words === "";
    input.setAttribute("aria-invalid", String(words !== ""));
  };
  /** What is not understood stays in the field, where it can be mended. */
  const add = async () => {
    const text = input.value.trim();
    const wrong = text ? await check(text) : "";
    // Meanwhile it may have been changed, or added already by the key before the focus went.
    if (input.value.trim() !== text) return;
    tellWrong(wrong);
    if (wrong) return;
    input.value = "";
    if (text && !values.includes(text)) change([...values, text]);
  };
  const remove = (value) => {
    change(values.filter((other) => other !== value));
    input.focus();
  };
  const input = h("input", {
    id: inputId, list: listId, type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
    placeholder: "add …", title: `add ${noun}`, "aria-describedby": errorId,
    // A name picked from the completions is meant; a name typed letter by letter may go on.
    oninput: (event) => {
      const picked = !event.inputType || event.inputType === "insertReplacementText";
      tellWrong("");
      if (picked && options.some(({ name }) => name === input.value)) add();
    },
    onkeydown: (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        add();
      } else if (event.key === "Backspace" && input.value === "" && values.length) {
        remove(values[values.length - 1]);
      }
    },
    onblur: add,
  });
  const error = h("span", { id: errorId, class: "error-text small", role: "alert", hidden: true });
  const tokens = h("ul", { class: "tokens", "aria-label": `${label} chosen` });
  const datalist = h("datalist", { id: listId });
  const choices = h("div", { class: "token-groups" });
  const element = h("div", { class: "field token-field" },
    h("label", { for: inputId }, label),
    h("div", { class: "token-line" }, tokens, input), error, datalist,
    h("details", { class: "small" }, h("summary", null, "choose from the list"), choices));

  const box = ({ name, summary }) =>
    h("label", { class: "check", title: summary },
      h("input", {
        type: "checkbox", dataset: { name }, checked: values.includes(name),
        onchange: (event) =>
          change(event.target.checked ? [...values, name] : values.filter((other) => other !== name)),
      }), name);

  /** Offers other names. */
  function offer(next) {
    options = next.flatMap(({ members }) => members);
    replace(datalist, options.map(({ name, summary }) => h("option", { value: name }, summary)));
    replace(choices, next.map(({ title, members }) => h("fieldset", { class: "token-group" },
      title ? h("legend", null, title) : null, h("div", { class: "token-choices" }, members.map(box)))));
  }

  offer(groups);
  return {
    element,
    /** @param {string[]} next */
    update(next) {
      values = next;
      replace(tokens, values.map((value) =>
        h("li", { class: "token" }, h("span", { class: "mono" }, value),
          h("button", { type: "button", "aria-label": `remove ${value}`, onclick: () => remove(value) }, "×"))));
      for (const check of choices.querySelectorAll("input")) check.checked = values.includes(check.dataset.name);
    },
    offer,
  };
}
