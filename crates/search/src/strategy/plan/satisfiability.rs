use game::{Game, Horizon, Interrupt, Interrupted, PlanAnswer};

use super::method::{Method, Standing};
use super::quest::Work;
use super::sat_method::{GATES, SatMethod, Step, take_turn};

/// Planning as satisfiability: the circuit, ply after ply, as clauses for a SAT solver ([`Horizon`]).
///
/// It is asked for a plan of at most so many plies, with more of them from question to question; a question
/// that takes too much work is put off. Once it is proven that no game goes on, what no plan pays is out of
/// reach, and the next lower goal is asked for. A shortest plan is found by asking for one ply more at a
/// time, and every question is answered then.
///
/// Sources: H. Kautz, B. Selman, *Planning as satisfiability*, ECAI (1992); A. Biere, A. Cimatti, E. Clarke,
/// Y. Zhu, *Symbolic model checking without BDDs*, TACAS (1999); several horizons side by side: J. Rintanen,
/// *Evaluation strategies for planning as satisfiability*, ECAI (2004).
pub(super) struct Satisfiability {
    optimal: bool,
    most_gates: usize,
    horizon: Option<Horizon>,
    /// The goal that is asked for.
    target: Option<u8>,
    /// The first ply at which a game might end with it.
    first: usize,
    /// As many plies as the next question is about.
    last: usize,
    /// Whether there may be no more plies, for there are too many gates.
    full: bool,
    /// The work that a question may take.
    work: u64,
    /// The work of the current question so far.
    spent: u64,
}

/// The work of a question before it is put off for the first time.
const WORK: u64 = 4_000;

impl Satisfiability {
    const NAME: &str = "SAT planning";

    pub(super) fn new(optimal: bool, most_gates: usize) -> Self {
        Self {
            optimal,
            most_gates,
            horizon: None,
            target: None,
            first: 1,
            last: 1,
            full: false,
            work: WORK,
            spent: 0,
        }
    }

    /// The next question is about more plies.
    fn look_further(&mut self) {
        self.last += if self.optimal { 1 } else { 1 + self.last / 2 };
        self.spent = 0;
    }

    /// A question took too much work: it is put off, or gets more.
    fn put_off(&mut self, over: bool) {
        self.work += self.work / 2;
        self.spent = 0;
        if !(self.optimal || self.full || over) {
            self.look_further();
        }
    }

    /// Whether it is proven that no game goes on after all plies.
    fn ends<G: Game>(&self, horizon: &mut Horizon, work: &Work<'_, G>) -> bool {
        let allowed = WORK.min(work.slice.nodes_left(work.meter)).max(1);
        horizon.goes_on(allowed, work.going_on()) == Some(false)
    }
}

impl<G: Game> SatMethod<G> for Satisfiability {
    fn begun_anew(&self) -> Self {
        Self::new(self.optimal, self.most_gates)
    }

    fn horizon(&mut self) -> &mut Option<Horizon> {
        &mut self.horizon
    }

    fn begin(&self, work: &mut Work<'_, G>) -> Result<Option<Horizon>, Interrupted> {
        let Some(planning) = work.game.planning() else { return Ok(None) };
        let going_on = work.going_on_beyond_slice();
        planning.horizon(&work.quest.root, self.most_gates, &Interrupt::unless(&going_on))
    }

    fn step(&mut self, horizon: &mut Horizon, work: &mut Work<'_, G>) -> Result<Step, Interrupted> {
        let Some(target) = self.target else {
            // The greatest goal that may still be better than the best plan.
            let open = |&goal: &u8| {
                let goal = f64::from(goal);
                let least = work.quest.least_plies(goal);
                goal <= work.quest.ceiling() && work.quest.is_better(goal, || least)
            };
            self.target = horizon.goals().into_iter().rfind(open);
            (self.first, self.last, self.spent) = (1, 1, 0);
            return Ok(if self.target.is_some() { Step::On } else { Step::Finished });
        };
        if self.optimal {
            // Others may have proven that fewer plies will not do.
            let least = work.quest.least_plies(f64::from(target));
            if least > self.last {
                (self.first, self.last, self.spent) = (least, least, 0);
            }
        }
        if horizon.plies() < self.last && !horizon.is_over() && !self.full {
            let (gates, going_on) = (horizon.gates(), work.going_on_beyond_slice());
            self.full = !horizon.extend(&Interrupt::unless(&going_on))?;
            work.meter.effort.nodes += ((horizon.gates() - gates) / GATES) as u64;
            return Ok(Step::On);
        }
        self.last = self.last.min(horizon.plies());
        if self.first > self.last {
            return Ok(Step::Finished);
        }
        let (before, gates) = (horizon.work(), horizon.gates());
        let allowed = (self.work - self.spent).min(work.slice.nodes_left(work.meter)).max(1);
        let answer = horizon.plan(target, self.first..=self.last, allowed, work.going_on());
        self.spent += horizon.work() - before;
        match answer {
            PlanAnswer::Plan(plan) => {
                let moves = work.game.planning().map_or_else(Vec::new, |planning| planning.moves(&plan));
                let plies = moves.len();
                work.offer(moves, Self::NAME);
                // A plan that the rules do not confirm is none, and nothing else that was found can be
                // relied on.
                if work.quest.is_better(f64::from(target), || plies) && !work.meter.spent() {
                    return Ok(Step::Finished);
                }
                self.target = None;
            }
            PlanAnswer::None => {
                self.first = self.last + 1;
                work.quest.bound_plies(f64::from(target), self.first);
                if self.last == horizon.plies() && self.ends(horizon, work) {
                    // Whatever pays as much as the target is out of reach.
                    let least = f64::from(*work.game.goal_range().start());
                    let lower = horizon.goals().into_iter().rfind(|&goal| goal < target);
                    work.quest.bound(lower.map_or(least, f64::from));
                    self.target = None;
                } else {
                    self.look_further();
                }
            }
            PlanAnswer::TooLarge => return Ok(Step::Finished),
            PlanAnswer::Undecided if self.spent >= self.work => self.put_off(horizon.is_over()),
            PlanAnswer::Undecided => {}
        }
        work.meter.effort.nodes += horizon.work() - before + ((horizon.gates() - gates) / GATES) as u64;
        Ok(Step::On)
    }
}

impl<G: Game> Method<G> for Satisfiability {
    /// A solver that is interrupted begins anew, if with all that it has learnt; and few methods find
    /// shortest plans.
    fn share(&self) -> f64 {
        if self.optimal { 8.0 } else { 2.0 }
    }

    fn work(&mut self, work: &mut Work<'_, G>) -> Standing {
        take_turn(self, work)
    }
}
