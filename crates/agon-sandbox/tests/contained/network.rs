//! No network.

use std::io::ErrorKind;
use std::net::TcpListener;

use agon_sandbox::{Layer, Limits, Mode, Sandbox};

use crate::stage::{Seat, machines, sandbox_on};

#[test]
fn no_listener_is_reached() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let options = ["--socket-at", "1", "--address", &address];

    let off = Sandbox::new(Mode::Off, Limits::default()).unwrap();
    assert_eq!(Seat::take(&off, &options).error_line(), "socket: connected");
    listener.accept().unwrap();

    for machine in machines() {
        let closed = machine.has(Layer::NetworkNamespace) || machine.has(Layer::Seccomp);
        let sandbox = sandbox_on(machine, Limits::default());
        let mut seat = Seat::take(&sandbox, &options);
        let line = seat.error_line();
        if closed {
            assert_ne!(line, "socket: connected", "{}", sandbox.describe());
            assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
        } else {
            listener.accept().unwrap();
        }
        assert_eq!(seat.line(), "2", "the game goes on: {}", sandbox.describe());
    }
}
