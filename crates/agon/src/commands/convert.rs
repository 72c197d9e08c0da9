//! `agon convert`: one game after the other, so that the size of a file does not matter.

use crate::failure::{Done, Failure};
use agon_core::FormatError;
use agon_core::formats::stream::GameFile;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

pub(crate) fn run(
    file: &Path,
    from: Option<&str>,
    to: &str,
    output: Option<&Path>,
    out: &mut dyn Write,
) -> Done {
    let usage = |error: FormatError| Failure::Usage(error.to_string());
    let games = agon_games::registry();
    let formats = games.formats();
    let to = formats.by_name(to).map_err(usage)?;
    let from = from.map(|name| formats.by_name(name)).transpose().map_err(usage)?;
    let failed = |error: FormatError| Failure::Failed(format!("{}: {error}", file.display()));
    let input = GameFile::new(open(file)?).map_err(failed)?;
    let Some(format) = from.or_else(|| input.detect(&formats)) else {
        let names = formats.names();
        let name = file.display();
        return Err(Failure::Failed(format!(
            "{name}: the format does not show; name it with --from: {names}"
        )));
    };
    let mut unwritten = None;
    let convert = |out: &mut dyn Write| {
        let mut number = 0;
        let read = input.read(format, &games, &mut |record| {
            number += 1;
            let text = to.write(&[record]).map_err(|error| renumbered(error, number))?;
            // The end of whoever listens is no trouble with the file.
            out.write_all(text.as_bytes()).map_err(|error| {
                let why = FormatError::File(error.to_string());
                unwritten = Some(error);
                why
            })
        });
        read.map_err(failed)
    };
    let converted = match output {
        None => convert(out),
        Some(path) => into_file(path, |out| convert(out)),
    };
    match unwritten {
        Some(error) => Err(error.into()),
        None => converted,
    }
}

/// What is wrong with a game that was written alone, by its place in the file.
fn renumbered(error: FormatError, number: usize) -> FormatError {
    match error {
        FormatError::InGame { error, .. } => error.in_game(number),
        other => other.in_game(number),
    }
}

/// Writes a file that is there when all of it is.
fn into_file(path: &Path, convert: impl FnOnce(&mut dyn Write) -> Done) -> Done {
    let cannot = |error: io::Error| Failure::Failed(format!("cannot write {}: {error}", path.display()));
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let mut file = BufWriter::new(File::create(&part).map_err(cannot)?);
    let done = convert(&mut file).and_then(|()| file.flush().map_err(cannot));
    if done.is_err() {
        let _ = std::fs::remove_file(&part);
        return done;
    }
    std::fs::rename(&part, path).map_err(cannot)
}

fn open(file: &Path) -> Result<Box<dyn Read>, Failure> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let opened =
        File::open(file).map_err(|e| Failure::Failed(format!("cannot read {}: {e}", file.display())))?;
    Ok(Box::new(opened))
}
