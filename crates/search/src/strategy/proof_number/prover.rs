use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use game::{Game, Goal, ask_while};

use super::claim::Claim;
use super::memory::Memory;
use super::numbers::Numbers;
use super::search::{Task, settle};
use super::{ENTRY, WITHOUT_CHANCE, certain};
use crate::strategy::intact;
use crate::{Meter, SearchError};

/// Whether a role can get at least so much, whatever the others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The role.
    pub role: usize,
    /// The payoff.
    pub at_least: Goal,
}

/// What is known of a [`Question`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The role can get that much.
    Yes,
    /// The others can keep it below, or keep the game from ending.
    No,
    /// The search left off before it knew.
    Unknown,
}

/// What a [`Prover`] has found out about a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Whether the role can get as much as was asked for.
    pub answer: Answer,
    /// The most that the role can be sure to get lies in this range, where play without end counts as the
    /// least payoff of the game. It is often narrower than the answer alone would have it, since only payoffs
    /// count that the search has met.
    pub guarantee: RangeInclusive<Goal>,
    /// Plies of the deepest state that was expanded.
    pub depth: u32,
}

/// Answers one question about any states of a game by depth-first proof-number search, and remembers what it
/// has found out about them.
///
/// Both answers are exact, also in games whose states come again: play without end comes to no payoff, so the
/// answer is no where the others can keep the game going. All other roles are taken to be one opponent.
///
/// ```
/// use game::{Game, Tree};
/// use spielbaum_search::{Answer, Budget, Meter, Prover, Question};
///
/// let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))")?;
/// let mut meter = Meter::start(Budget::default());
/// let mut ask = |at_least| {
///     Prover::new(Question { role: 0, at_least }, 1).ask(&tree, &tree.initial(), &mut meter)
/// };
/// assert_eq!(ask(3)?.answer, Answer::Yes);
/// assert_eq!(ask(4)?.answer, Answer::No);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Sources: A. Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, PhD thesis,
/// University of Tokyo (2002); A. Kishimoto, M. Müller, *A solution to the GHI problem for depth-first
/// proof-number search*, Information Sciences 175 (2005); 1 + ε: J. Pawlewicz, Ł. Lew, *Improving depth-first
/// PN-search: 1 + ε trick*, Computers and Games (2006).
#[derive(Debug)]
pub struct Prover {
    question: Question,
    memory: Memory,
    progress: ProofProgress,
}

impl Prover {
    /// A prover that keeps what it finds out in so many megabytes.
    pub fn new(question: Question, megabytes: u64) -> Self {
        let bytes = usize::try_from(megabytes).unwrap_or(usize::MAX).saturating_mul(1 << 20);
        Self { question, memory: Memory::new(bytes), progress: ProofProgress::default() }
    }

    /// The same prover, which tells there how far it has come.
    #[must_use]
    pub fn telling(self, progress: ProofProgress) -> Self {
        Self { progress, ..self }
    }

    /// Searches for the answer in `state` until the meter is spent. Asked again, it goes on where it
    /// left off.
    ///
    /// # Errors
    /// If chance or hidden information has a part in the game, if several roles choose at the same time, or
    /// if the rules give no answer in a state that the search came to.
    pub fn ask<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        meter: &mut Meter,
    ) -> Result<Finding, SearchError> {
        certain(ENTRY.name, game, WITHOUT_CHANCE)?;
        ask_while(meter.going_on(), || self.search(game, state, meter))
    }

    fn search<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        meter: &mut Meter,
    ) -> Result<Finding, SearchError> {
        let Question { role, at_least } = self.question;
        let claim = Claim::AtLeast(at_least);
        self.progress.come_to(Numbers::OPEN);
        let task = Task { game, root: state, role, claim, progress: Some(&self.progress) };
        let (numbers, depth) = settle(task, &mut self.memory, meter)?;
        intact(meter)?;
        self.progress.come_to(numbers);
        Ok(self.finding(game, numbers, depth))
    }

    fn finding<G: Game>(&self, game: &G, numbers: Numbers, depth: u32) -> Finding {
        let range = game.goal_range();
        let Memory { kept, broken, .. } = self.memory;
        match numbers {
            Numbers::PROVEN => {
                let least = kept.unwrap_or(self.question.at_least).max(*range.start());
                Finding { answer: Answer::Yes, guarantee: least..=*range.end(), depth }
            }
            Numbers::DISPROVEN => {
                let most = broken.unwrap_or(*range.start());
                Finding { answer: Answer::No, guarantee: *range.start()..=most, depth }
            }
            _ => Finding { answer: Answer::Unknown, guarantee: range, depth },
        }
    }
}

/// How far a [`Prover`] has come, to be read from any thread.
#[derive(Clone, Debug, Default)]
pub struct ProofProgress(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    nodes: AtomicU64,
    proof: AtomicU32,
    disproof: AtomicU32,
}

impl ProofProgress {
    /// States expanded so far, by all searches of the same meter.
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    /// How many leaves have to be settled at the least, as far as is known, to prove that the answer is
    /// yes, and to prove that it is no: the proof number and the disproof number of the state that was
    /// asked about.
    pub fn numbers(&self) -> (u32, u32) {
        (self.0.proof.load(Ordering::Relaxed), self.0.disproof.load(Ordering::Relaxed))
    }

    pub(super) fn count(&self, nodes: u64) {
        self.0.nodes.store(nodes, Ordering::Relaxed);
    }

    pub(super) fn come_to(&self, numbers: Numbers) {
        self.0.proof.store(numbers.proof, Ordering::Relaxed);
        self.0.disproof.store(numbers.disproof, Ordering::Relaxed);
    }
}
