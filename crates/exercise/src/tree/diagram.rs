use game::Tree;
use serde_json::{Value, json};

use super::shape::{Growth, Shape};
use crate::chance::Chance;
use crate::{Material, TreeNode};

/// Max, of two players.
pub(super) const MAX: usize = 0;

/// A tree as it is drawn, and as the engine plays it. Both number the nodes alike.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    pub(super) tree: Tree,
    pub(super) nodes: Vec<TreeNode>,
    players: usize,
}

impl Diagram {
    /// No leaf of two players is worth as much, for better or worse: a window that ends here excludes nothing.
    pub(super) const BEYOND: i32 = 1000;

    /// Any tree for max and min of a level, no two leaves of which are worth the same, so that nothing depends on ties.
    pub(super) fn draw(level: u8, chance: &mut Chance) -> Self {
        let shape = Growth::of(level).draw(chance);
        let values = chance.different(Growth::values(level), shape.leaves());
        let first = if level >= 4 { chance.pick(&[0, 1]) } else { MAX };
        let mut values = values.into_iter();
        Self::new(&shape, 2, |depth| (first + depth) % 2, || values.by_ref().take(1).collect())
    }

    /// The tree of a shape. `mover` says who moves at a depth, `payoffs` gives the next leaf's payoffs: max's alone if there are two players.
    pub(super) fn new(
        shape: &Shape,
        players: usize,
        mover: impl Fn(usize) -> usize,
        mut payoffs: impl FnMut() -> Vec<i32>,
    ) -> Self {
        let mut nodes = Vec::new();
        let roles: &[&str] = if players == 2 { &["max", "min"] } else { &["1", "2", "3"] };
        let mut sketch = Sketch {
            nodes: &mut nodes,
            roles,
            mover: &mover,
            payoffs: &mut payoffs as &mut dyn FnMut() -> _,
        };
        let root = sketch.add(shape, None, 0);
        let text =
            json!({ "roles": roles, "range": [-Self::BEYOND, Self::BEYOND], "root": root }).to_string();
        name(&mut nodes);
        // It is written by the rules of the format, a few nodes large.
        let tree = Tree::from_json(&text).expect("a tree made by the rules");
        Self { tree, nodes, players }
    }

    /// The children of a node from left to right; none of a leaf.
    pub(super) fn children(&self, node: usize) -> Vec<usize> {
        (0..self.nodes.len()).filter(|&child| self.nodes[child].parent == Some(node)).collect()
    }

    /// The nodes with children, root first.
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

    /// The nodes above a node, the root first.
    pub(super) fn above(&self, node: usize) -> Vec<usize> {
        let mut above: Vec<usize> =
            std::iter::successors(self.nodes[node].parent, |&above| self.nodes[above].parent).collect();
        above.reverse();
        above
    }

    pub(super) fn material(&self) -> Material {
        Material::Tree { players: self.players, nodes: self.nodes.clone() }
    }
}

/// The name of the blank at a node.
pub(super) fn blank_at(node: usize) -> String {
    format!("n{node}")
}

struct Sketch<'s> {
    nodes: &'s mut Vec<TreeNode>,
    roles: &'s [&'s str],
    mover: &'s dyn Fn(usize) -> usize,
    payoffs: &'s mut dyn FnMut() -> Vec<i32>,
}

impl Sketch<'_> {
    /// Adds a node and all below it, and gives its JSON. Shapes are a few plies deep.
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

/// Calls the inner nodes A, B, C, ... row by row, as one reads.
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
