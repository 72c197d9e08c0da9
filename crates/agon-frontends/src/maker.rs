//! Makes the engine of a program.

use agon_core::AnyGame;
use agon_engine::{Engine, EngineError, EngineSpec, Engines, FamilyInfo, Limits};
use std::sync::Arc;
use std::time::Duration;

/// An engine of a game with its settings, to be made when it is needed and anew when a setting changes.
pub struct EngineMaker {
    engines: Engines,
    game: Arc<dyn AnyGame>,
    spec: EngineSpec,
    time: Duration,
    time_given: bool,
    ponders: bool,
}

impl EngineMaker {
    /// The engine of a game. It thinks `usual` for a move unless `time` or its settings say otherwise.
    pub fn new(
        engines: Engines,
        game: Arc<dyn AnyGame>,
        spec: EngineSpec,
        time: Option<Duration>,
        usual: Duration,
    ) -> EngineMaker {
        EngineMaker {
            engines,
            game,
            spec,
            time: time.unwrap_or(usual),
            time_given: time.is_some(),
            ponders: false,
        }
    }

    /// The same, thinking while the other side thinks, if `ponders`.
    pub fn pondering(self, ponders: bool) -> EngineMaker {
        EngineMaker { ponders, ..self }
    }

    /// Whether it is to think while the other side thinks.
    pub fn ponders(&self) -> bool {
        self.ponders
    }

    /// The game.
    pub fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// What there is to know about the game's engines.
    pub fn info(&self) -> Result<FamilyInfo, EngineError> {
        self.engines.info(&self.game.id())
    }

    /// The settings.
    pub fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// The time for a move, whatever else limits it.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The engine.
    pub fn make(&self) -> Result<Box<dyn Engine>, EngineError> {
        self.engines.engine(&self.game.id(), &self.spec)
    }

    /// Changes settings and makes the engine anew; if that cannot be, everything stays as it was.
    pub fn change(
        &mut self,
        change: impl FnOnce(&mut EngineSpec) -> Result<(), EngineError>,
    ) -> Result<Box<dyn Engine>, EngineError> {
        let mut spec = self.spec.clone();
        change(&mut spec)?;
        let engine = self.engines.engine(&self.game.id(), &spec)?;
        self.spec = spec;
        Ok(engine)
    }

    /// What a move may use if nobody says: the time that was given, else the engine's own limits, else the
    /// usual time.
    pub fn usual_limits(&self) -> Limits {
        let spec = &self.spec;
        let own = spec.level.is_some() || spec.time.is_some() || spec.depth.is_some() || spec.nodes.is_some();
        let time = (self.time_given || !own).then_some(self.time);
        Limits { time, ..Limits::default() }
    }
}
