/** Where the cells of a layout lie, and their outlines. */

import { svg } from "./dom.js";

/** @typedef {import("./types.js").Layout} Layout */

/** Room around the board, and around the centre of a coordinate, in cells. */
const MARGIN = 0.2;
const LABEL = 0.3;

/** The part of the plane that a layout needs. @param {Layout} layout */
export function extent({ width, height, labels }) {
  const [xs, ys] = [labels.map(({ x }) => x), labels.map(({ y }) => y)];
  const left = Math.min(-MARGIN, ...xs.map((x) => x - LABEL));
  const top = Math.min(-MARGIN, ...ys.map((y) => y - LABEL));
  const right = Math.max(width + MARGIN, ...xs.map((x) => x + LABEL));
  const bottom = Math.max(height + MARGIN, ...ys.map((y) => y + LABEL));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** @param {import("./types.js").Cell} cell @param {string} name */
export function outline({ x, y, shape }, name) {
  if (shape === "hexagon") {
    const r = 0.5 / Math.cos(Math.PI / 6);
    const corner = (/** @type {number} */ i) => {
      const angle = (Math.PI / 3) * i + Math.PI / 6;
      return `${(x + r * Math.cos(angle)).toFixed(3)},${(y + r * Math.sin(angle)).toFixed(3)}`;
    };
    return svg("polygon", { class: name, points: [0, 1, 2, 3, 4, 5].map(corner).join(" ") });
  }
  return svg("rect", { class: name, x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
}

/** How far two cells are apart. @param {Layout} layout @param {number} a @param {number} b */
export function distance(layout, a, b) {
  const [p, q] = [layout.cells[a], layout.cells[b]];
  return Math.hypot(p.x - q.x, p.y - q.y);
}

/** The nearest cell in a direction. @param {Layout} layout @param {number} index @param {number[]} way */
export function neighbour(layout, index, [dx, dy]) {
  const here = layout.cells[index];
  let best = null;
  let least = Infinity;
  layout.cells.forEach((cell, i) => {
    const [x, y] = [cell.x - here.x, cell.y - here.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along <= 0.1 || aside > along * 1.8) return;
    const cost = along + 2.5 * aside;
    if (cost < least) [best, least] = [i, cost];
  });
  return best;
}
