//! The connect-four solver against the given sets, against plain alpha-beta and against itself.
#![allow(clippy::print_stderr)] // Reason: a test that skips says so.

use agon_connect::ConnectPosition;
use agon_connect::solver::classic::Classic;
use agon_connect::solver::sets::{Known, position_after, read_set, sets_in};
use agon_connect::solver::{Book, Keyed, Options, Scored, Solver, plain, solve};
use agon_core::cpu::Choice;
use agon_core::{Dice, MoveList, Position};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

const SMALL: Options = Options { table_bytes: 1 << 20, threads: 1, instructions: Choice::Best };

/// The given positions, if they are here: `AGON_DATA` or the folder beside the project says where.
fn given<B: Keyed>(set: &str) -> Option<Vec<Known<B, 7, 6>>> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let path = std::env::var_os("AGON_DATA").map_or(beside, PathBuf::from).join("connect4").join(set);
    if !path.exists() {
        eprintln!("skipped: {} is not here; set AGON_DATA to the folder with connect4/{set}", path.display());
        return None;
    }
    Some(read_set(&path).expect("a set that can be read"))
}

fn check_set(set: &str, wanted: impl Fn(usize, &Known<u64, 7, 6>) -> bool) {
    let Some(known) = given::<u64>(set) else { return };
    let mut solver = Solver::new(Options::default());
    let mut checked = 0;
    for (i, known) in known.iter().enumerate().filter(|&(i, known)| wanted(i, known)) {
        solver.clear();
        assert_eq!(solver.score(&known.position).score, known.score, "line {} of {set}", i + 1);
        checked += 1;
    }
    assert!(checked >= 8, "only {checked} positions of {set} were wanted");
}

#[test]
fn scores_of_all_end_positions() {
    check_set("Test_L3_R1", |_, _| true);
}

#[test]
fn scores_of_all_middle_positions() {
    check_set("Test_L2_R1", |_, _| true);
}

#[test]
fn scores_of_all_easy_openings() {
    check_set("Test_L1_R1", |_, _| true);
}

/// The hard openings with the most stones: the others take too long here, see `connect_bench`.
#[test]
fn scores_of_some_hard_openings() {
    check_set("Test_L1_R3", |i, known| known.position.ply() >= 11 && i < 250);
}

/// The values of the first moves have been known since 1988: the middle wins, its neighbours draw, the others lose.
#[test]
fn the_book_knows_the_values_of_the_first_moves() {
    let book = Book::embedded().unwrap();
    let values = book.values(&ConnectPosition::START).unwrap();
    let values: Vec<_> = values.into_iter().map(|(mv, value)| (mv.column(), value)).collect();
    assert_eq!(values, [(0, -2), (1, -1), (2, 0), (3, 1), (4, 0), (5, -1), (6, -2)]);
    assert_eq!(book.known(), book.len());
}

#[test]
fn the_book_has_the_given_scores() {
    let book = Book::embedded().unwrap();
    for set in ["Test_L1_R1", "Test_L1_R3"] {
        let Some(known) = given::<u64>(set) else { continue };
        for known in known.iter().filter(|known| known.position.ply() <= book.plies()) {
            assert_eq!(book.value(&known.position), Some(known.score), "{set}");
        }
    }
}

#[test]
fn the_book_is_what_the_solver_finds() {
    let book = Book::embedded().unwrap();
    let mut dice = Dice::new(8);
    let mut solver = Solver::new(Options::default());
    let mut checked = 0;
    while checked < 6 {
        let Some(position) = random_position::<u64, 7, 6>(&mut dice, 8) else { continue };
        assert_eq!(book.value(&position), Some(solver.score(&position).score));
        checked += 1;
    }
}

