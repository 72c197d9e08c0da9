/** What a move would do, drawn before it is played. */

import { svg } from "./dom.js";
import { drawPiece } from "./pieces.js";

/** @typedef {import("./types.js").Layout} Layout */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").View} View */

/** What a move puts on the board, turns and takes. @param {SVGElement} layer @param {Layout} layout @param {View} view @param {Move} move */
export function drawChanges(layer, layout, view, move) {
  for (const { cell, piece } of move.changes) {
    const { x, y } = layout.cells[cell];
    const was = view.contents[cell];
    if (piece !== null && was === null) {
      layer.append(svg("g", { class: "ghost", transform: `translate(${x} ${y})` }, drawPiece(layout.pieces[piece])));
    } else if (piece !== null) {
      layer.append(svg("circle", { class: `flip color-${layout.pieces[piece].color ?? "none"}`, cx: x, cy: y, r: 0.2 }));
    } else if (cell !== move.path[0]) {
      layer.append(svg("path", { class: "taken", d: `M${x - 0.26} ${y - 0.26}l.52 .52m0 -.52l-.52 .52` }));
    }
  }
  if (move.path.length > 1) drawPath(layer, layout, move.path, "route");
}

/** A path over several cells and its end. @param {SVGElement} layer @param {Layout} layout @param {number[]} path @param {string} name */
export function drawPath(layer, layout, path, name) {
  const points = path.map((cell) => layout.cells[cell]);
  if (points.length > 1) {
    const d = points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");
    layer.append(svg("path", { class: `${name} way`, d }));
  }
  const end = points[points.length - 1];
  if (end) layer.append(svg("circle", { class: `${name} end`, cx: end.x, cy: end.y, r: 0.36 }));
}
