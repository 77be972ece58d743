use gdl::{Interrupt, Interrupted};
use rustc_hash::FxHashMap;

use super::aig::Lit;
use super::clock::clock;
use super::network::Network;
use super::possible::Possible;
use super::simulate::Simulation;

/// What a plan of a role alone can pay if it has so many plies or more, as far as the
/// [clock](crate::Circuit::clock) tells: where a puzzle pays less the longer it takes, only short plans
/// pay much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyBounds {
    /// For each number of plies the most that a plan of as many or more pays; the last one is for all greater
    /// numbers, too.
    most: Vec<u8>,
}

/// Gates that are looked at, at most: some tenths of a second.
const MOST_WORK: usize = 1 << 27;

impl PlyBounds {
    /// The most that a goal can be.
    const MOST: u8 = 100;

    /// From a state on, given by its fluents.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(
        network: &Network,
        fluents: &[u64],
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let unknown = Self { most: vec![Self::MOST] };
        let clock = clock(network, interrupt)?;
        let ticking: Vec<usize> = (0..clock.len()).filter(|&fluent| clock[fluent]).collect();
        let Some(goals) = goals(network).filter(|_| !ticking.is_empty()) else { return Ok(unknown) };
        let roots: Vec<Lit> = goals.iter().map(|&(_, literal)| literal).chain([network.terminal]).collect();
        let (view, roots) = network.aig.sweep(&roots, interrupt)?;
        let ends = roots[goals.len()];
        let next: Vec<Lit> = ticking.iter().map(|&fluent| network.next[fluent]).collect();
        let (step, next) = network.aig.sweep(&next, interrupt)?;
        let (mut possible, mut simulation) = (Possible::new(&view), Simulation::new(&step));
        // No other input has any influence.
        let mut inputs = vec![0; step.inputs().len()];
        for &fluent in &ticking {
            inputs[fluent] = fluents[fluent / 64] >> (fluent % 64) & 1;
        }
        let mut seen: FxHashMap<Vec<bool>, usize> = FxHashMap::default();
        let (mut most, mut left) = (Vec::new(), MOST_WORK);
        // What is paid at the ply after all that were looked at, or later.
        let later = loop {
            interrupt.check_now()?;
            let known: Vec<bool> = ticking.iter().map(|&fluent| inputs[fluent] & 1 == 1).collect();
            if let Some(&first) = seen.get(&known) {
                break most[first..].iter().copied().max().unwrap_or(0);
            }
            seen.insert(known, most.len());
            let work = view.nodes().len() + step.nodes().len() * step.blocks().len().max(1);
            let Some(rest) = left.checked_sub(work) else { break Self::MOST };
            left = rest;
            possible.look(&view, |input| (clock.get(input) == Some(&true)).then(|| inputs[input] & 1 == 1));
            let paid = goals.iter().zip(&roots).rfind(|(_, root)| possible.holds(**root));
            most.push(if possible.holds(ends) { paid.map_or(0, |(&(goal, _), _)| goal) } else { 0 });
            if !possible.fails(ends) {
                break 0;
            }
            simulation.run(&step, &inputs);
            for (&fluent, &next) in ticking.iter().zip(&next) {
                inputs[fluent] = simulation.value(next) & 1;
            }
        };
        most.push(later);
        for plies in (1..most.len()).rev() {
            most[plies - 1] = most[plies - 1].max(most[plies]);
        }
        Ok(Self { most })
    }

    /// The most that a plan of so many plies or more can pay. In a game whose goals are no whole numbers from
    /// 0 to 100 nothing is known: then it is 100.
    pub fn of_plies(&self, plies: usize) -> u8 {
        self.most[plies.min(self.most.len() - 1)]
    }
}

/// The goals of the first role in ascending order; none if some are no whole numbers from 0 to 100.
fn goals(network: &Network) -> Option<Vec<(u8, Lit)>> {
    network.goals[0].iter().map(|&(goal, literal)| Some((goal?, literal))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::circuit_of;

    /// What plans of 0, 1, 2, ... plies or more pay of a puzzle that is solved once `done` holds. The counter
    /// of plies ends with 4.
    fn most(rules: &str) -> Vec<u8> {
        let circuit = circuit_of(&format!(
            "(role you) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (init (step 0)) (legal you work) (legal you rest)
            (<= (next done) (does you work)) (<= (next done) (true done)) {rules}"
        ));
        circuit.ply_bounds(circuit.initial(), &Interrupt::never()).unwrap().unwrap().most
    }

    const COUNTER: &str = "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))";

    #[test]
    fn a_puzzle_that_pays_less_from_ply_to_ply() {
        let puzzle = "(<= terminal (true done)) (<= terminal (true (step 4)))
            (<= (goal you 100) (true done) (true (step 1))) (<= (goal you 60) (true done) (true (step 2)))
            (<= (goal you 30) (true done) (true (step 3))) (<= (goal you 0) (true (step 4)))";
        // Before the first ply the game could not pay anything, as the counter is not so far.
        assert_eq!(most(&format!("{COUNTER} {puzzle}")), [100, 100, 60, 30, 0, 0]);
    }

    #[test]
    fn a_puzzle_that_pays_at_its_end_alone() {
        let puzzle = "(<= terminal (true (step 3))) (<= (goal you 100) (true done)) (<= (goal you 0) (not (true done)))";
        assert_eq!(most(&format!("{COUNTER} {puzzle}")), [100, 100, 100, 100, 0]);
    }

    #[test]
    fn without_a_counter_any_ply_may_pay_the_most() {
        let puzzle =
            "(<= terminal (true done)) (<= (goal you 70) (true done)) (<= (goal you 0) (not (true done)))";
        let bounds = most(puzzle);
        assert!(bounds.iter().all(|&most| most == 70), "{bounds:?}");
    }

    #[test]
    fn a_counter_that_goes_round_pays_as_much_in_each_round() {
        let puzzle = "(<= terminal (true done) (true (step 1))) (<= (goal you 80) (true (step 1)))
            (<= (goal you 20) (not (true (step 1)))) (<= (next (step 0)) (true (step 2)))
            (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n) (distinct ?m 2))";
        let bounds = most(puzzle);
        assert!(bounds.iter().all(|&most| most == 80), "{bounds:?}");
    }

    #[test]
    fn a_counter_that_a_move_stops_tells_nothing() {
        let puzzle = "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n) (does you work)) (<= terminal (true (step 1)))
            (<= (goal you 100) (true (step 1))) (<= (goal you 0) (not (true (step 1))))";
        assert!(most(puzzle).iter().all(|&most| most == 100));
    }
}
