/** Understanding, languages, accessibility, and programs on the network. */

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { connect } from "node:net";
import { AGON, choose, closeBrowser, ended, freePort, moveCount, moves, playOne, ready, run, serve, window_, until, violations } from "./support.js";

let site;
before(async () => {
  site = await serve();
});
after(async () => {
  await closeBrowser();
  await ended(site.child);
});

const GAMES = ["Reversi", "HexThello", "Four in a Row", "Connect4 9×9", "TUC-ANTS"];

test("the analysis appears on the board and the page stays quick", async () => {
  const { page, context, complaints } = await window_(`${site.url}#game=reversi&moves=f5d6c3d3c4`);
  await page.getByRole("button", { name: "Analyse this position" }).click();
  await page.locator(".score.best").first().waitFor();
  assert.ok((await page.locator(".board .score").count()) > 3, "a score on every legal move");
  await page.getByRole("button", { name: "Resume" }).click();
  await playOne(page);
  await moves(page, (n) => n === 6);
  await page.getByRole("button", { name: "Judge the game" }).click();
  await page.locator(".graph .curve").waitFor({ state: "attached" });
  await until(page, () => (document.querySelector(".graph .curve")?.getAttribute("d") ?? "").split("L").length === 7);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("explain and under the hood", async () => {
  const { page, context } = await window_(`${site.url}#game=reversi&moves=f5d6c3`);
  await page.getByRole("tab", { name: "Explain" }).click();
  await page.locator(".bars .bar").first().waitFor();
  await page.getByRole("tab", { name: "Search" }).click();
  await page.locator("#hood-depth").fill("3");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.locator(".tree li").first().waitFor();
  assert.match(await page.locator(".figures").last().innerText(), /cut-offs/);
  await page.locator("#hood-algorithm").selectOption("minimax");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByText(/laid open: minimax/).waitFor();
  await context.close();
});

test("no accessibility violations on any board, tool or theme", async () => {
  const found = [];
  for (const colorScheme of ["light", "dark"]) {
    const { page, context } = await window_(site.url, { colorScheme, bypassCSP: true });
    for (const title of GAMES) {
      await choose(page, title, ["human", "human"]);
      await playOne(page);
      found.push(...(await violations(page, `${title}, ${colorScheme}`)));
    }
    await choose(page, "Reversi", ["human", "human"]);
    for (const tool of ["Analysis", "Explain", "Search", "Set up", "Save", "Network"]) {
      await page.getByRole("tab", { name: tool, exact: true }).click();
      if (tool === "Analysis") {
        await page.getByRole("button", { name: "Analyse this position" }).click();
        await page.locator(".score.best").first().waitFor();
      }
      if (tool === "Set up") await page.getByRole("button", { name: "Set up a position" }).click();
      await page.waitForTimeout(200);
      found.push(...(await violations(page, `${tool}, ${colorScheme}`)));
    }
    await context.close();
  }
  assert.deepEqual(found, []);
});

test("four languages, Hebrew from right to left, on a phone too", async () => {
  for (const [code, direction, word] of [["el", "rtl-no", "Ανάλυση"], ["he", "rtl", "ניתוח"], ["ro", "ltr", "Analiză"]]) {
    const { page, context, complaints } = await window_(site.url, { locale: code, viewport: { width: 360, height: 740 }, bypassCSP: true });
    assert.equal(await page.locator("html").getAttribute("lang"), code);
    assert.equal(await page.locator("html").getAttribute("dir"), direction === "rtl" ? "rtl" : "ltr");
    await page.getByRole("tab", { name: word }).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${code}: nothing is wider than the phone: ${wide}`);
    assert.deepEqual(await violations(page, code), []);
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test("programs on the network are seated and play each other", async () => {
  const { page, context } = await window_(site.url);
  await choose(page, "HexThello", ["human", "human"]);
  const port = String(site.ports.hexthello);
  const clients = ["Anna", "Bela"].map((name) => run(["client", "hexthello", "-p", port, "--name", name, "--time", "300ms"], "stdout", /./).catch(() => {}));
  await page.getByRole("tab", { name: "Network" }).click();
  for (const [name, side] of [["Anna", "black"], ["Bela", "white"]]) {
    const row = page.locator("tr", { hasText: name });
    await row.getByRole("button", { name: `as ${side}` }).click();
    await until(page, (name) => [...document.querySelectorAll("select[data-side]")].some((s) => s.selectedOptions[0]?.textContent === name), name);
  }
  await moves(page, (n) => n >= 6);
  // One seat becomes a person's in mid-game; the other program plays on.
  await page.locator("select[data-side=first]").selectOption("human");
  await until(page, () => document.querySelector(".board.open"));
  await playOne(page);
  await page.locator("tr", { hasText: "Bela" }).getByRole("button", { name: "Disconnect" }).click();
  await until(page, () => !document.querySelector(".tool table")?.textContent.includes("Bela"));
  await page.locator("tr", { hasText: "Anna" }).getByRole("button", { name: "Disconnect" }).click();
  await Promise.allSettled(clients);
  await context.close();
});

test("two programs play a whole game over the network", async () => {
  const { page, context } = await window_(site.url);
  await choose(page, "TUC-ANTS", ["human", "human"]);
  const clients = ["Cleo", "Dora"].map((name) => run(["client", "ants", "-p", String(site.ports.ants), "--name", name, "--time", "20ms"], "stdout", /./).catch(() => {}));
  await page.getByRole("tab", { name: "Network" }).click();
  for (const [name, side] of [["Cleo", "white"], ["Dora", "black"]]) {
    await page.locator("tr", { hasText: name }).getByRole("button", { name: `as ${side}` }).click();
    await until(page, (name) => [...document.querySelectorAll("select[data-side]")].some((s) => s.selectedOptions[0]?.textContent === name), name);
  }
  await page.locator(".status.over").waitFor({ timeout: 60_000 });
  for (const name of ["Cleo", "Dora"]) await page.locator("tr", { hasText: name }).getByRole("button", { name: "Disconnect" }).click();
  await Promise.allSettled(clients);
  await context.close();
});

test("a program of this machine is seated where the server allows it", async () => {
  const open = await serve("--allow-exec");
  const { page, context } = await window_(open.url);
  await choose(page, "Connect4 9×9", ["human", "human"]);
  await page.locator("select[data-side=second]").selectOption("program");
  await page.getByLabel("Command").fill(`ugi:${AGON} player connect4-9x9 --protocol ugi`);
  await page.getByRole("button", { name: "Seat it" }).click();
  await until(page, () => document.querySelector("select[data-side=second]").value.startsWith("ugi:"));
  await page.locator("select[data-side=first]").selectOption("human");
  // A game with a program waits for Start, as on the course's platform.
  await page.locator("[data-control=run]").click();
  await until(page, () => document.querySelector(".board.open"));
  await playOne(page);
  await moves(page, (n) => n === 2);
  await context.close();
  await ended(open.child);
});

test("a name is only ever text", async () => {
  const { page, context } = await window_(site.url);
  await choose(page, "TUC-ANTS", ["human", "human"]);
  const name = "<img src=x id=q>";
  const socket = connect(site.ports.ants, "127.0.0.1");
  socket.on("data", (data) => {
    // REQUEST_NAME
    if (data.includes(6)) socket.write(Buffer.concat([Buffer.from([name.length]), Buffer.from(name)]));
  });
  await page.getByRole("tab", { name: "Network" }).click();
  await page.getByText(name).waitFor();
  await page.locator("tr", { hasText: name }).getByRole("button", { name: "as white" }).click();
  await until(page, (name) => document.querySelector("select[data-side=second]").selectedOptions[0]?.textContent === name, name);
  assert.equal(await page.locator("img:not([src='icon.svg'])").count(), 0);
  socket.destroy();
  await page.getByText(/disconnected|left|gone/i).first().waitFor();
  await context.close();
});

test("the two-instance game in two windows", async () => {
  const port = String(await freePort());
  const two = await run(["four-in-a-row", "human", port, "127.0.0.1", "--no-open"], "stderr", /(http:\S+)/);
  const one = await run(["four-in-a-row", "human", port, "--no-open"], "stderr", /(http:\S+)/);
  const [a, b] = [await window_(one.found[1]), await window_(two.found[1])];
  await until(a.page, () => document.querySelector(".board.open"));
  // Out of turn a click changes nothing, on either board.
  await b.page.locator('[data-cell="3"]').last().click({ force: true });
  for (const { page } of [a, b]) assert.equal(await moveCount(page), 0);
  const columns = [0, 1, 0, 1, 0, 1, 0];
  for (const [n, column] of columns.entries()) {
    const { page } = n % 2 ? b : a;
    await until(page, () => document.querySelector(".board.open"));
    await page.locator(`[data-cell="${column}"]`).last().click();
    await moves(a.page, (count) => count === n + 1);
    await moves(b.page, (count) => count === n + 1);
  }
  for (const { page, complaints } of [a, b]) {
    await page.locator(".status.over").waitFor();
    assert.match(await page.locator(".status").innerText(), /Player one wins/);
    assert.equal(await page.locator(".winning").count(), 4);
    assert.deepEqual(complaints, []);
  }
  await ended(one.child);
  await b.page.getByText(/other side left/).waitFor();
  await a.context.close();
  await b.context.close();
  await ended(two.child);
});

test("the whole page is lighter than 150 KB", async () => {
  const { page, context } = await window_(site.url);
  await page.reload();
  await ready(page);
  await page.getByRole("link", { name: "Tournaments" }).click();
  await page.locator(".cup-form").waitFor();
  const sizes = await page.evaluate(() => performance.getEntriesByType("resource").map((r) => r.encodedBodySize));
  const total = sizes.reduce((a, b) => a + b, 0);
  assert.ok(total < 150 * 1024, `${total} bytes`);
  await context.close();
});
