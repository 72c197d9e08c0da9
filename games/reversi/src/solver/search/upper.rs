//! The upper part of the tree: moves ordered by searches of a few plies, selective passes, work shared between
//! threads.

use super::children::{Child, Children, MOST_MOVES};
use super::exact::{exact, rank};
use super::last::NOTHING;
use super::probcut::probable_bound;
use super::sounding::{INFINITE, sounding};
use super::team::Sharing;
use super::{Search, UPPER_FROM};
use crate::solver::bounds_table::{Entry, Finding, Level, key_of};
use crate::solver::compiled::for_each_processor;
use crate::solver::evaluation::DISC;
use crate::solver::kernels::{CORNERS, final_margin, mobility};
use agon_core::cpu::Cpu;

/// How deep and how surely to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::solver) struct Question {
    /// The plies; as many as there are empty squares, or more, go to the end of the game.
    pub(in crate::solver) depth: u32,
    /// Which of [`super::CONFIDENCES`], or [`Question::CERTAIN`].
    pub(in crate::solver) confidence: u8,
}

impl Question {
    /// The confidence of a search without selective cuts.
    pub(in crate::solver) const CERTAIN: u8 = 7;

    /// The proof.
    pub(in crate::solver) const EXACT: Question = Question { depth: 64, confidence: Question::CERTAIN };

    #[inline(always)]
    fn level(self, empties: u32) -> Level {
        if self.depth >= empties {
            Level::to_the_end(self.confidence)
        } else {
            Level::of_depth(self.depth, self.confidence)
        }
    }

    /// The question to ask of a position one move on.
    #[inline(always)]
    pub(super) fn next(self) -> Question {
        Question { depth: self.depth - 1, ..self }
    }
}

for_each_processor! {
    /// The answer to a question: the value if it is above `alpha`, otherwise an upper bound of it.
    pub(in crate::solver) fn upper(me: u64, them: u64, alpha: i32, empties: u32, asked: Question) -> i32
        = upper_here
}

for_each_processor! {
    /// As [`upper`], but at least one move is searched, and the best one is given too.
    pub(in crate::solver) fn expanded(me: u64, them: u64, alpha: i32, empties: u32, asked: Question, first: u8)
        -> (i32, u8) = expanded_here
}

#[inline(always)]
fn upper_here<C: Cpu>(
    search: &mut Search<'_, C>,
    me: u64,
    them: u64,
    alpha: i32,
    empties: u32,
    asked: Question,
) -> i32 {
    if asked.depth >= empties && empties < UPPER_FROM {
        return exact(search, me, them, alpha, empties, key_of(me, them));
    }
    if asked.depth <= 2 {
        let fine = sounding(
            search,
            me,
            them,
            alpha * DISC + DISC / 2,
            (alpha + 1) * DISC - DISC / 2 + 1,
            asked.depth,
        );
        return (fine + DISC / 2).div_euclid(DISC).clamp(-64, 64);
    }
    search.nodes += 1;
    if search.must_stop() {
        return alpha;
    }
    if let Some(bound) = search.stability_bound(me, them, alpha, empties) {
        return bound;
    }
    let key = key_of(me, them);
    let entry = if search.rules.table { search.shared.table.get(key) } else { None };
    if let Some(entry) = &entry
        && entry.level >= asked.level(empties)
    {
        if i32::from(entry.lower) > alpha {
            return entry.lower.into();
        }
        if i32::from(entry.upper) <= alpha {
            return entry.upper.into();
        }
    }
    let moves = mobility(search.cpu, me, them);
    if moves == 0 {
        if mobility(search.cpu, them, me) == 0 {
            return final_margin(me, them);
        }
        return -upper(search, them, me, -alpha - 1, empties, asked);
    }
    if asked.confidence != Question::CERTAIN
        && let Some(bound) = probable_bound(search, me, them, alpha, empties, asked)
    {
        return bound;
    }
    let (moves, first) = (moves, entry.map_or([64; 2], |entry: Entry| entry.moves));
    expand(search, Node { me, them, alpha, empties, asked, key, moves, first }).0
}

