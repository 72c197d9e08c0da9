//! Tries a machine's layers with a program that does nothing.

use std::io;

use crate::linux::cgroup::Group;
use crate::linux::homes::Homes;
use crate::linux::lookup::Found;
use crate::linux::machine::Machine;
use crate::linux::plan;
use crate::linux::scratch::Scratch;
use crate::linux::stage::step::Step;
use crate::linux::stage::{self, Plan};
use crate::{Layer, Limits};

/// Goes through every step but the last. Gives back the layer that does not work, with what the system said.
pub(crate) fn attempt(machine: &Machine) -> Result<(), (Layer, io::Error)> {
    // Without a scratch folder nothing can be tried, and spawning will say so.
    let Ok(scratch) = Scratch::create() else { return Ok(()) };
    let found = Found { executable: "/".into(), ..Found::default() };
    let homes = Homes::of_this_machine();
    let Ok(mut plan) = plan::contained(machine, &Limits::default(), &found, &scratch, &homes, None) else {
        return Ok(());
    };
    let group = match enter_groups(machine, &mut plan) {
        Ok(group) => group,
        Err(error) => return first(machine, &GROUPS).map_or(Ok(()), |layer| Err((layer, error))),
    };
    let result = stage::start(&plan, |keeper| plan::map_users(machine, keeper));
    match result {
        Ok(kept) => {
            drop(kept.lifeline);
            let _ = stage::calls::wait(kept.keeper, true);
            drop(group);
            Ok(())
        }
        Err((step, error)) => match step.layer().or_else(|| suspect(machine, step)) {
            Some(layer) if machine.has(layer) => Err((layer, error)),
            _ => Ok(()),
        },
    }
}

/// The layers that are control groups.
const GROUPS: [Layer; 3] = [Layer::Freezer, Layer::ProcessGroup, Layer::MemoryGroup];

/// Makes the control groups of the trial.
fn enter_groups(machine: &Machine, plan: &mut Plan) -> io::Result<Option<Group>> {
    let group = Group::create(&machine.groups_in_use(), &Limits::default())?;
    if let Some(group) = &group {
        plan.entrances = group.entrances()?;
    }
    Ok(group)
}

fn first(machine: &Machine, layers: &[Layer]) -> Option<Layer> {
    layers.iter().copied().find(|&layer| machine.has(layer))
}

/// What is to be done without next, if a step failed that several layers share.
fn suspect(machine: &Machine, step: Step) -> Option<Layer> {
    /// In the order in which they are given up.
    const NAMESPACES: [Layer; 4] =
        [Layer::UserNamespace, Layer::NetworkNamespace, Layer::PidNamespace, Layer::MountNamespace];
    match step {
        Step::Process => first(machine, &NAMESPACES),
        Step::Group => first(machine, &GROUPS),
        _ => None,
    }
}
