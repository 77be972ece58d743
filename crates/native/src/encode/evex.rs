use crate::Target;
use crate::registers::{Instruction, Operand, Register};

use super::vex::opcode;
use super::{ARGUMENT, WINDOW};

/// Bytes of a slot.
const SLOT: i32 = Target::Avx512.slot();

/// General registers that a function may change, by number. Each holds the address of the middle of a window,
/// so that the slots in it take an address of one byte, which counts in slots. The first one gets the address
/// of slot 0 from the caller.
const BASES: [u8; 9] = [ARGUMENT, 0, 1, 2, 6, 8, 9, 10, 11];

/// A map of opcodes, with the mandatory prefix that is part of them.
#[derive(Clone, Copy)]
struct Map {
    number: u8,
    prefix: u8,
}

/// Loads and stores, which need no alignment.
const MOVES: Map = Map { number: 1, prefix: 2 };
const BINARY: Map = Map { number: 1, prefix: 1 };
const TERNARY: Map = Map { number: 3, prefix: 1 };

/// Appends instructions on 512 bits.
///
/// All have the form that is described in chapter 2.7 of Intel's *64 and IA-32 Architectures Software
/// Developer's Manual*, volume 2 (EVEX).
pub(super) fn append(instructions: &[Instruction], code: &mut Vec<u8>) {
    let mut encoder = Encoder { windows: busiest_windows(instructions), code };
    encoder.set_bases();
    instructions.iter().for_each(|instruction| encoder.append(instruction));
}

struct Encoder<'c> {
    /// The window of each base.
    windows: Vec<u32>,
    code: &'c mut Vec<u8>,
}

/// The windows with the most accesses, so many as there are bases; the first of all comes first whatever
/// its accesses.
fn busiest_windows(instructions: &[Instruction]) -> Vec<u32> {
    let accesses = instructions.iter().filter_map(Instruction::slot).map(|slot| slot / WINDOW);
    let mut counts: Vec<u32> = vec![0];
    for window in accesses {
        counts.resize(counts.len().max(window as usize + 1), 0);
        counts[window as usize] += 1;
    }
    let mut windows: Vec<u32> =
        (1..counts.len() as u32).filter(|&window| counts[window as usize] > 0).collect();
    windows.sort_by_key(|&window| std::cmp::Reverse(counts[window as usize]));
    windows.insert(0, 0);
    windows.truncate(BASES.len());
    windows
}

impl Encoder<'_> {
    /// Sets the bases by `lea`, the first one last, as the others are set from it.
    fn set_bases(&mut self) {
        for (&window, base) in self.windows.iter().zip(BASES).rev() {
            self.code.extend([0x48 | (base >> 3) << 2, 0x8D, 0x80 | (base & 7) << 3 | BASES[0]]);
            let middle = (window * WINDOW + WINDOW / 2) as i32 * SLOT;
            self.code.extend(middle.to_le_bytes());
        }
    }

    fn append(&mut self, instruction: &Instruction) {
        match *instruction {
            Instruction::Load { to, from } => self.vector(MOVES, 0x6F, to, 0, from),
            Instruction::Store { from, slot } => self.vector(MOVES, 0x7F, from, 0, Operand::Slot(slot)),
            Instruction::Binary { function, to, first, second } => {
                self.vector(BINARY, opcode(function), to, first, second);
            }
            // A function of whatever the register holds.
            Instruction::Fill { to, ones } => {
                let table = if ones { 0xFF } else { 0 };
                self.append(&Instruction::Ternary { table, to, first: to, second: Operand::Register(to) });
            }
            Instruction::Ternary { table, to, first, second } => {
                self.vector(TERNARY, 0x25, to, first, second);
                self.code.push(table);
            }
        }
    }

    /// Appends an instruction on 512 bits without its immediate byte. Bits of register numbers stand inverted
    /// in the prefix.
    fn vector(&mut self, map: Map, opcode: u8, to: Register, first: Register, second: Operand) {
        let bit = |number: u8, bit: u8| !number >> bit & 1;
        // Of a register in the place of an address, bit 4 stands where an index would.
        let (index, base, mode, address) = match second {
            Operand::Register(register) => {
                (bit(register, 4), bit(register, 3), 0xC0 | register & 7, Vec::new())
            }
            Operand::Slot(slot) => {
                let (base, mode, address) = self.address(slot);
                (1, bit(base, 3), mode | base & 7, address)
            }
        };
        self.code.extend([
            0x62,
            bit(to, 3) << 7 | index << 6 | base << 5 | bit(to, 4) << 4 | map.number,
            0x80 | (!first & 15) << 3 | 0x04 | map.prefix,
            0x40 | bit(first, 4) << 3,
            opcode,
            mode | (to & 7) << 3,
        ]);
        self.code.extend(address);
    }

    /// The base of a slot, the bits that tell how long the address is, and the address.
    fn address(&self, slot: u32) -> (u8, u8, Vec<u8>) {
        let (window, place) = (slot / WINDOW, (slot % WINDOW) as i32 - WINDOW as i32 / 2);
        match self.windows.iter().position(|&of| of == window) {
            Some(number) => (BASES[number], 0x40, vec![place as i8 as u8]),
            None => {
                let place = (slot as i32 - WINDOW as i32 / 2) * SLOT;
                (BASES[0], 0x80, place.to_le_bytes().to_vec())
            }
        }
    }
}
