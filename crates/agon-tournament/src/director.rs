//! Hands out the games of a tournament, takes back the results and keeps them.

use super::schedule::{GameId, Row, Schedule};
use super::store::{Store, StoreError};
use super::workforce::{FinishedGame, News, Workforce};
use agon_engine::Stop;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use thiserror::Error;

/// How often the machine may fail in one game before the tournament stops and says so.
const MOST_FAULTS: u32 = 3;

/// How long to wait for news before looking whether somebody wants the tournament to stop.
const PATIENCE: Duration = Duration::from_millis(100);

/// Why a tournament could not go on. Every game that has a row is kept.
#[derive(Debug, Error)]
pub enum RunError {
    /// The store has trouble.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The machine failed again and again in one game.
    #[error(
        "round {round}, board {board}: the game could not be played in {times} attempts, through no fault of a player: {why}"
    )]
    Machine {
        /// The round, from 1.
        round: u32,
        /// The board, from 1.
        board: u32,
        /// How often it was tried.
        times: u32,
        /// What happened last.
        why: String,
    },
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Every game has been played.
    Complete,
    /// Somebody stopped it; `run` goes on where it was.
    Stopped,
}

/// A tournament that is being played.
pub struct Director<'a> {
    schedule: Schedule,
    store: &'a mut Store,
    faults: HashMap<GameId, u32>,
}

impl<'a> Director<'a> {
    /// Takes up a tournament where its store says it is.
    pub fn new(schedule: Schedule, store: &'a mut Store) -> Director<'a> {
        Director { schedule, store, faults: HashMap::new() }
    }

    /// The tournament as it stands.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Plays until everything is played or somebody stops it: by setting `stop`, or through the store. `watch` sees
    /// the tournament whenever games were added to the store.
    pub fn run(
        &mut self,
        workforce: &mut dyn Workforce,
        stop: &Stop,
        watch: &mut dyn FnMut(&Schedule),
    ) -> Result<Ended, RunError> {
        let result = self.direct(workforce, stop, watch);
        workforce.stop();
        // Games that ended while the others were being stopped count, too.
        let mut late = Vec::new();
        while let Some(news) = workforce.wait(Duration::ZERO) {
            if let News::Finished(game) = news {
                late.push(*game);
            }
        }
        let ended = result?;
        self.keep(late)?;
        watch(&self.schedule);
        Ok(if self.schedule.is_complete() { Ended::Complete } else { ended })
    }

    fn direct(
        &mut self,
        workforce: &mut dyn Workforce,
        stop: &Stop,
        watch: &mut dyn FnMut(&Schedule),
    ) -> Result<Ended, RunError> {
        let mut under_way = 0;
        let mut looked = Instant::now();
        loop {
            while under_way < workforce.capacity() {
                let Some(task) = self.schedule.next_task() else { break };
                workforce.submit(task);
                under_way += 1;
            }
            if under_way == 0 {
                return Ok(Ended::Complete);
            }
            let mut finished = Vec::new();
            let mut returned = Vec::new();
            // Everything that has come in meanwhile is kept in one go: one write to the disk for many games.
            let mut news = workforce.wait(PATIENCE);
            while let Some(item) = news {
                match item {
                    News::Finished(game) => finished.push(*game),
                    News::MachineFault { id, why } => self.note_fault(id, why)?,
                    News::Returned(task) => returned.push(task),
                }
                news = workforce.wait(Duration::ZERO);
            }
            let any = !finished.is_empty();
            self.keep(finished)?;
            under_way -= returned.len();
            returned.into_iter().for_each(|task| self.schedule.put_back(task));
            if any {
                watch(&self.schedule);
            }
            if stop.is_set() {
                return Ok(Ended::Stopped);
            }
            if looked.elapsed() >= PATIENCE {
                looked = Instant::now();
                if self.store.stop_requested()? {
                    return Ok(Ended::Stopped);
                }
            }
        }
    }

    /// A game counts when its row is in the store; only then does the schedule hear of it.
    fn keep(&mut self, games: Vec<FinishedGame>) -> Result<(), StoreError> {
        let fresh: Vec<(Row, FinishedGame)> = games
            .into_iter()
            .filter(|game| !self.schedule.knows(game.id))
            .filter_map(|game| Some((Row::of(game.id, game.players, &game.record, game.ms)?, game)))
            .collect();
        if fresh.is_empty() {
            return Ok(());
        }
        self.store.commit(fresh.iter().map(|(row, game)| (row, &game.record)))?;
        for (row, _) in fresh {
            self.schedule.settle(row);
        }
        Ok(())
    }

    fn note_fault(&mut self, id: GameId, why: String) -> Result<(), RunError> {
        let times = self.faults.entry(id).or_insert(0);
        *times += 1;
        if *times < MOST_FAULTS {
            return Ok(());
        }
        let (round, board) = (id.pairing.round + 1, id.pairing.board + 1);
        Err(RunError::Machine { round, board, times: *times, why })
    }
}
