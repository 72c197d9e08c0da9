//! The course's evaluation and minimax against a second, plain implementation of its text.

#![allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.

mod plain;

use agon_core::{Dice, Game, MoveList, Position, Side};
use agon_engine::mind::Mind;
use agon_reversi::engine::{Course, Minimax};
use agon_reversi::{Move, Reversi, ReversiPosition};
use agon_search::{Limits, Stopwatch, Techniques};
use plain::{Plain, STRATEGIES, WORTH};
use std::sync::atomic::AtomicBool;

/// The positions, each by the moves that lead to it; passes are not written.
fn transcripts() -> Vec<&'static str> {
    let lines = include_str!("positions.txt").lines();
    lines.filter(|line| !line.starts_with('#') && !line.is_empty()).collect()
}

fn engine_position(transcript: &str) -> ReversiPosition {
    let mut position = Reversi.start();
    for at in (0..transcript.len()).step_by(2) {
        skip(&mut position);
        let mv = Reversi.parse_move(&position, &transcript[at..at + 2]).unwrap();
        position.play(mv);
    }
    skip(&mut position);
    position
}

/// Passes where that is all there is.
fn skip(position: &mut ReversiPosition) {
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    if moves.iter().copied().eq([Move::PASS]) {
        position.play(Move::PASS);
    }
}

/// The same position on the plain board.
fn on_the_plain_board(position: &ReversiPosition) -> Plain {
    let mut board = Plain::start();
    let [black, white] = position.discs();
    for square in 0..64 {
        let is = |discs: u64| discs >> square & 1 != 0;
        board.squares[square / 8][square % 8] = match (is(black), is(white)) {
            (true, _) => 'B',
            (_, true) => 'W',
            _ => '-',
        };
    }
    board.last = position.last().map(|mv| plain::square(&mv.to_string()));
    board.to_move = if position.side_to_move() == Side::First { 'B' } else { 'W' };
    board
}

fn assert_same(position: &ReversiPosition, board: &Plain, name: &str) {
    let terms = Course::new().terms(position);
    let early = position.score().iter().sum::<i32>() < 20;
    assert_eq!(terms.len(), STRATEGIES.len());
    for (n, term) in terms.iter().enumerate() {
        assert_eq!(term.name, STRATEGIES[n]);
        assert_eq!((term.raw[0], term.raw[1]), board.strategies()[n], "{}: {name}", term.name);
        let worth = if early { WORTH[n].0 } else { WORTH[n].1 };
        assert_eq!(term.weight, worth, "{}", term.name);
    }
    assert_eq!(Course::new().for_black(position), board.value(), "{name}");
}

#[test]
fn every_term_on_a_dozen_positions() {
    let transcripts = transcripts();
    assert!(transcripts.len() >= 12);
    let mut seen = [[false; 3]; 10];
    for transcript in transcripts {
        let (position, board) = (engine_position(transcript), Plain::after(transcript));
        assert_same(&position, &board, transcript);
        for (n, (black, white)) in board.strategies().into_iter().enumerate() {
            seen[n][((black - white).signum() + 1) as usize] = true;
        }
    }
    for (name, [white, _, black]) in STRATEGIES.into_iter().zip(seen) {
        assert!(white && black, "the positions show {name} good for either side: {white} {black}");
    }
}

#[test]
fn every_term_on_every_position_of_random_games() {
    let mut dice = Dice::new(20);
    for _ in 0..40 {
        let mut position = ReversiPosition::START;
        loop {
            assert_same(&position, &on_the_plain_board(&position), &format!("{position:?}"));
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            let Some(&mv) = dice.pick(&moves) else { break };
            position.play(mv);
        }
    }
}

#[test]
fn a_term_left_out_counts_nothing_and_is_not_shown() {
    for transcript in transcripts() {
        let position = engine_position(transcript);
        let all = Course::new();
        for term in all.terms(&position) {
            let without = Course::with(|name| name != term.name);
            let difference = all.for_black(&position) - without.for_black(&position);
            assert_eq!(difference, term.weight * (term.raw[0] - term.raw[1]), "{}", term.name);
            assert!(without.terms(&position).iter().all(|other| other.name != term.name));
        }
    }
}

#[test]
fn turned_and_mirrored_boards_are_worth_the_same() {
    for transcript in transcripts() {
        let position = engine_position(transcript);
        for symmetry in 1..8 {
            let turned = position.transformed(symmetry);
            assert_eq!(Course::new().for_black(&turned), Course::new().for_black(&position), "{transcript}");
        }
    }
}

