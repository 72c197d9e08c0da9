//! Exact techniques find plain minimax's value and move: each alone, all together, in every game.

use crate::support::{Disturbed, Expected, Race, random_position};
use agon_core::{Dice, Game, Position};
use agon_search::{Evaluator, Kind, Limits, Searcher, TECHNIQUES, Techniques};

/// Alpha-beta with each exact technique alone, every exact technique together, and those without one of them.
fn settings() -> Vec<(String, Techniques)> {
    let small = |t: Techniques| Techniques { hash: 1, ..t };
    let mut all = vec![
        ("plain alpha-beta".to_owned(), small(Techniques::plain_alphabeta())),
        ("all".to_owned(), small(Techniques::all_exact())),
        ("all with mtdf".to_owned(), Techniques { mtdf: true, ..small(Techniques::all_exact()) }),
        ("all on two threads".to_owned(), Techniques { threads: 2, ..small(Techniques::all_exact()) }),
        ("all on three threads".to_owned(), Techniques { threads: 3, ..small(Techniques::all_exact()) }),
    ];
    for technique in TECHNIQUES.iter().filter(|t| t.kind == Kind::Exact && t.name != "alphabeta") {
        let mut alone = small(Techniques::plain_alphabeta());
        alone.set(technique.name, "on").unwrap();
        // Some techniques stand on the table.
        alone.table |= matches!(technique.name, "tablemove" | "etc" | "mtdf");
        // Aspiration needs an earlier value, Star2 what Star1 does.
        alone.deepening |= technique.name == "aspiration";
        alone.star1 |= technique.name == "star2";
        all.push((format!("{} alone", technique.name), alone));
        let mut without = small(Techniques::all_exact());
        without.set(technique.name, "off").unwrap();
        all.push((format!("all without {}", technique.name), without));
    }
    all
}

fn compare<P: Position, E: Evaluator<P> + Copy>(
    name: &str,
    start: P,
    evaluator: impl Fn(u64) -> E,
    positions: u64,
    longest: u64,
    depths: &[u32],
) {
    let settings = settings();
    let mut dice = Dice::new(20_240_601);
    for number in 0..positions {
        let plies = dice.below(longest);
        let position = random_position(start, plies, &mut dice);
        let depth = depths[number as usize % depths.len()];
        let evaluator = evaluator([0, 3, 400][number as usize % 3]);
        let mut minimax = Searcher::new(evaluator, Techniques::minimax());
        let expected = minimax.best(&position, Limits::depth(depth)).unwrap();
        // Every position with some of the settings, every setting with many positions.
        for (label, techniques) in settings.iter().skip(number as usize % 4).step_by(4) {
            let mut searcher = Searcher::new(evaluator, techniques.clone());
            let found = searcher.best(&position, Limits::depth(depth)).unwrap();
            let context = format!("{name}, {label}, depth {depth}, {plies} plies: {position:?}");
            assert_eq!(found.score(), expected.score(), "value: {context}");
            assert_eq!(found.mv, expected.mv, "move: {context}");
            // The same again, on a table that is already full of this search and of another depth.
            let _ = searcher.best(&position, Limits::depth((depth + 1).min(3))).unwrap();
            let again = searcher.best(&position, Limits::depth(depth)).unwrap();
            assert_eq!((again.score(), again.mv), (expected.score(), expected.mv), "again: {context}");
            if expected.value.resolved {
                assert!(found.value.resolved, "resolved: {context}");
            }
        }
    }
}

#[test]
fn exact_techniques_equal_minimax_in_every_game() {
    macro_rules! each_game {
        ($($game:ty => $family:expr),* $(,)?) => {
            $({
                let game = <$game>::standard();
                compare(game.info().name, game.opening(), |spread| Disturbed { spread }, 600, 70, &[1, 2, 3]);
            })*
        };
    }
    agon_games::for_each_game!(each_game);
}

#[test]
fn exact_techniques_equal_minimax_with_chance() {
    compare("race", Race::START, |spread| Disturbed { spread }, 600, 14, &[1, 2, 3, 4, 5]);
    compare("race for points", Race::START, |spread| Expected { spread }, 600, 14, &[1, 2, 3, 4, 5]);
}

#[test]
fn star_cutoffs_save_work() {
    let nodes = |star1, star2| -> u64 {
        let techniques = Techniques { star1, star2, ..Techniques::all_exact() };
        let mut searcher = Searcher::new(Expected { spread: 3 }, techniques);
        searcher.best(&Race::START, Limits::depth(7)).unwrap().nodes
    };
    let (none, star1, both) = (nodes(false, false), nodes(true, false), nodes(true, true));
    assert!(star1 < none, "{star1} of {none}");
    assert!(both < none, "{both} of {none}");
}
