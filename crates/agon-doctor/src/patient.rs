//! A program that is being examined, as a scripted peer needs it.

use super::Patience;
use agon_core::duration;
use agon_core::outcome::Evidence;
use agon_engine::Stop;
use agon_referee::Clock;
use agon_seats::{Connection, Nothing, Wait};
use std::time::Duration;

/// The most a program may say before the doctor has heard enough.
const MOST_OUTPUT: usize = 1 << 20;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Symptom {
    /// What the program did, as a sentence.
    Shown(String),
    /// The stop signal was set.
    Stopped,
}

/// How messages reach the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Manner {
    /// Each in one piece.
    #[default]
    Whole,
    /// One byte at a time.
    Bytewise,
    /// Kept until the next answer is waited for, then all in one piece.
    Glued,
    /// After a pause.
    Slow,
}

pub(super) struct Patient<'a> {
    connection: Connection,
    patience: Patience,
    clock: &'a dyn Clock,
    stop: &'a Stop,
    manner: Manner,
    /// What is kept to be sent in one piece.
    kept: Vec<u8>,
    /// What arrived and was not looked at yet.
    arrived: Vec<u8>,
    ended: bool,
    heard: bool,
}

impl<'a> Patient<'a> {
    pub(super) fn new(
        connection: Connection,
        patience: Patience,
        clock: &'a dyn Clock,
        stop: &'a Stop,
    ) -> Patient<'a> {
        Patient {
            connection,
            patience,
            clock,
            stop,
            manner: Manner::Whole,
            kept: Vec::new(),
            arrived: Vec::new(),
            ended: false,
            heard: false,
        }
    }

    /// From now on messages are sent like this.
    pub(super) fn sends(&mut self, manner: Manner) {
        self.flush();
        self.manner = manner;
    }

    /// Sends a message.
    pub(super) fn send(&mut self, bytes: &[u8]) {
        match self.manner {
            Manner::Whole => self.connection.send(bytes),
            Manner::Glued => self.kept.extend_from_slice(bytes),
            Manner::Slow => {
                std::thread::sleep(self.patience.pause);
                self.connection.send(bytes);
            }
            Manner::Bytewise => {
                for byte in bytes {
                    self.connection.send(std::slice::from_ref(byte));
                    std::thread::sleep(self.patience.gap);
                }
            }
        }
    }

    /// Exactly so many bytes.
    pub(super) fn bytes(&mut self, count: usize) -> Result<Vec<u8>, Symptom> {
        self.await_until(|arrived| arrived.len() >= count)?;
        self.heard = true;
        Ok(self.arrived.drain(..count).collect())
    }

    /// The next line, without its end.
    pub(super) fn line(&mut self) -> Result<String, Symptom> {
        let whole = self.await_until(|arrived| arrived.contains(&b'\n'));
        // A last line without end is a line.
        if !self.ended || self.arrived.is_empty() {
            whole?;
        }
        self.heard = true;
        let end =
            self.arrived.iter().position(|&byte| byte == b'\n').map_or(self.arrived.len(), |end| end + 1);
        let line: Vec<u8> = self.arrived.drain(..end).collect();
        Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
    }

    /// What it has said and nobody has asked for, by now.
    pub(super) fn surplus(&mut self) -> Vec<u8> {
        while let Ok(bytes) = self.connection.output().try_recv() {
            self.arrived.extend(bytes);
        }
        std::mem::take(&mut self.arrived)
    }

    /// The same, listening a moment longer.
    pub(super) fn overhear(&mut self) -> Result<Vec<u8>, Symptom> {
        self.flush();
        let quiet = self.patience.quiet;
        if !quiet.is_zero() {
            let wait = Wait::lasting(self.clock, quiet, self.stop);
            match wait.next(self.connection.output()) {
                Ok(bytes) => self.arrived.extend(bytes),
                Err(Nothing::Late) => {}
                Err(Nothing::Stopped) => return Err(Symptom::Stopped),
                Err(Nothing::Closed) => self.ended = true,
            }
        }
        Ok(self.surplus())
    }

    /// Whether it closes its side in time. What it says until then does not matter.
    pub(super) fn closes(&mut self) -> Result<(), Symptom> {
        self.flush();
        let wait = Wait::lasting(self.clock, self.patience.farewell, self.stop);
        while !self.ended {
            match wait.next(self.connection.output()) {
                // Who never stops talking does not end either.
                Ok(_) if wait.over().is_none() => {}
                Err(Nothing::Closed) => self.ended = true,
                Err(Nothing::Stopped) => return Err(Symptom::Stopped),
                Ok(_) | Err(Nothing::Late) => {
                    let time = duration::text(self.patience.farewell);
                    let what = if self.connection.is_peer() { "closed its connection" } else { "ended" };
                    return Err(Symptom::Shown(format!("it had not {what} {time} later")));
                }
            }
        }
        Ok(())
    }

    /// Whether it comes to its end in time.
    pub(super) fn ends(&mut self) -> Result<(), Symptom> {
        self.closes()?;
        if self.connection.has_ended_within(self.patience.farewell) {
            return Ok(());
        }
        let time = duration::text(self.patience.farewell);
        Err(Symptom::Shown(format!("its program goes on {time} later, although it says nothing more")))
    }

    /// Whether its output has been read to the end.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Closes our side.
    pub(super) fn hang_up(&mut self) {
        self.flush();
        self.connection.close_input();
    }

    /// Ends the program and gives back what there is to show.
    pub(super) fn discharge(mut self) -> Evidence {
        self.connection.end()
    }

    fn flush(&mut self) {
        let kept = std::mem::take(&mut self.kept);
        if !kept.is_empty() {
            self.connection.send(&kept);
        }
    }

    /// Waits until enough has arrived.
    fn await_until(&mut self, enough: impl Fn(&[u8]) -> bool) -> Result<(), Symptom> {
        self.flush();
        let time = if self.heard { self.patience.answer } else { self.patience.start };
        let wait = Wait::lasting(self.clock, time, self.stop);
        while !enough(&self.arrived) {
            if self.arrived.len() > MOST_OUTPUT {
                return Err(Symptom::Shown("it never stops talking".to_owned()));
            }
            let next = if self.ended { Err(Nothing::Closed) } else { wait.next(self.connection.output()) };
            match next {
                Ok(bytes) => self.arrived.extend(bytes),
                Err(Nothing::Stopped) => return Err(Symptom::Stopped),
                Err(Nothing::Late) => return Err(Symptom::Shown(self.late(time))),
                Err(Nothing::Closed) => {
                    self.ended = true;
                    return Err(Symptom::Shown(self.early_end()));
                }
            }
        }
        Ok(())
    }

    fn late(&self, time: Duration) -> String {
        let time = duration::text(time);
        if self.arrived.is_empty() {
            return format!("it said nothing for {time}");
        }
        format!("it said {} and nothing more for {time}", in_words(&self.arrived))
    }

    fn early_end(&mut self) -> String {
        if self.connection.is_peer() {
            return "it closed its connection".to_owned();
        }
        match self.connection.fate() {
            Some(ended) => format!("it ended, with {}", ended.status),
            None => "it closed its output".to_owned(),
        }
    }
}

/// What a program sent, for people: text as it is, other bytes as numbers, both cut.
pub(super) fn in_words(bytes: &[u8]) -> String {
    const SHOWN: usize = 40;
    let cut = if bytes.len() > SHOWN { " \u{2026}" } else { "" };
    let shown = &bytes[..bytes.len().min(SHOWN)];
    let text = std::str::from_utf8(shown).ok();
    match text.map(str::trim_end).filter(|text| !text.is_empty() && !text.contains(char::is_control)) {
        Some(text) => format!("'{text}'{cut}"),
        None => {
            let numbers: Vec<String> = shown.iter().map(u8::to_string).collect();
            let s = if shown.len() == 1 { "" } else { "s" };
            format!("the byte{s} {}{cut}", numbers.join(" "))
        }
    }
}
