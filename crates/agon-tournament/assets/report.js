"use strict";
// Draws boards from films: the contents at the start, and what each move changes. Knows no game and loads nothing.
// Text that came from players or files is only ever set as text, never as markup.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { players, games, board } = data;
  const $ = (id) => document.getElementById(id);
  const make = (tag, className, text) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const draw = (tag, attributes) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    return node;
  };

  // Light and dark: the system's choice until somebody chooses.
  $("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });

  // The list of games.
  const PAGE = 40;
  let chosen = [];
  let shown = 0;
  const player = $("player"), opponent = $("opponent"), ending = $("ending");
  const option = (select, value, text) => {
    const node = make("option", "", text);
    node.value = value;
    select.append(node);
  };
  const byName = players.map((name, i) => [name, i]).sort((a, b) => a[0].localeCompare(b[0], undefined, { numeric: true }));
  for (const [select, text] of [[player, "all players"], [opponent, "all opponents"]]) {
    option(select, "", text);
    for (const [name, i] of byName) option(select, i, name);
  }
  const endings = [...new Set(games.map((g) => g.r))].sort();
  const mistakes = [...new Set(games.flatMap((g) => (g.a ? [g.a.label] : [])))].sort();
  option(ending, "", "all endings");
  for (const name of endings) option(ending, "r" + name, "ended: " + name);
  for (const name of mistakes) option(ending, "a" + name, "mistake: " + name);

  const result = (g) => (g.w === null ? "½ : ½" : g.w === 0 ? "1 : 0" : "0 : 1");
  const limits = data.clocks.length > 1;
  $("list").classList.toggle("limits", limits);
  const place = (g) => "R" + (g.id[0] + 1) + " · " + (g.id[1] + 1) + "." + (g.id[2] + 1) + (limits ? " · " + data.clocks[g.k] : "");
  const more = () => {
    const list = $("list");
    for (const g of chosen.slice(shown, shown + PAGE)) {
      const row = make("button");
      row.type = "button";
      row.append(
        make("span", "where", place(g)),
        make("span", "who a" + (g.w === 0 ? " won" : ""), players[g.p[0]]),
        make("span", "res", result(g)),
        make("span", "who" + (g.w === 1 ? " won" : ""), players[g.p[1]]),
        make("span", "why", g.r !== "normal" ? g.r : g.a ? g.a.label : ""),
      );
      row.addEventListener("click", () => open(g));
      const item = make("li");
      item.append(row);
      list.append(item);
    }
    shown = Math.min(shown + PAGE, chosen.length);
    $("more").hidden = shown >= chosen.length;
    $("count").textContent = chosen.length === games.length ? games.length + " games" : chosen.length + " of " + games.length + " games";
  };
  const filter = () => {
    const a = player.value, b = opponent.value, e = ending.value;
    const has = (g, p) => p === "" || g.p.includes(+p);
    const ends = (g) => e === "" || (e[0] === "r" ? g.r === e.slice(1) : g.a !== null && g.a.label === e.slice(1));
    chosen = games.filter((g) => has(g, a) && has(g, b) && ends(g) && (a === "" || b === "" || a === b || g.p.includes(+a) && g.p.includes(+b)));
    shown = 0;
    $("list").replaceChildren();
    more();
  };
  for (const select of [player, opponent, ending]) select.addEventListener("change", filter);
  $("more").addEventListener("click", more);
  for (const cell of document.querySelectorAll(".cross button")) {
    cell.addEventListener("click", () => {
      player.value = cell.dataset.a;
      opponent.value = cell.dataset.b;
      ending.value = "";
      filter();
      $("games").scrollIntoView({ behavior: "smooth" });
    });
  }

  // The board. The empty one came with the page; pieces and marks go on top.
  const dialog = $("replay");
  const svg = document.querySelector("svg.board");
  const marks = svg.appendChild(draw("g", { "pointer-events": "none" }));
  const stones = svg.insertBefore(draw("g", {}), marks);
  const kinds = board.kinds + 1;
  let game = null, ply = 0, frames = [], timer = null;

  const film = (g) => {
    let now = [...g.f.s].map((c) => parseInt(c, 36));
    const all = [now];
    for (const changes of g.f.c) {
      now = now.slice();
      for (const change of changes) now[Math.floor(change / kinds)] = change % kinds;
      all.push(now);
    }
    return all;
  };
  const show = (to) => {
    ply = Math.max(0, Math.min(to, frames.length - 1));
    stones.replaceChildren();
    frames[ply].forEach((piece, cell) => {
      if (piece) stones.append(draw("use", { href: "#piece" + (piece - 1), x: board.x[cell], y: board.y[cell] }));
    });
    marks.replaceChildren();
    if (ply > 0) {
      const bad = game.a && game.a.ply === ply - 1;
      const colour = bad ? "#ff3b30" : "#e5484d";
      const path = (game.f.p || []).find(([number]) => number === ply - 1);
      if (path) marks.append(draw("polyline", { points: path[1].map((c) => board.x[c] + "," + board.y[c]).join(" "), fill: "none", stroke: colour, "stroke-width": 0.07, "stroke-dasharray": "0.14 0.1" }));
      const first = game.f.c[ply - 1][0];
      if (first !== undefined) {
        const cell = Math.floor(first / kinds);
        marks.append(draw("circle", { cx: board.x[cell], cy: board.y[cell], r: 0.43, fill: "none", stroke: colour, "stroke-width": bad ? 0.12 : 0.075 }));
      }
    }
    if (ply === frames.length - 1) {
      for (const cell of game.f.w || []) marks.append(draw("circle", { cx: board.x[cell], cy: board.y[cell], r: 0.2, fill: "none", stroke: "#fff", "stroke-width": 0.1 }));
    }
    $("slider").value = ply;
    $("ply").textContent = ply + " / " + (frames.length - 1);
    const score = game.f.n && game.f.n[ply];
    [0, 1].forEach((side) => ($("score" + side).textContent = score ? score[side] : ""));
    const list = $("moves");
    [...list.children].forEach((node, i) => node.classList.toggle("now", i === ply - 1));
    const current = list.children[ply - 1];
    if (current) list.scrollTop = Math.max(0, current.offsetTop - list.offsetTop - list.clientHeight / 2);
    else list.scrollTop = 0;
  };
  const pause = () => {
    clearInterval(timer);
    timer = null;
    $("play").textContent = "▶";
  };
  const play = () => {
    if (timer) return pause();
    if (ply === frames.length - 1) show(0);
    $("play").textContent = "❚❚";
    timer = setInterval(() => (ply < frames.length - 1 ? show(ply + 1) : pause()), 700);
  };
  const open = (g) => {
    game = g;
    frames = film(g);
    pause();
    $("title").textContent = (limits ? data.clocks[g.k] + ", round " : "Round ") + (g.id[0] + 1) + ", board " + (g.id[1] + 1) + ", game " + (g.id[2] + 1);
    [0, 1].forEach((side) => {
      const who = $("who" + side);
      who.textContent = players[g.p[side]];
      who.classList.toggle("won", g.w === side);
    });
    const winner = g.w === null ? "A draw" : players[g.p[g.w]] + " won";
    $("verdict").textContent = winner + (g.r === "normal" ? "" : g.w === null ? ": " + g.words : ": " + players[g.p[1 - g.w]] + " lost by " + g.words) + (g.x ? " (" + g.x + ")" : "") + " · thought " + g.t.map((t) => t + " s").join(" and ");
    $("evidence").textContent = g.e.join("\n");
    $("evidence").hidden = g.e.length === 0;
    const list = $("moves");
    list.replaceChildren();
    g.f.m.forEach((text, i) => {
      const bad = g.a && g.a.ply === i;
      const node = make("button", (i < g.o ? "opening" : "") + (bad ? " bad" : ""), text);
      node.type = "button";
      node.title = "move " + (i + 1) + (i < g.o ? ", opening" : "");
      node.addEventListener("click", () => { pause(); show(i + 1); });
      list.append(node);
    });
    const note = $("note");
    note.replaceChildren();
    note.hidden = !g.a || !g.a.text.length;
    if (g.a) {
      g.a.text.forEach((line, i) => note.append(make(i === 0 ? "b" : "span", "", line)));
      if (g.a.ply !== null) {
        const jump = make("button", "quiet", "show the move");
        jump.type = "button";
        jump.addEventListener("click", () => { pause(); show(g.a.ply + 1); });
        note.append(jump);
      }
    }
    $("slider").max = frames.length - 1;
    if (!dialog.open) dialog.showModal();
    show(g.a && g.a.ply !== null ? g.a.ply + 1 : frames.length - 1);
    history.replaceState(null, "", "#game" + games.indexOf(g));
  };
  const step = (by) => { pause(); show(ply + by); };
  const neighbour = (by) => {
    const next = chosen[chosen.indexOf(game) + by];
    if (next) open(next);
  };
  $("start").addEventListener("click", () => step(-ply));
  $("back").addEventListener("click", () => step(-1));
  $("forth").addEventListener("click", () => step(1));
  $("end").addEventListener("click", () => step(frames.length));
  $("play").addEventListener("click", play);
  $("previous").addEventListener("click", () => neighbour(-1));
  $("next").addEventListener("click", () => neighbour(1));
  $("close").addEventListener("click", () => dialog.close());
  $("slider").addEventListener("input", (event) => { pause(); show(+event.target.value); });
  dialog.addEventListener("close", () => {
    pause();
    history.replaceState(null, "", location.pathname + location.search);
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("keydown", (event) => {
    const keys = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(-ply), End: () => step(frames.length), " ": play };
    if (keys[event.key] && event.target.tagName !== "INPUT" && !(event.key === " " && event.target.tagName === "BUTTON")) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  filter();
  const linked = /^#game(\d+)$/.exec(location.hash);
  if (linked && games[+linked[1]]) open(games[+linked[1]]);
})();
