//! The evaluation: threats by row, zugzwang, open lines, centre. And what the search is told beyond it: forced
//! play, dead boards, the order of moves.

use super::forced::{End, Place};
use super::lines::count_pairs;
use super::threats::Threats;
use super::zugzwang::Zugzwang;
use crate::{ConnectPosition, Grid, Move, Word};
use agon_core::{MoveList, Position, Side};
use agon_search::{Evaluator, Leaf, Score, Term, Tuning};

/// The evaluation of connect four on any board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What its terms count.
    pub weights: Weights,
}

/// The weights of the terms, in hundredths of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Winning when the board is filled up, on an empty board.
    pub zugzwang: Score,
    /// What it gains until the board is full.
    pub zugzwang_late: Score,
    /// A threat on a row that serves its side: odd ones for the first side, even ones for the second.
    pub useful: Score,
    /// A threat on another row.
    pub other: Score,
    /// Two or three stones in an open line on a row that serves their side.
    pub useful_pair: Score,
    /// The same on another row, on an empty board; it fades.
    pub other_pair: Score,
    /// The same diagonally, on an empty board; it fades.
    pub diagonal_pair: Score,
    /// A stone, for each column between it and the nearer side of the board, on an empty board; it fades.
    pub centre: Score,
    /// Being to move, on an empty board; it fades.
    pub tempo: Score,
}

impl Weights {
    /// The weights it plays with: a logistic regression on the results of games between equals, a hundred for
    /// each unit of the logarithm of the odds.
    pub const DEFAULT: Weights = Weights {
        zugzwang: 0,
        zugzwang_late: 360,
        useful: 10,
        other: 32,
        useful_pair: 22,
        other_pair: 20,
        diagonal_pair: 13,
        centre: 7,
        tempo: 33,
    };
}

impl Default for Judgement {
    fn default() -> Self {
        Judgement { weights: Weights::DEFAULT }
    }
}

/// What is counted, by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts {
    /// 1 for the side that wins when the board is filled up; see [`Zugzwang`].
    zugzwang: [i32; 2],
    /// Threats on the rows that serve a side.
    useful: [i32; 2],
    /// Threats on the other rows.
    other: [i32; 2],
    /// Open lines with at least two stones: on rows that serve a side, on other rows, diagonal.
    pairs: [[i32; 2]; 3],
    /// Stones, by nearness to the middle column.
    centre: [i32; 2],
    /// 1 for the side to move.
    tempo: [i32; 2],
}

/// How many terms there are.
const TERMS: usize = 8;

const NAMES: [&str; TERMS] = [
    "zugzwang",
    "useful threats",
    "other threats",
    "pairs on useful rows",
    "pairs on other rows",
    "diagonal pairs",
    "centre",
    "to move",
];

/// What moves are ordered by; see `hint`.
const HINT_LOSES: i32 = -60_000;
const HINT_BLOCKS: i32 = 60_000;
const HINT_THREAT: i32 = 3_000;
const HINT_CENTRE: i32 = 300;

impl Counts {
    #[inline(always)]
    fn of<B: Word, const W: usize, const H: usize>(place: &Place<B, W, H>) -> Counts {
        let (mine, theirs) = (place.me, place.me ^ place.mask);
        let Threats { mine: my_threats, theirs: their_threats } = place.threats;
        let (side, [first, second], [threats, replies]) = if place.ply & 1 == 0 {
            (Side::First, [mine, theirs], [my_threats, their_threats])
        } else {
            (Side::Second, [theirs, mine], [their_threats, my_threats])
        };
        let (odd, even) = (odd_rows::<B, W, H>(), even_rows::<B, W, H>());
        let mut zugzwang = [0; 2];
        let column_fight = Zugzwang::<B, W, H> { threats: [threats, replies], mask: place.mask, side };
        if let Some(winner) = column_fight.winner() {
            zugzwang[winner] = 1;
        }
        let [a, b] = [
            count_pairs::<B, W, H>(first, place.mask, odd),
            count_pairs::<B, W, H>(second, place.mask, even),
        ];
        Counts {
            zugzwang,
            useful: [(threats & odd).count() as i32, (replies & even).count() as i32],
            other: [(threats & even).count() as i32, (replies & odd).count() as i32],
            pairs: [[a[0] as i32, b[0] as i32], [a[1] as i32, b[1] as i32], [a[2] as i32, b[2] as i32]],
            centre: [centrality::<B, W, H>(first), centrality::<B, W, H>(second)],
            tempo: if side == Side::First { [1, 0] } else { [0, 1] },
        }
    }

