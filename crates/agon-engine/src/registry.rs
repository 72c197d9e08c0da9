//! Engines by the name of their game.

use crate::engine::{Engine, EngineError};
use crate::family::{AnyFamily, Family, FamilyInfo};
use crate::solving::{BySearch, ExactSolver};
use crate::spec::EngineSpec;
use agon_core::{Game, Protocol};

/// The engines of all games.
///
/// ```
/// use agon_core::AnyGame;
/// use agon_engine::{EngineSpec, Engines, Limits, Stop};
/// let engines = agon_games::engines();
/// let spec: EngineSpec = "engine:depth=3".parse().unwrap();
/// let mut engine = engines.engine("reversi", &spec).unwrap();
/// let start = agon_games::registry().game("reversi").unwrap().start();
/// let report = engine.best(&*start, &Limits::default(), &Stop::new(), &mut |_| {}).unwrap();
/// assert_eq!(report.depth, 3);
/// ```
#[derive(Default)]
pub struct Engines {
    families: Vec<Box<dyn AnyFamily>>,
}

impl Engines {
    /// No engines.
    pub fn new() -> Engines {
        Engines::default()
    }

    /// Adds a game with the generic engine.
    pub fn add<G: Game>(&mut self) -> &mut Engines {
        self.define(Family::<G>::new())
    }

    /// Adds a game's own engines, in place of those it had.
    pub fn define<G: Game>(&mut self, family: Family<G>) -> &mut Engines {
        let name = AnyFamily::game(&family).name;
        match self.families.iter_mut().find(|known| known.game().name == name) {
            Some(known) => *known = Box::new(family),
            None => self.families.push(Box::new(family)),
        }
        self
    }

    /// The names of the games that have engines.
    pub fn games(&self) -> impl Iterator<Item = &'static str> {
        self.families.iter().map(|family| family.game().name)
    }

    /// The names of those that can be played over a protocol, for people: `hexthello and ants`.
    pub fn games_over(&self, protocol: Protocol) -> String {
        let games = self.families.iter().map(|family| family.game()).filter(|game| game.speaks(protocol));
        games.map(|game| game.name).collect::<Vec<_>>().join(" and ")
    }

    fn family(&self, name: &str) -> Result<&dyn AnyFamily, EngineError> {
        let found = self.families.iter().find(|family| family.game().name == name);
        found.map(|family| &**family).ok_or_else(|| {
            let known: Vec<_> = self.games().collect();
            EngineError::NoEngine { game: name.to_owned(), known: known.join(", ") }
        })
    }

    /// What there is to know about the engines of a game.
    pub fn info(&self, game: &str) -> Result<FamilyInfo, EngineError> {
        Ok(self.family(game.split(':').next().unwrap_or(game))?.info())
    }

    /// An engine for a game by its name and variant.
    pub fn engine(&self, game: &str, spec: &EngineSpec) -> Result<Box<dyn Engine>, EngineError> {
        let (name, variant) = game.split_once(':').unwrap_or((game, ""));
        self.family(name)?.engine(variant, spec)
    }

    /// An exact solver for a game by its name and variant, with a table of `megabytes`: the game's own, or the search to
    /// the end of the game.
    ///
    /// ```
    /// let game = agon_games::registry().game("four-in-a-row").unwrap();
    /// let mut line = agon_core::Line::new(game.start());
    /// line.play_text("22334").unwrap();
    /// let mut solver = agon_games::engines().solver("four-in-a-row", 1, 1).unwrap();
    /// assert_eq!(solver.solve(line.position()).unwrap().value, -18.0);
    /// ```
    pub fn solver(
        &self,
        game: &str,
        threads: usize,
        megabytes: usize,
    ) -> Result<Box<dyn ExactSolver>, EngineError> {
        let name = game.split(':').next().unwrap_or(game);
        match self.family(name)?.solver() {
            Some(make) => Ok(make(threads, megabytes)),
            None => Ok(Box::new(BySearch(self.engine(game, &BySearch::spec(threads, megabytes)?)?))),
        }
    }

    /// Whether a game has an exact solver of its own.
    pub fn has_solver(&self, game: &str) -> bool {
        let name = game.split(':').next().unwrap_or(game);
        self.family(name).is_ok_and(|family| family.solver().is_some())
    }
}
