//! A player that plays legal moves and misbehaves on purpose, for tests of referees and sandboxes.
//!
//! With `first` or `second` among its arguments it speaks the standard-input protocol of Connect4 9×9, otherwise
//! UGI with the `LegalMoves` extension. Its own moves are counted from 1; at move N it does as told:
//!
//! | option | at move N |
//! |---|---|
//! | `--crash-at N` | crashes (`SIGABRT`) |
//! | `--exit-at N` | ends silently, with the exit code of `--code C` (0) |
//! | `--stall-at N` | never answers |
//! | `--late-at N --by MS` | answers so many milliseconds late |
//! | `--garbage-at N` | prints bytes that are no text in place of its move |
//! | `--megabyte-at N` | prints a megabyte without a line end, then plays |
//! | `--illegal-at N` | plays a move that is none |
//! | `--fork-at N` | starts `--children K` (40) processes that leave its session, ignore signals and stay, then plays |
//! | `--eat-memory-at N` | fills memory up to `--most BYTES` (8 GiB), then plays |
//! | `--socket-at N` | connects to `--address HOST:PORT` (127.0.0.1:9), then plays |
//! | `--write-at N PATH` | writes a file, then plays |
//! | `--privilege-at N` | tries what only a privileged process can do, then plays |
//! | `--ignore-signals` | from the start: ignores every signal, and stays when its input ends |
//! | `--stderr-flood` | from the start: floods its standard error |
//!
//! What came of a misdeed stands on standard error: `forked 40`, `socket: connected`, `write: ok`, ….

mod misdeeds;
mod options;
mod protocols;

use std::io;
use std::process::ExitCode;

use options::Options;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            misdeeds::say(&format!("agon-testplayer: {error}"));
            return ExitCode::from(2);
        }
    };
    if options.stay {
        misdeeds::stay();
    }
    if options.ignore_signals {
        misdeeds::ignore_signals();
    }
    if options.stderr_flood {
        misdeeds::flood_errors();
    }
    let input = io::stdin().lock();
    let output = io::stdout().lock();
    let played = match options.side {
        Some(side) => protocols::connect4(&options, side, input, output),
        None => protocols::ugi(&options, input, output),
    };
    if options.ignore_signals {
        misdeeds::stay();
    }
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            misdeeds::say(&format!("agon-testplayer: {error}"));
            ExitCode::FAILURE
        }
    }
}
