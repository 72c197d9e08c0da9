/** The moves of the game; a click looks back. */

import { el, fill, icon, redraw } from "./dom.js";
import { t } from "./i18n.js";

export class MoveList {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.list = el("ol", { "aria-label": t("Moves"), tabindex: 0 });
    const step = (/** @type {any} */ picture, /** @type {string} */ text, /** @type {() => number | null} */ to) => {
      const button = el("button", { type: "button", "aria-label": text, title: text, onclick: () => page.look(to()) }, icon(picture));
      button.querySelector("svg")?.classList.add("turns");
      return button;
    };
    const at = () => page.ply ?? page.state?.moves.length ?? 0;
    this.steps = [
      step("first", t("To the start"), () => 0),
      step("previous", t("One move back"), () => at() - 1),
      step("next", t("One move on"), () => at() + 1),
      step("last", t("To the end"), () => null),
    ];
    this.root = el("section", { class: "card moves", "aria-label": t("Moves") }, el("header", {}, el("h2", {}, t("Moves")), ...this.steps), this.list);
    /** Marks by ply: what a review found. @type {Map<number, "mistake" | "blunder">} */
    this.marks = new Map();
    this.key = "";
  }

  update() {
    const { state, ply } = this.page;
    if (!state) return;
    const key = JSON.stringify([state.number, state.moves.map(({ text }) => text), ply, [...this.marks]]);
    if (key === this.key) return;
    this.key = key;
    const at = ply ?? state.moves.length;
    /** @type {HTMLElement[]} */ const rows = [];
    /** @type {HTMLElement | null} */ let current = null;
    /** @type {HTMLElement | null} */ let row = null;
    state.moves.forEach((move, i) => {
      const here = i + 1 === at;
      const button = el(
        "button",
        {
          type: "button",
          "data-control": `move-${i}`,
          class: this.marks.get(i) ?? null,
          "aria-current": here ? "step" : null,
          title: [move.ms === undefined ? "" : `${(move.ms / 1000).toFixed(1)} s`, move.depth ? t("depth {n}", { n: move.depth }) : ""].filter(Boolean).join(" · "),
          onclick: () => this.page.look(i + 1),
        },
        move.text,
      );
      if (here) current = button;
      if (move.side === "first" || !row) {
        row = el("li", {}, el("span", { "aria-hidden": "true" }, `${rows.length + 1}.`));
        rows.push(row);
        if (move.side === "second") row.append(el("span", { "aria-hidden": "true" }, "…"));
      }
      row.append(button);
      if (move.side === "second") row = null;
      else if (state.moves[i + 1]?.side === "first") {
        row.append(el("span", { "aria-hidden": "true" }, ""));
        row = null;
      }
    });
    const [first, previous, next, last] = /** @type {HTMLButtonElement[]} */ (this.steps);
    const draw = () => {
      fill(this.list, ...rows);
      first.disabled = previous.disabled = at === 0;
      next.disabled = last.disabled = ply === null;
    };
    // Whoever came to the start goes on from there, whoever came to the end goes back.
    redraw(this.root, draw, () => [next, previous].find(({ disabled }) => !disabled) ?? this.list);
    // Only the list scrolls, never the page.
    if (current) {
      const button = /** @type {HTMLElement} */ (current);
      // The list is positioned, so this is the way from its own top.
      const top = button.offsetTop;
      if (top < this.list.scrollTop || top > this.list.scrollTop + this.list.clientHeight - 30) this.list.scrollTop = top - this.list.clientHeight / 2;
    } else this.list.scrollTop = ply === null ? this.list.scrollHeight : 0;
  }
}
