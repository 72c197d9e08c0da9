//! Examinations, and the one who carries them out.

use super::patient::{Patient, Symptom};
use super::{Diagnosis, Examined, Finding, Health, Patience, Rule, Speech};
use agon_core::outcome::Evidence;
use agon_core::{AnyGame, Reason, Side};
use agon_engine::Stop;
use agon_referee::{Clock, Setback};
use agon_seats::{Source, Wait};
use std::sync::Arc;

/// One thing that is tried with a fresh program.
#[derive(Clone, Copy)]
pub struct Examination {
    /// Its name, in a few words.
    pub name: &'static str,
    /// What is done, as a sentence.
    pub what: &'static str,
    /// The rule that it is about; other rules may be broken on the way.
    pub rule: Rule,
    pub(super) run: fn(&mut Visit<'_>) -> Result<(), Trouble>,
}

/// Why an examination did not come to a good end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// The player broke a rule.
    Broken(Rule, String),
    /// There is nothing to try here.
    Untried(String),
    /// The stop signal was set.
    Stopped,
}

impl Trouble {
    /// What the doctor itself could not do, which is nobody's fault but its own.
    pub(super) fn own(error: impl std::fmt::Display) -> Trouble {
        Trouble::Untried(error.to_string())
    }
}

/// Says which rule a symptom breaks.
pub(super) trait Blame<T> {
    fn breaks(self, rule: Rule) -> Result<T, Trouble>;
}

impl<T> Blame<T> for Result<T, Symptom> {
    fn breaks(self, rule: Rule) -> Result<T, Trouble> {
        self.map_err(|symptom| match symptom {
            Symptom::Stopped => Trouble::Stopped,
            Symptom::Shown(text) => Trouble::Broken(rule, text),
        })
    }
}

/// One examination in progress: who is examined and what there is to examine it with.
pub(super) struct Visit<'a> {
    pub(super) game: &'a Arc<dyn AnyGame>,
    pub(super) rule: Rule,
    source: &'a mut dyn Source,
    patience: &'a Patience,
    clock: &'a dyn Clock,
    stop: &'a Stop,
    patient: Option<Patient<'a>>,
}

impl<'a> Visit<'a> {
    /// A fresh program that has this side, in protocols that tell the side when a program is started.
    pub(super) fn admit(&mut self, side: Side) -> Result<&mut Patient<'a>, Trouble> {
        self.patient = None;
        let wait = Wait::lasting(self.clock, self.patience.start, self.stop);
        let connected = self.source.connect(side, &wait).map_err(|setback| {
            let fault = match setback {
                Setback::Machine(text) => return Trouble::Untried(text),
                Setback::Fault(fault) => fault,
            };
            let text = fault.evidence.explanation.unwrap_or_else(|| fault.reason.words().to_owned());
            match fault.reason {
                Reason::Adjudicated => Trouble::Untried(text),
                _ => Trouble::Broken(self.rule, text),
            }
        })?;
        let connection = connected.ok_or(Trouble::Stopped)?;
        Ok(self.patient.insert(Patient::new(connection, *self.patience, self.clock, self.stop)))
    }

    /// Ends whoever is still there and gives back what there is to show.
    fn discharge(&mut self) -> Evidence {
        self.patient.take().map_or_else(Evidence::default, Patient::discharge)
    }
}

/// Carries examinations out. Time is injected: `clock` decides when an answer is late.
pub struct Doctor<'a> {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// What the player speaks.
    pub speech: Speech,
    /// Where its programs come from. A source that cannot have a program for a side, through no fault of the program,
    /// gives a fault of the kind [`Reason::Adjudicated`].
    pub source: &'a mut dyn Source,
    /// How long to wait.
    pub patience: Patience,
    /// The clock that counts.
    pub clock: &'a dyn Clock,
    /// Ends everything early.
    pub stop: &'a Stop,
}

impl Doctor<'_> {
    /// Makes all examinations; `watch` hears of each when it is over. When the very first fails, the others would
    /// only say the same and are left out.
    pub fn examine(&mut self, watch: &mut dyn FnMut(&Examined)) -> Diagnosis {
        let mut diagnosis =
            Diagnosis { game: self.game.id(), protocol: self.speech.name(), examinations: Vec::new() };
        let mut reason: Option<&str> = None;
        for (number, examination) in self.speech.examinations(&*self.game).iter().enumerate() {
            let health = match reason {
                Some(why) => Health::Untried { why: why.to_owned() },
                None => self.try_out(examination),
            };
            match &health {
                Health::Failed(_) if number == 0 => {
                    reason = Some("the first examination failed, and nothing works without it");
                }
                _ if self.stop.is_set() => reason = Some("the examinations were interrupted"),
                _ => {}
            }
            let Examination { name, what, .. } = *examination;
            let examined = Examined { name, what, health };
            watch(&examined);
            diagnosis.examinations.push(examined);
        }
        diagnosis
    }

    fn try_out(&mut self, examination: &Examination) -> Health {
        let mut visit = Visit {
            game: &self.game,
            rule: examination.rule,
            source: self.source,
            patience: &self.patience,
            clock: self.clock,
            stop: self.stop,
            patient: None,
        };
        let result = (examination.run)(&mut visit);
        let evidence = visit.discharge();
        match result {
            Ok(()) => Health::Passed,
            Err(Trouble::Broken(rule, symptom)) => Health::Failed(Finding { rule, symptom, evidence }),
            Err(Trouble::Untried(why)) => Health::Untried { why },
            Err(Trouble::Stopped) => Health::Untried { why: "the examinations were interrupted".to_owned() },
        }
    }
}
