use gdl::{Interrupt, Interrupted};

use super::{Composition, Factors};
use crate::network::aig::{Aig, Lit, Node};
use crate::network::network::Network;
use crate::network::unroll::unroll;

/// The most nodes of a graph without blocks.
const MOST_NODES: usize = 1_000_000;

/// How long a factor goes on that is played alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorEnd {
    /// Until it has done its part for the greatest goal.
    Goal,
    /// As long as the game goes on while other factors are not done.
    Others,
}

/// A condition whose inputs are not all known, between one that implies it and one that it implies.
#[derive(Clone, Copy)]
struct Bounds {
    least: Lit,
    most: Lit,
}

impl Bounds {
    const FALSE: Self = Self { least: Lit::FALSE, most: Lit::FALSE };
    const UNKNOWN: Self = Self { least: Lit::FALSE, most: Lit::TRUE };

    fn known(literal: Lit) -> Self {
        Self { least: literal, most: literal }
    }

    fn invert_if(self, inverted: bool) -> Self {
        if inverted { Self { least: !self.most, most: !self.least } } else { self }
    }
}

/// The network of a factor of a game of one role without the others, which stay as they are at the start.
/// Fluents and moves keep their numbers; of moves that are the same action one is left. A state pays 100 if
/// it may be one of the greatest goal, as far as this factor and the shared fluents have a say in it (if the
/// others may give the goal whatever this one does: if it is one whatever they are), else 0. The game is
/// over at the given end, where the whole game is over whatever the other factors are, and where no action
/// is left.
///
/// None if the network has several roles, no goal that is a number, or is too large without its blocks.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn alone(
    network: &Network,
    factors: &Factors,
    number: usize,
    end: FactorEnd,
    interrupt: &Interrupt<'_>,
) -> Result<Option<Network>, Interrupted> {
    let ([legal], [goals]) = (network.legal.as_slice(), network.goals.as_slice()) else { return Ok(None) };
    let (Some(factor), Some(greatest)) =
        (factors.factors.get(number), goals.iter().rposition(|(goal, _)| goal.is_some()))
    else {
        return Ok(None);
    };
    let Some((source, roots)) = unroll(&network.aig, &network.roots(), MOST_NODES, interrupt)? else {
        return Ok(None);
    };
    let mut flat = network.clone();
    flat.replace((source, roots));
    let fluents = network.initial.len();
    let mut is_own = vec![false; fluents];
    factor.fluents.iter().chain(&factors.shared).for_each(|&fluent| is_own[fluent] = true);
    let mut is_others = vec![false; fluents];
    let others = factors.factors.iter().enumerate().filter(|(other, _)| *other != number);
    others.flat_map(|(_, other)| &other.fluents).for_each(|&fluent| is_others[fluent] = true);
    let left = actions(factors, number, legal.len(), &starts(&flat));

    let mut aig = Aig::new();
    let inputs: Vec<Lit> = (0..fluents + legal.len()).map(|_| aig.input()).collect();
    let is_left = |input: usize| input >= fluents && left[input - fluents];
    // What becomes of the factor does not depend on the others, so that these may be what they are at
    // the start.
    let at_start = |input: usize| match input {
        _ if is_left(input) || input < fluents && is_own[input] => Bounds::known(inputs[input]),
        _ if input < fluents => Bounds::known(Lit::FALSE.invert_if(network.initial[input])),
        _ => Bounds::FALSE,
    };
    let step = copy(&flat.aig, &mut aig, at_start, interrupt)?;
    let unknown = |input: usize| match input {
        _ if input < fluents && is_others[input] => Bounds::UNKNOWN,
        _ => at_start(input),
    };
    let view = copy(&flat.aig, &mut aig, unknown, interrupt)?;
    let at = |bounds: &[Bounds], literal: Lit| bounds[literal.node() as usize].invert_if(literal.inverted());

    let actions: Vec<Lit> = (flat.legal[0].iter().zip(&left))
        .map(|(&legal, &left)| if left { at(&view, legal).most } else { Lit::FALSE })
        .collect();
    // Where any one factor can give the goal, this one is to give it.
    let goal = match at(&view, flat.goals[0][greatest].1) {
        Bounds { least, most: Lit::TRUE } => least,
        Bounds { most, .. } => most,
    };
    let terminal = at(&view, flat.terminal);
    let reached = match (end, factors.moves) {
        (FactorEnd::Others, _) => Lit::FALSE,
        // The others may act when this one is done.
        (FactorEnd::Goal, Composition::Alternatives) => goal,
        (FactorEnd::Goal, Composition::Product) => aig.and(terminal.most, goal),
    };
    let stuck = !aig.any(&actions);
    let terminal = aig.any(&[terminal.least, reached, stuck]);
    let next = (0..fluents).map(|fluent| match is_own[fluent] {
        true => at(&step, flat.next[fluent]).least,
        false => Lit::FALSE.invert_if(network.initial[fluent]),
    });
    let next = next.collect();
    // The inputs are the first nodes after the constant here and there.
    let is_kept = |member: &Lit| is_own[member.node() as usize - 1];
    let groups = network.groups.iter().filter(|group| group.members.iter().all(is_kept)).cloned().collect();
    let mut alone = Network {
        aig: Aig::new(),
        initial: network.initial.clone(),
        terminal,
        legal: vec![actions],
        first_moves: network.first_moves.clone(),
        goals: vec![vec![(Some(0), !goal), (Some(100), goal)]],
        next,
        percepts: Vec::new(),
        chance: None,
        groups,
        gates_before: network.gates_before,
    };
    alone.replace(aig.sweep(&alone.roots(), interrupt)?);
    Ok(Some(alone))
}

