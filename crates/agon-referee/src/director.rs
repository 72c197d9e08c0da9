//! Hands out the games of a contest, takes back the results and has them kept.

use crate::workforce::{FinishedGame, GameId, News, PairTask, Workforce};
use agon_engine::Stop;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// How often the machine may fail in one game before the contest stops and says so.
pub const MOST_FAULTS: u32 = 3;

/// How long to wait for news before looking whether somebody wants the contest to stop.
const PATIENCE: Duration = Duration::from_millis(100);

/// A match or a tournament: which games are to be played, and what becomes of results.
pub trait Contest {
    /// Why it cannot go on.
    type Error;

    /// The next games to hand out.
    fn next_task(&mut self) -> Option<PairTask>;

    /// Takes games back that were handed out; those that have no result are handed out again.
    fn put_back(&mut self, task: PairTask);

    /// Keeps the results of games; those that are known already change nothing.
    fn keep(&mut self, games: Vec<FinishedGame>) -> Result<(), Self::Error>;

    /// Whether there is nothing left to play, now or later.
    fn is_complete(&self) -> bool;

    /// Whether somebody asked it to stop in its own way.
    fn stop_requested(&mut self) -> Result<bool, Self::Error> {
        Ok(false)
    }

    /// What it means that the machine failed so often in one game.
    fn machine_failed(&self, id: GameId, times: u32, why: String) -> Self::Error;
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every game has been played.
    Complete,
    /// Somebody stopped it; `run` goes on where it was.
    Stopped,
}

/// A contest that is being played.
pub struct Director<C> {
    contest: C,
    faults: HashMap<GameId, u32>,
}

impl<C: Contest> Director<C> {
    /// Takes up a contest where it is.
    pub fn new(contest: C) -> Director<C> {
        Director { contest, faults: HashMap::new() }
    }

    /// The contest as it stands.
    pub fn contest(&self) -> &C {
        &self.contest
    }

    /// The contest, when all is done.
    pub fn into_contest(self) -> C {
        self.contest
    }

    /// Plays until everything is played or somebody stops it: by setting `stop`, or as the contest says. `watch` sees
    /// the contest whenever results were kept. Whatever ends the run, games that are finished count.
    pub fn run(
        &mut self,
        workforce: &mut dyn Workforce,
        stop: &Stop,
        watch: &mut dyn FnMut(&C),
    ) -> Result<Ended, C::Error> {
        let directed = self.direct(workforce, stop, watch);
        workforce.stop();
        // Games that ended while the others were being stopped count, too.
        let mut late = Vec::new();
        while let Some(news) = workforce.wait(Duration::ZERO) {
            if let News::Finished(game) = news {
                late.push(*game);
            }
        }
        let kept = self.contest.keep(late);
        watch(&self.contest);
        let ended = directed?;
        kept?;
        Ok(if self.contest.is_complete() { Ended::Complete } else { ended })
    }

    fn direct(
        &mut self,
        workforce: &mut dyn Workforce,
        stop: &Stop,
        watch: &mut dyn FnMut(&C),
    ) -> Result<Ended, C::Error> {
        let mut under_way = 0;
        let mut looked = Instant::now();
        loop {
            while under_way < workforce.capacity() && !stop.is_set() {
                let Some(task) = self.contest.next_task() else { break };
                workforce.submit(task);
                under_way += 1;
            }
            if under_way == 0 {
                return Ok(if stop.is_set() { Ended::Stopped } else { Ended::Complete });
            }
            let arrived = Arrived::next(workforce);
            let any = !arrived.finished.is_empty();
            self.contest.keep(arrived.finished)?;
            under_way -= arrived.returned.len();
            arrived.returned.into_iter().for_each(|task| self.contest.put_back(task));
            if any {
                watch(&self.contest);
            }
            for (id, why) in arrived.faults {
                self.note_fault(id, why)?;
            }
            if stop.is_set() {
                return Ok(Ended::Stopped);
            }
            if looked.elapsed() >= PATIENCE {
                looked = Instant::now();
                if self.contest.stop_requested()? {
                    return Ok(Ended::Stopped);
                }
            }
        }
    }

    fn note_fault(&mut self, id: GameId, why: String) -> Result<(), C::Error> {
        let times = self.faults.entry(id).or_insert(0);
        *times += 1;
        if *times < MOST_FAULTS { Ok(()) } else { Err(self.contest.machine_failed(id, *times, why)) }
    }
}

/// Everything that has come in meanwhile, to be kept in one go: one write to the disk for many games.
#[derive(Default)]
struct Arrived {
    finished: Vec<FinishedGame>,
    faults: Vec<(GameId, String)>,
    returned: Vec<PairTask>,
}

impl Arrived {
    fn next(workforce: &mut dyn Workforce) -> Arrived {
        let mut arrived = Arrived::default();
        let mut news = workforce.wait(PATIENCE);
        while let Some(item) = news {
            match item {
                News::Finished(game) => arrived.finished.push(*game),
                News::MachineFault { id, why } => arrived.faults.push((id, why)),
                News::Returned(task) => arrived.returned.push(task),
            }
            news = workforce.wait(Duration::ZERO);
        }
        arrived
    }
}
