//! Where a lost game was lost: the move that gave it away, what refuted it, and how sure that is.
//!
//! The game is walked back from its end. At every move of the loser our engine judges the position before the move, with
//! a fixed number of nodes and one thread, so the finding is the same on every machine. The first move after which the
//! loser was never again better than lost is the one that gave the game away.

use super::standings::is_fault;
use agon_core::{AnyPosition, Line, Phase as Turn, Record, RecordError, Registry, Side};
use agon_engine::solving::ExactSolver;
use agon_engine::{Engine, EngineError, EngineSpec, Engines, Limits, Report, Stop};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// The nodes for each judgement if nothing else is said.
pub const NODES: u64 = 20_000;

/// An estimate at or below minus this many hundredths of the unit is taken for lost, one at or above it for won.
const CLEAR: i32 = 150;

/// How much of a refutation is kept.
const LONGEST_LINE: usize = 8;

/// Why a game could not be looked into.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AutopsyError {
    /// The record does not replay.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The engine refuses.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// What kind of mistake lost the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The loser had a win and let it go, together with the game.
    MissedWin,
    /// The position was open; the move allowed the opponent to win.
    AllowedWin,
    /// The position was lost against perfect play all along, but far from its end; the move brought that near.
    HastenedLoss,
    /// The position was lost when the players took over from the opening.
    LostFromTheStart,
    /// Not a move on the board: a crash, an illegal move, the clock.
    Fault,
    /// The loser gave up or was given the loss in a position that was not lost.
    GivenUp,
}

/// In a position that is lost anyway a move that gives up so many hundredths of the unit is a mistake all the same.
const HASTENED: i32 = 400;

/// How sure a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sureness {
    /// Both that the game was not lost before the move and that it was afterwards is proven.
    Exact,
    /// That the move loses is proven; that another would not have lost is the engine's judgement.
    LossProven,
    /// Both are the engine's judgement.
    Judged,
    /// The verdict itself says so.
    Verdict,
}

/// A part of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The first third of a typical game.
    Opening,
    /// The second third.
    Middle,
    /// The rest.
    End,
}

impl Phase {
    /// The part of the game that move number `ply` (from 0) belongs to, when games typically have `typical` moves.
    pub fn of(ply: usize, typical: usize) -> Phase {
        match 3 * ply / typical.max(1) {
            0 => Phase::Opening,
            1 => Phase::Middle,
            _ => Phase::End,
        }
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middle => "middle game",
            Phase::End => "endgame",
        }
    }
}

/// What was found out about a lost game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The side that lost.
    pub loser: Side,
    /// What kind of mistake it was.
    pub kind: Kind,
    /// How sure that is.
    pub sureness: Sureness,
    /// The number of the move that gave the game away, from 0; none if no move did.
    pub ply: Option<usize>,
    /// That move.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// A better one.
    pub better: Option<String>,
    /// What the better one was worth to the loser, in words.
    pub before: Option<String>,
    /// What the opponent had after the mistake, in words.
    pub after: Option<String>,
    /// How the opponent wins: the line our engine expects.
    pub refutation: Vec<String>,
}

impl Finding {
    fn bare(loser: Side, kind: Kind, sureness: Sureness) -> Finding {
        Finding {
            loser,
            kind,
            sureness,
            ply: None,
            mv: None,
            better: None,
            before: None,
            after: None,
            refutation: Vec::new(),
        }
    }

    /// The mistake in words, given how long games typically are.
    pub fn label(&self, typical: usize) -> &'static str {
        match (self.kind, self.ply.map(|ply| Phase::of(ply, typical))) {
            (Kind::MissedWin, _) => "missed win",
            (Kind::AllowedWin, Some(Phase::End)) => "endgame slip",
            (Kind::AllowedWin, _) => "allowed win",
            (Kind::HastenedLoss, _) => "hastened loss",
            (Kind::LostFromTheStart, _) => "lost from the start",
            (Kind::Fault, _) => "fault",
            (Kind::GivenUp, _) => "given up",
        }
    }
}

