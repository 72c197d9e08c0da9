//! The transposition table: fixed memory, shared by all threads without locks.
//!
//! An entry is two words: the data, and the key xor the data (Hyatt, Mann 2002). Threads write without
//! agreement; an entry whose halves come from different writes does not match its key and is as good as
//! absent. Four entries share a cache line; the least valuable of them is replaced: first those of older
//! searches, then the shallowest.
//!
//! Scores are stored as the first side sees them, so that an entry can be used without knowing who moves there:
//! enhanced transposition cut-off asks for the key after a move and never plays it.

use crate::score::Score;
use agon_core::Side;
use agon_core::memory::{Words, prefetch};
use agon_core::position::mix;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What an entry says about a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
    /// The score that was stored: `lower`, `upper` or both.
    pub score: Score,
    /// The depth that was searched.
    pub depth: i32,
    /// Whether it rests on finished games only.
    pub resolved: bool,
    /// The number of the best move in generator order, if one is known.
    pub best: Option<u8>,
}

/// Which way a stored score bounds the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
    /// The value is the score.
    Exact,
}

impl Bound {
    /// As the other side sees it.
    #[inline(always)]
    const fn negated(self) -> Bound {
        match self {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
            Bound::Exact => Bound::Exact,
        }
    }
}

/// An entry: the key xor the data, and the data.
type Slot = [AtomicU64; 2];

const SLOTS: usize = 4;

/// A cache line of them.
type Bucket = [Slot; SLOTS];

/// The table.
pub struct TranspositionTable {
    words: Words,
    generation: u64,
    /// The first generation after it was last told to forget. What is older counts as an empty slot.
    born: u64,
    /// Mixed into every check, and another one after forgetting: so what was stored before is not found again,
    /// without a write to all of the memory.
    salt: u64,
}

// The data word, from the low end: score + OFFSET in 24 bits, depth in 8, best move + 1 in 9, bound in 2 (0
// means that the slot is empty), resolved in 1, generation in 20.
const OFFSET: i32 = 1 << 23;
const DEPTH: u32 = 24;
const BEST: u32 = 32;
const BOUND: u32 = 41;
const RESOLVED: u32 = 43;
const GENERATION: u32 = 44;
const GENERATIONS: u64 = 1 << 20;

impl TranspositionTable {
    /// A table of at most this many megabytes, at least one cache line.
    pub fn new(megabytes: usize) -> TranspositionTable {
        let count = (megabytes << 20) / size_of::<Bucket>();
        let words = Words::zeroed(count.max(1) * size_of::<Bucket>() / size_of::<AtomicU64>());
        TranspositionTable { words, generation: 0, born: 0, salt: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.salt = mix(self.salt.wrapping_add(1));
        self.age();
        self.born = self.generation;
    }

    /// A new search begins: entries of earlier ones are replaced first.
    pub fn age(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            // The numbers are used up: from here on an old entry would look new.
            self.words.clear();
            (self.generation, self.born) = (0, 0);
        }
    }

    #[inline(always)]
    fn buckets(&self) -> &[Bucket] {
        self.words.all().as_chunks().0.as_chunks().0
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.buckets();
        // The high bits of key × size: any size works, without a division.
        &buckets[((u128::from(key) * buckets.len() as u128) >> 64) as usize]
    }

    /// Starts fetching the place of a key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known about a key, as `side` sees it.
    #[inline(always)]
    pub fn probe(&self, key: u64, side: Side) -> Option<Entry> {
        for [check, data] in self.bucket(key) {
            let data = data.load(Relaxed);
            if check.load(Relaxed) ^ data ^ self.salt == key && data != 0 {
                return Some(decode(data, side));
            }
        }
        None
    }

    /// Remembers a value as `side` sees it.
    #[inline(always)]
    pub fn store(&self, key: u64, side: Side, bound: Bound, entry: &Stored) {
        let bucket = self.bucket(key);
        let mut target = &bucket[0];
        let mut least = u64::MAX;
        let mut best = entry.best;
        for slot in bucket {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data ^ self.salt == key && data != 0 {
                // A bound without a move must not drive out the move that was best before.
                best = best.or_else(|| decode(data, side).best);
                target = slot;
                break;
            }
            let worth = self.worth(data);
            if worth < least {
                (least, target) = (worth, slot);
            }
        }
        let data = encode(entry, best, side, bound) | self.generation << GENERATION;
        target[0].store(key ^ data ^ self.salt, Relaxed);
        target[1].store(data, Relaxed);
    }

    /// How much an entry is worth keeping.
    #[inline(always)]
    fn worth(&self, data: u64) -> u64 {
        if data == 0 || data >> GENERATION < self.born {
            return 0;
        }
        let depth = (data >> DEPTH) & 0xff;
        1 + depth + 512 * u64::from(data >> GENERATION == self.generation)
    }

    /// How full the table is with entries of this search, in thousandths.
    pub fn fullness(&self) -> u32 {
        let sample = &self.buckets()[..self.buckets().len().min(250)];
        let slots = sample.iter().flatten().map(|[_, data]| data.load(Relaxed));
        let used = slots.filter(|&d| d != 0 && d >> GENERATION == self.generation).count();
        (used * 1000 / (sample.len() * SLOTS)) as u32
    }
}

/// What is stored about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The value or a bound on it.
    pub score: Score,
    /// The depth that was searched, 0 to 255.
    pub depth: i32,
    /// Whether it rests on finished games only.
    pub resolved: bool,
    /// The number of the best move in generator order, if one is known.
    pub best: Option<u8>,
}

