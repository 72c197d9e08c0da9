use super::*;
use agon_core::{AnyPosition, Dice, MoveList, Outcome, Side, Typed, notation};

/// A position from lists of squares and the words after the board.
fn place(black: &str, white: &str, food: &str, rest: &str) -> AntsPosition {
    let layout = Ants.layout();
    let mut board = vec!['-'; layout.cells.len()];
    for (symbol, squares) in [('X', black), ('O', white), ('*', food)] {
        for name in squares.split_whitespace() {
            board[layout.cell(name).unwrap()] = symbol;
        }
    }
    let board: String = board.into_iter().collect();
    notation::parse_position(&Ants, &format!("{board} {rest}")).unwrap()
}

fn any(position: AntsPosition) -> Box<dyn AnyPosition> {
    Typed::new(Ants).position(position)
}

fn texts(position: AntsPosition) -> Vec<String> {
    any(position).legal_moves()
}

fn play(position: AntsPosition, text: &str) -> AntsPosition {
    let mut next = position;
    next.play(Ants.parse_move(&position, text).unwrap());
    next
}

fn refusal(position: AntsPosition, text: &str) -> String {
    any(position).play(text).unwrap_err().to_string()
}

/// Random games, food and rolls included; `look` sees every position on the way.
fn random_games(seeds: std::ops::Range<u64>, mut look: impl FnMut(AntsPosition)) {
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let mut position = AntsPosition::OPENING;
        loop {
            look(position);
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            if let Some(weights) = position.chance() {
                position.resolve(dice.weighted(weights));
            } else if let Some(&mv) = dice.pick(&moves) {
                position.play(mv);
            } else {
                break;
            }
        }
    }
}

#[test]
fn positions_and_moves_are_small() {
    assert_eq!((size_of::<AntsPosition>(), size_of::<Move>()), (24, 2));
}

#[test]
fn the_bits_of_the_squares_lie_as_the_squares_do() {
    assert_eq!(Square::all().fold(0, |board, square| board | square.bit()), LAND);
    for (cell, square) in Square::all().enumerate() {
        let (row, column) = (square.row(), square.column());
        assert_eq!(square.cell(), cell);
        assert_eq!(Square::new(row, column), Some(square));
        assert_eq!(Ants.layout().cells[cell].name, square.to_string());
        let neighbour = |down: i8, right: i8| {
            let (row, column) = (row.checked_add_signed(down), column.checked_add_signed(right));
            row.zip(column).and_then(|(row, column)| Square::new(row, column)).map_or(0, Square::bit)
        };
        let bit = square.bit();
        assert_eq!((bit >> 4) & LAND, neighbour(-1, 1), "{square}");
        assert_eq!((bit >> 5) & LAND, neighbour(-1, -1), "{square}");
        assert_eq!((bit << 4) & LAND, neighbour(1, -1), "{square}");
        assert_eq!((bit << 5) & LAND, neighbour(1, 1), "{square}");
    }
    assert_eq!((Square::new(0, 0), Square::new(12, 1), Square::new(1, 8)), (None, None, None));
}

#[test]
fn the_start_has_no_food_and_the_opening_has_every_set_up() {
    let text = |position: &AntsPosition| notation::position_text(&Ants, position);
    assert_eq!(text(&Ants.start()), "OOOOOOOOOOOO------------------------XXXXXXXXXXXX X 0 0");
    assert_eq!(text(&Ants.opening()), "OOOOOOOOOOOO------------------------XXXXXXXXXXXX X 0 0 set-up");
    assert_eq!(Ants.opening().chance(), Some(&[1u32; 256][..]));
    assert!(texts(Ants.opening()).is_empty());
    for outcome in 0..256usize {
        let mut position = Ants.opening();
        position.resolve(outcome);
        let food: String = (0..8).map(|i| if outcome >> i & 1 == 1 { '*' } else { '-' }).collect();
        let expected = format!("OOOOOOOOOOOO--------{food}--------XXXXXXXXXXXX X 0 0");
        assert_eq!(text(&position), expected);
        assert_eq!(position.chance(), None);
    }
}

