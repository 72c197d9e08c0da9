//! Network players of HexThello and Ants in the doctor's hands: one that does what the page says, and some that
//! make the mistakes of which the page warns.

use crate::patients::{self, PATIENCE, PlayerEnd, assert_finding, assert_healthy};
use agon_core::{AnyPosition, Phase, Side};
use agon_doctor::{Diagnosis, Speech};
use agon_wire::tuc::{TucGame, WireMove, WirePosition};

/// What a player does wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mistake {
    None,
    ZeroInName,
    OneRecvForABody,
    ForgetsTheRestOfAPacket,
    NeverPasses,
    AlwaysPasses,
    AnswersTwice,
    NewBoardWithEveryColour,
    MovesForTheBoardsSide,
    AnswersOnlyTheLastRequest,
    TakesTheOpponentsPassForAMove,
    StaysAfterQuit,
    NoTerminator,
    StopsChains,
    KnowsNoPrepare,
}

/// A player as the page writes it down, with a mistake.
struct Player<'a> {
    peer: &'a mut PlayerEnd,
    game: TucGame,
    mistake: Mistake,
    board: Option<Box<dyn AnyPosition>>,
    me: Side,
    skipped: bool,
}

impl Player<'_> {
    fn play(&mut self) {
        let base = if self.game.move_length() == 2 { 100 } else { 0 };
        while let Some(code) = self.peer.exactly(1) {
            match code[0] - base {
                1 => {
                    let Some(body) = self.body(self.game.position_length()) else { return };
                    let Some(body) = WirePosition::received(&self.game, &body) else { return };
                    self.board = body.read(&self.game).ok();
                }
                code @ (2 | 3) => {
                    self.me = if code == 2 { Side::Second } else { Side::First };
                    if self.mistake == Mistake::NewBoardWithEveryColour {
                        self.board = Some(self.game.rules().start());
                    }
                }
                4 => self.answer(),
                5 => {
                    let Some(body) = self.body(self.game.move_length()) else { return };
                    let told = WireMove::received(&self.game, &body).unwrap();
                    if told.is_pass() && self.mistake == Mistake::TakesTheOpponentsPassForAMove {
                        return;
                    }
                    if self.mistake != Mistake::KnowsNoPrepare {
                        self.turn(!self.me);
                        self.take(&told.text());
                    }
                }
                6 if self.mistake == Mistake::ZeroInName => self.peer.send(b"\x04Bob\0"),
                6 => self.peer.send(b"\x03Bob"),
                _ if self.mistake == Mistake::StaysAfterQuit => return self.peer.doze(),
                _ => return,
            }
            if self.mistake == Mistake::ForgetsTheRestOfAPacket {
                self.peer.forget();
            }
        }
    }

    fn body(&mut self, length: usize) -> Option<Vec<u8>> {
        match self.mistake {
            Mistake::OneRecvForABody => Some(self.peer.recv(length)).filter(|body| body.len() == length),
            _ => self.peer.exactly(length),
        }
    }

    fn answer(&mut self) {
        if self.mistake == Mistake::AnswersOnlyTheLastRequest && self.peer.has_more() {
            self.skipped = true;
            return;
        }
        if self.mistake != Mistake::MovesForTheBoardsSide {
            self.turn(self.me);
        }
        let board = self.board.as_ref().unwrap();
        let legal = match board.phase() {
            Phase::Turn(_) => board.legal_moves(),
            Phase::Chance | Phase::Over(_) => vec!["pass".to_owned()],
        };
        let text = if self.mistake == Mistake::AlwaysPasses { "pass" } else { &legal[0] };
        if text == "pass" && self.mistake == Mistake::NeverPasses {
            return self.peer.doze();
        }
        let mut sent = text.to_owned();
        if self.mistake == Mistake::StopsChains && sent.matches('x').count() > 1 {
            sent.truncate(sent.rfind('x').unwrap());
        }
        let mut bytes = WireMove::from_text(&self.game, &sent).unwrap().bytes().to_vec();
        if self.mistake == Mistake::NoTerminator {
            bytes.iter_mut().filter(|byte| **byte == 255).for_each(|byte| *byte = 0);
        }
        if self.mistake == Mistake::AnswersTwice {
            bytes = bytes.repeat(2);
        }
        self.peer.send(&bytes);
        let text = text.to_owned();
        self.take(&text);
        if self.skipped {
            self.peer.doze();
        }
    }

    /// Gives the board's turn to a side: only the server knows whose it is.
    fn turn(&mut self, side: Side) {
        let board = self.board.as_ref().unwrap();
        if board.side_to_move() != side {
            let mut set_up = board.set_up();
            set_up.side = side;
            self.board = self.game.rules().from_set_up(&set_up).ok();
        }
    }

    fn take(&mut self, text: &str) {
        let board = self.board.as_mut().unwrap();
        if board.play(text).is_ok() {
            while board.chance().is_some() {
                board.resolve(0);
            }
        }
    }
}

