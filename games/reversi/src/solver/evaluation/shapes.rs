//! The shapes of the pattern evaluation: groups of squares whose contents have a weight, the same for every
//! image of the shape under the board's symmetries.

use crate::solver::kernels::{extract, mobility, transformed};
use agon_core::cpu::Cpu;

/// A shape: its squares in the order of the digits of an index, the first one the lowest.
struct Shape {
    squares: &'static [u8],
}

/// An edge, a corner of 3 × 3 and of 2 × 4 squares, the long diagonal, the row beside the edge, the two diagonals
/// beside the long one.
const SHAPES: [Shape; 7] = [
    Shape { squares: &[0, 1, 2, 3, 4, 5, 6, 7] },
    Shape { squares: &[0, 1, 2, 8, 9, 10, 16, 17, 18] },
    Shape { squares: &[0, 1, 2, 3, 8, 9, 10, 11] },
    Shape { squares: &[0, 9, 18, 27, 36, 45, 54, 63] },
    Shape { squares: &[8, 9, 10, 11, 12, 13, 14, 15] },
    Shape { squares: &[1, 10, 19, 28, 37, 46, 55] },
    Shape { squares: &[2, 11, 20, 29, 38, 47] },
];

/// How many images of each shape there are on the board.
const IMAGES: [usize; SHAPES.len()] = [4, 4, 8, 2, 4, 4, 4];

/// The images of all shapes.
pub(super) const INSTANCES: usize = 30;

/// The most moves that are told apart.
pub(super) const MOVES_MOST: usize = 24;

/// What an evaluation adds up: one weight for each image of a shape, one for each side's number of moves, and
/// one constant.
pub const FEATURES: usize = INSTANCES + 3;

/// The weights of one stage.
pub const PARAMETERS: usize = SHAPE_START[SHAPES.len()] + 2 * MOVES_MOST + 1;

/// Where the weights of each shape begin, and of what comes after the shapes.
const SHAPE_START: [usize; SHAPES.len() + 1] = {
    let mut starts = [0; SHAPES.len() + 1];
    let mut shape = 0;
    while shape < SHAPES.len() {
        starts[shape + 1] = starts[shape] + 3usize.pow(SHAPES[shape].squares.len() as u32);
        shape += 1;
    }
    starts
};

/// Where the weights for the number of moves begin.
pub(super) const MOVES_START: usize = SHAPE_START[SHAPES.len()];

/// The numbers of the weights that belong to a position.
pub type Features = [u32; FEATURES];

/// An image of a shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instance {
    /// Its squares.
    pub(super) mask: u64,
    /// Its shape.
    pub(super) shape: usize,
    /// For each square from the lowest on: its digit in the shape's index.
    digits: [u8; 10],
    /// Where its own table of weights begins, in which the lowest square has the lowest digit.
    pub(super) start: usize,
}

/// All images of all shapes.
pub(super) static IMAGES_OF_SHAPES: [Instance; INSTANCES] = instances();

/// The weights of a stage when every image has a table of its own.
pub(super) const SPREAD: usize = {
    let mut total = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        total += IMAGES[shape] * 3usize.pow(SHAPES[shape].squares.len() as u32);
        shape += 1;
    }
    total
};

const fn instances() -> [Instance; INSTANCES] {
    let mut list = [Instance { mask: 0, shape: 0, digits: [0; 10], start: 0 }; INSTANCES];
    let (mut found, mut start, mut shape) = (0, 0, 0);
    while shape < SHAPES.len() {
        let first = found;
        let mut symmetry = 0;
        while symmetry < 8 {
            let instance = image(shape, symmetry, start);
            let mut known = false;
            let mut other = first;
            while other < found {
                known |= list[other].mask == instance.mask;
                other += 1;
            }
            if !known {
                list[found] = instance;
                found += 1;
                start += 3usize.pow(SHAPES[shape].squares.len() as u32);
            }
            symmetry += 1;
        }
        assert!(found - first == IMAGES[shape]);
        shape += 1;
    }
    assert!(found == INSTANCES);
    list
}