/// A random position, not over, after so many moves; nothing if the dice ended the game before, though they
/// have several throws for each move.
fn random_position<B: Keyed, const W: usize, const H: usize>(
    dice: &mut Dice,
    plies: usize,
) -> Option<ConnectPosition<B, W, H>> {
    let mut position = ConnectPosition::START;
    for _ in 0..plies {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let throws = (0..4).map(|_| {
            let mut after = position;
            after.play(*dice.pick(&moves).expect("the game is not over"));
            after
        });
        position = { throws }.find(|after| after.outcome().is_none())?;
    }
    Some(position)
}

/// Scores, move values and best moves of random positions with at most so many empty cells.
fn agrees_with_plain<B: Keyed, const W: usize, const H: usize>(seed: u64, most_empties: usize, count: usize) {
    let mut dice = Dice::new(seed);
    let mut solver = Solver::<B, W, H>::new(SMALL);
    let fewest = (W * H).saturating_sub(most_empties);
    let mut checked = 0;
    while checked < count {
        let plies = fewest + dice.below((W * H - fewest) as u64) as usize;
        let Some(position) = random_position::<B, W, H>(&mut dice, plies) else { continue };
        let score = plain::score(&position);
        solver.clear();
        assert_eq!(solver.score(&position).score, score, "{W} × {H}: {position:?}");
        let values = solver.values(&position);
        assert_eq!(values.iter().flatten().max(), Some(&score), "{W} × {H}: {position:?}");
        let best = solver.solve(&position).best.expect("a move");
        assert_eq!(values[usize::from(best.column())], Some(score), "{W} × {H}: {position:?}");
        checked += 1;
    }
}

#[test]
fn plain_alpha_beta_agrees_on_boards_of_even_height() {
    agrees_with_plain::<u64, 5, 4>(1, 16, 300);
    agrees_with_plain::<u64, 6, 4>(2, 15, 300);
    agrees_with_plain::<u64, 4, 6>(3, 16, 300);
    agrees_with_plain::<u64, 7, 6>(4, 14, 300);
    agrees_with_plain::<u128, 6, 4>(5, 15, 100);
}

#[test]
fn plain_alpha_beta_agrees_on_boards_of_odd_height() {
    agrees_with_plain::<u64, 4, 5>(11, 16, 200);
    agrees_with_plain::<u64, 5, 5>(12, 15, 200);
    agrees_with_plain::<u128, 9, 9>(13, 12, 100);
}

/// Values that others have published (John Tromp's tables).
#[test]
fn empty_boards_have_their_known_values() {
    fn value<const W: usize, const H: usize>() -> i32 {
        Solver::<u64, W, H>::new(Options::default()).score(&ConnectPosition::START).score
    }
    assert_eq!((value::<5, 4>(), value::<4, 6>()), (0, 0));
    assert_eq!((value::<4, 5>(), value::<5, 5>()), (0, 0));
    assert_eq!(value::<6, 4>(), -1, "the second player wins with its last stone");
}

#[test]
fn words_and_instructions_search_the_same_nodes() {
    let mut dice = Dice::new(15);
    let mut solver = Solver::<u64, 7, 6>::new(SMALL);
    let mut baseline = Solver::<u64, 7, 6>::new(Options { instructions: Choice::Baseline, ..SMALL });
    // Slots of 128-bit boards are twice as large.
    let mut wide =
        Solver::<u128, 7, 6>::new(Options { table_bytes: 2 * SMALL.table_bytes - (256 << 10), ..SMALL });
    for _ in 0..60 {
        let plies = 14 + dice.below(20) as usize;
        let seed = dice.next_u64();
        let Some(position) = random_position::<u64, 7, 6>(&mut Dice::new(seed), plies) else { continue };
        let same = random_position::<u128, 7, 6>(&mut Dice::new(seed), plies).expect("the same game");
        solver.clear();
        baseline.clear();
        wide.clear();
        let scored = solver.score(&position);
        assert_eq!(scored, baseline.score(&position), "{position:?}");
        assert_eq!(scored.score, wide.score(&same).score, "{position:?}");
    }
}

