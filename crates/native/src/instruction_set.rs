use crate::machine::Memory;

/// Vector instructions that code consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionSet {
    /// 512 lanes in an instruction, which is any function of three values; 32 registers.
    Avx512,
    /// 256 lanes in an instruction, which is a function of two values; 16 registers. Code is run twice.
    Avx2,
}

impl InstructionSet {
    /// All of them, the best one first.
    pub const ALL: [Self; 2] = [Self::Avx512, Self::Avx2];

    /// Whether this machine has the instructions, and there is the feature `jit`.
    pub fn is_available(self) -> bool {
        Memory::available(self)
    }

    /// How many vector registers there are.
    pub(crate) const fn registers(self) -> usize {
        match self {
            Self::Avx512 => 32,
            Self::Avx2 => 16,
        }
    }

    /// How often code is run to evaluate 512 lanes, each time for the next ones.
    pub(crate) const fn runs(self) -> usize {
        match self {
            Self::Avx512 => 1,
            Self::Avx2 => 2,
        }
    }
}
