//! The search: null windows, forced replies played out at every child, the table asked before searching.

use super::bounds;
use super::forced::Node;
use super::table::{Keyed, Table};
use agon_core::cpu::Cpu;
use agon_games::connect::Grid;

/// Lower than any score.
const NOTHING: i32 = -1000;

/// No board has more columns.
const MOST: usize = 10;

pub(super) struct Search<'t, B: Keyed, const W: usize, const H: usize> {
    pub(super) small: &'t Table<B>,
    pub(super) large: &'t Table<B>,
    pub(super) in_large: bool,
    pub(super) nodes: u64,
    pub(super) tune: [i32; 16],
}

impl<B: Keyed, const W: usize, const H: usize> Search<'_, B, W, H> {
    const KEY_BITS: u32 = (W * (H + 1)) as u32;
    /// How many children are worked on side by side: whole vectors for 64-bit boards.
    const LANES: usize = if B::BITS == 64 && W <= 8 { 8 } else { W };

    #[inline(always)]
    fn table(&self) -> &Table<B> {
        if self.in_large { self.large } else { self.small }
    }

    #[inline(always)]
    pub(super) fn spread(me: B, them: B) -> B {
        let key = Grid::<B, W, H>::packed(me, me | them);
        Table::spread(key.min(Grid::<B, W, H>::mirrored(key)), Self::KEY_BITS)
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
        let n = node.empties;
        let first_player = ((W * H) as i32 - n) & 1 == 0;
        let mask = node.me | node.them;
        let landings = Grid::<B, W, H>::landings(mask);
        let moves = landings & !(node.their_wins >> 1);
        let deep = n >= self.tune[0];
        let probe = n >= self.tune[1];
        if probe && !deep {
            self.table().prefetch(spread);
        }

        // All children at once.
        let mut cell = [B::EMPTY; MOST];
        let mut me = [B::EMPTY; MOST];
        let mut them = [B::EMPTY; MOST];
        let mut my_wins = [B::EMPTY; MOST];
        let mut wins = [B::EMPTY; MOST];
        let mut replies = [B::EMPTY; MOST];
        let mut won = B::EMPTY;
        for i in 0..Self::LANES {
            let c = if i < W { moves & Grid::<B, W, H>::column(i.min(W - 1)) } else { B::EMPTY };
            let own = node.me | c;
            let w = Grid::<B, W, H>::winning_cells(own, mask | c);
            let land = landings.plus(c) & Grid::<B, W, H>::cells();
            let threat = land & w;
            let safe = land & !(w >> 1);
            let reply = if threat == B::EMPTY { safe } else { safe & threat };
            let lost = (reply == B::EMPTY) | ((threat & threat.minus(B::cut(1))) != B::EMPTY);
            won |= if lost { c } else { B::EMPTY };
            cell[i] = c;
            me[i] = node.them;
            them[i] = own;
            my_wins[i] = node.their_wins & !c;
            wins[i] = w;
            replies[i] = reply;
        }
        if won.any() {
            return (n - 1) >> 1;
        }
        let high = (n - 3) >> 1;
        if high < beta {
            return high;
        }

        let mut spreads = [B::EMPTY; MOST];
        if deep {
            for i in 0..Self::LANES {
                spreads[i] = Self::spread(me[i], them[i]);
            }
            for i in 0..W {
                if cell[i].any() {
                    self.table().prefetch(spreads[i]);
                }
            }
        }

        let mut best = NOTHING;
        let mut order = [0u32; MOST];
        let mut left = [0i32; MOST];
        let mut count = 0;
        for i in 0..W {
            let c = cell[i];
            if !c.any() {
                continue;
            }
            let mut child = Node { me: me[i], them: them[i], my_wins: my_wins[i], their_wins: wins[i], empties: n - 1 };
            let mut settled = None;
            if !replies[i].without_lowest().any() {
                child = child.after::<W, H>(replies[i]);
                settled = child.settle::<W, H>();
                me[i] = child.me;
                them[i] = child.them;
                my_wins[i] = child.my_wins;
                if deep {
                    spreads[i] = Self::spread(me[i], them[i]);
                    self.table().prefetch(spreads[i]);
                }
            }
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
                            }
                        }
                        if child_beta <= 0 && child.empties != n - 1 && !Grid::<B, W, H>::has_four(child.them | empty) {
                            low = low.max(0);
                        }
                    }
                    if !same {
                        (low, high) = (-high, -low);
                    }
                }
            }
            if low >= beta {
                return low;
            }
            if high < beta {
                best = best.max(high);
                continue;
            }
            // Order: threats of the mover after the move.
            let threats = wins[i] & !(node.their_wins << 1);
            let odd = B::cut(bounds::even_rows::<W, H>());
            let parity = if first_player { threats & !odd } else { threats & odd };
            let near = (landings ^ c) | (c << 1);
            let center = i.min(W - 1 - i) as i32;
            let score = self.tune[2] * threats.count() as i32
                + self.tune[3] * parity.count() as i32
                + self.tune[4] * (threats & (near << 1)).count() as i32
                + self.tune[5] * (threats & (near << 2)).count() as i32
                + self.tune[6] * center;
            wins[i] = child.their_wins;
            left[i] = child.empties;
            let key = (score as u32) << 4 | (15 - i as u32);
            let mut at = count;
            while at > 0 && order[at - 1] < key {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = key;
            count += 1;
        }

        if count == 0 {
            return best;
        }

        if probe && !deep {
            if let Some((low, high)) = self.table().get(spread) {
                if low >= beta {
                    return low;
                }
                if high < beta {
                    return high;
                }
            }
        }
        if deep {
            let mut kept = 0;
            for at in 0..count {
                let i = 15 - (order[at] & 15) as usize;
                if let Some((mut low, mut high)) = self.table().get(spreads[i]) {
                    if (n - left[i]) & 1 != 0 {
                        (low, high) = (-high, -low);
                    }
                    if low >= beta {
                        return low;
                    }
                    if high < beta {
                        best = best.max(high);
                        continue;
                    }
                }
                order[kept] = order[at];
                kept += 1;
            }
            count = kept;
        }

        let mut result = best;
        for &key in &order[..count] {
            let i = 15 - (key & 15) as usize;
            let child = Node { me: me[i], them: them[i], my_wins: my_wins[i], their_wins: wins[i], empties: left[i] };
            let spread = if deep || child.empties < self.tune[1] { spreads[i] } else { Self::spread(me[i], them[i]) };
            let score = if (n - child.empties) & 1 == 0 {
                self.search(cpu, &child, spread, beta)
            } else {
                -self.search(cpu, &child, spread, 1 - beta)
            };
            result = result.max(score);
            if score >= beta {
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
