/** Under the hood: minimax or alpha-beta, each technique on or off, and what the search did. */

import { post } from "./api.js";
import { el, fill } from "./dom.js";
import { number, short, t } from "./i18n.js";

/** @typedef {{ move: string, value: number, bound: boolean, nodes: number, left_out: number, replies: Branch[] }} Branch */

export class Hood {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    const game = /** @type {import("./types.js").Game} */ (page.game);
    /** What differs from the game's own engine. @type {Record<string, string>} */
    this.settings = {};
    this.depth = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: 1, max: 30, value: 6, id: "hood-depth" }));
    const algorithm = el(
      "select",
      {
        id: "hood-algorithm",
        onchange: (/** @type {Event} */ event) => {
          const value = /** @type {HTMLSelectElement} */ (event.target).value;
          delete this.settings.alphabeta;
          delete this.settings.mcts;
          if (value === "minimax") this.settings.alphabeta = "off";
          if (value === "mcts") this.settings.mcts = "on";
          this.switches.hidden = value !== "alphabeta";
        },
      },
      el("option", { value: "alphabeta" }, t("Alpha-beta")),
      el("option", { value: "minimax" }, t("Minimax")),
      el("option", { value: "mcts" }, t("Monte-Carlo tree search")),
    );
    const evaluation = el(
      "select",
      {
        id: "hood-eval",
        onchange: (/** @type {Event} */ event) => {
          this.settings.eval = /** @type {HTMLSelectElement} */ (event.target).value;
        },
      },
      ...game.evaluations.map(({ name, about }) => el("option", { value: name, title: about }, name)),
    );
    const flags = game.techniques.filter(({ name, flag }) => flag && !["alphabeta", "mcts"].includes(name));
    this.switches = el("fieldset", { class: "switches" }, el("legend", {}, t("Techniques")), ...flags.map((technique) => this.flag(technique)));
    this.result = el("div", { class: "tool-body" });
    this.root = el(
      "div",
      { class: "tool-body" },
      el(
        "div",
        { class: "row" },
        el("span", { class: "pair" }, el("label", { for: "hood-algorithm" }, t("Algorithm")), algorithm),
        el("span", { class: "pair" }, el("label", { for: "hood-depth" }, t("Depth")), this.depth),
        el("span", { class: "pair" }, el("label", { for: "hood-eval" }, t("Evaluation")), evaluation),
      ),
      this.switches,
      el("div", { class: "row" }, el("button", { class: "button main", type: "button", onclick: () => this.search() }, t("Search"))),
      this.result,
    );
  }

  /** @param {import("./types.js").Technique} technique */
  flag({ name, about, value }) {
    const box = /** @type {HTMLInputElement} */ (
      el("input", {
        type: "checkbox",
        checked: value === "on",
        onchange: () => {
          this.settings[name] = box.checked ? "on" : "off";
        },
      })
    );
    return el("label", { title: about }, box, name);
  }

  async search() {
    const view = this.page.current();
    if (!view) return;
    fill(this.result, el("p", { class: "note" }, t("Searching…")));
    try {
      const depth = Math.max(1, Math.min(30, Number(this.depth.value) || 6));
      this.draw(await post("/searches", { game: view.game, position: view.position, settings: this.settings, depth }));
    } catch (error) {
      fill(this.result, el("p", { class: "bad-note" }, error instanceof Error ? error.message : String(error)));
    }
  }

  /** @param {{ search: any, tree: any }} answer */
  draw({ search, tree }) {
    const figure = (/** @type {string} */ value, /** @type {string} */ name) => el("div", {}, el("b", {}, value), el("span", {}, name));
    const saved = tree.minimax_nodes ? 100 * (1 - tree.nodes / tree.minimax_nodes) : 0;
    fill(
      this.result,
      el("h2", {}, t("The engine with these techniques")),
      el(
        "div",
        { class: "figures" },
        figure(search.move, search.score_text),
        figure(number(search.depth), t("plies deep")),
        figure(short(search.nodes), t("positions")),
        figure(short(search.nodes / Math.max(search.seconds, 1e-4)), t("a second")),
      ),
      el("p", { class: "note" }, search.pv.join(" ")),
      el("h2", {}, t("A small search, laid open: {algorithm}, {n} plies", { algorithm: t(tree.algorithm), n: tree.depth })),
      el(
        "div",
        { class: "figures" },
        figure(number(tree.nodes), t("positions")),
        figure(number(tree.leaves), t("judged at the end")),
        figure(number(tree.cut_offs), t("cut-offs")),
        figure(number(tree.left_out), t("moves left out")),
        figure(`${saved.toFixed(0)} %`, t("less than minimax")),
      ),
      el("div", { class: "tree scroll", tabindex: 0, role: "region", "aria-label": t("Search tree") }, list(tree.root.replies, true)),
    );
  }
}

/** @param {Branch[]} branches @param {boolean} mine @returns {HTMLElement} */
function list(branches, mine) {
  const exact = branches.filter(({ bound }) => !bound).map(({ value }) => value);
  const best = exact.length ? (mine ? Math.max(...exact) : Math.min(...exact)) : null;
  return el("ul", {}, ...branches.map((branch) => el("li", {}, node(branch, mine, branch.value === best && !branch.bound))));
}

/** @param {Branch} branch @param {boolean} mine @param {boolean} best @returns {HTMLElement} */
function node(branch, mine, best) {
  const sign = branch.value > 0 ? "+" : branch.value < 0 ? "−" : "";
  const value = `${branch.bound ? (mine ? "≤ " : "≥ ") : ""}${sign}${(Math.abs(branch.value) / 100).toFixed(2)}`;
  const line = [
    best ? el("b", {}, branch.move) : branch.move,
    el("span", { class: "value" }, value, " · ", t("{n} positions", { n: number(branch.nodes) })),
    branch.left_out > 0 && el("span", { class: "cut" }, t("cut off: {n} replies left out", { n: branch.left_out })),
  ];
  if (!branch.replies.length) return el("div", { class: "leaf" }, ...line);
  return el("details", {}, el("summary", {}, ...line), list(branch.replies, !mine));
}
