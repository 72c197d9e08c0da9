//! The trained evaluation of Connect4 9×9: every open line by its place and pattern, the fight for the
//! columns, and a small network that corrects both. Its weights come from games of the engine against itself
//! (`agon train fit connect4-9x9`).

use super::Judgement;
use super::anchors::{between, shares};
use super::column_fight::{ColumnFight, FEATURES, TERMS};
use super::forced::{End, Place};
use super::network::{Network, Seen};
use super::strips::{
    self, ANCHORS, CLASSES, LINES, LineWorth, LineWorths, OpenLine, PATTERNS, Strips, Worth, in_case,
};
use super::threats::Threats;
use super::weights_file::{self, WeightsError};
use crate::{Connect9x9Position, Grid, Move};
use agon_core::{MoveList, Position, Side};
use agon_search::{Evaluator, Leaf, Score, Term, Tuning, Urgency};
use std::sync::{Arc, LazyLock};

type Nine = Place<u128, 9, 9>;

static EMBEDDED: LazyLock<Trained> =
    LazyLock::new(|| Trained::read(include_str!("../../data/connect4-9x9-weights.txt")).unwrap_or_default());

/// The trained evaluation. Copies share their weights.
#[derive(Clone, Debug)]
pub struct Trained {
    weights: Arc<Weights>,
}

#[derive(Debug)]
struct Weights {
    lines: Box<LineWorths>,
    fight: [Worth; FEATURES],
    network: Network,
}

/// What the evaluation sees in a position: every weight's number with how often it counts, and the share of each
/// anchor.
pub type Features = (Vec<(usize, i32)>, [f32; ANCHORS]);

/// What a network is fitted to: what it sees in a position, the number of stones, and what it has to correct.
#[derive(Clone, Debug)]
pub struct Uncorrected {
    /// The network's inputs.
    pub inputs: Vec<u16>,
    /// The stones where forced play has ended.
    pub ply: usize,
    /// What the weights say, in hundredths for the first side.
    pub estimate: Score,
}

/// What is kept from move to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrainedState {
    threats: Threats<u128>,
    stones: Stones,
}

/// The stones as lines and as the network sees them. They are added late: many positions are decided before anybody asks
/// what they look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stones {
    strips: Strips,
    seen: Seen,
    /// The stones that are in it.
    mask: u128,
}

#[inline(always)]
fn add(sum: &mut [Score; ANCHORS], worth: &Worth, times: i32) {
    for (s, &w) in sum.iter_mut().zip(worth) {
        *s += Score::from(w) * times;
    }
}

impl Trained {
    /// The weights it plays with.
    pub fn embedded() -> Trained {
        EMBEDDED.clone()
    }

    /// Weights from a file's text: the heading, then a row of numbers for each weight, and if there is a network, a line that
    /// says so and its rows; lines that begin with `#` are comments.
    pub fn read(text: &str) -> Result<Trained, WeightsError> {
        let (rows, network) = weights_file::read(text)?;
        let (lines, fight) = rows.split_at(LINES);
        let fight = fight.try_into().map_err(|_| WeightsError::Count { found: rows.len() })?;
        let weights = Weights { lines: strips::table(lines), fight, network: Network::new(&network) };
        Ok(Trained { weights: Arc::new(weights) })
    }

    /// A position where forced play has ended; nothing where the end is known without search.
    fn settled(position: &Connect9x9Position) -> Option<Nine> {
        if position.outcome().is_some() {
            return None;
        }
        let End::Choice { place, .. } = Nine::of(position, Threats::of(position)).settle() else {
            return None;
        };
        (!place.has_double()).then_some(place)
    }

    /// What the network sees in a position and what the weights say of it, for fitting the network. Nothing where the end is
    /// known without search.
    pub fn uncorrected(&self, position: &Connect9x9Position) -> Option<Uncorrected> {
        let place = Trained::settled(position)?;
        let mut inputs = Vec::new();
        Network::inputs(&place, |input| inputs.push(input as u16));
        let lines = self.weights.stones_of(&place).strips.sum;
        let estimate = self.weights.weighed(&lines, &ColumnFight::of(&place), place.ply);
        Some(Uncorrected { inputs, ply: place.ply as usize, estimate })
    }

