mod claim;
mod conditional;
mod judge;
mod memory;
mod node;
mod numbers;
mod prover;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod threats;

use game::Game;
pub use prover::{Answer, Finding, ProofProgress, Prover, Question};

use super::decided::Decided;
use super::depth_first::TABLE;
use super::{choices, sound};
use crate::key::{Key, NODES, TIME};
use crate::search_error::certain;
use crate::{Budget, Decision, Entry, Meter, Model, Request, SearchError, Spec, Status, Strategy};
use claim::Claim;
use memory::Memory;
use numbers::Numbers;
use search::{Search, Task, settle};

/// States expanded for a decision where nothing bounds the search.
const FALLBACK: u64 = 1_000_000;

/// States that are expanded for the one question at first before it is the other one's turn.
const FIRST_TURN: u64 = 64;

const MEMORY: Key<u64> = TABLE
    .by_default(64)
    .with_help("megabytes for what is known about states, half of them for each of the two questions");

pub(crate) const ENTRY: Entry = Entry {
    name: "proof-number",
    help: "proof-number search: whether the searcher wins, and by which moves it loses; it estimates nothing",
    reference: "Nagai, Df-pn algorithm for searching AND/OR trees and its applications, PhD thesis, University of Tokyo (2002); Allis, van der Meulen & van den Herik, Proof-number search, Artificial Intelligence 66 (1994)",
    status: Status::Exact,
    model: Some(Model::Minimise),
    positional: false,
    parameters: &[MEMORY.parameter, NODES.unless_bounded(FALLBACK).parameter, TIME.parameter],
};

/// Depth-first proof-number search: it looks for proofs that the searcher can get the greatest payoff of the
/// goal range, and that the others can keep it to the least.
///
/// By turns it asks the two questions, each of which goes on where it left off. A move that wins is chosen at
/// once; else, of those that are not proven to lose, the one after which a win seems easiest to prove.
/// Nothing between a win and a loss is told apart. All others are taken to be one opponent.
///
/// What is proven is true, also in games whose states come again: a payoff is got at an end of the game, and
/// play that goes round for ever comes to none. A disproof that rests on a state coming again is kept
/// together with what it rests on, so that each question is answered in the end.
///
/// Sources: A. Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, PhD thesis,
/// University of Tokyo (2002); L. V. Allis, M. van der Meulen, H. J. van den Herik, *Proof-number search*,
/// Artificial Intelligence 66 (1994); A. Kishimoto, M. Müller, *A solution to the GHI problem for depth-first
/// proof-number search*, Information Sciences 175 (2005); 1 + ε: J. Pawlewicz, Ł. Lew, *Improving depth-first
/// PN-search: 1 + ε trick*, Computers and Games (2006).
#[derive(Debug)]
pub struct ProofNumber {
    bounds: Budget,
    megabytes: u64,
    known: Option<WinOrLoss>,
}

impl ProofNumber {
    /// Proof-number search within `bounds`, with tables of so many megabytes together.
    pub fn new(bounds: Budget, megabytes: u64) -> Self {
        Self { bounds, megabytes, known: None }
    }

    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self::new(spec.budget(), spec.get(MEMORY))
    }
}

/// Why a game with chance is refused.
pub(super) const WITHOUT_CHANCE: &str =
    "proofs are of what a role can force, whatever happens; minimax and alpha-beta find what it can expect";

impl<G: Game> Strategy<G> for ProofNumber {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, state, role, budget, .. } = request;
        let mut budget = self.bounds.tightened_by(&budget);
        if budget.nodes.is_none() && budget.time.is_none() {
            budget.nodes = Some(FALLBACK);
        }
        let mut meter = Meter::start(budget);
        let choices = choices(game, state)?;
        let bytes = usize::try_from(self.megabytes).unwrap_or(usize::MAX).saturating_mul(1 << 20);
        let verdict = WinOrLoss::recall(&mut self.known, role, bytes).prove(game, state, &mut meter)?;
        let mut decision = verdict.decision(game, choices.of_role(role));
        if !decision.proven && decision.moves.len() > 1 {
            let remark = if verdict.settled {
                "neither a win nor a loss can be proven"
            } else {
                "neither a win nor a loss is proven yet"
            };
            decision.remark = Some(remark.to_owned());
        }
        decision.effort += meter.effort;
        sound(&meter, decision.alone(&choices, role))
    }
}

/// Proves wins and losses of one role, and remembers what it has found.
#[derive(Debug)]
pub(super) struct WinOrLoss {
    role: usize,
    wins: Memory,
    losses: Memory,
}

/// What a [`WinOrLoss`] knows about a state.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdict {
    /// Whether it is proven that the role wins.
    pub(super) win: bool,
    /// Whether it is proven that it loses.
    pub(super) loss: bool,
    /// Whether all has been searched for both.
    settled: bool,
    /// What is known of each of its moves, if it decides.
    pub(super) moves: Vec<Outlook>,
    /// Plies looked ahead.
    depth: u32,
}

