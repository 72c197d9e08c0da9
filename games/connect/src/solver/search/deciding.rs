//! What decides a node, or some of its children, before any of them is searched.

use super::{NOTHING, Search};
use crate::Grid;
use crate::solver::bounds::{when_followed, when_kept};
use crate::solver::children::{Children, MOST_COLUMNS, Ranking, lanes};
use crate::solver::forced::Node;
use crate::solver::order::View;
use crate::solver::slot::{Bounds, Keyed};

impl<B: Keyed, const W: usize, const H: usize> Search<'_, B, W, H> {
    /// Works out the places of all children in the table, and asks for them.
    #[inline(always)]
    pub(super) fn spread_all(&self, children: &mut Children<B>) {
        for i in 0..lanes::<B, W>() {
            children.spread[i] = Self::spread(children.me[i], children.them[i]);
        }
        for i in 0..W {
            if children.cell[i].any() {
                self.table.prefetch(children.spread[i]);
            }
        }
    }

    /// Follows the forced replies of every child and ranks those that bounds do not decide, with the best value
    /// of the others; `Err` is a value that decides the node.
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "the same index goes through several arrays")]
    pub(super) fn rank(
        &self,
        node: &Node<B>,
        landings: B,
        children: &mut Children<B>,
        replies: &[B; MOST_COLUMNS],
        ask_children: bool,
        beta: i32,
    ) -> Result<(i32, Ranking), i32> {
        let empties = node.empties;
        let view = View {
            me: node.me,
            them: node.them,
            my_wins: node.my_wins,
            their_wins: node.their_wins,
            landings,
            lasting: View::lasting_rows::<W, H>(empties),
            empties,
        };
        let mut best = NOTHING;
        let mut ranking = Ranking::new();
        for i in 0..W {
            if !children.cell[i].any() {
                continue;
            }
            let promise_wins = children.their_wins[i];
            let mut settled = None;
            if !replies[i].without_lowest().any() {
                let mut child = children.node(i).after::<W, H>(replies[i]);
                settled = child.settle::<W, H>();
                children.me[i] = child.me;
                children.them[i] = child.them;
                children.my_wins[i] = child.my_wins;
                children.their_wins[i] = child.their_wins;
                children.empties[i] = child.empties;
                if ask_children {
                    children.spread[i] = Self::spread(child.me, child.them);
                    self.table.prefetch(children.spread[i]);
                }
            }
            let child = children.node(i);
            let same = (empties - child.empties) & 1 == 0;
            let bounds = match settled {
                Some(score) => Bounds { low: score, high: score },
                None => {
                    let forced = child.empties != empties - 1;
                    Self::bounds(&child, if same { beta } else { 1 - beta }, forced)
                }
            };
            let bounds = if same { bounds } else { Bounds { low: -bounds.high, high: -bounds.low } };
            if bounds.low >= beta {
                return Err(bounds.low);
            }
            if bounds.high < beta {
                best = best.max(bounds.high);
                continue;
            }
            ranking.insert(i, view.promise::<W, H>(i, children.cell[i], promise_wins));
        }
        Ok((best, ranking))
    }

    /// Leaves out the children that the table decides; the best value so far, or as `Err` one that decides the node.
    #[inline(always)]
    pub(super) fn leave_out_known(
        &self,
        children: &Children<B>,
        ranking: &mut Ranking,
        empties: i32,
        best: i32,
        beta: i32,
    ) -> Result<i32, i32> {
        let (mut best, mut kept) = (best, 0);
        for at in 0..ranking.count {
            let i = ranking.column(at);
            match self.known(children, i, empties) {
                Some(known) if known.low >= beta => return Err(known.low),
                Some(known) if known.high < beta => best = best.max(known.high),
                _ => {
                    ranking.keys[kept] = ranking.keys[at];
                    kept += 1;
                }
            }
        }
        ranking.count = kept;
        Ok(best)
    }

    /// Bounds on a node that has a choice of moves, without searching. `forced` says that forced replies lead
    /// here; otherwise the other side can still win, as it could one move before.
    #[inline(always)]
    fn bounds(node: &Node<B>, beta: i32, forced: bool) -> Bounds {
        let Bounds { mut low, mut high } = node.range();
        if high < beta || low >= beta {
            return Bounds { low, high };
        }
        let open = Grid::<B, W, H>::cells() ^ (node.me | node.them);
        let bound = if node.empties & 1 == 0 {
            when_followed::<B, W, H>(node.me, node.them, node.their_wins, beta)
        } else if beta > 0 && !Grid::<B, W, H>::has_four(node.me | open) {
            Some(0)
        } else {
            when_kept::<B, W, H>(node.me, node.them, node.their_wins, beta)
        };
        if let Some(bound) = bound {
            high = high.min(bound);
        }
        if beta <= 0 && forced && !Grid::<B, W, H>::has_four(node.them | open) {
            low = low.max(0);
        }
        Bounds { low, high }
    }

    /// What the table knows of a child, for the side to move in the node with so many empty cells.
    #[inline(always)]
    pub(super) fn known(&self, children: &Children<B>, i: usize, empties: i32) -> Option<Bounds> {
        let known = self.table.get(children.spread[i])?;
        let same = (empties - children.empties[i]) & 1 == 0;
        Some(if same { known } else { Bounds { low: -known.high, high: -known.low } })
    }
}
