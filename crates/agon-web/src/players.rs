//! Which players people at the page may have.

use crate::failure::{Code, Refusal};
use crate::site::Site;
use agon_engine::EngineSpec;
use agon_seats::PlayerSpec;

/// Refuses a player that this server does not seat.
pub(crate) fn admit(site: &Site, player: &PlayerSpec) -> Result<(), Refusal> {
    match player {
        PlayerSpec::Random { .. } | PlayerSpec::Human => Ok(()),
        PlayerSpec::Engine(spec) => modest(site, spec),
        PlayerSpec::Exec(_)
        | PlayerSpec::Ugi(_)
        | PlayerSpec::Huji(_)
        | PlayerSpec::NBoard(_)
        | PlayerSpec::Gtp(_) => match site.allow_exec {
            true => Ok(()),
            false => Err(Refusal::forbidden(
                Code::NoProgramsHere,
                "this server starts no programs; it would with --allow-exec",
            )),
        },
        // It would open a port beside those that --players-host and --players-port are about.
        PlayerSpec::Net(_) => Err(Refusal::forbidden(
            Code::NetworkPlayerByNumber,
            "network players come in through the ports that this server has open, and are seated by their number",
        )),
    }
}

/// An engine must leave something of the machine to others.
fn modest(site: &Site, spec: &EngineSpec) -> Result<(), Refusal> {
    let size = |name: &str| {
        spec.techniques
            .iter()
            .find(|(known, _)| known == name)
            .and_then(|(_, value)| value.parse::<u64>().ok())
    };
    let (megabytes, threads) = (site.limits.engine_megabytes, site.cores);
    if size("threads").is_some_and(|n| n > threads as u64) || size("hash").is_some_and(|n| n > megabytes) {
        let sentence = format!("an engine here gets at most {megabytes} megabytes and {threads} threads");
        let refusal = Refusal::wrong(Code::EngineTooLarge, sentence);
        return Err(refusal.with("megabytes", megabytes).with("threads", threads));
    }
    Ok(())
}
