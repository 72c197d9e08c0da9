//! The engines of one game: its evaluations, levels and habits. A game's folder builds one of these.
//!
//! ```
//! use agon_engine::{Engines, Family, Generic, Level};
//! use agon_games::Reversi;
//!
//! const LEVELS: &[Level] = &[Level::by_depth("1", "a beginner", 1).careless(400, 100)];
//!
//! let family = Family::<Reversi>::new()
//!     .evaluation("plain", "discs and choices", |_rules| Generic)
//!     .levels(LEVELS);
//! let mut engines = agon_games::engines();
//! engines.define(family);
//! let engine = engines.engine("reversi", &"engine:eval=plain:level=1".parse().unwrap()).unwrap();
//! assert_eq!(engine.name(), "engine:level=1:eval=plain");
//! ```

use crate::engine::{Engine, EngineError};
use crate::game_engine::{GameEngine, Habits, Voice};
use crate::generic::Generic;
use crate::level::{Carelessness, LEVELS, Level};
use crate::mind::Mind;
use crate::solving::ExactSolver;
use crate::spec::EngineSpec;
use crate::words::{Words, in_units};
use agon_core::{Game, GameInfo};
use agon_search::{Evaluator, Searcher, Techniques};

/// Makes a mind for a variant of the game, with the names of the terms to leave out.
type MakeMind<G> = Box<dyn Fn(&G, Techniques, &[&str]) -> Box<dyn Mind<<G as Game>::Position>> + Send + Sync>;

/// A way to judge positions, by name.
pub(crate) struct Evaluation<G: Game> {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// The terms that can be left out, as in `eval=explained-corners`.
    terms: &'static [&'static str],
    make: MakeMind<G>,
}

/// The engines of one game.
pub struct Family<G: Game> {
    evaluations: Vec<Evaluation<G>>,
    levels: &'static [Level],
    opponents: &'static [Level],
    techniques: Techniques,
    words: Words<G>,
    moves_left: fn(&G::Position) -> u32,
    bench_depth: u32,
    bench_positions: &'static str,
    solver: Option<MakeSolver>,
}

/// Makes an exact solver with so many threads and so many megabytes.
pub type MakeSolver = fn(usize, usize) -> Box<dyn ExactSolver>;

impl<G: Game> Default for Family<G> {
    fn default() -> Self {
        Family::new()
    }
}

impl<G: Game> Family<G> {
    /// What every game has: the generic evaluation and levels by depth and nodes.
    pub fn new() -> Self {
        let family = Family {
            evaluations: Vec::new(),
            levels: LEVELS,
            opponents: &[],
            techniques: Techniques::default(),
            words: |game: &G, _, found| in_units(game.info().scores.unit, found),
            moves_left: |_| 30,
            bench_depth: 6,
            bench_positions: "",
            solver: None,
        };
        family.evaluation("generic", "who has more, and choices", |_| Generic)
    }

    /// Adds an evaluation for the search. The first one added is the game's default from then on.
    pub fn evaluation<E: Evaluator<G::Position>>(
        self,
        name: &'static str,
        about: &'static str,
        make: impl Fn(&G) -> E + Send + Sync + 'static,
    ) -> Self {
        self.mind(name, about, move |game, techniques| Box::new(Searcher::new(make(game), techniques)))
    }