/// For each move whether it stands for the action that it is in a factor: one whose actions in other factors
/// are legal at the start, if there is one.
fn actions(factors: &Factors, number: usize, moves: usize, starts: &[bool]) -> Vec<bool> {
    let of = |factor: usize, mov: usize| factors.factors[factor].actions[0][mov];
    let others = || (0..factors.factors.len()).filter(move |&other| other != number);
    let base = (0..moves).find(|&mov| starts[mov]);
    let as_base = |mov: usize| {
        let base = base.filter(|_| factors.moves == Composition::Product);
        base.is_some_and(|base| others().all(|other| of(other, mov) == of(other, base)))
    };
    let mut chosen: Vec<Option<usize>> = vec![None; factors.factors[number].actions(0)];
    for mov in 0..moves {
        let Some(action) = of(number, mov) else { continue };
        let chosen = &mut chosen[action as usize];
        if chosen.is_none_or(|earlier| !as_base(earlier) && as_base(mov)) {
            *chosen = Some(mov);
        }
    }
    let mut left = vec![false; moves];
    chosen.into_iter().flatten().for_each(|mov| left[mov] = true);
    left
}

/// Whether each move of the only role is legal at the start.
fn starts(network: &Network) -> Vec<bool> {
    let mut values = vec![false; network.aig.nodes().len()];
    let at = |values: &[bool], literal: Lit| values[literal.node() as usize] != literal.inverted();
    for (node, gate) in network.aig.nodes().iter().enumerate() {
        values[node] = match *gate {
            Node::Input(input) => network.initial.get(input as usize) == Some(&true),
            Node::And(a, b) => at(&values, a) && at(&values, b),
            Node::False | Node::Variable { .. } => false,
        };
    }
    network.legal[0].iter().map(|&legal| at(&values, legal)).collect()
}

/// Bounds of all nodes of a graph without blocks, as literals of another one.
fn copy(
    source: &Aig,
    aig: &mut Aig,
    input: impl Fn(usize) -> Bounds,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Bounds>, Interrupted> {
    let mut copies: Vec<Bounds> = Vec::with_capacity(source.nodes().len());
    let at = |copies: &[Bounds], literal: Lit| copies[literal.node() as usize].invert_if(literal.inverted());
    for node in source.nodes() {
        interrupt.check()?;
        copies.push(match *node {
            Node::False => Bounds::FALSE,
            Node::Input(number) => input(number as usize),
            Node::And(a, b) => {
                let (a, b) = (at(&copies, a), at(&copies, b));
                Bounds { least: aig.and(a.least, b.least), most: aig.and(a.most, b.most) }
            }
            Node::Variable { .. } => Bounds::UNKNOWN,
        });
    }
    Ok(copies)
}
