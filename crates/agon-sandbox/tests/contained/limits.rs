//! Memory, processes, files and output are bounded.

use std::io::Read;
use std::time::Duration;

use agon_sandbox::{Bounded, Cause, Limits, Program, Status};

use crate::stage::{Seat, machines, sandbox_on};

const PATIENCE: Duration = Duration::from_secs(600);

#[test]
fn memory_is_bounded_and_that_is_the_reason_given() {
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    for machine in machines() {
        let sandbox = sandbox_on(machine, limits);
        let mut seat = Seat::take(&sandbox, &["--eat-memory-at", "1", "--most", "4294967296"]);
        assert_eq!(seat.rest(), "", "it never gets to its move: {}", sandbox.describe());
        let ended = seat.running.ended_within(PATIENCE).unwrap().unwrap();
        assert_eq!(
            (ended.status, ended.cause),
            (Status::Signal(9), Cause::OutOfMemory),
            "{}",
            sandbox.describe()
        );
        assert!(ended.peak_memory.is_some_and(|peak| peak >= 32 << 20), "{ended:?}");
        assert_eq!(seat.alive(), []);
    }
}

#[test]
fn processes_are_bounded() {
    let limits = Limits { processes: 20, ..Limits::default() };
    for machine in machines() {
        let sandbox = sandbox_on(machine, limits);
        let mut seat = Seat::take(&sandbox, &["--fork-at", "1", "--children", "4000"]);
        // Either the kernel refuses another process, or the watch ends the program.
        if !seat.error_line().starts_with("fork: ") {
            let ended = seat.running.ended_within(PATIENCE).unwrap().unwrap();
            assert_eq!(ended.cause, Cause::TooManyProcesses, "{}", sandbox.describe());
        }
        seat.running.end();
        assert_eq!(seat.alive(), []);
    }
}

#[test]
fn files_are_bounded() {
    let limits = Limits { file_size: 1 << 20, ..Limits::default() };
    for machine in machines() {
        let sandbox = sandbox_on(machine, limits);
        let program = Program::new(["sh", "-c", "head -c 4000000 /dev/zero > big; wc -c < big"]).unwrap();
        let mut seat = Seat::start(&sandbox, program);
        let size: u64 = seat.rest().trim().parse().unwrap();
        assert!(size <= limits.file_size, "{size}: {}", sandbox.describe());
    }
}

#[test]
fn a_flood_is_bounded_by_its_reader() {
    for machine in machines() {
        let sandbox = sandbox_on(machine, Limits { output: 100_000, ..Limits::default() });
        let mut seat = Seat::take(&sandbox, &["--megabyte-at", "1"]);
        let mut output = Bounded::new(&mut seat.output, sandbox.limits().output);
        let error = output.read_to_end(&mut Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), "the program printed more than 100000 bytes");
        assert_eq!(seat.running.end().cause, Cause::Killed);
        assert_eq!(seat.alive(), []);
    }
}

#[test]
fn a_flood_on_standard_error_does_not_stop_the_game() {
    for machine in machines() {
        let sandbox = sandbox_on(machine, Limits::default());
        let mut seat = Seat::take(&sandbox, &["--stderr-flood"]);
        assert_eq!(seat.line(), "2");
        let mut flood = [0; 100_000];
        seat.errors.read_exact(&mut flood).unwrap();
        assert!(flood.iter().all(|&byte| byte == b'e'));
    }
}
