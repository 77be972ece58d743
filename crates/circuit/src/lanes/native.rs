use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use native::{Gate, Network, Output, Part};

use super::program::{Code, NARROW, Op, Program};

/// The machine code of a program in 512 lanes, made when the program has been run so often that it pays. The results are the same.
#[derive(Debug, Default)]
pub(crate) struct Native {
    runs: AtomicU32,
    code: OnceLock<Option<native::Code>>,
}

/// After so many runs of a program, compiling takes about as long as has been lost by interpreting it: for each gate 0.4 us and 1 ns a run.
pub(crate) const RUNS: u32 = 400;

/// The code of more gates takes longer to make than a run may go on without a look at the clock.
const MOST_GATES: usize = 1 << 17;

impl Native {
    /// The code, if it has been made.
    pub(crate) fn code(&self) -> Option<&native::Code> {
        self.code.get()?.as_ref()
    }

    /// Counts a run of the program, and makes the code when it is time; whether there is code.
    pub(crate) fn is_made(&self, program: &Program) -> bool {
        if self.code.get().is_none() && self.runs.fetch_add(1, Ordering::Relaxed) == RUNS {
            self.code.get_or_init(|| compile(program));
        }
        self.code().is_some()
    }
}

/// Code is not copied with a program.
impl Clone for Native {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The code of a program; none of one that is recursive or large, or where this machine runs no such code.
pub(crate) fn compile(program: &Program) -> Option<native::Code> {
    native::Code::new(&network(program)?).filter(|code| code.slots() <= NARROW)
}

/// The program without its slots: the order of gates is made anew.
fn network(program: &Program) -> Option<Network> {
    let Code::Narrow(code) = &program.code else { return None };
    if code.len() > MOST_GATES {
        return None;
    }
    // Gates write to all slots but those of inputs, which come first.
    let inputs = code.iter().map(|&[result, ..]| usize::from(result)).min().unwrap_or(program.slots);
    let mut values: Vec<u32> = (0..program.slots as u32).collect();
    let mut network = Network { inputs, ..Network::default() };
    for phase in &program.phases {
        for op in &phase.ops {
            let Op::Run(run) = op else { return None };
            for &[result, operands @ ..] in &code[run.start as usize..run.end as usize] {
                let operands = operands.map(|slot| values[usize::from(slot)]);
                values[usize::from(result)] = (inputs + network.gates.len()) as u32;
                network.gates.push(Gate { table: run.kind.table(), operands });
            }
        }
        let made = phase.outputs.iter().map(|port| port.slot).filter(|&slot| slot as usize >= inputs);
        let outputs = made.map(|slot| Output { value: values[slot as usize], slot }).collect();
        network.parts.push(Part { end: network.gates.len(), outputs });
    }
    Some(network)
}
