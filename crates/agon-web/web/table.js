/** One table on the page: the board with everything that belongs to it. */

import { Refused, get, live, post, put } from "./api.js";
import { Board } from "./board.js";
import { ClockChoice } from "./clock.js";
import { updateControls } from "./controls.js";
import { el, fill, redraw } from "./dom.js";
import { t } from "./i18n.js";
import { USUAL_PLAYERS, fitting, remembered } from "./last-players.js";
import { MoveList } from "./moves.js";
import { Seats } from "./seats.js";
import { Analysis } from "./analysis.js";
import { Explain } from "./explain.js";
import { Hood } from "./hood.js";
import { SetUp } from "./setup.js";
import { Share } from "./share.js";
import { describe, drawStatus } from "./status.js";
import { tools } from "./tools.js";
import { capital, clockText, index, sentence } from "./words.js";
import { Network } from "./network.js";

/** @typedef {import("./types.js").TableState} TableState */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").View} View */

export class TablePage {
  /**
   * @param {HTMLElement} home
   * @param {{ site: any, games: import("./types.js").GameSummary[], onGame: () => void }} around
   */
  constructor(home, { site, games, onGame }) {
    this.home = home;
    this.site = site;
    this.games = games;
    this.onGame = onGame;
    /** @type {TableState | null} */ this.state = null;
    /** @type {Map<string, Game>} */ this.details = new Map();
    /** @type {Game | null} */ this.game = null;
    /** The ply that is looked back at; nothing for the game as it is. @type {number | null} */
    this.ply = null;
    /** @type {Map<string, View>} */ this.views = new Map();
    /** The view on the board. @type {View | null} */ this.shown = null;
    this.tool = "analysis";
    this.connected = true;
    live.on("table", (state) => this.receive(state));
    live.on("gone", (id) => this.gone(id));
    live.on("trouble", ({ error }) => this.complain(new Error(error)));
    document.addEventListener("keydown", (event) => this.shortcut(event));
    this.board = new Board(el("div", { class: "board-home", id: "board", tabindex: -1 }), {
      onMove: (move) => this.play(move.text),
      onCell: (cell) => this.parts?.setup.cell(cell),
    });
  }

  /** Makes all parts of the page, in the language of the moment. */
  build() {
    if (!this.game || !this.state) return;
    const duel = Boolean(this.state.hands);
    const before = this.parts;
    const analysing = before?.analysis.on && before.game === this.game.id;
    before?.setup.leave();
    before?.analysis.leave();
    before?.network.shown(false);
    this.parts = {
      game: this.game.id,
      seats: new Seats(this),
      clock: new ClockChoice(this),
      moves: new MoveList(this),
      analysis: new Analysis(this),
      explain: new Explain(this),
      hood: new Hood(this),
      setup: new SetUp(this),
      share: new Share(this),
      network: new Network(this),
    };
    this.status = el("div", { class: "status" });
    this.controls = el("div", { class: "controls", role: "group", "aria-label": t("Game") });
    const { seats, clock, moves } = this.parts;
    fill(
      this.home,
      el("h1", { class: "unseen" }, t(this.game.title)),
      el(
        "div",
        { class: "table" },
        el("section", { class: "stage", "aria-label": t("Board") }, seats.root, this.status, el("div", { class: "board-box" }, this.board.home)),
        el("div", { class: "side-panel" }, !duel && this.controls, !duel && clock.root, moves.root, !duel && tools(this)),
      ),
    );
    this.board.build(this.game.layout, t("{game} board", { game: t(this.game.title) }));
    this.update(false);
    if (analysing) this.parts.analysis.turn(true);
  }

  // What is shown

