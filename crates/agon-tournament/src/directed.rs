//! A tournament as the director sees it: its schedule says what is to be played, its store keeps what was.

use crate::schedule::{GameId, PairTask, Row, Schedule};
use crate::store::{Store, StoreError};
use agon_referee::director::Contest;
use agon_referee::workforce::FinishedGame;
use thiserror::Error;

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

/// A tournament that can be played: hand it to a [`Director`](agon_referee::Director).
pub struct Directed<'a> {
    schedule: Schedule,
    store: &'a mut Store,
}

impl<'a> Directed<'a> {
    /// Takes up a tournament where its store says it is.
    pub fn new(schedule: Schedule, store: &'a mut Store) -> Directed<'a> {
        Directed { schedule, store }
    }

    /// The tournament as it stands.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }
}

impl Contest for Directed<'_> {
    type Error = RunError;

    fn next_task(&mut self) -> Option<PairTask> {
        self.schedule.next_task()
    }

    fn put_back(&mut self, task: PairTask) {
        self.schedule.put_back(task);
    }

    /// A game counts when its row is in the store; only then does the schedule hear of it.
    fn keep(&mut self, games: Vec<FinishedGame>) -> Result<(), RunError> {
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

    fn is_complete(&self) -> bool {
        self.schedule.is_complete()
    }

    fn stop_requested(&mut self) -> Result<bool, RunError> {
        Ok(self.store.stop_requested()?)
    }

    fn machine_failed(&self, id: GameId, times: u32, why: String) -> RunError {
        let (round, board) = (id.pairing.round + 1, id.pairing.board + 1);
        RunError::Machine { round, board, times, why }
    }
}
