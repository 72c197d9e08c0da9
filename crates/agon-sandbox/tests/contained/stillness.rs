//! A program stands still with all its processes while it is not its turn.

use std::io::{BufRead, Write};
use std::thread;
use std::time::Duration;

use agon_sandbox::{Cause, Layer, Limits, Machine, Program, Sandbox};

use crate::stage::{GROUPS, NAMESPACES, Seat, bubblewrapped, machine_without, sandbox_on};

/// This machine with what freezes a program, with signals to all of a namespace, and with signals one by one.
fn machines() -> Vec<Machine> {
    let mut machines = vec![
        machine_without(&[]),
        machine_without(&[Layer::Freezer]),
        machine_without(&[&GROUPS[..], &NAMESPACES].concat()),
    ];
    machines.extend(bubblewrapped().map(|machine| machine.without(Layer::Freezer, "taken away by a test")));
    machines
}

/// Lets some time pass in which a program could run. A test does not fail if it passes slowly.
fn a_while() {
    thread::sleep(Duration::from_millis(300));
}

/// How much the program runs in a while.
fn runs(seat: &Seat) -> Duration {
    let before = seat.running.processor_time();
    a_while();
    seat.running.processor_time().saturating_sub(before)
}

/// Waits until the program has run.
fn wait_until_it_runs(seat: &Seat) {
    let before = seat.running.processor_time();
    while seat.running.processor_time() <= before + Duration::from_millis(20) {
        thread::yield_now();
    }
}

#[test]
fn spinning_children_stand_still_and_go_on() {
    for machine in machines() {
        let sandbox = sandbox_on(machine, Limits::default());
        let spin = "for i in 1 2 3 4 5; do (while :; do :; done) & done; echo; wait";
        let mut seat = Seat::start(&sandbox, Program::new(["sh", "-c", spin]).unwrap());
        assert_eq!(seat.line(), "");
        for _ in 0..3 {
            wait_until_it_runs(&seat);
            seat.running.pause().unwrap();
            assert!(seat.running.is_paused());
            // Each of them must come to a processor once more to notice it.
            let used = runs(&seat);
            assert!(used < Duration::from_millis(20), "{used:?}: {}", sandbox.describe());
            seat.running.resume().unwrap();
            assert!(!seat.running.is_paused());
        }
        wait_until_it_runs(&seat);
    }
}

#[test]
fn children_that_wake_each_other_are_held_all_the_same() {
    for machine in machines() {
        let freezer = machine.has(Layer::Freezer);
        let sandbox = sandbox_on(machine, Limits { processes: 100, ..Limits::default() });
        let mut seat = Seat::take(&sandbox, &["--spin-at", "1", "--children", "9"]);
        assert_eq!(seat.error_line(), "spinning 9");
        assert_eq!(seat.line(), "2");
        wait_until_it_runs(&seat);
        seat.running.pause().unwrap();
        let used = runs(&seat);
        // Timers wake three of them, every twenty milliseconds, where signals hold them.
        let most = Duration::from_millis(if freezer { 20 } else { 300 });
        assert!(used <= most, "{used:?}: {}", sandbox.describe());
        seat.running.resume().unwrap();
        wait_until_it_runs(&seat);
        seat.running.end();
        assert_eq!(seat.alive(), [], "{}", sandbox.describe());
    }
}

#[test]
fn what_is_sent_meanwhile_waits() {
    for machine in machines() {
        let sandbox = sandbox_on(machine, Limits::default());
        let mut seat = Seat::take(&sandbox, &[]);
        assert_eq!(seat.line(), "2");
        seat.running.pause().unwrap();
        seat.running.pause().unwrap();
        seat.input.write_all(b"3\n").unwrap();
        a_while();
        assert!(seat.output.buffer().is_empty());
        seat.running.resume().unwrap();
        seat.running.resume().unwrap();
        assert_eq!(seat.line(), "4", "{}", sandbox.describe());
    }
}

fn still(sandbox: &Sandbox) -> Seat {
    let mut seat = Seat::take(sandbox, &["--fork-at", "1", "--children", "3"]);
    assert_eq!(seat.error_line(), "forked 3");
    seat.running.pause().unwrap();
    seat
}

#[test]
fn a_program_that_stands_still_is_ended_like_any_other() {
    for machine in machines() {
        let sandbox = sandbox_on(machine, Limits::default());
        let mut seat = still(&sandbox);
        assert_eq!(seat.running.end().cause, Cause::Killed);
        assert_eq!(seat.alive(), [], "{}", sandbox.describe());
        seat.running.pause().unwrap();
        seat.running.resume().unwrap();
        let Seat { running, mut output, .. } = still(&sandbox);
        drop(running);
        let mut rest = String::new();
        while output.read_line(&mut rest).unwrap() > 0 {}
    }
}
