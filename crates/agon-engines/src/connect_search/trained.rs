//! The trained evaluation of Connect4 9×9: every open line by its place and pattern, and the fight for the
//! columns. Its weights come from games of the engine against itself (`examples/connect_fit.rs`).

use super::Judgement;
use super::column_fight::{ColumnFight, FEATURES, TERMS};
use super::forced::{End, Place};
use super::strips::{
    self, ANCHORS, CLASSES, LINES, LineWorth, OpenLine, PATTERNS, Strips, Table, Worth, in_case,
};
use super::threats::Threats;
use agon_core::{Position, Side};
use agon_games::connect::{Connect9x9Position, Grid, Move};
use agon_search::{Evaluator, Leaf, Score, Term, Tuning};
use std::sync::{Arc, LazyLock};
use thiserror::Error;

type Nine = Place<u128, 9, 9>;

/// How many weights there are at each anchor: those of the lines first.
pub const WEIGHTS: usize = LINES + FEATURES;

/// The number of stones at the first anchor, and from one to the next.
const FIRST_ANCHOR: i32 = 8;
const BETWEEN_ANCHORS: i32 = 18;

/// The first line of a file of weights.
const HEADING: &str = "agon connect4-9x9 weights 2";

static EMBEDDED: LazyLock<Trained> =
    LazyLock::new(|| Trained::read(include_str!("../../data/connect4-9x9-weights.txt")).unwrap_or_default());

/// The trained evaluation. Copies share their weights.
#[derive(Clone, Debug)]
pub struct Trained {
    weights: Arc<Weights>,
}

#[derive(Debug)]
struct Weights {
    lines: Box<Table>,
    fight: [Worth; FEATURES],
}

/// What a file of weights is not.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Another kind of file, or another version.
    #[error("these are no weights for this version: the first line must be '{HEADING}'")]
    Heading,
    /// A line that is not a row of numbers.
    #[error("line {line} must hold {ANCHORS} numbers from -32768 to 32767")]
    Row {
        /// Its number, from 1.
        line: usize,
    },
    /// Too few or too many rows.
    #[error("there must be {WEIGHTS} rows of weights, not {found}")]
    Count {
        /// How many there are.
        found: usize,
    },
}

/// What the evaluation sees in a position: every weight's number with how often it counts, and the share of each
/// anchor.
pub type Features = (Vec<(usize, i32)>, [f32; ANCHORS]);

/// What is kept from move to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    threats: Threats<u128>,
    strips: Strips,
}

/// How much each anchor counts after some stones, in parts of [`BETWEEN_ANCHORS`].
#[inline(always)]
fn shares(ply: i32) -> (usize, i32) {
    let place = (ply - FIRST_ANCHOR).clamp(0, BETWEEN_ANCHORS * (ANCHORS as i32 - 1) - 1);
    ((place / BETWEEN_ANCHORS) as usize, place % BETWEEN_ANCHORS)
}

