//! What a program sees of the file system: plans which folders are covered and what shows through.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::SandboxError;
use crate::stage::mounts::{Cover, MOST_SHOWN, Mounts, Private, Shown};

/// Folders that every program gets empty of its own, because what others leave there (sockets of services,
/// files, shared memory, devices) is not for it. Those it can write to are marked.
const COVERED: [(&str, bool); 5] =
    [("/tmp", true), ("/var/tmp", true), ("/run", false), ("/dev", false), ("/dev/shm", true)];

/// The devices that every program gets.
pub(crate) const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

const LINKS: [(&str, &str); 4] = [
    ("/proc/self/fd", "/dev/fd"),
    ("/proc/self/fd/0", "/dev/stdin"),
    ("/proc/self/fd/1", "/dev/stdout"),
    ("/proc/self/fd/2", "/dev/stderr"),
];

/// What must be seen, what must not, and where the program writes.
#[derive(Debug)]
pub(crate) struct View<'a> {
    /// Files and folders that must be seen, without links in them.
    pub(crate) visible: &'a [PathBuf],
    /// Folders that the program's user cannot pass; they are covered so that what is visible can be reached.
    pub(crate) closed: &'a [PathBuf],
    /// The program's scratch folder.
    pub(crate) scratch: &'a Path,
    /// The size of all it writes, in bytes.
    pub(crate) size: u64,
    /// The user and group it runs as.
    pub(crate) owner: (u32, u32),
    /// Whether it gets a `/proc` of its own.
    pub(crate) new_proc: bool,
}

/// A path as the kernel takes it.
pub(crate) fn c_path(path: &Path) -> Result<CString, SandboxError> {
    CString::new(path.as_os_str().as_bytes())
        .map_err(|_| SandboxError::Nul { text: path.display().to_string() })
}

impl View<'_> {
    /// The covers of this view, outermost first.
    fn covers(&self) -> Vec<(PathBuf, bool)> {
        let fixed = COVERED.iter().map(|(path, writable)| (PathBuf::from(path), *writable));
        let closed = self.closed.iter().map(|path| (path.clone(), false));
        let mut covers: Vec<_> = fixed
            .filter(|(path, _)| path.is_dir() && !path.is_symlink())
            .chain(closed)
            // Who asks to see a whole folder sees it.
            .filter(|(cover, _)| !self.visible.iter().any(|path| cover.starts_with(path)))
            .collect();
        covers.sort();
        covers.dedup_by(|a, b| a.0 == b.0);
        // A closed folder inside a covered one is gone anyway.
        let outer = covers.clone();
        let is_inside = |path: &Path| outer.iter().any(|(cover, _)| path.starts_with(cover) && path != cover);
        covers.retain(|(path, _)| !self.closed.contains(path) || !is_inside(path));
        covers
    }

    /// The folders that the program can write to.
    pub(crate) fn writable(&self) -> Result<Vec<CString>, SandboxError> {
        let covers = self.covers();
        let covers = covers.iter().filter(|(_, writable)| *writable).map(|(path, _)| path.as_path());
        covers.chain([self.scratch]).map(c_path).collect()
    }

    /// The steps that make it so.
    pub(crate) fn mounts(&self) -> Result<Mounts, SandboxError> {
        let covers = self.covers();
        let has_devices = covers.iter().any(|(path, _)| path == Path::new("/dev"));
        let devices = DEVICES.iter().map(PathBuf::from).filter(|device| has_devices && device.exists());
        let mut visible: Vec<PathBuf> = self.visible.iter().cloned().chain(devices).collect();
        visible.sort();
        visible.dedup_by(|inner, outer| inner.starts_with(outer));
        let mut shown = Vec::new();
        for path in &visible {
            if let Some(parents) = hidden_parents(&covers, &visible, path)? {
                shown.push(Shown { path: c_path(path)?, is_folder: path.is_dir(), parents });
            }
        }
        if shown.len() > MOST_SHOWN {
            return Err(SandboxError::TooMuchVisible { most: MOST_SHOWN });
        }
        let links = LINKS.iter().filter(|_| has_devices);
        let scratch = Private {
            path: c_path(self.scratch)?,
            parents: hidden_parents(&covers, &visible, self.scratch)?.unwrap_or_default(),
        };
        Ok(Mounts {
            covers: covers
                .iter()
                .map(|(path, writable)| Ok(Cover { path: c_path(path)?, writable: *writable }))
                .collect::<Result<_, SandboxError>>()?,
            shown,
            links: links
                .map(|(target, path)| Ok((c_path(Path::new(target))?, c_path(Path::new(path))?)))
                .collect::<Result<_, SandboxError>>()?,
            scratch,
            size: c_path(Path::new(&self.size.to_string()))?,
            owner: self.owner,
            new_proc: self.new_proc,
        })
    }
}

/// The folders between the innermost cover over a path and the path; `None` if no cover hides it.
fn hidden_parents(
    covers: &[(PathBuf, bool)],
    visible: &[PathBuf],
    path: &Path,
) -> Result<Option<Vec<CString>>, SandboxError> {
    let shown_within = |path: &Path| visible.iter().any(|shown| path.starts_with(shown) && path != shown);
    let Some((cover, _)) = covers.iter().rfind(|(cover, _)| path.starts_with(cover) && path != cover) else {
        return Ok(None);
    };
    if shown_within(path) {
        return Ok(None);
    }
    let between = path.ancestors().skip(1).take_while(|folder| folder != cover);
    let mut parents = between.map(c_path).collect::<Result<Vec<_>, _>>()?;
    parents.reverse();
    Ok(Some(parents))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view<'a>(visible: &'a [PathBuf], closed: &'a [PathBuf]) -> View<'a> {
        let scratch = Path::new("/tmp/agon-1-0");
        View { visible, closed, scratch, size: 1024, owner: (1, 1), new_proc: true }
    }

    fn text(path: &CString) -> &str {
        path.to_str().unwrap()
    }

    #[test]
    fn what_a_cover_hides_shows_through_if_it_must() {
        let visible = ["/tmp/a/b", "/tmp/a/b/c", "/usr/bin", "/closed/x/y"].map(PathBuf::from);
        let closed = [PathBuf::from("/closed")];
        let mounts = view(&visible, &closed).mounts().unwrap();
        let covers: Vec<_> = mounts.covers.iter().map(|cover| (text(&cover.path), cover.writable)).collect();
        assert!(covers.contains(&("/tmp", true)), "{covers:?}");
        assert!(covers.contains(&("/closed", false)), "{covers:?}");
        assert!(covers.is_sorted(), "outermost first: {covers:?}");
        let shown: Vec<_> = mounts
            .shown
            .iter()
            .filter(|shown| !text(&shown.path).starts_with("/dev/"))
            .map(|shown| (text(&shown.path), shown.parents.iter().map(text).collect::<Vec<_>>()))
            .collect();
        assert_eq!(shown, [("/closed/x/y", vec!["/closed/x"]), ("/tmp/a/b", vec!["/tmp/a"])]);
        assert!(mounts.scratch.parents.is_empty());
    }

    #[test]
    fn who_asks_for_a_covered_folder_gets_it() {
        let visible = [PathBuf::from("/tmp")];
        let view = view(&visible, &[]);
        assert!(view.mounts().unwrap().covers.iter().all(|cover| text(&cover.path) != "/tmp"));
        assert!(!view.writable().unwrap().contains(&c"/tmp".to_owned()));
        assert!(view.writable().unwrap().contains(&c"/tmp/agon-1-0".to_owned()));
    }
}
