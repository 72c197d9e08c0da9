use agon_games::connect::{Grid, Word};
use agon_engines::connect::solver::Solver;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mb: usize = std::env::var("MB").ok().and_then(|s| s.parse().ok()).unwrap_or(64);
    let mut solver = Solver::<u64, 7, 6>::new(mb << 20);
    solver.tune = [16, 8, 4, 2, 8, 4, 2, 0, 0, 6, 0, 0, 0, 0, 0, 0];
    if let Ok(text) = std::env::var("TUNE") {
        for part in text.split(',') {
            let (i, v) = part.split_once('=').unwrap();
            solver.tune[i.parse::<usize>().unwrap()] = v.parse().unwrap();
        }
    }
    let cpu = || std::fs::read_to_string("/proc/thread-self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap() * 1e-9;
    for pair in args.chunks(2) {
        let text = std::fs::read_to_string(&pair[0]).unwrap();
        let limit: usize = pair[1].parse().unwrap();
        let (mut ct, mut time, mut nodes, mut bad, mut count) = (0.0, 0.0, 0u64, 0, 0);
        for line in text.lines().take(limit) {
            let (moves, score) = line.split_once(' ').unwrap();
            let (mut me, mut them) = (0u64, 0u64);
            for c in moves.bytes() {
                let cell = Grid::<u64, 7, 6>::landing(me | them, (c - b'1') as usize);
                (me, them) = (them, me | cell);
            }
            solver.clear();
            let start = Instant::now();
            let c0 = cpu();
            let (s, n) = solver.solve(me, them);
            time += start.elapsed().as_secs_f64();
            ct += cpu() - c0;
            nodes += n;
            if std::env::var("V").is_ok() { println!("{moves} {s} {n}"); }
            count += 1;
            if s != score.parse::<i32>().unwrap() {
                bad += 1;
            }
        }
        println!("{} n={count} mean {:.3} us cpu {:.3} us nodes {:.1} rate {:.2} M/s bad {bad}", pair[0], time / count as f64 * 1e6, ct / count as f64 * 1e6, nodes as f64 / count as f64, nodes as f64 / ct / 1e6);
    }
    let _ = <u64 as Word>::EMPTY;
}
