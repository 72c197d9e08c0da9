//! The search: null windows, forced replies played out at every child, the table asked before searching.

use super::bounds;
use super::forced::Node;
use agon_games::connect::Grid;
use super::table::{Keyed, Table};
use agon_core::cpu::Cpu;

/// Lower than any score.
const NOTHING: i32 = -1000;

#[derive(Clone, Copy, Default)]
struct Child<B> {
    node: Node<B>,
    spread: B,
    cell: B,
}

pub(super) struct Search<'t, B: Keyed, const W: usize, const H: usize> {
    pub(super) small: &'t Table<B>,
    pub(super) large: &'t Table<B>,
    pub(super) in_large: bool,
    pub(super) nodes: u64,
    pub(super) tune: [i32; 16],
    pub(super) history: [[i32; 128]; 2],
    pub(super) counts: [u64; 16], pub(super) byn: [u64; 100],
}

impl<B: Keyed, const W: usize, const H: usize> Search<'_, B, W, H> {
    const KEY_BITS: u32 = (W * (H + 1)) as u32;

    #[inline(always)]
    fn table(&self) -> &Table<B> {
        if self.in_large { self.large } else { self.small }
    }

    #[inline(always)]
    pub(super) fn spread(&self, node: &Node<B>) -> B {
        let mask = node.me | node.them;
        let key = Grid::<B, W, H>::packed(node.me, mask);
        Table::spread(key.min(Grid::<B, W, H>::mirrored(key)), Self::KEY_BITS)
    }

    #[inline(always)]
    fn value(&self, node: &Node<B>, cell: B) -> i32 {
        // `node` is after settled replies; the order looks at the position right after the move.
        let _ = (node, cell);
        0
    }

    /// Whether the score of a node is at least `beta`: a lower bound if the result is, otherwise an upper one.
    pub(super) fn search<C: Cpu>(&mut self, cpu: C, node: &Node<B>, spread: B, beta: i32) -> i32 {
        cpu.enter(
            #[inline(always)]
            || self.search_here(cpu, node, spread, beta),
        )
    }

    #[inline(always)]
    fn search_here<C: Cpu>(&mut self, cpu: C, node: &Node<B>, spread: B, beta: i32) -> i32 {
        self.nodes += 1;
        let start_nodes = self.nodes;
        self.counts[0] += 1; self.byn[node.empties as usize] += 1;
        if beta == (node.empties - 1) >> 1 { self.counts[1] += 1; }
 if beta == (node.empties - 3) >> 1 { self.counts[8] += 1; }
if beta == 1 - ((node.empties - 2) >> 1) { self.counts[9] += 1; }
        let n = node.empties;
        let first_player = ((W * H) as i32 - n) & 1 == 0;
        let mask = node.me | node.them;
        let landings = Grid::<B, W, H>::landings(mask);
        let mut moves = landings & !(node.their_wins >> 1);
        let deep = n >= self.tune[0];
        let probe = n >= self.tune[1];

        let mut best = NOTHING;
        let mut children = [Child::<B>::default(); 10];
        let mut order = [0i32; 10];
        let mut count = 0;

        // The best that is left when no child wins in three plies.
        while moves.any() {
            let rest = moves.without_lowest();
            let cell = moves ^ rest;
            moves = rest;
            let first = node.after::<W, H>(cell);
            let mut child = first;
            let settled = child.settle::<W, H>();
            let same = (n - child.empties) & 1 == 0;
            let (mut low, mut high);
            match settled {
                Some(score) => {
                    let score = if same { score } else { -score };
                    low = score;
                    high = score;
                }
                None => {
                    low = -((child.empties - 2) >> 1);
                    high = (child.empties - 1) >> 1;
                    let child_beta = if same { beta } else { 1 - beta };
                    if high >= child_beta && low < child_beta {
                        let empty = Grid::<B, W, H>::cells() ^ (child.me | child.them);
                        if H % 2 == 0 && ((W * H) as i32 - child.empties) & 1 == 0 {
                            if let Some(bound) = bounds::second_follows::<B, W, H>(child.me, child.them, child.their_wins, child_beta) {
                                high = high.min(bound);
                            }
                        } else if child_beta > 0 && !Grid::<B, W, H>::has_four(child.me | empty) {
                            high = high.min(0);
                        } else if H % 2 == 0 {
                            if let Some(bound) = bounds::first_follows::<B, W, H>(child.me, child.them, child.their_wins, child_beta) {
                                high = high.min(bound);
                                self.counts[10] += 1;
                            }
                        }
                        if child_beta <= 0 && !Grid::<B, W, H>::has_four(child.them | empty) {
                            low = low.max(0);
                        }
                    }
                    if !same {
                        (low, high) = (-high, -low);
                    }
                }
            }
            if low >= beta {
 self.counts[2] += 1; if settled.is_none() { self.counts[7] += 1; }               return low;
            }
            if high < beta {
                best = best.max(high);
                continue;
            }
            // Order: threats of the mover after the move.
            let threats = first.their_wins & !(first.my_wins << 1);
            let odd = B::cut(bounds::even_rows::<W, H>());
            let parity = if first_player { threats & !odd } else { threats & odd };
            let near = (landings ^ cell) | (cell << 1);
            let column = Grid::<B, W, H>::place(cell).0 as i32;
            let center = column.min(W as i32 - 1 - column);
            let mut score = self.tune[2] * threats.count() as i32
                + self.tune[3] * parity.count() as i32
                + self.tune[4] * (threats & (near << 1)).count() as i32
                + self.tune[5] * (threats & (near << 2)).count() as i32
                + self.tune[6] * center;
            let side = usize::from(first_player);
            score += (self.tune[7] * self.history[side][cell.lowest() as usize]) >> 14;
            // Insertion.
            let mut at = count;
            while at > 0 && order[at - 1] < score {
                order[at] = order[at - 1];
                children[at] = children[at - 1];
                at -= 1;
            }
            order[at] = score;
            children[at] = Child { node: child, spread: B::EMPTY, cell };
            count += 1;
        }

        if count == 0 {
self.counts[3] += 1;
            return best;
        }

        if !probe {
            // Asked by the parent.
        } else if !deep {
            if let Some((low, high)) = self.table().get(spread) {
                if low >= beta {
self.counts[4]+=1;
                    return low;
                }
                if high < beta {
self.counts[4]+=1;
                    return high;
                }
            }
        }
        if deep {
            for child in &mut children[..count] {
                child.spread = self.spread(&child.node);
                self.table().prefetch(child.spread);
            }
            let mut kept = 0;
            for i in 0..count {
                let child = children[i];
                let same = (n - child.node.empties) & 1 == 0;
                if let Some((mut low, mut high)) = self.table().get(child.spread) {
                    if !same {
                        (low, high) = (-high, -low);
                    }
                    if low >= beta {
self.counts[5]+=1;
                        return low;
                    }
                    if high < beta {
                        best = best.max(high);
                        continue;
                    }
                }
                children[kept] = child;
                kept += 1;
            }
            count = kept; if count == 0 { self.counts[6] += 1; }
        }

        let mut result = best;
        for i in 0..count {
            let child = children[i];
            let same = (n - child.node.empties) & 1 == 0;
            let key = if deep || child.node.empties < self.tune[1] { child.spread } else { self.spread(&child.node) };
            let score = if same {
                self.search(cpu, &child.node, key, beta)
            } else {
                -self.search(cpu, &child.node, key, 1 - beta)
            };
            result = result.max(score);
            if score >= beta {
                let side = usize::from(first_player);
                let rate = self.tune[9];
                if i > 0 {
                    let h = &mut self.history[side][child.cell.lowest() as usize];
                    *h += (16384 - *h) >> rate;
                    for other in &children[..i] {
                        let h = &mut self.history[side][other.cell.lowest() as usize];
                        *h += (-16384 - *h) >> rate;
                    }
                }
                break;
            }
        }
        if probe {
            let cost = 64 - (self.nodes - start_nodes).leading_zeros();
            let (low, high) = if result >= beta { (result, (n - 1) >> 1) } else { (-((n - 2) >> 1), result) };
            self.table().put(spread, low, high, cost.min(15));
        }
        if !self.in_large && self.nodes > 20_000 {
            self.small.pour_into(self.large);
            self.in_large = true;
        }
        result
    }
}
