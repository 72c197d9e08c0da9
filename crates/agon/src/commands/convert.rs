//! `agon convert`.

use crate::failure::{Done, Failure};
use agon_games::formats::{Format, FormatError, detect, read_all, write};
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
    let to: Format = to.parse().map_err(usage)?;
    let from: Option<Format> = from.map(str::parse).transpose().map_err(usage)?;
    let failed = |error: FormatError| Failure::Failed(format!("{}: {error}", file.display()));
    let bytes = read(file)?;
    let Some(format) = from.or_else(|| detect(&bytes)) else {
        let names = Format::ALL.map(Format::name).join(", ");
        let name = file.display();
        return Err(Failure::Failed(format!(
            "{name}: the format does not show; name it with --from: {names}"
        )));
    };
    let records = read_all(format, &bytes, &agon_games::registry()).map_err(failed)?;
    let text = write(to, &records).map_err(failed)?;
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
