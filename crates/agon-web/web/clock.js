/** Clocks: choosing one, and showing the time that is left. */

import { el, fill } from "./dom.js";
import { t } from "./i18n.js";
import { clockText } from "./words.js";

/** The clocks that are offered; anything else can be written. */
const OFFERED = ["", "2s a move", "5s a move", "30s a move", "1m+1s", "3m+2s", "5m+3s", "15m+10s", "30m+0ms"];

export class ClockChoice {
  /** @param {import("./table.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.choice = /** @type {HTMLSelectElement} */ (el("select", { id: "clock", onchange: () => this.chosen() }));
    this.text = /** @type {HTMLInputElement} */ (
      el("input", { type: "text", hidden: true, size: 9, "aria-label": t("Clock"), placeholder: "5m+2s", onchange: () => this.page.setClock(this.text.value.trim()) })
    );
    this.root = el("div", { class: "clock-choice" }, el("label", { for: "clock" }, t("Clock")), this.choice, this.text);
  }

  chosen() {
    const other = this.choice.value === "other";
    this.text.hidden = !other;
    if (other) this.text.focus();
    else this.page.setClock(this.choice.value);
  }

  /** Without a clock a game may still have a time for programs. */
  noClock() {
    const ms = this.page.game?.program_move_ms;
    return ms ? t("No clock; programs {n} s a move", { n: ms / 1000 }) : t("No clock");
  }

  update() {
    const { state } = this.page;
    if (!state || this.choice.value === "other") return;
    const now = clockText(state);
    if (this.choice.dataset.now === now) return;
    this.choice.dataset.now = now;
    const list = OFFERED.includes(now) ? OFFERED : [...OFFERED, now];
    fill(
      this.choice,
      ...list.map((clock) => el("option", { value: clock, selected: clock === now }, clock ? clockName(clock) : this.noClock())),
      el("option", { value: "other" }, t("Other…")),
    );
  }
}

/** @param {string} clock */
function clockName(clock) {
  const move = clock.match(/^(\S+) a move$/);
  if (move) return t("{time} a move", { time: move[1] });
  return clock.replace(/\+0m?s$/, "");
}

/**
 * The milliseconds that a clock shows, `since` milliseconds after its state came; nothing without a limit.
 * @param {import("./types.js").ClockState} clock
 * @param {number} since
 */
export function runningClock(clock, since) {
  const ran = clock.runs ? since : 0;
  if (clock.remaining_ms !== null) return Math.max(0, clock.remaining_ms - ran);
  if (clock.per_move_ms !== null) return Math.max(0, clock.per_move_ms - (clock.runs ? clock.used_ms + ran : 0));
  return null;
}

/** Minutes and seconds, with tenths when there is little left. @param {number} ms */
export function timeText(ms) {
  if (ms < 10_000) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
