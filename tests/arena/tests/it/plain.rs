//! The protocol of the course written down a second time, as plainly as possible: blocking sockets, numbers instead of
//! names, nothing of the crate that is tested but the rules.

use agon_core::{AnyGame, AnyPosition, Dice, Side};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

/// Far more than anything here takes, also on a busy machine: a test that hangs fails at last.
pub(crate) const GENEROUS: Duration = Duration::from_secs(120);

pub(crate) fn rules(game: &str) -> Arc<dyn AnyGame> {
    agon_games::registry().game(game).unwrap()
}

/// A game's numbers on the wire.
#[derive(Clone)]
pub(crate) struct Numbers {
    pub(crate) game: &'static str,
    pub(crate) base: u8,
    pub(crate) board: usize,
    pub(crate) mv: usize,
}

impl Numbers {
    pub(crate) fn of(game: &'static str) -> Numbers {
        match game {
            "ants" => Numbers { game, base: 0, board: 99, mv: 12 },
            "hexthello" => Numbers { game, base: 100, board: 228, mv: 2 },
            "hexthello:radius=2" => Numbers { game, base: 100, board: 28, mv: 2 },
            "hexthello:radius=3" => Numbers { game, base: 100, board: 52, mv: 2 },
            other => panic!("{other}"),
        }
    }

    pub(crate) fn is_ants(&self) -> bool {
        self.game == "ants"
    }

    /// Whether a cell of the board is used, by its place in the array.
    fn used(&self, place: usize) -> bool {
        if self.is_ants() {
            return (place / 8 + place % 8) % 2 == 1;
        }
        let side = (1..).find(|side| side * side == self.board - 3).unwrap();
        let radius = side / 2;
        (radius..=3 * radius).contains(&(place / side + place % side))
    }

    /// The body of NEW_POSITION as a position.
    pub(crate) fn position(&self, body: &[u8]) -> Box<dyn AnyPosition> {
        let tiles = body[..body.len() - 3].iter().enumerate().filter(|(place, _)| self.used(*place));
        let tile = |(_, tile): (usize, &u8)| match (tile, self.is_ants()) {
            (0, _) => 'O',
            (1, _) => 'X',
            (2, _) => '-',
            (3, true) => '*',
            (3, false) => '#',
            other => panic!("{other:?}"),
        };
        let mut text: String = tiles.map(tile).collect();
        let [white, black, side] = body[body.len() - 3..] else { panic!() };
        text += if side == 1 { " X" } else { " O" };
        if self.is_ants() {
            text += &format!(" {black} {white}");
        }
        rules(self.game).parse_position(&text).unwrap()
    }

    /// The body of NEW_POSITION for a position.
    pub(crate) fn body(&self, position: &dyn AnyPosition) -> Vec<u8> {
        let text = position.text();
        let mut words = text.split(' ');
        let mut cells = words.next().unwrap().bytes();
        let unused = if self.is_ants() { 2 } else { 4 };
        let mut tile = |place| match self.used(place).then(|| cells.next().unwrap()) {
            None => unused,
            Some(b'O') => 0,
            Some(b'X') => 1,
            Some(b'-') => 2,
            Some(b'*' | b'#') => 3,
            Some(other) => panic!("{other}"),
        };
        let mut bytes: Vec<u8> = (0..self.board - 3).map(&mut tile).collect();
        let [black, white] = position.score();
        bytes.extend([white as u8, black as u8, u8::from(words.next() == Some("X"))]);
        bytes
    }

    pub(crate) fn move_bytes(&self, text: &str) -> Vec<u8> {
        let numbers = text.split(['-', 'x', ',']).filter(|word| *word != "pass");
        let mut bytes: Vec<u8> = numbers.map(|number| number.parse().unwrap()).collect();
        if !self.is_ants() && bytes.is_empty() {
            return vec![206, 77];
        }
        if bytes.len() < self.mv {
            bytes.push(255);
        }
        bytes.resize(self.mv, 9);
        bytes
    }

    pub(crate) fn move_text(&self, bytes: &[u8]) -> String {
        if !self.is_ants() {
            let [row, column] = bytes[..] else { panic!() };
            return if row == 206 { "pass".to_owned() } else { format!("{row},{column}") };
        }
        let pairs: Vec<_> = bytes.chunks(2).take_while(|pair| pair[0] != 255).collect();
        let step = pairs.len() == 2 && pairs[0][0].abs_diff(pairs[1][0]) == 1;
        let squares: Vec<_> = pairs.iter().map(|pair| format!("{},{}", pair[0], pair[1])).collect();
        if squares.is_empty() { "pass".to_owned() } else { squares.join(if step { "-" } else { "x" }) }
    }
}

/// A socket that sends in one write, or byte by byte, each in a packet of its own.
pub(crate) struct Wire {
    pub(crate) stream: TcpStream,
    pub(crate) one_byte: bool,
}

