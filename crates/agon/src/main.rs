//! Agon.
#![allow(clippy::print_stdout)]
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let g = agon_games::registry().game(&a[1]).unwrap();
    for choice in [agon_core::cpu::Choice::Best, agon_core::cpu::Choice::Baseline] {
        let t = std::time::Instant::now();
        let n = g.start().perft(a[2].parse().unwrap(), choice);
        let s = t.elapsed().as_secs_f64();
        println!("{n} {s:.3} {:.1}M", n as f64 / s / 1e6);
    }
}
