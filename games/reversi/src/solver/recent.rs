//! A small table of one thread for positions with few empty squares, which stays in the processor's cache: each
//! place keeps the latest position, whatever it was.

/// What is known of a position: both bounds and the best move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    pub(crate) best: u8,
}

/// The table.
#[derive(Debug)]
pub(crate) struct Recent {
    places: Box<[(u64, u64)]>,
}

/// The number of places, a power of two: 512 kB.
const PLACES: usize = 1 << 15;

impl Default for Recent {
    /// A table without any memory yet.
    fn default() -> Recent {
        Recent { places: Box::default() }
    }
}

impl Recent {
    /// Takes its memory, if it has none yet.
    pub(crate) fn prepare(&mut self) {
        if self.places.is_empty() {
            self.places = vec![(0, 0); PLACES].into_boxed_slice();
        }
    }

    #[inline(always)]
    fn place(key: u64) -> usize {
        (key >> 40) as usize % PLACES
    }

    /// What is known of the position with this key.
    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        let &(held, data) = self.places.get(Recent::place(key))?;
        (held == key && data != 0).then_some(Known {
            lower: data as i8,
            upper: (data >> 8) as i8,
            best: (data >> 16) as u8,
        })
    }

    /// Notes a bound: a lower one if the value is above `alpha`, otherwise an upper one.
    #[inline(always)]
    pub(crate) fn put(&mut self, key: u64, alpha: i32, value: i32, best: u8, before: Option<Known>) {
        let (mut lower, mut upper) = before.map_or((-64, 64), |known| (known.lower, known.upper));
        if value > alpha {
            lower = value as i8;
        } else {
            upper = value as i8;
        }
        let data = u64::from(lower as u8) | u64::from(upper as u8) << 8 | u64::from(best) << 16 | 1 << 24;
        if let Some(place) = self.places.get_mut(Recent::place(key)) {
            *place = (key, data);
        }
    }
}
