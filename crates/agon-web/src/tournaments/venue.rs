//! Where a tournament of this process is played: its thread, its boards as they are now, and who watches.

use super::Event;
use crate::failure::{Code, Refusal, Trouble};
use crate::view::View;
use crate::visitor::Owner;
use agon_core::sync::lock;
use agon_core::{AnyPosition, LastMove, Reason};
use agon_engine::Stop;
use agon_referee::Referee;
use agon_tournament::game_runner::GameRunner;
use agon_tournament::store::RunLock;
use agon_tournament::{Directed, Pool};
use agon_tournament::{Director, GameId, PairingId, Schedule, Spectator, Store};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use tokio::sync::watch;

/// A game that is being played, or has just ended.
struct Board {
    players: [usize; 2],
    plies: usize,
    position: Box<dyn AnyPosition>,
    last: Vec<LastMove>,
    over: Option<Reason>,
    left: bool,
}

/// A board as it is sent.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = TournamentBoard))]
pub(crate) struct BoardState {
    /// The game's address in the tournament.
    game: String,
    round: u32,
    board: u32,
    /// The players' numbers, the side that started first.
    players: [usize; 2],
    plies: usize,
    /// Why it ended, if it has.
    over: Option<&'static str>,
    view: View,
}

/// What watchers are told.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = TournamentLive))]
pub(crate) struct Bulletin {
    id: String,
    running: bool,
    played: usize,
    total: Option<usize>,
    /// Why the last run ended early, if it did.
    #[serde(flatten)]
    trouble: Trouble,
    boards: Vec<BoardState>,
}

#[derive(Default)]
struct Progress {
    running: bool,
    played: usize,
    total: Option<usize>,
    trouble: Trouble,
}

struct Run {
    stop: Stop,
    thread: JoinHandle<()>,
}

/// Where a tournament is played.
#[derive(Default)]
pub(crate) struct Venue {
    boards: Mutex<BTreeMap<GameId, Board>>,
    progress: Mutex<Progress>,
    run: Mutex<Option<Run>>,
    /// Who set the tournament up, if that was here and since the server was started.
    owner: Mutex<Option<Owner>>,
    pulse: watch::Sender<u64>,
}

impl Spectator for Venue {
    fn see(&self, id: GameId, players: [usize; 2], game: &Referee) {
        let line = game.line();
        let moves = line.moves();
        let last = moves[moves.len().saturating_sub(2)..].iter().rev().cloned().collect();
        let board = Board {
            players,
            plies: moves.len(),
            position: line.position().boxed(),
            last,
            over: game.verdict().map(|verdict| verdict.reason),
            left: false,
        };
        let mut boards = lock(&self.boards);
        // A game that has ended stays in sight until its place is needed.
        if boards.insert(id, board).is_none()
            && let Some(ended) = boards.iter().find(|(_, board)| board.left).map(|(id, _)| *id)
        {
            boards.remove(&ended);
        }
        drop(boards);
        self.beat();
    }

    fn leave(&self, id: GameId) {
        if let Some(board) = lock(&self.boards).get_mut(&id) {
            board.left = true;
        }
        self.beat();
    }
}

impl Venue {
    /// Whether it is being played here.
    pub(crate) fn is_open(&self) -> bool {
        // The thread says when it is done; one that failed cannot.
        let alive = lock(&self.run).as_ref().is_some_and(|run| !run.thread.is_finished());
        alive && lock(&self.progress).running
    }

    pub(super) fn set_owner(&self, owner: Owner) {
        *lock(&self.owner) = Some(owner);
    }

    pub(super) fn owner(&self) -> Option<Owner> {
        lock(&self.owner).clone()
    }

