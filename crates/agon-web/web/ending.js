/** Why a game ended, in words: for the table and for a player's page. */

import { t } from "./i18n.js";

/** The most characters of a program's own words that are shown in a line. */
const SHOWN = 60;

/**
 * Why somebody lost that did not lose by the rules, piece by piece: the reason, the time it took, what was wrong, what
 * it printed, how it ended.
 * @param {import("./types.js").Verdict} verdict
 * @returns {string[]}
 */
export function whyItEnded({ reason, evidence }) {
  if (reason === "normal") return [];
  const { explanation, sent, took_ms, exit } = evidence;
  // What the sentence says already is not said again.
  const said = (/** @type {string} */ text) => explanation?.includes(text);
  return [
    t(reason),
    took_ms === undefined ? "" : took(took_ms),
    explanation ?? "",
    sent && !said(sent) ? t("it printed “{text}”", { text: sent.slice(0, SHOWN) }) : "",
    exit && !said(exit) ? exit : "",
  ].filter(Boolean);
}

/** How long a move took that came too late or not at all. @param {number} ms */
export function took(ms) {
  return t("it took {time} s", { time: (ms / 1000).toFixed(2) });
}
