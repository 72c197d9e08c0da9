/** Setting up a tournament. */

import { post } from "./api.js";
import { el, fill, icon } from "./dom.js";
import { t } from "./i18n.js";
import { FORMATS, formatName } from "./tournament.js";

/** @typedef {{ name: string, play: string }} Entrant */
/** What stands in a form: values by field, players chosen, programs. @typedef {{ fields: Record<string, string>, chosen: string[], programs: string[][] }} FilledIn */

/** The time limits that are offered: how they are shown, and the key and value of the description. */
const TIMES = [
  ["100ms a move", "time", "100ms"],
  ["500ms a move", "time", "500ms"],
  ["1s a move", "time", "1s"],
  ["5s a move", "time", "5s"],
  ["1m+1s", "clock", "1m+1s"],
  ["5m+2s", "clock", "5m+2s"],
];

export class TournamentForm {
  /**
   * @param {{ site: any, games: import("./types.js").GameSummary[], details: (game: string) => Promise<import("./types.js").Game> }} around
   * @param {(id: string) => void} made
   * @param {FilledIn} [filledIn] what was written into the form before it was drawn anew
   */
  constructor(around, made, filledIn) {
    this.around = around;
    this.made = made;
    /** The players that were chosen, by how they are written. @type {Map<string, string>} */
    this.chosen = new Map();
    const { games } = around;
    const usual = localStorage.getItem("game") ?? games[0].id;
    this.name = input("text", "cup-name", { value: "", required: true, maxlength: 80, placeholder: t("Spring cup") });
    this.game = select("cup-game", games.map(({ id, title }) => [id, t(title)]), usual, () => this.offer());
    this.format = select("cup-format", FORMATS.map((name) => [name, formatName(name)]), "round-robin", () => this.explain());
    this.rounds = input("number", "cup-rounds", { min: 1, max: 999, value: 5 });
    this.roundsField = field(t("Rounds"), this.rounds);
    this.time = select(
      "cup-time",
      [...TIMES.map(([text], i) => /** @type {[string, string]} */ ([String(i), timeName(text)])), ["none", t("No clock")], ["other", t("Other…")]],
      "1",
      () => {
        this.askForTime();
        if (!this.ownTime.hidden) this.ownTime.focus();
      },
    );
    this.ownTime = input("text", "cup-own-time", { hidden: true, size: 9, placeholder: "100ms a move, 2s a move", "aria-label": t("Clock") });
    this.rank = select("cup-rank", [["points", t("Points")], ["wins", t("Number of wins")]], "points", () => {});
    this.rankField = field(t("Ranked by"), this.rank);
    this.repeats = input("number", "cup-repeats", { min: 1, max: 1000, value: 1 });
    this.seed = input("number", "cup-seed", { min: 0, max: 4294967295, value: 1 });
    this.parallel = input("number", "cup-parallel", { min: 1, max: around.site.cores ?? 1, value: 1 });
    this.about = el("p", { class: "note" });
    this.players = el("div", { class: "entrants" });
    this.programs = el("div", { class: "programs" });
    this.count = el("p", { class: "note", "aria-live": "polite" });
    this.trouble = el("p", { class: "bad-note", role: "alert" });
    this.root = el(
      "form",
      {
        class: "card cup-form",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.submit();
        },
      },
      el("h1", {}, t("New tournament")),
      el("div", { class: "fields" }, field(t("Name"), this.name), field(t("Game"), this.game), field(t("Format"), this.format), this.roundsField),
      this.about,
      el("fieldset", {}, el("legend", {}, t("Players")), this.players, this.programs, this.count),
      el(
        "div",
        { class: "fields" },
        field(t("Clock"), this.time, this.ownTime),
        field(t("Openings in a meeting, each from both sides"), this.repeats),
        this.rankField,
        field(t("Games at a time"), this.parallel),
        field(t("Seed"), this.seed),
      ),
      this.trouble,
      el("div", { class: "row" }, el("button", { class: "button main", type: "submit" }, icon("play"), t("Start the tournament"))),
    );
    for (const [id, value] of Object.entries(filledIn?.fields ?? {})) {
      const control = this.controls().find((control) => control.id === id);
      if (control) control.value = value;
    }
    this.askForTime();
    this.explain();
    this.offer(filledIn);
  }

  /** Everything with a value. */
  controls() {
    return [this.name, this.game, this.format, this.rounds, this.time, this.ownTime, this.rank, this.repeats, this.seed, this.parallel];
  }

  /** What stands in the form. @returns {FilledIn} */
  filledIn() {
    const programs = [...this.programs.querySelectorAll(".program")].map((line) => [...line.querySelectorAll("input")].map(({ value }) => value));
    return { fields: Object.fromEntries(this.controls().map(({ id, value }) => [id, value])), chosen: [...this.chosen.keys()], programs };
  }

  askForTime() {
    this.ownTime.hidden = this.time.value !== "other";
  }

  /** Says what the format is, and asks for rounds where it has some. */
  explain() {
    const format = this.format.value;
    this.roundsField.hidden = format !== "swiss" && format !== "ladder";
    // These two have a ranking of their own.
    this.rankField.hidden = format === "knockout" || format === "ladder";
    this.about.textContent = {
      "round-robin": t("Everybody meets everybody."),
      "double-round-robin": t("Everybody meets everybody twice."),
      gauntlet: t("The first player meets everybody else."),
      swiss: t("In each round players with like points meet."),
      knockout: t("Who loses a meeting is out."),
      ladder: t("Neighbours meet; who beats the player above changes places with it."),
    }[format] ?? "";
  }

  /** Offers the players of the game. @param {FilledIn} [filledIn] */
  async offer(filledIn) {
    let game;
    try {
      game = await this.around.details(this.game.value);
    } catch (error) {
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
      return;
    }
    if (game.id !== this.game.value) return;
    this.chosen.clear();
    /** @type {[string, string, string, string][]} */
    const list = [["random", "random", t("Random moves"), ""]];
    for (const { name, about } of game.levels) {
      const numbered = /^\d+$/.test(name);
      list.push([`engine:level=${name}`, numbered ? `level ${name}` : name, numbered ? t("Level {n}", { n: name }) : name, about]);
    }
    for (const [play, name] of list) if (filledIn?.chosen.includes(play)) this.chosen.set(play, name);
    fill(this.players, ...list.map(([play, name, text, about]) => this.chip(play, name, text, about)));
    fill(this.programs);
    if (this.around.site.allow_exec) this.programs.append(...(filledIn?.programs ?? []).map(([name, play]) => this.program(name, play)), this.addProgram());
    this.tally();
  }

  /** A player that can be switched on and off. @param {string} play @param {string} name @param {string} text @param {string} about */
  chip(play, name, text, about) {
    const button = el(
      "button",
      {
        class: "button",
        type: "button",
        "aria-pressed": String(this.chosen.has(play)),
        "data-play": play,
        title: about,
        onclick: () => {
          if (!this.chosen.delete(play)) this.chosen.set(play, name);
          button.setAttribute("aria-pressed", String(this.chosen.has(play)));
          this.tally();
        },
      },
      text,
    );
    return button;
  }

  /** Programs of this machine, a line each. */
  addProgram() {
    const button = el(
      "button",
      {
        class: "button",
        type: "button",
        onclick: () => {
          const line = this.program("", "");
          button.before(line);
          /** @type {HTMLElement} */ (line.firstElementChild).focus();
        },
      },
      icon("plus"),
      t("Add a program of this machine"),
    );
    return button;
  }

  /** A program of this machine. @param {string} name @param {string} play */
  program(name, play) {
    const line = el(
      "div",
      { class: "program" },
      el("input", { type: "text", value: name, "aria-label": t("Name"), placeholder: t("Name"), "data-program": "name", oninput: () => this.tally() }),
      el("input", { type: "text", value: play, "aria-label": t("Command"), placeholder: "exec:python3 player.py", "data-program": "play", oninput: () => this.tally() }),
      el("button", { class: "button", type: "button", "aria-label": t("Remove"), onclick: () => (line.remove(), this.tally()) }, icon("close")),
    );
    return line;
  }

  /** Everybody who was chosen. @returns {Entrant[]} */
  entrants() {
    const house = [...this.chosen].map(([play, name]) => ({ name, play }));
    const programs = [...this.programs.querySelectorAll(".program")].map((line) => {
      const [name, play] = ["name", "play"].map((key) => /** @type {HTMLInputElement} */ (line.querySelector(`[data-program=${key}]`)).value.trim());
      return { name, play: /^\w+:/.test(play) ? play : `exec:${play}` };
    });
    return [...house, ...programs.filter(({ name }) => name)];
  }

  tally() {
    const n = this.entrants().length;
    this.count.textContent = n < 2 ? t("Choose at least two players.") : t("{n} players", { n });
  }

  async submit() {
    const players = this.entrants();
    if (players.length < 2) {
      this.trouble.textContent = t("Choose at least two players.");
      return;
    }
    const limit = TIMES[Number(this.time.value)];
    /** @type {Record<string, string | string[]>} */
    const time = limit ? { [limit[1]]: limit[2] } : this.time.value !== "other" ? {} : ownTime(this.ownTime.value.trim());
    const draft = {
      name: this.name.value.trim(),
      game: this.game.value,
      format: this.format.value,
      ...(this.roundsField.hidden ? {} : { rounds: Number(this.rounds.value) || 1 }),
      ...time,
      ...(this.rankField.hidden ? {} : { rank: this.rank.value }),
      // What is left empty is as if it had not been touched.
      repeats: Number(this.repeats.value) || 1,
      seed: Number(this.seed.value),
      players,
    };
    try {
      const { id } = await post("/tournaments", draft);
      await post(`/tournaments/${encodeURIComponent(id)}/commands`, { do: "start", concurrency: Number(this.parallel.value) || 1 });
      this.made(id);
    } catch (error) {
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}

/**
 * A clock as people write it: for a game, for each move, or several times for a move, at each of which the whole field plays.
 * @param {string} text
 * @returns {Record<string, string | string[]>}
 */
function ownTime(text) {
  const times = text.split(",").map((part) => part.trim().match(/^(\S+) a move$/)?.[1] ?? "");
  if (times.length > 1 && times.every(Boolean)) return { time: times };
  return times[0] ? { time: times[0] } : { clock: text };
}

/** @param {string} text */
function timeName(text) {
  const move = text.match(/^(\S+) a move$/);
  return move ? t("{time} a move", { time: move[1] }) : text;
}

/** @param {string} label @param {HTMLElement} control @param {...HTMLElement} more */
function field(label, control, ...more) {
  return el("div", { class: control.id === "cup-name" ? "field broad" : "field" }, el("label", { for: control.id }, label), control, ...more);
}

/** @param {string} type @param {string} id @param {Record<string, any>} attributes */
function input(type, id, attributes) {
  return /** @type {HTMLInputElement} */ (el("input", { type, id, ...attributes }));
}

/** @param {string} id @param {[string, string][]} options @param {string} usual @param {() => void} onchange */
function select(id, options, usual, onchange) {
  return /** @type {HTMLSelectElement} */ (el("select", { id, onchange }, ...options.map(([value, text]) => el("option", { value, selected: value === usual }, text))));
}
