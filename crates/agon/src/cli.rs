//! The command line: names, options and their explanations. Completions and the man page come from here too.

mod fitting;
mod measuring;
mod programs;
mod workshop;

pub(crate) use fitting::{AntsFit, ConnectFit, EpochsArgs, FitCommand, HexthelloFit};
pub(crate) use measuring::{
    BenchArgs, ClassicArgs, DiceArgs, ExactValuesArgs, Measure, OverheadArgs, PerfectPlayArgs, PositionsArgs,
    SavingArgs, SearchArgs, SolvedArgs, SolverArgs, SolverChoice, StonesArgs, ThroughputArgs, TimeLossArgs,
    WatchersArgs,
};
pub(crate) use programs::{ClientArgs, DialectChoice, Order, PlayerArgs, Protocol, ServerArgs};
pub(crate) use workshop::{AblateArgs, LadderArgs, ProveArgs, TrainArgs, TrainWork};

use agon_core::{AnyGame, Dice, Line};
use agon_sandbox::Mode;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::commands::TournamentCommand;
use crate::failure::Failure;

/// Play, judge, teach and master two-player board games.
///
/// Without a command, Agon serves its web page and opens it.
#[derive(Parser, Debug)]
#[command(name = "agon", version, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Colours: when the output is a terminal, always, or never.
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub(crate) color: ColorChoice,

    /// Draw boards with plain ASCII characters only.
    #[arg(long, global = true)]
    pub(crate) ascii: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ColorChoice {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// The web page: play, watch, understand, run a class.
    Serve(ServeArgs),
    /// One side of Four in a Row between two programs: human|ai PORT [IP].
    FourInARow {
        /// human or ai, the port, and for the side that connects the server's address; then --page-port N,
        /// --no-open, --time T, --lenient.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "human|ai PORT [IP]")]
        arguments: Vec<String>,
    },
    /// A menu of games in this terminal.
    Menu,
    /// List the games, or show everything about one.
    Games {
        /// The game, for example hexthello.
        game: Option<String>,
        /// Print one JSON document.
        #[arg(long)]
        json: bool,
    },
    /// Draw a position.
    Show {
        #[command(flatten)]
        position: PositionArgs,
        /// Write a picture to this file instead.
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Print the board as one JSON document: cells, pieces, legal moves, last move, score.
        #[arg(long)]
        json: bool,
    },
    /// Read games in one format and write them in another.
    Convert {
        /// The file to read; standard input if it is - .
        file: PathBuf,
        /// The format it is in: json, wthor, ggf, othello, four-in-a-row, connect4-9x9, the last two also
        /// with :one-based. Found out from the content where that shows it.
        #[arg(long, value_name = "FORMAT")]
        from: Option<String>,
        /// The format to write.
        #[arg(long, value_name = "FORMAT", default_value = "json")]
        to: String,
        /// The file to write; standard output if it is not given.
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Count the move sequences of a given length: `depth nodes seconds nodes_per_second` for each depth.
    Perft {
        /// The game, for example reversi or hexthello:radius=3.
        game: String,
        /// The largest depth.
        depth: u32,
        #[command(flatten)]
        position: WhereArgs,
        /// Use only the processor's baseline instructions, to compare.
        #[arg(long)]
        baseline: bool,
    },
    /// Find the best move.
    Best(ThinkArgs),
    /// Judge every legal move, best first.
    Analyze(ThinkArgs),
    /// The exact value under perfect play, and a best move.
    Solve(SolveArgs),
    /// Take the evaluation of a position apart into its terms.
    Explain {
        #[command(flatten)]
        position: PositionArgs,
        /// Engine settings, for example eval=simple.
        #[arg(long, value_name = "SETTINGS")]
        engine: Option<String>,
        /// Print one JSON document.
        #[arg(long)]
        json: bool,
    },
    /// Play a game in this terminal.
    Play(PlayArgs),
    /// Let two players play a match, each opening from both sides with the same dice.
    Match(MatchArgs),
    /// Grade a player program as the connect4-9x9 course does: one game against each reference opponent.
    Grade(GradeArgs),
    /// Try a player against its protocol, and name the sentence of the protocol's page that it breaks.
    Doctor(DoctorArgs),
    /// Our player behind a protocol, on standard input and output.
    Player(PlayerArgs),
    /// Our player for the course's game server, over the network.
    Client(ClientArgs),
    /// The course's game server: a match between the first two players that connect, or a hall for any number.
    Server(ServerArgs),
    /// Tournaments: describe, run, stop, resume, look, export.
    #[command(subcommand)]
    Tournament(TournamentCommand),
    /// Play every level against the one below it at fixed nodes; can be stopped and resumed.
    Ladder(LadderArgs),
    /// Switch each technique of the search off in turn and show what that costs.
    Ablate(AblateArgs),
    /// A fixed workload: the same number of nodes on every machine, and how fast it was; and other measurements.
    ///
    /// 'agon bench', 'agon bench GAME' and their options are the fixed workload; each command below measures something of its own.
    Bench(BenchArgs),
    /// Make the position sets, models, books and evaluations of a game.
    Train(TrainArgs),
    /// Prove who wins connect four on another board; hours for large ones, and it can be interrupted.
    Prove(ProveArgs),
    /// Print the completion script of a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the man page, of the whole program or of one command.
    Man {
        /// The command.
        command: Option<String>,
    },
}

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The address to serve the page at. Beyond loopback nobody is let in without the token that is printed.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// The page's port; 8080 if it is free, otherwise any.
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// Do not open a browser.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Let people at the page seat programs of this machine.
    #[arg(long)]
    pub(crate) allow_exec: bool,
    /// Where network players may come from: localhost, an address of this machine, or :: for everywhere.
    #[arg(long, value_name = "ADDR", default_value = "localhost")]
    pub(crate) players_host: String,
    /// A game's port for network players, for example hexthello=6002; the courses' ports if it is not given.
    #[arg(long, value_name = "GAME=PORT")]
    pub(crate) players_port: Vec<String>,
    /// The folder in which tournaments are kept.
    #[arg(long, value_name = "DIR", default_value = "tournaments")]
    pub(crate) tournaments: PathBuf,
}

