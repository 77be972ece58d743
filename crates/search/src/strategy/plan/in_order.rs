use std::collections::HashSet;

use game::{Game, Horizon, Interrupt, Interrupted, PlanAnswer};
use rand::{RngExt, SeedableRng};

use super::method::{Method, Standing};
use super::quest::Work;
use super::sat_method::{GATES, SatMethod, Step, take_turn};
use crate::SearchRng;

/// SAT planning for puzzles that fill one cell after another, such as sudoku.
///
/// There the order of moves does not matter, so that a search which looks at all orders sees the same
/// position again and again. This one breaks that symmetry: it asks for plans in which the cells are filled
/// in one order alone ([`Horizon::keep_order`]); of these, first for the longest ones, which fill all of
/// them. That it finds none proves nothing. It is for games in which moves that are not legal never become
/// so, as random playouts tell.
///
/// Source: J. Rintanen, K. Heljanko, I. Niemelä, *Planning as satisfiability: parallel plans and algorithms
/// for plan search*, Artificial Intelligence 170 (2006): one order for steps that may be taken in any.
pub(super) struct InOrder {
    most_gates: usize,
    horizon: Option<Horizon>,
    /// Whether there may be no more plies.
    full: bool,
    /// The goal that is asked for.
    target: Option<u8>,
    /// How many plies the question is about.
    plies: usize,
    /// The work that the question about the longest plans may take.
    most_work: u64,
    /// The work that the question may take. Each that is put off leaves half as much to the next one, so that
    /// the longest plans have as much as all others.
    allowed: u64,
    /// The work of the question so far.
    spent: u64,
}

/// The work of the question about the longest plans before it is put off for the first time.
const WORK: u64 = 200_000;
/// The least work of a question: some times as many decisions as fill all cells, as a solver that is
/// interrupted makes them again before it meets anything new.
const LEAST_WORK: u64 = 20_000;

/// Playouts by which it is seen whether moves become legal.
const PLAYOUTS: usize = 8;

/// Plies of a playout at most.
const PLIES: usize = 500;

impl InOrder {
    pub(super) fn new(most_gates: usize) -> Self {
        Self {
            most_gates,
            horizon: None,
            full: false,
            target: None,
            plies: usize::MAX,
            most_work: WORK,
            allowed: WORK,
            spent: 0,
        }
    }

    /// Asks for a goal, of the longest plans first.
    fn ask_for(&mut self, target: Option<u8>) -> Step {
        *self = Self { full: self.full, target, ..Self::new(self.most_gates) };
        if target.is_some() { Step::On } else { Step::Finished }
    }
}

impl<G: Game> SatMethod<G> for InOrder {
    fn begun_anew(&self) -> Self {
        Self::new(self.most_gates)
    }

    fn horizon(&mut self) -> &mut Option<Horizon> {
        &mut self.horizon
    }

    fn begin(&self, work: &mut Work<'_, G>) -> Result<Option<Horizon>, Interrupted> {
        let Some(planning) = work.game.planning() else { return Ok(None) };
        if !moves_only_vanish(work) {
            return Ok(None);
        }
        let going_on = work.going_on_beyond_slice();
        let interrupt = Interrupt::unless(&going_on);
        let Some(mut horizon) = planning.horizon(&work.quest.root, self.most_gates, &interrupt)? else {
            return Ok(None);
        };
        let has_order = horizon.keep_order(&interrupt)?;
        work.meter.effort.nodes += (horizon.gates() / GATES) as u64;
        Ok(has_order.then_some(horizon))
    }

    fn step(&mut self, horizon: &mut Horizon, work: &mut Work<'_, G>) -> Result<Step, Interrupted> {
        let gates = horizon.gates();
        if !self.full && !horizon.is_over() {
            let going_on = work.going_on_beyond_slice();
            self.full = !horizon.extend(&Interrupt::unless(&going_on))?;
            work.meter.effort.nodes += ((horizon.gates() - gates) / GATES) as u64;
            return Ok(Step::On);
        }
        // The greatest goal that may still be better than the best plan, below what was asked for.
        let better = |goal: f64| goal <= work.quest.ceiling() && work.quest.is_better(goal, || 1);
        let below = |most: Option<u8>| {
            let goals = horizon.goals().into_iter().filter(|&goal| better(f64::from(goal)));
            goals.filter(|&goal| most.is_none_or(|most| goal < most)).max()
        };
        let Some(target) = self.target.filter(|&target| better(f64::from(target))) else {
            return Ok(self.ask_for(below(self.target)));
        };
        self.plies = self.plies.min(horizon.plies());
        if self.plies == 0 || self.allowed < LEAST_WORK {
            if self.allowed == self.most_work {
                return Ok(self.ask_for(below(Some(target))));
            }
            self.most_work *= 2;
            (self.plies, self.allowed) = (horizon.plies(), self.most_work);
        }
        let before = horizon.work();
        let allowed = (self.allowed - self.spent).min(work.slice.nodes_left(work.meter)).max(1);
        let answer = horizon.plan(target, self.plies..=self.plies, allowed, work.going_on());
        self.spent += horizon.work() - before;
        work.meter.effort.nodes += horizon.work() - before + ((horizon.gates() - gates) / GATES) as u64;
        match answer {
            PlanAnswer::Plan(plan) => {
                let moves = work.game.planning().map_or_else(Vec::new, |planning| planning.moves(&plan));
                work.offer(moves, "SAT planning in order");
                return Ok(Step::Finished);
            }
            PlanAnswer::Undecided if self.spent < self.allowed => {}
            answer => {
                if answer == PlanAnswer::Undecided {
                    self.allowed /= 2;
                }
                self.spent = 0;
                self.plies -= 1;
            }
        }
        Ok(Step::On)
    }
}

impl<G: Game> Method<G> for InOrder {
    /// Where it is of use no other method is as good, and a solver that is interrupted begins anew, if with
    /// all that it has learnt.
    fn share(&self) -> f64 {
        6.0
    }

    fn work(&mut self, work: &mut Work<'_, G>) -> Standing {
        take_turn(self, work)
    }
}

/// Whether each state of some random playouts has only moves that the state before it had.
fn moves_only_vanish<G: Game>(work: &mut Work<'_, G>) -> bool {
    let going_on = work.going_on_beyond_slice();
    let mut rng = SearchRng::seed_from_u64(0);
    let mut moves = Vec::new();
    (0..PLAYOUTS).all(|_| {
        let (mut state, mut before): (_, Option<HashSet<G::Move>>) = (work.quest.root.clone(), None);
        for _ in 0..PLIES {
            if work.game.terminal(&state) || work.meter.spent() || !going_on() {
                break;
            }
            work.game.legal(&state, 0, &mut moves);
            let now = moves.iter().copied().collect();
            if moves.is_empty() || before.is_some_and(|before| !before.is_superset(&now)) {
                return false;
            }
            before = Some(now);
            state = work.game.next(&state, &[moves[rng.random_range(0..moves.len())]]);
            work.meter.effort.nodes += 1;
        }
        true
    })
}
