//! Sums of games: the theory of R. Sprague, *Über mathematische Kampfspiele* (Tôhoku Mathematical
//! Journal 41, 1935) and P. M. Grundy, *Mathematics and games* (Eureka 2, 1939), and of moves that are
//! answered by going back, as in Northcott's game (E. R. Berlekamp, J. H. Conway & R. K. Guy, *Winning
//! Ways*, 1982).
//!
//! `parts` finds the independent parts of a rulesheet, with all states of each part alone; `check` proves
//! that the game is their sum under normal play; `values` works out a part's values and proves that it
//! behaves like a heap of nim. [`SumOfGames`] puts these together and explains states.

mod check;
mod explanation;
mod parts;
#[cfg(test)]
mod tests;
mod values;

use std::sync::Arc;

use circuit::Packed;
use game::{Choices, Encoding, Game, Goal, Interrupt, Mover, Rules, RulesState};

use crate::limits::Clock;
use crate::{Cut, Limits, Retrograde};
use check::Proof;
pub use explanation::{ExplainedMove, Explanation, InTime, Part, PlyLimit};
use parts::Parts;

/// A game that is proven to be a sum of games which behave like heaps of nim.
///
/// In such a sum two roles take turns, a turn moves in one part, and a role that can move in no part loses. A
/// part has the value `v` if either role can move from it to each smaller value and to no equal one. The role
/// to move wins exactly if the bitwise exclusive or of the values, the *nim-sum*, is not 0: it moves to
/// nim-sum 0, and whatever the other role does then makes it different from 0.
///
/// Where all moves of a part may be made by both roles, and it always ends, this is the theorem of Sprague
/// and Grundy. It also holds where a role can raise a value or has moves of its own, if what the winner needs
/// (moves that lower a value) cannot go on for ever whatever the other role does in that part. That is
/// proven, too.
///
/// What is proven holds of all states that the one it was made of leads to.
pub struct SumOfGames<'r> {
    rules: &'r Rules,
    packed: Arc<Packed>,
    parts: Parts,
    /// The value of each state of each part.
    values: Vec<Vec<u32>>,
    proof: Proof,
    /// Whether both roles have the same moves in every state of every part.
    impartial: bool,
    /// The exact values of all states, where a limit on plies may cut the play.
    exact: Option<Retrograde<'r, Rules>>,
}

/// Why the theory of sums of games does not tell who wins.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unexplained {
    /// The game is played by other than two roles, or chance plays, or something is hidden.
    #[error("it is about games of two roles without chance, in which nothing is hidden")]
    Roles,
    /// The game has no circuit of packed states.
    #[error("the game is not played on a circuit: {0}")]
    NoCircuit(String),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The roles do not take turns.
    #[error("the roles do not take turns")]
    NoTurns,
    /// A move acts in several parts, or in none.
    #[error("it is not a sum of games: a move acts in several parts, or in none")]
    NoSum,
    /// It ends while there are moves, or goes on without.
    #[error("it is not played until a role cannot move")]
    Ends,
    /// The role that makes the last move of several parts loses.
    #[error(
        "whoever makes the last move loses (misère play), for which values of the parts do not tell the winner of the sum"
    )]
    Misere,
    /// It may end in a draw, or in different payoffs.
    #[error("it does not always end with the same payoffs for a winner and a loser")]
    Draws,
    /// A part is no heap of nim.
    #[error(
        "part {part} is not equal to a heap of nim, as the roles have different moves in it or it need not end"
    )]
    NoHeap {
        /// The number of the part, from 1.
        part: usize,
    },
    /// The game has too many states to prove it.
    #[error("it has too many states to prove that it is a sum of games")]
    TooMany,
    /// It was cut.
    #[error("it was cut before it was proven that the theory applies")]
    Cut(Cut),
    /// A state of the rules has no answer.
    #[error("{0}")]
    Fault(String),
}

/// Refuses a state in which nobody moves: the game is over, or the rules are at fault.
fn refuse_end(rules: &Rules, state: &RulesState) -> Result<(), Unexplained> {
    match rules.fault(state) {
        _ if !rules.terminal(state) => Ok(()),
        Some(fault) => Err(Unexplained::Fault(fault.to_string())),
        None => Err(Unexplained::Over),
    }
}

impl<'r> SumOfGames<'r> {
    /// The sum of games that a rulesheet describes from a state on.
    ///
    /// # Errors
    /// If it is none, or that is not proven within the limits: why.
    pub fn of(rules: &'r Rules, state: &RulesState, limits: &Limits) -> Result<Self, Unexplained> {
        if rules.roles() != 2 || !game::is_certain(rules) {
            return Err(Unexplained::Roles);
        }
        if let Err(why) = rules.compiled() {
            return Err(Unexplained::NoCircuit(why.to_string()));
        }
        refuse_end(rules, state)?;
        if Choices::of(rules, state).mover() == Mover::Several {
            return Err(Unexplained::NoTurns);
        }
        let clock = Clock::start(limits);
        let wanted = || clock.cut().is_none();
        let interrupt = Interrupt::unless(&wanted);
        let cut = |_| Unexplained::Cut(clock.cut().unwrap_or(Cut::Stopped));
        let packed = rules.packed(&interrupt).map_err(cut)?;
        let packed =
            packed.ok_or_else(|| Unexplained::NoCircuit("its states take too many bits".to_owned()))?;
        let factors = rules.factors(&interrupt).map_err(cut)?;
        let parts = Parts::of(rules, state, &packed, factors, &clock)?;
        let proof = Proof::of(&parts, &packed, factors, &clock)?;
        let mut values = Vec::with_capacity(parts.list.len());
        let mut impartial = true;
        for (part, number) in parts.list.iter().zip(1..) {
            let options = parts.options(part);
            impartial &= options[0].iter().zip(&options[1]).all(|(one, other)| sorted(one) == sorted(other));
            values.push(values::of(&options, &clock)?.ok_or(Unexplained::NoHeap { part: number })?);
        }
        let exact = proof.limit.and_then(|_| {
            // Without exact values it is not known whether the limit leaves time.
            Retrograde::of(rules, state, &limits.after(clock.elapsed()), &|_| ()).ok()
        });
        Ok(Self { rules, packed, parts, values, proof, impartial, exact })
    }

    /// What a winner is paid.
    fn win(&self) -> Goal {
        Goal::from(self.proof.win)
    }
}

/// The states that moves lead to, without those to the same state as another.
fn sorted(options: &[u32]) -> Vec<u32> {
    let mut options = options.to_vec();
    options.sort_unstable();
    options.dedup();
    options
}
