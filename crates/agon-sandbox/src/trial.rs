//! Tries a machine's layers with a program that does nothing.

use std::ffi::OsStr;
use std::io;

use crate::lookup::Found;
use crate::machine::Machine;
use crate::plan;
use crate::scratch::Scratch;
use crate::stage;
use crate::stage::step::Step;
use crate::{Layer, Limits};

/// Goes through every step but the last. Gives back the layer that does not work, with what the system said.
pub(crate) fn attempt(machine: &Machine) -> Result<(), (Layer, io::Error)> {
    // Without a scratch folder nothing can be tried, and spawning will say so.
    let Ok(scratch) = Scratch::create() else { return Ok(()) };
    let found = Found {
        executable: "/".into(),
        folder: None,
        search_path: OsStr::new("").to_owned(),
        visible: Vec::new(),
        closed: Vec::new(),
    };
    let Ok(plan) = plan::contained(machine, &Limits::default(), &found, &scratch, None) else {
        return Ok(());
    };
    let result = stage::start(&plan, |keeper| plan::map_users(machine, keeper));
    match result {
        Ok(kept) => {
            drop(kept.lifeline);
            let _ = stage::calls::wait(kept.keeper, true);
            Ok(())
        }
        Err((step, error)) => match step.layer().or_else(|| suspect(machine, step)) {
            Some(layer) if machine.has(layer) => Err((layer, error)),
            _ => Ok(()),
        },
    }
}

/// The namespace that is to be done without next, if the process could not be made with all of them.
fn suspect(machine: &Machine, step: Step) -> Option<Layer> {
    const NAMESPACES: [Layer; 4] =
        [Layer::UserNamespace, Layer::NetworkNamespace, Layer::PidNamespace, Layer::MountNamespace];
    (step == Step::Process).then(|| NAMESPACES.into_iter().find(|&layer| machine.has(layer)))?
}
