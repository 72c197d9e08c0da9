//! Connect4 9×9's own protocol: numbers on lines of their own.

use super::{Event, Lasting, Protocol};
use agon_core::{Line, Reason, Side, Verdict};
use agon_referee::{Beginning, Fault, Thought, Turn};
use agon_wire::connect9x9::{GameResult, PlatformSeat, PlayerFault};
use std::collections::VecDeque;

/// A program that plays one game: columns back and forth, then the result.
pub struct Connect9x9 {
    magic: i64,
    seat: PlatformSeat,
    /// How many moves of the game the program knows.
    told: usize,
    events: VecDeque<Event>,
}

impl Connect9x9 {
    /// A program that gets this magic number.
    pub fn new(magic: i64) -> Connect9x9 {
        Connect9x9 { magic, seat: PlatformSeat::new(Side::First), told: 0, events: VecDeque::new() }
    }
}

impl Protocol for Connect9x9 {
    fn lasting(&self) -> Lasting {
        Lasting::Game
    }

    fn begin(&mut self, game: &Beginning<'_>) -> Result<bool, Fault> {
        if !game.line.moves().is_empty()
            || game.line.position().text() != game.line.start().game().start().text()
        {
            let text = "its protocol can only begin with the empty board; play without openings";
            return Err(Fault::new(Reason::ProtocolError).explained(text.to_owned()));
        }
        self.seat = PlatformSeat::new(game.side);
        self.events.push_back(Event::Send(self.seat.magic(self.magic)));
        Ok(false)
    }

    fn ask(&mut self, turn: &Turn<'_>) -> Result<(), Fault> {
        let moves = turn.line.moves();
        for played in moves.get(self.told..).unwrap_or_default() {
            if played.side != turn.side {
                let column = played.text.parse().unwrap_or(u8::MAX);
                self.events.push_back(Event::Send(self.seat.opponent_moved(column)));
            }
        }
        self.told = moves.len();
        Ok(())
    }

    fn receive(&mut self, input: &mut &[u8]) -> Result<Option<Event>, Fault> {
        if let Some(event) = self.events.pop_front() {
            return Ok(Some(event));
        }
        let column = self.seat.receive(input).map_err(|fault| verdict_on(&fault))?;
        Ok(column.map(|column| Event::Move(column.to_string(), Thought::default())))
    }

    fn finish(&mut self, side: Side, _: &Line, verdict: &Verdict) -> Vec<u8> {
        let result = match verdict.winner {
            Some(winner) if winner == side => GameResult::Won,
            Some(_) => GameResult::Lost,
            None => GameResult::Draw,
        };
        self.seat.announce(result)
    }
}

fn verdict_on(fault: &PlayerFault) -> Fault {
    let mut verdict = Fault::new(fault.reason()).explained(fault.to_string());
    verdict.evidence.sent = fault.printed();
    verdict
}
