//! Facts checked by hand. The comparison with a second implementation is in the crate's `tests`.

use super::*;
use agon_core::Registry;
use agon_core::{AnyPosition, MoveList, Outcome, Position, Side};
use std::collections::HashSet;

/// The six directions as steps of row and column.
const DIRECTIONS: [(i8, i8); 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];

fn registry() -> Registry {
    let mut games = Registry::new();
    games.add::<HexThello>();
    games
}

fn position(radius: u8, black: &[(u8, u8)], white: &[(u8, u8)], blocked: &[(u8, u8)]) -> HexThelloPosition {
    let [black, white, blocked] = [black, white, blocked].map(|cells| cells.iter().copied().collect());
    HexThelloPosition::new(radius, black, white, blocked, Side::First).unwrap()
}

fn moves(position: &HexThelloPosition) -> MoveList<Move> {
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    moves
}

fn after(start: HexThelloPosition, plies: &[(u8, u8)]) -> HexThelloPosition {
    let mut position = start;
    for &(row, column) in plies {
        let mv = Move::on(row, column).unwrap();
        assert!(moves(&position).contains(&mv), "{mv} is not legal");
        position.play(mv);
    }
    position
}

fn any(game: &str) -> Box<dyn AnyPosition> {
    registry().game(game).unwrap().start()
}

#[test]
fn the_start_is_the_one_of_the_course() {
    let start = HexThello::standard().start();
    assert_eq!(start.side_to_move(), Side::First);
    assert_eq!(start.score(), [3, 4]);
    for (row, column) in [(6, 7), (7, 7), (7, 8), (8, 6)] {
        assert_eq!(start.tile(row, column), Tile::White);
    }
    for (row, column) in [(6, 8), (7, 6), (8, 7)] {
        assert_eq!(start.tile(row, column), Tile::Black);
    }
    assert_eq!(start.board().count(), 169);
    assert_eq!(start.empty().count(), 162);
    let open = ["5,7", "5,8", "6,6", "6,9", "7,9", "8,5", "8,8", "9,5", "9,6"];
    assert_eq!(any("hexthello").legal_moves(), open);
    assert_eq!(start.count_moves(), 9);
}

#[test]
fn enclosed_discs_turn() {
    let start = HexThello::standard().start();
    let played = after(start, &[(7, 9)]);
    assert_eq!(played.score(), [6, 2]);
    assert_eq!([played.tile(7, 7), played.tile(7, 8), played.tile(7, 9)], [Tile::Black; 3]);
    assert_eq!(gains(start.me(), start.them(), 9, 5).iter().collect::<Vec<_>>(), [(7, 7), (8, 6), (9, 5)]);
}

#[test]
fn one_move_turns_in_all_directions_and_turned_discs_turn_no_others() {
    let spokes = |distance: i8| {
        let cell = |(r, c): (i8, i8)| ((7 + distance * r) as u8, (7 + distance * c) as u8);
        DIRECTIONS.map(cell)
    };
    // The white disc on (8,8) stands between black discs only after (7,8) above it has turned.
    let mut white = spokes(1).to_vec();
    white.push((8, 8));
    let mut black = spokes(2).to_vec();
    black.push((9, 8));
    let played = after(position(7, &black, &white, &[]), &[(7, 7)]);
    assert_eq!(played.score(), [14, 1]);
    assert_eq!(played.tile(8, 8), Tile::White);
}

/// From every cell in every direction, runs of every length that fits, on every board.
#[test]
fn a_run_is_followed_to_its_end_and_never_over_the_edge() {
    for radius in HexThelloPosition::RADII {
        let board = Cells::hexagon(radius);
        for (row, column) in board.iter() {
            for (down, right) in DIRECTIONS {
                let step = |n: i8| {
                    let place = (row.checked_add_signed(n * down)?, column.checked_add_signed(n * right)?);
                    board.contains(place.0, place.1).then_some(place)
                };
                let mut run = Vec::new();
                while let Some(place) = step(run.len() as i8 + 1) {
                    run.push(place);
                    let position = position(radius, &[(row, column)], &run, &[]);
                    match step(run.len() as i8 + 1) {
                        Some((r, c)) => {
                            assert_eq!(moves(&position).as_slice(), [Move::on(r, c).unwrap()]);
                            let gained = gains(position.me(), position.them(), r, c);
                            assert_eq!(gained, position.them() | Cells::cell(r, c));
                        }
                        None => assert_eq!(position.open(), Cells::NONE),
                    }
                }
            }
        }
    }
}

