//! The board as bits: one machine word for any width and height that fit into it.
//!
//! A column takes `H` + 1 bits, its lowest cell first, and the columns follow each other from the left. The
//! bit above each column is the sentinel: it is never a stone, so that lines cannot run from one column into
//! the next. On 7 × 6 the bits are
//!
//! ```text
//!  6 13 20 27 34 41 48   sentinels
//!  5 12 19 26 33 40 47   the top row
//!  ⋮  ⋮  ⋮  ⋮  ⋮  ⋮  ⋮
//!  0  7 14 21 28 35 42   the bottom row
//! ```
//!
//! ```
//! use agon_connect::Grid;
//! type Seven = Grid<u64, 7, 6>;
//! let stones = Seven::cell(2, 0) | Seven::cell(3, 0) | Seven::cell(5, 0);
//! assert_eq!(Seven::winning_cells(stones, stones), Seven::cell(4, 0));
//! ```

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// The word a board is kept in: `u64` or `u128`.
pub trait Word:
    sealed::Sealed
    + Copy
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitOrAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many bits it has.
    const BITS: u32;

    /// No stones.
    const EMPTY: Self;

    /// The low bits of a number. Masks are computed as `u128` at compile time and cut to size here.
    fn cut(bits: u128) -> Self;

    /// The sum, without the carry out of the word.
    fn plus(self, other: Self) -> Self;

    /// How many stones there are.
    fn count(self) -> u32;

    /// The number of the lowest bit that is set; [`Word::BITS`] if there is none.
    fn lowest(self) -> u32;

    /// The stones without the one at the lowest bit.
    fn without_lowest(self) -> Self;

    /// All of it in 64 bits: the word itself if it has no more.
    fn folded(self) -> u64;

    /// Whether there is any stone.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }
}

impl Word for u64 {
    const BITS: u32 = u64::BITS;
    const EMPTY: u64 = 0;

    #[inline(always)]
    fn cut(bits: u128) -> u64 {
        bits as u64
    }

    #[inline(always)]
    fn plus(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline(always)]
    fn without_lowest(self) -> u64 {
        self & self.wrapping_sub(1)
    }

    #[inline(always)]
    fn folded(self) -> u64 {
        self
    }
}

impl Word for u128 {
    const BITS: u32 = u128::BITS;
    const EMPTY: u128 = 0;

    #[inline(always)]
    fn cut(bits: u128) -> u128 {
        bits
    }

    #[inline(always)]
    fn plus(self, other: u128) -> u128 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline(always)]
    fn without_lowest(self) -> u128 {
        self & self.wrapping_sub(1)
    }

    #[inline(always)]
    fn folded(self) -> u64 {
        self as u64 ^ ((self >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// The geometry of a board `W` columns wide and `H` rows high in a word `B`: masks here, moves and lines of
/// four in `moves.rs`. There are no values of it; solvers call `Grid::<u64, 7, 6>::winning_cells(..)` and the
/// like. All of it is meant to be inlined and, where the arguments are constants, to vanish.
///
/// Columns and heights are counted from 0, from the left and from the bottom. A size that does not fit the
/// word is refused by the compiler:
///
/// ```compile_fail,E0080
/// crate::Grid::<u64, 9, 9>::bottom();
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid<B: Word, const W: usize, const H: usize>(PhantomData<B>);

impl<B: Word, const W: usize, const H: usize> Grid<B, W, H> {
    /// How many cells the board has.
    pub const CELLS: usize = W * H;

    /// How many bits a column takes: its cells and the sentinel.
    pub const STRIDE: u32 = H as u32 + 1;

    const FITS: () = {
        assert!(W >= 1 && W <= 10, "a move is one digit, so a board has 1 to 10 columns");
        assert!(H >= 1, "a board has at least one row");
        assert!(W * (H + 1) <= B::BITS as usize, "the board does not fit into the word");
        assert!(3 * (H + 2) < B::BITS as usize, "the board is too high for the word");
    };

    const BOTTOM: u128 = {
        let () = Self::FITS;
        let (mut bits, mut column) = (0, 0);
        while column < W {
            bits |= 1 << (column * (H + 1));
            column += 1;
        }
        bits
    };

    const TOP: u128 = Self::BOTTOM << (H - 1);

    const ALL: u128 = Self::BOTTOM * ((1 << H) - 1);

    /// The bottom cell of every column.
    #[inline(always)]
    pub fn bottom() -> B {
        B::cut(Self::BOTTOM)
    }

    /// The top cell of every column, below the sentinels.
    #[inline(always)]
    pub fn top() -> B {
        B::cut(Self::TOP)
    }

    /// Every cell of the board; the sentinels are none.
    #[inline(always)]
    pub fn cells() -> B {
        B::cut(Self::ALL)
    }

    /// Every cell of a column.
    #[inline(always)]
    pub fn column(column: usize) -> B {
        debug_assert!(column < W);
        B::cut((1 << H) - 1) << (column as u32 * Self::STRIDE)
    }

    /// Every cell at a height.
    #[inline(always)]
    pub fn row(height: usize) -> B {
        debug_assert!(height < H);
        Self::bottom() << height as u32
    }

    /// One cell.
    #[inline(always)]
    pub fn cell(column: usize, height: usize) -> B {
        debug_assert!(column < W && height < H);
        B::cut(1) << (column as u32 * Self::STRIDE + height as u32)
    }

    /// The column and the height of the lowest of some cells.
    #[inline(always)]
    pub fn place(cells: B) -> (usize, usize) {
        let bit = cells.lowest() as usize;
        (bit / (H + 1), bit % (H + 1))
    }

    /// The board with left and right exchanged. Sentinels move along, so that sums of boards such as
    /// [`packed`](Self::packed) can be mirrored too.
    #[inline(always)]
    pub fn mirrored(board: B) -> B {
        let left = B::cut((1 << (H + 1)) - 1);
        let mut mirrored = B::EMPTY;
        for column in 0..W / 2 {
            let (near, far) = (column as u32 * Self::STRIDE, (W - 1 - column) as u32 * Self::STRIDE);
            mirrored |= (board & (left << near)) << (far - near);
            mirrored |= (board & (left << far)) >> (far - near);
        }
        if W % 2 == 1 {
            mirrored |= board & (left << ((W / 2) as u32 * Self::STRIDE));
        }
        mirrored
    }

    /// One word for the whole position: the stones of the side to move plus the stones of both. In each
    /// column that is 2ʰ − 1 + (its own stones as a number below 2ʰ) for h stones, so different positions
    /// have different words and no column carries into the next.
    #[inline(always)]
    pub fn packed(me: B, mask: B) -> B {
        me.plus(mask)
    }
}
