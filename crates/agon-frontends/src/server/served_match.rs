//! A match being played: the order of messages, the referee and the clock put together.

use super::{FAREWELL, MatchResult, MatchSetup, NAME_TIME, News, TICK, Tell};
use crate::ProgramError;
use crate::arrivals::{Arrival, Arrivals, Happening};
use agon_core::record::PlayerInfo;
use agon_core::{Dice, Reason};
use agon_engine::Stop;
use agon_referee::{Answer, Clock, Fault, GameSetup, Referee, Ruling, SystemClock, TimeControl};
use agon_wire::tuc::{AsciiEvent, AsciiServer, Departure};
use std::io::Write;
use std::net::Shutdown;
use std::time::Duration;

/// A match between two players that are there.
pub(super) struct ServedMatch {
    setup: MatchSetup,
    server: AsciiServer,
    players: [Arrival; 2],
    /// Whose connection is not closed yet.
    here: [bool; 2],
    /// What is to be sent to each.
    outgoing: [Vec<u8>; 2],
    arrivals: Arrivals,
    stop: Stop,
    clock: SystemClock,
    /// When a player that was asked for its name must have said it.
    name_deadline: Option<Duration>,
    game: Option<Playing>,
    result: MatchResult,
}

/// The game being played.
struct Playing {
    number: u32,
    connections: [usize; 2],
    referee: Referee,
    /// When the side to move has lost on time.
    deadline: Option<Duration>,
}

impl ServedMatch {
    pub(super) fn new(
        setup: MatchSetup,
        players: [Arrival; 2],
        arrivals: Arrivals,
        stop: Stop,
    ) -> ServedMatch {
        let clock = SystemClock::new();
        let name_deadline = setup.move_time.map(|time| clock.now() + time.max(NAME_TIME));
        let server = AsciiServer::new(setup.game.clone(), setup.options);
        let result = MatchResult { names: Default::default(), wins: [0; 2], draws: 0, complete: false };
        ServedMatch {
            setup,
            server,
            players,
            here: [true; 2],
            outgoing: Default::default(),
            arrivals,
            stop,
            clock,
            name_deadline,
            game: None,
            result,
        }
    }

    pub(super) fn play(&mut self, news: &mut Tell<'_>) -> Result<MatchResult, ProgramError> {
        loop {
            if self.stop.is_set() {
                self.server.stop();
            }
            while let Some(event) = self.server.next_event() {
                if let AsciiEvent::Finished { complete } = event {
                    self.flush();
                    self.result.complete = complete;
                    return Ok(self.result.clone());
                }
                self.handle(event, news)?;
            }
            if !self.flush() {
                continue;
            }
            match self.wait() {
                Some(Happening::Input(number, bytes)) => {
                    if let Some(connection) = self.connection(number) {
                        self.server.receive(connection, &bytes);
                    }
                }
                Some(Happening::Closed(number)) => {
                    if let Some(connection) = self.connection(number) {
                        self.here[connection] = false;
                        self.server.disconnected(connection);
                    }
                }
                // Somebody who came just before the port was closed.
                Some(Happening::Arrived(..)) => {}
                None => self.call_time(news)?,
            }
        }
    }

    /// Sends what there is to send, to each player in one write: a message less that somebody wakes up for. Says
    /// whether both took it.
    fn flush(&mut self) -> bool {
        let mut taken = true;
        for connection in 0..2 {
            let bytes = std::mem::take(&mut self.outgoing[connection]);
            if !bytes.is_empty() && self.players[connection].stream.write_all(&bytes).is_err() {
                self.server.disconnected(connection);
                taken = false;
            }
        }
        taken
    }

    /// Which of the two players an arrival is.
    fn connection(&self, number: u64) -> Option<usize> {
        self.players.iter().position(|player| player.number == number)
    }

    /// The next thing that happens; nothing when it is time to look at the clock and the stop signal.
    fn wait(&self) -> Option<Happening> {
        let deadline = self.game.as_ref().map_or(self.name_deadline, |game| game.deadline);
        // One more tick, so that the time is over and not just used up.
        let left =
            deadline.map(|deadline| deadline.saturating_sub(self.clock.now()) + Duration::from_millis(1));
        self.arrivals.next(left.map_or(TICK, |left| left.min(TICK)))
    }