#[test]
fn the_first_moves_come_in_the_documented_order() {
    let black =
        ["9,0-8,1", "9,2-8,3", "9,4-8,5", "9,6-8,7", "9,2-8,1", "9,4-8,3", "9,6-8,5"].map(str::to_owned);
    assert_eq!(texts(AntsPosition::START), black);
    let white =
        ["2,1-3,0", "2,3-3,2", "2,5-3,4", "2,7-3,6", "2,1-3,2", "2,3-3,4", "2,5-3,6"].map(str::to_owned);
    assert_eq!(texts(play(AntsPosition::START, "9,0-8,1")), white);
}

#[test]
fn a_chain_of_five_jumps_goes_to_the_end_of_either_branch() {
    let position = place("11,0 11,6", "10,1 8,3 6,3 4,3 2,3 2,5 8,7", "", "X");
    let [right, left] = ["11,0x9,2x7,4x5,2x3,4x1,6", "11,0x9,2x7,4x5,2x3,4x1,2"];
    assert_eq!(texts(position), [right, left]);
    assert_eq!(play(position, right), place("1,6 11,6", "2,3 8,7", "", "O"));
    assert_eq!(play(position, left), place("1,2 11,6", "2,5 8,7", "", "O"));
    let why = "is not legal here: the capture must go on from 3,4 to 1,2 or 1,6";
    assert_eq!(refusal(position, "11,0x9,2x7,4x5,2x3,4"), format!("'11,0x9,2x7,4x5,2x3,4' {why}"));
}

#[test]
fn white_jumps_five_times_too() {
    let position = place("1,6 3,4 5,4 7,4 9,2 9,4", "0,7", "", "O");
    assert_eq!(texts(position), ["0,7x2,5x4,3x6,5x8,3x10,1", "0,7x2,5x4,3x6,5x8,3x10,5"]);
    assert_eq!(play(position, "0,7x2,5x4,3x6,5x8,3x10,5"), place("9,2", "10,5", "", "X"));
}

#[test]
fn ways_that_meet_again_are_different_moves() {
    let position = place("9,4", "8,3 8,5 6,1 6,3 6,5", "", "X");
    assert_eq!(texts(position), ["9,4x7,6x5,4", "9,4x7,2x5,4", "9,4x7,2x5,0"]);
    assert_eq!(position.count_moves(), 3);
    assert_eq!(play(position, "9,4x7,6x5,4"), place("5,4", "8,3 6,1 6,3", "", "O"));
    assert_eq!(play(position, "9,4x7,2x5,4"), place("5,4", "8,5 6,1 6,5", "", "O"));
}

#[test]
fn capturing_is_compulsory_for_every_ant() {
    let position = place("9,4 11,6 10,1", "8,3 3,0", "", "X");
    assert_eq!(texts(position), ["9,4x7,2"]);
    let why = "is not legal here: capturing is compulsory, for example 9,4x7,2";
    assert_eq!(refusal(position, "11,6-10,5"), format!("'11,6-10,5' {why}"));
    let backed = place("9,4 11,6 10,1", "8,3 7,2", "", "X");
    assert_eq!(texts(backed).len(), 5, "the square behind is taken, so nothing can be captured");
}

#[test]
fn queens_score_and_leave_the_board() {
    let position = place("1,2 9,0", "5,0", "", "X 0 0");
    let after = play(position, "1,2-0,3");
    assert_eq!(after, place("9,0", "5,0", "", "O 1 0"));
    assert_eq!(play(after, "5,0-6,1"), place("9,0", "6,1", "", "X 1 0"));

    let by_capture = place("2,3", "1,4 10,7", "", "X 0 4");
    assert_eq!(texts(by_capture), ["2,3x0,5"]);
    let after = play(by_capture, "2,3x0,5");
    assert_eq!(after, place("", "10,7", "", "O 1 4"));
    let over = play(after, "10,7-11,6");
    assert_eq!((over.score(), over.outcome()), ([1, 5], Some(Outcome::from_margin(-4))));
    assert!(texts(over).is_empty());
    assert_eq!(refusal(over, "pass"), "the game is over, so 'pass' cannot be played");
}

