//! The engine of any game: a mind behind the object-safe view, with limits, levels and words.

use crate::engine::{Engine, EngineError, Explanation, Limits, Stop};
use crate::level::Carelessness;
use crate::mind::Mind;
use crate::report::Report;
use crate::spec::EngineSpec;
use crate::words::Words;
use agon_core::{AnyPosition, Game, MoveList, Phase, Position, TypedPosition};
use agon_search::ProbCut;
use agon_search::{Clock, Found, Nothing, Stopwatch, Wary, limits, time};
use std::time::Duration;

/// How an engine behaves, from its spec, its level and its game.
pub(crate) struct Habits<G: Game> {
    pub(crate) time: Option<Duration>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// Depth and nodes to use when nothing else limits the search.
    pub(crate) fallback: (Option<u32>, Option<u64>),
    pub(crate) fresh: bool,
    pub(crate) careless: Carelessness,
    pub(crate) moves_left: fn(&G::Position) -> u32,
}

/// How an engine's findings become text.
pub(crate) struct Voice<G: Game> {
    pub(crate) game: G,
    pub(crate) words: Words<G>,
}

/// An engine for one game.
pub(crate) struct GameEngine<G: Game> {
    voice: Voice<G>,
    spec: EngineSpec,
    habits: Habits<G>,
    mind: Box<dyn Mind<G::Position>>,
}

type Move<G> = <<G as Game>::Position as Position>::Move;

impl<G: Game> Voice<G> {
    fn report(&self, position: &G::Position, found: &Found<Move<G>>) -> Report {
        let wording = (self.words)(&self.game, position, found);
        let mut pv = Vec::with_capacity(found.line.len());
        let mut along = *position;
        for &mv in &found.line {
            let mut moves = MoveList::new();
            along.generate(&mut moves);
            if !moves.contains(&mv) {
                break;
            }
            pv.push(self.game.move_text(&along, mv));
            along.play(mv);
        }
        Report {
            mv: self.game.move_text(position, found.mv),
            score: wording.score,
            score_text: wording.text,
            depth: found.complete_depth(),
            nodes: found.nodes,
            seconds: found.elapsed.as_secs_f64(),
            pv,
            exact: wording.exact,
            proven: wording.proven,
        }
    }
}

impl<G: Game> GameEngine<G> {
    pub(crate) fn new(
        voice: Voice<G>,
        spec: EngineSpec,
        habits: Habits<G>,
        mind: Box<dyn Mind<G::Position>>,
    ) -> Self {
        GameEngine { voice, spec, habits, mind }
    }

    /// The static position behind an object-safe one, if it is of this game and variant.
    fn typed(&self, position: &dyn AnyPosition) -> Result<G::Position, EngineError> {
        match position.as_any().downcast_ref::<TypedPosition<G>>() {
            Some(typed) if typed.game.variant() == self.voice.game.variant() => Ok(typed.position),
            _ => {
                let (name, variant) = (self.voice.game.info().name, self.voice.game.variant());
                let engine = if variant.is_empty() { name.to_owned() } else { format!("{name}:{variant}") };
                Err(EngineError::WrongGame { engine, game: position.game().id() })
            }
        }
    }

    /// The search's limits from all that limit it: the spec, the level, what is asked for now.
    fn limits(&self, position: &G::Position, asked: &Limits) -> limits::Limits {
        let mut all = limits::Limits::default();
        let habits = &self.habits;
        for time in [habits.time, asked.time].into_iter().flatten() {
            all = tighter(all, time::per_move(time));
        }
        if let Some(clock) = asked.clock {
            all = tighter(all, time::per_game(clock, (habits.moves_left)(position)));
        }
        let depth = [habits.depth, asked.depth].into_iter().flatten().min();
        let nodes = [habits.nodes, asked.nodes].into_iter().flatten().min();
        all = tighter(all, limits::Limits { depth, nodes, ..limits::Limits::default() });
        if all == limits::Limits::default() {
            let (depth, nodes) = habits.fallback;
            all = limits::Limits { depth, nodes, ..all };
        }
        all
    }

    /// A careless player's move: sometimes any, otherwise the one that looks best through the noise.
    fn careless_move(
        &mut self,
        position: &G::Position,
        limits: limits::Limits,
        clock: &dyn Clock,
        stop: &Stop,
    ) -> Result<Found<Move<G>>, Nothing> {
        let careless = self.habits.careless;
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let key = position.key();
        let blunder = careless.blunder(key, moves.len()).and_then(|index| moves.get(index).copied());
        if careless.noise == 0 && !careless.ties && blunder.is_none() {
            return self.mind.search(position, limits, clock, stop.flag(), &mut |_| {});
        }
        let mut all = self.mind.analyze(position, limits, clock, stop.flag(), &mut |_| {})?;
        let nodes = all.iter().map(|found| found.nodes).max().unwrap_or(0);
        let looks = |found: &Found<Move<G>>| match blunder {
            Some(mv) => i32::from(found.mv == mv),
            None => {
                let index = moves.iter().position(|&mv| mv == found.mv).unwrap_or(0);
                careless.misjudged(key, index, found.score())
            }
        };
        // The first of those that look best, or any of them by the seed; the list is never empty.
        let most = all.iter().map(looks).max();
        let equals: Vec<usize> = (0..all.len()).filter(|&i| Some(looks(&all[i])) == most).collect();
        let best = equals.get(careless.tie(key, equals.len())).copied().unwrap_or(0);
        let mut found = all.swap_remove(best);
        found.nodes = nodes;
        Ok(found)
    }

