//! Games of an engine against itself, as material to learn from.

use super::Crew;
use super::counting::{after_random_moves, settle};
use super::judging::{Judge, stopped};
use crate::engine::{Engine, EngineError, Limits};
use agon_core::{AnyGame, AnyPosition, Dice, Phase};

/// How an engine plays against itself.
#[derive(Clone, Copy)]
pub struct SelfPlay<'a> {
    /// The rules.
    pub game: &'a dyn AnyGame,
    /// The engine.
    pub judge: Judge<'a>,
    /// How many games.
    pub games: usize,
    /// How many random moves each begins with.
    pub random_plies: u32,
    /// What ends a search.
    pub limits: &'a Limits,
    /// The seed of the random moves and of the games' dice.
    pub seed: u64,
}

/// Positions in which the engine chose a move, game after game. All lists have the same length.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// The positions.
    pub positions: Vec<Box<dyn AnyPosition>>,
    /// The moves chosen.
    pub moves: Vec<String>,
    /// Their values for the side to move, in hundredths of the unit.
    pub scores: Vec<i32>,
    /// The first side's margin at the end of the game.
    pub margins: Vec<i32>,
    /// The number of the game.
    pub games: Vec<u32>,
}

impl SelfPlay<'_> {
    /// Plays the games.
    pub fn run(&self, crew: Crew<'_>) -> Result<Played, EngineError> {
        let play = |engine: &mut Box<dyn Engine>, number| self.play(&mut **engine, number, crew);
        let mut all = Played::default();
        for game in crew.share(self.games, || self.judge.hire(), play)? {
            all.positions.extend(game.positions);
            all.moves.extend(game.moves);
            all.scores.extend(game.scores);
            all.margins.extend(game.margins);
            all.games.extend(game.games);
        }
        Ok(all)
    }

    fn play(&self, engine: &mut dyn Engine, number: usize, crew: Crew<'_>) -> Result<Played, EngineError> {
        let mut dice = Dice::new(Dice::derive(self.seed, number as u64));
        let mut position = after_random_moves(self.game, self.random_plies, &mut dice);
        let mut played = Played::default();
        engine.new_game();
        loop {
            if let Phase::Over(outcome) = position.phase() {
                played.margins = vec![outcome.margin; played.moves.len()];
                played.games = vec![number as u32; played.moves.len()];
                return Ok(played);
            }
            let report = engine.best(&*position, self.limits, crew.stop, &mut |_| {})?;
            stopped(crew.stop)?;
            played.positions.push(position.clone());
            // The engine's own move is legal; were it not, the game could not go on.
            position.play(&report.mv).map_err(|error| EngineError::Setting(error.to_string()))?;
            settle(&mut *position, &mut dice);
            played.scores.push(report.score);
            played.moves.push(report.mv);
        }
    }
}
