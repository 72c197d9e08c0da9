//! The tables of this server, each with an address and whoever watches it.

use crate::failure::{Code, Refusal};
use crate::limits::SiteLimits;
use crate::socket::messages::News;
use crate::state::{Notice, TableState};
use crate::visitor::{Owner, Visitor};
use agon_core::Side;
use agon_core::sync::lock;
use agon_hall::{Change, Snapshot, Table, TableId};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::broadcast;

/// A table that nobody has used for so long makes way for anybody's.
const FORGOTTEN: Duration = Duration::from_secs(24 * 60 * 60);

/// The states that a slow watcher may be behind before it is given the newest only.
const BACKLOG: usize = 64;

/// A table with its watchers.
pub struct Room {
    /// Its address.
    pub id: String,
    /// The live game.
    pub table: Table,
    /// Its number in the hall, if it stands there.
    pub(crate) number: Option<TableId>,
    /// The sides that people at the page may play, and whether they may do anything but move.
    pub(crate) hands: Option<Vec<Side>>,
    news: broadcast::Sender<Arc<str>>,
    changed: Mutex<Changed>,
}

struct Changed {
    at: Instant,
    notice: Option<Notice>,
    /// Who sat where before the latest change.
    names: [String; 2],
    /// What those are called who played the moves, as long as it is their game.
    called: Option<[String; 2]>,
    /// The version of the latest state that was sent.
    version: u64,
}

impl Room {
    /// Puts a table into a room.
    pub(crate) fn new(
        id: String,
        table: Table,
        number: Option<TableId>,
        hands: Option<Vec<Side>>,
        called: Option<[String; 2]>,
    ) -> Arc<Room> {
        let (news, _) = broadcast::channel(BACKLOG);
        let changed = Mutex::new(Changed {
            at: Instant::now(),
            notice: None,
            names: names(&table.snapshot()),
            called,
            version: 0,
        });
        let room = Arc::new(Room { id, table: table.clone(), number, hands, news, changed });
        let weak = Arc::downgrade(&room);
        table.listen(move |event| match weak.upgrade() {
            Some(room) => {
                if room.heard(&event.change, &event.snapshot) {
                    room.publish();
                }
                event.change != Change::Closed
            }
            None => false,
        });
        room
    }

    /// Takes note of a change; says whether there is something to tell that has not been told.
    fn heard(&self, change: &Change, snapshot: &Snapshot) -> bool {
        let mut changed = lock(&self.changed);
        changed.at = Instant::now();
        match change {
            // The seat is empty by now, so its name is only known from before.
            Change::Left(side, why) => {
                let name = &changed.names[*side];
                let text = match why.strip_prefix("it ") {
                    Some(did) => format!("{name} {did}"),
                    None => why.clone(),
                };
                let about = [("player", name.as_str().into()), ("why", why.as_str().into())];
                changed.notice = Some(Notice::new(Code::PlayerLeft, text, about));
            }
            Change::Seated(_) | Change::SetUp => (changed.notice, changed.called) = (None, None),
            Change::Started => changed.notice = None,
            _ => {}
        }
        changed.names = names(snapshot);
        // That somebody is to move is in the state that the change before it sent.
        let told = matches!(change, Change::Asked(_)) && changed.version == snapshot.version;
        changed.version = snapshot.version;
        !told
    }

    fn publish(&self) {
        // Nobody watches most of the time; then there is nothing to write.
        if self.news.receiver_count() > 0 {
            let _ = self.news.send(self.message());
        }
    }

    /// Says something to everybody who watches.
    pub(crate) fn notify(&self, notice: Notice) {
        lock(&self.changed).notice = Some(notice);
        self.publish();
    }

    /// The table now.
    pub fn state(&self) -> TableState {
        let changed = lock(&self.changed);
        let (age, notice, called) = (changed.at.elapsed(), changed.notice.clone(), changed.called.clone());
        drop(changed);
        TableState::new(self, &self.table.snapshot(), age, notice, called.as_ref())
    }

    /// The table now as a message of the socket.
    pub(crate) fn message(&self) -> Arc<str> {
        News::Table(Box::new(self.state())).text()
    }

    /// Every state from now on.
    pub(crate) fn watch(&self) -> broadcast::Receiver<Arc<str>> {
        self.news.subscribe()
    }
}

/// A room with what is known about its use.
struct Kept {
    room: Arc<Room>,
    /// When it was used last: a count for the order, and the time.
    used: u64,
    at: Instant,
    /// Who opened it.
    owner: Option<Owner>,
}

/// All tables by their address.
pub(crate) struct Rooms {
    rooms: Mutex<BTreeMap<String, Kept>>,
    counter: std::sync::atomic::AtomicU64,
    most: usize,
    most_a_visitor: usize,
    forgotten: Duration,
}

