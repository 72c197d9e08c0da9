//! The names of players and tournaments that WTHOR keeps in files of their own.

use super::wthor::{HEADER, WthorError};

/// The names that the numbers in the games stand for; without them a number is written as `player 17`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    players: Vec<String>,
    tournaments: Vec<String>,
}

impl Names {
    /// Reads the names of the players (`WTHOR.JOU`).
    pub fn read_players(&mut self, bytes: &[u8]) -> Result<(), WthorError> {
        self.players = names::<20>(bytes, "players")?;
        Ok(())
    }

    /// Reads the names of the tournaments (`WTHOR.TRN`).
    pub fn read_tournaments(&mut self, bytes: &[u8]) -> Result<(), WthorError> {
        self.tournaments = names::<26>(bytes, "tournaments")?;
        Ok(())
    }

    /// The name of a player.
    pub fn player(&self, number: u16) -> String {
        let name = self.players.get(usize::from(number));
        name.cloned().unwrap_or_else(|| format!("player {number}"))
    }

    /// The name of a tournament.
    pub fn tournament(&self, number: u16) -> String {
        let name = self.tournaments.get(usize::from(number));
        name.cloned().unwrap_or_else(|| format!("tournament {number}"))
    }
}

/// Names of `WIDTH` bytes in Latin-1, each ended by a zero byte, after the header.
fn names<const WIDTH: usize>(bytes: &[u8], kind: &'static str) -> Result<Vec<String>, WthorError> {
    let Some((_, body)) = bytes.split_first_chunk::<HEADER>() else {
        return Err(WthorError::NoHeader { length: bytes.len() });
    };
    let (names, rest) = body.as_chunks::<WIDTH>();
    if !rest.is_empty() {
        return Err(WthorError::Names { kind, width: WIDTH, length: body.len() });
    }
    let text = |name: &[u8; WIDTH]| {
        name.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect::<String>()
    };
    Ok(names.iter().map(|name| text(name).trim_end().to_owned()).collect())
}
