//! Driving the referee with seats that block until they have an answer.

use crate::{Answer, Beginning, Clock, Fault, Referee, Reply, Request, Seat, Setback, Turn};
use agon_core::{Reason, Side};
use agon_engine::Stop;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Asks a seat for its answer; nothing if the player left. A seat that panics loses its own game, nothing else
/// is harmed.
pub fn consult(
    seat: &mut dyn Seat,
    referee: &Referee,
    request: &Request,
    clock: &dyn Clock,
    stop: &Stop,
) -> Option<Answer> {
    let turn = Turn {
        line: referee.line(),
        side: request.side,
        limits: &request.limits,
        clocks: Side::BOTH.map(|side| referee.game_clock(side)),
        deadline: request.deadline,
        clock,
        stop,
    };
    match catch_unwind(AssertUnwindSafe(|| seat.choose(&turn))) {
        Ok(Reply::Move(text, thought)) => Some(Answer::Move(text, thought)),
        Ok(Reply::Resign) => Some(Answer::Resign),
        Ok(Reply::Fault(fault)) => Some(Answer::Fault(fault)),
        Ok(Reply::MachineFault(why)) => Some(Answer::MachineFault(why)),
        Ok(Reply::Leave) => None,
        Err(_) => Some(Answer::Fault(gone_mad())),
    }
}

/// Plays a game to its end, or until somebody leaves or `stop` is set. `watch` sees the game after every move. If the
/// machine fails, the game is [called off](Referee::called_off) and the caller may play it again.
pub fn play(
    referee: &mut Referee,
    seats: &mut [Box<dyn Seat>; 2],
    seeds: [u64; 2],
    clock: &dyn Clock,
    stop: &Stop,
    watch: &mut dyn FnMut(&Referee),
) {
    for side in Side::BOTH {
        begin(&mut *seats[side], referee, side, seeds[side], clock, stop);
        if stop.is_set() || referee.called_off().is_some() {
            return;
        }
    }
    while let Some(request) = referee.request(clock.now()) {
        let answer = consult(&mut *seats[request.side], referee, &request, clock, stop);
        let now = clock.now();
        match answer {
            // A search that was cut short by the stop signal is not the player's move.
            Some(_) if stop.is_set() => return,
            Some(answer) => referee.answer(answer, now),
            None => return,
        };
        watch(referee);
    }
    close(referee, seats.each_mut().map(Some));
}

/// Seats a player for a game; if it cannot even begin, it has lost.
pub fn begin(
    seat: &mut dyn Seat,
    referee: &mut Referee,
    side: Side,
    seed: u64,
    clock: &dyn Clock,
    stop: &Stop,
) {
    let control = referee.control(side);
    let game = Beginning { line: referee.line(), side, seed, control, clock, stop };
    let begun = catch_unwind(AssertUnwindSafe(|| seat.begin(&game)));
    match begun {
        Ok(Ok(())) => {}
        Ok(Err(Setback::Fault(fault))) => referee.lose(side, fault),
        Ok(Err(Setback::Machine(why))) => referee.call_off(why),
        Err(_) => referee.lose(side, gone_mad()),
    }
    for (name, value) in seat.tags() {
        referee.tag(name, value);
    }
}

/// Lets the seats know how a finished game ended, and the loser's seat add its evidence to the verdict.
pub fn close(referee: &mut Referee, mut seats: [Option<&mut Box<dyn Seat>>; 2]) {
    let loser = referee.verdict().filter(|verdict| verdict.reason.is_fault()).and_then(|v| v.winner);
    if let Some(seat) = loser.and_then(|winner| seats[!winner].as_mut()) {
        referee.add_evidence(seat.evidence());
    }
    if let Some(verdict) = referee.verdict() {
        for seat in seats.into_iter().flatten() {
            seat.end(referee.line(), verdict);
        }
    }
}

fn gone_mad() -> Fault {
    Fault::new(Reason::Crash).explained("the player inside this program failed".into())
}
