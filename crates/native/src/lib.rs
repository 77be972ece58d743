//! Boolean networks as machine code for AVX-512, which evaluates each gate for 512 lanes in one instruction,
//! or for AVX2, which evaluates gates of two operands for 256 lanes.
//!
//! ```
//! use spielbaum_native::{Code, Gate, Network, Output, Part, Target};
//!
//! // Two inputs, and a gate whose value is their AND, which goes to slot 2.
//! let network = Network {
//!     inputs: 2,
//!     variables: Vec::new(),
//!     gates: vec![Gate { table: 0x88, operands: [0, 1, 1] }],
//!     parts: vec![Part { end: 1, outputs: vec![Output { value: 2, slot: 2 }], in_order: false }],
//! };
//! // None if this machine has no AVX2, or the system allows no new code.
//! if let Some(code) = Code::new(&network, Target::Avx2In512) {
//!     let mut slots = vec![[0; 8]; code.slots()];
//!     slots[0] = [0b1100; 8];
//!     slots[1] = [0b1010; 8];
//!     code.run(0, &mut slots);
//!     assert_eq!(slots[2], [0b1000; 8]);
//! }
//! ```
//!
//! [`depth_first`] orders the gates, so that most values are read soon after they are made, `registers` keeps
//! these in the vector registers, and `encode` writes the instructions; before, `binary` makes gates of two
//! operands of those of three for AVX2. An interpreter of gates reads three operands from memory and writes a
//! result for each of them; of the code, most instructions have one operand in memory or none. `simplify`
//! leaves out what is not needed where some inputs are known.
//!
//! Cranelift (0.135) makes vectors of 128 bits for x86, so that a gate takes four instructions at least, and
//! takes several times as long to make them.
//!
//! The one unsafe expression of the project is here, in `machine`: it calls the code.

mod binary;
mod code;
mod encode;
#[cfg_attr(not(all(feature = "jit", target_arch = "x86_64")), path = "no_machine.rs")]
mod machine;
mod network;
mod order;
mod registers;
mod simplify;
mod slots;
mod target;

pub use code::Code;
pub use network::{Gate, Network, Output, Part, depends};
pub use order::depth_first;
pub use slots::Slots;
pub use target::Target;