impl Rooms {
    pub(crate) fn new(limits: &SiteLimits) -> Rooms {
        Rooms {
            rooms: Mutex::default(),
            counter: Default::default(),
            most: limits.tables,
            most_a_visitor: limits.tables_a_visitor,
            forgotten: FORGOTTEN,
        }
    }

    /// Makes room for one more table of a visitor; gives back the number of the one that had to make way. Of tables
    /// that nobody watches, a visitor's own makes way, the host's wish counts for all, and so does a day of silence.
    pub(crate) fn make_way(&self, visitor: &Visitor) -> Result<Option<TableId>, Refusal> {
        let mut rooms = lock(&self.rooms);
        let own = |kept: &Kept| kept.owner.as_ref() == Some(&visitor.owner);
        let crowded =
            rooms.values().filter(|kept| own(kept)).count() >= self.most_a_visitor && !visitor.is_host;
        if rooms.len() < self.most && !crowded {
            return Ok(None);
        }
        let may_go = |kept: &Kept| {
            let forgotten = !crowded && (visitor.is_host || kept.at.elapsed() >= self.forgotten);
            kept.room.news.receiver_count() == 0 && (own(kept) || forgotten)
        };
        let oldest = rooms.iter().filter(|(_, kept)| may_go(kept)).min_by_key(|(_, kept)| kept.used);
        let Some(id) = oldest.map(|(id, _)| id.clone()) else {
            let sentence = "all tables are taken; close one that you opened, or try again later";
            return Err(Refusal::unavailable(Code::TablesFull, sentence).with("most", self.most));
        };
        Ok(rooms.remove(&id).and_then(|kept| kept.room.number))
    }

    /// Opens a room for a table of the hall, at the address that is wished for; gives back the one that is there already
    /// if somebody else was first.
    pub(crate) fn open(
        &self,
        table: Table,
        number: TableId,
        wished: Option<String>,
        called: Option<[String; 2]>,
        owner: Owner,
    ) -> Arc<Room> {
        let count = self.tick();
        let id = wished.unwrap_or_else(|| address(count));
        let mut rooms = lock(&self.rooms);
        if let Some(there) = rooms.get_mut(&id) {
            (there.used, there.at) = (count, Instant::now());
            return there.room.clone();
        }
        let room = Room::new(id.clone(), table, Some(number), None, called);
        let kept = Kept { room: room.clone(), used: count, at: Instant::now(), owner: Some(owner) };
        rooms.insert(id, kept);
        room
    }

    /// Adds the one room of a duel.
    pub(crate) fn add(&self, room: Arc<Room>) {
        let kept = Kept { room: room.clone(), used: self.tick(), at: Instant::now(), owner: None };
        lock(&self.rooms).insert(room.id.clone(), kept);
    }

    /// A room by its address.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Room>, Refusal> {
        let now = self.tick();
        match lock(&self.rooms).get_mut(id) {
            Some(kept) => {
                (kept.used, kept.at) = (now, Instant::now());
                Ok(kept.room.clone())
            }
            None => Err(Refusal::missing(Code::NoSuchTable, "there is no such table any more")),
        }
    }

    /// Who opened a room.
    pub(crate) fn owner(&self, id: &str) -> Option<Owner> {
        lock(&self.rooms).get(id)?.owner.clone()
    }

    /// All rooms, the one used last first.
    pub(crate) fn all(&self) -> Vec<Arc<Room>> {
        let rooms = lock(&self.rooms);
        let mut list: Vec<_> = rooms.values().collect();
        list.sort_by_key(|kept| std::cmp::Reverse(kept.used));
        list.into_iter().map(|kept| kept.room.clone()).collect()
    }

    /// Forgets a room.
    pub(crate) fn remove(&self, id: &str) {
        lock(&self.rooms).remove(id);
    }

    fn tick(&self) -> u64 {
        self.counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1
    }
}

/// A new address. Addresses are not secrets (the token is), but they should not collide after a restart.
fn address(count: u64) -> String {
    let mut salt = [0u8; 4];
    let _ = getrandom::fill(&mut salt);
    format!("{count}-{:08x}", u32::from_be_bytes(salt))
}

/// Whether a text could be the address of a table.
pub(crate) fn is_address(text: &str) -> bool {
    let all = |part: &str, of: fn(&u8) -> bool| part.bytes().all(|byte| of(&byte));
    text.split_once('-').is_some_and(|(count, salt)| {
        (1..=20).contains(&count.len())
            && salt.len() == 8
            && all(count, u8::is_ascii_digit)
            && all(salt, u8::is_ascii_hexdigit)
    })
}

fn names(snapshot: &Snapshot) -> [String; 2] {
    [snapshot.seats[0].player.name.clone(), snapshot.seats[1].player.name.clone()]
}