#[test]
fn nothing_passes_through_a_blocked_cell() {
    let free = position(4, &[(4, 2)], &[(4, 3), (4, 4)], &[]);
    assert_eq!(moves(&free).as_slice(), [Move::on(4, 5).unwrap()]);
    let blocked = position(4, &[(4, 2)], &[(4, 3), (4, 4)], &[(4, 5)]);
    assert_eq!(blocked.open(), Cells::NONE);
    let between = position(4, &[(4, 2)], &[(4, 4)], &[(4, 3)]);
    assert_eq!(between.open(), Cells::NONE);
    assert_eq!(between.blocked().iter().collect::<Vec<_>>(), [(4, 3)]);
}

#[test]
fn who_cannot_move_passes_and_only_then() {
    // White can enclose (2,1) from (2,2); black has nothing to enclose.
    let mut passing = position(2, &[(2, 1)], &[(2, 0)], &[]);
    assert_eq!(moves(&passing).as_slice(), [Move::PASS]);
    assert_eq!(passing.count_moves(), 1);
    assert_eq!(passing.outcome(), None);
    passing.play(Move::PASS);
    assert_eq!(passing.side_to_move(), Side::Second);
    let over = after(passing, &[(2, 2)]);
    assert_eq!(over.score(), [0, 3]);
    assert_eq!(moves(&over).as_slice(), []);
    assert_eq!(over.count_moves(), 0);
    assert_eq!(over.outcome(), Some(Outcome { winner: Some(Side::Second), margin: -3 }));
}

#[test]
fn equal_discs_are_a_draw() {
    let drawn = position(2, &[(0, 2)], &[(4, 2)], &[]);
    assert_eq!(drawn.outcome(), Some(Outcome { winner: None, margin: 0 }));
}

#[test]
fn the_twelve_symmetries_are_different_and_keep_the_rules() {
    let mut uneven = after(HexThello::standard().start(), &[(5, 7), (7, 5), (8, 8)]);
    for _ in 0..2 {
        let images: HashSet<_> = (0..HexThelloPosition::SYMMETRIES).map(|s| uneven.transformed(s)).collect();
        assert_eq!(images.len(), 12);
        assert_eq!(uneven.transformed(0), uneven);
        for symmetry in 0..12 {
            let image = uneven.transformed(symmetry);
            assert_eq!(image.canonical_key(), uneven.canonical_key());
            let mapped: HashSet<_> =
                moves(&uneven).iter().map(|&mv| uneven.transformed_move(mv, symmetry)).collect();
            assert_eq!(mapped, moves(&image).iter().copied().collect());
            for mv in moves(&uneven) {
                let (mut one, mut other) = (uneven, image);
                one.play(mv);
                other.play(uneven.transformed_move(mv, symmetry));
                assert_eq!(one.transformed(symmetry), other);
            }
        }
        // Once more on a small board with a blocked cell.
        uneven = position(3, &[(2, 4), (3, 2), (4, 3)], &[(2, 3), (3, 3), (3, 4), (4, 2)], &[(1, 4)]);
    }
}

#[test]
fn the_start_looks_the_same_from_six_sides() {
    for radius in HexThelloPosition::RADII {
        let start = HexThello::with_radius(radius).unwrap().start();
        let images: HashSet<_> = (0..12).map(|s| start.transformed(s)).collect();
        assert_eq!(images.len(), 2);
    }
}

