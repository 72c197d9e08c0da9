//! Makes the numbers of the evaluation of Connect4 9×9 from games that it plays against itself. Everything comes
//! from the seed, so the same command makes the same file.
//!
//! `games COUNT NODES SEED FILE [WEIGHTS [EVEN]]`  plays games, one a line: moves, length of the opening, result, scores;
//!                                          they begin from openings that are judged within EVEN hundredths of even
//! `label NODES OUT GAMES…`                 gives the positions of games the results that the exact solver proves
//! `fit EPOCHS SEED OUT GAMES…`             fits the weights to games, a tenth of them held out to judge the fit
//! `network EPOCHS SEED OUT WEIGHTS GAMES…`  fits the network to what the weights leave unexplained
//! `match PAIRS NODES SEED A B [FROM TO]`   plays two files of weights against each other, from openings that A judges to be
//!                                          so many hundredths away from even
//!
//! After the weights, settings of the search may stand: `-,lmr=off`.
//! Instead of a file of weights, `-` stands for the built-in ones and `threats` for the hand-made evaluation.
#![allow(clippy::print_stdout, clippy::print_stderr)] // Reason: a command; its output is what it is for.

mod fit;
#[path = "../fitting/mod.rs"]
mod fitting;
mod game_line;
mod label;
mod network;

use agon_connect::Connect9x9;
use agon_connect::engine::{Judgement, Simple, Trained, techniques};
use agon_connect::{Connect9x9Position, Move};
use agon_core::{Dice, Game, MoveList, Position};
use agon_search::score::WIN;
use agon_search::{Evaluator, Found, Limits, Score, Searcher, Techniques};
use fitting::Arguments;
use std::collections::HashSet;
use std::error::Error;
use std::io::Write;
use std::ops::RangeInclusive;

/// Finds moves for positions, and forgets.
trait Player {
    fn forget(&mut self);
    fn find(&mut self, position: &Connect9x9Position, nodes: u64) -> Option<Found<Move>>;
}

impl<E: Evaluator<Connect9x9Position>> Player for Searcher<Connect9x9Position, E> {
    fn forget(&mut self) {
        Searcher::forget(self);
    }

    fn find(&mut self, position: &Connect9x9Position, nodes: u64) -> Option<Found<Move>> {
        // The only error is that the game is over.
        self.best(position, Limits::nodes(nodes)).ok()
    }
}

fn player(weights: &str, hash: usize) -> Result<Box<dyn Player>, Box<dyn Error>> {
    let mut techniques = Techniques { hash, ..techniques() };
    let mut words = weights.split(',');
    let weights = words.next().unwrap_or_default();
    for setting in words {
        let (name, value) = setting.split_once('=').ok_or("a setting is name=value")?;
        techniques.set(name, value)?;
    }
    Ok(match weights {
        "threats" => Box::new(Searcher::new(Judgement::default(), techniques)),
        "-" => Box::new(Searcher::new(Trained::embedded(), techniques)),
        file => Box::new(Searcher::new(Trained::read(&std::fs::read_to_string(file)?)?, techniques)),
    })
}

/// How far from even an opening may be judged, if nothing else is said.
const EVEN: Score = 150;

type Counter = Searcher<Connect9x9Position, Simple>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::here();
    match arguments.task() {
        Some("games") => {
            let weights = arguments.optional(5).unwrap_or("threats");
            let even = arguments.optional(6).map_or(Ok(EVEN), str::parse)?;
            play_games(
                arguments.number(1)?,
                arguments.number(2)?,
                arguments.number(3)?,
                arguments.text(4)?,
                weights,
                even,
            )?;
        }
        Some("label") => {
            label::run(arguments.number(1)?, arguments.text(2)?, arguments.from(3)?)?;
        }
        Some("fit") => {
            fit::run(arguments.number(1)?, arguments.number(2)?, arguments.text(3)?, arguments.from(4)?)?;
        }
        Some("network") => network::run(
            arguments.number(1)?,
            arguments.number(2)?,
            arguments.text(3)?,
            arguments.text(4)?,
            arguments.from(5)?,
        )?,
        Some("match") => play_match(
            arguments.number(1)?,
            arguments.number(2)?,
            arguments.number(3)?,
            [arguments.text(4)?, arguments.text(5)?],
            arguments.optional(6).map_or(Ok(0), str::parse)?
                ..=arguments.optional(7).map_or(Ok(100), str::parse)?,
        )?,
        _ => {
            return Err(
                "the first argument is games, label, fit, network or match; see the top of the file".into()
            );
        }
    }
    Ok(())
}

/// A game of the engine against itself.
struct SelfPlay {
    moves: String,
    opening: usize,
    /// 1 if the first side won, −1 if the second, 0 for a draw.
    result: i32,
    /// The scores of the search for the first side, from the end of the opening on.
    scores: Vec<Score>,
}

