use crate::board::{BLACK, Board, EMPTY, START, WHITE};
use crate::dialogue::play;
use crate::moves::Move;
use crate::player::Player;
use crate::strategies::TERMS;

const EMPTY_ROWS: &str = " ........ ........ ........ ........ ........ ........ ........";

/// The value of one strategy on a board.
fn term(name: &str, board: &Board) -> i32 {
    board.terms()[TERMS.iter().position(|(other, _)| *other == name).unwrap()]
}

/// A board whose first row this is, all else empty.
fn first_row(row: &str) -> Board {
    Board::new(&format!("{row}{EMPTY_ROWS}"))
}

fn at(row: usize, col: usize) -> Move {
    Move { row, col, value: 0 }
}

/// The number of leaves of the game tree, where a skip is a ply.
fn leaves(board: &Board, letter: i8, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let children = board.get_children(letter);
    if children.is_empty() {
        return leaves(&board.skipped(), -letter, depth - 1);
    }
    children.iter().map(|child| leaves(child, -letter, depth - 1)).sum()
}

fn dialogue(input: &str) -> String {
    let mut shown = Vec::new();
    play(&mut input.as_bytes(), &mut shown).unwrap();
    String::from_utf8(shown).unwrap()
}

#[test]
fn the_rules_have_the_known_numbers_of_positions() {
    let start = Board::new(START);
    let counted: Vec<u64> = (1..=6).map(|depth| leaves(&start, BLACK, depth)).collect();
    assert_eq!(counted, [4, 12, 56, 244, 1396, 8200]);
}

#[test]
fn moves_are_listed_in_the_order_of_the_course_s_pictures() {
    let mut board = Board::new(START);
    assert_eq!(board.get_available_moves(BLACK), [at(2, 3), at(3, 2), at(5, 4), at(4, 5)]);
    board.make_move(at(4, 5), BLACK);
    assert_eq!(board.get_available_moves(WHITE), [at(3, 5), at(5, 3), at(5, 5)]);
    assert_eq!((board.get_last_move(), board.get_last_player()), (Some(at(4, 5)), BLACK));
}

#[test]
fn the_game_ends_full_skipped_twice_or_with_one_colour() {
    assert!(!Board::new(START).is_terminal() && !Board::new(START).skipped().is_terminal());
    assert!(Board::new(START).skipped().skipped().is_terminal());
    assert!(first_row("BBB.....").is_terminal());
    assert!(Board::new(&"BWBWBWBW ".repeat(8)).is_terminal());
}

#[test]
fn every_strategy_counts_for_black_and_against_white() {
    let swap = |c: char| {
        if c == 'B' {
            'W'
        } else if c == 'W' {
            'B'
        } else {
            c
        }
    };
    let rows = "B..BW..B .BB..... WWWBB... ..BBWW.. ..BWBB.. .W..BBB. ......W. W.WW...B";
    let mut board = Board::new(rows);
    let mut swapped = Board::new(&rows.chars().map(swap).collect::<String>());
    board.make_move(board.get_available_moves(BLACK)[0], BLACK);
    swapped.make_move(swapped.get_available_moves(WHITE)[0], WHITE);
    assert_eq!(board.terms().map(|value| -value), swapped.terms());
    assert_eq!(board.evaluate(), -swapped.evaluate());
    assert!(board.terms().iter().filter(|&&value| value != 0).count() >= 6, "{:?}", board.terms());
}

#[test]
fn corners_mobility_discs_and_centre() {
    assert_eq!(term("corners", &first_row("B.....WB")), 2);
    assert_eq!(term("mobility", &Board::new(START)), 0);
    assert_eq!(term("mobility", &first_row("WB......")), -1, "white has a move, black has none");
    assert_eq!(term("mobility", &first_row(".WB.BW..")), 1, "two moves against one");
    assert_eq!(term("discs", &first_row("BBBW....")), -1, "early, fewer is better");
    let nearly_full = |rest: &str| Board::new(&format!("{}{rest}", "BBBBBBBB ".repeat(6)));
    assert_eq!(term("discs", &nearly_full("WWWWWWWW BB......")), -1, "58 discs");
    assert_eq!(term("discs", &nearly_full("WWWWWWWW BBB.....")), 1, "59 discs");
    let middle = "........ ........ ..B..W.. ...BB... ...W.... ........ ........ ........";
    assert_eq!(term("centre", &Board::new(middle)), 2 - 1 + 1 + 2 - 1 - 1);
}

#[test]
fn stable_discs_grow_from_the_corners() {
    let stable = |rows: &str| Board::new(rows).get_stable_discs(BLACK);
    let rest = " ........ ........ ........ ........ ........";
    assert!(stable(&format!("........ .BB..... .BB.....{rest}")).is_empty(), "no corner, nothing stable");
    assert_eq!(stable(&format!("BB...... W....... ........{rest}")), [(0, 0)], "(1,0) is not black");
    let block = stable(&format!("BBB..... BB...... B.......{rest}"));
    assert_eq!(block, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)]);
    let frontier = Board::new(&format!("BBB..... BBB..... B.......{rest}")).get_frontier_squares(BLACK);
    assert_eq!(frontier, [(1, 2)], "the stable ones are left out");
}

