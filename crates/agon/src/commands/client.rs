//! `agon client`.

use super::server::network_game;
use crate::cli::ClientArgs;
use crate::failure::{Done, Failure};
use agon_core::sync::lock;
use agon_engine::EngineSpec;
use agon_frontends::client::{Leaving, connect, play};
use agon_frontends::{EngineMaker, ProgramError};
use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long the player thinks if nobody says.
const USUAL: Duration = Duration::from_secs(1);

/// How long to wait before the server is tried again.
const PAUSE: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &ClientArgs, out: &mut dyn Write) -> Done {
    let (game, port) = network_game(&args.game, args.port)?;
    let spec = EngineSpec::parse_settings(args.engine.as_deref().unwrap_or_default())?;
    let maker = EngineMaker::new(agon_games::engines(), game.rules().clone(), spec, args.time, USUAL)
        .pondering(args.ponder);
    // A wrong setting is said now, not when the server is there.
    maker.make()?;
    let connection = Interruption::watch();
    let host = args.ip.trim_start_matches('[').trim_end_matches(']');
    let mut told = false;
    let mut waiting = |error: &std::io::Error| {
        if !std::mem::replace(&mut told, true) {
            let _ = writeln!(out, "no server at {host} port {port} yet ({error}); trying every second");
            let _ = out.flush();
        }
    };
    let stream = connect(host, port, PAUSE, &mut waiting)?;
    connection.made(&stream)?;
    writeln!(out, "connected to {host} port {port}")?;
    out.flush()?;
    let left = play(&maker, game, &args.name, &stream);
    if connection.is_interrupted() {
        return Err(Failure::Failed("interrupted: the connection to the server is closed".into()));
    }
    match left {
        Ok(Leaving::Quit) => writeln!(out, "the server ended the match")?,
        // A server that vanishes while we answer is gone as well.
        Ok(Leaving::Disconnected) | Err(ProgramError::Io(_)) => {
            writeln!(out, "the server closed the connection")?;
        }
        Err(error) => return Err(Failure::Failed(error.to_string())),
    }
    Ok(())
}

/// Ctrl-C closes the connection, so that the server hears of it; where there is none yet, it ends the program.
struct Interruption {
    set: Arc<AtomicBool>,
    stream: Arc<Mutex<Option<TcpStream>>>,
}

impl Interruption {
    fn watch() -> Interruption {
        let (set, stream) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(None::<TcpStream>)));
        let (flag, connection) = (set.clone(), stream.clone());
        // Without the handler Ctrl-C still ends the player, only less politely.
        let _ = ctrlc::set_handler(move || {
            flag.store(true, Ordering::SeqCst);
            match &*lock(&connection) {
                Some(stream) => drop(stream.shutdown(Shutdown::Both)),
                None => {
                    let _ = writeln!(std::io::stderr(), "agon: interrupted before the server was there");
                    std::process::exit(1);
                }
            }
        });
        Interruption { set, stream }
    }

    fn made(&self, stream: &TcpStream) -> std::io::Result<()> {
        *lock(&self.stream) = Some(stream.try_clone()?);
        Ok(())
    }

    fn is_interrupted(&self) -> bool {
        self.set.load(Ordering::SeqCst)
    }
}
