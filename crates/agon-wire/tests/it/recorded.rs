//! Recordings of matches: those of the course's servers where they are, and small ones made here with code that
//! shares nothing with the crate.

use agon_core::{AnyPosition, Dice, Side};
use std::path::Path;

/// A match as it went over two connections.
pub(crate) struct Recording {
    pub(crate) name: String,
    /// `ants`, `hexthello`, `hexthello:radius=2`.
    pub(crate) game: String,
    /// What the server sent on each connection.
    pub(crate) server: [Vec<u8>; 2],
    /// What each player sent.
    pub(crate) player: [Vec<u8>; 2],
    /// How the server was started.
    pub(crate) games: u32,
    pub(crate) swap: bool,
    pub(crate) positions: bool,
}

/// The recordings of the course's own servers, in the folder that `AGON_DATA` names, by default `../shared/data`
/// beside the project; none if it is not there.
pub(crate) fn of_the_course() -> Vec<Recording> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("AGON_DATA").map_or_else(beside, Into::into).join("tuc");
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).unwrap();
        let game = name.split('-').next().unwrap().to_owned();
        let stream = |connection: &str, direction: &str| stream(&text, connection, direction);
        Recording {
            server: [stream("0", "S"), stream("1", "S")],
            player: [stream("0", "C"), stream("1", "C")],
            games: 2,
            swap: true,
            positions: game == "ants",
            game,
            name,
        }
    };
    paths.iter().map(read).collect()
}

fn stream(text: &str, connection: &str, direction: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<_> = line.split_whitespace().collect();
        if words[..2] == [connection, direction] {
            let pairs = words[2].as_bytes().chunks(2);
            bytes.extend(pairs.map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()));
        }
    }
    bytes
}

/// A match to be made up.
pub(crate) struct Plan {
    pub(crate) game: &'static str,
    pub(crate) games: u32,
    pub(crate) swap: bool,
    pub(crate) positions: bool,
    pub(crate) seed: u64,
    /// After this many moves the side to move sends an illegal one, in every game.
    pub(crate) blunder: Option<usize>,
}

/// Small matches between random players, of every kind.
pub(crate) fn made_here() -> Vec<Recording> {
    let plan =
        |game, games, swap, positions, seed, blunder| Plan { game, games, swap, positions, seed, blunder };
    [
        plan("hexthello:radius=2", 2, true, false, 1, None),
        plan("hexthello:radius=2", 3, false, false, 2, Some(5)),
        plan("hexthello:radius=3", 1, true, false, 3, None),
        plan("hexthello", 2, true, false, 4, None),
        plan("ants", 2, true, true, 5, None),
        plan("ants", 2, false, false, 6, None),
        plan("ants", 2, true, true, 7, Some(4)),
        plan("ants", 2, true, false, 8, Some(3)),
    ]
    .iter()
    .map(make)
    .collect()
}

/// Plays a match as plainly as possible and writes down every byte.
pub(crate) fn make(plan: &Plan) -> Recording {
    let rules = agon_games::registry().game(plan.game).unwrap();
    let ants = plan.game == "ants";
    let base: u8 = if ants { 0 } else { 100 };
    let mut dice = Dice::new(plan.seed);
    let mut server = [vec![base + 2, base + 6], vec![base + 3, base + 6]];
    let mut player = [b"\x05plain".to_vec(), b"\x06simple".to_vec()];
    let mut white = 0;
    for _ in 0..plan.games {
        let mut position = rules.opening();
        roll(&mut *position, &mut dice);
        for stream in &mut server {
            stream.push(base + 1);
            stream.extend(board_bytes(&*position, ants));
        }
        for ply in 0.. {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let side = position.side_to_move();
            let mover = if side == Side::Second { white } else { 1 - white };
            server[mover].push(base + 4);
            if plan.blunder == Some(ply) {
                player[mover].extend(if ants { vec![5; 12] } else { vec![77, 3] });
                break;
            }
            let text = dice.pick(&moves).unwrap().clone();
            // Bytes without meaning are passed on as they came.
            let noise = dice.below(200) as u8;
            let bytes = if ants { ants_move(&text, noise) } else { hexthello_move(&text, noise) };
            player[mover].extend(&bytes);
            position.play(&text).unwrap();
            roll(&mut *position, &mut dice);
            if ants && plan.positions {
                for stream in &mut server {
                    stream.push(base + 1);
                    stream.extend(board_bytes(&*position, ants));
                }
            } else if !position.legal_moves().is_empty() {
                server[1 - mover].push(base + 5);
                server[1 - mover].extend(&bytes);
            }
        }
        if plan.swap {
            white = 1 - white;
            server[white].push(base + 2);
            server[1 - white].push(base + 3);
        }
    }
    server.iter_mut().for_each(|stream| stream.push(base + 7));
    Recording {
        name: format!("{} made with seed {}", plan.game, plan.seed),
        game: plan.game.to_owned(),
        server,
        player,
        games: plan.games,
        swap: plan.swap,
        positions: plan.positions,
    }
}

