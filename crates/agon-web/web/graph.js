/** The evaluation over the game as a graph, with the big mistakes marked. */

import { el, fill, svg } from "./dom.js";
import { t } from "./i18n.js";

/**
 * @typedef {{ ply: number, value: number, expectation: number, text: string, exact: boolean,
 *   best: string | null }} Standing
 */

/** How much of the expectation a move may lose before it is marked. */
const MISTAKE = 0.18;
const BLUNDER = 0.35;

export class Graph {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Map<number, Standing>} */ this.standings = new Map();
    /** The plies of the game that is judged; −1 without one. */
    this.length = -1;
    this.root = el("div", { class: "graph-box" });
  }

  clear() {
    this.standings.clear();
    this.length = -1;
    fill(this.root);
  }

  /** @param {number} length */
  begin(length) {
    this.standings.clear();
    this.length = length;
    this.draw();
  }

  /** @param {Standing} standing */
  add(standing) {
    this.standings.set(standing.ply, standing);
  }

  /** The moves that lost much of what their side could expect. @param {import("./types.js").MoveState[]} moves */
  mistakes(moves) {
    /** @type {Map<number, "mistake" | "blunder">} */
    const found = new Map();
    moves.forEach(({ side, text }, ply) => {
      const [before, after] = [this.standings.get(ply), this.standings.get(ply + 1)];
      if (!before || !after || before.best === text) return;
      const lost = (before.expectation - after.expectation) * (side === "first" ? 1 : -1);
      if (lost >= BLUNDER) found.set(ply, "blunder");
      else if (lost >= MISTAKE) found.set(ply, "mistake");
    });
    return found;
  }

  draw() {
    const { state, game } = this.page;
    if (this.length < 0 || !state || !game) return;
    const width = Math.max(1, this.length);
    const points = [...this.standings.values()].sort((a, b) => a.ply - b.ply);
    const y = (/** @type {Standing} */ s) => 100 * (1 - s.expectation);
    const curve = points.map((s, i) => `${i ? "L" : "M"}${s.ply} ${y(s).toFixed(2)}`).join("");
    const area = points.length > 1 ? `${curve}L${points[points.length - 1].ply} 50L${points[0].ply} 50z` : "";
    const at = this.page.ply ?? state.moves.length;
    const marks = this.mistakes(state.moves);
    const sides = game.sides.map(({ name }) => t(name));
    fill(
      this.root,
      svg(
        "svg",
        {
          class: "graph",
          viewBox: `0 0 ${width} 100`,
          preserveAspectRatio: "none",
          role: "img",
          "aria-label": t("How the game stood: up is good for {side}; {n} moves lost much", { side: sides[0], n: marks.size }),
          onclick: (/** @type {MouseEvent} */ event) => {
            const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
            this.page.look(Math.round(((event.clientX - box.left) / box.width) * width));
          },
        },
        svg("path", { class: "area", d: area }),
        svg("line", { class: "zero", x1: 0, x2: width, y1: 50, y2: 50 }),
        svg("path", { class: "curve", d: curve }),
        svg("line", { class: "now", x1: at, x2: at, y1: 0, y2: 100 }),
      ),
      ...[...marks].map(([ply, kind]) => this.mark(ply, kind, width)),
    );
    if (points.length <= this.length) this.root.append(el("p", { class: "note" }, t("Judging… {n} of {all}", { n: points.length, all: this.length + 1 })));
  }

  /** @param {number} ply @param {string} kind @param {number} width */
  mark(ply, kind, width) {
    const after = this.standings.get(ply + 1);
    const before = this.standings.get(ply);
    const text = t("Move {n}: {move}; better was {best}", { n: ply + 1, move: this.page.state?.moves[ply].text ?? "", best: before?.best ?? "" });
    const button = el("button", { type: "button", class: kind, "aria-label": text, title: text, onclick: () => this.page.look(ply) });
    button.style.left = `${(100 * (ply + 1)) / width}%`;
    button.style.top = `${1.2 * 100 * (1 - (after?.expectation ?? 0.5))}px`;
    return button;
  }
}
