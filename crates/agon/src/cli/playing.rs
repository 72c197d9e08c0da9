//! Options of the commands that play games: alone, in a match, for a grade, before the doctor.

use super::position::PositionArgs;
use super::programs::Order;
use super::values::{parse_duration, parse_many, parse_threads};
use agon_sandbox::Mode;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Limits on thinking.
#[derive(Args, Debug)]
pub(crate) struct TimeArgs {
    /// Time for each move: 500ms, 2s, 1m.
    #[arg(long, value_name = "T", value_parser = parse_duration, conflicts_with = "clock")]
    pub(crate) time: Option<Duration>,
    /// Time for the whole game, with an increment: 5m+2s.
    #[arg(long, value_name = "C")]
    pub(crate) clock: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Seats {
    First,
    Second,
    Both,
    None,
}

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Which side you play.
    #[arg(long = "as", value_enum, value_name = "SIDE")]
    pub(crate) side: Option<Seats>,
    /// The level of your opponent, 1 to 10.
    #[arg(long, value_name = "L", conflicts_with = "against")]
    pub(crate) level: Option<String>,
    /// Your opponent as a player: random, engine:level=3, exec:COMMAND.
    #[arg(long, value_name = "PLAYER")]
    pub(crate) against: Option<String>,
    #[command(flatten)]
    pub(crate) time: TimeArgs,
    /// Write the record of the game to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// The game, for example reversi or hexthello:radius=3.
    pub(crate) game: String,
    /// The first player: random, engine, engine:level=5, exec:COMMAND, net:PORT, …
    pub(crate) a: String,
    /// The second player.
    pub(crate) b: String,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_many)]
    pub(crate) games: usize,
    #[command(flatten)]
    pub(crate) time: TimeArgs,
    /// Positions an engine may look at for each move.
    #[arg(long, value_name = "N", conflicts_with_all = ["time", "clock"])]
    pub(crate) nodes: Option<u64>,
    /// A file of openings (a position or a game a line), or none; the game's own balanced set if it is not given.
    #[arg(long, value_name = "FILE|none")]
    pub(crate) openings: Option<PathBuf>,
    /// Openings of this many random moves instead.
    #[arg(long, value_name = "N", conflicts_with = "openings")]
    pub(crate) opening_plies: Option<usize>,
    /// The seed of openings, dice and random players: the same seed, the same match.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games are played at the same time.
    #[arg(long, value_name = "C", default_value_t = 1, value_parser = parse_threads)]
    pub(crate) concurrency: usize,
    /// Stop as soon as a sequential test tells a difference of ELO1 from one of ELO0, with errors of 5 %.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    #[command(flatten)]
    pub(crate) programs: ProgramArgs,
    /// Write the record of every game to this file as soon as it is over, one JSON document a line.
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    /// Go on with the match whose records are in the file: what is there is not played again.
    #[arg(long, requires = "records")]
    pub(crate) resume: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How programs are run.
#[derive(Args, Debug)]
pub(crate) struct ProgramArgs {
    /// How programs are contained: auto uses every layer the machine has, strict refuses if one is missing.
    #[arg(long, value_name = "auto|strict|off", default_value_t = Mode::Auto)]
    pub(crate) sandbox: Mode,
    /// Let programs think while their opponents do; without it they stand still then.
    #[arg(long)]
    pub(crate) ponder: bool,
    /// The magic number for the player programs of connect4-9x9.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub(crate) magic: i64,
}

#[derive(Args, Debug)]
pub(crate) struct GradeArgs {
    /// The game: connect4-9x9.
    pub(crate) game: String,
    /// The player program, as a command; it is started with one more argument, first or second.
    pub(crate) program: String,
    /// The level it is entered for; without it every level is tried and the highest passed counts.
    #[arg(long, value_name = "0|1|2", value_parser = clap::value_parser!(u8).range(0..=2))]
    pub(crate) level: Option<u8>,
    /// Which side the program has.
    #[arg(long = "as", value_enum, value_name = "SIDE", default_value_t = Order::Second)]
    pub(crate) side: Order,
    #[command(flatten)]
    pub(crate) programs: ProgramArgs,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct DoctorArgs {
    /// The game, for example hexthello.
    pub(crate) game: String,
    /// The player: a command for the game's own protocol (reversi: UGI), or ugi:COMMAND, nboard:COMMAND,
    /// gtp:COMMAND.
    #[arg(required_unless_present = "port")]
    pub(crate) program: Option<String>,
    /// Listen here and examine whoever connects, once for every examination; 0 is any free port.
    #[arg(long, value_name = "N", conflicts_with = "program")]
    pub(crate) port: Option<u16>,
    /// How long to wait for an answer; ten seconds, five for connect4-9x9.
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) patience: Option<Duration>,
    /// How long a slow server makes the player wait.
    #[arg(long, value_name = "T", value_parser = parse_duration, default_value = "2s")]
    pub(crate) pause: Duration,
    /// How the program is contained: auto uses every layer the machine has, strict refuses if one is missing.
    #[arg(long, value_name = "auto|strict|off", default_value_t = Mode::Auto)]
    pub(crate) sandbox: Mode,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}
