use std::cell::Cell;
use std::collections::HashMap;

use batsat::{Callbacks, ClauseKind, Lit as SatLit, Solver, SolverInterface, SolverOpts, lbool};
use gdl::{Interrupt, Interrupted};

use crate::network::aig::{Aig, Lit, Node};

/// Clauses over a graph that grows, and a solver of them.
pub(super) struct PlySolver {
    solver: Solver<Bounds>,
    /// The solver's literal for each node that is encoded.
    nodes: Vec<SatLit>,
    /// The questions that are not answered yet, by what may hold: the literal that is assumed when one is
    /// asked. What the solver learns for a question hangs on it, and counts when the question is asked again.
    open: HashMap<Vec<Lit>, SatLit>,
    /// For each group of moves whether the last move is of it or of one before it, if moves are made
    /// in order.
    up_to: Vec<SatLit>,
}

/// Ends a question that takes too much work, or whose answer nobody waits for.
struct Bounds {
    left: Cell<u64>,
    done: Cell<u64>,
    go_on: Option<Box<dyn Fn() -> bool + Send>>,
}

impl Bounds {
    fn count(&self, work: u64) {
        self.left.set(self.left.get().saturating_sub(work));
        self.done.set(self.done.get() + work);
    }
}

impl Callbacks for Bounds {
    fn on_new_clause(&mut self, _: &[SatLit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.count(10);
        }
    }

    fn stop(&self) -> bool {
        // The solver calls this once for every decision.
        self.count(1);
        self.left.get() == 0 || self.go_on.as_ref().is_some_and(|go_on| !go_on())
    }
}

impl PlySolver {
    pub(super) fn new() -> Self {
        let bounds = Bounds { left: Cell::new(u64::MAX), done: Cell::new(0), go_on: None };
        let solver = Solver::new(SolverOpts::default(), bounds);
        Self { solver, nodes: Vec::new(), open: HashMap::new(), up_to: Vec::new() }
    }

    /// Adds the gates that the graph has more than when it was encoded last (Tseitin, *On the Complexity of
    /// Derivation in Propositional Calculus*, 1968).
    pub(super) fn encode(&mut self, aig: &Aig, interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
        for node in self.nodes.len()..aig.nodes().len() {
            interrupt.check()?;
            let gate = self.fresh();
            self.nodes.push(gate);
            match aig.nodes()[node] {
                Node::False => self.clause(&[!gate]),
                Node::And(a, b) => {
                    let (a, b) = (self.sat(a), self.sat(b));
                    self.clause(&[!gate, a]);
                    self.clause(&[!gate, b]);
                    self.clause(&[gate, !a, !b]);
                }
                Node::Input(_) | Node::Variable { .. } => {}
            }
        }
        Ok(())
    }

    /// Adds that exactly one of `moves` is made, a legal one, if the game goes on, and none if it does not (a
    /// ladder: Gent & Nightingale, *A New Encoding of AllDifferent into SAT*, 2004).
    pub(super) fn one_move(&mut self, moves: &[Lit], legal: &[Lit], goes_on: Lit) {
        let goes_on = self.sat(goes_on);
        let moves: Vec<SatLit> = moves.iter().map(|&mov| self.sat(mov)).collect();
        let mut any = moves.clone();
        any.push(!goes_on);
        self.clause(&any);
        let mut before: Option<SatLit> = None;
        for (&mov, &legal) in moves.iter().zip(legal) {
            let legal = self.sat(legal);
            self.clause(&[!mov, legal]);
            self.clause(&[!mov, goes_on]);
            if moves.len() > 1 {
                let now = self.fresh();
                self.clause(&[!mov, now]);
                if let Some(before) = before {
                    self.clause(&[!before, now]);
                    self.clause(&[!before, !mov]);
                }
                before = Some(now);
            }
        }
    }