/// What a [`WinOrLoss`] knows about a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    win: Numbers,
    loss: Numbers,
}

impl Outlook {
    /// Whether it is proven to win.
    fn wins(&self) -> bool {
        self.win.proof == 0
    }

    /// Whether it is proven to lose.
    pub(super) fn loses(&self) -> bool {
        self.loss.proof == 0
    }

    /// The less, the better it seems.
    fn badness(&self) -> (bool, u32, std::cmp::Reverse<u32>) {
        (self.loses(), self.win.proof, std::cmp::Reverse(self.loss.proof))
    }
}

impl Verdict {
    /// The decision of a role with these moves that follows from it.
    pub(super) fn decision<G: Game>(&self, game: &G, moves: &[G::Move]) -> Decision<G::Move> {
        let mut decision = Decision::first_of(moves);
        let range = game.goal_range();
        let (least, greatest) = (f64::from(*range.start()), f64::from(*range.end()));
        for (estimate, outlook) in decision.moves.iter_mut().zip(&self.moves) {
            estimate.value = if outlook.wins() { Some(greatest) } else { outlook.loses().then_some(least) };
            estimate.proven = estimate.value.is_some();
        }
        let outlooks = decision.moves.iter().zip(&self.moves);
        if let Some((best, _)) = outlooks.min_by_key(|(_, outlook)| outlook.badness()) {
            decision.mov = best.mov;
        }
        let value = if self.win { Some(greatest) } else { self.loss.then_some(least) };
        decision.effort.reach(self.depth);
        Decision { value, proven: value.is_some(), ..decision }
    }
}

impl WinOrLoss {
    /// The one for decisions of `role`, with tables of so many bytes together.
    pub(super) fn recall(memory: &mut Option<Self>, role: usize, bytes: usize) -> &mut Self {
        if memory.as_ref().is_some_and(|known| known.role != role) {
            *memory = None;
        }
        memory.get_or_insert_with(|| Self {
            role,
            wins: Memory::new(bytes / 2),
            losses: Memory::new(bytes / 2),
        })
    }

    /// Tries to prove that the role wins in `root`, and that it loses, until the meter is spent or both
    /// are known.
    ///
    /// # Errors
    /// If chance has a part in the game, or several roles choose at the same time: what could be forced then
    /// is not what happens.
    pub(super) fn prove<G: Game>(
        &mut self,
        game: &G,
        root: &G::State,
        meter: &mut Meter,
    ) -> Result<Verdict, SearchError> {
        certain(ENTRY.name, game, WITHOUT_CHANCE)?;
        let role = self.role;
        let mut verdict = Verdict::default();
        if game.terminal(root) {
            return Ok(verdict);
        }
        let range = game.goal_range();
        let task = |claim| Task { game, root, role, claim, progress: None };
        let (mut for_wins, mut for_losses) =
            (Decided::new(game, true, meter), Decided::new(game, true, meter));
        let mut win = Search::new(task(Claim::AtLeast(*range.end())), &mut self.wins, &mut for_wins);
        let mut loss = Search::new(task(Claim::AtMost(*range.start())), &mut self.losses, &mut for_losses);
        let (mut wins, mut loses, mut turn) = (Numbers::OPEN, Numbers::OPEN, FIRST_TURN);
        let known = |wins: Numbers, loses: Numbers| {
            wins.proof == 0 || loses.proof == 0 || wins.settled() && loses.settled()
        };
        while !known(wins, loses) && !meter.spent() {
            if !wins.settled() {
                wins = win.run(turn, meter)?;
            }
            if !known(wins, loses) && !loses.settled() && !meter.spent() {
                loses = loss.run(turn, meter)?;
            }
            turn += turn / 2;
        }
        (verdict.win, verdict.loss) = (wins.proof == 0, loses.proof == 0);
        verdict.settled = wins.settled() && loses.settled();
        verdict.depth = win.deepest().max(loss.deepest());
        // One of the questions may not have been asked at all.
        let mut losses = loss.moves();
        verdict.moves =
            win.moves().map(|win| Outlook { win, loss: losses.next().unwrap_or(Numbers::OPEN) }).collect();
        Ok(verdict)
    }

    /// Tries to prove that the role loses in a state, until the meter is spent or the answer is known.
    pub(super) fn loses<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        meter: &mut Meter,
    ) -> Result<bool, SearchError> {
        let claim = Claim::AtMost(*game.goal_range().start());
        let task = Task { game, root: state, role: self.role, claim, progress: None };
        settle(task, &mut self.losses, meter).map(|(numbers, _)| numbers.proof == 0)
    }
}
