//! Whole games of an engine against itself as lines of moves, to take positions from.

use agon_core::{AnyGame, Dice, Line, MoveError, Phase};
use agon_engine::{EngineError, EngineSpec, Engines, Limits, Stop};
use thiserror::Error;

/// Why a game could not be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GamesError {
    /// The engine has trouble.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A move that was thought legal is not.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// Games to be played.
#[derive(Clone, Copy, Debug)]
pub struct GamesTask {
    /// Random moves at the start of each.
    pub random_plies: usize,
    /// Positions a move after that.
    pub nodes: u64,
    /// The seed: a game depends on it and on its number alone.
    pub seed: u64,
}

impl GamesTask {
    /// Plays the games with these numbers; `each` gets every game's moves and says whether to go on.
    pub fn play(
        &self,
        engines: &Engines,
        game: &dyn AnyGame,
        numbers: std::ops::Range<u64>,
        each: &mut dyn FnMut(&str) -> bool,
    ) -> Result<(), GamesError> {
        let mut engine = engines.engine(&game.id(), &EngineSpec::parse_settings("threads=1:hash=64")?)?;
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        for number in numbers {
            let mut dice = Dice::new(Dice::derive(self.seed, number));
            let mut line = Line::new(game.start());
            engine.new_game();
            while matches!(line.position().phase(), Phase::Turn(_)) {
                let mv = if line.moves().len() < self.random_plies {
                    dice.pick(&line.position().legal_moves()).cloned().unwrap_or_default()
                } else {
                    engine.best(line.position(), &limits, &Stop::new(), &mut |_| {})?.mv
                };
                line.play(&mv, |weights| dice.weighted(weights))?;
            }
            let moves: Vec<&str> = line.moves().iter().map(|played| played.text.as_str()).collect();
            if !each(&moves.join(" ")) {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_depends_on_its_number_alone() {
        let (engines, registry) = (agon_games::engines(), agon_games::registry());
        let game = registry.game("four-in-a-row").unwrap();
        let task = GamesTask { random_plies: 3, nodes: 50, seed: 4 };
        let play = |numbers: std::ops::Range<u64>| {
            let mut lines = Vec::new();
            task.play(&engines, &*game, numbers, &mut |line| {
                lines.push(line.to_owned());
                true
            })
            .unwrap();
            lines
        };
        let all = play(0..3);
        assert_eq!((all.len(), &all[1..]), (3, &*play(1..3)));
        for line in &all {
            let mut played = Line::new(game.start());
            played.play_text(line).unwrap();
            assert!(played.is_over(), "{line}");
        }
    }
}
