//! Discs that can never turn again: a lower bound of them.

/// Which discs of an edge are stable whatever is played on it, by the discs of both sides.
#[derive(Debug)]
pub struct EdgeTable(Box<[u8]>);

impl EdgeTable {
    /// Works the table out.
    pub fn new() -> EdgeTable {
        // Every line of eight with values 0 empty, 1 mine, 2 theirs; fuller lines first, since a line's discs
        // are stable if they stay after every move of either side.
        let mut table = vec![0u8; 1 << 16].into_boxed_slice();
        let mut known = vec![false; 1 << 16].into_boxed_slice();
        for taken in (0..256usize).rev() {
            for mine in 0..256usize {
                if mine & !taken == 0 {
                    stable_on_edge(mine, taken & !mine, &mut table, &mut known);
                }
            }
        }
        EdgeTable(table)
    }

    /// The stable discs of `mine` on an edge.
    #[inline(always)]
    fn of(&self, mine: u64, theirs: u64) -> u64 {
        u64::from(self.0[((mine & 255) << 8 | theirs & 255) as usize])
    }
}

impl Default for EdgeTable {
    fn default() -> Self {
        EdgeTable::new()
    }
}

/// The discs of `mine` that stay whatever happens on this edge, worked out once.
fn stable_on_edge(mine: usize, theirs: usize, table: &mut [u8], known: &mut [bool]) -> u8 {
    let index = mine << 8 | theirs;
    if known[index] {
        return table[index];
    }
    let mut stable = mine as u8;
    for place in 0..8 {
        if (mine | theirs) >> place & 1 != 0 {
            continue;
        }
        let turned = turned_on_edge(mine, theirs, place);
        stable &= stable_on_edge(mine | turned | 1 << place, theirs & !turned, table, known);
        let turned = turned_on_edge(theirs, mine, place);
        stable &= stable_on_edge(mine & !turned, theirs | turned | 1 << place, table, known);
    }
    known[index] = true;
    table[index] = stable;
    stable
}

fn turned_on_edge(mover: usize, other: usize, place: usize) -> usize {
    let mut turned = 0;
    for step in [-1, 1] {
        let (mut at, mut run) = (place as i32 + step, 0);
        while (0..8).contains(&at) && other >> at & 1 != 0 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && mover >> at & 1 != 0 {
            turned |= run;
        }
    }
    turned
}

/// The column a of a board as a byte, a1 lowest.
#[inline(always)]
fn column(board: u64) -> u64 {
    (board & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// A byte spread over column a.
#[inline(always)]
fn spread(byte: u64) -> u64 {
    ((byte & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & 0x0101_0101_0101_0101) | (byte >> 7) << 56
}

/// Squares on lines without any empty square: rows, columns, and both diagonals.
#[inline(always)]
fn full_lines(taken: u64) -> [u64; 4] {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    let mut row = taken & taken >> 4;
    row &= row >> 2;
    row &= row >> 1;
    let row = (row & LEFT).wrapping_mul(255);

    let mut column = taken & taken.rotate_right(32);
    column &= column.rotate_right(16);
    column &= column.rotate_right(8);

    // An empty square spoils its whole diagonal: spread the empty ones both ways.
    let (mut a, mut b) = (!taken, !taken);
    a |= (a << 9) & 0xfefe_fefe_fefe_fe00 | (a >> 9) & 0x007f_7f7f_7f7f_7f7f;
    b |= (b << 7) & 0x7f7f_7f7f_7f7f_7f00 | (b >> 7) & 0x00fe_fefe_fefe_fefe;
    a |= (a << 18) & 0xfcfc_fcfc_fcfc_0000 | (a >> 18) & 0x0000_3f3f_3f3f_3f3f;
    b |= (b << 14) & 0x3f3f_3f3f_3f3f_0000 | (b >> 14) & 0x0000_fcfc_fcfc_fcfc;
    a |= (a << 36) & 0xf0f0_f0f0_0000_0000 | (a >> 36) & 0x0000_0000_0f0f_0f0f;
    b |= (b << 28) & 0x0f0f_0f0f_0000_0000 | (b >> 28) & 0x0000_0000_f0f0_f0f0;
    [row, column, !a, !b]
}

/// Discs of `me` that nothing can turn any more: those of stable edges, those on four full lines, and those
/// held on each line by the line's being full or by a stable neighbour or the rim.
#[inline(always)]
pub fn stable(edges: &EdgeTable, me: u64, them: u64) -> u64 {
    let [row, col, diagonal, antidiagonal] = full_lines(me | them);
    let mut held = edges.of(me, them) | edges.of(me >> 56, them >> 56) << 56;
    held |= spread(edges.of(column(me), column(them)));
    held |= spread(edges.of(column(me >> 7), column(them >> 7))) << 7;
    held |= row & col & diagonal & antidiagonal & me;
    // Only discs inside the rim remain to be found, so no shift can wrap around.
    let inside = me & 0x007e_7e7e_7e7e_7e00;
    if held == 0 {
        return 0;
    }
    loop {
        let across = row | held << 1 | held >> 1;
        let down = col | held << 8 | held >> 8;
        let slanting = diagonal | held << 9 | held >> 9;
        let other = antidiagonal | held << 7 | held >> 7;
        let more = held | across & down & slanting & other & inside;
        if more == held {
            return held;
        }
        held = more;
    }
}
