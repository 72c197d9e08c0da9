//! The board's geometry as tables: neighbours, quadrants, symmetries.

/// The four corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The squares around each square.
pub(crate) static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        let row = bit | (bit & !0x0101_0101_0101_0101) >> 1 | (bit & !0x8080_8080_8080_8080) << 1;
        table[square] = (row | row << 8 | row >> 8) & !bit;
        square += 1;
    }
    table
};

/// One of four bits for each square: the quadrant it lies in.
pub(crate) static QUADRANT_OF: [u8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = 1 << ((square & 7) / 4 + square / 32 * 2);
        square += 1;
    }
    table
};

/// The squares of each set of quadrants.
pub(crate) static QUADRANT_SQUARES: [u64; 16] = {
    let mut table = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut square = 0;
        while square < 64 {
            if QUADRANT_OF[square] as usize & set != 0 {
                table[set] |= 1 << square;
            }
            square += 1;
        }
        set += 1;
    }
    table
};

/// A board under one of the eight symmetries: bit 0 mirrors left and right, bit 1 top and bottom, bit 2 the
/// diagonal.
pub(crate) const fn transformed(mut board: u64, symmetry: usize) -> u64 {
    if symmetry & 1 != 0 {
        board = board.swap_bytes().reverse_bits();
    }
    if symmetry & 2 != 0 {
        board = board.swap_bytes();
    }
    if symmetry & 4 != 0 {
        // Squares change places across the diagonal in steps of 1, 2 and 4.
        let moved = (board ^ (board >> 7)) & 0x00aa_00aa_00aa_00aa;
        board ^= moved ^ (moved << 7);
        let moved = (board ^ (board >> 14)) & 0x0000_cccc_0000_cccc;
        board ^= moved ^ (moved << 14);
        let moved = (board ^ (board >> 28)) & 0x0000_0000_f0f0_f0f0;
        board ^= moved ^ (moved << 28);
    }
    board
}
