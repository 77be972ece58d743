use std::collections::BTreeSet;

use game::{Game, NodeIndex, Tree};
use serde_json::{Value, json};

use super::record::Record;
use super::shape::{Shape, TreeSize};
use crate::seeded_rng::SeededRng;
use crate::{Figure, Hint, Material, TreeNode};

/// The number of the player max.
pub(super) const MAX: usize = 0;

/// A tree as it is shown and as it is searched. Both number the nodes in the same way.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    pub(super) tree: Tree,
    pub(super) nodes: Vec<TreeNode>,
    /// The number of players.
    pub(super) players: usize,
}

impl Diagram {
    /// A random tree for max and min in which no two leaves have the same value, so that there are no ties.
    pub(super) fn random(level: u8, rng: &mut SeededRng) -> Self {
        let shape = TreeSize::of(level).random(rng);
        let values = rng.different(TreeSize::values(level), shape.leaves());
        let first = if level >= 4 { rng.pick(&[0, 1]) } else { MAX };
        let mut values = values.into_iter();
        Self::new(&shape, 2, |depth| (first + depth) % 2, || values.by_ref().take(1).collect())
    }

    /// The tree of a shape. `mover` gives the player who moves at a depth, `payoffs` the next leaf's payoffs: only max's if there are two players.
    pub(super) fn new(
        shape: &Shape,
        players: usize,
        mover: impl Fn(usize) -> usize,
        mut payoffs: impl FnMut() -> Vec<i32>,
    ) -> Self {
        let mut nodes = Vec::new();
        let roles: &[&str] = if players == 2 { &["max", "min"] } else { &["1", "2", "3"] };
        let mut builder = Builder {
            nodes: &mut nodes,
            roles,
            mover: &mover,
            payoffs: &mut payoffs as &mut dyn FnMut() -> _,
        };
        let root = builder.add(shape, None, 0);
        let text = json!({ "roles": roles, "root": root }).to_string();
        name(&mut nodes);
        let tree = Tree::from_json(&text).expect("the text has the format of a tree, and few nodes");
        Self { tree, nodes, players }
    }

    /// A given tree, with at least one inner node.
    pub(super) fn of_tree(tree: &Tree) -> Self {
        let shown = if tree.has_single_payoffs() { 1 } else { tree.roles() };
        let scale = tree.notation().scale(0);
        let mut nodes = Vec::new();
        // A tree numbers its nodes as they come from left to right, each before its children.
        let mut open: Vec<(Option<usize>, NodeIndex)> = vec![(None, tree.initial())];
        while let Some((parent, node)) = open.pop() {
            let payoffs = tree.payoffs(node).iter().take(shown);
            open.extend(tree.children(node).iter().rev().map(|&child| (Some(nodes.len()), child)));
            nodes.push(TreeNode {
                parent,
                name: tree.label(node).map(str::to_owned),
                mover: tree.mover(node),
                payoffs: payoffs.map(|&payoff| Figure(scale.amount(payoff.into()))).collect(),
                label: None,
            });
        }
        name(&mut nodes);
        Self { tree: tree.clone(), nodes, players: tree.roles() }
    }

    /// The children of every node from left to right.
    pub(super) fn orders(&self) -> Vec<Vec<usize>> {
        (0..self.nodes.len()).map(|node| self.children(node)).collect()
    }

    /// How many leaves alpha-beta visits if the children of every node stand in this order; there are two players.
    pub(super) fn visited(&self, orders: &[Vec<usize>]) -> usize {
        let text = self.text(0, orders);
        let tree = Tree::from_brackets(&text).expect("the text has the form of a tree, and few nodes");
        let diagram = Self::of_tree(&tree);
        let record = Record::of_alpha_beta(&diagram);
        (0..diagram.nodes.len()).filter(|&node| !diagram.is_inner(node) && record.entered(node)).count()
    }

    /// The tree for two players below a node as bracket text. The recursion is as deep as the tree, which has few nodes.
    fn text(&self, node: usize, orders: &[Vec<usize>]) -> String {
        match self.nodes[node].payoffs.first() {
            Some(payoff) => payoff.to_string(),
            None => {
                let mover = if self.is_max(node) { "max" } else { "min" };
                let children: Vec<String> =
                    orders[node].iter().map(|&child| self.text(child, orders)).collect();
                format!("({mover} {})", children.join(" "))
            }
        }
    }

