//! `agon doctor`.

use super::matches::welcome;
use crate::cli::DoctorArgs;
use crate::failure::{Done, Failure};
use agon_board::TextStyle;
use agon_class::grade::MOVE_TIME;
use agon_core::harmless::harmless;
use agon_doctor::{Diagnosis, Doctor, Examined, Finding, Health, Patience, Practice, Speech};
use agon_engine::Stop;
use agon_referee::SystemClock;
use agon_sandbox::Limits;
use agon_seats::{SeatFactory, TOLERANCE};
use std::io::Write;
use std::time::Duration;

/// The most lines of a program's standard error that are shown.
const LAST_WORDS: usize = 6;

pub(crate) fn run(args: &DoctorArgs, style: TextStyle, out: &mut dyn Write) -> Done {
    let game = agon_games::registry().game(&args.game)?;
    let engines = agon_games::engines();
    let factory = SeatFactory::new(&engines).with_sandbox(args.sandbox, Limits::default());
    let mut practice = match (args.port, args.program.as_deref()) {
        (Some(port), _) => Practice::at_port(&*game, port, announce)?,
        (None, program) => Practice::of_program(&*game, program.unwrap_or_default(), &factory)?,
    };
    welcome(&factory);
    if !practice.contained && args.program.is_some() {
        let _ = writeln!(
            std::io::stderr(),
            "the program runs without a sandbox, because there is no network in it"
        );
    }
    let stop = Stop::new();
    let heard = stop.clone();
    // Without a handler everything works but a clean end.
    let _ = ctrlc::set_handler(move || heard.set());
    let mut doctor = Doctor {
        game: game.clone(),
        speech: practice.speech,
        source: &mut *practice.source,
        patience: patience(args, practice.speech),
        clock: &SystemClock::new(),
        stop: &stop,
    };
    let mut shown = Ok(());
    let diagnosis = doctor.examine(&mut |examined| {
        if !args.json && shown.is_ok() {
            shown = show(examined, style, out).and_then(|()| out.flush());
        }
    });
    shown?;
    if args.json {
        let document =
            serde_json::to_string(&diagnosis).map_err(|error| Failure::Failed(error.to_string()))?;
        writeln!(out, "{document}")?;
    } else {
        summary(&diagnosis, out)?;
    }
    if stop.is_set() {
        return Err(Failure::Failed("interrupted before all examinations were made".to_owned()));
    }
    if diagnosis.is_healthy() { Ok(()) } else { Err(Failure::No) }
}

/// Who plays by the course's protocol answers in the course's time.
fn patience(args: &DoctorArgs, speech: Speech) -> Patience {
    let usual = Patience::default();
    let answer = if speech == Speech::Connect9x9 { MOVE_TIME + TOLERANCE } else { usual.answer };
    let answer: Duration = args.patience.unwrap_or(answer);
    Patience { answer, pause: args.pause, ..usual }
}

fn announce(port: u16) {
    let _ = writeln!(std::io::stderr(), "waiting for a player on port {port}");
}

fn show(examined: &Examined, style: TextStyle, out: &mut dyn Write) -> std::io::Result<()> {
    let [passed, failed, untried] =
        if style.unicode { ["\u{2713}", "\u{2717}", "\u{2013}"] } else { ["ok  ", "FAIL", "--  "] };
    match &examined.health {
        Health::Passed => writeln!(out, "{passed} {}", examined.name),
        Health::Untried { why } => writeln!(out, "{untried} {}: not tried; {}", examined.name, harmless(why)),
        Health::Failed(Finding { rule, symptom, evidence }) => {
            writeln!(out, "{failed} {}", examined.name)?;
            writeln!(out, "      tried:  {}", examined.what)?;
            writeln!(out, "      found:  {}", harmless(symptom))?;
            writeln!(out, "      broken: {rule}")?;
            if let Some(exit) = &evidence.exit {
                writeln!(out, "      its program: {}", harmless(exit))?;
            }
            let stderr = evidence.stderr.as_deref().unwrap_or_default();
            let lines: Vec<&str> = stderr.lines().collect();
            for line in &lines[lines.len().saturating_sub(LAST_WORDS)..] {
                writeln!(out, "      its standard error: {}", harmless(line))?;
            }
            Ok(())
        }
    }
}

fn summary(diagnosis: &Diagnosis, out: &mut dyn Write) -> std::io::Result<()> {
    let all = diagnosis.examinations.len();
    let failed = diagnosis.findings().count();
    let passed = diagnosis.examinations.iter().filter(|one| one.health == Health::Passed).count();
    let (game, protocol) = (&diagnosis.game, diagnosis.protocol);
    write!(out, "{game} over {protocol}: {passed} of {all} examinations passed, {failed} failed")?;
    match all - passed - failed {
        0 => writeln!(out),
        untried => writeln!(out, ", {untried} not tried"),
    }
}
