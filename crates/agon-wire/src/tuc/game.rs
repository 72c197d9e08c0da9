//! A game as the protocol sees it: message codes and lengths.

use agon_core::AnyGame;
use agon_hexthello::HexThello;
use std::fmt;
use std::sync::Arc;

/// How an Ants server tells players what was played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// The board after every move, as the current server (v1.01) does.
    #[default]
    Positions,
    /// The opponent's move, as the older servers do and HexThello's always does.
    Moves,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    HexThello(HexThello),
    Ants,
}

/// A game that is played over this protocol.
#[derive(Clone)]
pub struct TucGame {
    kind: Kind,
    rules: Arc<dyn AnyGame>,
}

impl TucGame {
    /// The protocol's view of a game: HexThello of any radius, or Ants. Nothing for the other games.
    pub fn new(rules: Arc<dyn AnyGame>) -> Option<TucGame> {
        let id = rules.id();
        let (name, variant) = id.split_once(':').unwrap_or((&id, ""));
        let kind = match name {
            "ants" => Kind::Ants,
            "hexthello" => {
                let radius = variant.split(':').find_map(|part| part.strip_prefix("radius="));
                let radius = radius.map_or(Some(7), |radius| radius.parse().ok())?;
                Kind::HexThello(HexThello::with_radius(radius)?)
            }
            _ => return None,
        };
        Some(TucGame { kind, rules })
    }

    /// The game's rules.
    pub fn rules(&self) -> &Arc<dyn AnyGame> {
        &self.rules
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// What is added to the number of a message: HexThello counts its messages from 101, Ants from 1.
    pub(super) fn base(&self) -> u8 {
        match self.kind {
            Kind::HexThello(_) => 100,
            Kind::Ants => 0,
        }
    }

    /// The bytes of a board: one a cell.
    pub fn board_length(&self) -> usize {
        match self.kind {
            Kind::HexThello(rules) => {
                let side = 2 * usize::from(rules.radius()) + 1;
                side * side
            }
            Kind::Ants => agon_ants::TILES,
        }
    }

    /// The bytes of a position: the board, both scores, the side to move.
    pub fn position_length(&self) -> usize {
        self.board_length() + 3
    }

    /// The bytes of a move.
    pub fn move_length(&self) -> usize {
        match self.kind {
            Kind::HexThello(_) => 2,
            Kind::Ants => 12,
        }
    }

    /// The most bytes of a name that are kept.
    pub fn name_limit(&self) -> usize {
        match self.kind {
            Kind::HexThello(_) => 8,
            Kind::Ants => 16,
        }
    }

    /// The dialect a server speaks: HexThello knows only moves, whatever was asked for.
    pub fn dialect(&self, wanted: Dialect) -> Dialect {
        match self.kind {
            Kind::HexThello(_) => Dialect::Moves,
            Kind::Ants => wanted,
        }
    }
}

impl fmt::Debug for TucGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TucGame").field(&self.rules.id()).finish()
    }
}

impl PartialEq for TucGame {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for TucGame {}
