//! A state as variables of several values, in place of fluents that exclude each other.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use serde::{Deserialize, Serialize};

use super::group::Group;
use crate::renumbering::Renumbering;
use crate::stored::{Damaged, sound};

/// A part of a state: fluents of which at most one holds in every reachable state, such as the possible
/// contents of a cell, whose turn it is, or a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// The fluents by their numbers, in ascending order. A fluent alone holds or does not.
    pub fluents: Vec<usize>,
    /// Whether none of them may hold, which is one value more.
    pub may_be_none: bool,
}

impl Variable {
    /// How many values it has.
    pub fn values(&self) -> usize {
        self.fluents.len() + usize::from(self.may_be_none)
    }

    /// Its value in a state, given by the [fluents](crate::State::fluents) that hold there: the place of the
    /// one that holds among its fluents, or how many these are if none does.
    pub fn value(&self, fluents: &[u64]) -> usize {
        let holds = |&fluent: &usize| fluents[fluent / 64] >> (fluent % 64) & 1 == 1;
        self.fluents.iter().position(holds).unwrap_or(self.fluents.len())
    }
}

impl Variable {
    /// Whether these are variables of a state of so many fluents.
    pub(crate) fn check_all(variables: &[Self], fluents: usize) -> Result<(), Damaged> {
        let mut free = vec![true; fluents];
        let mut take = |&fluent: &usize| free.get_mut(fluent).is_some_and(std::mem::take);
        let apart = variables.iter().all(|variable| variable.fluents.iter().all(&mut take));
        let rise = |fluents: &[usize]| fluents.is_sorted() && !fluents.is_empty();
        let in_order = variables.iter().all(|variable| rise(&variable.fluents))
            && variables.is_sorted_by_key(|variable| variable.fluents[0]);
        sound(apart && in_order, "the variables of a state")
    }

    /// Gives the fluents of all variables other numbers, and puts the variables in their order again.
    pub(crate) fn renumber_all(variables: &mut [Self], numbers: &Renumbering) {
        for variable in variables.iter_mut() {
            variable.fluents.iter_mut().for_each(|fluent| *fluent = numbers.input(*fluent));
            variable.fluents.sort_unstable();
        }
        variables.sort_unstable_by_key(|variable| variable.fluents[0]);
    }
}

/// The variables of a state of so many fluents of which the groups are proven, by their first fluents. Each
/// fluent belongs to one variable, but for those that always or never hold, and those that hold wherever an
/// earlier one does.
///
/// Groups may overlap. The largest goes first; what it leaves of others still excludes each other.
pub(crate) fn variables(fluents: usize, groups: &[Group]) -> Vec<Variable> {
    let mut free = vec![true; fluents];
    // The fluents are the first nodes after the constant.
    let members: Vec<Vec<usize>> = groups
        .iter()
        .map(|group| group.members.iter().map(|member| member.node() as usize - 1).collect())
        .collect();
    for (group, members) in groups.iter().zip(&members) {
        match (members.as_slice(), group.exactly) {
            ([constant], true) => free[*constant] = false,
            ([a, b], true) if group.members[0].inverted() != group.members[1].inverted() => {
                free[*a.max(b)] = false;
            }
            _ => {}
        }
    }
    let positive = |group: &Group| group.members.iter().all(|member| !member.inverted());
    let left = |number: usize, free: &[bool]| members[number].iter().filter(|&&fluent| free[fluent]).count();
    let mut waiting: BinaryHeap<(usize, bool, Reverse<usize>)> = (0..groups.len())
        .filter(|&number| groups[number].members.len() > 1 && positive(&groups[number]))
        .map(|number| (left(number, &free), groups[number].exactly, Reverse(number)))
        .collect();
    let mut variables = Vec::new();
    while let Some((count, exactly, Reverse(number))) = waiting.pop() {
        match left(number, &free) {
            0 | 1 => {}
            fewer if fewer < count => waiting.push((fewer, exactly, Reverse(number))),
            _ => {
                let mut own = members[number].clone();
                own.retain(|&fluent| std::mem::take(&mut free[fluent]));
                own.sort_unstable();
                let may_be_none = !exactly || own.len() < members[number].len();
                variables.push(Variable { fluents: own, may_be_none });
            }
        }
    }
    let alone = (0..fluents).filter(|&fluent| free[fluent]);
    variables.extend(alone.map(|fluent| Variable { fluents: vec![fluent], may_be_none: true }));
    variables.sort_unstable_by_key(|variable| variable.fluents[0]);
    variables
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Lit;

    fn group(members: &[i32], exactly: bool) -> Group {
        let mut members: Vec<Lit> =
            members.iter().map(|&member| Lit::new(member.unsigned_abs(), member < 0)).collect();
        members.sort_unstable();
        Group { members, exactly }
    }

    fn found(fluents: usize, groups: &[Group]) -> Vec<(Vec<usize>, bool)> {
        let found = variables(fluents, groups);
        found.into_iter().map(|variable| (variable.fluents, variable.may_be_none)).collect()
    }

    #[test]
    fn fluents_that_nothing_is_known_of_hold_or_do_not() {
        assert_eq!(found(2, &[]), [(vec![0], true), (vec![1], true)]);
        assert_eq!(found(0, &[]), []);
    }

    #[test]
    fn a_group_is_a_variable_and_has_a_value_more_if_none_may_hold() {
        let groups = [group(&[1, 2, 3], true), group(&[4, 5], false)];
        let variables = variables(6, &groups);
        let values: Vec<usize> = variables.iter().map(Variable::values).collect();
        assert_eq!(values, [3, 3, 2]);
        let values: Vec<usize> = variables.iter().map(|variable| variable.value(&[0b1_0010])).collect();
        assert_eq!(values, [1, 1, 1]);
        assert_eq!(variables[1].value(&[0]), 2);
    }

    #[test]
    fn of_groups_that_overlap_the_largest_goes_first_and_the_others_keep_the_rest() {
        let groups = [group(&[1, 2], true), group(&[2, 3, 4], false), group(&[4, 5, 6], true)];
        assert_eq!(
            found(6, &groups),
            [(vec![0, 1], false), (vec![2], true), (vec![3, 4, 5], false)],
            "of what is as large, one of which some fluent always holds goes first"
        );
    }

    #[test]
    fn constants_and_fluents_that_equal_others_are_no_variables() {
        let groups = [group(&[1], true), group(&[-2], true), group(&[3, -4], true)];
        assert_eq!(found(4, &groups), [(vec![2], true)]);
    }
}
