//! A game as a film: the board at the start, and what each move changes. The page draws boards from this and knows
//! no rules.

use agon_core::{Line, Record, RecordError, Registry};
use serde::Serialize;

/// A game for the page, in few bytes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Film {
    /// What stands on each cell at the start: the number of a piece plus one, or 0; one digit in base 36 each.
    s: String,
    /// The moves.
    m: Vec<String>,
    /// What each move changes: `cell · k + piece + 1`, or `cell · k` for emptied, with one more than the number of
    /// pieces for k. The cell that the move is marked on comes first.
    c: Vec<Vec<usize>>,
    /// The paths of moves that go over several cells, by the move's number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    p: Vec<(usize, Vec<usize>)>,
    /// The score after each move, both sides, from the start on; nothing for a game without a running score.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    n: Vec<[i32; 2]>,
    /// The cells of winning lines at the end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    w: Vec<usize>,
}

/// Replays a record into a film.
pub(super) fn film(record: &Record, games: &Registry) -> Result<Film, RecordError> {
    let line = record.replay(games)?;
    let contents = |ply: usize| line.position_at(ply).map(|p| p.set_up().contents).unwrap_or_default();
    let pieces = line.start().game().layout().pieces.len() + 1;
    let value = |piece: Option<usize>| piece.map_or(0, |p| p + 1);
    let mut before = contents(0);
    let digit = |piece: &Option<usize>| char::from_digit(value(*piece) as u32, 36).unwrap_or('0');
    let start = before.iter().map(digit).collect();
    let (mut changes, mut paths) = (Vec::new(), Vec::new());
    for (i, mv) in line.moves().iter().enumerate() {
        let after = contents(i + 1);
        let changed = (0..after.len()).filter(|&cell| before[cell] != after[cell]);
        let mut cells: Vec<usize> = changed.collect();
        // A mark goes on the last cell of the path, so it leads even if nothing changed there.
        if let Some(&mark) = mv.path.last() {
            cells.retain(|&cell| cell != mark);
            cells.insert(0, mark);
        }
        changes.push(cells.into_iter().map(|cell| cell * pieces + value(after[cell])).collect());
        if mv.path.len() > 1 {
            paths.push((i, mv.path.clone()));
        }
        before = after;
    }
    Ok(Film {
        s: start,
        m: line.moves().iter().map(|mv| mv.text.clone()).collect(),
        c: changes,
        p: paths,
        n: scores(&line),
        w: line.view().winning.concat(),
    })
}

/// The running score, where the game has one before its end.
fn scores(line: &Line) -> Vec<[i32; 2]> {
    let all: Vec<[i32; 2]> =
        (0..=line.moves().len()).filter_map(|ply| Some(line.position_at(ply)?.score())).collect();
    let runs = all.iter().take(line.moves().len()).any(|score| *score != [0, 0]);
    if runs { all } else { Vec::new() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Reason: a test that cannot go on stops where it is.
mod tests {
    use super::*;
    use agon_core::Dice;

    /// Plays the film the way the page does and compares every board with the rules.
    #[test]
    fn a_film_shows_every_board_of_every_game() {
        for game in agon_games::registry().games() {
            let mut dice = Dice::new(3);
            let mut line = Line::new(game.start());
            while let Some(mv) = dice.pick(&line.position().legal_moves()).cloned() {
                if line.is_over() {
                    break;
                }
                line.play(&mv, |weights| dice.weighted(weights)).unwrap();
            }
            let record = Record::of_line(&line, Default::default());
            let film = film(&record, &agon_games::registry()).unwrap();
            let pieces = game.layout().pieces.len() + 1;
            let mut board: Vec<usize> = film.s.chars().map(|c| c.to_digit(36).unwrap() as usize).collect();
            for ply in 0..=film.m.len() {
                let truth: Vec<usize> = line
                    .position_at(ply)
                    .unwrap()
                    .set_up()
                    .contents
                    .iter()
                    .map(|p| p.map_or(0, |p| p + 1))
                    .collect();
                assert_eq!(board, truth, "{} after {ply}", game.id());
                for change in film.c.get(ply).into_iter().flatten() {
                    board[change / pieces] = change % pieces;
                }
            }
        }
    }
}
