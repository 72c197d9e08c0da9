//! The protocol of the course's game servers.

use super::{any_game, choice, same_in_any_pieces};
use crate::tuc::{
    AsciiEvent, AsciiOptions, AsciiServer, Dialect, Lobby, LobbyEvent, Player, PlayerEvent, PlayerId,
    SeatEvent, ServerDecoder, ServerMessage, ServerSeat, TucGame, WireMove,
};
use agon_core::{AnyGame, AnyPosition, Phase, Protocol, Side};
use std::collections::BTreeMap;
use std::sync::Arc;

/// One of the games that are played over this protocol.
fn game(games: &[Arc<dyn AnyGame>], first: u8) -> TucGame {
    TucGame::new(any_game(games, Protocol::Tuc, first)).expect("a game of this protocol")
}

/// Where a game begins, with its dice fallen one way.
fn opening(game: &TucGame, outcome: usize) -> Box<dyn AnyPosition> {
    let mut position = game.rules().opening();
    while position.chance().is_some() {
        position.resolve(outcome);
    }
    position
}

/// Plays a move if it is legal, dice included.
fn played(position: &dyn AnyPosition, mv: &WireMove, outcome: usize) -> Option<Box<dyn AnyPosition>> {
    let mut next = position.boxed();
    next.play(&mv.text()).ok()?;
    while next.chance().is_some() {
        next.resolve(outcome);
    }
    Some(next)
}

/// A server's messages are the same in any pieces, at most one is held, and written again they are the same bytes.
pub fn tuc_server_messages(games: &[Arc<dyn AnyGame>], data: &[u8]) {
    let (first, data) = choice(data);
    let game = game(games, first);
    same_in_any_pieces(data, |pieces| {
        let mut decoder = ServerDecoder::new(game.clone());
        let (mut events, mut written) = (Vec::new(), 0);
        for piece in pieces {
            let mut input = *piece;
            loop {
                match decoder.take(&mut input) {
                    Ok(Some(message)) => {
                        let encoded = message.encode(&game);
                        assert!(data[written..].starts_with(&encoded));
                        written += encoded.len();
                        events.push(format!("{message:?}"));
                    }
                    Ok(None) => break,
                    Err(error) => {
                        assert_eq!(decoder.take(&mut input), Err(error.clone()));
                        events.push(error.to_string());
                        return events;
                    }
                }
            }
            assert!(decoder.held() <= game.position_length());
        }
        assert_eq!(written + decoder.held(), data.len());
        events
    });
}

/// A player's answers are taken in the order of asking, and nothing that was not asked for.
pub fn tuc_seat(games: &[Arc<dyn AnyGame>], data: &[u8]) {
    let (first, mut script) = choice(data);
    let game = game(games, first);
    let mut seat = ServerSeat::new(game.clone());
    while let Some((&step, rest)) = script.split_first() {
        script = rest;
        match step {
            0..16 => drop(seat.ask_name()),
            16..64 => drop(seat.request_move()),
            64..80 => {
                seat.withdraw();
                assert!(!seat.owes_move());
            }
            _ => {
                let (mut input, rest) = script.split_at(script.len().min(usize::from(step % 32)));
                script = rest;
                loop {
                    let owed = seat.owes_move();
                    match seat.receive(&mut input) {
                        Ok(Some(SeatEvent::Name(name))) => assert!(name.bytes().len() <= game.name_limit()),
                        Ok(Some(SeatEvent::Move(mv))) => {
                            assert!(owed && !seat.owes_move());
                            assert_eq!(mv.bytes().len(), game.move_length());
                            assert!(!mv.text().is_empty() || game.move_length() == 12);
                        }
                        Ok(Some(SeatEvent::LateMove(_))) => assert_eq!(owed, seat.owes_move()),
                        Ok(None) => break,
                        Err(_) => return,
                    }
                }
                assert!(input.is_empty() && seat.held() < 256);
            }
        }
    }
}

