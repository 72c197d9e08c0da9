//! A game of the engine against itself, as a line of text.

use crate::Move;
use agon_search::Score;

/// A game from the start position. Its first moves, the opening, were not chosen by the engine.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GameLine {
    /// How many moves the opening has.
    pub(super) opening: usize,
    /// Black's discs less white's at the end.
    pub(super) margin: i32,
    pub(super) moves: Vec<Move>,
    /// What the search said for the side to move, from the end of the opening on.
    pub(super) scores: Vec<Score>,
}

impl GameLine {
    /// `OPENING MARGIN MOVES SCORES`: a move is two hexadecimal digits, row and column, or `--`; scores are parted by
    /// commas.
    pub(super) fn text(&self) -> String {
        let moves: String = self.moves.iter().map(|mv| move_text(*mv)).collect();
        let scores: Vec<String> = self.scores.iter().map(Score::to_string).collect();
        format!("{} {} {moves} {}", self.opening, self.margin, scores.join(","))
    }

    /// The game of a line; nothing if it was cut off.
    pub(super) fn read(line: &str) -> Option<GameLine> {
        let mut parts = line.split(' ');
        let opening = parts.next()?.parse().ok()?;
        let margin = parts.next()?.parse().ok()?;
        let moves = parts.next()?.as_bytes().chunks(2).map(read_move).collect::<Option<Vec<_>>>()?;
        let scores = parts.next()?.split(',').map(|score| score.parse().ok()).collect::<Option<Vec<_>>>()?;
        (moves.len() == opening + scores.len()).then_some(GameLine { opening, margin, moves, scores })
    }
}

fn move_text(mv: Move) -> String {
    mv.cell().map_or("--".to_owned(), |(row, column)| format!("{row:x}{column:x}"))
}

fn read_move(text: &[u8]) -> Option<Move> {
    match text {
        b"--" => Some(Move::PASS),
        &[row, column] => {
            let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
            Move::on(digit(row)?, digit(column)?)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let moves = vec![Move::on(3, 10).unwrap(), Move::PASS, Move::on(0, 7).unwrap()];
        let game = GameLine { opening: 1, margin: -4, moves, scores: vec![120, -35] };
        assert_eq!(GameLine::read(&game.text()), Some(game.clone()));
        let text = game.text();
        for cut in [0, 5, text.len() - 5] {
            assert_eq!(GameLine::read(&text[..cut]), None, "{}", &text[..cut]);
        }
    }
}
