//! Measures how long it takes to make a program with busy children stand still and go on, and how much the children run
//! meanwhile: `cargo run --release -p agon-sandbox --example stillness [CHILDREN]`
#![allow(clippy::print_stdout)]

use std::io::Read;
use std::thread;
use std::time::{Duration, Instant};

use agon_sandbox::{Layer, Limits, Machine, Mode, Program, Sandbox};

const ROUNDS: usize = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let children = std::env::args().nth(1).unwrap_or_else(|| "20".to_owned());
    let machine = Machine::probe();
    let signals = machine.clone().without(Layer::Freezer, "switched off");
    let namespaces =
        [Layer::UserNamespace, Layer::PidNamespace, Layer::NetworkNamespace, Layer::MountNamespace];
    let bare = namespaces.iter().fold(signals.clone(), |bare, &layer| bare.without(layer, "switched off"));
    println!("this thread: {}", agon_sandbox::prefer_this_thread());
    for (name, machine) in
        [("frozen", machine), ("stopped in a pid namespace", signals), ("stopped one by one", bare)]
    {
        let sandbox = Sandbox::on(machine, Mode::Auto, Limits::default())?;
        let script = format!("for i in $(seq {children}); do (while :; do :; done) & done; echo; wait");
        let mut running = sandbox.spawn(&Program::new(["sh", "-c", &script])?)?;
        running.take_output().ok_or("no output")?.read_exact(&mut [0])?;
        let (mut pauses, mut resumes) = (Vec::new(), Vec::new());
        let mut used = Duration::ZERO;
        for round in 0..ROUNDS {
            thread::sleep(Duration::from_millis(2));
            let start = Instant::now();
            running.pause()?;
            pauses.push(start.elapsed());
            if round % 20 == 0 {
                let before = running.processor_time();
                thread::sleep(Duration::from_millis(50));
                used += running.processor_time().saturating_sub(before);
            }
            let start = Instant::now();
            running.resume()?;
            resumes.push(start.elapsed());
        }
        pauses.sort();
        resumes.sort();
        let middle = ROUNDS / 2;
        println!(
            "{name}: pause {:?} (best {:?}, worst {:?}), resume {:?} (best {:?}), ran {used:?} in {:?} of standing still",
            pauses[middle],
            pauses[0],
            pauses[ROUNDS - 1],
            resumes[middle],
            resumes[0],
            Duration::from_millis(50) * 10,
        );
    }
    Ok(())
}
