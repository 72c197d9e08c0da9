//! What the explainable evaluation counts on a board. Every count is for one side, from both sides' discs.

use crate::mobility;
use std::sync::LazyLock;

const CORNERS: u64 = 0x8100_0000_0000_0081;
const CENTRE: u64 = 0x0000_0018_1800_0000;
const WIDE_CENTRE: u64 = 0x0000_3c3c_3c3c_0000;
const NOT_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_RIGHT: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// Each corner with the X-square diagonal to it.
const X_SQUARES: [(u64, u64); 4] = [(1, 1 << 9), (1 << 7, 1 << 14), (1 << 56, 1 << 49), (1 << 63, 1 << 54)];

#[inline(always)]
fn count(board: u64) -> i32 {
    board.count_ones() as i32
}

/// All squares next to a set, and the set itself.
#[inline(always)]
fn around(board: u64) -> u64 {
    let row = board | (board << 1 & NOT_LEFT) | (board >> 1 & NOT_RIGHT);
    row | row << 8 | row >> 8
}

/// The corners a side has.
#[inline(always)]
pub(super) fn corners(me: u64) -> i32 {
    count(me & CORNERS)
}

/// The moves a side has, from the squares where it may play.
#[inline(always)]
pub(super) fn moves(me: u64, them: u64) -> u64 {
    mobility(me, them)
}

/// The discs that can never turn again, grown from the corners: a disc is safe if along each of the four lines
/// through it one neighbour is the edge of the board or a safe disc of its own colour.
#[inline(always)]
pub(super) fn stable(me: u64) -> u64 {
    let mut safe = me & CORNERS;
    if safe == 0 {
        return 0;
    }
    loop {
        let across = safe << 1 | safe >> 1 | !(NOT_LEFT & NOT_RIGHT);
        let upright = safe << 8 | safe >> 8 | 0xff00_0000_0000_00ff;
        let edges = 0xff81_8181_8181_81ff;
        let rising = safe << 7 | safe >> 7 | edges;
        let falling = safe << 9 | safe >> 9 | edges;
        // Shifts that wrap around the board end on the edge, which counts as safe anyway.
        let grown = safe | (me & across & upright & rising & falling);
        if grown == safe {
            return safe;
        }
        safe = grown;
    }
}

/// The discs next to an empty square, without the stable ones.
#[inline(always)]
pub(super) fn frontier(me: u64, empty: u64, stable: u64) -> i32 {
    count(me & around(empty) & !stable)
}

/// The regions of empty squares, as how many are odd and how many even.
#[inline(always)]
pub(super) fn regions(empty: u64) -> [i32; 2] {
    let (mut left, mut odd, mut even) = (empty, 0, 0);
    while left != 0 {
        let mut region = left & left.wrapping_neg();
        loop {
            let grown = around(region) & empty;
            if grown == region {
                break;
            }
            region = grown;
        }
        left &= !region;
        if count(region) % 2 == 1 { odd += 1 } else { even += 1 }
    }
    [odd, even]
}

/// The discs in the 4 × 4 squares of the centre, those of the inner four twice.
#[inline(always)]
pub(super) fn centre(me: u64) -> i32 {
    count(me & CENTRE) + count(me & WIDE_CENTRE)
}

/// The X-squares next to an empty corner that a side has.
#[inline(always)]
pub(super) fn x_squares(me: u64, empty: u64) -> i32 {
    X_SQUARES.iter().map(|&(corner, x)| i32::from(empty & corner != 0 && me & x != 0)).sum()
}

/// What an edge means to the side whose discs come first in the number `mine × 256 + theirs`.
#[derive(Clone, Copy, Default)]
struct Edge {
    wedges: i8,
    unbalanced: i8,
}

static EDGES: LazyLock<Vec<Edge>> = LazyLock::new(|| (0..=u16::MAX).map(|e| edge(e >> 8, e & 255)).collect());

/// Makes the table of edges, so that no search pays for it.
pub(super) fn prepare() {
    LazyLock::force(&EDGES);
}

