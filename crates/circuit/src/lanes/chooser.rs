use gdl::{Interrupt, Interrupted};

use crate::network::{Aig, Lit};

/// Gates that choose the leaf of a given rank among the leaves that hold. A tree counts the leaves that hold
/// from the bottom up, in binary; then it is descended from the root, where each branch compares the rank
/// with the count on its left. Lanes take different ways, so every branch is evaluated; the gates are
/// proportional to the number of leaves.
///
/// Between its two branches a node has a leaf of its own, which is the carry into their sum. So all leaves
/// are counted by full adders, at most one for each leaf (Swartzlander, *Parallel Counters*, 1973), and a
/// full adder is two gates.
#[derive(Debug)]
pub(crate) struct Chooser {
    root: Option<Box<Branch>>,
    leaves: usize,
}

/// A range of leaves: those on the left, one in the middle, and those on the right.
#[derive(Debug)]
struct Branch {
    left: Option<Box<Self>>,
    middle: Lit,
    right: Option<Box<Self>>,
    leaves: usize,
    /// The number of leaves that hold, the lowest bit first.
    count: Vec<Lit>,
}

impl Branch {
    /// Puts as many leaves on the left as its bits can count, so that no bit is wasted.
    fn new(
        aig: &mut Aig,
        leaves: &[Lit],
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Box<Self>>, Interrupted> {
        interrupt.check()?;
        let left = (1 << bits(leaves.len()).saturating_sub(1)) - 1;
        let (left, right) = leaves.split_at(left);
        let Some((&middle, right)) = right.split_first() else { return Ok(None) };
        let (left, right) = (Self::new(aig, left, interrupt)?, Self::new(aig, right, interrupt)?);
        let count = add(aig, count(&left), count(&right), middle, bits(leaves.len()));
        Ok(Some(Box::new(Self { left, middle, right, leaves: leaves.len(), count })))
    }

    /// Adds the gates that choose among the leaves where the branch is `selected`, and appends to `chosen`
    /// whether each leaf is chosen.
    fn choose(
        &self,
        aig: &mut Aig,
        selected: Lit,
        rank: &[Lit],
        chosen: &mut Vec<Lit>,
        interrupt: &Interrupt<'_>,
    ) -> Result<(), Interrupted> {
        interrupt.check()?;
        let rank = &rank[..bits(self.leaves - 1)];
        let Some(left) = &self.left else {
            chosen.push(selected);
            return Ok(());
        };
        let Some(right) = &self.right else {
            if left.leaves == 1 {
                let first = aig.and(left.middle, !rank[0]);
                let first = aig.and(selected, first);
                chosen.extend([first, aig.and(selected, !first)]);
                return Ok(());
            }
            let equal = self.rank_is(aig, rank, &left.count);
            let middle = aig.and(selected, equal);
            let to_left = aig.and(selected, !middle);
            left.choose(aig, to_left, rank, chosen, interrupt)?;
            chosen.push(middle);
            return Ok(());
        };
        if self.leaves == 3 {
            let not_last = aig.and(selected, !rank[1]);
            let first = aig.and(left.middle, !rank[0]);
            let first = aig.and(not_last, first);
            let second = self.rank_is(aig, &rank[..1], &left.count);
            let second = aig.and(not_last, second);
            let either = aig.or(first, second);
            chosen.extend([first, second, aig.and(selected, !either)]);
            return Ok(());
        }
        // The rank less what the left branch and the middle count, which is negative if one of them is
        // chosen, and -1 for the middle.
        let mut rest = Vec::with_capacity(rank.len());
        let mut borrow = self.middle;
        for (i, &bit) in rank.iter().enumerate() {
            let count = left.count.get(i).copied().unwrap_or(Lit::FALSE);
            let differ = aig.xor(bit, count);
            rest.push(aig.xor(differ, borrow));
            borrow = majority(aig, !bit, count, borrow);
        }
        let to_right = aig.and(selected, !borrow);
        let not_right = aig.and(selected, borrow);
        let ones = rest[..left.count.len()].iter().fold(self.middle, |ones, &bit| aig.and(ones, bit));
        let middle = aig.and(not_right, ones);
        let to_left = aig.and(not_right, !middle);
        left.choose(aig, to_left, rank, chosen, interrupt)?;
        chosen.push(middle);
        right.choose(aig, to_right, &rest, chosen, interrupt)
    }

    /// Whether the middle holds and the rank equals the count on the left.
    fn rank_is(&self, aig: &mut Aig, rank: &[Lit], count: &[Lit]) -> Lit {
        rank.iter().zip(count).fold(self.middle, |equal, (&rank, &count)| {
            let differ = aig.xor(rank, count);
            aig.and(equal, !differ)
        })
    }
}

impl Chooser {
    /// Adds the gates that count the leaves that hold.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(aig: &mut Aig, leaves: &[Lit], interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        Ok(Self { root: Branch::new(aig, leaves, interrupt)?, leaves: leaves.len() })
    }

