use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use rand::Rng;

use crate::{Outcomes, Pieces, Playout, Sample};

/// A payoff. Rulesheets stay within `0..=100`; explicit trees may use any integer.
pub type Goal = i32;

/// A finite game of one or more roles that all choose a move at every ply.
///
/// A role that has nothing to decide has exactly one legal move (GDL's `noop`), so games with turns, games with
/// simultaneous moves and puzzles for one role all look the same. States are cheap to clone.
///
/// The methods cannot fail: where an implementor can (a rulesheet that exceeds its limits, or that leaves a role
/// without a legal move), it remembers the first [`fault`](Game::fault) and calls every later state terminal, so that a search winds
/// down at once. Whoever starts a search asks for the fault afterwards.
pub trait Game: Sync {
    /// A position of the game.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move of one role. Its order carries no meaning; the order of [`legal`](Game::legal) does.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync;

    /// How many roles play; at least one. Roles are numbered from 0 in the rulesheet's order.
    fn roles(&self) -> usize;

    /// The name of role number `role`.
    fn role_name(&self, role: usize) -> &str;

    /// The position every match starts from.
    fn initial(&self) -> Self::State;

    /// Whether the game is over in `state`.
    fn terminal(&self, state: &Self::State) -> bool;

    /// Replaces the content of `moves` by the legal moves of `role` in a non-terminal `state`, in the game's
    /// own fixed order (for a rulesheet: sorted by their text).
    fn legal(&self, state: &Self::State, role: usize, moves: &mut Vec<Self::Move>);

    /// The state after every role has made its move of `joint`, one legal move a role in role order.
    fn next(&self, state: &Self::State, joint: &[Self::Move]) -> Self::State;

    /// Replaces the content of `states` by the states after each of `joints`, which holds joint moves one after the other,
    /// as many moves each as there are roles.
    fn children(&self, state: &Self::State, joints: &[Self::Move], states: &mut Vec<Self::State>) {
        states.clear();
        states.extend(joints.chunks_exact(self.roles()).map(|joint| self.next(state, joint)));
    }

    /// Whether all [`children`](Game::children) of a state take about as long as one, so that a search does well to
    /// ask for them together.
    fn expands_at_once(&self) -> bool {
        false
    }

    /// The payoff of `role` in a terminal `state`, within [`goal_range`](Game::goal_range).
    fn goal(&self, state: &Self::State, role: usize) -> Goal;

    /// The least and the greatest payoff that any role can reach.
    fn goal_range(&self) -> RangeInclusive<Goal> {
        0..=100
    }

    /// Random playouts from the initial state, of a game that plays many side by side: `count` of them, or those begun
    /// before `go_on` says no. [`Sample::take`](crate::Sample::take) asks for them first.
    fn sample_at_once(
        &self,
        _rng: &mut impl Rng,
        _count: u64,
        _go_on: &impl Fn() -> bool,
    ) -> Option<Result<Sample, Fault>> {
        None
    }

    /// Random playouts, `each` from every one of `starts`, of a game that plays many side by side: `outcomes` tells what they came
    /// to. When `go_on` says no, those under way are given up and do not count; it is asked several times a millisecond. A game
    /// that has no way to play many at once says `false` and leaves `outcomes` alone.
    fn playouts_at_once(
        &self,
        _starts: &[Self::State],
        _each: u32,
        _rng: &mut impl Rng,
        _go_on: &impl Fn() -> bool,
        _outcomes: &mut Outcomes,
    ) -> bool {
        false
    }

    /// The one of all states that are like `state` up to a symmetry of the game that stands for all of them; none if the game knows of no
    /// symmetry. It has the same payoffs, and the same number of legal moves for each role.
    fn canonical(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    /// The pieces on the board, if the game is played on a board of columns and rows.
    fn pieces(&self, _state: &Self::State) -> Option<Pieces> {
        None
    }

    /// How near to its goal `role` is in `state`, from 0 to 1, as far as the text of the rules tells: the goal's conditions read as
    /// fuzzy logic. None of a game without rules to read.
    fn goal_proximity(&self, _state: &Self::State, _role: usize) -> Option<f64> {
        None
    }

    /// Bounds on the sum of all roles' payoffs in any terminal state. A game of constant sum has the same number twice.
    fn goal_sums(&self) -> RangeInclusive<Goal> {
        let (range, roles) = (self.goal_range(), self.roles() as Goal);
        range.start().saturating_mul(roles)..=range.end().saturating_mul(roles)
    }

    /// The move as people write it; for a rulesheet its KIF text.
    fn move_name(&self, mov: Self::Move) -> String;

    /// The state as text for people: a drawn board where there is one, else a list of what holds.
    fn draw(&self, state: &Self::State) -> String {
        format!("{state:?}")
    }

    /// The legal move of `role` whose name is `name`, if there is one.
    fn move_named(&self, state: &Self::State, role: usize, name: &str) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal(state, role, &mut moves);
        moves.into_iter().find(|&mov| self.move_name(mov) == name)
    }

    /// A playout from `state`, every role choosing uniformly among its legal moves at each of at most `ply_limit` plies, if the
    /// game has a quicker way to one than through the methods above. It is so quick that nobody need ask for the time
    /// before it is over. [`Playouts`](crate::Playouts) takes this way where it is open.
    fn quick_playout(
        &self,
        _state: &Self::State,
        _ply_limit: u32,
        _rng: &mut impl Rng,
    ) -> Option<Playout<Self::State>> {
        None
    }

    /// What people should know about the answers given so far, if they are doubtful: a terminal state without a clear
    /// payoff, say.
    fn remark(&self) -> Option<String> {
        None
    }

    /// What went wrong first, if anything did: from then on the game's answers are worthless.
    fn fault(&self) -> Option<Fault> {
        None
    }
}

/// Why a game stopped answering: its rules exceeded a limit or break what every game must keep.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// What happened, and what can be done about it.
    pub message: String,
}
