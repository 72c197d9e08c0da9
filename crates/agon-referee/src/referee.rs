//! The one referee: owns the position, rolls the dice, runs the clocks, checks every move, writes the record.

use crate::evidence::{clipped, millis};
use crate::{Answer, Fault, GameSetup, Thought, TimeControl};
use agon_core::line::Step;
use agon_core::outcome::Evidence;
use agon_core::record::{PlayerInfo, RecordedMove};
use agon_core::{Dice, Line, MoveError, Phase, Reason, Record, Side, Verdict};
use agon_engine::{GameClock, Limits};
use std::collections::VecDeque;
use std::time::Duration;

/// A question to a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Whose move it is.
    pub side: Side,
    /// What the player may use.
    pub limits: Limits,
    /// When its time is over on the referee's clock, tolerance included.
    pub deadline: Option<Duration>,
}

/// What an answer led to.
#[derive(Clone, Debug, PartialEq)]
pub enum Ruling {
    /// The move stands and the game goes on.
    Played,
    /// The game is over; [`Referee::verdict`] says how.
    Ended,
}

/// Where chance comes from: outcomes known beforehand, then the dice.
#[derive(Clone)]
struct Rolls {
    known: VecDeque<usize>,
    dice: Dice,
}

impl Rolls {
    fn roll(&mut self, weights: &[u32]) -> usize {
        let known = self.known.pop_front().map(|outcome| outcome.min(weights.len().saturating_sub(1)));
        known.unwrap_or_else(|| self.dice.weighted(weights))
    }
}

/// A game with its judge.
#[derive(Clone)]
pub struct Referee {
    line: Line,
    rolls: Rolls,
    record: Record,
    control: [TimeControl; 2],
    tolerance: [Duration; 2],
    longest: Option<usize>,
    remaining: [Option<Duration>; 2],
    asked_at: Option<Duration>,
    /// What the mover had used of its time when the game was paused.
    carried: Duration,
    opening_plies: usize,
    verdict: Option<Verdict>,
    /// Why the game cannot be played to a verdict, through no fault of a player.
    called_off: Option<String>,
}

impl Referee {
    /// Sets up a game: rolls the set-up where the game begins with one, and plays the opening.
    pub fn new(setup: GameSetup) -> Result<Referee, MoveError> {
        let mut rolls = Rolls { known: setup.rolls.into(), dice: Dice::new(setup.seed) };
        let mut start = setup.start.unwrap_or_else(|| setup.game.opening());
        let mut set_up = None;
        while let Some(weights) = start.chance() {
            let outcome = rolls.roll(weights);
            start.resolve(outcome);
            set_up = Some(outcome);
        }
        let mut record = Record::new(setup.game.id(), setup.players, start.text());
        record.seed = Some(setup.seed);
        record.set_up = set_up;
        record.time_control = TimeControl::text_of_both(&setup.control);
        let mut line = Line::new(start);
        for (i, text) in setup.opening.iter().enumerate() {
            let wrong = |error| MoveError::InGame { number: i + 1, error: Box::new(error) };
            // An opening may be given without rolls: then the game's own dice fall here as anywhere.
            if setup.game.split_roll(text).1.is_some() {
                line.play_recorded(text).map_err(wrong)?;
            } else {
                line.play(text, |weights| rolls.roll(weights)).map_err(wrong)?;
            }
        }
        let played = line.moves().iter();
        record.moves = played.map(|m| RecordedMove { text: m.text.clone(), ..Default::default() }).collect();
        record.opening_plies = record.moves.len();
        let mut referee = Referee {
            rolls,
            control: setup.control,
            tolerance: setup.tolerance,
            longest: setup.longest,
            remaining: setup.control.map(|c| c.game.map(|(time, _)| time)),
            asked_at: None,
            carried: Duration::ZERO,
            opening_plies: record.opening_plies,
            verdict: None,
            called_off: None,
            line,
            record,
        };
        referee.end_by_rules();
        Ok(referee)
    }

    /// The game so far.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// The record so far; complete once there is a verdict.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// How it ended, once it has.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// Why the game was called off, if it was: the machine failed, nobody has won or lost, and the game is to be
    /// played again.
    pub fn called_off(&self) -> Option<&str> {
        self.called_off.as_deref()
    }

    /// Whether there is nothing more to play.
    fn is_over(&self) -> bool {
        self.verdict.is_some() || self.called_off.is_some()
    }

    /// What a side has left on its game clock.
    pub fn remaining(&self, side: Side) -> Option<Duration> {
        self.remaining[side]
    }

    /// What a side has left on its game clock, and what each move adds.
    pub fn game_clock(&self, side: Side) -> Option<GameClock> {
        self.control[side].limits(self.remaining[side]).clock
    }

