//! The command line: names, options and their explanations. Completions and the man page come from here too.

use agon_core::{AnyGame, Dice, Line};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::failure::Failure;

/// Play, judge, teach and master two-player board games.
///
/// Without a command, Agon opens a menu of games in this terminal.
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

/// A game and a position in it.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// The game, for example reversi or hexthello:radius=3.
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) place: WhereArgs,
}

/// Where in a game.
#[derive(Args, Debug)]
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
    /// Your opponent as a player: random, engine:level=3.
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
    /// The first player: random, engine, engine:level=5, …
    pub(crate) a: String,
    /// The second player.
    pub(crate) b: String,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) games: usize,
    #[command(flatten)]
    pub(crate) time: TimeArgs,
    /// Positions an engine may look at for each move.
    #[arg(long, value_name = "N", conflicts_with_all = ["time", "clock"])]
    pub(crate) nodes: Option<u64>,
    /// A file of openings (a position or a game a line), or none; random openings if it is not given.
    #[arg(long, value_name = "FILE|none")]
    pub(crate) openings: Option<PathBuf>,
    /// How many random moves the openings have if no file is given.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) opening_plies: usize,
    /// The seed of openings, dice and random players: the same seed, the same match.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games are played at the same time.
    #[arg(long, value_name = "C", default_value_t = 1)]
    pub(crate) concurrency: usize,
    /// Write the record of every game to this file, one JSON document a line.
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}