fn roll(position: &mut dyn AnyPosition, dice: &mut Dice) {
    while let Some(weights) = position.chance() {
        position.resolve(dice.weighted(weights));
    }
}

/// The board from the position's one-line form.
fn board_bytes(position: &dyn AnyPosition, ants: bool) -> Vec<u8> {
    let text = position.text();
    let mut words = text.split(' ');
    let mut cells = words.next().unwrap().chars();
    let count = text.find(' ').unwrap();
    let tile = |cells: &mut std::str::Chars<'_>| match cells.next().unwrap() {
        'X' => 1,
        'O' => 0,
        '-' => 2,
        '*' | '#' => 3,
        other => panic!("{other}"),
    };
    let mut bytes = Vec::new();
    if ants {
        for place in 0..96 {
            bytes.push(if (place / 8 + place % 8) % 2 == 1 { tile(&mut cells) } else { 2 });
        }
    } else {
        let radius = (1..).find(|r| 3 * r * r + 3 * r + 1 == count).unwrap();
        let side = 2 * radius + 1;
        for place in 0..side * side {
            let used = (radius..=3 * radius).contains(&(place / side + place % side));
            bytes.push(if used { tile(&mut cells) } else { 4 });
        }
    }
    let [black, white] = position.score();
    bytes.extend([white as u8, black as u8, u8::from(words.next() == Some("X"))]);
    bytes
}

fn hexthello_move(text: &str, noise: u8) -> Vec<u8> {
    match text.split_once(',') {
        Some((row, column)) => vec![row.parse().unwrap(), column.parse().unwrap()],
        None => vec![206, noise],
    }
}

fn ants_move(text: &str, noise: u8) -> Vec<u8> {
    let numbers = text.split(['-', 'x', ',']).filter(|word| *word != "pass");
    let mut bytes: Vec<u8> = numbers.map(|number| number.parse().unwrap()).collect();
    if bytes.len() < 12 {
        bytes.push(255);
    }
    bytes.resize(12, noise);
    bytes
}

/// Ways to cut bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cut {
    Whole,
    Bytes,
    At(usize),
    Random(u64),
}

impl Cut {
    pub(crate) fn pieces<'a>(self, bytes: &'a [u8], dice: &mut Dice) -> Vec<&'a [u8]> {
        match self {
            Cut::Whole => vec![bytes],
            Cut::Bytes => bytes.chunks(1).collect(),
            Cut::At(at) => {
                let (head, tail) = bytes.split_at(at % (bytes.len() + 1));
                vec![head, tail]
            }
            Cut::Random(_) => {
                let mut rest = bytes;
                let mut pieces = Vec::new();
                while !rest.is_empty() {
                    let longest = if dice.below(2) == 0 { 3 } else { 300 };
                    let (piece, tail) = rest.split_at(rest.len().min(1 + dice.below(longest) as usize));
                    pieces.push(piece);
                    rest = tail;
                }
                pieces
            }
        }
    }

    pub(crate) fn dice(self) -> Dice {
        Dice::new(if let Cut::Random(seed) = self { seed } else { 0 })
    }
}
