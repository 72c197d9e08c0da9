//! What went over the wire in a match, in the text form of the public recordings: the results, then one line
//! `connection direction hex` a chunk, `S` from the server and `C` from the player.

use agon_core::Dice;

/// A match as it was recorded.
#[derive(Default)]
pub(crate) struct Recording {
    /// What the server printed, without the `# ` in front.
    pub(crate) results: String,
    chunks: Vec<(usize, char, Vec<u8>)>,
}

impl Recording {
    pub(crate) fn parse(text: &str) -> Recording {
        let mut lines = text.lines();
        let results = lines.next().unwrap().strip_prefix("# ").unwrap().to_owned();
        let chunk = |line: &str| {
            let mut words = line.split_whitespace();
            let connection = words.next().unwrap().parse().unwrap();
            let direction = words.next().unwrap().parse().unwrap();
            let digits = words.next().unwrap().as_bytes().chunks(2);
            let byte = |pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
            (connection, direction, digits.map(byte).collect())
        };
        Recording { results, chunks: lines.map(chunk).collect() }
    }

    /// The text form. As on a real wire, chunks are accidents: some are cut in two.
    pub(crate) fn text(&self, dice: &mut Dice) -> String {
        let mut text = format!("# {}\n", self.results);
        for (connection, direction, bytes) in &self.chunks {
            let cut = if dice.below(4) == 0 { dice.below(bytes.len() as u64) as usize } else { 0 };
            for part in [&bytes[..cut], &bytes[cut..]].into_iter().filter(|part| !part.is_empty()) {
                let hex: String = part.iter().map(|byte| format!("{byte:02x}")).collect();
                text.push_str(&format!("{connection} {direction} {hex}\n"));
            }
        }
        text
    }

    /// All bytes of one connection in one direction.
    pub(crate) fn stream(&self, connection: usize, direction: char) -> Vec<u8> {
        let chunks = self.chunks.iter().filter(|(c, d, _)| (*c, *d) == (connection, direction));
        chunks.flat_map(|(_, _, bytes)| bytes).copied().collect()
    }

    /// Changes byte number `at` of a stream.
    pub(crate) fn spoil(&mut self, connection: usize, direction: char, at: usize) {
        let chunks = self.chunks.iter_mut().filter(|(c, d, _)| (*c, *d) == (connection, direction));
        *chunks.flat_map(|(_, _, bytes)| bytes).nth(at).unwrap() ^= 1;
    }

    pub(crate) fn server_sends(&mut self, connection: usize, bytes: Vec<u8>) {
        self.chunks.push((connection, 'S', bytes));
    }

    pub(crate) fn player_sends(&mut self, connection: usize, bytes: Vec<u8>) {
        self.chunks.push((connection, 'C', bytes));
    }

    pub(crate) fn server_sends_both(&mut self, bytes: &[u8]) {
        for connection in [0, 1] {
            self.server_sends(connection, bytes.to_vec());
        }
    }

    /// Asserts that two matches are the same: the results and every stream as a whole.
    pub(crate) fn assert_same(&self, other: &Recording, name: &str) {
        for (connection, direction) in [(0, 'S'), (1, 'S'), (0, 'C'), (1, 'C')] {
            let (a, b) = (self.stream(connection, direction), other.stream(connection, direction));
            if a != b {
                let at = a.iter().zip(&b).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()));
                panic!("{name}: stream {connection} {direction} differs from byte {at} of {}", b.len());
            }
        }
        assert_eq!(self.results, other.results, "{name}");
    }
}
