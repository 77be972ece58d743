use rustc_hash::FxHashSet;

use super::transition::Transition;
use crate::network::aig::Node;
use crate::network::group::Group;
use crate::network::network::Network;

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
    let mut transition = Transition::new(network, candidates);
    let mut standing = vec![true; candidates.len()];
    let mut asked = 0;
    while asked < candidates.len() && *work + transition.clauses.propagations() <= MOST_PROPAGATIONS {
        if standing[asked] && !transition.keeps(network, candidates, asked, &mut standing) {
            standing[asked] = false;
        }
        asked += 1;
    }
    *work += transition.clauses.propagations();
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
