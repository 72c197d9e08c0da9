//! HexThello's engines: what the evaluation promises, and small boards solved to the end.

use agon_core::{AnyPosition, Dice, Game, MoveList, Position, Side};
use agon_engine::{Engine, EngineSpec, Limits, Report, Stop};
use agon_hexthello::HexThello;
use agon_hexthello::engine::{Classic, Explained, Patterns};
use agon_hexthello::lab::wipe_outs::{self, WipeOut};
use agon_hexthello::{Cells, HexThelloPosition};
use agon_search::{Evaluator, Found, Limits as SearchLimits, Searcher, Stopwatch, Techniques, score};
use std::sync::atomic::AtomicBool;

fn random_positions(radius: u8, games: u64) -> Vec<HexThelloPosition> {
    let mut all = Vec::new();
    for number in 0..games {
        let mut dice = Dice::new(Dice::derive(u64::from(radius), number));
        let mut position = HexThello::with_radius(radius).unwrap().start();
        loop {
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            let Some(&mv) = dice.pick(&moves) else { break };
            all.push(position);
            position.play(mv);
        }
    }
    all
}

/// The same with some cells blocked, as far as there are no discs on them.
fn with_blocked_cells(position: &HexThelloPosition) -> HexThelloPosition {
    let [black, white] = position.discs();
    let some = |&(row, column): &(u8, u8)| (3 * row + 5 * column) % 7 == 0;
    let blocked: Cells = position.empty().iter().filter(some).collect();
    HexThelloPosition::new(position.radius(), black, white, blocked, position.side_to_move()).unwrap()
}

fn colours_exchanged(position: &HexThelloPosition) -> HexThelloPosition {
    let ([black, white], radius) = (position.discs(), position.radius());
    HexThelloPosition::new(radius, white, black, position.blocked(), !position.side_to_move()).unwrap()
}

#[test]
fn symmetric_positions_are_worth_the_same() {
    for radius in HexThelloPosition::RADII {
        let (explained, classic) = (Explained::new(radius), Classic::new(radius));
        for position in random_positions(radius, 2) {
            for position in [position, with_blocked_cells(&position)] {
                let values = |p: &HexThelloPosition| [explained.evaluate(&(), p), classic.evaluate(&(), p)];
                let value = values(&position);
                for symmetry in 1..12 {
                    assert_eq!(values(&position.transformed(symmetry)), value, "{position:?}");
                }
            }
        }
    }
}

#[test]
fn colours_mean_nothing_to_the_side_to_move() {
    for radius in HexThelloPosition::RADII {
        let explained = Explained::new(radius);
        for position in random_positions(radius, 3) {
            let exchanged = colours_exchanged(&position);
            assert_eq!(explained.evaluate(&(), &exchanged), explained.evaluate(&(), &position));
            let (terms, other) = (explained.terms(&position), explained.terms(&exchanged));
            for (term, other) in terms.iter().zip(&other) {
                assert_eq!(term.raw, [other.raw[1], other.raw[0]], "{}", term.name);
            }
        }
    }
}

#[test]
fn the_terms_add_up_to_the_evaluation() {
    for radius in HexThelloPosition::RADII {
        let (explained, classic) = (Explained::new(radius), Classic::new(radius));
        for position in random_positions(radius, 3) {
            for (terms, value) in [
                (explained.terms(&position), explained.evaluate(&(), &position)),
                (classic.terms(&position), classic.evaluate(&(), &position)),
            ] {
                assert_eq!(terms.iter().map(|term| term.value).sum::<i32>(), value);
                for term in &terms {
                    let margin = (term.raw[0] - term.raw[1]) * position.side_to_move().sign();
                    assert_eq!(term.value, term.weight * margin, "{}", term.name);
                }
            }
        }
    }
}

#[test]
fn patterns_follow_the_moves() {
    let patterns = Patterns::new(7);
    for start in random_positions(7, 3) {
        let state = patterns.state(&start);
        let mut moves = MoveList::new();
        start.generate(&mut moves);
        for &mv in &moves {
            let mut next = start;
            next.play(mv);
            assert_eq!(patterns.advance(&state, &start, mv, &next), patterns.state(&next), "{start:?}");
        }
    }
}

