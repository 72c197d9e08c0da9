//! The evaluation: threats by row, zugzwang, open lines, centre. And what the search is told beyond it: forced
//! play, dead boards, the order of moves.

use super::forced::{End, Place};
use super::lines::count_pairs;
use super::threats::Threats;
use super::zugzwang::Zugzwang;
use agon_core::{Position, Side};
use agon_games::connect::{ConnectPosition, Grid, Move, Word};
use agon_search::{Evaluator, Leaf, Score, Term, Tuning};

/// The evaluation of connect four on any board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judgement;

/// What is counted, by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts {
    /// 1 for the side that wins when the board is filled up; see [`Zugzwang`].
    zugzwang: [i32; 2],
    /// Threats on the rows that serve a side: odd ones for the first, even ones for the second.
    useful: [i32; 2],
    /// Threats on the other rows.
    other: [i32; 2],
    /// Lines with at least two stones and none of the other side.
    pairs: [i32; 2],
    /// Stones, by nearness to the middle column.
    centre: [i32; 2],
}

/// The names of the terms with their weights in hundredths of a stone.
const NAMES: [&str; 5] = ["zugzwang", "useful threats", "other threats", "open pairs", "centre"];
const WEIGHTS: [Score; 5] = [150, 40, 15, 6, 3];

/// What the other side's cell above a move is worth in the order of moves, and the like; see `hint`.
const HINT_LOSES: i32 = -60_000;
const HINT_BLOCKS: i32 = 60_000;
const HINT_THREAT: i32 = 3_000;
const HINT_CENTRE: i32 = 300;

impl Counts {
    #[inline(always)]
    fn of<B: Word, const W: usize, const H: usize>(place: &Place<B, W, H>) -> Counts {
        let side = if place.ply & 1 == 0 { Side::First } else { Side::Second };
        let by_side = |mine: B, theirs: B| if side == Side::First { [mine, theirs] } else { [theirs, mine] };
        let threats = by_side(place.threats.mine, place.threats.theirs);
        let stones = by_side(place.me, place.me ^ place.mask);
        let rows = [odd_rows::<B, W, H>(), even_rows::<B, W, H>()];
        let mut zugzwang = [0; 2];
        if let Some(winner) = (Zugzwang::<B, W, H> { threats, mask: place.mask, side }).winner() {
            zugzwang[winner] = 1;
        }
        let count = |board: B| board.count() as i32;
        Counts {
            zugzwang,
            useful: [0, 1].map(|i| count(threats[i] & rows[i])),
            other: [0, 1].map(|i| count(threats[i] & rows[1 - i])),
            pairs: stones.map(|own| count_pairs::<B, W, H>(own, place.mask) as i32),
            centre: stones.map(centrality::<B, W, H>),
        }
    }

    #[inline(always)]
    const fn terms(&self) -> [[i32; 2]; 5] {
        [self.zugzwang, self.useful, self.other, self.pairs, self.centre]
    }

    /// The value for the first side.
    #[inline(always)]
    fn value(&self) -> Score {
        let terms = self.terms();
        (0..terms.len()).map(|i| WEIGHTS[i] * (terms[i][0] - terms[i][1])).sum()
    }
}

/// The rows 1, 3, 5 and so on from the bottom.
#[inline(always)]
fn odd_rows<B: Word, const W: usize, const H: usize>() -> B {
    (0..H).step_by(2).fold(B::EMPTY, |rows, height| rows | Grid::<B, W, H>::row(height))
}

/// The rows 2, 4, 6 and so on from the bottom.
#[inline(always)]
fn even_rows<B: Word, const W: usize, const H: usize>() -> B {
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
        Counts::of(&Place::of(position, *state)).value() * position.side_to_move().sign()
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
                Leaf::Open(Counts::of(&place).value() * position.side_to_move().sign())
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
        let column = usize::from(mv.column());
        let cell = Grid::<B, W, H>::landing(position.mask(), column);
        if (cell & state.theirs).any() {
            return HINT_BLOCKS;
        }
        if ((cell << 1) & state.theirs).any() {
            return HINT_LOSES;
        }
        let made = Grid::<B, W, H>::winning_cells(position.me() | cell, position.mask() | cell);
        let threats = made.count() as i32 - state.mine.count() as i32;
        let from_rim = column.min(W - 1 - column) as i32;
        HINT_THREAT * threats + HINT_CENTRE * from_rim
    }

    #[inline(always)]
    fn tuning(&self) -> Tuning {
        Tuning { aspiration: 60, evalorder_depth: 4, ..Tuning::DEFAULT }
    }

    fn terms(&self, position: &ConnectPosition<B, W, H>) -> Vec<Term> {
        let counts = Counts::of(&Place::of(position, Threats::of(position)));
        let sign = position.side_to_move().sign();
        let term = |(i, raw): (usize, [i32; 2])| Term {
            name: NAMES[i],
            raw,
            weight: WEIGHTS[i],
            value: WEIGHTS[i] * (raw[0] - raw[1]) * sign,
        };
        counts.terms().into_iter().enumerate().map(term).collect()
    }
}
