//! Programs in seats, on pipes inside this process and on an injected clock: exact and instant.

use agon_core::record::PlayerInfo;
use agon_core::{Reason, Side, Verdict};
use agon_engine::Stop;
use agon_referee::{
    Answer, GameSetup, ManualClock, RandomSeat, Referee, Seat, Setback, Thought, TimeControl, Turn, play,
};
use agon_seats::{Connect9x9, Connection, Gtp, Huji, NBoard, PATIENCE, ProgramSeat, Protocol, START, Ugi};
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A program as a function: reads lines, writes lines, and may move the clock.
struct Script {
    input: BufReader<PipeReader>,
    output: PipeWriter,
    clock: Arc<ManualClock>,
    printed: usize,
    heard: Arc<AtomicUsize>,
    /// Which start of the program this is, and how many there were.
    number: usize,
    starts: Arc<AtomicUsize>,
}

/// Reads what a script prints and keeps count of what has been handed on.
struct Counted {
    from: PipeReader,
    handed: usize,
    heard: Arc<AtomicUsize>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        // Who reads again has passed on what it read before.
        self.heard.store(self.handed, Ordering::SeqCst);
        let length = self.from.read(buffer)?;
        self.handed += length;
        Ok(length)
    }
}

impl Script {
    /// The next line; nothing at the end of the input.
    fn read(&mut self) -> Option<String> {
        let mut line = String::new();
        let length = self.input.read_line(&mut line).ok()?;
        (length > 0).then(|| line.trim_end().to_owned())
    }

    /// Prints something; whether anybody reads it is another question.
    fn print(&mut self, text: &str) {
        if self.output.write_all(text.as_bytes()).is_ok() {
            self.printed += text.len();
        }
    }

    /// Waits until all that was printed has arrived.
    fn settle(&self) {
        while self.heard.load(Ordering::SeqCst) < self.printed {
            std::thread::yield_now();
        }
    }

    fn wait(&self, milliseconds: u64) {
        self.clock.advance(Duration::from_millis(milliseconds));
    }

    /// Lets time go on until another program has been started in its place.
    fn outlast(&self) {
        while self.starts.load(Ordering::SeqCst) == self.number {
            self.wait(1);
            std::thread::yield_now();
        }
    }

    /// Stays until the input ends.
    fn stay(&mut self) {
        while self.read().is_some() {}
    }

    /// Answers UGI commands until the end; `go` answers a `go`.
    fn speak_ugi(&mut self, announced: &str, mut go: impl FnMut(&mut Script, &[String])) {
        let mut heard = Vec::new();
        while let Some(line) = self.read() {
            heard.push(line.clone());
            match line.split(' ').next().unwrap() {
                "ugi" => self.print(&format!("id name Script\n{announced}ugiok\n")),
                "isready" => self.print("readyok\n"),
                "go" => go(self, &heard),
                "quit" => return,
                _ => {}
            }
        }
    }
}

type Speech = fn() -> Box<dyn Protocol>;

/// A seat for a program that is this function, and how often it was started.
fn seat(
    clock: &Arc<ManualClock>,
    speech: Speech,
    program: impl Fn(Script) + Send + Sync + 'static,
) -> (ProgramSeat, Arc<AtomicUsize>) {
    let (program, clock) = (Arc::new(program), clock.clone());
    let starts = Arc::new(AtomicUsize::new(0));
    let counted = starts.clone();
    let source = move |_: Side| -> Result<Connection, Setback> {
        let number = counted.fetch_add(1, Ordering::SeqCst) + 1;
        let (input, to) = std::io::pipe().unwrap();
        let (from, output) = std::io::pipe().unwrap();
        let (program, clock) = (program.clone(), clock.clone());
        let heard = Arc::new(AtomicUsize::new(0));
        let script = Script {
            input: BufReader::new(input),
            output,
            clock,
            printed: 0,
            heard: heard.clone(),
            number,
            starts: counted.clone(),
        };
        std::thread::spawn(move || program(script));
        Ok(Connection::over(Counted { from, handed: 0, heard }, to).unwrap())
    };
    let seat = ProgramSeat::new("script".into(), Box::new(source), Box::new(speech));
    (seat.with_tolerance(Duration::ZERO), starts)
}

fn connect9x9() -> Box<dyn Protocol> {
    Box::new(Connect9x9::new(7))
}

fn ugi() -> Box<dyn Protocol> {
    Box::new(Ugi::new(Vec::new()))
}

