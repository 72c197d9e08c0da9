//! What the boards of every size must do.

use super::game_object::Game as GameObject;
use super::lines::lines_of;
use super::*;
use agon_core::{AnyGame, AnyPosition, CellShape, Click, Dice, MoveList, Phase, Position, Side, Typed};
use std::collections::{HashMap, HashSet};

/// Calls a generic test for both words on the registered sizes and for sizes that solvers use. 8 × 7 fills
/// all 64 bits.
macro_rules! for_each_size {
    ($test:ident) => {
        $test::<u64, 7, 6>();
        $test::<u128, 7, 6>();
        $test::<u128, 9, 9>();
        $test::<u64, 7, 7>();
        $test::<u64, 8, 6>();
        $test::<u64, 6, 8>();
        $test::<u64, 9, 5>();
        $test::<u64, 8, 7>();
        $test::<u64, 5, 4>();
        $test::<u64, 4, 5>();
    };
}

fn four_in_a_row() -> Typed<FourInARow> {
    Typed::new(FourInARow::standard())
}

fn nine() -> Typed<Connect9x9> {
    Typed::new(Connect9x9::standard())
}

fn after(game: &dyn AnyGame, moves: &str) -> Box<dyn AnyPosition> {
    let mut position = game.start();
    for mv in game.split_moves(moves) {
        position.play(mv).unwrap();
    }
    position
}

fn cells<const W: usize, const H: usize>() -> Vec<(usize, usize)> {
    (0..W).flat_map(|column| (0..H).map(move |height| (column, height))).collect()
}

fn board<B: Word, const W: usize, const H: usize>(cells: &[(usize, usize)]) -> B {
    cells.iter().fold(B::EMPTY, |board, &(column, height)| board | Grid::<B, W, H>::cell(column, height))
}

/// Whether four cells, sorted, are neighbours in a line.
fn is_line(cells: [(usize, usize); 4]) -> bool {
    let at = |i: usize| (cells[i].0 as i32, cells[i].1 as i32);
    let step = |i: usize| (at(i + 1).0 - at(i).0, at(i + 1).1 - at(i).1);
    [(1, 0), (0, 1), (1, 1), (1, -1)].contains(&step(0)) && step(0) == step(1) && step(1) == step(2)
}

#[test]
fn masks_have_their_cells() {
    fn check<B: Word, const W: usize, const H: usize>() {
        assert_eq!(Grid::<B, W, H>::cells(), board::<B, W, H>(&cells::<W, H>()));
        let row = |height| board::<B, W, H>(&(0..W).map(|c| (c, height)).collect::<Vec<_>>());
        assert_eq!(Grid::<B, W, H>::bottom(), row(0));
        assert_eq!(Grid::<B, W, H>::top(), row(H - 1));
        for height in 0..H {
            assert_eq!(Grid::<B, W, H>::row(height), row(height));
        }
        for column in 0..W {
            let all: Vec<_> = (0..H).map(|h| (column, h)).collect();
            assert_eq!(Grid::<B, W, H>::column(column), board::<B, W, H>(&all));
        }
        for (column, height) in cells::<W, H>() {
            let cell = Grid::<B, W, H>::cell(column, height);
            assert_eq!(Grid::<B, W, H>::place(cell), (column, height));
            assert_eq!(Grid::<B, W, H>::mirrored(cell), Grid::<B, W, H>::cell(W - 1 - column, height));
        }
    }
    for_each_size!(check);
}

/// Every choice of four cells: exactly the real lines are four in a row, at every edge and in every direction,
/// and nothing that runs over an edge or through a sentinel is.
#[test]
fn exactly_the_real_lines_are_four() {
    fn check<B: Word, const W: usize, const H: usize>() {
        let all = cells::<W, H>();
        let mut lines = 0;
        for (i, &a) in all.iter().enumerate() {
            for (j, &b) in all.iter().enumerate().skip(i + 1) {
                for (k, &c) in all.iter().enumerate().skip(j + 1) {
                    for &d in &all[k + 1..] {
                        let line = is_line([a, b, c, d]);
                        lines += usize::from(line);
                        let stones = board::<B, W, H>(&[a, b, c, d]);
                        assert_eq!(Grid::<B, W, H>::has_four(stones), line, "{a:?} {b:?} {c:?} {d:?}");
                    }
                }
            }
        }
        let (across, up) = (W - 3, H - 3);
        assert_eq!(lines, across * H + W * up + 2 * across * up);
    }
    for_each_size!(check);
}

