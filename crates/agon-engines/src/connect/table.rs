//! The table of results: buckets of two slots that keep the costlier result.
//!
//! A position's key is spread over the buckets by a one-to-one multiplication; the top bits of the product
//! choose the bucket and the rest is stored whole, so that a hit is never a mistake. A slot holds a lower and
//! an upper bound together. Slots are read and written as single words (two for 128-bit boards, guarded by an
//! exclusive or), so several searches can share one table without locks.

use agon_games::connect::Word;
use super::memory::Words;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is known of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The score is at least this.
    pub(super) low: i32,
    /// The score is at most this.
    pub(super) high: i32,
    /// The bit of the move that proved the lower bound last; none is 0 … see `order`.
    pub(super) cost: u32,
}

/// Largest absolute score a slot can hold.
const OFFSET_64: i32 = 31;
const OFFSET_128: i32 = 63;

/// A word whose boards can be kept in a table.
pub trait Keyed: Word {
    /// Words of 64 bits in a slot.
    const SLOT_WORDS: usize;
    /// How many low bits of the product a slot can hold.
    const STORED_BITS: u32;

    /// The product with an odd constant, without the carry out of the word.
    fn times_odd(self) -> Self;

    /// The difference, without the borrow.
    fn minus(self, other: Self) -> Self;

    /// The number's low 64 bits.
    fn low_word(self) -> u64;

    #[doc(hidden)]
    fn pack(rest: Self, low: i32, high: i32, cost: u32) -> [u64; 2];
    #[doc(hidden)]
    fn unpack(rest: Self, slot: [u64; 2]) -> Option<(i32, i32)>;
    #[doc(hidden)]
    fn cost(slot: [u64; 2]) -> u32;
    #[doc(hidden)]
    fn rest(slot: [u64; 2]) -> Self;
}

impl Keyed for u64 {
    const SLOT_WORDS: usize = 1;
    const STORED_BITS: u32 = 44;