/// Plays the same moves whatever happens.
struct Fixed(Vec<&'static str>, usize);

impl Seat for Fixed {
    fn info(&self) -> PlayerInfo {
        PlayerInfo { name: "fixed".into(), spec: String::new() }
    }

    /// Whatever the others do to the clock, it is not late.
    fn tolerance(&self) -> Duration {
        Duration::from_secs(365 * 24 * 3600)
    }

    fn choose(&mut self, _: &Turn<'_>) -> Answer {
        self.1 += 1;
        Answer::Move(self.0[(self.1 - 1) % self.0.len()].to_owned(), Thought::default())
    }
}

fn game_of(name: &str, seats: &mut [Box<dyn Seat>; 2], control: TimeControl, clock: &ManualClock) -> Referee {
    let game = agon_games::registry().game(name).unwrap();
    let mut setup = GameSetup::new(game, [seats[0].info(), seats[1].info()], 1);
    setup.control = [control; 2];
    setup.tolerance = [seats[0].tolerance(), seats[1].tolerance()];
    let mut referee = Referee::new(setup).unwrap();
    play(&mut referee, seats, [1, 2], clock, &Stop::new(), &mut |_| {});
    referee
}

/// The verdict on a Connect4 9×9 program that moves first and answers the magic number like this.
fn judged(program: impl Fn(Script) + Send + Sync + 'static) -> Verdict {
    let clock = Arc::new(ManualClock::new());
    let (seat, _) = seat(&clock, connect9x9, program);
    let mut seats: [Box<dyn Seat>; 2] = [Box::new(seat), Box::new(Fixed(vec!["0", "0", "0", "0", "1"], 0))];
    let control = TimeControl::per_move(Duration::from_secs(5));
    let verdict = game_of("connect4-9x9", &mut seats, control, &clock).verdict().unwrap().clone();
    assert_eq!(verdict.winner, Some(Side::Second), "{verdict:?}");
    verdict
}

/// The verdict on a Connect4 9×9 program that moves second. When it has read the opponent's column its time is running, which
/// it cannot know of its first move: the magic number comes before that.
fn judged_on_the_clock(program: impl Fn(&mut Script) + Send + Sync + 'static) -> Verdict {
    let clock = Arc::new(ManualClock::new());
    let (seat, _) = seat(&clock, connect9x9, move |mut script| {
        assert_eq!([script.read(), script.read()].map(Option::unwrap), ["7", "0"]);
        program(&mut script);
        script.stay();
    });
    let mut seats: [Box<dyn Seat>; 2] = [Box::new(Fixed(vec!["0", "0", "0", "0", "1"], 0)), Box::new(seat)];
    let control = TimeControl::per_move(Duration::from_secs(5));
    let verdict = game_of("connect4-9x9", &mut seats, control, &clock).verdict().unwrap().clone();
    assert_eq!(verdict.winner, Some(Side::First), "{verdict:?}");
    verdict
}

fn printing(text: &'static str) -> Verdict {
    judged(move |mut script| {
        assert_eq!(script.read().as_deref(), Some("7"), "the magic number comes first");
        script.print(text);
        script.stay();
    })
}

#[test]
fn whatever_is_no_column_loses_at_once_with_its_own_sentence() {
    let mut reasons = Vec::new();
    for (text, said) in
        [("four\n", "'four'"), ("9\n", "'9'"), ("10\n", "10, which only"), ("12\n", "12, which")]
    {
        let verdict = printing(text);
        assert_eq!(verdict.reason, Reason::IllegalMove);
        assert_eq!(verdict.evidence.sent.as_deref(), Some(text.trim()));
        let explanation = verdict.evidence.explanation.unwrap();
        assert!(explanation.contains(said), "{explanation}");
        reasons.push(explanation);
    }
    let full = judged(|mut script| {
        script.read();
        for _ in 0..6 {
            script.print("0\n");
            script.read();
        }
    });
    assert_eq!((full.reason, full.evidence.sent.as_deref()), (Reason::IllegalMove, Some("0")));
    assert_eq!(full.evidence.explanation.as_deref(), Some("it printed column 0, which is full"));
    let twice = printing("3\n4\n");
    assert_eq!((twice.reason, twice.evidence.sent.as_deref()), (Reason::ProtocolError, Some("4")));
    let megabyte = judged(|mut script| script.print(&"1".repeat(1 << 20)));
    assert_eq!(megabyte.reason, Reason::IllegalMove);
    assert!(megabyte.evidence.explanation.unwrap().contains("a line of more than"));
    let ended = judged(|mut script| drop(script.read()));
    assert_eq!(ended.reason, Reason::Disconnect);
    reasons.dedup();
    assert_eq!(reasons.len(), 4);
}

#[test]
fn five_seconds_stand_and_a_hundredth_more_loses() {
    let answering_after = |milliseconds| {
        judged_on_the_clock(move |script| {
            script.wait(milliseconds);
            script.print("4\n");
            script.read();
            script.print("five\n");
        })
    };
    let verdict = answering_after(5000);
    assert_eq!(verdict.reason, Reason::IllegalMove, "the first move stood, the second is no column");
    let verdict = answering_after(5010);
    assert_eq!((verdict.reason, verdict.evidence.over_ms), (Reason::TimeOut, Some(10)));
}

#[test]
fn a_silent_program_is_late_when_the_clock_says_so() {
    let verdict = judged_on_the_clock(|script| script.wait(5001));
    assert_eq!((verdict.reason, verdict.evidence.over_ms), (Reason::TimeOut, Some(1)));
    assert_eq!(verdict.evidence.explanation.as_deref(), Some("no move came in time"));
}

#[test]
fn the_course_protocol_tells_columns_and_the_result() {
    let clock = Arc::new(ManualClock::new());
    let heard = Arc::new(Mutex::new(Vec::new()));
    let kept = heard.clone();
    let (seat, starts) = seat(&clock, connect9x9, move |mut script| {
        let mut columns = ["3", "3", "3", "3"].iter();
        while let Some(line) = script.read() {
            kept.lock().unwrap().push(line);
            if let Some(column) = columns.next() {
                script.print(&format!("{column}\n"));
            }
        }
    });
    let mut seats: [Box<dyn Seat>; 2] = [Box::new(seat), Box::new(Fixed(vec!["0", "1", "2"], 0))];
    for _ in 0..2 {
        let referee = game_of("connect4-9x9", &mut seats, TimeControl::NONE, &clock);
        assert_eq!(referee.verdict().unwrap().winner, Some(Side::First));
        assert_eq!(std::mem::take(&mut *heard.lock().unwrap()), ["7", "0", "1", "2", "10"]);
    }
    assert_eq!(starts.load(Ordering::SeqCst), 2, "one process a game");
}

fn first_legal(script: &mut Script, heard: &[String]) {
    let moves = heard.iter().rev().find_map(|line| line.strip_prefix("legalmoves ")).unwrap();
    let first = moves.split(' ').next().unwrap();
    script.print(&format!("info depth 3 nodes 40 score cp 125\nnonsense\nbestmove {first}\n"));
}

const LEGAL_MOVES: &str = "option name LegalMoves type check default false\n";

#[test]
fn ugi_plays_every_game_and_stays_for_the_next() {
    for name in ["reversi", "hexthello:radius=3", "four-in-a-row", "connect4-9x9", "ants"] {
        let clock = Arc::new(ManualClock::new());
        let (seat, starts) = seat(&clock, ugi, |mut script| script.speak_ugi(LEGAL_MOVES, first_legal));
        let mut seats: [Box<dyn Seat>; 2] = [Box::new(RandomSeat::new(None)), Box::new(seat)];
        for _ in 0..3 {
            let referee = game_of(name, &mut seats, TimeControl::per_move(Duration::from_secs(1)), &clock);
            assert_eq!(referee.verdict().unwrap().reason, Reason::Normal, "{name}");
            assert_eq!(referee.record().tags["second"], "Script", "the name it gave itself");
            let its = referee.record().moves.iter().find(|mv| mv.depth.is_some()).unwrap();
            assert_eq!((its.depth, its.nodes, its.score), (Some(3), Some(40), Some(1.25)));
        }
        assert_eq!(starts.load(Ordering::SeqCst), 1, "{name}");
    }
}

#[test]
fn ugi_is_told_the_clocks_of_both_sides() {
    let clock = Arc::new(ManualClock::new());
    let heard = Arc::new(Mutex::new(Vec::new()));
    let kept = heard.clone();
    let (seat, _) = seat(&clock, ugi, move |mut script| {
        let kept = kept.clone();
        script.speak_ugi(LEGAL_MOVES, move |script, heard| {
            kept.lock().unwrap().push(heard.last().unwrap().clone());
            script.wait(1500);
            first_legal(script, heard);
        });
    });
    let mut seats: [Box<dyn Seat>; 2] = [Box::new(seat), Box::new(RandomSeat::new(None))];
    let control = TimeControl::parse_clock("2m+1s").unwrap();
    game_of("reversi", &mut seats, control, &clock);
    let heard = heard.lock().unwrap();
    assert_eq!(heard[0], "go p1time 120000 p2time 120000 p1inc 1000 p2inc 1000");
    assert_eq!(heard[1], "go p1time 119500 p2time 121000 p1inc 1000 p2inc 1000");
}

#[test]
fn a_program_that_never_greets_has_stalled() {
    let clock = Arc::new(ManualClock::new());
    let (seat, starts) = seat(&clock, ugi, |mut script| {
        script.read();
        script.wait(START.as_millis() as u64 + 1);
        script.stay();
    });
    let mut seats: [Box<dyn Seat>; 2] = [Box::new(seat), Box::new(RandomSeat::new(None))];
    for number in 1..3 {
        let verdict = game_of("ants", &mut seats, TimeControl::NONE, &clock).verdict().unwrap().clone();
        assert_eq!((verdict.winner, verdict.reason), (Some(Side::Second), Reason::Stall));
        assert!(verdict.evidence.explanation.unwrap().contains("not ready for a game 15 s"));
        assert_eq!(starts.load(Ordering::SeqCst), number, "the next game has a fresh program");
    }
}

#[test]
fn where_nothing_limits_it_a_silent_program_is_given_up_on() {
    let clock = Arc::new(ManualClock::new());
    let (seat, _) = seat(&clock, ugi, |mut script| {
        script.speak_ugi("", |script, _| script.wait(PATIENCE.as_millis() as u64 + 1));
    });
    let mut seats: [Box<dyn Seat>; 2] = [Box::new(seat), Box::new(RandomSeat::new(None))];
    let verdict = game_of("ants", &mut seats, TimeControl::NONE, &clock).verdict().unwrap().clone();
    assert_eq!(verdict.reason, Reason::Stall);
}

#[test]
fn a_flood_and_a_line_without_end_are_cut_off() {
    let verdict_on = |flood: fn(&mut Script)| {
        let clock = Arc::new(ManualClock::new());
        let (seat, _) = seat(&clock, ugi, move |mut script| script.speak_ugi("", |script, _| flood(script)));
        let mut seats: [Box<dyn Seat>; 2] = [Box::new(seat), Box::new(RandomSeat::new(None))];
        game_of("reversi", &mut seats, TimeControl::NONE, &clock).verdict().unwrap().clone()
    };
    let flood =
        verdict_on(|script| while script.output.write_all(&b"info string on and on\n".repeat(99)).is_ok() {});
    assert_eq!(flood.reason, Reason::ProtocolError);
    assert!(flood.evidence.explanation.unwrap().contains("more than 16 MB"));
    let endless = verdict_on(|script| while script.output.write_all(&[b'x'; 4096]).is_ok() {});
    assert_eq!(endless.reason, Reason::ProtocolError);
    assert!(endless.evidence.explanation.unwrap().contains("a line was longer than"));
}

#[test]
fn an_illegal_move_and_one_that_nobody_asked_for_lose() {
    let verdict_on = |answer: &'static str| {
        let clock = Arc::new(ManualClock::new());
        let (seat, starts) =
            seat(&clock, ugi, move |mut script| script.speak_ugi("", |script, _| script.print(answer)));
        let mut seats: [Box<dyn Seat>; 2] = [Box::new(seat), Box::new(RandomSeat::new(None))];
        game_of("reversi", &mut seats, TimeControl::NONE, &clock);
        let referee = game_of("reversi", &mut seats, TimeControl::NONE, &clock);
        assert_eq!(starts.load(Ordering::SeqCst), 2, "the next game has a fresh program");
        referee.verdict().unwrap().clone()
    };
    let illegal = verdict_on("bestmove a1\n");
    assert_eq!((illegal.reason, illegal.evidence.sent.as_deref()), (Reason::IllegalMove, Some("a1")));
    let twice = verdict_on("bestmove f5\nbestmove f5\n");
    assert_eq!(twice.reason, Reason::ProtocolError);
    let empty = verdict_on("bestmove\n");
    assert_eq!(empty.reason, Reason::ProtocolError);
    assert!(empty.evidence.explanation.unwrap().contains("a move must follow"));
}

