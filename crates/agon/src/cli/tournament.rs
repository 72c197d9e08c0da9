//! Arguments of `agon tournament`.

use super::values::parse_threads;
use agon_tournament::autopsy::NODES;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Subcommand, Debug)]
pub(crate) enum TournamentCommand {
    /// Write a commented description: of a folder of submissions, or an example.
    New(NewArgs),
    /// Play a tournament, or go on with it; Ctrl-C stops it without losing a game.
    Run(RunArgs),
    /// Show how a tournament stands.
    Status {
        /// The tournament's description.
        file: PathBuf,
        /// Print one JSON document.
        #[arg(long)]
        json: bool,
    },
    /// Ask the process that runs a tournament to stop.
    Stop {
        /// The tournament's description.
        file: PathBuf,
    },
    /// Write the results: tables, games, a report with a board for every game.
    Export(ExportArgs),
}

#[derive(Args, Debug)]
pub(crate) struct NewArgs {
    /// A folder of submissions: in each sub-folder a program called 'player', or a file 'run' with the command.
    #[arg(required_unless_present = "example", conflicts_with = "example")]
    pub(crate) folder: Option<PathBuf>,
    /// The game they play.
    #[arg(long, value_name = "GAME", requires = "folder")]
    pub(crate) game: Option<String>,
    /// An example with our own players instead.
    #[arg(long, value_name = "GAME")]
    pub(crate) example: Option<String>,
    /// The time for a move.
    #[arg(long, value_name = "T")]
    pub(crate) time: Option<String>,
    /// The file to write: tournament.toml if it is not given; standard output if it is - .
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// The tournament's description; its games are kept beside it, in a file that ends in .sqlite.
    pub(crate) file: PathBuf,
    /// How many games are played at the same time.
    #[arg(long, value_name = "C", default_value_t = 1, value_parser = parse_threads)]
    pub(crate) concurrency: usize,
}

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// The tournament's description.
    pub(crate) file: PathBuf,
    /// Write a report to open in a browser: tables, ratings, a board for every game.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write the standings for a spreadsheet; - is standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write the games for a spreadsheet, one line each; - is standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) games_csv: Option<PathBuf>,
    /// Write everything as one JSON document; - is standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Positions our engine looks at for each judgement when it looks for the move that lost a game; 0 leaves that out.
    #[arg(long, value_name = "N", default_value_t = NODES)]
    pub(crate) autopsy: u64,
    /// How many games are looked into at the same time; as many as there are processors if it is not given.
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
}
