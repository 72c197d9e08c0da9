//! The ascii server: one match between the first two that connect, in the original's order of messages.
//!
//! The machine knows when which message goes to whom; the rules, the dice and the clock are the referee's. It asks
//! for what it needs with events and is answered with [`begin`](AsciiServer::begin),
//! [`played`](AsciiServer::played) and [`forfeited`](AsciiServer::forfeited).

use super::error::TucError;
use super::{Dialect, PlayerName, SeatEvent, ServerSeat, TucGame, WireMove};
use agon_core::{AnyPosition, Phase, Side};
use std::collections::VecDeque;
use std::fmt;

/// What an ascii server is started with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsciiOptions {
    /// `-g`: how many games are played.
    pub games: u32,
    /// `-s`: whether colours are swapped after each game.
    pub swap: bool,
    /// How Ants players are told what was played.
    pub dialect: Dialect,
}

impl Default for AsciiOptions {
    fn default() -> AsciiOptions {
        AsciiOptions { games: 1, swap: false, dialect: Dialect::default() }
    }
}

/// Why a player is no longer there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Departure {
    /// Its connection is closed.
    Disconnected,
    /// It sent what nobody can understand.
    BrokeProtocol(TucError),
    /// It takes requests and never answers.
    Unanswering {
        /// How many it left without an answer.
        requests: usize,
    },
    /// It did not say its name in time.
    Nameless,
}

/// As a clause: what it did.
impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Departure::Disconnected => f.write_str("it disconnected"),
            Departure::BrokeProtocol(error) => write!(f, "it broke the protocol: {error}"),
            Departure::Unanswering { requests } => {
                write!(f, "it left {requests} requests for a move without an answer")
            }
            Departure::Nameless => f.write_str("it did not say its name in time"),
        }
    }
}

/// What the machine wants done, in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AsciiEvent {
    /// Send these bytes, in one write.
    Send {
        /// To whom: 0 is the first that connected.
        connection: usize,
        /// What.
        bytes: Vec<u8>,
    },
    /// A player said its name.
    Named {
        /// Who.
        connection: usize,
        /// The name.
        name: PlayerName,
    },
    /// A game is to be set up; then call [`AsciiServer::begin`].
    GameWanted {
        /// Its number, counted from 1.
        number: u32,
        /// Who has which side, the side that moves first first.
        connections: [usize; 2],
    },
    /// A side has been asked for its move: its clock runs.
    Asked {
        /// The side.
        side: Side,
    },
    /// A move came; let the referee judge it, then call [`AsciiServer::played`] or [`AsciiServer::forfeited`].
    Moved {
        /// The side.
        side: Side,
        /// The move.
        mv: WireMove,
    },
    /// A player is gone and the match is over. It loses the game that was being played, if one was.
    Gone {
        /// Who.
        connection: usize,
        /// The side it had in the game that was being played.
        side: Option<Side>,
        /// Why.
        departure: Departure,
    },
    /// The match is over: when everything is sent, close both connections.
    Finished {
        /// Whether all games were played.
        complete: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Waiting for the connections, then for the names.
    Names,
    /// Waiting for [`AsciiServer::begin`].
    SettingUp,
    /// Waiting for a side's move.
    Thinking(Side),
    /// Waiting for the referee's word on a side's move.
    Judging(Side, WireMove),
    Over,
}

/// One match of the ascii server.
#[derive(Clone, Debug)]
pub struct AsciiServer {
    game: TucGame,
    options: AsciiOptions,
    seats: [ServerSeat; 2],
    /// Which connection has which side.
    connections: [usize; 2],
    stage: Stage,
    played: u32,
    events: VecDeque<AsciiEvent>,
}

impl AsciiServer {
    /// A server whose two players have just connected: the first is white. Colours go out at once, then the
    /// first is asked for its name.
    pub fn new(game: TucGame, options: AsciiOptions) -> AsciiServer {
        let seats = [ServerSeat::new(game.clone()), ServerSeat::new(game.clone())];
        let options = AsciiOptions { dialect: game.dialect(options.dialect), ..options };
        let mut server = AsciiServer {
            game,
            options,
            seats,
            connections: [1, 0],
            stage: Stage::Names,
            played: 0,
            events: VecDeque::new(),
        };
        server.send_colours();
        server.ask_name(0);
        server
    }

    /// The next thing to do; nothing until something arrives.
    pub fn next_event(&mut self) -> Option<AsciiEvent> {
        self.events.pop_front()
    }

    /// The game that is played.
    pub fn game(&self) -> &TucGame {
        &self.game
    }

    /// Takes bytes that arrived on a connection.
    pub fn receive(&mut self, connection: usize, bytes: &[u8]) {
        let mut input = bytes;
        while self.stage != Stage::Over {
            match self.seats[connection].receive(&mut input) {
                Ok(Some(event)) => self.answered(connection, event),
                Ok(None) => break,
                Err(error) => self.depart(connection, Departure::BrokeProtocol(error)),
            }
        }
    }

