use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use game::{Chance, Game, Goal, NodeIndex, Tree, constant_sum};
use serde_json::{Value, json};

use super::record::Record;
use super::shape::{Shape, TreeSize, probabilities};
use crate::seeded_rng::SeededRng;
use crate::{Figure, Hint, Material, TreeNode};

/// The number of the player max.
pub(super) const MAX: usize = 0;

/// The number of chance in a tree for max and min.
const CHANCE: usize = 2;

/// A tree as it is shown and as it is searched. Both number the nodes in the same way.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    pub(super) tree: Tree,
    pub(super) nodes: Vec<TreeNode>,
    /// The number of players.
    pub(super) players: usize,
    /// How likely chance comes to each node; none of a node that is no child of a chance node.
    probabilities: Vec<Option<f64>>,
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

    /// A random tree for max and min in which chance moves at every other depth, first at the children of the
    /// root. No two leaves have the same value, and each is between the least and the greatest payoff of the
    /// tree. Probabilities are halves and quarters, and thirds and sixths if `thirds` is true.
    pub(super) fn random_with_chance(level: u8, thirds: bool, rng: &mut SeededRng) -> Self {
        let shape = TreeSize::with_chance(level).random(rng);
        let payoffs = TreeSize::payoffs_with_chance(level);
        let values = rng.different(payoffs.start() + 1..=payoffs.end() - 1, shape.leaves());
        let mut values = values.into_iter();
        let first = if level >= 4 { rng.pick(&[0, 1]) } else { MAX };
        Self::of_content(
            &shape,
            Content {
                players: 2,
                mover: &|depth| if depth % 2 == 1 { CHANCE } else { (first + depth / 2) % 2 },
                payoffs: &mut || values.by_ref().take(1).collect(),
                probabilities: &mut |children| probabilities(children, thirds, rng),
                range: Some(payoffs),
            },
        )
    }

    /// The tree of a shape. `mover` gives the player who moves at a depth, `payoffs` the next leaf's payoffs:
    /// only max's if there are two players.
    pub(super) fn new(
        shape: &Shape,
        players: usize,
        mover: impl Fn(usize) -> usize,
        mut payoffs: impl FnMut() -> Vec<i32>,
    ) -> Self {
        let content = Content {
            players,
            mover: &mover,
            payoffs: &mut payoffs,
            probabilities: &mut |_| &[],
            range: None,
        };
        Self::of_content(shape, content)
    }

    /// The tree of a shape with this in its nodes.
    fn of_content(shape: &Shape, mut content: Content<'_>) -> Self {
        let roles = content.roles();
        let root = content.json(shape, 0);
        let text = match &content.range {
            Some(range) => json!({ "roles": roles, "root": root, "range": [range.start(), range.end()] }),
            None => json!({ "roles": roles, "root": root }),
        };
        let tree = Tree::from_json(&text.to_string());
        Self::of_tree(&tree.expect("the text has the format of a tree, and few nodes"))
    }

    /// A given tree, with at least one inner node.
    pub(super) fn of_tree(tree: &Tree) -> Self {
        let players = tree.players();
        let shown = if tree.has_single_payoffs() { 1 } else { players };
        let scale = tree.notation().scale(0);
        let (mut nodes, mut probabilities, mut outcomes) = (Vec::new(), vec![None; tree.nodes()], Vec::new());
        // A tree numbers its nodes as they come from left to right, each before its children.
        let mut open: Vec<(Option<usize>, NodeIndex)> = vec![(None, tree.initial())];
        while let Some((parent, node)) = open.pop() {
            let payoffs = tree.payoffs(node).iter().take(shown);
            open.extend(tree.children(node).iter().rev().map(|&child| (Some(nodes.len()), child)));
            if tree.mover(node) == Some(players) {
                Chance::outcomes(tree, &node, &mut outcomes);
                for (child, &(_, probability)) in tree.children(node).iter().zip(&outcomes) {
                    probabilities[child.index()] = Some(probability);
                }
            }
            nodes.push(TreeNode {
                parent,
                name: tree.label(node).map(str::to_owned),
                mover: tree.mover(node),
                payoffs: payoffs.map(|&payoff| Figure(scale.amount(payoff.into()))).collect(),
                label: None,
                probability: tree.probability(node).map(str::to_owned),
            });
        }
        name(&mut nodes);
        Self { tree: tree.clone(), nodes, players, probabilities }
    }

    /// The children of every node from left to right.
    pub(super) fn orders(&self) -> Vec<Vec<usize>> {
        (0..self.nodes.len()).map(|node| self.children(node)).collect()
    }

    /// How many leaves alpha-beta visits if the children of every node stand in this order; there are
    /// two players.
    pub(super) fn visited(&self, orders: &[Vec<usize>]) -> usize {
        let text = self.text(0, orders);
        let tree = Tree::from_brackets(&text).expect("the text has the form of a tree, and few nodes");
        let diagram = Self::of_tree(&tree);
        let record = Record::of_alpha_beta(&diagram);
        (0..diagram.nodes.len()).filter(|&node| !diagram.is_inner(node) && record.entered(node)).count()
    }

    /// The tree for two players below a node as bracket text. The recursion is as deep as the tree, which has
    /// few nodes.
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

    /// Whether chance moves at a node.
    pub(super) fn is_chance(&self, node: usize) -> bool {
        self.nodes[node].mover == Some(self.players)
    }

    /// How likely chance comes to a node; 1 if it moves elsewhere.
    pub(super) fn probability(&self, node: usize) -> f64 {
        self.probabilities[node].unwrap_or(1.0)
    }

    /// Whether chance moves at any node.
    pub(super) fn has_chance(&self) -> bool {
        self.probabilities.iter().any(Option::is_some)
    }

    /// The least and the greatest payoff that a leaf could have for the first player.
    pub(super) fn range(&self) -> [Figure; 2] {
        let (range, scale) = (self.tree.goal_range(), self.tree.notation().scale(0));
        [range.start(), range.end()].map(|&payoff| Figure(scale.amount(payoff.into())))
    }

    /// The sum of the payoffs of every leaf; none if leaves have different ones.
    pub(super) fn sum(&self) -> Option<Figure> {
        // Amounts of all players together have the unit of one.
        let amount = |sum: Goal| Figure(self.tree.notation().scale(0).amount(f64::from(sum)));
        constant_sum(&self.tree).map(amount)
    }

    /// Whether a node is the last child of its parent.
    pub(super) fn is_last_child(&self, node: usize) -> bool {
        let parent = self.nodes[node].parent;
        !self.nodes[node + 1..].iter().any(|other| other.parent == parent)
    }

    /// The value of an inner node whose children have these values from left to right; there are two players.
    pub(super) fn backed_up(&self, node: usize, values: &[f64]) -> f64 {
        if self.is_chance(node) {
            let weighted = |(child, value): (usize, &f64)| self.probability(child) * value;
            self.children(node).into_iter().zip(values).map(weighted).sum()
        } else if self.is_max(node) {
            values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
        } else {
            values.iter().copied().fold(f64::INFINITY, f64::min)
        }
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
        if self.is_chance(node) {
            return Hint::Averages { children, first };
        }
        Hint::Chooses { player: self.nodes[node].mover.unwrap_or_default(), children, first }
    }

    /// The tree as it is given in a sheet.
    pub(super) fn material(&self) -> Material {
        Material::Tree { players: self.players, nodes: self.nodes.clone(), range: None, sum: None }
    }
}

