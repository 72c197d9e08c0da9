//! `agon client`.

use super::server::network_game;
use crate::cli::ClientArgs;
use crate::failure::{Done, Failure};
use agon_arena::programs::client::{Leaving, connect, follow};
use agon_arena::programs::{EngineMaker, ProgramError};
use agon_engines::EngineSpec;
use std::io::Write;
use std::time::Duration;

/// How long the player thinks if nobody says.
const USUAL: Duration = Duration::from_secs(1);

/// How long to wait before the server is tried again.
const PAUSE: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &ClientArgs, out: &mut dyn Write) -> Done {
    let (game, port) = network_game(&args.game, args.port)?;
    let spec = EngineSpec::parse_settings(args.engine.as_deref().unwrap_or_default())?;
    let maker = EngineMaker::new(game.rules().clone(), spec, args.time, USUAL);
    // A wrong setting is said now, not when the server is there.
    maker.make()?;
    let mut told = false;
    let mut waiting = |error: &std::io::Error| {
        if !std::mem::replace(&mut told, true) {
            let _ = writeln!(out, "no server at {} port {port} yet ({error}); trying every second", args.ip);
            let _ = out.flush();
        }
    };
    let stream = connect(&args.ip, port, PAUSE, &mut waiting)?;
    writeln!(out, "connected to {} port {port}", args.ip)?;
    out.flush()?;
    let reader = stream.try_clone()?;
    match follow(&maker, game, &args.name, reader, &mut &stream) {
        Ok(Leaving::Quit) => writeln!(out, "the server ended the match")?,
        // A server that vanishes while we answer is gone as well.
        Ok(Leaving::Disconnected) | Err(ProgramError::Io(_)) => {
            writeln!(out, "the server closed the connection")?;
        }
        Err(error) => return Err(Failure::Failed(error.to_string())),
    }
    Ok(())
}
