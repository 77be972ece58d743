use super::found::{Bound as FoundBound, Found};
use crate::{Bound, Decision, MoveEstimate, Window};

/// The root of a search: what is decided there, and in what order its moves are searched.
pub(super) struct Root<M> {
    pub(super) decision: Decision<M>,
    /// The joint moves of the principal variation, the last one first.
    pub(super) line: Vec<M>,
    /// Whether the searcher decides here.
    pub(super) ours: bool,
    /// How early each move should be searched, from what the last iteration made of it; empty before there
    /// was one.
    pub(super) ranking: Vec<f64>,
    /// What moves are worth that are lost, in a search that deepens: of such moves the one that is searched
    /// first stays the best, as it is the one that looked best before its loss was proven. Less than every
    /// value elsewhere.
    pub(super) lost: f64,
    /// Plies by which the move that was worst is searched less deep than the best.
    pub(super) spread: u32,
    /// Moves left out because they lead to the same as another one but for a symmetry, and that one.
    pub(super) twins: Vec<(usize, usize)>,
    /// Nodes visited when the current move was begun.
    nodes_before: u64,
    /// The best move so far.
    best: usize,
    /// What the last iteration that came to its end made of the moves.
    finished: Vec<MoveEstimate<M>>,
}

impl<M: Copy> Root<M> {
    pub(super) fn new(decision: Decision<M>) -> Self {
        let (line, ranking, twins) = (Vec::new(), Vec::new(), Vec::new());
        let (lost, finished) = (f64::NEG_INFINITY, decision.moves.clone());
        Self {
            decision,
            line,
            ours: false,
            ranking,
            lost,
            spread: 0,
            twins,
            nodes_before: 0,
            best: 0,
            finished,
        }
    }

    /// Whether a move with this value is [lost](Self::lost).
    pub(super) fn is_lost(&self, value: f64) -> bool {
        self.ours && value <= self.lost
    }

    /// The search goes through the moves, from the first one on; `nodes` have been visited.
    pub(super) fn begin(&mut self, ours: bool, nodes: u64) {
        self.ours = ours;
        self.nodes_before = nodes;
        self.twins.clear();
        for estimate in &mut self.decision.moves {
            estimate.forget();
        }
    }

    /// Plies by which the move in this place of `width` is searched less deep than the first.
    pub(super) fn reduction(&self, place: usize, width: usize) -> u32 {
        match width {
            0 | 1 => 0,
            // No more than `spread`, which fits.
            _ => (u64::from(self.spread) * place as u64 / (width as u64 - 1)) as u32,
        }
    }

    /// Takes over what was found out about a move.
    pub(super) fn take(&mut self, child: usize, found: Found, nodes: u64) {
        let estimate = &mut self.decision.moves[child];
        estimate.value = Some(found.value);
        (estimate.bound, estimate.proven) = match found.bound {
            FoundBound::Exact => (None, found.proven()),
            FoundBound::Lower => (Some(Bound::Lower), found.at_least),
            FoundBound::Upper => (Some(Bound::Upper), found.at_most),
        };
        estimate.visits += nodes - self.nodes_before;
        self.nodes_before = nodes;
    }

    /// A move is the best one now.
    pub(super) fn choose(&mut self, child: usize) {
        self.best = child;
        self.decision.mov = self.decision.moves[child].mov;
    }

    /// A search found the move that is best now, with `line`, to be worth more than its window tells: it
    /// comes first in the next one.
    pub(super) fn fail_high(&mut self, value: f64, line: &Vec<M>) {
        if self.ours {
            self.decision.value = Some(value);
            self.line.clone_from(line);
            self.rank();
        }
    }

    /// Concludes an iteration that has come to its end with `line`.
    pub(super) fn finish(&mut self, found: Found, line: &Vec<M>, nodes: u64) {
        self.line.clone_from(line);
        self.decision.value = Some(found.value);
        self.decision.proven = found.proven();
        for &(twin, model) in &self.twins {
            let model = self.decision.moves[model];
            self.decision.moves[twin].learn(&model);
        }
        // The searcher's only move is as good as the state, whoever else decides in it.
        if let [only] = self.decision.moves.as_mut_slice() {
            (only.value, only.proven) = (Some(found.value), found.proven());
            only.visits = nodes - 1;
        }
        self.finished.clone_from(&self.decision.moves);
        if self.ours {
            self.rank();
        }
    }

    /// Concludes an iteration that the budget has ended after some of the moves: the best of them stands.
    pub(super) fn give_up(&mut self, best: f64, entered_with: Window, range: Window, line: &Vec<M>) {
        for (estimate, finished) in self.decision.moves.iter_mut().zip(&self.finished) {
            if estimate.value.is_none() {
                estimate.learn(finished);
            }
        }
        let chosen = best > entered_with.alpha || entered_with.alpha <= range.alpha;
        if self.ours && best.is_finite() && chosen {
            self.decision.value = Some(best);
            self.line.clone_from(line);
            self.decision.proven = false;
        }
    }

    /// Ranks the moves for the next search: the best one first, then by what the last iteration that came to
    /// its end made of them, then in the game's order.
    fn rank(&mut self) {
        let value = |estimate: &MoveEstimate<M>| estimate.value.unwrap_or(f64::NEG_INFINITY);
        self.ranking.clear();
        self.ranking.extend(self.finished.iter().map(value));
        self.ranking[self.best] = f64::INFINITY;
    }
}
