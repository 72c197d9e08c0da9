//! The protocols that players can be examined in.

use super::{Examination, Rule, connect9x9, gtp, nboard, tuc, two_instance, ugi};
use agon_core::AnyGame;

/// What a player speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speech {
    /// HexThello and Ants over TCP.
    Tuc,
    /// Connect4 9×9 on standard input and output.
    Connect9x9,
    /// UGI, every game.
    Ugi,
    /// NBoard, reversi.
    NBoard,
    /// GTP, reversi.
    Gtp,
    /// Four in a Row between two instances.
    TwoInstance,
}

impl Speech {
    /// All of them.
    pub const ALL: [Speech; 6] =
        [Speech::Tuc, Speech::Connect9x9, Speech::Ugi, Speech::NBoard, Speech::Gtp, Speech::TwoInstance];

    /// The protocol that a game's own course has, else UGI.
    pub fn own(game: &dyn AnyGame) -> Speech {
        match game.info().name {
            "hexthello" | "ants" => Speech::Tuc,
            "connect4-9x9" => Speech::Connect9x9,
            "four-in-a-row" => Speech::TwoInstance,
            _ => Speech::Ugi,
        }
    }

    /// Its name; its page in `docs/protocols/` has the same.
    pub const fn name(self) -> &'static str {
        match self {
            Speech::Tuc => "tuc",
            Speech::Connect9x9 => "connect4-9x9",
            Speech::Ugi => "ugi",
            Speech::NBoard => "nboard",
            Speech::Gtp => "gtp",
            Speech::TwoInstance => "four-in-a-row",
        }
    }

    /// Whether a game is played over it.
    pub fn plays(self, game: &dyn AnyGame) -> bool {
        match self {
            Speech::Ugi => true,
            Speech::NBoard | Speech::Gtp => game.info().name == "reversi",
            own => own == Speech::own(game),
        }
    }

    /// What is tried in a game, in this order.
    pub fn examinations(self, game: &dyn AnyGame) -> Vec<Examination> {
        match self {
            Speech::Tuc => tuc::examinations(game),
            Speech::Connect9x9 => connect9x9::examinations(),
            Speech::Ugi => ugi::examinations(game),
            Speech::NBoard => nboard::examinations(),
            Speech::Gtp => gtp::examinations(),
            Speech::TwoInstance => two_instance::examinations(),
        }
    }

    /// Every sentence that a player may be told to have broken.
    pub const fn rules(self) -> &'static [Rule] {
        match self {
            Speech::Tuc => tuc::rules::ALL,
            Speech::Connect9x9 => connect9x9::RULES,
            Speech::Ugi => ugi::rules::ALL,
            Speech::NBoard => nboard::RULES,
            Speech::Gtp => gtp::RULES,
            Speech::TwoInstance => two_instance::RULES,
        }
    }
}
