use super::diagram::Diagram;
use super::record::Record;
use crate::seeded_rng::SeededRng;
use crate::task::Task;
use crate::{Answer, AnswerKind, Blank, Hint, Material, Reason};

/// The task to order the children of every node so that alpha-beta visits the fewest leaves.
///
/// No order makes alpha-beta visit fewer leaves than a proof of the root's value has: one that max gets no
/// less, one that min concedes no more, which have one leaf in common. An order that puts first, in every
/// node, the child with which the smallest proof begins makes it visit just these (D. E. Knuth, R. W. Moore,
/// *An analysis of alpha-beta pruning*, Artificial Intelligence 6, 1975, for trees in which all leaves are
/// equally deep).
#[derive(Clone, Debug)]
pub(crate) struct Ordering {
    diagram: Diagram,
    record: Record,
    /// For each node the fewest leaves that prove that its value is no more, and no less, than that of the
    /// root, if it is so.
    proofs: Vec<[usize; 2]>,
    /// The children of every node in a best order.
    best: Orders,
    least: usize,
}

/// The children of each node, in some order.
type Orders = Vec<Vec<usize>>;

impl Ordering {
    /// A random task whose tree is not in a best order.
    pub(crate) fn random(level: u8, rng: &mut SeededRng) -> Self {
        loop {
            let task = Self::of(Diagram::random(level, rng));
            if task.diagram.visited(&task.diagram.orders()) > task.least {
                return task;
            }
        }
    }

    pub(super) fn of(diagram: Diagram) -> Self {
        let record = Record::of_minimax(&diagram);
        let (proofs, best) = (vec![[1; 2]; diagram.nodes.len()], diagram.orders());
        let mut task = Self { diagram, record, proofs, best, least: 0 };
        // Children have greater numbers than their parents.
        for node in (0..task.proofs.len()).rev() {
            task.proofs[node] = [false, true].map(|no_less| task.smallest_proof(node, no_less));
        }
        task.order_exact(0);
        task.least = task.proof(0, true) + task.proof(0, false) - 1;
        task
    }

    fn value(&self, node: usize) -> f64 {
        self.record.value(node).0
    }

    fn proof(&self, node: usize, no_less: bool) -> usize {
        self.proofs[node][usize::from(no_less)]
    }

    /// The size of the smallest proof about a node, from those about its children.
    fn smallest_proof(&self, node: usize, no_less: bool) -> usize {
        match self.way(node, no_less) {
            _ if !self.diagram.is_inner(node) => 1,
            Some(child) => self.proof(child, no_less),
            None => self.diagram.children(node).iter().map(|&child| self.proof(child, no_less)).sum(),
        }
    }

    /// The child with which the smallest such proof goes on, where who moves there need show only one.
    fn way(&self, node: usize, no_less: bool) -> Option<usize> {
        let root = self.value(0);
        let holds = |&child: &usize| {
            if no_less { self.value(child) >= root } else { self.value(child) <= root }
        };
        let shows_one = self.diagram.is_inner(node) && self.diagram.is_max(node) == no_less;
        let children = self.diagram.children(node).into_iter();
        shows_one.then(|| children.filter(holds).min_by_key(|&child| self.proof(child, no_less))).flatten()
    }

    /// Orders what lies below a node on the principal variation.
    fn order_exact(&mut self, node: usize) {
        if !self.diagram.is_inner(node) {
            return;
        }
        let max = self.diagram.is_max(node);
        let first = self.way(node, max);
        for child in self.diagram.children(node) {
            if Some(child) == first { self.order_exact(child) } else { self.order_proof(child, !max) }
        }
        self.put_first(node, first);
    }

    /// Orders what lies below a node whose value is to be proven no less (or no more) than the root's.
    fn order_proof(&mut self, node: usize, no_less: bool) {
        let first = self.way(node, no_less);
        for child in first.map_or_else(|| self.diagram.children(node), |first| vec![first]) {
            self.order_proof(child, no_less);
        }
        self.put_first(node, first);
    }

    fn put_first(&mut self, node: usize, first: Option<usize>) {
        self.best[node].sort_by_key(|&child| Some(child) != first);
    }

    /// The leaves from left to right, if every node has its children in this order.
    fn leaves(&self, orders: &Orders) -> Vec<usize> {
        let mut leaves = Vec::new();
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            match orders[node].as_slice() {
                [] => leaves.push(node),
                children => open.extend(children.iter().rev()),
            }
        }
        leaves
    }

    /// The order of children in which the leaves stand so from left to right, if there is one.
    fn orders_of(&self, leaves: &[usize]) -> Option<Orders> {
        let mut first: Vec<Option<usize>> = vec![None; self.diagram.nodes.len()];
        for (place, &leaf) in leaves.iter().enumerate() {
            first.get(leaf)?;
            for node in self.diagram.above(leaf).into_iter().chain([leaf]) {
                first[node].get_or_insert(place);
            }
        }
        let mut orders = self.diagram.orders();
        for children in &mut orders {
            children.sort_by_key(|&child| first[child]);
        }
        (self.leaves(&orders) == leaves).then_some(orders)
    }
}

