/** Who sits where, with score and clock. */

import { get } from "./api.js";
import { el, fill } from "./dom.js";
import { t } from "./i18n.js";
import { pieceIcon } from "./pieces.js";
import { capital } from "./words.js";
import { runningClock, timeText } from "./clock.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** Stands for a program whose command is yet to be asked for. */
const PROGRAM = "program";

const SIDES = /** @type {const} */ (["first", "second"]);

export class Seats {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    /** Network players that can be seated. @type {{ id: number, name: string | null, game: string }[]} */
    this.guests = [];
    this.cards = SIDES.map((side, i) => this.card(side, i));
    this.root = el("div", { class: "seats" }, ...this.cards.map(({ root }) => root));
    this.timer = setInterval(() => this.tick(), 200);
  }

  /** @param {"first" | "second"} side @param {number} i */
  card(side, i) {
    const game = /** @type {import("./types.js").Game} */ (this.page.game);
    const name = capital(t(game.sides[i].name));
    const piece = game.layout.pieces.find((p) => p.side === i);
    const time = el("span", { class: "time" });
    const called = el("b", { class: "called" });
    const score = el("div", { class: "score" });
    const choice = /** @type {HTMLSelectElement} */ (
      el("select", {
        "aria-label": t("Who plays {side}", { side: name }),
        "data-side": side,
        onchange: () => this.choose(side, choice.value),
        onfocus: () => this.refreshGuests(),
      })
    );
    const who = el("div", { class: "who" });
    const duel = Boolean(this.page.state?.hands);
    const root = el(
      "div",
      { class: "seat", role: "group", "aria-label": name },
      piece ? pieceIcon(piece) : el("span"),
      el("div", { class: "side" }, name, " ", called, " ", time),
      score,
      duel ? who : choice,
    );
    return { root, choice, who, called, time, score };
  }

  /** @param {"first" | "second"} side @param {string} player */
  async choose(side, player) {
    if (player === PROGRAM) return this.askForProgram(side);
    await this.page.seat(side, player);
  }

  /** Asks for the command of a program of this machine. @param {"first" | "second"} side */
  askForProgram(side) {
    const command = /** @type {HTMLInputElement} */ (el("input", { type: "text", id: "program", size: 34, required: true, placeholder: "exec:python3 player.py" }));
    const dialog = /** @type {HTMLDialogElement} */ (
      el(
        "dialog",
        { "aria-labelledby": "program-title", onclose: () => (dialog.remove(), this.forget()) },
        el(
          "form",
          {
            method: "dialog",
            class: "tool-body",
            onsubmit: () => {
              const text = command.value.trim();
              this.seatProgram(side, /^(exec|ugi|huji|nboard|gtp):/.test(text) ? text : `exec:${text}`);
            },
          },
          el("h2", { id: "program-title" }, t("A program of this machine")),
          el("label", { for: "program" }, t("Command")),
          command,
          el("div", { class: "row" }, el("button", { class: "button main", type: "submit" }, t("Seat it")), el("button", { class: "button", type: "button", onclick: () => dialog.close() }, t("Cancel"))),
        ),
      )
    );
    document.body.append(dialog);
    dialog.showModal();
  }

  /** Seats a program. A game that has not begun waits for Start: both seats may want one. @param {"first" | "second"} side @param {string} player */
  async seatProgram(side, player) {
    const { state } = this.page;
    if (state?.running && state.moves.length === 0) await this.page.command({ do: "stop" });
    await this.page.seat(side, player);
  }

  /** Shows who really sits there, whatever was chosen. */
  forget() {
    for (const { choice } of this.cards) delete choice.dataset.key;
    this.update();
  }

  async refreshGuests() {
    if (!this.page.site.network) return;
    // Without a connection, which the page says at its top, those that are known stay.
    const { guests } = await get("/network").catch(() => ({ guests: this.guests }));
    this.guests = guests.filter((/** @type {any} */ g) => g.game === this.page.game?.id && g.name !== null);
    this.update();
  }

  /** The players that can be chosen for a seat. @param {import("./types.js").Seat} seat */
  options(seat) {
    const game = /** @type {import("./types.js").Game} */ (this.page.game);
    const option = (/** @type {string} */ value, /** @type {string} */ text, /** @type {string} */ title = "") =>
      el("option", { value, title, selected: value === seat.player }, text);
    const numbered = game.levels.filter(({ name }) => /^\d+$/.test(name));
    const named = game.levels.filter(({ name }) => !/^\d+$/.test(name));
    const level = (/** @type {import("./types.js").Named} */ { name, about }) => option(`engine:level=${name}`, levelName(name), about);
    const list = [
      option("human", t("Person")),
      el("optgroup", { label: t("Computer") }, ...numbered.map(level)),
      named.length > 0 && el("optgroup", { label: t("Named opponents") }, ...named.map(level)),
      option("random", t("Random moves")),
      this.page.site.allow_exec && option(PROGRAM, t("A program of this machine…")),
      this.guests.length > 0 &&
        el("optgroup", { label: t("Network players") }, ...this.guests.map(({ id, name }) => option(String(id), name ?? ""))),
    ];
    const known = ["human", "random", ...game.levels.map(({ name }) => `engine:level=${name}`), ...this.guests.map(({ id }) => String(id))];
    if (!known.includes(seat.player)) list.push(option(seat.player, seat.kind === "nobody" ? t("Nobody") : seat.name));
    return list;
  }

  update() {
    const { state, game } = this.page;
    const view = this.page.current();
    if (!state || !game || !view) return;
    SIDES.forEach((side, i) => {
      const { root, choice, who, called, score } = this.cards[i];
      const seat = state.seats[i];
      const key = JSON.stringify([seat, this.guests]);
      if (choice.dataset.key !== key) {
        choice.dataset.key = key;
        fill(choice, ...this.options(seat));
        choice.value = seat.player;
      }
      who.textContent = state.hands?.includes(side) ? (seat.kind === "person" ? t("You") : t("Computer")) : seat.kind === "person" ? t("Other side") : seat.name;
      // People have no names here, but whoever played a game that is looked at may have one.
      called.textContent = seat.kind === "person" && seat.name !== "human" ? seat.name : "";
      if (game.counted) fill(score, String(view.score[i]), el("span", { class: "unseen" }, ` ${t(game.unit)}`));
      root.classList.toggle("turn", state.to_move === side && !state.verdict);
    });
    this.stamp = performance.now();
    this.tick();
  }

  /** Lets the clocks run between two states. */
  tick() {
    const { state } = this.page;
    if (!state) return;
    if (!this.root.isConnected && this.stamp !== undefined) {
      if (this.page.parts?.seats !== this) clearInterval(this.timer);
      return;
    }
    const since = performance.now() - (this.stamp ?? performance.now());
    state.clocks.forEach((clock, i) => {
      const { time } = this.cards[i];
      const left = runningClock(clock, since);
      time.textContent = left === null ? "" : timeText(left);
      time.classList.toggle("runs", clock.runs);
      time.classList.toggle("short", left !== null && left < 10_000);
    });
  }
}

/** @param {string} name */
function levelName(name) {
  return /^\d+$/.test(name) ? t("Level {n}", { n: name }) : name;
}