    #[inline(always)]
    const fn terms(&self) -> [[i32; 2]; TERMS] {
        let [useful_pairs, other_pairs, diagonal_pairs] = self.pairs;
        [
            self.zugzwang,
            self.useful,
            self.other,
            useful_pairs,
            other_pairs,
            diagonal_pairs,
            self.centre,
            self.tempo,
        ]
    }
}

impl Weights {
    /// The weights of the terms after `ply` of `cells` stones.
    #[inline(always)]
    fn at(&self, ply: i32, cells: i32) -> [Score; TERMS] {
        let zugzwang = self.zugzwang + self.zugzwang_late * ply / cells;
        // What counts in the opening is gone when five ninths of the board are full.
        let early = if 9 * ply < 5 * cells { 5 * cells - 9 * ply } else { 0 };
        let fading = |weight: Score| weight * early / (5 * cells);
        [
            zugzwang,
            self.useful,
            self.other,
            self.useful_pair,
            fading(self.other_pair),
            fading(self.diagonal_pair),
            fading(self.centre),
            fading(self.tempo),
        ]
    }
}

impl Judgement {
    /// The estimate for the first side.
    #[inline(always)]
    fn estimate<B: Word, const W: usize, const H: usize>(&self, place: &Place<B, W, H>) -> Score {
        let weights = self.weights.at(place.ply, (W * H) as i32);
        let terms = Counts::of(place).terms();
        let mut sum = 0;
        for i in 0..terms.len() {
            sum += weights[i] * (terms[i][0] - terms[i][1]);
        }
        sum
    }
}

/// The rows 1, 3, 5 and so on from the bottom.
#[inline(always)]
pub(super) fn odd_rows<B: Word, const W: usize, const H: usize>() -> B {
    (0..H).step_by(2).fold(B::EMPTY, |rows, height| rows | Grid::<B, W, H>::row(height))
}

/// The rows 2, 4, 6 and so on from the bottom.
#[inline(always)]
pub(super) fn even_rows<B: Word, const W: usize, const H: usize>() -> B {
    Grid::<B, W, H>::cells() ^ odd_rows::<B, W, H>()
}

/// Each stone counts the columns between it and the nearer side of the board.
#[inline(always)]
fn centrality<B: Word, const W: usize, const H: usize>(stones: B) -> i32 {
    let mut sum = 0;
    let mut inner = Grid::<B, W, H>::cells();
    for rim in 0..W.div_ceil(2) - 1 {
        inner = inner & !Grid::<B, W, H>::column(rim) & !Grid::<B, W, H>::column(W - 1 - rim);
        sum += (stones & inner).count() as i32;
    }
    sum
}

impl<B: Word, const W: usize, const H: usize> Evaluator<ConnectPosition<B, W, H>> for Judgement {
    type State = Threats<B>;
    const MARGIN_IS_DISTANCE: bool = true;
    const LEAF_KNOWS: bool = true;

    #[inline(always)]
    fn state(&self, position: &ConnectPosition<B, W, H>) -> Threats<B> {
        Threats::of(position)
    }

    #[inline(always)]
    fn advance(
        &self,
        state: &Threats<B>,
        before: &ConnectPosition<B, W, H>,
        _: Move,
        after: &ConnectPosition<B, W, H>,
    ) -> Threats<B> {
        state.after::<W, H>(after.mask() ^ before.mask(), after.them(), after.mask())
    }

