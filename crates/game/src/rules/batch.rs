use std::time::{Duration, Instant};

use gdl::Interrupt;
use logic::TermId;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Engine, Rules, RulesState};
use crate::{Batch, Fault, Game, Heed, Outcomes, Parent, Playouts, Policy, Sample, Tactics};

/// In the time in which one more state is read out of lanes, and looked at, lanes evaluate about so
/// many gates.
const GATES_OF_STATE: usize = 300;

/// Of rules that are played on a circuit.
impl Batch<RulesState, TermId> for Rules {
    fn children(&self, parents: &[Parent<'_, RulesState, TermId>], children: &mut Vec<RulesState>) {
        self.circuit().reuse(children.drain(..).filter_map(|child| match child.0 {
            Engine::Compiled(state) => Some(state),
            Engine::Reasoned(_) => None,
        }));
        let give = |child| children.push(RulesState(Engine::Compiled(child)));
        match parents {
            [Parent { state, joints }] => self.circuit().children_of_one(bits(state), joints, give),
            _ => self
                .circuit()
                .children(parents.iter().map(|parent| (bits(parent.state), parent.joints)), give),
        }
    }

    fn together(&self) -> usize {
        let circuit = self.circuit().circuit();
        (circuit.gates_of_moves() / GATES_OF_STATE).clamp(1, circuit.lanes_at_once())
    }

    fn plays_side_by_side(&self, playouts: usize) -> bool {
        self.circuit().circuit().fastest_width(playouts as u64).is_some()
    }

    fn playouts(
        &self,
        starts: &[RulesState],
        each: u32,
        seed: u64,
        go_on: &dyn Fn() -> bool,
        outcomes: &mut Outcomes,
    ) -> Result<(), Fault> {
        Tactics::playouts(self, Policy::Uniform, Heed::NOTHING, starts, each, seed, go_on, outcomes)
    }

    fn sample(&self, seeds: &[u64], count: u64, go_on: &(dyn Fn() -> bool + Sync)) -> Result<Sample, Fault> {
        let tally = self.circuit().tally(seeds, count, go_on);
        if tally.stuck > 0 {
            return Err(self.stuck_playouts(&[self.initial()], tally.stuck, tally.playouts, go_on));
        }
        let unclear = tally.unclear.iter().position(|&unclear| unclear > 0);
        let remark = unclear.map(|role| {
            format!(
                "the rules do not give {} just one goal at the end of {} of {} playouts; the least from 0 to 100 counts, and 0 where there is none",
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

/// Of rules that are played on a circuit.
impl Tactics<RulesState, TermId> for Rules {
    fn prepare(&self, policy: Policy, go_on: &dyn Fn() -> bool) -> bool {
        self.circuit().circuit().prepare(policy, &Interrupt::unless(go_on)).unwrap_or(false)
    }

    fn prepare_aside(&self, policy: Policy) -> bool {
        self.circuit().prepare_aside(policy)
    }

    fn playouts(
        &self,
        policy: Policy,
        heed: Heed<'_, TermId>,
        starts: &[RulesState],
        each: u32,
        seed: u64,
        go_on: &dyn Fn() -> bool,
        outcomes: &mut Outcomes,
    ) -> Result<(), Fault> {
        let states: Vec<circuit::State> = starts.iter().map(|start| bits(start).clone()).collect();
        outcomes.clear(starts.len(), self.roles.len());
        match self.circuit().outcomes(policy, heed, &states, each, seed, go_on, outcomes) {
            Some(0) => Ok(()),
            Some(stuck) => {
                let playouts = starts.len() as u64 * u64::from(each);
                Err(self.stuck_playouts(starts, stuck, playouts, go_on))
            }
            None => Err(Fault { message: "nobody has prepared for playouts by this policy".to_owned() }),
        }
    }

    fn prepare_heeding(&self, policy: Policy, go_on: &dyn Fn() -> bool) -> bool {
        self.circuit().circuit().prepare_heeding(policy, &Interrupt::unless(go_on)).unwrap_or(false)
    }

    fn prepare_heeding_aside(&self, policy: Policy) -> bool {
        self.circuit().prepare_heeding_aside(policy)
    }

    fn decisive_moves(&self, states: &[&RulesState], found: &mut Vec<Option<(usize, TermId)>>) {
        found.clear();
        let states: Vec<&circuit::State> = states.iter().map(|state| bits(state)).collect();
        self.circuit().decisive_moves(&states, |decisive| found.push(decisive));
    }
}

/// The state of the circuit.
pub(super) fn bits(state: &RulesState) -> &circuit::State {
    match &state.0 {
        Engine::Compiled(state) => state,
        Engine::Reasoned(_) => unreachable!("a game with a circuit makes all its states by it"),
    }
}

impl Rules {
    /// All moves that win at once in a reachable state, each with its role; of a role that has no other move
    /// they need not be told. None if there is no circuit, or if it is not [prepared](Tactics::prepare) for
    /// [`Policy::Decisive`].
    pub fn decisive_moves(&self, state: &RulesState) -> Option<Vec<(usize, TermId)>> {
        let compiled = self.compiled().ok()?;
        let found = compiled.circuit().decisive_moves(bits(state))?;
        Some(found.into_iter().map(|found| compiled.term(found)).collect())
    }

    /// All moves after which another role wins at once, in the same way. None if there is no circuit, or if
    /// it is not prepared for [`Policy::AntiDecisive`].
    pub fn losing_moves(&self, state: &RulesState) -> Option<Vec<(usize, TermId)>> {
        let compiled = self.compiled().ok()?;
        let found = compiled.circuit().losing_moves(bits(state))?;
        Some(found.into_iter().map(|found| compiled.term(found)).collect())
    }

    /// The fault of playouts from `starts` of which some came to a state where a role has no legal move.
    /// Lanes only count them, so an example is looked for move by move, for as long as `go_on` says so, and
    /// not for long.
    fn stuck_playouts(
        &self,
        starts: &[RulesState],
        stuck: u64,
        playouts: u64,
        go_on: &dyn Fn() -> bool,
    ) -> Fault {
        /// So many plies are played to find an example at most, and for so long.
        const PLIES: u32 = 50_000;
        const TIME: Duration = Duration::from_millis(50);

        let started = Instant::now();
        let go_on = || go_on() && started.elapsed() < TIME;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let mut plies_left = PLIES;
        for start in starts.iter().cycle() {
            if plies_left == 0 || !go_on() {
                break;
            }
            let playout = Playouts::new(self).with_ply_limit(plies_left).run_while(go_on, start, &mut rng);
            if let Some(Fault { message }) = self.fault(&playout.end) {
                return Fault {
                    message: format!("{message} ({stuck} of {playouts} playouts came to such a state)"),
                };
            }
            plies_left = plies_left.saturating_sub(playout.plies + 1);
        }
        let message = format!(
            "{stuck} of {playouts} playouts came to a state that is not terminal, but where a role has no legal move; give it a move such as `noop`, or end the game there"
        );
        Fault { message }
    }
}
