/** One player's tournament: its figures, every loss with its reason, every game. */

import { get } from "./api.js";
import { el } from "./dom.js";
import { took } from "./ending.js";
import { number, t } from "./i18n.js";
import { capital } from "./words.js";
import { clockName, elo } from "./tournament.js";

/** @typedef {import("./types.js").PlayedGame} PlayedGame */

export class EntrantView {
  /**
   * @param {import("./types.js").Tournament} state
   * @param {import("./types.js").Game} game
   * @param {import("./types.js").PlayerPage} page
   * @param {{ complain: (error: unknown) => void }} around
   */
  constructor(state, game, page, around) {
    this.state = state;
    this.game = game;
    this.name = page.name;
    this.around = around;
    const losses = page.games.filter(({ points }) => points === 0);
    this.root = el(
      "article",
      { class: "cup-page" },
      el("header", { class: "cup-head" }, el("h1", {}, page.name), el("p", { class: "note" }, page.play)),
      page.standing && this.figures(page.standing),
      el(
        "section",
        { class: "card wide", "aria-label": t("Lost games") },
        el("h2", {}, t("Lost games")),
        losses.length ? this.table(losses, true, t("Lost games")) : el("p", { class: "note" }, t("None.")),
      ),
      el(
        "section",
        { class: "card wide", "aria-label": t("All games") },
        el("h2", {}, t("All games")),
        page.games.length ? this.table(page.games, false, t("All games")) : el("p", { class: "note" }, t("None yet.")),
      ),
    );
  }

  /** @param {import("./types.js").Standing} standing */
  figures({ place, points, wins, draws, losses, rating, ms_a_game }) {
    const figure = (/** @type {string | number | HTMLElement} */ value, /** @type {string} */ text) => el("div", {}, el("b", {}, value), el("span", {}, text));
    return el(
      "div",
      { class: "figures" },
      figure(place, t("place")),
      figure(number(points), t("points")),
      figure(`${wins} ${draws} ${losses}`, t("won, drawn, lost")),
      figure(el("bdi", { dir: "ltr" }, `${elo(rating.elo)} ± ${Math.round(rating.error)}`), t("rating")),
      figure(t("{n} s", { n: number(Math.round(ms_a_game / 10) / 100) }), t("a game")),
    );
  }

  /** @param {PlayedGame[]} games @param {boolean} why @param {string} label */
  table(games, why, label) {
    const head = [t("Round"), t("Opponent"), t("Side"), ...(why ? [t("Reason")] : [t("Result")]), t("Moves"), t("Thinking time"), ""];
    const result = (/** @type {number} */ points) => (points === 1 ? t("won") : points === 0 ? t("lost") : t("drawn"));
    const several = this.state.clocks.length > 1;
    const row = (/** @type {PlayedGame} */ game) =>
      el(
        "tr",
        {},
        el("td", { class: "num" }, game.round + 1, several && el("span", { class: "note" }, ` ${clockName(game.clock)}`)),
        el("td", {}, this.state.entrants[game.opponent]?.name ?? ""),
        el("td", {}, t(this.game.sides[game.side === "first" ? 0 : 1].name)),
        why ? el("td", {}, this.reason(game)) : el("td", {}, result(game.points), game.reason !== "normal" && el("span", { class: "note" }, ` (${t(game.reason)})`)),
        el("td", { class: "num" }, game.moves),
        el("td", { class: "num" }, t("{n} s", { n: number(Math.round(game.ms / 10) / 100) })),
        el(
          "td",
          {},
          el(
            "div",
            { class: "row" },
            el("button", { class: "button", type: "button", onclick: () => this.open(game) }, t("Look at it")),
            el("a", { class: "button", href: this.path(game), download: `${this.state.id}-${game.game}.json` }, t("Record")),
          ),
        ),
      );
    return el(
      "div",
      { class: "scroll-x", tabindex: 0, role: "group", "aria-label": label },
      el("table", { class: "games" }, el("thead", {}, el("tr", {}, ...head.map((text) => (text ? el("th", { scope: "col", class: [t("Round"), t("Moves"), t("Thinking time")].includes(text) ? "num" : null }, text) : el("td"))))), el("tbody", {}, ...games.map(row))),
    );
  }

  /** Why a game was lost, with what there is to show for it. @param {PlayedGame} game */
  reason({ reason, side, verdict }) {
    if (reason === "normal" && verdict && this.game.counted) {
      const [own, other] = side === "first" ? verdict.score : [verdict.score[1], verdict.score[0]];
      return el("span", {}, t("by the rules"), el("span", { class: "note" }, ` ${own} : ${other} ${t(this.game.unit)}`));
    }
    if (reason === "normal") return el("span", {}, t("by the rules"));
    const { explanation, sent, took_ms, over_ms, exit, stderr } = verdict?.evidence ?? {};
    return el(
      "div",
      {},
      el("b", {}, capital(t(reason))),
      explanation && el("div", {}, explanation),
      took_ms !== undefined && el("div", {}, took(took_ms)),
      over_ms !== undefined && el("div", {}, t("{n} ms over its time", { n: over_ms })),
      exit && el("div", {}, exit),
      sent && el("code", { class: "evidence" }, sent.slice(0, 200)),
      stderr && el("details", {}, el("summary", {}, t("Its last words")), el("pre", {}, stderr)),
    );
  }

  /** @param {PlayedGame} game */
  path(game) {
    return `/api/v1/tournaments/${encodeURIComponent(this.state.id)}/games/${game.game}`;
  }

  /** Puts a game on the board. @param {PlayedGame} game */
  async open(game) {
    try {
      const record = await get(this.path(game).replace("/api/v1", ""));
      const moves = record.moves.map((/** @type {any} */ mv) => mv.move).join(" ");
      const wish = new URLSearchParams({ game: record.game, start: record.start, moves });
      const names = [this.name, this.state.entrants[game.opponent]?.name ?? ""];
      for (const name of game.side === "first" ? names : names.reverse()) wish.append("name", name);
      location.hash = String(wish);
    } catch (error) {
      this.around.complain(error);
    }
  }
}