impl Task for Ordering {
    fn material(&self) -> Material {
        self.diagram.material()
    }

    fn blanks(&self) -> Vec<Blank> {
        let takes = AnswerKind::Order { leaves: self.leaves(&self.best).len() };
        vec![Blank { id: "order".to_owned(), at: None, takes }]
    }

    fn answer(&self, _blank: usize) -> Answer {
        Answer::Order(self.leaves(&self.best))
    }

    fn accepts(&self, _blank: usize, answer: &Answer) -> bool {
        let Answer::Order(leaves) = answer else { return false };
        self.orders_of(leaves).is_some_and(|orders| self.diagram.visited(&orders) == self.least)
    }

    fn reason(&self, _blank: usize, answer: &Answer) -> Reason {
        let Answer::Order(leaves) = answer else { return Reason::OtherKind };
        match self.orders_of(leaves) {
            Some(orders) => Reason::Order {
                visited: self.diagram.visited(&orders),
                least: self.least,
                leaves: leaves.len(),
            },
            None => Reason::NoOrder,
        }
    }

    fn hint(&self, _blank: usize) -> Hint {
        let leaves = self.leaves(&self.best).len();
        Hint::Order { least: self.least, leaves, first: self.best[0][0] }
    }
}

#[cfg(test)]
mod tests {
    use game::Tree;
    use proptest::prelude::*;

    use super::*;
    use crate::tree::shape::Shape;

    /// All orders of the children of all nodes.
    fn all(diagram: &Diagram) -> Vec<Orders> {
        let mut found = vec![diagram.orders()];
        for node in 0..diagram.nodes.len() {
            found = found
                .into_iter()
                .flat_map(|orders| {
                    permutations(&orders[node]).into_iter().map(move |order| {
                        let mut orders = orders.clone();
                        orders[node] = order;
                        orders
                    })
                })
                .collect();
        }
        found
    }

    fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
        match items {
            [] => vec![Vec::new()],
            _ => (0..items.len())
                .flat_map(|place| {
                    let mut rest = items.to_vec();
                    let first = rest.remove(place);
                    permutations(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
                })
                .collect(),
        }
    }

    fn shapes() -> impl Strategy<Value = Shape> {
        let below = Just(Shape::Leaf)
            .prop_recursive(2, 10, 3, |below| prop::collection::vec(below, 1..=3).prop_map(Shape::Inner));
        prop::collection::vec(below, 1..=3).prop_map(Shape::Inner)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn no_order_visits_fewer_leaves_than_the_solution(shape in shapes(), first in 0..2_usize, leaves in prop::collection::vec(-3..=3_i32, 1..=12)) {
            let mut leaves = leaves.into_iter().cycle();
            let diagram = Diagram::new(&shape, 2, |depth| (first + depth) % 2, || leaves.by_ref().take(1).collect());
            let task = Ordering::of(diagram.clone());
            prop_assert_eq!(diagram.visited(&task.best), task.least);
            let orders = all(&diagram);
            prop_assume!(orders.len() <= 1500);
            let fewest = orders.iter().map(|orders| diagram.visited(orders)).min();
            prop_assert_eq!(fewest, Some(task.least));
        }
    }

    #[test]
    fn a_deep_tree_is_ordered_as_soon_as_a_flat_one() {
        let chain = Tree::from_brackets(&format!("{}1{}", "(".repeat(199), ")".repeat(199))).unwrap();
        assert_eq!(Ordering::of(Diagram::of_tree(&chain)).least, 1);
    }

    #[test]
    fn an_order_that_tears_a_subtree_apart_is_none() {
        let task = Ordering::random(1, &mut SeededRng::of(&[1]));
        let Answer::Order(mut leaves) = task.answer(0) else { panic!("an order is asked for") };
        assert!(task.accepts(0, &Answer::Order(leaves.clone())));
        leaves.rotate_left(1);
        assert_eq!(task.reason(0, &Answer::Order(leaves.clone())), Reason::NoOrder);
        for wrong in [vec![], vec![0], vec![usize::MAX], [leaves.clone(), leaves].concat()] {
            assert_eq!(task.reason(0, &Answer::Order(wrong)), Reason::NoOrder);
        }
    }
}
