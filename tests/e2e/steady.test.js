/** Whatever people do and whatever becomes of the server, the page goes on. */

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { choose, closeBrowser, ended, folder, legal, moveCount, moves, playOne, ready, run, serve, window_, until } from "./support.js";

let site;
before(async () => {
  site = await serve();
});
after(async () => {
  await closeBrowser();
  await ended(site.child);
});

/** What has the keyboard: its name for the page, its cell, or its tag. */
function focused(page) {
  return page.evaluate(() => {
    const { dataset, tagName } = document.activeElement ?? document.body;
    return dataset.control ?? (dataset.cell === undefined ? tagName : `cell ${dataset.cell}`);
  });
}

async function speak(page, language) {
  await page.locator("select[data-control=language]").selectOption(language);
  await until(page, (language) => document.documentElement.lang === language, language);
}

test("a clock that is not understood is said and forgotten", async () => {
  const { page, context, complaints } = await window_(site.url);
  await choose(page, "Reversi", ["human", "human"]);
  await page.locator("#clock").selectOption("other");
  const own = page.locator(".clock-choice input");
  await own.fill("5 minutes");
  await own.press("Enter");
  await until(page, () => !document.getElementById("alarm").hidden);
  assert.match(await page.locator("#alarm").innerText(), /5 minutes/);
  await choose(page, "TUC-ANTS", ["human", "human"]);
  assert.equal(await page.locator("#alarm").isVisible(), false);
  assert.equal(await page.evaluate(() => localStorage.getItem("clock")), null);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("the page starts whatever its memory holds", async () => {
  for (const memory of [{ clock: "soon" }, { players: "{" }, { players: "[1,{}]" }, { players: '["wizard","engine:level=99"]', game: "chess", clock: "x", theme: "?", language: "??" }]) {
    const { page, context, complaints } = await window_(site.url);
    await page.evaluate((memory) => Object.entries(memory).forEach(([name, value]) => localStorage.setItem(name, value)), memory);
    await page.goto("about:blank");
    await page.goto(site.url);
    await ready(page);
    await choose(page, "Four in a Row", ["human", "human"]);
    assert.deepEqual(complaints, [], JSON.stringify(memory));
    await context.close();
  }
});

test("set-up ends with its game and with its language", async () => {
  const { page, context, complaints } = await window_(site.url);
  await choose(page, "Reversi", ["human", "human"]);
  const begin = async () => {
    await page.locator("#tab-setup").click();
    await page.locator("#tool .button.main").click();
    await page.locator(".palette").waitFor();
  };
  await begin();
  await choose(page, "HexThello", ["human", "human"]);
  await playOne(page);
  await begin();
  await choose(page, "HexThello", ["human", "human"]);
  await playOne(page);
  await begin();
  await speak(page, "ro");
  await until(page, () => document.querySelector(".board.open"));
  assert.equal(await page.locator(".palette").count(), 0);
  const before_ = await moveCount(page);
  await page.locator(".board .legal").first().waitFor();
  await page.locator(".cells [aria-disabled=false]").first().click({ force: true });
  await moves(page, (n) => n === before_ + 1);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("scores belong to the position they were found for", async () => {
  const { page, context, complaints } = await window_(site.url);
  await choose(page, "Four in a Row", ["human", "human"]);
  await page.getByRole("button", { name: "Analyse this position" }).click();
  await page.locator(".board .score").first().waitFor();
  await speak(page, "el");
  assert.equal(await page.locator("#tool [aria-pressed=true]").count(), 1, "it goes on in the other language");
  await page.locator(".board .score").first().waitFor();
  await speak(page, "en");
  await page.locator(".board .score").first().waitFor();
  await choose(page, "Connect4 9×9", ["human", "human"]);
  assert.equal(await page.locator(".board .score").count(), 0);
  assert.equal(await page.locator("#tool [aria-pressed=true]").count(), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a named opponent stays, and the game that was left is one step back", async () => {
  const { page, context } = await window_(site.url);
  await choose(page, "Reversi", ["human", "engine:level=expert"]);
  await until(page, () => document.querySelector(".board.open"));
  await playOne(page);
  await moves(page, (n) => n === 2);
  const played = await page.locator(".moves ol").innerText();
  const left = page.url();
  const second = () => page.locator("select[data-side=second]").inputValue();
  await page.locator("button.game", { hasText: "Reversi" }).click();
  await until(page, (left) => location.href !== left, left);
  await moves(page, (n) => n === 0);
  assert.equal(await second(), "engine:level=expert");
  await page.goBack();
  await moves(page, (n) => n === 2);
  assert.equal(page.url(), left);
  assert.equal(await page.locator(".moves ol").innerText(), played);
  await page.locator("button.game", { hasText: "HexThello" }).click();
  await until(page, () => document.title.startsWith("HexThello"));
  assert.match(await second(), /^engine:level=\d+$/, "a computer stays a computer");
  await context.close();
});

test("what can be kept is the game as it is now", async () => {
  const { page, context } = await window_(site.url);
  await choose(page, "Reversi", ["human", "human"]);
  await page.getByRole("tab", { name: "Save" }).click();
  const kept = () => page.locator("#tool input[readonly]").evaluateAll((inputs) => inputs.map(({ value }) => value));
  const [link, position] = await kept();
  await playOne(page);
  await moves(page, (n) => n === 1);
  const [after_, then] = await kept();
  assert.notEqual(after_, link);
  assert.notEqual(then, position);
  assert.match(after_, /moves=[a-h][1-8]$/);
  await page.locator("#file").setInputFiles({ name: "large.txt", mimeType: "text/plain", buffer: Buffer.alloc(9 * 1024 * 1024, 32) });
  await page.getByText("This file is larger than 8 MB.").waitFor();
  await context.close();
});

test("two people who sat at one table meet there again when the server is restarted", async () => {
  const first = await serve();
  const port = new URL(first.url).port;
  const one = await window_(first.url);
  await choose(one.page, "Reversi", ["human", "human"]);
  await playOne(one.page);
  const two = await window_(one.page.url());
  await moves(two.page, (n) => n === 1);
  const address = one.page.url();
  await ended(first.child);
  await one.page.getByText(/connection is lost/).waitFor();
  // Without a server everything says the same, and nothing fails silently.
  await one.page.locator("[data-control=hint]").click();
  await one.page.locator("button.game", { hasText: "TUC-ANTS" }).click();
  await one.page.getByRole("tab", { name: "Explain" }).click();
  await one.page.locator("#tool .bad-note", { hasText: "The connection is lost" }).waitFor();
  await one.page.locator(".moves header button").first().click();
  assert.match(await one.page.locator("#alarm").innerText(), /The connection is lost/);
  const again = await run(["serve", "--no-open", "--port", port, "--tournaments", folder(), "--players-port", "hexthello=0", "--players-port", "ants=0"], "stdout", /Ctrl-C/);
  for (const { page } of [one, two]) {
    await until(page, () => document.querySelector(".board.open"));
    assert.equal(page.url(), address);
  }
  await playOne(one.page);
  await moves(two.page, (n) => n === 2);
  await playOne(two.page);
  await moves(one.page, (n) => n === 3);
  assert.deepEqual([...one.complaints, ...two.complaints], []);
  await one.context.close();
  await two.context.close();
  await ended(again.child);
});

test("the keyboard stays where it is", async () => {
  const { page, context, complaints } = await window_(site.url);
  await choose(page, "Four in a Row", ["human", "human"]);
  for (let n = 0; n < 4; n++) await playOne(page);
  await page.locator("[data-control=move-1]").focus();
  await page.keyboard.press("Enter");
  await page.getByText("Looking back: move 2 of 4").waitFor();
  assert.equal(await focused(page), "move-1");
  await page.getByRole("button", { name: "One move back" }).focus();
  for (const n of [1, 0]) {
    await page.keyboard.press("Enter");
    await page.getByText(`Looking back: move ${n} of 4`).waitFor();
  }
  assert.equal(await page.evaluate(() => document.activeElement.title), "One move on", "there is nothing before the start");
  await page.locator("[data-control=back-to-game]").focus();
  await page.keyboard.press("Enter");
  await until(page, () => document.querySelector(".board.open"));
  assert.match(await focused(page), /^cell/);
  await page.locator("[data-control=move-1]").click();
  await page.locator("[data-control=from-here]").focus();
  await page.keyboard.press("Enter");
  await moves(page, (n) => n === 2);
  assert.match(await focused(page), /^cell/);
  await page.locator("[data-control=four-in-a-row]").focus();
  await page.keyboard.press("Enter");
  await moves(page, (n) => n === 0);
  assert.equal(await focused(page), "four-in-a-row");
  await page.locator("[data-control=language]").focus();
  await speak(page, "ro");
  assert.equal(await focused(page), "language");
  await speak(page, "en");
  assert.deepEqual(complaints, []);
  await context.close();
});

test("an ant that is let go of is not called chosen", async () => {
  const { page, context } = await window_(site.url);
  await choose(page, "TUC-ANTS", ["human", "human"]);
  const [cell] = await legal(page);
  await page.locator(`.cells [data-cell="${cell}"]`).focus();
  await page.keyboard.press("Enter");
  const label = () => page.locator(`.cells [data-cell="${cell}"]`).getAttribute("aria-label");
  assert.match(await label(), /chosen/);
  await page.keyboard.press("Escape");
  assert.doesNotMatch(await label(), /chosen/);
  await context.close();
});

test("running through a game with the analysis on is no flood", async () => {
  const { page, context, complaints } = await window_(`${site.url}#game=reversi&moves=e6d6c4f4g4e3d2e2c6g5h6c3f3d7c5c7b8f7f6f2`);
  await page.getByRole("button", { name: "Analyse this position" }).click();
  await page.locator(".board .score").first().waitFor();
  await page.locator("[data-control=restart]").focus();
  for (let n = 0; n < 120; n++) await page.keyboard.press(n % 40 < 20 ? "ArrowLeft" : "ArrowRight");
  await until(page, () => document.querySelectorAll(".board .score").length > 0);
  assert.equal(await page.locator("#alarm").isVisible(), false);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("every tool can be seen in every language", async () => {
  const { page, context } = await window_(site.url);
  for (const language of ["en", "el", "ro", "he"]) {
    await speak(page, language);
    for (const width of [1280, 960, 375]) {
      await page.setViewportSize({ width, height: 800 });
      const hidden = await page.evaluate(() => {
        const bar = document.querySelector("[role=tablist]").getBoundingClientRect();
        const tabs = [...document.querySelectorAll("[role=tab]")];
        return tabs.filter((tab) => tab.getBoundingClientRect().left < bar.left - 1 || tab.getBoundingClientRect().right > bar.right + 1).map((tab) => tab.id);
      });
      assert.deepEqual(hidden, [], `${language}, ${width}`);
    }
  }
  await context.close();
});
