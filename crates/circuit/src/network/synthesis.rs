use gdl::{Interrupt, Interrupted};
use logic::{AtomId, Grounding, Reasoner, RoleGoal, TermId};

use super::aig::{Aig, Lit};
use super::build::{Variables, build};
use super::group::Group;
use super::lower::lower;
use super::network::Network;
use super::optimize::{Assumptions, Facts, Shape, Substitution, complement, name_the_rest, optimize};
use super::proofs::{candidates, prove, prove_apart};
use super::wide::Wide;
use crate::error::CircuitError;

/// The most gates of a graph that is optimised in two ways to keep the better.
const MOST_GATES_TWICE: usize = 200_000;

/// The most gates of a graph of which invariants are proven with all its gates: within the bounds of work
/// next to nothing is proven of a larger one by that.
const MOST_GATES_TO_PROVE: usize = 400_000;

/// The most literals of a grounding that is compiled: some 3 GB of memory at the peak.
const MOST_LITERALS: usize = 20_000_000;

/// The network of a game's grounding; the `reasoner` that made the grounding knows what its terms are. The
/// rules are [translated](translate), and the translation is [optimised](optimised).
///
/// # Errors
/// If the grounding is too large, or it is interrupted.
#[cfg(test)]
pub(crate) fn synthesize(
    grounding: &Grounding,
    reasoner: &Reasoner,
    interrupt: &Interrupt<'_>,
) -> Result<Network, CircuitError> {
    Ok(optimised(translate(grounding, reasoner, interrupt)?, grounding, reasoner, interrupt)?)
}

/// A translated network with fewer gates: it is optimised, then invariants are proven and it is optimised
/// once more with them. A large network is not: that takes nearly as long as the first time, and public
/// chess, which has a tenth fewer gates then, is played no faster.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn optimised(
    mut network: Network,
    grounding: &Grounding,
    reasoner: &Reasoner,
    interrupt: &Interrupt<'_>,
) -> Result<Network, Interrupted> {
    interrupt.check_now()?;
    // Proofs about a small graph are far easier.
    improve(&mut network, interrupt)?;
    let candidates = candidates(&network, grounding, reasoner, interrupt)?;
    if network.aig.gates() > MOST_GATES_TO_PROVE {
        network.groups = prove_apart(&network, candidates, interrupt)?;
        return Ok(network);
    }
    network.groups = prove(&network, candidates, interrupt)?;
    if !network.groups.is_empty() {
        improve(&mut network, interrupt)?;
    }
    Ok(network)
}

/// Translates the grounding without optimisation.
///
/// # Errors
/// If the grounding is too large, or it is interrupted.
pub(crate) fn translate(
    grounding: &Grounding,
    reasoner: &Reasoner,
    interrupt: &Interrupt<'_>,
) -> Result<Network, CircuitError> {
    let literals = (grounding.inputs()..grounding.atoms())
        .flat_map(|atom| grounding.bodies(AtomId(atom as u32)))
        .map(|body| body.len() + 1)
        .sum();
    if literals > MOST_LITERALS {
        return Err(CircuitError::TooLarge { literals, limit: MOST_LITERALS });
    }
    let (mut wide, atoms) = build(grounding, Variables::Fewest, interrupt)?;
    let mut network = outline(grounding, reasoner, &atoms);
    wide.roots = network.roots();
    let (aig, roots) = lower(&wide, grounding.fluents.len(), interrupt)?;
    network.replace(aig.sweep(&roots, interrupt)?);
    network.gates_before = network.aig.gates();
    Ok(network)
}

/// A network without its graph: the outputs are literals of the graph in which `atoms` are.
fn outline(grounding: &Grounding, reasoner: &Reasoner, atoms: &[Lit]) -> Network {
    let literal = |atom: AtomId| atoms[atom.0 as usize];
    let chance = reasoner.chance();
    let goals = grounding.goals.iter().enumerate().map(|(role, goals)| {
        if Some(role) == chance {
            return vec![(Some(0), Lit::TRUE)];
        }
        let number = |goal: TermId| RoleGoal::number(&reasoner.text(goal));
        let mut goals: Vec<(Option<u8>, Lit)> =
            goals.iter().map(|&(goal, atom)| (number(goal), literal(atom))).collect();
        goals.sort_by_key(|&(goal, _)| goal);
        goals
    });
    let legal = grounding.legal.iter().map(|moves| moves.iter().map(|&atom| literal(atom)).collect());
    let legal: Vec<Vec<Lit>> = legal.collect();
    Network {
        aig: Aig::new(),
        initial: grounding.initial.clone(),
        terminal: literal(grounding.terminal),
        first_moves: Network::first_moves(grounding.fluents.len(), &legal),
        legal,
        goals: goals.collect(),
        next: grounding.next.iter().map(|&atom| literal(atom)).collect(),
        percepts: grounding
            .percepts
            .iter()
            .map(|percepts| percepts.iter().map(|&(_, atom)| literal(atom)).collect())
            .collect(),
        chance,
        groups: Vec::new(),
        gates_before: 0,
    }
}

