use super::sets::StateSets;
use super::work::{Halt, Work};

/// A union of many sets, in which about as many are joined with each other.
pub(super) struct Union<T> {
    /// The union of `2^n` sets at place `n`, as far as there is one.
    parts: Vec<Option<T>>,
}

impl<T> Default for Union<T> {
    fn default() -> Self {
        Self { parts: Vec::new() }
    }
}

impl<T> Union<T> {
    pub(super) fn add<S: StateSets<Set = T>>(
        &mut self,
        work: &mut Work<'_, S>,
        mut set: T,
    ) -> Result<(), Halt> {
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

    pub(super) fn finish<S: StateSets<Set = T>>(self, work: &mut Work<'_, S>) -> Result<T, Halt> {
        self.parts.into_iter().flatten().try_fold(work.sets.empty(), |all, part| {
            work.step()?;
            Ok(work.sets.union(&all, &part)?)
        })
    }
}