    /// Adds that the move of a ply, each of which may have its group among so many, is of a group after that
    /// of the move before, and that those without a group are not made.
    pub(super) fn in_order(&mut self, moves: &[(Option<usize>, Lit)], groups: usize) {
        let before = std::mem::take(&mut self.up_to);
        let now: Vec<SatLit> = (0..groups).map(|_| self.fresh()).collect();
        for pair in now.windows(2) {
            self.clause(&[!pair[0], pair[1]]);
        }
        for &(group, made) in moves {
            let made = self.sat(made);
            let Some(group) = group else {
                self.clause(&[!made]);
                continue;
            };
            self.clause(&[!made, now[group]]);
            if group > 0 {
                self.clause(&[!made, !now[group - 1]]);
            }
        }
        if !before.is_empty() {
            // A move of the first group is the first move.
            self.clause(&[!now[0]]);
            for (&now, &before) in now[1..].iter().zip(&before) {
                self.clause(&[!now, before]);
            }
        }
        self.up_to = now;
    }

    /// Adds that of `members` at most one holds, or exactly one, if `real` does: the same ladder.
    pub(super) fn one_if(&mut self, real: Lit, members: &[Lit], exactly: bool) {
        let real = self.sat(real);
        let members: Vec<SatLit> =
            members.iter().filter(|&&member| member != Lit::FALSE).map(|&member| self.sat(member)).collect();
        if exactly {
            let mut any = members.clone();
            any.push(!real);
            self.clause(&any);
        }
        let mut before: Option<SatLit> = None;
        for (place, &member) in members.iter().enumerate() {
            let Some(earlier) = before else {
                before = Some(member);
                continue;
            };
            self.clause(&[!real, !earlier, !member]);
            if place + 1 < members.len() {
                let now = self.fresh();
                self.clause(&[!earlier, now]);
                self.clause(&[!member, now]);
                before = Some(now);
            }
        }
    }

    /// Whether one of `literals` can hold; none if that is not decided, and then the solver goes on where it
    /// is asked again. What cannot hold is known from then on.
    pub(super) fn any(
        &mut self,
        literals: &[Lit],
        work: u64,
        go_on: Box<dyn Fn() -> bool + Send>,
    ) -> Option<bool> {
        let asked = self.open.remove(literals).unwrap_or_else(|| {
            let asked = self.fresh();
            let mut one: Vec<SatLit> = literals.iter().map(|&literal| self.sat(literal)).collect();
            one.push(!asked);
            self.clause(&one);
            asked
        });
        let bounds = self.solver.cb_mut();
        bounds.left.set(work);
        bounds.go_on = Some(go_on);
        let answer = self.solver.solve_limited(&[asked]);
        self.solver.cb_mut().go_on = None;
        if answer == lbool::UNDEF {
            self.open.insert(literals.to_vec(), asked);
            return None;
        }
        if answer == lbool::FALSE {
            for &literal in literals {
                let never = !self.sat(literal);
                self.clause(&[never]);
            }
            self.clause(&[!asked]);
        }
        Some(answer == lbool::TRUE)
    }

    /// Whether a literal holds in the model found last.
    pub(super) fn holds(&self, literal: Lit) -> bool {
        self.solver.value_lit(self.sat(literal)) == lbool::TRUE
    }

    /// The work of all questions.
    pub(super) fn work(&self) -> u64 {
        self.solver.cb().done.get()
    }

    #[cfg(test)]
    pub(super) fn variables(&self) -> u32 {
        self.solver.num_vars()
    }

    fn sat(&self, literal: Lit) -> SatLit {
        let node = self.nodes[literal.node() as usize];
        if literal.inverted() { !node } else { node }
    }

    fn clause(&mut self, literals: &[SatLit]) {
        self.solver.add_clause_reuse(&mut literals.to_vec());
    }

    fn fresh(&mut self) -> SatLit {
        SatLit::new(self.solver.new_var_default(), true)
    }
}
