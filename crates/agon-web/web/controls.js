/** The buttons of a game: start, take back, hint, swap, resign, new game. */

import { el, fill, icon, redraw } from "./dom.js";
import { t } from "./i18n.js";
import { index } from "./words.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** @param {TablePage} table */
export function updateControls(table) {
  const { state, controls } = table;
  if (!state || !controls) return;
  const over = Boolean(state.verdict);
  const person = state.to_move !== null && state.seats[index(state.to_move)].kind === "person";
  const button = (/** @type {string} */ name, /** @type {any} */ picture, /** @type {string} */ text, /** @type {() => void} */ act, { off = false, main = false } = {}) =>
    el("button", { class: main ? "button main" : "button", type: "button", "data-control": name, disabled: off, onclick: act }, icon(picture), text);
  const list = [
    state.running
      ? button("run", "pause", t("Stop"), () => table.command({ do: "stop" }))
      : button("run", "play", state.moves.length ? t("Resume") : t("Start"), () => table.command({ do: "start" }), { off: over, main: !over }),
    button("back", "back", t("Take back"), () => table.command({ do: "take-back" }), { off: state.moves.length === 0 }),
    button("hint", "hint", t("Hint"), () => table.hint(), { off: over && table.ply === null }),
    button("swap", "swap", t("Swap sides"), () => table.command({ do: "swap" }).then(() => table.remember())),
    button("resign", "flag", t("Resign"), () => table.command({ do: "resign", side: state.to_move }), { off: over || !person || !state.running }),
    button("restart", "restart", t("New game"), () => table.restart(), { main: over }),
  ];
  redraw(controls, () => fill(controls, ...list), () => table.board.entrance());
}