    /// A side's limits.
    pub fn control(&self, side: Side) -> TimeControl {
        self.control[side]
    }

    /// Whose move it is; nothing when the game is over. Starts no clock.
    pub fn to_move(&self) -> Option<Side> {
        (!self.is_over()).then(|| self.line.position().side_to_move())
    }

    /// Whose move it is and what it may use; nothing when the game is over. The first call in a turn starts
    /// the mover's clock.
    pub fn request(&mut self, now: Duration) -> Option<Request> {
        if self.is_over() {
            return None;
        }
        let side = self.line.position().side_to_move();
        let carried = std::mem::take(&mut self.carried);
        let asked = *self.asked_at.get_or_insert(now.saturating_sub(carried));
        let limits = self.control[side].limits(self.remaining[side]);
        let deadline = self.allowance(side).map(|time| asked + time + self.tolerance[side]);
        Some(Request { side, limits, deadline })
    }

    /// Takes a request back, for example because somebody else takes the seat: the mover's clock starts anew
    /// with the next request.
    pub fn withdraw(&mut self) {
        self.asked_at = None;
        self.carried = Duration::ZERO;
    }

    /// Stops the mover's clock: with the next request it goes on from where it stood.
    pub fn pause(&mut self, now: Duration) {
        self.carried = self.used(now);
        self.asked_at = None;
    }

    /// What the side to move has used for this move so far.
    pub fn used(&self, now: Duration) -> Duration {
        self.asked_at.map_or(self.carried, |asked| now.saturating_sub(asked))
    }

    /// Gives both sides new limits and full clocks; the mover's time starts anew with the next request.
    pub fn set_control(&mut self, control: [TimeControl; 2]) {
        for side in Side::BOTH {
            self.set_control_of(side, control[side]);
        }
        self.withdraw();
    }

    /// Gives one side new limits and a full clock; if it is to move, its time starts anew with the next request.
    pub fn set_control_of(&mut self, side: Side, control: TimeControl) {
        self.control[side] = control;
        self.remaining[side] = control.game.map(|(time, _)| time);
        self.record.time_control = TimeControl::text_of_both(&self.control);
        if self.line.position().side_to_move() == side {
            self.withdraw();
        }
    }

    /// Somebody else plays a side from now on; the record names who sat there last.
    pub fn set_player(&mut self, side: Side, player: PlayerInfo, tolerance: Duration) {
        self.record.players[side] = player;
        self.tolerance[side] = tolerance;
    }

    /// Takes the answer of the side to move. Legality is checked before time; the position changes only if the
    /// move stands.
    pub fn answer(&mut self, answer: Answer, now: Duration) -> Ruling {
        if self.is_over() {
            return Ruling::Ended;
        }
        let side = self.line.position().side_to_move();
        match answer {
            Answer::MachineFault(why) => self.call_off(why),
            Answer::Leave => self.call_off("a player left the game".to_owned()),
            Answer::Resign => self.lose(side, Fault::new(Reason::Resignation)),
            Answer::Fault(mut fault) => {
                // A seat that gave up waiting knows that it is late; how late is for the referee to say.
                if fault.reason == Reason::TimeOut && fault.evidence.over_ms.is_none() {
                    self.measure(&mut fault, side, now);
                }
                self.lose(side, fault);
            }
            Answer::Move(text, thought) => return self.judge(side, &text, &thought, now),
        }
        Ruling::Ended
    }

    /// Ends the game if the side to move has used up its time without an answer.
    pub fn call_time(&mut self, now: Duration) -> bool {
        let side = self.line.position().side_to_move();
        match self.overrun(side, now) {
            Some(_) if !self.is_over() => {
                let mut fault = Fault::new(Reason::TimeOut).explained("no move came in time".to_owned());
                self.measure(&mut fault, side, now);
                self.lose(side, fault);
                true
            }
            _ => false,
        }
    }

    /// Ends a game that has no verdict without one, because the machine failed.
    pub fn call_off(&mut self, why: String) {
        if !self.is_over() {
            self.called_off = Some(why);
        }
    }

    /// Ends the game from outside, for example by agreement.
    pub fn adjudicate(&mut self, winner: Option<Side>, reason: Reason, explanation: String) {
        if !self.is_over() {
            let evidence = Evidence { explanation: Some(explanation), ..Default::default() };
            self.end(Verdict { winner, score: self.score(), margin: 0, reason, evidence });
        }
    }

    /// A side loses for what it did, whoever's move it is.
    pub fn lose(&mut self, side: Side, fault: Fault) {
        if !self.is_over() {
            let Fault { reason, evidence } = fault;
            self.end(Verdict { winner: Some(!side), score: self.score(), margin: 0, reason, evidence });
        }
    }

