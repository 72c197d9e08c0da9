//! What the tests share: machines with fewer layers, the test player in a seat, and a look at what is left.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::testplayer::test_player;
use agon_sandbox::{Layer, Limits, Machine, Mode, Program, Running, Sandbox};

fn this_machine() -> Machine {
    static MACHINE: OnceLock<Machine> = OnceLock::new();
    MACHINE.get_or_init(Machine::probe).clone()
}

/// This machine without some layers.
pub(crate) fn machine_without(layers: &[Layer]) -> Machine {
    layers.iter().fold(this_machine(), |machine, &layer| machine.without(layer, "taken away by a test"))
}

pub(crate) const NAMESPACES: [Layer; 4] =
    [Layer::UserNamespace, Layer::PidNamespace, Layer::NetworkNamespace, Layer::MountNamespace];

pub(crate) const GROUPS: [Layer; 3] = [Layer::MemoryGroup, Layer::ProcessGroup, Layer::Freezer];

/// This machine as it is, without each layer in turn, without control groups, without namespaces, without both, and with
/// next to nothing.
pub(crate) fn machines() -> Vec<Machine> {
    let mut machines = vec![this_machine()];
    for layer in [Layer::Landlock, Layer::Seccomp].into_iter().chain(NAMESPACES) {
        machines.push(machine_without(&[layer]));
    }
    machines.extend(bubblewrapped());
    machines.push(machine_without(&GROUPS));
    machines.push(machine_without(&NAMESPACES));
    machines.push(machine_without(&[&NAMESPACES[..], &GROUPS].concat()));
    machines.push(machine_without(&[&NAMESPACES[..], &GROUPS, &[Layer::Landlock, Layer::Seccomp]].concat()));
    machines
}

/// This machine with namespaces made by bubblewrap, where that is installed.
pub(crate) fn bubblewrapped() -> Option<Machine> {
    static MACHINE: OnceLock<Option<Machine>> = OnceLock::new();
    let probe = || {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let program =
            std::env::split_paths(&path).map(|folder| folder.join("bwrap")).find(|path| path.is_file());
        let Some(program) = program else {
            println!("without bubblewrap: it is not installed");
            return None;
        };
        let machine = machine_without(&NAMESPACES).with_bubblewrap(&program);
        assert!(machine.has(Layer::MountNamespace), "bubblewrap is installed and does not work");
        Some(machine)
    };
    MACHINE.get_or_init(probe).clone()
}

/// A sandbox with every layer of a machine.
pub(crate) fn sandbox_on(machine: Machine, limits: Limits) -> Sandbox {
    Sandbox::on(machine, Mode::Auto, limits).unwrap()
}

/// The test player, at its game.
pub(crate) struct Seat {
    pub(crate) running: Running,
    pub(crate) input: ChildStdin,
    pub(crate) output: BufReader<ChildStdout>,
    pub(crate) errors: BufReader<ChildStderr>,
    mark: String,
}

impl Seat {
    /// Starts the test player with these options and sends the magic number.
    pub(crate) fn take(sandbox: &Sandbox, options: &[&str]) -> Seat {
        Seat::take_showing(sandbox, options, &[])
    }

    pub(crate) fn take_showing(sandbox: &Sandbox, options: &[&str], readable: &[&Path]) -> Seat {
        let player = test_player();
        let mut program = Program::new([player.as_os_str()]).unwrap();
        program.command.push("first".into());
        program.command.extend(options.iter().map(Into::into));
        program.readable = readable.iter().map(|&path| path.to_owned()).collect();
        let (mut seat, sandbox_line) = (Seat::start(sandbox, program), sandbox.describe());
        seat.input.write_all(b"0\n").unwrap_or_else(|error| panic!("{error}: {sandbox_line}"));
        seat
    }

    pub(crate) fn start(sandbox: &Sandbox, mut program: Program) -> Seat {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let mark = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        program.environment.push(("AGON_TEST_MARK".into(), mark.clone().into()));
        let mut running =
            sandbox.spawn(&program).unwrap_or_else(|error| panic!("{error}: {}", sandbox.describe()));
        Seat {
            input: running.take_input().unwrap(),
            output: BufReader::new(running.take_output().unwrap()),
            errors: BufReader::new(running.take_errors().unwrap()),
            running,
            mark,
        }
    }

    /// The next line on standard output; empty at its end.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// The next line on standard error; empty at its end.
    pub(crate) fn error_line(&mut self) -> String {
        let mut line = String::new();
        self.errors.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Waits for the end of the output, and gives back what came.
    pub(crate) fn rest(&mut self) -> String {
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        rest
    }

    /// The processes of this program that are alive.
    pub(crate) fn alive(&self) -> Vec<u32> {
        marked(&self.mark)
    }
}

/// The processes with a mark in their environment.
pub(crate) fn marked(mark: &str) -> Vec<u32> {
    let variable = format!("AGON_TEST_MARK={mark}");
    let is_marked = |process: &u32| {
        fs::read(format!("/proc/{process}/environ"))
            .is_ok_and(|bytes| bytes.split(|&byte| byte == 0).any(|other| other == variable.as_bytes()))
    };
    let numbers =
        fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    numbers.filter(is_marked).collect()
}
