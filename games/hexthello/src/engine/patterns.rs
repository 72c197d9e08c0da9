//! The trained evaluation of HexThello: the explained terms, and what the patterns in 96 places of the board add to them.

use super::board::Board;
use super::explained::Explained;
use super::probcut;
use super::shapes::{self, ALL, LANES, RADIUS, SHAPES, Shape};
use super::trained::{STAGES, Weights};
use crate::{Cells, HexThelloPosition, Move};
use agon_core::{Position, Side};
use agon_search::{Evaluator, Leaf, ProbCut, Score, Term, Tuning};
use std::sync::{Arc, LazyLock};

/// More than any filling's number, so that every number is an index.
const NUMBERS: usize = 1 << 16;

/// The explained evaluation, corrected by patterns on the full board. With blocked cells nothing is corrected.
#[derive(Clone)]
pub struct Patterns {
    explained: Explained,
    tables: Option<Arc<Tables>>,
    models: &'static [ProbCut],
}

/// The weights as they are looked up.
struct Tables {
    board: Board,
    steps: Box<[[u16; LANES]]>,
    /// By stage and shape, by number.
    worth: Vec<Vec<Box<[i16; NUMBERS]>>>,
}

/// The numbers of all places: base three, 1 for black, 2 for white.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Numbers([u16; LANES]);

impl Numbers {
    /// The number of every place.
    pub fn lanes(&self) -> &[u16; LANES] {
        &self.0
    }
}

/// The tables of the embedded weights, made once; nothing if the weights are damaged.
static EMBEDDED: LazyLock<Option<Arc<Tables>>> =
    LazyLock::new(|| Weights::embedded().ok().map(|weights| Arc::new(Tables::new(weights))));

/// The stage with so many empty cells.
#[inline(always)]
pub fn stage(empty: usize, size: usize) -> usize {
    size.saturating_sub(empty) * STAGES / (size + 1)
}

impl Tables {
    fn new(weights: &Weights) -> Tables {
        let classes: Vec<_> = (0..SHAPES).map(|shape| shapes::classes(shape).0).collect();
        let table = |stage: usize, shape: usize| {
            let weights = &weights.stage(stage)[Weights::starts()[shape]..];
            let mut table = Box::new([0; NUMBERS]);
            for (worth, &(class, sign)) in table.iter_mut().zip(&classes[shape]) {
                *worth = weights[class as usize] * i16::from(sign);
            }
            table
        };
        Tables {
            board: shapes::board(),
            steps: shapes::steps(),
            worth: (0..STAGES).map(|stage| (0..SHAPES).map(|shape| table(stage, shape)).collect()).collect(),
        }
    }

    #[inline(always)]
    fn stage(&self, position: &HexThelloPosition) -> usize {
        stage(position.empty().count() as usize, self.board.size as usize)
    }

    /// What the places of a shape are worth for black.
    #[inline(always)]
    fn shape(&self, stage: usize, shape: usize, numbers: &Numbers) -> Score {
        let table = &self.worth[stage][shape];
        let Shape { first, places, .. } = ALL[shape];
        let mut sum = 0;
        for &number in &numbers.0[first..first + places] {
            sum += Score::from(table[usize::from(number)]);
        }
        sum
    }

    /// What the patterns add for the side to move.
    #[inline(always)]
    fn correction(&self, numbers: &Numbers, position: &HexThelloPosition) -> Score {
        let stage = self.stage(position);
        let mut sum = 0;
        for shape in 0..SHAPES {
            sum += self.shape(stage, shape, numbers);
        }
        sum * position.side_to_move().sign()
    }
}

impl Patterns {
    /// The evaluation for boards of a radius.
    pub fn new(radius: u8) -> Patterns {
        let tables = if radius == RADIUS { EMBEDDED.clone() } else { None };
        Patterns { explained: Explained::new(radius), tables, models: probcut::models() }
    }

    /// For the full board with other weights, without multi-ProbCut.
    pub fn with_weights(weights: &Weights) -> Patterns {
        let tables = Some(Arc::new(Tables::new(weights)));
        Patterns { explained: Explained::new(RADIUS), tables, models: &[] }
    }

