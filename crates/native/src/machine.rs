use memmap2::{Mmap, MmapMut};

use crate::Target;
use crate::slots::Line;

/// What takes this many bytes is kept in huge pages where the system has them (2 MiB each), as there are not
/// enough entries for small ones in the tables that the processor keeps of pages: with huge pages, the values
/// of public chess are read in two thirds of the time.
const HUGE: usize = 1 << 18;

/// Memory of so many bytes, all 0; none if the system gives none.
fn zeroed(bytes: usize) -> Option<MmapMut> {
    let memory = MmapMut::map_anon(bytes.max(1)).ok()?;
    #[cfg(target_os = "linux")]
    if bytes >= HUGE {
        // Without huge pages it is slower and does the same.
        _ = memory.advise(memmap2::Advice::HugePage);
    }
    Some(memory)
}

/// Functions in memory that nobody changes any more.
#[derive(Debug)]
pub(crate) struct Memory(Mmap);

/// A function of the address of slot 0, or of the part of it that is worked on.
type Function = unsafe extern "sysv64" fn(*mut u64);

impl Memory {
    /// Whether this machine has the instructions.
    pub(crate) fn available(target: Target) -> bool {
        match target {
            Target::Avx512 => std::arch::is_x86_feature_detected!("avx512f"),
            Target::Avx2In512 | Target::Avx2In256 => std::arch::is_x86_feature_detected!("avx2"),
        }
    }

    /// None if the system allows no new code.
    pub(crate) fn new(code: &[u8]) -> Option<Self> {
        let mut memory = zeroed(code.len())?;
        memory[..code.len()].copy_from_slice(code);
        memory.make_exec().ok().map(Self)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.len()
    }

    /// Calls the function that starts there, so many times, each time for the next part of each slot. It is
    /// one that `append_function` has written, of instructions that read and write such a part of each slot,
    /// and no slots but the given ones.
    #[allow(unsafe_code)]
    pub(crate) fn call<const W: usize>(&self, start: usize, runs: usize, slots: &mut [[u64; W]]) {
        let function = self.0[start..].as_ptr();
        for run in 0..runs {
            let part = slots.as_mut_ptr().cast::<u64>().wrapping_add(run * W / runs);
            // SAFETY: a `Code` calls what it has had written, where it starts and for a machine that has the
            // instructions, with as many slots as they name, and as often as there are such parts in a slot.
            // The function changes whole words, and no register but those that the caller of a System V
            // function expects to be changed.
            unsafe {
                std::mem::transmute::<*const u8, Function>(function)(part);
            }
        }
    }
}

/// Cache lines. They are in memory of the allocator's if they are few, as slices of these are found faster.
#[derive(Debug)]
pub(crate) enum Lines {
    Mapped(MmapMut),
    Allocated(Box<[Line]>),
}

impl Lines {
    /// So many lines, all 0, of which the first will be used.
    pub(crate) fn zeroed(lines: usize, used: usize) -> Self {
        let line = size_of::<Line>();
        let mapped = if line * used < HUGE { None } else { zeroed(line * lines) };
        mapped.map_or_else(|| Self::Allocated(bytemuck::zeroed_slice_box(lines)), Self::Mapped)
    }

    #[inline(always)]
    pub(crate) fn get(&self) -> &[Line] {
        match self {
            Self::Mapped(memory) => bytemuck::cast_slice(memory),
            Self::Allocated(lines) => lines,
        }
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self) -> &mut [Line] {
        match self {
            Self::Mapped(memory) => bytemuck::cast_slice_mut(memory),
            Self::Allocated(lines) => lines,
        }
    }
}
