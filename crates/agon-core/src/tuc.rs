//! What the protocol of the course's game servers needs to know of a game that is played over it.

/// The facts about a game that decide the protocol's bytes; see [`Game::tuc`](crate::Game::tuc).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TucFacts {
    /// What is added to the number of a message.
    pub base: u8,
    /// How many tiles a board has; each is a byte.
    pub tiles: usize,
    /// How a move is written.
    pub moves: TucMoves,
    /// The most bytes of a player's name that are kept.
    pub name_limit: usize,
    /// Whether servers may send the board after every move instead of the move.
    pub knows_positions: bool,
}

/// How a move is written in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TucMoves {
    /// One cell: row and column.
    Cell,
    /// A path of up to six squares, row and column each.
    Path,
}