#[test]
fn keys_tell_positions_apart() {
    let start = HexThello::standard().start();
    let mut level = HashSet::from([start]);
    let mut keys = HashSet::from([start.key()]);
    let mut positions = 1;
    for _ in 0..5 {
        let mut next = HashSet::new();
        for position in &level {
            for mv in moves(position) {
                let mut played = *position;
                played.play(mv);
                assert_eq!(position.key_after(mv), played.key());
                next.insert(played);
            }
        }
        keys.extend(next.iter().map(|p| p.key()));
        positions += next.len();
        assert_eq!(keys.len(), positions);
        level = next;
    }
    let discs = start.discs();
    let other =
        |radius, blocked, side| HexThelloPosition::new(radius, discs[0], discs[1], blocked, side).unwrap();
    assert_ne!(other(7, Cells::cell(0, 7), Side::First).key(), start.key());
    assert_ne!(other(7, Cells::NONE, Side::Second).key(), start.key());
    assert_ne!(other(6, Cells::NONE, Side::First).key(), start.key());
    assert_eq!(other(7, Cells::NONE, Side::First), start);
}

#[test]
fn tiles_are_those_on_the_wire() {
    let start = HexThello::standard().start();
    let tiles = start.to_tiles();
    assert_eq!(tiles.len(), 225);
    assert_eq!(tiles[..15], [4, 4, 4, 4, 4, 4, 4, 2, 2, 2, 2, 2, 2, 2, 2]);
    assert_eq!(tiles[7 * 15..8 * 15], [2, 2, 2, 2, 2, 2, 1, 0, 0, 2, 2, 2, 2, 2, 2]);
    assert_eq!(HexThelloPosition::from_tiles(7, &tiles, Side::First), Ok(start));
    let blocked = position(3, &[(2, 4)], &[(3, 3)], &[(0, 3), (6, 0)]);
    let tiles = blocked.to_tiles();
    assert_eq!((tiles.len(), tiles[3], tiles[6 * 7]), (49, 3, 3));
    assert_eq!(HexThelloPosition::from_tiles(3, &tiles, Side::First), Ok(blocked));
    assert_eq!(blocked.tile(200, 200), Tile::Unused);
}

#[test]
fn impossible_tiles_are_refused_in_words() {
    let tiles = HexThello::standard().start().to_tiles();
    let refused = |radius, tiles: &[u8]| {
        HexThelloPosition::from_tiles(radius, tiles, Side::First).unwrap_err().to_string()
    };
    let with = |index: usize, byte| {
        let mut changed = tiles.clone();
        changed[index] = byte;
        refused(7, &changed)
    };
    let why = "this position cannot be: ";
    assert_eq!(refused(8, &tiles), format!("{why}a board has a radius from 2 to 7, not 8"));
    assert_eq!(refused(7, &tiles[1..]), format!("{why}a board of radius 7 has 225 tiles, not 224"));
    assert_eq!(with(0, 2), format!("{why}0,0 is no cell and must be unused (4), not 2"));
    assert_eq!(with(16, 9), format!("{why}1,1 holds 9; tiles are 0 to 4"));
    assert_eq!(with(112, 4), format!("{why}7,7 is a cell, so not unused"));
    let cell = |row, column| Cells::cell(row, column);
    let new = |black, white, blocked| {
        HexThelloPosition::new(2, black, white, blocked, Side::First).unwrap_err().to_string()
    };
    let none = Cells::NONE;
    assert_eq!(new(cell(0, 0), none, none), format!("{why}0,0 is no cell of this board"));
    assert_eq!(new(cell(2, 2), cell(2, 2), none), format!("{why}2,2 holds a black and a white disc at once"));
    assert_eq!(new(none, cell(2, 2), cell(2, 2)), format!("{why}2,2 is blocked and holds a disc at once"));
}

#[test]
fn wrong_moves_are_refused_in_words() {
    let game = registry().game("hexthello:radius=2").unwrap();
    let refused = |text: &str, mv: &str| game.parse_position(text).unwrap().play(mv).unwrap_err().to_string();
    let start = "----OX--XOO-#OX-#-- X";
    let form = "is not a move; a move is written as row,column of the square array that holds the hexagon, \
                both from 0, like 5,7, or pass";
    for text in ["f5", "5", "", "1,", "1,+2", "1, 2", "-1,2", "1,2,3"] {
        assert_eq!(refused(start, text), format!("'{text}' {form}"));
    }
    for (text, why) in [
        ("5,2", "the board has rows 0 to 4"),
        ("99999999999999999999,2", "the board has rows 0 to 4"),
        ("1,0", "row 1 has columns 1 to 4"),
        ("4,300", "row 4 has columns 0 to 2"),
        ("1,3", "the cell is taken"),
        ("3,0", "the cell is blocked"),
        ("0,4", "it would turn no disc"),
        ("pass", "one may pass only without any other move"),
    ] {
        assert_eq!(refused(start, text), format!("'{text}' is not legal here: {why}"));
    }
    let passing = "-------OX---------- X";
    let why = "no disc would turn anywhere, so the move must be pass";
    assert_eq!(refused(passing, "2,2"), format!("'2,2' is not legal here: {why}"));
    let over = "X-----------------O X";
    assert_eq!(refused(over, "2,2"), "the game is over, so '2,2' cannot be played");
}

