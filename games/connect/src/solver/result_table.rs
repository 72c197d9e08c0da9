//! The table of results: buckets of two slots that keep the costlier result.
//!
//! A key is spread by a one-to-one multiplication. The product, as a fraction of its range, chooses the bucket;
//! the slot holds enough of its low bits to tell all keys of that bucket apart, so a hit is never a mistake.
//! Slots are read and written as single words (two, guarded, for 128-bit boards), so several searches can
//! share one table without locks.

use super::slot::{Bounds, Keyed, Slot};
use agon_core::memory::Words;
use std::marker::PhantomData;
use std::sync::atomic::Ordering;

/// A table for boards of `W` columns and `H` rows.
pub(super) struct ResultTable<B: Keyed, const W: usize, const H: usize> {
    words: Words,
    buckets: u64,
    word: PhantomData<B>,
}

impl<B: Keyed, const W: usize, const H: usize> ResultTable<B, W, H> {
    /// Bits in a key.
    const BITS: u32 = (W * (H + 1)) as u32;

    /// Words in a bucket.
    const BUCKET: usize = 2 * B::SLOT_WORDS;

    /// The fewest buckets with which slots can tell all keys apart.
    const FEWEST: usize = if Self::BITS > B::STORED_BITS { 1 << (Self::BITS - B::STORED_BITS) } else { 1 };

    /// A table of at most so many bytes, but of one at least that can tell all keys apart.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / (8 * Self::BUCKET)).max(Self::FEWEST);
        ResultTable {
            words: Words::zeroed(buckets * Self::BUCKET),
            buckets: buckets as u64,
            word: PhantomData,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.words.clear();
    }

    /// The key spread over the range of the table; everything else here takes it in this form.
    #[inline(always)]
    pub(super) fn spread(key: B) -> B {
        key.times_odd() & ((!B::EMPTY) >> (B::BITS - Self::BITS))
    }

    /// Where the bucket of a spread key starts.
    #[inline(always)]
    fn bucket(&self, spread: B) -> usize {
        let fraction = if Self::BITS <= 64 {
            spread.low_word() << (64 - Self::BITS.min(64))
        } else {
            (spread >> (Self::BITS.max(64) - 64)).low_word()
        };
        ((u128::from(fraction) * u128::from(self.buckets)) >> 64) as usize * Self::BUCKET
    }

    /// Asks the processor to fetch a key's bucket.
    #[inline(always)]
    pub(super) fn prefetch(&self, spread: B) {
        self.words.prefetch(self.bucket(spread));
    }

    #[inline(always)]
    fn read(&self, at: usize) -> Slot {
        let words = self.words.all();
        let second = if B::SLOT_WORDS == 2 { words[at + 1].load(Ordering::Relaxed) } else { 0 };
        [words[at].load(Ordering::Relaxed), second]
    }

    #[inline(always)]
    fn write(&self, at: usize, slot: Slot) {
        let words = self.words.all();
        words[at].store(slot[0], Ordering::Relaxed);
        if B::SLOT_WORDS == 2 {
            words[at + 1].store(slot[1], Ordering::Relaxed);
        }
    }

    /// The bounds known for a key.
    #[inline(always)]
    pub(super) fn get(&self, spread: B) -> Option<Bounds> {
        let at = self.bucket(spread);
        B::unpack(spread, self.read(at)).or_else(|| B::unpack(spread, self.read(at + B::SLOT_WORDS)))
    }

    /// Keeps bounds, joined with what is known already, and what they cost to find. The cheaper of the two
    /// other results in the bucket gives way.
    #[inline(always)]
    pub(super) fn put(&self, spread: B, bounds: Bounds, cost: u32) {
        let first = self.bucket(spread);
        let second = first + B::SLOT_WORDS;
        let slots = (self.read(first), self.read(second));
        for (at, slot) in [(first, slots.0), (second, slots.1)] {
            if let Some(known) = B::unpack(spread, slot) {
                let joined = Bounds { low: bounds.low.max(known.low), high: bounds.high.min(known.high) };
                return self.write(at, B::pack(spread, joined, cost.max(B::cost(slot))));
            }
        }
        let cheaper = if B::cost(slots.0) <= B::cost(slots.1) { first } else { second };
        self.write(cheaper, B::pack(spread, bounds, cost));
    }

    /// Copies everything into another table. The number of buckets must be a power of two, so that a bucket
    /// is the top bits of its keys.
    pub(super) fn pour_into(&self, other: &Self) {
        debug_assert!(self.buckets.is_power_of_two());
        let below = Self::BITS - self.buckets.ilog2();
        for bucket in 0..self.buckets as usize {
            for at in [bucket * Self::BUCKET, bucket * Self::BUCKET + B::SLOT_WORDS] {
                let slot = self.read(at);
                let low_bits = B::stored(slot) & !((!B::EMPTY) << below);
                let spread = low_bits | B::cut(bucket as u128) << below;
                if let Some(bounds) = B::unpack(spread, slot) {
                    other.put(spread, bounds, B::cost(slot));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_back_and_join() {
        let table = ResultTable::<u64, 7, 6>::new(1 << 16);
        let spread = ResultTable::<u64, 7, 6>::spread(123_456_789);
        assert_eq!(table.get(spread), None);
        table.put(spread, Bounds { low: -21, high: 3 }, 5);
        table.put(spread, Bounds { low: 1, high: 21 }, 2);
        assert_eq!(table.get(spread), Some(Bounds { low: 1, high: 3 }));
    }

    #[test]
    fn the_cheapest_of_three_gives_way() {
        let table = ResultTable::<u128, 9, 9>::new(1);
        let keys = [1u128, 2, 3].map(ResultTable::<u128, 9, 9>::spread);
        for (key, cost) in keys.into_iter().zip([9, 1, 4]) {
            table.put(key, Bounds { low: -40, high: 40 }, cost);
        }
        assert_eq!(keys.map(|key| table.get(key).is_some()), [true, false, true]);
    }

    #[test]
    fn pouring_keeps_every_result() {
        let (small, large) = (ResultTable::<u64, 7, 6>::new(1 << 14), ResultTable::<u64, 7, 6>::new(3 << 18));
        let keys: Vec<u64> =
            (0..300u64).map(|key| ResultTable::<u64, 7, 6>::spread(key * 0x1_2345_6789)).collect();
        for (i, &key) in keys.iter().enumerate() {
            small.put(key, Bounds { low: -(i as i32 % 20), high: i as i32 % 20 }, 1);
        }
        small.pour_into(&large);
        assert!(keys.iter().all(|&key| small.get(key) == large.get(key)));
        assert!(keys.iter().filter(|&&key| large.get(key).is_some()).count() > 250);
    }
}