fn examine(game: &'static str, mistake: Mistake) -> Diagnosis {
    patients::examine(game, Speech::Tuc, PATIENCE, move |peer| {
        let game = TucGame::new(agon_games::registry().game(game).unwrap()).unwrap();
        Player { peer, game, mistake, board: None, me: Side::First, skipped: false }.play();
    })
}

#[test]
fn a_player_that_does_what_the_page_says_is_healthy() {
    for game in ["hexthello", "hexthello:radius=3", "ants"] {
        assert_healthy(&examine(game, Mistake::None));
    }
}

#[test]
fn each_mistake_is_found_with_its_sentence() {
    use Mistake::*;
    for (game, mistake, examination, sentence) in [
        ("ants", ZeroInName, "its name", "A name: one byte with its length"),
        ("hexthello", OneRecvForABody, "one byte a packet", "TCP may deliver it in pieces"),
        (
            "hexthello",
            ForgetsTheRestOfAPacket,
            "several messages in one packet",
            "It may also deliver several",
        ),
        ("hexthello", NeverPasses, "a pass", "No answer when there is no legal move."),
        ("ants", NeverPasses, "a pass", "No answer when there is no legal move."),
        ("hexthello", AlwaysPasses, "black", "A pass when a move exists."),
        ("ants", AnswersTwice, "black", "The server speaks, a player only answers"),
        ("hexthello", AnswersTwice, "a pass", "The server speaks, a player only answers"),
        (
            "hexthello",
            NewBoardWithEveryColour,
            "seated in the middle of a game",
            "A player seated in the middle",
        ),
        ("ants", MovesForTheBoardsSide, "seated in the middle of a game", "`best(board, me)` moves for `me`"),
        ("hexthello", AnswersOnlyTheLastRequest, "a request that is withdrawn", "Answer every REQUEST_MOVE"),
        ("hexthello", TakesTheOpponentsPassForAMove, "the opponent's pass", "Taking the opponent's pass"),
        ("ants", StaysAfterQuit, "QUIT", "After QUIT, and when the server closes"),
        ("ants", NoTerminator, "chains of captures", "Ants: no 255 after a step or a short chain."),
        ("ants", StopsChains, "chains of captures", "Ants: a chain that stops although it could go on."),
        ("ants", KnowsNoPrepare, "the older dialect", "HexThello, and Ants in the older dialect"),
    ] {
        assert_finding(&examine(game, mistake), examination, sentence);
    }
}

#[test]
fn when_the_first_examination_fails_the_others_are_not_tried() {
    let diagnosis = examine("hexthello", Mistake::ZeroInName);
    assert_eq!(diagnosis.findings().count(), 1);
    let json = serde_json::to_value(&diagnosis).unwrap();
    assert_eq!(json["examinations"][0]["result"], "failed");
    assert_eq!(json["examinations"][0]["rule"]["page"], "tuc.md");
    assert_eq!(json["examinations"][1]["result"], "untried");
}
