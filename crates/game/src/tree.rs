mod brackets;
mod builder;
mod builtin;
mod json;

use std::fmt::Write;
use std::ops::{Range, RangeInclusive};

use rustc_hash::FxHashMap;

use crate::{Game, Goal, Knowledge, Notation};
use builder::Builder;
pub use builtin::{BUILTIN_TREES, BuiltinTree};

/// An explicit game tree, as drawn on a blackboard.
///
/// Read from bracket text, `((3 12 8) (2 4 6) (14 5 2))`, with [`from_brackets`](Tree::from_brackets), or from JSON
/// with [`from_json`](Tree::from_json). One role moves at every inner node, and every other role has nothing but a noop there.
///
/// ```
/// use spielbaum_game::{Game, Tree, TreeMove};
///
/// let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))")?;
/// let (max, min) = (0, 1);
/// let left = tree.move_named(&tree.initial(), max, "1").expect("the root has three moves");
/// let state = tree.next(&tree.initial(), &[left, TreeMove::Noop]);
/// let middle = tree.move_named(&state, min, "2").expect("so has its first child");
/// let leaf = tree.next(&state, &[TreeMove::Noop, middle]);
/// assert!(tree.terminal(&leaf));
/// assert_eq!((tree.goal(&leaf, max), tree.goal(&leaf, min)), (12, 4)); // payoffs of 2..=14 sum to 16
/// # Ok::<(), spielbaum_game::TreeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    name: Option<String>,
    description: Option<String>,
    roles: Vec<String>,
    range: RangeInclusive<Goal>,
    /// The least and the greatest sum of a leaf's payoffs.
    sums: RangeInclusive<Goal>,
    /// In the order of the text, so the root comes first and every child after its parent.
    nodes: Vec<Node>,
    children: Vec<NodeIndex>,
    /// One payoff per role for each leaf.
    goals: Vec<Goal>,
    move_names: FxHashMap<NodeIndex, String>,
    labels: FxHashMap<NodeIndex, String>,
    /// Whether bracket text says all there is to say about this tree.
    plain: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    /// Where its children stand in `children`; empty for a leaf.
    children: Range<u32>,
    /// Who moves here; of no meaning in a leaf.
    mover: u32,
    /// Its place among its siblings, from 1.
    position: u32,
    /// Where a leaf's payoffs begin in `goals`.
    goals: u32,
}

/// A node of a [`Tree`], which is a state of the game. The root is number 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeIndex(u32);

impl NodeIndex {
    /// The number of the node in the order of the text.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move in a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TreeMove {
    /// What a role does while another one moves.
    Noop,
    /// The mover goes down to this child.
    To(NodeIndex),
}

/// Why a text is not a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// The text itself is malformed.
    #[error("line {line}, column {column}: {what}")]
    Text {
        /// From 1.
        line: usize,
        /// In characters, from 1.
        column: usize,
        /// What was found, and what was expected.
        what: String,
    },
    /// The text is well-formed JSON, but a node of it makes no sense.
    #[error("{path}: {what}")]
    Node {
        /// The way to the node: `root/0/2` is the third child of the root's first child.
        path: String,
        /// What was found, and what was expected.
        what: String,
    },
}

impl Tree {
    /// The greatest depth of a tree: searches recurse from node to node, and the stack is finite.
    pub const MAX_DEPTH: usize = 1_000;
    /// The greatest number of nodes.
    pub const MAX_NODES: usize = 20_000_000;
    /// The greatest payoff; its negative is the least.
    pub const MAX_GOAL: Goal = 1_000_000_000;

    /// Reads bracket text: a number is a leaf, children in parentheses are an inner node.
    ///
    /// The roles are `max`, who moves at the root, and `min`; they move alternately by level. A number is max's payoff.
    /// Payoffs have a constant sum: where max gets `v`, min gets `lo + hi - v`, `lo..=hi` being the range of the numbers.
    /// A comma counts as white space.
    ///
    /// # Errors
    /// If the text is anything else, with line and column.
    pub fn from_brackets(text: &str) -> Result<Self, TreeError> {
        brackets::parse(text)
    }