#[test]
fn an_ant_on_the_last_row_stands_in_the_way_of_a_queen() {
    let blocked = place("1,0", "0,1", "", "X");
    assert_eq!(texts(blocked), ["pass"]);
    assert_eq!(texts(play(blocked, "pass")), ["0,1-1,2"]);
}

#[test]
fn a_step_onto_food_waits_for_the_roll() {
    let position = place("9,0", "4,1", "5,2 6,1", "O 3 2");
    let rolling = play(position, "4,1-5,2");
    assert_eq!(rolling, place("9,0", "5,2", "6,1", "O 3 2 roll"));
    assert_eq!((rolling.side_to_move(), rolling.chance()), (Side::Second, Some(&[1, 1][..])));
    assert_eq!((rolling.count_moves(), rolling.outcome()), (0, None));
    assert!(texts(rolling).is_empty());
    let rolled = |outcome| {
        let mut position = rolling;
        position.resolve(outcome);
        position
    };
    assert_eq!(rolled(0), place("9,0", "5,2", "6,1", "X 3 2"));
    assert_eq!(rolled(1), place("9,0", "5,2", "6,1", "X 3 3"));
    assert_eq!([0, 1].map(|outcome| Ants.roll_text(&rolling, outcome)), [".", "+"]);
}

#[test]
fn food_in_the_middle_of_a_chain_is_eaten_once() {
    let position = place("9,4", "8,3 6,3 4,3", "5,0 5,4", "X");
    let rolling = play(position, "9,4x7,2x5,4x3,2");
    assert_eq!(rolling, place("3,2", "", "5,0", "X 0 0 roll"));

    let to_the_end = place("10,3", "9,4 7,4 5,4 3,4 1,4 2,1", "6,3 6,7", "X");
    let mut rolling = play(to_the_end, "10,3x8,5x6,3x4,5x2,3x0,5");
    assert_eq!(rolling, place("", "2,1", "6,7", "X 1 0 roll"));
    rolling.resolve(1);
    assert_eq!(rolling, place("", "2,1", "6,7", "O 2 0"));
}

#[test]
fn every_ant_and_every_piece_of_food_is_accounted_for() {
    for seed in 0..100 {
        let mut dice = Dice::new(seed);
        let mut position = AntsPosition::OPENING;
        position.resolve(dice.weighted(&[1; 256]));
        let food = position.food().count_ones();
        let (mut rolls, mut gained, mut captured) = (0, 0, 0);
        loop {
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            let Some(&mv) = dice.pick(&moves) else { break };
            captured += mv.jumps();
            position.play(mv);
            if let Some(weights) = position.chance() {
                let outcome = dice.weighted(weights);
                position.resolve(outcome);
                rolls += 1;
                gained += outcome as u32;
            }
        }
        let left: u32 = position.ants().iter().map(|ants| ants.count_ones()).sum();
        let points: u32 = position.points().iter().map(|&points| u32::from(points)).sum();
        assert_eq!(points - gained + captured + left, 24, "queens, captured and left");
        assert_eq!(position.food().count_ones() + rolls, food);
        assert!(position.outcome().is_some());
    }
}

#[test]
fn only_a_blocked_side_passes() {
    let black = place("11,0 11,2 9,6", "10,1", "", "O 1 2");
    assert_eq!((texts(black), black.outcome()), (vec!["pass".to_owned()], None));
    assert_eq!(
        refusal(black, "10,1-11,0"),
        "'10,1-11,0' is not legal here: no ant of white can move, so the move must be pass"
    );
    let after = play(black, "pass");
    assert_eq!(texts(after), ["11,0x9,2", "11,2x9,0"]);
    assert_eq!(refusal(after, "pass"), "'pass' is not legal here: one may pass only without any other move");
    assert_eq!(texts(place("", "9,0", "", "X")), ["pass"], "no ant is left to black");
    assert_eq!(texts(place("3,0", "", "", "X")), ["3,0-2,1"]);
}