#[test]
fn parity_counts_the_empty_squares_around_the_last_move() {
    let mut early = Board::new(START);
    early.make_move(at(2, 3), BLACK);
    assert_eq!(term("parity", &early), 0, "with fewer than 20 discs it does not count");
    let mut board = Board::new("BBBBBBBB BBBBBBBB BBBBBBW. ........ ........ ........ ........ ........");
    board.make_move(at(2, 7), BLACK);
    assert_eq!(term("parity", &board), 1, "two empty squares around it");
    let mut board = Board::new("BBBBBBBB BBBBBBBB BBBBBW.. ........ ........ ........ ........ ........");
    board.make_move(at(2, 6), BLACK);
    assert_eq!(term("parity", &board), 1, "four empty squares around it");
    let mut board = Board::new("WWWWWWWW WWWWWWWW WWWWWB.. ......B. ........ ........ ........ ........");
    board.make_move(at(2, 6), WHITE);
    assert_eq!(term("parity", &board), 1, "three empty squares, bad for white, who played there");
}

#[test]
fn wedges_positioning_and_edges() {
    for (row, value) in [("B.B.....", -1), ("B..B....", 1), ("BB......", 0), ("B.W.....", 0)] {
        assert_eq!(first_row(row).get_up_wedges(), value, "{row}");
    }
    assert_eq!(first_row("W..W.WB.").get_up_wedges(), -1 + 1);
    for (row, value) in
        [("..BBBB..", 1), (".BB.....", -1), ("..WWWW..", -1), ("W.......", 1), ("..BWB...", 0)]
    {
        let sides = i32::from(row.starts_with('W')); // a corner is on a second edge
        assert_eq!(first_row(row).unbalanced_edges(), value * (1 + sides), "{row}");
    }
    let x_squares = "W....... .B....B. ........ ........ ........ ........ .W...... ........";
    assert_eq!(term("positioning", &Board::new(x_squares)), -1 + 1, "beside a taken corner nothing is lost");
}

#[test]
fn minimax_takes_a_corner_and_a_skip_is_no_ply() {
    let corner = Board::new("..WWWWBW ...WWWWW ..WWBWWW .WWBWW.. .WBWWW.. BWWWWW.. .WWBB... .WB..B..");
    for max_depth in [2, 4] {
        let chosen = Player { letter: BLACK, max_depth }.choose(&corner).unwrap();
        assert_eq!((chosen.row, chosen.col), (7, 0), "as in the course's example");
    }
    // After black's corner white has no move, so the second ply is black's again, which takes the last white disc.
    let board = Board::new(".WB..... ........ ........ ........ ........ ........ ........ BW......");
    let mut after = board.clone();
    after.make_move(at(0, 0), BLACK);
    assert!(after.get_available_moves(WHITE).is_empty());
    after.make_move(at(7, 2), BLACK);
    let chosen = Player { letter: BLACK, max_depth: 2 }.choose(&board).unwrap();
    assert_eq!(chosen, Move { row: 0, col: 0, value: after.evaluate() });
    assert!(Player { letter: WHITE, max_depth: 2 }.choose(&first_row("BW......")).is_none());
}

#[test]
fn the_dialogue_begins_as_in_the_course_s_pictures() {
    let begins = "To start the game choose your color\n\
        Type B for black and W for white (Black pieces start first)\n\
        Choose level:\n1: Novice\n2: Medium\n3: Expert\n*******************\n";
    let asks = "* - - - W B - - - *\n* - - - B W - - - *\n* - - - - - - - - *\n* - - - - - - - - *\n\
        * - - - - - - - - *\n*******************\n\nPlayer make your move\n\
        You can choose between this moves:\n1 : row:2 column: 3\n2 : row:3 column: 2\n\
        3 : row:5 column: 4\n4 : row:4 column: 5\nWhat move will you make (place number)\n";
    let shown = dialogue("B\n1\n");
    assert!(shown.starts_with(begins) && shown.ends_with(asks), "{shown}");
    let white = dialogue("W\n1\n");
    assert!(white.contains("\nComputer makes move\nComputer chose row4 column 5\n"), "{white}");
    assert!(white.contains("SkippedComputer :0\nSkippedPlayer :0\n*"), "{white}");
}

#[test]
fn wrong_input_is_asked_again() {
    let shown = dialogue("green\nb\n7\n1\nfive\n9\n1\n");
    assert_eq!(shown.matches("Type B for black").count(), 2);
    assert_eq!(shown.matches("Choose level:").count(), 2);
    assert_eq!(shown.matches("What move will you make").count(), 4, "asked thrice, then for the next move");
}

#[test]
fn whole_games_end_with_the_board_and_the_winner() {
    for (colour, person) in [("B", BLACK), ("W", WHITE)] {
        let shown = dialogue(&format!("{colour}\n1\n{}", "1\n".repeat(60)));
        let (_, end) = shown.split_once("GAME OVER\n").unwrap_or_else(|| panic!("{shown}"));
        let lines: Vec<&str> = end.lines().collect();
        let rows: Vec<String> = lines[1..9].iter().map(|line| line.replace(['*', ' '], "")).collect();
        let board = Board::new(&rows.join(" "));
        let ahead = board.count(person) - board.count(-person);
        let word = if ahead > 0 {
            "YOU WON"
        } else if ahead == 0 {
            "DRAW"
        } else {
            "COMPUTER WON"
        };
        assert_eq!((lines.len(), lines[10]), (11, word), "{end}");
        let skips =
            shown.matches("No available moves :(").count() + shown.matches("Computer skipped.").count();
        let moves =
            shown.matches("What move will you make").count() + shown.matches("Computer chose").count();
        assert_eq!(moves as i32, 60 - board.count(EMPTY), "a disc a move");
        assert!(skips == 0 || shown.contains("Skipped"), "{shown}");
    }
}