    #[inline(always)]
    fn evaluate(&self, state: &Threats<B>, position: &ConnectPosition<B, W, H>) -> Score {
        self.estimate(&Place::of(position, *state)) * position.side_to_move().sign()
    }

    /// Positions at the depth limit are judged where forced play has ended.
    #[inline(always)]
    fn leaf(&self, state: &Threats<B>, position: &ConnectPosition<B, W, H>) -> Leaf {
        if let Some(outcome) = position.outcome() {
            return Leaf::Over(Evaluator::<ConnectPosition<B, W, H>>::finished(self, position, outcome));
        }
        match Place::of(position, *state).settle() {
            End::Decided(score) => Leaf::Over(score),
            End::Choice { place, same_side } => {
                let sign = if same_side { 1 } else { -1 };
                if place.has_double() {
                    return Leaf::Over(sign * place.win_by_double());
                }
                Leaf::Open(self.estimate(&place) * position.side_to_move().sign())
            }
        }
    }

    #[inline(always)]
    fn known(&self, state: &Threats<B>, position: &ConnectPosition<B, W, H>) -> Option<Score> {
        if position.winner().is_some() {
            return None;
        }
        match Place::of(position, *state).settle() {
            End::Decided(score) => Some(score),
            End::Choice { .. } => None,
        }
    }

    /// What must be played first, what loses at once last; between them by the threats a move makes and by the
    /// middle.
    #[inline(always)]
    fn hint(&self, state: &Threats<B>, position: &ConnectPosition<B, W, H>, mv: Move) -> i32 {
        hint(state, position, mv, Grid::<B, W, H>::cells())
    }

    #[inline(always)]
    fn hints(
        &self,
        state: &Threats<B>,
        position: &ConnectPosition<B, W, H>,
        moves: &MoveList<Move>,
        mut each: impl FnMut(usize, i32),
    ) {
        let makers = state.makers(position);
        for (index, &mv) in moves.iter().enumerate() {
            each(index, hint(state, position, mv, makers));
        }
    }

    #[inline(always)]
    fn tuning(&self) -> Tuning {
        Tuning { aspiration: 40, evalorder_depth: 4, ..Tuning::DEFAULT }
    }

    #[inline(always)]
    fn bounds(&self, position: &ConnectPosition<B, W, H>) -> [Score; 2] {
        Place::bounds(position)
    }

    fn terms(&self, position: &ConnectPosition<B, W, H>) -> Vec<Term> {
        let counts = Counts::of(&Place::of(position, Threats::of(position)));
        let weights = self.weights.at(position.ply() as i32, (W * H) as i32);
        let sign = position.side_to_move().sign();
        let term = |(i, raw): (usize, [i32; 2])| Term {
            name: NAMES[i],
            raw,
            weight: weights[i],
            value: weights[i] * (raw[0] - raw[1]) * sign,
        };
        counts.terms().into_iter().enumerate().map(term).collect()
    }
}

/// How promising a move is; only stones in `makers` can change the number of their side's threats.
#[inline(always)]
fn hint<B: Word, const W: usize, const H: usize>(
    threats: &Threats<B>,
    position: &ConnectPosition<B, W, H>,
    mv: Move,
    makers: B,
) -> i32 {
    let column = usize::from(mv.column());
    let cell = Grid::<B, W, H>::landing(position.mask(), column);
    if (cell & threats.theirs).any() {
        return HINT_BLOCKS;
    }
    if threats.lose_above(cell) {
        return HINT_LOSES;
    }
    let more = if (cell & makers).any() {
        let made = Grid::<B, W, H>::winning_cells(position.me() | cell, position.mask() | cell);
        made.count() as i32 - threats.mine.count() as i32
    } else {
        0
    };
    let from_rim = column.min(W - 1 - column) as i32;
    HINT_THREAT * more + HINT_CENTRE * from_rim
}
