//! The results of a tournament, gathered once and written as HTML, CSV or JSON.

mod csv;
mod film;
mod html;
mod json;
mod page;
mod plot;

use super::autopsy::{AutopsyError, Finding, Habits, Pathologist, typical_length};
use super::schedule::{GameId, Row, Schedule};
use super::standings::Standings;
use super::store::{Store, StoreError};
use agon_core::{Record, RecordError, Registry};
use agon_engine::{EngineError, Engines};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use thiserror::Error;

/// Why the results cannot be gathered.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The store has trouble.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game cannot be looked into.
    #[error("round {round}, board {board}, game {game}: {error}")]
    Autopsy {
        /// The round, from 1.
        round: u32,
        /// The board, from 1.
        board: u32,
        /// The game, from 1.
        game: u32,
        /// What is wrong.
        error: AutopsyError,
    },
    /// There is no engine to look into games.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A game does not replay.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// A game of the report.
#[derive(Clone, Debug)]
pub struct ReportedGame {
    /// Its row.
    pub row: Row,
    /// The whole game.
    pub record: Record,
    /// Where it was lost, if somebody lost it and it was looked into.
    pub finding: Option<Finding>,
}

/// Everything there is to say about a tournament.
pub struct Report<'a> {
    schedule: &'a Schedule,
    games_known: &'a Registry,
    /// One table for each time limit, and the total last if there are several.
    pub tables: Vec<Standings>,
    /// All games, in order.
    pub games: Vec<ReportedGame>,
    /// The mistakes of each player, if games were looked into.
    pub habits: Option<Vec<Habits>>,
    /// How many moves a game typically has.
    pub typical: usize,
}

/// How lost games are looked into.
pub struct Autopsies<'a> {
    /// The engines.
    pub engines: &'a Engines,
    /// Nodes for each judgement.
    pub nodes: u64,
    /// How many threads look into games at the same time.
    pub threads: usize,
    /// Told how many are done, of how many.
    pub progress: &'a dyn Fn(usize, usize),
}

impl<'a> Report<'a> {
    /// Gathers the results from the store. What is found out about lost games is kept there.
    pub fn gather(
        schedule: &'a Schedule,
        store: &mut Store,
        games_known: &'a Registry,
        autopsies: Option<&Autopsies<'_>>,
    ) -> Result<Report<'a>, ReportError> {
        let mut games = Vec::new();
        store.each_row(|row| {
            if schedule.knows(row.id)
                && let Some(record) = store.record(row.id)?
            {
                games.push(ReportedGame { row, record, finding: None });
            }
            Ok(())
        })?;
        let typical = typical_length(games.iter().map(|game| game.row.moves));
        let mut habits = None;
        if let Some(autopsies) = autopsies {
            let mut findings = examine(schedule, store, games_known, autopsies, &games)?;
            let mut all = vec![Habits::default(); schedule.description().players.len()];
            for game in &mut games {
                game.finding = findings.remove(&game.row.id);
                if let (Some(finding), Some(loser)) = (&game.finding, game.row.loser()) {
                    all[loser].add(finding, typical);
                }
            }
            habits = Some(all);
        }
        let tables = Standings::all(schedule);
        Ok(Report { schedule, games_known, tables, games, habits, typical })
    }

    /// The table that decides.
    pub fn total(&self) -> Option<&Standings> {
        self.tables.last()
    }

    fn name(&self, player: usize) -> &str {
        &self.schedule.description().players[player].name
    }
}

/// Looks into every lost game, unless that was done before with the same effort.
fn examine(
    schedule: &Schedule,
    store: &mut Store,
    games_known: &Registry,
    autopsies: &Autopsies<'_>,
    games: &[ReportedGame],
) -> Result<HashMap<GameId, Finding>, ReportError> {
    let mut findings = HashMap::new();
    let mut open = Vec::new();
    for game in games.iter().filter(|game| game.row.winner.is_some()) {
        let known = store.autopsy(game.row.id, autopsies.nodes)?;
        match known.and_then(|text| serde_json::from_str(&text).ok()) {
            Some(finding) => drop(findings.insert(game.row.id, finding)),
            None => open.push(game),
        }
    }
    let next = AtomicUsize::new(0);
    let id = schedule.description().game.id();
    let (tell, hear) = channel();
    let Autopsies { engines, nodes, threads, progress } = *autopsies;
    let work = |tell: Sender<Examined>| {
        let pathologist = Pathologist::new(&id, games_known, engines, nodes);
        let mut pathologist = match pathologist {
            Ok(pathologist) => pathologist,
            Err(error) => return drop(tell.send(Err(error.into()))),
        };
        while let Some(game) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
            let GameId { pairing, game: number } = game.row.id;
            let (round, board, number) = (pairing.round + 1, pairing.board + 1, number + 1);
            let told = pathologist
                .examine(&game.record)
                .map(|finding| (game.row.id, finding))
                .map_err(|error| ReportError::Autopsy { round, board, game: number, error });
            // Nobody listens any more once something went wrong.
            if tell.send(told).is_err() {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, open.len().max(1)) {
            let tell = tell.clone();
            scope.spawn(|| work(tell));
        }
        drop(tell);
        // What is found out is kept at once, so that an export that is interrupted goes on where it was.
        for (done, told) in hear.into_iter().enumerate() {
            let (id, finding) = told?;
            if let Some(finding) = finding {
                let text = serde_json::to_string(&finding).unwrap_or_default();
                store.keep_autopsy(id, nodes, &text)?;
                findings.insert(id, finding);
            }
            progress(done + 1, open.len());
        }
        Ok(findings)
    })
}

/// What a thread that looks into games has to say.
type Examined = Result<(GameId, Option<Finding>), ReportError>;
