use std::collections::BTreeSet;
use std::slice;

use batsat::{Lit as SatLit, lbool};
use gdl::{Interrupt, Interrupted};
use rustc_hash::{FxHashMap, FxHashSet};

use super::clauses::{Half, sat};
use super::transition::{Transition, after};
use super::walk::Walk;
use crate::network::aig::{Lit, Node};
use crate::network::group::{Group, admit};
use crate::network::network::Network;

/// From each counterexample's state, how many times 64 random moves are tried.
const STEPS: usize = 8;

/// The most literals that all queries of each attempt may assign, and whether it is about constants alone: a
/// million take some hundredth of a second to a tenth. After each, what is still not decided is dropped, and
/// what was proven by that is asked for again in the next.
const ATTEMPTS: [(u64, bool); 4] =
    [(4_000_000, true), (8_000_000, false), (2_000_000, false), (2_000_000, false)];

/// The candidates that are inductive: they hold in the initial state, and after a legal joint move in every
/// state that is not terminal and in which all of them hold; so they hold in every reachable state. The
/// largest such set is found by dropping what fails until nothing does (Flanagan & Leino, *Houdini, an
/// Annotation Assistant for ESC/Java*, 2001). What of the others a proof needed, the solver tells: if that is
/// dropped, and only then, it is asked again. A group of which exactly one member was to hold may turn out to
/// be one of which at most one does, as a counter that ends the game by running out.
///
/// What is not decided within fixed bounds of work is dropped as well, starting with the candidates that
/// depend on the most gates.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn prove(
    network: &Network,
    mut candidates: Vec<Group>,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Group>, Interrupted> {
    candidates.retain(|group| admit(slice::from_ref(group), |fluent| network.initial[fluent]));
    if candidates.is_empty() {
        return Ok(candidates);
    }
    let mut measured = Vec::with_capacity(candidates.len());
    for group in candidates {
        interrupt.check()?;
        measured.push((group.members.len() > 1, cone(network, &group), group.members.len(), group));
    }
    measured.sort_unstable();
    let constants = measured.iter().take_while(|(changes, ..)| !changes).count();
    let candidates: Vec<Group> = measured.into_iter().map(|(.., group)| group).collect();
    let mut induction = Induction::new(network, &candidates, interrupt)?;
    let all = induction.claims.len();
    // That a fluent never changes is one claim. Of rare events it is refuted one by one, which must not take
    // all the work.
    for (most_propagations, constants_alone) in ATTEMPTS {
        let claims = if constants_alone { constants } else { all };
        induction.ask_all(claims, most_propagations)?;
        induction.drop_waiting(claims);
    }
    // What nothing waits for any more is proven.
    while !induction.waiting.is_empty() {
        induction.drop_waiting(all);
    }
    Ok(induction.proven())
}

/// Half of what a candidate says.
struct Claim {
    group: usize,
    half: Half,
    /// Where this literal holds, so does the claim before the transition.
    assumed: SatLit,
    dropped: bool,
    /// Claims whose proof may need this one.
    needed_by: Vec<usize>,
}

/// The claims of all candidates, some of them proven from the others.
struct Induction<'n> {
    network: &'n Network,
    groups: &'n [Group],
    interrupt: &'n Interrupt<'n>,
    transition: Transition<'n>,
    walk: Walk<'n>,
    claims: Vec<Claim>,
    /// The claim that each literal assumes.
    of_literal: FxHashMap<SatLit, usize>,
    /// Those that are neither proven nor dropped.
    waiting: BTreeSet<usize>,
}