impl Wire {
    pub(crate) fn new(stream: TcpStream, one_byte: bool) -> Wire {
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(GENEROUS)).unwrap();
        Wire { stream, one_byte }
    }

    pub(crate) fn connect(port: u16, one_byte: bool) -> Wire {
        Wire::new(TcpStream::connect(("127.0.0.1", port)).unwrap(), one_byte)
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        for piece in bytes.chunks(if self.one_byte { 1 } else { bytes.len().max(1) }) {
            self.stream.write_all(piece).unwrap();
        }
    }

    pub(crate) fn read(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).unwrap();
        bytes
    }

    /// Everything until the other end closes.
    pub(crate) fn rest(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // A connection that is reset is closed as well.
        let _ = self.stream.read_to_end(&mut bytes);
        bytes
    }
}

/// What a plain player saw.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) boards: usize,
    pub(crate) moves: usize,
    pub(crate) requests: usize,
    pub(crate) colours: Vec<u8>,
}

/// A player: random moves until it is sent away.
pub(crate) fn plain_client(mut wire: Wire, numbers: &Numbers, name: &str, seed: u64) -> Seen {
    let mut dice = Dice::new(seed);
    let mut board: Option<Box<dyn AnyPosition>> = None;
    let mut seen = Seen::default();
    loop {
        let code = wire.read(1)[0] - numbers.base;
        match code {
            1 => {
                board = Some(numbers.position(&wire.read(numbers.board)));
                seen.boards += 1;
            }
            2 | 3 => seen.colours.push(code),
            4 => {
                seen.requests += 1;
                let position = board.as_mut().unwrap();
                let mv = dice.pick(&position.legal_moves()).unwrap().clone();
                play(&mut **position, &mv);
                wire.send(&numbers.move_bytes(&mv));
            }
            5 => {
                let mv = numbers.move_text(&wire.read(numbers.mv));
                play(&mut **board.as_mut().unwrap(), &mv);
                seen.moves += 1;
            }
            6 => {
                let mut answer = vec![name.len() as u8];
                answer.extend(name.as_bytes());
                wire.send(&answer);
            }
            7 => return seen,
            other => panic!("{other}"),
        }
    }
}

fn play(position: &mut dyn AnyPosition, mv: &str) {
    position.play(mv).unwrap();
    while position.chance().is_some() {
        // Nobody knows how it fell; it changes no move.
        position.resolve(0);
    }
}

/// A server: plays so many games with the two that connect, each move checked; gives back who won each game.
pub(crate) fn plain_server(
    listener: &TcpListener,
    numbers: &Numbers,
    games: usize,
    swap: bool,
    positions: bool,
    seed: u64,
    one_byte: bool,
) -> Vec<Option<usize>> {
    let mut dice = Dice::new(seed);
    let mut wires = [(); 2].map(|()| Wire::new(listener.accept().unwrap().0, one_byte));
    let (mut white, mut black) = (0, 1);
    wires[white].send(&[numbers.base + 2]);
    wires[black].send(&[numbers.base + 3]);
    for wire in &mut wires {
        wire.send(&[numbers.base + 6]);
        let length = wire.read(1)[0];
        wire.read(length.into());
    }
    let mut winners = Vec::new();
    for _ in 0..games {
        let mut position = rules(numbers.game).opening();
        while let Some(weights) = position.chance() {
            position.resolve(dice.weighted(weights));
        }
        send_board(&mut wires, numbers, &*position);
        while !position.legal_moves().is_empty() {
            let mover = if position.side_to_move() == Side::First { black } else { white };
            wires[mover].send(&[numbers.base + 4]);
            let bytes = wires[mover].read(numbers.mv);
            position.play(&numbers.move_text(&bytes)).unwrap();
            while let Some(weights) = position.chance() {
                position.resolve(dice.weighted(weights));
            }
            if positions {
                send_board(&mut wires, numbers, &*position);
            } else if !position.legal_moves().is_empty() {
                let mut message = vec![numbers.base + 5];
                message.extend(&bytes);
                wires[1 - mover].send(&message);
            }
        }
        let [b, w] = position.score();
        winners.push(if b == w { None } else { Some(if b > w { black } else { white }) });
        if swap {
            (white, black) = (black, white);
            wires[white].send(&[numbers.base + 2]);
            wires[black].send(&[numbers.base + 3]);
        }
    }
    for wire in &mut wires {
        wire.send(&[numbers.base + 7]);
    }
    for wire in &mut wires {
        assert!(wire.rest().is_empty(), "a player that was sent away says nothing more");
    }
    winners
}

fn send_board(wires: &mut [Wire; 2], numbers: &Numbers, position: &dyn AnyPosition) {
    let mut message = vec![numbers.base + 1];
    message.extend(numbers.body(position));
    for wire in wires {
        wire.send(&message);
    }
}
