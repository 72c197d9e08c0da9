//! An engine that panics: nobody wins or loses by it, and everybody is told where it happened.

use crate::noughts::{Noughts, NoughtsPosition};
use agon_core::{AnyGame, Registry, Side};
use agon_engine::{EngineSpec, Engines, Family};
use agon_frontends::{EngineMaker, ProgramError, ugi};
use agon_hall::{Change, Command, Occupant, Table, TableSetup};
use agon_referee::{Match, MatchError, Openings, TimeControl};
use agon_search::{Evaluator, Score};
use agon_seats::PlayerSpec;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

/// What the panic says.
const WORDS: &str = "no idea what this is worth (this panic is part of the test)";

/// Fails as soon as it is asked.
struct Panicking;

impl Evaluator<NoughtsPosition> for Panicking {
    type State = ();

    fn state(&self, _: &NoughtsPosition) {}

    fn evaluate(&self, _: &(), _: &NoughtsPosition) -> Score {
        panic!("{WORDS}")
    }
}

fn engines() -> Engines {
    let mut engines = Engines::new();
    engines.define(Family::<Noughts>::new().evaluation("panicking", "fails", |_| Panicking));
    engines
}

fn game() -> Arc<dyn AnyGame> {
    let mut games = Registry::new();
    games.add::<Noughts>();
    games.game("noughts").unwrap()
}

fn spec() -> PlayerSpec {
    "engine:depth=1".parse().unwrap()
}

fn assert_says_where(text: &str) {
    assert!(text.contains(WORDS) && text.contains("panicking_engines.rs:"), "{text}");
}

#[test]
fn a_match_ends_with_a_fault_of_the_machine() {
    let (game, engines) = (game(), engines());
    let player = || spec().seat(&*game, &engines).unwrap();
    let contest = Match {
        game: game.clone(),
        players: [&player, &player],
        games: 2,
        control: TimeControl::NONE,
        openings: Openings::None,
        seed: 1,
        concurrency: 1,
        known: Default::default(),
    };
    let ended = contest.run(&Default::default(), &|_| panic!("no game counts"));
    let Err(MatchError::Machine { game: 1, why }) = ended else { panic!("{ended:?}") };
    assert_says_where(&why);
}

#[test]
fn a_live_game_stops_and_the_seat_is_empty() {
    let mut setup = TableSetup::new(game(), 1);
    setup.seats = [Occupant::Local(spec()), Occupant::Person];
    let table = Table::open(setup, engines().into()).unwrap();
    let (sender, events) = channel();
    table.listen(move |event| sender.send(event.clone()).is_ok());
    table.order(Command::Start).unwrap();
    let left = events.iter().find_map(|event| match event.change {
        Change::Left(side, why) => Some((side, why, event.snapshot)),
        _ => None,
    });
    let (side, why, snapshot) = left.unwrap();
    assert_eq!(side, Side::First);
    assert_says_where(&why);
    assert!(!snapshot.running && snapshot.verdict.is_none() && snapshot.ply() == 0);
    assert_eq!(snapshot.seats[0].occupant, Occupant::Nobody);
}

#[test]
fn a_program_behind_ugi_says_so_and_ends() {
    let spec = EngineSpec::parse_settings("depth=1").unwrap();
    let maker = EngineMaker::new(engines(), game(), spec, None, Duration::from_secs(1));
    let mut out = Vec::new();
    let ended = ugi::run(maker, &b"position startpos\ngo depth 1\nstop\n"[..], &mut out);
    let Err(ProgramError::Failed(panic)) = ended else { panic!("{ended:?}") };
    assert_says_where(&panic.to_string());
    let said = String::from_utf8(out).unwrap();
    let line = said.lines().find(|line| line.starts_with("info string")).unwrap();
    assert_says_where(line);
    assert!(!said.contains("bestmove"), "{said}");
}
