mod brackets;
mod builder;
mod builtin;
mod decimal;
mod json;
mod node_values;
mod probability;
mod sets;
mod text;

use std::ops::{Range, RangeInclusive};

use rustc_hash::FxHashMap;

use crate::{Chance, Fault, Game, Goal, Knowledge, Notation, Percepts, Scale};
use builder::Builder;
pub use builtin::{BUILTIN_TREES, BuiltinTree};
use probability::Probability;
use sets::Sets;

/// An explicit game tree, as drawn on a blackboard.
///
/// Read from bracket text, `((3 12 8) (2 4 6) (14 5 2))`, with [`from_brackets`](Tree::from_brackets), or
/// from JSON with [`from_json`](Tree::from_json). One role moves at every inner node, and every other role
/// has nothing but a noop there. A tree with chance nodes has the role [`random`](crate::CHANCE) as its last,
/// which moves at these and has no payoffs.
///
/// Nodes may be in *information sets*: who moves at one of several nodes of a set does not know at which.
/// Such a tree has [`percepts`](Game::percepts): a role sees the information set when it is to move, and else
/// nothing. A node that is in no set is alone in its own.
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
    /// The names of the players, and after them that of chance if it moves anywhere.
    roles: Vec<String>,
    /// How many of the roles are players, which have payoffs.
    players: usize,
    /// How likely the children of chance nodes are.
    probabilities: FxHashMap<NodeIndex, Probability>,
    range: RangeInclusive<Goal>,
    /// The least and the greatest sum of a leaf's payoffs.
    sums: RangeInclusive<Goal>,
    /// In the order of the text, so the root comes first and every child after its parent.
    nodes: Vec<Node>,
    children: Vec<NodeIndex>,
    /// One payoff per player for each leaf and each inner node that has a static value, in units of
    /// `10^-places`.
    goals: Vec<Goal>,
    /// How many decimals payoffs have.
    places: u32,
    /// Whether payoffs are single numbers, those of the first role.
    single: bool,
    move_names: FxHashMap<NodeIndex, String>,
    labels: FxHashMap<NodeIndex, String>,
    sets: Sets,
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
    /// Where the payoffs of a leaf or the static values of an inner node begin in `goals`, or `NO_PAYOFFS`.
    goals: u32,
}

/// The place in `goals` of an inner node without a static value.
const NO_PAYOFFS: u32 = u32::MAX;

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
    /// The mover goes down to this child. At a node of an information set the move is that of the first node
    /// of the set, whatever the node: it goes down to the child of the same place.
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
    /// The text is well-formed, but a node of it makes no sense.
    #[error("{path}: {what}")]
    Node {
        /// The way to the node: `root/0/2` is the third child of the root's first child.
        path: String,
        /// What was found, and what was expected.
        what: String,
    },
    /// There are too many nodes; the others were not read.
    #[error("a tree has at most {most} nodes")]
    TooLarge {
        /// How many there may be.
        most: usize,
    },
}

impl Tree {
    /// The greatest depth of a tree: searches recurse from node to node, and the stack is finite.
    pub const MAX_DEPTH: usize = 1_000;
    /// The greatest number of nodes.
    pub const MAX_NODES: usize = 20_000_000;
    /// The greatest payoff in the tree's units; its negative is the least.
    pub const MAX_GOAL: Goal = 1_000_000_000;
    /// The most decimals of a payoff.
    pub const MAX_DECIMALS: u32 = 6;

    /// Reads bracket text: a number is a leaf, children in parentheses are an inner node.
    ///
    /// | text | meaning |
    /// | --- | --- |
    /// | `((3 12 8) (2 4 6))` | `max` moves at the root, then `min`, and so on; numbers are max's payoffs, and so are all values that a search shows |
    /// | `(min (3 5) (2 9))` | `min` moves at the root, then `max` |
    /// | `A:((3 12 8) x:2)` | labels; the move to a labelled node is called by its label. A label with spaces stands in quotation marks, `"far corner":2` |
    /// | `(0.5 -0.25)` | payoffs may have up to six decimals |
    /// | `((=4 3 5) (min =7 2 9))` | inner nodes with static values, which a search takes at its depth limit ([`Knowledge::static_value`]) |
    /// | `((1/2/3 4/1/2) 6/2/0)` | payoffs for every role: two are `max` and `min`, more are called `1`, `2`, `3` |
    /// | `(@2 1/2/3 4/1/2)` | role 2 moves here, where it is not the turn of the role after the one that moves above |
    /// | `(? 3 5 9)` | a chance node: each of its children is equally likely, and below it moves who would move here |
    /// | `(?1/2\|0.25\|0.25 3 5 9)` | a chance node whose children have these probabilities, decimals or fractions; they add up to 1 |
    /// | `(({h} 3 5) ({h} 2 9))` | nodes of the information set `h`: who moves there does not know at which of them. The name stands after who moves, `(min {h} =4 3 5)` |
    ///
    /// With single numbers payoffs have a constant sum: where max gets `v`, min gets `lo + hi - v`, `lo..=hi`
    /// being the range of the numbers. A comma counts as white space.
    ///
    /// # Errors
    /// If the text is anything else, with line and column.
    pub fn from_brackets(text: &str) -> Result<Self, TreeError> {
        Self::from_brackets_within(text, Self::MAX_NODES)
    }