/// A match ends whatever two players send, and the board changes by legal moves only.
pub fn tuc_ascii(games: &[Arc<dyn AnyGame>], data: &[u8]) {
    let (first, data) = choice(data);
    let (second, mut script) = choice(data);
    let game = game(games, first);
    let dialect = if first & 128 == 0 { Dialect::Positions } else { Dialect::Moves };
    let options = AsciiOptions { games: u32::from(second % 4), swap: second & 4 != 0, dialect };
    let mut server = AsciiServer::new(game.clone(), options);
    let mut position = opening(&game, usize::from(second));
    let (mut finished, mut wanted) = (false, 0);
    loop {
        while let Some(event) = server.next_event() {
            assert!(!finished, "{event:?} after the end");
            match event {
                AsciiEvent::GameWanted { number, connections } => {
                    wanted += 1;
                    assert!(number == wanted && connections[0] != connections[1]);
                    position = opening(&game, usize::from(second));
                    server.begin(&*position).expect("a position of the game");
                }
                AsciiEvent::Asked { side } => assert_eq!(position.phase(), Phase::Turn(side)),
                AsciiEvent::Moved { side, mv } => {
                    assert_eq!(position.phase(), Phase::Turn(side));
                    match played(&*position, &mv, usize::from(second & 1)) {
                        Some(next) => {
                            position = next;
                            server.played(&*position).expect("a position of the game");
                        }
                        None => server.forfeited(),
                    }
                }
                AsciiEvent::Send { connection, bytes } => assert!(connection < 2 && !bytes.is_empty()),
                AsciiEvent::Finished { complete } => {
                    assert!(!complete || wanted == options.games);
                    finished = true;
                }
                AsciiEvent::Named { .. } | AsciiEvent::Gone { .. } => {}
            }
        }
        let Some((&step, rest)) = script.split_first() else { break };
        let connection = usize::from(step & 1);
        let (bytes, rest) = rest.split_at(rest.len().min(usize::from(step >> 1) % 16));
        script = rest;
        match step {
            255 => server.disconnected(connection),
            254 => server.stop(),
            253 => server.forfeited(),
            _ => server.receive(connection, bytes),
        }
    }
    if !finished {
        server.disconnected(0);
        server.disconnected(1);
        let rest: Vec<_> = std::iter::from_fn(|| server.next_event()).collect();
        assert!(matches!(rest.last(), Some(AsciiEvent::Finished { complete: false })));
    }
}