  /** Begins another game with the players of the last one. @param {string} wanted @param {{ leaving?: boolean }} [how] */
  async choose(wanted, how) {
    const game = this.games.find(({ id }) => id === wanted)?.id ?? this.games[0].id;
    localStorage.setItem("game", game);
    const usual = { game, players: USUAL_PLAYERS, clock: "", running: true };
    try {
      const players = fitting(remembered(), await this.about(game));
      await this.create({ ...usual, players, clock: localStorage.getItem("clock") ?? "" }, how);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 422) throw error;
      // What was remembered makes no sense, at least here: it must not keep anybody from playing.
      for (const name of ["players", "clock"]) localStorage.removeItem(name);
      await this.create(usual, how);
    }
  }

  /** Opens a new table. @param {any} wish @param {{ leaving?: boolean }} [how] */
  async create(wish, how) {
    await this.adopt(await post("/tables", wish), how);
  }

  /** Shows a table that exists. @param {string} id */
  async open(id) {
    await this.adopt(await get(`/tables/${encodeURIComponent(id)}`));
  }

  /** A game with its board and its engines; asked for once. @param {string} id @returns {Promise<Game>} */
  async about(id) {
    const game = this.details.get(id) ?? (await get(`/games/${encodeURIComponent(id)}`));
    this.details.set(id, game);
    return game;
  }

  /** @param {TableState} state @param {{ leaving?: boolean }} [how] whether another game is left for it, which "Back" leads to */
  async adopt(state, { leaving = false } = {}) {
    const game = await this.about(state.game);
    const other = this.state?.id !== state.id;
    if (this.state && other) live.drop("table", { unwatch: this.state.id });
    const begun = leaving && Boolean(this.state?.moves.length);
    const fresh = this.game?.id !== game.id || !this.parts || Boolean(this.state?.hands) !== Boolean(state.hands);
    this.game = game;
    this.state = state;
    this.connected = true;
    this.ply = null;
    this.views.clear();
    document.title = `${t(game.title)} – Agon`;
    if (!this.site.table && !this.home.hidden) {
      const address = `#table=${encodeURIComponent(state.id)}`;
      if (begun) history.pushState(null, "", address);
      else history.replaceState(null, "", address);
    }
    this.onGame();
    if (fresh) this.build();
    else {
      this.parts?.analysis.forget();
      if (other && this.parts?.setup.active) this.parts.setup.end();
      else this.update(false);
    }
    live.keep("table", { watch: state.id });
  }

  /** @param {TableState} state */
  receive(state) {
    if (state.id !== this.state?.id) return;
    // Behind a connection that was lost there may be another server, which counts anew.
    if (this.connected && state.version < this.state.version) return;
    const before = this.state;
    this.state = state;
    this.connected = true;
    if (state.number !== before.number) this.views.clear();
    if (this.ply !== null && (this.ply >= state.moves.length || state.number !== before.number)) this.ply = null;
    this.update(true);
    this.announce(before, state);
  }

  /**
   * The table is gone with its server: the game goes on at a new one, under the old address, so that all who sat
   * there meet again.
   * @param {string} id
   */
  async gone(id) {
    const state = this.state;
    if (!state || state.id !== id || this.site.table) return;
    live.drop("table");
    const players = state.seats.map(({ player, kind }) => (kind === "guest" || kind === "nobody" ? "human" : player));
    const moves = state.moves.map(({ text }) => text).join(" ");
    const clock = clockText(state);
    try {
      await this.create({ id, game: state.game, start: state.start, moves, players, clock, running: state.running });
    } catch (error) {
      this.complain(error);
    }
  }

  /** Without a connection the board takes no moves: nobody would hear of them. @param {boolean} connected */
  connection(connected) {
    this.connected = connected;
    if (!connected) this.update(false);
  }

  /** Shows the game as it is, or as it was. @param {number | null} ply */
  async look(ply) {
    if (!this.state) return;
    const last = this.state.moves.length;
    this.ply = ply === null || ply >= last ? null : Math.max(0, ply);
    if (this.ply !== null) {
      const key = this.viewKey(this.ply);
      try {
        if (!this.views.has(key)) this.views.set(key, (await get(this.path(`/views/${this.ply}`))).view);
      } catch (error) {
        this.ply = null;
        this.complain(error);
      }
    }
    this.update(true);
  }

  /** @param {number} ply */
  viewKey(ply) {
    return `${this.state?.number}/${ply}/${this.state?.moves[ply - 1]?.text ?? ""}`;
  }

  /** The view to show now. @returns {View | null} */
  current() {
    if (!this.state) return null;
    if (this.ply === null) return this.state.view;
    return this.views.get(this.viewKey(this.ply)) ?? this.state.view;
  }

  /** @param {boolean} animate */
  update(animate) {
    const view = this.current();
    if (!view || !this.state || !this.parts) return;
    this.parts.seats.update();
    this.parts.clock.update();
    this.parts.moves.update();
    updateControls(this);
    if (this.parts.setup.active) return;
    this.updateStatus();
    this.board.show(view, { open: this.mayMove(), animate });
    const moved = this.shown?.position !== view.position || this.shown?.game !== view.game;
    this.shown = view;
    if (moved) this.parts.analysis.follow(view);
    if (this.tool === "explain" && (moved || (this.connected && this.parts.explain.failed))) this.parts.explain.shown(true);
    if (this.tool === "share") this.parts.share.shown(true);
    this.parts.analysis.update();
  }

  mayMove() {
    const { state } = this;
    if (!state || this.ply !== null || state.verdict || !state.awaits_person || !this.connected) return false;
    return !state.hands || (state.to_move !== null && state.hands.includes(state.to_move));
  }

  // What people do

  /** @param {string} text */
  async play(text) {
    if (!this.state) return;
    this.foresee(text);
    await this.ask(() => post(this.path("/moves"), { move: text, ply: this.state?.moves.length }));
  }

  /** Shows a move at once, from what the server said it changes; the server's answer has the last word. @param {string} text */
  foresee(text) {
    const view = this.current();
    const move = view?.moves.find((m) => m.text === text);
    if (!view || !move || !view.to_move) return;
    const contents = [...view.contents];
    for (const { cell, piece } of move.changes) contents[cell] = piece;
    const last = [{ side: view.to_move, text, path: move.path }, ...view.last.slice(0, 1)];
    this.board.show({ ...view, contents, last, moves: [], winning: [], position: `${view.position} ${text}` }, { open: false });
  }

  /** @param {any} wish */
  async command(wish) {
    await this.ask(() => post(this.path("/commands"), wish));
  }

  /** @param {"first" | "second"} side @param {string} player */
  async seat(side, player) {
    if (await this.ask(() => put(this.path(`/seats/${side}`), { player }))) this.remember();
    else this.parts?.seats.forget();
  }

  /** @param {string} clock */
  async setClock(clock) {
    if (await this.ask(() => put(this.path("/clock"), { clock }))) localStorage.setItem("clock", clock);
  }

  /** Keeps who plays for the next game. */
  remember() {
    if (this.state) localStorage.setItem("players", JSON.stringify(this.state.seats.map(({ player }) => player)));
  }

  /** @param {string} rest */
  path(rest) {
    return `/tables/${encodeURIComponent(this.state?.id ?? "")}${rest}`;
  }

  /** Does something at the table and shows what came of it; says whether it was done. @param {() => Promise<TableState>} act */
  async ask(act) {
    try {
      this.receive(await act());
      this.complain(null);
      return true;
    } catch (error) {
      this.complain(error);
      // What was shown may be old: look again.
      if (this.state) get(`/tables/${encodeURIComponent(this.state.id)}`).then((s) => this.receive(s), () => this.update(false));
      return false;
    }
  }

  /** @param {unknown} error */
  complain(error) {
    const alarm = /** @type {HTMLElement} */ (document.getElementById("alarm"));
    alarm.hidden = !error;
    alarm.textContent = error ? sentence(error instanceof Error ? error.message : String(error)) : "";
  }

  async hint() {
    const view = this.current();
    if (!view || !this.state) return;
    const { version } = this.state;
    try {
      const report = await post("/hints", { game: view.game, position: view.position });
      if (this.state.version !== version) return;
      this.board.point(report.move);
      this.say(t("Hint: {move}, {score}", { move: report.move, score: report.score_text }));
      this.updateStatus(t("Hint: {move}, {score}", { move: report.move, score: report.score_text }));
    } catch (error) {
      this.complain(error);
    }
  }

  async restart() {
    await this.command({ do: "restart" });
    if (!this.state?.running) await this.command({ do: "start" });
  }

  /** @param {string} [extra] */
  updateStatus(extra) {
    const { status } = this;
    if (status) redraw(status, () => drawStatus(this, status, extra), () => this.board.entrance());
  }

  async playFromHere() {
    if (!this.state || this.ply === null) return;
    const { start, moves } = this.state;
    await this.command({ do: "set-up", start, moves: moves.slice(0, this.ply).map(({ text }) => text).join(" ") });
    this.ply = null;
    this.update(false);
  }

  /** Tells a screen reader what happened. @param {TableState} before @param {TableState} after */
  announce(before, after) {
    if (!this.game || (before.moves.length === after.moves.length && Boolean(before.verdict) === Boolean(after.verdict))) return;
    const last = after.moves[after.moves.length - 1];
    const moved = last && after.moves.length > before.moves.length;
    const side = last ? capital(t(this.game.sides[index(last.side)].name)) : "";
    const parts = [moved ? t("{side} plays {move}", { side, move: last.text }) : "", describe(this).text, describe(this).over ? describe(this).more : ""];
    this.say(parts.filter(Boolean).join(". "));
  }

  /** @param {string} text */
  say(text) {
    const announcer = document.getElementById("announcer");
    if (announcer) announcer.textContent = text;
  }

  /** @param {KeyboardEvent} event */
  shortcut(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, [role=tablist]")) return;
    if (!this.state || this.parts?.setup.active || this.home.hidden) return;
    const at = this.ply ?? this.state.moves.length;
    switch (event.key) {
      case "ArrowLeft":
        this.look(at - 1);
        break;
      case "ArrowRight":
        this.look(at + 1);
        break;
      case "Home":
        this.look(0);
        break;
      case "End":
        this.look(null);
        break;
      case "h":
        if (!this.state.hands) this.hint();
        break;
      case "u":
        if (!this.state.hands) this.command({ do: "take-back" });
        break;
      default:
        return;
    }
    event.preventDefault();
  }
}
