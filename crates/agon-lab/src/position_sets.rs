//! Making the position sets that matches and benchmarks use: balanced openings, and positions from the middle of
//! our own games, and the statistics that are fitted to such positions. The files are made by `agon train`, say so in their first lines, and are embedded.

use agon_core::record::PlayerInfo;
use agon_core::{AnyGame, Dice, Line, MoveError, Phase};
use agon_engine::{EngineError, EngineSpec, Engines, Limits, Stop};
use agon_referee::openings::{Openings, random_openings};
use agon_referee::{GameSetup, Referee, SystemClock, play};
use agon_seats::{PlayerError, PlayerSpec};
use std::collections::HashSet;
use std::sync::Arc;
use thiserror::Error;

/// How many candidates are judged for each opening that is kept.
const CANDIDATES: usize = 4;

/// How many positions of a game go into statistics.
const POSITIONS_A_GAME: usize = 8;

/// Why a set could not be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SetError {
    /// The engine has trouble.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A player cannot be seated.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A move that was thought legal is not.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The game has too few different openings of that length.
    #[error(
        "there are only {found} openings of {plies} moves that differ up to symmetry, not {wanted}; use more moves"
    )]
    TooFew {
        /// How many were found.
        found: usize,
        /// How many were wanted.
        wanted: usize,
        /// How many moves they have.
        plies: usize,
    },
}

/// What a set is made from.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// How many positions.
    pub count: usize,
    /// Positions the engine looks at for each judgement or move.
    pub nodes: u64,
    /// The seed.
    pub seed: u64,
}

/// Openings of `plies` random moves, distinct up to symmetry: of several times as many candidates, the ones that our
/// engine judges most even. Each is a game's text; `progress` is told how many are judged out of how many.
pub fn balanced_openings(
    game: &dyn AnyGame,
    engines: &Engines,
    plies: usize,
    recipe: Recipe,
    progress: &dyn Fn(usize, usize),
) -> Result<Vec<String>, SetError> {
    let mut engine = engines.engine(&game.id(), &EngineSpec::parse_settings("threads=1")?)?;
    let limits = Limits { nodes: Some(recipe.nodes), ..Limits::default() };
    let wanted = CANDIDATES * recipe.count;
    let mut seen = HashSet::new();
    let mut judged: Vec<(i64, String)> = Vec::new();
    for opening in random_openings(game, plies, wanted, recipe.seed) {
        let mut line = Line::new(game.start());
        for mv in &opening.moves {
            line.play(mv, |_| 0)?;
        }
        if opening.moves.len() < plies || !seen.insert(line.position().canonical_key()) {
            continue;
        }
        engine.new_game();
        let report = engine.best(line.position(), &limits, &Stop::new(), &mut |_| {})?;
        // A proven result is as far from even as can be, unless it is a draw.
        let score = i64::from(report.score);
        let tilt = if report.proven && score != 0 { i64::from(i32::MAX) + score.abs() } else { score.abs() };
        judged.push((tilt, opening.moves.join(" ")));
        progress(judged.len(), wanted);
    }
    if judged.len() < recipe.count {
        return Err(SetError::TooFew { found: judged.len(), wanted: recipe.count, plies });
    }
    judged.sort();
    judged.truncate(recipe.count);
    let mut chosen: Vec<String> = judged.into_iter().map(|(_, moves)| moves).collect();
    chosen.sort();
    Ok(chosen)
}

/// Positions from the middle of games that our engine plays against itself from random openings, distinct up to
/// symmetry, in their one-line form.
pub fn midgame(
    game: &Arc<dyn AnyGame>,
    engines: &Engines,
    recipe: Recipe,
    progress: &dyn Fn(usize, usize),
) -> Result<Vec<String>, SetError> {
    let mut seen = HashSet::new();
    let mut positions = Vec::new();
    for (number, line) in self_play(game, engines, recipe).enumerate() {
        if positions.len() == recipe.count {
            break;
        }
        let (seed, line) = (Dice::derive(recipe.seed, number as u64), line?);
        // Between a third and two thirds of the game, a different place for every game.
        let length = line.moves().len();
        let ply = length / 3 + Dice::new(seed).below(1 + length as u64 / 3) as usize;
        if let Some(position) = line.position_at(ply)
            && matches!(position.phase(), Phase::Turn(_))
            && position.legal_moves().len() > 1
            && seen.insert(position.canonical_key())
        {
            positions.push(position.text());
            progress(positions.len(), recipe.count);
        }
    }
    Ok(positions)
}

/// Games that our engine plays against itself from random openings, at most two for each position that is wanted.
fn self_play<'a>(
    game: &'a Arc<dyn AnyGame>,
    engines: &'a Engines,
    recipe: Recipe,
) -> impl Iterator<Item = Result<Line, SetError>> + 'a {
    let openings = Openings::Random { plies: 4 }.draw(&**game, 2 * recipe.count, recipe.seed);
    openings.into_iter().enumerate().map(move |(number, opening)| {
        let player: PlayerSpec = format!("engine:nodes={}:threads=1", recipe.nodes).parse()?;
        let seed = Dice::derive(recipe.seed, number as u64);
        let info = || PlayerInfo { name: player.to_string(), spec: player.to_string() };
        let mut setup = GameSetup::new(game.clone(), [info(), info()], seed);
        setup.opening = opening.moves;
        let mut referee = Referee::new(setup)?;
        let mut seats = [player.seat(&**game, engines)?, player.seat(&**game, engines)?];
        play(&mut referee, &mut seats, [seed, seed], &SystemClock::new(), &Stop::new(), &mut |_| {});
        Ok(referee.line().clone())
    })
}

/// The models of multi-ProbCut for the game's default evaluation, one a line: fitted to searches of depth 1 to `depth`
/// of positions from all parts of our own games, every other one after a random move, because a search also
/// meets positions that good play avoids.
pub fn fitted_models(
    game: &Arc<dyn AnyGame>,
    engines: &Engines,
    depth: u32,
    recipe: Recipe,
    progress: &dyn Fn(usize, usize),
) -> Result<Vec<String>, SetError> {
    let mut positions = Vec::new();
    for (number, line) in self_play(game, engines, recipe).enumerate() {
        if positions.len() >= recipe.count {
            break;
        }
        let mut dice = Dice::new(Dice::derive(recipe.seed, number as u64));
        let line = line?;
        // A few from every game, far enough apart to be different positions.
        let length = line.moves().len();
        for part in 0..POSITIONS_A_GAME {
            let ply = (length * part + dice.below(1 + length as u64) as usize) / POSITIONS_A_GAME;
            let Some(position) = line.position_at(ply) else { continue };
            let mut position = position.boxed();
            if part % 2 == 1
                && let Some(mv) = dice.pick(&position.legal_moves())
            {
                position.play(mv)?;
            }
            if matches!(position.phase(), Phase::Turn(_)) && positions.len() < recipe.count {
                positions.push(position);
            }
        }
    }
    let mut engine = engines.engine(&game.id(), &EngineSpec::parse_settings("threads=1:probcut=off")?)?;
    let mut seen = 0;
    let models = engine.fit_probcut(&positions, depth, &mut || {
        seen += 1;
        progress(seen, positions.len());
    })?;
    Ok(models.iter().map(ToString::to_string).collect())
}