/// Every choice of three cells: the winning cells are those that make a real line with them. Upwards only the
/// cell on top counts, for below a stone no cell is empty.
#[test]
fn winning_cells_are_those_that_complete_a_line() {
    fn check<B: Word, const W: usize, const H: usize>() {
        let all = cells::<W, H>();
        let completes = |three: [(usize, usize); 3], cell: (usize, usize)| {
            let mut four = [three[0], three[1], three[2], cell];
            four.sort();
            let on_top = three.iter().all(|s| s.0 != cell.0) || cell > three[2];
            !three.contains(&cell) && is_line(four) && on_top
        };
        for (i, &a) in all.iter().enumerate() {
            for (j, &b) in all.iter().enumerate().skip(i + 1) {
                for &c in &all[j + 1..] {
                    let expected: Vec<_> = all.iter().copied().filter(|&d| completes([a, b, c], d)).collect();
                    let stones = board::<B, W, H>(&[a, b, c]);
                    let wins = Grid::<B, W, H>::winning_cells(stones, stones);
                    assert_eq!(wins, board::<B, W, H>(&expected), "{a:?} {b:?} {c:?}");
                }
            }
        }
    }
    for_each_size!(check);
}

/// Random stones and free cells: the lines found are those that a look at every line finds.
#[test]
fn lines_of_two_are_those_that_can_still_be_completed() {
    fn check<B: Word, const W: usize, const H: usize>() {
        let all = cells::<W, H>();
        let lines: Vec<[(usize, usize); 4]> = all
            .iter()
            .flat_map(|&(x, y)| {
                [(1, 0), (1, 1), (1, -1)].into_iter().filter_map(move |(dx, dy)| {
                    let line: [(usize, isize); 4] =
                        std::array::from_fn(|i| (x + i * dx, y as isize + i as isize * dy));
                    let on_board = line.iter().all(|&(x, y)| x < W && (0..H as isize).contains(&y));
                    on_board.then(|| line.map(|(x, y)| (x, y as usize)))
                })
            })
            .collect();
        for seed in 0..200 {
            let mut dice = Dice::new(seed);
            let kinds: HashMap<(usize, usize), u64> = all.iter().map(|&cell| (cell, dice.below(3))).collect();
            let of = |kind: u64| {
                let cells: Vec<_> = all.iter().copied().filter(|cell| kinds[cell] == kind).collect();
                board::<B, W, H>(&cells)
            };
            let open = lines.iter().filter(|line| {
                let count = |kind: u64| line.iter().filter(|&cell| kinds[cell] == kind).count();
                count(0) >= 2 && count(0) + count(1) == 4
            });
            let mut expected: Vec<_> = open.flatten().copied().collect();
            expected.sort();
            expected.dedup();
            let found = Grid::<B, W, H>::lines_of_two(of(0), of(1));
            assert_eq!(found, board::<B, W, H>(&expected), "seed {seed}");
        }
    }
    for_each_size!(check);
}

/// Random games: what a position keeps while it is played on is what the whole board says.
#[test]
fn play_keeps_what_the_board_says() {
    fn check<B: Word, const W: usize, const H: usize>() {
        let mut keys = HashMap::new();
        for seed in 0..300 {
            let mut dice = Dice::new(seed);
            let mut position = ConnectPosition::<B, W, H>::START;
            loop {
                let mut moves = MoveList::new();
                position.generate(&mut moves);
                assert_eq!(moves.len(), position.count_moves());
                assert_eq!(moves.is_empty(), position.outcome().is_some());
                let won = Grid::<B, W, H>::has_four(position.them());
                assert_eq!(position.winner(), won.then(|| !position.side_to_move()));
                assert_eq!(won, !lines_of::<B, W, H>(position.them()).is_empty());
                assert!(!Grid::<B, W, H>::has_four(position.me()));
                let [first, second] = position.stones();
                let again = ConnectPosition::new(first, second, position.side_to_move()).unwrap();
                assert_eq!(again, position);
                assert_eq!(*keys.entry(position.key()).or_insert(position), position, "two with one key");

                let mirrored = position.transformed(1);
                assert_eq!(mirrored.transformed(1), position);
                assert_eq!(mirrored.outcome(), position.outcome());
                assert_eq!(mirrored.canonical_key(), position.canonical_key());
                assert_eq!(position.canonical_key(), position.key().min(mirrored.key()));
                for &mv in &moves {
                    let mut next = position;
                    next.play(mv);
                    assert_eq!(position.key_after(mv), next.key());
                    assert_eq!(next.ply(), position.ply() + 1);
                    let (mut turned, mirrored_move) = (mirrored, position.transformed_move(mv, 1));
                    turned.play(mirrored_move);
                    assert_eq!(turned, next.transformed(1));
                }
                let Some(&mv) = dice.pick(&moves) else { break };
                position.play(mv);
            }
        }
    }
    for_each_size!(check);
}

