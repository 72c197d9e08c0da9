//! The protocol of the course's game servers, for HexThello and Ants.
//!
//! A server sends one byte that says what a message is, then a body of fixed length; a player speaks only when
//! it is asked, for its name or for a move. `docs/protocols/tuc.md` describes every byte.
//!
//! | part | what it is |
//! |---|---|
//! | [`TucGame`] | a game as the protocol sees it: codes and lengths |
//! | [`ServerMessage`], [`ServerDecoder`] | what servers send |
//! | [`PlayerName`], [`WireMove`], [`WirePosition`] | bodies: names, moves, boards |
//! | [`ServerSeat`] | one connection as a server sees it: what to send, what may come |
//! | [`GraphicalSeat`] | the same with the habits of the graphical server: boards, withdrawn requests |
//! | [`AsciiServer`] | the order of messages of the ascii server, driven by a referee |
//! | [`Lobby`] | the players of the graphical server: seating, restarting, withdrawn requests |
//! | [`Player`] | the other end: a player that follows any of these servers |

mod ascii;
mod error;
mod game;
mod graphical_seat;
mod lobby;
mod message;
mod moves;
mod name;
mod player;
mod position;
mod seat;

pub use ascii::{AsciiEvent, AsciiOptions, AsciiServer, Departure};
pub use error::TucError;
pub use game::{Dialect, TucGame};
pub use graphical_seat::GraphicalSeat;
pub use lobby::{Lobby, LobbyEvent, LobbyPlayer, PlayerId};
pub use message::{ServerDecoder, ServerMessage};
pub use moves::WireMove;
pub use name::PlayerName;
pub use player::{MoveRequest, Player, PlayerEvent};
pub use position::WirePosition;
pub use seat::{SeatEvent, ServerSeat};
