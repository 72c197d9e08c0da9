/** One tournament: what is being played, how it stands, files to keep. */

import { get, post, remove } from "./api.js";
import { Board } from "./board.js";
import { el, fill, icon } from "./dom.js";
import { number, t } from "./i18n.js";
import { pieceIcon } from "./pieces.js";
import { ratingPlot } from "./rating-plot.js";
import { progressText, stateBadge } from "./tournaments.js";

/** @typedef {import("./types.js").Tournament} Tournament */
/** @typedef {import("./types.js").Standing} Standing */

export const FORMATS = ["round-robin", "double-round-robin", "gauntlet", "swiss", "knockout", "ladder"];

/** How long to wait for more games before the tables are asked for again, in milliseconds. */
const PATIENCE = 400;

export class TournamentView {
  /**
   * @param {Tournament} state
   * @param {import("./types.js").Game} game
   * @param {{ complain: (error: unknown) => void, say: (text: string) => void }} around
   */
  constructor(state, game, around) {
    this.state = state;
    this.game = game;
    this.around = around;
    /** Whether it was asked once to delete it. */
    this.sure = false;
    /** The table that is shown; the last one decides. @type {number | null} */
    this.table = null;
    /** @type {Map<string, { root: HTMLElement, board: Board, caption: HTMLElement }>} */
    this.boards = new Map();
    this.head = el("header", { class: "cup-head" });
    this.live = el("div", { class: "live-boards" });
    this.liveSection = el("section", { "aria-label": t("Being played") }, el("h2", {}, t("Being played")), this.live);
    this.results = el("div", { class: "results" });
    this.root = el("article", { class: "cup-page" }, this.head, this.liveSection, this.results);
    this.draw();
    this.showBoards(state.live.boards);
    // A tournament that another process plays says nothing by itself.
    this.timer = setInterval(() => this.state.running && this.refresh(), 3000);
  }

  leave() {
    clearInterval(this.timer);
    clearTimeout(this.waiting);
  }

