use crate::registers::{Binary, Instruction, Operand, Register};

use super::ARGUMENT;

/// The mandatory prefix that is part of an opcode.
const MOVES: u8 = 2;
const BINARY: u8 = 1;

/// Appends instructions on the first 256 bits of each slot of so many bytes. None is ternary.
///
/// All have the form that is described in chapter 2.3 of Intel's *64 and IA-32 Architectures Software
/// Developer's Manual*, volume 2 (VEX).
pub(super) fn append(slot: i32, instructions: &[Instruction], code: &mut Vec<u8>) {
    let mut encoder = Encoder { slot, code };
    instructions.iter().for_each(|instruction| encoder.append(instruction));
}

struct Encoder<'c> {
    /// Bytes of a slot.
    slot: i32,
    code: &'c mut Vec<u8>,
}

/// The opcode of a function, the same for all vectors.
pub(super) const fn opcode(function: Binary) -> u8 {
    match function {
        Binary::And => 0xDB,
        Binary::NotAnd => 0xDF,
        Binary::Or => 0xEB,
        Binary::Xor => 0xEF,
    }
}

impl Encoder<'_> {
    fn append(&mut self, instruction: &Instruction) {
        match *instruction {
            Instruction::Load { to, from } => self.vector(MOVES, 0x6F, to, 0, from),
            Instruction::Store { from, slot } => self.vector(MOVES, 0x7F, from, 0, Operand::Slot(slot)),
            Instruction::Fill { to, ones } => {
                // vpcmpeqd of a register with itself, or vpxor.
                let opcode = if ones { 0x76 } else { 0xEF };
                self.vector(BINARY, opcode, to, to, Operand::Register(to));
            }
            Instruction::Binary { function, to, first, second } => {
                self.vector(BINARY, opcode(function), to, first, second);
            }
            Instruction::Ternary { .. } => unreachable!("the network has gates of two operands alone"),
        }
    }

    /// Appends an instruction. Numbers of registers stand inverted in the prefix.
    fn vector(&mut self, prefix: u8, opcode: u8, to: Register, first: Register, second: Operand) {
        let bit_3 = |number: u8| !number >> 3 & 1;
        let (base, mode) = match second {
            Operand::Register(register) => (bit_3(register), 0xC0 | register & 7),
            // An address of four bytes.
            Operand::Slot(_) => (bit_3(ARGUMENT), 0x80 | ARGUMENT),
        };
        let last = (!first & 15) << 3 | 0x04 | prefix;
        if base == 1 {
            self.code.extend([0xC5, bit_3(to) << 7 | last]);
        } else {
            self.code.extend([0xC4, bit_3(to) << 7 | 1 << 6 | base << 5 | 1, last]);
        }
        self.code.extend([opcode, mode | (to & 7) << 3]);
        if let Operand::Slot(slot) = second {
            self.code.extend((slot as i32 * self.slot).to_le_bytes());
        }
    }
}
