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
    let (first, mut script) = choice(data);
    let mut trial = LobbyTrial::new(game(games, first), first);
    while let Some((&step, rest)) = script.split_first() {
        script = trial.step(step, rest);
        while let Some(event) = trial.lobby.next_event() {
            trial.check(event);
        }
        assert!(trial.lobby.players().count() <= LobbyTrial::MOST);
    }
}

/// A lobby, and beside it what must be true of it.
struct LobbyTrial {
    game: TucGame,
    first: u8,
    lobby: Lobby,
    position: Box<dyn AnyPosition>,
    players: Vec<PlayerId>,
    asked: Option<PlayerId>,
    /// The boards of players that play what they are told and what they answer.
    boards: BTreeMap<PlayerId, Box<dyn AnyPosition>>,
}

impl LobbyTrial {
    const MOST: usize = 4;

    fn new(game: TucGame, first: u8) -> LobbyTrial {
        let dialect = if first & 128 == 0 { Dialect::Positions } else { Dialect::Moves };
        LobbyTrial {
            lobby: Lobby::new(game.clone(), dialect, LobbyTrial::MOST),
            position: opening(&game, usize::from(first)),
            game,
            first,
            players: Vec::new(),
            asked: None,
            boards: BTreeMap::new(),
        }
    }

    /// Does one thing to the lobby; returns what is left of the script.
    fn step<'a>(&mut self, step: u8, script: &'a [u8]) -> &'a [u8] {
        let side = Side::BOTH[usize::from(step & 1)];
        let player = self.players.get(usize::from(step >> 1) % LobbyTrial::MOST).copied();
        match (step % 16, player) {
            (0 | 1, _) => self.players.extend(self.lobby.connect()),
            (2 | 3, Some(player)) => {
                self.lobby.seat(player, side, &*self.position).expect("a position of the game");
                // Who is seated, even anew, is asked no more.
                self.asked.take_if(|other| *other == player);
            }
            (4, Some(player)) => {
                if step & 16 == 0 {
                    self.lobby.withdraw(player)
                } else {
                    self.lobby.unseat(player)
                }
                self.boards.remove(&player);
                self.asked.take_if(|other| *other == player);
            }
            (5, _) => {
                self.position = opening(&self.game, usize::from(self.first));
                for &player in &self.players {
                    self.lobby.restart(player, &*self.position).expect("a position of the game");
                }
                self.asked = None;
            }
            (6, Some(player)) => self.lobby.dismiss(player),
            (7, Some(player)) => self.lobby.disconnected(player),
            (8 | 9, Some(player)) => {
                if let Some(other) = self.asked.take() {
                    self.lobby.withdraw(other);
                    self.boards.remove(&other);
                }
                if self.lobby.request(player, &*self.position).expect("a position of the game") {
                    self.asked = Some(player);
                }
            }
            _ => {
                let (bytes, rest) = script.split_at(script.len().min(usize::from(step >> 4)));
                if let Some(player) = self.players.get(usize::from(step) % LobbyTrial::MOST).copied() {
                    self.lobby.receive(player, bytes);
                }
                return rest;
            }
        }
        script
    }

    fn check(&mut self, event: LobbyEvent) {
        match event {
            LobbyEvent::Moved { player, mv } => {
                assert_eq!(self.asked.take(), Some(player), "a move that was not asked for");
                match played(&*self.position, &mv, usize::from(self.first & 1)) {
                    Some(next) => {
                        self.position = next;
                        self.boards.insert(player, self.position.boxed());
                        for &other in self.players.iter().filter(|&&other| other != player) {
                            let told = self.lobby.opponent_moved(other, &mv, &*self.position);
                            told.expect("a position of the game");
                        }
                    }
                    None => {
                        self.lobby.withdraw(player);
                        self.boards.remove(&player);
                    }
                }
            }
            LobbyEvent::Gone { player, .. } => {
                self.players.retain(|&other| other != player);
                self.asked.take_if(|other| *other == player);
            }
            LobbyEvent::Send { player, bytes } => self.follow(player, &bytes),
            LobbyEvent::Named { .. } | LobbyEvent::Late { .. } => {}
        }
    }

    /// Plays on a player's own board what it is told.
    fn follow(&mut self, player: PlayerId, bytes: &[u8]) {
        let message = ServerDecoder::new(self.game.clone()).take(&mut &bytes[..]);
        match message.expect("a message").expect("a whole message") {
            ServerMessage::NewPosition(board) => {
                self.boards.insert(player, board.read(&self.game).expect("a position of the game"));
            }
            ServerMessage::OpponentMove(mv) => {
                let board = self.boards.remove(&player).expect("a board before a move");
                let next = played(&*board, &mv, usize::from(self.first & 1));
                self.boards.insert(player, next.expect("a legal move"));
            }
            ServerMessage::RequestMove => {
                let board = self.boards.get(&player).map(|board| board.text());
                assert_eq!(board, Some(self.position.text()), "asked on another board");
            }
            ServerMessage::Colour(_) | ServerMessage::RequestName | ServerMessage::Quit => {}
        }
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