    fn handle(&mut self, event: AsciiEvent, news: &mut Tell<'_>) -> Result<(), ProgramError> {
        match event {
            AsciiEvent::Send { connection, bytes } => {
                self.outgoing[connection].extend(bytes);
            }
            AsciiEvent::Named { connection, name } => {
                self.result.names[connection] = name.to_string();
                let time = self.setup.move_time.filter(|_| connection == 0);
                self.name_deadline = time.map(|time| self.clock.now() + time.max(NAME_TIME));
                news(News::Named { connection, name: &self.result.names[connection] })?;
            }
            AsciiEvent::GameWanted { number, connections } => self.begin(number, connections, news)?,
            AsciiEvent::Asked { .. } => {
                if let Some(game) = &mut self.game {
                    game.deadline =
                        game.referee.request(self.clock.now()).and_then(|request| request.deadline);
                }
            }
            AsciiEvent::Moved { mv, .. } => self.judge(&mv.text(), news)?,
            AsciiEvent::Gone { connection, side, departure } => {
                if let (Some(side), Some(game)) = (side, &mut self.game) {
                    game.referee.lose(side, fault(&departure));
                    self.close_game(news)?;
                }
                let name = &self.result.names[connection];
                news(News::Gone { connection, name, departure: &departure })?;
            }
            AsciiEvent::Finished { .. } => {}
        }
        Ok(())
    }

    fn begin(
        &mut self,
        number: u32,
        connections: [usize; 2],
        news: &mut Tell<'_>,
    ) -> Result<(), ProgramError> {
        let players = connections.map(|connection| {
            let name = self.result.names[connection].clone();
            PlayerInfo { name, spec: String::new() }
        });
        let seed = Dice::derive(self.setup.seed, u64::from(number));
        let mut setup = GameSetup::new(self.setup.game.rules().clone(), players, seed);
        let played = usize::try_from(number - 1).unwrap_or(usize::MAX);
        setup.rolls = self.setup.rolls.get(played).cloned().unwrap_or_default();
        if let Some(time) = self.setup.move_time {
            setup.control = [TimeControl::per_move(time); 2];
        }
        let referee = Referee::new(setup)?;
        self.server.begin(referee.line().position())?;
        news(News::Position { number, referee: &referee })?;
        self.game = Some(Playing { number, connections, referee, deadline: None });
        Ok(())
    }

    fn judge(&mut self, text: &str, news: &mut Tell<'_>) -> Result<(), ProgramError> {
        let Some(game) = &mut self.game else { return Ok(()) };
        game.deadline = None;
        let ruling = game.referee.answer(Answer::Move(text.to_owned(), Default::default()), self.clock.now());
        let by_rules = game.referee.verdict().is_none_or(|verdict| verdict.reason == Reason::Normal);
        if by_rules {
            news(News::Position { number: game.number, referee: &game.referee })?;
            self.server.played(game.referee.line().position())?;
        } else {
            self.server.forfeited();
        }
        if ruling == Ruling::Ended { self.close_game(news) } else { Ok(()) }
    }

    fn call_time(&mut self, news: &mut Tell<'_>) -> Result<(), ProgramError> {
        let now = self.clock.now();
        let Some(game) = &mut self.game else {
            if self.name_deadline.is_some_and(|deadline| now > deadline) {
                self.server.expect_name();
            }
            return Ok(());
        };
        if game.referee.call_time(now) {
            self.server.forfeited();
            self.close_game(news)?;
        }
        Ok(())
    }

    /// Counts a game that is over.
    fn close_game(&mut self, news: &mut Tell<'_>) -> Result<(), ProgramError> {
        let Some(Playing { number, connections, referee, .. }) = self.game.take() else { return Ok(()) };
        if let Some(verdict) = referee.verdict() {
            match verdict.winner {
                Some(side) => self.result.wins[connections[side]] += 1,
                None => self.result.draws += 1,
            }
            news(News::GameOver { number, connections, referee: &referee, verdict })?;
        }
        Ok(())
    }

    /// Waits until both players have read QUIT and left, so that closing does not take it away from them.
    pub(super) fn see_off(&mut self) {
        for player in &self.players {
            let _ = player.stream.shutdown(Shutdown::Write);
        }
        let end = self.clock.now() + FAREWELL;
        while self.here != [false; 2] && self.clock.now() < end {
            match self.arrivals.next(end.saturating_sub(self.clock.now())) {
                Some(Happening::Closed(number)) => {
                    if let Some(connection) = self.connection(number) {
                        self.here[connection] = false;
                    }
                }
                // What they still say interests nobody.
                Some(Happening::Input(..) | Happening::Arrived(..)) => {}
                None => break,
            }
        }
        for player in &self.players {
            let _ = player.stream.shutdown(Shutdown::Both);
        }
    }
}

fn fault(departure: &Departure) -> Fault {
    match departure {
        Departure::Disconnected => {
            Fault::new(Reason::Disconnect).explained("its connection was closed".to_owned())
        }
        Departure::BrokeProtocol(error) => Fault::new(Reason::ProtocolError).explained(error.to_string()),
        Departure::Unanswering { .. } | Departure::Nameless => {
            Fault::new(Reason::Stall).explained(departure.to_string())
        }
    }
}
