//! A search can be ended at any moment, repeats itself exactly, and always has a legal move.

use crate::support::{Disturbed, Race, random_position};
use agon_core::{Dice, Game, MoveList, Position};
use agon_search::{Clock, Found, Limits, Nothing, Searcher, Stopwatch, Techniques};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

const EVALUATOR: Disturbed = Disturbed { spread: 40 };

/// A clock that moves on by one millisecond at every look.
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Relaxed))
    }
}

fn small() -> Techniques {
    Techniques { hash: 1, ..Techniques::default() }
}

fn is_legal<P: Position>(position: &P, mv: P::Move) -> bool {
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    moves.contains(&mv)
}

fn positions<P: Position>(start: P, count: u64) -> Vec<P> {
    let mut dice = Dice::new(77);
    let mut some = || {
        let plies = dice.below(60);
        random_position(start, plies, &mut dice)
    };
    (0..count).map(|_| some()).collect()
}

/// Runs a check on positions of every registered game and of the race.
trait Check {
    fn check<P: Position>(&self, position: P);

    fn on_every_game(&self, count: u64) {
        macro_rules! each_game {
            ($($game:ty => $family:expr),* $(,)?) => {
                $(for position in positions(<$game>::standard().opening(), count) {
                    self.check(position);
                })*
            };
        }
        agon_games::for_each_game!(each_game);
        positions(Race::START, count).into_iter().for_each(|position| self.check(position));
    }
}

struct NodeLimits;

impl Check for NodeLimits {
    fn check<P: Position>(&self, position: P) {
        for nodes in [1, 2, 77, 1000, 5000] {
            let search = || Searcher::new(EVALUATOR, small()).best(&position, Limits::nodes(nodes)).unwrap();
            let (a, b) = (search(), search());
            assert!(a.nodes == nodes || a.value.resolved && a.nodes < nodes, "{} of {nodes}", a.nodes);
            assert!(is_legal(&position, a.mv));
            let alike = |found: Found<P::Move>| Found { elapsed: Duration::ZERO, ..found };
            assert_eq!(alike(a), alike(b), "{position:?}");
        }
    }
}

#[test]
fn node_limits_are_exact_and_repeatable() {
    NodeLimits.on_every_game(12);
}

struct Reports;

impl Check for Reports {
    fn check<P: Position>(&self, position: P) {
        let mut seen: Vec<Found<P::Move>> = Vec::new();
        let (clock, stop) = (Stopwatch::start(), AtomicBool::new(false));
        let mut searcher = Searcher::new(EVALUATOR, small());
        let mut listen = |found: &Found<P::Move>| seen.push(found.clone());
        let last = searcher.search(&position, Limits::depth(4), &clock, &stop, &mut listen).unwrap();
        assert_eq!(seen[0].depth, 0, "the first report comes before any search");
        assert!(seen.iter().all(|found| is_legal(&position, found.mv) && found.line[0] == found.mv));
        assert!(seen.windows(2).all(|pair| pair[0].depth <= pair[1].depth && pair[0].nodes <= pair[1].nodes));
        let newest = seen.last().unwrap();
        assert_eq!((newest.mv, newest.value), (last.mv, last.value));
        let mut along = position;
        for &mv in &last.line {
            assert!(is_legal(&along, mv), "the line can be played");
            along.play(mv);
        }
    }
}

#[test]
fn reports_begin_at_once_and_go_deeper() {
    Reports.on_every_game(20);
}

struct Interrupted;

impl Check for Interrupted {
    fn check<P: Position>(&self, position: P) {
        for threads in [1, 2] {
            let mut searcher = Searcher::new(EVALUATOR, Techniques { threads, ..small() });
            let stop = AtomicBool::new(true);
            let found =
                searcher.search(&position, Limits::default(), &Stopwatch::start(), &stop, &mut |_| {});
            let found = found.unwrap();
            assert!(is_legal(&position, found.mv), "stopped before it began");
            assert!(found.nodes > 0 && found.depth > 0, "and has looked all the same: {found:?}");
            for milliseconds in [0, 1, 10, 40] {
                let hard = Some(Duration::from_millis(milliseconds));
                let limits = Limits { soft: hard, hard, ..Limits::default() };
                let clock = Ticking(AtomicU64::new(0));
                let stop = AtomicBool::new(false);
                let found = searcher.search(&position, limits, &clock, &stop, &mut |_| {}).unwrap();
                assert!(is_legal(&position, found.mv));
                let looks = clock.0.load(Relaxed);
                assert!(looks <= milliseconds + 200, "went on after {milliseconds} looks until {looks}");
            }
        }
    }
}

