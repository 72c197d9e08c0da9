//! How programs end, and that nothing of them is left.

use std::fs::{self, Permissions};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use agon_sandbox::{Cause, Limits, Machine, Mode, Program, Sandbox, Status};

use crate::open_folder::OpenFolder;
use crate::stage::{Seat, machines, marked, sandbox_on};

/// Far longer than any ending takes; not a measure of anything.
const PATIENCE: Duration = Duration::from_secs(600);

fn sandboxes() -> Vec<Sandbox> {
    let off = Sandbox::new(Mode::Off, Limits::default()).unwrap();
    machines().into_iter().map(|machine| sandbox_on(machine, Limits::default())).chain([off]).collect()
}

#[test]
fn a_well_behaved_player_plays_to_the_end() {
    use std::io::Write;
    for sandbox in sandboxes() {
        let mut seat = Seat::take(&sandbox, &[]);
        assert_eq!(seat.line(), "2");
        seat.input.write_all(b"3\n").unwrap();
        assert_eq!(seat.line(), "4");
        seat.input.write_all(b"11\n").unwrap();
        assert_eq!(seat.rest(), "");
        let ended = seat.running.ended_within(PATIENCE).unwrap().unwrap();
        assert_eq!((ended.status, ended.cause), (Status::Code(0), Cause::Itself), "{}", sandbox.describe());
        assert!(!seat.running.scratch().exists());
    }
}

#[test]
fn exit_codes_and_signals_come_through() {
    for sandbox in sandboxes() {
        for (options, status) in [
            (&["--crash-at", "1"][..], Status::Signal(6)),
            (&["--exit-at", "1", "--code", "7"], Status::Code(7)),
            (&["--exit-at", "1"], Status::Code(0)),
        ] {
            let mut seat = Seat::take(&sandbox, options);
            assert_eq!(seat.rest(), "");
            let ended = seat.running.ended_within(PATIENCE).unwrap().unwrap();
            assert_eq!((ended.status, ended.cause), (status, Cause::Itself), "{}", sandbox.describe());
            assert_eq!(seat.running.end(), ended, "ending again changes nothing");
        }
    }
}

#[test]
fn children_that_fled_and_ignore_signals_are_ended_too() {
    for sandbox in sandboxes() {
        let mut seat = Seat::take(&sandbox, &["--ignore-signals", "--fork-at", "1"]);
        assert_eq!(seat.error_line(), "forked 40", "{}", sandbox.describe());
        assert_eq!(seat.line(), "2");
        assert!(seat.alive().len() >= 41, "{}", sandbox.describe());
        assert_eq!(seat.running.try_ended().unwrap(), None);
        let scratch = seat.running.scratch().to_owned();
        assert!(scratch.exists());
        let ended = seat.running.end();
        assert_eq!((ended.status, ended.cause), (Status::Signal(9), Cause::Killed), "{}", sandbox.describe());
        assert_eq!(seat.alive(), [], "{}", sandbox.describe());
        assert!(!scratch.exists());
        assert_eq!(seat.rest(), "", "nobody holds the pipe any more");
    }
}

#[test]
fn children_do_not_outlive_a_program_that_ends_itself() {
    for sandbox in sandboxes() {
        let mut seat = Seat::take(&sandbox, &["--fork-at", "1", "--exit-at", "2", "--code", "3"]);
        assert_eq!(seat.error_line(), "forked 40");
        assert_eq!(seat.line(), "2");
        std::io::Write::write_all(&mut seat.input, b"0\n").unwrap();
        // The children hold the output open; only their end ends it.
        assert_eq!(seat.rest(), "", "{}", sandbox.describe());
        let ended = seat.running.ended_within(PATIENCE).unwrap().unwrap();
        assert_eq!((ended.status, ended.cause), (Status::Code(3), Cause::Itself), "{}", sandbox.describe());
        assert_eq!(seat.alive(), []);
    }
}

#[test]
fn a_stalled_program_is_ended_by_dropping_it() {
    for sandbox in sandboxes() {
        let Seat { running, mut output, input, errors, .. } = Seat::take(&sandbox, &["--stall-at", "1"]);
        let scratch = running.scratch().to_owned();
        drop(running);
        assert_eq!(output.read(&mut [0]).unwrap(), 0);
        assert!(!scratch.exists());
        drop((input, errors));
    }
}