#[test]
fn mirror_images_have_mirrored_values() {
    let mut dice = Dice::new(16);
    let mut solver = Solver::<u64, 7, 6>::new(SMALL);
    for _ in 0..60 {
        let Some(position) = random_position::<u64, 7, 6>(&mut dice, 20) else { continue };
        solver.clear();
        let mut values = solver.values(&position);
        values[..7].reverse();
        solver.clear();
        assert_eq!(solver.values(&position.transformed(1)), values, "{position:?}");
    }
}

#[test]
fn two_threads_find_the_same_scores() {
    let mut dice = Dice::new(17);
    let mut alone = Solver::<u64, 7, 6>::new(SMALL);
    let mut together = Solver::<u64, 7, 6>::new(Options { threads: 2, ..SMALL });
    for _ in 0..30 {
        let Some(position) = random_position::<u64, 7, 6>(&mut dice, 12) else { continue };
        alone.clear();
        together.clear();
        assert_eq!(alone.score(&position).score, together.score(&position).score, "{position:?}");
    }
}

#[test]
fn the_classic_search_agrees_in_both_words() {
    let mut dice = Dice::new(18);
    let mut solver = Solver::<u64, 7, 6>::new(SMALL);
    let (mut classic, mut wide) = (Classic::<u64, 7, 6>::new(1 << 20), Classic::<u128, 7, 6>::new(1 << 21));
    for _ in 0..60 {
        let seed = dice.next_u64();
        let Some(position) = random_position::<u64, 7, 6>(&mut Dice::new(seed), 18) else { continue };
        let same = random_position::<u128, 7, 6>(&mut Dice::new(seed), 18).expect("the same game");
        solver.clear();
        classic.clear();
        wide.clear();
        let score = solver.score(&position).score;
        assert_eq!((classic.score(&position), wide.score(&same)), (score, score), "{position:?}");
    }
}

#[test]
fn a_search_that_is_told_to_stop_gives_no_score() {
    let mut solver = Solver::<u64, 7, 6>::new(SMALL);
    assert_eq!(solver.score_until(&ConnectPosition::START, &AtomicBool::new(true)), None);
    let position = position_after("4444415335661").expect("legal moves");
    let never = AtomicBool::new(false);
    let scored = solver.score_until(&position, &never).expect("nobody stopped it");
    solver.clear();
    assert_eq!(scored, solver.score(&position), "what was left of the stopped search changes nothing");
}

#[test]
fn a_finished_game_is_worth_its_result() {
    let position = position_after::<u64, 7, 6>("1212121").expect("legal moves");
    let solution = solve(&position, SMALL);
    // The winner had 18 of its 21 stones left before the last move.
    assert_eq!((solution.score, solution.best, solution.nodes), (-18, None, 0));
    let Scored { score, .. } =
        Solver::new(SMALL).score(&position_after::<u64, 7, 6>("121212").expect("legal"));
    assert_eq!(score, 18);
}

#[test]
fn what_is_wrong_with_moves_and_sets_is_said() {
    let error = |columns: &str| position_after::<u64, 7, 6>(columns).expect_err("no position");
    assert_eq!(error("48"), "'8' is not a column from 1 to 7");
    assert_eq!(error("1111111"), "column 1 is full before the last of the moves 1111111");
    assert_eq!(error("12121213"), "the game is over before the last of the moves 12121213");
    let folder = std::env::temp_dir().join(format!("agon-sets-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let said = sets_in(&folder).expect_err("no sets").to_string();
    assert!(said.contains("there are no sets in"), "{said}");
    std::fs::write(folder.join("Test_X"), "44 1\n45 x\n").expect("a file");
    let said = read_set::<u64, 7, 6>(&folder.join("Test_X")).expect_err("a bad line").to_string();
    assert!(said.starts_with("line 2 of ") && said.ends_with("\"x\" is not a score"), "{said}");
    std::fs::remove_dir_all(&folder).expect("removed");
}
