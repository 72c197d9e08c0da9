//! The command line: names, options and their explanations. Completions and the man page come from here too.

mod endgames;
mod fitting;
mod measuring;
mod playing;
mod position;
mod programs;
mod thinking;
mod tournament;
mod values;
mod workshop;

pub(crate) use endgames::{EndgamesArgs, InstructionChoice, LabelsArgs, OrderingChoice, ReversiSolverArgs};
pub(crate) use fitting::{
    AntsFit, ConnectFit, EpochsArgs, FitCommand, HexthelloFit, LabellingPlayer, ReversiFit,
};
pub(crate) use measuring::{
    BenchArgs, ClassicArgs, DiceArgs, ExactValuesArgs, Measure, OverheadArgs, PerfectPlayArgs, PositionsArgs,
    SavingArgs, SearchArgs, SolvedArgs, SolverArgs, SolverChoice, StonesArgs, ThroughputArgs, TimeLossArgs,
    WatchersArgs,
};
pub(crate) use playing::{DoctorArgs, GradeArgs, MatchArgs, PlayArgs, ProgramArgs, Seats, TimeArgs};
pub(crate) use position::{PositionArgs, WhereArgs};
pub(crate) use programs::{ClientArgs, DialectChoice, Order, PlayerArgs, Protocol, ServerArgs};
pub(crate) use thinking::{SolveArgs, ThinkArgs};
pub(crate) use tournament::{ExportArgs, NewArgs, RunArgs, TournamentCommand};
pub(crate) use workshop::{AblateArgs, LadderArgs, ProveArgs, TrainArgs, TrainWork};

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use std::net::IpAddr;
use std::path::PathBuf;

use crate::terminal::ColorChoice;

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
    /// Let people at the page seat programs of this machine. Nobody is let in without the token then, not even from here.
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
    /// The most games of one tournament; 100000 if it is not given.
    #[arg(long, value_name = "N")]
    pub(crate) most_games: Option<usize>,
}