#[test]
fn the_game_is_over_when_neither_side_can_move() {
    let (black, white) = ("11,0 11,2 11,4 11,6", "10,1 10,3 10,5 10,7 9,0 9,2 9,4 9,6");
    for side in ["X", "O"] {
        let position = place(black, white, "", &format!("{side} 2 1"));
        assert_eq!(position.outcome(), Some(Outcome::from_margin(1)));
        assert_eq!(position.count_moves(), 0);
    }
    let drawn = place("", "", "5,0", "O 7 7");
    assert_eq!(drawn.outcome(), Some(Outcome { winner: None, margin: 0 }));
}

#[test]
fn rolls_are_the_referees() {
    let mut position = any(place("7,2", "1,0", "6,3", "X"));
    assert_eq!(
        refusal(place("7,2", "1,0", "6,3", "X"), "7,2-6,3+"),
        "'7,2-6,3+' carries a roll of the dice, but only the referee rolls; send '7,2-6,3'"
    );
    assert_eq!(
        position.play_recorded("7,2-6,3").unwrap_err().to_string(),
        "'7,2-6,3' decides by chance, so its roll must follow: '7,2-6,3.' or '7,2-6,3+'"
    );
    assert_eq!(
        position.play_recorded("7,2-6,1.").unwrap_err().to_string(),
        "'7,2-6,1.' carries a roll, but nothing is left to chance there; write '7,2-6,1'"
    );
    assert_eq!(position.play_recorded("7,2-6,3+").unwrap(), ["7,2-6,3+"]);
    assert_eq!(position.text(), place_text("6,3", "1,0", "O 1 0"));
    assert_eq!(Ants.split_roll("7,2-6,3."), ("7,2-6,3", Some(".")));
    assert_eq!(Ants.split_roll(""), ("", None));
}

fn place_text(black: &str, white: &str, rest: &str) -> String {
    notation::position_text(&Ants, &place(black, white, "", rest))
}

#[test]
fn refused_moves_say_why() {
    let position = place("9,4 8,5 11,0", "7,6 3,2", "", "X");
    for (text, why) in [
        ("9,5-8,4", "9,5 is not a land square; there row + column is odd"),
        ("12,1-11,0", "12,1 is off the board, which has rows 0-11 and columns 0-7"),
        ("9,0-8,1", "there is no ant on 9,0"),
        ("3,2-4,1", "the ant on 3,2 is white's, and it is black's turn"),
        ("9,4-10,3", "black's ants go up, to smaller row numbers"),
        ("9,4x11,2", "black's ants go up, to smaller row numbers"),
        ("9,4-8,5", "a black ant stands on 8,5"),
        ("8,5-7,6", "a white ant stands on 7,6"),
        ("8,5-6,7", "a jump is written 8,5x6,7"),
        ("9,4-8,1", "8,1 is not one square diagonally ahead of 9,4"),
        ("9,4x8,3", "a step is written 9,4-8,3"),
        ("9,4x8,3x6,5", "8,3 is only one square from 9,4, and a jump goes two"),
        ("9,4x6,1", "6,1 is not two squares diagonally ahead of 9,4"),
        ("9,4x7,2", "there is no white ant to capture on 8,3"),
        ("8,5x6,7x4,5", "there is no white ant to capture on 5,6"),
        ("9,4-8,3", "capturing is compulsory, for example 8,5x6,7"),
    ] {
        assert_eq!(refusal(position, text), format!("'{text}' is not legal here: {why}"));
    }
    let crowded = place("9,4 7,2", "8,3", "", "X");
    assert_eq!(refusal(crowded, "9,4x7,2"), "'9,4x7,2' is not legal here: a black ant stands on 7,2");
    let white = place("9,4", "3,2", "", "O");
    let why = "white's ants go down, to larger row numbers";
    assert_eq!(refusal(white, "3,2-2,1"), format!("'3,2-2,1' is not legal here: {why}"));
    let rolling = place("6,1", "3,2", "", "X 0 0 roll");
    let why = "the roll for the food that was landed on comes first";
    assert_eq!(refusal(rolling, "6,1-5,0"), format!("'6,1-5,0' is not legal here: {why}"));
    let why = "the food is to be set up first";
    assert_eq!(refusal(AntsPosition::OPENING, "9,0-8,1"), format!("'9,0-8,1' is not legal here: {why}"));
    for text in [
        "",
        "9,0",
        "9,0-",
        "9,0-8,1-7,0",
        "9,0-8,1x6,3",
        "9,0-8,1-7,0x5,2",
        "9,0 8,1",
        "a,0-8,1",
        "9,0-8,001",
        "9-0,8-1",
        "é-x",
    ] {
        let form = Ants.info().move_form;
        assert_eq!(refusal(position, text), format!("'{text}' is not a move; a move is written {form}"));
    }
    assert_eq!(any(position).play("8,5X6,7").unwrap(), "8,5x6,7");
}

