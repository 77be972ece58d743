use crate::aig::{Aig, Lit};

/// Gates that choose the move of a given rank among the legal ones: a tree that counts them from the leaves up, in binary, and then is
/// descended from the root, where the rank is compared with what the left branch counts. Every lane takes its own way, so every branch is a few
/// word operations, and all of them together are proportional to the number of moves.
#[derive(Debug)]
pub(crate) struct Chooser {
    /// The leaves are the moves in ascending order; the root is the last.
    branches: Vec<Branch>,
    moves: usize,
}

#[derive(Debug)]
struct Branch {
    /// How many moves of the branch are legal, the lowest bit first.
    count: Vec<Lit>,
    /// The first move and how many there are.
    moves: (usize, usize),
    children: Option<(usize, usize)>,
}

impl Chooser {
    /// Adds the gates that count the legal moves.
    pub(crate) fn new(aig: &mut Aig, legal: &[Lit]) -> Self {
        let mut branches: Vec<Branch> = (legal.iter().enumerate())
            .map(|(mov, &legal)| Branch { count: vec![legal], moves: (mov, 1), children: None })
            .collect();
        let mut level: Vec<usize> = (0..legal.len()).collect();
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| {
                    let [left, right] = *pair else { return pair[0] };
                    let size = branches[left].moves.1 + branches[right].moves.1;
                    let count = add(aig, &branches[left].count, &branches[right].count, bits(size));
                    let moves = (branches[left].moves.0, size);
                    branches.push(Branch { count, moves, children: Some((left, right)) });
                    branches.len() - 1
                })
                .collect();
        }
        Self { branches, moves: legal.len() }
    }

    /// Whether any move is legal.
    pub(crate) fn any(&self, aig: &mut Aig) -> Lit {
        let count = self.branches.last().map_or(&[][..], |root| &root.count);
        count.iter().fold(Lit::FALSE, |any, &bit| aig.or(any, bit))
    }

    /// The rank of the last legal move, the lowest bit first; anything where none is legal.
    pub(crate) fn last_rank(&self, aig: &mut Aig) -> Vec<Lit> {
        let mut last = Vec::with_capacity(self.rank_bits());
        let mut borrow = Lit::TRUE;
        for &bit in self.branches.last().map_or(&[][..], |root| &root.count) {
            last.push(aig.xor(bit, borrow));
            borrow = aig.and(borrow, !bit);
        }
        last.truncate(self.rank_bits());
        last
    }

    /// How many bits a rank has.
    pub(crate) fn rank_bits(&self) -> usize {
        bits(self.moves.saturating_sub(1))
    }

    /// Adds the gates that choose the legal move of a rank: whether each move is the one. Where the rank is that of no legal move, it is some move.
    pub(crate) fn choose(&self, aig: &mut Aig, rank: &[Lit]) -> Vec<Lit> {
        let mut chosen = vec![Lit::FALSE; self.moves];
        let mut open = vec![(self.branches.len().wrapping_sub(1), Lit::TRUE, rank.to_vec())];
        while let Some((at, selected, rank)) = open.pop() {
            let Some(branch) = self.branches.get(at) else { break };
            let Some((left, right)) = branch.children else {
                chosen[branch.moves.0] = selected;
                continue;
            };
            let mut beyond = Vec::with_capacity(rank.len());
            let mut borrow = Lit::FALSE;
            let count = &self.branches[left].count;
            for i in 0..rank.len().max(count.len()) {
                let bit = |bits: &[Lit]| bits.get(i).copied().unwrap_or(Lit::FALSE);
                let (rank, count) = (bit(&rank), bit(count));
                let differ = aig.xor(rank, count);
                beyond.push(aig.xor(differ, borrow));
                borrow = majority(aig, !rank, count, borrow);
            }
            let goes_left = aig.and(selected, borrow);
            let goes_right = aig.and(selected, !borrow);
            let mut ranks = |child: usize, mut rank: Vec<Lit>, selected| {
                rank.truncate(bits(self.branches[child].moves.1 - 1));
                open.push((child, selected, rank));
            };
            ranks(left, rank, goes_left);
            ranks(right, beyond, goes_right);
        }
        chosen
    }
}

/// How many binary digits the number has.
fn bits(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
}

fn majority(aig: &mut Aig, a: Lit, b: Lit, c: Lit) -> Lit {
    let both = aig.and(a, b);
    let either = aig.or(a, b);
    let third = aig.and(c, either);
    aig.or(both, third)
}

/// The sum, in as many bits as it can need.
fn add(aig: &mut Aig, a: &[Lit], b: &[Lit], width: usize) -> Vec<Lit> {
    let mut carry = Lit::FALSE;
    (0..width)
        .map(|i| {
            let bit = |bits: &[Lit]| bits.get(i).copied().unwrap_or(Lit::FALSE);
            let (a, b) = (bit(a), bit(b));
            let differ = aig.xor(a, b);
            let sum = aig.xor(differ, carry);
            carry = majority(aig, a, b, carry);
            sum
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::graphs::{simulate, value};

    proptest! {
        #[test]
        fn the_legal_move_of_each_rank_is_chosen(legal in proptest::collection::vec(any::<bool>(), 1..70)) {
            let mut aig = Aig::new();
            let inputs: Vec<Lit> = legal.iter().map(|_| aig.input()).collect();
            let chooser = Chooser::new(&mut aig, &inputs);
            let rank: Vec<Lit> = (0..chooser.rank_bits()).map(|_| aig.input()).collect();
            let last = chooser.last_rank(&mut aig);
            let some = chooser.any(&mut aig);
            let chosen = chooser.choose(&mut aig, &rank);
            prop_assert_eq!(last.len(), rank.len());
            let moves: Vec<usize> = (0..legal.len()).filter(|&mov| legal[mov]).collect();
            for (number, &mov) in moves.iter().enumerate() {
                let mut inputs = legal.clone();
                inputs.extend((0..rank.len()).map(|bit| number >> bit & 1 == 1));
                let values = simulate(&aig, &inputs);
                let made: Vec<usize> = (0..legal.len()).filter(|&mov| value(&values, chosen[mov])).collect();
                prop_assert_eq!(made, [mov]);
                let last = (0..last.len()).map(|bit| usize::from(value(&values, last[bit])) << bit).sum::<usize>();
                prop_assert_eq!(last, moves.len() - 1);
                prop_assert!(value(&values, some));
            }
            if moves.is_empty() {
                let mut inputs = legal;
                inputs.extend(rank.iter().map(|_| false));
                prop_assert!(!value(&simulate(&aig, &inputs), some));
            }
        }
    }

    #[test]
    fn a_single_move_needs_no_rank() {
        let mut aig = Aig::new();
        let legal = aig.input();
        let chooser = Chooser::new(&mut aig, &[legal]);
        assert_eq!((chooser.rank_bits(), chooser.choose(&mut aig, &[])), (0, vec![Lit::TRUE]));
    }

    #[test]
    fn the_gates_grow_with_the_moves_not_faster() {
        let gates = |moves: usize| {
            let mut aig = Aig::new();
            let legal: Vec<Lit> = (0..moves).map(|_| aig.input()).collect();
            let chooser = Chooser::new(&mut aig, &legal);
            let rank: Vec<Lit> = (0..chooser.rank_bits()).map(|_| aig.input()).collect();
            chooser.choose(&mut aig, &rank);
            aig.nodes().len() as f64 / moves as f64
        };
        assert!(gates(4096) < 1.3 * gates(256), "{} {}", gates(4096), gates(256));
    }
}
