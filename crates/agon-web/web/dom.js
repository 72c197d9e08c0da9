/** Building elements. Text is always text: nothing here, or anywhere else, takes a string as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Sets attributes; a function is a listener (`onclick`), `true` an attribute without value.
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An HTML element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  put(element, ...children);
  return element;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  dress(element, attributes);
  put(element, ...children);
  return element;
}

/**
 * Appends children.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replaces what is inside an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  put(element, ...children);
}

/**
 * Draws a part of the page anew without taking the keyboard away: it stays on the element with the same
 * `data-control`, or goes to the nearest that is of use.
 * @param {Element} part
 * @param {() => void} draw
 * @param {() => Element | null | undefined} [nearest]
 */
export function redraw(part, draw, nearest) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const inside = before !== null && part.contains(before);
  const name = before?.dataset.control;
  draw();
  const now = document.activeElement;
  const usable = (/** @type {Element} */ element) => !(/** @type {HTMLButtonElement} */ (element).disabled);
  if (!inside || (now && part.contains(now) && usable(now))) return;
  const same = name === undefined ? undefined : [...part.querySelectorAll("[data-control]")].find((other) => /** @type {HTMLElement} */ (other).dataset.control === name && usable(other));
  /** @type {HTMLElement | null | undefined} */ (same ?? nearest?.())?.focus({ preventScroll: true });
}

/**
 * An icon of the sprite below, drawn with the colour of the text.
 * @param {keyof typeof ICONS} name
 * @returns {SVGElement}
 */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: ICONS[name] }),
  );
}

const ICONS = {
  play: "M8 5v14l11-7z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  restart: "M12 5V1L6.5 6 12 11V7a5.5 5.5 0 1 1-5.5 5.5h-2A7.5 7.5 0 1 0 12 5z",
  swap: "M7 4 3 8l4 4V9h9V7H7zM17 12v3H8v2h9v3l4-4z",
  back: "M9 7V3L2 10l7 7v-4.1c5 0 8.5 1.6 11 5.1-1-5-4-10-11-11z",
  flag: "M5 21V4h10l.6 2H20v9h-7l-.6-2H7v8z",
  hint: "M9 21h6v-1.5H9zM12 2a7 7 0 0 0-4 12.7V17c0 .6.4 1 1 1h6c.6 0 1-.4 1-1v-2.3A7 7 0 0 0 12 2z",
  first: "M6 6h2v12H6zM20 6v12l-9-6z",
  previous: "M16 6v12l-9-6z",
  next: "M8 6v12l9-6z",
  last: "M16 6h2v12h-2zM4 6v12l9-6z",
  sun: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM3.5 4.9 4.9 3.5l2.8 2.8-1.4 1.4zM16.3 17.7l1.4-1.4 2.8 2.8-1.4 1.4zM3.5 19.1l2.8-2.8 1.4 1.4-2.8 2.8zM16.3 6.3l2.8-2.8 1.4 1.4-2.8 2.8z",
  cup: "M7 3h10v2h3v3c0 2.4-1.7 4.2-4 4.5-.7 1.2-1.7 2-3 2.4V18h3v2.5H8V18h3v-3.1c-1.3-.4-2.3-1.2-3-2.4C5.7 12.2 4 10.4 4 8V5h3zm0 4H6v1c0 .9.4 1.7 1.1 2.1C7 9.7 7 9.4 7 9zm10 0v2c0 .4 0 .7-.1 1.1C17.6 9.7 18 8.9 18 8V7z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  copy: "M8 2h11v14h-2V4H8zM4 6h11v16H4z",
  close: "M6.4 5 5 6.4 10.6 12 5 17.6 6.4 19l5.6-5.6 5.6 5.6 1.4-1.4-5.6-5.6L19 6.4 17.6 5 12 10.6z",
};
