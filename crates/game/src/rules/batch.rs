use logic::TermId;

use super::{Engine, Rules, RulesState};
use crate::{Batch, Fault, Outcomes, Parent, Sample};

/// Of rules that are played on a circuit.
impl Batch<RulesState, TermId> for Rules {
    fn children(&self, parents: &[Parent<'_, RulesState, TermId>], children: &mut Vec<RulesState>) {
        children.clear();
        let give = |child| children.push(RulesState(Engine::Compiled(child)));
        match parents {
            [Parent { state, joints }] => self.circuit().children_of_one(bits(state), joints, give),
            _ => self
                .circuit()
                .children(parents.iter().map(|parent| (bits(parent.state), parent.joints)), give),
        }
    }

    fn playouts(
        &self,
        starts: &[RulesState],
        each: u32,
        seed: u64,
        go_on: &dyn Fn() -> bool,
        outcomes: &mut Outcomes,
    ) -> Result<(), Fault> {
        let states: Vec<circuit::State> = starts.iter().map(|start| bits(start).clone()).collect();
        outcomes.clear(starts.len(), self.roles.len());
        match self.circuit().outcomes(&states, each, seed, go_on, outcomes) {
            0 => Ok(()),
            stuck => Err(stuck_fault(stuck, starts.len() as u64 * u64::from(each))),
        }
    }

    fn sample(&self, seed: u64, count: u64, go_on: &dyn Fn() -> bool) -> Result<Sample, Fault> {
        let tally = self.circuit().tally(seed, count, go_on);
        if tally.stuck > 0 {
            return Err(stuck_fault(tally.stuck, tally.playouts));
        }
        let unclear = tally.unclear.iter().position(|&unclear| unclear > 0);
        let remark = unclear.map(|role| {
            format!(
                "the rules do not give {} just one goal at the end of {} of {} playouts; the least counts, and 0 where there is none",
                self.roles[role], tally.unclear[role], tally.playouts
            )
        });
        Ok(Sample {
            playouts: tally.playouts,
            cut: tally.cut,
            plies: tally.plies,
            goals: tally.goals.iter().map(|&sum| sum as i64).collect(),
            remark,
        })
    }
}

/// The state of the circuit.
fn bits(state: &RulesState) -> &circuit::State {
    match &state.0 {
        Engine::Compiled(state) => state,
        Engine::Reasoned(_) => unreachable!("a game with a circuit makes all its states by it"),
    }
}

fn stuck_fault(stuck: u64, playouts: u64) -> Fault {
    let message = format!(
        "{stuck} of {playouts} playouts came to a state that is not terminal, but where a role has no legal move; give it a move such as `noop`, or end the game there"
    );
    Fault { message }
}
