//! What `strict` refuses, layer by layer.

use agon_sandbox::{Layer, Limits, Mode, Sandbox};

use crate::stage::machine_without;

/// What `strict` says on a machine without these layers.
fn refusal(layers: &[Layer]) -> Option<String> {
    Sandbox::on(machine_without(layers), Mode::Strict, Limits::default()).err().map(|error| error.to_string())
}

#[test]
fn strict_refuses_when_nothing_keeps_a_promise() {
    for (missing, otherwise) in [
        (&[Layer::NetworkNamespace, Layer::Seccomp][..], "nothing would keep a program from the network"),
        (
            &[Layer::MountNamespace, Layer::Landlock],
            "nothing would keep a program from writing outside its scratch folder",
        ),
        (&[Layer::MemoryGroup, Layer::MemoryWatch], "nothing would bound a program's memory"),
        (
            &[Layer::ProcessGroup, Layer::ResourceLimits],
            "nothing would bound the number of a program's processes",
        ),
        (&[Layer::PidNamespace, Layer::ProcessGroup], "processes of a program could outlive it"),
        (
            &[Layer::Seccomp, Layer::MountNamespace],
            "nothing would keep a program from the sockets of services",
        ),
        (&[Layer::Seccomp, Layer::MemoryGroup], "nothing would bound a program's memory"),
        (&[Layer::Unprivileged], "a program would run as the superuser"),
    ] {
        let refusal = refusal(missing).unwrap();
        assert!(
            refusal.starts_with(&format!("the sandbox cannot be strict here: {otherwise}. Missing: ")),
            "{refusal}"
        );
        for layer in missing {
            assert!(refusal.contains(&format!("{layer} (")), "{layer} is not named: {refusal}");
        }
        assert!(refusal.contains("taken away by a test"), "{refusal}");
    }
}

#[test]
fn strict_is_content_when_another_layer_keeps_the_promise() {
    if let Some(refusal) = refusal(&[]) {
        println!("skipped: {refusal}");
        return;
    }
    for layer in [Layer::NetworkNamespace, Layer::Landlock, Layer::MemoryGroup, Layer::ProcessGroup] {
        assert_eq!(refusal(&[layer]), None, "without {layer}");
    }
    let watched = refusal(&[Layer::Seccomp]).unwrap_or_default();
    assert_eq!(watched.is_empty(), machine_without(&[]).has(Layer::MemoryGroup), "{watched}");
}

#[test]
fn strict_wants_other_processes_out_of_reach() {
    // Where a control group ends them together, they are not out of each other's reach.
    let refusal = refusal(&[Layer::PidNamespace]).unwrap();
    let out_of_reach = "a program could look into the processes of others";
    assert!(refusal.contains(out_of_reach) || refusal.contains("could outlive it"), "{refusal}");
}

#[test]
fn new_privileges_bring_down_what_depends_on_them() {
    let refusal = refusal(&[Layer::NoNewPrivileges]).unwrap();
    assert!(refusal.contains("a program could gain privileges"), "{refusal}");
    let machine = machine_without(&[Layer::NoNewPrivileges]);
    assert!(!machine.has(Layer::Landlock) && !machine.has(Layer::Seccomp));
}

#[test]
fn the_line_names_what_is_there_and_what_is_not() {
    let machine = machine_without(&[Layer::Landlock]);
    let sandbox = Sandbox::on(machine.clone(), Mode::Auto, Limits::default()).unwrap();
    let line = sandbox.describe();
    let (used, missing) = line.split_once("; missing: ").unwrap();
    assert!(used.starts_with("sandbox auto: "), "{line}");
    assert!(missing.contains("Landlock (taken away by a test)"), "{line}");
    for layer in sandbox.layers() {
        assert!(machine.has(*layer) && used.contains(&layer.to_string()), "{layer}: {line}");
    }
    assert!(!line.contains('\n'));
    let off = Sandbox::on(machine, Mode::Off, Limits::default()).unwrap();
    assert!(off.describe().starts_with("sandbox off: "));
}
