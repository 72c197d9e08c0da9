//! Which Landlock rules this kernel understands, and those a program gets.

use std::ffi::CString;

use crate::linux::stage::confine::{LandlockRules, RulesetAttributes};

const EXECUTE: u64 = 1;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
const READ_DIR: u64 = 1 << 3;

/// Every right over files that this version of the interface knows.
fn all_rights(version: u32) -> u64 {
    let count = match version {
        0 | 1 => 13, // the rights of the first version, up to making symbolic links
        2 => 14,     // linking and renaming between folders
        3 | 4 => 15, // truncating
        _ => 16,     // device controls
    };
    (1 << count) - 1
}

/// The rules of a program that may read what is `readable` (of which folders are marked), and write beneath `writable`
/// and to `devices`.
pub(crate) fn rules(
    version: u32,
    readable: Vec<(CString, bool)>,
    writable: Vec<CString>,
    devices: Vec<CString>,
) -> LandlockRules {
    const READ: u64 = EXECUTE | READ_FILE;
    let all = all_rights(version);
    let read = |(path, is_folder)| (path, if is_folder { READ | READ_DIR } else { READ });
    let mut rules: Vec<_> = readable.into_iter().map(read).collect();
    rules.extend(writable.into_iter().map(|path| (path, all)));
    rules.extend(devices.into_iter().map(|path| (path, READ_FILE | WRITE_FILE)));
    LandlockRules {
        attributes: RulesetAttributes {
            handled_access_fs: all,
            handled_access_net: if version >= 4 { 0b11 } else { 0 }, // binding and connecting TCP
            scoped: if version >= 6 { 0b11 } else { 0 },             // abstract sockets and signals
        },
        attributes_size: match version {
            0..=3 => 8,
            4 | 5 => 16,
            _ => 24,
        },
        rules,
    }
}

#[cfg(test)]
mod tests {
    use super::{CString, READ_DIR, WRITE_FILE, rules};

    fn root() -> Vec<(CString, bool)> {
        vec![(c"/usr".to_owned(), true), (c"/etc/passwd".to_owned(), false)]
    }

    #[test]
    fn no_rule_asks_for_more_than_the_kernel_knows() {
        for version in 1..=8 {
            let rules = rules(version, root(), vec![c"/tmp/x".to_owned()], vec![c"/dev/null".to_owned()]);
            let handled = rules.attributes.handled_access_fs;
            assert!(rules.rules.iter().all(|(_, rights)| rights & !handled == 0), "version {version}");
            assert_eq!(rules.attributes.handled_access_net != 0, rules.attributes_size >= 16);
            assert_eq!(rules.attributes.scoped != 0, rules.attributes_size >= 24);
        }
    }

    #[test]
    fn writing_is_for_the_scratch_folder_and_devices_only() {
        let rules = rules(7, root(), vec![c"/tmp/x".to_owned()], vec![c"/dev/null".to_owned()]);
        let writable: Vec<_> =
            rules.rules.iter().filter(|(_, rights)| rights & WRITE_FILE != 0).map(|(path, _)| path).collect();
        assert_eq!(writable, [c"/tmp/x", c"/dev/null"]);
    }

    #[test]
    fn nothing_is_read_but_what_is_listed() {
        let rules = rules(7, root(), Vec::new(), Vec::new()).rules;
        let list: Vec<_> =
            rules.iter().map(|(path, rights)| (path.as_c_str(), rights & READ_DIR != 0)).collect();
        assert_eq!(list, [(c"/usr", true), (c"/etc/passwd", false)]);
    }
}
