//! What holds for every registered game, tried on seeded random games.

use crate::simple;
use agon_core::record::PlayerInfo;
use agon_core::{
    AnyGame, AnyPosition, Color, Dice, Game, Line, MoveList, Phase, Position, Record, TypedPosition,
};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The games, with variants worth trying.
fn games() -> Vec<Arc<dyn AnyGame>> {
    let registry = agon_games::registry();
    let mut all: Vec<_> = registry.games().cloned().collect();
    for id in ["hexthello:radius=2", "hexthello:radius=4"] {
        all.extend(registry.game(id).ok());
    }
    all
}

/// Which positions of a game to look at: all, or in long games a part that differs from seed to seed.
fn plies(line: &Line, seed: u64) -> impl Iterator<Item = usize> {
    let step = 1 + line.moves().len() / 60 * 4;
    ((seed % step as u64) as usize..=line.moves().len()).step_by(step)
}

/// Plays a random game to its end.
fn random_game(game: &Arc<dyn AnyGame>, seed: u64) -> Line {
    let mut dice = Dice::new(seed);
    let mut start = game.opening();
    while let Some(weights) = start.chance() {
        start.resolve(dice.weighted(weights));
    }
    let mut line = Line::new(start);
    while let Some(mv) = dice.pick(&line.position().legal_moves()).cloned() {
        line.play(&mv, |weights| dice.weighted(weights)).expect("a legal move is legal");
        assert!(line.moves().len() < 1000, "{} does not end", game.id());
    }
    line
}

#[test]
fn pieces_have_their_sides_letters_and_the_colours_that_their_sides_are_called_by() {
    for game in games() {
        let sides = game.info().sides;
        for side in sides {
            let called = Color::ALL.into_iter().find(|color| color.name() == side.name);
            assert!(called.is_none_or(|color| color == side.color), "{}: {side:?}", game.id());
        }
        assert_ne!(sides[0].color, sides[1].color, "{}", game.id());
        for piece in game.layout().pieces {
            let side = piece.side.map(|side| sides[side]);
            assert_eq!(piece.color, side.map(|side| side.color), "{}: {piece:?}", game.id());
            assert!(side.is_none_or(|side| side.letter == piece.symbol), "{}: {piece:?}", game.id());
        }
    }
}

