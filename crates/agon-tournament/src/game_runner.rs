//! Plays the games of a tournament: its players, in the seats of a factory, and its openings.

use super::description::Description;
use super::schedule::{GameId, PairTask, dice_seed, player_seeds, seating};
use super::spectator::Spectator;
use agon_core::Dice;
use agon_core::record::PlayerInfo;
use agon_core::sync::lock;
use agon_engine::{Engines, Stop};
use agon_referee::openings::{Opening, Openings, random_openings};
use agon_referee::pool::{PairPlayer, PlaysPairs};
use agon_referee::workforce::{FinishedGame, News};
use agon_referee::{Clock, GameSetup, Referee, Seat, SystemClock, play};
use agon_seats::SeatFactory;
use agon_seats::cores::{Cores, Urgency};
use agon_seats::{PlayerError, PlayerSpec};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use thiserror::Error;

/// The random openings that are kept distinct up to symmetry; those after them have each their own dice.
const MOST_DISTINCT: usize = 1 << 14;

/// A player of a tournament that cannot be seated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("player '{name}': {error}")]
pub struct SeatError {
    /// The player's name.
    pub name: String,
    /// Why not.
    pub error: PlayerError,
}

/// Seats a player, by its number.
pub type SeatMaker = dyn Fn(usize) -> Result<Box<dyn Seat>, PlayerError> + Send + Sync;

/// Everything that is needed to play any game of a tournament.
pub struct GameRunner {
    description: Description,
    seats: Box<SeatMaker>,
    clock: Arc<dyn Clock + Send + Sync>,
    containment: Option<String>,
    ports: Vec<u16>,
    /// The seats of players from the network. Their programs connect once, so each has one seat for the whole
    /// tournament and plays one game at a time.
    kept: BTreeMap<usize, Kept>,
    /// Openings drawn so far; more are drawn when a later round needs them, and the first ones stay the same. There are
    /// never more than the list has, or than are kept distinct.
    openings: Mutex<Vec<Opening>>,
    spectator: Option<Arc<dyn Spectator>>,
    /// The processors that games share with others, if they do.
    cores: Option<Cores>,
}

impl GameRunner {
    /// A runner for a tournament; every player is seated once and every program started once, so that what is wrong with one is
    /// found before the first game.
    pub fn new(description: &Description, engines: impl Into<Arc<Engines>>) -> Result<GameRunner, SeatError> {
        let factory = SeatFactory::owning(engines.into());
        GameRunner::with_factory(description, factory)
    }

    /// The same for programs that must not see what is in `folder`, except for what each one's own command names.
    pub fn away_from(
        description: &Description,
        engines: impl Into<Arc<Engines>>,
        folder: &Path,
    ) -> Result<GameRunner, SeatError> {
        let factory = SeatFactory::owning(engines.into()).away_from(folder);
        GameRunner::with_factory(description, factory)
    }

    fn with_factory(
        description: &Description,
        factory: SeatFactory<'static>,
    ) -> Result<GameRunner, SeatError> {
        let factory =
            factory.with_sandbox(description.sandbox, description.limits).with_pondering(description.ponder);
        let (mut specs, mut kept) = (Vec::new(), BTreeMap::new());
        for (number, player) in description.players.iter().enumerate() {
            let refused = |error| SeatError { name: player.name.clone(), error };
            let spec: PlayerSpec = player.play.parse().map_err(refused)?;
            let seat = spec.seat_from(&*description.game, &factory, &player.home).map_err(refused)?;
            if matches!(spec, PlayerSpec::Net(_)) {
                kept.insert(number, Mutex::new(Some(seat)));
            }
            specs.push((spec, player.home.clone()));
        }
        let (containment, ports) = (factory.containment(), factory.ports());
        let game = description.game.clone();
        let seats = move |player: usize| {
            let (spec, home): &(PlayerSpec, _) = &specs[player];
            spec.seat_from(&*game, &factory, home)
        };
        Ok(GameRunner { containment, ports, kept, ..GameRunner::with_seats(description, Box::new(seats)) })
    }

