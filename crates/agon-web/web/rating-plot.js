/** Ratings as a picture: a dot a player, with its interval. Names are text beside it, so it can be read at any width. */

import { el, svg } from "./dom.js";
import { t } from "./i18n.js";
import { elo } from "./tournament.js";

const LINE = 26;
const SCALE = 26;

/** @param {{ name: string, elo: number, error: number }[]} players */
export function ratingPlot(players) {
  const low = Math.min(0, ...players.map((p) => p.elo - p.error));
  const high = Math.max(0, ...players.map((p) => p.elo + p.error));
  const room = Math.max(20, (high - low) * 0.06);
  const [from, to] = [low - room, high + room];
  const step = stepFor(to - from);
  const x = (/** @type {number} */ value) => `${((100 * (value - from)) / (to - from)).toFixed(2)}%`;
  const bottom = LINE * players.length;
  const picture = svg("svg", { class: "rating-plot", height: bottom + SCALE, role: "img", "aria-label": t("Ratings with 95 % intervals") });
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) {
    picture.append(
      svg("line", { class: tick === 0 ? "grid zero" : "grid", x1: x(tick), x2: x(tick), y1: 0, y2: bottom }),
      svg("text", { x: x(tick), y: bottom + 18, "text-anchor": "middle" }, elo(tick)),
    );
  }
  players.forEach((player, i) => {
    const y = i * LINE + LINE / 2;
    const [a, b] = [x(player.elo - player.error), x(player.elo + player.error)];
    picture.append(
      svg(
        "g",
        { class: "rating" },
        svg("title", {}, `${player.name}: ${elo(player.elo)} ± ${Math.round(player.error)}`),
        svg("line", { x1: a, x2: b, y1: y, y2: y }),
        svg("line", { x1: a, x2: a, y1: y - 4, y2: y + 4 }),
        svg("line", { x1: b, x2: b, y1: y - 4, y2: y + 4 }),
        svg("circle", { cx: x(player.elo), cy: y, r: 5 }),
      ),
    );
  });
  return el("div", { class: "plot", dir: "ltr" }, el("div", { class: "plot-names", "aria-hidden": "true" }, ...players.map(({ name }) => el("div", {}, name))), picture);
}

/** A round distance for a handful of ticks. @param {number} width */
function stepFor(width) {
  const rough = Math.max(1, width / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 2.5, 5, 10].map((m) => m * power).find((step) => step >= rough) ?? 10 * power;
}
