//! How far a search has come: what its threads count together, and when they are to end.

use crate::clock::Clock;
use crate::floor;
use crate::limits::Limits;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

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
        self.ended.load(Relaxed) || self.stop.load(Relaxed) && self.has_looked()
    }

    /// Whether the search that neither the clock nor a stop signal can take away is done; see [`floor`].
    fn has_looked(&self) -> bool {
        let complete = self.stage().depth.saturating_sub(1);
        floor::is_reached(complete, self.nodes(), self.limits.is_depth_alone())
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
        let is_late = || self.limits.soft.is_some_and(|soft| self.clock.elapsed() >= soft);
        self.has_ended() || is_late() && self.has_looked()
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
        if out_of_nodes || out_of_time && self.effort.has_looked() {
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
    use crate::clock::Wary;
    use std::time::Duration;

    struct Frozen(Duration);

    impl Clock for Frozen {
        fn elapsed(&self) -> Duration {
            self.0
        }
    }

    /// The same with everything done that no clock can take away.
    fn looked(effort: Effort<'_>) -> Effort<'_> {
        effort.complete(2);
        effort
    }

    fn count_until_stopped(limits: Limits, clock: &dyn Clock) -> u64 {
        let stop = AtomicBool::new(false);
        let effort = looked(Effort::new(limits, 1, clock, &stop));
        let mut gauge = Gauge::new(&effort);
        gauge.begin(effort.stage());
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

    #[test]
    fn neither_clock_nor_stop_takes_the_first_look() {
        let (stop, clock) = (AtomicBool::new(true), Frozen(Duration::from_secs(9)));
        let limits = Limits { hard: Some(Duration::ZERO), soft: Some(Duration::ZERO), ..Limits::default() };
        let effort = Effort::new(limits, 1, &clock, &stop);
        let mut gauge = Gauge::new(&effort);
        assert!(!effort.is_spent() && gauge.begin(Stage::of(1)) && !gauge.count());
        effort.complete(1);
        assert!(
            gauge.begin(Stage::of(2)) && (0..10_000).any(|_| gauge.count()),
            "enough positions are enough"
        );
        effort.complete(2);
        assert!(effort.is_spent() && !gauge.begin(Stage::of(3)));
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
        let effort = looked(Effort::new(Limits::nodes(1_000), 2, &clock, &stop));
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
