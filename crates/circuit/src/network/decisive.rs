//! Moves that win at once and moves that let another role win at once, told by the fluents alone.
//!
//! A role's move wins at once where it is legal, every other role has exactly one legal move, and the state
//! after it is terminal and pays the role the greatest goal that the rules ever pay it. That literal is made
//! from the network: `next`, with the inputs of the moves replaced by what is made, takes the place of the
//! fluents in `terminal` and in the goal. Of two moves of a role both differ little, as few fluents depend on
//! a move, so all of a role's are variations of one [`Image`]. The literals of a second ply are made of those
//! of the first in the same way.
//!
//! The literals are right in reachable states that are not terminal. A move that the role makes wherever it
//! is legal, as no other is then, is never among them: there is nothing to choose.
//!
//! F. Teytaud, O. Teytaud, *On the huge benefit of decisive moves in Monte-Carlo tree search algorithms*,
//! IEEE CIG (2010).

use gdl::{Interrupt, Interrupted};

use super::aig::{Aig, Lit, Node};
use super::exclusive::Choosing;
use super::image::{Image, Known};
use super::network::Network;
use super::optimize::{Shape, optimize};

/// How large the literals may become.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Gates that may be made, before they are simplified.
    pub(crate) gates: usize,
    /// Gates that the network may have with the literals, when all are simplified.
    pub(crate) kept: usize,
    /// Nodes that may be visited.
    pub(crate) work: usize,
}

impl Bounds {
    /// Bounds for the literals of a network: a few times its gates. Playouts that take much longer than
    /// others are worth less.
    pub(crate) fn of(network: &Network) -> Self {
        /// The most gates of a network that gets such literals. To make them takes a second at worst.
        const MOST_GATES: usize = 50_000;

        let gates = network.aig.gates();
        if gates > MOST_GATES {
            return Self { gates: 0, kept: 0, work: 0 };
        }
        Self { gates: (8 * gates + 4_000).min(200_000), kept: 8 * gates + 1_000, work: 4_000_000 }
    }
}

/// A network with literals for decisive moves.
#[derive(Clone, Debug)]
pub(crate) struct Decisive {
    /// The network, whose graph has the literals, too.
    pub(crate) network: Network,
    /// For each role and each of its moves, whether it wins at once.
    pub(crate) wins: Vec<Vec<Lit>>,
    /// For each role and each of its moves, whether another role wins at once after it; none of the first
    /// ply alone.
    pub(crate) losses: Option<Vec<Vec<Lit>>>,
}

impl Decisive {
    /// The moves that win at once; none if they take more than the bounds allow, or if no move can.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(
        network: &Network,
        bounds: Bounds,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let mut network = network.clone();
        let won: Vec<Lit> = (0..network.goals.len()).map(|role| won(&mut network, role)).collect();
        let Some(wins) = Plies::new(&mut network, bounds, interrupt)?.outcomes(&won)? else {
            return Ok(None);
        };
        if wins.iter().flatten().all(|&wins| wins == Lit::FALSE) {
            return Ok(None);
        }
        let mut decisive = Self { network, wins, losses: None };
        decisive.optimize(interrupt)?;
        Ok(Some(decisive).filter(|decisive| decisive.network.aig.gates() <= bounds.kept))
    }

    /// The same with the moves that let another role win at once; none if these take more than the bounds
    /// allow, or if there are none.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn with_losses(
        &self,
        bounds: Bounds,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let mut network = self.network.clone();
        let aig = &mut network.aig;
        let any: Vec<Lit> = self.wins.iter().map(|wins| aig.any(wins)).collect();
        let lost: Vec<Lit> = (0..any.len())
            .map(|role| {
                // Chance avoids nothing.
                if Some(role) == network.chance {
                    return Lit::FALSE;
                }
                let others = any.iter().enumerate().filter(|(other, _)| *other != role);
                let other = others.fold(Lit::FALSE, |some, (_, &any)| aig.or(some, any));
                aig.and(!network.terminal, other)
            })
            .collect();
        let losses = Plies::new(&mut network, bounds, interrupt)?.outcomes(&lost)?;
        let Some(losses) = losses.filter(|losses| losses.iter().flatten().any(|&loses| loses != Lit::FALSE))
        else {
            return Ok(None);
        };
        let mut decisive = Self { network, wins: self.wins.clone(), losses: Some(losses) };
        decisive.optimize(interrupt)?;
        Ok(Some(decisive).filter(|decisive| decisive.network.aig.gates() <= bounds.kept))
    }

    /// Makes the graph smaller.
    fn optimize(&mut self, interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
        let Self { network, wins, losses } = self;
        let fluents = network.initial.len();
        let legal = (fluents..network.aig.inputs().len()).map(|input| (input, input - fluents + 1)).collect();
        let shape = Shape { fluents, legal, groups: network.groups.clone() };
        let mut roots = network.roots();
        let own = roots.len();
        roots.extend(wins.iter().chain(losses.iter().flatten()).flatten());
        let (aig, roots) = network.aig.sweep(&roots, interrupt)?;
        let (aig, roots) = optimize(&aig, &roots, &shape, interrupt)?;
        let outputs = wins.iter_mut().chain(losses.iter_mut().flatten()).flatten();
        outputs.zip(&roots[own..]).for_each(|(output, &root)| *output = root);
        network.replace((aig, roots));
        Ok(())
    }
}