    /// Reads a tree from JSON, the format of `NAME.tree.json` files.
    ///
    /// The document is either just a node or an object:
    ///
    /// | field | meaning |
    /// | --- | --- |
    /// | `root` | the root node |
    /// | `name` | a title (optional) |
    /// | `description` | what there is to see (optional) |
    /// | `roles` | the names of the roles, `["max", "min"]` if absent |
    /// | `range` | `[least, greatest]` payoff any role could get; if absent, those found at the leaves |
    ///
    /// A node is one of
    ///
    /// | JSON | meaning |
    /// | --- | --- |
    /// | `3` | a leaf; the first role's payoff. With two roles the other gets `least + greatest - 3`; with more it is an error |
    /// | `{"goals": [4, 6, 3], "label": "A"}` | a leaf with a payoff for every role; the label is optional |
    /// | `[node, ...]` | an inner node, at which role number *depth* modulo *number of roles* moves |
    /// | `{"children": [node, ...], "mover": "min", "moves": ["left", ...], "label": "B"}` | an inner node; all but the children is optional: who moves, what the moves are called (`1`, `2`, ... if absent), the node's label |
    ///
    /// The leaves of one tree are either all numbers or all lists of goals.
    ///
    /// # Errors
    /// If the text is not JSON, with line and column, or not such a tree, with the way to the node.
    pub fn from_json(text: &str) -> Result<Self, TreeError> {
        json::parse(text)
    }

    /// A tree in which every inner node has `branching` children and every leaf lies at `depth`; `value` gives max's payoff
    /// at each leaf, which are numbered from 0 from left to right.
    ///
    /// # Errors
    /// If `branching` is 0 or the tree exceeds [`MAX_DEPTH`](Tree::MAX_DEPTH), [`MAX_NODES`](Tree::MAX_NODES) or
    /// [`MAX_GOAL`](Tree::MAX_GOAL).
    pub fn uniform(
        branching: usize,
        depth: usize,
        mut value: impl FnMut(usize) -> Goal,
    ) -> Result<Self, TreeError> {
        let mut builder = Builder::two_roles();
        let refused = |what: String| TreeError::Node { path: "a uniform tree".to_owned(), what };
        if branching == 0 {
            return Err(refused("the branching factor must be at least 1".to_owned()));
        }
        let mut leaves = 0;
        loop {
            while builder.depth() < depth {
                builder.open(None).map_err(refused)?;
            }
            builder.leaf(&[value(leaves)]).map_err(refused)?;
            leaves += 1;
            while builder.open_children() == Some(branching) {
                builder.close().map_err(refused)?;
            }
            if builder.depth() == 0 {
                return builder.finish(None, None).map_err(refused);
            }
        }
    }

    /// The bracket text, if it can say all there is to say about this tree: two roles called max and min that alternate,
    /// constant sum, no names, no range wider than the leaves'.
    pub fn to_brackets(&self) -> Option<String> {
        self.plain.then(|| self.text(NodeIndex(0)))
    }

    /// The title.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// What there is to see, in a sentence or two.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// The names of the roles.
    pub fn role_names(&self) -> &[String] {
        &self.roles
    }

    /// The way down from the parent: the node's place among its siblings from 1, or the name that the text gives to the move.
    pub fn move_to(&self, node: NodeIndex) -> String {
        self.notation().move_name(TreeMove::To(node))
    }