  /** @param {import("./types.js").Bulletin} bulletin */
  receive(bulletin) {
    if (bulletin.id !== this.state.id) return;
    this.showBoards(bulletin.boards);
    // A server that has not played it since it was started knows nothing of its games.
    const news = bulletin.total !== null || bulletin.played > 0 ? bulletin.played !== this.state.played : false;
    if (bulletin.running !== this.state.running || news) {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.refresh(), bulletin.running ? PATIENCE : 0);
    }
  }

  async refresh() {
    try {
      this.update(await get(`/tournaments/${encodeURIComponent(this.state.id)}`));
    } catch {
      // The connection is lost, which the page says at its top.
    }
  }

  /** @param {Tournament} state */
  update(state) {
    const ended = this.state.running && !state.running;
    this.state = state;
    this.draw();
    this.showBoards(state.live.boards);
    if (ended) this.around.say(`${state.name}: ${state.complete ? t("complete") : t("stopped")}`);
  }

  /** @param {"start" | "stop"} wish */
  async command(wish) {
    try {
      this.update(await post(`/tournaments/${encodeURIComponent(this.state.id)}/commands`, { do: wish }));
      this.around.complain(null);
    } catch (error) {
      this.around.complain(error);
    }
  }

  /** Deletes it when it is asked a second time. */
  async delete() {
    if (!this.sure) {
      this.sure = true;
      return this.draw();
    }
    try {
      await remove(`/tournaments/${encodeURIComponent(this.state.id)}`);
      location.hash = "tournaments";
    } catch (error) {
      this.sure = false;
      this.draw();
      this.around.complain(error);
    }
  }

  draw() {
    const { state } = this;
    const stay = stayPut(this.root);
    const table = state.tables[this.table ?? state.tables.length - 1];
    const crossed = table.cross.length > 0;
    fill(this.head, ...this.heading());
    fill(
      this.results,
      state.tables.length > 1 && this.choice(),
      el("section", { class: "card wide", "aria-label": t("Standings") }, el("h2", {}, t("Standings")), this.standings(table)),
      el("section", { class: "card", "aria-label": t("Ratings") }, el("h2", {}, t("Ratings")), ratingPlot(table.table.map(({ player, rating }) => ({ name: this.name(player), ...rating }))), el("p", { class: "note" }, t("Elo over all games, with 95 % intervals; the average is 0."))),
      crossed && el("section", { class: "card", "aria-label": t("Crosstable") }, el("h2", {}, t("Crosstable")), this.cross(table)),
      this.files(),
    );
    stay();
  }

  heading() {
    const { state } = this;
    const { running, complete, played } = state;
    const about = [t(this.game.title), formatName(state.format), state.clocks.map(clockName).join(", "), t("{n} players", { n: state.players })];
    const button = running
      ? el("button", { class: "button", type: "button", "data-control": "run", onclick: () => this.command("stop") }, icon("pause"), t("Stop"))
      : el("button", { class: "button main", type: "button", "data-control": "run", disabled: complete, onclick: () => this.command("start") }, icon("play"), played ? t("Resume") : t("Start"));
    return [
      el(
        "div",
        { class: "headline" },
        el("h1", {}, state.name),
        stateBadge(state),
        !complete && button,
        !running && el("button", { class: "button", type: "button", "data-control": "delete", onclick: () => this.delete() }, this.sure ? t("Delete it with all its games") : t("Delete")),
      ),
      el("p", { class: "note" }, about.filter(Boolean).join(" · ")),
      el(
        "div",
        { class: "progress" },
        state.total !== null && el("progress", { max: Math.max(1, state.total), value: played, "aria-label": t("Games played") }),
        el("span", { class: "note", "data-progress": "" }, progressText(state)),
      ),
      state.trouble && el("p", { class: "bad-note", role: "alert" }, state.trouble),
    ];
  }

  /** Which time limit's table is shown. */
  choice() {
    const { tables, clocks } = this.state;
    const shown = this.table ?? tables.length - 1;
    return el(
      "div",
      { class: "row", role: "group", "aria-label": t("Clock") },
      ...tables.map(({ clock }, i) =>
        el("button", { class: "button", type: "button", "data-control": `clock-${i}`, "aria-pressed": String(i === shown), onclick: () => ((this.table = i), this.draw()) }, clock === null ? t("All together") : clockName(clocks[clock])),
      ),
    );
  }

  /** @param {{ table: Standing[] }} table */
  standings({ table }) {
    const { bonus, rank, tie_breaks } = this.state;
    const byWins = rank === "wins";
    /** @type {[string | null, string][]} */
    const head = [
      [null, t("Place")],
      [t("Player"), t("Player")],
      byWins ? [t("Wins"), t("Wins")] : [t("Points"), t("Points")],
      [t("Games"), t("Games")],
      ["+ = −", t("won, drawn, lost")],
      [t("Rating"), t("Rating")],
      [t("Lost by a fault"), t("Lost by a fault")],
      ...(bonus ? [/** @type {[string, string]} */ ([t("Bonus"), t("Bonus")])] : []),
    ];
    const line = (/** @type {Standing} */ s) => {
      const faults = Object.entries(s.lost_by).filter(([reason]) => reason !== "normal");
      return el(
        "tr",
        {},
        el("td", { class: "num place" }, s.place),
        el("th", { scope: "row" }, this.link(s.player)),
        el("td", { class: "num strong" }, number(byWins ? s.points - s.draws / 2 : s.points)),
        el("td", { class: "num" }, s.games),
        el("td", { class: "num wdl" }, `${s.wins} ${s.draws} ${s.losses}`),
        el("td", { class: "num" }, el("bdi", { dir: "ltr" }, elo(s.rating.elo), el("span", { class: "note" }, ` ± ${Math.round(s.rating.error)}`))),
        el("td", {}, faults.map(([reason, n]) => `${t(reason)} ${n}`).join(", ") || "–"),
        bonus && el("td", { class: "num" }, `${number(s.bonus)} ${t(bonus)}`),
      );
    };
    return el(
      "div",
      { class: "scroll-x", tabindex: 0, role: "group", "aria-label": t("Standings") },
      el("table", { class: "standings" }, el("thead", {}, el("tr", {}, ...head.map(([text, title]) => text === null ? el("th", { scope: "col" }, el("span", { class: "unseen" }, title)) : el("th", { scope: "col", title, "aria-label": title }, text)))), el("tbody", {}, ...table.map(line))),
      byWins && el("p", { class: "note" }, t("Ranked by the number of wins."), " ", tie_breaks.length === 0 && t("Who has as many wins shares the place and gets its bonus.")),
    );
  }

  /** Who did what against whom. @param {{ table: Standing[], cross: import("./types.js").Encounter[][] }} table */
  cross({ table, cross }) {
    const order = table.map(({ player }) => player);
    const cell = (/** @type {number} */ a, /** @type {number} */ b) => {
      if (a === b) return el("td", { class: "self", "aria-label": t("itself") });
      const { results } = cross[a][b];
      const points = this.state.rank === "wins" ? results.filter((result) => result === 1).length : cross[a][b].points;
      if (!results.length) return el("td", { class: "num empty" }, "·");
      const share = points / results.length;
      const title = `${this.name(a)} – ${this.name(b)}: ${number(points)} / ${results.length}`;
      return el("td", { class: `num meets ${share > 0.5 ? "ahead" : share < 0.5 ? "behind" : "level"}`, title }, `${half(points)}/${results.length}`);
    };
    return el(
      "div",
      { class: "scroll-x", tabindex: 0, role: "group", "aria-label": t("Crosstable") },
      el(
        "table",
        { class: "cross" },
        el("thead", {}, el("tr", {}, el("td"), el("td"), ...order.map((player, i) => el("th", { scope: "col", title: this.name(player), "aria-label": this.name(player) }, i + 1)))),
        el("tbody", {}, ...order.map((a, i) => el("tr", {}, el("td", { class: "num place" }, i + 1), el("th", { scope: "row" }, this.link(a)), ...order.map((b) => cell(a, b))))),
      ),
    );
  }

  files() {
    /** @type {[string, string][]} */
    const list = [
      ["report.html", t("Report with every game")],
      ["standings.csv", t("Standings as a table (CSV)")],
      ["games.csv", t("Games as a table (CSV)")],
      ["records.json", t("Records of all games")],
      ["results.json", t("Everything (JSON)")],
      ["tournament.toml", t("Description")],
    ];
    const link = ([file, text] = ["", ""]) => el("li", {}, el("a", { href: `/api/v1/tournaments/${encodeURIComponent(this.state.id)}/files/${file}`, download: "" }, text));
    const shown = this.state.played ? list : list.slice(-1);
    return el("section", { class: "card", "aria-label": t("To keep") }, el("h2", {}, t("To keep")), el("ul", { class: "files" }, ...shown.map(link)));
  }

  /** The boards of the games being played. @param {import("./types.js").LiveBoard[]} list */
  showBoards(list) {
    this.liveSection.hidden = list.length === 0;
    const wanted = new Set(list.map(({ game }) => game));
    for (const [game, { root }] of this.boards) {
      if (wanted.has(game)) continue;
      root.remove();
      this.boards.delete(game);
    }
    for (const state of list) this.showBoard(state);
  }

  /** @param {import("./types.js").LiveBoard} state */
  showBoard(state) {
    let shown = this.boards.get(state.game);
    const names = state.players.map((player) => this.name(player));
    if (!shown) {
      const home = el("div", { class: "board-home" });
      const board = new Board(home, { onMove: () => {} });
      board.build(this.game.layout, `${names[0]} – ${names[1]}`, { still: true });
      const caption = el("figcaption", {});
      const root = el("figure", { class: "card live-board" }, el("div", { class: "pairing" }, ...state.players.map((player, side) => this.corner(player, side))), home, caption);
      shown = { root, board, caption };
      this.boards.set(state.game, shown);
      this.live.append(root);
    }
    const [a, b] = state.view.score;
    const score = this.game.counted ? ` · ${a} : ${b}` : "";
    shown.caption.textContent = `${t("Round {n}", { n: state.round + 1 })} · ${t("move {n}", { n: state.plies })}${score}`;
    if (shown.board.view?.position !== state.view.position) shown.board.show(state.view, { open: false });
  }

  /** @param {number} player @param {number} side */
  corner(player, side) {
    const piece = this.game.layout.pieces.find((p) => p.side === side);
    return el("span", { class: "corner" }, piece ? pieceIcon(piece) : null, el("span", { class: "who" }, this.name(player)));
  }

  /** @param {number} player */
  name(player) {
    return this.state.entrants[player]?.name ?? "";
  }

  /** @param {number} player */
  link(player) {
    return el("a", { href: `#tournament=${encodeURIComponent(this.state.id)}&player=${player}` }, this.name(player));
  }
}

