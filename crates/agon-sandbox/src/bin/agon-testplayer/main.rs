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
//! | `--hoard-at N WAY` | tries to hold `--most BYTES` of memory where it does not show (`hoards.rs`), then plays |
//! | `--reach-at N NAME` | connects to the local socket of this name (`@…` has no file), then plays |
//! | `--knock-at N` | tries calls of the kernel that have helped others to break out, then plays |
//! | `--spin-at N` | starts `--children K` processes that never rest and keep each other awake, then plays |
//! | `--rights-at N PROGRAM` | runs a program with `-u` and says what it printed, then plays |
//! | `--ignore-signals` | from the start: ignores every signal, and stays when its input ends |
//! | `--stderr-flood` | from the start: floods its standard error |
//!
//! What came of a misdeed stands on standard error: `forked 40`, `socket: connected`, `write: ok`, ….
//!
//! Its misdeeds are Linux's; elsewhere it says so and ends.

#[cfg(target_os = "linux")]
mod hoards;
#[cfg(target_os = "linux")]
mod misdeeds;
#[cfg(target_os = "linux")]
mod options;
#[cfg(target_os = "linux")]
mod protocols;
#[cfg(target_os = "linux")]
mod prowls;

use std::process::ExitCode;

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    let _ =
        std::io::Write::write_all(&mut std::io::stderr(), b"agon-testplayer: it misbehaves on Linux only\n");
    ExitCode::from(2)
}

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    use options::Options;
    use std::io;

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