    /// Adds to the evidence of a verdict what its loser's seat has to show; what the referee saw itself stays.
    pub fn add_evidence(&mut self, more: Evidence) {
        if let Some(verdict) = &mut self.verdict {
            let evidence = &mut verdict.evidence;
            let Evidence { sent, explanation, took_ms, over_ms, exit, stderr } = more;
            evidence.sent = evidence.sent.take().or(sent);
            evidence.explanation = evidence.explanation.take().or(explanation);
            evidence.took_ms = evidence.took_ms.or(took_ms);
            evidence.over_ms = evidence.over_ms.or(over_ms);
            evidence.exit = evidence.exit.take().or(exit);
            evidence.stderr = evidence.stderr.take().or(stderr);
            self.record.verdict = Some(verdict.clone());
        }
    }

    /// Keeps something in the record.
    pub fn tag(&mut self, name: &str, value: String) {
        self.record.tags.insert(name.to_owned(), value);
    }

    /// Takes back moves until `plies` are left, though never into the opening; the game goes on from there.
    pub fn take_back(&mut self, plies: usize) {
        self.line.truncate(plies.max(self.opening_plies));
        self.record.moves.truncate(self.line.moves().len());
        self.record.verdict = None;
        self.verdict = None;
        self.called_off = None;
        self.withdraw();
        self.end_by_rules();
    }

    fn judge(&mut self, side: Side, text: &str, thought: &Thought, now: Duration) -> Ruling {
        let mut rolls = self.rolls.clone();
        let step = match self.line.step(text, |weights| rolls.roll(weights)) {
            Ok(step) => step,
            Err(error) => {
                let mut fault = Fault::new(Reason::IllegalMove).explained(error.to_string());
                fault.evidence.sent = Some(clipped(text));
                self.lose(side, fault);
                return Ruling::Ended;
            }
        };
        if self.overrun(side, now).is_some() {
            let mut fault = Fault::new(Reason::TimeOut).explained("its move was legal but late".to_owned());
            fault.evidence.sent = Some(clipped(text));
            self.measure(&mut fault, side, now);
            self.lose(side, fault);
            return Ruling::Ended;
        }
        self.rolls = rolls;
        self.accept(side, step, thought, now);
        self.end_by_rules();
        if self.verdict.is_some() { Ruling::Ended } else { Ruling::Played }
    }

    /// Puts a legal move that came in time on the board and into the record.
    fn accept(&mut self, side: Side, step: Step, thought: &Thought, now: Duration) {
        let used = now.saturating_sub(self.asked_at.take().unwrap_or(now));
        if let (Some(left), Some((_, increment))) = (&mut self.remaining[side], self.control[side].game) {
            *left = left.saturating_sub(used) + increment;
        }
        self.record.moves.push(RecordedMove {
            text: step.played.text.clone(),
            ms: Some(used.as_secs_f64() * 1e3),
            cpu_ms: thought.cpu.map(|t| t.as_secs_f64() * 1e3),
            score: thought.score,
            depth: thought.depth,
            nodes: thought.nodes,
        });
        self.line.take(step);
    }

    fn end_by_rules(&mut self) {
        if let Phase::Over(outcome) = self.line.position().phase() {
            self.end(Verdict {
                winner: outcome.winner,
                score: self.score(),
                margin: outcome.margin,
                reason: Reason::Normal,
                evidence: Evidence::default(),
            });
        } else if self.longest.is_some_and(|longest| self.line.moves().len() >= longest) {
            let moves = self.line.moves().len();
            let why = format!("a draw after {moves} moves, the longest a game may last here");
            self.adjudicate(None, Reason::Adjudicated, why);
        }
    }

    fn end(&mut self, verdict: Verdict) {
        self.record.verdict = Some(verdict.clone());
        self.verdict = Some(verdict);
    }

    fn score(&self) -> [i32; 2] {
        self.line.position().score()
    }

    /// How long the side to move may take for this move, without tolerance.
    fn allowance(&self, side: Side) -> Option<Duration> {
        match (self.control[side].per_move, self.remaining[side]) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Writes down how long the side to move took, and by how much that is over its time.
    fn measure(&self, fault: &mut Fault, side: Side, now: Duration) {
        fault.evidence.took_ms = self.asked_at.map(|asked| millis(now.saturating_sub(asked)));
        fault.evidence.over_ms = self.overrun(side, now).map(millis);
    }

    /// By how much the side to move is over its time, beyond the tolerance; counted from its limit.
    fn overrun(&self, side: Side, now: Duration) -> Option<Duration> {
        let used = now.saturating_sub(self.asked_at?);
        let allowed = self.allowance(side)?;
        (used > allowed + self.tolerance[side]).then(|| used - allowed)
    }
}
