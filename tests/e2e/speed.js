/** How long it takes until there is a board, and until a click is on it: `node speed.js`, with AGON (a release build) and CHROMIUM as for the tests. A benchmark, not a test. */

import { closeBrowser, openBrowser, serve } from "./support.js";

const ROUNDS = 7;
const site = await serve();
const first = [];
const clicks = [];

const shown = () => new Promise((resolve) => {
  const look = () => (document.querySelectorAll(".board .cells [aria-label]").length > 0 ? resolve(performance.now()) : requestAnimationFrame(look));
  look();
});

/** Clicks a legal cell and waits until its piece is drawn. */
const click = () => new Promise((resolve) => {
  const cell = [...document.querySelectorAll(".cells [data-cell][aria-disabled=false]")].find((c) => /legal/.test(c.getAttribute("aria-label")));
  const before = document.querySelectorAll(".board .pieces > *").length;
  const start = performance.now();
  const look = () => (document.querySelectorAll(".board .pieces > *").length > before ? resolve(performance.now() - start) : requestAnimationFrame(look));
  cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  look();
});

const text = (list) => `${list.map((x) => x.toFixed(0)).join(", ")} ms; middle ${list.toSorted((a, b) => a - b)[list.length >> 1].toFixed(0)} ms`;

try {
  for (let round = 0; round < ROUNDS; round++) {
    const context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(`${site.url}#game=reversi`, { waitUntil: "commit" });
    first.push(await page.evaluate(shown));
    await page.locator("[data-control=run], button:has-text('Start')").first().click().catch(() => {});
    await page.waitForSelector(".board.open");
    clicks.push(await page.evaluate(click));
    await context.close();
  }
} finally {
  await closeBrowser();
}
console.log(`first board: ${text(first)}`);
console.log(`click to piece: ${text(clicks)}`);
