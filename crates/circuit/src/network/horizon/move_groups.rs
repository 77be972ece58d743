use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Interrupted};

use super::{Flat, Part};
use crate::network::aig::{Lit, Node};

/// Gates that are worked out at most, all moves together.
const MOST_GATES: usize = 200_000_000;
/// Moves that are looked at, at most.
const MOST_MOVES: usize = 4_096;

/// Groups of moves none of which is legal directly after another one of them, such as those that fill the
/// same cell (mutex groups).
pub(super) struct MoveGroups {
    /// For each move the number of its group; none if it may be made again at once.
    pub(super) of_move: Vec<Option<u32>>,
    /// How many groups there are.
    pub(super) count: usize,
}

impl MoveGroups {
    /// The groups of moves, in the order of their first moves; none if fewer than half of the moves have one,
    /// or each has one of its own.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(super) fn of(flat: &Flat, interrupt: &Interrupt<'_>) -> Result<Option<Self>, Interrupted> {
        let moves = flat.legal.len();
        if moves > MOST_MOVES || moves.saturating_mul(flat.aig.gates()) > MOST_GATES {
            return Ok(None);
        }
        let mut closed = Vec::with_capacity(moves);
        let mut values = vec![Lit::FALSE; flat.parts.len()];
        for mov in 0..moves {
            interrupt.check_now()?;
            closed.push(flat.closed_by(mov, &mut values));
        }
        let exclude = |a: usize, b: usize| closed[a].contains(b) && closed[b].contains(a);
        let mut of_move: Vec<Option<u32>> = vec![None; moves];
        let mut count = 0;
        for first in 0..moves {
            if of_move[first].is_some() || !exclude(first, first) {
                continue;
            }
            let mut group = vec![first];
            for mov in closed[first].ones().filter(|&mov| mov > first) {
                let fits = of_move[mov].is_none() && exclude(mov, mov);
                if fits && group.iter().all(|&other| exclude(mov, other)) {
                    group.push(mov);
                }
            }
            group.iter().for_each(|&mov| of_move[mov] = Some(count));
            count += 1;
        }
        let (count, grouped) = (count as usize, of_move.iter().flatten().count());
        Ok((2 * grouped >= moves && count < grouped).then_some(Self { of_move, count }))
    }
}

impl Flat {
    /// The moves that are not legal after a move, as far as that can be seen of the circuit whatever the
    /// state was. `values` has a place for each node.
    fn closed_by(&self, made: usize, values: &mut [Lit]) -> FixedBitSet {
        let fluents = self.next.len();
        let mut inputs = vec![Lit::FALSE; self.aig.inputs().len()];
        for (place, input) in inputs[..fluents].iter_mut().enumerate() {
            *input = Lit::new(self.aig.inputs()[place], false);
        }
        inputs[fluents + made] = Lit::TRUE;
        self.work_out(&inputs, |_| true, values);
        let of = |literal: Lit, values: &[Lit]| values[literal.node() as usize].invert_if(literal.inverted());
        for (input, &next) in inputs.iter_mut().zip(&self.next) {
            // What is not known afterwards is not what it was before.
            if let known @ (Lit::FALSE | Lit::TRUE) = of(next, values) {
                *input = known;
            }
        }
        self.work_out(&inputs, |node| self.parts[node] != Part::Step, values);
        let mut closed = FixedBitSet::with_capacity(self.legal.len());
        closed.extend((0..self.legal.len()).filter(|&mov| of(self.legal[mov], values) == Lit::FALSE));
        closed
    }

    /// The values of some gates for these inputs: of a gate that is neither a constant nor equal to a literal
    /// before it, the gate itself.
    fn work_out(&self, inputs: &[Lit], which: impl Fn(usize) -> bool, values: &mut [Lit]) {
        for (node, gate) in self.aig.nodes().iter().enumerate().filter(|&(node, _)| which(node)) {
            let of = |literal: Lit| values[literal.node() as usize].invert_if(literal.inverted());
            values[node] = match *gate {
                Node::And(a, b) => match (of(a), of(b)) {
                    (Lit::FALSE, _) | (_, Lit::FALSE) => Lit::FALSE,
                    (Lit::TRUE, other) | (other, Lit::TRUE) => other,
                    (a, b) if a == b => a,
                    (a, b) if a == !b => Lit::FALSE,
                    _ => Lit::new(node as u32, false),
                },
                Node::Input(input) => inputs[input as usize],
                Node::False | Node::Variable { .. } => Lit::FALSE,
            };
        }
    }
}