/// Optimises the graph, using the proven groups.
fn improve(network: &mut Network, interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
    let fluents = network.initial.len();
    let inputs = network.aig.inputs().len();
    let mut groups = network.groups.clone();
    groups.extend((0..network.legal.len()).map(|role| {
        let moves =
            (0..network.moves(role)).map(|mov| Lit::new(network.does_input(role, mov) as u32 + 1, false));
        Group { members: moves.collect(), exactly: true }
    }));
    let mut lifted = Wide::lift(&network.aig, &network.roots(), interrupt)?;
    let forced = forced(network, &lifted, &groups, interrupt)?;
    for moves in &mut groups[network.groups.len()..] {
        let is_free = |mov: &&Lit| forced.binary_search_by_key(&!**mov, |group| group.members[1]).is_err();
        let free = moves.members.iter().filter(is_free).count();
        // The view must also be right where no move is made: a group that says that one is must not imply
        // anything about fluents.
        moves.exactly = free > 1 || free == 1 && moves.members.len() <= 2;
    }
    groups.extend(forced);
    let (substitution, groups) = Substitution::new(inputs, groups);
    let next = &mut lifted.roots[network.next_roots()];
    for fluent in 0..fluents {
        let same = substitution.literal(Lit::new(fluent as u32 + 1, false));
        next[fluent] = match same.node() {
            0 => same,
            node => next[node as usize - 1].invert_if(same.inverted()),
        };
    }
    let wide = substitution.apply(&lifted, interrupt)?;
    let wide = name_the_rest(&wide, fluents, &groups, interrupt)?;
    let (aig, roots) = lower(&wide, fluents, interrupt)?;
    network.replace(aig.sweep(&roots, interrupt)?);
    // The first root is `terminal`, then come the moves' in the order of their inputs.
    let legal = (fluents..inputs).map(|input| (input, input - fluents + 1)).collect();
    let shape = Shape { fluents, legal, groups };
    network.replace(optimize(&network.aig, &network.roots(), &shape, interrupt)?);
    if network.aig.gates() > MOST_GATES_TWICE {
        return Ok(());
    }
    let mut other = network.clone();
    let roots = other.roots();
    other.next = complement(&mut other.aig, &roots, &other.next, &shape.groups, interrupt)?;
    if other.next == network.next {
        return Ok(());
    }
    other.replace(optimize(&other.aig, &other.roots(), &shape, interrupt)?);
    if other.aig.gates() < network.aig.gates() {
        *network = other;
    }
    Ok(())
}

/// Forced moves, which are made wherever they are legal, since no other is then. A forced move equals the
/// fluent that makes it legal, if it is a fluent. The graph is given in its wide form, too.
fn forced(
    network: &Network,
    wide: &Wide,
    groups: &[Group],
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Group>, Interrupted> {
    let mut known = Assumptions::new(Facts::new(network.initial.len(), wide.inputs(), groups.to_vec()));
    let (fluents, mut at) = (network.initial.len(), 0);
    let mut forced = Vec::new();
    for moves in &network.legal {
        // The first root is `terminal`, then come the moves'.
        let legal = &wide.roots[at + 1..at + 1 + moves.len()];
        for (mov, &own) in
            legal.iter().enumerate().filter(|(_, own)| (1..=fluents).contains(&(own.node() as usize)))
        {
            let mark = known.mark();
            known.assume(wide, own);
            let mut alone = true;
            for (_, &other) in legal.iter().enumerate().filter(|(other, _)| *other != mov) {
                interrupt.check()?;
                let mark = known.mark();
                alone = !known.assume(wide, other);
                known.back(mark);
                if !alone {
                    break;
                }
            }
            if alone {
                let does = Lit::new((fluents + at + mov) as u32 + 1, false);
                forced.push(Group { members: vec![own, !does], exactly: true });
            }
            known.back(mark);
        }
        at += moves.len();
    }
    Ok(forced)
}

#[cfg(test)]
mod tests;
