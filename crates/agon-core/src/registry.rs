//! Games by name. `agon-games` fills one with the games of this project; a program can add its own.

use crate::game::variant_of;
use crate::{AnyGame, Game, GameError, Typed};
use std::sync::Arc;

type Make = Box<dyn Fn(&str) -> Result<Arc<dyn AnyGame>, GameError> + Send + Sync>;

/// A list of games that can be looked up by name and variant.
#[derive(Default)]
pub struct Registry {
    entries: Vec<(Arc<dyn AnyGame>, Make)>,
}

impl Registry {
    /// An empty registry.
    pub fn new() -> Registry {
        Registry::default()
    }

    /// Adds a game.
    pub fn add<G: Game>(&mut self) -> &mut Registry {
        let make: Make = Box::new(|variant| Ok(Arc::new(Typed::new(variant_of::<G>(variant)?))));
        self.entries.push((Arc::new(Typed::new(G::standard())), make));
        self
    }

    /// The games in their usual form, in the order they were added.
    pub fn games(&self) -> impl Iterator<Item = &Arc<dyn AnyGame>> {
        self.entries.iter().map(|(game, _)| game)
    }

    /// A game by its name and variant: `reversi`, `hexthello:radius=3`.
    pub fn game(&self, id: &str) -> Result<Arc<dyn AnyGame>, GameError> {
        let (name, variant) = id.split_once(':').unwrap_or((id, ""));
        match self.entries.iter().find(|(game, _)| game.info().name == name) {
            Some((_, make)) => make(variant),
            None => {
                let known: Vec<_> = self.games().map(|g| g.info().name).collect();
                Err(GameError::Unknown { name: name.to_owned(), known: known.join(", ") })
            }
        }
    }
}
