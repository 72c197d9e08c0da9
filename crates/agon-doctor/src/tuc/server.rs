//! A server that follows a script.

use super::rules;
use crate::Rule;
use crate::examination::{Blame, Trouble};
use crate::patient::{Patient, in_words};
use crate::sparring::Sparring;
use agon_core::{AnyPosition, Line, Side};
use agon_wire::tuc::{Dialect, ServerMessage, TucGame, WireMove, WirePosition};

/// One connection of a scripted server. A rule that is given as `instead` is the one that any failure breaks: where
/// only one thing is different from before, that is what the player stumbled over.
pub(super) struct Server<'v, 'a> {
    pub(super) patient: &'v mut Patient<'a>,
    game: TucGame,
    name: Vec<u8>,
}

impl<'v, 'a> Server<'v, 'a> {
    pub(super) fn new(patient: &'v mut Patient<'a>, game: TucGame) -> Server<'v, 'a> {
        Server { patient, game, name: Vec::new() }
    }

    pub(super) fn tell(&mut self, message: &ServerMessage) {
        self.patient.send(&message.encode(&self.game));
    }

    pub(super) fn colour(&mut self, side: Side) {
        self.tell(&ServerMessage::Colour(side));
    }

    pub(super) fn position(&mut self, position: &dyn AnyPosition) -> Result<(), Trouble> {
        let body = WirePosition::of(&self.game, position).map_err(Trouble::own)?;
        self.tell(&ServerMessage::NewPosition(body));
        Ok(())
    }

    /// Asks for the name.
    pub(super) fn name(&mut self, instead: Option<Rule>) -> Result<(), Trouble> {
        let rule = instead.unwrap_or(rules::NAME);
        self.tell(&ServerMessage::RequestName);
        let length = self.patient.bytes(1).breaks(rule)?;
        self.name = self.patient.bytes(usize::from(length[0])).breaks(rule)?;
        if self.name.last() == Some(&0) {
            let symptom = format!("its name, {}, ends with a zero", in_words(&self.name));
            return Err(Trouble::Broken(rule, symptom));
        }
        Ok(())
    }

    /// Asks for the name in the middle of a game: whatever else the player has sent would stand before it.
    pub(super) fn expect_silence(&mut self, instead: Option<Rule>) -> Result<(), Trouble> {
        self.tell(&ServerMessage::RequestName);
        let length = u8::try_from(self.name.len()).unwrap_or(u8::MAX);
        let expected: Vec<u8> = [length].into_iter().chain(self.name.iter().copied()).collect();
        let rule = instead.unwrap_or(rules::UNASKED);
        let found = self.patient.bytes(expected.len()).breaks(rule)?;
        if found == expected {
            return Ok(());
        }
        let symptom = format!(
            "asked for nothing but its name it sent {} instead of {}",
            in_words(&found),
            in_words(&expected)
        );
        Err(Trouble::Broken(rule, symptom))
    }

    /// Asks for a move in this position and gives back its text.
    pub(super) fn ask(
        &mut self,
        position: &dyn AnyPosition,
        instead: Option<Rule>,
    ) -> Result<String, Trouble> {
        let surplus = self.patient.surplus();
        if !surplus.is_empty() {
            let symptom = format!("it sent {} although nothing was asked for", in_words(&surplus));
            return Err(Trouble::Broken(rules::UNASKED, symptom));
        }
        self.tell(&ServerMessage::RequestMove);
        self.answer(position, instead)
    }

    /// The answer to a request for a move.
    pub(super) fn answer(
        &mut self,
        position: &dyn AnyPosition,
        instead: Option<Rule>,
    ) -> Result<String, Trouble> {
        let unanswered = if position.forced_pass().is_some() { rules::PASS } else { rules::WITHDRAWN };
        let bytes = self.patient.bytes(self.game.move_length()).breaks(instead.unwrap_or(unanswered))?;
        let mv =
            WireMove::received(&self.game, &bytes).ok_or_else(|| Trouble::own("a move could not be read"))?;
        judge(position, &mv).map_err(|(rule, error)| {
            let side = if position.side_to_move() == Side::First { "black" } else { "white" };
            let text = position.text();
            let sent = in_words(mv.bytes());
            let symptom = format!("asked for a move as {side} in {text} it sent {sent}, and {error}");
            Trouble::Broken(instead.unwrap_or(rule), symptom)
        })
    }

    /// Plays on until the player has been asked so many times, or the game is over.
    pub(super) fn play(
        &mut self,
        line: &mut Line,
        me: Side,
        moves: usize,
        dialect: Dialect,
        instead: Option<Rule>,
    ) -> Result<(), Trouble> {
        let mut sparring = Sparring::new();
        let mut asked = 0;
        while !line.is_over() && asked < moves {
            let mine = line.position().side_to_move() == me;
            let text = if mine {
                asked += 1;
                self.ask(line.position(), instead)?
            } else {
                sparring.choose(line.position()).unwrap_or_default()
            };
            sparring.play(line, &text).map_err(Trouble::own)?;
            match self.game.dialect(dialect) {
                Dialect::Positions => self.position(line.position())?,
                Dialect::Moves if !mine && !line.is_over() => {
                    let mv = WireMove::from_text(&self.game, &text).map_err(Trouble::own)?;
                    self.tell(&ServerMessage::OpponentMove(mv));
                }
                Dialect::Moves => {}
            }
        }
        Ok(())
    }
}

/// The move's text if it is legal; else the rule that it breaks, and how.
fn judge(position: &dyn AnyPosition, mv: &WireMove) -> Result<String, (Rule, String)> {
    let text = mv.text();
    let mut after = position.boxed();
    let Err(error) = after.play(&text) else { return Ok(text) };
    let legal = position.legal_moves();
    let rule = if mv.is_pass() {
        rules::NEEDLESS_PASS
    } else if position.forced_pass().is_some() {
        rules::PASS
    } else if legal.iter().any(|legal| text.starts_with(&format!("{legal}x")) || runs_on(&text, legal)) {
        rules::TERMINATOR
    } else if legal.iter().any(|legal| legal.starts_with(&format!("{text}x"))) {
        rules::SHORT_CHAIN
    } else if legal.iter().all(|legal| legal.contains('x')) {
        rules::CAPTURE
    } else {
        rules::ILLEGAL
    };
    Err((rule, error.to_string()))
}

/// Whether a step of Ants is followed by squares that do not belong to it.
fn runs_on(text: &str, legal: &str) -> bool {
    legal.contains('-') && text.starts_with(&format!("{}x", legal.replace('-', "x")))
}
