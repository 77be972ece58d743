//! A game as a tree of histories in which players know only what they have done and seen, and as its
//! sequence form.

mod builder;
mod information;
mod of_tree;
mod sequence_form;
#[cfg(test)]
mod tests;

use std::hash::Hash;

use game::{Fault, Game, Goal, InformationState, players};

use crate::limits::{Clock, Cut, Limits};
use builder::Builder;
use information::Information;
pub use information::KnownPly;
pub use of_tree::played_tree;
pub use sequence_form::{Exploitability, Profile};
pub(crate) use sequence_form::{Seat, SequenceForm};

/// A game of one or two players in *extensive form*: its tree of histories, with information sets (H. W.
/// Kuhn, *Extensive games and the problem of information*, 1953).
///
/// It is built once by asking the game; then it is arrays of numbers, and the game is not asked again. The
/// players are the roles but chance, and are numbered as *seats* 0 and 1; a game of one player has an empty
/// second seat. Players who choose at the same time become nodes one below the other, where the later does
/// not know what the earlier chose. A player knows its own moves and percepts, so that it never forgets
/// (*perfect recall*); in a game without percepts it knows all joint moves. Where nobody has a choice there
/// is no node.
#[derive(Debug)]
pub struct ExtensiveForm<M> {
    /// The roles that play, one or two.
    players: Vec<usize>,
    pub(crate) nodes: Vec<Node>,
    /// The probabilities of the outcomes of chance, node by node.
    pub(crate) outcomes: Vec<f64>,
    pub(crate) sequences: SequenceForm,
    information: Information<M>,
    histories: u64,
}

/// A place in the tree. The children of a node stand one after another, and after the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// The end of the game, and what it pays each seat.
    End([Goal; 2]),
    /// Chance draws one of the `children`, whose probabilities begin at `outcomes`.
    Chance { outcomes: u32, count: u32, children: u32 },
    /// The player in a seat chooses one of the `children` by what it knows: an information set.
    Choice { seat: u8, set: u32, children: u32 },
}

/// What an information set is called, by the seat and its number: [`ExtensiveForm::told`] is one such naming.
pub type SetNaming<'n, M> = &'n dyn Fn(&ExtensiveForm<M>, usize, usize) -> String;

/// That a role knows this much in two states in which it has different legal moves.
fn unknowable_moves(role: &str, one: &str, other: &str, known: &str) -> String {
    if known.is_empty() {
        format!(
            "{role} has the legal moves {one} in one state and {other} in another, but it cannot tell the two apart: it knows nothing yet; give it a percept (`sees`) that tells them apart"
        )
    } else {
        format!(
            "{role} has the legal moves {one} in one state and {other} in another, but it cannot tell the two apart: all it knows is [{known}]; give it a percept (`sees`) that tells them apart"
        )
    }
}

/// Why there is no extensive form of a game.
#[derive(Debug, thiserror::Error)]
pub enum ExtensiveFormError {
    /// The rules give no answer in a state.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Too many play, or nobody.
    #[error("{0} roles play, and chance is none of them; equilibria are worked out for one or two")]
    Players(usize),
    /// A player does not know what it may do.
    #[error("{}", unknowable_moves(role, one, other, known))]
    Legal {
        /// The role.
        role: String,
        /// Its legal moves in a state.
        one: String,
        /// Those in another state.
        other: String,
        /// What it knows in both.
        known: String,
    },
    /// The tree is larger than the limits allow.
    #[error("the tree was not finished after {histories} histories")]
    Cut {
        /// Which limit it was.
        why: Cut,
        /// Histories so far.
        histories: u64,
    },
}

impl<M: Copy + Eq + Hash> ExtensiveForm<M> {
    /// The extensive form of a game from its initial state.
    ///
    /// # Errors
    /// If more than two players play, the rules give no answer in a state, a player's legal moves depend on
    /// what it does not know, or a limit cuts it.
    pub fn of<G: Game<Move = M>>(
        game: &G,
        limits: &Limits,
        progress: &dyn Fn(u64),
    ) -> Result<Self, ExtensiveFormError> {
        let players: Vec<usize> = players(game).collect();
        if !(1..=2).contains(&players.len()) {
            return Err(ExtensiveFormError::Players(players.len()));
        }
        Builder::new(game, players, Clock::start(limits)).build(progress)
    }

