//! `agon server --hall`: the graphical server's core with a terminal in front of it.

use super::asking::{fresh_seed, read_line};
use super::hall_words::{HELP, Wish, wish};
use super::show::board;
use crate::failure::{Done, Failure};
use agon_board::TextStyle;
use agon_core::harmless::harmless;
use agon_core::{AnyGame, Side};
use agon_hall::{Change, Command, Hall, HallEvent, HallSetup, Table, TableEvent, TableSetup};
use agon_wire::tuc::{Dialect, TucGame};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

/// What the terminal waits for.
enum Happening {
    Said(String),
    EndOfInput,
    Interrupted,
    News(News),
}

/// What there is to tell.
enum News {
    Hall(HallEvent),
    Table(TableEvent),
}

/// What the hall is started with.
pub(super) struct HallOptions {
    pub(super) game: TucGame,
    pub(super) port: u16,
    pub(super) host: String,
    pub(super) dialect: Dialect,
    pub(super) seed: Option<u64>,
}

pub(super) fn run(options: HallOptions, style: TextStyle, out: &mut dyn Write) -> Done {
    let HallOptions { game, port, host, dialect, seed } = options;
    let setup = HallSetup { host, dialect, ..HallSetup::new(vec![(game.clone(), port)]) };
    let (hall, troubles) = Hall::open(setup, Arc::new(agon_games::engines()));
    if let Some(trouble) = troubles.first() {
        return Err(Failure::Failed(trouble.to_string()));
    }
    let game = game.rules().clone();
    let (sender, happenings) = channel();
    let (_, table) = hall
        .open_table(TableSetup::new(game.clone(), seed.unwrap_or_else(fresh_seed)))
        .map_err(|error| Failure::Failed(error.to_string()))?;
    let heard = sender.clone();
    hall.listen(move |event| heard.send(Happening::News(News::Hall(event.clone()))).is_ok());
    let seen = sender.clone();
    table.listen(move |event| seen.send(Happening::News(News::Table(event.clone()))).is_ok());
    let interrupted = sender.clone();
    // Without the handler Ctrl-C still ends the hall, only less politely.
    let _ = ctrlc::set_handler(move || drop(interrupted.send(Happening::Interrupted)));
    for (_, address) in hall.addresses() {
        writeln!(out, "{}: players can connect to {address}", game.info().title)?;
    }
    writeln!(out, "'help' shows what can be said here")?;
    out.flush()?;
    listen_to_person(sender)?;
    let terminal = Terminal { game, hall, table, style };
    let mut waiting = VecDeque::new();
    while let Some(happening) = waiting.pop_front().or_else(|| happenings.recv().ok()) {
        match happening {
            Happening::Said(line) => match wish(&*terminal.game, &line) {
                Ok(Wish::Quit) => break,
                Ok(wish) => terminal.fulfil(wish, out)?,
                Err(why) => writeln!(out, "{why}.")?,
            },
            Happening::EndOfInput | Happening::Interrupted => break,
            Happening::News(news) => terminal.tell(&news, out)?,
        }
        // What a command led to is told before the next command is taken.
        for happening in happenings.try_iter() {
            match happening {
                Happening::News(news) => terminal.tell(&news, out)?,
                other => waiting.push_back(other),
            }
        }
        out.flush()?;
    }
    terminal.hall.close();
    writeln!(out, "the hall is closed; everybody was sent away")?;
    Ok(())
}

/// Reads standard input in a thread that ends with the program.
fn listen_to_person(sender: Sender<Happening>) -> io::Result<()> {
    std::thread::Builder::new().name("person".to_owned()).spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let line = read_line(&mut input, &mut io::sink(), "");
            let happening = match line {
                Ok(Some(line)) => Happening::Said(line),
                Ok(None) | Err(_) => Happening::EndOfInput,
            };
            let end = matches!(happening, Happening::EndOfInput);
            if sender.send(happening).is_err() || end {
                return;
            }
        }
    })?;
    Ok(())
}

struct Terminal {
    game: Arc<dyn AnyGame>,
    hall: Hall,
    table: Table,
    style: TextStyle,
}

