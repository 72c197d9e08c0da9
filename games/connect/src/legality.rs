//! Which boards can arise in a game, and what is wrong with the others.

use super::board::{Grid, Word};
use super::lines::{Line, lines_of};
use super::{SIDES, cell_name};
use agon_core::Side;

/// Refuses stones that cannot stand like this with `side` to move, with a clause that names the cells.
///
/// Gravity, counts and lines are checked. Whether the stones of all columns can be put into one order in which
/// the sides alternate is not: such boards play on without harm.
pub(super) fn check<B: Word, const W: usize, const H: usize>(
    first: B,
    second: B,
    side: Side,
) -> Result<(), String> {
    check_cells::<B, W, H>(first, second)?;
    check_counts(first.count(), second.count(), side)?;
    let stones = [first, second];
    let four = |side: Side| Grid::<B, W, H>::has_four(stones[side]);
    let at = |side: Side| list(&lines_of::<B, W, H>(stones[side]));
    match (four(side), four(!side)) {
        (true, true) => {
            let [one, two] = Side::BOTH.map(|side| format!("{} at {}", name(side), at(side)));
            Err(format!("both sides have four in a row, {one} and {two}"))
        }
        (true, false) => {
            let (winner, other) = (name(side), name(!side));
            Err(format!(
                "{winner} is to move, but has four in a row at {} before {other}'s last move",
                at(side)
            ))
        }
        (false, true) => check_last_move::<B, W, H>(stones[!side], first | second, !side),
        (false, false) => Ok(()),
    }
}

fn name(side: Side) -> &'static str {
    SIDES[side].name
}

/// Lines by their ends.
fn list(lines: &[Line]) -> String {
    let ends = |line: &Line| {
        let ends = [line.first(), line.last()].into_iter().flatten();
        ends.map(|&(column, height)| cell_name(column, height)).collect::<Vec<_>>().join(" to ")
    };
    lines.iter().map(ends).collect::<Vec<_>>().join(", ")
}

/// Every stone on a cell of the board, one stone a cell, no stone over an empty cell.
fn check_cells<B: Word, const W: usize, const H: usize>(first: B, second: B) -> Result<(), String> {
    let mask = first | second;
    if (mask & !Grid::<B, W, H>::cells()).any() {
        return Err(format!("a disc lies outside the {W} columns and {H} rows"));
    }
    if (first & second).any() {
        let (column, height) = Grid::<B, W, H>::place(first & second);
        return Err(format!("{} holds a disc of both sides at once", cell_name(column, height)));
    }
    let gaps = (mask >> 1) & !mask & Grid::<B, W, H>::cells();
    if gaps.any() {
        let (column, height) = Grid::<B, W, H>::place(gaps);
        let row = height + 2;
        return Err(format!(
            "the disc at column {column}, row {row} from the bottom hangs over an empty cell"
        ));
    }
    Ok(())
}

/// Player one starts, so both have the same number, or player one has one more and player two is to move.
fn check_counts(first: u32, second: u32, side: Side) -> Result<(), String> {
    if first == second + side.index() as u32 {
        return Ok(());
    }
    let needed = ["as many discs as", "one disc more than"][side];
    let (one, two, mover) = (name(Side::First), name(Side::Second), name(side));
    Err(format!("with {mover} to move, {one} must have {needed} {two}, but has {first} to {second}"))
}

/// One last disc, on top of its column, must have completed all lines of the winner.
fn check_last_move<B: Word, const W: usize, const H: usize>(
    stones: B,
    mask: B,
    winner: Side,
) -> Result<(), String> {
    let tops = (mask.plus(Grid::<B, W, H>::bottom()) >> 1) & mask;
    let mut candidates = tops & stones;
    while candidates.any() {
        let others = candidates.without_lowest();
        let last = candidates ^ others;
        if !Grid::<B, W, H>::has_four(stones ^ last) {
            return Ok(());
        }
        candidates = others;
    }
    let lines = lines_of::<B, W, H>(stones);
    let (winner, at) = (name(winner), list(&lines));
    Err(if lines.len() == 1 {
        format!("{winner} had four in a row at {at} before the last disc fell")
    } else {
        format!("no single last disc of {winner} completes all of its lines {at}")
    })
}
