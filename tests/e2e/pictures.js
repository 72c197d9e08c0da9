/** Takes the README's pictures of the page: `node pictures.js FOLDER`, with AGON and CHROMIUM as for the tests. */

import { join } from "node:path";
import { closeBrowser, openBrowser, ready, serve } from "./support.js";

const folder = process.argv[2] ?? "../../docs/pictures";
const SIZE = { width: 1280, height: 800 };

const site = await serve();

/** A window in one theme. */
async function look(colorScheme, hash) {
  const context = await (await openBrowser()).newContext({ viewport: SIZE, colorScheme, reducedMotion: "reduce", locale: "en-US" });
  const page = await context.newPage();
  await page.goto(`${site.url}${hash}`);
  return page;
}

async function keep(page, name) {
  await page.mouse.move(0, SIZE.height - 1);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.context().close();
}

/** Does something through the API. */
async function ask(path, body) {
  const response = await fetch(new URL(`/api/v1${path}`, site.url), { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

try {
  const table = await ask("/tables", { game: "reversi", seed: 2, players: ["engine:level=2", "engine:level=4"], running: true });
  const analysis = await look("light", `#table=${table.id}`);
  await ready(analysis);
  await analysis.locator(".status.over").waitFor();
  await analysis.getByRole("button", { name: "Judge the game" }).click();
  await analysis.locator(".moves li button").nth(27).click();
  await analysis.getByRole("button", { name: "Analyse this position" }).click();
  await analysis.locator(".score.best").first().waitFor();
  await analysis.locator(".graph .curve").waitFor({ state: "attached" });
  await analysis.waitForTimeout(6000);
  await keep(analysis, "page-analysis");

  const names = ["Ada", "Basil", "Chloe", "Dinu", "Eitan"];
  const players = [...names.map((name, i) => ({ name, play: `engine:level=${7 - i}` })), { name: "Chance", play: "random" }];
  const { id } = await ask("/tournaments", { name: "Spring class", game: "hexthello", repeats: 4, seed: 5, format: "round-robin", players });
  await ask(`/tournaments/${id}/commands`, { do: "start", concurrency: 2 });
  const cup = await look("light", `#tournament=${id}`);
  for (let shown = ""; Number(shown.match(/\d+/)?.[0] ?? 0) < 60; shown = await cup.locator("[data-progress]").innerText()) await cup.waitForTimeout(250);
  await cup.locator(".live-board").first().waitFor();
  await keep(cup, "page-tournament");

  const walk = await ask("/tables", { game: "ants", seed: 4, players: ["engine:level=3", "engine:level=4"], running: true });
  const ants = await look("dark", `#table=${walk.id}`);
  await ready(ants);
  await ants.locator(".status.over").waitFor();
  await ants.locator(".moves li button").nth(19).click();
  await ants.getByRole("tab", { name: "Analysis" }).click();
  await ants.getByRole("button", { name: "Analyse this position" }).click();
  await ants.locator(".score.best").first().waitFor();
  await ants.waitForTimeout(3000);
  await keep(ants, "page-ants");
} finally {
  await closeBrowser();
}