#[test]
fn patterns_know_symmetry_and_colours() {
    let patterns = Patterns::new(7);
    let value = |p: &HexThelloPosition| patterns.evaluate(&patterns.state(p), p);
    let mut corrected = 0;
    for position in random_positions(7, 3) {
        let own = value(&position);
        for symmetry in 1..12 {
            assert_eq!(value(&position.transformed(symmetry)), own, "{position:?}");
        }
        assert_eq!(value(&colours_exchanged(&position)), own);
        assert_eq!(patterns.terms(&position).iter().map(|term| term.value).sum::<i32>(), own);
        let explained = Explained::new(7);
        corrected += i32::from(own != explained.evaluate(&(), &position));
        // With blocked cells nothing is corrected.
        let blocked = with_blocked_cells(&position);
        if blocked.outcome().is_none() && blocked.blocked() != Cells::NONE {
            assert_eq!(value(&blocked), explained.evaluate(&(), &blocked));
        }
    }
    assert!(corrected > 100, "the weights say something");
}

#[test]
fn a_term_left_out_counts_nothing() {
    let without = Explained::with(7, |name| name != "corners");
    for position in random_positions(7, 3) {
        let terms = Explained::new(7).terms(&position);
        let corners = terms.iter().find(|term| term.name == "corners").unwrap();
        let difference = Explained::new(7).evaluate(&(), &position) - without.evaluate(&(), &position);
        assert_eq!(difference, corners.value);
        assert!(without.terms(&position).iter().all(|term| term.name != "corners"));
    }
}

fn engine(game: &str, settings: &str) -> Box<dyn Engine> {
    let spec = EngineSpec::parse_settings(&format!("hash=8:{settings}")).unwrap();
    agon_games::engines().engine(game, &spec).unwrap()
}

fn best(engine: &mut dyn Engine, position: &dyn AnyPosition) -> Report {
    engine.best(position, &Limits::default(), &Stop::new(), &mut |_| {}).unwrap()
}

#[test]
fn black_wins_the_board_of_radius_two_by_eleven() {
    let game = agon_games::registry().game("hexthello:radius=2").unwrap();
    for settings in ["", "exact=on", "eval=corners", "eval=simple:exact=on", "mtdf=on", "selectivity=50"] {
        let mut engine = engine("hexthello:radius=2", &format!("depth=30:{settings}"));
        let report = best(&mut *engine, &*game.start());
        assert!(report.exact, "{settings}: {report:?}");
        assert_eq!(report.score, 1100, "{settings}");
    }
    // Its own best play against itself ends that way.
    let mut engine = engine("hexthello:radius=2", "depth=30");
    let mut position = game.start();
    while matches!(position.phase(), agon_core::Phase::Turn(_)) {
        let report = best(&mut *engine, &*position);
        position.play(&report.mv).unwrap();
    }
    assert_eq!(position.score()[0] - position.score()[1], 11);
}

#[test]
fn endings_on_the_board_of_radius_three_are_solved_alike() {
    let game = agon_games::registry().game("hexthello:radius=3").unwrap();
    let mut selective = engine("hexthello:radius=3", "depth=30");
    let mut plain = engine("hexthello:radius=3", "depth=30:exact=on:eval=simple");
    let late = |p: &HexThelloPosition| (9..=11).contains(&p.empty().count());
    let positions: Vec<_> = random_positions(3, 6).into_iter().filter(late).collect();
    assert!(positions.len() >= 12);
    for position in positions {
        let set_up = HexThello::with_radius(3).unwrap().set_up(&position);
        let position = game.from_set_up(&set_up).unwrap();
        let (selective, plain) = (best(&mut *selective, &*position), best(&mut *plain, &*position));
        assert!(selective.exact && plain.exact, "{}", position.text());
        assert_eq!(selective.score, plain.score, "{}", position.text());
    }
}

