//! The course's ascii servers as plainly as possible, two games with colours swapped: what they send follows
//! from the rules, from what the players answer and from how chance falls. With answers and chance taken from a
//! recording, every byte must come out as it was recorded; with both from dice, a recording is made.

mod recording;

pub(crate) use recording::Recording;

use agon_core::{Dice, Game, MoveList, Position, Side};

type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// How a game goes over the wire.
pub(crate) struct Wire<G: Game> {
    pub(crate) game: G,
    /// NEW_POSITION; COLOR_W, COLOR_B, REQUEST_MOVE, PREPARE_TO_RECEIVE_MOVE, REQUEST_NAME and QUIT follow it.
    pub(crate) first_message: u8,
    /// How many pairs of row and column a move has room for.
    pub(crate) pairs: usize,
    /// The row that ends a move's pairs, and alone is a pass.
    pub(crate) no_row: u8,
    /// How many bytes of a name are kept.
    pub(crate) longest_name: usize,
    /// Whether moves are sent on to the other side, and not the position after them to both.
    pub(crate) forwards_moves: bool,
    /// The board, as the tiles of a position.
    pub(crate) tiles: fn(&G::Position) -> Vec<u8>,
}

impl<G: Game> Wire<G> {
    fn message(&self, number: u8) -> u8 {
        self.first_message + number
    }

    /// NEW_POSITION with its body.
    fn new_position(&self, position: &G::Position) -> Vec<u8> {
        let mut bytes = vec![self.message(0)];
        bytes.extend((self.tiles)(position));
        let [black, white] = position.score().map(|points| points as u8);
        bytes.extend([white, black, u8::from(position.side_to_move() == Side::First)]);
        bytes
    }

    /// The rows and columns of a move; none for a pass.
    fn pairs_of(&self, position: &G::Position, mv: MoveOf<G>) -> Vec<[u8; 2]> {
        let cells = self.game.layout().cells;
        let pair = |cell: usize| {
            let (row, column) = cells[cell].name.split_once(',').unwrap();
            [row.parse().unwrap(), column.parse().unwrap()]
        };
        self.game.path(position, mv).into_iter().map(pair).collect()
    }

    /// The legal move that a player's answer stands for.
    fn move_of(&self, position: &G::Position, answer: &[u8]) -> MoveOf<G> {
        let (pairs, rest) = answer.as_chunks::<2>();
        assert!(pairs.len() == self.pairs && rest.is_empty());
        let used: Vec<_> = pairs.iter().copied().take_while(|pair| pair[0] != self.no_row).collect();
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let found = moves.iter().find(|&&mv| self.pairs_of(position, mv) == used);
        *found.unwrap_or_else(|| panic!("{used:?} is not legal in {position:?}"))
    }
}

/// Everything that a server does not decide itself.
pub(crate) trait World<G: Game> {
    /// A player's name as it is sent, with its length in front.
    fn name(&mut self, connection: usize) -> Vec<u8>;
    /// A player's answer when it is asked for a move.
    fn answer(&mut self, wire: &Wire<G>, connection: usize, position: &G::Position) -> Vec<u8>;
    /// Which of the outcomes with these weights chance falls on; with each comes the message that would be sent
    /// next, and `sent` bytes have gone to connection 0 so far.
    fn chance(&mut self, weights: &[u32], messages: &[Vec<u8>], sent: usize) -> usize;
}

/// The first to connect is white.
const FIRST_COLOURS: [Side; 2] = [Side::Second, Side::First];

/// Conducts two games and gives back what went over the wire.
pub(crate) fn serve<G: Game>(wire: &Wire<G>, world: &mut impl World<G>) -> Recording {
    let mut log = Recording::default();
    let mut colours = FIRST_COLOURS;
    send_colours(wire, colours, &mut log);
    let names = [0, 1].map(|connection| {
        log.server_sends(connection, vec![wire.message(5)]);
        let answer = world.name(connection);
        log.player_sends(connection, answer.clone());
        let length = usize::from(answer[0]).min(wire.longest_name);
        String::from_utf8(answer[1..=length].to_vec()).unwrap()
    });
    let mut results = Vec::new();
    for _ in 0..2 {
        let end = play(wire, world, colours, &mut log);
        let outcome = end.outcome().unwrap();
        let [black, white] = end.score();
        let seat = |side| colours.iter().position(|&colour| colour == side).unwrap();
        let won = match outcome.winner {
            Some(Side::Second) => format!("WHITE WON! ({})", names[seat(Side::Second)]),
            Some(Side::First) => format!("BLACK WON! ({})", names[seat(Side::First)]),
            None => "DRAW!".to_owned(),
        };
        results.push(format!("{won} Score W:{white} B:{black}"));
        colours = colours.map(|colour| !colour);
        send_colours(wire, colours, &mut log);
    }
    log.server_sends_both(&[wire.message(6)]);
    log.results = format!("{}: {}", wire.game.info().name, results.join(" | "));
    log
}