#[inline(always)]
fn between(sum: &[Score; ANCHORS], ply: i32) -> Score {
    let (anchor, part) = shares(ply);
    (sum[anchor] * (BETWEEN_ANCHORS - part) + sum[anchor + 1] * part) / BETWEEN_ANCHORS
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

    /// Weights from a file's text: the heading, then a row of numbers for each weight; lines that begin with `#` are
    /// comments.
    pub fn read(text: &str) -> Result<Trained, WeightsError> {
        let mut lines = text.lines().enumerate();
        if lines.next().is_none_or(|(_, line)| line.trim() != HEADING) {
            return Err(WeightsError::Heading);
        }
        let mut rows = Vec::with_capacity(WEIGHTS);
        for (i, line) in lines.filter(|(_, line)| !line.starts_with('#')) {
            let numbers: Result<Vec<i16>, _> = line.split_whitespace().map(str::parse).collect();
            let row = numbers.ok().and_then(|numbers| Worth::try_from(numbers).ok());
            rows.push(row.ok_or(WeightsError::Row { line: i + 1 })?);
        }
        let found = rows.len();
        let (lines, fight) = rows.split_at_checked(LINES).ok_or(WeightsError::Count { found })?;
        let fight = fight.try_into().map_err(|_| WeightsError::Count { found })?;
        Ok(Trained { weights: Arc::new(Weights { lines: strips::table(lines), fight }) })
    }

    /// Weights as a file's text, with comments under the heading.
    pub fn write(rows: &[Worth], comments: &[String]) -> String {
        let comments = comments.iter().map(|comment| format!("# {comment}\n")).collect::<String>();
        let rows = rows.iter().map(|row| row.map(|n| n.to_string()).join(" ") + "\n").collect::<String>();
        format!("{HEADING}\n{comments}{rows}")
    }

    /// What the evaluation sees in a position, for fitting. Nothing where the end is known without search.
    pub fn features(position: &Connect9x9Position) -> Option<Features> {
        if position.outcome().is_some() {
            return None;
        }
        let End::Choice { place, .. } = Nine::of(position, Threats::of(position)).settle() else {
            return None;
        };
        if place.has_double() {
            return None;
        }
        let mut found = Vec::new();
        let fight = ColumnFight::of(&place);
        let first = fight.case() * CLASSES * PATTERNS;
        strips_of(&place, &strips::table(&[]))
            .open_lines(|line| found.extend(line.weight().map(|weight| (first + weight, 1))));
        fight.features(|feature, times| found.push((LINES + feature, times)));
        let (anchor, part) = shares(place.ply);
        let mut parts = [0.0; ANCHORS];
        parts[anchor] = (BETWEEN_ANCHORS - part) as f32 / BETWEEN_ANCHORS as f32;
        parts[anchor + 1] = part as f32 / BETWEEN_ANCHORS as f32;
        Some((found, parts))
    }

    /// The estimate for the first side where nothing is forced.
    #[inline(always)]
    fn estimate(&self, lines: &LineWorth, place: &Nine) -> Score {
        let fight = ColumnFight::of(place);
        let mut sum = in_case(lines, fight.case()).map(Score::from);
        fight.features(|feature, times| add(&mut sum, &self.weights.fight[feature], times));
        between(&sum, place.ply)
    }

    /// What the lines are worth after some moves more.
    #[inline(always)]
    fn lines_at(&self, strips: &Strips, before: u128, place: &Nine) -> LineWorth {
        let mut new = place.mask ^ before;
        if new == 0 {
            return strips.sum;
        }
        let mut strips = *strips;
        while new != 0 {
            let (column, height) = Grid::<u128, 9, 9>::place(new);
            let mine = place.me & new & new.wrapping_neg() != 0;
            let first = mine == (place.ply & 1 == 0);
            let side = if first { Side::First } else { Side::Second };
            strips.place(&self.weights.lines, side, column, height);
            new &= new - 1;
        }
        strips.sum
    }
}

impl Default for Trained {
    /// Weights that say nothing.
    fn default() -> Trained {
        Trained { weights: Arc::new(Weights { lines: strips::table(&[]), fight: [[0; ANCHORS]; FEATURES] }) }
    }
}

/// The strips of a place from scratch.
fn strips_of(place: &Nine, table: &Table) -> Strips {
    let mut strips = Strips::START;
    let side = if place.ply & 1 == 0 { Side::First } else { Side::Second };
    for (side, mut stones) in [(side, place.me), (!side, place.me ^ place.mask)] {
        while stones != 0 {
            let (column, height) = Grid::<u128, 9, 9>::place(stones);
            strips.place(table, side, column, height);
            stones &= stones - 1;
        }
    }
    strips
}

impl Evaluator<Connect9x9Position> for Trained {
    type State = Standing;
    const MARGIN_IS_DISTANCE: bool = true;

    fn state(&self, position: &Connect9x9Position) -> Standing {
        let threats = Threats::of(position);
        Standing { threats, strips: strips_of(&Nine::of(position, threats), &self.weights.lines) }
    }

    #[inline(always)]
    fn advance(
        &self,
        state: &Standing,
        before: &Connect9x9Position,
        mv: Move,
        after: &Connect9x9Position,
    ) -> Standing {
        let placed = after.mask() ^ before.mask();
        let column = usize::from(mv.column());
        let height = placed.trailing_zeros() as usize - column * 10;
        let mut strips = state.strips;
        strips.place(&self.weights.lines, before.side_to_move(), column, height);
        Standing { threats: state.threats.after::<9, 9>(placed, after.them(), after.mask()), strips }
    }

    #[inline(always)]
    fn evaluate(&self, state: &Standing, position: &Connect9x9Position) -> Score {
        self.estimate(&state.strips.sum, &Nine::of(position, state.threats)) * position.side_to_move().sign()
    }

    /// Positions at the depth limit are judged where forced play has ended.
    #[inline(always)]
    fn leaf(&self, state: &Standing, position: &Connect9x9Position) -> Leaf {
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
                let lines = self.lines_at(&state.strips, position.mask(), &place);
                Leaf::Open(self.estimate(&lines, &place) * position.side_to_move().sign())
            }
        }
    }

    #[inline(always)]
    fn known(&self, state: &Standing, position: &Connect9x9Position) -> Option<Score> {
        Judgement::default().known(&state.threats, position)
    }

    #[inline(always)]
    fn hint(&self, state: &Standing, position: &Connect9x9Position, mv: Move) -> i32 {
        Judgement::default().hint(&state.threats, position, mv)
    }

    #[inline(always)]
    fn tuning(&self) -> Tuning {
        Evaluator::<Connect9x9Position>::tuning(&Judgement::default())
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
        let strips = strips_of(&place, &self.weights.lines);
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
        terms
    }
}
