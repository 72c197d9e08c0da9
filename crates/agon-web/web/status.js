/** The line above the board: who is to move, or how the game ended. */

import { whyItEnded } from "./ending.js";
import { el, fill } from "./dom.js";
import { t } from "./i18n.js";
import { capital, index, sentence } from "./words.js";

/** @typedef {import("./types.js").TableState} TableState */
/** @typedef {import("./table.js").TablePage} TablePage */

/** Draws the line above the board. @param {TablePage} table @param {HTMLElement} status @param {string} [extra] */
export function drawStatus(table, status, extra) {
  const { state, game } = table;
  if (!state || !game) return;
  status.className = "status";
  if (table.ply !== null) {
    const back = el("button", { class: "button", type: "button", "data-control": "back-to-game", onclick: () => table.look(null) }, t("Back to the game"));
    const here = el("button", { class: "button", type: "button", "data-control": "from-here", onclick: () => table.playFromHere() }, t("Play from here"));
    fill(status, el("span", { class: "text" }, t("Looking back: move {n} of {all}", { n: table.ply, all: state.moves.length })), back, !state.hands && here);
    return;
  }
  const { text, more, over } = describe(table);
  if (over) status.classList.add("over");
  else if (state.notice) status.classList.add("bad");
  const thinking = state.running && !over && !state.awaits_person;
  const pass = table.mayMove() && state.view.moves.length === 1 && state.view.moves[0].pass ? state.view.moves[0] : null;
  fill(
    status,
    el("span", { class: "text" }, state.notice && !over ? sentence(t(state.notice)) : text),
    thinking && el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
    (extra ?? more) && !(state.notice && !over) && el("span", { class: "more" }, extra ?? more),
    state.notice && over && el("span", { class: "more" }, sentence(t(state.notice))),
    pass && el("button", { class: "button main", type: "button", onclick: () => table.play(pass.text) }, t("Pass")),
  );
}

/** The state of the game in words. @param {TablePage} table */
export function describe(table) {
  const { state, game } = table;
  if (!state || !game) return { text: "", more: "", over: false };
  const name = (/** @type {"first" | "second"} */ side) => capital(t(game.sides[index(side)].name));
  const { verdict } = state;
  if (verdict) {
    const [a, b] = verdict.score;
    const text = verdict.winner ? t("{side} wins", { side: name(verdict.winner) }) : t("A draw");
    const score = game.counted ? `${a} : ${b} ${t(game.unit)}` : "";
    return { text, more: [score, ...whyItEnded(verdict)].filter(Boolean).join(" · "), over: true };
  }
  if (!state.to_move) return { text: "", more: "", over: false };
  const side = name(state.to_move);
  const seat = state.seats[index(state.to_move)];
  if (!state.running) return { text: t("Stopped"), more: t("{side} to move", { side }), over: false };
  if (table.mayMove()) return { text: t("{side} to move", { side }), more: both(state) ? "" : t("your turn"), over: false };
  const who = state.hands ? t("waiting for the other side") : seat.kind === "house" ? t("thinking") : t("waiting for {name}", { name: seat.name });
  return { text: t("{side} to move", { side }), more: who, over: false };
}

/** @param {TableState} state */
function both(state) {
  return state.seats.every(({ kind }) => kind === "person") && !state.hands;
}
