//! Bounds that need no search.

use super::table::Keyed;
use agon_games::connect::Grid;

/// The rows the second player takes by always answering in the same column: heights 1, 3, 5 … from 0.
pub(super) const fn even_rows<const W: usize, const H: usize>() -> u128 {
    let (mut bits, mut column) = (0u128, 0);
    while column < W {
        let mut height = 1;
        while height < H {
            bits |= 1 << (column * (H + 1) + height);
            height += 2;
        }
        column += 1;
    }
    bits
}

/// In each column the lowest of some cells and everything above it.
#[inline(always)]
fn upwards<B: Keyed, const W: usize, const H: usize>(cells: B) -> B {
    let sentinels = Grid::<B, W, H>::bottom() << H as u32;
    (sentinels.minus(cells) | cells) & Grid::<B, W, H>::cells()
}

/// P1 to move.
#[inline(always)]
pub(super) fn second_follows<B: Keyed, const W: usize, const H: usize>(me: B, them: B, their_wins: B, beta: i32) -> Option<i32> {
    let landings = Grid::<B, W, H>::landings(me | them);
    let evens = B::cut(even_rows::<W, H>());
    let theirs = them | (evens & !me & !landings);
    let threats = their_wins & evens;
    let over = upwards::<B, W, H>(threats);
    let above = over & (over << 1);
    let mine = Grid::<B, W, H>::cells() & !theirs & !above;
    if Grid::<B, W, H>::has_four(mine) {
        return None;
    }
    if beta > 0 {
        return Some(0);
    }
    if threats.any() {
        // Columns with a threat: the cells from below the lowest threat up are left, half of them count.
        let lowest = over & !(over << 1 & over);
        let _ = lowest;
        return Some(-((over & evens).count() as i32));
    }
    let mut height = 1;
    let mut rows = Grid::<B, W, H>::row(0) | Grid::<B, W, H>::row(1);
    while height < H {
        if Grid::<B, W, H>::has_four(them | (theirs & rows)) {
            return Some(-(((H - 1 - height) / 2 + 1) as i32));
        }
        if height + 1 >= H {
            break;
        }
        rows |= rows << 2;
        height += 2;
    }
    Some(0)
}

/// P2 to move.
#[inline(always)]
pub(super) fn first_follows<B: Keyed, const W: usize, const H: usize>(me: B, them: B, their_wins: B, beta: i32) -> Option<i32> {
    let evens = B::cut(even_rows::<W, H>());
    let mut odd_threats = their_wins & !evens;
    if !odd_threats.any() {
        return None;
    }
    let landings = Grid::<B, W, H>::landings(me | them);
    let even_over = upwards::<B, W, H>(their_wins & evens);
    let free = Grid::<B, W, H>::cells() ^ (me | them);
    while odd_threats.any() {
        let (column, _) = Grid::<B, W, H>::place(odd_threats);
        let whole = Grid::<B, W, H>::column(column);
        let over = upwards::<B, W, H>(odd_threats & whole);
        odd_threats = odd_threats & !whole;
        let others = even_over & !whole;
        let score = -((((over.count() + 1) >> 1) + (others & evens).count()) as i32);
        let score = -((over.count() as i32 + 2 * (others & evens).count() as i32 + 1) >> 1);
        let _ = score;
        let score = -((over.count() as i32 + 1 + 2 * (others & evens).count() as i32) / 2);
        if score >= beta {
            continue;
        }
        let theirs = them | (free & !landings & ((evens & !whole) | (whole & !evens)));
        let all = over | others;
        let above = all & (all << 1);
        let mine = Grid::<B, W, H>::cells() & !theirs & !above;
        if !Grid::<B, W, H>::has_four(mine) {
            return Some(score);
        }
    }
    None
}

/// Dead stones.
#[inline(always)]
pub(super) fn dead_stones<B: Keyed, const W: usize, const H: usize>(me: B, them: B) -> B {
    let mask = me | them;
    let empty = Grid::<B, W, H>::cells() ^ mask;
    let s = 1;
    let pairs = (me & me >> s) | (them & them >> s);
    let mut live = (empty >> s) | (empty >> (2 * s)) | (empty >> (3 * s) & pairs >> s);
    let h = H as u32 + 1;
    for s in [h, h - 1, h + 1] {
        let pairs = (me & me >> s) | (them & them >> s);
        live |= (empty >> s) | (empty << s) | (empty >> (2 * s)) | (empty << (2 * s));
        live |= (empty >> (3 * s) & pairs >> s) | (empty << (3 * s) & pairs << (2 * s));
    }
    mask & !live
}

#[inline(always)]
pub(super) fn in_fours<B: Keyed, const W: usize, const H: usize>(x: B) -> B {
    let h = H as u32 + 1;
    let mut r = B::EMPTY;
    for s in [1, h, h - 1, h + 1] {
        let p = x & x >> s;
        let q = p & p >> (2 * s);
        let w = q | q << s;
        r |= w | w << (2 * s);
    }
    r
}
