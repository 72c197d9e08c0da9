//! No writing outside the scratch folder.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use agon_sandbox::{Layer, Limits, Program};

use crate::open_folder::OpenFolder;
use crate::ordinary_user::is_root;
use crate::stage::{Seat, machine_without, machines, sandbox_on};
use crate::testplayer::test_player;

#[test]
fn nothing_is_written_outside() {
    for machine in machines() {
        let closed = machine.has(Layer::MountNamespace) || machine.has(Layer::Landlock);
        let sandbox = sandbox_on(machine, Limits::default());
        let outside = OpenFolder::create();
        let file = outside.0.join("file");
        for readable in [&[][..], &[outside.0.as_path()]] {
            let options = ["--write-at", "1", file.to_str().unwrap()];
            let mut seat = Seat::take_showing(&sandbox, &options, readable);
            let line = seat.error_line();
            assert_eq!(line == "write: ok", !closed, "{line}: {}", sandbox.describe());
            assert_eq!(file.exists(), !closed);
            assert_eq!(seat.line(), "2");
            drop(seat);
            let _ = fs::remove_file(&file);
        }
    }
}

#[test]
fn the_scratch_folder_is_written_to_and_goes() {
    for machine in machines() {
        let sandbox = sandbox_on(machine, Limits::default());
        let mut seat = Seat::take(&sandbox, &["--write-at", "1", "file"]);
        assert_eq!(seat.error_line(), "write: ok", "{}", sandbox.describe());
        let scratch = seat.running.scratch().to_owned();
        seat.running.end();
        assert!(!scratch.exists());
    }
}

#[test]
fn the_scratch_folder_is_home_and_everything_temporary() {
    for machine in machines() {
        let sandbox = sandbox_on(machine, Limits::default());
        let program =
            Program::new(["sh", "-c", "pwd; echo $HOME; echo $TMPDIR; echo $CARGO_MANIFEST_DIR-"]).unwrap();
        let mut seat = Seat::start(&sandbox, program);
        let scratch = seat.running.scratch().display().to_string();
        assert_eq!(seat.rest(), format!("{scratch}\n{scratch}\n{scratch}\n-\n"), "{}", sandbox.describe());
    }
}

#[test]
fn programs_run_in_their_folder_with_what_is_readable() {
    for machine in machines() {
        let sandbox = sandbox_on(machine, Limits::default());
        let (folder, other) = (OpenFolder::create(), OpenFolder::create());
        fs::write(folder.0.join("player"), "#!/bin/sh\npwd; cat book $1/data\n").unwrap();
        fs::set_permissions(folder.0.join("player"), Permissions::from_mode(0o755)).unwrap();
        fs::write(folder.0.join("book"), "book\n").unwrap();
        fs::write(other.0.join("data"), "data\n").unwrap();
        let mut program = Program::new(["./player", other.0.to_str().unwrap()]).unwrap().in_folder(&folder.0);
        program.readable = vec![other.0.clone()];
        let mut seat = Seat::start(&sandbox, program);
        assert_eq!(seat.rest(), format!("{}\nbook\ndata\n", folder.0.display()), "{}", sandbox.describe());
    }
}

#[test]
fn a_program_in_a_closed_folder_runs_or_the_error_says_why_not() {
    if !is_root() {
        println!("skipped: only the superuser's programs run as another user");
        return;
    }
    let home = OpenFolder::create();
    let folder = home.0.join("submission");
    fs::create_dir(&folder).unwrap();
    fs::copy(test_player(), folder.join("player")).unwrap();
    fs::write(home.0.join("secret"), "secret").unwrap();
    fs::set_permissions(&home.0, Permissions::from_mode(0o700)).unwrap();
    let program = Program::new(["sh", "-c", "ls ..; echo; exec ./player first"]).unwrap().in_folder(&folder);

    let sandbox = sandbox_on(machine_without(&[]), Limits::default());
    let mut seat = Seat::start(&sandbox, program.clone());
    assert_eq!(seat.line(), "submission", "the rest of the closed folder stays closed");
    assert_eq!(seat.line(), "");
    std::io::Write::write_all(&mut seat.input, b"0\n").unwrap();
    assert_eq!(seat.line(), "2");

    let without = sandbox_on(machine_without(&[Layer::MountNamespace]), Limits::default());
    let error = without.spawn(&program).unwrap_err().to_string();
    assert!(error.contains(&format!("{} is closed to others", home.0.display())), "{error}");

    fs::set_permissions(&folder, Permissions::from_mode(0o700)).unwrap();
    let error = sandbox.spawn(&program).unwrap_err().to_string();
    assert!(error.contains("cannot be read by the unprivileged user"), "{error}");
}