#[test]
fn programs_do_not_outlive_whoever_started_them() {
    const ROLE: &str = "AGON_TEST_STARTER";
    const NAME: &str = "endings::programs_do_not_outlive_whoever_started_them";
    if let Ok(number) = std::env::var(ROLE) {
        // The part of the starter: starts a program on the machine of this number, and waits to be killed.
        let machine = machines().swap_remove(number.parse().unwrap());
        let mut seat =
            Seat::take(&sandbox_on(machine, Limits::default()), &["--ignore-signals", "--fork-at", "1"]);
        assert_eq!(seat.error_line(), "forked 40");
        let mark = fs::read(format!("/proc/{}/environ", seat.alive()[0])).unwrap();
        // Every other one stands still when it happens.
        if number.ends_with(['0', '2', '4', '6', '8']) {
            seat.running.pause().unwrap();
        }
        let mark = String::from_utf8(mark).unwrap();
        let mark = mark.split('\0').find_map(|line| line.strip_prefix("AGON_TEST_MARK=")).unwrap();
        println!("mark {mark}");
        std::io::stdin().read_line(&mut String::new()).unwrap();
        unreachable!("killed before its input ends");
    }
    // A starter that is killed leaves its empty scratch folder to the next one; not here.
    let temporary = OpenFolder::create();
    for number in 0..machines().len() {
        let mut starter = Command::new(std::env::current_exe().unwrap())
            .args([NAME, "--exact", "--nocapture"])
            .env(ROLE, number.to_string())
            .env("TMPDIR", &temporary.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = std::io::BufReader::new(starter.stdout.take().unwrap());
        let mark = std::io::BufRead::lines(output)
            .find_map(|line| line.unwrap().split_once("mark ").map(|(_, mark)| mark.to_owned()))
            .unwrap();
        assert!(marked(&mark).len() >= 41);
        starter.kill().unwrap();
        starter.wait().unwrap();
        while !marked(&mark).is_empty() {
            std::thread::yield_now();
        }
    }
    let left = fs::read_dir(&temporary.0).unwrap().count();
    assert_eq!(left, 1, "each starter has swept away what the one before left");
}

#[test]
fn many_programs_at_once_do_not_hold_each_other_up() {
    let sandbox = sandbox_on(Machine::probe(), Limits::default());
    let mut seats: Vec<Seat> = (0..8).map(|_| Seat::take(&sandbox, &[])).collect();
    for seat in &mut seats {
        assert_eq!(seat.line(), "2");
    }
    // Were a pipe of one open in another, the end of its input would not end it.
    for Seat { mut running, input, mut output, .. } in seats {
        drop(input);
        assert_eq!(output.read(&mut [0]).unwrap(), 0);
        let ended = std::thread::spawn(move || running.ended_within(PATIENCE)).join().unwrap();
        assert_eq!(ended.unwrap().unwrap().status, Status::Code(0));
    }
}

#[test]
fn only_the_three_streams_are_open() {
    for sandbox in sandboxes() {
        let program = Program::parse("ls /proc/self/fd").unwrap();
        let mut seat = Seat::start(&sandbox, program);
        // The fourth is the folder that `ls` reads.
        assert_eq!(seat.rest(), "0\n1\n2\n3\n", "{}", sandbox.describe());
    }
}

#[test]
fn processor_time_is_that_of_the_whole_tree() {
    for sandbox in sandboxes() {
        let work = "sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'; echo done; read x";
        let mut seat = Seat::start(&sandbox, Program::new(["sh", "-c", work]).unwrap());
        assert_eq!(seat.line(), "done");
        let so_far = seat.running.processor_time();
        assert!(so_far > Duration::ZERO, "{}", sandbox.describe());
        let ended = seat.running.end();
        assert!(ended.processor_time >= so_far, "{so_far:?}, {ended:?}: {}", sandbox.describe());
        assert!(ended.peak_memory.is_some_and(|peak| peak > 0));
    }
}

#[test]
fn what_cannot_be_started_says_why() {
    let folder = OpenFolder::create();
    let (text, script) = (folder.0.join("text"), folder.0.join("script"));
    for (path, mode) in [(&text, 0o644), (&script, 0o755)] {
        fs::write(path, "echo no first line\n").unwrap();
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }
    for sandbox in sandboxes() {
        let error = |path: &Path| sandbox.spawn(&Program::new([path]).unwrap()).unwrap_err().to_string();
        assert_eq!(error(Path::new("no-such-player")), "the program `no-such-player` was not found");
        assert_eq!(
            error(&text),
            format!("{0} is not executable; `chmod +x {0}` would make it so", text.display())
        );
        // Bubblewrap finds out only when it has begun to run.
        if sandbox.describe().contains("with bubblewrap") {
            continue;
        }
        let error = error(&script);
        assert!(error.contains("cannot execute it") && error.contains("#!/bin/sh"), "{error}");
    }
}