#[test]
fn stopping_leaves_a_legal_move() {
    Interrupted.on_every_game(6);
}

/// A clock that is over before anything has begun.
struct Over;

impl Clock for Over {
    fn elapsed(&self) -> Duration {
        Duration::from_secs(3600)
    }
}

/// Every kind of search there is.
fn kinds() -> [Techniques; 7] {
    let small = small();
    [
        small.clone(),
        Techniques { threads: 3, ..small.clone() },
        Techniques { exact: true, ..small.clone() },
        Techniques { mtdf: true, ..small.clone() },
        Techniques { deepening: false, table: false, ..small.clone() },
        Techniques { alphabeta: false, ..small.clone() },
        Techniques { mcts: true, ..small },
    ]
}

struct Late;

impl Check for Late {
    fn check<P: Position>(&self, position: P) {
        let limits = Limits { soft: Some(Duration::ZERO), hard: Some(Duration::ZERO), ..Limits::default() };
        for techniques in kinds() {
            let is_tree = techniques.mcts;
            let mut searcher = Searcher::new(EVALUATOR, techniques);
            let stop = AtomicBool::new(false);
            let found = searcher.search(&position, limits, &Over, &stop, &mut |_| {}).unwrap();
            assert!(is_legal(&position, found.mv));
            assert!(found.nodes > 0 && found.complete_depth() > 0, "an unsearched move: {found:?}");
            // An end, however late it is.
            assert!(found.nodes < 20_000, "{found:?}");
            if is_tree {
                continue;
            }
            let all = searcher.analyze(&position, limits, &Over, &stop, &mut |_| {}).unwrap();
            assert!(all.iter().all(|found| found.nodes > 0 && found.complete_depth() > 0), "{position:?}");
        }
    }
}

#[test]
fn no_move_is_unsearched_however_late_it_is() {
    Late.on_every_game(8);
}

struct Families;

impl Check for Families {
    fn check<P: Position>(&self, position: P) {
        let mcts = Techniques { mcts: true, ..small() };
        let minimax = Techniques { alphabeta: false, ..small() };
        for techniques in [mcts, minimax, Techniques { threads: 3, ..small() }] {
            let limits = Limits { depth: Some(3), nodes: Some(2000), ..Limits::default() };
            let found = Searcher::new(EVALUATOR, techniques).best(&position, limits).unwrap();
            assert!(is_legal(&position, found.mv));
            assert!(found.depth > 0 && found.nodes > 0, "{found:?}");
        }
    }
}

#[test]
fn every_family_of_search_answers_in_every_game() {
    Families.on_every_game(10);
}

#[test]
fn depth_zero_is_depth_one() {
    let start = agon_reversi::Reversi::standard().start();
    let found = Searcher::new(EVALUATOR, small()).best(&start, Limits::depth(0)).unwrap();
    assert_eq!(found.depth, 1);
}

#[test]
fn there_is_nothing_to_search_when_it_is_nobodys_turn() {
    let mut searcher = Searcher::new(EVALUATOR, small());
    let pending = Race { at: [2, 0], pending: true, ..Race::START };
    assert_eq!(searcher.best(&pending, Limits::depth(3)), Err(Nothing::Chance));
    let over = Race { at: [12, 12], ..Race::START };
    assert_eq!(searcher.best(&over, Limits::depth(3)), Err(Nothing::Over));
    let stop = AtomicBool::new(false);
    let analysis = searcher.analyze(&over, Limits::depth(3), &Stopwatch::start(), &stop, &mut |_| {});
    assert_eq!(analysis, Err(Nothing::Over));
}
