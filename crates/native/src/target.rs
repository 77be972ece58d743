use crate::machine::Memory;

/// What code is made for: vector instructions, and how many lanes there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// AVX-512 in 512 lanes: an instruction is any function of three values; 32 registers.
    Avx512,
    /// AVX2 in 512 lanes, half of which are in an instruction, a function of two values; 16 registers.
    Avx2In512,
    /// AVX2 in 256 lanes.
    Avx2In256,
}

impl Target {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2In512, Self::Avx2In256];

    /// Whether this machine has the instructions, and there is the feature `jit`.
    pub fn is_available(self) -> bool {
        Memory::available(self)
    }

    /// How many lanes there are.
    pub const fn lanes(self) -> usize {
        match self {
            Self::Avx512 | Self::Avx2In512 => 512,
            Self::Avx2In256 => 256,
        }
    }

    /// How many lanes are in a register.
    const fn register_lanes(self) -> usize {
        match self {
            Self::Avx512 => 512,
            Self::Avx2In512 | Self::Avx2In256 => 256,
        }
    }

    /// How many vector registers there are.
    pub(crate) const fn registers(self) -> usize {
        match self {
            Self::Avx512 => 32,
            Self::Avx2In512 | Self::Avx2In256 => 16,
        }
    }

    /// How often code is run to evaluate all lanes, each time for the next ones.
    pub(crate) const fn runs(self) -> usize {
        self.lanes() / self.register_lanes()
    }

    /// Whether an instruction may be any function of three values.
    pub(crate) const fn is_ternary(self) -> bool {
        matches!(self, Self::Avx512)
    }

    /// Bytes of a slot.
    pub(crate) const fn slot(self) -> i32 {
        self.lanes() as i32 / 8
    }
}
