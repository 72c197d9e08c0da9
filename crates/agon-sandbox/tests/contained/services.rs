//! No path to services.

use std::fs::{self, Permissions};
use std::io::ErrorKind;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};

use agon_sandbox::{Layer, Limits, Machine, Mode, Program, Sandbox};

use crate::sight::{outside, python};
use crate::stage::{Seat, machine_without, machines, sandbox_on};

/// Whether the machine promises that a socket with this name is out of reach.
fn closed(machine: &Machine) -> bool {
    let namespaces = machine.has(Layer::MountNamespace) && machine.has(Layer::NetworkNamespace);
    namespaces || machine.has(Layer::Seccomp)
}

/// Lets a program try a name in every sandbox; it must not get through where that is promised.
fn knock_at(name: &str, reached: impl Fn() -> bool) {
    let off = Sandbox::new(Mode::Off, Limits::default()).unwrap();
    assert!(["service: reached", "datagram: sent"].contains(&last_line(&off, name).as_str()));
    assert!(reached(), "without a sandbox it is reached");
    for machine in machines().into_iter().filter(closed) {
        let sandbox = sandbox_on(machine, Limits::default());
        let line = last_line(&sandbox, name);
        assert!(!reached(), "{name}: {line}: {}", sandbox.describe());
    }
}

fn last_line(sandbox: &Sandbox, name: &str) -> String {
    let mut seat = Seat::take(sandbox, &["--reach-at", "1", name]);
    let lines = [seat.error_line(), seat.error_line()];
    assert_eq!(seat.line(), "2", "the game goes on: {}", sandbox.describe());
    let [stream, datagram] = lines;
    if stream == "service: reached" { stream } else { datagram }
}

#[test]
fn no_service_is_reached_by_the_name_of_its_socket() {
    let folder = outside();
    let path = folder.0.join("service");
    let listener = UnixListener::bind(&path).unwrap();
    listener.set_nonblocking(true).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o777)).unwrap();
    knock_at(path.to_str().unwrap(), || listener.accept().is_ok());
}

#[test]
fn no_service_is_reached_without_a_connection() {
    let folder = outside();
    let path = folder.0.join("log");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_nonblocking(true).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o777)).unwrap();
    knock_at(path.to_str().unwrap(), || socket.recv(&mut [0; 8]).is_ok());
}

#[test]
fn no_service_is_reached_by_a_name_without_a_file() {
    let name = format!("agon-test-{}", std::process::id());
    let listener = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    listener.set_nonblocking(true).unwrap();
    knock_at(&format!("@{name}"), || listener.accept().is_ok());
    assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
}

#[test]
fn the_sockets_of_the_machine_are_not_there() {
    let sandbox = sandbox_on(machine_without(&[]), Limits::default());
    if !machine_without(&[]).has(Layer::MountNamespace) {
        println!("skipped: no mount namespace");
        return;
    }
    let script = "for path in /run /var/run /var/lib /var/log /home /root /srv /mnt /media /boot; do \
                  [ -e $path ] && echo $path; done; ls /dev/shm /tmp";
    let mut seat = Seat::start(&sandbox, Program::new(["sh", "-c", script]).unwrap());
    let scratch = seat.running.scratch().file_name().unwrap().to_str().unwrap().to_owned();
    let expected = format!("/dev/shm:\n\n/tmp:\n{scratch}\n");
    let expected =
        if seat.running.scratch().starts_with("/tmp") { expected } else { "/dev/shm:\n\n/tmp:\n".into() };
    assert_eq!(seat.rest(), expected);
}

#[test]
fn pythons_forkserver_works_inside() {
    let Some(python) = python() else {
        println!("skipped: no python3");
        return;
    };
    let text = "import multiprocessing\n\
                def double(number):\n    return number * 2\n\
                if __name__ == '__main__':\n    \
                multiprocessing.set_start_method('forkserver')\n    \
                with multiprocessing.Pool(2) as pool:\n        \
                print(pool.map(double, [1, 2, 3]))\n";
    let folder = outside();
    fs::write(folder.0.join("player.py"), text).unwrap();
    for mode in [Mode::Auto, Mode::Strict] {
        let sandbox = match Sandbox::on(machine_without(&[]), mode, Limits::default()) {
            Ok(sandbox) => sandbox,
            Err(error) => {
                println!("skipped: {error}");
                continue;
            }
        };
        if !closed_by_namespaces(&sandbox) {
            println!("skipped: without namespaces local sockets are refused");
            continue;
        }
        let words = [python.as_os_str(), "player.py".as_ref()];
        let mut seat = Seat::start(&sandbox, Program::new(words).unwrap().in_folder(&folder.0));
        let answer = seat.rest();
        let mut complaint = String::new();
        std::io::Read::read_to_string(&mut seat.errors, &mut complaint).unwrap();
        assert_eq!(answer, "[2, 4, 6]\n", "{complaint}: {}", sandbox.describe());
    }
}

fn closed_by_namespaces(sandbox: &Sandbox) -> bool {
    [Layer::MountNamespace, Layer::NetworkNamespace].iter().all(|layer| sandbox.layers().contains(layer))
}

#[test]
fn pairs_of_sockets_are_made_everywhere() {
    let Some(python) = python() else {
        println!("skipped: no python3");
        return;
    };
    let text = "import socket; a, b = socket.socketpair(); a.send(b'x'); print(b.recv(1))";
    for machine in machines() {
        let sandbox = sandbox_on(machine, Limits::default());
        let words = [python.as_os_str(), "-c".as_ref(), text.as_ref()];
        assert_eq!(
            Seat::start(&sandbox, Program::new(words).unwrap()).rest(),
            "b'x'\n",
            "{}",
            sandbox.describe()
        );
    }
}

#[test]
fn what_others_broke_out_by_is_refused() {
    for machine in machines().into_iter().filter(|machine| machine.has(Layer::Seccomp)) {
        let sandbox = sandbox_on(machine, Limits::default());
        let mut seat = Seat::take(&sandbox, &["--knock-at", "1"]);
        for _ in 0..8 {
            let line = seat.error_line();
            assert!(line.ends_with(": refused"), "{line}: {}", sandbox.describe());
        }
        assert_eq!(seat.line(), "2");
    }
}
