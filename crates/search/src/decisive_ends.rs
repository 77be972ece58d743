use game::{Batch, Game, Parent, Tactics};

/// Finds the states in which a role wins at once, and what that leads to. Its buffers are used again.
pub(crate) struct DecisiveEnds<G: Game> {
    found: Vec<Option<(usize, G::Move)>>,
    joints: Vec<G::Move>,
    legal: Vec<G::Move>,
    ends: Vec<G::State>,
}

impl<G: Game> DecisiveEnds<G> {
    pub(crate) fn new() -> Self {
        Self { found: Vec::new(), joints: Vec::new(), legal: Vec::new(), ends: Vec::new() }
    }

    /// Looks for the states in which a role wins at once. No other role has a choice there. Only what the
    /// game has been [prepared](Tactics::prepare) for is found.
    pub(crate) fn look_at<'s>(
        &mut self,
        game: &G,
        tactics: &dyn Tactics<G::State, G::Move>,
        batch: &dyn Batch<G::State, G::Move>,
        states: impl IntoIterator<Item = &'s G::State>,
    ) where
        G: 's,
    {
        let Self { found, joints, legal, ends } = self;
        let states: Vec<_> = states.into_iter().collect();
        tactics.decisive_moves(&states, found);
        joints.clear();
        ends.clear();
        let won = || states.iter().zip(&*found).filter_map(|(&state, found)| Some((state, (*found)?)));
        for (state, (role, mov)) in won() {
            for other in 0..game.roles() {
                game.legal(state, other, legal);
                joints.push(if other == role { mov } else { legal[0] });
            }
        }
        if !joints.is_empty() {
            let joints = joints.chunks(game.roles());
            let parents = won().zip(joints).map(|((state, _), joints)| Parent { state, joints });
            batch.children(&parents.collect::<Vec<_>>(), ends);
        }
    }

    /// Of each of the states that were looked at last, the role that wins at once there and the state in
    /// which the game ends then; none where no role does.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Option<(usize, &G::State)>> {
        let mut ends = self.ends.iter();
        self.found.iter().map(move |found| found.and_then(|(role, _)| Some((role, ends.next()?))))
    }

    /// Forgets the states that were looked at last.
    pub(crate) fn clear(&mut self) {
        self.found.clear();
        self.ends.clear();
    }
}
