/** Running a class: tournaments set up, watched, stopped, resumed, looked into. */

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { closeBrowser, ended, isOver, moves, ready, serve, until, violations, window_ } from "./support.js";

let site;
before(async () => {
  site = await serve();
});
after(async () => {
  await closeBrowser();
  await ended(site.child);
});

/** Fills in the form and starts. */
async function setUp(page, { name, game, format = "round-robin", players }) {
  await page.locator("#cup-name").fill(name);
  await page.locator("#cup-game").selectOption(game);
  await page.locator("#cup-format").selectOption(format);
  if (format === "ladder") await page.locator("#cup-rounds").fill("999");
  await until(page, (play) => document.querySelector(`[data-play="${play}"]`), players[0]);
  for (const play of players) await page.locator(`[data-play="${play}"]`).click();
  await page.getByText(`${players.length} players`).waitFor();
  await page.getByRole("button", { name: "Start the tournament" }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
}

test("a tournament set up and watched to its end", async () => {
  const { page, context, complaints } = await window_(`${site.url}#tournaments`);
  await setUp(page, { name: "Spring cup", game: "four-in-a-row", players: ["random", "engine:level=1", "engine:level=2"] });
  await page.getByText("6 of 6 games").waitFor();
  await page.locator(".state", { hasText: "complete" }).waitFor();
  await until(page, () => document.querySelectorAll(".standings tbody tr").length === 3);
  const last = page.locator(".standings tbody tr").last();
  assert.match(await last.innerText(), /random/, "chance comes last");
  assert.equal(await page.locator(".rating-plot circle").count(), 3);
  assert.equal(await page.locator(".cross td.meets").count(), 6);
  assert.equal(await page.locator(".live-board").count(), 0, "nothing is played any more");

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Records of all games" }).click()]);
  assert.equal(JSON.parse((await readFile(await download.path(), "utf8")).trim().split("\n")[0]).format ?? "agon-record", "agon-record");
  assert.match(download.suggestedFilename(), /records\.json$/);

  await last.getByRole("link", { name: "random" }).click();
  await page.getByRole("heading", { name: "random", level: 1 }).waitFor();
  const lost = page.getByRole("region", { name: "Lost games" }).locator("tbody tr");
  assert.ok((await lost.count()) >= 1);
  assert.match(await lost.first().innerText(), /by the rules/);
  await lost.first().getByRole("button", { name: "Look at it" }).click();
  await ready(page);
  await moves(page, (n) => n >= 7);
  await until(page, () => document.querySelector(".status.over"));
  assert.ok(await isOver(page));
  const players = await page.locator(".seat .called").allInnerTexts();
  assert.ok(players.includes("random") && players.some((name) => /level/.test(name)), `it says who played: ${players}`);
  await page.goBack();
  await page.getByRole("heading", { name: "random", level: 1 }).waitFor();
  await page.getByRole("link", { name: /Spring cup/ }).click();
  await page.getByRole("link", { name: /All tournaments/ }).click();
  await page.locator(".cup", { hasText: "Spring cup" }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("boards are live; a tournament is stopped and goes on where it was", async () => {
  const { page, context, complaints } = await window_(`${site.url}#tournaments=new`);
  await setUp(page, { name: "Endless ladder", game: "reversi", format: "ladder", players: ["engine:level=1", "engine:level=2"] });
  await page.locator(".live-board .piece.disc").first().waitFor();
  const caption = page.locator(".live-board figcaption").first();
  const before_ = await caption.innerText();
  await until(page, (text) => document.querySelector(".live-board figcaption")?.textContent !== text, before_);
  // Tables are drawn anew as games come in; the keyboard stays where it is.
  const link = page.locator(".standings tbody a").first();
  const href = await link.getAttribute("href");
  await link.focus();
  const games = await page.locator("[data-progress]").innerText();
  await until(page, (text) => document.querySelector("[data-progress]")?.textContent !== text, games);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("href")), href);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".state", { hasText: /stopped|not started/ }).waitFor();
  await until(page, () => document.querySelectorAll(".live-board").length === 0);
  const played = Number((await page.locator("[data-progress]").innerText()).match(/\d+/)[0]);
  await page.getByRole("button", { name: /Resume|Start/ }).click();
  await page.locator(".live-board .piece.disc").first().waitFor();
  await until(page, (n) => Number(document.querySelector("[data-progress]")?.textContent.match(/\d+/)[0]) > n, played);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("what is wrong with a tournament is said, and the form stays as it was", async () => {
  const { page, context } = await window_(`${site.url}#tournaments=new`);
  await page.locator("#cup-name").fill("<img src=x id=q>");
  await page.getByRole("button", { name: "Start the tournament" }).click();
  await page.locator(".bad-note", { hasText: "Choose at least two players." }).waitFor();
  assert.equal(await page.locator("#cup-name").inputValue(), "<img src=x id=q>");
  for (const play of ["random", "engine:level=1"]) await page.locator(`[data-play="${play}"]`).click();
  // Another language changes no word of what was typed.
  await page.locator("#cup-repeats").fill("");
  await page.locator("#cup-time").selectOption("0");
  await page.locator("select[data-control=language]").selectOption("ro");
  await until(page, () => document.documentElement.lang === "ro" && document.querySelectorAll("[data-play][aria-pressed=true]").length === 2);
  assert.deepEqual(await page.locator("#cup-name, #cup-repeats, #cup-time").evaluateAll((fields) => fields.map(({ value }) => value)), ["<img src=x id=q>", "0", ""]);
  await page.locator("select[data-control=language]").selectOption("en");
  await until(page, () => document.documentElement.lang === "en" && document.querySelectorAll("[data-play][aria-pressed=true]").length === 2);
  await page.getByRole("button", { name: "Start the tournament" }).click();
  await page.getByRole("heading", { name: "<img src=x id=q>", level: 1 }).waitFor();
  assert.equal(await page.locator("img:not([src='icon.svg'])").count(), 0, "a name is only ever text");
  await page.locator(".state", { hasText: "complete" }).waitFor();
  await context.close();
});

/** How many of these lie beyond the edge of their table. */
function cut(page, which) {
  return page.locator(which).evaluateAll((all) => all.filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    const box = one.closest(".scroll-x").getBoundingClientRect();
    return left < box.left - 1 || right > box.right + 1;
  }).length);
}

test("no accessibility violations in any view of tournaments, on a phone too", async () => {
  const found = [];
  for (const [colorScheme, width, locale] of [["light", 1280, "en-US"], ["dark", 360, "en-US"], ["light", 360, "he"]]) {
    const { page, context } = await window_(`${site.url}#tournaments`, { colorScheme, locale, viewport: { width, height: 800 }, bypassCSP: true });
    await page.locator(".cup").first().waitFor();
    const look = async (what) => {
      found.push(...(await violations(page, `${what}, ${colorScheme}, ${width}, ${locale}`)));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${what}: nothing is wider than the window: ${wide}`);
    };
    await look("list");
    await page.goto(`${site.url}#tournaments=new`);
    await page.locator("[data-play=random]").waitFor();
    await look("form");
    await page.goto(`${site.url}#tournament=spring-cup`);
    await page.locator(".rating-plot").waitFor();
    await look("tournament");
    assert.equal(await cut(page, ".standings bdi"), 0, `ratings can be read: ${width}, ${locale}`);
    await page.goto(`${site.url}#tournament=spring-cup&player=0`);
    await page.locator(".games").first().waitFor();
    await look("player");
    assert.equal(await cut(page, ".games .button"), 0, `every game can be looked at: ${width}, ${locale}`);
    await context.close();
  }
  assert.deepEqual(found, []);
});
