/** How pieces look: small SVG groups around the origin, one cell wide; colours come from the style sheet. */

import { svg } from "./dom.js";

const LEGS =
  "M-.3-.24L-.12-.02M.3-.24L.12-.02M-.36.06H.36M-.3.34L-.1.06M.3.34L.1.06M-.16-.44L-.06-.26M.16-.44L.06-.26";

/**
 * A piece at the origin.
 * @param {import("./types.js").Piece} piece
 * @returns {SVGElement}
 */
export function drawPiece(piece) {
  const group = svg("g", { class: `piece ${piece.shape} color-${piece.color ?? "none"}` });
  switch (piece.shape) {
    case "disc":
      group.append(
        svg("circle", { class: "shade", r: 0.4, cy: 0.03 }),
        svg("circle", { class: "body", r: 0.4 }),
        svg("circle", { class: "inlay", r: 0.27 }),
      );
      break;
    case "ant":
      group.append(ant(piece.side ?? 0));
      break;
    case "food":
      group.append(
        svg("path", { class: "leaf", d: "M-.26.24C-.36-.12-.06-.34.3-.3.34.06.1.34-.26.24z" }),
        svg("path", { class: "vein", d: "M-.34.34L.14-.14M-.1.1V-.1M.02-.02H.18" }),
      );
      break;
    case "block":
      group.append(svg("path", { class: "cross", d: "M-.22-.22l.44.44m0-.44l-.44.44" }));
      break;
  }
  return group;
}

/** An ant that looks the way it walks: the first side's up, the second's down. */
function ant(/** @type {number} */ side) {
  return svg(
    "g",
    { transform: side === 0 ? "" : "rotate(180)" },
    svg("path", { class: "legs-rim", d: LEGS }),
    svg("path", { class: "legs", d: LEGS }),
    svg("ellipse", { class: "body", cy: 0.24, rx: 0.15, ry: 0.19 }),
    svg("ellipse", { class: "body", cy: 0.01, rx: 0.1, ry: 0.12 }),
    svg("ellipse", { class: "body", cy: -0.21, rx: 0.125, ry: 0.12 }),
  );
}

/**
 * A small picture of one piece, for seats, palettes and lists.
 * @param {import("./types.js").Piece} piece
 */
export function pieceIcon(piece) {
  return svg(
    "svg",
    { class: `piece-icon of-${piece.shape}`, viewBox: "-.5 -.5 1 1", "aria-hidden": "true" },
    drawPiece(piece),
  );
}

/** The gradients that the style sheet refers to; once for the whole page. */
export function gradients() {
  const stops = [
    ["disc-black", "#565c66", "#1b1e23", "#050607"],
    ["disc-white", "#ffffff", "#eceae4", "#b9b6ae"],
    ["disc-gold", "#ffe9a3", "#f5bd1f", "#c28a00"],
    ["disc-red", "#ff9c8a", "#d8412f", "#98220f"],
    ["disc-blue", "#a8caff", "#2f6fe0", "#173f8c"],
    ["disc-green", "#bdeeb6", "#3fa34d", "#1c5b28"],
  ];
  const defs = svg("defs");
  for (const [id, light, body, rim] of stops) {
    defs.append(
      svg(
        "radialGradient",
        { id, cx: 0.38, cy: 0.3, r: 0.8 },
        svg("stop", { offset: 0, "stop-color": light }),
        svg("stop", { offset: 0.6, "stop-color": body }),
        svg("stop", { offset: 1, "stop-color": rim }),
      ),
    );
  }
  return svg("svg", { width: 0, height: 0, "aria-hidden": "true", class: "defs" }, defs);
}
