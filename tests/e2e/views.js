/** Takes a picture of every view of the page in four sizes and both themes, to look at: `node views.js FOLDER`, with AGON and CHROMIUM as for the tests. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { closeBrowser, freePort, openBrowser, ready, run, serve, until } from "./support.js";

const folder = process.argv[2];
if (!folder) throw new Error("say where the pictures go: node views.js FOLDER");
mkdirSync(folder, { recursive: true });

const SIZES = [[360, 740], [768, 1024], [1280, 800], [1920, 1080]];
const THEMES = ["light", "dark"];
const GAMES = ["reversi", "hexthello", "four-in-a-row", "connect4-9x9", "ants"];

const site = await serve("--allow-exec");

async function ask(path, body) {
  const response = await fetch(new URL(`/api/v1${path}`, site.url), { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** A tool of the page, opened and used. */
const tool = (name, use = async () => {}) => async (page) => {
  await ready(page);
  await page.getByRole("tab", { name, exact: true }).click();
  await use(page);
  await page.getByRole("tab", { name, exact: true }).scrollIntoViewIfNeeded();
};

const MIDDLE = "#game=reversi&moves=f5d6c3d3c4f4c5b3c2";
/** Every view: its name, where it is, and what to do there. */
const views = [];
for (const game of GAMES) {
  const { id } = await ask("/tables", { game, seed: 3, players: ["engine:level=3", "engine:level=4"], running: true });
  views.push([`end-${game}`, `#table=${id}`, async (page) => page.locator(".status.over").waitFor()]);
  views.push([`middle-${game}`, `#table=${id}`, async (page) => {
    await page.locator(".status.over").waitFor();
    await page.locator(".moves li button").nth(11).click();
    await page.locator(".board").scrollIntoViewIfNeeded();
  }]);
}
views.push(["analysis", MIDDLE, tool("Analysis", async (page) => {
  await page.getByRole("button", { name: "Analyse this position" }).click();
  await page.locator(".score.best").first().waitFor();
  await page.getByRole("button", { name: "Judge the game" }).click();
  await page.locator(".graph .curve").waitFor({ state: "attached" });
})]);
views.push(["explain", MIDDLE, tool("Explain", async (page) => page.locator(".bars .bar").first().waitFor())]);
views.push(["search", MIDDLE, tool("Search", async (page) => {
  await page.locator("#hood-depth").fill("4");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.locator(".tree li").first().waitFor();
})]);
views.push(["set-up", MIDDLE, tool("Set up", async (page) => page.getByRole("button", { name: "Set up a position" }).click())]);
views.push(["save", MIDDLE, tool("Save")]);
views.push(["network", "#game=hexthello", tool("Network")]);

const names = ["Ada", "Basil", "Chloe", "Dinu", "Eitan"];
const { id } = await ask("/tournaments", {
  name: "Spring class", game: "four-in-a-row", repeats: 1, seed: 5, format: "round-robin",
  players: [...names.map((name, i) => ({ name, play: `engine:level=${6 - i}` })), { name: "Chance", play: "random" }],
});
await ask(`/tournaments/${id}/commands`, { do: "start", concurrency: 1 });
views.push(["tournaments", "#tournaments", async (page) => page.getByText("Spring class").first().waitFor()]);
views.push(["tournament-new", "#tournaments", async (page) => {
  await page.getByRole("button", { name: "New tournament" }).or(page.getByRole("link", { name: "New tournament" })).first().click();
  await page.waitForTimeout(300);
}]);
views.push(["tournament", `#tournament=${id}`, async (page) => page.getByText("Crosstable").first().waitFor()]);
views.push(["tournament-player", `#tournament=${id}`, async (page) => {
  await page.getByText("Crosstable").first().waitFor();
  await page.getByRole("link", { name: "Chance" }).or(page.getByRole("button", { name: "Chance" })).first().click();
  await page.waitForTimeout(500);
}]);
for (const locale of ["el", "he", "ro"]) views.push([`language-${locale}`, "#game=ants", ready, locale]);

const port = String(await freePort());
const first = await run(["four-in-a-row", "human", port], "stderr", /(http:\S+)/);
await run(["four-in-a-row", "ai", port, "127.0.0.1"], "stderr", /(http:\S+)/);
views.push(["two-instance", first.found[1], async (page) => until(page, () => document.querySelector(".board.open"))]);

try {
  for (const [name, where, look, locale = "en-US"] of views) {
    if (process.argv[3] && !name.startsWith(process.argv[3])) continue;
    for (const colorScheme of THEMES) {
      for (const [width, height] of SIZES) {
        const context = await (await openBrowser()).newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce", locale });
        const page = await context.newPage();
        await page.goto(where.startsWith("#") ? `${site.url}${where}` : where);
        await look(page);
        await page.mouse.move(0, height - 1);
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
        await context.close();
      }
    }
  }
} finally {
  await closeBrowser();
}
