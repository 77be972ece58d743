use gdl::{Interrupt, Interrupted};

use crate::network::aig::Lit;
use crate::network::group::Group;
use crate::network::wide::Wide;

/// Equalities of inputs that groups imply: for each input the literal over older inputs that it equals,
/// itself if there is none.
#[derive(Clone, Debug)]
pub(crate) struct Substitution {
    map: Vec<Lit>,
}

impl Substitution {
    /// The equalities of `inputs` inputs, and the groups of the remaining inputs.
    pub(crate) fn new(inputs: usize, mut groups: Vec<Group>) -> (Self, Vec<Group>) {
        let mut substitution =
            Self { map: (0..inputs).map(|input| Lit::new(input as u32 + 1, false)).collect() };
        loop {
            let mut news = false;
            let mut rest = Vec::new();
            for group in groups {
                let mut members: Vec<Lit> =
                    group.members.iter().map(|&member| substitution.literal(member)).collect();
                members.sort_unstable();
                members.retain(|&member| member != Lit::FALSE);
                match *members.as_slice() {
                    [one] if group.exactly => news |= substitution.equate(one, Lit::TRUE),
                    [a, b] if group.exactly => news |= substitution.equate(a, !b),
                    [] | [_] => {}
                    // A repeated member never holds, and of a member and its inverse one always does. Such
                    // groups are rare, and dropped.
                    _ if members[0] == Lit::TRUE
                        || members.windows(2).any(|pair| pair[0].node() == pair[1].node()) => {}
                    _ => rest.push(Group { members, exactly: group.exactly }),
                }
            }
            groups = rest;
            if !news {
                groups.sort_unstable();
                groups.dedup();
                return (substitution, groups);
            }
        }
    }

    /// The literal that a literal of an input, or a constant, equals.
    pub(crate) fn literal(&self, mut literal: Lit) -> Lit {
        while literal.node() != 0 {
            let older = self.map[literal.node() as usize - 1].invert_if(literal.inverted());
            if older == literal {
                break;
            }
            literal = older;
        }
        literal
    }

    /// Replaces the newer of two inputs by the older; false if they are equal already.
    fn equate(&mut self, a: Lit, b: Lit) -> bool {
        let (old, new) = if a.node() < b.node() { (a, b) } else { (b, a) };
        if old.node() == new.node() {
            return false;
        }
        self.map[new.node() as usize - 1] = old.invert_if(new.inverted());
        true
    }

    /// The graph with every input replaced.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn apply(&self, wide: &Wide, interrupt: &Interrupt<'_>) -> Result<Wide, Interrupted> {
        let inputs: Vec<Lit> =
            (1..=self.map.len() as u32).map(|node| self.literal(Lit::new(node, false))).collect();
        wide.rebuild_on(&inputs, interrupt, |new, _, operands| Ok(new.and(operands)))
    }
}
