use native::Target;
use pulp::{Simd, WithSimd};

/// The instruction set with which lanes are evaluated. It changes the speed and no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Instructions {
    /// The baseline of the build's target.
    Portable,
    /// AVX2, 256 bits at a time.
    Avx2,
    /// AVX-512, 512 bits at a time, any function of three inputs in one instruction.
    Avx512,
}

impl Instructions {
    /// The best set that this machine has.
    pub fn best() -> Self {
        let known = [Self::Avx512, Self::Avx2];
        known.into_iter().find(|instructions| instructions.available()).unwrap_or(Self::Portable)
    }

    /// Whether this machine has the set.
    pub fn available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => pulp::x86::V3::try_new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => pulp::x86::V4::try_new().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// What machine code for `64 * words` lanes that are evaluated with them is made for, if it is made.
    pub(crate) fn target(self, words: usize) -> Option<Target> {
        let target = match (self, words) {
            (Self::Avx512, 8) => Target::Avx512,
            (Self::Avx2, 8) => Target::Avx2In512,
            (Self::Avx2, 4) => Target::Avx2In256,
            _ => return None,
        };
        target.is_available().then_some(target)
    }

    /// Runs a kernel on `64 * W` lanes, compiled for this instruction set. It falls back to the baseline if
    /// the machine lacks the set or the words are too short to gain by it.
    pub(crate) fn run<const W: usize, K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if W == 8 => {
                if let Some(simd) = pulp::x86::V4::try_new() {
                    return Simd::vectorize(simd, Vectorised(kernel));
                }
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 | Self::Avx512 if W > 1 => {
                if let Some(simd) = pulp::x86::V3::try_new() {
                    return Simd::vectorize(simd, Vectorised(kernel));
                }
            }
            _ => {}
        }
        kernel.run()
    }
}

/// Work on lanes. Everything it calls must be inlined into it; what is not is compiled for the baseline.
pub(crate) trait Kernel {
    type Output;

    fn run(self) -> Self::Output;
}

struct Vectorised<K>(K);

impl<K: Kernel> WithSimd for Vectorised<K> {
    type Output = K::Output;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> K::Output {
        self.0.run()
    }
}