    /// A runner whose players are seated by somebody else.
    pub fn with_seats(description: &Description, seats: Box<SeatMaker>) -> GameRunner {
        GameRunner {
            description: description.clone(),
            seats,
            clock: Arc::new(SystemClock::new()),
            containment: None,
            ports: Vec::new(),
            kept: BTreeMap::new(),
            openings: Mutex::new(Vec::new()),
            spectator: None,
            cores: None,
        }
    }

    /// The same with another clock.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock + Send + Sync>) -> GameRunner {
        self.clock = clock;
        self
    }

    /// The same with somebody who looks on.
    #[must_use]
    pub fn with_spectator(mut self, spectator: Arc<dyn Spectator>) -> GameRunner {
        self.spectator = Some(spectator);
        self
    }

    /// The same with games that wait for a processor before they begin.
    #[must_use]
    pub fn with_cores(mut self, cores: Cores) -> GameRunner {
        self.cores = Some(cores);
        self
    }

    /// How programs are contained, in one line, if there are any. It is also in the record of each of their games.
    pub fn containment(&self) -> Option<&str> {
        self.containment.as_deref()
    }

    /// The ports where players from the network are expected.
    pub fn ports(&self) -> &[u16] {
        &self.ports
    }

    /// The opening of a game. All meetings of a round begin alike, so that no one has the easier start.
    fn opening(&self, id: GameId) -> Opening {
        let Description { repeats, sides, format, seed, game, .. } = &self.description;
        let a_round = (repeats + format.extra_pairs()) as usize;
        let number = id.pairing.round as usize * a_round + (id.game / sides.games()) as usize;
        match &self.description.openings {
            Openings::None => Opening::default(),
            Openings::List(_) => {
                let mut drawn = lock(&self.openings);
                if drawn.is_empty() {
                    *drawn = shuffled(&self.description);
                }
                drawn[number % drawn.len()].clone()
            }
            Openings::Random { plies } if number < MOST_DISTINCT => {
                let mut drawn = lock(&self.openings);
                if drawn.len() <= number {
                    let count = (number + 1).next_power_of_two().max(64);
                    *drawn = random_openings(&**game, *plies, count, *seed);
                }
                drawn[number].clone()
            }
            // A tournament that needs so many is not worth remembering them all.
            Openings::Random { plies } => {
                let seed = Dice::derive(*seed, number as u64);
                random_openings(&**game, *plies, 1, seed).pop().unwrap_or_default()
            }
        }
    }

    /// Plays one game; nothing if it was stopped.
    fn play(
        &self,
        id: GameId,
        players: [usize; 2],
        seats: &mut [Box<dyn Seat>; 2],
        stop: &Stop,
    ) -> Result<Option<FinishedGame>, String> {
        let description = &self.description;
        let info = |player: usize| {
            let entrant = &description.players[player];
            PlayerInfo { name: entrant.name.clone(), spec: entrant.play.clone() }
        };
        let mut setup =
            GameSetup::new(description.game.clone(), players.map(info), dice_seed(description, id));
        let opening = self.opening(id);
        setup.start = match &opening.position {
            Some(text) => Some(description.game.parse_position(text).map_err(|e| e.to_string())?),
            None => None,
        };
        setup.opening = opening.moves;
        setup.control = [description.clocks[id.pairing.clock as usize]; 2];
        setup.tolerance = [seats[0].tolerance(), seats[1].tolerance()];
        setup.longest = description.longest;
        let mut referee = Referee::new(setup).map_err(|e| e.to_string())?;
        let seeds = player_seeds(description, id);
        let mut show = |referee: &Referee| {
            if let Some(spectator) = &self.spectator {
                spectator.see(id, players, referee);
            }
        };
        show(&referee);
        play(&mut referee, seats, seeds, &*self.clock, stop, &mut show);
        if let Some(spectator) = &self.spectator {
            spectator.leave(id);
        }
        if let Some(why) = referee.called_off() {
            return Err(why.to_owned());
        }
        if referee.verdict().is_none() {
            return Ok(None);
        }
        let mut ms = [0.0; 2];
        for (recorded, played) in referee.record().moves.iter().zip(referee.line().moves()) {
            ms[played.side] += recorded.ms.unwrap_or(0.0);
        }
        Ok(Some(FinishedGame { id, players, record: referee.record().clone(), ms }))
    }

    /// Plays the games of a task, one after the other; `tell` hears of each.
    fn play_pair(&self, task: &PairTask, stop: &Stop, tell: &dyn Fn(News)) {
        let mut chairs = self.chairs(task.players);
        let seated = [0, 1].map(|i| match chairs[i].as_mut().and_then(|kept| kept.take()) {
            Some(seat) => Ok(seat),
            None => (self.seats)(task.players[i]),
        });
        let mut seats = match seated {
            [Ok(a), Ok(b)] => [a, b],
            [Err(error), _] | [_, Err(error)] => {
                return tell(News::MachineFault { id: task.first_game(), why: error.to_string() });
            }
        };
        self.play_games(task, &mut seats, stop, tell);
        for (chair, seat) in chairs.iter_mut().zip(seats) {
            if let Some(kept) = chair {
                **kept = Some(seat);
            }
        }
    }

    /// The kept seats of two players, each for this pair alone. They are taken in the order of the players, so
    /// that two pairs never wait for each other.
    fn chairs(&self, players: [usize; 2]) -> [Option<Chair<'_>>; 2] {
        let chair = |player: usize| self.kept.get(&player).map(|kept| lock(kept));
        let [a, b] = players;
        if a < b {
            let first = chair(a);
            [first, chair(b)]
        } else {
            let second = chair(b);
            [chair(a), second]
        }
    }

    /// The processors that a game takes: one side thinks at a time.
    fn threads(&self, players: [usize; 2]) -> usize {
        let of = |player: usize| match self.description.players.get(player)?.play.parse() {
            Ok(PlayerSpec::Engine(engine)) => {
                engine.techniques.iter().find(|(name, _)| name == "threads")?.1.parse().ok()
            }
            _ => None,
        };
        players.into_iter().filter_map(of).max().unwrap_or(1)
    }

    fn play_games(&self, task: &PairTask, seats: &mut [Box<dyn Seat>; 2], stop: &Stop, tell: &dyn Fn(News)) {
        for &game in &task.games {
            if stop.is_set() {
                return;
            }
            let id = GameId { pairing: task.pairing, game };
            let swapped = !game.is_multiple_of(2);
            if swapped {
                seats.swap(0, 1);
            }
            let players = seating(task.players, game);
            let _share =
                self.cores.as_ref().and_then(|cores| cores.take(self.threads(players), Urgency::Patient));
            if stop.is_set() {
                return;
            }
            let played = self.play(id, players, seats, stop);
            if swapped {
                seats.swap(0, 1);
            }
            match played {
                Ok(Some(game)) => tell(News::Finished(Box::new(game))),
                Ok(None) => return,
                Err(why) => return tell(News::MachineFault { id, why }),
            }
        }
    }
}

impl PlaysPairs for GameRunner {
    fn player(&self) -> PairPlayer<'_> {
        Box::new(|task, stop, tell| self.play_pair(task, stop, tell))
    }
}

/// A seat that waits for its player's next game.
type Kept = Mutex<Option<Box<dyn Seat>>>;

/// The right to use a kept seat.
type Chair<'a> = MutexGuard<'a, Option<Box<dyn Seat>>>;

/// The openings of a list in the order they are used: it is shuffled by the seed, because lists are often sorted.
fn shuffled(description: &Description) -> Vec<Opening> {
    let Openings::List(list) = &description.openings else { return Vec::new() };
    let mut list = list.clone();
    let mut dice = Dice::new(Dice::derive(description.seed, 0x6c69_7374));
    for i in (1..list.len()).rev() {
        list.swap(i, dice.below(i as u64 + 1) as usize);
    }
    list
}
