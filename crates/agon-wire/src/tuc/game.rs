//! A game as the protocol sees it: message codes and lengths.

use agon_core::{AnyGame, TucFacts, TucMoves};
use std::fmt;
use std::sync::Arc;

/// How a server tells players what was played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// The board after every move, as the current server of Ants (v1.01) does.
    #[default]
    Positions,
    /// The opponent's move, as the older servers do and those of some games always do.
    Moves,
}

/// A game that is played over this protocol.
#[derive(Clone)]
pub struct TucGame {
    facts: TucFacts,
    rules: Arc<dyn AnyGame>,
}

impl TucGame {
    /// The protocol's view of a game; nothing for games that are not played over it.
    pub fn new(rules: Arc<dyn AnyGame>) -> Option<TucGame> {
        Some(TucGame { facts: rules.tuc()?, rules })
    }

    /// The game's rules.
    pub fn rules(&self) -> &Arc<dyn AnyGame> {
        &self.rules
    }

    /// How a move is written.
    pub(super) fn moves(&self) -> TucMoves {
        self.facts.moves
    }

    /// What is added to the number of a message.
    pub(super) fn base(&self) -> u8 {
        self.facts.base
    }

    /// The bytes of a board: one a cell.
    pub fn board_length(&self) -> usize {
        self.facts.tiles
    }

    /// The bytes of a position: the board, both scores, the side to move.
    pub fn position_length(&self) -> usize {
        self.board_length() + 3
    }

    /// The bytes of a move.
    pub fn move_length(&self) -> usize {
        match self.facts.moves {
            TucMoves::Cell => 2,
            TucMoves::Path => 12,
        }
    }

    /// The most bytes of a name that are kept.
    pub fn name_limit(&self) -> usize {
        self.facts.name_limit
    }

    /// The dialect a server speaks: some games know only moves, whatever was asked for.
    pub fn dialect(&self, wanted: Dialect) -> Dialect {
        if self.facts.knows_positions { wanted } else { Dialect::Moves }
    }
}

impl fmt::Debug for TucGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TucGame").field(&self.rules.id()).finish()
    }
}

impl PartialEq for TucGame {
    fn eq(&self, other: &Self) -> bool {
        self.rules.id() == other.rules.id()
    }
}

impl Eq for TucGame {}
