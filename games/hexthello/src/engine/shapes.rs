//! The patterns of the full board: which cells are looked at together.
//!
//! Every pattern is one of ten shapes, laid on the board in all the ways that the twelve symmetries of the hexagon allow.
//! That makes 96 places, each a number in base three: a digit a cell, 0 for an empty one, 1 for black, 2 for white.

use super::board::Board;
use crate::{Cells, HexThelloPosition, Move};
use agon_core::{Position, Side};
use std::sync::LazyLock;

/// The radius of the board that has patterns.
pub const RADIUS: u8 = 7;

/// How many places there are.
pub const LANES: usize = 96;

/// How many shapes there are.
pub const SHAPES: usize = 10;

/// A shape with its places.
pub struct Shape {
    /// What it is, for people.
    pub name: &'static str,
    /// How many cells it has.
    pub cells: usize,
    /// The number of its first place.
    pub first: usize,
    /// How many places it has: twelve, or six if it is its own mirror image.
    pub places: usize,
}

const fn shape(name: &'static str, cells: usize, first: usize, places: usize) -> Shape {
    Shape { name, cells, first, places }
}

/// The shapes. Of a row with `8 + d` cells, `d` rows inside the edge, eight cells from either end are looked at.
pub const ALL: [Shape; SHAPES] = [
    shape("pattern: edges", 10, 0, 6),
    shape("pattern: corners", 9, 6, 6),
    shape("pattern: second rows", 9, 12, 6),
    shape("pattern: beside corners", 9, 18, 12),
    shape("pattern: third rows", 8, 30, 12),
    shape("pattern: fourth rows", 8, 42, 12),
    shape("pattern: fifth rows", 8, 54, 12),
    shape("pattern: sixth rows", 8, 66, 12),
    shape("pattern: seventh rows", 8, 78, 12),
    shape("pattern: middle rows", 8, 90, 6),
];

impl Shape {
    /// How many ways there are to fill it.
    pub const fn fillings(&self) -> usize {
        3usize.pow(self.cells as u32)
    }
}

/// One place of a shape, as rows and columns: at the upper edge, `(down, right)` from the centre.
fn example(shape: usize) -> Vec<(i16, i16)> {
    let row = |down: i16, columns: std::ops::RangeInclusive<i16>| columns.map(move |right| (down, right));
    match shape {
        // The edge, and the cells inside its two corners.
        0 => row(-7, 0..=7).chain([(-6, 0), (-6, 6)]).collect(),
        // The cells within two steps of the corner (-7, 0).
        1 => row(-7, 0..=2).chain(row(-6, -1..=1)).chain(row(-5, -2..=0)).collect(),
        2 => row(-6, -1..=7).collect(),
        // Five cells of the edge from the corner on, four of the row inside.
        3 => row(-7, 0..=4).chain(row(-6, 0..=3)).collect(),
        _ => {
            let inside = shape as i16 - 2;
            row(inside - 7, -inside..=7 - inside).collect()
        }
    }
}

/// The cells of every place, in the order of their digits, the lowest first.
pub fn places() -> &'static [Vec<(u8, u8)>] {
    &LAYOUT.places
}

struct Layout {
    places: Vec<Vec<(u8, u8)>>,
    /// For each shape where its cells go under the mirror that keeps it, if there is one that moves them.
    mirrors: Vec<Option<Vec<usize>>>,
}

static LAYOUT: LazyLock<Layout> = LazyLock::new(|| {
    let mut layout = Layout { places: Vec::new(), mirrors: Vec::new() };
    let none = Cells::NONE;
    let Ok(board) = HexThelloPosition::new(RADIUS, none, none, none, Side::First) else { return layout };
    for shape in 0..SHAPES {
        let first = layout.places.len();
        let mut mirror = None;
        for symmetry in 0..HexThelloPosition::SYMMETRIES {
            let image = |(down, right): (i16, i16)| {
                let on = |place: i16| (place + i16::from(RADIUS)) as u8;
                let mv = Move::on(on(down), on(right))?;
                board.transformed_move(mv, symmetry).cell()
            };
            let cells: Vec<_> = example(shape).into_iter().filter_map(image).collect();
            let same = |place: &&Vec<(u8, u8)>| place.iter().all(|cell| cells.contains(cell));
            match layout.places[first..].iter().find(same) {
                // The same cells in another order.
                Some(place) if *place != cells && mirror.is_none() => {
                    let to = |cell| cells.iter().position(|c| c == cell);
                    mirror = place.iter().map(to).collect();
                }
                Some(_) => {}
                None => layout.places.push(cells),
            }
        }
        layout.mirrors.push(mirror);
    }
    layout
});

