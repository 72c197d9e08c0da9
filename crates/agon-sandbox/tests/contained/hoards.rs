//! Memory is bounded wherever a program puts it.

use std::time::Duration;

use agon_sandbox::{Cause, Layer, Limits, Machine};

use crate::stage::{GROUPS, NAMESPACES, Seat, bubblewrapped, machine_without, sandbox_on};

/// Far longer than any ending takes; not a measure of anything.
const PATIENCE: Duration = Duration::from_secs(600);

/// This machine with and without what counts memory, and without the namespaces that hide it.
fn machines() -> Vec<Machine> {
    let mut machines = vec![
        machine_without(&[]),
        machine_without(&GROUPS),
        machine_without(&[&GROUPS[..], &[Layer::NetworkNamespace]].concat()),
        machine_without(&[&GROUPS[..], &NAMESPACES].concat()),
    ];
    machines.extend(bubblewrapped());
    machines
}

/// Tries one way to hold 512 MiB where 64 MiB are allowed: it is refused, or costs the game.
fn try_way(machine: Machine, way: &str) -> Option<Cause> {
    let sandbox = sandbox_on(machine, Limits { memory: 64 << 20, ..Limits::default() });
    let mut seat = Seat::take(&sandbox, &["--hoard-at", "1", way, "--most", "536870912"]);
    let line = seat.error_line();
    assert!(!line.starts_with("hid"), "{way}: {line}: {}", sandbox.describe());
    if line.starts_with("refused") {
        return None;
    }
    assert_eq!(line, "", "{way}");
    let ended = seat.running.ended_within(PATIENCE).unwrap().unwrap();
    assert_eq!(seat.alive(), []);
    Some(ended.cause)
}

#[test]
fn memory_that_no_process_shows_is_counted_or_refused() {
    let ways = [
        "shared-dropped",
        "shared-cut",
        "undumpable",
        "socket-buffers",
        "backlog",
        "memfd",
        "sysv-memory",
        "sysv-messages",
        "page-tables",
        "pinned-pages",
        "headless",
    ];
    for machine in machines() {
        for way in ways {
            let cause = try_way(machine.clone(), way);
            assert!(matches!(cause, None | Some(Cause::OutOfMemory)), "{way}: {cause:?}");
        }
    }
}

#[test]
fn what_is_counted_is_called_out_of_memory() {
    for machine in machines() {
        for way in ["shared-dropped", "page-tables", "headless"] {
            assert_eq!(try_way(machine.clone(), way), Some(Cause::OutOfMemory), "{way}");
        }
    }
}

#[test]
fn files_without_content_are_bounded() {
    for machine in machines().into_iter().filter(|machine| machine.has(Layer::MountNamespace)) {
        // Bubblewrap's folders are on the disk.
        let sandbox = sandbox_on(machine, Limits::default());
        if sandbox.describe().contains("with bubblewrap") {
            continue;
        }
        let mut seat = Seat::take(&sandbox, &["--hoard-at", "1", "files", "--most", "33554432"]);
        let line = seat.error_line();
        assert!(line.starts_with("refused: No space left"), "{line}: {}", sandbox.describe());
        assert_eq!(seat.line(), "2", "the game goes on");
    }
}
