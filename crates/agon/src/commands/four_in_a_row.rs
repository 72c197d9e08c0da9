//! `agon four-in-a-row`: one side of the game between two programs.
//!
//! The words of its command line are those of the assignment, so they are read here and not by the parser of all
//! other commands: whatever is wrong with them gets the same sentence.

use super::serve::{open_browser, wait_for_interrupt};
use crate::failure::{Done, Failure};
use agon_core::duration;
use agon_web::duel::USUAL_TIME;
use agon_web::{Duel, DuelOptions};
use std::io::{self, Write};

/// What the assignment wants to read.
const ILLEGAL: &str = "Illegal program arguments.";

pub(crate) fn run(arguments: &[String], out: &mut dyn Write) -> Done {
    let Some((options, open)) = read(arguments) else {
        writeln!(out, "{ILLEGAL}")?;
        return Err(Failure::Said);
    };
    let duel = Duel::start(&options, agon_games::registry(), agon_games::engines())?;
    writeln!(io::stderr(), "{}", duel.url())?;
    duel.meet()?;
    if open {
        open_browser(&duel.url());
    }
    wait_for_interrupt();
    Ok(())
}

/// The words of the command line, and whether to open a browser; nothing if they make no sense.
fn read(arguments: &[String]) -> Option<(DuelOptions, bool)> {
    let mut words = Vec::new();
    let mut open = true;
    let mut options =
        DuelOptions { human: true, port: 0, ip: None, page_port: 0, time: USUAL_TIME, lenient: false };
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ => (word.as_str(), None),
        };
        match name {
            "--no-open" if value.is_none() => open = false,
            "--lenient" if value.is_none() => options.lenient = true,
            "--page-port" => {
                options.page_port = value.or_else(|| rest.next().map(String::as_str))?.parse().ok()?
            }
            "--time" => {
                let time = duration::parse(value.or_else(|| rest.next().map(String::as_str))?).ok()?;
                options.time = Some(time).filter(|time| !time.is_zero())?;
            }
            _ if name.starts_with("--") => return None,
            _ => words.push(word.as_str()),
        }
    }
    let (first, port) = match *words.as_slice() {
        [first, port] => (first, port),
        [first, port, ip] => {
            options.ip = Some(ip.to_owned()).filter(|ip| !ip.is_empty());
            options.ip.as_ref()?;
            (first, port)
        }
        _ => return None,
    };
    options.human = match first {
        "human" => true,
        "ai" => false,
        _ => return None,
    };
    // A number as people write it: no sign, no spaces.
    let digits = port.bytes().all(|byte| byte.is_ascii_digit());
    options.port = port.parse().ok().filter(|&port| digits && port != 0)?;
    Some((options, open))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Option<(DuelOptions, bool)> {
        read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn the_words_of_the_assignment_are_understood() {
        let (options, open) = of("human 8000").unwrap();
        assert!(options.human && open && options.ip.is_none() && options.port == 8000);
        let (options, open) =
            of("--no-open ai 65535 127.0.0.1 --time 200ms --lenient --page-port 9000").unwrap();
        assert!(!options.human && !open && options.lenient);
        assert_eq!((options.port, options.page_port), (65535, 9000));
        assert_eq!(options.ip.as_deref(), Some("127.0.0.1"));
        assert_eq!(options.time.as_millis(), 200);
    }

    #[test]
    fn everything_else_is_illegal() {
        for line in [
            "",
            "human",
            "ai",
            "human 0",
            "human 65536",
            "human -1",
            "human +80",
            "human 8000x",
            "Human 8000",
            "computer 8000",
            "human 8000 127.0.0.1 more",
            "human 8000 --page-port",
            "human 8000 --time soon",
            "human 8000 --time 0s",
            "human 8000 --colour",
            "8000 human",
        ] {
            assert_eq!(of(line), None, "{line}");
        }
    }
}