#[inline(always)]
fn expanded_here<C: Cpu>(
    search: &mut Search<'_, C>,
    me: u64,
    them: u64,
    alpha: i32,
    empties: u32,
    asked: Question,
    first: u8,
) -> (i32, u8) {
    search.nodes += 1;
    let moves = mobility(search.cpu, me, them);
    let first = [first, 64];
    expand(search, Node { me, them, alpha, empties, asked, key: key_of(me, them), moves, first })
}

/// A position to be searched, and what is known of it.
struct Node {
    me: u64,
    them: u64,
    alpha: i32,
    empties: u32,
    asked: Question,
    key: u64,
    moves: u64,
    first: [u8; 2],
}

/// Searches the moves of a position that has some.
#[inline(always)]
fn expand<C: Cpu>(search: &mut Search<'_, C>, node: Node) -> (i32, u8) {
    let Node { me, them, alpha, empties, asked, key, moves, first } = node;
    let start = search.nodes;
    let mut children = Children::<MOST_MOVES>::none();
    children.add(search.cpu, me, them, moves);
    let level = asked.level(empties);
    if search.rules.table {
        for child in children.all() {
            child.key = key_of(child.me, child.them);
            search.shared.table.prefetch(child.key);
        }
    }
    if search.rules.enhanced_cutoff && search.rules.table {
        let wanted = asked.next().level(empties - 1);
        for child in children.all() {
            if let Some(entry) = search.shared.table.get(child.key)
                && entry.level >= wanted
                && -i32::from(entry.upper) > alpha
            {
                return (-i32::from(entry.upper), child.square);
            }
        }
    }
    if !children.is_single() {
        rank(search, &mut children, !(me | them), empties);
        sound(search, &mut children, &node, first);
    }
    let mut found = Finding { alpha, value: NOTHING, best: 64, level, nodes: 0 };
    let mut sharing = Sharing::none();
    while let Some(child) = children.next() {
        if found.best != 64 && sharing.hand_over(search, &child, &node_task(empties, alpha, asked), &children)
        {
            continue;
        }
        let value = -upper(search, child.me, child.them, -alpha - 1, empties - 1, asked.next());
        if search.stopped {
            break;
        }
        if value > found.value {
            (found.value, found.best) = (value, child.square);
            if value > alpha {
                break;
            }
        }
    }
    sharing.gather(search, &mut found);
    if search.stopped {
        return (found.value.max(-64), found.best);
    }
    if search.rules.table {
        found.nodes = search.nodes - start;
        search.shared.table.put(key, found);
    }
    (found.value, found.best)
}

fn node_task(empties: u32, alpha: i32, asked: Question) -> super::team::Task {
    super::team::Task { empties: empties - 1, alpha: -alpha - 1, asked: asked.next() }
}

/// Ranks moves by a search of a few plies, and puts the table's moves before all others.
#[inline(always)]
fn sound<C: Cpu>(
    search: &mut Search<'_, C>,
    children: &mut Children<MOST_MOVES>,
    node: &Node,
    first: [u8; 2],
) {
    let depth = node.asked.depth.min(node.empties);
    let plies = sounding_depth(depth);
    let judged = search.rules.evaluation && search.shared.judge.is_trusted();
    // A move this much worse than the window need not be known more exactly.
    let most = -(node.alpha - 12) * DISC;
    for child in children.all() {
        if child.square == first[0] {
            child.rank = i32::MAX - 1;
        } else if child.square == first[1] {
            child.rank = i32::MAX - 2;
        } else if judged && child.me != 0 {
            let value = sounding(search, child.me, child.them, -INFINITE, most, plies);
            let replies = mobility(search.cpu, child.me, child.them);
            let weighted = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
            child.rank = -value - MOBILITY * weighted;
        }
    }
}

/// How many plies to search each move for its rank.
#[inline(always)]
fn sounding_depth(depth: u32) -> u32 {
    match depth {
        0..18 => 0,
        18..24 => 1,
        24..30 => 2,
        _ => 3,
    }
}

const MOBILITY: i32 = 64;

/// A child as a thread searches it for another.
#[inline(always)]
pub(super) fn search_for_other<C: Cpu>(
    search: &mut Search<'_, C>,
    child: &Child,
    task: &super::team::Task,
) -> i32 {
    upper(search, child.me, child.them, task.alpha, task.empties, task.asked)
}