#[test]
fn impossible_positions_are_refused() {
    let refused = |board: &str, rest: &str| {
        notation::parse_position(&Ants, &format!("{board} {rest}")).unwrap_err().to_string()
    };
    let start = "OOOOOOOOOOOO------------------------XXXXXXXXXXXX";
    let hint = "is not understood: the points of black and of white may stand there (0 to 20 each), then the \
                word roll or set-up";
    for rest in ["1", "1 2 3", "21 0", "0 -1", "0 0 roll roll", "0 0 dice", "x 0"] {
        assert_eq!(refused(start, &format!("X {rest}")), format!("'{rest}' after the position {hint}"));
    }
    let full = "OOOOOOOOOOOO--------********--------XXXXXXXXXXXX";
    let home = "before the set-up all ants stand at home, no food lies there and nobody has points";
    for (board, rest, why) in [
        (
            "XOOOOOOOOOOO------------------------XXXXXXXXXXX-",
            "X",
            "0,1 holds a black ant, which would have become a queen and left the board there",
        ),
        (
            "OOOOOOOOOOO-------------------------XXXXXXXXXXXO",
            "X",
            "11,6 holds a white ant, which would have become a queen and left the board there",
        ),
        (
            "OOOOOOOOOOOO----*-------------------XXXXXXXXXXXX",
            "X",
            "4,1 holds food, which lies on rows 5 and 6 only",
        ),
        (
            "OOOOOOOOOOOOO-----------------------XXXXXXXXXXXX",
            "X",
            "white has 13 ants, more than the 12 of the start",
        ),
        (
            "OOOOOOOOOOOO-----------------------XXXXXXXXXXXXX",
            "X",
            "black has 13 ants, more than the 12 of the start",
        ),
        (
            start,
            "X 9 0",
            "black has 9 points, but with 12 ants on the board at most 0 became queens, and food gave at most 8",
        ),
        (start, "X 5 4", "at least 9 of the points came from food, but at most 8 of its 8 pieces gave one"),
        (full, "X 1 0", "at least 1 of the points came from food, but at most 0 of its 8 pieces gave one"),
        (full, "X 0 0 roll", "no food was eaten, for all 8 lie there, so no roll can be pending"),
        (full, "X 0 0 set-up", home),
        (start, "X 1 0 set-up", home),
    ] {
        assert_eq!(refused(board, rest), format!("this position cannot be: {why}"));
    }
    assert_eq!(
        refused(&start.replace('X', "Q"), "X"),
        "'Q' at 9,0 (character 37) is nothing that can stand there; known are '-' empty, 'X' black ant, \
         'O' white ant, '*' food"
    );
    assert_eq!(refused("OO", "X"), "a position of ants has 48 board characters, not 2");
}

#[test]
fn positions_and_moves_go_through_their_text_and_back() {
    let mut words = std::collections::BTreeSet::new();
    random_games(0..60, |position| {
        let text = notation::position_text(&Ants, &position);
        assert_eq!(notation::parse_position(&Ants, &text).unwrap(), position, "{text}");
        words.insert(text.split(' ').nth(4).unwrap_or_default().to_owned());
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        assert_eq!(position.count_moves(), moves.len());
        for &mv in &moves {
            let written = Ants.move_text(&position, mv);
            assert_eq!(Ants.parse_move(&position, &written), Ok(mv));
            assert_eq!(Ants.path(&position, mv).len(), written.matches(',').count());
        }
    });
    assert_eq!(words, ["", "roll", "set-up"].map(str::to_owned).into());
}

