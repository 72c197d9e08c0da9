/** Connect4 9×9 at the page as on its course's platform: programs, people, the reference opponent, five seconds. */

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { choose, closeBrowser, ended, folder, legal, click, moves, serve, until, window_ } from "./support.js";

const TITLE = "Connect4 9×9";

let site, closed;
before(async () => {
  [site, closed] = await Promise.all([serve("--allow-exec"), serve()]);
});
after(async () => {
  await closeBrowser();
  await Promise.all([ended(site.child), ended(closed.child)]);
});

const home = folder();
// Programs run as somebody with fewer rights.
chmodSync(home, 0o755);

/** A program of the course, as a script of the shell. @param {string} name @param {string} script */
function program(name, script) {
  const path = join(home, name);
  writeFileSync(path, `#!/bin/sh\nread magic\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Plays the columns from a side to the other, over and over. @param {string} name @param {string} column */
const steady = (name, column) =>
  program(name, `i=0\n[ $1 = first ] && echo ${column} && i=1\nwhile read c; do [ $c -ge 10 ] && exit; echo ${column}; i=$((i + 1)); done`);

/** Seats a program through the dialogue. */
async function seat(page, side, path) {
  await page.locator("select[data-side]").nth(side).selectOption("program");
  await page.locator("#program").fill(path);
  await page.locator("dialog button[type=submit]").click();
  await until(page, ([side, path]) => document.querySelectorAll("select[data-side]")[side].value === `exec:${path}`, [side, path]);
}

async function over(page) {
  const deadline = Date.now() + 60_000;
  while (!(await page.locator(".status.over").isVisible())) {
    if (Date.now() > deadline) throw new Error("the game never ends");
    await page.waitForTimeout(50);
  }
  return page.locator(".status").innerText();
}

test("two programs wait for Start and then play to the winning four", async () => {
  const { page, context, complaints } = await window_(site.url);
  await choose(page, TITLE, ["human", "human"]);
  await seat(page, 0, steady("left-to-right", "$((i % 9))"));
  await seat(page, 1, steady("right-to-left", "$((8 - i % 9))"));
  const start = page.locator("[data-control=run]");
  assert.equal(await start.innerText(), "Start");
  assert.match(await page.locator("#clock option:checked").innerText(), /programs 5 s a move/);
  assert.deepEqual(await page.locator(".seat .time").allInnerTexts(), ["5.0", "5.0"]);
  await start.click();
  assert.match(await over(page), /wins|A draw/);
  assert.ok((await page.locator(".board .winning, .board .win").count()) > 0, "the four are marked");
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a person plays a program, and the reference opponent's level can be chosen", async () => {
  const { page, context, complaints } = await window_(site.url);
  await choose(page, TITLE, ["human", "human"]);
  await seat(page, 1, steady("patient", "$((i % 9))"));
  await page.locator("[data-control=run]").click();
  await until(page, () => document.querySelector(".board.open"));
  await click(page, (await legal(page))[4]);
  await moves(page, (n) => n >= 2);
  const offered = await page.$$eval("select[data-side] optgroup option", (all) => all.map((option) => option.value));
  for (const level of ["course-0", "course-1", "course-2"]) assert.ok(offered.includes(`engine:level=${level}`), level);
  for (const level of ["course-0", "course-1", "course-2"]) {
    await choose(page, "Reversi", ["human", "human"]);
    await choose(page, TITLE, [`engine:level=${level}`, "human"]);
    await moves(page, (n) => n >= 1);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a program that thinks too long, prints nonsense or ends loses, and why is shown", async () => {
  const { page, context, complaints } = await window_(site.url);
  for (const [name, script, wanted] of [
    ["sleeper", "sleep 60", /time-out · it took 5\.\d+ s/],
    ["talker", "echo 'my move: 4'; sleep 60", /illegal-move|illegal move.*my move: 4/],
    ["quitter", "exit 7", /crash.*exit code 7/],
  ]) {
    await choose(page, "Reversi", ["human", "human"]);
    await choose(page, TITLE, ["human", "engine:level=course-0"]);
    await seat(page, 0, program(name, script));
    await page.locator("[data-control=run]").click();
    const text = (await over(page)).replaceAll("\n", " ");
    assert.match(text, /Player two wins/, name);
    assert.match(text, wanted, name);
    assert.ok(!text.includes("walked away") && (await page.locator("select[data-side]").first().inputValue()).endsWith(name), "it keeps its seat");
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test("without --allow-exec nobody is offered a program", async () => {
  const { page, context } = await window_(closed.url);
  await choose(page, TITLE, ["human", "human"]);
  const offered = await page.$$eval("select[data-side] option", (all) => all.map((option) => option.value));
  assert.ok(!offered.includes("program") && offered.includes("engine:level=course-2"), String(offered));
  await context.close();
});