    /// Reads [bracket text](Self::from_brackets) of so many nodes at most. What exceeds that is not read, so
    /// that it takes no memory.
    ///
    /// # Errors
    /// If the text is anything else, or there are more nodes.
    pub fn from_brackets_within(text: &str, most_nodes: usize) -> Result<Self, TreeError> {
        brackets::parse(text, most_nodes)
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
    /// | `{"goals": [4, 6, 3], "label": "A"}` | a leaf with a payoff for every role, or the first role's alone; the label is optional |
    /// | `[node, ...]` | an inner node, at which the role after the one that moves above moves, and the first role at the root |
    /// | `{"children": [node, ...], "mover": "min", "moves": ["left", ...], "label": "B", "static": 4, "set": "h"}` | an inner node; all but the children is optional: who moves, what the moves are called (by the children's labels if absent, and `1`, `2`, ... where they have none), the node's label, its static value, a list if leaves are lists, and the information set that it is in |
    ///
    /// A node of the second form is a chance node if its mover is `random`; then its children are equally
    /// likely, or have the probabilities that `"chance": [0.5, "1/4", "1/4"]` gives, which by itself says who
    /// moves, too. They are numbers, or fractions as strings, and add up to 1. Below a chance node moves who
    /// would move at it. `random` must not stand in `roles`.
    ///
    /// Nodes with the same `set` are one information set. The same role moves at all of them, by moves of the
    /// same names in the same order; they are equally many plies from the root; and the role came to all of
    /// them by the same information sets of its own and the same moves (*perfect recall*).
    ///
    /// The payoffs of one tree are either all single numbers or all lists of payoffs; they may have up to six
    /// decimals. Labels and names of moves and roles have no quotation marks and no control characters. JSON
    /// is nested at most 127 deep, which is 63 levels of nodes of the second form.
    ///
    /// # Errors
    /// If the text is not JSON, with line and column, or not such a tree, with the way to the node.
    pub fn from_json(text: &str) -> Result<Self, TreeError> {
        Self::from_json_within(text, Self::MAX_NODES)
    }

    /// Reads a tree of so many nodes at most from [JSON](Self::from_json). What exceeds that is not read, so
    /// that it takes no memory.
    ///
    /// # Errors
    /// As for [`from_json`](Self::from_json), or if there are more nodes.
    pub fn from_json_within(text: &str, most_nodes: usize) -> Result<Self, TreeError> {
        json::parse(text, most_nodes)
    }

    /// A tree in which every inner node has `branching` children and every leaf lies at `depth`; `value`
    /// gives max's payoff at each leaf, which are numbered from 0 from left to right.
    ///
    /// # Errors
    /// If `branching` is 0 or the tree exceeds [`MAX_DEPTH`](Tree::MAX_DEPTH), [`MAX_NODES`](Tree::MAX_NODES)
    /// or [`MAX_GOAL`](Tree::MAX_GOAL).
    pub fn uniform(
        branching: usize,
        depth: usize,
        mut value: impl FnMut(usize) -> Goal,
    ) -> Result<Self, TreeError> {
        let mut builder = Builder::of_roles(2, Self::MAX_NODES);
        let refused = |what: String| TreeError::Node { path: "a uniform tree".to_owned(), what };
        if branching == 0 {
            return Err(refused("the branching factor must be at least 1".to_owned()));
        }
        let mut leaves = 0;
        loop {
            while builder.depth() < depth {
                builder.open(None).map_err(refused)?;
            }
            builder.leaf(&[value(leaves).into()]).map_err(refused)?;
            builder.check_size()?;
            leaves += 1;
            while builder.open_children() == Some(branching) {
                builder.close().map_err(refused)?;
            }
            if builder.depth() == 0 {
                return builder.finish(None, None).map_err(refused);
            }
        }
    }

    /// The bracket text, if it can say all there is to say about this tree: roles with their usual names,
    /// moves named by place or label, no name, no description, no range wider than the payoffs'.
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

    /// The names of the roles; chance, which has no payoffs, is the last one.
    pub fn role_names(&self) -> &[String] {
        &self.roles
    }

    /// What the move to a node is called: the name that the text gives to it, the node's label, or its place
    /// among its siblings from 1.
    pub fn move_to(&self, node: NodeIndex) -> String {
        self.notation().move_name(TreeMove::To(node))
    }

    /// The payoffs of a leaf, one per player, in units of which [`unit`](Self::unit) are written as 1; those
    /// of an inner node are nothing.
    pub fn payoffs(&self, node: NodeIndex) -> &[Goal] {
        if self.terminal(&node) { self.goals_of(node).unwrap_or(&[]) } else { &[] }
    }

    /// The static values of an inner node, one per player, in the same units; nothing of a leaf, and of an
    /// inner node without any.
    pub fn static_values(&self, node: NodeIndex) -> &[Goal] {
        if self.terminal(&node) { &[] } else { self.goals_of(node).unwrap_or(&[]) }
    }

    /// How many goals are written as 1: a power of ten.
    pub fn unit(&self) -> Goal {
        decimal::unit(self.places)
    }

    /// How many decimals payoffs have.
    pub fn decimals(&self) -> u32 {
        self.places
    }

    /// Whether the text gives single numbers, the payoffs of the first role, of which those of the
    /// second follow.
    pub fn has_single_payoffs(&self) -> bool {
        self.single
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

    /// How likely chance goes to a node, as the text has it, such as `0.25` or `1/3`; none of a node that is
    /// no child of a chance node.
    pub fn probability(&self, node: NodeIndex) -> Option<&str> {
        self.probabilities.get(&node).map(|probability| &*probability.text)
    }

    /// How many of the roles are players: all but chance.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The label the text gave to a node.
    pub fn label(&self, node: NodeIndex) -> Option<&str> {
        self.labels.get(&node).map(String::as_str)
    }

    fn goals_of(&self, node: NodeIndex) -> Option<&[Goal]> {
        let first = self.nodes[node.index()].goals;
        (first != NO_PAYOFFS).then(|| &self.goals[first as usize..][..self.players])
    }

    /// A node as a message names it.
    fn place(&self, node: NodeIndex) -> String {
        match self.label(node) {
            Some(label) => format!("the node {label}"),
            None if node.index() == 0 => "the root".to_owned(),
            None => {
                let text = self.text(node);
                let shown: String = text.chars().take(40).collect();
                format!("the node {shown}{}", if shown == text { "" } else { "…" })
            }
        }
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
            // The moves are the same at all nodes of an information set.
            moves.extend(self.children(self.sets.first(*state)).iter().map(|&child| TreeMove::To(child)));
        } else {
            moves.push(TreeMove::Noop);
        }
    }

    fn next(&self, state: &NodeIndex, joint: &[TreeMove]) -> NodeIndex {
        match joint[self.nodes[state.index()].mover as usize] {
            TreeMove::To(child) if self.sets.first(*state) != *state => {
                let place = self.nodes[child.index()].position as usize;
                self.children(*state).get(place.wrapping_sub(1)).copied().unwrap_or(*state)
            }
            TreeMove::To(child) => child,
            // Not a legal joint move; to stay is the least harmful answer.
            TreeMove::Noop => *state,
        }
    }

    fn goal(&self, state: &NodeIndex, role: usize) -> Goal {
        // Chance has none.
        self.goals_of(*state).and_then(|goals| goals.get(role)).copied().unwrap_or(0)
    }

    fn goal_range(&self) -> RangeInclusive<Goal> {
        self.range.clone()
    }

    fn chance(&self) -> Option<&dyn Chance<NodeIndex, TreeMove>> {
        (self.players < self.roles.len()).then_some(self as _)
    }

    fn percepts(&self) -> Option<&dyn Percepts<NodeIndex, TreeMove>> {
        self.sets.hide().then_some(self as _)
    }

    fn knowledge(&self) -> &dyn Knowledge<NodeIndex> {
        self
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Chance<NodeIndex, TreeMove> for Tree {
    fn role(&self) -> usize {
        self.players
    }

    fn outcomes(&self, state: &NodeIndex, outcomes: &mut Vec<(TreeMove, f64)>) {
        outcomes.clear();
        if Tree::mover(self, *state) != Some(self.players) {
            outcomes.push((TreeMove::Noop, 1.0));
            return;
        }
        let probability = |child| self.probabilities.get(child).map_or(0.0, |probability| probability.value);
        outcomes.extend(self.children(*state).iter().map(|child| (TreeMove::To(*child), probability(child))));
    }
}

impl Notation<NodeIndex, TreeMove> for Tree {
    fn role_name(&self, role: usize) -> &str {
        &self.roles[role]
    }

    fn move_name(&self, mov: TreeMove) -> String {
        match mov {
            TreeMove::Noop => "noop".to_owned(),
            TreeMove::To(child) => {
                let position = self.nodes[child.index()].position;
                builder::move_name(&self.move_names, &self.labels, child, position)
            }
        }
    }

    /// In the units of the text; where it gives the first role's payoffs alone, these are also the values of
    /// the second.
    fn scale(&self, role: usize) -> Scale {
        let scale = Scale::of_unit(self.unit());
        if self.single && role == 1 {
            scale.of_the_other(self.range.start() + self.range.end())
        } else {
            scale
        }
    }

    fn draw(&self, state: &NodeIndex) -> String {
        self.text(*state)
    }

    fn information_set(&self, state: &NodeIndex) -> Option<&str> {
        self.set_name(*state)
    }
}

/// The goals of all leaves are known, and static values if there are any.
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

    fn static_value(&self, state: &NodeIndex, role: usize) -> Result<Option<Goal>, Fault> {
        let missing = || Fault {
            message: format!(
                "{} has no static value, and the search must judge it; write one, as in `(=4 3 5)`, or name an evaluator, such as eval=zero",
                self.place(*state)
            ),
        };
        self.goals_of(*state).map(|goals| goals.get(role).copied()).ok_or_else(missing)
    }
}

#[cfg(test)]
mod tests;
