//! `agon play`: a game in the terminal.

use super::asking::{fresh_seed, read_line};
use super::matches::{control, welcome};
use super::show::board;
use crate::cli::{PlayArgs, Seats};
use crate::failure::{Done, Failure};
use agon_board::TextStyle;
use agon_core::record::PlayerInfo;
use agon_core::{AnyGame, AnyPosition, Dice, Line, Reason, Side, Verdict};
use agon_engine::Stop;
use agon_games::Reversi;
use agon_referee::play::{begin, close, consult};
use agon_referee::{Answer, Beginnings, Clock, GameSetup, Referee, Seat, SystemClock, Thought, TimeControl};
use agon_seats::PlayerSpec;
use agon_seats::SeatFactory;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Who plays against a person that names nobody: good enough to be interesting, weak enough to be beaten.
pub(crate) const USUAL_OPPONENT: &str = "engine:level=4";

/// Who sits where, from which position, under which limits.
pub(crate) struct Seating {
    /// The players; `None` is the person at the terminal.
    pub(crate) players: [Option<PlayerSpec>; 2],
    pub(crate) line: Line,
    pub(crate) control: TimeControl,
    pub(crate) seed: u64,
    pub(crate) record: Option<PathBuf>,
}

impl Seating {
    /// A person against an opponent from the start of a real game.
    pub(crate) fn person_against(opponent: PlayerSpec, side: Side, game: &dyn AnyGame) -> Seating {
        let seed = fresh_seed();
        let mut players = [None, None];
        players[!side] = Some(opponent);
        let line = Line::new(rolled_start(game, seed));
        Seating { players, line, control: TimeControl::NONE, seed, record: None }
    }

    /// Whether somebody plays who cannot follow when moves are taken back.
    fn goes_one_way(&self, game: &dyn AnyGame) -> bool {
        self.players.iter().flatten().any(|player| player.beginnings(game) == Beginnings::Start)
    }
}

/// The position a real game begins with, its set-up rolled.
fn rolled_start(game: &dyn AnyGame, seed: u64) -> Box<dyn AnyPosition> {
    let (mut start, mut dice) = (game.opening(), Dice::new(seed));
    while let Some(weights) = start.chance() {
        start.resolve(dice.weighted(weights));
    }
    start
}

pub(crate) fn run(args: &PlayArgs, style: TextStyle, out: &mut dyn Write) -> Done {
    let game = agon_games::registry().game(&args.position.game)?;
    // The assignment's own dialogue is what Reversi offers to those who ask for nothing in particular.
    let bare = args.side.is_none() && args.level.is_none() && args.against.is_none();
    let place = &args.position.place;
    if game.is::<Reversi>() && bare && place.moves.is_none() && place.position.is_none() {
        return super::reversi_dialogue::run(out);
    }
    let opponent: PlayerSpec = match (&args.level, &args.against) {
        (Some(level), _) => format!("engine:level={level}").parse()?,
        (None, Some(player)) => player.parse()?,
        (None, None) => USUAL_OPPONENT.parse()?,
    };
    let players = match args.side.unwrap_or(Seats::First) {
        Seats::First => [None, Some(opponent)],
        Seats::Second => [Some(opponent), None],
        Seats::Both => [None, None],
        Seats::None => [Some(opponent.clone()), Some(opponent)],
    };
    let seed = place.seed.unwrap_or_else(fresh_seed);
    // A game that begins with a set-up begins with one here too, unless a position or moves are given.
    let line = if place.position.is_none() && place.moves.is_none() {
        Line::new(rolled_start(&*game, seed))
    } else {
        place.line(&game)?
    };
    let control = control(&args.time, None)?;
    let seating = Seating { players, line, control, seed, record: args.record.clone() };
    terminal_game(&game, seating, style, &mut io::stdin().lock(), out)
}

/// What the person wants.
enum Wish {
    Move(String),
    TakeBack,
    Resign,
    Leave,
}

