//! How many discs the last move of a game turns, by looking up its four lines.

use super::extract;
use agon_core::cpu::Cpu;

/// The lines through each square (row, column, diagonal, anti-diagonal) and what turns on a full line.
#[derive(Debug)]
pub struct LastFlips {
    /// Of each square its column, its two diagonals, and where it lies on the four lines.
    lines: [Lines; 64],
    /// Twice the discs turned on a line of eight: by the place played, then by the mover's discs on it.
    turned: [[u8; 256]; 8],
}

/// The lines through one square.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Lines {
    column: u64,
    diagonal: u64,
    antidiagonal: u64,
    /// The place of the square on its diagonal, and on the other.
    places: [u8; 2],
}

impl LastFlips {
    /// The one table.
    pub const TABLE: &'static LastFlips = &LAST_FLIPS;

    /// Twice the number of discs that turn when the side with the discs `me` plays on `square`, the only empty
    /// one. The bit of `square` itself may have any value in `me`.
    #[inline(always)]
    pub fn doubled<C: Cpu>(&self, cpu: C, me: u64, square: usize) -> i32 {
        let square = square & 63;
        let (x, y) = (square & 7, square >> 3);
        let lines = &self.lines[square];
        let look = |place: usize, line: u64| i32::from(self.turned[place & 7][(line & 255) as usize]);
        look(x, me >> (8 * y))
            + look(y, extract(cpu, me, lines.column))
            + look(usize::from(lines.places[0]), extract(cpu, me, lines.diagonal))
            + look(usize::from(lines.places[1]), extract(cpu, me, lines.antidiagonal))
    }
}

static LAST_FLIPS: LastFlips = LastFlips { lines: lines(), turned: turned() };

const fn lines() -> [Lines; 64] {
    let mut table = [Lines { column: 0, diagonal: 0, antidiagonal: 0, places: [0; 2] }; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square & 7, square >> 3);
        let mut other = 0;
        while other < 64 {
            let (u, v) = (other & 7, other >> 3);
            let bit = 1u64 << other;
            if u == x {
                table[square].column |= bit;
            }
            if u + y == x + v {
                table[square].diagonal |= bit;
                table[square].places[0] += (other < square) as u8;
            }
            if u + v == x + y {
                table[square].antidiagonal |= bit;
                table[square].places[1] += (other < square) as u8;
            }
            other += 1;
        }
        square += 1;
    }
    table
}

const fn turned() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut mine = 0;
        while mine < 256 {
            table[place][mine] = 2 * (towards(place, mine, 1) + towards(place, mine, -1));
            mine += 1;
        }
        place += 1;
    }
    table
}

/// The discs turned in one direction along a line whose other squares are all full.
///
/// A line shorter than eight has no disc of the mover beyond its end, so nothing turns there.
const fn towards(place: usize, mine: usize, step: i32) -> u8 {
    let mut at = place as i32 + step;
    let mut run = 0;
    while at >= 0 && at < 8 {
        if mine >> at & 1 != 0 {
            return run;
        }
        run += 1;
        at += step;
    }
    0
}