/// Whether a state is terminal and pays the role its greatest goal; never if the role has no other goal.
fn won(network: &mut Network, role: usize) -> Lit {
    let goals = network.goals[role].iter().filter_map(|&(goal, literal)| Some((goal?, literal)));
    let Some(((_, greatest), lower)) =
        goals.collect::<Vec<_>>().split_last().map(|(last, rest)| (*last, rest.to_vec()))
    else {
        return Lit::FALSE;
    };
    if lower.is_empty() {
        return Lit::FALSE;
    }
    // Where several goals hold, the least counts.
    let aig = &mut network.aig;
    let greatest = lower.iter().fold(greatest, |greatest, &(_, lower)| aig.and(greatest, !lower));
    aig.and(network.terminal, greatest)
}

/// The plies in which one role has a choice.
struct Plies<'n> {
    network: &'n mut Network,
    bounds: Bounds,
    interrupt: &'n Interrupt<'n>,
    choosing: Choosing,
    /// What follows from the game not being over.
    going_on: Known,
    /// Whether each block depends on moves.
    moved: Vec<bool>,
    work: usize,
}

impl<'n> Plies<'n> {
    fn new(
        network: &'n mut Network,
        bounds: Bounds,
        interrupt: &'n Interrupt<'n>,
    ) -> Result<Self, Interrupted> {
        let choosing = Choosing::new(network, interrupt)?;
        let going_on = Known::from(&network.aig, !network.terminal);
        let moved = moved(&network.aig, network.initial.len(), interrupt)?;
        Ok(Self { network, bounds, interrupt, choosing, going_on, moved, work: 0 })
    }

    /// For each role and each of its moves, whether it is legal, no other role has a choice, and the literal
    /// that `outcomes` has for the role holds in the state after it. None if that takes too much.
    fn outcomes(mut self, outcomes: &[Lit]) -> Result<Option<Vec<Vec<Lit>>>, Interrupted> {
        let gates = self.network.aig.nodes().len() + self.bounds.gates;
        let mut all = Vec::with_capacity(outcomes.len());
        for (role, &outcome) in outcomes.iter().enumerate() {
            let Some(own) = self.of_role(role, outcome, gates)? else { return Ok(None) };
            all.push(own);
        }
        Ok(Some(all))
    }

    fn of_role(&mut self, role: usize, outcome: Lit, gates: usize) -> Result<Option<Vec<Lit>>, Interrupted> {
        let moves = self.network.moves(role);
        let mut literals = vec![Lit::FALSE; moves];
        let free: Vec<usize> = (0..moves).filter(|&mov| self.is_free(role, mov)).collect();
        if free.is_empty() || outcome == Lit::FALSE {
            return Ok(Some(literals));
        }
        let fluents = self.network.initial.len();
        let turn = self.turn(role);
        let (made, alone) = self.others(role, &turn);
        let Network { aig, next, legal, first_moves, .. } = &mut *self.network;
        let input = |number: u32| match (number as usize).checked_sub(fluents) {
            Some(does) => made[does],
            None => turn[number as usize].unwrap_or(Lit::new(number + 1, false)),
        };
        let moved = &self.moved;
        let (known, interrupt) = (&self.going_on, self.interrupt);
        let stays = |block: u32| !moved[block as usize];
        let Some(mut step) = Image::new(aig, next, input, stays, known, interrupt)? else { return Ok(None) };
        let before: Vec<Lit> = next.iter().map(|&next| step.get(next)).collect();
        let after = |number: u32| before.get(number as usize).copied().unwrap_or(Lit::FALSE);
        let Some(mut end) = Image::new(aig, &[outcome], after, |_| false, known, interrupt)? else {
            return Ok(None);
        };
        for mov in free {
            let does = first_moves[role] + mov;
            step.vary(aig, [(does as u32 + 1, Lit::TRUE)], known, &mut self.work, interrupt)?;
            let changes = (0..).zip(next.iter().zip(&before));
            let changes = changes.filter(|(_, (next, before))| step.get(**next) != **before);
            let changes = changes.map(|(fluent, (&next, _))| (fluent + 1, step.get(next)));
            end.vary(aig, changes, known, &mut self.work, interrupt)?;
            let condition = aig.and(legal[role][mov], alone);
            literals[mov] = aig.and(condition, end.get(outcome));
            self.work += next.len();
            if aig.nodes().len() > gates || self.work > self.bounds.work {
                return Ok(None);
            }
        }
        Ok(Some(literals))
    }

