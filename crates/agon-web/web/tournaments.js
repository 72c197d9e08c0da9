/** Tournaments: the list, and which of their views the address asks for. */

import { get, live } from "./api.js";
import { el, fill, icon } from "./dom.js";
import { t } from "./i18n.js";
import { EntrantView } from "./entrant.js";
import { TournamentForm } from "./tournament-form.js";
import { TournamentView, formatName } from "./tournament.js";

/** @typedef {import("./types.js").TournamentSummary} TournamentSummary */

/** How many tournaments are asked for at a time. */
const PART = 50;

/** How many games of a player are asked for at a time, and shown at most. */
const GAMES = 1000;
const MOST_GAMES = 5000;

export class TournamentsPage {
  /**
   * @param {HTMLElement} home
   * @param {{ site: any, games: import("./types.js").GameSummary[], details: (game: string) => Promise<import("./types.js").Game>, complain: (error: unknown) => void, say: (text: string) => void }} around
   */
  constructor(home, around) {
    this.home = home;
    this.around = around;
    /** The view on the page. @type {{ root: HTMLElement, receive?: (bulletin: any) => void, leave?: () => void } | null} */
    this.view = null;
    live.on("tournament", (bulletin) => this.view?.receive?.(bulletin));
  }

  /** Shows what the address asks for. @param {URLSearchParams} wish @param {import("./tournament-form.js").FilledIn} [filledIn] */
  async show(wish, filledIn) {
    this.wish = wish;
    this.leave();
    this.home.hidden = false;
    document.title = `${t("Tournaments")} – Agon`;
    try {
      await this.open(wish, filledIn);
      this.around.complain(null);
    } catch (error) {
      this.around.complain(error);
      if (wish.has("tournament")) fill(this.home, this.frame(backToAll()));
    }
  }

  /** @param {URLSearchParams} wish @param {import("./tournament-form.js").FilledIn} [filledIn] */
  async open(wish, filledIn) {
    const id = wish.get("tournament");
    const player = wish.get("player");
    if (id === null) {
      const list = wish.get("tournaments") === "new" ? null : await get(`/tournaments?count=${PART}`);
      if (list === null || list.length === 0) {
        const made = (/** @type {string} */ id) => {
          location.hash = `tournament=${encodeURIComponent(id)}`;
        };
        this.view = new TournamentForm(this.around, made, filledIn);
        fill(this.home, this.frame(list === null ? backToAll() : null, this.view.root));
      } else fill(this.home, this.frame(null, this.list(list)));
      return;
    }
    const state = await get(`/tournaments/${encodeURIComponent(id)}`);
    const game = await this.around.details(state.game);
    document.title = `${state.name} – Agon`;
    if (player === null) {
      const view = new TournamentView(state, game, this.around);
      this.view = view;
      fill(this.home, this.frame(backToAll(), view.root));
      live.keep("tournament", { "watch-tournament": id });
    } else {
      const page = await games(`/tournaments/${encodeURIComponent(id)}/players/${encodeURIComponent(player)}`);
      this.view = new EntrantView(state, game, page, this.around);
      fill(this.home, this.frame(el("a", { href: `#tournament=${encodeURIComponent(id)}` }, backArrow(), state.name), this.view.root));
    }
  }

  /** Says again what is shown, in the language of the moment. */
  build() {
    // What was typed is nobody's language.
    const filledIn = this.view instanceof TournamentForm ? this.view.filledIn() : undefined;
    if (this.wish && !this.home.hidden) this.show(this.wish, filledIn);
  }

  /** Lets go of what is shown. */
  leave() {
    const id = this.wish?.get("tournament");
    live.drop("tournament", id ? { "unwatch-tournament": id } : undefined);
    this.view?.leave?.();
    this.view = null;
  }

  hide() {
    this.leave();
    this.home.hidden = true;
  }

  /** @param {HTMLElement | null} back @param {...HTMLElement} content */
  frame(back, ...content) {
    return el("div", { class: "class" }, back && el("p", { class: "back" }, back), ...content);
  }

  /** @param {TournamentSummary[]} list */
  list(list) {
    const item = (/** @type {TournamentSummary} */ summary) => el("li", {}, this.card(summary));
    const items = el("ul", { class: "cups" }, ...list.map(item));
    const more = el("button", { class: "button", type: "button", hidden: list.length < PART, onclick: () => next() }, t("Show more"));
    const next = async () => {
      try {
        const part = await get(`/tournaments?from=${items.children.length}&count=${PART}`);
        items.append(...part.map(item));
        more.hidden = part.length < PART;
      } catch (error) {
        this.around.complain(error);
      }
    };
    return el(
      "section",
      { class: "tournaments" },
      el("div", { class: "headline" }, el("h1", {}, t("Tournaments")), el("a", { class: "button main", href: "#tournaments=new" }, icon("plus"), t("New tournament"))),
      items,
      el("p", {}, more),
    );
  }

  /** @param {TournamentSummary} summary */
  card(summary) {
    const { id, name, game, format, players, trouble } = summary;
    const title = this.around.games.find((known) => known.id === game.split(":")[0])?.title ?? game;
    return el(
      "a",
      { class: "card cup", href: `#tournament=${encodeURIComponent(id)}` },
      el("span", { class: "cup-name" }, name),
      stateBadge(summary),
      el("span", { class: "note" }, [t(title), format && formatName(format), t("{n} players", { n: players })].filter(Boolean).join(" · ")),
      trouble ? el("span", { class: "bad-note" }, trouble) : el("span", { class: "note" }, progressText(summary)),
    );
  }
}

/** A player's page with its games, which come in parts. @param {string} path */
async function games(path) {
  const page = await get(`${path}?count=${GAMES}`);
  for (let part = page.games; part.length === GAMES && page.games.length < MOST_GAMES; page.games.push(...part)) {
    part = (await get(`${path}?from=${page.games.length}&count=${GAMES}`)).games;
  }
  return page;
}

/** Points back, whichever way people read. */
function backArrow() {
  return document.documentElement.dir === "rtl" ? "→ " : "← ";
}

function backToAll() {
  return el("a", { href: "#tournaments" }, backArrow(), t("All tournaments"));
}

/** @param {{ running: boolean, complete: boolean, played: number }} state */
export function stateBadge({ running, complete, played }) {
  const [name, text] = running ? ["live", t("being played")] : complete ? ["done", t("complete")] : played ? ["rest", t("stopped")] : ["rest", t("not started")];
  return el("span", { class: `state ${name}` }, text);
}

/** @param {{ played: number, total: number | null }} state */
export function progressText({ played, total }) {
  return total === null ? t("{n} games", { n: played }) : t("{n} of {all} games", { n: played, all: total });
}
