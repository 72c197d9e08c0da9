//! Perft of every position in `tests/perft/*.txt`, by the fast rules on both sets of processor instructions;
//! small counts also by the plain second implementations.

use crate::simple;
use agon_core::cpu::Choice;
use std::path::Path;

/// Counts above this are left to the fast rules alone.
const PLAIN_LIMIT: u64 = 20_000;

/// Counts above this are left to release builds and benchmarks.
const FAST_LIMIT: u64 = 60_000_000;

struct Case {
    place: String,
    game: String,
    position: String,
    leaves: Vec<u64>,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        for (i, line) in std::fs::read_to_string(&file).unwrap().lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let place = format!("{}:{}", file.file_name().unwrap().display(), i + 1);
            let [game, position, leaves] = line.split(';').collect::<Vec<_>>()[..] else {
                panic!("{place}: game; position; leaves")
            };
            let leaves = leaves.split_whitespace().map(|n| n.parse().unwrap()).collect();
            cases.push(Case { place, game: game.trim().into(), position: position.trim().into(), leaves });
        }
    }
    cases
}

#[test]
fn every_position_has_its_known_number_of_leaves() {
    let games = agon_games::registry();
    let cases = cases();
    assert!(games.games().all(|g| cases.iter().any(|c| c.game == g.info().name && c.position.is_empty())));
    for case in cases {
        let game = games.game(&case.game).unwrap_or_else(|e| panic!("{}: {e}", case.place));
        let position = match case.position.as_str() {
            "" => game.start(),
            text => game.parse_position(text).unwrap_or_else(|e| panic!("{}: {e}", case.place)),
        };
        for (depth, &leaves) in (1..).zip(&case.leaves) {
            if leaves <= FAST_LIMIT {
                assert_eq!(position.perft(depth, Choice::Best), leaves, "{} depth {depth}", case.place);
            }
            if leaves <= FAST_LIMIT / 10 {
                let baseline = position.perft(depth, Choice::Baseline);
                assert_eq!(baseline, leaves, "{} depth {depth}, baseline", case.place);
            }
            if leaves <= PLAIN_LIMIT {
                let plain = simple::perft(simple::of(game.info().name), &position.text(), depth);
                assert_eq!(plain, leaves, "{} depth {depth}, plain rules", case.place);
            }
        }
    }
}
