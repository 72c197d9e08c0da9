//! Four in a Row between two instances: the examinations of one of them.

use super::Rule;
use super::examination::{Blame, Examination, Trouble, Visit};
use super::patient::{Manner, Patient, in_words};
use super::sparring::Sparring;
use agon_core::{Line, Side};
use agon_wire::two_instance::{Link, PeerError};

const PAGE: &str = "four-in-a-row.md";
const TOP: &str = "Four in a Row: two instances over a socket";
const ENDS: &str = "What ends the connection";
const MISTAKES: &str = "Common mistakes";

const MOVE: Rule = Rule::new(PAGE, TOP, "one ASCII digit, `0` to `6`: the column, 0 the leftmost");
const NOTHING_ELSE: Rule =
    Rule::new(PAGE, TOP, "nothing else is ever sent: no end of line, no greeting, no result");
const STARTS: Rule = Rule::new(
    PAGE,
    TOP,
    "The one that listens (the server side) is player one and starts; the one that connects is player two.",
);
const BOARD: Rule = Rule::new(PAGE, TOP, "Both sides keep the board themselves.");
const LATE: Rule =
    Rule::new(PAGE, TOP, "Messages may arrive glued together or late; each byte is a move of its own.");
const CLOSES: Rule = Rule::new(
    PAGE,
    ENDS,
    "What breaks the rules never changes the board: the instance shows a clear error and closes the connection.",
);
const LEAVES: Rule = Rule::new(
    PAGE,
    ENDS,
    "If the other side leaves, the instance says so and closes its own side of the connection.",
);
const END_OF_LINE: Rule = Rule::new(
    PAGE,
    MISTAKES,
    "Sending `3\\n` with `println`: the end of line is not a column. Write the one byte.",
);
const NUMBER: Rule =
    Rule::new(PAGE, MISTAKES, "Sending the number 3 (byte 3) in place of the digit `3` (byte 51).");

pub(super) const RULES: &[Rule] =
    &[MOVE, NOTHING_ELSE, STARTS, BOARD, LATE, CLOSES, LEAVES, END_OF_LINE, NUMBER];

pub(super) fn examinations() -> Vec<Examination> {
    vec![
        Examination {
            name: "player two",
            what: "It connects and plays a whole game as player two.",
            rule: MOVE,
            run: |visit| whole_game(visit, Side::Second, Manner::Whole),
        },
        Examination {
            name: "player one",
            what: "It listens and plays a whole game as player one, who starts.",
            rule: STARTS,
            run: |visit| whole_game(visit, Side::First, Manner::Whole),
        },
        Examination {
            name: "a slow peer",
            what: "The other side pauses before every move.",
            rule: LATE,
            run: slow,
        },
        Examination {
            name: "two moves at once",
            what: "The other side sends a second move glued to its first, out of turn.",
            rule: CLOSES,
            run: |visit| breaks_rules(visit, "33"),
        },
        Examination {
            name: "not a column",
            what: "The other side sends 9.",
            rule: CLOSES,
            run: |visit| breaks_rules(visit, "9"),
        },
        Examination {
            name: "an early end",
            what: "The other side closes the connection after a move.",
            rule: LEAVES,
            run: early_end,
        },
    ]
}

/// The other instance, which follows a script.
struct Peer<'v, 'a> {
    patient: &'v mut Patient<'a>,
    link: Link,
    line: Line,
}

impl<'v, 'a> Peer<'v, 'a> {
    fn of(visit: &'v mut Visit<'a>, side: Side) -> Result<Peer<'v, 'a>, Trouble> {
        let (line, link) = (Line::new(visit.game.start()), Link::new(&**visit.game, !side));
        Ok(Peer { patient: visit.admit(side)?, link, line })
    }

    fn play(&mut self, text: &str) -> Result<(), Trouble> {
        self.line.play(text, |_| 0).map_err(Trouble::own)?;
        let column = text.parse().map_err(Trouble::own)?;
        let bytes = self.link.play(column).map_err(Trouble::own)?;
        self.patient.send(&bytes);
        Ok(())
    }

    fn answer(&mut self, instead: Option<Rule>) -> Result<(), Trouble> {
        let bytes = self.patient.bytes(1).breaks(instead.unwrap_or(MOVE))?;
        let taken = self.link.receive(&mut &bytes[..]);
        match taken {
            Ok(Some(column)) => self.line.play(&column.to_string(), |_| 0).map_err(Trouble::own),
            Ok(None) => Ok(()),
            Err(error) => {
                let rule = match (&error, bytes[0]) {
                    (PeerError::NotAColumn { .. }, b'\n' | b'\r') => END_OF_LINE,
                    (PeerError::NotAColumn { .. }, 0..=6) => NUMBER,
                    (PeerError::FullColumn { .. }, _) => BOARD,
                    _ => MOVE,
                };
                Err(Trouble::Broken(instead.unwrap_or(rule), error.to_string()))
            }
        }
    }

    /// What has come although nothing was to come.
    fn expect_silence(&mut self) -> Result<(), Trouble> {
        let surplus = self.patient.overhear().breaks(NOTHING_ELSE)?;
        if surplus.is_empty() {
            return Ok(());
        }
        let rule = if matches!(surplus[0], b'\n' | b'\r') { END_OF_LINE } else { NOTHING_ELSE };
        Err(Trouble::Broken(rule, format!("beside its moves it sent {}", in_words(&surplus))))
    }
}

fn whole_game(visit: &mut Visit<'_>, side: Side, manner: Manner) -> Result<(), Trouble> {
    let mut sparring = Sparring::new();
    let mut peer = Peer::of(visit, side)?;
    peer.patient.sends(manner);
    while let Some(text) = sparring.choose(peer.line.position()) {
        if peer.line.position().side_to_move() == side {
            peer.answer(None)?;
        } else {
            peer.play(&text)?;
        }
    }
    peer.expect_silence()
}

fn slow(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut peer = Peer::of(visit, Side::Second)?;
    peer.patient.sends(Manner::Slow);
    for column in ["3", "0"] {
        peer.play(column)?;
        peer.answer(Some(LATE))?;
    }
    Ok(())
}

/// Sends what is no legal move: the connection must be closed by the other side.
fn breaks_rules(visit: &mut Visit<'_>, sent: &str) -> Result<(), Trouble> {
    let peer = Peer::of(visit, Side::Second)?;
    peer.patient.send(sent.as_bytes());
    peer.patient.closes().breaks(CLOSES)
}

fn early_end(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut peer = Peer::of(visit, Side::Second)?;
    peer.play("3")?;
    peer.answer(None)?;
    peer.patient.hang_up();
    peer.patient.closes().breaks(LEAVES)
}
