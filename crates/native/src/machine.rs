use memmap2::{Mmap, MmapMut};

/// Functions in memory that nobody changes any more.
#[derive(Debug)]
pub(crate) struct Memory(Mmap);

/// A function of the address of slot 0.
type Function = unsafe extern "sysv64" fn(*mut [u64; 8]);

impl Memory {
    /// Whether this machine has the instructions.
    pub(crate) fn available() -> bool {
        std::arch::is_x86_feature_detected!("avx512f")
    }

    /// None if the system allows no new code.
    pub(crate) fn new(code: &[u8]) -> Option<Self> {
        let mut memory = MmapMut::map_anon(code.len().max(1)).ok()?;
        memory[..code.len()].copy_from_slice(code);
        memory.make_exec().ok().map(Self)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.len()
    }

    /// Calls the function that starts there. It is one that `append_function` has written, of instructions that read and write no slots but the given ones.
    #[allow(unsafe_code)]
    pub(crate) fn call(&self, start: usize, slots: &mut [[u64; 8]]) {
        let function = self.0[start..].as_ptr();
        // SAFETY: a `Code` calls what it has had written, where it starts and for a machine that has the instructions, with as many slots as they name. The function changes whole slots,
        // and no register but those that the caller of a System V function expects to be changed.
        unsafe {
            std::mem::transmute::<*const u8, Function>(function)(slots.as_mut_ptr());
        }
    }
}
