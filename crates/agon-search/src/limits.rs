//! When a search ends, and the clock it looks at.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// No search is deeper than this.
pub const MAX_DEPTH: u32 = 240;

/// What ends a search; the first limit reached does. With none it ends when the game is resolved, at
/// [`MAX_DEPTH`], or when it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions; exact with one thread.
    pub nodes: Option<u64>,
    /// After this time no new iteration is begun.
    pub soft: Option<Duration>,
    /// At this time the search ends, wherever it is.
    pub hard: Option<Duration>,
}

impl Limits {
    /// A number of plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A number of positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Whether only a depth limits the search, so that it can be gone to straight.
    pub(crate) fn is_depth_alone(&self) -> bool {
        self.depth.is_some() && self.nodes.is_none() && self.hard.is_none()
    }

    /// The depth that is not exceeded.
    pub(crate) fn last_depth(&self) -> u32 {
        self.depth.map_or(MAX_DEPTH, |d| d.clamp(1, MAX_DEPTH))
    }
}

/// The time since a search began. Tests put in a clock of their own.
pub trait Clock: Sync {
    /// The time since the search began.
    fn elapsed(&self) -> Duration;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }
}

impl Clock for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A clock that is wary of a busy machine. A search that looks at it often sees when the machine was elsewhere: its looks
/// are then far apart. What happened once will happen again, perhaps right before the end and perhaps worse, so twice
/// the widest gap so far is added to the time. On an idle machine that is next to nothing.
#[derive(Debug)]
pub struct Wary<C> {
    clock: C,
    /// A gap counts no more than this, in microseconds: the greater part of the time is for thinking.
    most: u64,
    /// When it was last looked at, in microseconds.
    looked: AtomicU64,
    /// The widest gap between two looks, in microseconds.
    gap: AtomicU64,
}

/// A gap counts no more than this, whatever the time: some work takes long only once.
const WIDEST_GAP: Duration = Duration::from_millis(50);

impl<C: Clock> Wary<C> {
    /// A wary look at a clock, for a search of so much time.
    pub fn new(clock: C, time: Duration) -> Wary<C> {
        let now = micros(clock.elapsed());
        let most = micros(WIDEST_GAP.min(time / 4));
        Wary { clock, most, looked: AtomicU64::new(now), gap: AtomicU64::new(0) }
    }

    /// The plain time.
    pub fn plain(&self) -> Duration {
        self.clock.elapsed()
    }
}

impl<C: Clock> Clock for Wary<C> {
    fn elapsed(&self) -> Duration {
        let now = self.clock.elapsed();
        let before = self.looked.swap(micros(now), Relaxed);
        let gap = micros(now).saturating_sub(before).min(self.most);
        let widest = self.gap.fetch_max(gap, Relaxed).max(gap);
        now + 2 * Duration::from_micros(widest)
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// How many positions a thread visits between two looks at the clock.
const INTERVAL: u64 = 256;

/// What the threads of a search do together before they go on: a depth, or one of several attempts at it with different
/// windows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Stage {
    pub(crate) depth: u32,
    pub(crate) attempt: u32,
}

impl Stage {
    /// Nothing that another thread could do for this one.
    pub(crate) const ALONE: Stage = Stage { depth: u32::MAX, attempt: u32::MAX };

    /// The first attempt at a depth.
    pub(crate) const fn of(depth: u32) -> Stage {
        Stage { depth, attempt: 0 }
    }

    /// The next attempt at the same depth.
    pub(crate) const fn next(self) -> Stage {
        Stage { attempt: self.attempt + 1, ..self }
    }

    const fn packed(self) -> u64 {
        (self.depth as u64) << 32 | self.attempt as u64
    }

    const fn unpacked(packed: u64) -> Stage {
        Stage { depth: (packed >> 32) as u32, attempt: packed as u32 }
    }
}

/// What all threads of a search share: limits, clock, stop signals, progress.
pub(crate) struct Effort<'a> {
    pub(crate) limits: Limits,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) threads: usize,
    /// Set from outside.
    stop: &'a AtomicBool,
    /// Set by the thread that meets a limit or finishes the search.
    ended: AtomicBool,
    /// What the threads are at, packed.
    stage: AtomicU64,
    nodes: AtomicU64,
}

