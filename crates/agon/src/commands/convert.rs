//! `agon convert`.

use crate::failure::{Done, Failure};
use agon_core::FormatError;
use std::io::{self, Read, Write};
use std::path::Path;

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
    let bytes = read(file)?;
    let Some(format) = from.or_else(|| formats.detect(&bytes)) else {
        let names = formats.names();
        let name = file.display();
        return Err(Failure::Failed(format!(
            "{name}: the format does not show; name it with --from: {names}"
        )));
    };
    let records = format.read(&bytes, &games).map_err(failed)?;
    let text = to.write(&records).map_err(failed)?;
    match output {
        Some(path) => std::fs::write(path, text)
            .map_err(|e| Failure::Failed(format!("cannot write {}: {e}", path.display()))),
        None => Ok(out.write_all(text.as_bytes())?),
    }
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let wrong = |e: io::Error| Failure::Failed(format!("cannot read {}: {e}", file.display()));
    if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map_err(wrong)?;
        return Ok(bytes);
    }
    std::fs::read(file).map_err(wrong)
}