#[test]
fn both_words_agree_on_seven_by_six() {
    for seed in 0..2000 {
        let mut dice = Dice::new(seed);
        let mut narrow = ConnectPosition::<u64, 7, 6>::START;
        let mut wide = ConnectPosition::<u128, 7, 6>::START;
        loop {
            assert_eq!(narrow.stones().map(u128::from), wide.stones());
            assert_eq!((narrow.outcome(), narrow.score()), (wide.outcome(), wide.score()));
            assert_eq!((narrow.key(), narrow.canonical_key()), (wide.key(), wide.canonical_key()));
            let wins = Grid::<u64, 7, 6>::winning_cells(narrow.me(), narrow.mask());
            assert_eq!(u128::from(wins), Grid::<u128, 7, 6>::winning_cells(wide.me(), wide.mask()));
            let (mut moves, mut same) = (MoveList::new(), MoveList::new());
            narrow.generate(&mut moves);
            wide.generate(&mut same);
            assert_eq!(moves, same);
            let Some(&mv) = dice.pick(&moves) else { break };
            narrow.play(mv);
            wide.play(mv);
        }
    }
}

#[test]
fn every_position_near_the_start_has_its_own_key() {
    let mut level = HashSet::from([Connect9x9Position::START]);
    for ply in 0..6 {
        let keys: HashSet<_> = level.iter().map(|p| p.key()).collect();
        assert_eq!(keys.len(), level.len(), "after {ply} moves");
        let mut next = HashSet::new();
        for position in &level {
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            next.extend(moves.iter().map(|&mv| {
                let mut after = *position;
                after.play(mv);
                after
            }));
        }
        level = next;
    }
}

#[test]
fn the_margin_is_the_stones_the_winner_has_left() {
    let margin = |game: &dyn AnyGame, moves: &str| {
        let position = after(game, moves);
        let Phase::Over(outcome) = position.phase() else { panic!("{moves} is not over") };
        assert_eq!(position.score(), Side::BOTH.map(|side| i32::from(outcome.winner == Some(side))));
        outcome.margin
    };
    // Six stones played before the winning one: (43 − 6) / 2; seven: (43 − 7) / 2; 82 for 9 × 9.
    assert_eq!(margin(&four_in_a_row(), "0101010"), 18);
    assert_eq!(margin(&four_in_a_row(), "01010161"), -18);
    assert_eq!(margin(&nine(), "0101010"), 38);
    assert_eq!(margin(&nine(), "01010181"), -37);
}

