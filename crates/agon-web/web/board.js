/**
 * The board: one widget for every game. It draws a layout and a view and turns clicks and keys into the legal
 * moves of the view. It knows no rules: which cells can be clicked, what a move changes and what won is all in
 * the view.
 */

import { fill, svg } from "./dom.js";
import { distance, extent, neighbour, outline } from "./geometry.js";
import { drawGround } from "./ground.js";
import { drawPiece } from "./pieces.js";
import { drawChanges, drawPath } from "./preview.js";
import * as motion from "./motion.js";
import { t } from "./i18n.js";

/** @typedef {import("./types.js").Layout} Layout */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Move} Move */

export class Board {
  /**
   * @param {HTMLElement} home where it is put
   * @param {{ onMove: (move: Move) => void, onCell?: (cell: number) => void }} listeners
   */
  constructor(home, listeners) {
    this.home = home;
    this.listeners = listeners;
    /** @type {Layout | null} */ this.layout = null;
    /** @type {View | null} */ this.view = null;
    /** Whether the person may move. */
    this.open = false;
    /** Whether cells are set up by clicking instead. */
    this.editing = false;
    /** The cells of a move clicked so far. @type {number[]} */
    this.chosen = [];
    /** @type {number | null} */ this.hovered = null;
    /** The cell that the keyboard is on. */
    this.focused = 0;
    /** Scores to show on moves: text by move. @type {Map<string, { text: string, rank: number }>} */
    this.scores = new Map();
    /** A move pointed out to the person. @type {string | null} */
    this.hinted = null;
  }

  /**
   * Builds the board of a game.
   * @param {Layout} layout
   * @param {string} label what a screen reader calls it
   * @param {{ still?: boolean }} [how] a still board is a picture: nothing on it can be chosen
   */
  build(layout, label, { still = false } = {}) {
    this.layout = layout;
    this.view = null;
    this.open = false;
    this.editing = false;
    this.chosen = [];
    this.hovered = null;
    this.scores = new Map();
    this.hinted = null;
    this.focused = Math.floor(layout.cells.length / 2);
    const shape = layout.cells[0]?.shape ?? "square";
    this.layers = {
      ground: svg("g", { class: "ground", "aria-hidden": "true" }),
      below: svg("g", { class: "below", "aria-hidden": "true" }),
      pieces: svg("g", { class: "pieces", "aria-hidden": "true" }),
      front: svg("g", { class: "front", "aria-hidden": "true" }),
      marks: svg("g", { class: "marks", "aria-hidden": "true" }),
      preview: svg("g", { class: "preview", "aria-hidden": "true" }),
      scores: svg("g", { class: "scores", "aria-hidden": "true" }),
      cells: svg("g", { class: "cells" }),
    };
    const box = extent(layout);
    this.root = svg(
      "svg",
      {
        class: `board ${shape}`,
        viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
        role: still ? "img" : "group",
        "aria-label": label,
        onpointerleave: () => this.hover(null),
      },
      svg("rect", { class: "frame", ...box, rx: 0.22 }),
      ...Object.values(this.layers),
    );
    this.home.style.setProperty("--ratio", String(box.width / box.height));
    drawGround(layout, this.layers);
    /** @type {SVGElement[]} */ this.cells = [];
    if (!still) this.buildCells();
    fill(this.home, this.root);
  }

