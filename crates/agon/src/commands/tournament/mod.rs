//! `agon tournament`: one file for each of its commands.

mod export;
mod live;
mod new;
mod run;
mod status;
mod table;

use crate::cli::TournamentCommand;
use crate::failure::{Done, Failure};
use agon_board::TextStyle;
use agon_tournament::{Description, DescriptionError, Schedule, Store};
use std::io::Write;
use std::path::Path;

pub(crate) fn run(command: TournamentCommand, style: TextStyle, out: &mut dyn Write) -> Done {
    match command {
        TournamentCommand::New(args) => new::run(&args, out),
        TournamentCommand::Run(args) => run::run(&args, style, out),
        TournamentCommand::Status { file, json } => status::status(&file, json, style, out),
        TournamentCommand::Stop { file } => status::stop(&file, out),
        TournamentCommand::Export(args) => export::run(&args, out),
    }
}

/// Reads a description; what is wrong in it is said with the file's name.
fn describe(file: &Path) -> Result<Description, Failure> {
    Description::read(file, &agon_games::registry()).map_err(|error| misdescribed(file, &error))
}

fn misdescribed(file: &Path, error: &DescriptionError) -> Failure {
    match error {
        DescriptionError::Unreadable { .. } => Failure::Failed(error.to_string()),
        DescriptionError::Wrong { .. } => Failure::Usage(format!("{}, {error}", file.display())),
    }
}

/// A tournament with its store, to look at.
fn open(file: &Path) -> Result<(Store, Schedule), Failure> {
    let description = describe(file)?;
    let store = Store::open(&Store::path_for(file), &description.fingerprint)?;
    let schedule = store.schedule(&description)?;
    Ok((store, schedule))
}
