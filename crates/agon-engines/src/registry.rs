//! Engines by the name of their game.

use crate::engine::{Engine, EngineError};
use crate::family::{AnyFamily, Family, FamilyInfo};
use crate::spec::EngineSpec;
use agon_core::Game;

/// The engines of all games.
///
/// ```
/// use agon_core::AnyGame;
/// use agon_engines::{EngineSpec, Engines, Limits, Stop};
/// let engines = Engines::standard();
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

    /// The engines of all games of this project: the generic one for each, and their own where they have some.
    pub fn standard() -> Engines {
        let mut engines = Engines::new();
        macro_rules! add {
            ($($game:ty),* $(,)?) => { $(engines.add::<$game>();)* };
        }
        agon_games::for_each_game!(add);
        engines.define(crate::hexthello::family());
        engines.define(crate::reversi::family());
        engines.define(crate::ants::family());
        engines.define(crate::connect_search::connect4_9x9());
        engines.define(crate::connect_search::four_in_a_row());
        engines
    }

    /// Adds a game with the generic engine.
    pub fn add<G: Game>(&mut self) -> &mut Engines {
        self.define(Family::<G>::new())
    }

    /// Adds a game's own engines, in place of those it had.
    pub fn define<G: Game>(&mut self, family: Family<G>) -> &mut Engines {
        let name = AnyFamily::game(&family);
        match self.families.iter_mut().find(|known| known.game() == name) {
            Some(known) => *known = Box::new(family),
            None => self.families.push(Box::new(family)),
        }
        self
    }

    /// The names of the games that have engines.
    pub fn games(&self) -> impl Iterator<Item = &'static str> {
        self.families.iter().map(|family| family.game())
    }

    fn family(&self, name: &str) -> Result<&dyn AnyFamily, EngineError> {
        let found = self.families.iter().find(|family| family.game() == name);
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
}
