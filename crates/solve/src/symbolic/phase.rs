use circuit::{Function, Gate, TransitionFunctions};
use rustc_hash::FxHashMap;

use super::clock::Clock;
use super::conditions::{Conditions, conjuncts};
use super::effects::Effects;
use super::grade::Grade;
use super::sets::StateSets;
use super::union::Union;
use super::work::{Halt, Work};

/// The rules in plies of the same clock.
pub(super) struct Phase<S: StateSets> {
    functions: TransitionFunctions,
    conditions: Conditions<S>,
    /// What joint moves do; none of one that is never legal.
    effects: FxHashMap<Vec<usize>, Option<Effects>>,
}

impl<S: StateSets> Phase<S> {
    /// The rules when the clock says `now`.
    pub(super) fn new(functions: &TransitionFunctions, clock: &Clock, now: &[bool]) -> Self {
        let functions = functions.cofactors(clock.inputs(now));
        Self { functions, conditions: Conditions::new(), effects: FxHashMap::default() }
    }

    /// The states of a set in which the game goes on.
    pub(super) fn not_terminal(&mut self, work: &mut Work<'_, S>, set: &S::Set) -> Result<S::Set, Halt> {
        self.filter(work, set, !self.functions.terminal())
    }

    /// The states after one move from those of a set, in none of which the game is over.
    pub(super) fn image(
        &mut self,
        work: &mut Work<'_, S>,
        set: &S::Set,
        grade: &mut Grade,
    ) -> Result<S::Set, Halt> {
        let mut union = Union::default();
        let mut joints = vec![(Vec::new(), set.clone())];
        while let Some((joint, set)) = joints.pop() {
            if set == work.sets.empty() {
                continue;
            }
            let role = joint.len();
            if role < self.functions.roles() {
                for mov in 0..self.functions.moves(role) {
                    let legal = self.functions.legal(role, mov);
                    if legal == Function::FALSE {
                        continue;
                    }
                    // Whether variables have values is found out when the move is made.
                    let functions = self.functions.functions();
                    let mut conditions = conjuncts(functions, legal);
                    conditions.retain(|&part| !matches!(functions.gate(part), Gate::Input { .. }));
                    let able = conditions
                        .into_iter()
                        .try_fold(set.clone(), |set, condition| self.filter(work, &set, condition))?;
                    joints.push(([&joint[..], &[mov]].concat(), able));
                }
                continue;
            }
            let effects = self
                .effects
                .entry(joint)
                .or_insert_with_key(|joint| Effects::new(work.encoding, &self.functions, joint));
            let Some(effects) = effects else { continue };
            effects.images(work, &set, grade, &mut union)?;
        }
        union.finish(work)
    }

    fn filter(&mut self, work: &mut Work<'_, S>, set: &S::Set, function: Function) -> Result<S::Set, Halt> {
        work.step()?;
        let functions = self.functions.functions();
        Ok(self.conditions.filter(work.sets, work.encoding, functions, set, function)?)
    }
}
