//! `agon_games.match`: two players, many games, each opening from both sides.

use crate::engine::{Engine, duration};
use crate::errors::type_name;
use crate::game::GameOrName;
use crate::numbers::{self, cores_or_all};
use crate::players::{Message, Player};
use crate::position::Position;
use crate::record::Record;
use crate::rules::{ENGINES, Rules};
use crate::standing::MatchResult;
use crate::waiting;
use agon_engine::Stop;
use agon_referee::{Beginnings, GameResult, Match, MatchError, Openings, Seat, TimeControl, sprt::Sprt};
use agon_sandbox::{Limits, Mode};
use agon_seats::SeatFactory;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// Ends a match from another thread: the games that are finished by then count.
///
/// >>> import agon_games as agon
/// >>> signal = agon.StopSignal()
/// >>> signal.set()
/// >>> agon.match("random", "random", game="reversi", games=10, stop=signal).games
/// 0
#[pyclass(frozen, module = "agon_games", name = "StopSignal")]
#[derive(Default)]
pub(crate) struct StopSignal(Stop);

#[pymethods]
impl StopSignal {
    /// A signal that is not set yet.
    #[new]
    fn new() -> StopSignal {
        StopSignal::default()
    }

    /// Asks for the end.
    fn set(&self) {
        self.0.set();
    }

    /// Whether it was asked for.
    fn is_set(&self) -> bool {
        self.0.is_set()
    }
}

/// Plays a match and gives back its result as the first player sees it. Two games are played from every opening, one from
/// each side.
///
/// A player is an `Engine`, a text as on the command line (`"engine:level=3"`, `"random"`, `"ugi:./program"`,
/// `"gtp:./program"`, `"nboard:./program"`, `"exec:./program"`, `"huji:folder"`), or something to call: with a position,
/// which knows the moves so far, it gives back a move as text or by its number. An exception of such a player ends the match
/// and is passed on; an illegal move loses the game.
///
/// `time` is in seconds a move, `clock` is for a whole game (`"5m+2s"`). `openings` are lines of moves or positions; without
/// them the game's own openings are played, or `random_plies` random moves, or with `openings=False` always the start. With
/// `sprt=(elo0, elo1)` the match ends as soon as the sequential test has decided. `callback` hears of every record; if it
/// returns False the match ends. Programs run in whatever sandbox the machine has, in which they see little of its files;
/// with `sandbox="off"` they run as you would run them, with `"strict"` only if the sandbox is complete.
///
/// >>> import agon_games as agon
/// >>> import random
/// >>> result = agon.match(
/// ...     agon.engine("four-in-a-row", level=3),
/// ...     lambda position: random.choice(position.legal_moves),
/// ...     games=10,
/// ... )
/// >>> result.games, result.wins > result.losses, len(result.records)
/// (10, True, 10)
#[pyfunction(name = "match")]
#[pyo3(signature = (player, opponent, *, game = None, games = 100, time = None, clock = None, depth = None, nodes = None, openings = None, random_plies = None, seed = 0, cores = Some(1), sprt = None, callback = None, stop = None, sandbox = "auto"))]
#[pyo3(
    text_signature = "(player, opponent, *, game=None, games=100, time=None, clock=None, depth=None, nodes=None, openings=None, random_plies=None, seed=0, cores=1, sprt=None, callback=None, stop=None, sandbox='auto')"
)]
#[allow(clippy::too_many_arguments)] // Reason: they are keywords in Python.
pub(crate) fn play_match(
    py: Python<'_>,
    player: Bound<'_, PyAny>,
    opponent: Bound<'_, PyAny>,
    game: Option<GameOrName<'_>>,
    games: i64,
    time: Option<f64>,
    clock: Option<&str>,
    depth: Option<i64>,
    nodes: Option<i64>,
    openings: Option<&Bound<'_, PyAny>>,
    random_plies: Option<i64>,
    seed: i128,
    cores: Option<i64>,
    sprt: Option<(f64, f64)>,
    callback: Option<Py<PyAny>>,
    stop: Option<&Bound<'_, StopSignal>>,
    sandbox: &str,
) -> PyResult<MatchResult> {
    let rules = rules_of(game, [&player, &opponent])?;
    let players = [Player::read(&player, &rules)?, Player::read(&opponent, &rules)?];
    let possible =
        players.iter().map(|player| player.beginnings(&rules)).min().unwrap_or(Beginnings::Anywhere);
    let openings = openings_of(openings, random_plies, &rules, possible)?;
    let control = control(time, clock, depth, nodes, possible)?;
    let test = sprt.map(|(elo0, elo1)| format!("{elo0},{elo1}").parse::<Sprt>()).transpose();
    let test = test.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let plan = Plan {
        rules: &rules,
        games: numbers::count("games", games)?,
        control,
        openings,
        seed: numbers::seed(seed)?,
        cores: cores_or_all(cores)?,
        test,
    };
    let mode = sandbox.parse::<Mode>().map_err(|error| PyValueError::new_err(error.to_string()))?;
    let factory = SeatFactory::new(&ENGINES).with_sandbox(mode, Limits::default());
    // Every player is seated once before the first game, so that what is wrong with one is said at once.
    for player in &players {
        player.try_out(&rules, &factory).map_err(|error| PyValueError::new_err(error.to_string()))?;
    }
    let stop = stop.map_or_else(Stop::new, |signal| signal.get().0.clone());
    let played = waiting::with_calls(
        py,
        &stop,
        |calls| plan.play(&players, &factory, &calls.messenger(), &stop),
        |py, message| match message {
            Message::Turn(request) => request.answer(py, &players, &rules).map(|()| true),
            Message::Ended(record) => match &callback {
                Some(callback) => {
                    let answer = callback.call1(py, (Record(*record),))?;
                    // Only `False` ends the match; most callbacks give back nothing.
                    Ok(!answer.bind(py).is(PyBool::new(py, false)))
                }
                None => Ok(true),
            },
        },
    )?;
    let (results, report) = played.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(MatchResult { results, sprt: report })
}