/// The name of the blank at a node.
pub(super) fn blank_at(node: usize) -> String {
    format!("n{node}")
}

/// What stands in the nodes of a tree that is made of a shape.
struct Content<'c> {
    players: usize,
    /// Who moves at a depth; the number of players is chance.
    mover: &'c dyn Fn(usize) -> usize,
    /// The next leaf's payoffs.
    payoffs: &'c mut dyn FnMut() -> Vec<i32>,
    /// The probabilities of the next chance node's children, of which there are so many.
    probabilities: &'c mut dyn FnMut(usize) -> &'static [&'static str],
    /// The payoffs that leaves could have.
    range: Option<RangeInclusive<i32>>,
}

impl Content<'_> {
    fn roles(&self) -> &'static [&'static str] {
        if self.players == 2 { &["max", "min"] } else { &["1", "2", "3"] }
    }

    /// The JSON of a node at a depth and of its descendants. The recursion is as deep as the shape, a
    /// few plies.
    fn json(&mut self, shape: &Shape, depth: usize) -> Value {
        match shape {
            Shape::Leaf => match (self.payoffs)()[..] {
                [payoff] => json!(payoff),
                ref payoffs => json!({ "goals": payoffs }),
            },
            Shape::Inner(children) => {
                let mover = (self.mover)(depth);
                let chance =
                    if mover < self.players { None } else { Some((self.probabilities)(children.len())) };
                let children: Vec<Value> = children.iter().map(|child| self.json(child, depth + 1)).collect();
                match chance {
                    Some(chance) => json!({ "chance": chance, "children": children }),
                    None => json!({ "mover": self.roles()[mover], "children": children }),
                }
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
