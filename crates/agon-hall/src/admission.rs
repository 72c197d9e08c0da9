//! Who is let in: bounds on connections and on how fast they come, by address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;
use thiserror::Error;

/// How many addresses are remembered for their rate.
const MOST_ADDRESSES: usize = 1024;

/// How many network players there may be, and how fast they may come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdmissionLimits {
    /// Connections in all.
    pub most: usize,
    /// Connections from one address.
    pub most_per_address: usize,
    /// An address may open this many at once …
    pub burst: u32,
    /// … and then one more each time this long has passed.
    pub every: Duration,
}

impl Default for AdmissionLimits {
    /// Enough for a class in one room, also when all of it plays on one machine.
    fn default() -> AdmissionLimits {
        AdmissionLimits { most: 128, most_per_address: 64, burst: 64, every: Duration::from_millis(200) }
    }
}

/// Why somebody is not let in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// There is no room at all.
    #[error("there are {0} players already, as many as there may be")]
    Full(usize),
    /// There is no room for more of this address.
    #[error("there are {0} players from this address already, as many as there may be")]
    AddressFull(usize),
    /// They come too fast.
    #[error("connections from this address come too fast")]
    TooFast,
}

/// Decides who may come in. Time is an argument.
#[derive(Debug)]
pub struct Admission {
    limits: AdmissionLimits,
    total: usize,
    here: HashMap<IpAddr, usize>,
    /// For each address the moment at which all it has opened is paid for.
    paid: HashMap<IpAddr, Duration>,
}

impl Admission {
    /// Nobody is there yet.
    pub fn new(limits: AdmissionLimits) -> Admission {
        Admission { limits, total: 0, here: HashMap::new(), paid: HashMap::new() }
    }

    /// Lets a connection in, or says why not.
    pub fn admit(&mut self, address: IpAddr, now: Duration) -> Result<(), Refusal> {
        let address = address.to_canonical();
        self.pay(address, now)?;
        let AdmissionLimits { most, most_per_address, .. } = self.limits;
        if self.total >= most {
            return Err(Refusal::Full(most));
        }
        let here = self.here.entry(address).or_default();
        if *here >= most_per_address {
            return Err(Refusal::AddressFull(most_per_address));
        }
        *here += 1;
        self.total += 1;
        Ok(())
    }

    /// A connection that was let in is gone.
    pub fn leave(&mut self, address: IpAddr) {
        let address = address.to_canonical();
        if let Some(here) = self.here.get_mut(&address) {
            *here -= 1;
            self.total -= 1;
            if *here == 0 {
                self.here.remove(&address);
            }
        }
    }

    /// How many addresses are remembered.
    pub fn remembered(&self) -> usize {
        self.here.len().max(self.paid.len())
    }

    fn pay(&mut self, address: IpAddr, now: Duration) -> Result<(), Refusal> {
        let AdmissionLimits { burst, every, .. } = self.limits;
        if self.paid.len() >= MOST_ADDRESSES && !self.paid.contains_key(&address) {
            self.paid.retain(|_, paid| *paid > now);
            if self.paid.len() >= MOST_ADDRESSES {
                return Err(Refusal::TooFast);
            }
        }
        let paid = self.paid.entry(address).or_insert(now);
        let next = (*paid).max(now) + every;
        if next > now + every * burst {
            return Err(Refusal::TooFast);
        }
        *paid = next;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn address(number: u32) -> IpAddr {
        IpAddr::V4(Ipv4Addr::from_bits(number))
    }

    #[test]
    fn rooms_and_rates_are_bounded() {
        let every = Duration::from_secs(1);
        let limits = AdmissionLimits { most: 5, most_per_address: 3, burst: 4, every };
        let mut admission = Admission::new(limits);
        let now = Duration::ZERO;
        for _ in 0..3 {
            assert_eq!(admission.admit(address(1), now), Ok(()));
        }
        assert_eq!(admission.admit(address(1), now), Err(Refusal::AddressFull(3)));
        assert_eq!(admission.admit(address(1), now), Err(Refusal::TooFast), "four at once");
        admission.leave(address(1));
        assert_eq!(admission.admit(address(1), now), Err(Refusal::TooFast));
        assert_eq!(admission.admit(address(1), every), Ok(()));
        assert_eq!(admission.admit(address(2), every), Ok(()));
        assert_eq!(admission.admit(address(3), every), Ok(()));
        assert_eq!(admission.admit(address(4), every), Err(Refusal::Full(5)));
        let mapped = Ipv4Addr::from_bits(2).to_ipv6_mapped().into();
        admission.leave(mapped);
        assert_eq!(admission.admit(mapped, every), Ok(()), "the same address in another form");
    }

    #[test]
    fn a_storm_from_everywhere_is_not_remembered_for_ever() {
        let mut admission = Admission::new(AdmissionLimits::default());
        for number in 0..10_000 {
            if admission.admit(address(number), Duration::from_millis(number.into())).is_ok() {
                admission.leave(address(number));
            }
            assert!(admission.remembered() <= MOST_ADDRESSES);
        }
    }
}
