//! `agon tournament export`.

use super::open;
use crate::cli::ExportArgs;
use crate::failure::{Done, Failure};
use crate::progress::progress;
use agon_core::harmless::in_json;
use agon_tournament::Store;
use agon_tournament::report::{Autopsies, Report, ReportError};
use std::io::Write;
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &ExportArgs, out: &mut dyn Write) -> Done {
    if [&args.html, &args.csv, &args.games_csv, &args.json].iter().all(|target| target.is_none()) {
        let why = "say what to write: --html FILE, --csv FILE, --games-csv FILE or --json FILE";
        return Err(Failure::Usage(why.into()));
    }
    let targets = [&args.html, &args.csv, &args.games_csv, &args.json].into_iter().flatten();
    keep_apart(targets.map(PathBuf::as_path), &args.file)?;
    let (mut store, schedule) = open(&args.file)?;
    let engines = agon_games::engines();
    let games = agon_games::registry();
    let bar = progress(schedule.played(), "games");
    bar.set_message("looked into");
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let autopsies = Autopsies {
        engines: &engines,
        nodes: args.autopsy,
        threads: args.threads.unwrap_or(processors),
        progress: &|done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        },
    };
    let wanted = (args.autopsy > 0).then_some(&autopsies);
    let report = Report::gather(&schedule, &mut store, &games, wanted).map_err(failed)?;
    bar.finish_and_clear();
    if let Some(path) = &args.csv {
        write(path, &report.standings_csv(), out)?;
    }
    if let Some(path) = &args.games_csv {
        write(path, &report.games_csv(), out)?;
    }
    if let Some(path) = &args.json {
        write(path, &in_json(&(report.json().to_string() + "\n")), out)?;
    }
    if let Some(path) = &args.html {
        write(path, &report.html().map_err(failed)?, out)?;
    }
    Ok(())
}

/// A report never takes the place of the tournament it is about, nor of another report of the same call.
fn keep_apart<'a>(targets: impl Iterator<Item = &'a Path>, description: &Path) -> Done {
    // A file that is not there yet is known by its folder and its name.
    let identity = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        path.canonicalize()
            .or_else(|_| {
                folder.canonicalize().map(|folder| folder.join(path.file_name().unwrap_or_default()))
            })
            .unwrap_or_else(|_| path.to_owned())
    };
    let mut own = Store::files_of(description);
    own.push(description.to_owned());
    let own: Vec<PathBuf> = own.iter().map(|path| identity(path)).collect();
    let mut taken = Vec::new();
    for target in targets {
        let target_identity = identity(target);
        let why = if own.contains(&target_identity) {
            "is the tournament itself; give the report a name of its own"
        } else if taken.contains(&target_identity) && target.as_os_str() != "-" {
            "is asked for twice; give each report a name of its own"
        } else {
            taken.push(target_identity);
            continue;
        };
        return Err(Failure::Usage(format!("{} {why}", target.display())));
    }
    Ok(())
}

fn failed(error: ReportError) -> Failure {
    Failure::Failed(error.to_string())
}

fn write(path: &Path, text: &str, out: &mut dyn Write) -> Done {
    if path.as_os_str() == "-" {
        out.write_all(text.as_bytes())?;
        return Ok(());
    }
    std::fs::write(path, text).map_err(|e| Failure::Failed(format!("cannot write {}: {e}", path.display())))
}
