/** Loading, saving, pasting, and a link that holds the whole game. */

import { ask } from "./api.js";
import { el, fill, icon } from "./dom.js";
import { t } from "./i18n.js";

/** The largest file that the server reads. */
const LARGEST_FILE = 8 * 1024 * 1024;

export class Share {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.text = /** @type {HTMLTextAreaElement} */ (el("textarea", { rows: 3, id: "paste", spellcheck: "false", placeholder: page.game?.move_form ?? "" }));
    this.result = el("div", { class: "tool-body", "aria-live": "polite" });
    const file = /** @type {HTMLInputElement} */ (
      el("input", { type: "file", class: "unseen", id: "file", onchange: () => file.files?.[0] && this.read(file.files[0]) })
    );
    this.format = /** @type {HTMLSelectElement} */ (el("select", { "aria-label": t("Notation") }, ...(page.game?.formats ?? []).map(({ name, label }) => el("option", { value: name }, label))));
    this.link = /** @type {HTMLInputElement} */ (el("input", { type: "text", readonly: true, "aria-label": t("Link to this game"), onfocus: () => this.link.select() }));
    this.position = /** @type {HTMLInputElement} */ (el("input", { type: "text", readonly: true, "aria-label": t("Position"), onfocus: () => this.position.select() }));
    this.root = el(
      "div",
      { class: "tool-body" },
      el("label", { for: "paste" }, t("Paste a game or a position, or load a file")),
      this.text,
      el(
        "div",
        { class: "row" },
        el("button", { class: "button main", type: "button", onclick: () => this.read(this.text.value) }, t("Read")),
        el("label", { class: "button", for: "file" }, t("Load a file…")),
        file,
      ),
      this.result,
      el("h2", {}, t("Save")),
      el("div", { class: "row" }, this.format, el("button", { class: "button", type: "button", onclick: () => this.save() }, t("Save the game"))),
      el("h2", {}, t("Link to this game")),
      this.copyable(this.link),
      el("h2", {}, t("Position")),
      this.copyable(this.position),
    );
  }

  /** @param {HTMLInputElement} input */
  copyable(input) {
    const button = el(
      "button",
      {
        class: "button",
        type: "button",
        "aria-label": t("Copy"),
        title: t("Copy"),
        onclick: async () => {
          input.select();
          await navigator.clipboard?.writeText(input.value);
          this.page.say(t("Copied"));
        },
      },
      icon("copy"),
    );
    return el("div", { class: "link" }, input, button);
  }

  /** @param {boolean} on */
  shown(on) {
    const { state } = this.page;
    const view = this.page.current();
    if (!on || !state || !view) return;
    const game = new URLSearchParams({ game: state.game, start: state.start, moves: state.moves.map(({ text }) => text).join(" ") });
    this.link.value = `${location.origin}/#${game}`;
    this.position.value = view.position;
  }

  /** @param {string | File} content */
  async read(content) {
    const game = this.page.game;
    if (!game) return;
    await this.orSay(async () => {
      if (content instanceof File && content.size > LARGEST_FILE) throw new Error(t("This file is larger than 8 MB."));
      const response = await ask(`/imports?game=${encodeURIComponent(game.id)}`, { method: "POST", body: content });
      const answer = await response.json();
      if (answer.games.length === 1) await this.take(answer.games[0]);
      else this.offer(answer);
    });
  }

  /** Does something, or says why not. @param {() => Promise<void>} act */
  async orSay(act) {
    try {
      await act();
    } catch (error) {
      fill(this.result, el("p", { class: "bad-note" }, error instanceof Error ? error.message : String(error)));
    }
  }

  /** @param {{ count: number, games: any[] }} answer */
  offer({ count, games }) {
    const choice = /** @type {HTMLSelectElement} */ (el("select", { "aria-label": t("Games"), size: Math.min(8, games.length) }, ...games.map(({ title }, i) => el("option", { value: i }, title))));
    fill(
      this.result,
      el("p", { class: "note" }, t("{n} games", { n: count })),
      choice,
      el("button", { class: "button", type: "button", onclick: () => this.orSay(() => this.take(games[Number(choice.value) || 0])) }, t("Open")),
    );
  }

  /** @param {{ game: string, start: string, moves: { text: string }[] }} game */
  async take({ game, start, moves }) {
    const text = moves.map((move) => move.text).join(" ");
    if (game === this.page.state?.game) await this.page.command({ do: "set-up", start, moves: text });
    else await this.page.create({ game, start, moves: text, players: ["human", "human"] }, { leaving: true });
    fill(this.result);
    this.shown(true);
  }

  async save() {
    const { state } = this.page;
    if (!state) return;
    await this.orSay(() => this.download(`/tables/${encodeURIComponent(state.id)}/record?format=${encodeURIComponent(this.format.value)}`));
  }

  /** @param {string} path */
  async download(path) {
    const response = await ask(path);
    const name = response.headers.get("content-disposition")?.match(/filename="([^"]+)"/)?.[1] ?? "game.json";
    const address = URL.createObjectURL(await response.blob());
    const link = /** @type {HTMLAnchorElement} */ (el("a", { href: address, download: name }));
    link.click();
    URL.revokeObjectURL(address);
  }
}
