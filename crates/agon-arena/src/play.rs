//! Driving the referee with seats that block until they have an answer.

use crate::{Answer, Clock, Fault, Referee, Reply, Request, Seat, Turn};
use agon_core::{Reason, Side};
use agon_engines::Stop;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Asks a seat for its answer; nothing if the player left. A seat that panics loses its own game, nothing else
/// is harmed.
pub fn consult(seat: &mut dyn Seat, referee: &Referee, request: &Request, stop: &Stop) -> Option<Answer> {
    let turn = Turn { line: referee.line(), side: request.side, limits: &request.limits, stop };
    match catch_unwind(AssertUnwindSafe(|| seat.choose(&turn))) {
        Ok(Reply::Move(text, thought)) => Some(Answer::Move(text, thought)),
        Ok(Reply::Resign) => Some(Answer::Resign),
        Ok(Reply::Fault(fault)) => Some(Answer::Fault(fault)),
        Ok(Reply::Leave) => None,
        Err(_) => {
            let fault = Fault::new(Reason::Crash).explained("the player inside this program failed".into());
            Some(Answer::Fault(fault))
        }
    }
}

/// Plays a game to its end, or until somebody leaves or `stop` is set. `watch` sees the game after every move.
pub fn play(
    referee: &mut Referee,
    seats: &mut [Box<dyn Seat>; 2],
    seeds: [u64; 2],
    clock: &dyn Clock,
    stop: &Stop,
    watch: &mut dyn FnMut(&Referee),
) {
    for side in Side::BOTH {
        if let Err(fault) = seats[side].begin(referee.line(), side, seeds[side]) {
            referee.lose(side, fault);
        }
    }
    while let Some(request) = referee.request(clock.now()) {
        let answer = consult(&mut *seats[request.side], referee, &request, stop);
        let now = clock.now();
        match answer {
            // A search that was cut short by the stop signal is not the player's move.
            Some(_) if stop.is_set() => return,
            Some(answer) => referee.answer(answer, now),
            None => return,
        };
        watch(referee);
    }
    if let Some(verdict) = referee.verdict() {
        for seat in seats {
            seat.end(referee.line(), verdict);
        }
    }
}
