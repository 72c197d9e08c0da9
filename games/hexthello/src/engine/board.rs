//! The places of a board that mean something, and steps on it.

use crate::{Cells, HexThelloPosition};

/// How many lines pass through a cell: along its row, its column and its anti-diagonal.
pub(super) const AXES: usize = 3;

/// The named parts of a board of some radius, without regard to blocked cells.
#[derive(Clone, Copy)]
pub(super) struct Board {
    /// Every cell.
    pub(super) all: Cells,
    /// How many cells there are.
    pub(super) size: i32,
    /// The six corners, which nothing can turn.
    pub(super) corners: Cells,
    /// The cells on the rim, without the corners: they turn only along the rim.
    pub(super) edges: Cells,
    /// The cells one step inside the rim.
    pub(super) second_ring: Cells,
    /// For each axis the cells that have a neighbour on one side of it only: nothing turns along it.
    pub(super) one_sided: [Cells; AXES],
}

impl Board {
    /// The board of a radius.
    pub(super) fn new(radius: u8) -> Board {
        let r = i16::from(radius);
        // The distance of a cell from the centre, in steps.
        let ring = |row: u8, column: u8| {
            let (down, right) = (i16::from(row) - r, i16::from(column) - r);
            down.abs().max(right.abs()).max((down + right).abs())
        };
        let square = || (0..=2 * radius).flat_map(|row| (0..=2 * radius).map(move |column| (row, column)));
        let within = |rings: std::ops::RangeInclusive<i16>| -> Cells {
            square().filter(|&(row, column)| rings.contains(&ring(row, column))).collect()
        };
        let (all, rim) = (within(0..=r), within(r..=r));
        let outside = |row: i16, column: i16| match (u8::try_from(row), u8::try_from(column)) {
            (Ok(row), Ok(column)) => !all.contains(row, column),
            _ => true,
        };
        let one_sided = [(0, 1), (1, 0), (1, -1)].map(|(down, right): (i16, i16)| -> Cells {
            let at_end = |&(row, column): &(u8, u8)| {
                let (row, column) = (i16::from(row), i16::from(column));
                outside(row + down, column + right) || outside(row - down, column - right)
            };
            all.iter().filter(at_end).collect()
        });
        let corners = one_sided[0] & one_sided[1] & one_sided[2];
        Board {
            all,
            size: all.count() as i32,
            corners,
            edges: rim & !corners,
            second_ring: within(r - 1..=r - 1),
            one_sided,
        }
    }

    /// The blocked cells of a position.
    #[inline(always)]
    pub(super) fn blocked(&self, position: &HexThelloPosition) -> Cells {
        self.all & !(position.me() | position.them() | position.empty())
    }
}

/// The neighbours of a set along one axis (0 rows, 1 columns, 2 anti-diagonals); bits that are no cells may be
/// among them.
#[inline(always)]
pub(super) fn beside(cells: Cells, axis: usize) -> Cells {
    let w = cells.words();
    let (above, below) = ([w[3], w[0], w[1], w[2]], [w[1], w[2], w[3], w[0]]);
    let mut out = [0; 4];
    match axis {
        0 => {
            for i in 0..4 {
                out[i] = w[i] << 1 | w[i] >> 1;
            }
        }
        1 => {
            for i in 0..4 {
                out[i] = above[i] << 4 | below[i] >> 4;
            }
        }
        _ => {
            for i in 0..4 {
                out[i] = above[i] << 3 | below[i] >> 3;
            }
        }
    }
    Cells::from_words(out)
}

/// The neighbours of a set; bits that are no cells may be among them, and cells of the set.
#[inline(always)]
pub(super) fn around(cells: Cells) -> Cells {
    beside(cells, 0) | beside(cells, 1) | beside(cells, 2)
}

/// The places of a row in each of a word's four rows.
const ROW: u64 = 0x7fff_7fff_7fff_7fff;

