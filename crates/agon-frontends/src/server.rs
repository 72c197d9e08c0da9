//! The ascii server of HexThello and Ants: one match between the first two that connect, judged by the referee.

use super::ProgramError;
use super::arrivals::{Arrival, Arrivals, Happening};
use agon_core::record::PlayerInfo;
use agon_core::{Dice, Reason, Side, Verdict};
use agon_engine::Stop;
use agon_referee::{Answer, Clock, Fault, GameSetup, Referee, Ruling, SystemClock, TimeControl};
use agon_wire::tuc::{AsciiEvent, AsciiOptions, AsciiServer, Departure, ServerSeat, TucGame};
use std::io::{self, Write};
use std::net::{Shutdown, SocketAddr, TcpListener};
use std::time::Duration;

/// How often the stop signal is looked at while nothing happens.
const TICK: Duration = Duration::from_millis(50);

/// Where moves have a time, names have at least this much.
const NAME_TIME: Duration = Duration::from_secs(10);

/// How long a player may take to take its leave.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a match is to be.
pub struct MatchSetup {
    /// The game.
    pub game: TucGame,
    /// Games, colours, dialect.
    pub options: AsciiOptions,
    /// The time for a move; the original has none.
    pub move_time: Option<Duration>,
    /// What the dice of all games come from.
    pub seed: u64,
    /// How chance falls in each game, as far as it is known beforehand: for playing a recorded match again.
    pub rolls: Vec<Vec<usize>>,
}

/// What can be told about a match while it goes on.
pub enum News<'a> {
    /// Somebody connected; connection 0 is the first.
    Connected {
        /// Which connection.
        connection: usize,
        /// From where.
        address: SocketAddr,
    },
    /// The first to come left, or spoke without being asked, before the second was there: the next one is the first.
    NotWaited {
        /// Who.
        address: SocketAddr,
    },
    /// A player said its name.
    Named {
        /// Which connection.
        connection: usize,
        /// The name.
        name: &'a str,
    },
    /// A game begins, or a move was played in it.
    Position {
        /// The game's number, counted from 1.
        number: u32,
        /// The game.
        referee: &'a Referee,
    },
    /// A game is over.
    GameOver {
        /// The game's number, counted from 1.
        number: u32,
        /// Which connection had which side.
        connections: [usize; 2],
        /// The game with its verdict.
        referee: &'a Referee,
        /// The verdict.
        verdict: &'a Verdict,
    },
    /// A player is gone, and with it the match.
    Gone {
        /// Which connection.
        connection: usize,
        /// Its name, if it had said it.
        name: &'a str,
        /// Why.
        departure: &'a Departure,
    },
}

/// How a match went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchResult {
    /// The players' names, in the order in which they connected.
    pub names: [String; 2],
    /// Games won by each.
    pub wins: [u32; 2],
    /// Games nobody won.
    pub draws: u32,
    /// Whether all games were played.
    pub complete: bool,
}

/// Waits for two players and lets them play. Who leaves or speaks before the second is there gives its place to the
/// next; whoever comes later is turned away at once. When `stop` is set, both are sent away and the match ends where
/// it is.
pub fn run(
    listener: TcpListener,
    setup: MatchSetup,
    stop: &Stop,
    news: &mut dyn FnMut(News<'_>) -> io::Result<()>,
) -> Result<MatchResult, ProgramError> {
    let mut arrivals = Arrivals::new(listener)?;
    let players = match gather(&mut arrivals, stop, news)? {
        Ok(players) => players,
        Err(alone) => {
            for mut arrival in alone {
                let _ = arrival.stream.write_all(&ServerSeat::new(setup.game.clone()).quit());
                let _ = arrival.stream.shutdown(Shutdown::Both);
            }
            return Ok(MatchResult { names: Default::default(), wins: [0; 2], draws: 0, complete: false });
        }
    };
    arrivals.turn_away();
    let mut table = Table::new(setup, players, arrivals, stop.clone());
    let result = table.play(news);
    table.see_off();
    result
}

/// The first two that come and stay; if `stop` is set before, whoever is there.
fn gather(
    arrivals: &mut Arrivals,
    stop: &Stop,
    news: &mut dyn FnMut(News<'_>) -> io::Result<()>,
) -> io::Result<Result<[Arrival; 2], Vec<Arrival>>> {
    let mut waiting: Option<Arrival> = None;
    while !stop.is_set() {
        match arrivals.next(TICK) {
            Some(Happening::Arrived(stream, address)) => {
                // Somebody who is gone before the door is open.
                let Ok(arrival) = arrivals.admit(stream, address) else { continue };
                news(News::Connected { connection: usize::from(waiting.is_some()), address })?;
                match waiting.take() {
                    Some(first) => return Ok(Ok([first, arrival])),
                    None => waiting = Some(arrival),
                }
            }
            Some(Happening::Input(number, _) | Happening::Closed(number)) => {
                if let Some(early) = waiting.take_if(|arrival| arrival.number == number) {
                    let _ = early.stream.shutdown(Shutdown::Both);
                    news(News::NotWaited { address: early.address })?;
                }
            }
            None => {}
        }
    }
    Ok(Err(waiting.into_iter().collect()))
}

/// A match being played.
struct Table {
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

impl Table {
    fn new(setup: MatchSetup, players: [Arrival; 2], arrivals: Arrivals, stop: Stop) -> Table {
        let clock = SystemClock::new();
        let name_deadline = setup.move_time.map(|time| clock.now() + time.max(NAME_TIME));
        let server = AsciiServer::new(setup.game.clone(), setup.options);
        let result = MatchResult { names: Default::default(), wins: [0; 2], draws: 0, complete: false };
        Table {
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

    fn play(
        &mut self,
        news: &mut dyn FnMut(News<'_>) -> io::Result<()>,
    ) -> Result<MatchResult, ProgramError> {
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
                // Somebody who came just before the door was closed.
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

    fn handle(
        &mut self,
        event: AsciiEvent,
        news: &mut dyn FnMut(News<'_>) -> io::Result<()>,
    ) -> Result<(), ProgramError> {
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
        news: &mut dyn FnMut(News<'_>) -> io::Result<()>,
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

    fn judge(
        &mut self,
        text: &str,
        news: &mut dyn FnMut(News<'_>) -> io::Result<()>,
    ) -> Result<(), ProgramError> {
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

    fn call_time(&mut self, news: &mut dyn FnMut(News<'_>) -> io::Result<()>) -> Result<(), ProgramError> {
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
    fn close_game(&mut self, news: &mut dyn FnMut(News<'_>) -> io::Result<()>) -> Result<(), ProgramError> {
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
    fn see_off(&mut self) {
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

/// The side in the words of the course: the one that moves first is black.
pub fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}
