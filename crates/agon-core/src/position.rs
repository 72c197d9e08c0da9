//! The static trait of positions: what searches, solvers and perft run on.

use crate::{Outcome, Side};
use arrayvec::ArrayVec;
use std::fmt;

/// Room for the legal moves of any position of any game, on the stack.
///
/// The largest need is HexThello's: 169 cells, seven of them taken. A game with more than 256 moves in one
/// position would need a larger constant here.
pub type MoveList<M> = ArrayVec<M, 256>;

/// A position of a game: small, `Copy`, complete (board, side to move, points, pending chance).
///
/// In every position exactly one of three things holds:
/// - it is a player's turn: [`generate`](Self::generate) yields at least one move (a forced pass is a move);
/// - chance is to decide: [`chance`](Self::chance) has the weights, `generate` yields nothing;
/// - the game is over: [`outcome`](Self::outcome) has the result, `generate` yields nothing.
///
/// Methods are called in hot loops: implementations mark them `#[inline(always)]` where they should be
/// compiled for the processor chosen at the loop's entry (see [`crate::cpu`]).
pub trait Position: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// A move: a few bytes, meaningful only together with its position.
    type Move: Copy + Eq + fmt::Debug + Send + Sync + 'static;

    /// Whether positions of this game can wait for chance; lets a search leave that part out.
    const HAS_CHANCE: bool = false;

    /// How many symmetries the rules have, the identity included.
    const SYMMETRIES: usize = 1;

    /// How many kinds of moves [`move_slot`](Self::move_slot) tells apart.
    const MOVE_SLOTS: usize = 1;

    /// The side to move; while chance is pending, the side whose move caused it (or who moves next, at a
    /// set-up).
    fn side_to_move(&self) -> Side;

    /// Appends every legal move, in the game's fixed generator order.
    fn generate(&self, moves: &mut MoveList<Self::Move>);

    /// How many moves [`generate`](Self::generate) would yield.
    #[inline(always)]
    fn count_moves(&self) -> usize {
        let mut moves = MoveList::new();
        self.generate(&mut moves);
        moves.len()
    }

    /// Plays a legal move. Playing anything else leaves a position without meaning (but never undefined
    /// behaviour); the checked way is [`crate::AnyPosition::play`].
    fn play(&mut self, mv: Self::Move);

    /// The result if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// What each side has so far in the game's unit (discs, points); the winner's 1 in the connect-four games.
    fn score(&self) -> [i32; 2];

    /// The weights of the outcomes that chance decides between now, if it does.
    #[inline(always)]
    fn chance(&self) -> Option<&'static [u32]> {
        None
    }

    /// Lets chance fall on outcome number `outcome` of [`chance`](Self::chance).
    #[inline(always)]
    fn resolve(&mut self, outcome: usize) {
        debug_assert!(Self::HAS_CHANCE, "no chance in this game ({outcome})");
    }

    /// A well-mixed 64-bit hash of everything that matters for the rest of the game.
    fn key(&self) -> u64;

    /// The key after a move: always equal to playing it and asking, sometimes cheaper.
    #[inline(always)]
    fn key_after(&self, mv: Self::Move) -> u64 {
        let mut next = *self;
        next.play(mv);
        next.key()
    }

    /// A number below [`MOVE_SLOTS`](Self::MOVE_SLOTS) that is the same for moves that are alike in all positions
    /// (the same square, the same step): what a search keeps statistics by. Without it, it keeps none.
    #[inline(always)]
    fn move_slot(&self, mv: Self::Move) -> usize {
        let _ = mv;
        0
    }

    /// The position under symmetry number `symmetry` (0 is the identity).
    fn transformed(&self, symmetry: usize) -> Self {
        debug_assert_eq!(symmetry, 0);
        *self
    }

    /// A move of this position as a move of [`transformed`](Self::transformed).
    fn transformed_move(&self, mv: Self::Move, symmetry: usize) -> Self::Move {
        debug_assert_eq!(symmetry, 0);
        mv
    }

    /// Whether a symmetry exchanges the two sides (then margins change sign).
    fn swaps_sides(symmetry: usize) -> bool {
        let _ = symmetry;
        false
    }

    /// The smallest key among all images under symmetry: equal for positions that are the same up to symmetry.
    fn canonical_key(&self) -> u64 {
        (0..Self::SYMMETRIES).map(|s| self.transformed(s).key()).min().unwrap_or_else(|| self.key())
    }
}

/// Mixes 64 bits well (the finaliser of SplitMix64); the games' keys are built from it.
#[inline(always)]
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