/// For each axis the cells whose line on it has a cell of the set; bits that are no cells may be among them.
#[inline(always)]
pub(super) fn lines_through(cells: Cells) -> [Cells; AXES] {
    // Every fourth row of the board, 16 bits apart from bit 0 on.
    let mut rows = cells.words();
    for (i, word) in rows.iter_mut().enumerate() {
        *word >>= 4 * i;
    }
    let mut along_rows = [0; 4];
    for (i, out) in along_rows.iter_mut().enumerate() {
        let any = ((rows[i] & ROW) + ROW) & !ROW;
        *out = (any - (any >> 15)) << (4 * i);
    }

    let mut columns = (rows[0] | rows[1]) | (rows[2] | rows[3]);
    columns |= columns >> 32;
    columns = (columns | columns >> 16) & 0x7fff;
    let everywhere = columns * 0x0001_0001_0001_0001;
    let mut along_columns = [0; 4];
    for (i, out) in along_columns.iter_mut().enumerate() {
        *out = everywhere << (4 * i);
    }

    // An anti-diagonal is numbered by row + column: each row is moved up by its number. Every other row of a
    // word at a time, so that they have room.
    const HALF: u64 = 0x0000_7fff_0000_7fff;
    let (mut even, mut odd) = (0, 0);
    for (i, word) in rows.iter().enumerate() {
        even |= (word & HALF) << i;
        odd |= (word >> 16 & HALF) << i;
    }
    const LOW: u64 = 0xffff_ffff;
    let sums = (even & LOW) | (odd & LOW) << 4 | (even >> 32) << 8 | (odd >> 32) << 12;
    let mut along_diagonals = [0; 4];
    for (i, out) in along_diagonals.iter_mut().enumerate() {
        let from = sums >> i;
        let spread = (from & 0x7fff)
            | (from >> 4 & 0x7fff) << 16
            | (from >> 8 & 0x7fff) << 32
            | (from >> 12 & 0x7fff) << 48;
        *out = spread << (4 * i);
    }
    [Cells::from_words(along_rows), Cells::from_words(along_columns), Cells::from_words(along_diagonals)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Dice;

    fn random_set(board: &Board, dice: &mut Dice, share: u64) -> Cells {
        board.all.iter().filter(|_| dice.below(100) < share).collect()
    }

    fn number(axis: usize, (row, column): (u8, u8)) -> u8 {
        [row, column, row + column][axis]
    }

    #[test]
    fn the_parts_have_the_sizes_of_a_hexagon() {
        for radius in HexThelloPosition::RADII {
            let board = Board::new(radius);
            let r = u32::from(radius);
            assert_eq!(board.size as u32, 3 * r * r + 3 * r + 1);
            assert_eq!(board.corners.count(), 6);
            assert_eq!(board.edges.count(), 6 * (r - 1));
            assert_eq!(board.second_ring.count(), 6 * (r - 1));
            assert!(board.one_sided.iter().all(|cells| cells.count() == 2 * (2 * r + 1)));
        }
    }

    #[test]
    fn neighbours_are_one_step_away_on_one_axis() {
        let mut dice = Dice::new(1);
        for radius in HexThelloPosition::RADII {
            let board = Board::new(radius);
            for _ in 0..50 {
                let set = random_set(&board, &mut dice, 10);
                for axis in 0..AXES {
                    let steps = [(0, 1), (1, 0), (1, -1)][axis];
                    let touches = |&(row, column): &(u8, u8)| {
                        [1, -1].into_iter().any(|sign: i8| {
                            let (down, right) = (sign * steps.0, sign * steps.1);
                            match (row.checked_add_signed(down), column.checked_add_signed(right)) {
                                (Some(row), Some(column)) => set.contains(row, column),
                                _ => false,
                            }
                        })
                    };
                    let expected: Cells = board.all.iter().filter(touches).collect();
                    assert_eq!(beside(set, axis) & board.all, expected, "radius {radius}, axis {axis}");
                }
            }
        }
    }

    #[test]
    fn lines_are_found_by_their_numbers() {
        let mut dice = Dice::new(2);
        for radius in HexThelloPosition::RADII {
            let board = Board::new(radius);
            for share in [1, 5, 20] {
                let set = random_set(&board, &mut dice, share);
                for (axis, found) in lines_through(set).into_iter().enumerate() {
                    let on_line =
                        |&cell: &(u8, u8)| set.iter().any(|c| number(axis, c) == number(axis, cell));
                    let expected: Cells = board.all.iter().filter(on_line).collect();
                    assert_eq!(found & board.all, expected, "radius {radius}, axis {axis}");
                }
            }
        }
    }
}