impl<'n> Induction<'n> {
    fn new(
        network: &'n Network,
        groups: &'n [Group],
        interrupt: &'n Interrupt<'n>,
    ) -> Result<Self, Interrupted> {
        let mut transition = Transition::new(network, &[], interrupt)?;
        let walk = Walk::new(network);
        let mut claims = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            interrupt.check()?;
            let members: Vec<SatLit> = group.members.iter().map(|&member| sat(member)).collect();
            let mut claim = |half, broken: SatLit| {
                let needed_by = Vec::new();
                let (assumed, dropped) = (!broken, false);
                claims.push(Claim { group: number, half, assumed, dropped, needed_by });
            };
            if members.len() > 1 {
                claim(Half::AtMostOne, transition.clauses.several(&members));
            }
            if group.exactly {
                claim(Half::AtLeastOne, transition.clauses.none(&members));
            }
        }
        let of_literal = claims.iter().enumerate().map(|(number, claim)| (claim.assumed, number)).collect();
        let waiting = (0..claims.len()).collect();
        Ok(Self { network, groups, interrupt, transition, walk, claims, of_literal, waiting })
    }

    /// Asks for the first `claims` until none of them waits, or the bound of work is reached.
    fn ask_all(&mut self, claims: usize, most_propagations: u64) -> Result<(), Interrupted> {
        let bound = self.transition.clauses.propagations() + most_propagations;
        while self.transition.clauses.propagations() <= bound {
            let Some(claim) = self.waiting.pop_first() else { break };
            if claim >= claims {
                self.waiting.insert(claim);
                break;
            }
            self.interrupt.check_now()?;
            self.ask(claim)?;
        }
        Ok(())
    }

    /// Asks whether a claim holds after a transition if all claims do before. If not, it is dropped.
    fn ask(&mut self, number: usize) -> Result<(), Interrupted> {
        let Self { network, groups, transition, claims, .. } = self;
        let Claim { group, half, assumed, .. } = claims[number];
        let broken = transition.clauses.broken(&after(network, &groups[group]), half);
        // Most claims follow from themselves.
        let mut assumptions = vec![broken, assumed];
        assumptions.extend(claims.iter().filter(|claim| !claim.dropped).map(|claim| claim.assumed));
        let answer = transition.clauses.solve(&assumptions);
        // Left open, it would be chosen and refuted again and again.
        transition.clauses.clause(&[!broken]);
        if answer == lbool::FALSE {
            for needed in transition.clauses.core().filter_map(|literal| self.of_literal.get(&literal)) {
                claims[*needed].needed_by.push(number);
            }
        } else if answer == lbool::TRUE {
            self.drop(number);
            self.refute()?;
        } else {
            // It may be that the query was interrupted.
            self.interrupt.check_now()?;
            self.drop(number);
        }
        Ok(())
    }

    /// Drops all claims that fail after the transition that the solver found last, and those that fail after
    /// random moves from the same state: while the solver finds one transition, thousands are simulated.
    fn refute(&mut self) -> Result<(), Interrupted> {
        let value = |literal| u64::from(self.transition.clauses.holds(sat(literal))).wrapping_neg();
        let fluents = 1..=self.network.initial.len() as u32;
        let state: Vec<u64> = fluents.map(|node| value(Lit::new(node, false))).collect();
        let next: Vec<u64> = self.network.next.iter().map(|&next| value(next)).collect();
        self.drop_failing(&next);
        self.walk.set_out(&state);
        for _ in 0..STEPS {
            self.walk.step(self.interrupt)?;
            let next = self.walk.fluents().to_vec();
            self.drop_failing(&next);
        }
        Ok(())
    }

    /// Drops the claims that fail in one of 64 states; for each fluent, a bit tells in which of them
    /// it holds.
    fn drop_failing(&mut self, fluents: &[u64]) {
        for number in 0..self.claims.len() {
            let Claim { group, half, .. } = self.claims[number];
            let (mut one, mut two) = (0, 0);
            for member in &self.groups[group].members {
                let value = fluents[member.node() as usize - 1] ^ u64::from(member.inverted()).wrapping_neg();
                two |= one & value;
                one |= value;
            }
            let fails = match half {
                Half::AtMostOne => two != 0,
                Half::AtLeastOne => one != u64::MAX,
            };
            if fails {
                self.drop(number);
            }
        }
    }

    /// Drops those of the first `claims` that nobody has proven so far.
    fn drop_waiting(&mut self, claims: usize) {
        let waiting: Vec<usize> = self.waiting.range(..claims).copied().collect();
        waiting.into_iter().for_each(|claim| self.drop(claim));
    }

    /// Drops a claim, and what is of no use without it. What was proven by it waits for another proof.
    fn drop(&mut self, number: usize) {
        let claim = &mut self.claims[number];
        if std::mem::replace(&mut claim.dropped, true) {
            return;
        }
        self.waiting.remove(&number);
        // The solver need not look at it any more.
        self.transition.clauses.clause(&[!claim.assumed]);
        let (group, half) = (claim.group, claim.half);
        for other in std::mem::take(&mut claim.needed_by) {
            if !self.claims[other].dropped {
                self.waiting.insert(other);
            }
        }
        let weaker =
            half == Half::AtLeastOne && self.groups[group].members.iter().all(|member| !member.inverted());
        let halves = number.saturating_sub(1)..(number + 2).min(self.claims.len());
        for other in halves.filter(|_| !weaker) {
            if self.claims[other].group == group {
                self.drop(other);
            }
        }
    }

    /// What is left of the candidates once no claim waits.
    fn proven(self) -> Vec<Group> {
        let mut proven: Vec<Group> = Vec::new();
        for claims in self.claims.chunk_by(|a, b| a.group == b.group) {
            let stands = |half| claims.iter().any(|claim| claim.half == half && !claim.dropped);
            let exactly = stands(Half::AtLeastOne);
            if exactly || stands(Half::AtMostOne) {
                let members = self.groups[claims[0].group].members.clone();
                proven.push(Group { members, exactly });
            }
        }
        proven.sort_unstable();
        proven
    }
}

/// How many nodes a group's next values depend on, up to a bound.
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
