//! The ascii server of HexThello and Ants: one match between the first two that connect, judged by the referee.

mod served_match;

use self::served_match::ServedMatch;
use super::ProgramError;
use super::arrivals::{Arrival, Arrivals, Happening};
use agon_core::{Side, Verdict};
use agon_engine::Stop;
use agon_referee::Referee;
use agon_wire::tuc::{AsciiOptions, Departure, ServerSeat, TucGame};
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

/// Is told what happens in a match.
type Tell<'a> = dyn FnMut(News<'_>) -> io::Result<()> + 'a;

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
    news: &mut Tell<'_>,
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
    let mut served = ServedMatch::new(setup, players, arrivals, stop.clone());
    let result = served.play(news);
    served.see_off();
    result
}

/// The first two that come and stay; if `stop` is set before, whoever is there.
fn gather(
    arrivals: &mut Arrivals,
    stop: &Stop,
    news: &mut Tell<'_>,
) -> io::Result<Result<[Arrival; 2], Vec<Arrival>>> {
    let mut waiting: Option<Arrival> = None;
    while !stop.is_set() {
        match arrivals.next(TICK) {
            Some(Happening::Arrived(stream, address)) => {
                // Somebody who left before it was let in.
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

/// The side in the words of the course: the one that moves first is black.
pub fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}
