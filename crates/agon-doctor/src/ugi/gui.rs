//! A GUI that follows a script.

use super::rules;
use crate::Rule;
use crate::examination::{Blame, Trouble};
use crate::patient::Patient;
use agon_core::Line;
use agon_wire::ugi::{Command, Go, LEGAL_MOVES, PositionCommand, Reply, Response};
use std::time::Duration;

/// How long the engine is told to think.
const MOVE_TIME: Duration = Duration::from_millis(50);

/// One engine and a scripted GUI. A rule that is given as `instead` is the one that any failure breaks.
pub(super) struct Gui<'v, 'a> {
    pub(super) patient: &'v mut Patient<'a>,
    /// The option's name as the engine spells it, if it wants to be told the legal moves.
    tells_moves: Option<String>,
}

impl<'v, 'a> Gui<'v, 'a> {
    pub(super) fn new(patient: &'v mut Patient<'a>) -> Gui<'v, 'a> {
        Gui { patient, tells_moves: None }
    }

    pub(super) fn send(&mut self, command: &Command) {
        self.patient.send(format!("{command}\n").as_bytes());
    }

    /// A line that is no command.
    pub(super) fn send_text(&mut self, text: &str) {
        self.patient.send(format!("{text}\n").as_bytes());
    }

    fn reply(&mut self, missing: Rule, instead: Option<Rule>) -> Result<Reply, Trouble> {
        let line = self.patient.line().breaks(instead.unwrap_or(missing))?;
        let wrong = |error: agon_wire::ugi::UgiError| {
            Trouble::Broken(instead.unwrap_or(rules::WORDS), error.to_string())
        };
        line.parse().map_err(wrong)
    }

    /// `ugi` and what follows, until the engine is ready.
    pub(super) fn greet(&mut self, instead: Option<Rule>) -> Result<(), Trouble> {
        self.send(&Command::Ugi);
        loop {
            match self.reply(rules::GREETING, instead)? {
                Reply::UgiOk => break,
                Reply::Option(option) if option.name.eq_ignore_ascii_case(LEGAL_MOVES) => {
                    self.tells_moves = Some(option.name);
                }
                Reply::BestMove(mv) => return Err(unasked(&mv, instead)),
                _ => {}
            }
        }
        if let Some(name) = self.tells_moves.clone() {
            self.send(&Command::SetOption { name, value: Some("true".to_owned()) });
        }
        self.ready(instead).map(drop)
    }

    /// Asks whether the engine is ready, and gives back what it answered to queries before.
    pub(super) fn ready(&mut self, instead: Option<Rule>) -> Result<Vec<Response>, Trouble> {
        self.send(&Command::IsReady);
        let mut responses = Vec::new();
        loop {
            match self.reply(rules::READY, instead)? {
                Reply::ReadyOk => return Ok(responses),
                Reply::Response(response) => responses.push(response),
                Reply::BestMove(mv) => return Err(unasked(&mv, instead)),
                _ => {}
            }
        }
    }

    /// Tells the position.
    pub(super) fn position(&mut self, line: &Line) {
        self.send(&Command::Position(PositionCommand::of_line(line)));
    }

    /// Tells the legal moves to those who want them, then `go`.
    pub(super) fn start(&mut self, line: &Line, go: Go) {
        if self.tells_moves.is_some() {
            self.send(&Command::LegalMoves(line.position().legal_moves()));
        }
        self.send(&Command::Go(go));
    }

    /// Waits for the move; also says whether the engine said that it is ready meanwhile.
    pub(super) fn best_move(
        &mut self,
        line: &Line,
        missing: Rule,
        instead: Option<Rule>,
    ) -> Result<(String, bool), Trouble> {
        let mut ready = false;
        loop {
            match self.reply(missing, instead)? {
                Reply::BestMove(text) => return self.judge(line, text, instead).map(|text| (text, ready)),
                Reply::ReadyOk => ready = true,
                _ => {}
            }
        }
    }

    /// Asks an engine that searches whether it is ready; says whether it has answered with its move already.
    pub(super) fn ready_while_searching(&mut self, line: &Line) -> Result<bool, Trouble> {
        self.send(&Command::IsReady);
        let mut answered = false;
        loop {
            match self.reply(rules::READY, None)? {
                Reply::ReadyOk => return Ok(answered),
                Reply::BestMove(text) if !answered => {
                    self.judge(line, text, None)?;
                    answered = true;
                }
                Reply::BestMove(mv) => return Err(unasked(&mv, Some(rules::ONE_MOVE))),
                _ => {}
            }
        }
    }

    /// Asks for a move and checks it.
    pub(super) fn ask(&mut self, line: &Line, instead: Option<Rule>) -> Result<String, Trouble> {
        self.position(line);
        self.ready(instead)?;
        self.start(line, Go { move_time: Some(MOVE_TIME), ..Go::default() });
        self.best_move(line, rules::GO, instead).map(|(text, _)| text)
    }

    fn judge(&self, line: &Line, text: String, instead: Option<Rule>) -> Result<String, Trouble> {
        let position = line.position();
        let Err(error) = position.boxed().play(&text) else { return Ok(text) };
        let rule = if position.forced_pass().is_some() {
            rules::PASS
        } else if position.game().split_roll(&text).1.is_some() {
            rules::ROLL
        } else if self.tells_moves.is_some() {
            rules::TOLD
        } else {
            rules::ILLEGAL
        };
        let symptom = format!("it answered 'bestmove {text}' in {}, and {error}", position.text());
        Err(Trouble::Broken(instead.unwrap_or(rule), symptom))
    }
}

fn unasked(mv: &str, instead: Option<Rule>) -> Trouble {
    let symptom = format!("it sent 'bestmove {mv}' although no move was asked for");
    Trouble::Broken(instead.unwrap_or(rules::UNASKED), symptom)
}
