//! Arguments of the programs of the courses: players, clients, servers.

use super::values::parse_duration;
use clap::{Args, ValueEnum};
use std::time::Duration;

/// The protocols of players on standard input and output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Protocol {
    /// UGI, for every game.
    Ugi,
    /// NBoard, for reversi.
    Nboard,
    /// GTP version 2, for reversi.
    Gtp,
}

/// Which side a player program plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Order {
    First,
    Second,
}

#[derive(Args, Debug)]
pub(crate) struct PlayerArgs {
    /// The game, for example reversi.
    pub(crate) game: String,
    /// For connect4-9x9 without --protocol: whether the player moves first or second.
    #[arg(value_enum, value_name = "SIDE", conflicts_with = "protocol")]
    pub(crate) side: Option<Order>,
    /// The protocol: ugi for every game, nboard or gtp for reversi.
    #[arg(long, value_enum, value_name = "P")]
    pub(crate) protocol: Option<Protocol>,
    /// Time for a move if nobody says: 500ms, 2s, 1m. One second; for connect4-9x9 first|second two.
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Engine settings, for example level=5; level=course takes the level from the magic number.
    #[arg(long, value_name = "SETTINGS")]
    pub(crate) engine: Option<String>,
    /// Think while the opponent thinks (connect4-9x9 first|second; the other protocols do not allow it).
    #[arg(long, conflicts_with = "protocol")]
    pub(crate) ponder: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ClientArgs {
    /// The game: hexthello or ants.
    pub(crate) game: String,
    /// The server's address or name, IPv4 or IPv6.
    #[arg(short = 'i', long = "ip", value_name = "IP", default_value = "127.0.0.1")]
    pub(crate) ip: String,
    /// The server's port; 6002 for hexthello, 6001 for ants.
    #[arg(short, long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// The player's name; hexthello keeps 8 bytes of it, ants 16.
    #[arg(long, value_name = "N", default_value = "Agon")]
    pub(crate) name: String,
    /// Time for a move: 500ms, 2s, 1m. One second if nothing else limits it.
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Engine settings, for example level=5.
    #[arg(long, value_name = "SETTINGS")]
    pub(crate) engine: Option<String>,
    /// Think while the opponent thinks.
    #[arg(long)]
    pub(crate) ponder: bool,
}

/// How ants players are told what was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum DialectChoice {
    /// The board after every move, as the current server.
    Positions,
    /// The opponent's move, as the older servers.
    Moves,
}

#[derive(Args, Debug)]
pub(crate) struct ServerArgs {
    /// The game: hexthello or ants.
    pub(crate) game: String,
    /// The port to listen on; 6002 for hexthello, 6001 for ants.
    #[arg(short, long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// How many games are played.
    #[arg(short, long, value_name = "GAMES", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Swap colours after each game.
    #[arg(short, long)]
    pub(crate) swap: bool,
    /// Time for a move: 500ms, 2s, 1m; no limit if it is not given.
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) move_time: Option<Duration>,
    /// How ants players are told what was played: positions as the current server, moves as the older ones.
    #[arg(long, value_enum, value_name = "DIALECT", default_value_t = DialectChoice::Positions)]
    pub(crate) dialect: DialectChoice,
    /// The seed of the dice; another one every time if it is not given.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Let any number of players connect, and seat them at a board from this terminal.
    #[arg(long, conflicts_with_all = ["games", "swap", "move_time"])]
    pub(crate) hall: bool,
    /// With --hall: where players may connect from: localhost, an address of this machine, or :: for everywhere.
    #[arg(long, value_name = "ADDR", default_value = "localhost", requires = "hall")]
    pub(crate) host: String,
}
