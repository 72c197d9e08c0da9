/** Set-up: any position by clicking, with the pieces that the game has. */

import { post } from "./api.js";
import { el, fill, icon } from "./dom.js";
import { t } from "./i18n.js";
import { pieceIcon } from "./pieces.js";
import { capital } from "./words.js";

export class SetUp {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.active = false;
    /** @type {(number | null)[]} */ this.contents = [];
    /** @type {"first" | "second"} */ this.side = "first";
    /** @type {string[]} */ this.rest = [];
    /** The piece to put; nothing takes away. @type {number | null} */ this.piece = 0;
    this.root = el("div", { class: "tool-body" });
    this.draw();
  }

  /** @param {boolean} on */
  shown(on) {
    if (!on && this.active) this.end();
    if (on) this.draw();
  }

  begin() {
    const view = this.page.current();
    const game = this.page.game;
    if (!view || !game) return;
    this.active = true;
    this.contents = [...view.contents];
    const [, letter, ...rest] = view.position.split(" ");
    this.side = letter === game.sides[1].letter ? "second" : "first";
    this.rest = rest;
    this.show();
    this.draw();
  }

  end() {
    this.leave();
    this.draw();
    this.page.update(false);
  }

  /** Lets go of the board. */
  leave() {
    this.active = false;
    this.page.board.editing = false;
  }

  show() {
    const view = this.page.current();
    if (!view) return;
    this.page.board.editing = true;
    this.page.board.show({ ...view, contents: this.contents, moves: [], last: [], winning: [], position: "set-up" }, { open: false, animate: false });
    const status = this.page.status;
    if (status) {
      status.className = "status";
      fill(status, el("span", { class: "text" }, t("Setting up: click the cells")));
    }
  }

  /** @param {number} cell */
  cell(cell) {
    this.contents[cell] = this.contents[cell] === this.piece ? null : this.piece;
    this.show();
  }

  draw() {
    const game = this.page.game;
    if (!game) return;
    if (!this.active) {
      fill(
        this.root,
        el("p", { class: "note" }, t("Put any position on the board and play or analyse it.")),
        el("div", { class: "row" }, el("button", { class: "button main", type: "button", onclick: () => this.begin() }, t("Set up a position"))),
      );
      return;
    }
    const choose = (/** @type {number | null} */ piece) => () => {
      this.piece = piece;
      this.draw();
    };
    const palette = el(
      "div",
      { class: "palette", role: "group", "aria-label": t("Pieces") },
      ...game.layout.pieces.map((piece, i) =>
        el("button", { class: "button", type: "button", "aria-pressed": String(this.piece === i), "aria-label": t(piece.name), title: t(piece.name), onclick: choose(i) }, pieceIcon(piece)),
      ),
      el("button", { class: "button", type: "button", "aria-pressed": String(this.piece === null), "aria-label": t("empty"), title: t("empty"), onclick: choose(null) }, icon("close")),
    );
    const sides = el(
      "select",
      {
        id: "setup-side",
        onchange: (/** @type {Event} */ event) => {
          this.side = /** @type {"first" | "second"} */ (/** @type {HTMLSelectElement} */ (event.target).value);
        },
      },
      ...game.sides.map(({ name }, i) => {
        const value = i ? "second" : "first";
        return el("option", { value, selected: value === this.side }, capital(t(name)));
      }),
    );
    const rest = el("input", {
      type: "text",
      id: "setup-rest",
      value: this.rest.join(" "),
      size: 10,
      onchange: (/** @type {Event} */ event) => {
        this.rest = /** @type {HTMLInputElement} */ (event.target).value.split(/\s+/).filter(Boolean);
      },
    });
    this.trouble = el("p", { class: "bad-note", role: "alert" });
    fill(
      this.root,
      palette,
      el("div", { class: "row" }, el("span", { class: "pair" }, el("label", { for: "setup-side" }, t("To move")), sides), this.rest.length > 0 && el("span", { class: "pair" }, el("label", { for: "setup-rest" }, t("Rest")), rest)),
      el(
        "div",
        { class: "row" },
        el("button", { class: "button main", type: "button", onclick: () => this.use() }, t("Use this position")),
        el("button", { class: "button", type: "button", onclick: () => this.clear() }, t("Clear the board")),
        el("button", { class: "button", type: "button", onclick: () => this.end() }, t("Cancel")),
      ),
      this.trouble,
      el("p", { class: "note" }, game.position_form),
    );
  }

  clear() {
    this.contents = this.contents.map(() => null);
    this.show();
  }

  async use() {
    const game = this.page.game;
    if (!game) return;
    try {
      const { start } = await post("/set-ups", { game: game.id, contents: this.contents, side: this.side, rest: this.rest });
      this.end();
      await this.page.command({ do: "set-up", start });
    } catch (error) {
      if (this.trouble) this.trouble.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
