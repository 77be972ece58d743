use super::diagram::Full;
use super::encoding::Encoding;
use super::sets::StateSets;

/// Why the states after a layer were not worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Full,
    Interrupted,
}

impl From<Full> for Halt {
    fn from(Full: Full) -> Self {
        Self::Full
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

impl Work<'_> {
    /// Makes room for an operation, unless it is interrupted.
    pub(super) fn step(&mut self) -> Result<(), Halt> {
        if !(self.go_on)() {
            return Err(Halt::Interrupted);
        }
        let diagram = &mut self.sets.diagram;
        let table = diagram.len();
        self.peak = self.peak.max(table);
        if table > diagram.capacity() / 4 * 3 {
            diagram.collect();
        }
        Ok(())
    }
}
