//! The sandbox: what the machine offers, and how programs are started with it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use crate::layer::PROMISES;
use crate::linux::cgroup::Group;
use crate::linux::lookup::{self, Surroundings, Viewer};
use crate::linux::machine::Machine;
use crate::linux::scratch::Scratch;
use crate::linux::stage::step::Step;
use crate::linux::watch::Watched;
use crate::linux::{bubblewrap, plan, stage};
use crate::{Layer, Limits, Mode, Program, Running, SandboxError};

/// The containment that the machine offers, found out once, in which any number of programs are started.
///
/// ```
/// use agon_sandbox::{Limits, Mode, Program, Sandbox};
/// use std::io::Read;
/// let sandbox = Sandbox::new(Mode::Auto, Limits::default())?;
/// let mut running = sandbox.spawn(&Program::parse("echo 'a move'")?)?;
/// let mut answer = String::new();
/// running.take_output().unwrap().read_to_string(&mut answer).unwrap();
/// assert_eq!(answer, "a move\n");
/// # Ok::<(), agon_sandbox::SandboxError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sandbox {
    mode: Mode,
    limits: Limits,
    layers: Vec<Layer>,
    machine: Arc<Machine>,
    /// What every program is shown beside what it needs.
    readable: Vec<PathBuf>,
}

/// The variable with a list of files and folders (as `PATH` is one) that every contained program may read beside what
/// it needs.
const READABLE: &str = "AGON_SANDBOX_READ";

impl Sandbox {
    /// Finds out what the machine offers. `Strict` fails where that is not enough.
    pub fn new(mode: Mode, limits: Limits) -> Result<Sandbox, SandboxError> {
        // Without layers there is nothing to look for.
        let machine = if mode == Mode::Off { Machine::unprobed() } else { Machine::probe() };
        Sandbox::on(machine, mode, limits)
    }

    /// As [`new`](Sandbox::new), on a machine that was looked at before.
    pub fn on(machine: Machine, mode: Mode, limits: Limits) -> Result<Sandbox, SandboxError> {
        if mode == Mode::Strict {
            keep_promises(&machine)?;
        }
        let in_use = |layer: Layer| match layer {
            Layer::MemoryWatch => !machine.has(Layer::MemoryGroup),
            _ => true,
        };
        let layers = match mode {
            Mode::Off => vec![Layer::Keeper],
            Mode::Auto | Mode::Strict => {
                Layer::ALL.into_iter().filter(|&layer| machine.has(layer) && in_use(layer)).collect()
            }
        };
        let readable = std::env::var_os(READABLE).unwrap_or_default();
        let readable = std::env::split_paths(&readable).filter(|path| !path.as_os_str().is_empty()).collect();
        Ok(Sandbox { mode, limits, layers, machine: Arc::new(machine), readable })
    }

    /// The same, and its programs may read these files and folders too, whatever is in them.
    #[must_use]
    pub fn showing(mut self, paths: impl IntoIterator<Item = PathBuf>) -> Sandbox {
        self.readable.extend(paths);
        self
    }

    /// The layers in use.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The limits that every program of this sandbox gets.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// How much containment was asked for.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// One line for the person and for the record: the layers in use and the layers missing.
    pub fn describe(&self) -> String {
        if self.mode == Mode::Off {
            return "sandbox off: programs have the rights of whoever started this".to_owned();
        }
        let names: Vec<String> = self.layers.iter().map(Layer::to_string).collect();
        let by = if self.machine.bubblewrap.is_some() { " with bubblewrap" } else { "" };
        let mut line = format!("sandbox {}{by}: {}", self.mode, names.join(", "));
        for (number, (layer, reason)) in self.machine.missing().enumerate() {
            let _ = write!(line, "{} {layer} ({reason})", if number == 0 { "; missing:" } else { "," });
        }
        line
    }

    /// Starts a program with all three standard streams on pipes.
    pub fn spawn(&self, program: &Program) -> Result<Running, SandboxError> {
        match self.mode {
            Mode::Off => self.spawn_uncontained(program),
            Mode::Auto | Mode::Strict => self.spawn_contained(program),
        }
    }