    /// The tables, if they are made for the position's board.
    #[inline(always)]
    fn tables_for(&self, position: &HexThelloPosition) -> Option<&Tables> {
        let tables = self.tables.as_deref()?;
        tables.board.blocked(position).is_empty().then_some(tables)
    }
}

/// Calls `f` with word and bit of every cell as one number.
#[inline(always)]
fn each_cell(cells: Cells, mut f: impl FnMut(usize)) {
    let words = cells.words();
    for (word, bits) in words.into_iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            f(64 * word + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

impl Evaluator<HexThelloPosition> for Patterns {
    type State = Numbers;

    fn state(&self, position: &HexThelloPosition) -> Numbers {
        let mut numbers = Numbers([0; LANES]);
        if let Some(tables) = &self.tables {
            let [black, white] = position.discs();
            for (times, discs) in [(1, black), (2, white)] {
                each_cell(discs, |cell| {
                    for (number, step) in numbers.0.iter_mut().zip(&tables.steps[cell]) {
                        *number += times * step;
                    }
                });
            }
        }
        numbers
    }

    #[inline(always)]
    fn advance(
        &self,
        state: &Numbers,
        before: &HexThelloPosition,
        _: Move,
        after: &HexThelloPosition,
    ) -> Numbers {
        let Some(tables) = &self.tables else { return *state };
        let Ok(steps) = <&[[u16; LANES]; 256]>::try_from(&*tables.steps) else { return *state };
        let turned = before.them() & after.them();
        let placed = before.empty() & !after.empty();
        let mut numbers = state.0;
        // The discs that turn become black or white: a digit less or more.
        if before.side_to_move() == Side::First {
            each_cell(placed, |cell| {
                for lane in 0..LANES {
                    numbers[lane] = numbers[lane].wrapping_add(steps[cell & 255][lane]);
                }
            });
            each_cell(turned, |cell| {
                for lane in 0..LANES {
                    numbers[lane] = numbers[lane].wrapping_sub(steps[cell & 255][lane]);
                }
            });
        } else {
            each_cell(placed, |cell| {
                for lane in 0..LANES {
                    let step = steps[cell & 255][lane];
                    numbers[lane] = numbers[lane].wrapping_add(step).wrapping_add(step);
                }
            });
            each_cell(turned, |cell| {
                for lane in 0..LANES {
                    numbers[lane] = numbers[lane].wrapping_add(steps[cell & 255][lane]);
                }
            });
        }
        Numbers(numbers)
    }

    #[inline(always)]
    fn evaluate(&self, state: &Numbers, position: &HexThelloPosition) -> Score {
        match self.leaf(state, position) {
            Leaf::Over(score) | Leaf::Open(score) => score,
        }
    }

    #[inline(always)]
    fn leaf(&self, state: &Numbers, position: &HexThelloPosition) -> Leaf {
        let leaf = self.explained.leaf(&(), position);
        match (self.tables_for(position), leaf) {
            (Some(tables), Leaf::Open(score)) => Leaf::Open(score + tables.correction(state, position)),
            _ => leaf,
        }
    }

    #[inline(always)]
    fn hint(&self, _: &Numbers, position: &HexThelloPosition, mv: Move) -> i32 {
        self.explained.hint(&(), position, mv)
    }

    #[inline(always)]
    fn in_peril(&self, position: &HexThelloPosition) -> bool {
        self.explained.in_peril(position)
    }

    #[inline(always)]
    fn phase(&self, position: &HexThelloPosition) -> usize {
        self.explained.phase(position)
    }

    #[inline(always)]
    fn phases(&self) -> usize {
        self.explained.phases()
    }

    #[inline(always)]
    fn probcut(&self) -> &[ProbCut] {
        if self.tables.is_some() { self.models } else { self.explained.probcut() }
    }

    fn tuning(&self) -> Tuning {
        self.explained.tuning()
    }

    fn terms(&self, position: &HexThelloPosition) -> Vec<Term> {
        let mut terms = self.explained.terms(position);
        if let Some(tables) = self.tables_for(position) {
            let (stage, numbers) = (tables.stage(position), self.state(position));
            let shape = |shape: usize| {
                let value = tables.shape(stage, shape, &numbers) * position.side_to_move().sign();
                Term { name: ALL[shape].name, raw: [0; 2], weight: 0, value }
            };
            terms.extend((0..SHAPES).map(shape));
        }
        terms
    }
}
