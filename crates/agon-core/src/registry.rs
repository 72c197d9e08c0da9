//! Games by name. `agon-games` fills one with the games of this project; a program can add its own.

use crate::game::variant_of;
use crate::{AnyGame, Formats, Game, GameError, Typed};
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

    /// A registry of nothing but this variant of a game.
    pub fn only(game: Arc<dyn AnyGame>) -> Registry {
        let (known, id) = (game.clone(), game.id());
        let make: Make = Box::new(move |variant| {
            let name = known.info().name;
            let asked = if variant.is_empty() { name.to_owned() } else { format!("{name}:{variant}") };
            if asked == id {
                Ok(known.clone())
            } else {
                Err(GameError::Unknown { name: asked, known: id.clone() })
            }
        });
        Registry { entries: vec![(game, make)] }
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

    /// The formats that games can be in: Agon's own, and those that the games bring.
    pub fn formats(&self) -> Formats {
        Formats::of(self)
    }

    /// The name of a game that is known by another name, too: `othello`, `connect_four`. Letters may be large, and words be
    /// joined by `-`, `_` or a space. The variant behind the name stays as it is.
    pub fn proper_id(&self, id: &str) -> String {
        let (name, variant) = id.split_once(':').map_or((id, None), |(name, variant)| (name, Some(variant)));
        let plain = |name: &str| name.trim().to_lowercase().replace(['_', ' '], "-");
        let known = |game: &&dyn AnyGame| {
            let mut names = game.aliases().iter().chain([&game.info().name]);
            names.any(|known| plain(known) == plain(name))
        };
        let name = self.games().map(|game| &**game).find(known).map_or(name, |game| game.info().name);
        variant.map_or_else(|| name.to_owned(), |variant| format!("{name}:{variant}"))
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