    /// The payoffs of a leaf, one per role; those of an inner node are nothing.
    pub fn payoffs(&self, node: NodeIndex) -> &[Goal] {
        if self.terminal(&node) { self.goals_of(node) } else { &[] }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The children of a node in order; none if it is a leaf.
    pub fn children(&self, node: NodeIndex) -> &[NodeIndex] {
        let Range { start, end } = self.nodes[node.index()].children;
        &self.children[start as usize..end as usize]
    }

    /// Who moves at an inner node.
    pub fn mover(&self, node: NodeIndex) -> Option<usize> {
        (!self.terminal(&node)).then(|| self.nodes[node.index()].mover as usize)
    }

    /// The label the text gave to a node.
    pub fn label(&self, node: NodeIndex) -> Option<&str> {
        self.labels.get(&node).map(String::as_str)
    }

    /// The subtree below `root`: bracket text, with the payoffs of all roles where one does not say it all.
    fn text(&self, root: NodeIndex) -> String {
        enum Piece {
            Node(NodeIndex),
            Text(&'static str),
        }
        let constant_sum = self.plain || self.roles.len() == 1;
        let mut text = String::new();
        let mut pieces = vec![Piece::Node(root)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Node(node) if self.terminal(&node) => {
                    let goals = self.goals_of(node);
                    let shown = if constant_sum { &goals[..1] } else { goals };
                    for (role, goal) in shown.iter().enumerate() {
                        let separator = if role == 0 { "" } else { "/" };
                        // Writing to a string does not fail.
                        let _ = write!(text, "{separator}{goal}");
                    }
                }
                Piece::Node(node) => {
                    text.push('(');
                    pieces.push(Piece::Text(")"));
                    for (i, &child) in self.children(node).iter().enumerate().rev() {
                        pieces.push(Piece::Node(child));
                        if i > 0 {
                            pieces.push(Piece::Text(" "));
                        }
                    }
                }
            }
        }
        text
    }

    fn goals_of(&self, leaf: NodeIndex) -> &[Goal] {
        let first = self.nodes[leaf.index()].goals as usize;
        &self.goals[first..first + self.roles.len()]
    }
}

impl Game for Tree {
    type State = NodeIndex;
    type Move = TreeMove;

    fn roles(&self) -> usize {
        self.roles.len()
    }

    fn initial(&self) -> NodeIndex {
        NodeIndex(0)
    }

    fn terminal(&self, state: &NodeIndex) -> bool {
        self.nodes[state.index()].children.is_empty()
    }

    fn legal(&self, state: &NodeIndex, role: usize, moves: &mut Vec<TreeMove>) {
        moves.clear();
        if self.nodes[state.index()].mover as usize == role {
            moves.extend(self.children(*state).iter().map(|&child| TreeMove::To(child)));
        } else {
            moves.push(TreeMove::Noop);
        }
    }

    fn next(&self, state: &NodeIndex, joint: &[TreeMove]) -> NodeIndex {
        match joint[self.nodes[state.index()].mover as usize] {
            TreeMove::To(child) => child,
            // Not a legal joint move; to stay is the least harmful answer.
            TreeMove::Noop => *state,
        }
    }

    fn goal(&self, state: &NodeIndex, role: usize) -> Goal {
        self.goals_of(*state)[role]
    }

    fn goal_range(&self) -> RangeInclusive<Goal> {
        self.range.clone()
    }

    fn knowledge(&self) -> &dyn Knowledge<NodeIndex> {
        self
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<NodeIndex, TreeMove> for Tree {
    fn role_name(&self, role: usize) -> &str {
        &self.roles[role]
    }

    fn move_name(&self, mov: TreeMove) -> String {
        match mov {
            TreeMove::Noop => "noop".to_owned(),
            TreeMove::To(child) => match self.move_names.get(&child) {
                Some(name) => name.clone(),
                None => self.nodes[child.index()].position.to_string(),
            },
        }
    }

    fn draw(&self, state: &NodeIndex) -> String {
        match self.label(*state) {
            Some(label) => format!("{label}: {}", self.text(*state)),
            None => self.text(*state),
        }
    }
}

/// The goals of all leaves are known.
impl Knowledge<NodeIndex> for Tree {
    fn mover(&self, state: &NodeIndex) -> Option<usize> {
        Self::mover(self, *state)
    }

    fn gives_goal_range(&self) -> bool {
        false
    }

    fn goal_sums(&self) -> Option<RangeInclusive<Goal>> {
        Some(self.sums.clone())
    }
}

#[cfg(test)]
mod tests;
