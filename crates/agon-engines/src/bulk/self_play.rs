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
            played.scores.push(if report.exact { report.score.saturating_mul(100) } else { report.score });
            played.moves.push(report.mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Stop;
    use crate::registry::Engines;
    use crate::spec::EngineSpec;

    #[test]
    fn self_play_is_the_same_on_any_number_of_cores_and_ends_every_game() {
        let (engines, stop) = (Engines::standard(), Stop::new());
        let spec: EngineSpec = "engine:depth=1:hash=1".parse().unwrap();
        for game in agon_games::registry().games() {
            let id = game.id();
            let judge = Judge { engines: &engines, game: &id, spec: &spec };
            let limits = Limits::default();
            let (game, random_plies) = (&**game, 4);
            let self_play = SelfPlay { game, judge, games: 3, random_plies, limits: &limits, seed: 11 };
            let one = self_play.run(Crew { cores: 1, stop: &stop }).unwrap();
            let two = self_play.run(Crew { cores: 2, stop: &stop }).unwrap();
            assert_eq!((&one.moves, &one.scores, &one.margins), (&two.moves, &two.scores, &two.margins));
            assert_eq!(one.positions.len(), one.moves.len());
            assert_eq!(one.games.last(), Some(&2), "{id}");
            for (position, mv) in one.positions.iter().zip(&one.moves) {
                assert!(position.legal_moves().contains(mv));
            }
        }
    }
}
