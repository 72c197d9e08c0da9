/** The tools for understanding, one at a time. */

import { el, fill } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./table.js").TablePage} TablePage */

/** @param {TablePage} table */
export function tools(table) {
  const parts = /** @type {NonNullable<TablePage["parts"]>} */ (table.parts);
  /** @type {[string, string, { root: HTMLElement, shown?: (on: boolean) => void }][]} */
  const list = [
    ["analysis", t("Analysis"), parts.analysis],
    ["explain", t("Explain"), parts.explain],
    ["hood", t("Search"), parts.hood],
    ["setup", t("Set up"), parts.setup],
    ["share", t("Save"), parts.share],
    ["network", t("Network"), parts.network],
  ];
  const panel = el("div", { class: "tool", role: "tabpanel", id: "tool", tabindex: 0 });
  const choose = (/** @type {string} */ name, focus = false) => {
    for (const [other, , part] of list) if (other !== name) part.shown?.(false);
    table.tool = name;
    for (const [i, [other]] of list.entries()) {
      tabs[i].setAttribute("aria-selected", String(other === name));
      tabs[i].tabIndex = other === name ? 0 : -1;
      if (other === name && focus) tabs[i].focus();
    }
    const part = list.find(([other]) => other === name)?.[2];
    panel.setAttribute("aria-labelledby", `tab-${name}`);
    fill(panel, part?.root);
    part?.shown?.(true);
  };
  const tabs = list.map(([name, title]) =>
    el("button", { role: "tab", type: "button", id: `tab-${name}`, "aria-controls": "tool", onclick: () => choose(name) }, title),
  );
  const bar = el("div", {
    role: "tablist",
    "aria-label": t("Tools"),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const way = document.documentElement.dir === "rtl" ? -step : step;
      const at = list.findIndex(([name]) => name === table.tool);
      choose(list[(at + way + list.length) % list.length][0], true);
      event.preventDefault();
    },
  }, ...tabs);
  choose(table.tool);
  return el("section", { class: "card tools", "aria-label": t("Tools") }, bar, panel);
}
