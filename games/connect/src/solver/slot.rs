//! A slot of the table: a key and two bounds in one word of 64 bits, or in two for 128-bit boards.

use crate::Word;

/// The largest absolute score a slot of one word can hold.
const LARGEST: i32 = 31;
/// The same for a slot of two words.
const LARGEST_WIDE: i32 = 63;

/// What a slot says of a position: its score is at least `low` and at most `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The score is at least this.
    pub low: i32,
    /// The score is at most this.
    pub high: i32,
}

/// The words of a slot; the second is unused for 64-bit boards. All zero is an empty slot.
pub type Slot = [u64; 2];

/// A word whose boards can be kept in a table of results.
pub trait Keyed: Word {
    /// How many words of 64 bits a slot takes.
    const SLOT_WORDS: usize;

    /// How many low bits of a spread key a slot holds; the bucket must tell the rest.
    const STORED_BITS: u32;

    /// The difference, without the borrow out of the word.
    fn minus(self, other: Self) -> Self;

    /// The product with an odd constant, which mixes the low bits into the high ones and loses nothing.
    fn times_odd(self) -> Self;

    /// The low 64 bits.
    fn low_word(self) -> u64;

    /// A slot with the low bits of a spread key.
    fn pack(spread: Self, bounds: Bounds, cost: u32) -> Slot;

    /// The bounds in a slot, if it belongs to this spread key.
    fn unpack(spread: Self, slot: Slot) -> Option<Bounds>;

    /// What the result in a slot cost to find, as given to [`pack`](Keyed::pack); 0 if it is empty.
    fn cost(slot: Slot) -> u32;

    /// The low bits of the key in a slot.
    fn stored(slot: Slot) -> Self;
}

impl Keyed for u64 {
    const SLOT_WORDS: usize = 1;
    const STORED_BITS: u32 = 44;

    #[inline(always)]
    fn minus(self, other: u64) -> u64 {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn times_odd(self) -> u64 {
        self.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[inline(always)]
    fn low_word(self) -> u64 {
        self
    }

    // From the low end: 44 bits of the key, 6 for each bound, 8 for the cost.
    #[inline(always)]
    fn pack(spread: u64, bounds: Bounds, cost: u32) -> Slot {
        let (low, high) = ((bounds.low + LARGEST) as u64, (bounds.high + LARGEST) as u64);
        let fields = low | high << 6 | u64::from(cost) << 12;
        [spread & ((1 << Self::STORED_BITS) - 1) | fields << Self::STORED_BITS, 0]
    }

    #[inline(always)]
    fn unpack(spread: u64, [word, _]: Slot) -> Option<Bounds> {
        if (word ^ spread) << (64 - Self::STORED_BITS) != 0 || word == 0 {
            return None;
        }
        let field = |shift: u32| (word >> (Self::STORED_BITS + shift) & 63) as i32 - LARGEST;
        Some(Bounds { low: field(0), high: field(6) })
    }

    #[inline(always)]
    fn cost([word, _]: Slot) -> u32 {
        (word >> (Self::STORED_BITS + 12)) as u32
    }

    #[inline(always)]
    fn stored([word, _]: Slot) -> u64 {
        word & ((1 << Self::STORED_BITS) - 1)
    }
}

impl Keyed for u128 {
    const SLOT_WORDS: usize = 2;
    const STORED_BITS: u32 = 64 + 40;

    #[inline(always)]
    fn minus(self, other: u128) -> u128 {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn times_odd(self) -> u128 {
        self.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    #[inline(always)]
    fn low_word(self) -> u64 {
        self as u64
    }

    // The second word: 40 bits of the key, 7 for each bound, 10 for the cost. The first: 64 bits of the key,
    // combined with the second, so that words of two different writes do not match any key.
    #[inline(always)]
    fn pack(spread: u128, bounds: Bounds, cost: u32) -> Slot {
        let (low, high) = ((bounds.low + LARGEST_WIDE) as u64, (bounds.high + LARGEST_WIDE) as u64);
        let fields = low | high << 7 | u64::from(cost) << 14;
        let second = ((spread >> 64) as u64 & ((1 << 40) - 1)) | fields << 40;
        [spread as u64 ^ second, second]
    }

    #[inline(always)]
    fn unpack(spread: u128, [first, second]: Slot) -> Option<Bounds> {
        if first ^ second != spread as u64 || (second ^ (spread >> 64) as u64) << 24 != 0 || second == 0 {
            return None;
        }
        let field = |shift: u32| (second >> (40 + shift) & 127) as i32 - LARGEST_WIDE;
        Some(Bounds { low: field(0), high: field(7) })
    }

    #[inline(always)]
    fn cost([_, second]: Slot) -> u32 {
        (second >> 54) as u32
    }

    #[inline(always)]
    fn stored([first, second]: Slot) -> u128 {
        u128::from(first ^ second) | u128::from(second & ((1 << 40) - 1)) << 64
    }
}
