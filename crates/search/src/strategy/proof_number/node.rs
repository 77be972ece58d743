use game::{Game, children, no_move};

use super::numbers::Numbers;
use super::table::Print;
use crate::SearchError;

/// What is known about a child of an open node.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) numbers: Numbers,
    /// The open states that its disproof rests on, if it is disproven and comes again to some.
    pub(super) rests_on: Vec<Print>,
}

impl Known {
    /// What holds on every way.
    pub(super) fn anyway(numbers: Numbers) -> Self {
        Self { numbers, rests_on: Vec::new() }
    }
}

/// An open node of the search. Its buffers are used again for the next node at the same ply.
pub(super) struct Node<G: Game> {
    pub(super) state: G::State,
    pub(super) print: Print,
    /// Whether those choose who want the claim to hold, or nobody does.
    pub(super) attacks: bool,
    /// The role that chooses, if one does.
    pub(super) decider: Option<usize>,
    legal: Vec<Vec<G::Move>>,
    joint: Vec<G::Move>,
    joints: Vec<G::Move>,
    pub(super) children: Vec<G::State>,
    /// What is known about each child.
    pub(super) known: Vec<Known>,
    /// The child that is searched.
    pub(super) child: usize,
    /// The search of the node goes on while its numbers are below these.
    pub(super) limits: Numbers,
    /// States expanded in all when it was opened.
    pub(super) begun: u64,
    /// Bytes that have been counted for it.
    pub(super) counted: u64,
}

impl<G: Game> Node<G> {
    /// A place for nodes.
    pub(super) fn new(state: G::State) -> Self {
        Self {
            state,
            print: Print::default(),
            attacks: true,
            decider: None,
            legal: Vec::new(),
            joint: Vec::new(),
            joints: Vec::new(),
            children: Vec::new(),
            known: Vec::new(),
            child: 0,
            limits: Numbers::default(),
            begun: 0,
            counted: 0,
        }
    }

    /// Finds the legal moves of each role. Returns how many roles have a choice.
    pub(super) fn choices(&mut self, game: &G) -> Result<usize, SearchError> {
        self.legal.resize_with(game.roles(), Vec::new);
        self.decider = None;
        let mut deciding = 0;
        for (role, moves) in self.legal.iter_mut().enumerate() {
            game.legal(&self.state, role, moves);
            if moves.is_empty() {
                return Err(no_move(game, &self.state, role).into());
            }
            if moves.len() > 1 {
                self.decider = Some(role);
                deciding += 1;
            }
        }
        Ok(deciding)
    }

    /// Makes the states of all children.
    pub(super) fn expand(&mut self, game: &G) {
        let Self { legal, joint, joints, decider, .. } = self;
        let role = decider.unwrap_or(0);
        joint.clear();
        joint.extend(legal.iter().map(|moves| moves[0]));
        joints.clear();
        for &mov in &legal[role] {
            joint[role] = mov;
            joints.extend_from_slice(joint);
        }
        children(game, &self.state, joints, &mut self.children);
    }

    /// Its numbers, as far as its children are known.
    pub(super) fn numbers(&self) -> Numbers {
        Numbers::of(self.known.iter().map(|child| child.numbers), self.attacks)
    }

    /// The open states above it that its disproof rests on: those of all its children if each had to be
    /// disproven, else those of the one that rests on the fewest.
    pub(super) fn rests_on(&self) -> Vec<Print> {
        let disproven = self.known.iter().filter(|child| child.numbers == Numbers::DISPROVEN);
        let mut states: Vec<Print> = if self.attacks {
            disproven.flat_map(|child| child.rests_on.iter().copied()).collect()
        } else {
            disproven
                .map(|child| &child.rests_on)
                .min_by_key(|states| states.len())
                .cloned()
                .unwrap_or_default()
        };
        // That it comes again itself is no way to make the claim true either.
        states.retain(|&state| state != self.print);
        states.sort_unstable();
        states.dedup();
        states
    }

    /// Bytes that its states take.
    pub(super) fn bytes(&self, game: &G) -> u64 {
        let state = size_of::<G::State>() + game.heap_bytes(&self.state) + size_of::<Known>();
        ((1 + self.children.capacity()) * state) as u64
    }
}