    /// Whether any leaf holds.
    pub(crate) fn any(&self, aig: &mut Aig) -> Lit {
        count(&self.root).iter().fold(Lit::FALSE, |any, &bit| aig.or(any, bit))
    }

    /// The rank of the last leaf that holds, the lowest bit first; undefined where none does.
    pub(crate) fn last_rank(&self, aig: &mut Aig) -> Vec<Lit> {
        let mut last = Vec::with_capacity(self.rank_bits());
        let mut borrow = Lit::TRUE;
        for &bit in count(&self.root) {
            last.push(aig.xor(bit, borrow));
            borrow = aig.and(borrow, !bit);
        }
        last.truncate(self.rank_bits());
        last
    }

    /// How many bits a rank has.
    pub(crate) fn rank_bits(&self) -> usize {
        bits(self.leaves.saturating_sub(1))
    }

    /// Adds the gates that choose the leaf of a rank among those that hold, where `wanted`: whether each leaf
    /// is chosen. Where the rank is too high, any leaf is.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn choose(
        &self,
        aig: &mut Aig,
        wanted: Lit,
        rank: &[Lit],
        interrupt: &Interrupt<'_>,
    ) -> Result<Vec<Lit>, Interrupted> {
        let mut chosen = Vec::with_capacity(self.leaves);
        if let Some(root) = &self.root {
            root.choose(aig, wanted, rank, &mut chosen, interrupt)?;
        }
        Ok(chosen)
    }
}

fn count(branch: &Option<Box<Branch>>) -> &[Lit] {
    branch.as_ref().map_or(&[], |branch| &branch.count)
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

/// The sum, in `width` bits.
fn add(aig: &mut Aig, a: &[Lit], b: &[Lit], mut carry: Lit, width: usize) -> Vec<Lit> {
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
    use crate::network::graphs::{simulate, value};

    fn chooser(aig: &mut Aig, leaves: &[Lit]) -> Chooser {
        Chooser::new(aig, leaves, &Interrupt::never()).unwrap()
    }

    fn choose(chooser: &Chooser, aig: &mut Aig, wanted: Lit, rank: &[Lit]) -> Vec<Lit> {
        chooser.choose(aig, wanted, rank, &Interrupt::never()).unwrap()
    }

    proptest! {
        #[test]
        fn the_legal_move_of_each_rank_is_chosen(legal in proptest::collection::vec(any::<bool>(), 1..70)) {
            let mut aig = Aig::new();
            let inputs: Vec<Lit> = legal.iter().map(|_| aig.input()).collect();
            let chooser = chooser(&mut aig, &inputs);
            let rank: Vec<Lit> = (0..chooser.rank_bits()).map(|_| aig.input()).collect();
            let last = chooser.last_rank(&mut aig);
            let some = chooser.any(&mut aig);
            let chosen = choose(&chooser, &mut aig, Lit::TRUE, &rank);
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
        let chooser = chooser(&mut aig, &[legal]);
        let chosen = choose(&chooser, &mut aig, Lit::TRUE, &[]);
        assert_eq!((chooser.rank_bits(), chosen), (0, vec![Lit::TRUE]));
    }

    #[test]
    fn nothing_is_chosen_where_that_is_not_wanted() {
        let mut aig = Aig::new();
        let inputs: Vec<Lit> = (0..20).map(|_| aig.input()).collect();
        let chooser = chooser(&mut aig, &inputs);
        let rank: Vec<Lit> = (0..chooser.rank_bits()).map(|_| aig.input()).collect();
        assert_eq!(choose(&chooser, &mut aig, Lit::FALSE, &rank), [Lit::FALSE; 20]);
    }

    #[test]
    fn the_gates_grow_with_the_moves_not_faster() {
        let gates = |moves: usize| {
            let mut aig = Aig::new();
            let legal: Vec<Lit> = (0..moves).map(|_| aig.input()).collect();
            let chooser = chooser(&mut aig, &legal);
            let rank: Vec<Lit> = (0..chooser.rank_bits()).map(|_| aig.input()).collect();
            choose(&chooser, &mut aig, Lit::TRUE, &rank);
            aig.nodes().len() as f64 / moves as f64
        };
        assert!(gates(4096) < 1.3 * gates(256), "{} {}", gates(4096), gates(256));
    }
}