/// Looks into lost games, one after the other.
pub struct Pathologist<'a> {
    games: &'a Registry,
    engine: Box<dyn Engine>,
    /// The game's own exact solver, asked where it is quick.
    solver: Option<Box<dyn ExactSolver>>,
    limits: Limits,
}

impl<'a> Pathologist<'a> {
    /// One for the games of a tournament, with `nodes` for each judgement.
    pub fn new(
        game: &str,
        games: &'a Registry,
        engines: &Engines,
        nodes: u64,
    ) -> Result<Pathologist<'a>, EngineError> {
        // A small table: nothing is kept from one game to the next.
        let spec = EngineSpec::parse_settings("threads=1:hash=4")?;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let solver = if engines.has_solver(game) { Some(engines.solver(game, 1, 4)?) } else { None };
        Ok(Pathologist { games, engine: engines.engine(game, &spec)?, solver, limits })
    }

    /// Finds the move that gave a game away; nothing for a draw or an unfinished game.
    pub fn examine(&mut self, record: &Record) -> Result<Option<Finding>, AutopsyError> {
        let Some(verdict) = &record.verdict else { return Ok(None) };
        let Some(winner) = verdict.winner else { return Ok(None) };
        if is_fault(verdict.reason.name()) {
            return Ok(Some(Finding::bare(!winner, Kind::Fault, Sureness::Verdict)));
        }
        let line = record.replay(self.games)?;
        self.engine.new_game();
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
        Ok(Some(self.walk_back(&line, !winner, record.opening_plies)?))
    }

    fn walk_back(&mut self, line: &Line, loser: Side, opening: usize) -> Result<Finding, AutopsyError> {
        let over = matches!(line.position().phase(), Turn::Over(_));
        let own = |&ply: &usize| line.moves()[ply].side == loser;
        let mut lost_before: Option<Report> = None;
        let mut hastened: Option<(i32, usize, Report)> = None;
        if !over && let Some(view) = self.judge(line, line.moves().len())? {
            // The game did not end on the board: if it was not lost there, no move gave it away.
            let mine = line.position().side_to_move() == loser;
            let for_loser = if mine { standing(&view) } else { standing(&view).opposite() };
            if for_loser != Outlook::Lost {
                return Ok(Finding::bare(loser, Kind::GivenUp, Sureness::Verdict));
            }
        }
        for ply in (opening..line.moves().len()).rev().filter(own) {
            let Some(before) = self.judge(line, ply)? else { continue };
            if standing(&before) == Outlook::Lost {
                let cost = self.cost(line, ply, &before)?;
                if cost >= HASTENED && hastened.as_ref().is_none_or(|(most, ..)| cost >= *most) {
                    hastened = Some((cost, ply, before.clone()));
                }
                lost_before = Some(before);
                continue;
            }
            return self.mistake(line, loser, ply, &before);
        }
        if let Some((_, ply, before)) = hastened {
            // Nobody but a perfect opponent had won before that move.
            let finding = self.mistake(line, loser, ply, &before)?;
            return Ok(Finding { kind: Kind::HastenedLoss, ..finding });
        }
        let proven = lost_before.as_ref().is_some_and(|view| view.proven);
        let sureness = if proven { Sureness::Exact } else { Sureness::Judged };
        let mut finding = Finding::bare(loser, Kind::LostFromTheStart, sureness);
        finding.before = lost_before.map(|view| view.score_text);
        Ok(finding)
    }

    /// How many hundredths of the unit the move after `ply` moves gave up, where that is known exactly, and 0 elsewhere.
    fn cost(&mut self, line: &Line, ply: usize, before: &Report) -> Result<i32, AutopsyError> {
        let Some(after) = self.judge(line, ply + 1)? else { return Ok(0) };
        Ok(if before.exact && after.exact { before.score + after.score } else { 0 })
    }

    fn mistake(
        &mut self,
        line: &Line,
        loser: Side,
        ply: usize,
        before: &Report,
    ) -> Result<Finding, AutopsyError> {
        let after = self.judge(line, ply + 1)?;
        let proven_after = after.as_ref().is_none_or(|view| view.proven);
        let sureness = match (before.proven, proven_after) {
            (true, true) => Sureness::Exact,
            (false, true) => Sureness::LossProven,
            _ => Sureness::Judged,
        };
        let kind = if standing(before) == Outlook::Won { Kind::MissedWin } else { Kind::AllowedWin };
        let mut finding = Finding::bare(loser, kind, sureness);
        finding.ply = Some(ply);
        let played = &line.moves()[ply].text;
        finding.mv = Some(played.clone());
        finding.better = (before.mv != *played).then(|| before.mv.clone());
        finding.before = Some(before.score_text.clone());
        if let Some(after) = after {
            finding.refutation = after.pv.into_iter().take(LONGEST_LINE).collect();
            finding.after = Some(after.score_text);
        }
        Ok(finding)
    }

    /// What the engine thinks of the position after `ply` moves; nothing if the game is over there.
    fn judge(&mut self, line: &Line, ply: usize) -> Result<Option<Report>, AutopsyError> {
        let Some(position) = line.position_at(ply) else { return Ok(None) };
        if !matches!(position.phase(), Turn::Turn(_)) {
            return Ok(None);
        }
        let mut report = self.engine.best(position, &self.limits, &Stop::new(), &mut |_| {})?;
        if !report.exact {
            self.prove(position, &mut report)?;
        }
        Ok(Some(report))
    }

    /// Puts the exact value and best play of both sides in the place of a judgement, where they can be had.
    fn prove(&mut self, position: &dyn AnyPosition, report: &mut Report) -> Result<(), AutopsyError> {
        let Some(solver) = &mut self.solver else { return Ok(()) };
        if !solver.is_quick(position) {
            return Ok(());
        }
        let solved = solver.solve(position)?;
        report.score = (100.0 * solved.value) as i32;
        (report.exact, report.proven) = (true, true);
        report.score_text = match report.score.signum() {
            1 => "a proven win".to_owned(),
            0 => "a proven draw".to_owned(),
            _ => "a proven loss".to_owned(),
        };
        report.pv.clear();
        let mut along = position.boxed();
        let mut next = solved.mv;
        while let Some(mv) = next {
            if along.play(&mv).is_err() {
                break;
            }
            report.pv.push(mv);
            let more = report.pv.len() < LONGEST_LINE && matches!(along.phase(), Turn::Turn(_));
            next = if more { solver.solve(&*along)?.mv } else { None };
        }
        if let Some(mv) = report.pv.first() {
            report.mv = mv.clone();
        }
        Ok(())
    }
}

