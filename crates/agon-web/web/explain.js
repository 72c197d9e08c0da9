/** Explain: the terms of the evaluation as bars. */

import { post } from "./api.js";
import { el, fill } from "./dom.js";
import { t } from "./i18n.js";

export class Explain {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.root = el("div", { class: "tool-body" });
    /** Whether there was no answer; then it is asked for again. */
    this.failed = false;
  }

  /** @param {boolean} on */
  async shown(on) {
    const view = this.page.current();
    const game = this.page.game;
    if (!on || !view || !game) return;
    this.failed = false;
    try {
      const { evaluation, explanation } = await post("/explanations", { game: view.game, position: view.position });
      if (this.page.current()?.position !== view.position) return;
      if (!explanation) {
        fill(this.root, el("p", { class: "note" }, t("No evaluation of this game can be taken apart.")));
        return;
      }
      this.draw(evaluation, explanation, game.sides.map(({ name }) => t(name)));
    } catch (error) {
      this.failed = true;
      fill(this.root, el("p", { class: "bad-note" }, error instanceof Error ? error.message : String(error)));
    }
  }

  /**
   * @param {string} evaluation
   * @param {{ side: "first" | "second", terms: { name: string, raw: [number, number], weight: number, value: number }[], total: number }} explanation
   * @param {string[]} sides
   */
  draw(evaluation, { side, terms, total }, sides) {
    const largest = Math.max(1, ...terms.map(({ value }) => Math.abs(value)));
    const bars = el("div", { class: "bars" });
    for (const { name, raw, weight, value } of terms) {
      const bar = el("i", { class: value < 0 ? "minus" : "" });
      const share = (50 * Math.abs(value)) / largest;
      bar.style.width = `${share}%`;
      bar.style.insetInlineStart = value < 0 ? `${50 - share}%` : "50%";
      const title = `${sides[0]} ${raw[0]}, ${sides[1]} ${raw[1]}, × ${(weight / 100).toFixed(2)}`;
      bars.append(el("span", { title }, t(name)), el("div", { class: "bar", title }, bar), el("span", { class: "num" }, signed(value)));
    }
    const mover = sides[side === "first" ? 0 : 1];
    fill(
      this.root,
      el("p", { class: "note" }, t("What speaks for {side}, who is to move (evaluation “{name}”):", { side: mover, name: evaluation })),
      bars,
      el("p", {}, el("b", {}, `${t("Sum")} ${signed(total)}`)),
    );
  }
}

/** @param {number} hundredths */
function signed(hundredths) {
  const text = (Math.abs(hundredths) / 100).toFixed(2);
  return hundredths === 0 ? text : `${hundredths > 0 ? "+" : "−"}${text}`;
}
