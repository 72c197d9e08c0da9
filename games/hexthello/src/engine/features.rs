//! What the explainable evaluation counts on a board. Every count is for the side to move and for the other.

use super::board::{AXES, Board, around, beside, lines_through};
use crate::{Cells, HexThelloPosition, gains, mobility};

/// How many terms there are.
pub const TERMS: usize = 16;

/// The names of the terms.
pub(super) const NAMES: [&str; TERMS] = [
    "corners",
    "corner moves",
    "beside corners",
    "inside corners",
    "edges",
    "second ring",
    "stability",
    "mobility",
    "frontier",
    "reach",
    "discs",
    "parity",
    "turn",
    "edge moves",
    "few moves",
    "few discs",
];

/// What each term counts for the side to move and for the other.
pub(super) type Counts = [[i32; 2]; TERMS];

/// Regions of empty cells mean something once no more than this part of the board is empty.
const PARITY_PART: i32 = 6;

/// With fewer moves than this, every one counts more.
const FEW_MOVES: i32 = 6;

/// With less than this part of the board, a side may soon have nothing.
const FEW_DISCS_PART: i32 = 14;

/// With no more than this part of the board, a side can be wiped out within a few moves: three discs of the full board.
const HARDLY_ANY_PART: i32 = 48;

/// With this part of the board left after the strongest capture, a side is safe.
const SAFE_PART: i32 = 16;

#[inline(always)]
fn count(cells: Cells) -> i32 {
    cells.count() as i32
}

/// All counts of a position; nothing if neither side can move.
#[inline(always)]
pub(super) fn counts(board: &Board, position: &HexThelloPosition) -> Option<Counts> {
    let sides = [position.me(), position.them()];
    let empty = position.empty();
    let moves = [mobility(sides[0], sides[1], empty), mobility(sides[1], sides[0], empty)];
    if (moves[0] | moves[1]).is_empty() {
        return None;
    }
    let mut counts = [[0; 2]; TERMS];
    let corners_taken = board.corners & !empty;
    // Next to an empty corner: whoever plays there offers it.
    let risky = around(board.corners & empty) & !board.corners;
    let near_empty = around(empty);
    let mut stable = [Cells::NONE; 2];
    // Without a corner there are stable discs only where three full lines cross, hardly ever before the end.
    if !corners_taken.is_empty() {
        let held = held(board, board.blocked(position), empty);
        stable = [grown(held, sides[0]), grown(held, sides[1])];
    }
    for side in 0..2 {
        let (me, them, moves) = (sides[side], sides[1 - side], moves[side]);
        let loose = me & !stable[side];
        counts[0][side] = count(me & board.corners);
        counts[1][side] = count(moves & board.corners);
        counts[2][side] = count(me & risky & board.edges);
        counts[3][side] = count(me & risky & !board.edges);
        counts[4][side] = count(loose & board.edges & !risky);
        counts[5][side] = count(loose & board.second_ring & !risky);
        counts[6][side] = count(stable[side]);
        counts[7][side] = count(moves & !risky);
        counts[8][side] = count(loose & near_empty);
        counts[9][side] = count(empty & around(them));
        counts[10][side] = count(me);
        counts[13][side] = count(moves & board.edges & !risky);
        counts[14][side] = (FEW_MOVES - counts[7][side]).max(0);
    }
    // The side to move fills an odd region last, the other an even one.
    let empties = count(empty);
    if empties * PARITY_PART <= board.size {
        counts[11] = regions(empty);
    }
    counts[12][0] = 1;
    // The side to move can save its discs first, the other must wait for what is taken.
    counts[15] =
        [danger(board, sides[0], sides[1], Cells::NONE), danger(board, sides[1], sides[0], moves[0])];
    Some(counts)
}

/// Whether a side has so few discs that it may soon have none.
#[inline(always)]
pub(super) fn has_few(board: &Board, discs: Cells) -> bool {
    count(discs) < board.size / FEW_DISCS_PART
}

/// Whether a side has so few discs that it may be wiped out within a few moves.
#[inline(always)]
pub(super) fn has_hardly_any(board: &Board, discs: Cells) -> bool {
    count(discs) <= board.size / HARDLY_ANY_PART
}

/// How far a side is below what is safe, squared, once the strongest of the other side's moves `captures` is made. The
/// number of discs alone does not tell the danger: few discs are good, as long as no move takes many of them.
#[inline(always)]
fn danger(board: &Board, me: Cells, them: Cells, captures: Cells) -> i32 {
    if !has_few(board, me) {
        return 0;
    }
    let mut left = count(me);
    for (row, column) in captures.iter() {
        left = left.min(count(me & !gains(them, me, row, column)));
    }
    (board.size / SAFE_PART - left).max(0).pow(2)
}