    /// Adds an evaluation whose terms can be left out one by one: `eval=explained-corners-mobility` is without
    /// those two (a space in a name is written `_`). `make` gets a function that says whether a term is kept.
    pub fn evaluation_with_terms<E: Evaluator<G::Position>>(
        self,
        name: &'static str,
        about: &'static str,
        terms: &'static [&'static str],
        make: impl Fn(&G, &dyn Fn(&str) -> bool) -> E + Send + Sync + 'static,
    ) -> Self {
        self.mind_with_terms(name, about, terms, move |game, techniques, keeps| {
            Box::new(Searcher::new(make(game, keeps), techniques))
        })
    }

    /// Adds another way to find moves whose evaluation has terms that can be left out one by one.
    pub fn mind_with_terms(
        self,
        name: &'static str,
        about: &'static str,
        terms: &'static [&'static str],
        make: impl Fn(&G, Techniques, &dyn Fn(&str) -> bool) -> Box<dyn Mind<G::Position>> + Send + Sync + 'static,
    ) -> Self {
        let make = move |game: &G, techniques, without: &[&str]| {
            make(game, techniques, &|term| !without.contains(&term))
        };
        self.insert(Evaluation { name, about, terms, make: Box::new(make) })
    }

    /// Adds another way to find moves, such as a solver, under a name for `eval=`.
    pub fn mind(
        self,
        name: &'static str,
        about: &'static str,
        make: impl Fn(&G, Techniques) -> Box<dyn Mind<G::Position>> + Send + Sync + 'static,
    ) -> Self {
        let make = move |game: &G, techniques, _: &[&str]| make(game, techniques);
        self.insert(Evaluation { name, about, terms: &[], make: Box::new(make) })
    }

    fn insert(mut self, evaluation: Evaluation<G>) -> Self {
        // The generic one stays last.
        let place = self.evaluations.len().saturating_sub(1);
        self.evaluations.insert(place, evaluation);
        self
    }

    /// The levels 1 to 10, weakest first.
    pub fn levels(self, levels: &'static [Level]) -> Self {
        Family { levels, ..self }
    }

    /// The frozen opponents with names.
    pub fn opponents(self, opponents: &'static [Level]) -> Self {
        Family { opponents, ..self }
    }

    /// The techniques that suit the game, where they differ from the default.
    pub fn techniques(self, techniques: Techniques) -> Self {
        Family { techniques, ..self }
    }

    /// How values are worded, where it differs from [`in_units`].
    pub fn words(self, words: Words<G>) -> Self {
        Family { words, ..self }
    }

    /// An estimate of the moves that the side to move has still to make, for sharing out a clock.
    pub fn moves_left(self, moves_left: fn(&G::Position) -> u32) -> Self {
        Family { moves_left, ..self }
    }

    /// How deep the benchmark searches.
    pub fn bench_depth(self, bench_depth: u32) -> Self {
        Family { bench_depth, ..self }
    }

    /// Positions from the middle of our own games, one a line, that benchmarks search; made by
    /// `agon train GAME --midgame FILE`.
    pub fn bench_positions(self, bench_positions: &'static str) -> Self {
        Family { bench_positions, ..self }
    }

    /// The game's own exact solver; without one the search goes to the end of the game.
    pub fn solver(self, make: MakeSolver) -> Self {
        Family { solver: Some(make), ..self }
    }

    fn level(&self, name: &str) -> Result<Level, EngineError> {
        let all = || self.levels.iter().chain(self.opponents);
        all().find(|level| level.name == name).copied().ok_or_else(|| {
            let names: Vec<_> = all().map(|level| level.name).collect();
            EngineError::Setting(format!("there is no level '{name}'; the levels are {}", names.join(", ")))
        })
    }

    /// An evaluation by its name, with the terms to leave out.
    fn evaluation_named(
        &self,
        name: Option<&str>,
    ) -> Result<(&Evaluation<G>, Vec<&'static str>), EngineError> {
        let wanted = name.unwrap_or(self.evaluations[0].name);
        // The longest name that fits, because both names and lists of terms may have hyphens.
        let fits = |e: &&Evaluation<G>| {
            wanted.strip_prefix(e.name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let Some(evaluation) = self.evaluations.iter().filter(fits).max_by_key(|e| e.name.len()) else {
            let names: Vec<_> = self.evaluations.iter().map(|evaluation| evaluation.name).collect();
            let names = names.join(", ");
            return Err(EngineError::Setting(format!(
                "there is no evaluation '{wanted}'; the evaluations are {names}"
            )));
        };
        let without = terms_left_out(evaluation, &wanted[evaluation.name.len()..])?;
        Ok((evaluation, without))
    }

    fn make(&self, game: G, spec: &EngineSpec) -> Result<GameEngine<G>, EngineError> {
        let level = spec.level.as_deref().map(|name| self.level(name)).transpose()?;
        let eval = spec.eval.as_deref().or(level.and_then(|level| level.eval));
        let (evaluation, without) = self.evaluation_named(eval)?;
        let mut techniques =
            spec.apply(self.techniques.clone(), level.map_or(&[], |level| level.settings))?;
        if level.is_some() && !spec.techniques.iter().any(|(name, _)| name == "threads") {
            techniques.threads = 1;
        }
        let careless = Carelessness {
            noise: spec.noise.unwrap_or(level.map_or(0, |level| level.noise)),
            blunders: spec.blunders.unwrap_or(level.map_or(0, |level| level.blunders)),
            seed: spec.seed.unwrap_or(0),
            ties: spec.seed.is_some() && level.is_some_and(|level| level.seeded_ties),
        };
        // Without any limit an engine plays as its strongest level.
        let fallback = self.levels.last().copied().unwrap_or(LEVELS[LEVELS.len() - 1]);
        let habits = Habits {
            time: spec.time,
            depth: spec.depth.or(level.and_then(|level| level.depth)),
            nodes: spec.nodes.or(level.and_then(|level| level.nodes)),
            fallback: (fallback.depth, fallback.nodes),
            fresh: spec.fresh.unwrap_or(level.is_some()),
            careless,
            moves_left: self.moves_left,
        };
        let mind = (evaluation.make)(&game, techniques, &without);
        Ok(GameEngine::new(Voice { game, words: self.words }, spec.clone(), habits, mind))
    }
}

/// The terms in a list like `-corners-x-squares`.
fn terms_left_out<G: Game>(evaluation: &Evaluation<G>, list: &str) -> Result<Vec<&'static str>, EngineError> {
    let mut without = Vec::new();
    let mut rest = list;
    while let Some(text) = rest.strip_prefix('-') {
        let fits = |term: &&&'static str| text.starts_with(&term.replace(' ', "_"));
        let Some(&term) = evaluation.terms.iter().filter(fits).max_by_key(|term| term.len()) else {
            let name = evaluation.name;
            let terms: Vec<_> = evaluation.terms.iter().map(|term| term.replace(' ', "_")).collect();
            let known = if terms.is_empty() {
                "it has none".to_owned()
            } else {
                format!("it has {}", terms.join(", "))
            };
            return Err(EngineError::Setting(format!("evaluation '{name}' has no term '{text}'; {known}")));
        };
        without.push(term);
        rest = &text[term.len()..];
    }
    if rest.is_empty() {
        Ok(without)
    } else {
        Err(EngineError::Setting(format!(
            "'{list}' is not a list of terms; write -term-term after the evaluation"
        )))
    }
}