const fn image(shape: usize, symmetry: usize, start: usize) -> Instance {
    let squares = SHAPES[shape].squares;
    let mut instance = Instance { mask: 0, shape, digits: [0; 10], start };
    let mut places = [0u32; 10];
    let mut digit = 0;
    while digit < squares.len() {
        let bit = transformed(1 << squares[digit], symmetry);
        places[digit] = bit.trailing_zeros();
        instance.mask |= bit;
        digit += 1;
    }
    let mut digit = 0;
    while digit < squares.len() {
        let below = (instance.mask & ((1 << places[digit]) - 1)).count_ones();
        instance.digits[below as usize] = digit as u8;
        digit += 1;
    }
    instance
}

impl Instance {
    pub(super) fn size(&self) -> usize {
        3usize.pow(self.mask.count_ones())
    }

    /// The number of the weight that belongs to an index of this image's own table: of a shape that is its own
    /// mirror image both readings have one weight.
    pub(super) fn weight(&self, mut own: usize) -> usize {
        let mut index = 0;
        for place in 0..self.mask.count_ones() as usize {
            index += own % 3 * 3usize.pow(self.digits[place].into());
            own /= 3;
        }
        SHAPE_START[self.shape] + mirrored(self.shape, index).min(index)
    }
}

/// The index of a shape read the other way round, if the shape is its own mirror image.
fn mirrored(shape: usize, index: usize) -> usize {
    let squares = SHAPES[shape].squares;
    let all = squares.iter().fold(0u64, |all, &square| all | 1 << square);
    let mut best = index;
    for symmetry in 1..8 {
        if transformed(all, symmetry) != all {
            continue;
        }
        let mut other = 0;
        for (digit, &square) in squares.iter().enumerate() {
            let value = index / 3usize.pow(digit as u32) % 3;
            let target = transformed(1 << square, symmetry).trailing_zeros() as u8;
            let place = squares.iter().position(|&square| square == target).unwrap_or(digit);
            other += value * 3usize.pow(place as u32);
        }
        best = best.min(other);
    }
    best
}

/// A number with the same digits, 0 and 1, read in base 3.
pub(super) static TERNARY: [u16; 1024] = {
    let mut table = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let mut digit = 0;
        while digit < 10 {
            if bits >> digit & 1 != 0 {
                table[bits] += 3u16.pow(digit);
            }
            digit += 1;
        }
        bits += 1;
    }
    table
};

/// The index of an image's own table: 1 where `me` has a disc, 2 where `them` has one.
#[inline(always)]
pub(super) fn own_index<C: Cpu>(cpu: C, me: u64, them: u64, mask: u64) -> usize {
    let mine = usize::from(TERNARY[extract(cpu, me, mask) as usize & 1023]);
    let theirs = usize::from(TERNARY[extract(cpu, them, mask) as usize & 1023]);
    mine + 2 * theirs
}

/// How many moves both sides have, as far as they are told apart.
#[inline(always)]
pub(super) fn move_counts<C: Cpu>(cpu: C, me: u64, them: u64) -> [usize; 2] {
    let most = MOVES_MOST - 1;
    [(me, them), (them, me)].map(|(me, them)| (mobility(cpu, me, them).count_ones() as usize).min(most))
}

/// Which weight belongs to each index of each image's own table.
#[derive(Debug)]
pub(super) struct WeightNumbers(pub(super) Vec<u32>);

impl WeightNumbers {
    pub(super) fn new() -> WeightNumbers {
        let mut numbers = Vec::with_capacity(SPREAD);
        for instance in &IMAGES_OF_SHAPES {
            numbers.extend((0..instance.size()).map(|own| instance.weight(own) as u32));
        }
        WeightNumbers(numbers)
    }
}
