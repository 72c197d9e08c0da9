/** What all tests need: the program, a browser, a page, and hands for it. */

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

export const AGON = resolve(process.env.AGON ?? new URL("../../target/debug/agon", import.meta.url).pathname);
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The programs that are running: none may outlive the tests. @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** Starts the program and waits for a line that matches. */
export function run(args, stream, pattern) {
  return new Promise((resolve, reject) => {
    const child = spawn(AGON, args, { stdio: ["ignore", "pipe", "pipe"] });
    running.add(child);
    let text = "";
    child[stream].on("data", (data) => {
      text += data;
      const found = text.match(pattern);
      if (found) resolve({ child, found });
    });
    child.on("exit", (code) => {
      running.delete(child);
      reject(new Error(`agon ${args.join(" ")} ended with ${code}: ${text}`));
    });
  });
}

export function ended(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.on("exit", resolve);
    child.kill("SIGINT");
  });
}

/** A port that nobody had a moment ago. */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** A folder of its own, removed when the tests are over. */
export function folder() {
  const path = mkdtempSync(join(tmpdir(), "agon-e2e-"));
  process.on("exit", () => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Starts the page's server. */
export async function serve(...more) {
  const { child, found } = await run(
    ["serve", "--no-open", "--port", "0", "--players-port", "hexthello=0", "--players-port", "ants=0", "--tournaments", folder(), ...more],
    "stdout",
    /at (http:\S+)\n(?:hexthello players connect to port (\d+)\n)?(?:ants players connect to port (\d+)\n)?(?:Only here can be deleted .*: (http:\S+)\n)?Ctrl-C/,
  );
  return { child, url: found[1], hostUrl: found[4], ports: { hexthello: Number(found[2]), ants: Number(found[3]) } };
}

let browser;

export async function openBrowser() {
  browser ??= await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
  });
  return browser;
}

export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
  await Promise.all([...running].map(ended));
}

/** A fresh window with its own storage. Anything the page complains about fails the test that uses it. */
export async function window_(url, options = {}) {
  const context = await (await openBrowser()).newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    locale: "en-US",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource|WebSocket connection/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(url);
  if (!/#tournament/.test(url)) await ready(page);
  return { page, context, complaints };
}

export async function ready(page) {
  await page.waitForSelector(".board .target", { state: "attached" });
  await until(page, () => document.querySelectorAll(".board .cells [aria-label]").length > 0);
}

/** Shows a game with these players. */
export async function choose(page, title, players) {
  const before = page.url();
  await page.locator("button.game", { hasText: title }).click();
  await until(page, (before) => location.href !== before, before);
  await until(page, (title) => document.title.startsWith(title), title);
  await ready(page);
  for (const [i, player] of players.entries()) {
    await page.locator("select[data-side]").nth(i).selectOption(player);
    await until(page, 
      ([i, player]) => document.querySelectorAll("select[data-side]")[i].value === player,
      [i, player],
    );
  }
  if (players.every((player) => player === "human")) await restart(page);
}

async function restart(page) {
  await page.locator("[data-control=restart]").click();
  await moves(page, (n) => n === 0);
  await until(page, () => document.querySelector(".board.open"));
}

export function moveCount(page) {
  return page.locator(".moves li button").count();
}

/** Waits until something holds in the page. Playwright's own way needs `eval`, which the page's policy forbids. */
export async function until(page, holds, argument) {
  const deadline = Date.now() + 20_000;
  while (!(await page.evaluate(holds, argument))) {
    if (Date.now() > deadline) throw new Error(`this never came true: ${holds}, ${argument}`);
    await page.waitForTimeout(20);
  }
}

/** Waits until the number of moves is as wanted. */
export async function moves(page, wanted) {
  const deadline = Date.now() + 20_000;
  for (let count = await moveCount(page); !wanted(count); count = await moveCount(page)) {
    if (Date.now() > deadline) throw new Error(`${count} moves, not ${wanted}`);
    await page.waitForTimeout(20);
  }
}

/** The cells that can be clicked now. */
export function legal(page) {
  return page.$$eval(".cells [data-cell]", (cells) =>
    cells.filter((c) => c.getAttribute("aria-disabled") === "false" && /legal/.test(c.getAttribute("aria-label"))).map((c) => Number(c.dataset.cell)),
  );
}

export function click(page, cell) {
  return page.locator(`[data-cell="${cell}"]`).last().click({ force: true });
}

export function isOver(page) {
  return page.locator(".status.over").isVisible();
}

/** What can be done on the board, with the places to click. */
function situation(page) {
  return page.evaluate(() => {
    const centre = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const cells = [...document.querySelectorAll(".cells [data-cell][aria-disabled=false]")];
    const pass = [...document.querySelectorAll(".status button")].find((b) => b.textContent === "Pass");
    return {
      count: document.querySelectorAll(".moves li button").length,
      over: Boolean(document.querySelector(".status.over")),
      chosen: document.querySelectorAll(".board .chosen").length,
      pass: pass ? centre(pass) : null,
      cells: cells.filter((c) => /legal/.test(c.getAttribute("aria-label"))).map(centre),
    };
  });
}

/** Plays one move with the mouse, whatever is legal; says whether the game is over. */
export async function playOne(page) {
  const first = await situation(page);
  const deadline = Date.now() + 20_000;
  for (let now = first; now.count === first.count; ) {
    if (now.over) return true;
    const place = now.pass ?? now.cells[now.cells.length >> 1];
    if (place) await page.mouse.click(place.x, place.y);
    const { chosen } = now;
    // A click leads to a move, or to the next step of a path, unless the board moved away under it.
    const patience = Date.now() + 3000;
    do {
      if (Date.now() > deadline) throw new Error("no move came of all the clicking");
      now = await situation(page);
    } while (place && now.count === first.count && now.chosen === chosen && Date.now() < patience);
  }
  return (await situation(page)).over;
}

/** Plays a game to its end. */
export async function playThrough(page) {
  while (!(await playOne(page)));
}

/** What axe finds wrong with the page as it is. */
export async function violations(page, what) {
  if (!(await page.evaluate(() => "axe" in window))) await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }),
  );
  return violations.map(({ id, help, nodes }) => `${what}: ${id}: ${help}: ${nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`);
}