    /// Beats whenever there is something new.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.pulse.subscribe()
    }

    /// Why the last run ended early, if it did.
    pub(super) fn trouble(&self) -> Trouble {
        lock(&self.progress).trouble.clone()
    }

    /// Everything there is to see.
    pub(crate) fn bulletin(&self, id: &str) -> Bulletin {
        let boards = lock(&self.boards).iter().map(|(id, board)| board.state(*id)).collect();
        let running = self.is_open();
        let progress = lock(&self.progress);
        let Progress { played, total, trouble, .. } = &*progress;
        Bulletin {
            id: id.to_owned(),
            running,
            played: *played,
            total: *total,
            trouble: trouble.clone(),
            boards,
        }
    }

    /// Plays a tournament in a thread of its own.
    pub(super) fn open(
        self: Arc<Self>,
        event: &Event<'_>,
        runner: GameRunner,
        concurrency: usize,
        most: usize,
    ) -> Result<(), Refusal> {
        if self.is_open() {
            return Err(Refusal::conflict(
                Code::TournamentRunning,
                "this tournament is being played already",
            ));
        }
        let file = event.store_file();
        let locked = RunLock::take(&file)?;
        let store = Store::create(&file, &event.description.fingerprint)?;
        store.check()?;
        store.clear_stop()?;
        let schedule = store.schedule(&event.description)?;
        *lock(&self.progress) = Progress {
            running: true,
            played: schedule.played(),
            total: schedule.total(),
            trouble: Trouble::default(),
        };
        let stop = Stop::new();
        let (venue, halt) = (self.clone(), stop.clone());
        let play = move || {
            let trouble = venue.play((schedule, store), runner, concurrency, most, &halt);
            // Whoever hears that it is over must be able to start it again.
            drop(locked);
            lock(&venue.boards).clear();
            let mut progress = lock(&venue.progress);
            let trouble = trouble.err().map(|why| Refusal::conflict(Code::RunEnded, &why).with("why", why));
            (progress.running, progress.trouble) = (false, trouble.map(Trouble::from).unwrap_or_default());
            drop(progress);
            venue.beat();
        };
        let thread = std::thread::Builder::new().name("tournament".to_owned()).spawn(play);
        let thread = thread.map_err(|error| {
            let sentence = format!("no thread can be had: {error}");
            Refusal::conflict(Code::MachineFull, sentence).with("why", error.to_string())
        })?;
        *lock(&self.run) = Some(Run { stop, thread });
        self.beat();
        Ok(())
    }

    fn play(
        self: &Arc<Self>,
        (schedule, mut store): (Schedule, Store),
        runner: GameRunner,
        concurrency: usize,
        most: usize,
        stop: &Stop,
    ) -> Result<(), String> {
        let mut too_many = false;
        let mut pool = Pool::new(runner.with_spectator(self.clone()), concurrency, stop)
            .map_err(|error| format!("no thread can be had: {error}"))?;
        let mut director = Director::new(Directed::new(schedule, &mut store));
        let mut note = |directed: &Directed<'_>| {
            let schedule = directed.schedule();
            let mut progress = lock(&self.progress);
            (progress.played, progress.total) = (schedule.played(), schedule.total());
            drop(progress);
            // A tournament without end has one here.
            if schedule.played() >= most && !schedule.is_complete() {
                too_many = true;
                stop.set();
            }
            self.beat();
        };
        director.run(&mut pool, stop, &mut note).map(drop).map_err(|error| error.to_string())?;
        match too_many {
            true => Err(format!("it was stopped after {most} games, which is what this server plays")),
            false => Ok(()),
        }
    }

    /// Asks the run to stop, without waiting.
    pub(super) fn ask_to_stop(&self) {
        if let Some(run) = lock(&self.run).as_ref() {
            run.stop.set();
        }
    }

    /// Stops the run and waits for its end; says whether there was one.
    pub(super) fn close(&self) -> bool {
        let was_open = self.is_open();
        let Some(Run { stop, thread }) = lock(&self.run).take() else { return false };
        stop.set();
        // A thread that failed has nothing more to say, and its games are in the store.
        let _ = thread.join();
        self.beat();
        was_open
    }

    fn beat(&self) {
        self.pulse.send_modify(|count| *count += 1);
    }
}

impl Board {
    fn state(&self, id: GameId) -> BoardState {
        let mut view: View = self.position.view(&self.last).into();
        // Nobody moves here but the players.
        view.moves.clear();
        BoardState {
            game: game_key(id),
            round: id.pairing.round,
            board: id.pairing.board,
            players: self.players,
            plies: self.plies,
            over: self.over.map(Reason::name),
            view,
        }
    }
}

/// The address of a game in its tournament.
pub(super) fn game_key(id: GameId) -> String {
    let PairingId { clock, round, board } = id.pairing;
    format!("{clock}-{round}-{board}-{}", id.game)
}

/// The game at an address.
pub(super) fn game_id(key: &str) -> Option<GameId> {
    let numbers: Vec<u32> = key.split('-').map(str::parse).collect::<Result<_, _>>().ok()?;
    let [clock, round, board, game] = numbers[..] else { return None };
    Some(GameId { pairing: PairingId { clock, round, board }, game })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.
mod tests {
    use super::*;

    #[test]
    fn games_have_addresses() {
        let id = game_id("0-3-12-1").unwrap();
        assert_eq!((id.pairing.round, id.pairing.board, id.game), (3, 12, 1));
        assert_eq!(game_key(id), "0-3-12-1");
        for wrong in ["", "1-2-3", "1-2-3-4-5", "a-b-c-d", "1-2-3--4"] {
            assert_eq!(game_id(wrong), None, "{wrong}");
        }
    }
}