#[test]
fn moves_and_positions_round_trip_as_text() {
    let mut position = any("hexthello");
    for text in ["5,7", "7,5", "8,8"] {
        assert_eq!(position.play(text).as_deref(), Ok(text));
    }
    let again = position.game().parse_position(&position.text()).unwrap();
    assert_eq!((again.text(), again.key()), (position.text(), position.key()));
    let blocked = "#------###OOXX#-XXXX----OX----------- O";
    let position = registry().game("hexthello:radius=3").unwrap().parse_position(blocked).unwrap();
    assert_eq!(position.text(), blocked);
    assert_eq!(position.game().from_set_up(&position.set_up()).unwrap().text(), blocked);
    let long = registry().game("hexthello").unwrap().parse_position(blocked).unwrap_err();
    assert_eq!(long.to_string(), "a position of hexthello has 169 board characters, not 37");
}

#[test]
fn the_radius_is_an_option() {
    let games = registry();
    assert_eq!(games.game("hexthello:radius=3").unwrap().id(), "hexthello:radius=3");
    assert_eq!(games.game("hexthello:radius=7").unwrap().id(), "hexthello");
    for value in ["1", "8", "", "03", "+3", "three"] {
        let error = games.game(&format!("hexthello:radius={value}")).err().unwrap();
        let expected = "it takes a number from 2 to 7, one less than the cells of a side";
        assert_eq!(error.to_string(), format!("hexthello: 'radius' cannot be '{value}'; {expected}"));
    }
}

#[test]
fn the_layout_is_a_hexagon_of_touching_cells() {
    for radius in HexThelloPosition::RADII {
        let layout = layout::layout(radius);
        let r = usize::from(radius);
        assert_eq!(layout.cells.len(), 3 * r * r + 3 * r + 1);
        let distance = |(ax, ay): (f64, f64), (bx, by): (f64, f64)| (ax - bx).hypot(ay - by);
        let at = |row: u8, column: u8| {
            let cell = &layout.cells[layout.cell(&format!("{row},{column}")).unwrap()];
            (cell.x, cell.y)
        };
        for (down, right) in DIRECTIONS {
            let beside = at(radius.wrapping_add_signed(down), radius.wrapping_add_signed(right));
            assert!((distance(at(radius, radius), beside) - 1.0).abs() < 1e-9);
        }
        assert_eq!(at(radius, 0).0, 0.5);
        assert_eq!(at(radius, 2 * radius).0, layout.width - 0.5);
        assert_eq!(distance(at(radius, radius), (layout.width / 2.0, layout.height / 2.0)), 0.0);
        assert_eq!(layout.labels.len(), 2 * (2 * r + 1));
        for label in &layout.labels {
            assert!(layout.cells.iter().all(|c| distance((label.x, label.y), (c.x, c.y)) > 0.8));
        }
        let columns: HashSet<_> = layout.cells.iter().map(|c| (c.row, c.half_column)).collect();
        assert_eq!(columns.len(), layout.cells.len());
        assert!(layout.cells.iter().all(|c| f64::from(c.half_column) / 2.0 + 0.5 == c.x));
    }
}

#[test]
fn perft_of_the_start() {
    let leaves = (1..=6).map(|depth| agon_core::perft(&HexThello::standard().start(), depth));
    assert_eq!(leaves.collect::<Vec<_>>(), [9, 66, 360, 2232, 13320, 89106]);
}
