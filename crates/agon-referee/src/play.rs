//! Driving the referee with seats that block until they have an answer.

use crate::{Answer, Beginning, Clock, Referee, Request, Seat, Setback, Turn};
use agon_core::Side;
use agon_core::panics::caught;
use agon_engine::Stop;

/// Asks a seat for its answer. A seat that panics is a fault of the machine: nobody has won or lost.
pub fn consult(
    seat: &mut dyn Seat,
    referee: &Referee,
    request: &Request,
    clock: &dyn Clock,
    stop: &Stop,
) -> Answer {
    let turn = Turn {
        line: referee.line(),
        side: request.side,
        limits: &request.limits,
        clocks: Side::BOTH.map(|side| referee.game_clock(side)),
        deadline: request.deadline,
        clock,
        stop,
    };
    caught(|| seat.choose(&turn)).unwrap_or_else(|panic| Answer::MachineFault(panic.to_string()))
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
    while let Some(side) = referee.to_move() {
        seats[side].wake();
        let Some(request) = referee.request(clock.now()) else { break };
        let answer = consult(&mut *seats[side], referee, &request, clock, stop);
        let now = clock.now();
        seats[side].rest();
        match answer {
            // A search that was cut short by the stop signal is not the player's move.
            _ if stop.is_set() => return,
            Answer::Leave => return,
            answer => referee.answer(answer, now),
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
    let begun = caught(|| seat.begin(&game));
    match begun.unwrap_or_else(|panic| Err(Setback::Machine(panic.to_string()))) {
        Ok(()) => {}
        Err(Setback::Fault(fault)) => referee.lose(side, fault),
        Err(Setback::Machine(why)) => referee.call_off(why),
    }
    seat.rest();
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
