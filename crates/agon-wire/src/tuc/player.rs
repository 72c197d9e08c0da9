//! A player that follows any server of the protocol: ascii or graphical, moves or positions, re-seated and
//! restarted in the middle of a game.

use super::error::TucError;
use super::{PlayerName, ServerDecoder, ServerMessage, TucGame, WireMove, WirePosition};
use agon_core::{AnyPosition, Phase, Side};
use std::collections::VecDeque;

/// How many requests may wait for an answer: an honest server has one, and one for every restart since.
const MOST_REQUESTS: usize = 64;

/// What a server wants or did.
#[derive(Clone, Debug)]
pub enum PlayerEvent {
    /// It wants the name: send [`Player::name`].
    NameWanted,
    /// It gave the player a side.
    Colour(Side),
    /// The board changed; [`Player::position`] is the new one.
    PositionChanged,
    /// It wants a move: send [`Player::answer`]. When it asks again before the answer, with nothing said in between,
    /// this comes again and is still one question.
    MoveWanted(MoveRequest),
    /// It asked for a move in a game that is over; the pass is the only answer. Send these bytes.
    Pass(Vec<u8>),
    /// It sends the player away: close the connection.
    Quit,
}

/// A request for a move. Every request must be answered, in the order they came, even when the board has changed
/// since: the server waits for exactly one answer each.
///
/// Requests that follow one another without a word in between are one question, and get the same move each. Servers
/// differ in which of the answers they take: ours the last one, the course's graphical ones the first.
#[derive(Clone, Debug)]
pub struct MoveRequest {
    /// The position to move in.
    pub position: Box<dyn AnyPosition>,
    /// The points that each side may have more than the position says, because nobody told how the dice fell.
    pub untold: [u32; 2],
    /// Which board it belongs to.
    board: u64,
    /// How many times it was asked.
    times: usize,
}

/// The board before the player's own last move.
#[derive(Clone, Debug)]
struct Before {
    position: Box<dyn AnyPosition>,
    untold: [u32; 2],
}

/// The player's end of a connection.
#[derive(Clone, Debug)]
pub struct Player {
    game: TucGame,
    decoder: ServerDecoder,
    position: Option<Box<dyn AnyPosition>>,
    side: Option<Side>,
    untold: [u32; 2],
    /// Counts the changes of the board.
    board: u64,
    /// What the player's own answer is taken back to, as long as nothing has shown that the server took it.
    before: Option<Before>,
    requests: VecDeque<MoveRequest>,
}

impl Player {
    /// A fresh connection.
    pub fn new(game: TucGame) -> Player {
        Player {
            decoder: ServerDecoder::new(game.clone()),
            game,
            position: None,
            side: None,
            untold: [0; 2],
            board: 0,
            before: None,
            requests: VecDeque::new(),
        }
    }

    /// The position now, once the server has sent one. Where the dice were not told, no point was gained.
    pub fn position(&self) -> Option<&dyn AnyPosition> {
        self.position.as_deref()
    }

    /// The player's side, once the server has said it.
    pub fn side(&self) -> Option<Side> {
        self.side
    }

    /// The points that each side may have more than the position says: the older dialect of Ants tells moves
    /// and not how the dice fell.
    pub fn untold(&self) -> [u32; 2] {
        self.untold
    }

    /// The oldest request that is not answered yet.
    pub fn request(&self) -> Option<&MoveRequest> {
        self.requests.front()
    }

    /// Whether the board that the oldest request was for is still the one being played on. If not, any legal
    /// move will do: thinking longer is of no use.
    pub fn request_is_current(&self) -> bool {
        self.request().is_some_and(|request| request.board == self.board)
    }

    /// Takes the next event from the front of `input`; nothing if there is no whole message. After an error the
    /// connection is of no more use.
    pub fn receive(&mut self, input: &mut &[u8]) -> Result<Option<PlayerEvent>, TucError> {
        let Some(message) = self.decoder.take(input)? else { return Ok(None) };
        let event = match message {
            ServerMessage::NewPosition(position) => {
                self.set_position(&position)?;
                PlayerEvent::PositionChanged
            }
            ServerMessage::Colour(side) => {
                self.side = Some(side);
                PlayerEvent::Colour(side)
            }
            ServerMessage::RequestMove => self.asked()?,
            ServerMessage::OpponentMove(mv) => {
                self.opponent_moved(&mv)?;
                PlayerEvent::PositionChanged
            }
            ServerMessage::RequestName => PlayerEvent::NameWanted,
            ServerMessage::Quit => PlayerEvent::Quit,
        };
        Ok(Some(event))
    }