/**
 * Remembers where the keyboard and the scrolled tables are; what it gives back takes them there again after the
 * content was drawn anew.
 * @param {HTMLElement} root
 */
function stayPut(root) {
  const active = root.contains(document.activeElement) ? document.activeElement : null;
  const alike = () =>
    /** @type {HTMLElement[]} */ ([...root.querySelectorAll(active?.tagName ?? "none")]).filter((other) => ["href", "aria-label", "data-control"].every((name) => other.getAttribute(name) === active?.getAttribute(name)));
  const place = active ? alike().indexOf(/** @type {HTMLElement} */ (active)) : -1;
  const tables = () => [...root.querySelectorAll(".scroll-x")];
  const scrolled = tables().map(({ scrollLeft }) => scrollLeft);
  return () => {
    tables().forEach((table, i) => (table.scrollLeft = scrolled[i] ?? 0));
    if (place >= 0) alike()[place]?.focus({ preventScroll: true });
  };
}

/** @param {string} format */
export function formatName(format) {
  return (
    {
      "round-robin": t("Round robin"),
      "double-round-robin": t("Double round robin"),
      gauntlet: t("Gauntlet"),
      swiss: t("Swiss system"),
      knockout: t("Knockout"),
      ladder: t("Ladder"),
    }[format] ?? format
  );
}

/** A time limit as the server writes it. @param {string} clock */
export function clockName(clock) {
  const move = clock.match(/^(\S+) a move$/);
  if (move) return t("{time} a move", { time: move[1] });
  return clock === "no limit" ? "" : clock;
}

/** @param {number} rating */
export function elo(rating) {
  const rounded = Math.round(rating);
  if (rounded === 0) return "0";
  return rounded < 0 ? `−${-rounded}` : `+${rounded}`;
}

/** Points with halves. @param {number} points */
function half(points) {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : `${whole || ""}½`;
}
