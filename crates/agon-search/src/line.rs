//! The expected line of play, collected while searching, without allocating.

/// Room for this many plies; deeper ones have no line.
pub(crate) const MAX_PLY: usize = 256;

/// One line for every ply of the search stack.
pub(crate) struct Lines<M> {
    rows: Vec<Vec<M>>,
}

impl<M: Copy> Lines<M> {
    pub(crate) fn new() -> Lines<M> {
        Lines { rows: (0..=MAX_PLY).map(|ply| Vec::with_capacity(MAX_PLY - ply)).collect() }
    }

    /// Nothing is expected from `ply` on.
    #[inline(always)]
    pub(crate) fn clear(&mut self, ply: usize) {
        if let Some(row) = self.rows.get_mut(ply) {
            row.clear();
        }
    }

    /// `mv` is expected at `ply`, then what was expected after it.
    #[inline(always)]
    pub(crate) fn set(&mut self, ply: usize, mv: M) {
        if ply + 1 < self.rows.len() {
            let (before, after) = self.rows.split_at_mut(ply + 1);
            let (row, rest) = (&mut before[ply], &after[0]);
            row.clear();
            row.push(mv);
            row.extend_from_slice(&rest[..rest.len().min(MAX_PLY - ply - 1)]);
        }
    }

    /// The line from `ply` on.
    pub(crate) fn from(&self, ply: usize) -> &[M] {
        self.rows.get(ply).map_or(&[], Vec::as_slice)
    }
}