impl<'a> Effort<'a> {
    pub(crate) fn new(
        limits: Limits,
        threads: usize,
        clock: &'a dyn Clock,
        stop: &'a AtomicBool,
    ) -> Effort<'a> {
        Effort {
            limits,
            clock,
            threads,
            stop,
            ended: AtomicBool::new(false),
            stage: AtomicU64::new(Stage::of(1).packed()),
            nodes: AtomicU64::new(0),
        }
    }

    pub(crate) fn end(&self) {
        self.ended.store(true, Relaxed);
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.ended.load(Relaxed) || self.stop.load(Relaxed)
    }

    /// A thread has completed a depth: on to the next.
    pub(crate) fn complete(&self, depth: u32) {
        self.advance(Stage::of(depth + 1));
    }

    /// The first stage that nobody has done yet; all threads that are at an earlier one give it up.
    pub(crate) fn advance(&self, stage: Stage) {
        self.stage.fetch_max(stage.packed(), Relaxed);
    }

    /// The stage to be at.
    pub(crate) fn stage(&self) -> Stage {
        Stage::unpacked(self.stage.load(Relaxed))
    }

    /// The positions that all threads have accounted for.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Whether a new iteration is not worth beginning.
    pub(crate) fn is_spent(&self) -> bool {
        self.has_ended() || self.limits.soft.is_some_and(|soft| self.clock.elapsed() >= soft)
    }
}

/// One thread's count of positions, and its look at the limits from time to time.
pub(crate) struct Gauge<'a> {
    effort: &'a Effort<'a>,
    nodes: u64,
    accounted: u64,
    next_look: u64,
    /// What is under way; it is given up when another thread is through with it.
    stage: Stage,
    stopped: bool,
    /// At which level the search goes on, while everything below it is being left.
    given_up: Option<usize>,
}

