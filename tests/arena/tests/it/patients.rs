//! Players in threads of this process, for the doctor: every write arrives as one piece, and time passes only when
//! a player says so. So what they do wrong shows the same way every time.

use agon_core::Side;
use agon_doctor::{Diagnosis, Doctor, Patience, Speech};
use agon_engine::Stop;
use agon_referee::{ManualClock, Setback};
use agon_seats::Connection;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Longer than the doctor waits for anything.
const FOR_EVER: Duration = Duration::from_secs(2 * 3600);

/// Never over unless a player lets time pass.
pub(crate) const PATIENCE: Patience = Patience {
    start: Duration::from_secs(3600),
    answer: Duration::from_secs(3600),
    farewell: Duration::from_secs(3600),
    quiet: Duration::ZERO,
    pause: Duration::ZERO,
    gap: Duration::ZERO,
};

/// A player's end of the connection.
pub(crate) struct PlayerEnd {
    pub(crate) side: Side,
    input: Receiver<Vec<u8>>,
    held: Vec<u8>,
    output: Sender<Vec<u8>>,
    clock: Arc<ManualClock>,
}

impl PlayerEnd {
    /// What one `recv` gives: the next piece, or as much of it as is wanted; nothing at the end.
    pub(crate) fn recv(&mut self, most: usize) -> Vec<u8> {
        if self.held.is_empty() {
            self.held = self.input.recv().unwrap_or_default();
        }
        self.held.drain(..most.min(self.held.len())).collect()
    }

    /// Exactly so many bytes; nothing at the end.
    pub(crate) fn exactly(&mut self, count: usize) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        while bytes.len() < count {
            let more = self.recv(count - bytes.len());
            if more.is_empty() {
                return None;
            }
            bytes.extend(more);
        }
        Some(bytes)
    }

    /// The next line; nothing at the end.
    pub(crate) fn line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        loop {
            match self.exactly(1)?[0] {
                b'\n' => return Some(String::from_utf8(line).unwrap()),
                byte => line.push(byte),
            }
        }
    }

    /// Forgets what came in the same piece, and waits for it in vain.
    pub(crate) fn forget(&mut self) {
        if !self.held.is_empty() {
            self.doze();
        }
    }

    /// Whether more has come already.
    pub(crate) fn has_more(&mut self) -> bool {
        if self.held.is_empty() {
            self.held = self.input.try_recv().unwrap_or_default();
        }
        !self.held.is_empty()
    }

    pub(crate) fn send(&self, bytes: &[u8]) {
        // Whoever examines may have seen enough.
        let _ = self.output.send(bytes.to_vec());
    }

    pub(crate) fn say(&self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    /// Goes on although its input has ended, as long as somebody listens.
    pub(crate) fn stay(&self) {
        while self.output.send(b" ".to_vec()).is_ok() {
            self.clock.advance(FOR_EVER);
            std::thread::yield_now();
        }
    }

    /// Lets the doctor wait in vain, until it gives up.
    pub(crate) fn doze(&mut self) {
        let wait = Duration::from_millis(1);
        while !matches!(self.input.recv_timeout(wait), Err(RecvTimeoutError::Disconnected)) {
            self.clock.advance(FOR_EVER);
        }
        self.held.clear();
    }
}

struct FromPlayer(Receiver<Vec<u8>>, Vec<u8>);
struct ToPlayer(Sender<Vec<u8>>);

impl Read for FromPlayer {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let length = buffer.len().min(self.1.len());
        buffer[..length].copy_from_slice(&self.1[..length]);
        self.1.drain(..length);
        Ok(length)
    }
}

impl Write for ToPlayer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What the doctor says of a player.
pub(crate) fn examine(
    game: &str,
    speech: Speech,
    patience: Patience,
    player: impl Fn(&mut PlayerEnd) + Clone + Send + 'static,
) -> Diagnosis {
    let clock = Arc::new(ManualClock::new());
    let (stop, time) = (Stop::new(), clock.clone());
    let mut before: Option<JoinHandle<()>> = None;
    let mut source = move |side: Side| -> Result<Connection, Setback> {
        // One that is still there would let time pass for the next, too.
        before.take().map(JoinHandle::join).transpose().unwrap();
        let (to, input) = channel();
        let (output, from) = channel();
        let mut peer = PlayerEnd { side, input, held: Vec::new(), output, clock: time.clone() };
        let player = player.clone();
        before = Some(std::thread::spawn(move || player(&mut peer)));
        Ok(Connection::over(FromPlayer(from, Vec::new()), ToPlayer(to)).unwrap())
    };
    let game = agon_games::registry().game(game).unwrap();
    let mut doctor = Doctor { game, speech, source: &mut source, patience, clock: &*clock, stop: &stop };
    doctor.examine(&mut |_| {})
}

/// Fails unless the examination found that this rule is broken, by the beginning of its sentence.
pub(crate) fn assert_finding(diagnosis: &Diagnosis, examination: &str, sentence: &str) {
    let finding = diagnosis.findings().find(|(examined, _)| examined.name == examination);
    let Some((_, finding)) = finding else { panic!("'{examination}' found nothing: {diagnosis:#?}") };
    assert!(finding.rule.sentence.starts_with(sentence), "'{examination}' found {finding:#?}");
    assert!(!diagnosis.is_healthy());
}

pub(crate) fn assert_healthy(diagnosis: &Diagnosis) {
    assert!(diagnosis.is_healthy(), "{diagnosis:#?}");
}
