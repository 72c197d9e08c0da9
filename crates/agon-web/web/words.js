/** Small things that are said and counted everywhere. */

/** The number of a side. @param {"first" | "second"} side */
export function index(side) {
  return side === "first" ? 0 : 1;
}

/** With a capital letter in front. @param {string} text */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** With a capital letter and a full stop. @param {string} text */
export function sentence(text) {
  const words = capital(text);
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** A state's clock as it is written. @param {import("./types.js").TableState} state */
export function clockText(state) {
  return state.clock ?? "";
}
