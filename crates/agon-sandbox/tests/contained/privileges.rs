//! No privileges to gain, and none to begin with.

use agon_sandbox::{Layer, Limits, Mode, Program, Sandbox};

use crate::ordinary_user::is_root;
use crate::stage::{Seat, machine_without, machines, sandbox_on};

#[test]
fn what_would_help_to_break_out_is_refused() {
    let sandbox = sandbox_on(machine_without(&[]), Limits::default());
    let mut seat = Seat::take(&sandbox, &["--privilege-at", "1"]);
    for what in ["setuid", "unshare", "mount", "chroot", "ptrace", "vsock", "kill parent"] {
        // An ordinary program would see most of these fail as well; what counts is that none succeeds.
        assert_eq!(seat.error_line(), format!("{what}: refused"), "{}", sandbox.describe());
    }
    assert_eq!(seat.line(), "2");
}

#[test]
fn a_keeper_that_its_program_can_signal_still_leaves_nothing() {
    let bare = [Layer::UserNamespace, Layer::PidNamespace, Layer::MountNamespace, Layer::Landlock];
    let sandbox = sandbox_on(machine_without(&bare), Limits::default());
    for signal in ["KILL", "STOP"] {
        let script = format!("sleep 1000 >&- & kill -{signal} $PPID; exec >&-; read x");
        let mut seat = Seat::start(&sandbox, Program::new(["sh", "-c", &script]).unwrap());
        assert_eq!(seat.rest(), "");
        seat.running.end();
        assert_eq!(seat.alive(), [], "{signal}");
        assert!(!seat.running.scratch().exists());
    }
}

#[test]
fn no_program_is_the_superuser_or_holds_a_capability() {
    for machine in machines() {
        let sandbox = sandbox_on(machine, Limits::default());
        let program =
            Program::new(["sh", "-c", "id -u; grep -E '^(Cap|NoNewPrivs)' /proc/self/status"]).unwrap();
        let mut seat = Seat::start(&sandbox, program);
        let user = seat.line();
        assert_eq!(user == "65534", is_root(), "{user}: {}", sandbox.describe());
        assert_ne!(user, "0");
        let rest = seat.rest();
        for line in rest.lines() {
            let (name, value) = line.split_once(':').unwrap();
            match name {
                "NoNewPrivs" => assert_eq!(value.trim(), "1"),
                // What bounds the gains of set-user-id programs, which there are none of: see the line before.
                "CapBnd" => {}
                _ => assert_eq!(value.trim(), "0000000000000000", "{name}: {}", sandbox.describe()),
            }
        }
        assert_eq!(rest.lines().count(), 6);
    }
}

#[test]
fn off_is_as_if_the_caller_had_started_it() {
    let sandbox = Sandbox::new(Mode::Off, Limits::default()).unwrap();
    assert_eq!(sandbox.layers(), [Layer::Keeper]);
    let mut seat =
        Seat::start(&sandbox, Program::new(["sh", "-c", "id -u; echo $CARGO_MANIFEST_DIR"]).unwrap());
    assert_eq!(seat.line() == "0", is_root());
    assert_eq!(seat.line(), std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
}
