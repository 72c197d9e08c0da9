//! How soon the exact values of all moves of Four in a Row are known, and whether the strongest level plays perfectly.

use super::LabError;
use crate::engine::four_in_a_row;
use crate::solver::{Options, Solver};
use crate::{FourInARow, FourInARowPosition, Move};
use agon_core::{Dice, Game, MoveList, Position, Typed};
use agon_engine::{Engine, EngineSpec, Engines, Limits, Stop};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;
use std::time::{Duration, Instant};

/// How long it took until every move of some positions had its exact value, in seconds.
#[derive(Clone, Debug, Serialize)]
pub struct ValueTimes {
    /// Which positions.
    pub what: String,
    /// How many.
    pub positions: usize,
    /// The mean.
    pub mean: f64,
    /// Half of them were known by then.
    pub half: f64,
    /// 99 of 100 were known by then.
    pub nearly_all: f64,
    /// All of them were known by then.
    pub worst: f64,
}

impl fmt::Display for ValueTimes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = |seconds: f64| format!("{:.1?}", Duration::from_secs_f64(seconds));
        write!(
            f,
            "{} {}: mean {}, half within {}, 99 % within {}, worst {}",
            self.positions,
            self.what,
            time(self.mean),
            time(self.half),
            time(self.nearly_all),
            time(self.worst)
        )
    }
}

/// The game as engines see it, and one of its engines.
fn engine(spec: &str) -> Result<(Typed<FourInARow>, Box<dyn Engine>), LabError> {
    let mut engines = Engines::new();
    engines.define(four_in_a_row());
    let engine = engines.engine("four-in-a-row", &spec.parse::<EngineSpec>()?)?;
    Ok((Typed::new(FourInARow::standard()), engine))
}

fn played(position: &FourInARowPosition, mv: Move) -> FourInARowPosition {
    let mut after = *position;
    after.play(mv);
    after
}

fn legal(position: &FourInARowPosition) -> MoveList<Move> {
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    moves
}

/// A game that goes on after so many random moves: its columns, and the position.
fn random_game(plies: u64, dice: &mut Dice) -> (String, FourInARowPosition) {
    'again: loop {
        let (mut columns, mut position) = (String::new(), FourInARow::standard().start());
        for _ in 0..plies {
            let moves = legal(&position);
            let mv = moves[dice.below(moves.len() as u64) as usize];
            position.play(mv);
            columns.push_str(&mv.column().to_string());
            if position.outcome().is_some() {
                continue 'again;
            }
        }
        return (columns, position);
    }
}

/// How soon all legal moves have exact values: on `count` random positions with any number of stones, and on all positions
/// with `stones` stones. Everything is forgotten before each position.
pub fn exact_values(count: u64, stones: usize, seed: u64) -> Result<[ValueTimes; 2], LabError> {
    let (game, mut engine) = engine("engine:hash=64")?;
    let limits = Limits { nodes: Some(u64::MAX), ..Limits::default() };
    let mut dice = Dice::new(seed);
    let random = (0..count).map(|_| {
        let plies = dice.below(42);
        random_game(plies, &mut dice).1
    });
    let random: Vec<FourInARowPosition> = random.collect();
    let mut times = |what: String, positions: &[FourInARowPosition]| -> Result<ValueTimes, LabError> {
        let mut times = Vec::with_capacity(positions.len());
        for position in positions {
            engine.new_game();
            let begin = Instant::now();
            let list = engine.analyze(&*game.position(*position), &limits, &Stop::new(), &mut |_| {})?;
            times.push(begin.elapsed().as_secs_f64());
            if !list.iter().all(|report| report.exact) {
                return Err(LabError::Wrong(format!("not all values are exact: {position:?}")));
            }
        }
        times.sort_unstable_by(f64::total_cmp);
        let at = |part: usize| times.get((times.len() * part / 100).min(times.len() - 1)).copied();
        let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
        let (half, nearly_all, worst) = (at(50), at(99), at(100));
        Ok(ValueTimes {
            what,
            positions: times.len(),
            mean,
            half: half.unwrap_or(0.0),
            nearly_all: nearly_all.unwrap_or(0.0),
            worst: worst.unwrap_or(0.0),
        })
    };
    let stones_text = format!("positions with {stones} stones");
    Ok([times("random positions".to_owned(), &random)?, times(stones_text, &all_with(stones))?])
}

/// Every position with so many stones in which the game goes on, mirror images counted once.
fn all_with(stones: usize) -> Vec<FourInARowPosition> {
    let mut layer = vec![FourInARow::standard().start()];
    for _ in 0..stones {
        let mut seen = HashSet::new();
        let all =
            layer.iter().flat_map(|position| legal(position).into_iter().map(|mv| played(position, mv)));
        layer = all.filter(|after| after.outcome().is_none() && seen.insert(after.canonical_key())).collect();
    }
    layer
}

/// What the strongest level's moves against itself were worth.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PerfectPlay {
    /// Games played.
    pub games: u64,
    /// Moves of the first side and of the second that were judged.
    pub moves: [u64; 2],
    /// Moves after which the score is not the best there was, each with its game.
    pub worse: Vec<String>,
    /// The slowest move, in seconds.
    pub slowest: f64,
}

impl fmt::Display for PerfectPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for worse in &self.worse {
            writeln!(f, "{worse}")?;
        }
        write!(
            f,
            "{} games, {} moves of the first side and {} of the second, {} of them not the best; slowest {:.1?}",
            self.games,
            self.moves[0],
            self.moves[1],
            self.worse.len(),
            Duration::from_secs_f64(self.slowest)
        )
    }
}

/// Plays the strongest level against itself from random positions with up to 12 stones, at least so many moves, and has
/// the bare solver, without the book, look at every one. `seen` hears how many moves were judged.
pub fn perfect_play(
    moves: u64,
    seed: u64,
    options: Options,
    seen: &mut dyn FnMut(u64),
) -> Result<PerfectPlay, LabError> {
    let (game, mut engine) = engine("engine:level=10")?;
    let mut judge: Solver<u64, 7, 6> = Solver::new(options);
    let mut play = PerfectPlay::default();
    while play.moves[0] + play.moves[1] < moves {
        let mut dice = Dice::new(Dice::derive(seed, play.games));
        play.games += 1;
        let plies = dice.below(13);
        let (mut columns, mut position) = random_game(plies, &mut dice);
        let mut choices = Vec::new();
        engine.new_game();
        while position.outcome().is_none() {
            let (limits, begin) = (Limits::default(), Instant::now());
            let report = engine.best(&*game.position(position), &limits, &Stop::new(), &mut |_| {})?;
            play.slowest = play.slowest.max(begin.elapsed().as_secs_f64());
            let column =
                report.mv.parse().map_err(|_| LabError::Wrong(format!("no column: {}", report.mv)))?;
            choices.push((position, Move::into_column(column)));
            columns.push_str(&report.mv);
            position.play(Move::into_column(column));
        }
        // From the end to the beginning: what was found out helps with what comes before.
        for (position, mv) in choices.into_iter().rev() {
            let best = judge.score(&position).score;
            let after = played(&position, mv);
            let kept = match after.outcome() {
                Some(outcome) => outcome.margin_for(position.side_to_move()),
                None => -judge.score(&after).score,
            };
            play.moves[position.ply() % 2] += 1;
            if kept != best {
                let (stones, column) = (position.ply(), mv.column());
                let worse =
                    format!("{stones} stones, column {column}: {kept} instead of {best} in {columns}");
                play.worse.push(worse);
            }
        }
        seen(play.moves[0] + play.moves[1]);
    }
    Ok(play)
}
