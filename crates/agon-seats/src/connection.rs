//! The way to a program: what goes in, what comes out, and how it ended.

use super::pump;
use super::tail::Tail;
use agon_core::outcome::Evidence;
use agon_sandbox::{Cause, Ended, Running};
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// How many pieces of output may wait to be looked at; then the program waits too.
const MOST_WAITING: usize = 64;

/// How long a program that closed its output may take to end.
const PASSING: Duration = Duration::from_millis(500);

/// A peer on the network that takes nothing for this long is gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// A program, or a peer on the network. Dropping it ends the program with all its processes.
#[derive(Debug)]
pub struct Connection {
    // Ends before the pipes close, so that its last words are its own.
    process: Option<Running>,
    stream: Option<TcpStream>,
    input: Option<Input>,
    output: Receiver<Vec<u8>>,
    complaints: Option<Tail>,
    evidence: Option<Evidence>,
    /// The most it may print in one game.
    output_limit: u64,
}

struct Input(Box<dyn Write + Send>);

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Input")
    }
}

impl Connection {
    /// A peer that is read from and written to in any way.
    pub fn over(
        output: impl Read + Send + 'static,
        input: impl Write + Send + 'static,
    ) -> io::Result<Connection> {
        let (sender, queue) = sync_channel(MOST_WAITING);
        std::thread::Builder::new().name("output".to_owned()).spawn(move || {
            // What was said in time must not be heard too late because others keep the processors busy.
            agon_sandbox::prefer_this_thread();
            pump(output, |piece| sender.send(piece.to_vec()).is_ok());
        })?;
        Ok(Connection {
            process: None,
            stream: None,
            input: Some(Input(Box::new(input))),
            output: queue,
            complaints: None,
            evidence: None,
            output_limit: u64::MAX,
        })
    }

    /// A program that was just started.
    pub fn to_program(mut process: Running) -> io::Result<Connection> {
        let missing = || io::Error::other("the program has no pipes");
        let output = process.take_output().ok_or_else(missing)?;
        let input = process.take_input().ok_or_else(missing)?;
        let mut connection = Connection::over(output, input)?;
        connection.complaints = process.take_errors().map(Tail::of).transpose()?;
        connection.process = Some(process);
        Ok(connection)
    }

    /// The same, and nobody may print more than so many bytes in one game.
    #[must_use]
    pub fn with_output_limit(mut self, bytes: u64) -> Connection {
        self.output_limit = bytes;
        self
    }

    pub(super) fn output_limit(&self) -> u64 {
        self.output_limit
    }

    /// A program that connected over the network.
    pub fn to_peer(stream: TcpStream) -> io::Result<Connection> {
        // Moves are a few bytes: none of them must wait for more.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut connection = Connection::over(stream.try_clone()?, stream.try_clone()?)?;
        connection.stream = Some(stream);
        Ok(connection)
    }

    /// The same, for a program that was started and then connected. What it prints elsewhere is read and dropped, so
    /// that it never waits for that.
    pub fn with_process(mut self, mut process: Running) -> io::Result<Connection> {
        self.complaints = process.take_errors().map(Tail::of).transpose()?;
        process.take_output().map(Tail::of).transpose()?;
        self.process = Some(process);
        Ok(self)
    }

    /// What it printed, piece by piece; closed when nothing more will come.
    pub fn output(&self) -> &Receiver<Vec<u8>> {
        &self.output
    }

    /// Sends something. What a program that is gone does not read is lost; that it is gone is seen when its output
    /// ends.
    pub fn send(&mut self, bytes: &[u8]) {
        if let Some(Input(input)) = &mut self.input {
            let sent = input.write_all(bytes).and_then(|()| input.flush());
            if sent.is_err() {
                self.input = None;
            }
        }
    }

    /// The processor time that the program and its children have used.
    pub fn processor_time(&self) -> Option<Duration> {
        self.process.as_ref().map(Running::processor_time)
    }

    /// Makes the program stand still with all its processes; a peer on the network cannot be made to. An error means that it
    /// is not certain to.
    pub fn pause(&mut self) -> io::Result<()> {
        self.process.as_mut().map_or(Ok(()), Running::pause)
    }

    /// Lets the program go on.
    pub fn resume(&mut self) -> io::Result<()> {
        self.process.as_mut().map_or(
            Ok(()),
            |process| {
                if process.is_paused() { process.resume() } else { Ok(()) }
            },
        )
    }

    /// Whether this is somebody on the network, and not a program of our own.
    pub fn is_peer(&self) -> bool {
        self.stream.is_some()
    }

    /// Whether it is certain that nothing will come any more.
    pub fn is_gone(&mut self) -> bool {
        self.input.is_none()
            || self.process.as_mut().is_some_and(|process| !matches!(process.try_ended(), Ok(None)))
    }

    /// How a program whose output has ended came to its end; nothing if it goes on without its output. The
    /// exit status may come a little after the end of the output.
    pub fn fate(&mut self) -> Option<Ended> {
        let process = self.process.as_mut()?;
        let end = Instant::now() + PASSING;
        loop {
            if let Ok(Some(ended)) = process.try_ended() {
                return Some(ended);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            std::thread::sleep(left.min(Duration::from_millis(1)));
        }
    }

    /// Closes its input.
    pub fn close_input(&mut self) {
        self.input = None;
        if let Some(stream) = &self.stream {
            let _ = stream.shutdown(Shutdown::Write);
        }
    }

    /// Whether the program, if there is one, ends by itself within this time.
    pub fn has_ended_within(&mut self, time: Duration) -> bool {
        self.process.as_mut().is_none_or(|process| !matches!(process.ended_within(time), Ok(None)))
    }

    /// Closes its input and lets it end by itself for a while; says whether its output has ended.
    pub fn let_go(&mut self, time: Duration) -> bool {
        self.close_input();
        let end = Instant::now() + time;
        loop {
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(_) if Instant::now() < end => {}
                Err(RecvTimeoutError::Disconnected) => return true,
                Ok(_) | Err(RecvTimeoutError::Timeout) => return false,
            }
        }
    }

    /// Ends the program with all its processes, or the connection, and gives back what there is to show: its last
    /// words, and how it ended if it did so by itself.
    pub fn end(&mut self) -> Evidence {
        if let Some(evidence) = &self.evidence {
            return evidence.clone();
        }
        self.input = None;
        let ended = self.process.as_mut().map(Running::end);
        if let Some(stream) = &self.stream {
            let _ = stream.shutdown(Shutdown::Both);
        }
        let evidence = Evidence {
            exit: ended.filter(|ended| ended.cause != Cause::Killed).map(|ended| ended.to_string()),
            stderr: self.complaints.as_ref().and_then(Tail::last_words),
            ..Evidence::default()
        };
        self.evidence = Some(evidence.clone());
        evidence
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(stream) = &self.stream {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}