    /// Whether a move may be chosen among others.
    fn is_free(&self, role: usize, mov: usize) -> bool {
        self.network.legal[role][mov] != Lit::FALSE && !self.choosing.forced.contains(&(role, mov))
    }

    /// Fluents of which it is known whether they hold where the role has a choice: whose turn it is.
    fn turn(&self, role: usize) -> Vec<Option<Lit>> {
        let mut known = vec![None; self.network.initial.len()];
        let trees = self.choosing.trees.iter().flat_map(|tree| &tree.roles);
        let Some((_, signs)) = trees.into_iter().find(|(other, _)| *other == role) else { return known };
        let &[sign] = signs.as_slice() else { return known };
        let mut learn =
            |literal: Lit| known[literal.node() as usize - 1] = Some(Lit::TRUE.invert_if(literal.inverted()));
        learn(sign);
        for group in &self.network.groups {
            if group.members.contains(&sign) {
                group.members.iter().filter(|&&member| member != sign).for_each(|&member| learn(!member));
            }
        }
        known
    }

    /// Where the role has a choice: what the inputs of all moves become if every other role makes its only
    /// move and the role itself none; and whether each other role has just one.
    fn others(&mut self, role: usize, turn: &[Option<Lit>]) -> (Vec<Lit>, Lit) {
        let together = |tree: &&super::exclusive::Tree| tree.roles.iter().any(|(other, _)| *other == role);
        let in_turn: Vec<usize> = (self.choosing.trees.iter().filter(together))
            .flat_map(|tree| tree.roles.iter().map(|(other, _)| *other))
            .collect();
        let fluents = self.network.initial.len();
        let mut made = vec![Lit::FALSE; self.network.aig.inputs().len() - fluents];
        let mut alone = Lit::TRUE;
        for other in (0..self.network.legal.len()).filter(|&other| other != role) {
            let (mut one, mut several) = (Lit::FALSE, Lit::FALSE);
            for mov in 0..self.network.moves(other) {
                let free = self.is_free(other, mov);
                if free && in_turn.contains(&other) {
                    continue;
                }
                let legal = self.network.legal[other][mov];
                let value = legal.node().checked_sub(1).and_then(|input| *turn.get(input as usize)?);
                let legal = value.map_or(legal, |value| value.invert_if(legal.inverted()));
                made[self.network.first_moves[other] + mov - fluents] = legal;
                let aig = &mut self.network.aig;
                if free {
                    let again = aig.and(one, legal);
                    several = aig.or(several, again);
                }
                one = aig.or(one, legal);
            }
            let aig = &mut self.network.aig;
            let one = aig.and(one, !several);
            alone = aig.and(alone, one);
        }
        (made, alone)
    }
}

/// Whether each block depends on inputs other than the first `fluents`.
fn moved(aig: &Aig, fluents: usize, interrupt: &Interrupt<'_>) -> Result<Vec<bool>, Interrupted> {
    let mut moved = vec![false; aig.blocks().len()];
    if moved.is_empty() {
        return Ok(moved);
    }
    let mut depends = vec![false; aig.nodes().len()];
    loop {
        for (number, node) in aig.nodes().iter().enumerate() {
            interrupt.check()?;
            depends[number] = match *node {
                Node::False => false,
                Node::Input(input) => input as usize >= fluents,
                Node::Variable { block, .. } => moved[block as usize],
                Node::And(a, b) => depends[a.node() as usize] || depends[b.node() as usize],
            };
        }
        let now: Vec<bool> = (aig.blocks().iter())
            .map(|block| block.definitions.iter().any(|definition| depends[definition.node() as usize]))
            .collect();
        if now == moved {
            return Ok(moved);
        }
        moved = now;
    }
}
