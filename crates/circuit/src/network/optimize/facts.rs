use crate::network::aig::Lit;
use crate::network::group::Group;

/// What holds in every reachable state, and of every move made in it.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// How many of the inputs, the first ones, are fluents.
    fluents: usize,
    groups: Vec<Group>,
    /// The groups of each input, with the literal of the input that is a member.
    of_input: Vec<Vec<(u32, Lit)>>,
    /// For each input that is a move, what makes it legal; it holds wherever the move is made.
    legal: Vec<Option<Lit>>,
}

impl Facts {
    pub(crate) fn new(fluents: usize, inputs: usize, groups: Vec<Group>) -> Self {
        let mut of_input = vec![Vec::new(); inputs];
        for (number, group) in groups.iter().enumerate() {
            for &member in &group.members {
                of_input[member.node() as usize - 1].push((number as u32, member));
            }
        }
        Self { fluents, groups, of_input, legal: vec![None; inputs] }
    }

    /// How many of the inputs, the first ones, are fluents.
    pub(crate) fn fluents(&self) -> usize {
        self.fluents
    }

    pub(crate) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The groups of which an input or its inverse is a member, with that member.
    pub(crate) fn groups_of(&self, input: usize) -> &[(u32, Lit)] {
        &self.of_input[input]
    }

    /// What makes the move of an input legal, if that is set.
    pub(crate) fn legal(&self, input: usize) -> Option<Lit> {
        self.legal[input]
    }

    /// Sets what makes the move of an input legal.
    pub(crate) fn set_legal(&mut self, input: usize, legal: Lit) {
        self.legal[input] = Some(legal);
    }
}
