//! Slips: moves that give away a win or a draw, counted by an exact solver. Where both players come close to perfect play
//! the result of a match says little; slips still tell them apart.

use agon_core::{Line, Record, RecordError, Registry};
use agon_engine::solving::ExactSolver;
use agon_engine::{EngineError, Engines};
use thiserror::Error;

/// Megabytes of the solver's table.
const TABLE: usize = 64;

/// Why slips cannot be counted.
#[derive(Debug, Error)]
pub enum SlipsError {
    /// The game cannot be replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A position cannot be solved.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// Counts slips in games of one kind.
pub struct SlipCounter {
    solver: Box<dyn ExactSolver>,
}

impl SlipCounter {
    /// For a game whose positions are solved at once from the end of the openings on; nothing for the others.
    pub fn for_game(engines: &Engines, game: &str) -> Option<SlipCounter> {
        if !engines.has_solver(game) {
            return None;
        }
        let solver = engines.solver(game, 1, TABLE).ok().filter(|solver| solver.is_quick_from_openings())?;
        Some(SlipCounter { solver })
    }

    /// How many moves of each side, after the opening, turned a win into a draw or a loss, or a draw into a loss.
    pub fn count(&mut self, record: &Record, games: &Registry) -> Result<[u32; 2], SlipsError> {
        let line = record.replay(games)?;
        let mut slips = [0, 0];
        // From the end, where solving is easy, to the beginning: what was found out helps with what comes before.
        let mut later: Option<i32> = None;
        for ply in (record.opening_plies..=line.moves().len()).rev() {
            let Some(standing) = self.standing(&line, ply)? else { continue };
            if let (Some(after), Some(mv)) = (later, line.moves().get(ply)) {
                let sign = mv.side.sign();
                slips[mv.side.index()] += u32::from(after * sign < standing * sign);
            }
            later = Some(standing);
        }
        Ok(slips)
    }

    /// 1 if the first side wins, −1 if the second does, 0 for a draw.
    fn standing(&mut self, line: &Line, ply: usize) -> Result<Option<i32>, SlipsError> {
        let Some(position) = line.position_at(ply) else { return Ok(None) };
        let value = self.solver.solve(position)?.value as i32;
        Ok(Some(value.signum() * position.side_to_move().sign()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_that_give_something_away_are_slips() {
        let games = agon_games::registry();
        let game = games.game("four-in-a-row").unwrap();
        // Three in a row with two open ends; the second side stops one of them, the first wins at the other.
        let mut line = Line::new(game.start());
        line.play_text("2233415").unwrap();
        let mut record = Record::of_line(&line, Default::default());
        let mut counter = SlipCounter::for_game(&agon_games::engines(), "four-in-a-row").unwrap();
        // From the fifth move on nobody gives anything away.
        record.opening_plies = 5;
        assert_eq!(counter.count(&record, &games).unwrap(), [0, 0]);
        // The fourth lets the first side have three in a row.
        record.opening_plies = 3;
        assert_eq!(counter.count(&record, &games).unwrap(), [0, 1]);
        // The winner looks away, and then the loser too.
        let mut line = Line::new(game.start());
        line.play_text("223341065").unwrap();
        let mut record = Record::of_line(&line, Default::default());
        record.opening_plies = 5;
        assert_eq!(counter.count(&record, &games).unwrap(), [1, 1]);
        assert!(SlipCounter::for_game(&agon_games::engines(), "reversi").is_none());
    }
}
