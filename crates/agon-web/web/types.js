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

/**
 * @typedef {{ player: string, name: string, kind: "nobody" | "person" | "house" | "guest" }} Seat
 * @typedef {{ control: string | null, remaining_ms: number | null, per_move_ms: number | null, used_ms: number,
 *   runs: boolean }} ClockState
 * @typedef {{ side: Side, text: string, ms?: number, score?: number, depth?: number }} MoveState
 * @typedef {{ winner: Side | null, score: [number, number], margin: number, reason: string,
 *   evidence: { explanation?: string, sent?: string, over_ms?: number, exit?: string } }} Verdict
 * @typedef {{ id: string, version: number, number: number, game: string, start: string, moves: MoveState[],
 *   opening_plies: number, seats: [Seat, Seat], clocks: [ClockState, ClockState], running: boolean,
 *   to_move: Side | null, awaits_person: boolean, hands?: Side[], verdict: Verdict | null,
 *   notice: string | null, view: View }} TableState
 */