/// What a match is to be.
struct Plan<'a> {
    rules: &'a Arc<Rules>,
    games: usize,
    control: TimeControl,
    openings: Openings,
    seed: u64,
    cores: usize,
    test: Option<Sprt>,
}

/// What is left of a match.
type Played = (Vec<GameResult>, Option<agon_referee::sprt::SprtReport>);

impl Plan<'_> {
    fn play(
        &self,
        players: &[Player; 2],
        factory: &SeatFactory<'_>,
        messages: &Sender<Message>,
        stop: &Stop,
    ) -> Result<Played, MatchError> {
        let seat =
            |number: usize| -> Box<dyn Seat> { players[number].seat(number, self.rules, factory, messages) };
        let (first, second) = (|| seat(0), || seat(1));
        let contest = Match {
            game: self.rules.game.clone(),
            players: [&first, &second],
            games: self.games,
            control: self.control,
            openings: self.openings.clone(),
            seed: self.seed,
            concurrency: self.cores,
            known: Default::default(),
        };
        // Nobody listens any more only when the match has been given up.
        let watch =
            |result: &GameResult| drop(messages.send(Message::Ended(Box::new(result.record.clone()))));
        match &self.test {
            None => Ok((contest.run(stop, &watch)?, None)),
            Some(test) => {
                let (results, report) = contest.run_until(test, &[], stop, &watch)?;
                Ok((results, Some(report)))
            }
        }
    }
}

/// The game: the one that was named, or the one that a player plays.
fn rules_of(game: Option<GameOrName<'_>>, players: [&Bound<'_, PyAny>; 2]) -> PyResult<Arc<Rules>> {
    if let Some(game) = game {
        return game.rules();
    }
    let engine = players.into_iter().find_map(|player| player.cast::<Engine>().ok());
    let engine = engine.ok_or_else(|| {
        PyTypeError::new_err("which game? It is named with game='reversi', unless a player is an Engine")
    })?;
    Ok(engine.get().rules.clone())
}

/// What both sides may use.
fn control(
    time: Option<f64>,
    clock: Option<&str>,
    depth: Option<i64>,
    nodes: Option<i64>,
    possible: Beginnings,
) -> PyResult<TimeControl> {
    let clock = clock.map(TimeControl::parse_clock).transpose();
    let clock = clock.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let control = TimeControl {
        per_move: time.map(duration).transpose()?,
        game: clock.and_then(|clock| clock.game),
        depth: depth.map(|depth| numbers::number("depth", 1, depth)).transpose()?,
        nodes: nodes.map(|nodes| numbers::number("nodes", 1, nodes)).transpose()?,
    };
    if control == TimeControl::NONE && possible == Beginnings::Start {
        // Who plays by the course's protocol plays by its clock.
        return Ok(TimeControl::per_move(agon_class::grade::MOVE_TIME));
    }
    Ok(control)
}

/// Where games begin.
fn openings_of(
    given: Option<&Bound<'_, PyAny>>,
    random_plies: Option<i64>,
    rules: &Rules,
    possible: Beginnings,
) -> PyResult<Openings> {
    let refused = |error: String| PyValueError::new_err(error);
    let wanted = match (given, random_plies) {
        (Some(_), Some(_)) => {
            return Err(refused("openings are given or random, not both".to_owned()));
        }
        (None, None) => None,
        (None, Some(plies)) => Some(Openings::Random { plies: numbers::count("random_plies", plies)? }),
        (Some(given), None) if given.is(PyBool::new(given.py(), false)) => Some(Openings::None),
        (Some(given), None) if given.is_instance_of::<PyString>() => {
            return Err(PyTypeError::new_err("openings are a list, one text or position each"));
        }
        (Some(given), None) => {
            let mut lines = Vec::new();
            for item in given.try_iter()? {
                let item = item?;
                let told = || format!("an opening is a text or a position, not '{}'", type_name(&item));
                match item.cast::<Position>() {
                    Ok(position) => lines.push(rules.text(&*position.get().inner)),
                    Err(_) => lines.push(item.extract().map_err(|_| PyTypeError::new_err(told()))?),
                }
            }
            Some(
                Openings::parse(&lines.join("\n"), &*rules.game)
                    .map_err(|error| refused(error.to_string()))?,
            )
        }
    };
    Openings::suited(wanted, &*rules.game, possible).map_err(|error| refused(error.to_string()))
}
