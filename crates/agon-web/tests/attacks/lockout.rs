//! Attempts to lock a server from outside: connections that are opened and never made good use of.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// Ways to keep a connection without a use.
pub(crate) const WAYS: &[(&str, &str)] = &[
    ("silent", ""),
    ("half a line", "GET / HT"),
    ("half a head", "GET / HTTP/1.1\r\nhost: {host}\r\nx-slow: "),
    (
        "half a body",
        "POST /api/v1/lines HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n{token}content-length: 5000\r\n\r\n{\"game\"",
    ),
    ("idle after a request", "GET /api/v1/site HTTP/1.1\r\nhost: {host}\r\n{token}\r\n"),
    (
        "a socket that is never read",
        "GET /api/v1/socket HTTP/1.1\r\nhost: {host}\r\n{token}connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    ),
];

/// Connections that are held open.
pub(crate) struct Held(Vec<TcpStream>);

/// Opens `count` connections and leaves them in one of the [`WAYS`]; as many as the two machines allow.
pub(crate) fn hold(server: SocketAddr, token: Option<&str>, text: &str, count: usize) -> Held {
    let token = token.map_or(String::new(), |token| format!("authorization: Bearer {token}\r\n"));
    let request = text.replace("{host}", &server.to_string()).replace("{token}", &token);
    let mut held = Vec::new();
    for _ in 0..count {
        let Ok(mut stream) = TcpStream::connect_timeout(&server, Duration::from_secs(5)) else { break };
        // A server that closes at once has defended itself.
        let _ = stream.write_all(request.as_bytes());
        held.push(stream);
    }
    Held(held)
}

impl Held {
    /// How many there are on this side.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Waits until the server has let go of every one of them.
    #[allow(dead_code)] // Reason: the benchmark has no time for that.
    pub(crate) fn wait_for_the_end(self) {
        for mut stream in self.0 {
            let mut rest = Vec::new();
            // The end may come as a reset.
            let _ = stream.read_to_end(&mut rest);
        }
    }

    /// The status of the answer that each of them gets.
    #[allow(dead_code)] // Reason: the benchmark does not ask.
    pub(crate) fn statuses(&self) -> Vec<u16> {
        let status = |mut stream: &TcpStream| {
            let mut start = [0; 12];
            let read = stream.read_exact(&mut start).is_ok();
            let text = String::from_utf8_lossy(&start[9..]).into_owned();
            text.parse().ok().filter(|_| read).unwrap_or(0)
        };
        self.0.iter().map(status).collect()
    }

    /// How many the server still holds, as far as can be seen without waiting.
    pub(crate) fn still_open(&self) -> usize {
        let open = |mut stream: &TcpStream| {
            let mut buffer = [0; 4096];
            let _ = stream.set_nonblocking(true);
            loop {
                match stream.read(&mut buffer) {
                    Ok(0) => return false,
                    Ok(_) => {}
                    Err(error) => return error.kind() == io::ErrorKind::WouldBlock,
                }
            }
        };
        self.0.iter().filter(|stream| open(stream)).count()
    }
}

/// Asks as an honest visitor does; gives back the status.
pub(crate) fn ask(server: SocketAddr, token: Option<&str>, patience: Duration) -> io::Result<u16> {
    let token = token.map_or(String::new(), |token| format!("authorization: Bearer {token}\r\n"));
    let mut stream = TcpStream::connect_timeout(&server, patience)?;
    stream.set_read_timeout(Some(patience))?;
    write!(stream, "GET /api/v1/site HTTP/1.1\r\nhost: {server}\r\n{token}connection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    status.ok_or_else(|| io::ErrorKind::InvalidData.into())
}
