use gdl::{Interrupt, Interrupted};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Combination;
use super::effects::{Effects, parts as conjuncts};
use super::partition::Parts;
use crate::network::aig::{Aig, Lit};
use crate::network::network::Network;

/// The most conditions of one factor that goals may combine in any way. A game whose goals tell more about
/// each part is one game.
const MOST_IN_GOALS: usize = 12;

/// The fewest that the end of the game may combine.
const LEAST_IN_TERMINAL: usize = 2;

/// How many fluents of a part there are for each condition of it that the end of the game combines: a board
/// may be won, lost or full, a cell is no game of its own.
const FLUENTS_PER_CONDITION: usize = 8;

/// What ends the game, and what gives the goals.
pub(super) struct Conditions<'n> {
    network: &'n Network,
    aig: &'n Aig,
}

/// A condition as an AND or an OR of others.
enum Shape {
    One,
    All(Vec<Lit>),
    Any(Vec<Lit>),
}

impl<'n> Conditions<'n> {
    pub(super) fn new(network: &'n Network) -> Self {
        Self { network, aig: &network.aig }
    }

    fn goals(&self) -> impl Iterator<Item = Lit> {
        self.network.goals.iter().flatten().map(|&(_, literal)| literal)
    }

    /// Joins parts as far as the end of the game and the goals do not combine conditions of single ones.
    /// Whether there are still several.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(super) fn join(
        &self,
        parts: &mut Parts<'_>,
        effects: &Effects<'_>,
        interrupt: &Interrupt<'_>,
    ) -> Result<bool, Interrupted> {
        let before = parts.clone();
        self.join_operands(self.network.terminal, parts, interrupt)?;
        if parts.members().len() < 2 {
            // If an action were the last of its part, any board would fall apart into its cells.
            let sizes: FxHashMap<usize, usize> =
                before.members().into_iter().map(|(part, members)| (part, members.len())).collect();
            let most = |part| {
                let fluents = sizes.get(&part).copied().unwrap_or_default();
                (fluents / FLUENTS_PER_CONDITION).clamp(LEAST_IN_TERMINAL, MOST_IN_GOALS)
            };
            let few = self.combine_few(&[self.network.terminal], most, &before, interrupt)?;
            if !few || !before.actions_follow(effects, interrupt)? {
                return Ok(false);
            }
            *parts = before;
        }
        let goals: Vec<Lit> = self.goals().collect();
        let free = self.all_end(parts, interrupt)?
            && self.combine_few(&goals, |_| MOST_IN_GOALS, parts, interrupt)?
            && parts.actions_follow(effects, interrupt)?;
        if !free {
            for goal in self.goals() {
                self.join_operands(goal, parts, interrupt)?;
            }
        }
        Ok(parts.members().len() > 1)
    }

    /// Joins the fluents of each operand of a condition.
    fn join_operands(
        &self,
        condition: Lit,
        parts: &mut Parts<'_>,
        interrupt: &Interrupt<'_>,
    ) -> Result<(), Interrupted> {
        let operands = match self.shape(condition, parts, interrupt)? {
            Shape::One => vec![condition],
            Shape::All(operands) | Shape::Any(operands) => operands,
        };
        for operand in operands {
            let read = parts.read(self.aig, [operand], interrupt)?;
            parts.join(&read);
        }
        Ok(())
    }

    /// A condition as an AND or an OR, where operands that depend on shared fluents alone do not count, and
    /// leave another one to be looked into.
    fn shape(
        &self,
        mut condition: Lit,
        parts: &Parts<'_>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Shape, Interrupted> {
        loop {
            let mut of_factors = Vec::new();
            for operand in self.operands(condition) {
                if !parts.read(self.aig, [operand], interrupt)?.is_empty() {
                    of_factors.push(operand);
                }
            }
            match of_factors.as_slice() {
                &[only] if only != condition && self.aig.operands(only).is_some() => condition = only,
                [] | [_] => return Ok(Shape::One),
                _ if condition.inverted() => return Ok(Shape::Any(of_factors)),
                _ => return Ok(Shape::All(of_factors)),
            }
        }
    }

    /// The literals whose AND a literal is, or whose OR if it is inverted.
    fn operands(&self, literal: Lit) -> Vec<Lit> {
        let inverted = literal.inverted();
        let conjuncts = conjuncts(self.aig, literal.invert_if(inverted));
        conjuncts.into_iter().map(|operand| operand.invert_if(inverted)).collect()
    }

    /// Whether each part has a say in the end of the game, as games have, or there is one role.
    fn all_end(&self, parts: &Parts<'_>, interrupt: &Interrupt<'_>) -> Result<bool, Interrupted> {
        let read = parts.read(self.aig, [self.network.terminal], interrupt)?;
        let ends = |part: usize| read.iter().any(|&fluent| parts.part_of(fluent) == part);
        Ok(self.network.legal.len() == 1 || parts.members().iter().all(|&(part, _)| ends(part)))
    }

    /// Whether some conditions are made of at most so many conditions of each part as `most` says. Whatever
    /// is made of several parts must be made of all that the condition is made of: lines of some of a board's
    /// cells are no conditions of games beside each other.
    fn combine_few(
        &self,
        conditions: &[Lit],
        most: impl Fn(usize) -> usize,
        parts: &Parts<'_>,
        interrupt: &Interrupt<'_>,
    ) -> Result<bool, Interrupted> {
        let parts_of = |condition: Lit| -> Result<FxHashSet<usize>, Interrupted> {
            let read = parts.read(self.aig, [condition], interrupt)?;
            Ok(read.into_iter().map(|fluent| parts.part_of(fluent)).collect())
        };
        let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
        let mut combined: FxHashSet<u32> = FxHashSet::default();
        let mut counted: FxHashSet<Vec<Lit>> = FxHashSet::default();
        for &whole in conditions {
            let all = parts_of(whole)?;
            let mut open = vec![whole];
            while let Some(condition) = open.pop() {
                if !combined.insert(condition.node()) {
                    continue;
                }
                // What an AND, inverted or not, takes of one part is one condition of the part.
                let mut taken: FxHashMap<usize, Vec<Lit>> = FxHashMap::default();
                for operand in conjuncts(self.aig, condition.invert_if(condition.inverted())) {
                    let of = parts_of(operand)?;
                    match (of.len(), of.iter().next()) {
                        (1, Some(&part)) => taken.entry(part).or_default().push(operand),
                        (0, _) => {}
                        // A recursive condition cannot be taken apart.
                        _ if of != all || operand.node() == condition.node() => return Ok(false),
                        _ => open.push(operand),
                    }
                }
                for (part, mut taken) in taken {
                    if let [only] = taken.as_mut_slice() {
                        *only = only.invert_if(only.inverted());
                    }
                    if counted.insert(taken) {
                        let count = counts.entry(part).or_default();
                        *count += 1;
                        if *count > most(part) {
                            return Ok(false);
                        }
                    }
                }
            }
        }
        Ok(true)
    }

    /// How the end of the game and the goals combine factors, where `numbers` are those of the
    /// fluents' factors.
    ///
    /// # Errors
    /// If it is interrupted.
    #[expect(clippy::type_complexity, reason = "it is two fields of `Factors`")]
    pub(super) fn combinations(
        &self,
        parts: &Parts<'_>,
        numbers: &[Option<usize>],
        interrupt: &Interrupt<'_>,
    ) -> Result<(Combination, Vec<Vec<(Option<u8>, Combination)>>), Interrupted> {
        let factors_of = |literal: Lit| -> Result<Vec<usize>, Interrupted> {
            let read = parts.read(self.aig, [literal], interrupt)?;
            let mut factors: Vec<usize> = read.into_iter().filter_map(|fluent| numbers[fluent]).collect();
            factors.sort_unstable();
            factors.dedup();
            Ok(factors)
        };
        let combination = |condition: Lit| -> Result<Combination, Interrupted> {
            let factors = factors_of(condition)?;
            match factors.as_slice() {
                [] => return Ok(Combination::Shared),
                &[factor] => return Ok(Combination::One(factor)),
                _ => {}
            }
            let shape = self.shape(condition, parts, interrupt)?;
            let (Shape::All(operands) | Shape::Any(operands)) = &shape else {
                return Ok(Combination::Mixed(factors));
            };
            for &operand in operands {
                if factors_of(operand)?.len() > 1 {
                    return Ok(Combination::Mixed(factors));
                }
            }
            Ok(if matches!(shape, Shape::All(_)) {
                Combination::All(factors)
            } else {
                Combination::Any(factors)
            })
        };
        let goals = self.network.goals.iter().map(|goals| {
            goals.iter().map(|&(goal, condition)| Ok((goal, combination(condition)?))).collect()
        });
        Ok((combination(self.network.terminal)?, goals.collect::<Result<_, _>>()?))
    }
}
