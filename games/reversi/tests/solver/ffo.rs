//! The published FFO positions that take little.

use agon_reversi::solver::{Limits, Options, Solver};
use std::path::PathBuf;

#[test]
fn published_scores_are_found() {
    let folder =
        std::env::var_os("AGON_DATA").map_or_else(|| PathBuf::from("../../../shared/data"), PathBuf::from);
    let path = folder.join("ffo/fforum-20-39.obf");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {} is not there", path.display());
        return;
    };
    let mut solver = Solver::new(&Options { table_bytes: 32 << 20, ..Options::default() });
    let mut solved = 0;
    for line in text.lines() {
        let mut parts = line.split(';').map(str::trim).filter(|part| !part.is_empty());
        let (board, side) = parts.next().unwrap().split_once(' ').unwrap();
        let of = |disc| {
            let squares = board.chars().enumerate().filter(|&(_, c)| c == disc);
            squares.fold(0u64, |all, (square, _)| all | 1 << square)
        };
        let (me, them) = if side == "X" { (of('X'), of('O')) } else { (of('O'), of('X')) };
        if (!(me | them)).count_ones() > 18 {
            continue;
        }
        let moves: Vec<(&str, i32)> = parts
            .map(|part| part.split_once(':').unwrap())
            .map(|(name, score)| (name, score.parse().unwrap()))
            .collect();
        let answer = solver.solve(me, them, Limits::default()).unwrap();
        assert_eq!(answer.margin, moves[0].1, "{line}");
        let best = answer.best.unwrap();
        let name = format!("{}{}", char::from(b'A' + best % 8), best / 8 + 1);
        assert!(moves.contains(&(name.as_str(), answer.margin)), "{name} in {line}");
        solved += 1;
    }
    assert!(solved >= 4);
}
