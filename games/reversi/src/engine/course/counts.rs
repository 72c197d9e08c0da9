//! What the course's terms count on a board, for black and for white.

use super::{MIDDLE, NEARLY_FULL, TERMS};
use crate::{ReversiPosition, mobility};
use std::cmp::Ordering;
use std::sync::LazyLock;

const CORNERS: u64 = 0x8100_0000_0000_0081;
const CENTRE: u64 = 0x0000_0018_1800_0000;
const WIDE_CENTRE: u64 = 0x0000_3c3c_3c3c_0000;
const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = 0x8080_8080_8080_8080;
const TOP: u64 = 0xff;
const BOTTOM: u64 = 0xff << 56;

/// Each corner with the X-square diagonal to it, and the way down and right that leads from it into the board.
const CORNER_SQUARES: [Corner; 4] = [
    Corner { at: 1, x: 1 << 9, inward: (1, 1) },
    Corner { at: 1 << 7, x: 1 << 14, inward: (1, -1) },
    Corner { at: 1 << 56, x: 1 << 49, inward: (-1, 1) },
    Corner { at: 1 << 63, x: 1 << 54, inward: (-1, -1) },
];

struct Corner {
    at: u64,
    x: u64,
    inward: (i32, i32),
}

/// What each term counts for black and for white. Where the course compares the two sides, the better one has 1.
pub(super) fn of(position: &ReversiPosition) -> [[i32; 2]; TERMS] {
    let discs = position.discs();
    let [black, white] = discs;
    let empty = !(black | white);
    let on_board = (black | white).count_ones();
    let stable = discs.map(stable);
    let frontier = [0, 1].map(|side| count(discs[side] & beside(empty) & !stable[side]));
    let numbers = discs.map(count);
    let edges = [edges(black, white), edges(white, black)];
    [
        discs.map(|own| count(own & CORNERS)),
        more([count(mobility(black, white)), count(mobility(white, black))]),
        stable.map(count),
        fewer(frontier),
        if on_board >= MIDDLE { parity(position, empty) } else { [0, 0] },
        if on_board > NEARLY_FULL { more(numbers) } else { fewer(numbers) },
        discs.map(|own| count(own & CENTRE) + count(own & WIDE_CENTRE)),
        edges.map(|edges| edges.wedges),
        discs.map(|own| -on_x_squares(own, empty)),
        edges.map(|edges| edges.balance),
    ]
}

/// Makes the table of edges, so that no search pays for it.
pub(super) fn prepare() {
    LazyLock::force(&EDGES);
}

fn count(board: u64) -> i32 {
    board.count_ones() as i32
}

/// One for the side that has more.
fn more([black, white]: [i32; 2]) -> [i32; 2] {
    match black.cmp(&white) {
        Ordering::Greater => [1, 0],
        Ordering::Equal => [0, 0],
        Ordering::Less => [0, 1],
    }
}

/// One for the side that has fewer.
fn fewer([black, white]: [i32; 2]) -> [i32; 2] {
    more([white, black])
}

/// All squares next to a set in any of eight directions.
fn beside(board: u64) -> u64 {
    let sides = (board << 1 & !LEFT) | (board >> 1 & !RIGHT);
    let row = board | sides;
    sides | row << 8 | row >> 8
}

/// The squares whose neighbour some rows down and columns right is in a set.
fn seeing(board: u64, (down, right): (i32, i32)) -> u64 {
    let across = match right {
        1 => board >> 1 & !RIGHT,
        -1 => board << 1 & !LEFT,
        _ => board,
    };
    match down {
        1 => across >> 8,
        -1 => across << 8,
        _ => across,
    }
}

/// The squares whose neighbour in a direction is outside the board.
fn at_the_edge((down, right): (i32, i32)) -> u64 {
    let row = match down {
        1 => BOTTOM,
        -1 => TOP,
        _ => 0,
    };
    row | match right {
        1 => RIGHT,
        -1 => LEFT,
        _ => 0,
    }
}

/// The stable discs of a side: its corners and, outward from each, the discs whose five neighbours towards the corner
/// and the edges are all its own. Outside the board there is nothing that could turn a disc.
pub(super) fn stable(own: u64) -> u64 {
    let held = CORNER_SQUARES.iter().filter(|corner| own & corner.at != 0);
    held.fold(0, |stable, corner| stable | stable_from(own, corner))
}

fn stable_from(own: u64, corner: &Corner) -> u64 {
    let (down, right) = corner.inward;
    let five = [(-down, right), (-down, 0), (-down, -right), (0, -right), (down, -right)];
    let enclosed = five.into_iter().fold(own, |all, way| all & (seeing(own, way) | at_the_edge(way)));
    let mut stable = corner.at;
    loop {
        let touching = five.into_iter().fold(0, |any, way| any | seeing(stable, way));
        let grown = stable | (enclosed & touching);
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// The empty squares around the last disc that was played: an even number is good for who played it, an odd one bad.
fn parity(position: &ReversiPosition, empty: u64) -> [i32; 2] {
    let Some(square) = position.last().and_then(crate::Move::square) else { return [0, 0] };
    let played = 1 << square;
    let points = if count(beside(played) & empty) % 2 == 0 { 1 } else { -1 };
    // Nothing has been played since, so the disc still has the colour of who played it.
    if position.discs()[0] & played != 0 { [points, 0] } else { [0, points] }
}

fn on_x_squares(own: u64, empty: u64) -> i32 {
    CORNER_SQUARES.iter().map(|corner| i32::from(empty & corner.at != 0 && own & corner.x != 0)).sum()
}

/// What edges mean to a side.
#[derive(Clone, Copy, Default)]
struct Edges {
    wedges: i32,
    balance: i32,
}

/// What every edge means to the side whose discs come first in the number `own × 256 + other`: wedges, balance.
static EDGES: LazyLock<Vec<[i8; 2]>> =
    LazyLock::new(|| (0..=u16::MAX).map(|edge| [wedges(edge), balance(edge)]).collect());

/// Runs of empty squares between two of the side's discs: an even one is good, an odd one bad.
fn wedges(edge: u16) -> i8 {
    let (own, other) = (edge >> 8, edge & 255);
    let (mut points, mut last) = (0, None);
    for square in (0..8).filter(|square| (own | other) >> square & 1 != 0) {
        let is_own = own >> square & 1 != 0;
        if let Some((before, true)) = last
            && is_own
            && square > before + 1
        {
            points += if (square - before - 1) % 2 == 0 { 1 } else { -1 };
        }
        last = Some((square, is_own));
    }
    points
}

/// An edge with discs of this side only is good if they are centred, else bad.
fn balance(edge: u16) -> i8 {
    let (own, other) = (edge >> 8, edge & 255);
    if own == 0 || other != 0 {
        return 0;
    }
    let (left, right) = (own.trailing_zeros(), own.leading_zeros() - 8);
    if left == right { 1 } else { -1 }
}

/// What the four edges mean to a side.
fn edges(own: u64, other: u64) -> Edges {
    let table = &*EDGES;
    let column = |board: u64| (board & LEFT).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let four = |board: u64| [board & 255, board >> 56, column(board), column(board >> 7)];
    let (own, other) = (four(own), four(other));
    (0..4).fold(Edges::default(), |sum, i| {
        let [wedges, balance] = table[(own[i] << 8 | other[i]) as usize];
        Edges { wedges: sum.wedges + i32::from(wedges), balance: sum.balance + i32::from(balance) }
    })
}
