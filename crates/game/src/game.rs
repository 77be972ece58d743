use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use crate::knowledge::NoKnowledge;
use crate::{
    Batch, Chance, Encoding, Factoring, FastPlayout, Knowledge, Notation, Percepts, Planning, Tactics,
};

/// A payoff. Rulesheets stay within `0..=100`; explicit trees may use any integer.
pub type Goal = i32;

/// The rules of a finite game of one or more roles that all choose a move at every ply.
///
/// A role that has nothing to decide has exactly one legal move (GDL's `noop`), so games with turns, games
/// with simultaneous moves and puzzles for one role all look the same. States are cheap to clone.
///
/// A game is not changed by being asked, so that any number of searches can share one. Where the rules break
/// down (they exceed a limit, or leave a role without a legal move), the *state* says so: it counts as
/// terminal, and [`fault`](Game::fault) tells why. Whoever meets such a state ends its own search with that
/// fault; nobody else is concerned.
///
/// What only some games can do or know is a *capability*: an object of a type of its own, which a game that
/// has it hands out. Two of them change what the game is: with [`chance`](Game::chance) a role moves at
/// random, and with [`percepts`](Game::percepts) roles do not see the whole state.
pub trait Game: Sync {
    /// A position of the game.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move of one role. Its order carries no meaning; the order of [`legal`](Game::legal) does.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync;

    /// How many roles play; at least one. Roles are numbered from 0 in the rulesheet's order.
    fn roles(&self) -> usize;

    /// The position every match starts from.
    fn initial(&self) -> Self::State;

    /// Whether the game is over in `state`, be it by a [`fault`](Game::fault).
    fn terminal(&self, state: &Self::State) -> bool;

    /// Replaces the content of `moves` by the legal moves of `role` in a non-terminal `state`, in the game's
    /// own fixed order (for a rulesheet: sorted by their text).
    fn legal(&self, state: &Self::State, role: usize, moves: &mut Vec<Self::Move>);

    /// The state after every role has made its move of `joint`, one legal move a role in role order.
    fn next(&self, state: &Self::State, joint: &[Self::Move]) -> Self::State;

    /// The payoff of `role` in a terminal `state`, within [`goal_range`](Game::goal_range).
    fn goal(&self, state: &Self::State, role: usize) -> Goal;

    /// The least and the greatest payoff that any role can reach.
    fn goal_range(&self) -> RangeInclusive<Goal> {
        0..=100
    }

    /// Why the rules give no answer in `state`, if they do not. It need only be known of a state that was
    /// called [`terminal`](Game::terminal), after its goals have been asked for.
    fn fault(&self, _state: &Self::State) -> Option<Fault> {
        None
    }

    /// Bytes that `state` keeps on the heap: what it takes beyond the size of its type, as far as it is not
    /// shared with the game. Who keeps many states within a bound on memory asks.
    fn heap_bytes(&self, _state: &Self::State) -> usize {
        0
    }

    /// The role that moves at random, if there is one.
    fn chance(&self) -> Option<&dyn Chance<Self::State, Self::Move>> {
        None
    }

    /// What each role sees, if the game hides anything from anybody; none if all roles see every state and
    /// every move.
    fn percepts(&self) -> Option<&dyn Percepts<Self::State, Self::Move>> {
        None
    }

    /// Many states at once: children of many parents, playouts from many states.
    fn batch(&self) -> Option<&dyn Batch<Self::State, Self::Move>> {
        None
    }

    /// Moves that win at once, seen without making them.
    fn tactics(&self) -> Option<&dyn Tactics<Self::State, Self::Move>> {
        None
    }

    /// A quicker way to a random playout than move by move.
    fn fast_playout(&self) -> Option<&dyn FastPlayout<Self::State>> {
        None
    }

    /// States as bits and as variables of several values, to learn about.
    fn encoding(&self) -> Option<&dyn Encoding<Self::State>> {
        None
    }

    /// The independent games that the game consists of, for a search of each.
    fn factoring(&self) -> Option<&dyn Factoring<Self::State, Self::Move>> {
        None
    }

    /// What helps to look for plans, of a game of one role.
    fn planning(&self) -> Option<&dyn Planning<Self::State, Self::Move>> {
        None
    }

    /// What is known of states beyond the rules' answers: symmetry, pieces, nearness of a goal, sums
    /// of goals.
    fn knowledge(&self) -> &dyn Knowledge<Self::State> {
        &NoKnowledge
    }

    /// Names of roles and moves, and states as text.
    fn notation(&self) -> &dyn Notation<Self::State, Self::Move>;

    /// The legal move of `role` whose name is `name`, if there is one.
    fn move_named(&self, state: &Self::State, role: usize, name: &str) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal(state, role, &mut moves);
        moves.into_iter().find(|&mov| self.notation().move_name(mov) == name)
    }
}

/// Why a role has no legal move in a state, though the game goes on.
pub fn no_move<G: Game>(game: &G, state: &G::State, role: usize) -> Fault {
    game.fault(state).unwrap_or_else(|| Fault {
        message: format!(
            "{} has no legal move in a state that is not terminal",
            game.notation().role_name(role)
        ),
    })
}

/// Why the rules give no answer in a state: they exceed a limit or break what every game must keep.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// What happened, and what can be done about it.
    pub message: String,
}