    /// What the evaluation weighs in a position, for fitting the weights. Nothing where the end is known without search.
    pub fn features(position: &Connect9x9Position) -> Option<Features> {
        let place = Trained::settled(position)?;
        let mut found = Vec::new();
        let fight = ColumnFight::of(&place);
        let first = fight.case() * CLASSES * PATTERNS;
        Trained::default()
            .weights
            .stones_of(&place)
            .strips
            .open_lines(|line| found.extend(line.weight().map(|weight| (first + weight, 1))));
        fight.features(|feature, times| found.push((LINES + feature, times)));
        let (anchor, part) = shares(place.ply);
        let mut both = [0.0; ANCHORS];
        both[anchor] = 1.0 - part;
        both[anchor + 1] = part;
        Some((found, both))
    }
}

impl Weights {
    /// What the weights say for the first side where nothing is forced.
    #[inline(always)]
    fn weighed(&self, lines: &LineWorth, fight: &ColumnFight, ply: i32) -> Score {
        let mut sum = in_case(lines, fight.case()).map(Score::from);
        fight.features(
            #[inline(always)]
            |feature, times| add(&mut sum, &self.fight[feature], times),
        );
        between(&sum, ply)
    }

    /// The estimate for the first side where nothing is forced; the stones may be those of an earlier position.
    #[inline(always)]
    fn estimate(&self, stones: &Stones, place: &Nine) -> Score {
        let fight = ColumnFight::of(place);
        let mut stones = *stones;
        self.catch_up(&mut stones, place);
        self.weighed(&stones.strips.sum, &fight, place.ply)
            + self.network.estimate(stones.seen, place, &fight)
    }

    /// Adds a stone.
    #[inline(always)]
    fn place(&self, stones: &mut Stones, side: Side, column: usize, height: usize) {
        let Stones { strips, seen, .. } = stones;
        self.network.place(seen, side, column, height);
        strips.place(&self.lines, side, column, height, |pair, gets| self.network.pair(seen, pair, gets));
    }

    /// Adds the stones that have come since.
    #[inline(always)]
    fn catch_up(&self, stones: &mut Stones, place: &Nine) {
        let mut new = place.mask ^ stones.mask;
        stones.mask = place.mask;
        while new != 0 {
            let (column, height) = Grid::<u128, 9, 9>::place(new);
            let mine = place.me & new & new.wrapping_neg() != 0;
            let first = mine == (place.ply & 1 == 0);
            let side = if first { Side::First } else { Side::Second };
            self.place(stones, side, column, height);
            new &= new - 1;
        }
    }

    /// The stones of a place from scratch.
    fn stones_of(&self, place: &Nine) -> Stones {
        let mut kept = Stones { strips: Strips::START, seen: Seen::NOTHING, mask: 0 };
        self.catch_up(&mut kept, place);
        kept
    }
}

impl Default for Trained {
    /// Weights that say nothing.
    fn default() -> Trained {
        let (lines, network) = (strips::table(&[]), Network::new(&[]));
        Trained { weights: Arc::new(Weights { lines, fight: [[0; ANCHORS]; FEATURES], network }) }
    }
}

impl Evaluator<Connect9x9Position> for Trained {
    type State = TrainedState;
    const MARGIN_IS_DISTANCE: bool = true;
    const LEAF_KNOWS: bool = true;

    fn state(&self, position: &Connect9x9Position) -> TrainedState {
        let threats = Threats::of(position);
        TrainedState { threats, stones: self.weights.stones_of(&Nine::of(position, threats)) }
    }

    #[inline(always)]
    fn advance(
        &self,
        state: &TrainedState,
        before: &Connect9x9Position,
        _: Move,
        after: &Connect9x9Position,
    ) -> TrainedState {
        let placed = after.mask() ^ before.mask();
        TrainedState { threats: state.threats.after::<9, 9>(placed, after.them(), after.mask()), ..*state }
    }

    #[inline(always)]
    fn complete(&self, state: &TrainedState, position: &Connect9x9Position) -> Option<TrainedState> {
        let mut state = *state;
        self.weights.catch_up(&mut state.stones, &Nine::of(position, state.threats));
        Some(state)
    }