fn send_colours<G: Game>(wire: &Wire<G>, colours: [Side; 2], log: &mut Recording) {
    for (connection, colour) in colours.into_iter().enumerate() {
        log.server_sends(connection, vec![wire.message(if colour == Side::Second { 1 } else { 2 })]);
    }
}

/// Conducts one game and gives back its last position.
fn play<G: Game>(
    wire: &Wire<G>,
    world: &mut impl World<G>,
    colours: [Side; 2],
    log: &mut Recording,
) -> G::Position {
    let mut position = wire.game.opening();
    resolve(wire, world, &mut position, log);
    log.server_sends_both(&wire.new_position(&position));
    while position.outcome().is_none() {
        let mover = usize::from(position.side_to_move() != colours[0]);
        log.server_sends(mover, vec![wire.message(3)]);
        let answer = world.answer(wire, mover, &position);
        log.player_sends(mover, answer.clone());
        position.play(wire.move_of(&position, &answer));
        resolve(wire, world, &mut position, log);
        if !wire.forwards_moves {
            log.server_sends_both(&wire.new_position(&position));
        } else if position.outcome().is_none() {
            log.server_sends(1 - mover, [vec![wire.message(4)], answer].concat());
        }
    }
    position
}

/// Lets chance fall where it is to decide.
fn resolve<G: Game>(
    wire: &Wire<G>,
    world: &mut impl World<G>,
    position: &mut G::Position,
    log: &mut Recording,
) {
    while let Some(weights) = position.chance() {
        let after = |outcome| {
            let mut next = *position;
            next.resolve(outcome);
            wire.new_position(&next)
        };
        let messages: Vec<_> = (0..weights.len()).map(after).collect();
        position.resolve(world.chance(weights, &messages, log.stream(0, 'S').len()));
    }
}

/// Answers and chance as they were recorded.
pub(crate) struct Recorded {
    answers: [Vec<u8>; 2],
    sent: Vec<u8>,
}

impl Recorded {
    pub(crate) fn new(recording: &Recording) -> Recorded {
        Recorded { answers: [0, 1].map(|c| recording.stream(c, 'C')), sent: recording.stream(0, 'S') }
    }
}

impl<G: Game> World<G> for Recorded {
    fn name(&mut self, connection: usize) -> Vec<u8> {
        let length = 1 + usize::from(self.answers[connection][0]);
        self.answers[connection].drain(..length).collect()
    }

    fn answer(&mut self, wire: &Wire<G>, connection: usize, _: &G::Position) -> Vec<u8> {
        self.answers[connection].drain(..2 * wire.pairs).collect()
    }

    /// The position that was sent shows what was rolled.
    fn chance(&mut self, _: &[u32], messages: &[Vec<u8>], sent: usize) -> usize {
        let found = messages.iter().position(|message| self.sent[sent..].starts_with(message));
        found.unwrap_or_else(|| panic!("no roll leads to the position recorded at byte {sent}"))
    }
}

/// Random players and honest dice.
pub(crate) struct Random(pub(crate) Dice);

impl<G: Game> World<G> for Random {
    /// One of the names is longer than what is kept of it.
    fn name(&mut self, connection: usize) -> Vec<u8> {
        let name: &[u8] = [&b"first random player"[..], "sécond".as_bytes()][connection];
        [&[name.len() as u8], name].concat()
    }

    /// What follows the pairs in use is without meaning, so it is anything.
    fn answer(&mut self, wire: &Wire<G>, _: usize, position: &G::Position) -> Vec<u8> {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        let chosen = *self.0.pick(&moves).unwrap();
        let mut answer = wire.pairs_of(position, chosen).concat();
        if answer.len() < 2 * wire.pairs {
            answer.push(wire.no_row);
        }
        answer.resize_with(2 * wire.pairs, || self.0.next_u64() as u8);
        answer
    }

    fn chance(&mut self, weights: &[u32], _: &[Vec<u8>], _: usize) -> usize {
        self.0.weighted(weights)
    }
}
