//! Evaluations and searches of many positions.

use super::Crew;
use crate::engine::{Engine, EngineError, Limits, Stop};
use crate::registry::Engines;
use crate::report::Report;
use crate::spec::EngineSpec;
use agon_core::{AnyPosition, Rows};

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
    /// use agon_engine::{EngineSpec, Engines, Stop};
    /// use agon_engine::bulk::Crew;
    /// use agon_engine::bulk::judging::Judge;
    /// let (engines, spec) = (agon_games::engines(), EngineSpec::default());
    /// let start = agon_games::registry().game("reversi").unwrap().start();
    /// let judge = Judge { engines: &engines, game: "reversi", spec: &spec };
    /// let crew = Crew { cores: 1, stop: &Stop::new() };
    /// assert_eq!(judge.evaluate(&[&*start, &*start][..], crew).unwrap().len(), 2);
    /// ```
    pub fn evaluate<R: Rows + ?Sized>(&self, positions: &R, crew: Crew<'_>) -> Result<Vec<i32>, EngineError> {
        // No search, so no memory for one.
        let mut spec = self.spec.clone();
        spec.set("hash", "1")?;
        spec.set("threads", "1")?;
        let judge = |engine: &mut Box<dyn Engine>, number: usize| -> Result<Vec<i32>, EngineError> {
            let rows = number * PIECE..positions.count().min((number + 1) * PIECE);
            let mut values = Vec::with_capacity(rows.len());
            positions.visit(rows, &mut |_, position| values.push(self.value(&mut **engine, position)));
            values.into_iter().collect()
        };
        let hire = || self.engines.engine(self.game, &spec);
        Ok(crew.share(positions.count().div_ceil(PIECE), hire, judge)?.concat())
    }

    fn value(&self, engine: &mut dyn Engine, position: &dyn AnyPosition) -> Result<i32, EngineError> {
        let none =
            || EngineError::Setting(format!("{} of {} has no evaluation to ask", self.spec, self.game));
        engine.evaluate(position)?.ok_or_else(none)
    }

    /// The best move of each position. What was learned about one is forgotten before the next.
    pub fn best<R: Rows + ?Sized>(
        &self,
        positions: &R,
        limits: &Limits,
        crew: Crew<'_>,
    ) -> Result<Vec<Report>, EngineError> {
        self.each(positions, crew, |engine, position| engine.best(position, limits, crew.stop, &mut |_| {}))
    }

    /// Every legal move of each position with its value, best first.
    pub fn analyze<R: Rows + ?Sized>(
        &self,
        positions: &R,
        limits: &Limits,
        crew: Crew<'_>,
    ) -> Result<Vec<Vec<Report>>, EngineError> {
        self.each(positions, crew, |engine, position| {
            engine.analyze(position, limits, crew.stop, &mut |_| {})
        })
    }

    fn each<T: Send, R: Rows + ?Sized>(
        &self,
        positions: &R,
        crew: Crew<'_>,
        ask: impl Fn(&mut dyn Engine, &dyn AnyPosition) -> Result<T, EngineError> + Sync,
    ) -> Result<Vec<T>, EngineError> {
        crew.share(
            positions.count(),
            || self.hire(),
            |engine, number| {
                engine.new_game();
                let mut answer = Err(EngineError::Stopped);
                positions.visit(number..number + 1, &mut |_, position| answer = ask(&mut **engine, position));
                stopped(crew.stop)?;
                answer
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
