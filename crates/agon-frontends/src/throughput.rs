//! How many moves a second go through the protocol of the course: our server and two random players in one process, over
//! loopback.

use crate::ProgramError;
use crate::server::{self, MatchSetup, News};
use agon_core::Dice;
use agon_engine::Stop;
use agon_wire::tuc::{AsciiOptions, Dialect, Player, PlayerEvent, TucGame};
use serde::Serialize;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::Instant;

/// What went through.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Throughput {
    /// How many games.
    pub games: u32,
    /// Their moves.
    pub moves: usize,
    /// The time from the second player's arrival on.
    pub seconds: f64,
}

/// Plays some games between two random players over loopback.
pub fn throughput(game: &TucGame, games: u32, dialect: Dialect) -> Result<Throughput, ProgramError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let address = listener.local_addr()?;
    let players = [1, 2].map(|seed| {
        let game = game.clone();
        std::thread::spawn(move || random_player(address, game, seed))
    });
    let options = AsciiOptions { games, swap: true, dialect };
    let setup = MatchSetup { game: game.clone(), options, move_time: None, seed: 1, rolls: Vec::new() };
    let (mut moves, mut begun) = (0, Instant::now());
    server::run(listener, setup, &Stop::new(), &mut |news| {
        match news {
            News::Connected { .. } => begun = Instant::now(),
            News::GameOver { referee, .. } => moves += referee.line().moves().len(),
            _ => {}
        }
        Ok(())
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    for player in players {
        // A player that panicked has ended the match already.
        let _ = player.join();
    }
    Ok(Throughput { games, moves, seconds })
}

fn random_player(address: SocketAddr, game: TucGame, seed: u64) -> Result<(), ProgramError> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let (mut player, mut dice, mut buffer) = (Player::new(game), Dice::new(seed), [0; 4096]);
    loop {
        let length = stream.read(&mut buffer)?;
        if length == 0 {
            return Ok(());
        }
        let mut input = &buffer[..length];
        while let Some(event) = player.receive(&mut input)? {
            match event {
                PlayerEvent::NameWanted => stream.write_all(&player.name("random"))?,
                PlayerEvent::Pass(bytes) => stream.write_all(&bytes)?,
                PlayerEvent::Quit => return Ok(()),
                PlayerEvent::MoveWanted(request) => {
                    let moves = request.position.legal_moves();
                    if let Some(mv) = dice.pick(&moves) {
                        stream.write_all(&player.answer(mv)?)?;
                    }
                }
                PlayerEvent::Colour(_) | PlayerEvent::PositionChanged => {}
            }
        }
    }
}