    /// A connection was closed by its player.
    pub fn disconnected(&mut self, connection: usize) {
        self.depart(connection, Departure::Disconnected);
    }

    /// The player that is being asked for its name has had time enough: it must go.
    pub fn expect_name(&mut self) {
        if let (Stage::Names, Some(connection)) = (self.stage, self.seats.iter().rposition(|s| s.owed() > 0))
        {
            self.depart(connection, Departure::Nameless);
        }
    }

    /// Starts the game that [`AsciiEvent::GameWanted`] asked for.
    pub fn begin(&mut self, start: &dyn AnyPosition) -> Result<(), TucError> {
        if self.stage == Stage::SettingUp {
            self.send_position(start)?;
            self.go_on(start);
        }
        Ok(())
    }

    /// The move stands and led to this position, dice included.
    pub fn played(&mut self, after: &dyn AnyPosition) -> Result<(), TucError> {
        if let Stage::Judging(side, mv) = self.stage {
            let over = matches!(after.phase(), Phase::Over(_));
            match self.options.dialect {
                // The last move is told as well: only the server knows how the dice fell.
                Dialect::Positions => self.send_position(after)?,
                Dialect::Moves if !over => {
                    let connection = self.connections[!side];
                    self.send(connection, self.seats[connection].opponent_moved(&mv));
                }
                Dialect::Moves => {}
            }
            self.go_on(after);
        }
        Ok(())
    }

    /// The game ends here without another move: an illegal one, too late, or decided from outside. An answer
    /// that is still to come will not count.
    pub fn forfeited(&mut self) {
        if matches!(self.stage, Stage::Thinking(_) | Stage::Judging(..)) {
            self.end_game();
        }
    }

    /// Ends the match from outside: both players are sent away.
    pub fn stop(&mut self) {
        if self.stage != Stage::Over {
            for connection in 0..2 {
                self.send(connection, self.seats[connection].quit());
            }
            self.finish(false);
        }
    }

    fn answered(&mut self, connection: usize, event: SeatEvent) {
        match (event, self.stage) {
            (SeatEvent::Name(name), Stage::Names) => {
                self.events.push_back(AsciiEvent::Named { connection, name });
                if connection == 0 { self.ask_name(1) } else { self.next_game() }
            }
            (SeatEvent::Move(mv), Stage::Thinking(side)) => {
                self.stage = Stage::Judging(side, mv);
                self.events.push_back(AsciiEvent::Moved { side, mv });
            }
            // A late answer belongs to a game that is over; the others cannot come at other times.
            _ => {}
        }
    }

    fn depart(&mut self, connection: usize, departure: Departure) {
        if self.stage == Stage::Over {
            return;
        }
        let in_game = matches!(self.stage, Stage::Thinking(_) | Stage::Judging(..));
        let side = Side::BOTH.into_iter().find(|&side| in_game && self.connections[side] == connection);
        self.events.push_back(AsciiEvent::Gone { connection, side, departure });
        let other = 1 - connection;
        self.send(other, self.seats[other].quit());
        self.finish(false);
    }

    fn go_on(&mut self, position: &dyn AnyPosition) {
        match position.phase() {
            Phase::Over(_) => self.end_game(),
            Phase::Turn(side) => {
                // The side that cannot move is asked all the same and answers with the pass.
                let connection = self.connections[side];
                let bytes = self.seats[connection].request_move();
                self.send(connection, bytes);
                self.stage = Stage::Thinking(side);
                self.events.push_back(AsciiEvent::Asked { side });
            }
            // The referee rolls before it tells anybody.
            Phase::Chance => {}
        }
    }

    fn end_game(&mut self) {
        for seat in &mut self.seats {
            seat.withdraw();
        }
        if self.options.swap {
            self.connections.swap(0, 1);
            self.send_colours();
        }
        self.next_game();
    }

    fn next_game(&mut self) {
        if self.played < self.options.games {
            self.played += 1;
            self.stage = Stage::SettingUp;
            let (number, connections) = (self.played, self.connections);
            self.events.push_back(AsciiEvent::GameWanted { number, connections });
        } else {
            for connection in 0..2 {
                self.send(connection, self.seats[connection].quit());
            }
            self.finish(true);
        }
    }

    fn finish(&mut self, complete: bool) {
        self.stage = Stage::Over;
        self.events.push_back(AsciiEvent::Finished { complete });
    }

    fn ask_name(&mut self, connection: usize) {
        let bytes = self.seats[connection].ask_name();
        self.send(connection, bytes);
    }

    fn send_colours(&mut self) {
        for side in [Side::Second, Side::First] {
            let connection = self.connections[side];
            self.send(connection, self.seats[connection].assign(side));
        }
    }

    fn send_position(&mut self, position: &dyn AnyPosition) -> Result<(), TucError> {
        let bytes = self.seats[0].new_position(position)?;
        self.send(0, bytes.clone());
        self.send(1, bytes);
        Ok(())
    }

    fn send(&mut self, connection: usize, bytes: Vec<u8>) {
        self.events.push_back(AsciiEvent::Send { connection, bytes });
    }
}