impl<'a> Gauge<'a> {
    pub(crate) fn new(effort: &'a Effort<'a>) -> Gauge<'a> {
        Gauge {
            effort,
            nodes: 0,
            accounted: 0,
            next_look: 0,
            stage: Stage::ALONE,
            stopped: false,
            given_up: None,
        }
    }

    /// Counts a position; `true` if the search is to end instead of looking at it.
    #[inline(always)]
    pub(crate) fn count(&mut self) -> bool {
        if self.nodes == self.next_look && self.look() {
            return true;
        }
        self.nodes += 1;
        false
    }

    /// Whether the values found since are without meaning.
    #[inline(always)]
    pub(crate) fn stopped(&self) -> bool {
        self.stopped
    }

    /// The positions this thread has counted.
    #[inline(always)]
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What is being searched below a level is not needed any more: stopped until [`Gauge::resume_at`] that level.
    pub(crate) fn give_up(&mut self, level: usize) {
        (self.given_up, self.stopped, self.next_look) = (Some(level), true, self.nodes);
    }

    /// Goes on after [`Gauge::give_up`] if this is the level at which to; `false` if it is not.
    #[inline(always)]
    pub(crate) fn resume_at(&mut self, level: usize) -> bool {
        let here = self.given_up == Some(level);
        if here {
            (self.given_up, self.stopped, self.next_look) = (None, false, self.nodes);
        }
        here
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) -> bool {
        self.account();
        let limits = &self.effort.limits;
        let out_of_nodes = limits.nodes.is_some_and(|limit| self.effort.nodes() >= limit);
        let out_of_time = limits.hard.is_some_and(|hard| self.effort.clock.elapsed() >= hard);
        if out_of_nodes || out_of_time {
            self.effort.end();
        }
        self.stopped = self.given_up.is_some() || self.effort.has_ended() || self.effort.stage() > self.stage;
        let left = limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.effort.nodes()));
        // Once stopped, every further count must come here again.
        self.next_look = if self.stopped { self.nodes } else { self.nodes + INTERVAL.min(left) };
        self.stopped
    }

    /// Adds what was counted to the count of all threads.
    pub(crate) fn account(&mut self) {
        self.effort.nodes.fetch_add(self.nodes - self.accounted, Relaxed);
        self.accounted = self.nodes;
    }

    /// What this thread is at.
    pub(crate) fn stage(&self) -> Stage {
        self.stage
    }

    /// Begins a stage; `false` if the search has ended.
    pub(crate) fn begin(&mut self, stage: Stage) -> bool {
        self.stage = stage;
        self.given_up = None;
        self.stopped = self.effort.has_ended();
        self.next_look = self.nodes;
        !self.stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Frozen(Duration);

    impl Clock for Frozen {
        fn elapsed(&self) -> Duration {
            self.0
        }
    }

    fn count_until_stopped(limits: Limits, clock: &dyn Clock) -> u64 {
        let stop = AtomicBool::new(false);
        let effort = Effort::new(limits, 1, clock, &stop);
        let mut gauge = Gauge::new(&effort);
        let mut counted = 0;
        while counted < 100_000 && !gauge.count() {
            counted += 1;
        }
        assert!(counted == 100_000 || gauge.stopped() && gauge.count());
        gauge.account();
        assert_eq!(effort.nodes(), counted);
        counted
    }

    #[test]
    fn node_limits_are_exact() {
        let clock = Frozen(Duration::ZERO);
        for limit in [0, 1, 255, 256, 257, 1000, 99_999] {
            assert_eq!(count_until_stopped(Limits::nodes(limit), &clock), limit);
        }
        assert_eq!(count_until_stopped(Limits::default(), &clock), 100_000);
    }

    #[test]
    fn time_that_is_up_stops_at_once() {
        let limits = Limits { hard: Some(Duration::from_millis(10)), ..Limits::default() };
        assert_eq!(count_until_stopped(limits, &Frozen(Duration::from_millis(10))), 0);
        assert_eq!(count_until_stopped(limits, &Frozen(Duration::from_millis(9))), 100_000);
    }

    /// A clock whose looks are these far apart, again and again.
    struct Uneven(Vec<u64>, AtomicU64);

    impl Clock for Uneven {
        fn elapsed(&self) -> Duration {
            let looks = self.1.fetch_add(1, Relaxed) as usize;
            Duration::from_millis((0..looks).map(|look| self.0[look % self.0.len()]).sum())
        }
    }

    #[test]
    fn a_search_on_a_busy_machine_ends_before_it_could_be_late() {
        let limits = Limits { hard: Some(Duration::from_millis(100)), ..Limits::default() };
        // Every tenth look comes seven milliseconds late, the others one by one.
        let gaps: Vec<u64> = (0..10).map(|look| if look == 9 { 7 } else { 1 }).collect();
        let clock = Wary::new(Uneven(gaps, AtomicU64::new(0)), Duration::from_millis(100));
        count_until_stopped(limits, &clock);
        let ended = clock.plain();
        assert!(ended >= Duration::from_millis(80) && ended <= Duration::from_millis(93), "{ended:?}");
        // However wide a gap is, half of the time is left.
        let clock =
            Wary::new(Uneven(vec![0, 60, 0, 0, 0, 0, 0], AtomicU64::new(0)), Duration::from_millis(100));
        assert_eq!(clock.elapsed(), Duration::ZERO);
        assert_eq!(clock.elapsed(), Duration::from_millis(60 + 2 * 25));
    }

    #[test]
    fn what_is_given_up_stays_stopped_until_it_is_resumed() {
        let (stop, clock) = (AtomicBool::new(false), Frozen(Duration::ZERO));
        let effort = Effort::new(Limits::nodes(1_000), 2, &clock, &stop);
        let mut gauge = Gauge::new(&effort);
        assert!(!gauge.count() && !gauge.stopped());
        gauge.give_up(3);
        assert!(gauge.stopped() && gauge.count() && gauge.count() && gauge.stopped());
        assert!(!gauge.resume_at(2) && gauge.stopped());
        assert!(gauge.resume_at(3));
        assert!(!gauge.stopped() && !gauge.count());
        assert_eq!(gauge.nodes(), 2);
        gauge.give_up(3);
        stop.store(true, Relaxed);
        assert!(!gauge.resume_at(2) && gauge.stopped());
        assert!(gauge.resume_at(3));
        assert!(gauge.count() && gauge.stopped(), "a stop from outside is not forgotten");
    }

    #[test]
    fn an_iteration_completed_elsewhere_is_given_up() {
        let (stop, clock) = (AtomicBool::new(false), Frozen(Duration::ZERO));
        let effort = Effort::new(Limits::default(), 2, &clock, &stop);
        let mut gauge = Gauge::new(&effort);
        assert!(gauge.begin(Stage::of(5)) && !gauge.count());
        effort.complete(5);
        assert!((0..=INTERVAL).any(|_| gauge.count()));
        assert!(gauge.begin(Stage::of(6)) && !gauge.count());
        effort.advance(Stage::of(6).next());
        effort.advance(Stage::of(6));
        assert!((0..=INTERVAL).any(|_| gauge.count()), "another window has been tried elsewhere");
        assert!(gauge.begin(effort.stage()) && !gauge.count());
        stop.store(true, Relaxed);
        assert!(!gauge.begin(Stage::of(7)) && gauge.count());
    }
}
