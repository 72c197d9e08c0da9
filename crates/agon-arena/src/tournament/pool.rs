//! The threads of this process as a workforce.

use super::description::Description;
use super::schedule::{GameId, PairTask, dice_seed, player_seeds, seating};
use super::spectator::Spectator;
use super::workforce::{FinishedGame, News, Workforce};
use crate::openings::{Opening, Openings};
use crate::{GameSetup, PlayerError, PlayerSpec, Referee, Seat, SystemClock, play};
use agon_core::Dice;
use agon_core::record::PlayerInfo;
use agon_engines::{Engines, Stop};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use thiserror::Error;

/// A player of a tournament that cannot be seated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("player '{name}': {error}")]
pub struct SeatError {
    /// The player's name.
    pub name: String,
    /// Why not.
    pub error: PlayerError,
}

/// Everything that is needed to play any game of a tournament.
pub struct Table {
    description: Description,
    specs: Vec<PlayerSpec>,
    engines: Engines,
    /// Openings drawn so far; more are drawn when a later round needs them, and the first ones stay the same.
    openings: Mutex<Vec<Opening>>,
    spectator: Option<Arc<dyn Spectator>>,
}

impl Table {
    /// Lays the table; every player is seated once, so that one who cannot be is found before the first game.
    pub fn new(description: &Description, engines: Engines) -> Result<Table, SeatError> {
        let mut specs = Vec::new();
        for player in &description.players {
            let refused = |error| SeatError { name: player.name.clone(), error };
            let spec: PlayerSpec = player.play.parse().map_err(refused)?;
            spec.seat(&*description.game, &engines).map_err(refused)?;
            specs.push(spec);
        }
        let openings = Mutex::new(Vec::new());
        Ok(Table { description: description.clone(), specs, engines, openings, spectator: None })
    }

    /// The same with somebody who looks on.
    #[must_use]
    pub fn with_spectator(mut self, spectator: Arc<dyn Spectator>) -> Table {
        self.spectator = Some(spectator);
        self
    }

    fn seat(&self, player: usize) -> Result<Box<dyn Seat>, PlayerError> {
        self.specs[player].seat(&*self.description.game, &self.engines)
    }

    /// The opening of a game. All meetings of a round begin alike, so that no one has the easier start.
    fn opening(&self, id: GameId) -> Opening {
        let Description { repeats, sides, format, .. } = &self.description;
        let a_round = (repeats + format.extra_pairs()) as usize;
        let number = id.pairing.round as usize * a_round + (id.game / sides.games()) as usize;
        let mut drawn = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        if drawn.len() <= number {
            let count = (number + 1).next_power_of_two().max(64);
            *drawn = draw(&self.description, count);
        }
        drawn[number % drawn.len()].clone()
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
        play(&mut referee, seats, seeds, &SystemClock::new(), stop, &mut show);
        if let Some(spectator) = &self.spectator {
            spectator.leave(id);
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
        let first = first_game(task);
        let mut seats = match task.players.map(|player| self.seat(player)) {
            [Ok(a), Ok(b)] => [a, b],
            [Err(error), _] | [_, Err(error)] => {
                return tell(News::MachineFault { id: first, why: error.to_string() });
            }
        };
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
            match self.play(id, players, &mut seats, stop) {
                Ok(Some(game)) => tell(News::Finished(Box::new(game))),
                Ok(None) => return,
                Err(why) => return tell(News::MachineFault { id, why }),
            }
            if swapped {
                seats.swap(0, 1);
            }
        }
    }
}

/// The openings of a tournament in the order they are used: a list is shuffled by the seed first, because lists are
/// often sorted.
fn draw(description: &Description, count: usize) -> Vec<Opening> {
    let mut openings = description.openings.clone();
    if let Openings::List(list) = &mut openings {
        let mut dice = Dice::new(Dice::derive(description.seed, 0x6c69_7374));
        for i in (1..list.len()).rev() {
            list.swap(i, dice.below(i as u64 + 1) as usize);
        }
    }
    openings.draw(&*description.game, count, description.seed)
}

/// Threads that play games.
pub struct Pool {
    tasks: Option<Sender<PairTask>>,
    news: Receiver<News>,
    workers: Vec<JoinHandle<()>>,
    stop: Stop,
}

impl Pool {
    /// Starts `workers` threads, or as many as the system gives. Setting `stop` gives up the games under way.
    pub fn new(table: Table, workers: usize, stop: &Stop) -> std::io::Result<Pool> {
        let table = Arc::new(table);
        let (tasks, waiting) = channel::<PairTask>();
        let (tell, news) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        let mut pool = Pool { tasks: Some(tasks), news, workers: Vec::new(), stop: stop.clone() };
        for _ in 0..workers.max(1) {
            let (table, waiting, tell, stop) = (table.clone(), waiting.clone(), tell.clone(), stop.clone());
            let work = move || {
                loop {
                    let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(task) = next else { return };
                    work_on(&table, task, &stop, &tell);
                }
            };
            match std::thread::Builder::new().spawn(work) {
                Ok(worker) => pool.workers.push(worker),
                Err(error) if pool.workers.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(pool)
    }
}

/// Plays a pair and says so. A player's panic is caught where the player is asked, so one that comes here is our own
/// and no reason to lose a game.
fn work_on(table: &Table, task: PairTask, stop: &Stop, tell: &Sender<News>) {
    // Nobody listens any more only when the pool is gone.
    let say = |news| drop(tell.send(news));
    if catch_unwind(AssertUnwindSafe(|| table.play_pair(&task, stop, &say))).is_err() {
        let why = "the part of this program that plays games failed".to_owned();
        say(News::MachineFault { id: first_game(&task), why });
    }
    say(News::Returned(task));
}

fn first_game(task: &PairTask) -> GameId {
    GameId { pairing: task.pairing, game: task.games.first().copied().unwrap_or(0) }
}

impl Workforce for Pool {
    fn capacity(&self) -> usize {
        // One more than there are threads, so that none waits while a result is kept.
        self.workers.len() + 1
    }

    fn submit(&mut self, task: PairTask) {
        if let Some(tasks) = &self.tasks
            && let Err(refused) = tasks.send(task)
        {
            // Every thread is gone; the task stays with the schedule, which will ask again in another run.
            drop(refused);
        }
    }

    fn wait(&mut self, patience: Duration) -> Option<News> {
        self.news.recv_timeout(patience).ok()
    }

    fn stop(&mut self) {
        self.stop.set();
        self.tasks = None;
        for worker in self.workers.drain(..) {
            let _ = worker.join();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
    }
}
