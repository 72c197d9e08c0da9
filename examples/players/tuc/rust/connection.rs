//! The connection to a game server. Both games use it; there is nothing to change here.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

pub struct Connection {
    stream: TcpStream,
}

impl Connection {
    /// Reads the options -i server-ip and -p server-port; tries once a second until the server is there.
    pub fn open(usual_port: u16) -> Connection {
        let (mut ip, mut port) = ("127.0.0.1".to_string(), usual_port);
        let mut args = std::env::args().skip(1);
        while let Some(option) = args.next() {
            match (option.as_str(), args.next()) {
                ("-i", Some(value)) => ip = value,
                ("-p", Some(value)) => port = value.parse().unwrap_or_else(|_| wrong_usage()),
                _ => wrong_usage(),
            }
        }
        loop {
            match TcpStream::connect((ip.as_str(), port)) {
                Ok(stream) => {
                    // An answer leaves at once, not when more has gathered.
                    let _ = stream.set_nodelay(true);
                    return Connection { stream };
                }
                Err(_) => sleep(Duration::from_secs(1)),
            }
        }
    }

    /// Reads exactly so many bytes, in however many pieces they come. When the server is gone the program ends.
    pub fn receive<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes).unwrap_or_else(server_is_gone);
        bytes
    }

    /// Sends all the bytes. When the server is gone the program ends.
    pub fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap_or_else(server_is_gone);
    }

    /// Answers the request for a name: one byte with the length, then the name without a zero at its end.
    pub fn send_name(&mut self, name: &str) {
        let mut answer = vec![name.len() as u8];
        answer.extend(name.bytes());
        self.send(&answer);
    }
}

fn server_is_gone(error: io::Error) {
    eprintln!("the server has closed the connection: {error}");
    exit(0);
}

fn wrong_usage() -> ! {
    eprintln!("usage: [-i server-ip] [-p server-port]");
    exit(2);
}

/// Any number below `limit`, from the randomness that the standard library has.
pub fn random_below(limit: usize) -> usize {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(limit) as usize % limit
}
