/** Analysis: a score on every legal move, the best line, and the whole game as a graph. */

import { live } from "./api.js";
import { el, fill } from "./dom.js";
import { Graph } from "./graph.js";
import { number, short, t } from "./i18n.js";

/** @typedef {import("./types.js").Report} Report */

/** Seconds that a position is thought about. */
const LONGEST_MS = 20_000;

/** How long a position has to stay on the board before it is worth thinking about, in milliseconds. Whoever runs through
 * a game wants none of those in between, and the server takes so many messages only. */
const SETTLED_MS = 180;

let tags = 0;

export class Analysis {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.on = false;
    this.tag = "";
    /** @type {Report[]} */ this.moves = [];
    this.done = false;
    this.toggle = el("button", { class: "button", type: "button", "aria-pressed": "false", onclick: () => this.turn(!this.on) }, t("Analyse this position"));
    this.review = el("button", { class: "button", type: "button", onclick: () => this.judge() }, t("Judge the game"));
    this.result = el("div", {}, idle());
    this.graph = new Graph(page);
    this.root = el("div", { class: "row-stack tool-body" }, el("div", { class: "row" }, this.toggle, this.review), this.result, this.graph.root);
    this.reviewTag = "";
    live.on("analysis", (news) => this.receive(news));
    live.on("review", (news) => this.judged(news));
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.toggle.setAttribute("aria-pressed", String(on));
    const view = this.page.current();
    if (on && view) this.follow(view, 0);
    else this.stop();
  }

  stop() {
    this.halt();
    this.moves = [];
    this.page.board.showScores(new Map());
    fill(this.result, idle());
  }

  /** Nobody thinks about the position any more. */
  halt() {
    clearTimeout(this.waiting);
    live.drop("analysis", { halt: this.tag });
  }

  /** Something else takes the place of this. */
  leave() {
    this.halt();
    live.drop("review", { halt: this.reviewTag });
    this.tag = this.reviewTag = "";
  }

  /** Another game is shown: nothing that was found holds. */
  forget() {
    live.drop("review", { halt: this.reviewTag });
    this.graph.clear();
    this.page.parts?.moves.marks.clear();
  }

  /** The board shows another position. @param {import("./types.js").View} view @param {number} [after] milliseconds */
  follow(view, after = SETTLED_MS) {
    if (!this.on) return;
    this.halt();
    this.moves = [];
    this.done = false;
    this.page.board.showScores(new Map());
    if (view.outcome || !view.to_move) {
      fill(this.result, el("p", { class: "note" }, t("The game is over here.")));
      return;
    }
    this.tag = `a${++tags}`;
    fill(this.result, el("p", { class: "note" }, t("Thinking…")));
    const wish = { analyze: { tag: this.tag, game: view.game, position: view.position, ms: LONGEST_MS } };
    this.waiting = setTimeout(() => live.keep("analysis", wish), after);
  }

  /** @param {{ tag: string, moves: Report[], done: boolean }} news */
  receive({ tag, moves, done }) {
    if (tag !== this.tag || !this.on) return;
    if (done) live.standing.delete("analysis");
    this.moves = moves;
    this.done = done;
    this.draw();
  }

  draw() {
    const best = this.moves[0];
    if (!best) return;
    const scores = new Map(this.moves.map((report) => [report.move, { text: label(report), rank: report.score === best.score && report.exact === best.exact ? 0 : 1 }]));
    this.page.board.showScores(scores);
    const depth = best.depth;
    const nodes = Math.max(...this.moves.map((m) => m.nodes));
    const seconds = Math.max(...this.moves.map((m) => m.seconds), 1e-3);
    const exact = this.moves.every((m) => m.exact);
    fill(
      this.result,
      el(
        "p",
        { class: "note" },
        t("depth {n}", { n: depth }),
        ` · ${t("{n} positions", { n: short(nodes) })} · ${t("{n} a second", { n: short(nodes / seconds) })} `,
        exact && el("span", { class: "badge" }, t("solved exactly")),
        !this.done && " …",
      ),
      el(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": t("Scores of the moves") },
        el(
          "table",
          {},
          el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("Move")), el("th", { scope: "col" }, t("Score")), el("th", { scope: "col" }, t("Expected line")))),
          el(
            "tbody",
            {},
            ...this.moves.map((report, i) =>
              el(
                "tr",
                { class: i === 0 ? "best" : null },
                el("td", {}, report.move),
                el("td", {}, report.score_text.replace(/^-/, "−"), report.exact && !exact && " ", report.exact && !exact && el("span", { class: "badge" }, t("exact"))),
                el("td", {}, el("span", { class: "pv" }, report.pv.slice(1, 9).join(" "))),
              ),
            ),
          ),
        ),
      ),
    );
  }

  // The whole game

  judge() {
    const { state } = this.page;
    if (!state) return;
    live.drop("review", { halt: this.reviewTag });
    this.reviewTag = `r${++tags}`;
    this.graph.begin(state.moves.length);
    this.judgedGame = state.number;
    const moves = state.moves.map(({ text }) => text).join(" ");
    live.keep("review", { review: { tag: this.reviewTag, game: state.game, start: state.start, moves } });
  }

  /** @param {{ tag: string, standing?: import("./graph.js").Standing, done?: boolean }} news */
  judged({ tag, standing, done }) {
    if (tag !== this.reviewTag) return;
    if (done) live.standing.delete("review");
    if (standing) this.graph.add(standing);
    const { parts, state } = this.page;
    if (!parts || !state) return;
    parts.moves.marks = this.graph.mistakes(state.moves);
    parts.moves.update();
    this.graph.draw();
  }

  update() {
    const { state } = this.page;
    if (!state) return;
    const fitting = this.judgedGame === state.number && this.graph.length <= state.moves.length;
    if (this.graph.length >= 0 && !fitting) this.forget();
    this.graph.draw();
  }
}

function idle() {
  return el("p", { class: "note" }, t("A score on every legal move; or how the whole game stood, with its mistakes."));
}

/** A score as it fits on a cell. @param {Report} report */
function label({ score, exact, score_text }) {
  const wins = score_text.match(/^(win|loss) in (\d+)( at most)?$/);
  if (wins) return `${wins[1] === "win" ? "+" : "−"}#${wins[3] ? "≤" : ""}${wins[2]}`;
  const value = exact && !score_text.startsWith("expects") ? score : score / 100;
  const text = exact && Number.isInteger(value) ? number(Math.abs(value)) : Math.abs(value).toFixed(Math.abs(value) < 10 ? 1 : 0);
  return value === 0 || Number(text) === 0 ? "0" : `${value > 0 ? "+" : "−"}${text}`;
}
