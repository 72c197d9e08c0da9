//! A position's images under the symmetries of its rules, for whoever sees only the object-safe view.

use crate::{AnyPosition, Game, MoveError, Position, TypedPosition};

/// A position with its images.
pub trait Images {
    /// How many symmetries the rules have, the identity (number 0) included.
    fn symmetries(&self) -> usize;

    /// The image under a symmetry by its number; the position itself if there is no such symmetry.
    fn image(&self, symmetry: usize) -> Box<dyn AnyPosition>;

    /// The number that a legal move has in the image.
    fn image_action(&self, action: usize, symmetry: usize) -> Result<usize, MoveError>;

    /// Whether a symmetry exchanges the two sides.
    fn image_swaps_sides(&self, symmetry: usize) -> bool;
}

impl<G: Game> TypedPosition<G> {
    fn known(symmetry: usize) -> usize {
        if symmetry < G::Position::SYMMETRIES { symmetry } else { 0 }
    }

    fn imaged(&self, symmetry: usize) -> TypedPosition<G> {
        let position = self.position.transformed(Self::known(symmetry));
        TypedPosition { game: self.game.clone(), position }
    }
}

impl<G: Game> Images for TypedPosition<G> {
    fn symmetries(&self) -> usize {
        G::Position::SYMMETRIES
    }

    fn image(&self, symmetry: usize) -> Box<dyn AnyPosition> {
        Box::new(self.imaged(symmetry))
    }

    fn image_action(&self, action: usize, symmetry: usize) -> Result<usize, MoveError> {
        let mv = self.position.transformed_move(self.numbered(action)?, Self::known(symmetry));
        Ok(self.game.action(&self.imaged(symmetry).position, mv))
    }

    fn image_swaps_sides(&self, symmetry: usize) -> bool {
        G::Position::swaps_sides(Self::known(symmetry))
    }
}
