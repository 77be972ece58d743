//! Zero-suppressed decision diagrams (Minato, *Zero-Suppressed BDDs for Set Manipulation in Combinatorial
//! Problems*, DAC 1993): families of sets of elements, which share what they have in common.
//!
//! Made for layers of hundreds of millions of nodes: a node takes 12 bytes and about six in the hash table,
//! none counts its references, and operations remember their results in a cache of bounded size that forgets.
//! Garbage is collected when it is asked for, from the families that are [kept](Kept); nodes then move
//! together, children before parents.

mod file;
mod memo;

use std::cell::Cell;
use std::rc::Rc;

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use memo::{Entry, Memo};

/// The table of nodes is full, and nothing in it can be given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// A family of sets of elements, as the number of its node. It is right until garbage is collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Family(u32);

/// The family of no set.
pub(super) const EMPTY: Family = Family(0);
/// The family of the empty set alone.
pub(super) const BASE: Family = Family(1);

/// A family that is kept when garbage is collected, as long as the value lives.
#[derive(Clone, Debug)]
pub(super) struct Kept(Rc<Cell<Family>>);

impl Kept {
    pub(super) fn family(&self) -> Family {
        self.0.get()
    }
}

/// Diagrams are canonical: equal families have the same node.
impl PartialEq for Kept {
    fn eq(&self, other: &Self) -> bool {
        self.family() == other.family()
    }
}

/// A family of more than the empty set: those of its sets that are without the first element, and those with
/// it, which is left out of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) element: u32,
    pub(super) without: Family,
    pub(super) with: Family,
}

/// An element after all others, that of `EMPTY` and `BASE`.
pub(super) const NO_ELEMENT: u32 = u32::MAX;

/// What is done to families; the results of each are remembered apart from those of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Operation(u32);

const UNION: Operation = Operation(1);
const INTERSECTION: Operation = Operation(2);
const DIFFERENCE: Operation = Operation(3);

impl Operation {
    fn is_of_two_families(self) -> bool {
        self.0 <= DIFFERENCE.0
    }
}

/// All nodes, with the families that are kept.
pub(super) struct Diagram {
    /// Those of `EMPTY` and `BASE` first, children before parents.
    nodes: Vec<Node>,
    /// Where nodes are found by what they are: by open addressing, 0 where there is none.
    table: Vec<u32>,
    memo: Memo,
    capacity: usize,
    /// How many nodes there were after garbage was collected last.
    collected: usize,
    /// Those that are kept, with some that are not any more.
    kept: Vec<Rc<Cell<Family>>>,
    /// How many there may be before the others are left out.
    most_kept: usize,
    /// The last operation that [`Diagram::operation`] has given.
    operations: u32,
}

/// Nodes for which there is room at first.
const FIRST_NODES: usize = 1 << 12;
/// So many families that are kept are not looked through.
const LEAST_KEPT: usize = 1 << 10;
/// Bytes that a node takes: itself, and four thirds of a place in the hash table. What counting takes beside
/// that is about half as much, for a part of the nodes.
const NODE_BYTES: usize = size_of::<Node>() + size_of::<u32>() * 4 / 3 + 6;

impl Diagram {
    /// No nodes, and room for as many as fit so many bytes, a quarter of which are for results.
    pub(super) fn new(memory: usize) -> Self {
        let results = memory / 4 / size_of::<Entry>();
        let most = u32::MAX as usize / 2;
        let capacity = ((memory - memory / 4) / NODE_BYTES).clamp(FIRST_NODES, most);
        let terminal = |family| Node { element: NO_ELEMENT, without: family, with: family };
        Self {
            nodes: vec![terminal(EMPTY), terminal(BASE)],
            table: vec![0; places(FIRST_NODES)],
            memo: Memo::new(results),
            capacity,
            collected: 0,
            kept: Vec::new(),
            most_kept: LEAST_KEPT,
            operations: DIFFERENCE.0,
        }
    }

    pub(super) fn node(&self, family: Family) -> Node {
        self.nodes[family.0 as usize]
    }

    /// How many nodes there are, those included that nothing needs any more.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many nodes there may be.
    pub(super) fn capacity(&self) -> usize {
        self.capacity
    }

    /// How many nodes there were after garbage was collected last.
    pub(super) fn collected(&self) -> usize {
        self.collected
    }

