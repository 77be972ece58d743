use batsat::{Lit as SatLit, lbool};
use rustc_hash::FxHashSet;

use super::aig::{Lit, Node};
use super::clauses::{Clauses, sat};
use super::invariant::Group;
use super::network::Network;

/// Literals that all questions of one attempt together may assign: some seconds.
const MOST_PROPAGATIONS: u64 = 16_000_000;

/// What telling the solver about one gate counts for, in such literals.
const GATE: u64 = 20;

/// Attempts with ever fewer candidates.
const MOST_ATTEMPTS: usize = 3;

/// Those of `candidates` that are right about the initial state, and right after a legal move in every state that is not over and that all of
/// them are right about: so they are right about every reachable state. The largest such set is found by dropping whatever fails until
/// nothing does (Flanagan & Leino, *Houdini, an Annotation Assistant for ESC/Java*, 2001). What is not decided within fixed bounds
/// of work is dropped, too, what depends on the most gates first.
pub(crate) fn prove(network: &Network, mut candidates: Vec<Group>) -> Vec<Group> {
    candidates.retain(|group| {
        group.admits(|member| network.initial[member.node() as usize - 1] != member.inverted())
    });
    candidates.sort_by_cached_key(|group| (cone(network, group), group.clone()));
    for _ in 0..MOST_ATTEMPTS {
        let mut work = 0;
        let asked = loop {
            let before = candidates.len();
            let asked = drop_failing(network, &mut candidates, &mut work);
            if candidates.is_empty() || work > MOST_PROPAGATIONS {
                break asked;
            }
            if candidates.len() == before {
                candidates.sort_unstable();
                return candidates;
            }
        };
        candidates.truncate(asked / 2);
    }
    Vec::new()
}

/// Asks about each candidate in turn, all of them taken to be right before the step, and drops those that may be wrong after it. Stops where the work
/// gets too much; returns how many of those that are left it has asked about.
fn drop_failing(network: &Network, candidates: &mut Vec<Group>, work: &mut u64) -> usize {
    *work += network.aig.nodes().len() as u64 * GATE;
    let mut step = Step::new(network, candidates);
    let mut standing = vec![true; candidates.len()];
    let mut asked = 0;
    while asked < candidates.len() && *work + step.clauses.propagations() <= MOST_PROPAGATIONS {
        if standing[asked] && !step.keeps(network, candidates, asked, &mut standing) {
            standing[asked] = false;
        }
        asked += 1;
    }
    *work += step.clauses.propagations();
    let left = standing[..asked].iter().filter(|stands| **stands).count();
    let mut standing = standing.into_iter();
    candidates.retain(|_| standing.next() == Some(true));
    left
}

/// How many nodes a group's next values depend on, so far as it is not too many.
fn cone(network: &Network, group: &Group) -> usize {
    const MOST: usize = 5_000;
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    let mut open: Vec<u32> =
        group.members.iter().map(|member| network.next[member.node() as usize - 1].node()).collect();
    while let Some(node) = open.pop().filter(|_| seen.len() < MOST) {
        if let (true, Node::And(a, b)) = (seen.insert(node), network.aig.nodes()[node as usize]) {
            open.extend([a.node(), b.node()]);
        }
    }
    seen.len()
}

/// One step from any state that all candidates are right about, as clauses (Tseitin, *On the Complexity of Derivation in Propositional Calculus*,
/// 1968). The variables of blocks may take any value, which only makes more steps possible.
pub(crate) struct Step {
    pub(crate) clauses: Clauses,
}

impl Step {
    /// A step of a network's game; the network's graph may have grown since it was made.
    pub(crate) fn new(network: &Network, candidates: &[Group]) -> Self {
        let mut step = Self { clauses: Clauses::new() };
        let clauses = &mut step.clauses;
        clauses.encode(&network.aig);
        clauses.clause(&[sat(!network.terminal)]);
        for (role, legal) in network.legal.iter().enumerate() {
            let does = |mov| sat(Lit::new(network.aig.inputs()[network.does_input(role, mov)], false));
            let moves: Vec<SatLit> = (0..legal.len()).map(does).collect();
            clauses.one(&moves, true);
            moves.iter().zip(legal).for_each(|(&mov, &legal)| clauses.clause(&[!mov, sat(legal)]));
        }
        for group in candidates {
            let members: Vec<SatLit> = group.members.iter().map(|&member| sat(member)).collect();
            clauses.one(&members, group.exactly);
        }
        step
    }

    /// A literal that can only hold if not exactly one of `members` does, or if more than one does.
    fn broken(&mut self, members: &[SatLit], exactly: bool) -> SatLit {
        let broken = self.clauses.fresh();
        let mut reasons = vec![!broken];
        if exactly {
            let none = self.clauses.fresh();
            members.iter().for_each(|&member| self.clauses.clause(&[!none, !member]));
            reasons.push(none);
        }
        let mut before: Option<SatLit> = None;
        for &member in members {
            let now = self.clauses.fresh();
            if let Some(before) = before {
                let second = self.clauses.fresh();
                self.clauses.clause(&[!second, before]);
                self.clauses.clause(&[!second, member]);
                reasons.push(second);
                self.clauses.clause(&[!now, before, member]);
            } else {
                self.clauses.clause(&[!now, member]);
            }
            before = Some(now);
        }
        self.clauses.clause(&reasons);
        broken
    }

    /// Whether a candidate is surely right after the step. If it may be wrong, so are others that the same step shows to be.
    fn keeps(
        &mut self,
        network: &Network,
        candidates: &[Group],
        number: usize,
        standing: &mut [bool],
    ) -> bool {
        let after = |member: Lit| network.next[member.node() as usize - 1].invert_if(member.inverted());
        let group = &candidates[number];
        let members: Vec<SatLit> = group.members.iter().map(|&member| sat(after(member))).collect();
        let broken = self.broken(&members, group.exactly);
        let answer = self.clauses.solve(&[broken]);
        if answer == lbool::TRUE {
            let holds = |member| self.clauses.holds(sat(after(member)));
            for (group, stands) in candidates.iter().zip(standing) {
                *stands &= group.admits(holds);
            }
        }
        self.clauses.clause(&[!broken]);
        answer == lbool::FALSE
    }
}
