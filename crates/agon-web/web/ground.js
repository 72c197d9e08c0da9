/** What a board is made of, before anything stands on it. */

import { svg } from "./dom.js";
import { outline } from "./geometry.js";

/** @typedef {import("./types.js").Layout} Layout */

/**
 * Draws the cells, dots and coordinates of a layout.
 * @param {Layout} layout
 * @param {{ ground: SVGElement, front: SVGElement }} layers behind and in front of the pieces
 */
export function drawGround(layout, layers) {
  const { width, height } = layout;
  const shape = layout.cells[0]?.shape;
  if (shape === "land") layers.ground.append(svg("rect", { class: "water", width, height, rx: 0.1 }));
  if (shape === "hole") {
    // The standing board is in front of the discs: a plate with holes, so that discs fall behind it.
    const plate = layout.cells.map(({ x, y }) => hole(x, y, 0.42)).join("");
    layers.ground.append(svg("rect", { class: "well", width, height, rx: 0.25 }));
    layers.front.append(
      svg("path", {
        class: "plate",
        "fill-rule": "evenodd",
        d: `${rounded(-0.12, -0.12, width + 0.24, height + 0.24, 0.3)}${plate}`,
      }),
      ...layout.cells.map(({ x, y }) => svg("circle", { class: "rim", cx: x, cy: y, r: 0.43 })),
    );
  } else {
    for (const cell of layout.cells) layers.ground.append(outline(cell, "cell"));
  }
  for (const { x, y } of layout.dots) layers.ground.append(svg("circle", { class: "dot", cx: x, cy: y, r: 0.07 }));
  for (const { text, x, y } of layout.labels) {
    layers.ground.append(svg("text", { class: "coordinate", x, y }, text));
  }
}

/** A round hole as a part of a path. @param {number} x @param {number} y @param {number} r */
function hole(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** A rectangle with round corners as a part of a path. @param {number} x @param {number} y @param {number} w @param {number} h @param {number} r */
function rounded(x, y, w, h, r) {
  const corner = (/** @type {number} */ dx, /** @type {number} */ dy) => `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}`;
  return `M${x + r} ${y}h${w - 2 * r}${corner(1, 1)}v${h - 2 * r}${corner(-1, 1)}h${2 * r - w}${corner(-1, -1)}v${2 * r - h}${corner(1, -1)}z`;
}
