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
//! | [`any`] | the object-safe view of any game |
//! | [`layout`], [`view`] | what a board looks like, and a position on it |
//! | [`notation`] | the one-line form of positions, shared by all games |
//! | [`line`](mod@line) | a game in progress: start, moves, rolls, taking back |
//! | [`record`] | a finished game as one JSON document |
//! | [`registry`] | games by name |
//! | [`dice`] | seeded randomness that is the same on every machine |
//! | [`duration`] | times as people write them |
//! | [`cpu`] | choosing the processor's instructions once |
//! | [`memory`] | memory for tables |
//! | [`sync`] | locks that stay usable after a panic |
//! | [`panics`] | panics that are caught, with the place where they happened |
//! | [`perft`](mod@perft) | counting move sequences |
//! | [`playouts`] | random games, many at a time |
//! | [`actions`] | moves as small numbers, for programs that learn |

pub mod actions;
pub mod any;
pub mod cpu;
pub mod dice;
pub mod duration;
pub mod error;
pub mod game;
pub mod layout;
pub mod line;
pub mod memory;
pub mod notation;
pub mod outcome;
pub mod panics;
pub mod perft;
pub mod playouts;
pub mod position;
pub mod record;
pub mod registry;
pub mod side;
pub mod sync;
pub mod view;

pub use any::{AnyGame, AnyPosition, Phase, Typed, TypedPosition};
pub use dice::Dice;
pub use error::{GameError, MoveError, PositionError, RecordError};
pub use game::{Game, GameInfo, SideInfo, VariantOption};
pub use layout::{Cell, CellShape, Click, Layout, Piece, PieceShape};
pub use line::Line;
pub use notation::SetUp;
pub use outcome::{Outcome, Reason, Verdict};
pub use perft::perft;
pub use position::{MoveList, Position};
pub use record::Record;
pub use registry::Registry;
pub use side::Side;
pub use view::{BoardView, LastMove, MoveView};
