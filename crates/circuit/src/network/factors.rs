//! Factoring: the parts of a game that have nothing to do with each other.

mod alone;
mod conditions;
mod effects;
mod equality;
mod partition;

use gdl::{Interrupt, Interrupted};

use super::clock::clock;
use super::network::Network;
use super::variables::Variable;
pub use alone::FactorEnd;
pub(crate) use alone::alone;
use conditions::Conditions;
use effects::Effects;
use partition::Parts;

/// The most values of shared variables together at which moves may do different things.
const MOST_TURNS: usize = 8;

/// A game that consists of several independent ones, its factors (M. Günther, S. Schiffel & M. Thielscher,
/// *Factoring General Games*, 2009; E. Cox, E. Schkufza, R. Madsen & M. Genesereth, *Factoring General Games
/// using Propositional Automata*, 2009; D. Zhao, S. Schiffel & M. Thielscher, *Decomposition of Multi-player
/// Games*, 2009).
///
/// What becomes of a factor's fluents depends on these, on the shared ones, and on what each role does in the
/// factor: on its action there, or that it has none. Which actions of a factor are legal depends on the same
/// fluents alone. The end of the game and the goals combine conditions of single factors. All this holds of
/// reachable states that are not terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factors {
    /// The fluents that all factors share, by their numbers: those that run by themselves whatever is done,
    /// such as a step counter or whose turn it is. Fluents that never change, or that equal others, belong
    /// to nothing.
    pub shared: Vec<usize>,
    /// The factors, at least two, by their first fluents.
    pub factors: Vec<Factor>,
    /// How moves are made of actions in the factors.
    pub moves: Composition,
    /// When the game is over.
    pub terminal: Combination,
    /// Each role's goals, in ascending order, with the conditions that give them; a goal that is not a whole
    /// number from 0 to 100 is `None`.
    pub goals: Vec<Vec<(Option<u8>, Combination)>>,
}

/// A part of a game that is independent of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Its fluents, by their numbers.
    pub fluents: Vec<usize>,
    /// For each role and each of its moves the action that the move is in this factor, from 0; none if it is
    /// none. Moves that are the same action do the same here.
    pub actions: Vec<Vec<Option<u32>>>,
    /// Whether it may change, too, when no role has an action in it.
    pub changes_when_idle: bool,
}

/// How moves are made of actions in factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Composition {
    /// A move is an action in one factor, or in none.
    Alternatives,
    /// A move is an action in each factor, and all combinations of actions that are legal in their factors
    /// are legal moves.
    Product,
}

/// How a condition combines conditions of single factors, which are given by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Combination {
    /// It does not depend on any factor: on shared fluents at most.
    Shared,
    /// It is a condition of one factor and the shared fluents.
    One(usize),
    /// Something must hold in each of several factors, and perhaps of the shared fluents.
    All(Vec<usize>),
    /// Something must hold in one of several factors, or perhaps of the shared fluents.
    Any(Vec<usize>),
    /// It combines several conditions of these factors in another way.
    Mixed(Vec<usize>),
}

impl Factors {
    /// The factors of a game with these variables, by their first ones; none if it has no two, or its rules
    /// are too long to tell.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(
        network: &Network,
        variables: &[Variable],
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let shared = clock(network, interrupt)?;
        let turns = turns(network, variables, &shared, interrupt)?;
        let Some(mut effects) = Effects::new(network, &turns, interrupt)? else { return Ok(None) };
        let mut fluents: Vec<usize> =
            variables.iter().flat_map(|variable| variable.fluents.clone()).collect();
        fluents.sort_unstable();
        // Most games are one however much of what happens were the same, which random play tells
        // without proofs.
        effects.represent(false, interrupt)?;
        for composition in [Composition::Alternatives, Composition::Product] {
            if Self::composed(network, (&fluents, &shared), &effects, composition, interrupt)?.is_some() {
                effects.represent(true, interrupt)?;
                let found = Self::composed(network, (&fluents, &shared), &effects, composition, interrupt)?;
                if found.is_some() {
                    return Ok(found);
                }
                effects.represent(false, interrupt)?;
            }
        }
        Ok(None)
    }

    /// The factors of which moves are composed in one way.
    fn composed(
        network: &Network,
        (fluents, shared): (&[usize], &[bool]),
        effects: &Effects<'_>,
        moves: Composition,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let Some(mut parts) = Parts::new(network, (fluents, shared), effects, moves, interrupt)? else {
            return Ok(None);
        };
        let conditions = Conditions::new(network);
        if !conditions.join(&mut parts, effects, interrupt)? {
            return Ok(None);
        }
        let Some(factors) = parts.factors(effects, moves, interrupt)? else { return Ok(None) };
        let numbers = parts.numbers(&factors);
        let (terminal, goals) = conditions.combinations(&parts, &numbers, interrupt)?;
        // What nobody can act on runs by itself, though no other part may read it.
        let shared = fluents.iter().copied().filter(|&fluent| numbers[fluent].is_none()).collect();
        Ok(Some(Self { shared, factors, moves, terminal, goals }))
    }
}

/// The shared variables of few values that decide which moves are legal.
fn turns<'v>(
    network: &Network,
    variables: &'v [Variable],
    shared: &[bool],
    interrupt: &Interrupt<'_>,
) -> Result<Vec<&'v Variable>, Interrupted> {
    let read = network.aig.inputs_of(network.legal.iter().flatten().copied(), interrupt)?;
    let mut left = MOST_TURNS;
    let mut turns = Vec::new();
    for variable in variables {
        let decides = variable.fluents.iter().all(|&fluent| shared[fluent])
            && variable.fluents.iter().any(|fluent| read.contains(fluent));
        if decides && variable.values() <= left {
            left /= variable.values();
            turns.push(variable);
        }
    }
    Ok(turns)
}

impl Factor {
    /// The moves of a role that are actions in this factor.
    pub fn moves(&self, role: usize) -> impl Iterator<Item = usize> {
        self.actions[role].iter().enumerate().filter_map(|(mov, action)| action.map(|_| mov))
    }

    /// How many actions a role has in this factor.
    pub fn actions(&self, role: usize) -> usize {
        self.actions[role].iter().flatten().max().map_or(0, |&last| last as usize + 1)
    }
}
