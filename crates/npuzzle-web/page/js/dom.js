// @ts-check
// Elements from script. The Content-Security-Policy forbids style attributes, so styles are set through the object
// model.

const SVG = "http://www.w3.org/2000/svg";

/** Set as properties: their attributes give only the first value. */
const PROPERTIES = new Set(["value", "checked", "indeterminate"]);

function fill(element, attributes, children) {
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else if (name === "dataset") {
      Object.assign(element.dataset, value);
    } else if (name === "style") {
      for (const [property, text] of Object.entries(value)) {
        if (property.startsWith("--")) {
          element.style.setProperty(property, text);
        } else {
          element.style[property] = text;
        }
      }
    } else if (PROPERTIES.has(name)) {
      element[name] = value;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  return element;
}

/**
 * An HTML element. `on...` functions become listeners; `style` and `dataset` are objects; `null`, `undefined` and
 * `false` are left out, among the attributes and among the children.
 * @param {string} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...any} children nodes, strings, or arrays of them
 * @returns {any}
 */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Record<string, any> | null} [attributes]
 * @param {...any} children
 * @returns {any}
 */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Puts children in place of all there was.
 * @param {Element} element
 * @param {...any} children
 */
export function replace(element, ...children) {
  element.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
}

/**
 * A symbol of one path on a 24 x 24 grid, hidden from screen readers: the words stand beside it.
 * @param {string} path
 */
export function icon(path) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: path }),
  );
}

let lastId = 0;

/**
 * An id that no other element has.
 * @param {string} prefix
 */
export function uniqueId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}
