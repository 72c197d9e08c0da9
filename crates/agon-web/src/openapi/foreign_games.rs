//! What other crates serialise of games and tournaments, described here like the rest in [`foreign`](super::foreign).

#![allow(dead_code)] // Reason: these are never made, only described.

use std::collections::BTreeMap;
use utoipa::ToSchema;

/// How a side is called.
#[derive(ToSchema)]
pub(crate) struct SideInfo {
    /// `black`, `white`, `player one`.
    name: String,
    /// The letter for it in positions: `X`, `O`.
    letter: String,
    /// The colour of its pieces.
    color: Color,
}

/// A setting that makes a variant of a game: `radius` in `hexthello:radius=3`.
#[derive(ToSchema)]
pub(crate) struct VariantOption {
    /// Its name.
    name: String,
    /// What it takes, for people.
    takes: String,
    /// Its value when it is not given.
    default: String,
}

/// The board of a game and its pieces.
#[derive(ToSchema)]
pub(crate) struct Layout {
    /// The width of the drawing without labels, in cell widths.
    width: f64,
    /// The height of the drawing without labels, in cell widths.
    height: f64,
    /// The cells in reading order, which is the order of the characters of a position.
    cells: Vec<Cell>,
    /// The kinds of pieces; also the set-up palette.
    pieces: Vec<Piece>,
    /// Coordinates beside the board.
    labels: Vec<Label>,
    /// Dots painted on the board, which mean nothing to the rules.
    dots: Vec<Dot>,
    /// How clicks become moves.
    click: Click,
}

/// A place on the board that a dot is painted on.
#[derive(ToSchema)]
pub(crate) struct Dot {
    /// The x of its centre, in cell widths.
    x: f64,
    /// The y of its centre, in cell widths.
    y: f64,
}

/// The colour of a side's pieces.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub(crate) enum Color {
    Black,
    White,
    Gold,
    Red,
    Blue,
    Green,
}

/// What the scores and margins of a game are.
#[derive(ToSchema)]
pub(crate) struct Scores {
    /// The unit of scores and margins, in the plural.
    unit: String,
    /// Whether each side has a number of them that people want to see.
    counted: bool,
    /// Whether a margin is a distance: the earlier a game was won, the larger it is.
    distance: bool,
    /// How many units ahead feel like a likely win.
    clear_lead: f64,
}

/// One cell of a board.
#[derive(ToSchema)]
pub(crate) struct Cell {
    /// Its name in the game's notation: `f5`, `5,7`.
    name: String,
    /// Its row on a character screen, from the top.
    row: u8,
    /// Its column on a character screen, from the left, in half cells.
    half_column: u8,
    /// The x of its centre, in cell widths.
    x: f64,
    /// The y of its centre, in cell widths.
    y: f64,
    /// Its outline.
    shape: CellShape,
}

/// The outline of a cell.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub(crate) enum CellShape {
    Square,
    Land,
    Hexagon,
    Hole,
}

/// A kind of piece.
#[derive(ToSchema)]
pub(crate) struct Piece {
    /// Its name for people: `black disc`.
    name: String,
    /// The character for it in positions and on a plain terminal.
    symbol: String,
    /// The character for it on a Unicode terminal.
    glyph: String,
    /// Whose it is: 0 the first side's, 1 the second's, or nobody's.
    side: Option<usize>,
    /// How it is drawn.
    shape: PieceShape,
    /// Its colour, which is its side's; nothing for what belongs to nobody.
    color: Option<Color>,
}

/// How a piece is drawn.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub(crate) enum PieceShape {
    Disc,
    Ant,
    Food,
    Block,
}

/// A coordinate beside the board.
#[derive(ToSchema)]
pub(crate) struct Label {
    /// What it says.
    text: String,
    /// The x of its centre, in cell widths.
    x: f64,
    /// The y of its centre, in cell widths.
    y: f64,
}

/// How clicks on the board become moves: the cells of a move's path one after the other, or anywhere in the column.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub(crate) enum Click {
    Path,
    Column,
}

/// An opponent by name: `1` to `10`, or a frozen one such as `novice`.
#[derive(ToSchema)]
pub(crate) struct Level {
    /// The name after `level=`.
    name: String,
    /// What to expect of it, in a few words.
    about: String,
    /// Its evaluation; nothing for the game's default.
    eval: Option<String>,
    /// Plies.
    depth: Option<u32>,
    /// Positions.
    nodes: Option<u64>,
    /// How far the value of a move may be misjudged, in hundredths of the unit.
    noise: i32,
    /// How many moves in a thousand are played without thinking.
    blunders: u32,
    /// Search settings that differ from the default, each a name and a value.
    settings: Vec<Vec<String>>,
    /// Whether a seed chooses among equally good moves.
    seeded_ties: bool,
}

