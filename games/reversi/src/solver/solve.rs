//! The solver as others call it.

use super::answer::{Answer, Confidence, Goal, Limits, MoveAnswer, Progress};
use super::bounds_table::BoundsTable;
use super::evaluation::{DISC, Judge};
use super::kernels::{EdgeTable, final_margin};
use super::options::Options;
use super::passes::Passes;
use super::recent::Recent;
use super::search::{Search, Shared, Team, help, sounding};
use agon_core::cpu::{self, Baseline, Cpu, Task};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Both sides have a disc on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("square {} holds a disc of both sides", square_name(*.0))]
pub struct Overlap(pub u8);

fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

/// A solver with its table, which later questions profit from.
#[derive(Debug)]
pub struct Solver {
    options: Options,
    table: BoundsTable,
    edges: EdgeTable,
    judge: Judge,
    recents: Mutex<Vec<Recent>>,
}

/// A question about a position.
struct Asked<'a, 'p> {
    me: u64,
    them: u64,
    goal: Goal,
    limits: Limits<'a>,
    progress: &'p mut dyn FnMut(&Progress),
}

impl Solver {
    /// A solver with these options; its table is empty.
    pub fn new(options: &Options) -> Solver {
        Solver {
            table: BoundsTable::new(options.table_bytes),
            edges: EdgeTable::new(),
            judge: Judge::new(&options.ordering),
            recents: Mutex::default(),
            options: options.clone(),
        }
    }

    /// The options it was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The memory of the table in bytes.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Forgets what it knows of earlier positions, so that the next answer takes exactly as many nodes as a new
    /// solver's.
    pub fn forget(&mut self) {
        self.table.clear();
        self.recents = Mutex::default();
    }

    /// The exact margin, the best move and best play from there on.
    pub fn solve(&mut self, me: u64, them: u64, limits: Limits<'_>) -> Result<Answer, Overlap> {
        self.ask(me, them, Goal::Exact, limits, &mut |_| ())
    }

    /// Who wins: sooner than the exact margin.
    pub fn winner(&mut self, me: u64, them: u64, limits: Limits<'_>) -> Result<Answer, Overlap> {
        self.ask(me, them, Goal::Winner, limits, &mut |_| ())
    }

    /// What is asked of a position, with a report of the progress after each step.
    pub fn ask(
        &mut self,
        me: u64,
        them: u64,
        goal: Goal,
        limits: Limits<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Answer, Overlap> {
        if me & them != 0 {
            return Err(Overlap((me & them).trailing_zeros() as u8));
        }
        self.table.grow_older();
        Ok(self.run(Asked { me, them, goal, limits, progress }))
    }

    /// The exact margin of every move, in the order of the squares. `limits.nodes` is for all of them together;
    /// moves for which nothing is left are not complete. Without a move the list is empty.
    pub fn all_moves(&mut self, me: u64, them: u64, limits: Limits<'_>) -> Result<Vec<MoveAnswer>, Overlap> {
        if me & them != 0 {
            return Err(Overlap((me & them).trailing_zeros() as u8));
        }
        self.table.grow_older();
        let mut moves = super::kernels::mobility(Baseline, me, them);
        let mut left = limits.nodes;
        let mut list = Vec::new();
        while moves != 0 {
            let square = moves.trailing_zeros() as u8;
            moves &= moves - 1;
            let turned = super::kernels::flips(Baseline, me, them, square.into());
            let (child_me, child_them) = (them ^ turned, me ^ turned | 1 << square);
            let limits = Limits { nodes: left, ..limits };
            let asked =
                Asked { me: child_me, them: child_them, goal: Goal::Exact, limits, progress: &mut |_| () };
            let mut answer = self.run(asked);
            left = left.map(|left| left.saturating_sub(answer.nodes));
            (answer.lower, answer.upper) = (-answer.upper, -answer.lower);
            answer.margin = -answer.margin;
            list.push(MoveAnswer { square, answer });
        }
        Ok(list)
    }

    /// The value of a position by a search of so many plies that ends in evaluations, in 64ths of a disc.
    pub fn look_ahead(&mut self, me: u64, them: u64, depth: u32) -> Result<i32, Overlap> {
        if me & them != 0 {
            return Err(Overlap((me & them).trailing_zeros() as u8));
        }
        let shared = self.shared(Limits::default(), 1);
        Ok(cpu::dispatch_on(self.options.instructions, LookAhead { shared: &shared, me, them, depth }))
    }

    fn shared<'s>(&'s self, limits: Limits<'s>, threads: usize) -> Shared<'s> {
        Shared {
            table: &self.table,
            edges: &self.edges,
            judge: &self.judge,
            recents: &self.recents,
            rules: self.options.techniques,
            stop: limits.stop,
            budget: limits.nodes.unwrap_or(u64::MAX),
            spent: AtomicU64::new(0),
            halted: AtomicBool::new(false),
            team: Team::new(threads),
        }
    }

    fn run(&mut self, asked: Asked<'_, '_>) -> Answer {
        let Asked { me, them, .. } = asked;
        let moves = super::kernels::mobility(Baseline, me, them);
        if moves == 0 && super::kernels::mobility(Baseline, them, me) == 0 {
            let margin = final_margin(me, them);
            return Answer {
                lower: margin,
                upper: margin,
                margin,
                confidence: Confidence::Exact,
                best: None,
                line: Vec::new(),
                nodes: 0,
                complete: true,
            };
        }
        if moves == 0 {
            return self.run_passed(asked);
        }
        let threads = self.options.threads.max(1);
        let shared = self.shared(asked.limits, threads);
        cpu::dispatch_on(self.options.instructions, Together { shared: &shared, threads, asked })
    }

    /// The side to move has no move and the other has.
    fn run_passed(&mut self, asked: Asked<'_, '_>) -> Answer {
        let Asked { me, them, goal, limits, progress } = asked;
        let mut report = |inner: &Progress| {
            progress(&Progress {
                lower: -inner.upper,
                upper: -inner.lower,
                margin: -inner.margin,
                best: None,
                ..inner.clone()
            });
        };
        let mut answer = self.run(Asked { me: them, them: me, goal, limits, progress: &mut report });
        (answer.lower, answer.upper) = (-answer.upper, -answer.lower);
        answer.margin = -answer.margin;
        answer.best = None;
        answer.line.insert(0, None);
        answer
    }
}

/// All threads of one search.
struct Together<'a, 'p, 's> {
    shared: &'s Shared<'s>,
    threads: usize,
    asked: Asked<'a, 'p>,
}

impl Task for Together<'_, '_, '_> {
    type Output = Answer;

    fn run<C: Cpu>(self, cpu: C) -> Answer {
        let Together { shared, threads, asked } = self;
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(move || help(Search::exact(cpu, shared)));
            }
            let mut passes =
                Passes::new(Search::exact(cpu, shared), shared, asked.me, asked.them, asked.goal);
            passes.run(asked.progress);
            shared.halted.store(true, Relaxed);
            shared.team.wake();
            passes.answer()
        })
    }
}

/// A search of a few plies.
struct LookAhead<'s> {
    shared: &'s Shared<'s>,
    me: u64,
    them: u64,
    depth: u32,
}

impl Task for LookAhead<'_> {
    type Output = i32;

    fn run<C: Cpu>(self, cpu: C) -> i32 {
        let mut search = Search::new(cpu, self.shared);
        sounding(&mut search, self.me, self.them, -64 * DISC, 64 * DISC, self.depth)
    }
}
