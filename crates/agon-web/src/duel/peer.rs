//! The other program as a player at our table.

use crate::failure::Code;
use crate::rooms::Room;
use crate::state::Notice;
use agon_core::record::PlayerInfo;
use agon_core::sync::lock;
use agon_core::{AnyGame, LastMove, Phase, Side};
use agon_engine::{Engines, Limits};
use agon_hall::{
    LocalUsher, Mailbox, Occupant, Participant, Place, Sitting, Table, TableError, Ticket, Usher,
};
use agon_referee::{Answer, Fault, Thought};
use agon_seats::pump;
use agon_wire::two_instance::Link;
use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, Weak};

/// The connection to the other side, shared by the table and whoever reads from the socket.
pub(super) struct Line {
    state: Mutex<State>,
    room: OnceLock<Weak<Room>>,
}

struct State {
    link: Link,
    me: Side,
    stream: Option<TcpStream>,
    /// The question that waits for the other side's move.
    asked: Option<Ticket>,
    /// A move that came before it was asked for, which is the other side's right: it was its turn.
    early: Option<u8>,
    seat: Option<(Sitting, Mailbox)>,
    over: bool,
}

impl Line {
    pub(super) fn new(game: &dyn AnyGame, me: Side, lenient: bool) -> Line {
        let link = Link::new(game, me);
        let link = if lenient { link.lenient() } else { link };
        let state = State { link, me, stream: None, asked: None, early: None, seat: None, over: false };
        Line { state: Mutex::new(state), room: OnceLock::new() }
    }

    /// Says where to tell people what happens.
    pub(super) fn attach(&self, room: &Arc<Room>) {
        let _ = self.room.set(Arc::downgrade(room));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    fn room(&self) -> Option<Arc<Room>> {
        self.room.get()?.upgrade()
    }

    pub(super) fn is_over(&self) -> bool {
        self.lock().over
    }

    /// Ends the connection.
    pub(super) fn hang_up(&self) {
        let mut state = self.lock();
        state.over = true;
        if let Some(stream) = state.stream.take() {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Ends the connection for a reason that people should see; the seat is empty from then on.
    fn end(&self, why: &str) {
        let mut state = self.lock();
        if state.over {
            return;
        }
        state.over = true;
        state.asked = None;
        if let Some(stream) = state.stream.take() {
            let _ = stream.shutdown(Shutdown::Both);
        }
        let finished = matches!(state.link.position().phase(), Phase::Over(_));
        let seat = state.seat.take();
        drop(state);
        // A finished game stays as it is; an unfinished one cannot go on.
        match seat {
            Some((sitting, mailbox)) if !finished => mailbox.left(sitting, why.to_owned()),
            _ => {
                if let Some(room) = self.room() {
                    let about = [("player", "the other side".into()), ("why", why.into())];
                    room.notify(Notice::new(Code::PlayerLeft, why.to_owned(), about));
                }
            }
        }
    }

    /// Takes bytes of the other side.
    fn hear(&self, mut bytes: &[u8]) -> Result<(), String> {
        let mut state = self.lock();
        while let Some(column) = state.link.receive(&mut bytes).map_err(|error| error.to_string())? {
            match (state.asked.take(), &state.seat) {
                (Some(ticket), Some((_, mailbox))) => mailbox.answer(ticket, chosen(column)),
                _ => state.early = Some(column),
            }
        }
        Ok(())
    }

    /// Our own move: it goes to the other side.
    fn played(&self, mv: &LastMove) -> Result<(), String> {
        let mut state = self.lock();
        if mv.side != state.me || state.over {
            return Ok(());
        }
        let column = mv.text.parse().map_err(|_| format!("'{}' is no column", mv.text))?;
        let bytes = state.link.play(column).map_err(|error| error.to_string())?;
        match &mut state.stream {
            Some(stream) => stream.write_all(&bytes).map_err(|error| format!("the other side left: {error}")),
            None => Ok(()),
        }
    }
}

fn chosen(column: u8) -> Answer {
    Answer::Move(column.to_string(), Thought::default())
}

/// The other side in its seat.
pub(super) struct Peer(Arc<Line>);

impl Peer {
    /// Reads from the other side until the connection ends; `begin` is called when all is ready.
    pub(super) fn listen(line: &Arc<Line>, stream: TcpStream, begin: impl FnOnce(&Table)) {
        match stream.try_clone() {
            Ok(clone) => line.lock().stream = Some(clone),
            Err(error) => return line.end(&format!("the connection failed: {error}")),
        }
        if let Some(room) = line.room() {
            begin(&room.table);
        }
        let mut end = "the other side left".to_owned();
        pump(stream, |piece| match line.hear(piece) {
            Ok(()) => true,
            Err(error) => {
                end = format!("{error}; the connection is closed");
                false
            }
        });
        line.end(&end);
    }
}

impl Participant for Peer {
    fn info(&self) -> PlayerInfo {
        PlayerInfo { name: "the other side".to_owned(), spec: "net".to_owned() }
    }

    fn sit(&mut self, _: &Place<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn reset(&mut self, _: &Place<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn played(&mut self, _: &Place<'_>, mv: &LastMove) {
        if let Err(why) = self.0.played(mv) {
            self.0.end(&why);
        }
    }

    fn ask(&mut self, _: &Place<'_>, _: &Limits, ticket: Ticket) {
        let mut state = self.0.lock();
        match (state.early.take(), &state.seat) {
            (Some(column), Some((_, mailbox))) => mailbox.answer(ticket, chosen(column)),
            _ => state.asked = Some(ticket),
        }
    }

    fn withdraw(&mut self) {
        self.0.lock().asked = None;
    }
}

/// Shows the other side to its seat, and our computer to the other one.
pub(super) struct PeerUsher {
    local: LocalUsher,
    line: Arc<Line>,
}

impl PeerUsher {
    pub(super) fn new(engines: Arc<Engines>, line: Arc<Line>) -> PeerUsher {
        PeerUsher { local: LocalUsher::new(engines), line }
    }
}

impl Usher for PeerUsher {
    fn usher(
        &self,
        game: &Arc<dyn AnyGame>,
        occupant: &Occupant,
        sitting: Sitting,
        mailbox: &Mailbox,
    ) -> Result<Box<dyn Participant>, TableError> {
        match occupant {
            Occupant::Guest(_) => {
                self.line.lock().seat = Some((sitting, mailbox.clone()));
                Ok(Box::new(Peer(self.line.clone())))
            }
            _ => self.local.usher(game, occupant, sitting, mailbox),
        }
    }
}
