//! How much the server gives, to whom, and how long it waits. What each bound is for stands in `docs/security.md`.

use std::time::Duration;

/// The bounds of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteLimits {
    /// How long a request's head may take, and how long a connection may idle between two requests.
    pub head: Duration,
    /// How long a request's body may take.
    pub body: Duration,
    /// How long what is sent may wait for somebody to read it.
    pub unread: Duration,
    /// How long a page may keep silent in its socket; browsers answer by themselves when they are asked.
    pub silence: Duration,
    /// Connections of those who have not been let in yet, in all.
    pub strangers: usize,
    /// The same from one address.
    pub strangers_an_address: usize,
    /// Connections of those who have been let in, in all.
    pub visitors: usize,
    /// The same from one address.
    pub visitors_an_address: usize,
    /// Tables at a time.
    pub tables: usize,
    /// Tables at a time that one visitor opened.
    pub tables_a_visitor: usize,
    /// Tournaments that are kept.
    pub tournaments: usize,
    /// Games of one tournament.
    pub games: usize,
    /// The memory of an engine, in megabytes. A table has two at most.
    pub engine_megabytes: u64,
    /// The engines that think at a time, with all their threads: at tables, in tournaments and for analyses together.
    pub cores: usize,
}

impl Default for SiteLimits {
    fn default() -> SiteLimits {
        SiteLimits::for_descriptors(descriptors())
    }
}

impl SiteLimits {
    /// The usual bounds on a machine where this process may have so many files and connections open. A third of them
    /// is left to stores, programs and network players.
    fn for_descriptors(descriptors: usize) -> SiteLimits {
        let visitors = (descriptors * 19 / 32).clamp(8, 2000);
        SiteLimits {
            head: Duration::from_secs(10),
            body: Duration::from_secs(20),
            unread: Duration::from_secs(20),
            silence: Duration::from_secs(60),
            strangers: (descriptors / 16).clamp(4, 128),
            strangers_an_address: (descriptors / 64).clamp(4, 16),
            visitors,
            visitors_an_address: visitors - visitors / 16,
            tables: 100,
            tables_a_visitor: 50,
            tournaments: 1000,
            games: 100_000,
            engine_megabytes: 64,
            cores: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// How many files and connections this process may have open; a cautious guess where the system does not say.
fn descriptors() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(256)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_stay_well_below_the_descriptors() {
        for there in [64, 256, 1024, 4096, 1 << 20] {
            let limits = SiteLimits::for_descriptors(there);
            assert!(limits.strangers + limits.visitors <= there * 3 / 4, "{there}");
            assert!(limits.strangers_an_address < limits.strangers || there < 128, "{there}");
        }
        let usual = SiteLimits::for_descriptors(1024);
        assert!(usual.visitors_an_address >= 550, "a class of 500 behind one address may watch: {usual:?}");
        assert!(descriptors() >= 64);
    }
}
