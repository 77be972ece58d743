use gdl::{Interrupt, Interrupted};
use rustc_hash::FxHashSet;

use super::transition::Transition;
use crate::network::aig::Node;
use crate::network::group::Group;
use crate::network::network::Network;

/// The most literals that all queries of one attempt may assign: some seconds.
const MOST_PROPAGATIONS: u64 = 16_000_000;

/// What adding one gate to the solver counts, in such literals.
const GATE: u64 = 20;

/// The most attempts, each with fewer candidates.
const MOST_ATTEMPTS: usize = 3;

/// The candidates that are inductive: they hold in the initial state, and after a legal joint move in every state that is not terminal and in which
/// all of them hold; so they hold in every reachable state. The largest such set is found by dropping what fails until nothing does (Flanagan &
/// Leino, *Houdini, an Annotation Assistant for ESC/Java*, 2001). A group of which exactly one member was to hold is tried again as one of which at most one does, as a counter
/// that ends the game by running out. What is not decided within fixed bounds of work is dropped as well, starting with the candidates that depend on the most gates.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn prove(
    network: &Network,
    mut candidates: Vec<Group>,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Group>, Interrupted> {
    candidates.retain(|group| {
        group.admits(|member| network.initial[member.node() as usize - 1] != member.inverted())
    });
    let mut sized = Vec::with_capacity(candidates.len());
    for group in candidates {
        interrupt.check()?;
        sized.push((cone(network, &group), group));
    }
    sized.sort_unstable();
    let mut candidates: Vec<Group> = sized.into_iter().map(|(_, group)| group).collect();
    for _ in 0..MOST_ATTEMPTS {
        let mut work = 0;
        let asked = loop {
            let Checked { asked, failed } = drop_failing(network, &mut candidates, &mut work, interrupt)?;
            if candidates.is_empty() || work > MOST_PROPAGATIONS {
                break asked;
            }
            if failed == 0 {
                candidates.sort_unstable();
                return Ok(candidates);
            }
        };
        candidates.truncate(asked / 2);
    }
    Ok(Vec::new())
}

/// What came of checking candidates.
struct Checked {
    /// How many of the remaining ones were checked.
    asked: usize,
    /// How many failed.
    failed: usize,
}

/// Checks each candidate in turn, assuming all of them before the transition, and drops or weakens those that may fail after it. Stops at the bound of work.
fn drop_failing(
    network: &Network,
    candidates: &mut Vec<Group>,
    work: &mut u64,
    interrupt: &Interrupt<'_>,
) -> Result<Checked, Interrupted> {
    *work += network.aig.nodes().len() as u64 * GATE;
    let mut transition = Transition::new(network, candidates, interrupt)?;
    let mut standing = vec![true; candidates.len()];
    let mut asked = 0;
    while asked < candidates.len() && *work + transition.clauses.propagations() <= MOST_PROPAGATIONS {
        interrupt.check()?;
        if standing[asked] && !transition.keeps(network, candidates, asked, &mut standing) {
            standing[asked] = false;
        }
        asked += 1;
    }
    *work += transition.clauses.propagations();
    // What an interrupted query leaves open has been taken for a failure.
    interrupt.check_now()?;
    let failed = standing.iter().filter(|stands| !**stands).count();
    let (mut left, mut number) = (0, 0);
    candidates.retain_mut(|group| {
        let kept = standing[number] || weaken(group);
        left += usize::from(kept && number < asked);
        number += 1;
        kept
    });
    Ok(Checked { asked: left, failed })
}

/// Makes a group of fluents of which exactly one was to hold one of which at most one does; whether it is one.
fn weaken(group: &mut Group) -> bool {
    let weaker =
        group.exactly && group.members.len() > 1 && group.members.iter().all(|member| !member.inverted());
    group.exactly = false;
    weaker
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
