//! Pipes for tests: a program in a thread, its input and its output in our hands.

use agon_core::AnyGame;
use agon_engine::EngineSpec;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use super::{EngineMaker, ProgramError};

/// Far more than any answer takes, also on a busy machine.
const GENEROUS: Duration = Duration::from_secs(120);

pub(super) struct PipeReader(Receiver<Vec<u8>>, Vec<u8>);
pub(super) struct PipeWriter(Sender<Vec<u8>>);

impl Read for PipeReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            match self.0.recv() {
                Ok(bytes) => self.1 = bytes,
                Err(_) => return Ok(0),
            }
        }
        let length = buffer.len().min(self.1.len());
        buffer[..length].copy_from_slice(&self.1[..length]);
        self.1.drain(..length);
        Ok(length)
    }
}

impl Write for PipeWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A program under test.
pub(super) struct Dialogue {
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Vec<u8>>,
    partial: Vec<u8>,
    program: Option<JoinHandle<Result<(), ProgramError>>>,
}

impl Dialogue {
    pub(super) fn start(
        program: impl FnOnce(PipeReader, &mut dyn Write) -> Result<(), ProgramError> + Send + 'static,
    ) -> Dialogue {
        let (to, input) = channel();
        let (output, from) = channel();
        let program =
            std::thread::spawn(move || program(PipeReader(input, Vec::new()), &mut PipeWriter(output)));
        Dialogue { to: Some(to), from, partial: Vec::new(), program: Some(program) }
    }

    pub(super) fn send(&self, text: &str) {
        let _ = self.to.as_ref().unwrap().send(text.as_bytes().to_vec());
    }

    /// The next line; nothing when the program has ended.
    pub(super) fn line(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.partial.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.partial.drain(..=end).collect();
                return Some(String::from_utf8(line).unwrap().trim_end().to_owned());
            }
            self.partial.extend(self.from.recv_timeout(GENEROUS).ok()?);
        }
    }

    /// The next line that begins like this; the ones before it are skipped.
    pub(super) fn line_with(&mut self, prefix: &str) -> String {
        loop {
            let line = self.line().unwrap_or_else(|| panic!("the program ended before '{prefix}'"));
            if line.starts_with(prefix) {
                return line;
            }
        }
    }

    /// Ends the input.
    pub(super) fn close_input(&mut self) {
        self.to = None;
    }

    /// Ends the input and waits for the program.
    pub(super) fn end(mut self) -> Result<(), ProgramError> {
        self.close_input();
        self.program.take().unwrap().join().unwrap()
    }

    /// Waits for a program that ends by itself.
    pub(super) fn ended(mut self) -> Result<(), ProgramError> {
        self.program.take().unwrap().join().unwrap()
    }
}

pub(super) fn game(name: &str) -> Arc<dyn AnyGame> {
    agon_games::registry().game(name).unwrap()
}

/// An engine that is quick on every machine.
pub(super) fn maker(name: &str, settings: &str) -> EngineMaker {
    let spec = EngineSpec::parse_settings(settings).unwrap();
    EngineMaker::new(agon_games::engines(), game(name), spec, None, Duration::from_secs(1))
}
