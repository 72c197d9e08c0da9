//! What programs that learn see of every game: moves as numbers, boards as planes, images, batches.

use agon_core::{AnyGame, AnyPosition, Dice, Phase, Planes, Side};
use std::collections::HashMap;
use std::sync::Arc;

fn games() -> Vec<Arc<dyn AnyGame>> {
    let registry = agon_games::registry();
    let mut games: Vec<_> = registry.games().cloned().collect();
    games.push(registry.game("hexthello:radius=3").unwrap());
    games
}

/// The positions of a random game.
fn random_game(game: &dyn AnyGame, seed: u64) -> Vec<Box<dyn AnyPosition>> {
    let (mut dice, mut line) = (Dice::new(seed), vec![game.opening()]);
    loop {
        let mut next = line[line.len() - 1].boxed();
        if let Some(weights) = next.chance() {
            next.resolve(dice.weighted(weights));
        } else if let Some(mv) = dice.pick(&next.legal_moves()) {
            next.play(mv).unwrap();
        } else {
            return line;
        }
        line.push(next);
    }
}

#[test]
fn a_number_is_one_move_in_every_position() {
    for game in games() {
        let mut meant = HashMap::new();
        for position in (0..6).flat_map(|seed| random_game(&*game, seed)) {
            let (actions, moves) = (position.legal_actions(), position.legal_moves());
            assert_eq!(actions.len(), moves.len());
            for (&action, mv) in actions.iter().zip(&moves) {
                assert_eq!(meant.entry(action).or_insert_with(|| mv.clone()), mv, "{}", game.id());
                assert_eq!(game.action_text(action).as_ref(), Some(mv));
                assert_eq!(position.action_text(action).as_ref(), Ok(mv));
                assert_eq!(position.action_of(mv), Ok(action));
                let (mut one, mut other) = (position.boxed(), position.boxed());
                one.play_action(action).unwrap();
                assert_eq!(other.play_for_action(mv), Ok(action));
                assert!(one.equals(&*other));
            }
            let mut mask = vec![0; game.actions()];
            position.mark_legal(&mut mask);
            assert_eq!(mask.iter().filter(|&&mark| mark == 1).count(), actions.len());
            assert!(actions.iter().all(|&action| mask[action] == 1));
        }
        assert_eq!(game.action_text(game.actions()), None);
    }
}

#[test]
fn a_number_that_is_not_legal_is_refused_with_the_reason() {
    let registry = agon_games::registry();
    let refused = |name: &str, action| registry.game(name).unwrap().start().play_action(action).unwrap_err();
    assert_eq!(refused("reversi", 0).to_string(), "'a1' is not legal here: it would turn no disc");
    assert_eq!(refused("reversi", 65).to_string(), "'65' is not legal here: moves are numbered 0 to 64");
    let mut opening = registry.game("ants").unwrap().opening();
    assert!(opening.play_action(0).unwrap_err().to_string().contains("chance is to decide first"));
}

#[test]
fn images_have_the_moves_of_the_position() {
    for game in games() {
        for position in random_game(&*game, 3) {
            for symmetry in 0..position.symmetries() {
                let image = position.image(symmetry);
                assert_eq!(image.canonical_key(), position.canonical_key());
                for action in position.legal_actions() {
                    let (mut here, mut there) = (position.boxed(), image.boxed());
                    here.play_action(action).unwrap();
                    there.play_action(position.image_action(action, symmetry).unwrap()).unwrap();
                    assert!(here.image(symmetry).equals(&*there), "{} {symmetry}", game.id());
                }
                let swapped = position.image_swaps_sides(symmetry);
                assert_eq!(swapped, image.side_to_move() != position.side_to_move());
            }
        }
    }
}

#[test]
fn planes_show_what_stands_on_the_board() {
    for game in games() {
        let planes = Planes::of(&*game);
        let area = planes.rows * planes.columns;
        for position in random_game(&*game, 4) {
            let painted = |viewer| {
                let mut all = vec![0u8; planes.area()];
                planes.paint(&*position, viewer, &mut all);
                all.chunks(area).map(<[u8]>::to_vec).collect::<Vec<_>>()
            };
            let board = painted(None);
            let standing = position.set_up().contents.iter().flatten().count();
            assert_eq!(board[..planes.count - 1].iter().flatten().filter(|&&n| n == 1).count(), standing);
            let full = |side: Side| vec![side.index() as u8; area];
            assert_eq!(board[planes.count - 1], full(position.side_to_move()));
            let (first, second) = (painted(Some(Side::First)), painted(Some(Side::Second)));
            assert_eq!([&first[0], &first[1]], [&board[0], &board[1]]);
            assert_eq!([&second[0], &second[1]], [&board[1], &board[0]]);
            assert_eq!(
                [&first[planes.count - 1], &second[planes.count - 1]],
                [&full(Side::First), &full(Side::Second)]
            );
        }
    }
}

#[test]
fn a_batch_is_its_positions() {
    for game in games() {
        let line = random_game(&*game, 5);
        let mut batch = game.batch();
        assert!(line.iter().all(|position| batch.push(&**position)));
        assert_eq!(batch.count(), line.len());
        batch.visit(0..line.len() + 5, &mut |row, position| assert!(position.equals(&*line[row])));
        let rows = [2, 0, line.len() + 1];
        assert_eq!(batch.select(&rows).count(), 2);
        assert!(batch.select(&rows).get(0).unwrap().equals(&*line[2]));
        let mut twice = batch.boxed();
        assert!(twice.append(&*batch) && twice.count() == 2 * line.len());
        let mut below = game.batch();
        let children: usize = (0..line.len()).map(|row| below.push_children(&*batch, row)).sum();
        assert_eq!(children, line.iter().map(|position| position.children().len()).sum::<usize>());
        let stepped = batch.changed(0..line.len() - 1, &mut |_, position| match position.phase() {
            Phase::Turn(_) => position.play_action(position.legal_actions()[0]),
            _ => Ok(()),
        });
        assert_eq!(stepped.ok().map(|after| after.count()), Some(line.len() - 1));
    }
}

#[test]
fn a_batch_takes_positions_of_its_own_game_only() {
    let registry = agon_games::registry();
    let (large, small) = (registry.game("hexthello").unwrap(), registry.game("hexthello:radius=3").unwrap());
    let mut batch = large.batch();
    assert!(!batch.push(&*small.start()) && !batch.append(&*small.batch()));
    assert!(!batch.push(&*registry.game("reversi").unwrap().start()));
    assert_eq!(batch.count(), 0);
}

#[test]
fn games_are_known_by_other_names() {
    let registry = agon_games::registry();
    for (other, name) in [
        ("othello", "reversi"),
        ("Connect_Four", "four-in-a-row"),
        ("connect4", "four-in-a-row"),
        ("hexthello:radius=3", "hexthello:radius=3"),
        ("chess", "chess"),
    ] {
        assert_eq!(registry.proper_id(other), name);
    }
}
