//! Tries to lock a server from outside, in every way we know, and says how honest visitors fare meanwhile.
//!
//! ```text
//! cargo run --release -p agon-web --example lockout -- 127.0.0.1:8080 [TOKEN] [CONNECTIONS]
//! ```
//!
//! Without the token the attacker is a stranger; the honest visitor has it. Run it against your own server only.

#![allow(clippy::print_stdout)] // Reason: what it finds is what it prints.

#[path = "../tests/attacks/lockout.rs"]
mod lockout;

use lockout::{WAYS, ask, hold};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// How long an honest visitor waits before it gives up.
const PATIENCE: Duration = Duration::from_secs(10);

/// Requests of the honest visitor during each attack.
const REQUESTS: u32 = 20;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(server) = arguments.first().and_then(|text| text.parse::<SocketAddr>().ok()) else {
        println!("say where the server is: lockout ADDRESS:PORT [TOKEN] [CONNECTIONS]");
        std::process::exit(2);
    };
    let token = arguments.get(1).map(String::as_str).filter(|token| !token.is_empty());
    let count = arguments.get(2).and_then(|text| text.parse().ok()).unwrap_or(2000);
    println!("{:<28} {:>6} {:>6}  {:>9}  {:>10}", "attack", "opened", "held", "answered", "slowest");
    let mut locked = false;
    for (name, text) in WAYS {
        let held = hold(server, None, text, count);
        let (mut answered, mut slowest) = (0, Duration::ZERO);
        for _ in 0..REQUESTS {
            let asked = Instant::now();
            answered += u32::from(ask(server, token, PATIENCE).is_ok_and(|status| status == 200));
            slowest = slowest.max(asked.elapsed());
        }
        locked |= answered < REQUESTS;
        let (opened, open) = (held.len(), held.still_open());
        println!("{name:<28} {opened:>6} {open:>6}  {answered:>5}/{REQUESTS}  {slowest:>10.1?}");
    }
    if locked {
        println!("the server can be locked from outside");
        std::process::exit(1);
    }
}