    fn spawn_uncontained(&self, program: &Program) -> Result<Running, SandboxError> {
        let found = lookup::find_anywhere(program)?;
        let scratch = Scratch::create().map_err(|source| SandboxError::Scratch { source })?;
        let plan = plan::uncontained(&found, plan::uncontained_command(program, &found)?)?;
        let kept = stage::start(&plan, |_| Ok(())).map_err(|error| failed(program, error))?;
        Ok(Running::new(kept, scratch, None, false))
    }

    fn spawn_contained(&self, program: &Program) -> Result<Running, SandboxError> {
        let machine = &*self.machine;
        let identity = plan::identity(machine);
        let viewer = if identity.is_some() { Viewer::Other } else { Viewer::Ourselves };
        let around = Surroundings::ours(viewer, &self.readable);
        let found = lookup::find(program, &around)?;
        if let Some((path, closed)) = &found.unreachable
            && (!machine.has(Layer::MountNamespace) || machine.bubblewrap.is_some())
        {
            // Without a root of its own nothing can be got around.
            return Err(SandboxError::Unreachable { path: path.clone(), closed: closed.clone() });
        }
        let scratch = Scratch::create().map_err(|source| SandboxError::Scratch { source })?;
        if let Some((uid, gid)) = identity {
            scratch.give_to(uid, gid).map_err(|source| SandboxError::Scratch { source })?;
        }
        let command = plan::contained_command(program, &found, &scratch, &self.limits)?;
        let homes = &around.homes;
        let mut plan = match &machine.bubblewrap {
            None => plan::contained(machine, &self.limits, &found, &scratch, homes, Some(command))?,
            Some(program) => {
                bubblewrap::plan(program, machine, &self.limits, &found, &scratch, homes, command)?
            }
        };
        let mut limits = self.limits;
        if machine.bubblewrap.is_some() {
            limits.processes = limits.processes.saturating_add(bubblewrap::PROCESSES);
        }
        let in_group = |source| SandboxError::Group { source };
        let group = Group::create(&machine.groups_in_use(), &limits).map_err(in_group)?;
        if let Some(group) = &group {
            plan.entrances = group.entrances().map_err(in_group)?;
        }
        let kept = stage::start(&plan, |keeper| {
            if machine.bubblewrap.is_none() { plan::map_users(machine, keeper) } else { Ok(()) }
        })
        .map_err(|error| failed(program, error))?;
        // Bubblewrap's pid namespace begins below the keeper.
        let first_in_namespace = machine.has(Layer::PidNamespace) && machine.bubblewrap.is_none();
        let mut running = Running::new(kept, scratch, group, first_in_namespace);
        if machine.bubblewrap.is_some() {
            running.signals_are_codes();
        }
        running.watch(
            limits,
            Watched {
                memory: machine.has(Layer::MemoryWatch) && !machine.has(Layer::MemoryGroup),
                processes: !machine.has(Layer::ProcessGroup),
                own_sockets: machine.has(Layer::NetworkNamespace),
                // Bubblewrap's own process is not the program's.
                open: machine.bubblewrap.is_none(),
            },
        )?;
        Ok(running)
    }
}

/// Fails with the first promise of `strict` that the machine cannot keep.
fn keep_promises(machine: &Machine) -> Result<(), SandboxError> {
    for promise in PROMISES {
        let is_open = |way: &&[Layer]| way.iter().all(|&layer| machine.has(layer));
        if !promise.ways.iter().any(is_open) {
            let layers: BTreeSet<Layer> = promise.ways.iter().flat_map(|way| way.iter().copied()).collect();
            let missing: Vec<String> = layers
                .into_iter()
                .filter_map(|layer| Some(format!("{layer} ({})", machine.reason(layer)?)))
                .collect();
            return Err(SandboxError::NotStrict {
                otherwise: promise.otherwise,
                missing: missing.join(", "),
            });
        }
    }
    Ok(())
}

fn failed(program: &Program, (step, source): (Step, io::Error)) -> SandboxError {
    let program = program.command.first().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    SandboxError::Start { program, step: step.describe(), source }
}
