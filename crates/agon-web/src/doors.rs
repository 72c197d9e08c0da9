//! Who has a connection: strangers, who have few and lose the oldest to whoever comes, and visitors, who were let in.

use crate::limits::SiteLimits;
use agon_core::sync::lock;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;

/// How many connections there may be.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    strangers: usize,
    strangers_an_address: usize,
    visitors: usize,
    visitors_an_address: usize,
}

/// Everybody with a connection.
#[derive(Default)]
struct People {
    next: u64,
    /// Those who were not let in yet, in the order they came, each with what sends it away.
    strangers: BTreeMap<u64, (IpAddr, Arc<Notify>)>,
    visitors: usize,
    visitors_at: HashMap<IpAddr, usize>,
}

impl People {
    /// The stranger who came first, of an address or of all.
    fn oldest(&self, address: Option<IpAddr>) -> Option<u64> {
        let mut of =
            self.strangers.iter().filter(|(_, (at, _))| address.is_none_or(|address| *at == address));
        of.next().map(|(number, _)| *number)
    }

    fn send_away(&mut self, number: Option<u64>) {
        if let Some((_, leave)) = number.and_then(|number| self.strangers.remove(&number)) {
            leave.notify_one();
        }
    }
}

/// The doors of a server.
#[derive(Clone)]
pub(crate) struct Doors {
    bounds: Bounds,
    people: Arc<Mutex<People>>,
}

impl Doors {
    pub(crate) fn new(limits: &SiteLimits) -> Doors {
        let bounds = Bounds {
            strangers: limits.strangers,
            strangers_an_address: limits.strangers_an_address,
            visitors: limits.visitors,
            visitors_an_address: limits.visitors_an_address,
        };
        Doors { bounds, people: Arc::default() }
    }

    /// Lets a connection in as a stranger. Where there are too many the oldest has to go: who is slow to say what it
    /// wants never keeps out who comes after.
    pub(crate) fn enter(&self, address: IpAddr) -> Caller {
        let mut people = lock(&self.people);
        let there = people.strangers.values().filter(|(at, _)| *at == address).count();
        if there >= self.bounds.strangers_an_address {
            let oldest = people.oldest(Some(address));
            people.send_away(oldest);
        } else if people.strangers.len() >= self.bounds.strangers {
            let oldest = people.oldest(None);
            people.send_away(oldest);
        }
        people.next += 1;
        let (number, leave) = (people.next, Arc::new(Notify::new()));
        people.strangers.insert(number, (address, leave.clone()));
        drop(people);
        Caller(Arc::new(Inside { doors: self.clone(), number, address, leave, let_in: Mutex::new(false) }))
    }

    /// How many strangers and visitors there are.
    #[cfg(test)]
    pub(crate) fn count(&self) -> (usize, usize) {
        let people = lock(&self.people);
        (people.strangers.len(), people.visitors)
    }
}

/// A connection: it counts until the last handle to it is gone.
#[derive(Clone)]
pub(crate) struct Caller(Arc<Inside>);

struct Inside {
    doors: Doors,
    number: u64,
    address: IpAddr,
    leave: Arc<Notify>,
    let_in: Mutex<bool>,
}

impl Caller {
    /// Waits until it is sent away; for ever, if it never is.
    pub(crate) async fn sent_away(&self) {
        self.0.leave.notified().await;
    }

    /// Counts it as a visitor from now on. Says no if there are enough.
    pub(crate) fn let_in(&self) -> bool {
        let mut let_in = lock(&self.0.let_in);
        if *let_in {
            return true;
        }
        let bounds = self.0.doors.bounds;
        let mut people = lock(&self.0.doors.people);
        let there = people.visitors_at.get(&self.0.address).copied().unwrap_or(0);
        if people.visitors >= bounds.visitors || there >= bounds.visitors_an_address {
            return false;
        }
        people.visitors += 1;
        people.visitors_at.insert(self.0.address, there + 1);
        people.strangers.remove(&self.0.number);
        *let_in = true;
        true
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        let mut people = lock(&self.doors.people);
        people.strangers.remove(&self.number);
        if *lock(&self.let_in) {
            people.visitors -= 1;
            let left = people.visitors_at.get(&self.address).copied().unwrap_or(1) - 1;
            if left == 0 {
                people.visitors_at.remove(&self.address);
            } else {
                people.visitors_at.insert(self.address, left);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doors() -> Doors {
        let limits = SiteLimits {
            strangers: 4,
            strangers_an_address: 2,
            visitors: 3,
            visitors_an_address: 2,
            ..SiteLimits::default()
        };
        Doors::new(&limits)
    }

    fn at(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    async fn is_sent_away(caller: &Caller) -> bool {
        tokio::select! {
            biased;
            () = caller.sent_away() => true,
            () = std::future::ready(()) => false,
        }
    }

    #[tokio::test]
    async fn who_comes_takes_the_place_of_the_oldest_stranger() {
        let doors = doors();
        let first = doors.enter(at(1));
        let second = doors.enter(at(1));
        let third = doors.enter(at(1));
        assert!(is_sent_away(&first).await && !is_sent_away(&second).await, "an address has two");
        let others: Vec<Caller> = (2..5).map(|last| doors.enter(at(last))).collect();
        assert!(is_sent_away(&second).await && !is_sent_away(&third).await, "all together have four");
        assert_eq!(doors.count(), (4, 0));
        drop((first, second, third, others));
        assert_eq!(doors.count(), (0, 0));
    }

    #[tokio::test]
    async fn who_was_let_in_stays() {
        let doors = doors();
        let visitor = doors.enter(at(1));
        assert!(visitor.let_in() && visitor.let_in(), "once and for all");
        let crowd: Vec<Caller> = (0..20).map(|last| doors.enter(at(last))).collect();
        assert!(!is_sent_away(&visitor).await);
        assert_eq!(doors.count(), (4, 1));
        assert!(crowd[18].let_in() && crowd[19].let_in());
        assert!(!crowd[17].let_in(), "three are enough");
        drop(visitor);
        assert!(crowd[17].let_in());
    }

    #[test]
    fn one_address_leaves_room_for_others() {
        let doors = doors();
        let many: Vec<Caller> = (0..2).map(|_| doors.enter(at(7))).collect();
        assert!(many.iter().all(Caller::let_in));
        let more = doors.enter(at(7));
        assert!(!more.let_in());
        assert!(doors.enter(at(8)).let_in());
    }
}
