//! Matches: pairs, the same dice from both sides, the same result at any concurrency.

use agon_core::Side;
use agon_engine::Stop;
use agon_referee::openings::OpeningError;
use agon_referee::{Match, MatchReport, Openings, RandomSeat, Seat, TimeControl};
use agon_seats::PlayerSpec;
use std::collections::HashSet;

fn random() -> Box<dyn Seat> {
    Box::new(RandomSeat::new(None))
}

fn contest(game: &str, games: usize, concurrency: usize, openings: Openings) -> Match<'static> {
    Match {
        game: agon_games::registry().game(game).unwrap(),
        players: [&random, &random],
        games,
        control: TimeControl::NONE,
        openings,
        seed: 7,
        concurrency,
        known: Default::default(),
    }
}

#[test]
fn a_match_is_the_same_one_after_the_other_and_side_by_side() {
    for game in agon_games::registry().games() {
        let name = game.info().name;
        let moves = |concurrency| {
            let openings = Openings::Random { plies: 3 };
            let results = contest(name, 9, concurrency, openings).run(&Stop::new(), &|_| {}).unwrap();
            let texts = |r: &agon_referee::GameResult| -> Vec<String> {
                r.record.moves.iter().map(|m| m.text.clone()).collect()
            };
            assert!(results.iter().enumerate().all(|(i, r)| r.number == i));
            results.iter().map(|r| (r.points, texts(r))).collect::<Vec<_>>()
        };
        assert_eq!(moves(1), moves(4), "{name}");
    }
}

#[test]
fn a_pair_has_one_opening_one_seed_and_both_sides() {
    for game in agon_games::registry().games() {
        let name = game.info().name;
        let openings = Openings::Random { plies: 4 };
        let results = contest(name, 10, 2, openings).run(&Stop::new(), &|_| {}).unwrap();
        let mut starts = HashSet::new();
        for pair in results.chunks(2) {
            let [a, b] = pair else { panic!("complete pairs") };
            assert_eq!((a.side, b.side), (Side::First, Side::Second));
            assert_eq!(
                (a.record.seed, &a.record.start),
                (b.record.seed, &b.record.start),
                "same dice: {name}"
            );
            let plies = a.record.opening_plies;
            assert_eq!(plies, 4);
            let opening = |r: &agon_referee::GameResult| r.record.moves[..plies].to_vec();
            assert_eq!(opening(a), opening(b));
            starts.insert(format!("{:?}", opening(a)));
        }
        assert_eq!(starts.len(), 5, "{name}: five different openings");
    }
}

#[test]
fn the_report_adds_up() {
    let results =
        contest("reversi", 21, 2, Openings::Random { plies: 6 }).run(&Stop::new(), &|_| {}).unwrap();
    let report = MatchReport::of(&results);
    assert_eq!((report.games, report.wins + report.draws + report.losses), (21, 21));
    assert_eq!(report.points, report.wins as f64 + report.draws as f64 / 2.0);
    assert_eq!(report.reasons["normal"], 21);
    let s = report.strength;
    assert!(s.elo_low <= s.elo && s.elo <= s.elo_high);
    let json: serde_json::Value = serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap();
    for key in ["games", "wins", "draws", "losses", "points", "elo", "elo_low", "elo_high", "los", "reasons"]
    {
        assert!(!json[key].is_null(), "{key}");
    }
}

#[test]
fn openings_are_read_from_positions_and_games() {
    let game = agon_games::registry().game("reversi").unwrap();
    let position = game.start().text();
    let text = format!("# comment\n\nf5d6\n{position}\n");
    let Openings::List(list) = Openings::parse(&text, &*game).unwrap() else { panic!() };
    assert_eq!(list.len(), 2);
    assert_eq!(list[0].moves, ["f5", "d6"]);
    assert_eq!(list[1].position.as_deref(), Some(position.as_str()));
    let results = contest("reversi", 4, 1, Openings::List(list)).run(&Stop::new(), &|_| {}).unwrap();
    assert_eq!(results[1].record.opening_plies, 2);
    assert_eq!(results[2].record.opening_plies, 0);
    let error = Openings::parse("f5\nf5f5\n", &*game).unwrap_err();
    assert!(matches!(&error, OpeningError::Line { line: 2, .. }), "{error}");
    assert_eq!(Openings::parse("# nothing\n", &*game).unwrap_err(), OpeningError::Empty);
}

#[test]
fn a_stopped_match_counts_only_finished_games() {
    let stop = Stop::new();
    let results = contest("reversi", 100, 1, Openings::None).run(&stop, &|_| stop.set()).unwrap();
    assert_eq!(results.len(), 1);
}

#[test]
fn a_sequential_test_stops_at_the_same_pair_at_any_concurrency() {
    let game = agon_games::registry().game("four-in-a-row").unwrap();
    let engines = agon_games::engines();
    let strong = || "engine:level=3".parse::<PlayerSpec>().unwrap().seat(&*game, &engines).unwrap();
    let test: agon_referee::sprt::Sprt = "0,100".parse().unwrap();
    let play = |concurrency| {
        let mut contest = contest("four-in-a-row", 400, concurrency, Openings::Random { plies: 2 });
        contest.players = [&strong, &random];
        let (results, report) = contest.run_until(&test, &[], &Stop::new(), &|_| {}).unwrap();
        assert!(results.iter().enumerate().all(|(i, r)| r.number == i));
        (results.iter().map(|r| r.points).collect::<Vec<_>>(), report)
    };
    let (points, report) = play(1);
    assert_eq!(report.decision, agon_referee::sprt::Decision::AcceptElo1);
    assert!(points.len() < 100 && points.len().is_multiple_of(2), "{}", points.len());
    assert_eq!(play(3), (points, report));
}

