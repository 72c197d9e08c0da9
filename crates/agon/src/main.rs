//! `agon`: board games to play, judge, teach and master, in one program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(agon::run(std::env::args_os()))
}
