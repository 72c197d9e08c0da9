//! How fast the rules are: perft of every game, on the best and on the baseline instructions, and one position's
//! moves. `cargo bench -p agon-games`; for instruction counts, which do not depend on the machine's mood:
//! `valgrind --tool=callgrind target/release/agon perft GAME DEPTH`.

use agon_ants::Ants;
use agon_connect::{Connect9x9, FourInARow};
use agon_core::cpu::Choice;
use agon_core::{Game, MoveList, Position, perft::perft_on};
use agon_hexthello::HexThello;
use agon_reversi::Reversi;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Enough work for a steady figure, little enough for a coffee break.
const DEPTHS: &[(&str, u32)] =
    &[("reversi", 8), ("hexthello", 6), ("four-in-a-row", 7), ("connect4-9x9", 6), ("ants", 7)];

fn perft_of<G: Game>(bencher: Bencher<'_, '_>, choice: Choice) {
    let game = G::standard();
    let depth = DEPTHS.iter().find(|(name, _)| *name == game.info().name).map_or(5, |&(_, depth)| depth);
    let start = game.start();
    let leaves = perft_on(choice, &start, depth);
    bencher.counter(ItemsCount::new(leaves)).bench(|| perft_on(choice, black_box(&start), depth));
}

#[divan::bench(types = [Reversi, HexThello, FourInARow, Connect9x9, Ants])]
fn perft_best<G: Game>(bencher: Bencher<'_, '_>) {
    perft_of::<G>(bencher, Choice::Best);
}

#[divan::bench(types = [Reversi, HexThello, FourInARow, Connect9x9, Ants])]
fn perft_baseline<G: Game>(bencher: Bencher<'_, '_>) {
    perft_of::<G>(bencher, Choice::Baseline);
}

#[divan::bench(types = [Reversi, HexThello, FourInARow, Connect9x9, Ants])]
fn generate_from_the_start<G: Game>(bencher: Bencher<'_, '_>) {
    let start = G::standard().start();
    bencher.bench(|| {
        let mut moves = MoveList::new();
        black_box(&start).generate(&mut moves);
        moves.len()
    });
}
