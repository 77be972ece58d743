use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit as SatLit, Solver, SolverInterface, SolverOpts, Var, lbool};
use gdl::{Interrupt, Interrupted};

use crate::network::aig::{Aig, Lit, Node};

/// The most decisions of one query; a conflict counts as ten.
const MOST_WORK: u64 = 20_000;

/// Counts decisions and conflicts, and stops a query that takes too many, or is interrupted.
struct Meter<'i> {
    left: Cell<u64>,
    interrupt: &'i Interrupt<'i>,
}

impl Callbacks for Meter<'_> {
    fn on_start(&mut self) {
        self.left.set(MOST_WORK);
    }

    fn on_new_clause(&mut self, _: &[SatLit], _: ClauseKind) {
        self.left.set(self.left.get().saturating_sub(10));
    }

    fn stop(&self) -> bool {
        // The solver calls this once for every decision.
        self.left.set(self.left.get().saturating_sub(1));
        self.left.get() == 0 || self.interrupt.check().is_err()
    }
}

/// Clauses over the nodes of a graph, and a solver that decides whether all of them can hold.
pub(crate) struct Clauses<'i> {
    solver: Solver<Meter<'i>>,
    interrupt: &'i Interrupt<'i>,
}

impl<'i> Clauses<'i> {
    pub(crate) fn new(interrupt: &'i Interrupt<'i>) -> Self {
        let meter = Meter { left: Cell::default(), interrupt };
        // What is learnt from a conflict is shortened by single reasons alone: among thousands of fluents, to
        // follow chains of reasons would take far more time than the queries.
        let opts = SolverOpts { ccmin_mode: 1, ..SolverOpts::default() };
        Self { solver: Solver::new(opts, meter), interrupt }
    }

    /// Adds the gates of a graph, node by node; must be called first (Tseitin, *On the Complexity of
    /// Derivation in Propositional Calculus*, 1968). The variables of blocks may take any value.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn encode(&mut self, aig: &Aig) -> Result<(), Interrupted> {
        aig.nodes().iter().for_each(|_| _ = self.solver.new_var_default());
        self.clause(&[sat(Lit::TRUE)]);
        for (node, gate) in aig.nodes().iter().enumerate() {
            self.interrupt.check()?;
            if let Node::And(a, b) = *gate {
                self.both(sat(Lit::new(node as u32, false)), sat(a), sat(b));
            }
        }
        Ok(())
    }

    /// Adds that a literal holds exactly where both of two others do.
    pub(crate) fn both(&mut self, literal: SatLit, a: SatLit, b: SatLit) {
        self.clause(&[!literal, a]);
        self.clause(&[!literal, b]);
        self.clause(&[literal, !a, !b]);
    }

    /// Adds that one of `literals` holds.
    pub(crate) fn clause(&mut self, literals: &[SatLit]) {
        self.solver.add_clause_reuse(&mut literals.to_vec());
    }

    /// A new literal.
    pub(crate) fn fresh(&mut self) -> SatLit {
        SatLit::new(self.solver.new_var_default(), true)
    }

    /// Adds that at most one of `members` holds, or exactly one.
    pub(crate) fn one(&mut self, members: &[SatLit], exactly: bool) {
        if exactly {
            self.clause(members);
        }
        for (before, member) in self.ladder(members) {
            self.clause(&[!before, !member]);
        }
    }

    /// A literal that holds wherever more than one of `members` does.
    pub(crate) fn several(&mut self, members: &[SatLit]) -> SatLit {
        let ladder = self.ladder(members);
        // The solver watches a clause by its oldest variables. As this one is the newest, to assume it costs
        // next to nothing.
        let several = self.fresh();
        for (before, member) in ladder {
            self.clause(&[!before, !member, several]);
        }
        several
    }

    /// A literal that holds wherever none of `members` does.
    pub(crate) fn none(&mut self, members: &[SatLit]) -> SatLit {
        let none = self.fresh();
        self.clause(&[members, &[none]].concat());
        none
    }

    /// A literal that can only hold where half of what a group of `members` says does not.
    pub(crate) fn broken(&mut self, members: &[SatLit], half: Half) -> SatLit {
        let broken = self.fresh();
        if half == Half::AtLeastOne {
            members.iter().for_each(|&member| self.clause(&[!broken, !member]));
            return broken;
        }
        let mut reasons = vec![!broken];
        let mut before: Option<SatLit> = None;
        for &member in members {
            let now = self.fresh();
            if let Some(before) = before {
                let second = self.fresh();
                self.clause(&[!second, before]);
                self.clause(&[!second, member]);
                reasons.push(second);
                self.clause(&[!now, before, member]);
            } else {
                self.clause(&[!now, member]);
            }
            before = Some(now);
        }
        self.clause(&reasons);
        broken
    }

    /// For each of `members` but the first, a literal that holds wherever one before it does (a ladder: Gent
    /// & Nightingale, *A New Encoding of AllDifferent into SAT*, 2004).
    fn ladder(&mut self, members: &[SatLit]) -> Vec<(SatLit, SatLit)> {
        let mut ladder: Vec<(SatLit, SatLit)> = Vec::with_capacity(members.len());
        for pair in members.windows(2) {
            let now = self.fresh();
            self.clause(&[!pair[0], now]);
            if let Some(&(before, _)) = ladder.last() {
                self.clause(&[!before, now]);
            }
            ladder.push((now, pair[1]));
        }
        ladder
    }

    /// Whether all clauses and `assumptions` can hold together; undefined if that takes too much work, or is
    /// interrupted.
    pub(crate) fn solve(&mut self, assumptions: &[SatLit]) -> lbool {
        self.solver.solve_limited(assumptions)
    }

    /// Whether a literal holds in the model found last.
    pub(crate) fn holds(&self, literal: SatLit) -> bool {
        self.solver.value_lit(literal) == lbool::TRUE
    }

    /// Assumptions of the query made last that cannot hold together with all clauses, after the answer that
    /// all of them cannot.
    pub(crate) fn core(&self) -> impl Iterator<Item = SatLit> + '_ {
        self.solver.unsat_core().iter().map(|&literal| !literal)
    }

    /// How many literals all queries together have assigned.
    pub(crate) fn propagations(&self) -> u64 {
        self.solver.num_propagations()
    }
}

/// Half of what is said by a group of which exactly one member holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    AtMostOne,
    AtLeastOne,
}

/// The solver's literal for one of the graph.
pub(crate) fn sat(literal: Lit) -> SatLit {
    SatLit::new(Var::unsafe_from_idx(literal.node()), !literal.inverted())
}
