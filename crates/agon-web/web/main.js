/** The page as a whole: header, languages, colours, which game is shown. */

import { get, live, lost } from "./api.js";
import { el, fill, icon, redraw } from "./dom.js";
import { gradients } from "./pieces.js";
import { LANGUAGES, language, preferred, speak, t } from "./i18n.js";
import { TablePage } from "./table.js";

/** @typedef {import("./types.js").GameSummary} GameSummary */

const top_ = /** @type {HTMLElement} */ (document.getElementById("top"));
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const alarm = /** @type {HTMLElement} */ (document.getElementById("alarm"));

/** @type {{ mode: "full" | "duel", table: string | null, hands: string[], title: string }} */
let site;
/** @type {GameSummary[]} */
let games = [];
/** @type {TablePage} */
let page;
/** What is only loaded when somebody wants it. @type {import("./tournaments.js").TournamentsPage | undefined} */
let tournaments;

async function begin() {
  document.body.prepend(gradients());
  colour(localStorage.getItem("theme"));
  await speak(preferred());
  [site, games] = await Promise.all([get("/site"), get("/games")]);
  const [tableHome, classHome] = [el("div", { class: "view" }), el("div", { class: "view", hidden: true })];
  fill(main, tableHome, classHome);
  page = new TablePage(tableHome, { site, games, onGame: header });
  live.onConnection = (connected) => {
    // Whatever else was said stays until it is read.
    if (!connected || alarm.hasAttribute("data-lost")) {
      alarm.hidden = connected;
      alarm.textContent = connected ? "" : lost();
      alarm.toggleAttribute("data-lost", !connected);
    }
    // What the page shows is old until the server has sent it again.
    if (!connected) page.connection(false);
  };
  header();
  await route();
  live.connect();
  addEventListener("hashchange", route);
}

/** Shows what the address asks for: a live table, a whole game, or the game played last. */
async function route() {
  const wish = new URLSearchParams(location.hash.slice(1));
  if (site.mode === "full" && (wish.has("tournaments") || wish.has("tournament"))) return gather(wish).catch((error) => page.complain(error));
  if (tournaments && !tournaments.home.hidden) backToTable();
  const id = site.table ?? wish.get("table");
  if (id && page.state?.id === id) {
    document.title = `${t(page.game?.title ?? "")} – Agon`;
    return;
  }
  try {
    if (id) await page.open(id);
    else if (wish.has("game")) {
      const [game, start, moves] = ["game", "start", "moves"].map((name) => wish.get(name));
      const names = wish.getAll("name");
      await page.create({ game, start: start || undefined, moves: moves ?? "", players: ["human", "human"], names: names.length === 2 ? names : undefined });
    } else await page.choose(localStorage.getItem("game") ?? games[0].id);
  } catch (error) {
    // A table that is gone with its server, or a link that makes no sense: say so and begin a game.
    page.complain(error);
    if (!site.table) await page.choose(games[0].id).catch((error) => page.complain(error));
  }
}

/** Shows tournaments in place of the table. @param {URLSearchParams} wish */
async function gather(wish) {
  const home = /** @type {HTMLElement} */ (main.lastElementChild);
  const { TournamentsPage } = await import("./tournaments.js").catch(() => {
    throw new Error(lost());
  });
  tournaments ??= new TournamentsPage(home, {
    site,
    games,
    details: (game) => page.about(game),
    complain: (error) => page.complain(error),
    say: (text) => page.say(text),
  });
  page.home.hidden = true;
  await tournaments.show(wish);
  header();
}

function backToTable() {
  tournaments?.hide();
  page.home.hidden = false;
  header();
}

/** Begins a game, or goes back to the one that is on the board. @param {string} id */
async function play(id) {
  const away = page.home.hidden;
  if (away) backToTable();
  if (away && page.state?.game.split(":")[0] === id) location.hash = `table=${encodeURIComponent(page.state.id)}`;
  else {
    try {
      await page.choose(id, { leaving: true });
      page.complain(null);
    } catch (error) {
      page.complain(error);
    }
  }
}

/** Says everything in another language. @param {string} wanted */
async function turnTo(wanted) {
  try {
    await speak(/** @type {keyof typeof LANGUAGES} */ (wanted));
    localStorage.setItem("language", wanted);
  } catch {
    page.complain(new Error(lost()));
  }
  header();
  page.build();
  tournaments?.build();
}

function header() {
  const away = page?.home.hidden;
  const current = away ? null : page?.state?.game.split(":")[0];
  const title = el("a", { class: "brand", href: "#", "data-control": "brand", onclick: (/** @type {Event} */ e) => (e.preventDefault(), site.mode === "full" && page.home.hidden && page.state && play(page.state.game.split(":")[0])) }, brand(), "Agon");
  const list = el(
    "nav",
    { "aria-label": t("Games") },
    ...games.map(({ id, title }) =>
      el(
        "button",
        { class: "game", type: "button", "data-control": id, "aria-current": id === current ? "page" : null, onclick: () => play(id) },
        t(title),
      ),
    ),
  );
  const speech = el(
    "select",
    {
      "aria-label": t("Language"),
      class: "quiet",
      "data-control": "language",
      onchange: (/** @type {Event} */ event) => turnTo(/** @type {HTMLSelectElement} */ (event.target).value),
    },
    ...Object.entries(LANGUAGES).map(([code, name]) => el("option", { value: code, selected: code === language, lang: code }, name)),
  );
  const cups = el("a", { class: "quiet cups-link", href: "#tournaments", "data-control": "tournaments", "aria-current": away ? "page" : null }, icon("cup"), el("span", {}, t("Tournaments")));
  const theme = el("button", { class: "quiet", type: "button", "data-control": "theme", "aria-label": t("Light or dark"), title: t("Light or dark"), onclick: turnLight }, icon("sun"));
  redraw(top_, () => fill(top_, title, site.mode === "full" ? list : el("span", { class: "duel-title" }, site.title), el("div", { class: "settings" }, site.mode === "full" && cups, speech, theme)));
  // On a phone the games are wider than the window.
  list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const skip = document.getElementById("skip");
  if (!skip) return;
  skip.textContent = away ? t("Skip to the content") : t("Skip to the board");
  skip.onclick = (event) => {
    // The address says what is shown; jumping within the page must not change it.
    event.preventDefault();
    const cell = away ? null : /** @type {HTMLElement | null} */ (main.querySelector(".cells [tabindex='0']"));
    (cell ?? main).focus();
  };
}

function brand() {
  return el("img", { src: "icon.svg", alt: "", width: 26, height: 26 });
}

/** @param {string | null} theme */
function colour(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

function turnLight() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  localStorage.setItem("theme", next);
  colour(next);
}

begin().catch((error) => {
  alarm.hidden = false;
  alarm.textContent = error instanceof Error ? error.message : String(error);
});

