//! The sandbox: what the machine offers, and how programs are started with it.

use std::ffi::OsString;
use std::fmt::Write;
use std::io;
use std::sync::Arc;

use crate::cgroup::{ControlGroups, Group};
use crate::layer::PROMISES;
use crate::lookup::{self, Found, Viewer};
use crate::machine::Machine;
use crate::scratch::Scratch;
use crate::stage::step::Step;
use crate::watch::Watched;
use crate::{Layer, Limits, Mode, Program, Running, SandboxError, bubblewrap, plan, stage};

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
}

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
        Ok(Sandbox { mode, limits, layers, machine: Arc::new(machine) })
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
        let found = lookup::find(program, Viewer::Ourselves, &search_path())?;
        let scratch = Scratch::create().map_err(|source| SandboxError::Scratch { source })?;
        let plan = plan::uncontained(&found, plan::uncontained_command(program, &found)?)?;
        let kept = stage::start(&plan, |_| Ok(())).map_err(|error| failed(program, error))?;
        Ok(Running::new(kept, scratch, None, false))
    }

    fn spawn_contained(&self, program: &Program) -> Result<Running, SandboxError> {
        let machine = &*self.machine;
        let identity = plan::identity(machine);
        let viewer = if identity.is_some() { Viewer::Other } else { Viewer::Ourselves };
        let found = lookup::find(program, viewer, &search_path())?;
        if !machine.has(Layer::MountNamespace) || machine.bubblewrap.is_some() {
            reachable(&found)?;
        }
        let scratch = Scratch::create().map_err(|source| SandboxError::Scratch { source })?;
        if let Some((uid, gid)) = identity {
            scratch.give_to(uid, gid).map_err(|source| SandboxError::Scratch { source })?;
        }
        let command = plan::contained_command(program, &found, &scratch, &self.limits)?;
        let plan = match &machine.bubblewrap {
            None => plan::contained(machine, &self.limits, &found, &scratch, Some(command))?,
            Some(program) => bubblewrap::plan(program, machine, &self.limits, &found, &scratch, command)?,
        };
        let group =
            Group::create(&self.groups(), &self.limits).map_err(|source| SandboxError::Group { source })?;
        let kept = stage::start(&plan, |keeper| {
            if let Some(group) = &group {
                group.add(keeper).map_err(|error| (Step::Limits, error))?;
            }
            if machine.bubblewrap.is_none() { plan::map_users(machine, keeper) } else { Ok(()) }
        })
        .map_err(|error| failed(program, error))?;
        // Bubblewrap's pid namespace begins below the keeper.
        let first_in_namespace = machine.has(Layer::PidNamespace) && machine.bubblewrap.is_none();
        let mut running = Running::new(kept, scratch, group, first_in_namespace);
        let mut limits = self.limits;
        if machine.bubblewrap.is_some() {
            running.signals_are_codes();
            limits.processes = limits.processes.saturating_add(bubblewrap::PROCESSES);
        }
        running.watch(
            limits,
            Watched {
                memory: machine.has(Layer::MemoryWatch) && !machine.has(Layer::MemoryGroup),
                processes: !machine.has(Layer::ProcessGroup),
            },
        )?;
        Ok(running)
    }

    /// Where control groups are made, as far as they are in use.
    fn groups(&self) -> ControlGroups {
        let ControlGroups { memory, processes } = self.machine.groups.clone();
        ControlGroups {
            memory: memory.filter(|_| self.machine.has(Layer::MemoryGroup)),
            processes: processes.filter(|_| self.machine.has(Layer::ProcessGroup)),
        }
    }
}

/// Fails with the first promise of `strict` that the machine cannot keep.
fn keep_promises(machine: &Machine) -> Result<(), SandboxError> {
    for promise in PROMISES {
        if !promise.layers.iter().any(|&layer| machine.has(layer)) {
            let missing: Vec<String> = promise
                .layers
                .iter()
                .map(|&layer| format!("{layer} ({})", machine.reason(layer).unwrap_or("unknown")))
                .collect();
            return Err(SandboxError::NotStrict {
                otherwise: promise.otherwise,
                missing: missing.join(", "),
            });
        }
    }
    Ok(())
}

/// Without a mount namespace nothing can be got around.
fn reachable(found: &Found) -> Result<(), SandboxError> {
    match found.closed.first() {
        Some(closed) => Err(SandboxError::Unreachable {
            path: found
                .visible
                .iter()
                .find(|path| path.starts_with(closed))
                .unwrap_or(&found.executable)
                .clone(),
            closed: closed.clone(),
        }),
        None => Ok(()),
    }
}

fn search_path() -> OsString {
    std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into())
}

fn failed(program: &Program, (step, source): (Step, io::Error)) -> SandboxError {
    let program = program.command.first().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
    SandboxError::Start { program, step: step.describe(), source }
}