impl Terminal {
    fn fulfil(&self, wish: Wish, out: &mut dyn Write) -> Done {
        let done = match wish {
            Wish::Table(command) => self.table.order(command),
            Wish::Move(text) => self.table.order(Command::Play { ply: self.table.snapshot().ply(), text }),
            Wish::Kick(guest) => {
                if !self.hall.dismiss(guest) {
                    writeln!(out, "there is no network player {guest}; 'who' lists them.")?;
                }
                Ok(())
            }
            Wish::Who => return self.list(out),
            Wish::Show => return board(&self.table.snapshot().line.view(), self.style, out),
            Wish::Help => {
                writeln!(out, "{HELP}")?;
                Ok(())
            }
            Wish::Quit => Ok(()),
        };
        if let Err(error) = done {
            writeln!(out, "{error}.")?;
        }
        Ok(())
    }

    fn list(&self, out: &mut dyn Write) -> Done {
        let guests = self.hall.guests();
        if guests.is_empty() {
            writeln!(out, "nobody is connected")?;
        }
        for guest in guests {
            let name = harmless(guest.name.as_deref().unwrap_or("(no name yet)"));
            let address = guest.address.ip().to_canonical();
            let minutes = guest.since.elapsed().unwrap_or_default().as_secs() / 60;
            let seat = guest.seated.map(|(_, side)| format!(", plays {}", self.game.info().sides[side].name));
            let seat = seat.unwrap_or_default();
            writeln!(out, "{:>3} {name} from {address}, for {minutes} min{seat}", guest.id)?;
        }
        let snapshot = self.table.snapshot();
        let [first, second] = self.game.info().sides.map(|side| side.name);
        let [one, two] = [0, 1].map(|seat| harmless(&snapshot.seats[seat].player.name));
        writeln!(out, "{first}: {one}, {second}: {two}")?;
        Ok(())
    }

    fn tell(&self, news: &News, out: &mut dyn Write) -> Done {
        match news {
            News::Hall(event) => tell(event, out),
            News::Table(event) => self.follow(event, out),
        }
    }

    fn follow(&self, event: &TableEvent, out: &mut dyn Write) -> Done {
        let snapshot = &event.snapshot;
        let name = |side: Side| self.game.info().sides[side].name;
        match &event.change {
            Change::Started => writeln!(out, "the game runs")?,
            Change::Stopped => writeln!(out, "the game is stopped")?,
            Change::SetUp => {
                writeln!(out, "game {}", snapshot.number)?;
                board(&snapshot.line.view(), self.style, out)?;
            }
            Change::Played(mv) => {
                writeln!(out, "{} plays {}", name(mv.side), mv.text)?;
                board(&snapshot.line.view(), self.style, out)?;
            }
            Change::TookBack(plies) => {
                writeln!(out, "moves taken back: {plies}")?;
                board(&snapshot.line.view(), self.style, out)?;
            }
            Change::Seated(side) => {
                let player = harmless(&snapshot.seats[*side].player.name);
                writeln!(out, "{} is played by {player}", name(*side))?;
            }
            Change::Left(side, why) => {
                writeln!(
                    out,
                    "nobody plays {} any more: {}. The game is stopped.",
                    name(*side),
                    harmless(why)
                )?;
            }
            Change::ClockSet => writeln!(out, "time: {}", snapshot.clocks[0].control)?,
            Change::Over(_) => {
                writeln!(out, "game over: {}", harmless(&snapshot.ending().unwrap_or_default()))?
            }
            Change::Asked(side) if snapshot.awaits_person => writeln!(out, "{}, your move", name(*side))?,
            Change::Asked(_) | Change::Closed => {}
        }
        Ok(())
    }
}

fn tell(event: &HallEvent, out: &mut dyn Write) -> Done {
    match event {
        HallEvent::Joined(guest) => {
            writeln!(out, "player {} connected from {}", guest.id, guest.address.ip().to_canonical())?;
        }
        HallEvent::Named(guest) => {
            writeln!(out, "player {} is {}", guest.id, harmless(guest.name.as_deref().unwrap_or_default()))?;
        }
        HallEvent::Left { guest, departure } => {
            let why = departure.as_ref().map_or_else(|| "it was sent away".to_owned(), ToString::to_string);
            writeln!(out, "player {} left: {why}", guest.id)?;
        }
        HallEvent::LateAnswer(guest) => {
            writeln!(out, "player {guest} answered a request that was withdrawn; nothing came of it")?;
        }
        HallEvent::Refused { address, refusal } => {
            writeln!(out, "turned away from {}: {refusal}", address.ip().to_canonical())?;
        }
    }
    Ok(())
}