#[test]
fn half_a_turn_exchanges_the_sides() {
    let turned = AntsPosition::START.transformed(1);
    assert_eq!(turned.ants(), AntsPosition::START.ants());
    assert_eq!(turned.side_to_move(), Side::Second);
    assert_eq!(place("7,2", "1,0", "6,3", "X 1 2").transformed(1), place("10,7", "4,5", "5,4", "O 2 1"));
    assert!(AntsPosition::swaps_sides(1) && !AntsPosition::swaps_sides(0));
    random_games(100..140, |position| {
        let turned = position.transformed(1);
        assert_eq!(turned.transformed(1), position);
        assert_eq!(turned.canonical_key(), position.canonical_key());
        assert_eq!(turned.outcome().map(|o| -o.margin), position.outcome().map(|o| o.margin));
        let (mut moves, mut turned_moves) = (MoveList::new(), MoveList::new());
        position.generate(&mut moves);
        turned.generate(&mut turned_moves);
        assert_eq!(moves.len(), turned_moves.len());
        for &mv in &moves {
            let image = position.transformed_move(mv, 1);
            assert!(turned_moves.contains(&image));
            let (mut next, mut turned_next) = (position, turned);
            next.play(mv);
            turned_next.play(image);
            assert_eq!(next.transformed(1), turned_next);
        }
    });
}

#[test]
fn keys_tell_everything_apart() {
    let mut positions = std::collections::BTreeMap::new();
    random_games(200..260, |position| {
        for symmetry in 0..2 {
            let position = position.transformed(symmetry);
            let other = *positions.entry(position.key()).or_insert(position);
            assert_eq!(position, other);
        }
    });
    let alike = ["X 0 0", "O 0 0", "X 1 0", "X 0 1", "X 2 0", "X 0 0 roll", "O 0 0 roll"]
        .map(|rest| place("7,2", "1,0", "", rest).key());
    let fed = ["5,0", "5,2", "5,6", "6,1", "6,7"].map(|food| place("7,2", "1,0", food, "X 0 0").key());
    let keys: std::collections::BTreeSet<_> = alike.iter().chain(&fed).collect();
    assert_eq!(keys.len(), alike.len() + fed.len());
}

#[test]
fn boards_go_through_tiles_and_back() {
    random_games(300..310, |position| {
        if position.chance().is_none() {
            let [black, white] = position.points();
            let tiles = position.to_tiles();
            assert_eq!(AntsPosition::from_tiles(&tiles, white, black, position.side_to_move()), Ok(position));
        }
    });
    let start = AntsPosition::START.to_tiles();
    assert_eq!(start[..10], [2, 0, 2, 0, 2, 0, 2, 0, 0, 2]);
    let with = |place: usize, tile: u8| {
        let mut tiles = start;
        tiles[place] = tile;
        AntsPosition::from_tiles(&tiles, 0, 0, Side::First).map_err(|e| e.to_string())
    };
    assert_eq!(with(0, 4), Ok(AntsPosition::START), "documents say blocked, servers send empty");
    for (place, tile, why) in [
        (1, 4, "0,1 is a land square, but it is said to be blocked"),
        (0, 1, "0,0 is not a land square, but it is said to hold an ant or food"),
        (2, 3, "0,2 is not a land square, but it is said to hold an ant or food"),
        (95, 9, "11,7 holds 9; a tile is 0 (white ant), 1 (black ant), 2 (empty), 3 (food) or 4 (blocked)"),
        (24, 3, "3,0 holds food, which lies on rows 5 and 6 only"),
    ] {
        assert_eq!(with(place, tile), Err(format!("this position cannot be: {why}")));
    }
}

#[test]
fn the_layout_shows_the_land() {
    let layout = Ants.layout();
    assert_eq!((layout.cells.len(), layout.labels.len()), (48, 20));
    let cell = &layout.cells[layout.cell("9,4").unwrap()];
    assert_eq!((cell.row, cell.half_column, cell.x, cell.y), (9, 8, 4.5, 9.5));
    let position = place("9,4", "8,3 6,3", "", "X");
    let view = any(position).move_view("9,4x7,2x5,4").unwrap();
    assert_eq!(view.path, ["9,4", "7,2", "5,4"].map(|name| layout.cell(name).unwrap()));
    assert_eq!(view.changes.len(), 4);
}