/// A game and a position in it.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// The game, for example reversi or hexthello:radius=3.
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) place: WhereArgs,
}

/// Where in a game.
#[derive(Args, Clone, Debug)]
pub(crate) struct WhereArgs {
    /// The moves from the start (or from --position), in the game's notation.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// A position in the game's one-line form.
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Roll the set-up of a game that begins with one.
    #[arg(long, value_name = "N", conflicts_with = "position")]
    pub(crate) seed: Option<u64>,
}

impl WhereArgs {
    /// The line of play these options describe.
    pub(crate) fn line(&self, game: &Arc<dyn AnyGame>) -> Result<Line, Failure> {
        let start = match (&self.position, self.seed) {
            (Some(text), _) => game.parse_position(text)?,
            (None, Some(seed)) => {
                let (mut start, mut dice) = (game.opening(), Dice::new(seed));
                while let Some(weights) = start.chance() {
                    start.resolve(dice.weighted(weights));
                }
                start
            }
            (None, None) => game.start(),
        };
        let mut line = Line::new(start);
        if let Some(text) = &self.moves {
            line.play_text(text)?;
        }
        Ok(line)
    }
}

/// A position, an engine and how much it may think.
#[derive(Args, Debug)]
pub(crate) struct ThinkArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Time to think: 500ms, 2s, 1m. One second if nothing else limits the search.
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Plies to look ahead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Positions to look at.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// A level, 1 to 10, or a named opponent.
    #[arg(long, value_name = "L")]
    pub(crate) level: Option<String>,
    /// Threads; 1 gives the same answer on every machine for a depth or a number of nodes.
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// Memory for the transposition table, in megabytes.
    #[arg(long, value_name = "MB")]
    pub(crate) hash: Option<usize>,
    /// Engine settings, for example eval=simple:lmr=off; 'agon games GAME' lists them.
    #[arg(long, value_name = "SETTINGS")]
    pub(crate) engine: Option<String>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What to solve.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// A file with one problem a line: a position, or for connect-four games the columns played; a known value
    /// after it (`4453 18`, `POSITION; 12` or, as in the FFO files, `POSITION; G8:+18`) is compared.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "position", "seed"])]
    pub(crate) file: Option<PathBuf>,
    /// Only who wins, which is found sooner: 1, 0 or -1 for the side to move.
    #[arg(long, conflicts_with = "file")]
    pub(crate) winner: bool,
    /// The columns of --file or --moves are counted from 1.
    #[arg(long)]
    pub(crate) one_based: bool,
    /// Threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    pub(crate) threads: usize,
    /// Memory for the transposition table, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = parse_megabytes)]
    pub(crate) hash: usize,
    /// Print one JSON document, or one a line for a file.
    #[arg(long)]
    pub(crate) json: bool,
}

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

fn parse_duration(text: &str) -> Result<Duration, String> {
    agon_core::duration::parse(text).map_err(|e| e.to_string())
}

/// Games, positions, openings: what a list in memory has room for.
fn parse_many(text: &str) -> Result<usize, String> {
    number_up_to(text, 1, 1_000_000)
}

/// The same where none may be wanted.
fn parse_many_or_none(text: &str) -> Result<usize, String> {
    number_up_to(text, 0, 1_000_000)
}

/// Threads, and games at the same time.
pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    number_up_to(text, 1, 256)
}

/// Megabytes of a table.
fn parse_megabytes(text: &str) -> Result<usize, String> {
    number_up_to(text, 1, 65_536)
}

fn number_up_to(text: &str, least: usize, most: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("it must be a number from {least} to {most}"))
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
