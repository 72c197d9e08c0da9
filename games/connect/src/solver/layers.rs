//! All positions of the first plies in a fixed order, so that books need not write them down, and their scores.

use crate::{ConnectPosition, Move, Word};
use agon_core::{MoveList, Position};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// Takes a key for its own hash: keys of positions are mixed already.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// What is known by the key that mirror images share.
type ByKey<V> = HashMap<u64, V, BuildHasherDefault<AsItIs>>;

/// The positions of every ply up to the last, of each pair of mirror images the one that is met first, in the order in
/// which the parents' columns, from the left, lead to them; games that are over are left out.
#[derive(Clone, Debug)]
pub(crate) struct Layers<B: Word, const W: usize, const H: usize>(Vec<Vec<ConnectPosition<B, W, H>>>);

/// Every legal move of a position, with the position after it.
pub(crate) fn children<B: Word, const W: usize, const H: usize>(
    position: &ConnectPosition<B, W, H>,
) -> impl Iterator<Item = (Move, ConnectPosition<B, W, H>)> {
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    let position = *position;
    moves.into_iter().map(move |mv| {
        let mut child = position;
        child.play(mv);
        (mv, child)
    })
}

impl<B: Word, const W: usize, const H: usize> Layers<B, W, H> {
    /// All positions with up to so many stones.
    pub(crate) fn new(plies: usize) -> Self {
        let mut layers = vec![vec![ConnectPosition::START]];
        for ply in 0..plies {
            let most = W * layers[ply].len();
            let mut seen =
                HashSet::<u64, _>::with_capacity_and_hasher(most, BuildHasherDefault::<AsItIs>::new());
            let goes_on_and_is_new = |child: &ConnectPosition<B, W, H>| {
                child.outcome().is_none() && seen.insert(child.canonical_key())
            };
            let all = layers[ply].iter().flat_map(children).map(|(_, child)| child);
            layers.push(all.filter(goes_on_and_is_new).collect());
        }
        Layers(layers)
    }

    /// The positions of the last ply.
    pub(crate) fn last(&self) -> &[ConnectPosition<B, W, H>] {
        self.0.last().map_or(&[], Vec::as_slice)
    }

    /// The scores of the last ply, as far as they are known, and of all before it that follow from them, by the key that
    /// mirror images share.
    pub(crate) fn concluded(&self, score_of_last: impl Fn(usize) -> Option<i32>) -> ByKey<i32> {
        let mut known = ByKey::default();
        known.reserve(self.0.iter().map(Vec::len).sum());
        for (ply, layer) in self.0.iter().enumerate().rev() {
            for (number, position) in layer.iter().enumerate() {
                let is_last = ply + 1 == self.0.len();
                let score = if is_last { score_of_last(number) } else { best(position, &known) };
                if let Some(score) = score {
                    known.insert(position.canonical_key(), score);
                }
            }
        }
        known
    }
}

/// The score of a position from those of all positions that it leads to.
fn best<B: Word, const W: usize, const H: usize>(
    position: &ConnectPosition<B, W, H>,
    known: &ByKey<i32>,
) -> Option<i32> {
    let mut best = None;
    for (_, child) in children(position) {
        let score = match child.outcome() {
            Some(outcome) => outcome.margin_for(position.side_to_move()),
            None => -known.get(&child.canonical_key())?,
        };
        best = best.max(Some(score));
    }
    best
}

/// The scores of all positions with so many stones, as far as they are known, and of earlier ones by what follows from them:
/// what the books of the connect-four games have in common.
#[derive(Clone, Debug)]
pub struct Pages<B: Word, const W: usize, const H: usize> {
    layers: Layers<B, W, H>,
    /// Those of the last ply.
    scores: Vec<Option<i32>>,
    /// By the key that mirror images share: the positions up to this ply whose scores are known.
    known: ByKey<i32>,
    notes: Vec<String>,
}

impl<B: Word, const W: usize, const H: usize> Pages<B, W, H> {
    /// Pages on which nothing is known yet.
    pub(crate) fn new(plies: usize) -> Self {
        let layers = Layers::new(plies);
        let scores = vec![None; layers.last().len()];
        Pages { layers, scores, known: ByKey::default(), notes: Vec::new() }
    }

    /// The same pages with the scores and notes of a file, as many scores as there are positions.
    pub(crate) fn filled(self, scores: Vec<Option<i32>>, notes: Vec<String>) -> Self {
        let mut pages = Pages { scores, notes, ..self };
        pages.conclude();
        pages
    }

    /// How many stones are on the board in its positions.
    pub fn plies(&self) -> usize {
        self.layers.0.len() - 1
    }

    /// How many positions there are, known or not.
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// How many scores are known.
    pub fn known(&self) -> usize {
        self.scores.iter().flatten().count()
    }

    /// The positions whose score is not known, each with its number.
    pub fn unknown(&self) -> impl Iterator<Item = (usize, &ConnectPosition<B, W, H>)> {
        self.layers.last().iter().enumerate().filter(|(number, _)| self.scores[*number].is_none())
    }

    /// Enters the score of a position for the side to move.
    pub fn enter(&mut self, number: usize, score: i32) {
        self.scores[number] = Some(score);
    }

    /// Makes the scores of earlier positions follow from what was entered.
    pub fn conclude(&mut self) {
        self.known = self.layers.concluded(|number| self.scores[number]);
    }

    /// Lines about how it was made.
    pub fn set_notes(&mut self, notes: Vec<String>) {
        self.notes = notes;
    }

    pub(crate) fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The scores of the last ply, in its order.
    pub(crate) fn scores(&self) -> &[Option<i32>] {
        &self.scores
    }

    /// The score of a position in which the game goes on, for the side to move, if it is known: with so many stones or fewer.
    pub(crate) fn score(&self, position: &ConnectPosition<B, W, H>) -> Option<i32> {
        let covered = position.ply() <= self.plies();
        covered.then(|| self.known.get(&position.canonical_key()).copied()).flatten()
    }
}

/// What a book's file has after its first line: the lines with scores, and the notes.
pub(crate) fn scores_and_notes<'t>(lines: impl Iterator<Item = &'t str>) -> (Vec<&'t str>, Vec<String>) {
    let (mut scores, mut notes) = (Vec::new(), Vec::new());
    for line in lines {
        match line.strip_prefix('#') {
            Some(note) => notes.push(note.trim().to_owned()),
            None => scores.push(line.trim()),
        }
    }
    (scores, notes)
}

/// A sum over the characters that tells damaged books from whole ones (Fowler, Noll, Vo).
pub(crate) fn sum(scores: &str) -> u32 {
    scores.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_without_mirror_images_and_finished_games() {
        // The numbers with mirror images are known.
        let layers = Layers::<u64, 7, 6>::new(6);
        let counts: Vec<_> = layers.0.iter().map(Vec::len).collect();
        assert_eq!(counts, [1, 4, 25, 121, 568, 2_144, 8_231]);
        for (layer, all) in layers.0.iter().zip([1, 7, 49, 238, 1_120, 4_263, 16_422]) {
            let own_mirrors = layer.iter().filter(|p| p.transformed(1) == **p).count();
            assert_eq!(2 * layer.len() - own_mirrors, all);
        }
    }
}
