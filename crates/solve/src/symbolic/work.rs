use game::{Interrupt, Interrupted};

use super::diagram::Full;
use super::encoding::Encoding;
use super::sets::StateSets;

/// Why the states after a layer were not worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Full,
    Interrupted,
    /// A role has no legal move in a state in which the game is not over.
    NoMove {
        role: usize,
    },
}

impl From<Full> for Halt {
    fn from(Full: Full) -> Self {
        Self::Full
    }
}

impl From<Interrupted> for Halt {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Where the states of a ply are worked out.
pub(super) struct Work<'w> {
    pub(super) sets: &'w mut StateSets,
    pub(super) encoding: &'w Encoding,
    pub(super) go_on: &'w dyn Fn() -> bool,
    /// The most nodes that there have been in the table.
    pub(super) peak: usize,
}

impl<'w> Work<'w> {
    /// The same question whether to go on, for work on functions.
    pub(super) fn interrupt(&self) -> Interrupt<'w> {
        Interrupt::unless(self.go_on)
    }

    /// Makes room for an operation, unless it is interrupted.
    pub(super) fn step(&mut self) -> Result<(), Halt> {
        if !(self.go_on)() {
            return Err(Halt::Interrupted);
        }
        let diagram = &mut self.sets.diagram;
        let table = diagram.len();
        self.peak = self.peak.max(table);
        // What is kept may fill the table so far; then it is worth it for what has come since.
        if table > diagram.capacity() / 4 * 3 && table - diagram.collected() > diagram.capacity() / 16 {
            diagram.collect();
        }
        Ok(())
    }
}
