mod evex;
mod vex;

use crate::InstructionSet;
use crate::registers::Instruction;

/// Bytes of a slot.
const SLOT: i32 = 64;

/// How many slots an address of one byte reaches, where there are such addresses.
const WINDOW: u32 = 256;

/// The most slots whose addresses fit into an instruction.
pub(crate) const MOST_SLOTS: usize = (i32::MAX / SLOT) as usize - WINDOW as usize;

/// The general register that has the address of slot 0, or of the part of it that is worked on.
const ARGUMENT: u8 = 7;

/// Appends a function by the calling convention of System V: its argument is the address of slot 0.
pub(crate) fn append_function(set: InstructionSet, instructions: &[Instruction], code: &mut Vec<u8>) {
    match set {
        InstructionSet::Avx512 => evex::append(instructions, code),
        InstructionSet::Avx2 => vex::append(instructions, code),
    }
    // vzeroupper; ret
    code.extend([0xC5, 0xF8, 0x77, 0xC3]);
}
