//! The protocols that players can be examined in.

use super::{Examination, Rule, connect9x9, gtp, huji, nboard, tuc, two_instance, ugi};
use agon_core::{AnyGame, Protocol};

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
    /// Four in a Row as a folder with Python `ai.py` and `game.py`.
    Huji,
}

impl Speech {
    /// All of them.
    pub const ALL: [Speech; 7] = [
        Speech::Tuc,
        Speech::Connect9x9,
        Speech::Ugi,
        Speech::NBoard,
        Speech::Gtp,
        Speech::TwoInstance,
        Speech::Huji,
    ];

    /// The protocol that a game's own course has, else UGI.
    pub fn own(game: &dyn AnyGame) -> Speech {
        let courses = [Speech::Tuc, Speech::Connect9x9, Speech::TwoInstance];
        courses.into_iter().find(|own| game.info().speaks(own.protocol())).unwrap_or(Speech::Ugi)
    }

    /// The protocol as games list it.
    const fn protocol(self) -> Protocol {
        match self {
            Speech::Tuc => Protocol::Tuc,
            Speech::Connect9x9 => Protocol::Connect9x9,
            Speech::Ugi => Protocol::Ugi,
            Speech::NBoard => Protocol::NBoard,
            Speech::Gtp => Protocol::Gtp,
            Speech::TwoInstance | Speech::Huji => Protocol::TwoInstance,
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
            Speech::Huji => "huji",
        }
    }

    /// Whether a game is played over it.
    pub fn plays(self, game: &dyn AnyGame) -> bool {
        self == Speech::Ugi || game.info().speaks(self.protocol())
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
            Speech::Huji => huji::examinations(),
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
            Speech::Huji => huji::RULES,
        }
    }
}
