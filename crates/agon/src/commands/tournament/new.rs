//! `agon tournament new`.

use crate::cli::NewArgs;
use crate::failure::{Done, Failure};
use agon_tournament::submissions::{self, Submission};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &NewArgs, out: &mut dyn Write) -> Done {
    let name = args.example.as_ref().or(args.game.as_ref()).ok_or_else(|| {
        Failure::Usage("say which game the submissions play: --game GAME; 'agon games' lists them".into())
    })?;
    let game = agon_games::registry().game(name)?;
    if let Some(time) = &args.time {
        agon_core::duration::parse(time)?;
    }
    let (title, players, skipped): (String, Vec<Submission>, Vec<String>) = match &args.folder {
        Some(folder) => {
            let found = submissions::collect(folder)?;
            (format!("{} tournament", game.info().title), found.submissions, found.skipped)
        }
        None => (format!("{} example", game.info().title), submissions::example_players(), Vec::new()),
    };
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from("tournament.toml"));
    // On standard output it is not known where it will stand.
    let place = path.parent().filter(|_| path.as_os_str() != "-").map(|parent| Path::new(".").join(parent));
    let place = place.and_then(|place| place.canonicalize().ok()).unwrap_or_default();
    let text = submissions::description_text(&*game, &title, &players, args.time.as_deref(), &place);
    if path.as_os_str() == "-" {
        out.write_all(text.as_bytes())?;
        return Ok(());
    }
    let mut file = std::fs::File::create_new(&path).map_err(|e| match e.kind() {
        ErrorKind::AlreadyExists => Failure::Failed(format!(
            "{} is there already and stays as it is; choose another name with --output",
            path.display()
        )),
        _ => Failure::Failed(format!("cannot write {}: {e}", path.display())),
    })?;
    file.write_all(text.as_bytes())?;
    writeln!(out, "{} players in {}", players.len(), path.display())?;
    if !skipped.is_empty() {
        writeln!(out, "left out, because there is nothing to run in them: {}", skipped.join(", "))?;
    }
    writeln!(out, "run it with: agon tournament run {}", path.display())?;
    Ok(())
}