/// What there is to know about the engines of a game.
#[derive(Clone, Debug)]
pub struct FamilyInfo {
    /// The levels 1 to 10, then the frozen opponents.
    pub levels: Vec<Level>,
    /// The evaluations with a sentence on each, the default first.
    pub evaluations: Vec<(&'static str, &'static str)>,
    /// The techniques it uses by default.
    pub techniques: Techniques,
    /// How deep the benchmark searches.
    pub bench_depth: u32,
    /// The positions it searches, one a line; empty where there are none.
    pub bench_positions: &'static str,
}

/// The engines of one game, without its type.
pub(crate) trait AnyFamily: Send + Sync {
    fn game(&self) -> &'static GameInfo;
    fn info(&self) -> FamilyInfo;
    fn engine(&self, variant: &str, spec: &EngineSpec) -> Result<Box<dyn Engine>, EngineError>;
    fn solver(&self) -> Option<MakeSolver>;
}

impl<G: Game> AnyFamily for Family<G> {
    fn game(&self) -> &'static GameInfo {
        G::standard().info()
    }

    fn info(&self) -> FamilyInfo {
        FamilyInfo {
            levels: self.levels.iter().chain(self.opponents).copied().collect(),
            evaluations: self.evaluations.iter().map(|e| (e.name, e.about)).collect(),
            techniques: self.techniques.clone(),
            bench_depth: self.bench_depth,
            bench_positions: self.bench_positions,
        }
    }

    fn engine(&self, variant: &str, spec: &EngineSpec) -> Result<Box<dyn Engine>, EngineError> {
        Ok(Box::new(self.make(agon_core::game::variant_of(variant)?, spec)?))
    }

    fn solver(&self) -> Option<MakeSolver> {
        self.solver
    }
}
