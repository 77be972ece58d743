use gdl::{Interrupt, Interrupted};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Parts, count, exclude};
use crate::network::aig::Lit;
use crate::network::factors::effects::{Effect, Effects, parts};
use crate::network::factors::{Composition, Factor};

/// How moves are made of actions in the parts.
impl Parts<'_> {
    /// The parts that roles can act in, as factors; none if no two are more than a fluent, or moves do not
    /// have the composition.
    pub(in crate::network::factors) fn factors(
        &self,
        effects: &Effects<'_>,
        composition: Composition,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Vec<Factor>>, Interrupted> {
        let members = self.members();
        let nobody: Vec<Vec<Option<u32>>> =
            self.network.legal.iter().map(|moves| vec![None; moves.len()]).collect();
        let mut factors: Vec<Factor> = (members.iter())
            .map(|(_, members)| Factor {
                fluents: members.clone(),
                actions: nobody.clone(),
                changes_when_idle: false,
            })
            .collect();
        match composition {
            Composition::Alternatives => {
                let Some(waits) = self.waits(&members, effects) else { return Ok(None) };
                self.add_alternatives(&members, effects, &waits, &mut factors);
            }
            Composition::Product => {
                if !self.add_products(&members, effects, &mut factors, interrupt)? {
                    return Ok(None);
                }
            }
        }
        factors.retain(|factor| factor.actions.iter().flatten().any(Option::is_some));
        // A single fluent is no game beside another: it says that a player gave up, say.
        let games = factors.iter().filter(|factor| factor.fluents.len() > 1).count();
        Ok((games > 1).then_some(factors))
    }

    /// The moves, with their roles, that belong to one part or another by the values of shared fluents, such
    /// as a `noop` where nothing is left to do. None of them is an action, as it would be one in a part that
    /// its being legal says nothing of. There are no such parts if one of them does something.
    fn waits(
        &self,
        members: &[(usize, Vec<usize>)],
        effects: &Effects<'_>,
    ) -> Option<FxHashSet<(usize, usize)>> {
        let mut parts: FxHashMap<(usize, usize), FxHashSet<usize>> = FxHashMap::default();
        for (effect, owner) in effects.moves.iter().zip(&self.owners) {
            let owner = owner.map(|owner| self.part_of(owner));
            parts.entry((effect.role, effect.mov)).or_default().extend(owner);
        }
        parts.retain(|_, parts| parts.len() > 1);
        let members: FxHashMap<usize, &Vec<usize>> =
            members.iter().map(|(part, list)| (*part, list)).collect();
        let does_nothing = |(effect, owner): (&Effect, &Option<usize>)| {
            let own = owner.and_then(|owner| members.get(&self.part_of(owner)));
            !parts.contains_key(&(effect.role, effect.mov))
                || own
                    .is_none_or(|own| !effect.changed.iter().any(|fluent| own.binary_search(fluent).is_ok()))
        };
        let nothing = effects.moves.iter().zip(&self.owners).all(does_nothing);
        nothing.then(|| parts.into_keys().collect())
    }

    fn add_alternatives(
        &self,
        members: &[(usize, Vec<usize>)],
        effects: &Effects<'_>,
        waits: &FxHashSet<(usize, usize)>,
        factors: &mut [Factor],
    ) {
        for (factor, (part, members)) in factors.iter_mut().zip(members) {
            let mut numbers = vec![0..; self.network.legal.len()];
            for (number, effect) in effects.moves.iter().enumerate() {
                let action = &mut factor.actions[effect.role][effect.mov];
                if !self.belongs(number, *part) {
                    factor.changes_when_idle |=
                        effect.changed.iter().any(|fluent| members.binary_search(fluent).is_ok());
                } else if action.is_none() && !waits.contains(&(effect.role, effect.mov)) {
                    *action = numbers[effect.role].next();
                }
            }
        }
    }

    /// Whether all combinations of actions are moves.
    fn add_products(
        &self,
        members: &[(usize, Vec<usize>)],
        effects: &Effects<'_>,
        factors: &mut [Factor],
        interrupt: &Interrupt<'_>,
    ) -> Result<bool, Interrupted> {
        let lists: Vec<&[usize]> = members.iter().map(|(_, members)| members.as_slice()).collect();
        let mut first = vec![vec![0; self.network.legal.len()]; factors.len()];
        let choices = self.choices(effects);
        for (number, moves) in choices.iter().enumerate() {
            interrupt.check()?;
            let of_choice = |moves: &[usize]| {
                let effect = &effects.moves[moves[0]];
                (effect.role, self.known_of_shared(effect))
            };
            let (role, known) = of_choice(moves);
            // Choices that a role may have at the same time would not be a product together.
            let apart = choices[..number].iter().all(|earlier| {
                let (other, of_other) = of_choice(earlier);
                other != role || exclude(&of_other, &known)
            });
            if !apart || !self.are_legal_together(moves, effects, interrupt)? {
                return Ok(false);
            }
            let actions = self.actions_of(moves, &lists, effects, interrupt)?;
            let tuples: FxHashSet<Vec<u32>> =
                (0..moves.len()).map(|at| actions.iter().map(|actions| actions[at]).collect()).collect();
            let product =
                actions.iter().try_fold(1_usize, |product, actions| product.checked_mul(count(actions)));
            if product != Some(tuples.len()) {
                return Ok(false);
            }
            for ((factor, actions), first) in factors.iter_mut().zip(&actions).zip(&mut first) {
                let kinds = count(actions);
                // A choice of one is none.
                if kinds > 1 {
                    for (&number, &action) in moves.iter().zip(actions) {
                        // A move has one action in each factor, whatever shared fluents are.
                        let known = &mut factor.actions[role][effects.moves[number].mov];
                        if known.replace(first[role] + action).is_some() {
                            return Ok(false);
                        }
                    }
                    first[role] += kinds as u32;
                }
            }
        }
        Ok(true)
    }

    /// Whether shared fluents alone set the same conditions on some moves.
    fn are_legal_together(
        &self,
        moves: &[usize],
        effects: &Effects<'_>,
        interrupt: &Interrupt<'_>,
    ) -> Result<bool, Interrupted> {
        let mut conditions = Vec::with_capacity(moves.len());
        for &number in moves {
            let mut of_move = Vec::new();
            for condition in parts(&effects.aig, effects.moves[number].legal) {
                // A move that is always legal has a condition that is always true.
                if condition != Lit::TRUE && self.read(&effects.aig, [condition], interrupt)?.is_empty() {
                    of_move.push(condition);
                }
            }
            conditions.push(of_move);
        }
        Ok(conditions.windows(2).all(|pair| pair[0] == pair[1]))
    }
}
