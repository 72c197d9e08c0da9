//! Arguments of `agon train fit`: how the numbers of the evaluations are made.

use super::values::{parse_many, parse_threads};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Fit the numbers of an evaluation to games of the engine against itself.
#[derive(Subcommand, Debug)]
#[command(disable_help_subcommand = true)]
pub(crate) enum FitCommand {
    /// The trained evaluation of Connect4 9×9. A player is - for the built-in weights, threats for the hand-made evaluation, or a
    /// file of weights; settings of the search may follow, as in -,lmr=off.
    #[command(name = "connect4-9x9", subcommand, disable_help_subcommand = true)]
    Connect(ConnectFit),
    /// The evaluations of HexThello. A player is explained, corners, simple, - for the embedded patterns, or a file of patterns.
    #[command(subcommand, disable_help_subcommand = true)]
    Hexthello(HexthelloFit),
    /// The evaluation that orders the moves of the exact solver of Reversi.
    #[command(subcommand, disable_help_subcommand = true)]
    Reversi(ReversiFit),
    /// The evaluation and the search of TUC-ANTS.
    #[command(subcommand, disable_help_subcommand = true)]
    Ants(AntsFit),
}

#[derive(Subcommand, Debug)]
pub(crate) enum ConnectFit {
    /// Play games, one a line: moves, length of the opening, result, scores.
    Games {
        #[command(flatten)]
        play: PlayGamesArgs,
        /// The player.
        #[arg(long, value_name = "PLAYER", default_value = "threats", allow_hyphen_values = true)]
        player: String,
        /// How far from even an opening may be judged, in hundredths.
        #[arg(long, value_name = "N", default_value_t = 150)]
        even: i32,
    },
    /// Give the positions of games the results that the exact solver proves.
    Label {
        /// Nodes that the solver may take for a position.
        #[arg(long, value_name = "N", default_value_t = 60_000)]
        nodes: u64,
        #[command(flatten)]
        files: FitFilesArgs,
    },
    /// Fit the weights to games, a tenth of them held out to judge the fit.
    Weights {
        #[command(flatten)]
        fit: EpochsArgs,
    },
    /// Fit the network to what a file of weights leaves unexplained.
    Network {
        /// The weights; if they have a network it is fitted further.
        #[arg(long, value_name = "FILE")]
        weights: PathBuf,
        #[command(flatten)]
        fit: EpochsArgs,
    },
    /// Play two evaluations against each other.
    Match {
        /// The first player.
        #[arg(allow_hyphen_values = true)]
        a: String,
        /// The second player.
        #[arg(allow_hyphen_values = true)]
        b: String,
        /// Openings, each played from both sides.
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_many)]
        pairs: usize,
        /// Positions a move.
        #[arg(long, value_name = "N", default_value_t = 5_000)]
        nodes: u64,
        /// The seed of the openings.
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Openings that the first player judges to be at least so many hundredths from even.
        #[arg(long, value_name = "N", default_value_t = 0)]
        from: i32,
        /// And at most so many.
        #[arg(long, value_name = "N", default_value_t = 100)]
        to: i32,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum HexthelloFit {
    /// Fit the weights of the explained terms to the results of self-play, and print them.
    Terms {
        #[command(flatten)]
        rounds: RoundsArgs,
        /// The weights to begin with, a line for each term; the built-in ones if it is not given.
        #[arg(long, value_name = "FILE")]
        from: Option<PathBuf>,
    },
    /// Play games for the patterns and append them to a file, one a line: length of the opening, margin, moves, scores.
    Games {
        #[command(flatten)]
        play: PlayGamesArgs,
        /// The player.
        #[arg(long, value_name = "PLAYER", default_value = "explained", allow_hyphen_values = true)]
        player: String,
    },
    /// Fit the patterns to games, a twentieth of them held out to judge the fit.
    Patterns {
        #[command(flatten)]
        fit: EpochsArgs,
    },
    /// Play two evaluations against each other, each written PLAYER@POSITIONS or PLAYER@dDEPTH.
    Match {
        /// The first player.
        #[arg(allow_hyphen_values = true)]
        a: String,
        /// The second player.
        #[arg(allow_hyphen_values = true)]
        b: String,
        /// Openings, each played from both sides.
        #[arg(long, value_name = "N", default_value_t = 30, value_parser = parse_many)]
        pairs: usize,
        /// The seed of the openings.
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
    /// Find positions in which a side is wiped out by force and a selective search believes it to be safe, in games against
    /// players who go for the last disc; each is proven by a full-width search.
    WipeOuts {
        /// The file to write.
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
        /// How many positions.
        #[arg(long, value_name = "N", default_value_t = 30, value_parser = parse_many)]
        count: usize,
        /// Positions a move of the player who is wiped out.
        #[arg(long, value_name = "N", default_value_t = 300)]
        nodes: u64,
        /// The depth of the deepest full-width search.
        #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(8..=14))]
        depth: u32,
        /// The seed of the games.
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum AntsFit {
    /// Fit the weights to self-play, and print them after each round.
    Weights {
        #[command(flatten)]
        rounds: RoundsArgs,
        /// Pairs of games that new weights play against the old ones.
        #[arg(long, value_name = "N", default_value_t = 60, value_parser = parse_many)]
        pairs: usize,
    },
    /// Fit the models of multi-ProbCut, and print them.
    Probcut {
        /// How many positions from the middle of games.
        #[arg(long, value_name = "N", default_value_t = 150, value_parser = parse_many)]
        positions: usize,
        /// The deepest searches.
        #[arg(long, value_name = "N", default_value_t = 13, value_parser = clap::value_parser!(u32).range(5..=20))]
        depth: u32,
    },
    /// Play changed numbers of the search against those that are.
    Numbers {
        /// A number of the search, for example lmr_moves=2; may be given several times.
        #[arg(long = "set", value_name = "NAME=VALUE", required = true)]
        changes: Vec<String>,
        /// Openings, each played from both sides.
        #[arg(long, value_name = "N", default_value_t = 80, value_parser = parse_many)]
        pairs: usize,
        /// Positions a move.
        #[arg(long, value_name = "N", default_value_t = 4_000)]
        nodes: u64,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum ReversiFit {
    /// Label positions of own games, fit the patterns to them, a twentieth of the games held out to judge the fit, and write
    /// the weights.
    Ordering {
        /// The file to write.
        #[arg(long, value_name = "FILE")]
        output: PathBuf,
        /// The seed of all games.
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// At least so many positions in each band.
        #[arg(long, value_name = "N", default_value_t = 150_000, value_parser = parse_many)]
        positions: usize,
        /// The most empty squares of each band; the first band begins with seven.
        #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "10,13,17,22,30")]
        bands: Vec<u32>,
        /// Bands up to so many empty squares are labelled exactly.
        #[arg(long, value_name = "N", default_value_t = 13, value_parser = clap::value_parser!(u32).range(7..=20))]
        exact: u32,
        /// The others by the mean of searches of so many plies and of one more.
        #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10))]
        depth: u32,
        /// Draws each weight to zero as so many positions would.
        #[arg(long, value_name = "X", default_value_t = 4.0, value_parser = parse_penalty)]
        penalty: f32,
        /// Who plays the games after their random moves.
        #[arg(long, value_enum, default_value_t = LabellingPlayer::Mobility)]
        player: LabellingPlayer,
        /// Threads; the weights are the same with any number.
        #[arg(long, value_name = "N", default_value_t = 2, value_parser = parse_threads)]
        threads: usize,
    },
}

/// Who plays games whose positions are labelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LabellingPlayer {
    /// Leaves the opponent as few moves as it can.
    Mobility,
    /// Searches two plies with the weights that come with the program.
    Patterns,
}

fn parse_penalty(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| (0.0..=1e6).contains(number));
    number.ok_or_else(|| "it must be a number from 0 to 1000000".into())
}

/// Games to be played and written.
#[derive(Args, Debug)]
pub(crate) struct PlayGamesArgs {
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = parse_many)]
    pub(crate) count: usize,
    /// Positions a move.
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(crate) nodes: u64,
    /// The seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Rounds of self-play.
#[derive(Args, Debug)]
pub(crate) struct RoundsArgs {
    /// Games of each round.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = parse_many)]
    pub(crate) games: usize,
    /// Positions a move.
    #[arg(long, value_name = "N", default_value_t = 1_500)]
    pub(crate) nodes: u64,
    /// Rounds; each plays with the weights of the one before.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) rounds: u64,
    /// The seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Games in, something out.
#[derive(Args, Debug)]
pub(crate) struct FitFilesArgs {
    /// Files of games.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub(crate) games: Vec<PathBuf>,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

/// A fit to games.
#[derive(Args, Debug)]
pub(crate) struct EpochsArgs {
    /// How often all positions are gone through.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) epochs: u64,
    /// The seed of their order.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) files: FitFilesArgs,
}