/// A player who takes as many discs as it can may take the last one: having few is good only as long as some are left.
#[test]
fn a_greedy_player_does_not_take_the_last_disc() {
    let game = agon_games::registry().game("hexthello").unwrap();
    for (opening, ours) in [
        ("5,7 5,8 9,6 5,6 4,7 3,8 5,5 6,5", Side::Second),
        ("5,7 8,8 9,8 6,6 8,5 9,6 7,5 5,9", Side::Second),
        ("5,7 5,9 6,9 9,7 4,9 4,10 9,6 6,10", Side::First),
    ] {
        let [mut engine, mut greedy] =
            ["nodes=2000", "depth=3:eval=simple"].map(|settings| engine("hexthello", settings));
        let mut position = game.start();
        for mv in opening.split(' ') {
            position.play(mv).unwrap();
        }
        for ply in 8..90 {
            let agon_core::Phase::Turn(side) = position.phase() else {
                panic!("{opening}: over after {ply} moves, {:?}", position.score());
            };
            let player = if side == ours { &mut engine } else { &mut greedy };
            let report = best(&mut **player, &*position);
            position.play(&report.mv).unwrap();
        }
    }
}

#[test]
fn the_lowest_level_beats_random_moves() {
    let game = agon_games::registry().game("hexthello").unwrap();
    let mut level = engine("hexthello", "level=1");
    let mut wins = 0;
    for number in 0..10 {
        let mut dice = Dice::new(number);
        let mut position = game.start();
        let ours = if number % 2 == 0 { Side::First } else { Side::Second };
        while let agon_core::Phase::Turn(side) = position.phase() {
            let mv = if side == ours {
                best(&mut *level, &*position).mv
            } else {
                dice.pick(&position.legal_moves()).unwrap().clone()
            };
            position.play(&mv).unwrap();
        }
        let [black, white] = position.score();
        wins += i32::from((black - white) * ours.sign() > 0);
    }
    assert!(wins >= 8, "{wins} of 10");
}

#[test]
fn levels_play_the_same_move_every_time() {
    let game = agon_games::registry().game("hexthello").unwrap();
    for level in 1..=6 {
        let play = || {
            let mut engine = engine("hexthello", &format!("level={level}"));
            let mut position = game.start();
            for _ in 0..12 {
                let report = best(&mut *engine, &*position);
                position.play(&report.mv).unwrap();
            }
            position.text()
        };
        assert_eq!(play(), play(), "level {level}");
    }
}

/// What a search with the engine's own evaluation and techniques says at each depth up to a last one, in hundredths.
fn scores(wipe_out: &WipeOut, deepest: u32) -> Vec<(u32, i32)> {
    let techniques = Techniques { hash: 16, ..Techniques::default() };
    let mut searcher = Searcher::new(Patterns::new(7), techniques);
    let (clock, stop, mut scores) = (Stopwatch::start(), AtomicBool::new(false), Vec::new());
    let mut listen = |found: &Found<_>| {
        if found.complete && found.depth > 0 {
            scores.push((found.depth, found.score()));
        }
    };
    let limits = SearchLimits::depth(deepest);
    searcher.search(&wipe_out.position(), limits, &clock, &stop, &mut listen).unwrap();
    scores
}

#[test]
fn a_forced_wipe_out_twelve_plies_deep_is_seen_at_depths_ten_to_fourteen() {
    let lost = &wipe_outs::embedded()[0];
    let position = lost.position();
    assert_eq!((lost.moves.len(), position.me().count(), position.them().count()), (54, 6, 55));
    let scores = scores(lost, 14);
    for depth in 10..=14 {
        let (_, score) = scores.iter().find(|(complete, _)| *complete == depth).unwrap();
        assert!(*score <= -3_000, "{score} at depth {depth}: the truth is -67 discs or worse");
    }
}

#[test]
fn no_safety_is_believed_where_a_full_width_search_proves_a_wipe_out() {
    let wipe_outs = wipe_outs::embedded();
    assert!(wipe_outs.len() > 20);
    for wipe_out in &wipe_outs[1..] {
        let text = wipe_out.text();
        let scores = scores(wipe_out, wipe_out.depth + 1);
        // Two plies before the search that leaves nothing out.
        for depth in wipe_out.depth - 2..=wipe_out.depth + 1 {
            // Where all is known no depth follows.
            let (_, score) = scores.iter().rfind(|(complete, _)| *complete <= depth).unwrap();
            assert!(*score <= -score::WIN, "{score} at depth {depth}: {text}");
        }
    }
}
