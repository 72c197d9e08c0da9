//! The kernels: the plain and the wide version, and a slow one that is easy to read, give the same.

use crate::boards::{plain_margin, played, scattered, slow_flips, slow_moves};
use agon_core::Dice;
use agon_core::cpu::{Baseline, Choice, Cpu, Task, dispatch_on};
use agon_reversi::solver::kernels::{EdgeTable, LastFlips, extract, flips, mobility, stable};

struct Flips(u64, u64, usize);
impl Task for Flips {
    type Output = u64;
    fn run<C: Cpu>(self, cpu: C) -> u64 {
        cpu.enter(|| flips(cpu, self.0, self.1, self.2))
    }
}

struct Moves(u64, u64);
impl Task for Moves {
    type Output = u64;
    fn run<C: Cpu>(self, cpu: C) -> u64 {
        cpu.enter(|| mobility(cpu, self.0, self.1))
    }
}

struct Extract(u64, u64);
impl Task for Extract {
    type Output = u64;
    fn run<C: Cpu>(self, cpu: C) -> u64 {
        cpu.enter(|| extract(cpu, self.0, self.1))
    }
}

struct Last(u64, usize);
impl Task for Last {
    type Output = i32;
    fn run<C: Cpu>(self, cpu: C) -> i32 {
        cpu.enter(|| LastFlips::TABLE.doubled(cpu, self.0, self.1))
    }
}

#[test]
fn flips_and_moves_agree_on_any_board() {
    let mut dice = Dice::new(1);
    for round in 0..3000 {
        let (me, them) = scattered(&mut dice, round % 60 + 2);
        let moves = slow_moves(me, them);
        for choice in [Choice::Best, Choice::Baseline] {
            assert_eq!(dispatch_on(choice, Moves(me, them)), moves);
            for square in (0..64).filter(|square| !(me | them) >> square & 1 != 0) {
                let expected = slow_flips(me, them, square);
                assert_eq!(
                    dispatch_on(choice, Flips(me, them, square)),
                    expected,
                    "{me:x} {them:x} {square}"
                );
            }
        }
    }
}

#[test]
fn every_content_of_every_line_turns_alike() {
    // All contents of the row and the column of each square, the diagonals at random.
    let mut dice = Dice::new(2);
    for square in 0..64 {
        for line in 0..6561u64 {
            let (mut me, mut them) = (dice.next_u64(), 0);
            them |= !me & dice.next_u64();
            let mut rest = line;
            for step in 0..8 {
                let place = if line % 2 == 0 { square / 8 * 8 + step } else { square % 8 + step * 8 };
                me &= !(1 << place);
                them &= !(1 << place);
                match rest % 3 {
                    1 => me |= 1 << place,
                    2 => them |= 1 << place,
                    _ => {}
                }
                rest /= 3;
            }
            let own = !(1u64 << square);
            let (me, them) = (me & own, them & own);
            let expected = slow_flips(me, them, square);
            assert_eq!(dispatch_on(Choice::Best, Flips(me, them, square)), expected);
            assert_eq!(flips(Baseline, me, them, square), expected);
        }
    }
}

#[test]
fn the_last_move_turns_what_is_counted() {
    let mut dice = Dice::new(3);
    for square in 0..64usize {
        for _ in 0..2000 {
            let any = dice.next_u64();
            let (me, them) = (any & !(1 << square), !any & !(1 << square));
            let expected = 2 * slow_flips(me, them, square).count_ones() as i32;
            for choice in [Choice::Best, Choice::Baseline] {
                assert_eq!(dispatch_on(choice, Last(me, square)), expected);
                assert_eq!(dispatch_on(choice, Last(me | 1 << square, square)), expected);
            }
        }
    }
}

#[test]
fn extraction_agrees() {
    let mut dice = Dice::new(4);
    for _ in 0..10_000 {
        let (board, mask) = (dice.next_u64(), dice.next_u64() & dice.next_u64());
        let task = || Extract(board, mask);
        assert_eq!(dispatch_on(Choice::Best, task()), dispatch_on(Choice::Baseline, task()));
    }
}

/// Whether a side can ever lose one of some discs, whatever both play; also out of turn.
fn can_turn(me: u64, them: u64, held: u64) -> bool {
    if held & !me != 0 {
        return true;
    }
    (0..64).filter(|square| !(me | them) >> square & 1 != 0).any(|square| {
        let (a, b) = (slow_flips(me, them, square), slow_flips(them, me, square));
        a != 0 && can_turn(me | a | 1 << square, them & !a, held)
            || b != 0 && can_turn(me & !b, them | b | 1 << square, held)
    })
}

#[test]
fn stable_discs_stay() {
    let edges = EdgeTable::new();
    let mut dice = Dice::new(5);
    let mut some = 0;
    for _ in 0..400 {
        let (me, them) = crate::boards::random_position(&mut dice, 5);
        let held = stable(&edges, me, them);
        some += u32::from(held != 0);
        assert_eq!(held & !me, 0);
        assert!(!can_turn(me, them, held), "{me:x} {them:x}");
        // A bound of the margin follows.
        assert!(plain_margin(me, them, -64, 64) >= 2 * held.count_ones() as i32 - 64);
    }
    assert!(some > 200);
    // Three corners' worth of full edges.
    let (me, them) = (0xff81_8181_8181_81ff, !0xff81_8181_8181_81ff & !(1 << 27));
    assert_eq!(stable(&edges, me, them), me);
    let (next_me, _) = played(them, me, 27);
    assert_eq!(next_me & 0xff81_8181_8181_81ff, me);
}
