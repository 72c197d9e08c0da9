//! A program that is there, and the conversation with it.

use super::waiting::Nothing;
use super::{Connection, Event, Protocol, Wait};
use agon_core::Reason;
use agon_core::outcome::Evidence;
use agon_referee::{Fault, Setback};
use agon_sandbox::Cause;
use std::time::Duration;

/// The most a program may print before it comes to the point.
const MOST_OUTPUT: usize = 16 << 20;

/// How long a program may take to end by itself when its game is over.
const FAREWELL: Duration = Duration::from_millis(500);

/// Why there is no event.
#[derive(Debug)]
pub(super) enum Halt {
    /// The time is over.
    Late,
    /// The stop signal was set.
    Stopped,
    /// The program did something that ends its game.
    Fault(Fault),
    /// The machine failed.
    Machine(String),
}

impl From<Setback> for Halt {
    fn from(setback: Setback) -> Halt {
        match setback {
            Setback::Fault(fault) => Halt::Fault(fault),
            Setback::Machine(why) => Halt::Machine(why),
        }
    }
}

pub(super) struct Session {
    connection: Connection,
    protocol: Box<dyn Protocol>,
    /// What arrived, and how much of it has been understood.
    arrived: Vec<u8>,
    taken: usize,
    ended: bool,
    /// What it printed since it was asked.
    printed: usize,
    /// What it printed since the game began.
    printed_in_game: u64,
}

impl Session {
    pub(super) fn new(connection: Connection, protocol: Box<dyn Protocol>) -> Session {
        Session {
            connection,
            protocol,
            arrived: Vec::new(),
            taken: 0,
            ended: false,
            printed: 0,
            printed_in_game: 0,
        }
    }

    pub(super) fn protocol(&mut self) -> &mut dyn Protocol {
        &mut *self.protocol
    }

    /// What the program calls itself.
    pub(super) fn name(&self) -> Option<String> {
        self.protocol.name()
    }

    pub(super) fn processor_time(&self) -> Option<Duration> {
        self.connection.processor_time()
    }

    /// Makes the program stand still. Where that is not possible, on systems other than Linux, it goes on.
    pub(super) fn pause(&mut self) {
        let _ = self.connection.pause();
    }

    /// Lets the program go on; an error is the machine's.
    pub(super) fn resume(&mut self) -> Result<(), Halt> {
        let failed = |error| Halt::Machine(format!("a program that stood still cannot go on: {error}"));
        self.connection.resume().map_err(failed)
    }

    /// Whether the program can be spoken to.
    pub(super) fn is_alive(&mut self) -> bool {
        !self.ended && !self.connection.is_gone()
    }

    /// Begins to count what the program prints.
    pub(super) fn count_anew(&mut self) {
        self.printed = 0;
    }

    /// A game begins.
    pub(super) fn begin_game(&mut self) {
        self.count_anew();
        self.printed_in_game = 0;
    }

    /// The next thing the program says; what is to be sent is sent on the way.
    pub(super) fn next(&mut self, wait: &Wait<'_>) -> Result<Event, Halt> {
        loop {
            if let Some(event) = self.understand().map_err(Halt::Fault)? {
                return Ok(event);
            }
            if self.ended {
                return Err(Halt::Fault(self.early_end()));
            }
            let arrived = match wait.over() {
                // What has come by now is heard, also from a program that never stops talking; it will have said
                // too much soon.
                Some(Nothing::Late) => self.connection.output().try_recv().map_err(|_| Nothing::Late),
                Some(nothing) => Err(nothing),
                None => wait.next(self.connection.output()),
            };
            match arrived {
                Ok(bytes) => self.take(bytes).map_err(Halt::Fault)?,
                Err(Nothing::Late) => return Err(Halt::Late),
                Err(Nothing::Stopped) => return Err(Halt::Stopped),
                Err(Nothing::Closed) => self.end_of_output(),
            }
        }
    }

    /// The program's answer: what comes and is more than a sign of life.
    pub(super) fn answer(&mut self, wait: &Wait<'_>) -> Result<Event, Halt> {
        loop {
            match self.next(wait)? {
                Event::Ready | Event::Send(_) => {}
                event => return Ok(event),
            }
        }
    }

    /// Looks at what the program said before it is asked. Most of it means nothing or breaks the protocol; a move
    /// counts if the program knows already that it is its turn.
    pub(super) fn overhear(&mut self) -> Result<Option<Event>, Fault> {
        loop {
            match self.understand()? {
                Some(Event::Ready | Event::Send(_)) => {}
                Some(event) => return Ok(Some(event)),
                None => match self.connection.output().try_recv() {
                    Ok(bytes) => self.take(bytes)?,
                    Err(_) => return Ok(None),
                },
            }
        }
    }

    /// Sends what the protocol has to say now, without waiting for anything.
    pub(super) fn flush(&mut self) -> Result<(), Fault> {
        while self.understand()?.is_some() {}
        Ok(())
    }

    /// Sends something.
    pub(super) fn send(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.connection.send(bytes);
        }
    }

    /// Ends the program and gives back what there is to show.
    pub(super) fn end(&mut self) -> Evidence {
        self.connection.end()
    }

    /// Takes leave of a program that has done nothing wrong.
    pub(super) fn dismiss(mut self) {
        // Who stands still hears nothing; if it cannot go on it is ended all the same.
        let _ = self.connection.resume();
        let farewell = self.protocol.farewell();
        self.send(&farewell);
        self.connection.let_go(FAREWELL);
        self.connection.end();
    }

    fn understand(&mut self) -> Result<Option<Event>, Fault> {
        loop {
            let mut input = &self.arrived[self.taken..];
            let event = self.protocol.receive(&mut input)?;
            self.taken = self.arrived.len() - input.len();
            match event {
                Some(Event::Send(bytes)) => self.connection.send(&bytes),
                other => return Ok(other),
            }
        }
    }

    fn take(&mut self, bytes: Vec<u8>) -> Result<(), Fault> {
        self.printed += bytes.len();
        if self.printed > MOST_OUTPUT {
            let text = format!("it printed more than {} MB without coming to the point", MOST_OUTPUT >> 20);
            return Err(Fault::new(Reason::ProtocolError).explained(text));
        }
        self.printed_in_game += bytes.len() as u64;
        let most = self.connection.output_limit();
        if self.printed_in_game > most {
            let text = format!("it printed more than the {most} bytes that a game allows");
            return Err(Fault::new(Reason::ProtocolError).explained(text));
        }
        self.arrived = bytes;
        self.taken = 0;
        Ok(())
    }

    /// A last line without end counts as one.
    fn end_of_output(&mut self) {
        self.ended = true;
        self.arrived = if self.connection.is_peer() { Vec::new() } else { b"\n".to_vec() };
        self.taken = 0;
    }

    /// What it means that the program said nothing more.
    fn early_end(&mut self) -> Fault {
        if self.connection.is_peer() {
            return Fault::new(Reason::Disconnect).explained("its connection was closed".to_owned());
        }
        let Some(ended) = self.connection.fate() else {
            let text = "it closed its output before the game was over";
            return Fault::new(Reason::Disconnect).explained(text.to_owned());
        };
        let text = match ended.cause {
            Cause::Itself | Cause::Killed => {
                format!("it ended before the game was over, with {}", ended.status)
            }
            cause => format!("it was ended before the game was over: {cause}"),
        };
        let mut fault = Fault::new(Reason::Crash).explained(text);
        fault.evidence.exit = Some(ended.to_string());
        fault
    }
}