fn play_games(
    count: u64,
    nodes: u64,
    seed: u64,
    path: &str,
    weights: &str,
    even: Score,
) -> Result<(), Box<dyn Error>> {
    let mut player = player(weights, 1)?;
    let mut counter = Searcher::new(Simple, Techniques { hash: 1, ..techniques() });
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    let mut seen = HashSet::new();
    for number in 0..count {
        let mut dice = Dice::new(Dice::derive(seed, number));
        let SelfPlay { moves, opening, result, scores } =
            play(&mut *player, &mut counter, &mut dice, nodes, even, &mut seen);
        let scores: Vec<String> = scores.iter().map(Score::to_string).collect();
        writeln!(file, "{moves} {opening} {result} {}", scores.join(","))?;
        if number % 64 == 0 {
            file.flush()?;
        }
    }
    Ok(())
}

/// One game, from an opening that neither side has won yet and that no game of `seen` began with.
fn play(
    player: &mut dyn Player,
    counter: &mut Counter,
    dice: &mut Dice,
    nodes: u64,
    even: Score,
    seen: &mut HashSet<u64>,
) -> SelfPlay {
    loop {
        player.forget();
        let Some((mut position, mut moves)) = opening(counter, dice) else { continue };
        // The same opening would be the same game.
        if !seen.insert(position.canonical_key()) {
            continue;
        }
        let opening = moves.len();
        let balanced = player.find(&position, 2 * nodes).is_some_and(|f| f.score().abs() <= even);
        if !balanced {
            continue;
        }
        let mut scores = Vec::new();
        loop {
            let sign = position.side_to_move().sign();
            let Some(found) = player.find(&position, nodes) else {
                let result = position.outcome().map_or(0, |o| o.margin.signum());
                return SelfPlay { moves, opening, result, scores };
            };
            scores.push(sign * found.score());
            // What is proven need not be played.
            if found.score().abs() >= WIN {
                return SelfPlay { moves, opening, result: sign * found.score().signum(), scores };
            }
            moves.push(char::from(b'0' + found.mv.column()));
            position.play(found.mv);
        }
    }
}

/// Some moves, half of them at random, half of them as a beginner counts lines.
fn opening(counter: &mut Counter, dice: &mut Dice) -> Option<(Connect9x9Position, String)> {
    let mut position = Connect9x9::standard().start();
    let mut text = String::new();
    for _ in 0..4 + dice.below(17) {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let mv = if dice.below(2) == 0 {
            *dice.pick(&moves)?
        } else {
            counter.forget();
            counter.best(&position, Limits::depth(2)).ok()?.mv
        };
        text.push(char::from(b'0' + mv.column()));
        position.play(mv);
    }
    position.outcome().is_none().then_some((position, text))
}

/// Plays every opening from both sides.
fn play_match(
    pairs: u64,
    nodes: u64,
    seed: u64,
    weights: [&str; 2],
    distance: RangeInclusive<Score>,
) -> Result<(), Box<dyn Error>> {
    let [mut a, mut b] = [player(weights[0], 8)?, player(weights[1], 8)?];
    let mut counter = Searcher::new(Simple, Techniques { hash: 1, ..techniques() });
    let (mut points, mut squares) = (0.0, 0.0);
    for number in 0..pairs {
        let mut dice = Dice::new(Dice::derive(seed, number));
        let start = loop {
            a.forget();
            let Some((position, moves)) = opening(&mut counter, &mut dice) else { continue };
            if moves.len() <= 10
                && a.find(&position, 20_000).is_some_and(|f| distance.contains(&f.score().abs()))
            {
                break position;
            }
        };
        let first = game([&mut *a, &mut *b], start, nodes);
        let second = -game([&mut *b, &mut *a], start, nodes);
        // Both games of a pair together are one observation.
        let pair = f64::from(first + second + 2) / 4.0;
        points += pair;
        squares += pair * pair;
    }
    let (count, mean) = (pairs as f64, points / pairs as f64);
    let error = ((squares / count - mean * mean) / count).sqrt();
    println!("{:.1} % ± {:.1} in {} games", 100.0 * mean, 196.0 * error, 2 * pairs);
    Ok(())
}

/// 1 if the first of two players wins, −1 if the second does; `players[0]` has the first side.
fn game(players: [&mut dyn Player; 2], start: Connect9x9Position, nodes: u64) -> i32 {
    let [first, second] = players;
    first.forget();
    second.forget();
    let mut position = start;
    loop {
        let sign = position.side_to_move().sign();
        let player = if sign > 0 { &mut *first } else { &mut *second };
        let Some(found) = player.find(&position, nodes) else {
            return position.outcome().map_or(0, |o| o.margin.signum());
        };
        if found.score().abs() >= WIN {
            return sign * found.score().signum();
        }
        position.play(found.mv);
    }
}