#[test]
fn the_last_stone_wins_by_one_or_draws() {
    let margin = |game: &dyn AnyGame, text: &str, mv: &str| {
        let mut position = game.parse_position(text).unwrap();
        position.play(mv).unwrap();
        let Phase::Over(outcome) = position.phase() else { panic!("{text} is not over") };
        assert_eq!(position.legal_moves(), Vec::<String>::new());
        outcome.margin
    };
    let (seven, nine) = (four_in_a_row(), nine());
    assert_eq!(margin(&seven, "XXXOOO-OOXXOXOXXOOXOOXOXOXOXOXXOXOXXXOXOXO O", "6"), -1);
    assert_eq!(margin(&seven, "XOOOXO-XOXOOXXXOOXXOOOXXOOXXXOOOXXXXOXXXOO O", "6"), 0);
    let won = "OOOXX-XXOXXXOOXOOOOOXXOOOXXXXOOXXXOXOOOXOOXXOXXXOXXOXXXOOXOOXOOOXOOOXXOXOXXXOOXOX X";
    assert_eq!(margin(&nine, won, "5"), 1);
    let drawn = "OXOOXXOX-OXXXOXOXOXOOOXOOOXXOXOXOXOXXOXOOXOXXOXOXOXOOOXOOOXXOXXXOXOXOXOOXXOOXXOXX X";
    assert_eq!(margin(&nine, drawn, "8"), 0);
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let game = four_in_a_row();
    let refusal = |rows: &[&str], side: char| {
        let text = format!("{:->42} {side}", rows.concat());
        game.parse_position(&text).map(|p| assert_eq!(p.text(), text)).map_err(|e| e.to_string())
    };
    let refused = |rows: &[&str], side: char, why: &str| {
        assert_eq!(refusal(rows, side), Err(format!("this position cannot be: {why}")));
    };
    let hanging = "the disc at column 3, row 2 from the bottom hangs over an empty cell";
    refused(&["---O---", "X------"], 'X', hanging);
    let counts = "with player one to move, player one must have as many discs as player two, but has 2 to 1";
    refused(&["X------", "OX-----"], 'X', counts);
    let counts =
        "with player two to move, player one must have one disc more than player two, but has 1 to 1";
    refused(&["OX-----"], 'O', counts);
    let both = "both sides have four in a row, player one at 0/1 to 3/1 and player two at 0/2 to 3/2";
    refused(&["OOOO---", "XXXX---"], 'X', both);
    let early = "player one is to move, but has four in a row at 0/1 to 3/1 before player two's last move";
    refused(&["OOO----", "XXXXO--"], 'X', early);
    let covered = "player one had four in a row at 0/1 to 3/1 before the last disc fell";
    refused(&["OOOX---", "XXXXO--"], 'O', covered);
    let apart = "no single last disc of player one completes all of its lines 3/1 to 6/1, 0/1 to 0/4";
    refused(&["X------", "X---O--", "XO--OOO", "XOOXXXX"], 'O', apart);

    let covered = "player one had four in a row at 0/1 to 6/1 before the last disc fell";
    refused(&["O------", "OO-OOO-", "XXXXXXX"], 'O', covered);

    // One last disc may complete several lines, and lines longer than four.
    assert_eq!(refusal(&["OOO-OOO", "XXXXXXX"], 'O'), Ok(()));
    assert_eq!(refusal(&["---X---", "--XO---", "-XOO---", "XXXXOOO"], 'O'), Ok(()));

    let other = game.parse_position("---").unwrap_err().to_string();
    assert_eq!(other, "a position of four-in-a-row has 42 board characters, not 3");
    let symbol = game.parse_position(&format!("{:->42} X", "?------")).unwrap_err().to_string();
    assert!(symbol.starts_with("'?' at 0/1 (character 36) "), "{symbol}");
    let mut set_up = game.start().set_up();
    set_up.contents[41] = Some(2);
    let kind = game.from_set_up(&set_up).unwrap_err().to_string();
    assert_eq!(kind, "this position cannot be: 6/1 holds a piece of kind 2, but there are only 0 and 1");
}

#[test]
fn stones_outside_the_board_or_on_each_other_are_refused() {
    type Seven = ConnectPosition<u64, 7, 6>;
    let why = |first, second| Seven::new(first, second, Side::First).unwrap_err().to_string();
    assert_eq!(why(1, 1), "this position cannot be: 0/1 holds a disc of both sides at once");
    assert_eq!(why(1 << 6, 1), "this position cannot be: a disc lies outside the 7 columns and 6 rows");
    assert_eq!(why(1 << 63, 1), "this position cannot be: a disc lies outside the 7 columns and 6 rows");
}

