//! The table of bounds: for a position the bounds proved so far, how deep and how surely, and its best
//! moves.
//!
//! A line of the processor's cache holds four entries of two words: the position's 64-bit key combined with the
//! data, and the data. Threads share the table without locks: an entry that two of them wrote at once does not
//! match its key. Two different positions have the same key with probability 2⁻⁶⁴.

use agon_core::memory::Words;
use std::sync::atomic::Ordering::Relaxed;

/// The entries of one line of the cache.
const WAYS: usize = 4;

/// How far a value can be trusted: deeper searches and surer ones are higher.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Level(pub(crate) u8);

impl Level {
    /// Proved to the end of the game.
    pub(crate) const EXACT: Level = Level(255);

    /// A search of so many plies that ends in evaluations.
    pub(crate) const fn of_depth(depth: u32, confidence: u8) -> Level {
        Level((if depth > 27 { 27 } else { depth as u8 }) * 8 + confidence)
    }

    /// A selective search to the end.
    pub(crate) const fn to_the_end(confidence: u8) -> Level {
        Level(248 + confidence)
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    /// The best move and the one before it, 64 where there is none.
    pub(crate) moves: [u8; 2],
    pub(crate) level: Level,
    /// How much work it was, as the logarithm of the nodes.
    pub(crate) cost: u8,
    /// The search it was last used in.
    pub(crate) age: u8,
}

impl Entry {
    const fn packed(self) -> u64 {
        self.lower as u8 as u64
            | (self.upper as u8 as u64) << 8
            | (self.moves[0] as u64) << 16
            | (self.moves[1] as u64) << 24
            | (self.level.0 as u64) << 32
            | (self.cost as u64) << 40
            | (self.age as u64) << 48
            | 1 << 56
    }

    const fn unpacked(word: u64) -> Entry {
        Entry {
            lower: word as i8,
            upper: (word >> 8) as i8,
            moves: [(word >> 16) as u8, (word >> 24) as u8],
            level: Level((word >> 32) as u8),
            cost: (word >> 40) as u8,
            age: (word >> 48) as u8,
        }
    }
}

/// What a search has found out about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding {
    pub(crate) alpha: i32,
    pub(crate) value: i32,
    pub(crate) best: u8,
    pub(crate) level: Level,
    pub(crate) nodes: u64,
}

/// What is known of the positions that were searched: their bounds and best moves.
#[derive(Debug)]
pub(crate) struct BoundsTable {
    words: Words,
    line_mask: usize,
    age: u8,
}

/// A position's key.
#[inline(always)]
pub(crate) fn key_of(me: u64, them: u64) -> u64 {
    let wide = u128::from(me ^ 0x9e37_79b9_7f4a_7c15) * u128::from(them ^ 0xd1b5_4a32_d192_ed03);
    let folded = wide as u64 ^ (wide >> 64) as u64;
    let mixed = u128::from(folded ^ me.rotate_left(29)) * u128::from(0xa076_1d64_78bd_642f_u64);
    mixed as u64 ^ (mixed >> 64) as u64
}

impl BoundsTable {
    /// A table of at most so many bytes, and at least one line.
    pub(crate) fn new(bytes: usize) -> BoundsTable {
        let lines = (bytes / 64).max(1);
        let lines = if lines.is_power_of_two() { lines } else { lines.next_power_of_two() / 2 };
        BoundsTable { words: Words::zeroed(lines * 8), line_mask: lines - 1, age: 1 }
    }

    /// The memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        (self.line_mask + 1) * 64
    }

    /// Begins a new search: what older ones left is the first to be replaced.
    pub(crate) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.age = 1;
    }

    #[inline(always)]
    fn line(&self, key: u64) -> usize {
        (key as usize & self.line_mask) * 8
    }

    /// Asks the processor to fetch a position's line.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        self.words.prefetch(self.line(key));
    }

    /// What is known of a position.
    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let start = self.line(key);
        let line = self.words.all().get(start..start + 2 * WAYS)?;
        for pair in line.chunks_exact(2) {
            let data = pair[1].load(Relaxed);
            if pair[0].load(Relaxed) ^ data == key && data != 0 {
                return Some(Entry::unpacked(data));
            }
        }
        None
    }

    /// Notes what was found.
    #[inline(always)]
    pub(crate) fn put(&self, key: u64, found: Finding) {
        let start = self.line(key);
        let Some(line) = self.words.all().get(start..start + 2 * WAYS) else { return };
        let (lower, upper) =
            if found.value > found.alpha { (found.value as i8, 64) } else { (-64, found.value as i8) };
        let cost = (64 - found.nodes.leading_zeros()) as u8;
        let mut fresh =
            Entry { lower, upper, moves: [found.best, 64], level: found.level, cost, age: self.age };
        let (mut place, mut least) = (0, u32::MAX);
        for (way, pair) in line.chunks_exact(2).enumerate() {
            let data = pair[1].load(Relaxed);
            if data == 0 {
                if least > 0 {
                    (place, least) = (way, 0);
                }
                continue;
            }
            let old = Entry::unpacked(data);
            if pair[0].load(Relaxed) ^ data == key {
                if !fresh.take_over(&old) {
                    return;
                }
                place = way;
                break;
            }
            let worth = 1 + u32::from(old.cost) + if old.age == self.age { 64 } else { 0 };
            if worth < least {
                (place, least) = (way, worth);
            }
        }
        let data = fresh.packed();
        line[2 * place].store(key ^ data, Relaxed);
        line[2 * place + 1].store(data, Relaxed);
    }
}

impl Entry {
    /// Joins what was known with what is new; false if the old entry is better.
    #[inline(always)]
    fn take_over(&mut self, old: &Entry) -> bool {
        if old.level > self.level {
            return false;
        }
        if old.level == self.level {
            self.lower = self.lower.max(old.lower);
            self.upper = self.upper.min(old.upper);
            self.cost = self.cost.max(old.cost);
            if self.lower > self.upper {
                // Two selective searches disagree: the newer one counts.
                (self.lower, self.upper) =
                    if self.lower > old.lower { (self.lower, 64) } else { (-64, self.upper) };
            }
        }
        if self.moves[0] == 64 {
            self.moves = old.moves;
        } else if old.moves[0] != self.moves[0] {
            self.moves[1] = old.moves[0];
        } else {
            self.moves[1] = old.moves[1];
        }
        true
    }
}