/// A player of a tournament.
#[derive(ToSchema)]
pub(crate) struct Entrant {
    /// The name in tables.
    name: String,
    /// How it is seated, as on the command line.
    play: String,
    /// The folder of its program, as it is written.
    folder: Option<String>,
}

/// A table: of one time limit, or of all together.
#[derive(ToSchema)]
pub(crate) struct Standings {
    /// The number of the time limit; nothing for all together.
    clock: Option<usize>,
    /// The players, the best first.
    table: Vec<Standing>,
    /// `cross[a][b]`: what a did against b, by the players' numbers.
    cross: Vec<Vec<Encounter>>,
    /// What moving first was worth, in Elo.
    first_move: Rating,
    /// How often equal players draw.
    draw_rate: f64,
}

/// What one player did against another.
#[derive(ToSchema)]
pub(crate) struct Encounter {
    /// The row player's points.
    points: f64,
    /// The row player's results, game by game: 0, ½ or 1.
    results: Vec<f64>,
}

/// A rating with its error.
#[derive(ToSchema)]
pub(crate) struct Rating {
    /// Elo, where the players' average is 0.
    elo: f64,
    /// Half the width of the 95 % interval, in Elo.
    error: f64,
}

/// A player's line in a table.
#[derive(ToSchema)]
pub(crate) struct Standing {
    /// The player's number.
    player: usize,
    /// Its place, from 1; players who cannot be told apart share one.
    place: usize,
    /// A point a win, half a point a draw; a bye counts as a won meeting.
    points: f64,
    /// What is ranked by before tie-breaks: points or wins, or rounds come through, or steps of a ladder.
    merit: f64,
    /// Games played.
    games: usize,
    /// Games won.
    wins: usize,
    /// Games drawn.
    draws: usize,
    /// Games lost.
    losses: usize,
    /// Rounds without an opponent.
    byes: usize,
    /// The values of the tie-breaks, in the order of the description; nothing where one does not apply.
    tie_breaks: Vec<Option<f64>>,
    /// Rating over all games of the table.
    rating: Rating,
    /// How many games were lost for which reason.
    lost_by: BTreeMap<String, usize>,
    /// Milliseconds used in all.
    ms: f64,
    /// The milliseconds a game took on average.
    ms_a_game: f64,
    /// What the course gives for the place.
    bonus: f64,
}

/// A tournament to be set up.
#[derive(ToSchema)]
pub(crate) struct TournamentDraft {
    /// Its name, for titles.
    name: String,
    /// The game with its variant.
    game: String,
    /// Who meets whom: `round-robin`, `double-round-robin`, `gauntlet`, `swiss`, `knockout`, `ladder`.
    format: Option<String>,
    /// The number of rounds, where the format has one.
    rounds: Option<u32>,
    /// The challengers of a gauntlet, by name.
    challengers: Option<Vec<String>>,
    /// The time for a move, `1s`; or a list of several, at each of which the whole field plays.
    time: Option<DraftTimes>,
    /// The time for a game, `5m+2s`.
    clock: Option<String>,
    /// Openings in each meeting, each from both sides.
    repeats: Option<u32>,
    /// Where games start: the balanced openings of the game, or its own start.
    openings: Option<DraftOpenings>,
    /// The seed of everything random; 0 if it is not given.
    #[schema(required = false)]
    seed: u32,
    /// What players are ranked by: `points` or `wins`.
    rank: Option<String>,
    /// What a place is worth: `none`, `first-two`, `linear`, `top-twenty`.
    bonus: Option<String>,
    /// Limits beside time.
    limits: Option<DraftLimits>,
    /// The players, in the order of their seeding.
    players: Vec<DraftPlayer>,
}

/// One time limit, or several.
#[derive(serde::Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum DraftTimes {
    One(String),
    Several(Vec<String>),
}

/// Where games start.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub(crate) enum DraftOpenings {
    Standard,
    None,
}

/// Limits beside time.
#[derive(ToSchema)]
pub(crate) struct DraftLimits {
    /// A game that is longer is a draw.
    moves: Option<u32>,
    /// Positions that an engine may look at for a move.
    nodes: Option<u32>,
}

/// A player of a draft.
#[derive(ToSchema)]
pub(crate) struct DraftPlayer {
    /// The name in tables.
    name: String,
    /// How it is seated, as on the command line: `random`, `engine:level=4`.
    play: String,
}