/// For each axis the cells where nothing can turn along it: at the end of a line, next to a blocked cell, or on a
/// line without an empty cell.
#[inline(always)]
fn held(board: &Board, blocked: Cells, empty: Cells) -> [Cells; AXES] {
    let open = lines_through(empty);
    let mut held = board.one_sided;
    for axis in 0..AXES {
        held[axis] = held[axis] | !open[axis] | beside(blocked, axis);
    }
    held
}

/// The discs that can never turn again: on every axis a disc is held, or stands next to a stable disc of its
/// own colour.
#[inline(always)]
fn grown(held: [Cells; AXES], me: Cells) -> Cells {
    let mut stable = me & held[0] & held[1] & held[2];
    if stable.is_empty() {
        return stable;
    }
    loop {
        let safe = |axis: usize| held[axis] | beside(stable, axis);
        let more = me & safe(0) & safe(1) & safe(2);
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// The regions of empty cells, as how many are odd and how many even.
#[inline(always)]
fn regions(empty: Cells) -> [i32; 2] {
    let (mut left, mut odd, mut even) = (empty, 0, 0);
    while !left.is_empty() {
        let mut region = first(left);
        loop {
            let more = (region | around(region)) & left;
            if more == region {
                break;
            }
            region = more;
        }
        left = left & !region;
        if count(region) % 2 == 1 { odd += 1 } else { even += 1 }
    }
    [odd, even]
}

/// One cell of a set.
#[inline(always)]
fn first(cells: Cells) -> Cells {
    let words = cells.words();
    let mut one = [0; 4];
    for i in 0..4 {
        if words[i] != 0 {
            one[i] = words[i] & words[i].wrapping_neg();
            break;
        }
    }
    Cells::from_words(one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Dice, MoveList, Position, Side};

    /// A position of radius 2 from its nineteen cells in reading order.
    fn position(text: &str) -> HexThelloPosition {
        let board = Board::new(2);
        let cells = |c: char| -> Cells {
            board
                .all
                .iter()
                .zip(text.chars().filter(|c| *c != ' '))
                .filter(|x| x.1 == c)
                .map(|x| x.0)
                .collect()
        };
        HexThelloPosition::new(2, cells('X'), cells('O'), cells('#'), Side::First).unwrap()
    }

    fn of(text: &str, name: &str) -> [i32; 2] {
        let term = NAMES.iter().position(|n| *n == name).unwrap();
        counts(&Board::new(2), &position(text)).unwrap()[term]
    }

    fn stable(text: &str) -> [i32; 2] {
        let (board, position) = (Board::new(2), position(text));
        let held = held(&board, board.blocked(&position), position.empty());
        [count(grown(held, position.me())), count(grown(held, position.them()))]
    }

    #[test]
    fn corners_and_their_neighbours() {
        let text = "XX- -OX- XXO-- -OX- O--";
        assert_eq!(of(text, "corners"), [2, 1]);
        // The empty corners are 0,4 and 2,4 and 4,2; inside them lie 1,3 and 2,3 and 3,2.
        assert_eq!(of(text, "inside corners"), [2, 0]);
        assert_eq!(of(text, "beside corners"), [1, 0]);
        assert_eq!(of("-XO ---- -OOX- ---- ---", "corner moves"), [1, 2]);
    }

    /// A position of the full board with black to move, from the rows and columns of the discs.
    fn on_full_board(black: &[(u8, u8)], white: &[(u8, u8)]) -> HexThelloPosition {
        let cells = |discs: &[(u8, u8)]| discs.iter().copied().collect();
        HexThelloPosition::new(7, cells(black), cells(white), Cells::NONE, Side::First).unwrap()
    }

    fn few_discs(position: &HexThelloPosition) -> [i32; 2] {
        counts(&Board::new(7), position).unwrap()[NAMES.len() - 1]
    }

    #[test]
    fn few_discs_are_a_danger() {
        let board = Board::new(7);
        let line = |length: u8| -> Cells { (0..length).map(|column| (7, column)).collect() };
        let danger = |length| danger(&board, line(length), Cells::NONE, Cells::NONE);
        assert_eq!([danger(15), danger(10), danger(9), danger(4), danger(1)], [0, 0, 1, 36, 81]);
        assert_eq!([15, 12, 11, 1].map(|length| has_few(&board, line(length))), [false, false, true, true]);
        assert_eq!([4, 3, 1].map(|length| has_hardly_any(&board, line(length))), [false, true, true]);
        assert!(!has_hardly_any(&Board::new(3), line(1)), "small boards are searched to the end anyway");
    }

    #[test]
    fn what_can_be_taken_is_as_good_as_lost() {
        // White's only disc, next to one of black: it is taken, and nothing is left.
        assert_eq!(few_discs(&on_full_board(&[(7, 6)], &[(7, 7)])), [81, 100]);
        // Of two discs on different lines one remains.
        assert_eq!(few_discs(&on_full_board(&[(7, 6)], &[(7, 7), (9, 9)])), [81, 81]);
        // Two on one line go together.
        assert_eq!(few_discs(&on_full_board(&[(7, 6)], &[(7, 7), (7, 8)])), [81, 100]);
        // The strongest capture counts, not the first: two discs to the right, one to the left.
        assert_eq!(few_discs(&on_full_board(&[(7, 6)], &[(7, 5), (7, 7), (7, 8)])), [81, 81]);
    }

    #[test]
    fn what_cannot_be_taken_is_few_but_not_lost() {
        // White's disc on the corner is stable.
        assert_eq!(few_discs(&on_full_board(&[(7, 1)], &[(7, 0)])), [81, 81]);
        // Nor can black get behind a disc that stands next to it.
        assert_eq!(few_discs(&on_full_board(&[(7, 2)], &[(7, 0), (7, 1)])), [81, 64]);
    }

    #[test]
    fn the_side_to_move_saves_itself_first() {
        let position = on_full_board(&[(7, 6)], &[(7, 7), (7, 8)]);
        assert_eq!(few_discs(&position), [81, 100]);
        // White's turn: its two discs are still there, and black's can be taken.
        let [black, white] = position.discs();
        let turned = HexThelloPosition::new(7, black, white, Cells::NONE, Side::Second).unwrap();
        assert_eq!(few_discs(&turned), [64, 100]);
    }

    #[test]
    fn many_discs_are_safe_from_every_capture() {
        let row: Vec<_> = (1..13).map(|column| (7, column)).collect();
        assert_eq!(few_discs(&on_full_board(&[(7, 0)], &row))[1], 0);
        // One disc less, and all of them go.
        assert_eq!(few_discs(&on_full_board(&[(7, 0)], &row[..11]))[1], 100);
    }

    #[test]
    fn stability_grows_from_the_corners() {
        assert_eq!(stable("-X- --X- --X-- -O-- -O-"), [0, 0]);
        assert_eq!(stable("XX- ---- ----- ---- ---"), [2, 0]);
        assert_eq!(stable("XX- X--- ----- ---- --O"), [3, 1]);
        // 1,2 has the corner's line behind it, the row and the column through stable discs.
        assert_eq!(stable("XX- XX-- ----- ---- ---"), [4, 0]);
        assert_eq!(stable("XXX OOXX XXOOX OOXX XXX"), [13, 6]);
        // Next to blocked cells.
        assert_eq!(stable("--- -##- -#X#- -##- ---"), [1, 0]);
    }

    #[test]
    fn regions_by_parity() {
        let of = |text| regions(position(text).empty());
        assert_eq!(of("XXX XXXX XXXXX XXXX XXX"), [0, 0]);
        assert_eq!(of("--- ---- ----- ---- ---"), [1, 0]);
        assert_eq!(of("-XX XXXX -XXX- XXX- XXX"), [2, 1]);
    }

    #[test]
    fn stable_discs_stay() {
        let mut dice = Dice::new(5);
        for radius in [2, 4, 7] {
            let board = Board::new(radius);
            for _ in 0..10 {
                let mut position = agon_core::Game::start(&crate::HexThello::with_radius(radius).unwrap());
                let mut kept = [Cells::NONE; 2];
                loop {
                    let held = held(&board, board.blocked(&position), position.empty());
                    let discs = position.discs();
                    for side in 0..2 {
                        assert!((kept[side] & !discs[side]).is_empty(), "{position:?}");
                        let now = grown(held, discs[side]);
                        assert!((kept[side] & !now).is_empty(), "{position:?}");
                        kept[side] = now;
                    }
                    let mut moves = MoveList::new();
                    position.generate(&mut moves);
                    let Some(&mv) = dice.pick(&moves) else { break };
                    position.play(mv);
                }
                assert!(kept[0].count() + kept[1].count() > 0);
            }
        }
    }
}