/// A late answer never lands on a new board, whoever is seated, withdrawn and sent away; and who is asked has been
/// told the board it is asked for.
pub fn tuc_lobby(games: &[Arc<dyn AnyGame>], data: &[u8]) {
    const MOST: usize = 4;
    let (first, mut script) = choice(data);
    let game = game(games, first);
    let dialect = if first & 128 == 0 { Dialect::Positions } else { Dialect::Moves };
    let mut lobby = Lobby::new(game.clone(), dialect, MOST);
    let mut position = opening(&game, usize::from(first));
    let mut players: Vec<PlayerId> = Vec::new();
    let mut asked: Option<PlayerId> = None;
    // The boards of players that play what they are told and what they answer.
    let mut boards: BTreeMap<PlayerId, Box<dyn AnyPosition>> = BTreeMap::new();
    while let Some((&step, rest)) = script.split_first() {
        script = rest;
        let side = Side::BOTH[usize::from(step & 1)];
        let player = players.get(usize::from(step >> 1) % MOST).copied();
        match (step % 16, player) {
            (0 | 1, _) => players.extend(lobby.connect()),
            (2 | 3, Some(player)) => {
                lobby.seat(player, side, &*position).expect("a position of the game");
                // Who is seated, even anew, is asked no more.
                asked = asked.filter(|&other| other != player);
            }
            (4, Some(player)) => {
                if step & 16 == 0 {
                    lobby.withdraw(player)
                } else {
                    lobby.unseat(player)
                }
                boards.remove(&player);
                asked = asked.filter(|&other| other != player);
            }
            (5, _) => {
                position = opening(&game, usize::from(first));
                for &player in &players {
                    lobby.restart(player, &*position).expect("a position of the game");
                }
                asked = None;
            }
            (6, Some(player)) => lobby.dismiss(player),
            (7, Some(player)) => lobby.disconnected(player),
            (8 | 9, Some(player)) => {
                if let Some(other) = asked.take() {
                    lobby.withdraw(other);
                    boards.remove(&other);
                }
                if lobby.request(player, &*position).expect("a position of the game") {
                    asked = Some(player);
                }
            }
            _ => {
                let (bytes, rest) = script.split_at(script.len().min(usize::from(step >> 4)));
                script = rest;
                if let Some(player) = players.get(usize::from(step) % MOST).copied() {
                    lobby.receive(player, bytes);
                }
            }
        }
        while let Some(event) = lobby.next_event() {
            match event {
                LobbyEvent::Moved { player, mv } => {
                    assert_eq!(asked.take(), Some(player), "a move that was not asked for");
                    match played(&*position, &mv, usize::from(first & 1)) {
                        Some(next) => {
                            position = next;
                            boards.insert(player, position.boxed());
                            for &other in players.iter().filter(|&&other| other != player) {
                                let told = lobby.opponent_moved(other, &mv, &*position);
                                told.expect("a position of the game");
                            }
                        }
                        None => {
                            lobby.withdraw(player);
                            boards.remove(&player);
                        }
                    }
                }
                LobbyEvent::Gone { player, .. } => {
                    players.retain(|&other| other != player);
                    asked = asked.filter(|&other| other != player);
                }
                LobbyEvent::Send { player, bytes } => {
                    let message = ServerDecoder::new(game.clone()).take(&mut &bytes[..]);
                    match message.expect("a message").expect("a whole message") {
                        ServerMessage::NewPosition(board) => {
                            boards.insert(player, board.read(&game).expect("a position of the game"));
                        }
                        ServerMessage::OpponentMove(mv) => {
                            let board = boards.remove(&player).expect("a board before a move");
                            let next = played(&*board, &mv, usize::from(first & 1));
                            boards.insert(player, next.expect("a legal move"));
                        }
                        ServerMessage::RequestMove => {
                            let board = boards.get(&player).map(|board| board.text());
                            assert_eq!(board, Some(position.text()), "asked on another board");
                        }
                        ServerMessage::Colour(_) | ServerMessage::RequestName | ServerMessage::Quit => {}
                    }
                }
                LobbyEvent::Named { .. } | LobbyEvent::Late { .. } => {}
            }
        }
        assert!(lobby.players().count() <= MOST);
    }
}

/// A player follows any bytes to a position or to an error, and answers every request once with a legal move.
pub fn tuc_player(games: &[Arc<dyn AnyGame>], data: &[u8]) {
    let (first, data) = choice(data);
    let game = game(games, first);
    same_in_any_pieces(data, |pieces| {
        let mut player = Player::new(game.clone());
        let mut events = Vec::new();
        for piece in pieces {
            let mut input = *piece;
            loop {
                match player.receive(&mut input) {
                    Ok(Some(PlayerEvent::MoveWanted(request))) => {
                        let moves = request.position.legal_moves();
                        let mv = moves.first().expect("a move is wanted only where there is one");
                        // Now and then the answer comes late, after the board has changed.
                        if first & 64 == 0 || player.request_is_current() && data.len() % 3 == 0 {
                            events.push(format!("{:?}", player.answer(mv).expect("a legal move")));
                        }
                    }
                    Ok(Some(event)) => {
                        events.push(format!("{event:?} {:?}", player.position().map(AnyPosition::key)));
                    }
                    Ok(None) => break,
                    Err(error) => {
                        events.push(error.to_string());
                        return events;
                    }
                }
            }
            assert!(input.is_empty() && player.held() <= game.position_length());
        }
        while let Some(request) = player.request() {
            let mv = request.position.legal_moves().swap_remove(0);
            events.push(format!("{:?}", player.answer(&mv).expect("a legal move")));
        }
        events
    });
}
