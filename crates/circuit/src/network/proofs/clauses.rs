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
        Self { solver: Solver::new(SolverOpts::default(), meter), interrupt }
    }

    /// Adds the gates of a graph, node by node; must be called first (Tseitin, *On the Complexity of Derivation in Propositional Calculus*, 1968).
    /// The variables of blocks may take any value.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn encode(&mut self, aig: &Aig) -> Result<(), Interrupted> {
        aig.nodes().iter().for_each(|_| _ = self.solver.new_var_default());
        self.clause(&[sat(Lit::TRUE)]);
        for (node, gate) in aig.nodes().iter().enumerate() {
            self.interrupt.check()?;
            if let Node::And(a, b) = *gate {
                let (gate, a, b) = (sat(Lit::new(node as u32, false)), sat(a), sat(b));
                self.clause(&[!gate, a]);
                self.clause(&[!gate, b]);
                self.clause(&[gate, !a, !b]);
            }
        }
        Ok(())
    }

    /// Adds that one of `literals` holds.
    pub(crate) fn clause(&mut self, literals: &[SatLit]) {
        self.solver.add_clause_reuse(&mut literals.to_vec());
    }

    /// A new literal.
    pub(crate) fn fresh(&mut self) -> SatLit {
        SatLit::new(self.solver.new_var_default(), true)
    }

    /// Adds that at most one of `members` holds, or exactly one (a ladder: Gent & Nightingale, *A New Encoding of AllDifferent into SAT*, 2004).
    pub(crate) fn one(&mut self, members: &[SatLit], exactly: bool) {
        if exactly {
            self.clause(members);
        }
        let mut before: Option<SatLit> = None;
        for &member in members {
            let now = self.fresh();
            self.clause(&[!member, now]);
            if let Some(before) = before {
                self.clause(&[!before, now]);
                self.clause(&[!before, !member]);
            }
            before = Some(now);
        }
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

    /// How many literals all queries together have assigned.
    pub(crate) fn propagations(&self) -> u64 {
        self.solver.num_propagations()
    }
}

/// The solver's literal for one of the graph.
pub(crate) fn sat(literal: Lit) -> SatLit {
    SatLit::new(Var::unsafe_from_idx(literal.node()), !literal.inverted())
}