/// A match of two players who can be told apart.
fn between(players: [&'static str; 2], game: &'static str, act: &mut dyn FnMut(&mut Match<'_>)) {
    let seat = move |spec: &str| -> Box<dyn Seat> {
        let (engines, rules) = (agon_games::engines(), agon_games::registry().game(game).unwrap());
        spec.parse::<PlayerSpec>().unwrap().seat(&*rules, &engines).unwrap()
    };
    let (a, b) = (|| seat(players[0]), || seat(players[1]));
    let mut contest = contest(game, 7, 1, Openings::Random { plies: 2 });
    contest.players = [&a, &b];
    act(&mut contest);
}

fn lines(results: &[agon_referee::GameResult]) -> Vec<String> {
    results.iter().map(|result| result.record.to_json()).collect()
}

#[test]
fn a_match_that_was_interrupted_goes_on_where_it_was() {
    let players = ["random", "engine:level=1"];
    for game in ["reversi", "ants", "hexthello", "connect4-9x9", "four-in-a-row"] {
        between(players, game, &mut |contest| {
            let all = contest.run(&Stop::new(), &|_| {}).unwrap();
            let whole = lines(&all);
            // In any order, and the last line is cut short.
            let text = format!("{}\n{}\n{}\n{}", whole[5], whole[0], whole[1], &whole[2][..50]);
            let kept = contest.kept(players, &text).unwrap();
            let told: Vec<_> = kept.iter().map(|r| (r.number, r.side, r.points)).collect();
            assert_eq!(told, [0, 1, 5].map(|i| (all[i].number, all[i].side, all[i].points)), "{game}");
            contest.known = kept.iter().map(|r| r.number).collect();
            let rest = contest.run(&Stop::new(), &|_| {}).unwrap();
            assert_eq!(rest.iter().map(|r| r.number).collect::<Vec<_>>(), [2, 3, 4, 6], "{game}");
            let moves = |r: &agon_referee::GameResult| -> Vec<String> {
                r.record.moves.iter().map(|m| m.text.clone()).collect()
            };
            assert!(rest.iter().all(|r| moves(r) == moves(&all[r.number])), "{game}");
        });
    }
}

#[test]
fn a_sequential_test_counts_the_games_that_were_kept() {
    between(["random", "engine:level=3"], "reversi", &mut |contest| {
        contest.games = 40;
        let test: agon_referee::sprt::Sprt = "-100,0".parse().unwrap();
        let (all, report) = contest.run_until(&test, &[], &Stop::new(), &|_| {}).unwrap();
        assert!(all.len() < 40, "it is decided before the end");
        let kept = &all[..all.len() / 2];
        contest.known = kept.iter().map(|r| r.number).collect();
        let (again, second) = contest.run_until(&test, kept, &Stop::new(), &|_| {}).unwrap();
        assert_eq!((again.len(), second), (all.len(), report));
        // What is decided is not played on.
        contest.known = all.iter().map(|r| r.number).collect();
        let (again, second) =
            contest.run_until(&test, &all, &Stop::new(), &|_| panic!("nothing to play")).unwrap();
        assert_eq!((again.len(), second), (all.len(), report));
    });
}

#[test]
fn games_of_another_match_are_refused_in_words() {
    let players = ["random", "engine:level=1"];
    between(players, "four-in-a-row", &mut |contest| {
        let whole = lines(&contest.run(&Stop::new(), &|_| {}).unwrap());
        let text = whole[..4].join("\n") + "\n";
        assert_eq!(contest.kept(players, "").unwrap().len(), 0);
        assert_eq!(contest.kept(players, &text).unwrap().len(), 4);
        let said =
            |players, text: &str, contest: &Match<'_>| contest.kept(players, text).unwrap_err().to_string();
        assert_eq!(
            said(["random", "engine:level=2"], &text, contest),
            "line 1 is not a game of this match: its players are random and engine:level=1"
        );
        let twice = format!("{text}{}\n", whole[3]);
        assert_eq!(said(players, &twice, contest), "line 5 is not a game of this match: it is there twice");
        let changed = whole[0].replace("four-in-a-row", "connect4-9x9");
        let other = "line 1 is not a game of this match: it is a game of connect4-9x9";
        assert_eq!(said(players, &(changed + "\n"), contest), other);
        let broken = said(players, &format!("{}\nnonsense\n", whole[0]), contest);
        assert!(broken.starts_with("line 2 is not the record of a game: "), "{broken}");
        let mut open = agon_core::Record::from_json(&whole[0]).unwrap();
        open.verdict = None;
        let open = said(players, &(open.to_json() + "\n"), contest);
        assert_eq!(open, "line 1 is not the record of a game: it has no result");
        contest.games = 2;
        let more = said(players, &text, contest);
        assert_eq!(more, "line 3 is not a game of this match: its dice belong to none of the games");
        contest.games = 7;
        contest.control = TimeControl::per_move(std::time::Duration::from_secs(1));
        let limits = said(players, &text, contest);
        assert_eq!(limits, "line 1 is not a game of this match: it was played with other limits");
        contest.control = TimeControl::NONE;
        contest.openings = Openings::Random { plies: 3 };
        let opening = said(players, &text, contest);
        assert_eq!(opening, "line 1 is not a game of this match: it begins in another way");
        contest.seed = 8;
        let seed = said(players, &text, contest);
        assert_eq!(seed, "line 1 is not a game of this match: its dice belong to none of the games");
    });
}
