//! Seeded randomness that is the same on every machine and in every version.
//!
//! Records hold a seed and replay exactly, so the generator is part of the record format: SplitMix64
//! (Steele, Lea, Flood 2014), written out here because no library promises to keep its stream for ever.

/// A stream of random numbers from a seed.
///
/// ```
/// use agon_core::Dice;
/// let (mut a, mut b) = (Dice::new(7), Dice::new(7));
/// assert_eq!(a.next_u64(), b.next_u64());
/// assert!(a.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
}

impl Dice {
    /// The stream that belongs to a seed.
    pub const fn new(seed: u64) -> Dice {
        Dice { state: seed }
    }

    /// A seed for a part of a larger whole, for example game 3 of a match: independent streams from one seed.
    pub const fn derive(seed: u64, part: u64) -> u64 {
        crate::position::mix(seed ^ crate::position::mix(part.wrapping_add(0x9e37_79b9_7f4a_7c15)))
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        crate::position::mix(self.state)
    }

    /// A number from 0 to `bound` − 1, without bias. `bound` must not be 0.
    pub const fn below(&mut self, bound: u64) -> u64 {
        let limit = u64::MAX - u64::MAX % bound;
        loop {
            let x = self.next_u64();
            if x < limit {
                return x % bound;
            }
        }
    }

    /// A number from 0 up to, not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// An element of a slice, or nothing if it is empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len() as u64) as usize) }
    }

    /// The number of an outcome, each with its weight.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let total: u64 = weights.iter().map(|&w| u64::from(w)).sum();
        let mut x = self.below(total.max(1));
        for (i, &w) in weights.iter().enumerate() {
            match x.checked_sub(u64::from(w)) {
                Some(rest) => x = rest,
                None => return i,
            }
        }
        weights.len().saturating_sub(1)
    }
}
