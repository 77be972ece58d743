mod evex;
mod vex;

use crate::Target;
use crate::registers::Instruction;

/// How many slots an address of one byte reaches, where there are such addresses.
const WINDOW: u32 = 256;

/// The most slots whose addresses fit into an instruction.
pub(crate) const MOST_SLOTS: usize = (i32::MAX / Target::Avx512.slot()) as usize - WINDOW as usize;

/// The general register that has the address of slot 0, or of the part of it that is worked on.
const ARGUMENT: u8 = 7;

/// Appends a function by the calling convention of System V: its argument is the address of slot 0.
pub(crate) fn append_function(target: Target, instructions: &[Instruction], code: &mut Vec<u8>) {
    if target.is_ternary() {
        evex::append(instructions, code);
    } else {
        vex::append(target.slot(), instructions, code);
    }
    // vzeroupper; ret
    code.extend([0xC5, 0xF8, 0x77, 0xC3]);
}
