//! Bounds that need no search.

use agon_games::connect::{Grid, Word};

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

/// An upper bound on the score of the first player, who is to move on a board of even height, if the second
/// answers in the same column wherever it can; nothing if that strategy proves nothing. `beta` is the score
/// that is asked about.
///
/// The columns with an odd number of empty cells come in pairs. When the first player takes the lowest empty
/// cell of one, the second takes that of another; everywhere else it answers above. So it gets at least all
/// even rows that cannot be played at once, and the first player at most everything else.
#[inline(always)]
pub(super) fn even_rows_bound<B: Word, const W: usize, const H: usize>(me: B, them: B, beta: i32) -> Option<i32> {
    let landings = Grid::<B, W, H>::landings(me | them);
    let evens = B::cut(even_rows::<W, H>());
    let theirs = them | (evens & !me & !landings);
    let mine = Grid::<B, W, H>::cells() & !theirs;
    if Grid::<B, W, H>::has_four(mine) {
        return None;
    }
    if beta > 0 {
        return Some(0);
    }
    // The second player completes a line at the latest when all but the cells above the line's highest empty
    // cell in one column are full.
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
