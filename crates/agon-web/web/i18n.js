/**
 * Languages. The English text is the key, so English needs no table and a text that nobody has translated yet is
 * shown in English; names that come from the server (reasons, units, sides) are their own key. `{name}` in a text stands
 * for a value.
 */

/** The languages by their own names. */
export const LANGUAGES = { en: "English", el: "Ελληνικά", he: "עברית", ro: "Română" };

/** @typedef {keyof typeof LANGUAGES} Language */

/** @type {Record<string, string>} */
let table = {};

/** @type {Language} */
export let language = "en";

/**
 * A text in the person's language.
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 */
export function t(text, values = {}) {
  const found = table[text] ?? text;
  return found.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** The language that was chosen before, or the first of the browser's that is known. */
export function preferred() {
  const chosen = localStorage.getItem("language");
  const wished = [chosen, ...navigator.languages].map((tag) => (tag ?? "").slice(0, 2));
  return /** @type {Language} */ (wished.find((tag) => tag in LANGUAGES) ?? "en");
}

/**
 * Loads a language and sets the direction of the page.
 * @param {Language} wanted
 */
export async function speak(wanted) {
  switch (wanted) {
    case "el":
      table = (await import("./lang/el.js")).default;
      break;
    case "he":
      table = (await import("./lang/he.js")).default;
      break;
    case "ro":
      table = (await import("./lang/ro.js")).default;
      break;
    default:
      table = {};
  }
  language = wanted;
  document.documentElement.lang = wanted;
  document.documentElement.dir = wanted === "he" ? "rtl" : "ltr";
}

/** A number as people of the language write it. @param {number} n */
export function number(n) {
  return new Intl.NumberFormat(language).format(n);
}

/** A large number in short: 1.2 M. @param {number} n */
export function short(n) {
  return new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 }).format(n);
}
