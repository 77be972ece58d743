use pulp::{Simd, WithSimd};

/// The instructions that lanes are evaluated with. They change the speed and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Instructions {
    /// What every machine of the build's target has.
    Portable,
    /// AVX2, 256 bits at a time.
    Avx2,
    /// AVX-512, 512 bits at a time, any function of three inputs in one instruction.
    Avx512,
}

impl Instructions {
    /// The best that this machine has.
    pub fn best() -> Self {
        let known = [Self::Avx512, Self::Avx2];
        known.into_iter().find(|instructions| instructions.available()).unwrap_or(Self::Portable)
    }

    /// Whether this machine has them.
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

    /// Does work on `64 * W` lanes, compiled for these instructions, or for every machine if this one lacks them or the words are too
    /// short to gain by them.
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

/// Work on lanes. All that it does must be inlined into it, or it is compiled for every machine.
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
