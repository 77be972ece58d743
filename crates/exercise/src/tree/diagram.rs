use game::Tree;
use serde_json::{Value, json};

use super::shape::{Shape, TreeSize};
use crate::seeded_rng::SeededRng;
use crate::{Hint, Material, TreeNode};

/// The number of the player max.
pub(super) const MAX: usize = 0;

/// A tree as it is shown and as it is searched. Both number the nodes in the same way.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    pub(super) tree: Tree,
    pub(super) nodes: Vec<TreeNode>,
    players: usize,
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
                self.nodes.push(TreeNode { parent, name: None, mover: None, payoffs });
                json
            }
            Shape::Inner(children) => {
                let mover = (self.mover)(depth);
                self.nodes.push(TreeNode { parent, name: None, mover: Some(mover), payoffs: Vec::new() });
                let children: Vec<Value> =
                    children.iter().map(|child| self.add(child, Some(node), depth + 1)).collect();
                json!({ "mover": self.roles[mover], "children": children })
            }
        }
    }
}

/// Names the inner nodes A, B, C, ... level by level.
fn name(nodes: &mut [TreeNode]) {
    let mut depths = vec![0; nodes.len()];
    for node in 0..nodes.len() {
        if let Some(parent) = nodes[node].parent {
            depths[node] = depths[parent] + 1;
        }
    }
    let mut inner: Vec<usize> = (0..nodes.len()).filter(|&node| nodes[node].mover.is_some()).collect();
    inner.sort_by_key(|&node| depths[node]);
    for (letter, node) in ('A'..='Z').zip(inner) {
        nodes[node].name = Some(letter.to_string());
    }
}