#[test]
fn gtp_and_nboard_engines_may_resign_refuse_and_think_aloud() {
    let clock = Arc::new(ManualClock::new());
    let (seat_gtp, _) = seat(
        &clock,
        || Box::new(Gtp::new()),
        |mut script| {
            while let Some(line) = script.read() {
                let (id, command) = line.split_once(' ').unwrap();
                match command.split(' ').next().unwrap() {
                    "protocol_version" => script.print(&format!("={id} 2\n\n")),
                    "genmove" => script.print(&format!("={id} resign\n\n")),
                    "time_settings" => script.print(&format!("?{id} unknown command\n\n")),
                    _ => script.print(&format!("={id}\n\n")),
                }
            }
        },
    );
    let control = TimeControl::per_move(Duration::from_secs(3));
    let mut seats: [Box<dyn Seat>; 2] = [Box::new(seat_gtp), Box::new(RandomSeat::new(None))];
    for _ in 0..2 {
        let referee = game_of("reversi", &mut seats, control, &clock);
        assert_eq!(referee.verdict().unwrap().reason, Reason::Resignation);
    }
    let (seat_nboard, _) = seat(
        &clock,
        || Box::new(NBoard::new()),
        |mut script| {
            while let Some(line) = script.read() {
                match line.split_once(' ').unwrap_or((&line, "")) {
                    ("ping", number) => script.print(&format!("pong {number}\n")),
                    ("go", _) => script
                        .print("status thinking\nnodestats 77 0.1\nsearch F5 1.50 0 6\n=== F5/2.50/0.1\n"),
                    _ => {}
                }
            }
        },
    );
    let mut seats: [Box<dyn Seat>; 2] = [Box::new(seat_nboard), Box::new(RandomSeat::new(Some(3)))];
    let referee = game_of("reversi", &mut seats, control, &clock);
    let first = &referee.record().moves[0];
    assert_eq!((first.text.as_str(), first.score), ("f5", Some(2.5)));
    assert_eq!((first.depth, first.nodes), (Some(6), Some(77)));
    assert_eq!(referee.verdict().unwrap().reason, Reason::IllegalMove, "f5 a second time");
}

