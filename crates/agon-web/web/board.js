/**
 * The board: one widget for every game. It draws a layout and a view and turns clicks and keys into the legal
 * moves of the view. It knows no rules: which cells can be clicked, what a move changes and what won is all in
 * the view.
 */

import { fill, svg } from "./dom.js";
import { drawPiece } from "./pieces.js";
import * as motion from "./motion.js";
import { t } from "./i18n.js";

/** @typedef {import("./types.js").Layout} Layout */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Move} Move */

/** Room around the board, and around the centre of a coordinate, in cells. */
const MARGIN = 0.2;
const LABEL = 0.3;

/** The part of the plane that a layout needs. @param {Layout} layout */
function extent({ width, height, labels }) {
  const [xs, ys] = [labels.map(({ x }) => x), labels.map(({ y }) => y)];
  const left = Math.min(-MARGIN, ...xs.map((x) => x - LABEL));
  const top = Math.min(-MARGIN, ...ys.map((y) => y - LABEL));
  const right = Math.max(width + MARGIN, ...xs.map((x) => x + LABEL));
  const bottom = Math.max(height + MARGIN, ...ys.map((y) => y + LABEL));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

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
    this.drawGround();
    /** @type {SVGElement[]} */ this.cells = [];
    if (!still) this.buildCells();
    fill(this.home, this.root);
  }

  drawGround() {
    const { layout, layers } = this;
    if (!layout || !layers) return;
    const { width, height } = layout;
    const shape = layout.cells[0]?.shape;
    if (shape === "land") layers.ground.append(svg("rect", { class: "water", width, height, rx: 0.1 }));
    if (shape === "hole") {
      // The standing board is in front of the discs: a plate with holes, so that discs fall behind it.
      const plate = layout.cells.map(({ x, y }) => hole(x, y, 0.42)).join("");
      layers.ground.append(svg("rect", { class: "well", width, height, rx: 0.25 }));
      layers.front.append(
        svg("path", {
          class: "plate",
          "fill-rule": "evenodd",
          d: `${rounded(-0.12, -0.12, width + 0.24, height + 0.24, 0.3)}${plate}`,
        }),
        ...layout.cells.map(({ x, y }) => svg("circle", { class: "rim", cx: x, cy: y, r: 0.43 })),
      );
    } else {
      for (const cell of layout.cells) layers.ground.append(outline(cell, "cell"));
    }
    for (const { x, y } of layout.dots) layers.ground.append(svg("circle", { class: "dot", cx: x, cy: y, r: 0.07 }));
    for (const { text, x, y } of layout.labels) {
      layers.ground.append(svg("text", { class: "coordinate", x, y }, text));
    }
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
    if (hinted) this.drawPath(layers.marks, hinted.path, "hinted");
    this.root?.classList.toggle("open", this.open && !this.editing);
  }

  /** @param {SVGElement} layer @param {number[]} path @param {string} name */
  drawPath(layer, path, name) {
    const points = path.map((cell) => /** @type {Layout} */ (this.layout).cells[cell]);
    if (points.length > 1) {
      const d = points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");
      layer.append(svg("path", { class: `${name} way`, d }));
    }
    const end = points[points.length - 1];
    if (end) layer.append(svg("circle", { class: `${name} end`, cx: end.x, cy: end.y, r: 0.36 }));
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
    for (const { cell, piece } of move.changes) {
      const { x, y } = layout.cells[cell];
      const was = view.contents[cell];
      if (piece !== null && was === null) {
        layers.preview.append(svg("g", { class: "ghost", transform: `translate(${x} ${y})` }, drawPiece(layout.pieces[piece])));
      } else if (piece !== null) {
        layers.preview.append(svg("circle", { class: `flip color-${layout.pieces[piece].color ?? "none"}`, cx: x, cy: y, r: 0.2 }));
      } else if (cell !== move.path[0]) {
        layers.preview.append(svg("path", { class: "taken", d: `M${x - 0.26} ${y - 0.26}l.52 .52m0 -.52l-.52 .52` }));
      }
    }
    if (move.path.length > 1) this.drawPath(layers.preview, move.path, "route");
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
      const target = this.neighbour(index, way);
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

  /** The nearest cell in a direction. @param {number} index @param {number[]} way */
  neighbour(index, [dx, dy]) {
    const { layout } = this;
    if (!layout) return null;
    const here = layout.cells[index];
    let best = null;
    let least = Infinity;
    layout.cells.forEach((cell, i) => {
      const [x, y] = [cell.x - here.x, cell.y - here.y];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along <= 0.1 || aside > along * 1.8) return;
      const cost = along + 2.5 * aside;
      if (cost < least) [best, least] = [i, cost];
    });
    return best;
  }
}

/** @param {import("./types.js").Cell} cell @param {string} name */
function outline({ x, y, shape }, name) {
  if (shape === "hexagon") {
    const r = 0.5 / Math.cos(Math.PI / 6);
    const corner = (/** @type {number} */ i) => {
      const angle = (Math.PI / 3) * i + Math.PI / 6;
      return `${(x + r * Math.cos(angle)).toFixed(3)},${(y + r * Math.sin(angle)).toFixed(3)}`;
    };
    return svg("polygon", { class: name, points: [0, 1, 2, 3, 4, 5].map(corner).join(" ") });
  }
  return svg("rect", { class: name, x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
}

/** A round hole as a part of a path. @param {number} x @param {number} y @param {number} r */
function hole(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** A rectangle with round corners as a part of a path. @param {number} x @param {number} y @param {number} w @param {number} h @param {number} r */
function rounded(x, y, w, h, r) {
  const corner = (/** @type {number} */ dx, /** @type {number} */ dy) => `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}`;
  return `M${x + r} ${y}h${w - 2 * r}${corner(1, 1)}v${h - 2 * r}${corner(-1, 1)}h${2 * r - w}${corner(-1, -1)}v${2 * r - h}${corner(1, -1)}z`;
}

/** @param {Layout} layout @param {number} a @param {number} b */
function distance(layout, a, b) {
  const [p, q] = [layout.cells[a], layout.cells[b]];
  return Math.hypot(p.x - q.x, p.y - q.y);
}
