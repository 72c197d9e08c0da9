//! What the search has to be told about a game beyond its rules.

use crate::probcut::ProbCut;
use crate::score::{self, Score};
use agon_core::{MoveList, Outcome, Position};
use serde::Serialize;

/// An evaluation of a game's positions, with everything else that a search can make use of.
///
/// Only [`state`](Self::state) and [`evaluate`](Self::evaluate) must be written; each other method switches one
/// more technique on. All are called in the hot loop: mark them `#[inline(always)]`, allocate nothing, and
/// depend on nothing but the arguments (the same position must always get the same score, or the search is
/// neither exact nor repeatable). Integers only, so that a search is the same on every machine.
///
/// ```
/// use agon_core::Position;
/// use agon_search::{Evaluator, Score};
///
/// /// Who has more, in hundredths of the unit.
/// struct Margin;
///
/// impl<P: Position> Evaluator<P> for Margin {
///     type State = ();
///
///     #[inline(always)]
///     fn state(&self, _: &P) {}
///
///     #[inline(always)]
///     fn evaluate(&self, _: &(), position: &P) -> Score {
///         let [first, second] = position.score();
///         100 * (first - second) * position.side_to_move().sign()
///     }
/// }
/// ```
pub trait Evaluator<P: Position>: Send + Sync + 'static {
    /// What is kept on the search stack from move to move: sums of a pattern evaluation, an accumulator of a
    /// network; `()` if everything is computed from the position. Keep it small: it is copied at every node.
    type State: Copy + Send + Sync;

    /// Whether the game has positions that should not be judged as they stand; if not, quiescence is left out.
    const HAS_TENSION: bool = false;

    /// Whether a larger margin of a finished game means a shorter game (the connect-four games). Then a proven
    /// win ends the search, and reports say "win in 7", or "win in 7 at most" where a faster one was not ruled out; write
    /// [`bounds`](Self::bounds) so that it is.
    const MARGIN_IS_DISTANCE: bool = false;

    /// Whether [`leaf`](Self::leaf) has every answer that [`known`](Self::known) has: then only the leaf is asked at the depth
    /// limit.
    const LEAF_KNOWS: bool = false;

    /// The state of a position from scratch.
    fn state(&self, position: &P) -> Self::State;

    /// The state after `mv`. It must equal `self.state(after)`, which is the default; write it where updating
    /// is cheaper. What is dear to update may be put off: every method must get along with such a state, and
    /// [`complete`](Self::complete) makes up for it.
    #[inline(always)]
    fn advance(&self, state: &Self::State, before: &P, mv: P::Move, after: &P) -> Self::State {
        let _ = (state, before, mv);
        self.state(after)
    }

    /// A state that [`advance`](Self::advance) has left incomplete, completed; nothing (the default) if it never does. Asked once for a
    /// position before its moves are tried, so that what was put off is not done again after each of them.
    #[inline(always)]
    fn complete(&self, state: &Self::State, position: &P) -> Option<Self::State> {
        let _ = (state, position);
        None
    }

    /// The state after chance has fallen on `outcome`; as for [`advance`](Self::advance).
    #[inline(always)]
    fn advance_chance(&self, state: &Self::State, before: &P, outcome: usize, after: &P) -> Self::State {
        let _ = (state, before, outcome);
        self.state(after)
    }

    /// The estimate of a position, **for the side to move**, in hundredths of the game's unit. It is asked only
    /// where it is a player's turn (never in a finished game, never while chance is pending). Estimates are cut
    /// to the range that [`score`] leaves them.
    fn evaluate(&self, state: &Self::State, position: &P) -> Score;

    /// The score of a finished game for the side to move. By default [`score::finished`]: the winner first, the
    /// margin second. Another objective (the expected margin alone, for example `100 * margin`) is chosen here.
    #[inline(always)]
    fn finished(&self, position: &P, outcome: Outcome) -> Score {
        score::finished(outcome, position.side_to_move())
    }

    /// The value of a position at the depth limit, where it may be finished or not. Write it where one
    /// computation answers both questions, for example the moves of both sides.
    #[inline(always)]
    fn leaf(&self, state: &Self::State, position: &P) -> Leaf {
        match position.outcome() {
            Some(outcome) => Leaf::Over(self.finished(position, outcome)),
            None => Leaf::Open(self.evaluate(state, position)),
        }
    }

    /// The value of an unfinished position that needs no search: armies that have passed each other, a board on
    /// which nobody can complete a line. It must be the value of the game under best play, on the scale of
    /// [`finished`](Self::finished). Asked at every node, by plain minimax as well, also at the depth limit.
    #[inline(always)]
    fn known(&self, state: &Self::State, position: &P) -> Option<Score> {
        let _ = (state, position);
        None
    }

    /// What can be left out of an unfinished position's moves without a search, because it is decided by the very next
    /// ones. Asked only where [`known`](Self::known) has no answer.
    #[inline(always)]
    fn urgency(&self, state: &Self::State, position: &P) -> Urgency<P::Move> {
        let _ = (state, position);
        Urgency::Free
    }

    /// Whether a move of an [`Urgency::Narrow`] position loses at once, where others do not.
    #[inline(always)]
    fn loses_at_once(&self, state: &Self::State, position: &P, mv: P::Move) -> bool {
        let _ = (state, position, mv);
        false
    }

    /// How promising a move looks before it is searched; larger is tried earlier. It is added to the move's
    /// history, which lies between −16 384 and 16 384: a hint of ±1 000 is a nudge, ±20 000 an order.
    #[inline(always)]
    fn hint(&self, state: &Self::State, position: &P, mv: P::Move) -> i32 {
        let _ = (state, position, mv);
        0
    }

    /// Calls `each` with the number of every move and its [`hint`](Self::hint). Worth writing where much of the work
    /// is the same for all moves of a position.
    #[inline(always)]
    fn hints(
        &self,
        state: &Self::State,
        position: &P,
        moves: &MoveList<P::Move>,
        mut each: impl FnMut(usize, i32),
    ) {
        for (index, &mv) in moves.iter().enumerate() {
            each(index, self.hint(state, position, mv));
        }
    }

    /// Whether a position at the depth limit can be judged as it stands. Asked only if
    /// [`HAS_TENSION`](Self::HAS_TENSION).
    #[inline(always)]
    fn tension(&self, position: &P) -> Tension {
        let _ = position;
        Tension::Quiet
    }

    /// Whether quiescence should look at a move of a [`Tension::Noisy`] position.
    #[inline(always)]
    fn is_noisy(&self, position: &P, mv: P::Move) -> bool {
        let _ = (position, mv);
        false
    }

    /// The position with the turn given to the other side, if giving it up is practically never an advantage
    /// here. Nothing (the default) where zugzwang is common: then there is no null-move pruning.
    #[inline(always)]
    fn null_move(&self, position: &P) -> Option<P> {
        let _ = position;
        None
    }

    /// Whether the side to move may lose everything within a few moves, which no evaluation and no shallower search foresees.
    /// Nothing is left out without proof there, neither by multi-ProbCut nor by late move reductions, and its moves cost no
    /// depth. It should be rare, and leave few moves.
    #[inline(always)]
    fn in_peril(&self, position: &P) -> bool {
        let _ = position;
        false
    }

    /// The part of the game that statistics are kept for, from 0; see [`ProbCut::phases`].
    #[inline(always)]
    fn phase(&self, position: &P) -> usize {
        let _ = position;
        0
    }

    /// How many phases there are.
    #[inline(always)]
    fn phases(&self) -> usize {
        1
    }

    /// The fitted parameters of multi-ProbCut; none (the default) switches it off.
    #[inline(always)]
    fn probcut(&self) -> &[ProbCut] {
        &[]
    }

    /// Bounds on every score that the search can return for a position, for the side to move: what Star1 and
    /// Star2 cut with. The tighter the better; they must hold for estimates and for finished games. Asked at chance nodes, and where a
    /// margin [is a distance](Self::MARGIN_IS_DISTANCE) at nodes of which only the distance is in question.
    #[inline(always)]
    fn bounds(&self, position: &P) -> [Score; 2] {
        let _ = position;
        [-score::INFINITE, score::INFINITE]
    }

    /// The numbers of the techniques that suit this game.
    #[inline(always)]
    fn tuning(&self) -> Tuning {
        Tuning::DEFAULT
    }

    /// The terms of the evaluation, for people. They should add up to [`evaluate`](Self::evaluate).
    fn terms(&self, position: &P) -> Vec<Term> {
        let _ = position;
        Vec::new()
    }
}

