use game::Goal;
use rustc_hash::FxHashSet;

use super::claim::Claim;
use super::conditional::Conditional;
use super::node::Known;
use super::numbers::Numbers;
use super::table::{Print, Table};

/// What is known about states for one claim, in bounded memory.
#[derive(Debug)]
pub(super) struct Memory {
    table: Table,
    conditional: Conditional,
    /// Of the payoffs that were met and keep to the claim, the one nearest to its bound.
    pub(super) kept: Option<Goal>,
    /// Of those that do not, the one nearest to it.
    pub(super) broken: Option<Goal>,
}

impl Memory {
    /// Memory of so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let conditional = bytes / 8;
        Self {
            table: Table::new(bytes - conditional),
            conditional: Conditional::new(conditional),
            kept: None,
            broken: None,
        }
    }

    /// What is known about the state below the open ones of `path`.
    pub(super) fn get(&mut self, print: Print, path: &FxHashSet<Print>) -> Option<Known> {
        if path.contains(&print) {
            return Some(Known { numbers: Numbers::DISPROVEN, rests_on: vec![print] });
        }
        let numbers = self.table.get(print);
        if !numbers.is_some_and(Numbers::settled)
            && let Some(rests_on) = self.conditional.get(print, path, &self.table)
        {
            if rests_on.is_empty() {
                self.table.put(print, Numbers::DISPROVEN, 1);
            }
            return Some(Known { numbers: Numbers::DISPROVEN, rests_on });
        }
        numbers.map(Known::anyway)
    }

    /// What is known about a state on every way, if that settles it.
    pub(super) fn settled(&self, print: Print) -> Option<Numbers> {
        self.table.get(print).filter(|numbers| numbers.settled())
    }

    /// Keeps what has been found out about a state by so much work.
    pub(super) fn put(&mut self, print: Print, known: &Known, work: u32) {
        if known.rests_on.is_empty() {
            self.table.put(print, known.numbers, work);
        } else {
            self.conditional.put(print, &known.rests_on);
        }
    }

    /// What a payoff makes of the claim.
    pub(super) fn judge(&mut self, claim: Claim, goal: Goal) -> Numbers {
        let keeps = claim.is_kept_by(goal);
        let nearest = if keeps { &mut self.kept } else { &mut self.broken };
        let least = keeps == matches!(claim, Claim::AtLeast(_));
        *nearest = Some(nearest.map_or(goal, |known| if least { known.min(goal) } else { known.max(goal) }));
        if keeps { Numbers::PROVEN } else { Numbers::DISPROVEN }
    }
}