    #[inline(always)]
    fn evaluate(&self, state: &TrainedState, position: &Connect9x9Position) -> Score {
        self.weights.estimate(&state.stones, &Nine::of(position, state.threats))
            * position.side_to_move().sign()
    }

    /// Positions at the depth limit are judged where forced play has ended.
    #[inline(always)]
    fn leaf(&self, state: &TrainedState, position: &Connect9x9Position) -> Leaf {
        if let Some(outcome) = position.outcome() {
            return Leaf::Over(self.finished(position, outcome));
        }
        match Nine::of(position, state.threats).settle() {
            End::Decided(score) => Leaf::Over(score),
            End::Choice { place, same_side } => {
                if place.has_double() {
                    let sign = if same_side { 1 } else { -1 };
                    return Leaf::Over(sign * place.win_by_double());
                }
                let estimate = self.weights.estimate(&state.stones, &place);
                Leaf::Open(estimate * position.side_to_move().sign())
            }
        }
    }

    #[inline(always)]
    fn known(&self, state: &TrainedState, position: &Connect9x9Position) -> Option<Score> {
        Judgement::default().known(&state.threats, position)
    }

    #[inline(always)]
    fn urgency(&self, state: &TrainedState, position: &Connect9x9Position) -> Urgency<Move> {
        match position.winner() {
            Some(_) => Urgency::Free,
            None => Nine::of(position, state.threats).urgency(),
        }
    }

    #[inline(always)]
    fn loses_at_once(&self, state: &TrainedState, position: &Connect9x9Position, mv: Move) -> bool {
        state.threats.lose_above(Grid::<u128, 9, 9>::landing(position.mask(), usize::from(mv.column())))
    }

    #[inline(always)]
    fn hint(&self, state: &TrainedState, position: &Connect9x9Position, mv: Move) -> i32 {
        Judgement::default().hint(&state.threats, position, mv)
    }

    #[inline(always)]
    fn hints(
        &self,
        state: &TrainedState,
        position: &Connect9x9Position,
        moves: &MoveList<Move>,
        each: impl FnMut(usize, i32),
    ) {
        Judgement::default().hints(&state.threats, position, moves, each);
    }

    #[inline(always)]
    fn tuning(&self) -> Tuning {
        // Most moves of this game can be left for later, and what looks good stays so for some plies: see
        // docs/lab/connect4-9x9.md for what that is worth.
        let hand_made = Evaluator::<Connect9x9Position>::tuning(&Judgement::default());
        Tuning { lmr_divisor: 2, futility_depth: 6, futility_margin: 60, ..hand_made }
    }

    #[inline(always)]
    fn bounds(&self, position: &Connect9x9Position) -> [Score; 2] {
        Nine::bounds(position)
    }

    fn terms(&self, position: &Connect9x9Position) -> Vec<Term> {
        let place = Nine::of(position, Threats::of(position));
        let sign = position.side_to_move().sign();
        let (mut sum, mut before) = ([0; ANCHORS], 0);
        let mut terms = Vec::new();
        // Each term is what it adds to the ones before it, so that roundings add up too.
        let mut close = |name, raw, sum: &[Score; ANCHORS]| {
            let value = between(sum, place.ply);
            terms.push(Term { name, raw, weight: 0, value: (value - before) * sign });
            before = value;
        };
        let Stones { strips, seen, .. } = self.weights.stones_of(&place);
        let fight = ColumnFight::of(&place);
        for (name, level) in [("lines along rows", true), ("diagonal lines", false)] {
            let mut counts = [0; 2];
            strips.open_lines(|line: OpenLine| {
                if line.is_level() == level {
                    counts[line.side()] += 1;
                    add(&mut sum, &in_case(&line.worth(&self.weights.lines), fight.case()), 1);
                }
            });
            close(name, counts, &sum);
        }
        for name in TERMS {
            fight.features(|feature, times| {
                if ColumnFight::term(feature) == name {
                    add(&mut sum, &self.weights.fight[feature], times);
                }
            });
            close(name, fight.raw(name), &sum);
        }
        let network = &self.weights.network;
        let value = network.estimate(seen, &place, &fight) * sign;
        terms.push(Term { name: "network", raw: network.voices(seen, &place, &fight), weight: 0, value });
        terms
    }
}
