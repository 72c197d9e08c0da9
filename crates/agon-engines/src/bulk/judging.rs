//! Evaluations and searches of many positions.

use super::Crew;
use crate::engine::{Engine, EngineError, Limits, Report, Stop};
use crate::registry::Engines;
use crate::spec::EngineSpec;
use agon_core::AnyPosition;
use std::ops::Deref;

/// An engine that any number of threads can have for themselves.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    /// The engines.
    pub engines: &'a Engines,
    /// The game with its variant.
    pub game: &'a str,
    /// Which of its engines.
    pub spec: &'a EngineSpec,
}

impl Judge<'_> {
    pub(super) fn hire(&self) -> Result<Box<dyn Engine>, EngineError> {
        self.engines.engine(self.game, self.spec)
    }

    /// What the evaluation says of each position without search, for its side to move, in hundredths of the unit. Every
    /// position must be at a player's turn.
    ///
    /// ```
    /// use agon_engines::{EngineSpec, Engines, Stop, bulk::{Crew, judging::Judge}};
    /// let (engines, spec) = (Engines::standard(), EngineSpec::default());
    /// let start = agon_games::registry().game("reversi").unwrap().start();
    /// let judge = Judge { engines: &engines, game: "reversi", spec: &spec };
    /// let crew = Crew { cores: 1, stop: &Stop::new() };
    /// assert_eq!(judge.evaluate(&[&*start, &*start], crew).unwrap().len(), 2);
    /// ```
    pub fn evaluate<'p, P>(&self, positions: &[P], crew: Crew<'_>) -> Result<Vec<i32>, EngineError>
    where
        P: Deref<Target = dyn AnyPosition + 'p> + Sync,
    {
        // No search, so no memory for one.
        let mut spec = self.spec.clone();
        spec.set("hash", "1")?;
        spec.set("threads", "1")?;
        let pieces: Vec<_> = positions.chunks(PIECE).collect();
        let judge = |engine: &mut Box<dyn Engine>, number: usize| -> Result<Vec<i32>, EngineError> {
            let one = |position: &P| {
                engine.evaluate(&**position)?.ok_or_else(|| {
                    EngineError::Setting(format!("{} of {} has no evaluation to ask", spec, self.game))
                })
            };
            pieces[number].iter().map(one).collect()
        };
        let hire = || self.engines.engine(self.game, &spec);
        Ok(crew.share(pieces.len(), hire, judge)?.concat())
    }

    /// The best move of each position. What was learned about one is forgotten before the next.
    pub fn best(
        &self,
        positions: &[&dyn AnyPosition],
        limits: &Limits,
        crew: Crew<'_>,
    ) -> Result<Vec<Report>, EngineError> {
        self.each(positions, crew, |engine, position| engine.best(position, limits, crew.stop, &mut |_| {}))
    }

    /// Every legal move of each position with its value, best first.
    pub fn analyze(
        &self,
        positions: &[&dyn AnyPosition],
        limits: &Limits,
        crew: Crew<'_>,
    ) -> Result<Vec<Vec<Report>>, EngineError> {
        self.each(positions, crew, |engine, position| {
            engine.analyze(position, limits, crew.stop, &mut |_| {})
        })
    }

    fn each<T: Send>(
        &self,
        positions: &[&dyn AnyPosition],
        crew: Crew<'_>,
        ask: impl Fn(&mut dyn Engine, &dyn AnyPosition) -> Result<T, EngineError> + Sync,
    ) -> Result<Vec<T>, EngineError> {
        crew.share(
            positions.len(),
            || self.hire(),
            |engine, number| {
                engine.new_game();
                let answer = ask(&mut **engine, positions[number])?;
                stopped(crew.stop)?;
                Ok(answer)
            },
        )
    }
}

/// Evaluations that one thread does before it looks around.
const PIECE: usize = 1024;

/// An answer that was cut short is none.
pub(super) fn stopped(stop: &Stop) -> Result<(), EngineError> {
    if stop.is_set() { Err(EngineError::Stopped) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::super::counting::random_positions;
    use super::*;

    #[test]
    fn many_searches_answer_as_single_ones_on_any_number_of_cores() {
        let (engines, stop) = (Engines::standard(), Stop::new());
        let spec: EngineSpec = "engine:nodes=500:hash=1".parse().unwrap();
        for game in agon_games::registry().games() {
            let (one, two) = (Crew { cores: 1, stop: &stop }, Crew { cores: 2, stop: &stop });
            let positions = random_positions(&**game, 6, 10, 5, one).unwrap();
            let positions: Vec<_> = positions.iter().map(|position| &**position).collect();
            let judge = Judge { engines: &engines, game: &game.id(), spec: &spec };
            let moves = |reports: Vec<Report>| -> Vec<_> {
                reports.into_iter().map(|report| (report.mv, report.score, report.nodes)).collect()
            };
            let limits = Limits::default();
            let found = moves(judge.best(&positions, &limits, one).unwrap());
            assert_eq!(found, moves(judge.best(&positions, &limits, two).unwrap()), "{}", game.id());
            let mut engine = judge.hire().unwrap();
            let alone = engine.best(positions[0], &limits, &stop, &mut |_| {}).unwrap();
            assert_eq!(found[0], (alone.mv, alone.score, alone.nodes));
            let lists = judge.analyze(&positions, &limits, two).unwrap();
            assert_eq!(lists[3].len(), positions[3].count_moves());
        }
    }

    #[test]
    fn evaluations_are_the_sum_of_the_terms_they_show() {
        let (engines, stop) = (Engines::standard(), Stop::new());
        let spec: EngineSpec = "engine:eval=explained".parse().unwrap();
        let game = agon_games::registry().game("reversi").unwrap();
        let crew = Crew { cores: 2, stop: &stop };
        let positions = random_positions(&*game, 50, 20, 5, crew).unwrap();
        let positions: Vec<_> = positions.iter().map(|position| &**position).collect();
        let judge = Judge { engines: &engines, game: "reversi", spec: &spec };
        let values = judge.evaluate(&positions, crew).unwrap();
        let engine = judge.hire().unwrap();
        for (position, value) in positions.iter().zip(values) {
            assert_eq!(engine.explain(*position).unwrap().unwrap().total, value);
        }
    }

    #[test]
    fn a_finished_game_among_many_is_an_error() {
        let (engines, stop) = (Engines::standard(), Stop::new());
        let game = agon_games::registry().game("four-in-a-row").unwrap();
        let mut line = agon_core::Line::new(game.start());
        line.play_text("0101010").unwrap();
        let (start, spec) = (game.start(), EngineSpec::default());
        let positions = [&*start, line.position()];
        let judge = Judge { engines: &engines, game: "four-in-a-row", spec: &spec };
        let crew = Crew { cores: 2, stop: &stop };
        assert_eq!(judge.evaluate(&positions, crew), Err(EngineError::Over));
    }
}