#[test]
fn a_game_that_is_called_off_ends_without_a_verdict() {
    let clock = Arc::new(ManualClock::new());
    let stop = Stop::new();
    let heard = stop.clone();
    let (seat, _) = seat(&clock, ugi, move |mut script| {
        let heard = heard.clone();
        script.speak_ugi("", move |_, _| heard.set());
    });
    let mut seats: [Box<dyn Seat>; 2] = [Box::new(seat), Box::new(RandomSeat::new(None))];
    let game = agon_games::registry().game("reversi").unwrap();
    let mut referee = Referee::new(GameSetup::new(game, [seats[0].info(), seats[1].info()], 1)).unwrap();
    play(&mut referee, &mut seats, [1, 2], &*clock, &stop, &mut |_| {});
    assert!(referee.verdict().is_none());
}

#[test]
fn the_last_column_of_the_competition_counts_and_who_does_not_come_round_is_replaced() {
    let clock = Arc::new(ManualClock::new());
    let (seat, starts) = seat(
        &clock,
        || Box::new(Huji::new()),
        |mut script| {
            script.print("ready\n");
            assert_eq!(script.read().unwrap().split(' ').nth(1), Some("2"), "two seconds");
            script.print("column 6\ncolumn 5\n");
            script.settle();
            script.wait(2001);
            // It never says that it is done, and time goes on until somebody else takes over.
            if script.number < 4 {
                script.outlast();
            }
            script.stay();
        },
    );
    let seat = seat.with_tolerance(Duration::from_secs(365 * 24 * 3600));
    let mut seats: [Box<dyn Seat>; 2] = [Box::new(seat), Box::new(Fixed(vec!["0", "1", "2"], 0))];
    let control = TimeControl::per_move(Duration::from_secs(2));
    let referee = game_of("four-in-a-row", &mut seats, control, &clock);
    let moves: Vec<&str> = referee.record().moves.iter().step_by(2).map(|mv| mv.text.as_str()).collect();
    assert_eq!(moves, ["5", "5", "5", "5"]);
    assert_eq!(starts.load(Ordering::SeqCst), 4, "a fresh one for every move");
}