#[inline(always)]
fn encode(entry: &Stored, best: Option<u8>, side: Side, bound: Bound) -> u64 {
    let (score, bound) = match side {
        Side::First => (entry.score, bound),
        Side::Second => (-entry.score, bound.negated()),
    };
    let best = best.map_or(0, |index| u64::from(index) + 1);
    (score + OFFSET) as u64
        | (entry.depth.clamp(0, 255) as u64) << DEPTH
        | best << BEST
        | (bound as u64 + 1) << BOUND
        | u64::from(entry.resolved) << RESOLVED
}

#[inline(always)]
fn decode(data: u64, side: Side) -> Entry {
    let score = (data & 0xff_ffff) as i32 - OFFSET;
    let bound = match (data >> BOUND) & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        _ => Bound::Exact,
    };
    let (score, bound) = match side {
        Side::First => (score, bound),
        Side::Second => (-score, bound.negated()),
    };
    let (lower, upper) = match bound {
        Bound::Lower => (score, Score::MAX),
        Bound::Upper => (-Score::MAX, score),
        Bound::Exact => (score, score),
    };
    Entry {
        lower,
        upper,
        score,
        depth: ((data >> DEPTH) & 0xff) as i32,
        resolved: data >> RESOLVED & 1 != 0,
        best: (((data >> BEST) & 0x1ff) as u16).checked_sub(1).map(|index| index as u8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{INFINITE, WIN};

    fn stored(score: Score, depth: i32, best: Option<u8>) -> Stored {
        Stored { score, depth, resolved: score.abs() > WIN, best }
    }

    #[test]
    fn entries_come_back_as_they_were_for_both_sides() {
        let table = TranspositionTable::new(1);
        for (i, score) in
            [0, 1, -1, 250, -979_999, WIN + 64, -WIN - 64, INFINITE, -INFINITE].into_iter().enumerate()
        {
            for (j, bound) in [Bound::Lower, Bound::Upper, Bound::Exact].into_iter().enumerate() {
                let key = mix((10 * i + j) as u64 + 1);
                let entry = stored(score, 7 * i as i32, if j == 0 { None } else { Some(255) });
                table.store(key, Side::Second, bound, &entry);
                let second = table.probe(key, Side::Second).unwrap();
                assert_eq!((second.score, second.depth, second.best), (score, entry.depth, entry.best));
                assert_eq!(second.resolved, entry.resolved);
                assert_eq!(second.lower == score, bound != Bound::Upper);
                assert_eq!(second.upper == score, bound != Bound::Lower);
                let first = table.probe(key, Side::First).unwrap();
                assert_eq!(first.score, -score);
                assert_eq!(first.upper == -score, bound != Bound::Upper);
            }
        }
    }

    #[test]
    fn what_was_never_stored_is_not_found() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.probe(0, Side::First), None);
        table.store(5, Side::First, Bound::Exact, &stored(1, 1, None));
        assert_eq!(table.probe(6, Side::First), None);
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let mut table = TranspositionTable::new(0);
        for key in 1..=4 {
            table.store(key, Side::First, Bound::Exact, &stored(0, key as i32, None));
        }
        table.store(5, Side::First, Bound::Exact, &stored(0, 1, None));
        assert!(table.probe(1, Side::First).is_none() && table.probe(4, Side::First).is_some());
        table.age();
        table.store(4, Side::First, Bound::Exact, &stored(0, 1, None));
        for key in 6..=8 {
            table.store(key, Side::First, Bound::Exact, &stored(0, 0, None));
        }
        assert!(table.probe(4, Side::First).is_some(), "renewed, so not old");
        assert!(table.probe(2, Side::First).is_none() && table.probe(3, Side::First).is_none());
    }

    #[test]
    fn a_bound_without_a_move_keeps_the_known_move() {
        let table = TranspositionTable::new(0);
        table.store(9, Side::First, Bound::Exact, &stored(3, 4, Some(2)));
        table.store(9, Side::First, Bound::Upper, &stored(1, 5, None));
        let entry = table.probe(9, Side::First).unwrap();
        assert_eq!((entry.best, entry.depth, entry.upper), (Some(2), 5, 1));
    }

    #[test]
    fn clearing_forgets() {
        let mut table = TranspositionTable::new(1);
        table.store(9, Side::First, Bound::Exact, &stored(3, 4, Some(2)));
        table.clear();
        assert_eq!(table.probe(9, Side::First), None);
    }

    #[test]
    fn a_cleared_table_keeps_and_loses_the_same_entries_as_a_new_one() {
        let fill = |table: &TranspositionTable, from: u64| {
            for i in 0..40_000 {
                let key = mix(from + i);
                table.store(key, Side::First, Bound::Exact, &stored(1, (i % 30) as i32, None));
            }
        };
        let fresh = TranspositionTable::new(1);
        fill(&fresh, 0);
        let mut used = TranspositionTable::new(1);
        fill(&used, 1 << 40);
        used.age();
        fill(&used, 1 << 41);
        used.clear();
        fill(&used, 0);
        for i in 0..40_000 {
            let key = mix(i);
            assert_eq!(used.probe(key, Side::First), fresh.probe(key, Side::First));
            assert_eq!(used.probe(mix((1 << 40) + i), Side::First), None);
        }
    }

    #[test]
    fn generations_that_are_used_up_start_anew() {
        let mut table = TranspositionTable::new(0);
        table.store(9, Side::First, Bound::Exact, &stored(3, 4, Some(2)));
        table.generation = GENERATIONS - 1;
        table.age();
        assert_eq!((table.generation, table.probe(9, Side::First)), (0, None));
    }
}
