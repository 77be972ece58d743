//! The conditions of a clause that have no step yet.

use std::collections::BTreeSet;

/// What waits for a step, arranged so that nobody has to look at all of it for each step: a body may have
/// 100,000 conditions.
///
/// A condition has one group of variables, and is ready when all of them are bound; an equation has two, and
/// is ready when either is.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    conditions: Vec<Waiter>,
    left: usize,
    /// The groups that each variable is in: a condition, and which of its groups.
    groups_of: Vec<Vec<(usize, usize)>>,
    ready: BTreeSet<usize>,
    /// Conditions to scan whose matches are not known, or no longer.
    stale: Vec<usize>,
    /// Conditions to scan by their expected matches.
    by_matches: BTreeSet<(Matches, usize)>,
}

#[derive(Debug)]
struct Waiter {
    /// The variables of each group that are not bound.
    unbound: [usize; 2],
    /// Whether one group is enough.
    either: bool,
    /// Whether its relation can be scanned, which binds its variables.
    scans: bool,
    matches: Option<Matches>,
    is_stale: bool,
    has_step: bool,
}

/// An expected number of matches, which is not negative.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Matches(f64);

impl Eq for Matches {}

impl PartialOrd for Matches {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Matches {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Waiter {
    fn is_ready(&self) -> bool {
        self.unbound[0] == 0 || self.either && self.unbound[1] == 0
    }
}

impl Waiting {
    /// Adds a condition, which is ready when all these variables are bound.
    pub(super) fn add(&mut self, slots: &[usize], scans: bool) {
        self.add_groups([slots, &[]], false, scans);
    }

    /// Adds an equation of terms with these variables.
    pub(super) fn add_equation(&mut self, one: &[usize], other: &[usize]) {
        self.add_groups([one, other], true, false);
    }

    fn add_groups(&mut self, groups: [&[usize]; 2], either: bool, scans: bool) {
        let number = self.conditions.len();
        let mut unbound = [0; 2];
        for (group, slots) in groups.iter().enumerate() {
            for &slot in *slots {
                if slot >= self.groups_of.len() {
                    self.groups_of.resize(slot + 1, Vec::new());
                }
                // Those of this condition are the last.
                if self.groups_of[slot].last() != Some(&(number, group)) {
                    self.groups_of[slot].push((number, group));
                    unbound[group] += 1;
                }
            }
        }
        let waiter = Waiter { unbound, either, scans, matches: None, is_stale: scans, has_step: false };
        if waiter.is_ready() {
            self.ready.insert(number);
        }
        if scans {
            self.stale.push(number);
        }
        self.conditions.push(waiter);
        self.left += 1;
    }

    /// A variable has been bound, which was not.
    pub(super) fn bind(&mut self, slot: usize) {
        for &(number, group) in self.groups_of.get(slot).into_iter().flatten() {
            let waiter = &mut self.conditions[number];
            waiter.unbound[group] -= 1;
            if waiter.has_step {
                continue;
            }
            if waiter.is_ready() {
                self.ready.insert(number);
            } else if waiter.scans && !waiter.is_stale {
                waiter.is_stale = true;
                self.stale.push(number);
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// A condition gets a step.
    pub(super) fn take(&mut self, number: usize) {
        let waiter = &mut self.conditions[number];
        waiter.has_step = true;
        if let Some(matches) = waiter.matches.take() {
            self.by_matches.remove(&(matches, number));
        }
        self.ready.remove(&number);
        self.left -= 1;
    }

    /// The first condition that is ready gets a step.
    pub(super) fn take_ready(&mut self) -> Option<usize> {
        let number = *self.ready.first()?;
        self.take(number);
        Some(number)
    }

    /// A condition to scan whose expected matches have to be found before the fewest are known.
    pub(super) fn next_stale(&mut self) -> Option<usize> {
        let number = loop {
            let number = self.stale.pop()?;
            if !self.conditions[number].has_step {
                break number;
            }
        };
        let waiter = &mut self.conditions[number];
        waiter.is_stale = false;
        if let Some(matches) = waiter.matches.take() {
            self.by_matches.remove(&(matches, number));
        }
        Some(number)
    }

    /// So many matches are expected of a condition.
    pub(super) fn expect(&mut self, number: usize, matches: f64) {
        self.conditions[number].matches = Some(Matches(matches));
        self.by_matches.insert((Matches(matches), number));
    }

    /// The condition with the fewest expected matches gets a step, the first of several.
    pub(super) fn take_narrowest(&mut self) -> Option<usize> {
        let (_, number) = *self.by_matches.first()?;
        self.take(number);
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All conditions in the order of their steps, where a scan binds the variables of its condition.
    fn order(mut waiting: Waiting, slots: &[&[usize]], matches: impl Fn(usize) -> f64) -> Vec<usize> {
        let mut order = Vec::new();
        let mut bound = BTreeSet::new();
        while !waiting.is_empty() {
            let number = waiting.take_ready().or_else(|| {
                while let Some(number) = waiting.next_stale() {
                    waiting.expect(number, matches(number));
                }
                let number = waiting.take_narrowest()?;
                slots[number].iter().filter(|&&slot| bound.insert(slot)).for_each(|&slot| waiting.bind(slot));
                Some(number)
            });
            order.push(number.expect("a step for each"));
        }
        order
    }

    #[test]
    fn tests_come_as_soon_as_they_are_ready_and_scans_by_their_matches() {
        let mut waiting = Waiting::default();
        let slots: [&[usize]; 5] = [&[0, 1], &[1], &[2, 2], &[0], &[]];
        for (number, slots) in slots.iter().enumerate() {
            waiting.add(slots, number != 1);
        }
        let matches = [5.0, f64::NAN, 3.0, 3.0, 0.0];
        // The fourth has no variables; of the two with the fewest matches the first is taken.
        assert_eq!(order(waiting, &slots, |number| matches[number]), [4, 2, 3, 0, 1]);
    }

    #[test]
    fn an_equation_is_ready_with_either_of_its_terms() {
        let mut waiting = Waiting::default();
        waiting.add_equation(&[0, 0, 1], &[2]);
        waiting.add(&[2], true);
        waiting.add(&[1, 0], false);
        waiting.bind(0);
        assert_eq!(waiting.take_ready(), None);
        assert_eq!(waiting.next_stale(), Some(1));
        waiting.expect(1, 7.0);
        assert_eq!(waiting.take_narrowest(), Some(1));
        waiting.bind(2);
        assert_eq!(waiting.take_ready(), Some(0));
        waiting.bind(1);
        assert_eq!(waiting.take_ready(), Some(2));
        assert!(waiting.is_empty());
    }

    #[test]
    fn matches_are_asked_for_again_when_a_variable_is_bound() {
        let mut waiting = Waiting::default();
        waiting.add(&[0, 1], true);
        waiting.add(&[2], true);
        for number in [1, 0] {
            assert_eq!(waiting.next_stale(), Some(number));
            waiting.expect(number, 9.0);
        }
        assert_eq!(waiting.next_stale(), None);
        waiting.bind(1);
        assert_eq!(waiting.next_stale(), Some(0));
        assert_eq!(waiting.next_stale(), None);
        waiting.expect(0, 1.0);
        assert_eq!((waiting.take_narrowest(), waiting.take_narrowest()), (Some(0), Some(1)));
        assert_eq!((waiting.take_narrowest(), waiting.take_ready()), (None, None));
    }
}