/// The value of a position at the depth limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// The game is over, with this score.
    Over(Score),
    /// It goes on; an estimate.
    Open(Score),
}

/// How much of a choice a position leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency<M> {
    /// Any move may be good.
    Free,
    /// Some moves lose at once, and not all of them.
    Narrow,
    /// All moves but this one lose at once.
    Forced(M),
}

/// Whether a position can be judged as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tension {
    /// Yes.
    Quiet,
    /// The noisy moves should be looked at first; the side to move may also decline them all.
    Noisy,
    /// Every legal move should be looked at; there is no declining (compulsory captures).
    Forced,
}

/// The numbers of the techniques that differ from game to game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// Half the width of the first aspiration window, in hundredths of the unit.
    pub aspiration: Score,
    /// The table is asked in nodes of at least this depth; in shallower ones it costs more than searching.
    pub table_depth: i32,
    /// The table is asked about all children in nodes of at least this depth.
    pub etc_depth: i32,
    /// Children are sorted by their own evaluation in nodes of at least this depth.
    pub evalorder_depth: i32,
    /// What a hundredth of the child's evaluation counts in the order, in units of the history.
    pub evalorder_weight: i32,
    /// Late moves are reduced in nodes of at least this depth,
    pub lmr_depth: i32,
    /// from this move on (the first is 0),
    pub lmr_moves: usize,
    /// by the product of the logarithms of depth and move number, divided by this.
    pub lmr_divisor: i32,
    /// In nodes of at most this depth (0: never) the search is left out where the evaluation is beyond the window
    pub futility_depth: i32,
    /// by this for each ply, in hundredths of the unit.
    pub futility_margin: Score,
    /// The plies that a null move saves, besides its own.
    pub null_reduction: i32,
    /// How far below the table's value all other moves must be, per ply, for a move to be singular.
    pub singular_margin: Score,
    /// The plies quiescence looks beyond the depth limit at most.
    pub quiescence_depth: i32,
}

impl Tuning {
    /// Numbers that do no harm in any game.
    pub const DEFAULT: Tuning = Tuning {
        aspiration: 200,
        table_depth: 2,
        etc_depth: 5,
        evalorder_depth: 5,
        evalorder_weight: 16,
        lmr_depth: 3,
        lmr_moves: 3,
        lmr_divisor: 3,
        futility_depth: 0,
        futility_margin: 100,
        null_reduction: 2,
        singular_margin: 20,
        quiescence_depth: 16,
    };
}

/// One term of an explainable evaluation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Term {
    /// Its name: `corners`.
    pub name: &'static str,
    /// What it counts for the first and the second side.
    pub raw: [i32; 2],
    /// Its weight in this phase of the game, in hundredths.
    pub weight: i32,
    /// What it adds to the value for the side to move, in hundredths.
    pub value: i32,
}
