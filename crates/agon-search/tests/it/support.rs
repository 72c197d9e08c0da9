//! What the tests of the search share: an evaluation for any game, random positions, a game full of chance.

use agon_core::position::mix;
use agon_core::{Dice, MoveList, Outcome, Position, Side};
use agon_search::{Evaluator, Score, Tuning};

/// The margin, with a disturbance from the position's hash: `spread` 0 makes many ties, a large one hardly any.
#[derive(Clone, Copy)]
pub(crate) struct Disturbed {
    pub(crate) spread: u64,
}

impl<P: Position> Evaluator<P> for Disturbed {
    type State = ();

    fn state(&self, _: &P) {}

    fn evaluate(&self, _: &(), position: &P) -> Score {
        let [first, second] = position.score();
        let noise = if self.spread == 0 { 0 } else { mix(position.key()) % (2 * self.spread + 1) };
        (100 * (first - second) + noise as Score - self.spread as Score) * position.side_to_move().sign()
    }

    fn hint(&self, _: &(), position: &P, mv: P::Move) -> i32 {
        (mix(position.move_slot(mv) as u64) % 2000) as i32
    }

    fn tuning(&self) -> Tuning {
        EVERYWHERE
    }
}

/// Every technique in nodes of every depth, so that shallow searches exercise them all.
const EVERYWHERE: Tuning = Tuning {
    aspiration: 7,
    table_depth: 1,
    etc_depth: 2,
    evalorder_depth: 1,
    lmr_depth: 2,
    lmr_moves: 1,
    futility_depth: 8,
    futility_margin: 1,
    ..Tuning::DEFAULT
};

/// The expected margin as the only aim: finished games are worth their margin, so that chance nodes have tight
/// bounds and Star1 and Star2 something to cut.
#[derive(Clone, Copy)]
pub(crate) struct Expected {
    pub(crate) spread: u64,
}

impl Evaluator<Race> for Expected {
    type State = ();

    fn state(&self, _: &Race) {}

    fn evaluate(&self, _: &(), position: &Race) -> Score {
        Evaluator::<Race>::evaluate(&Disturbed { spread: self.spread }, &(), position)
    }

    fn finished(&self, position: &Race, outcome: Outcome) -> Score {
        100 * outcome.margin_for(position.side)
    }

    fn tuning(&self) -> Tuning {
        EVERYWHERE
    }

    fn bounds(&self, position: &Race) -> [Score; 2] {
        let [first, second] = position.score();
        let margin = 100 * (first - second) * position.side.sign();
        // At most four points a roll and one roll for each step still to go.
        let swing = |side: Side| 400 * Score::from(TRACK - position.at[side]) + self.spread as Score;
        [margin - swing(Side::First) - swing(Side::Second), margin + swing(Side::First) + swing(Side::Second)]
    }
}

/// A position after some random moves, and never a finished or a pending one unless the game ends too early.
pub(crate) fn random_position<P: Position>(start: P, plies: u64, dice: &mut Dice) -> P {
    let mut position = start;
    let mut last_turn = None;
    let mut played = 0;
    loop {
        if let Some(weights) = position.chance() {
            position.resolve(dice.weighted(weights));
            continue;
        }
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        if moves.is_empty() {
            return last_turn.unwrap_or(position);
        }
        last_turn = Some(position);
        if played == plies {
            return position;
        }
        played += 1;
        if let Some(&mv) = dice.pick(&moves) {
            position.play(mv);
        }
    }
}

/// A race along a track: each turn one, two or three steps; what is landed on decides whether dice are rolled
/// for points. Small enough to be searched to its end, full of chance, with turns that go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Race {
    pub(crate) at: [u8; 2],
    pub(crate) points: [i8; 2],
    pub(crate) side: Side,
    pub(crate) pending: bool,
}

pub(crate) const TRACK: u8 = 12;

impl Race {
    pub(crate) const START: Race = Race { at: [0, 0], points: [0, 0], side: Side::First, pending: false };
}

impl Position for Race {
    type Move = u8;
    const HAS_CHANCE: bool = true;
    const MOVE_SLOTS: usize = 4;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn generate(&self, moves: &mut MoveList<u8>) {
        if self.pending || self.at == [TRACK; 2] {
            return;
        }
        let steps = (1..=3).filter(|step| self.at[self.side] + step <= TRACK);
        moves.extend(steps);
        if moves.is_empty() {
            moves.push(0);
        }
    }

    fn play(&mut self, steps: u8) {
        self.at[self.side] += steps;
        let here = self.at[self.side];
        if steps > 0 && here.is_multiple_of(2) {
            self.pending = true;
        } else if here != 7 {
            // Seven is the square that moves again.
            self.side = !self.side;
        } else if steps == 0 {
            self.side = !self.side;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = !self.pending && self.at == [TRACK; 2];
        over.then(|| Outcome::from_margin(i32::from(self.points[0]) - i32::from(self.points[1])))
    }

    fn score(&self) -> [i32; 2] {
        self.points.map(i32::from)
    }

    fn chance(&self) -> Option<&'static [u32]> {
        self.pending.then_some(&[1, 2, 3])
    }

    fn resolve(&mut self, outcome: usize) {
        let here = self.at[self.side] as i8;
        self.points[self.side] += [here % 5, 0, -1][outcome];
        self.pending = false;
        self.side = !self.side;
    }

    fn key(&self) -> u64 {
        let [a, b] = self.at.map(u64::from);
        let [p, q] = self.points.map(|p| p as u8 as u64);
        mix(a | b << 8 | p << 16 | q << 24 | (self.side as u64) << 32 | u64::from(self.pending) << 33)
    }

    fn move_slot(&self, steps: u8) -> usize {
        usize::from(steps)
    }
}