/// Plays a game between the person at the terminal and whoever else is seated.
pub(crate) fn terminal_game(
    game: &Arc<dyn AnyGame>,
    seating: Seating,
    style: TextStyle,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Done {
    let engines = agon_games::engines();
    let factory = SeatFactory::new(&engines);
    let mut seats: [Option<Box<dyn Seat>>; 2] = [None, None];
    for (seat, player) in seats.iter_mut().zip(&seating.players) {
        *seat = player.as_ref().map(|p| p.seat_in(&**game, &factory)).transpose()?;
    }
    welcome(&factory);
    let person = PlayerInfo { name: "human".into(), spec: "human".into() };
    let info = |seat: &Option<Box<dyn Seat>>| seat.as_ref().map_or(person.clone(), |s| s.info());
    let mut setup = GameSetup::new(game.clone(), [info(&seats[0]), info(&seats[1])], seating.seed);
    setup.start = Some(seating.line.start().boxed());
    setup.opening = seating.line.moves().iter().map(|m| m.text.clone()).collect();
    setup.control = [seating.control; 2];
    setup.tolerance = seats.each_ref().map(|seat| seat.as_ref().map_or(Duration::ZERO, |s| s.tolerance()));
    let mut referee = Referee::new(setup)?;
    let (clock, stop) = (SystemClock::new(), Stop::new());
    for side in Side::BOTH {
        if let Some(seat) = &mut seats[side] {
            let seed = Dice::derive(seating.seed, 1 + side.index() as u64);
            begin(&mut **seat, &mut referee, side, seed, &clock, &stop);
        }
    }
    board(&referee.line().view(), style, out)?;
    while let Some(side) = referee.to_move() {
        seats[side].iter_mut().for_each(|seat| seat.wake());
        let Some(request) = referee.request(clock.now()) else { break };
        let before = referee.line().moves().len();
        let answer = match &mut seats[request.side] {
            Some(seat) => consult(&mut **seat, &referee, &request, &clock, &stop),
            None => match wish(referee.line(), input, out)? {
                Wish::Move(text) => Answer::Move(text, Thought::default()),
                Wish::Resign => Answer::Resign,
                Wish::Leave => Answer::Leave,
                Wish::TakeBack if seating.goes_one_way(&**game) => {
                    writeln!(out, "  This opponent's protocol knows no taking back.")?;
                    continue;
                }
                Wish::TakeBack => {
                    take_back(&mut referee, &seats, request.side);
                    board(&referee.line().view(), style, out)?;
                    continue;
                }
            },
        };
        if matches!(answer, Answer::Leave) {
            break;
        }
        let now = clock.now();
        seats[side].iter_mut().for_each(|seat| seat.rest());
        referee.answer(answer, now);
        if let Some(last) = referee.line().moves().get(before) {
            writeln!(out, "\n  {} plays {}", game.info().sides[last.side].name, last.text)?;
            board(&referee.line().view(), style, out)?;
        }
    }
    if let Some(why) = referee.called_off() {
        return Err(Failure::Failed(format!("the game cannot go on: {why}")));
    }
    close(&mut referee, seats.each_mut().map(Option::as_mut));
    if let Some(verdict) = referee.verdict() {
        writeln!(out, "\n  {}", announcement(game, verdict))?;
    }
    if let Some(account) = agon_referee::account::fault(referee.record()) {
        writeln!(out, "  {account}")?;
    }
    if let Some(path) = &seating.record {
        std::fs::write(path, referee.record().to_json() + "\n")
            .map_err(|e| Failure::Failed(format!("cannot write the record {}: {e}", path.display())))?;
    }
    Ok(())
}

/// Asks the person at the terminal for a move until it is one.
fn wish(line: &Line, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Wish, Failure> {
    let position = line.position();
    let moves = position.legal_moves();
    // Where moves are numbers themselves, numbering them would only confuse.
    let numbered = moves.iter().any(|m| m.parse::<u32>().is_err());
    let list = |out: &mut dyn Write| -> Done {
        for (i, row) in moves.chunks(8).enumerate() {
            let cells = row.iter().enumerate().map(|(j, mv)| match numbered {
                true => format!("{:>3} {mv}", 8 * i + j + 1),
                false => format!("{mv:>3}"),
            });
            writeln!(out, "  {}", cells.collect::<Vec<_>>().join("  "))?;
        }
        Ok(())
    };
    list(out)?;
    loop {
        let question = match numbered {
            true => "Your move (a number or the move itself; ? for help): ",
            false => "Your move (? for help): ",
        };
        let Some(text) = read_line(input, out, question)? else { return Ok(Wish::Leave) };
        match text.as_str() {
            "" => continue,
            "?" | "help" => {
                writeln!(out, "  a move, back (takes back your last move), resign, or quit")?;
                list(out)?;
                continue;
            }
            "quit" | "exit" | "q" => return Ok(Wish::Leave),
            "resign" => return Ok(Wish::Resign),
            "back" | "undo" => return Ok(Wish::TakeBack),
            _ => {}
        }
        let by_number = text.parse::<usize>().ok().filter(|_| numbered);
        let chosen = match by_number {
            Some(number) => match moves.get(number.wrapping_sub(1)) {
                Some(mv) => mv.clone(),
                None => {
                    writeln!(out, "  There are {} moves, so no number {number}.", moves.len())?;
                    continue;
                }
            },
            None => text,
        };
        match position.path(&chosen) {
            Ok(_) => return Ok(Wish::Move(chosen)),
            Err(error) => writeln!(out, "  {}.", sentence(&error.to_string()))?,
        }
    }
}

/// Takes back to the last time this person had the move.
fn take_back(referee: &mut Referee, seats: &[Option<Box<dyn Seat>>; 2], side: Side) {
    let moves = referee.line().moves();
    let mine = moves.iter().rposition(|m| m.side == side || seats[m.side].is_none());
    if let Some(ply) = mine {
        referee.take_back(ply);
    }
}

fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

/// The verdict in words.
fn announcement(game: &Arc<dyn AnyGame>, verdict: &Verdict) -> String {
    let info = game.info();
    let score = info.scores.words(verdict.score).map_or(String::new(), |score| format!(", {score}"));
    match verdict.winner {
        None => format!("GAME OVER: a draw{score}."),
        Some(side) => {
            let winner = info.sides[side].name;
            match verdict.reason {
                Reason::Normal => format!("GAME OVER: {winner} wins{score}."),
                reason => {
                    let loser = info.sides[!side].name;
                    format!("GAME OVER: {winner} wins; {loser} lost by {}.", reason.words())
                }
            }
        }
    }
}
