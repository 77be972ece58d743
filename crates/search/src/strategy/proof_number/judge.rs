use game::{Game, Goal, GoalBounds};
use rustc_hash::FxHashSet;

use super::claim::Claim;
use super::memory::Memory;
use super::node::{Known, Node};
use super::numbers::{NEVER, Numbers};
use super::table::Print;
use super::threats::Threats;
use crate::Meter;
use crate::strategy::decided::Decided;

/// Tells what is known about states before they are searched. Its buffers are used again.
pub(super) struct Judge<'s, G: Game> {
    game: &'s G,
    role: usize,
    claim: Claim,
    decided: &'s mut Decided<'s, G>,
    threats: Threats<G>,
    /// What the role can still get, as far as the rules tell.
    prospects: Option<GoalBounds>,
    /// The same for each child.
    bounds: Vec<(u8, u8)>,
    /// The places of the children of which nothing is known.
    leaves: Vec<usize>,
    /// The proof and disproof numbers of what is claimed in each of these, as far as the rules tell.
    efforts: Vec<(u8, u8)>,
    /// The children that were looked up.
    prints: Vec<Print>,
    /// The legal moves of each role in a state.
    legal: Vec<Vec<G::Move>>,
}

impl<'s, G: Game> Judge<'s, G> {
    pub(super) fn new(game: &'s G, role: usize, claim: Claim, decided: &'s mut Decided<'s, G>) -> Self {
        Self {
            game,
            role,
            claim,
            decided,
            threats: Threats::new(),
            prospects: game.encoding().and_then(|encoding| encoding.goal_bounds(role)),
            bounds: Vec::new(),
            leaves: Vec::new(),
            efforts: Vec::new(),
            prints: Vec::new(),
            legal: vec![Vec::new(); game.roles()],
        }
    }

    /// Finds what is known about the children of a node that is opened below those of `path`. Of children
    /// that are alike up to a symmetry, all but the first drop out if `twins` do.
    pub(super) fn children(
        &mut self,
        node: &mut Node<G>,
        twins: bool,
        memory: &mut Memory,
        path: &FxHashSet<Print>,
        meter: &Meter,
    ) {
        let game = self.game;
        self.threats.clear();
        self.prints.clear();
        self.bounds.clear();
        self.leaves.clear();
        if let (Some(prospects), Some(encoding)) = (&mut self.prospects, game.encoding()) {
            prospects.of_states(node.children.iter().map(|child| encoding.bits(child)), &mut self.bounds);
        }
        node.known.clear();
        for (place, child) in node.children.iter().enumerate() {
            let known = if let Some(numbers) = self.settled(place, child, memory, meter) {
                Known::anyway(numbers)
            } else {
                let print = Print::up_to_symmetry(game, child);
                if twins && self.prints.contains(&print) {
                    Known::anyway(if node.attacks { Numbers::DISPROVEN } else { Numbers::PROVEN })
                } else {
                    self.prints.push(print);
                    memory.get(print, path).unwrap_or_else(|| Known::anyway(self.leaf(place, child)))
                }
            };
            node.known.push(known);
        }
        self.count_efforts(node);
        if self.decided.is_ready() {
            for (place, decider) in self.threats.found(game, &node.children, self.decided) {
                let attacks = self.claim.attacks(decider == self.role);
                node.known[place] = Known::anyway(Numbers::leaf(1, attacks));
            }
        }
        for (known, end) in node.known.iter_mut().zip(self.decided.look_at(game, &node.children)) {
            let Some((winner, end)) = end else { continue };
            let Some(goal) = meter.goal(game, end, self.role) else { continue };
            // Who wins at once may do so, and whether anything is better for it is not known otherwise.
            if self.claim.attacks(winner == self.role) == self.claim.is_kept_by(goal as Goal) {
                *known = Known::anyway(memory.judge(self.claim, goal as Goal));
            }
        }
    }

    /// What the claim has come to where the game is over, where no end that keeps it can be reached any more,
    /// or none that does not; none elsewhere.
    fn settled(&self, place: usize, child: &G::State, memory: &mut Memory, meter: &Meter) -> Option<Numbers> {
        if self.game.terminal(child) {
            let goal = meter.goal(self.game, child, self.role);
            return Some(goal.map_or(Numbers::DISPROVEN, |goal| memory.judge(self.claim, goal as Goal)));
        }
        let &bounds = self.bounds.get(place)?;
        // What is kept at each end is not kept by play that goes on for ever.
        let every_play_ends = self.prospects.as_ref().is_some_and(GoalBounds::every_play_ends);
        let certain = || self.claim.certain(bounds).filter(|_| every_play_ends);
        Some(memory.judge(self.claim, self.claim.hopeless(bounds).or_else(certain)?))
    }

    /// The numbers of a state of which nothing is known, by its moves; whether who moves is threatened
    /// is asked.
    fn leaf(&mut self, place: usize, child: &G::State) -> Numbers {
        let Self { game, legal, .. } = self;
        legal.iter_mut().enumerate().for_each(|(role, moves)| game.legal(child, role, moves));
        self.leaves.push(place);
        let Some(decider) = legal.iter().position(|moves| moves.len() > 1) else {
            return Numbers::leaf(1, self.claim.attacks(true));
        };
        self.threats.ask(place, decider, legal);
        Numbers::leaf(legal[decider].len(), self.claim.attacks(decider == self.role))
    }

    /// Makes leaves as much harder to prove, and to disprove, as there is to be settled before.
    ///
    /// Numbers that tell more than the number of moves make proof-number search better: M. Winands, M.
    /// Schadd, *Evaluation-function based proof-number search*, Computers and Games (2010).
    fn count_efforts(&mut self, node: &mut Node<G>) {
        let Self { game, claim, prospects, leaves, efforts, .. } = self;
        let (Some(prospects), Some(encoding)) = (prospects, game.encoding()) else { return };
        let states = leaves.iter().map(|&place| encoding.bits(&node.children[place]));
        prospects.proof_numbers(states, &|goal| claim.is_kept_by(goal.into()), efforts);
        for (&place, &efforts) in leaves.iter().zip(&*efforts) {
            let numbers = &mut node.known[place].numbers;
            for (number, effort) in [(&mut numbers.proof, efforts.0), (&mut numbers.disproof, efforts.1)] {
                *number = number.saturating_mul(effort.max(1).into()).min(NEVER - 1);
            }
        }
    }
}
