use logic::TermId;
use rustc_hash::FxHashMap;

use crate::{Chance, Game, Information, Percept, Rules, RulesState};

/// The most information states that are remembered; of more nothing is noticed.
const MOST: usize = 200_000;

/// What players could do in the histories of some plays, by what they knew, to find two that a player cannot
/// tell apart though other moves are legal.
///
/// It is a tree of [information states](crate::InformationState) for each player.
pub(crate) struct InformationSets {
    /// The information state after one, by the player's move and what it saw.
    after: FxHashMap<(u32, TermId, Vec<Percept>), u32>,
    /// The legal moves in each that was met, and the play that came to it first.
    known: Vec<Option<(Vec<TermId>, usize)>>,
    /// The joint moves of each play that came to new ones.
    plays: Vec<Vec<TermId>>,
    /// What each role knows now; none of chance, and none where there are too many.
    now: Vec<Option<u32>>,
    /// The players' first ones.
    first: Vec<Option<u32>>,
    has_new: bool,
}

impl InformationSets {
    /// None met yet; nothing in a game in which nothing is hidden.
    pub(crate) fn new(rules: &Rules) -> Option<Self> {
        if rules.information() != Information::Hidden {
            return None;
        }
        let chance = rules.chance().map(Chance::role);
        let roles = rules.roles();
        let first: Vec<_> = (0..roles).map(|role| (Some(role) != chance).then_some(role as u32)).collect();
        Some(Self {
            after: FxHashMap::default(),
            known: vec![None; roles],
            plays: Vec::new(),
            now: first.clone(),
            first,
            has_new: false,
        })
    }

    /// Notes what a role may do now, after so many moves were `made` by all roles together. Tells a history
    /// in which it knew the same and could do something else: its moves in the order in which they were made,
    /// and what was legal.
    pub(crate) fn compare(
        &mut self,
        role: usize,
        legal: &[TermId],
        made: usize,
    ) -> Option<(&[TermId], &[TermId])> {
        let node = self.now[role]? as usize;
        match &mut self.known[node] {
            new @ None => {
                *new = Some((legal.to_vec(), self.plays.len()));
                self.has_new = true;
                None
            }
            Some((moves, _)) if moves == legal => None,
            Some((moves, play)) => {
                let (moves, play) = (&*moves, *play);
                self.plays.get(play).map(|joints| (&joints[..made], moves.as_slice()))
            }
        }
    }

    /// Goes on by a joint move in a state.
    pub(crate) fn follow(&mut self, rules: &Rules, state: &RulesState, joint: &[TermId]) {
        let Some(percepts) = rules.percepts() else { return };
        for (role, now) in self.now.iter_mut().enumerate() {
            let Some(node) = *now else { continue };
            let mut seen = Vec::new();
            percepts.seen(state, joint, role, &mut seen);
            let fresh = self.known.len() as u32;
            let next = *self.after.entry((node, joint[role], seen)).or_insert(fresh);
            if next == fresh {
                self.known.push(None);
            }
            *now = (self.known.len() <= MOST).then_some(next);
        }
    }

    /// The play is over; it made these joint moves. The next one begins.
    pub(crate) fn end(&mut self, joints: &[TermId]) {
        if std::mem::take(&mut self.has_new) {
            self.plays.push(joints.to_vec());
        }
        self.now.clone_from(&self.first);
    }
}
