//! How much a program may use.

/// How much one program, with all its processes, may use.
///
/// The defaults let a Java virtual machine, a Python interpreter and a native program run without a thought
/// and stop what grows without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memory in bytes, all processes together.
    pub memory: u64,
    /// Processes and threads at one time. A Java virtual machine has some thirty threads of its own.
    pub processes: u32,
    /// The largest file in bytes, and all files together where the scratch folder is a file system of its own.
    pub file_size: u64,
    /// Bytes on standard output, in total.
    pub output: u64,
    /// Files, pipes and sockets open at one time in one process.
    pub open_files: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        const MIB: u64 = 1 << 20;
        Limits { memory: 2048 * MIB, processes: 256, file_size: 64 * MIB, output: 64 * MIB, open_files: 256 }
    }
}
