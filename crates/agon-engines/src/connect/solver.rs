//! The solver.

use super::forced::Node;
use agon_games::connect::Grid;
use super::search::Search;
use super::table::{Keyed, Table};
use agon_core::cpu::{self, Choice, Cpu, Task};

/// An exact solver.
pub struct Solver<B: Keyed, const W: usize, const H: usize> {
    small: Table<B>,
    large: Table<B>,
    /// Tuning.
    pub tune: [i32; 16],
    /// Used.
    pub used_large: bool,
}

struct Run<'t, 's, B: Keyed, const W: usize, const H: usize> {
    search: &'s mut Search<'t, B, W, H>,
    me: B,
    them: B,
}

impl<B: Keyed, const W: usize, const H: usize> Task for Run<'_, '_, B, W, H> {
    type Output = i32;
    fn run<C: Cpu>(self, cpu: C) -> i32 {
        let mut node = Node::of::<W, H>(self.me, self.them);
        let n = node.empties;
        if (node.my_wins & Grid::<B, W, H>::landings(self.me | self.them)).any() {
            return Node::<B>::win_now(n);
        }
        let settled = node.settle::<W, H>();
        let sign = if (n - node.empties) & 1 == 0 { 1 } else { -1 };
        if let Some(score) = settled {
            return sign * score;
        }
        let spread = Search::<B, W, H>::spread(node.me, node.them);
        let mut low = -((node.empties - 2) >> 1);
        let mut high = (node.empties - 1) >> 1;
        while low < high {
            let mut middle = low + (high - low) / 2;
            if middle <= 0 && low / 2 < middle {
                middle = low / 2;
            } else if middle >= 0 && high / 2 > middle {
                middle = high / 2;
            }
            let score = self.search.search(cpu, &node, spread, middle + 1);
            if score > middle {
                low = score;
            } else {
                high = score;
            }
        }
        sign * low
    }
}

impl<B: Keyed, const W: usize, const H: usize> Solver<B, W, H> {
    /// A solver with a table of at most so many bytes.
    pub fn new(bytes: usize) -> Self {
        let bits = (W * (H + 1)) as u32;
        Solver { small: Table::new(256 << 10, bits), large: Table::new(bytes, bits), tune: [0; 16], used_large: true }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.used_large {
            self.large.clear();
        }
        self.used_large = false;
        self.small.clear();
    }

    /// The score and the nodes.
    pub fn solve(&mut self, me: B, them: B) -> (i32, u64) {
        let mut search: Search<'_, B, W, H> = Search {
            small: &self.small,
            large: &self.large,
            in_large: self.tune[8] != 0,
            nodes: 0,
            tune: self.tune,
        };
        let score = cpu::dispatch_on(Choice::Best, Run { search: &mut search, me, them });
        self.used_large |= search.in_large;
        (score, search.nodes)
    }
}
