/**
 * The shapes of what the server sends; for readers and for the type checker, without code.
 *
 * @typedef {"first" | "second"} Side
 * @typedef {{ name: string, row: number, half_column: number, x: number, y: number,
 *   shape: "square" | "land" | "hexagon" | "hole" }} Cell
 * @typedef {"black" | "white" | "gold" | "red" | "blue" | "green"} Color
 * @typedef {{ name: string, symbol: string, glyph: string, side: number | null,
 *   shape: "disc" | "ant" | "food" | "block", color: Color | null }} Piece
 * @typedef {{ text: string, x: number, y: number }} Label
 * @typedef {{ width: number, height: number, cells: Cell[], pieces: Piece[], labels: Label[],
 *   dots: { x: number, y: number }[], click: "path" | "column" }} Layout
 * @typedef {{ cell: number, piece: number | null }} Change
 * @typedef {{ text: string, pass?: boolean, path: number[], changes: Change[] }} Move
 * @typedef {{ side: Side, text: string, pass?: boolean, path: number[] }} Played
 * @typedef {{ winner: Side | null, margin: number }} Outcome
 * @typedef {{ game: string, contents: (number | null)[], position: string, to_move: Side | null,
 *   score: [number, number], outcome: Outcome | null, moves: Move[], last: Played[],
 *   winning: number[][] }} View
 * @typedef {{ name: string, letter: string, color: Color }} SideInfo
 * @typedef {{ name: string, about: string }} Named
 * @typedef {{ name: string, kind: "exact" | "selective" | "mode", about: string, takes: string,
 *   flag: boolean, value: string }} Technique
 * @typedef {{ id: string, title: string, summary: string, board: string, sides: [SideInfo, SideInfo],
 *   unit: string, counted: boolean, distance: boolean, port: number | null,
 *   program_move_ms: number | null }} GameSummary
 * @typedef {GameSummary & { layout: Layout, move_form: string, position_form: string, start: string,
 *   levels: Named[], evaluations: Named[], techniques: Technique[],
 *   formats: { name: string, label: string }[] }} Game
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
 *   evidence: { explanation?: string, sent?: string, took_ms?: number, over_ms?: number, exit?: string, stderr?: string } }} Verdict
 * @typedef {{ id: string, version: number, number: number, game: string, start: string, moves: MoveState[],
 *   opening_plies: number, seats: [Seat, Seat], clock: string | null, clocks: [ClockState, ClockState], running: boolean,
 *   to_move: Side | null, awaits_person: boolean, hands?: Side[], verdict: Verdict | null,
 *   notice: string | null, view: View }} TableState
 */

/**
 * @typedef {{ id: string, name: string, game: string, format: string, players: number, played: number,
 *   total: number | null, running: boolean, complete: boolean, trouble: string | null }} TournamentSummary
 * @typedef {{ elo: number, error: number }} Rating
 * @typedef {{ player: number, place: number, points: number, games: number, wins: number, draws: number,
 *   losses: number, byes: number, rating: Rating, lost_by: Record<string, number>, ms_a_game: number,
 *   bonus: number }} Standing
 * @typedef {{ points: number, results: number[] }} Encounter
 * @typedef {{ clock: number | null, table: Standing[], cross: Encounter[][] }} Standings
 * @typedef {{ game: string, round: number, board: number, players: [number, number], plies: number,
 *   over: string | null, view: View }} LiveBoard
 * @typedef {{ id: string, running: boolean, played: number, total: number | null, trouble: string | null,
 *   boards: LiveBoard[] }} Bulletin
 * @typedef {TournamentSummary & { entrants: { name: string, play: string }[], clocks: string[], repeats: number,
 *   seed: number, rank: "points" | "wins", tie_breaks: string[], bonus: string | null, tables: Standings[], live: Bulletin }} Tournament
 * @typedef {{ game: string, round: number, clock: string, side: Side, opponent: number, points: number,
 *   moves: number, ms: number, reason: string, verdict?: Verdict }} PlayedGame
 * @typedef {{ name: string, play: string, player: number, standing: Standing | null, games: PlayedGame[] }} PlayerPage
 */