#[test]
fn moves_are_digits() {
    let game = nine();
    assert_eq!(game.split_moves("3342"), ["3", "3", "4", "2"]);
    assert_eq!(game.split_moves(" 3 3,4\t2é"), ["3", "3", "4", "2", "é"]);
    assert_eq!(game.start().legal_moves(), ["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
    let error = |game: &dyn AnyGame, moves: &str, text: &str| {
        let mut position = after(game, moves);
        let before = position.text();
        let error = position.play(text).unwrap_err().to_string();
        assert_eq!(position.text(), before);
        error
    };
    let expected = "'9' is not a move; a move is written as a column digit 0-8, 0 the leftmost";
    assert_eq!(error(&game, "", "9"), expected);
    let expected = "'7' is not a move; a move is written as a column digit 0-6, 0 the leftmost";
    assert_eq!(error(&four_in_a_row(), "", "7"), expected);
    for text in ["", "33", "-1", "a", "٣"] {
        assert!(error(&four_in_a_row(), "", text).contains("is not a move"), "{text}");
    }
    assert_eq!(error(&four_in_a_row(), "333333", "3"), "'3' is not legal here: column 3 is full");
    assert_eq!(error(&game, "0101010", "3"), "the game is over, so '3' cannot be played");
}

#[test]
fn no_move_is_read_after_the_end() {
    let game = FourInARow::standard();
    let mut position = game.start();
    for column in [0, 1, 0, 1, 0, 1, 0] {
        position.play(Move::into_column(column));
    }
    assert_eq!(game.parse_move(&position, "3"), Err(MoveError::Over { text: "3".to_owned() }));
}

#[test]
fn positions_are_written_from_the_top_left() {
    let game = four_in_a_row();
    assert_eq!(after(&game, "0106").text(), format!("{:->42} X", "X------XO----O"));
    let text = after(&nine(), "88").text();
    assert_eq!(text, format!("{:->81} X", "O--------X"));
    assert_eq!(nine().parse_position(&text).unwrap().text(), text);
}

#[test]
fn the_layout_names_cells_by_column_and_row_from_the_bottom() {
    let layout = four_in_a_row().layout();
    assert_eq!((layout.click, layout.cells[0].shape), (Click::Column, CellShape::Hole));
    assert_eq!((layout.cells[0].name.as_str(), layout.cells[41].name.as_str()), ("0/6", "6/1"));
    let labels: Vec<_> = layout.labels.iter().map(|l| l.text.as_str()).collect();
    assert_eq!(labels, ["0", "1", "2", "3", "4", "5", "6"]);

    let position = after(&four_in_a_row(), "33");
    let view = position.move_view("3").unwrap();
    assert_eq!(view.path, [layout.cell("3/3").unwrap()]);
    assert_eq!(view.changes.len(), 1);
    assert_eq!((view.changes[0].cell, view.changes[0].piece), (view.path[0], Some(0)));
}

#[test]
fn winning_lines_are_whole() {
    let game = four_in_a_row();
    let layout = game.layout();
    let lines = |position: &dyn AnyPosition| -> Vec<Vec<String>> {
        let name = |&cell: &usize| layout.cells[cell].name.clone();
        position.view(&[]).winning.iter().map(|line| line.iter().map(name).collect()).collect()
    };
    assert_eq!(lines(&*after(&game, "010101")), Vec::<Vec<String>>::new());
    assert_eq!(lines(&*after(&game, "0101010")), [["0/1", "0/2", "0/3", "0/4"]]);
    let seven = game.parse_position(&format!("{:->42} O", "OOO-OOOXXXXXXX")).unwrap();
    assert_eq!(lines(&*seven), [["0/1", "1/1", "2/1", "3/1", "4/1", "5/1", "6/1"]]);
    let two = game.parse_position(&format!("{:->42} O", "---X-----XO----XOO---XXXXOOO")).unwrap();
    assert_eq!(lines(&*two), [["0/1", "1/1", "2/1", "3/1"], ["0/1", "1/2", "2/3", "3/4"]]);
    let falling = game.parse_position(&format!("{:->42} O", "X------OX-----OOX----XXOXO--")).unwrap();
    assert_eq!(lines(&*falling), [["0/4", "1/3", "2/2", "3/1"]]);
}

#[test]
fn the_game_object_follows_the_game() {
    let mut game = GameObject::new();
    assert_eq!((GameObject::PLAYER_ONE, GameObject::PLAYER_TWO, GameObject::DRAW), (0, 1, 2));
    assert_eq!((game.get_current_player(), game.get_winner()), (GameObject::PLAYER_ONE, None));
    game.make_move(3).unwrap();
    assert_eq!(game.get_current_player(), GameObject::PLAYER_TWO);
    assert_eq!(game.get_player_at(5, 3), Some(GameObject::PLAYER_ONE));
    assert_eq!(game.get_player_at(4, 3), None);
    assert_eq!(game.get_player_at(6, 3), None);
    let before = game;
    for column in [7, 8, usize::MAX] {
        assert_eq!(game.make_move(column).unwrap_err().to_string(), "Illegal move.");
    }
    for _ in 0..5 {
        game.make_move(3).unwrap();
    }
    assert!(game.make_move(3).is_err());
    assert_eq!(game.get_player_at(0, 3), Some(GameObject::PLAYER_TWO));
    assert_ne!(before, game);
    for column in [0, 1, 0, 1, 0, 1, 0] {
        game.make_move(column).unwrap();
    }
    assert_eq!(game.get_winner(), Some(GameObject::PLAYER_ONE));
    assert!(game.make_move(5).is_err());
}

#[test]
fn the_game_object_knows_a_draw() {
    let mut game = GameObject::default();
    // Two columns at a time, turned over half-way up; the last column alone.
    for column in "010101101010232323323232454545545454666666".bytes().map(|b| usize::from(b - b'0')) {
        assert_eq!(game.get_winner(), None);
        game.make_move(column).unwrap();
    }
    assert_eq!(game.get_winner(), Some(GameObject::DRAW));
    assert!(game.make_move(0).is_err());
}
