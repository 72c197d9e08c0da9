/** Network players: where programs connect, who did, and putting them into seats. */

import { get, remove } from "./api.js";
import { el, fill } from "./dom.js";
import { t } from "./i18n.js";

export class Network {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.root = el("div", { class: "tool-body" });
    /** @type {ReturnType<typeof setInterval> | undefined} */ this.timer = undefined;
  }

  /** @param {boolean} on */
  shown(on) {
    clearInterval(this.timer);
    if (!on) return;
    this.refresh();
    this.timer = setInterval(() => this.refresh(), 1500);
  }

  async refresh() {
    if (!this.root.isConnected) return;
    try {
      this.draw(await get("/network"));
    } catch {
      // The connection is lost, which the page says at its top.
    }
  }

  /** @param {{ ports: any[], guests: any[] }} network */
  draw({ ports, guests }) {
    const key = JSON.stringify([ports, guests.map(({ seconds, ...rest }) => [rest, Math.floor(seconds / 15)]), this.page.state?.game]);
    if (this.root.dataset.key === key) return;
    this.root.dataset.key = key;
    const game = /** @type {import("./types.js").Game} */ (this.page.game);
    const title = (/** @type {string} */ id) => t(this.page.games.find((known) => known.id === id.split(":")[0])?.title ?? id);
    const seat = (/** @type {any} */ guest, /** @type {"first" | "second"} */ side) =>
      el("button", { class: "button", type: "button", onclick: () => this.page.seat(side, String(guest.id)) }, t("as {side}", { side: t(game.sides[side === "first" ? 0 : 1].name) }));
    const row = (/** @type {any} */ guest) =>
      el(
        "tr",
        {},
        el("td", {}, guest.name ?? t("(no name yet)")),
        el("td", {}, title(guest.game)),
        el("td", {}, t("{n} s", { n: guest.seconds })),
        el(
          "td",
          {},
          el(
            "div",
            { class: "row" },
            guest.game === game.id && guest.name !== null && seat(guest, "first"),
            guest.game === game.id && guest.name !== null && seat(guest, "second"),
            el("button", { class: "button", type: "button", onclick: () => remove(`/network/guests/${guest.id}`).then(() => this.refresh(), (error) => this.page.complain(error)) }, t("Disconnect")),
          ),
        ),
      );
    fill(
      this.root,
      ports.length === 0 && el("p", { class: "note" }, t("This server has no ports for network players.")),
      ...ports.map(({ game, address, trouble }) =>
        el("p", { class: trouble ? "bad-note" : "note" }, trouble ?? t("{game}: programs connect to {address}", { game: title(game), address })),
      ),
      guests.length > 0
        ? el(
            "table",
            {},
            el("thead", {}, el("tr", {}, ...[t("Name"), t("Game"), t("Since"), t("Seat")].map((title) => el("th", { scope: "col" }, title)))),
            el("tbody", {}, ...guests.map(row)),
          )
        : ports.length > 0 && el("p", { class: "note" }, t("Nobody is connected yet.")),
    );
  }
}
