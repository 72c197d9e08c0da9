//! Makes the numbers of the evaluation of Connect4 9×9 from games that it plays against itself. Everything comes
//! from the seed, so the same command makes the same file.
//!
//! `games COUNT NODES SEED FILE`  plays games, one a line: moves, length of the opening, result, scores
#![allow(clippy::print_stdout, clippy::print_stderr)] // Reason: a command; its output is what it is for.

use agon_core::{Dice, Game, MoveList, Position};
use agon_engines::connect_search::{Judgement, Simple, techniques};
use agon_games::Connect9x9;
use agon_games::connect::Connect9x9Position;
use agon_search::score::WIN;
use agon_search::{Limits, Score, Searcher, Techniques};
use std::error::Error;
use std::io::Write;

type Player = Searcher<Connect9x9Position, Judgement>;
type Counter = Searcher<Connect9x9Position, Simple>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |i: usize| -> Result<&String, Box<dyn Error>> {
        Ok(arguments.get(i).ok_or("an argument is missing; see the top of the file")?)
    };
    let number = |i: usize| -> Result<u64, Box<dyn Error>> {
        let text = text(i)?;
        Ok(text.parse().map_err(|_| format!("'{text}' is not a number"))?)
    };
    match arguments.first().map(String::as_str) {
        Some("games") => play_games(number(1)?, number(2)?, number(3)?, text(4)?)?,
        _ => return Err("the first argument is games; see the top of the file".into()),
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

fn play_games(count: u64, nodes: u64, seed: u64, path: &str) -> Result<(), Box<dyn Error>> {
    let small = Techniques { hash: 1, ..techniques() };
    let mut player = Searcher::new(Judgement::default(), small.clone());
    let mut counter = Searcher::new(Simple, small);
    let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
    for number in 0..count {
        let mut dice = Dice::new(Dice::derive(seed, number));
        let SelfPlay { moves, opening, result, scores } = play(&mut player, &mut counter, &mut dice, nodes);
        let scores: Vec<String> = scores.iter().map(Score::to_string).collect();
        writeln!(file, "{moves} {opening} {result} {}", scores.join(","))?;
        if number % 64 == 0 {
            file.flush()?;
        }
    }
    Ok(())
}

/// One game, from an opening that neither side has won yet.
fn play(player: &mut Player, counter: &mut Counter, dice: &mut Dice, nodes: u64) -> SelfPlay {
    loop {
        player.forget();
        let Some((mut position, mut moves)) = opening(counter, dice) else { continue };
        let opening = moves.len();
        let balanced = player.best(&position, Limits::nodes(2 * nodes)).is_ok_and(|f| f.score().abs() <= 150);
        if !balanced {
            continue;
        }
        let mut scores = Vec::new();
        loop {
            let sign = position.side_to_move().sign();
            // The only error is that the game is over.
            let Ok(found) = player.best(&position, Limits::nodes(nodes)) else {
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
    for _ in 0..2 + dice.below(19) {
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