    /// The family of the sets of `without` and those of `with` with an element more, which comes before all
    /// of theirs.
    pub(super) fn make(&mut self, element: u32, without: Family, with: Family) -> Result<Family, Full> {
        if with == EMPTY {
            return Ok(without);
        }
        let node = Node { element, without, with };
        let mut place = self.place(&node);
        loop {
            match self.table[place] {
                0 => break,
                number if self.nodes[number as usize] == node => return Ok(Family(number)),
                _ => place = self.after(place),
            }
        }
        if self.nodes.len() == self.capacity {
            return Err(Full);
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.table[place] = number;
        if places(self.nodes.len()) > self.table.len() {
            self.grow();
        }
        Ok(Family(number))
    }

    /// The sets that are in one of two families.
    pub(super) fn union(&mut self, a: Family, b: Family) -> Result<Family, Full> {
        if a == b || b == EMPTY {
            return Ok(a);
        }
        if a == EMPTY {
            return Ok(b);
        }
        self.by_parts(UNION, a.min(b), a.max(b), Self::union)
    }

    /// The sets that are in both families.
    pub(super) fn intersection(&mut self, a: Family, b: Family) -> Result<Family, Full> {
        if a == b || a == EMPTY {
            return Ok(a);
        }
        if b == EMPTY {
            return Ok(b);
        }
        self.by_parts(INTERSECTION, a.min(b), a.max(b), Self::intersection)
    }

    /// The sets that are in the first of two families alone.
    pub(super) fn difference(&mut self, a: Family, b: Family) -> Result<Family, Full> {
        if a == EMPTY || b == EMPTY {
            return Ok(a);
        }
        if a == b {
            return Ok(EMPTY);
        }
        self.by_parts(DIFFERENCE, a, b, Self::difference)
    }

    /// What an operation makes of two families from what it makes of their parts.
    fn by_parts(
        &mut self,
        operation: Operation,
        a: Family,
        b: Family,
        of_parts: fn(&mut Self, Family, Family) -> Result<Family, Full>,
    ) -> Result<Family, Full> {
        if let Some(known) = self.known(operation, a, b.0) {
            return Ok(known);
        }
        let element = self.node(a).element.min(self.node(b).element);
        let (without_a, with_a) = self.split(a, element);
        let (without_b, with_b) = self.split(b, element);
        let without = of_parts(self, without_a, without_b)?;
        let with = of_parts(self, with_a, with_b)?;
        let result = self.make(element, without, with)?;
        self.learn(operation, a, b.0, result);
        Ok(result)
    }

    /// The sets of a family without an element and those with it, which is no later than its first.
    fn split(&self, family: Family, element: u32) -> (Family, Family) {
        let node = self.node(family);
        if node.element == element { (node.without, node.with) } else { (family, EMPTY) }
    }

    /// An operation of one's own, whose results can be remembered.
    pub(super) fn operation(&mut self) -> Operation {
        if self.operations == u32::MAX {
            self.memo.clear();
            self.operations = DIFFERENCE.0;
        }
        self.operations += 1;
        Operation(self.operations)
    }

    /// What an operation made of a family and a number, if that is remembered.
    pub(super) fn known(&self, operation: Operation, family: Family, number: u32) -> Option<Family> {
        self.memo.get(operation, family, number)
    }

    /// Remembers what an operation made of a family and a number.
    pub(super) fn learn(&mut self, operation: Operation, family: Family, number: u32, result: Family) {
        self.memo.put(self.nodes.len(), Entry { operation: operation.0, family, number, result });
    }

    /// Keeps a family when garbage is collected.
    pub(super) fn keep(&mut self, family: Family) -> Kept {
        if self.kept.len() >= self.most_kept {
            self.give_up();
        }
        let kept = Rc::new(Cell::new(family));
        self.kept.push(Rc::clone(&kept));
        Kept(kept)
    }

    /// Gives up the families of which nobody has the value any more.
    fn give_up(&mut self) {
        self.kept.retain(|kept| Rc::strong_count(kept) > 1);
        self.most_kept = LEAST_KEPT.max(2 * self.kept.len());
    }

    /// Gives up all nodes but those of families that are kept.
    pub(super) fn collect(&mut self) {
        self.give_up();
        let roots: Vec<Family> = self.kept.iter().map(|kept| kept.get()).collect();
        let marked = self.reachable(&roots);
        // The table is made anew in any case; until then it tells where nodes have moved.
        let mut left = 2;
        self.table[..2].copy_from_slice(&[0, 1]);
        for number in marked.ones().skip_while(|&number| number < 2) {
            let Node { element, without, with } = self.nodes[number];
            let moved = |family: Family| Family(self.table[family.0 as usize]);
            self.nodes[left] = Node { element, without: moved(without), with: moved(with) };
            self.table[number] = left as u32;
            left += 1;
        }
        self.nodes.truncate(left);
        self.collected = left;
        for kept in &self.kept {
            kept.set(Family(self.table[kept.get().0 as usize]));
        }
        self.fill_table();
        self.memo.clear();
    }

    /// How many nodes a family has.
    pub(super) fn nodes(&self, family: Family) -> usize {
        self.reachable(&[family]).ones().filter(|&number| number >= 2).count()
    }

    /// How many nodes a family has; none if there are more than so many. Other nodes are not looked at,
    /// however many there are.
    pub(super) fn nodes_up_to(&self, most: usize, family: Family) -> Option<usize> {
        let mut seen = FxHashSet::default();
        let mut open = vec![family];
        while let Some(family) = open.pop() {
            if family > BASE && seen.insert(family) {
                if seen.len() > most {
                    return None;
                }
                let node = self.node(family);
                open.extend([node.without, node.with]);
            }
        }
        Some(seen.len())
    }

    /// How many sets a family has.
    pub(super) fn count(&self, family: Family) -> BigUint {
        // Most numbers fit 64 bits, which take less memory.
        self.count_in::<u64>(family).map_or_else(
            || self.count_in::<BigUint>(family).expect("these numbers are of any size"),
            BigUint::from,
        )
    }

    /// How many sets a family has; none if there are more than the numbers can tell.
    fn count_in<N: Number>(&self, family: Family) -> Option<N> {
        let marked = self.reachable(&[family]);
        let mut counts = vec![N::from(0_u8); family.0 as usize + 1];
        if let Some(base) = counts.get_mut(BASE.0 as usize) {
            *base = N::from(1_u8);
        }
        for number in marked.ones().skip_while(|&number| number < 2) {
            let node = self.nodes[number];
            let (without, with) = (&counts[node.without.0 as usize], &counts[node.with.0 as usize]);
            counts[number] = without.checked_add(with)?;
        }
        counts.pop()
    }

    /// Which nodes families are made of.
    fn reachable(&self, roots: &[Family]) -> Bits {
        let last = roots.iter().map(|root| root.0 as usize).max().unwrap_or(0);
        let mut marked = Bits::new(last + 1);
        roots.iter().for_each(|root| marked.set(root.0 as usize));
        for number in (2..=last).rev() {
            if marked.get(number) {
                let node = self.nodes[number];
                marked.set(node.without.0 as usize);
                marked.set(node.with.0 as usize);
            }
        }
        marked
    }

    /// Makes room for twice as many nodes, as far as there may be.
    fn grow(&mut self) {
        let nodes = (2 * self.nodes.len()).min(self.capacity);
        // The old table is freed first.
        self.table = Vec::new();
        self.table = vec![0; places(nodes)];
        self.fill_table();
    }

    fn fill_table(&mut self) {
        self.table.fill(0);
        for number in 2..self.nodes.len() {
            let mut place = self.place(&self.nodes[number]);
            while self.table[place] != 0 {
                place = self.after(place);
            }
            self.table[place] = number as u32;
        }
    }

    fn place(&self, node: &Node) -> usize {
        // Odd numbers without a pattern: the golden ratio and the square root of 2, as fractions of 64 bits.
        const FACTORS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0x6A09_E667_F3BC_C909];
        let children = u64::from(node.without.0) << 32 | u64::from(node.with.0);
        let hash = (children ^ u64::from(node.element).wrapping_mul(FACTORS[0])).wrapping_mul(FACTORS[1]);
        let hash = (hash ^ hash >> 32).wrapping_mul(FACTORS[0]);
        ((u128::from(hash) * self.table.len() as u128) >> 64) as usize
    }

    fn after(&self, place: usize) -> usize {
        if place + 1 == self.table.len() { 0 } else { place + 1 }
    }
}

/// How many places the table has for so many nodes: a quarter is left free.
fn places(nodes: usize) -> usize {
    nodes + nodes / 3 + 1
}

/// Numbers that are added up.
trait Number: Clone + From<u8> {
    /// The sum, if it can be told.
    fn checked_add(&self, other: &Self) -> Option<Self>;
}

impl Number for u64 {
    fn checked_add(&self, other: &Self) -> Option<Self> {
        u64::checked_add(*self, *other)
    }
}

impl Number for BigUint {
    fn checked_add(&self, other: &Self) -> Option<Self> {
        Some(self + other)
    }
}

/// A set of small numbers.
struct Bits(Vec<u64>);

impl Bits {
    fn new(numbers: usize) -> Self {
        Self(vec![0; numbers.div_ceil(64)])
    }

    fn set(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn get(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// The numbers in it, in ascending order.
    fn ones(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(place, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(64 * place + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests;
