use super::sets::Set;
use super::work::{Halt, Work};

/// A union of many sets, in which about as many are joined with each other.
#[derive(Default)]
pub(super) struct Union {
    /// The union of `2^n` sets at place `n`, as far as there is one.
    parts: Vec<Option<Set>>,
}

impl Union {
    pub(super) fn add(&mut self, work: &mut Work<'_>, mut set: Set) -> Result<(), Halt> {
        for part in &mut self.parts {
            let Some(other) = part.take() else {
                *part = Some(set);
                return Ok(());
            };
            work.step()?;
            set = work.sets.union(&other, &set)?;
        }
        self.parts.push(Some(set));
        Ok(())
    }

    pub(super) fn finish(self, work: &mut Work<'_>) -> Result<Set, Halt> {
        let empty = work.sets.empty();
        self.parts.into_iter().flatten().try_fold(empty, |all, part| {
            work.step()?;
            Ok(work.sets.union(&all, &part)?)
        })
    }
}
