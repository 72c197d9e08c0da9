//! The shared vocabulary of Agon.
//!
//! Two views of a game live here. Inside, searches and solvers use the static traits [`Position`] and
//! [`Game`]: positions are small and `Copy`, moves are a few bytes, nothing is allocated and everything is
//! monomorphised. Outside, the referee, the terminal, the page and the protocols use the object-safe
//! [`AnyGame`] and [`AnyPosition`]: moves are text, boards are serialisable [`BoardView`]s. The bridge between
//! the two is written once ([`Typed`]), so a game only ever implements the static side.
//!
//! | module | what lives there |
//! |---|---|
//! | [`side`], [`outcome`] | who, and how it ended |
//! | [`position`], [`game`] | the static traits a game implements |
//! | [`any`], [`typed`] | the object-safe view of any game, and the bridge to it |
//! | [`scores`], [`situation`] | what a game says of its numbers and of its rare positions |
//! | [`layout`], [`view`] | what a board looks like, and a position on it |
//! | [`notation`] | the one-line form of positions, shared by all games |
//! | [`line`](mod@line) | a game in progress: start, moves, rolls, taking back |
//! | [`record`] | a finished game as one JSON document |
//! | [`formats`] | the formats people have their games in |
//! | [`registry`] | games by name |
//! | [`protocol`], [`tuc`] | the protocols that games list, and what one of them needs to know |
//! | [`dice`] | seeded randomness that is the same on every machine |
//! | [`duration`] | times as people write them |
//! | [`cpu`] | choosing the processor's instructions once |
//! | [`memory`] | memory for tables |
//! | [`sync`] | locks that stay usable after a panic |
//! | [`panics`] | panics that are caught, with the place where they happened |
//! | [`perft`](mod@perft) | counting move sequences |
//! | [`playouts`] | random games, many at a time |
//! | [`actions`], [`planes`], [`images`] | moves as small numbers, boards as planes and their symmetric images, for programs that learn |
//! | [`batch`] | many positions of one game, side by side in memory |

pub mod actions;
pub mod any;
pub mod batch;
pub mod cpu;
pub mod dice;
pub mod duration;
pub mod error;
pub mod formats;
pub mod game;
pub mod harmless;
pub mod images;
pub mod layout;
pub mod line;
pub mod memory;
pub mod notation;
pub mod outcome;
pub mod panics;
pub mod perft;
pub mod planes;
pub mod playouts;
pub mod position;
pub mod protocol;
pub mod record;
pub mod registry;
pub mod scores;
pub mod side;
pub mod situation;
pub mod sync;
pub mod tuc;
pub mod typed;
pub mod view;

pub use actions::NumberedMoves;
pub use any::{AnyGame, AnyPosition, Phase};
pub use batch::{AnyPositions, Rows};
pub use dice::Dice;
pub use error::{GameError, MoveError, PositionError, RecordError};
pub use formats::{Format, FormatError, Formats};
pub use game::{Game, GameInfo, SideInfo, VariantOption};
pub use images::Images;
pub use layout::{Cell, CellShape, Click, Color, Dot, Layout, Piece, PieceShape};
pub use line::Line;
pub use notation::SetUp;
pub use outcome::{Outcome, Reason, Verdict};
pub use perft::perft;
pub use planes::Planes;
pub use position::{MoveList, Position};
pub use protocol::Protocol;
pub use record::Record;
pub use registry::Registry;
pub use scores::Scores;
pub use side::Side;
pub use situation::{Ending, Situation};
pub use tuc::{TucFacts, TucMoves};
pub use typed::{Typed, TypedPosition};
pub use view::{BoardView, LastMove, MoveView};
