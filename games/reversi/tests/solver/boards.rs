//! Positions to test with, and a plain search to compare with.

use agon_core::Dice;

/// The discs that turn, square by square in each direction.
pub(crate) fn slow_flips(me: u64, them: u64, square: usize) -> u64 {
    let mut turned = 0;
    if (me | them) >> square & 1 != 0 {
        return 0;
    }
    for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let (mut x, mut y) = ((square % 8) as i32 + dx, (square / 8) as i32 + dy);
        let mut run = 0;
        while (0..8).contains(&x) && (0..8).contains(&y) {
            let bit = 1u64 << (y * 8 + x);
            if them & bit != 0 {
                run |= bit;
            } else {
                turned |= if me & bit != 0 { run } else { 0 };
                break;
            }
            x += dx;
            y += dy;
        }
    }
    turned
}

/// The squares where a move turns something.
pub(crate) fn slow_moves(me: u64, them: u64) -> u64 {
    (0..64).filter(|&square| slow_flips(me, them, square) != 0).fold(0, |all, square| all | 1 << square)
}

/// The boards after a move, as the other side sees them.
pub(crate) fn played(me: u64, them: u64, square: usize) -> (u64, u64) {
    let turned = slow_flips(me, them, square);
    (them & !turned, me | turned | 1 << square)
}

/// The margin by plain alpha-beta.
pub(crate) fn plain_margin(me: u64, them: u64, mut alpha: i32, beta: i32) -> i32 {
    let moves = slow_moves(me, them);
    if moves == 0 {
        if slow_moves(them, me) == 0 {
            let margin = me.count_ones() as i32 - them.count_ones() as i32;
            return margin + margin.signum() * (!(me | them)).count_ones() as i32;
        }
        return -plain_margin(them, me, -beta, -alpha);
    }
    let mut best = -64;
    for square in (0..64).filter(|square| moves >> square & 1 != 0) {
        let (next_me, next_them) = played(me, them, square);
        best = best.max(-plain_margin(next_me, next_them, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// A position of a random game with so many empty squares at most; the side to move may have to pass.
pub(crate) fn random_position(dice: &mut Dice, empties: u32) -> (u64, u64) {
    let (mut me, mut them) = (1u64 << 28 | 1 << 35, 1u64 << 27 | 1 << 36);
    while (!(me | them)).count_ones() > empties {
        let moves = slow_moves(me, them);
        if moves == 0 {
            if slow_moves(them, me) == 0 {
                return random_position(dice, empties);
            }
            (me, them) = (them, me);
            continue;
        }
        let squares: Vec<usize> = (0..64).filter(|square| moves >> square & 1 != 0).collect();
        let &square = dice.pick(&squares).expect("there is a move");
        (me, them) = played(me, them, square);
    }
    (me, them)
}

/// Any board at all, with about so many empty squares.
pub(crate) fn scattered(dice: &mut Dice, empties: u64) -> (u64, u64) {
    let (mut me, mut them) = (0, 0);
    for square in 0..64 {
        if dice.below(64) >= empties {
            *if dice.below(2) == 0 { &mut me } else { &mut them } |= 1u64 << square;
        }
    }
    (me, them)
}

/// A board under one of the eight symmetries, square by square.
pub(crate) fn image(board: u64, symmetry: usize) -> u64 {
    let mut result = 0;
    for square in (0..64).filter(|square| board >> square & 1 != 0) {
        let (mut x, mut y) = (square % 8, square / 8);
        if symmetry & 1 != 0 {
            x = 7 - x;
        }
        if symmetry & 2 != 0 {
            y = 7 - y;
        }
        if symmetry & 4 != 0 {
            (x, y) = (y, x);
        }
        result |= 1u64 << (y * 8 + x);
    }
    result
}
