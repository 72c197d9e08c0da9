//! A search asks for its memory before it begins and for hardly any while it runs. A program of its own, because what is
//! counted is counted for the whole process.
#![allow(clippy::unwrap_used)]
#![allow(unsafe_code)] // Reason: an allocator that counts can only be written so; it hands everything on.

use agon_connect::FourInARow;
use agon_connect::FourInARowPosition;
use agon_connect::solver::{Options, Solver};
use agon_core::{AnyPosition, Game, Position};
use agon_engine::{Limits, Stop};
use agon_lab::bench;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

static ASKED: AtomicU64 = AtomicU64::new(0);

/// The system's memory, counted.
struct Counting;

// SAFETY: every call is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.fetch_add(1, Relaxed);
        // SAFETY: the caller's promises are the ones that the system asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What a piece of work asks for, and what it gives.
fn counted<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = ASKED.load(Relaxed);
    let result = work();
    (ASKED.load(Relaxed) - before, result)
}

fn engines_search_without_asking_for_memory() {
    let (engines, games) = (agon_games::engines(), agon_games::registry());
    for (game, settings) in [
        ("reversi", ""),
        ("reversi", ":mtdf=on"),
        ("reversi", ":eval=classic"),
        ("hexthello", ""),
        ("ants", ""),
        ("ants", ":eval=chance"),
        ("connect4-9x9", ""),
        ("connect4-9x9", ":eval=threats:singular=on:evalorder=on"),
        ("four-in-a-row", ":eval=threats"),
        ("reversi", ":threads=2"),
        ("reversi", ":exact=on"),
        ("connect4-9x9", ":alphabeta=off"),
    ] {
        let rules = games.game(game).unwrap();
        let spec = format!("engine:hash=4{settings}").parse().unwrap();
        let mut engine = engines.engine(game, &spec).unwrap();
        let mut asked = |position: &dyn AnyPosition, nodes: u64| {
            engine.new_game();
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (asked, report) =
                counted(|| engine.best(position, &limits, &Stop::new(), &mut |_| {}).unwrap());
            (asked, report.nodes)
        };
        // Some positions are solved at once. And what is made once is made for the first of them.
        let measured =
            bench::positions(&agon_games::engines(), &*rules, 12).into_iter().find_map(|position| {
                let (few, few_nodes) = asked(&*position, 2_000);
                let (many, many_nodes) = asked(&*position, 80_000);
                let nodes = many_nodes.saturating_sub(few_nodes);
                (nodes > 20_000).then_some((many.saturating_sub(few), nodes))
            });
        let (more, nodes) = measured.unwrap();
        // A depth is reported with its line in words, and that takes some. A node takes none.
        assert!(more < nodes / 20, "{game}{settings}: {more} times for {nodes} nodes more");
    }
}

fn the_solver_asks_for_nothing() {
    let mut position: FourInARowPosition = FourInARow::standard().start();
    for column in "33333304".bytes() {
        position.play(agon_connect::Move::into_column(column - b'0'));
    }
    let mut solver = Solver::<u64, 7, 6>::new(Options { table_bytes: 8 << 20, ..Options::default() });
    let (asked, scored) = counted(|| solver.score(&position));
    assert!(scored.nodes > 50_000, "{scored:?}");
    assert!(asked < 20, "{asked} times in {} nodes", scored.nodes);
}

#[test]
fn nodes_cost_no_memory() {
    engines_search_without_asking_for_memory();
    the_solver_asks_for_nothing();
}