/// How a position looks for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outlook {
    Won,
    Open,
    Lost,
}

impl Outlook {
    fn opposite(self) -> Outlook {
        match self {
            Outlook::Won => Outlook::Lost,
            Outlook::Open => Outlook::Open,
            Outlook::Lost => Outlook::Won,
        }
    }
}

fn standing(report: &Report) -> Outlook {
    let clear = if report.proven || report.exact { 1 } else { CLEAR };
    match report.score {
        score if score >= clear => Outlook::Won,
        score if score <= -clear => Outlook::Lost,
        _ => Outlook::Open,
    }
}

/// The mistakes of one player over a tournament.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Habits {
    /// How many losses were looked into.
    pub losses: usize,
    /// How many of each kind, in words.
    pub kinds: BTreeMap<&'static str, usize>,
    /// In which part of the game, in words.
    pub phases: BTreeMap<&'static str, usize>,
}

impl Habits {
    /// Adds a finding.
    pub fn add(&mut self, finding: &Finding, typical: usize) {
        self.losses += 1;
        *self.kinds.entry(finding.label(typical)).or_default() += 1;
        if let Some(ply) = finding.ply {
            *self.phases.entry(Phase::of(ply, typical).words()).or_default() += 1;
        }
    }
}

/// How long games typically are: the median.
pub fn typical_length(lengths: impl IntoIterator<Item = usize>) -> usize {
    let mut lengths: Vec<usize> = lengths.into_iter().collect();
    lengths.sort_unstable();
    lengths.get(lengths.len() / 2).copied().unwrap_or(1)
}