/// What a disc on a cell adds to the numbers of all places, for black; twice as much for white. By the word and the bit
/// of the cell in [`Cells`].
pub(super) fn steps() -> Box<[[u16; LANES]]> {
    let mut steps = vec![[0; LANES]; 256].into_boxed_slice();
    for (lane, cells) in places().iter().enumerate() {
        for (digit, &(row, column)) in cells.iter().enumerate() {
            let word = usize::from(row % 4);
            let bit = usize::from(4 * row + column);
            steps[64 * word + bit][lane] = 3u16.pow(digit as u32);
        }
    }
    steps
}

/// Which fillings of a shape share a weight: for each its class, and 1 or −1 if it is worth the class's weight or the
/// opposite. A filling and its mirror image are worth the same, with the colours exchanged the opposite; what is its own
/// opposite is worth nothing (0). Classes are numbered from 0 in the order of their smallest filling.
pub fn classes(shape: usize) -> (Vec<(u32, i8)>, usize) {
    let (cells, fillings) = (ALL[shape].cells, ALL[shape].fillings());
    let digits = |filling: usize| -> Vec<usize> {
        (0..cells as u32).map(|digit| filling / 3usize.pow(digit) % 3).collect()
    };
    let number = |digits: &[usize]| digits.iter().rev().fold(0, |number, digit| 3 * number + digit);
    let mut known: Vec<Option<(u32, i8)>> = vec![None; fillings];
    let mut count = 0;
    for filling in 0..fillings {
        if known[filling].is_some() {
            continue;
        }
        let own = digits(filling);
        let mirrored = match &LAYOUT.mirrors[shape] {
            Some(mirror) => mirror.iter().map(|&from| own[from]).collect(),
            None => own.clone(),
        };
        let exchanged = |digits: &[usize]| number(&digits.iter().map(|d| [0, 2, 1][*d]).collect::<Vec<_>>());
        let opposites = [exchanged(&own), exchanged(&mirrored)];
        let sign = i8::from(!opposites.contains(&filling));
        for same in [filling, number(&mirrored)] {
            known[same] = Some((count, sign));
        }
        for opposite in opposites {
            known[opposite] = Some((count, -sign));
        }
        count += 1;
    }
    (known.into_iter().flatten().collect(), count as usize)
}

/// The board that has patterns.
pub(super) fn board() -> Board {
    Board::new(RADIUS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_shape_has_its_places() {
        assert_eq!(places().len(), LANES);
        let board = board();
        for (number, shape) in ALL.iter().enumerate() {
            let own = &places()[shape.first..shape.first + shape.places];
            let sets: HashSet<Vec<_>> = own
                .iter()
                .map(|cells| {
                    let mut cells = cells.clone();
                    cells.sort_unstable();
                    cells
                })
                .collect();
            assert_eq!(sets.len(), shape.places, "{}", shape.name);
            assert!(own.iter().all(|cells| cells.len() == shape.cells), "{}", shape.name);
            assert!(own.iter().flatten().all(|&(row, column)| board.all.contains(row, column)));
            assert_eq!(example(number).len(), shape.cells);
        }
        // Every cell is looked at.
        let seen: Cells = places().iter().flatten().copied().collect();
        assert_eq!(seen, board.all);
    }

    #[test]
    fn fillings_share_weights_by_mirror_and_colours() {
        for (shape, own) in ALL.iter().enumerate() {
            let (classes, count) = classes(shape);
            assert_eq!(classes.len(), own.fillings());
            assert_eq!(classes[0], (0, 0), "an empty place says nothing");
            let ways = if own.places == 6 && shape < 9 { 4 } else { 2 };
            assert!(
                count >= own.fillings() / ways && count <= own.fillings() / ways + 400,
                "{}: {count}",
                own.name
            );
        }
    }
}
