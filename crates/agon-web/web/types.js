/**
 * The shapes of what the server sends; for readers and for the type checker, without code.
 *
 * @typedef {"first" | "second"} Side
 * @typedef {{ name: string, row: number, half_column: number, x: number, y: number,
 *   shape: "square" | "land" | "hexagon" | "hole" }} Cell
 * @typedef {{ name: string, symbol: string, glyph: string, side: number | null,
 *   shape: "disc" | "ant" | "food" | "block" }} Piece
 * @typedef {{ text: string, x: number, y: number }} Label
 * @typedef {{ width: number, height: number, cells: Cell[], pieces: Piece[], labels: Label[],
 *   click: "path" | "column" }} Layout
 * @typedef {{ cell: number, piece: number | null }} Change
 * @typedef {{ text: string, path: number[], changes: Change[] }} Move
 * @typedef {{ side: Side, text: string, path: number[] }} Played
 * @typedef {{ winner: Side | null, margin: number }} Outcome
 * @typedef {{ game: string, contents: (number | null)[], position: string, to_move: Side | null,
 *   score: [number, number], outcome: Outcome | null, moves: Move[], last: Played[],
 *   winning: number[][] }} View
 * @typedef {{ name: string, letter: string }} SideInfo
 * @typedef {{ name: string, about: string }} Named
 * @typedef {{ name: string, kind: "exact" | "selective" | "mode", about: string, takes: string,
 *   flag: boolean, value: string }} Technique
 * @typedef {{ id: string, title: string, summary: string, board: string, sides: [SideInfo, SideInfo],
 *   unit: string, port: number | null }} GameSummary
 * @typedef {GameSummary & { layout: Layout, move_form: string, position_form: string, start: string,
 *   levels: Named[], evaluations: Named[], techniques: Technique[] }} Game
 * @typedef {{ move: string, score: number, score_text: string, depth: number, nodes: number,
 *   seconds: number, pv: string[], exact: boolean, proven: boolean }} Report
 */
export {};