    /// The answer to [`PlayerEvent::NameWanted`].
    pub fn name(&self, name: &str) -> Vec<u8> {
        PlayerName::new(&self.game, name).encode()
    }

    /// The answer to the oldest request, as many times as it was asked. The move must be legal in that request's
    /// position; it is played on the board only if the board is still the same.
    pub fn answer(&mut self, text: &str) -> Result<Vec<u8>, TucError> {
        let Some(request) = self.requests.front() else {
            return Err(TucError::NotAsked { text: crate::quoted::quoted(text) });
        };
        let mut next = request.position.boxed();
        let played = next.play(text)?;
        let bytes = WireMove::from_text(&self.game, &played)?.bytes().repeat(request.times);
        if request.board == self.board {
            let before = Before { position: request.position.boxed(), untold: self.untold };
            self.take(next);
            self.before = Some(before);
        }
        self.requests.pop_front();
        Ok(bytes)
    }

    /// How many bytes of an unfinished message are held.
    pub fn held(&self) -> usize {
        self.decoder.held()
    }

    fn set_position(&mut self, position: &WirePosition) -> Result<(), TucError> {
        self.position = Some(position.read(&self.game)?);
        self.untold = [0; 2];
        self.before = None;
        self.board += 1;
        Ok(())
    }

    fn asked(&mut self) -> Result<PlayerEvent, TucError> {
        let missing = TucError::NoPosition { message: "REQUEST_MOVE" };
        let position = self.position.as_deref().ok_or(missing)?.boxed();
        if self.requests.iter().map(|request| request.times).sum::<usize>() >= MOST_REQUESTS {
            return Err(TucError::TooManyRequests { limit: MOST_REQUESTS });
        }
        self.take_turn(&*position);
        match self.position.as_deref() {
            Some(position) if matches!(position.phase(), Phase::Turn(_)) => {
                let (position, untold, board) = (position.boxed(), self.untold, self.board);
                let again = self.requests.pop_back_if(|request| request.board == board);
                let times = 1 + again.map_or(0, |request| request.times);
                let request = MoveRequest { position, untold, board, times };
                self.requests.push_back(request.clone());
                Ok(PlayerEvent::MoveWanted(request))
            }
            _ => Ok(PlayerEvent::Pass(WireMove::from_text(&self.game, "pass")?.bytes().to_vec())),
        }
    }

    /// The player is to move, whatever its board says: whose turn it is, the server decides.
    fn take_turn(&mut self, position: &dyn AnyPosition) {
        let before = self.before.take();
        let moved = before.as_ref().map(|before| before.position.side_to_move());
        let Some(me) = self.side.or(moved).filter(|&me| me != position.side_to_move()) else { return };
        let (turned, untold) = match before {
            // Asked again right after its own move. Where the opponent can only pass, it did so without a word.
            // Everywhere else the opponent would have moved: the server did not take the move.
            Some(before) if moved == Some(me) && !must_pass(position) => {
                (Some(before.position), before.untold)
            }
            _ => (self.with_side(position, me), self.untold),
        };
        if turned.is_some() {
            self.position = turned;
            self.untold = untold;
            self.board += 1;
        }
    }

    fn opponent_moved(&mut self, mv: &WireMove) -> Result<(), TucError> {
        let missing = TucError::NoPosition { message: "PREPARE_TO_RECEIVE_MOVE" };
        let position = self.position.as_deref().ok_or(missing)?;
        let text = mv.text();
        let opponent = self.side.map(|side| !side);
        let turned = match opponent {
            Some(side) if side != position.side_to_move() => self.with_side(position, side),
            _ => None,
        };
        let mut next = turned.unwrap_or_else(|| position.boxed());
        match next.play(&text) {
            Ok(_) => {
                self.take(next);
                self.before = None;
                Ok(())
            }
            Err(error) => Err(TucError::OpponentMove { text: crate::quoted::quoted(&text), error }),
        }
    }

    /// Takes a position after a move. A roll that is pending is not ours to know: it counts as no point.
    fn take(&mut self, mut next: Box<dyn AnyPosition>) {
        while next.chance().is_some() {
            self.untold[next.side_to_move()] += 1;
            next.resolve(0);
        }
        self.position = Some(next);
        self.board += 1;
    }

    /// The same board with another side to move, if that can be.
    fn with_side(&self, position: &dyn AnyPosition, side: Side) -> Option<Box<dyn AnyPosition>> {
        let mut set_up = position.set_up();
        set_up.side = side;
        self.game.rules().from_set_up(&set_up).ok()
    }
}

/// Whether the side to move has nothing but the pass.
fn must_pass(position: &dyn AnyPosition) -> bool {
    position.forced_pass().is_some()
}