    /// The children of a node from left to right; none of a leaf.
    pub(super) fn children(&self, node: usize) -> Vec<usize> {
        (0..self.nodes.len()).filter(|&child| self.nodes[child].parent == Some(node)).collect()
    }

    /// The inner nodes, the root first.
    pub(super) fn inner(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|&node| self.is_inner(node)).collect()
    }

    /// Whether a node has children.
    pub(super) fn is_inner(&self, node: usize) -> bool {
        self.nodes[node].mover.is_some()
    }

    /// Whether max moves at a node.
    pub(super) fn is_max(&self, node: usize) -> bool {
        self.nodes[node].mover == Some(MAX)
    }

    /// The ancestors of a node, the root first.
    pub(super) fn above(&self, node: usize) -> Vec<usize> {
        let mut above: Vec<usize> =
            std::iter::successors(self.nodes[node].parent, |&above| self.nodes[above].parent).collect();
        above.reverse();
        above
    }

    /// Who chooses at an inner node, and among which children.
    pub(super) fn hint(&self, node: usize) -> Hint {
        let children = self.children(node);
        let first = children.iter().copied().filter(|&child| self.is_inner(child)).collect();
        Hint::Chooses { player: self.nodes[node].mover.unwrap_or_default(), children, first }
    }

    /// The tree as it is given in a sheet.
    pub(super) fn material(&self) -> Material {
        Material::Tree { players: self.players, nodes: self.nodes.clone() }
    }
}

/// The name of the blank at a node.
pub(super) fn blank_at(node: usize) -> String {
    format!("n{node}")
}

/// Builds the nodes and the JSON text of a tree.
struct Builder<'s> {
    nodes: &'s mut Vec<TreeNode>,
    roles: &'s [&'s str],
    mover: &'s dyn Fn(usize) -> usize,
    payoffs: &'s mut dyn FnMut() -> Vec<i32>,
}

impl Builder<'_> {
    /// Adds a node and its descendants, and returns their JSON. The recursion is as deep as the shape, a few plies.
    fn add(&mut self, shape: &Shape, parent: Option<usize>, depth: usize) -> Value {
        let node = self.nodes.len();
        match shape {
            Shape::Leaf => {
                let payoffs = (self.payoffs)();
                let json = if payoffs.len() == 1 { json!(payoffs[0]) } else { json!({ "goals": payoffs }) };
                let payoffs = payoffs.into_iter().map(Figure::from).collect();
                self.nodes.push(TreeNode { parent, name: None, mover: None, payoffs, label: None });
                json
            }
            Shape::Inner(children) => {
                let mover = (self.mover)(depth);
                self.nodes.push(TreeNode {
                    parent,
                    name: None,
                    mover: Some(mover),
                    payoffs: Vec::new(),
                    label: None,
                });
                let children: Vec<Value> =
                    children.iter().map(|child| self.add(child, Some(node), depth + 1)).collect();
                json!({ "mover": self.roles[mover], "children": children })
            }
        }
    }
}

/// Names the inner nodes that have no label A, B, C, ... level by level, and after Z A1, B1, ...
fn name(nodes: &mut [TreeNode]) {
    let mut depths = vec![0; nodes.len()];
    for node in 0..nodes.len() {
        if let Some(parent) = nodes[node].parent {
            depths[node] = depths[parent] + 1;
        }
    }
    let taken: BTreeSet<String> = nodes.iter().filter_map(|node| node.name.clone()).collect();
    let letter =
        |round: usize, letter: char| if round == 0 { letter.to_string() } else { format!("{letter}{round}") };
    let letters = (0..).flat_map(|round| ('A'..='Z').map(move |sign| letter(round, sign)));
    let mut free = letters.filter(|letter| !taken.contains(letter));
    let mut inner: Vec<usize> =
        (0..nodes.len()).filter(|&node| nodes[node].mover.is_some() && nodes[node].name.is_none()).collect();
    inner.sort_by_key(|&node| depths[node]);
    for node in inner {
        nodes[node].name = free.next();
    }
}