fn edge(mine: u16, theirs: u16) -> Edge {
    if mine & theirs != 0 {
        return Edge::default();
    }
    let disc = |i: usize| mine >> i & 1 != 0;
    let taken = |i: usize| (mine | theirs) >> i & 1 != 0;
    let mut wedges = 0;
    for start in 0..8 {
        // A run of empty squares right of one of our discs, up to the next disc.
        let run = (start + 1..8).take_while(|&i| !taken(i)).count();
        if disc(start) && run > 0 && start + 1 + run < 8 && disc(start + 1 + run) {
            wedges += if run % 2 == 0 { 1 } else { -1 };
        }
    }
    // Five in a row that reach next to one corner and not the other, with nothing else on the edge.
    let unbalanced = theirs == 0 && (mine == 0b0011_1110 || mine == 0b0111_1100);
    Edge { wedges, unbalanced: i8::from(unbalanced) }
}

/// The wedges (even ones minus odd ones) and the unbalanced edges of a side.
#[inline(always)]
pub(super) fn edges(me: u64, them: u64) -> [i32; 2] {
    let table = &*EDGES;
    let column = |board: u64| (board & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let sides = |board: u64| [board & 255, board >> 56, column(board), column(board >> 7)];
    let (mine, theirs) = (sides(me), sides(them));
    let (mut wedges, mut unbalanced) = (0, 0);
    for i in 0..4 {
        let edge = table[(mine[i] << 8 | theirs[i]) as usize];
        wedges += i32::from(edge.wedges);
        unbalanced += i32::from(edge.unbalanced);
    }
    [wedges, unbalanced]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: [&str; 8]) -> u64 {
        let cells = rows.iter().flat_map(|row| row.chars());
        cells.enumerate().fold(0, |board, (i, c)| board | u64::from(c == 'X') << i)
    }

    #[test]
    fn stability_grows_from_corners() {
        let empty = "--------";
        assert_eq!(stable(board(["-XXXXXX-", "XXXXXXXX", empty, empty, empty, empty, empty, empty])), 0);
        let corner = board(["XXX-----", "XX------", "X-------", empty, empty, empty, empty, "-------X"]);
        assert_eq!(stable(corner), corner);
        let hole = board(["XX-X----", "XX------", "--------", empty, empty, empty, empty, empty]);
        assert_eq!(stable(hole), board(["XX------", "X-------", empty, empty, empty, empty, empty, empty]));
        assert_eq!(stable(u64::MAX), u64::MAX);
    }

    #[test]
    fn regions_are_counted_by_parity() {
        assert_eq!(regions(0), [0, 0]);
        assert_eq!(regions(1 | 1 << 9 | 1 << 63), [1, 1]);
        assert_eq!(regions(u64::MAX), [0, 1]);
        // The last square of a row and the first of the next do not touch.
        assert_eq!(regions(1 << 7 | 1 << 16), [2, 0]);
    }

    #[test]
    fn wedges_and_unbalanced_edges() {
        let row = |text: &str| text.chars().enumerate().fold(0, |b, (i, c)| b | u64::from(c == 'X') << i);
        assert_eq!(edges(row("X--X----"), 0), [1, 0]);
        assert_eq!(edges(row("X-X-----"), 0), [-1, 0]);
        assert_eq!(edges(row("X--X-X--"), 0), [0, 0]);
        assert_eq!(edges(row("-XXXXX--"), 0), [0, 1]);
        assert_eq!(edges(row("-XXXXX--"), row("-------X")), [0, 0]);
        // The same on the other three edges.
        for edge in [|x: u64| x << 56, spread, |x: u64| spread(x) << 7] {
            assert_eq!(edges(edge(row("X--X----")), 0), [1, 0]);
            assert_eq!(edges(edge(row("--XXXXX-")), 0), [0, 1]);
        }
    }

    fn spread(row: u64) -> u64 {
        (0..8).fold(0, |column, i| column | (row >> i & 1) << (8 * i))
    }

    #[test]
    fn x_squares_count_only_beside_empty_corners() {
        let me = 1 << 9 | 1 << 54;
        assert_eq!(x_squares(me, u64::MAX), 2);
        assert_eq!(x_squares(me, !1), 1);
    }
}