fn search(position: &ReversiPosition, depth: u32, alphabeta: bool) -> (Move, i32) {
    let techniques = Techniques { alphabeta, ..Techniques::default() };
    let mut mind = Minimax::new(Course::new(), &techniques);
    let found = mind
        .search(position, Limits::depth(depth), &Stopwatch::start(), &AtomicBool::new(false), &mut |_| {})
        .unwrap();
    (found.mv, found.value.score * position.side_to_move().sign())
}

#[test]
fn the_search_is_the_plain_minimax_of_two_and_four_plies() {
    for transcript in transcripts() {
        let (position, board) = (engine_position(transcript), Plain::after(transcript));
        if position.outcome().is_some() {
            continue;
        }
        // Four plies of the plain one take their time: only where there are few moves.
        for depth in if board.moves(board.to_move).len() < 9 { vec![1, 2, 3, 4] } else { vec![1, 2, 3] } {
            let (mv, value) = search(&position, depth, true);
            assert_eq!(value, board.minimax(depth), "{depth} plies: {transcript}");
            assert_eq!((mv, value), search(&position, depth, false), "{depth} plies: {transcript}");
            let mut next = board.clone();
            next.play(plain::square(&mv.to_string()));
            assert_eq!(next.minimax(depth - 1), value, "the move {mv} is worth that: {transcript}");
        }
    }
}

#[test]
fn a_side_without_a_move_uses_up_no_ply() {
    // Black takes a corner, white has no move, and the second ply is black's again.
    let rows =
        ["-OX-----", "--------", "--------", "--------", "--------", "--------", "--------", "XO------"];
    let text = format!("{} X", rows.concat());
    let set = |c: char| text.chars().take(64).enumerate().fold(0, |b, (i, is)| b | u64::from(is == c) << i);
    let position = ReversiPosition::new(set('X'), set('O'), Side::First).unwrap();
    let mut after = position;
    for square in [0, 64, 58] {
        after.play(Move::on(square).unwrap_or(Move::PASS));
    }
    assert_eq!(search(&position, 2, true), (Move::on(0).unwrap(), Course::new().for_black(&after)));
    let mut board = on_the_plain_board(&position);
    board.last = None;
    assert_eq!(board.minimax(2), Course::new().for_black(&after));
}

#[test]
fn the_computer_opens_and_takes_a_corner_as_in_the_course_s_document() {
    let f5 = Move::on(8 * 4 + 5).unwrap();
    for depth in [2, 4, 6] {
        assert_eq!(search(&ReversiPosition::START, depth, true).0, f5, "row 4, column 5");
    }
    let rows = "--OOOOXO---OOOOO--OOXOOO-OOXOO---OXOOO--XOOOOO---OOXX----OX--X--";
    let set = |c: char| rows.chars().enumerate().fold(0, |b, (i, is)| b | u64::from(is == c) << i);
    let position = ReversiPosition::new(set('X'), set('O'), Side::First).unwrap();
    for depth in [2, 4] {
        assert_eq!(search(&position, depth, true).0, Move::on(56).unwrap(), "row 7, column 0");
    }
}

#[test]
fn limits_end_the_search_with_the_deepest_complete_choice() {
    let position = engine_position(transcripts()[3]);
    let mut mind = Minimax::new(Course::new(), &Techniques::default());
    let (watch, never) = (Stopwatch::start(), AtomicBool::new(false));
    let mut depths = Vec::new();
    let found = mind
        .search(&position, Limits::nodes(5_000), &watch, &never, &mut |found| depths.push(found.depth))
        .unwrap();
    assert!(found.nodes <= 5_000 && found.depth >= 2, "{found:?}");
    assert_eq!(depths, (0..=found.depth).collect::<Vec<_>>());
    assert_eq!(search(&position, found.depth, true).0, found.mv);
    let stopped =
        mind.search(&position, Limits::default(), &watch, &AtomicBool::new(true), &mut |_| {}).unwrap();
    assert!(
        stopped.depth >= 2 && stopped.nodes > 0,
        "the floor of search that no stop takes away: {stopped:?}"
    );
    let list = mind.analyze(&position, Limits::depth(3), &watch, &never, &mut |_| {}).unwrap();
    assert_eq!(list[0].mv, search(&position, 3, true).0);
    assert!(list.is_sorted_by(|a, b| a.value.score >= b.value.score) && list.len() > 3);
}