#[test]
fn a_move_without_cells_is_a_pass_and_where_it_is_forced_the_position_says_so() {
    let mut seen = BTreeSet::new();
    for game in games() {
        for seed in 0..60 {
            let line = random_game(&game, seed);
            for (ply, mv) in line.moves().iter().enumerate() {
                let before = line.position_at(ply).unwrap();
                assert_eq!(before.forced_pass().is_some(), mv.pass, "{}: {before:?}", game.id());
                assert_eq!(mv.pass, mv.path.is_empty());
                assert!(before.view(&[]).moves.iter().all(|legal| legal.pass == mv.pass));
                if mv.pass {
                    seen.insert(game.info().name);
                }
            }
        }
    }
    assert_eq!(seen, ["ants", "hexthello", "reversi"].into(), "the connect-four games have no pass");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn random_play_ends_with_an_outcome_that_fits_the_score(seed: u64) {
        for game in games() {
            let line = random_game(&game, seed);
            let Phase::Over(outcome) = line.position().phase() else {
                panic!("{}: no move but not over: {:?}", game.id(), line.position());
            };
            let [first, second] = line.position().score();
            prop_assert_eq!((first - second).signum(), outcome.margin.signum());
            prop_assert_eq!(outcome.margin.signum(), outcome.winner.map_or(0, |w| w.sign()));
        }
    }

    #[test]
    fn records_round_trip_and_replay(seed: u64) {
        let registry = agon_games::registry();
        for game in games() {
            let line = random_game(&game, seed);
            let players = ["a", "b"].map(|n| PlayerInfo { name: n.into(), spec: String::new() });
            let record = Record::of_line(&line, players);
            let read = Record::from_json(&record.to_json()).unwrap();
            prop_assert_eq!(&read, &record);
            let replayed = read.replay(&registry).unwrap();
            prop_assert_eq!(replayed.position().text(), line.position().text());
            prop_assert_eq!(replayed.moves(), line.moves());
        }
    }

    #[test]
    fn positions_round_trip_through_their_text(seed: u64) {
        for game in games() {
            let line = random_game(&game, seed);
            for ply in plies(&line, seed) {
                let position = line.position_at(ply).unwrap();
                let text = position.text();
                let read = game.parse_position(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
                prop_assert_eq!(read.text(), text);
                // A position read from its text has its hash made from scratch.
                prop_assert_eq!(read.key(), position.key());
                prop_assert_eq!(read.legal_moves(), position.legal_moves());
                prop_assert_eq!(read.phase(), position.phase());
                let again = game.from_set_up(&position.set_up()).unwrap();
                prop_assert_eq!(again.key(), position.key());
            }
        }
    }

    #[test]
    fn the_plain_rules_agree_on_every_move(seed: u64) {
        for game in games() {
            let line = random_game(&game, seed);
            for ply in plies(&line, seed) {
                agrees_with_plain_rules(&*game, line.position_at(ply).unwrap());
            }
        }
    }

    #[test]
    fn views_describe_the_moves(seed: u64) {
        for game in games() {
            let line = random_game(&game, seed);
            for ply in (0..=line.moves().len()).step_by(7) {
                let view = line.view_at(ply);
                let position = line.position_at(ply).unwrap();
                prop_assert_eq!(view.contents.len(), view.layout.cells.len());
                let texts: Vec<_> = view.moves.iter().map(|m| m.text.clone()).collect();
                prop_assert_eq!(&texts, &position.legal_moves());
                let distinct: BTreeSet<_> = view.moves.iter().map(|m| &m.path).collect();
                prop_assert_eq!(distinct.len(), view.moves.len(), "clicks must tell moves apart");
                for mv in &view.moves {
                    let mut next = position.boxed();
                    next.play(&mv.text).unwrap();
                    let mut contents = view.contents.clone();
                    for change in &mv.changes {
                        contents[change.cell] = change.piece;
                    }
                    prop_assert_eq!(contents, next.set_up().contents);
                }
            }
        }
    }

    #[test]
    fn symmetry_and_hashes_are_consistent(seed: u64) {
        macro_rules! check {
            ($($game:ty => $family:expr),* $(,)?) => { $(check_symmetry::<$game>(seed);)* };
        }
        agon_games::for_each_game!(check);
    }
}

fn agrees_with_plain_rules(game: &dyn AnyGame, position: &dyn AnyPosition) {
    let plain = simple::of(game.info().name)(&position.text());
    let plain: BTreeSet<_> = plain.into_iter().collect();
    let ours: BTreeSet<_> = position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut next = position.boxed();
            next.play(&mv).unwrap();
            (mv, next.text())
        })
        .collect();
    assert_eq!(ours, plain, "{}: {position:?}", game.id());
}

/// Legal moves, outcomes and keys of every image of every position of a random game fit the original's.
fn check_symmetry<G: Game>(seed: u64) {
    let game: Arc<dyn AnyGame> = Arc::new(agon_core::Typed::new(G::standard()));
    let line = random_game(&game, seed);
    for ply in plies(&line, seed) {
        let any = line.position_at(ply).unwrap();
        let typed: &TypedPosition<G> = any.as_any().downcast_ref().unwrap();
        let position = typed.position;
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        assert_eq!(position.count_moves(), moves.len());
        let texts = |p: &G::Position, moves: &[<G::Position as Position>::Move]| -> BTreeSet<String> {
            moves.iter().map(|&mv| typed.game.move_text(p, mv)).collect()
        };
        for &mv in &moves {
            let mut next = position;
            next.play(mv);
            assert_eq!(position.key_after(mv), next.key(), "{any:?}");
        }
        for symmetry in 0..G::Position::SYMMETRIES {
            let image = position.transformed(symmetry);
            let mut image_moves = MoveList::new();
            image.generate(&mut image_moves);
            let carried: Vec<_> = moves.iter().map(|&mv| position.transformed_move(mv, symmetry)).collect();
            assert_eq!(texts(&image, &image_moves), texts(&image, &carried), "{any:?} symmetry {symmetry}");
            assert_eq!(image.canonical_key(), position.canonical_key(), "{any:?} symmetry {symmetry}");
            let sign = if G::Position::swaps_sides(symmetry) { -1 } else { 1 };
            let margins = (image.outcome().map(|o| o.margin), position.outcome().map(|o| o.margin * sign));
            assert_eq!(margins.0, margins.1, "{any:?} symmetry {symmetry}");
            for &mv in &moves {
                let (mut next, mut image_next) = (position, image);
                next.play(mv);
                image_next.play(position.transformed_move(mv, symmetry));
                assert_eq!(next.transformed(symmetry), image_next, "{any:?} symmetry {symmetry}");
            }
        }
    }
}
