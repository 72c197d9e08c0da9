//! The order in which the course's program lists moves.

use crate::{Move, ReversiPosition, flips, mobility};

/// Straight on first, then diagonally, as rows down and columns right.
const DIRECTIONS: [(i32, i32); 8] = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The legal moves of the side to move, without the pass, in the course's order: it goes through the other side's discs
/// row by row and looks on all eight sides of each for an empty square from where that disc can be turned.
pub fn moves_in_order(position: &ReversiPosition) -> Vec<Move> {
    let (me, them) = (position.me(), position.them());
    let legal = mobility(me, them);
    let mut moves: Vec<Move> = Vec::with_capacity(legal.count_ones() as usize);
    for disc in (0..64).filter(|disc| them >> disc & 1 != 0) {
        for (down, right) in DIRECTIONS {
            let (row, column) = (disc / 8 + down, disc % 8 + right);
            if !(0..8).contains(&row) || !(0..8).contains(&column) {
                continue;
            }
            let square = 8 * row + column;
            let turns = legal >> square & 1 != 0 && flips(me, them, 1 << square) >> disc & 1 != 0;
            if let Some(mv) = Move::on(square as u8).filter(|mv| turns && !moves.contains(mv)) {
                moves.push(mv);
            }
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Dice, MoveList, Position};

    #[test]
    fn moves_are_listed_as_in_the_course_s_pictures() {
        let named = |position: &ReversiPosition| -> Vec<String> {
            moves_in_order(position).iter().map(Move::to_string).collect()
        };
        let mut position = ReversiPosition::START;
        assert_eq!(named(&position), ["d3", "c4", "e6", "f5"]);
        position.play(Move::on(8 * 4 + 5).unwrap());
        assert_eq!(named(&position), ["f4", "d6", "f6"]);
    }

    #[test]
    fn every_legal_move_is_listed_once() {
        let mut dice = Dice::new(25);
        for _ in 0..50 {
            let mut position = ReversiPosition::START;
            loop {
                let mut moves = MoveList::new();
                position.generate(&mut moves);
                let Some(&mv) = dice.pick(&moves) else { break };
                let mut listed = moves_in_order(&position);
                listed.sort_by_key(|mv| mv.square());
                let legal: Vec<Move> = moves.iter().copied().filter(|&mv| mv != Move::PASS).collect();
                assert_eq!(listed, legal);
                position.play(mv);
            }
        }
    }
}