    /// The legal moves in an information set.
    pub fn moves(&self, seat: usize, set: usize) -> &[M] {
        self.information.moves(seat, set)
    }

    /// What a player knows in an information set. In a game of complete information the percepts are
    /// left out.
    pub fn information_state(&self, seat: usize, set: usize) -> InformationState<M> {
        self.information.state(self.players[seat], seat, set)
    }

    /// The state in which a player chooses, in a game of complete information.
    pub(crate) fn state<G: Game<Move = M>>(&self, game: &G, seat: usize, set: usize) -> G::State {
        let joints = self.information.joint_moves(seat, set);
        joints.into_iter().fold(game.initial(), |state, joint| game.next(&state, joint))
    }

    /// What a player knows in an information set, as people read it: its choices and what it has seen, ply by
    /// ply; in a game of complete information the joint moves.
    pub fn told<G: Game<Move = M>>(&self, game: &G, seat: usize, set: usize) -> String {
        information::told(&self.plies(game, seat, set))
    }

    /// The same, ply by ply: those of which the player knows anything.
    pub fn plies<G: Game<Move = M>>(&self, game: &G, seat: usize, set: usize) -> Vec<KnownPly> {
        self.information.plies(game, seat, set)
    }
}

impl<M> ExtensiveForm<M> {
    /// The role of each player, in ascending order; one or two.
    pub fn players(&self) -> &[usize] {
        &self.players
    }

    /// States of the game that the histories lead to, counted once for each history.
    pub fn histories(&self) -> u64 {
        self.histories
    }

    /// Nodes of the tree: histories after which somebody has a choice, or the game is over.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// How many information sets a seat has.
    pub fn information_sets(&self, seat: usize) -> usize {
        self.sequences.seat(seat).sets().len()
    }

    /// The probabilities of the moves in an information set, in the order of [`moves`](Self::moves).
    pub fn mixture<'p>(&self, profile: &'p Profile, seat: usize, set: usize) -> &'p [f64] {
        let set = self.sequences.seat(seat).sets()[set];
        &profile.seat(seat)[set.sequences()]
    }

    /// Changes the probabilities of the moves in an information set.
    ///
    /// # Panics
    /// If they are more or fewer than the moves.
    pub fn set_mixture(&self, profile: &mut Profile, seat: usize, set: usize, probabilities: &[f64]) {
        let set = self.sequences.seat(seat).sets()[set];
        profile.seat_mut(seat)[set.sequences()].copy_from_slice(probabilities);
    }

    /// What everybody gets by a profile, and how much more each could get.
    pub fn exploitability(&self, profile: &Profile) -> Exploitability {
        self.sequences.exploitability(profile, self.players.len())
    }

    /// The middle between the least and the greatest payoff of each seat.
    pub(crate) fn middle(&self) -> [f64; 2] {
        let ends = || {
            self.nodes.iter().filter_map(|node| if let Node::End(goals) = node { Some(goals) } else { None })
        };
        [0, 1].map(|seat| {
            let goals = || ends().map(|goals| f64::from(goals[seat]));
            goals().fold(f64::INFINITY, f64::min).midpoint(goals().fold(f64::NEG_INFINITY, f64::max))
        })
    }

    /// Every move with the same probability.
    pub fn uniform(&self) -> Profile {
        self.sequences.uniform()
    }

    /// The sum of the payoffs of two players, if it is always the same.
    pub fn constant_sum(&self) -> Option<Goal> {
        let mut sums = self.nodes.iter().filter_map(|node| match node {
            Node::End([first, second]) if self.players.len() == 2 => Some(first + second),
            _ => None,
        });
        let sum = sums.next()?;
        sums.all(|other| other == sum).then_some(sum)
    }
}