    #[inline(always)]
    fn times_odd(self) -> u64 {
        self.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[inline(always)]
    fn minus(self, other: u64) -> u64 {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn low_word(self) -> u64 {
        self
    }

    #[inline(always)]
    fn pack(rest: u64, low: i32, high: i32, cost: u32) -> [u64; 2] {
        let fields = (low + OFFSET_64) as u64 | ((high + OFFSET_64) as u64) << 6 | u64::from(cost) << 12;
        [rest | fields << Self::STORED_BITS, 0]
    }

    #[inline(always)]
    fn unpack(rest: u64, [word, _]: [u64; 2]) -> Option<(i32, i32)> {
        if (word ^ rest) << (64 - Self::STORED_BITS) != 0 || word == 0 {
            return None;
        }
        let fields = word >> Self::STORED_BITS;
        Some(((fields & 63) as i32 - OFFSET_64, (fields >> 6 & 63) as i32 - OFFSET_64))
    }

    #[inline(always)]
    fn cost([word, _]: [u64; 2]) -> u32 {
        (word >> (Self::STORED_BITS + 12)) as u32
    }

    #[inline(always)]
    fn rest([word, _]: [u64; 2]) -> u64 {
        word & ((1 << Self::STORED_BITS) - 1)
    }
}

impl Keyed for u128 {
    const SLOT_WORDS: usize = 2;
    const STORED_BITS: u32 = 64 + 40;

    #[inline(always)]
    fn times_odd(self) -> u128 {
        self.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    #[inline(always)]
    fn minus(self, other: u128) -> u128 {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn low_word(self) -> u64 {
        self as u64
    }

    #[inline(always)]
    fn pack(rest: u128, low: i32, high: i32, cost: u32) -> [u64; 2] {
        let fields = (low + OFFSET_128) as u64 | ((high + OFFSET_128) as u64) << 7 | u64::from(cost) << 14;
        let second = (rest >> 64) as u64 | fields << 40;
        [rest as u64 ^ second, second]
    }

    #[inline(always)]
    fn unpack(rest: u128, [first, second]: [u64; 2]) -> Option<(i32, i32)> {
        if first ^ second != rest as u64 || (second ^ (rest >> 64) as u64) << 24 != 0 || second == 0 {
            return None;
        }
        let fields = second >> 40;
        Some(((fields & 127) as i32 - OFFSET_128, (fields >> 7 & 127) as i32 - OFFSET_128))
    }

    #[inline(always)]
    fn cost([_, second]: [u64; 2]) -> u32 {
        (second >> 54) as u32
    }

    #[inline(always)]
    fn rest([first, second]: [u64; 2]) -> u128 {
        (first ^ second) as u128 | ((second & ((1 << 40) - 1)) as u128) << 64
    }
}

/// A table for keys of `bits` bits.
pub(super) struct Table<B: Keyed> {
    words: Words,
    /// The product is shifted right by this to give the bucket.
    shift: u32,
    bits: u32,
    kind: std::marker::PhantomData<B>,
}

impl<B: Keyed> Table<B> {
    /// Words in a bucket.
    const BUCKET: usize = 2 * B::SLOT_WORDS;

    /// The largest table that takes at most `bytes` bytes, but one large enough to tell keys of so many bits
    /// apart.
    pub(super) fn new(bytes: usize, bits: u32) -> Table<B> {
        let buckets = (bytes / (8 * Self::BUCKET)).max(1);
        let needed = bits.saturating_sub(B::STORED_BITS);
        let log = buckets.ilog2().max(needed).max(1);
        Table {
            words: Words::zeroed(Self::BUCKET << log),
            shift: bits - log,
            bits,
            kind: std::marker::PhantomData,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.words.clear();
    }

    /// Where a key belongs and what is stored of it.
    #[inline(always)]
    fn place(&self, spread: B) -> (usize, B) {
        let bucket = (spread >> self.shift).low_word() as usize;
        let rest = spread & !((!B::EMPTY) << self.shift);
        (bucket * Self::BUCKET, rest)
    }

    /// The key spread over `bits` bits; the other functions take it in this form.
    #[inline(always)]
    pub(super) fn spread(key: B, bits: u32) -> B {
        key.times_odd() & ((!B::EMPTY) >> (B::BITS - bits))
    }

    /// Asks the processor to fetch a key's bucket.
    #[inline(always)]
    pub(super) fn prefetch(&self, spread: B) {
        self.words.prefetch(self.place(spread).0);
    }

    #[inline(always)]
    fn read(&self, at: usize) -> [u64; 2] {
        let words = self.words.all();
        let first = words[at].load(Ordering::Relaxed);
        [first, if B::SLOT_WORDS == 2 { words[at + 1].load(Ordering::Relaxed) } else { 0 }]
    }

    #[inline(always)]
    fn write(&self, at: usize, slot: [u64; 2]) {
        let words = self.words.all();
        let store = |word: &AtomicU64, value| word.store(value, Ordering::Relaxed);
        store(&words[at], slot[0]);
        if B::SLOT_WORDS == 2 {
            store(&words[at + 1], slot[1]);
        }
    }

    /// The bounds known for a key.
    #[inline(always)]
    pub(super) fn get(&self, spread: B) -> Option<(i32, i32)> {
        let (at, rest) = self.place(spread);
        B::unpack(rest, self.read(at)).or_else(|| B::unpack(rest, self.read(at + B::SLOT_WORDS)))
    }

    /// Keeps bounds that cost so much to find.
    #[inline(always)]
    pub(super) fn put(&self, spread: B, low: i32, high: i32, cost: u32) {
        let (at, rest) = self.place(spread);
        let other = at + B::SLOT_WORDS;
        let (first, second) = (self.read(at), self.read(other));
        if let Some(known) = B::unpack(rest, first) {
            return self.write(at, B::pack(rest, low.max(known.0), high.min(known.1), cost.max(B::cost(first))));
        }
        if let Some(known) = B::unpack(rest, second) {
            return self.write(other, B::pack(rest, low.max(known.0), high.min(known.1), cost.max(B::cost(second))));
        }
        let cheaper = if B::cost(first) <= B::cost(second) { at } else { other };
        self.write(cheaper, B::pack(rest, low, high, cost));
    }

    /// Copies everything into a larger table.
    pub(super) fn pour_into(&self, larger: &Table<B>) {
        let buckets = 1usize << (self.bits - self.shift);
        for bucket in 0..buckets {
            for slot in 0..2 {
                let read = self.read(bucket * Self::BUCKET + slot * B::SLOT_WORDS);
                if read == [0, 0] {
                    continue;
                }
                let rest = B::rest(read);
                if let Some((low, high)) = B::unpack(rest, read) {
                    larger.put(rest | B::cut(bucket as u128) << self.shift, low, high, B::cost(read));
                }
            }
        }
    }
}
