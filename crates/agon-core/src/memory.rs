//! Memory for tables as the processor likes it: large pages where the system gives them, and fetching ahead.
#![allow(unsafe_code)] // Reason: prefetching and advising the system about pages have no safe form.

use std::sync::atomic::AtomicU64;

/// The size of a large page.
const LARGE_PAGE: usize = 2 << 20;

/// Zeroed words, aligned to cache lines, on large pages if there are enough of them and the system agrees.
///
/// ```
/// use agon_core::memory::Words;
/// use std::sync::atomic::Ordering::Relaxed;
///
/// let mut words = Words::zeroed(1 << 10);
/// words.all()[7].store(5, Relaxed);
/// assert_eq!(words.all().iter().map(|word| word.load(Relaxed)).sum::<u64>(), 5);
/// words.clear();
/// assert_eq!(words.all()[7].load(Relaxed), 0);
/// ```
#[derive(Debug)]
pub struct Words {
    start: *mut AtomicU64,
    length: usize,
    layout: std::alloc::Layout,
}

// SAFETY: the words are atomic and owned; the pointer is never handed out.
unsafe impl Send for Words {}
// SAFETY: as above; all access through a shared reference is atomic.
unsafe impl Sync for Words {}

impl Words {
    /// So many words, all zero.
    pub fn zeroed(length: usize) -> Words {
        let bytes = length.max(8) * size_of::<AtomicU64>();
        let align = if bytes >= LARGE_PAGE { LARGE_PAGE } else { 64 };
        let layout = std::alloc::Layout::from_size_align(bytes, align).expect("a table fits into memory");
        // SAFETY: the layout has a size above 0.
        let start = unsafe { std::alloc::alloc(layout) };
        if start.is_null() {
            std::alloc::handle_alloc_error(layout);
        }
        advise_large_pages(start, bytes);
        // SAFETY: `start` is valid for `bytes` bytes, and all bits zero is a valid `AtomicU64`.
        unsafe { start.write_bytes(0, bytes) };
        Words { start: start.cast(), length, layout }
    }

    /// The words.
    #[inline(always)]
    pub fn all(&self) -> &[AtomicU64] {
        // SAFETY: `zeroed` made `length` valid words at `start`, which live as long as `self`.
        unsafe { std::slice::from_raw_parts(self.start, self.length) }
    }

    /// Asks the processor to fetch a word into its cache. Any index is allowed; past the end nothing happens.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        fetch(self.start.wrapping_add(index).cast());
    }

    /// Sets all words to zero.
    pub fn clear(&mut self) {
        // SAFETY: as in `all`, and the exclusive reference says that nobody else reads or writes them.
        unsafe { self.start.write_bytes(0, self.length) };
    }
}

/// Asks the processor to fetch the cache line of something that will be read soon.
#[inline(always)]
pub fn prefetch<T>(target: &T) {
    fetch(std::ptr::from_ref(target).cast());
}

#[inline(always)]
fn fetch(address: *const i8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch has no effect but on the cache and does not fault, whatever the address; SSE is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

impl Drop for Words {
    fn drop(&mut self) {
        // SAFETY: allocated in `zeroed` with this layout and not freed since.
        unsafe { std::alloc::dealloc(self.start.cast(), self.layout) };
    }
}

#[cfg(target_os = "linux")]
fn advise_large_pages(start: *mut u8, bytes: usize) {
    use std::ffi::{c_int, c_void};
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    const MADV_HUGEPAGE: c_int = 14;
    if bytes >= LARGE_PAGE {
        // SAFETY: the range is one we own. Advice changes no contents, and a refusal is harmless.
        let _ = unsafe { madvise(start.cast(), bytes, MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise_large_pages(_: *mut u8, _: usize) {}