  /** The invisible cells on top that take pointer, keys and the screen reader. */
  buildCells() {
    const { layout, layers } = this;
    if (!layout || !layers) return;
    this.cells = layout.cells.map((cell, index) => {
      const target = outline(cell, "target");
      const group = svg(
        "g",
        {
          role: "button",
          tabindex: index === this.focused ? 0 : -1,
          "data-cell": index,
          onclick: () => this.click(index),
          onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && this.hover(index),
          onfocus: () => this.focus(index),
          onblur: () => this.hover(null),
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event, index),
        },
        target,
      );
      layers.cells.append(group);
      return group;
    });
  }

  /**
   * Shows a position.
   * @param {View} view
   * @param {{ open: boolean, animate?: boolean }} how
   */
  show(view, { open, animate = true }) {
    const before = this.view;
    this.view = view;
    this.open = open;
    if (before?.position !== view.position) {
      this.chosen = [];
      this.hinted = null;
    }
    this.drawPieces(before, animate);
    this.drawMarks();
    this.drawScores();
    this.drawPreview();
    this.nameCells();
  }

  /** @param {View | null} before @param {boolean} animate */
  drawPieces(before, animate) {
    const { layout, layers, view } = this;
    if (!layout || !layers || !view) return;
    const old = new Map([...layers.pieces.children].map((g) => [Number(g.getAttribute("data-cell")), g]));
    fill(layers.pieces);
    const last = view.last[0];
    // Animations tell how this position came from the one before; anything else is simply shown.
    const moving = animate && before && last && before.game === view.game && before.position !== view.position;
    const path = last?.path ?? [];
    view.contents.forEach((kind, cell) => {
      const was = before?.contents[cell] ?? null;
      const { x, y } = layout.cells[cell];
      if (kind !== null) {
        const piece = drawPiece(layout.pieces[kind]);
        layers.pieces.append(svg("g", { transform: `translate(${x} ${y})`, "data-cell": cell }, piece));
        if (!moving || was === kind) return;
        const from = path.length > 1 && path[path.length - 1] === cell ? path : null;
        if (from) {
          motion.walk(piece, from.map((c) => ({ x: layout.cells[c].x - x, y: layout.cells[c].y - y })));
        } else if (was === null && layout.cells[cell].shape === "hole") motion.drop(piece, y + 0.5);
        else if (was === null) motion.appear(piece);
        else {
          const ghost = /** @type {Element} */ (old.get(cell)?.firstElementChild ?? drawPiece(layout.pieces[was]));
          piece.parentElement?.append(ghost);
          motion.turn(piece, ghost, 35 * distance(layout, path[0] ?? cell, cell));
        }
      } else if (moving && was !== null && cell !== path[0]) {
        const ghost = old.get(cell);
        if (ghost) {
          layers.pieces.prepend(ghost);
          motion.vanish(ghost, 90 * Math.max(1, path.length - 1));
        }
      }
    });
  }

  drawMarks() {
    const { layout, layers, view } = this;
    if (!layout || !layers || !view) return;
    fill(layers.marks);
    fill(layers.below);
    const at = (/** @type {number} */ cell) => layout.cells[cell];
    for (const line of view.winning) {
      const [a, b] = [at(line[0]), at(line[line.length - 1])];
      layers.marks.append(svg("line", { class: "winning-line", x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
      for (const cell of line) {
        layers.marks.append(svg("circle", { class: "winning", cx: at(cell).x, cy: at(cell).y, r: 0.4 }));
      }
    }
    view.last.forEach((played, age) => {
      const points = played.path.map(at);
      // A path is worth showing for both sides, a single disc for the last move only.
      if (!points.length || (age > 0 && points.length < 2)) return;
      if (points.length > 1) {
        const d = points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");
        layers.below.append(svg("path", { class: `trail age-${age}`, d }));
      }
      const { x, y } = points[points.length - 1];
      layers.marks.append(
        svg("circle", { class: `last-rim age-${age}`, cx: x, cy: y, r: 0.44 }),
        svg("circle", { class: `last age-${age}`, cx: x, cy: y, r: 0.44 }),
      );
    });
    if (this.open && !this.editing) {
      const { next, starts } = this.reachable();
      for (const cell of starts) layers.below.append(outline(at(cell), "movable"));
      for (const cell of next) {
        layers.marks.append(svg("circle", { class: "legal", cx: at(cell).x, cy: at(cell).y, r: 0.13 }));
      }
    }
    for (const cell of this.chosen) layers.below.append(outline(at(cell), "chosen"));
    const hinted = view.moves.find(({ text }) => text === this.hinted);
    if (hinted) drawPath(layers.marks, layout, hinted.path, "hinted");
    this.root?.classList.toggle("open", this.open && !this.editing);
  }

  /** The moves that go on from what was clicked so far. */
  candidates() {
    return (this.view?.moves ?? []).filter(({ path }) => this.chosen.every((cell, i) => path[i] === cell));
  }

  /** The cells that can be clicked next, and those where a longer path begins. */
  reachable() {
    const next = new Set();
    const starts = new Set();
    for (const { path } of this.candidates()) {
      if (path.length > 1 && this.chosen.length === 0) starts.add(path[0]);
      else if (path.length > this.chosen.length) next.add(path[this.chosen.length]);
    }
    return { next, starts };
  }

  /**
   * The move that a click on a cell would play now, if it would.
   * @param {number} cell
   * @returns {Move | null}
   */
  moveAt(cell) {
    if (!this.open || !this.layout) return null;
    const candidates = this.candidates();
    if (this.layout.click === "column") {
      const { x } = this.layout.cells[cell];
      const same = (/** @type {Move} */ { path }) => this.layout?.cells[path[0]]?.x === x;
      return candidates.find(same) ?? null;
    }
    const along = candidates.filter(({ path }) => path[this.chosen.length] === cell);
    if (along.length === 1 && along[0].path.length === this.chosen.length + 1) return along[0];
    // The end of a longer path may be clicked at once where only one way leads there.
    const ending = candidates.filter(({ path }) => this.chosen.length > 0 && path[path.length - 1] === cell);
    return along.length === 0 && ending.length === 1 ? ending[0] : null;
  }

  /** @param {number} cell */
  click(cell) {
    if (this.editing) {
      this.listeners.onCell?.(cell);
      return;
    }
    if (!this.open) return;
    const move = this.moveAt(cell);
    if (move) {
      this.chosen = [];
      this.hovered = null;
      this.drawPreview();
      this.listeners.onMove(move);
      return;
    }
    const on = this.candidates().some(({ path }) => path[this.chosen.length] === cell);
    const anew = this.view?.moves.some(({ path }) => path.length > 1 && path[0] === cell);
    if (on) this.chosen = [...this.chosen, cell];
    else if (anew && this.chosen[0] !== cell) this.chosen = [cell];
    else this.chosen = [];
    this.drawMarks();
    this.drawPreview();
    this.nameCells();
  }

  /** @param {number | null} cell */
  hover(cell) {
    if (this.hovered === cell) return;
    this.hovered = cell;
    this.drawPreview();
  }

  /** What the move under the pointer would do. */
  drawPreview() {
    const { layout, layers, view } = this;
    if (!layout || !layers || !view) return;
    fill(layers.preview);
    if (!this.open || this.editing || this.hovered === null) return;
    const move = this.moveAt(this.hovered) ?? this.onlyFrom(this.hovered);
    if (!move) return;
    if (layout.click === "column") {
      const { x } = layout.cells[this.hovered];
      layers.preview.append(svg("rect", { class: "column", x: x - 0.5, y: 0, width: 1, height: layout.height, rx: 0.2 }));
    }
    drawChanges(layers.preview, layout, view, move);
  }

  /** The only move that begins at a cell: it can be shown before anything is chosen. */
  onlyFrom(/** @type {number} */ cell) {
    if (this.chosen.length) return null;
    const from = (this.view?.moves ?? []).filter(({ path }) => path.length > 1 && path[0] === cell);
    return from.length === 1 ? from[0] : null;
  }

  /** Scores on the moves they belong to, the best of them if several end on one cell. */
  drawScores() {
    const { layout, layers, view } = this;
    if (!layout || !layers || !view) return;
    fill(layers.scores);
    /** @type {Map<number, { text: string, rank: number }>} */
    const shown = new Map();
    for (const { text, path } of view.moves) {
      const score = this.scores.get(text);
      const cell = path[path.length - 1];
      if (!score || cell === undefined) continue;
      const other = shown.get(cell);
      if (!other || score.rank < other.rank) shown.set(cell, score);
    }
    for (const [cell, { text, rank }] of shown) {
      const { x, y } = layout.cells[cell];
      const width = Math.min(0.96, 0.18 + 0.15 * text.length);
      layers.scores.append(
        svg(
          "g",
          { class: rank === 0 ? "score best" : "score", transform: `translate(${x} ${y})` },
          svg("rect", { x: -width / 2, y: -0.19, width, height: 0.38, rx: 0.12 }),
          svg("text", text.length > 5 ? { textLength: width - 0.1, lengthAdjust: "spacingAndGlyphs" } : {}, text),
        ),
      );
    }
  }

  /** @param {Map<string, { text: string, rank: number }>} scores */
  showScores(scores) {
    this.scores = scores;
    this.drawScores();
  }

  /** @param {string | null} move */
  point(move) {
    this.hinted = move;
    this.drawMarks();
  }

  /** What a screen reader says of each cell. */
  nameCells() {
    const { layout, view } = this;
    if (!layout || !view) return;
    const { next, starts } = this.reachable();
    this.cells?.forEach((cell, index) => {
      const kind = view.contents[index];
      const parts = [layout.cells[index].name, kind === null ? t("empty") : t(layout.pieces[kind].name)];
      if (this.open && (next.has(index) || starts.has(index))) parts.push(t("legal"));
      if (this.chosen.includes(index)) parts.push(t("chosen"));
      cell.setAttribute("aria-label", parts.join(", "));
      const usable = this.editing || (this.open && (this.moveAt(index) || next.has(index) || starts.has(index)));
      cell.setAttribute("aria-disabled", usable ? "false" : "true");
    });
  }

  /** The cell that the keyboard comes to. */
  entrance() {
    return this.cells?.[this.focused];
  }

  /** @param {number} index */
  focus(index) {
    this.cells?.[this.focused]?.setAttribute("tabindex", "-1");
    this.focused = index;
    this.cells?.[index]?.setAttribute("tabindex", "0");
    this.hover(index);
  }

  /** @param {KeyboardEvent} event @param {number} index */
  key(event, index) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (way) {
      const target = this.layout && neighbour(this.layout, index, way);
      if (target !== null) /** @type {HTMLElement | undefined} */ (/** @type {unknown} */ (this.cells?.[target]))?.focus();
    } else if (event.key === "Enter" || event.key === " ") this.click(index);
    else if (event.key === "Escape" && this.chosen.length) {
      this.chosen = [];
      this.drawMarks();
      this.drawPreview();
      this.nameCells();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