    /// The static position, if it is a player's turn.
    fn at_turn(&self, position: &dyn AnyPosition) -> Result<G::Position, EngineError> {
        let typed = self.typed(position)?;
        match position.phase() {
            Phase::Over(_) => Err(EngineError::Over),
            Phase::Chance => Err(EngineError::Chance),
            Phase::Turn(_) => Ok(typed),
        }
    }

    fn ready(&mut self, position: &dyn AnyPosition) -> Result<G::Position, EngineError> {
        let typed = self.at_turn(position)?;
        if self.habits.fresh {
            self.mind.forget();
        }
        Ok(typed)
    }
}

/// The tighter of two limits in every respect.
fn tighter(a: limits::Limits, b: limits::Limits) -> limits::Limits {
    fn least<T: Ord + Copy>(a: Option<T>, b: Option<T>) -> Option<T> {
        a.into_iter().chain(b).min()
    }
    limits::Limits {
        depth: least(a.depth, b.depth),
        nodes: least(a.nodes, b.nodes),
        soft: least(a.soft, b.soft),
        hard: least(a.hard, b.hard),
    }
}

fn nothing(nothing: Nothing) -> EngineError {
    match nothing {
        Nothing::Over => EngineError::Over,
        Nothing::Chance => EngineError::Chance,
    }
}

impl<G: Game> Engine for GameEngine<G> {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn new_game(&mut self) {
        self.mind.forget();
    }

    fn best(
        &mut self,
        position: &dyn AnyPosition,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Report, EngineError> {
        // Begun before anything is made ready, which may take as long as clearing a table.
        let watch = Stopwatch::start();
        let typed = self.ready(position)?;
        let limits = self.limits(&typed, limits);
        let wary = Wary::new(watch, limits.hard.unwrap_or_default());
        let clock: &dyn Clock = if limits.hard.is_some() { &wary } else { &watch };
        let voice = &self.voice;
        let mut listen = |found: &Found<Move<G>>| report(&voice.report(&typed, found));
        let found = if self.habits.careless.is_any() {
            self.careless_move(&typed, limits, clock, stop)
        } else {
            self.mind.search(&typed, limits, clock, stop.flag(), &mut listen)
        };
        let found = Found { elapsed: watch.elapsed(), ..found.map_err(nothing)? };
        let last = self.voice.report(&typed, &found);
        if self.habits.careless.is_any() {
            report(&last);
        }
        Ok(last)
    }

    fn analyze(
        &mut self,
        position: &dyn AnyPosition,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&[Report]),
    ) -> Result<Vec<Report>, EngineError> {
        let watch = Stopwatch::start();
        let typed = self.ready(position)?;
        let limits = self.limits(&typed, limits);
        let wary = Wary::new(watch, limits.hard.unwrap_or_default());
        let clock: &dyn Clock = if limits.hard.is_some() { &wary } else { &watch };
        let voice = &self.voice;
        let worded = |list: &[Found<Move<G>>]| -> Vec<Report> {
            list.iter().map(|found| voice.report(&typed, found)).collect()
        };
        let mut listen = |list: &[Found<Move<G>>]| report(&worded(list));
        let list = self.mind.analyze(&typed, limits, clock, stop.flag(), &mut listen);
        Ok(worded(&list.map_err(nothing)?))
    }

    fn fit_probcut(
        &mut self,
        positions: &[Box<dyn AnyPosition>],
        deepest: u32,
        seen: &mut dyn FnMut(),
    ) -> Result<Vec<ProbCut>, EngineError> {
        let typed: Result<Vec<_>, _> = positions.iter().map(|position| self.typed(&**position)).collect();
        Ok(self.mind.fit_probcut(&typed?, deepest, seen))
    }

    fn evaluate(&self, position: &dyn AnyPosition) -> Result<Option<i32>, EngineError> {
        let typed = self.at_turn(position)?;
        Ok(self.mind.evaluate(&typed))
    }

    fn explain(&self, position: &dyn AnyPosition) -> Result<Option<Explanation>, EngineError> {
        let typed = self.typed(position)?;
        let terms = self.mind.terms(&typed);
        let total = terms.iter().map(|term| term.value).sum();
        Ok((!terms.is_empty()).then(|| Explanation { side: typed.side_to_move(), terms, total }))
    }
}
