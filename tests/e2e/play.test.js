/** Playing: whole games by clicking and by keyboard, against engines, and everything around a game. */

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { choose, click, closeBrowser, ended, folder, isOver, legal, moveCount, moves, playOne, playThrough, ready, run, serve, window_, until } from "./support.js";

let site;
before(async () => {
  site = await serve();
});
after(async () => {
  await closeBrowser();
  await ended(site.child);
});

for (const title of ["Reversi", "HexThello", "Four in a Row", "Connect4 9×9", "TUC-ANTS"]) {
  test(`a whole game of ${title} by clicking`, async () => {
    const { page, context, complaints } = await window_(site.url);
    await choose(page, title, ["human", "human"]);
    await playThrough(page);
    assert.match(await page.locator(".status.over").innerText(), /wins|draw/);
    const count = await moveCount(page);
    assert.deepEqual(await legal(page), [], "after the end the board takes no input");
    await click(page, 0);
    assert.equal(await moveCount(page), count);
    if (/wins/.test(await page.locator(".status.over").innerText()) && /Row|9×9/.test(title)) {
      assert.ok((await page.locator(".winning").count()) >= 4, "the winning line is shown");
    }
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

test("a game by keyboard alone", async () => {
  const { page, context } = await window_(site.url);
  await choose(page, "Four in a Row", ["human", "human"]);
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.locator(".cells [tabindex='0']").focus();
  await press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft");
  // Column 0 and 1 in turn: four in column 0.
  for (let n = 0; n < 4; n++) {
    await press("Enter");
    await moves(page, (count) => count === 2 * n + 1);
    if (n === 3) break;
    await press("ArrowRight", "Enter");
    await moves(page, (count) => count === 2 * n + 2);
    await press("ArrowLeft");
  }
  await page.locator(".status.over").waitFor();
  assert.match(await page.locator(".status").innerText(), /Player one wins/);
  assert.match(await page.locator("#announcer").innerText(), /Player one plays 0.*Player one wins/);
  // Looking back with the keys.
  await page.locator("[data-control=restart]").focus();
  await press("ArrowLeft");
  await page.getByText("Looking back: move 6 of 7").waitFor();
  await press("End");
  await page.locator(".status.over").waitFor();
  await context.close();
});

test("a person against an engine: it answers, its turn is not ours, moves are taken back", async () => {
  const { page, context, complaints } = await window_(site.url);
  await choose(page, "Reversi", ["human", "engine:level=2"]);
  await page.locator("[data-control=restart]").click();
  await until(page, () => document.querySelector(".board.open"));
  await click(page, 0);
  assert.equal(await moveCount(page), 0, "an illegal click changes nothing");
  await playOne(page);
  await moves(page, (n) => n === 2);
  await page.locator("[data-control=back]").click();
  await moves(page, (n) => n === 0);
  await page.locator("[data-control=hint]").click();
  await page.getByText(/Hint: [a-h][1-8]/).first().waitFor();
  assert.ok((await page.locator(".hinted").count()) > 0, "the hint is on the board");
  // A strong engine to move: the board is closed.
  await page.locator("select[data-side=first]").selectOption("engine:level=10");
  await until(page, () => !document.querySelector(".board.open"));
  assert.deepEqual(complaints, []);
  await context.close();
});

test("seats are changed in the middle of a game, sides swapped, a game resigned", async () => {
  const { page, context } = await window_(site.url);
  await choose(page, "Connect4 9×9", ["human", "human"]);
  await playOne(page);
  await playOne(page);
  await page.locator("select[data-side=first]").selectOption("random");
  await moves(page, (n) => n === 3);
  await page.locator("[data-control=swap]").click();
  await until(page, () => document.querySelector("select[data-side=second]").value === "random");
  await moves(page, (n) => n === 4);
  await page.locator("[data-control=resign]").click();
  await page.locator(".status.over").waitFor();
  assert.match(await page.locator(".status").innerText(), /Player two wins.*resignation/s);
  await context.close();
});

test("a reload in the middle of a game changes nothing", async () => {
  const { page, context } = await window_(site.url);
  await choose(page, "HexThello", ["human", "human"]);
  for (let n = 0; n < 5; n++) await playOne(page);
  const before_ = await page.locator(".moves ol").innerText();
  await page.reload();
  await ready(page);
  await moves(page, (n) => n === 5);
  assert.equal(await page.locator(".moves ol").innerText(), before_);
  await playOne(page);
  await context.close();
});

test("a link holds the whole game", async () => {
  const { page, context } = await window_(site.url);
  await choose(page, "TUC-ANTS", ["human", "human"]);
  for (let n = 0; n < 6; n++) await playOne(page);
  const game = await page.locator(".moves ol").innerText();
  await page.getByRole("tab", { name: "Save" }).click();
  const link = await page.getByLabel("Link to this game").inputValue();
  assert.match(link, /#game=ants/);
  const second = await window_(link);
  await moves(second.page, (n) => n === 6);
  assert.equal(await second.page.locator(".moves ol").innerText(), game);
  await context.close();
  await second.context.close();
});

test("two windows at one table see the same", async () => {
  const { page, context } = await window_(site.url);
  await choose(page, "Four in a Row", ["human", "human"]);
  const other = await window_(page.url());
  await playOne(page);
  await moves(other.page, (n) => n === 1);
  await playOne(other.page);
  await moves(page, (n) => n === 2);
  await context.close();
  await other.context.close();
});

test("a game goes on when the server is restarted", async () => {
  const first = await serve();
  const port = new URL(first.url).port;
  const { page, context } = await window_(first.url);
  await choose(page, "Reversi", ["human", "human"]);
  for (let n = 0; n < 4; n++) await playOne(page);
  const game = await page.locator(".moves ol").innerText();
  await ended(first.child);
  await page.getByText(/connection is lost/).waitFor();
  const again = await run(["serve", "--no-open", "--port", port, "--tournaments", folder(), "--players-port", "hexthello=0", "--players-port", "ants=0"], "stdout", /Ctrl-C/);
  await until(page, () => document.getElementById("alarm").hidden);
  await until(page, () => document.querySelector(".board.open"));
  assert.equal(await page.locator(".moves ol").innerText(), game);
  await playOne(page);
  await moves(page, (n) => n === 5);
  await context.close();
  await ended(again.child);
});

test("setting up, pasting and playing from there", async () => {
  const { page, context } = await window_(site.url);
  await choose(page, "Reversi", ["human", "human"]);
  await page.getByRole("tab", { name: "Set up" }).click();
  await page.getByRole("button", { name: "Set up a position" }).click();
  await page.getByRole("button", { name: "Clear the board" }).click();
  await click(page, 0);
  await page.getByRole("button", { name: "white disc" }).click();
  await click(page, 1);
  await page.getByRole("button", { name: "Use this position" }).click();
  await page.getByRole("button", { name: "Set up a position" }).waitFor();
  await until(page, () => document.querySelectorAll(".pieces .piece.disc").length === 2 && document.querySelectorAll(".moves li").length === 0);
  await until(page, () => /Start|Stop/.test(document.querySelector("[data-control=run]").textContent));
  const start = page.locator("[data-control=run]", { hasText: "Start" });
  if (await start.isVisible()) await start.click();
  await until(page, () => document.querySelector(".board.open"));
  assert.deepEqual(await legal(page), [2]);
  await page.getByRole("tab", { name: "Save" }).click();
  await page.locator("#paste").fill("F5 d6 C3 d3 c4");
  await page.getByRole("button", { name: "Read" }).click();
  await moves(page, (n) => n === 5);
  await page.locator("#paste").fill("f5 f5");
  await page.getByRole("button", { name: "Read" }).click();
  await page.getByText(/move 2: /).waitFor();
  assert.equal(await isOver(page), false);
  await context.close();
});
