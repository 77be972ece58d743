use std::ops::RangeInclusive;

use rustc_hash::FxHashMap;

use super::{Node, NodeIndex, Tree};
use crate::Goal;

/// Grows a tree in the order of its text; its errors say what is wrong and leave the place to the reader of the text.
#[derive(Debug)]
pub(super) struct Builder {
    roles: Vec<String>,
    nodes: Vec<Node>,
    children: Vec<NodeIndex>,
    goals: Vec<Goal>,
    move_names: FxHashMap<NodeIndex, String>,
    labels: FxHashMap<NodeIndex, String>,
    plain: bool,
    /// Whether leaves are single numbers; unknown before the first leaf.
    single: Option<bool>,
    /// The inner nodes that are not closed yet, from the root down, each with the place in `pending` of its first child.
    open: Vec<(NodeIndex, usize)>,
    /// The children so far of all open nodes.
    pending: Vec<NodeIndex>,
}

impl Builder {
    pub(super) fn new(roles: Vec<String>) -> Self {
        Self {
            plain: roles == ["max", "min"],
            roles,
            nodes: Vec::new(),
            children: Vec::new(),
            goals: Vec::new(),
            move_names: FxHashMap::default(),
            labels: FxHashMap::default(),
            single: None,
            open: Vec::new(),
            pending: Vec::new(),
        }
    }

    pub(super) fn two_roles() -> Self {
        Self::new(vec!["max".to_owned(), "min".to_owned()])
    }

    /// How many inner nodes are open.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// How many children the innermost open node has so far.
    pub(super) fn open_children(&self) -> Option<usize> {
        self.open.last().map(|&(_, first)| self.pending.len() - first)
    }

    /// Whether the root is there and closed.
    pub(super) fn complete(&self) -> bool {
        self.open.is_empty() && !self.nodes.is_empty()
    }

    /// The way to the node that comes next, `root/0/2`.
    pub(super) fn path(&self) -> String {
        let mut path = "root".to_owned();
        let ends = self.open.iter().skip(1).map(|&(_, first)| first - 1).chain([self.pending.len()]);
        for (&(_, first), end) in self.open.iter().zip(ends) {
            path.push_str(&format!("/{}", end - first));
        }
        path
    }

    /// Begins an inner node, which the given role moves at, or the role whose turn it is at this depth.
    pub(super) fn open(&mut self, mover: Option<usize>) -> Result<NodeIndex, String> {
        if self.depth() == Tree::MAX_DEPTH {
            return Err(format!("a tree is at most {} levels deep", Tree::MAX_DEPTH));
        }
        let by_level = self.depth() % self.roles.len();
        self.plain &= mover.is_none_or(|mover| mover == by_level);
        let node = self.add(mover.unwrap_or(by_level), 0)?;
        self.open.push((node, self.pending.len()));
        Ok(node)
    }

    /// Ends the innermost open node.
    pub(super) fn close(&mut self) -> Result<(), String> {
        let Some(&(node, first)) = self.open.last() else {
            return Err("there is no inner node to end here".to_owned());
        };
        if self.pending.len() == first {
            return Err("an inner node has at least one child".to_owned());
        }
        self.open.pop();
        let start = narrow(self.children.len());
        self.children.extend(self.pending.drain(first..));
        self.nodes[node.index()].children = start..narrow(self.children.len());
        Ok(())
    }

    /// Adds a leaf: the first role's payoff alone, or every role's.
    pub(super) fn leaf(&mut self, goals: &[Goal]) -> Result<NodeIndex, String> {
        if let Some(goal) = goals.iter().find(|goal| goal.unsigned_abs() > Tree::MAX_GOAL.unsigned_abs()) {
            return Err(format!(
                "the payoff {goal} is out of bounds: they end at {0} and -{0}",
                Tree::MAX_GOAL
            ));
        }
        let roles = self.roles.len();
        let single = goals.len() == 1 && roles <= 2;
        if !single && goals.len() != roles {
            return Err(format!(
                "{} where one payoff for each of the {roles} roles was expected",
                count(goals.len())
            ));
        }
        if *self.single.get_or_insert(single) != single {
            return Err("the leaves of a tree are either all numbers or all lists of goals".to_owned());
        }
        let leaf = self.add(0, self.goals.len())?;
        self.goals.extend(goals);
        self.goals.resize(self.goals.len() + roles - goals.len(), 0);
        Ok(leaf)
    }

    pub(super) fn name_move_to(&mut self, child: NodeIndex, name: &str) {
        self.plain = false;
        self.move_names.insert(child, name.to_owned());
    }

    pub(super) fn label(&mut self, node: NodeIndex, label: &str) {
        self.plain = false;
        self.labels.insert(node, label.to_owned());
    }

    /// The finished tree. The payoffs must lie within `range` if there is one.
    pub(super) fn finish(
        mut self,
        name: Option<String>,
        range: Option<RangeInclusive<Goal>>,
    ) -> Result<Tree, String> {
        let roles = self.roles.len();
        let single = self.single.unwrap_or(false);
        let given = |i: &usize| !single || i.is_multiple_of(roles);
        let found = || (0..self.goals.len()).filter(given).map(|i| self.goals[i]);
        // A complete tree has a leaf.
        let least = found().min().unwrap_or(0);
        let greatest = found().max().unwrap_or(0);
        let tight = least..=greatest;
        let range = range.unwrap_or_else(|| tight.clone());
        if !range.contains(&least) || !range.contains(&greatest) {
            return Err(format!(
                "payoffs from {least} to {greatest} do not lie within the range {}..={}",
                range.start(),
                range.end()
            ));
        }
        if single && roles == 2 {
            for leaf in self.goals.chunks_exact_mut(2) {
                // Within the range, so within MAX_GOAL, and so is every intermediate result within i32.
                leaf[1] = range.start() + (range.end() - leaf[0]);
            }
        }
        let sum = |leaf: &[Goal]| leaf.iter().fold(0, |sum: Goal, &goal| sum.saturating_add(goal));
        let sums = || self.goals.chunks_exact(roles).map(sum);
        Ok(Tree {
            sums: sums().min().unwrap_or(0)..=sums().max().unwrap_or(0),
            plain: self.plain && single && name.is_none() && range == tight,
            name,
            description: None,
            roles: self.roles,
            range,
            nodes: self.nodes,
            children: self.children,
            goals: self.goals,
            move_names: self.move_names,
            labels: self.labels,
        })
    }

    fn add(&mut self, mover: usize, goals: usize) -> Result<NodeIndex, String> {
        if self.nodes.len() == Tree::MAX_NODES {
            return Err(format!("a tree has at most {} nodes", Tree::MAX_NODES));
        }
        let node = NodeIndex(narrow(self.nodes.len()));
        let position = self.open_children().map_or(0, |before| narrow(before + 1));
        self.nodes.push(Node { children: 0..0, mover: narrow(mover), position, goals: narrow(goals) });
        if !self.open.is_empty() {
            self.pending.push(node);
        }
        Ok(node)
    }
}

/// Indices fit: there are at most `MAX_NODES` nodes, and [`super::json`] bounds the number of roles.
fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn count(payoffs: usize) -> String {
    match payoffs {
        1 => "a single payoff".to_owned(),
        n => format!("{n} payoffs"),
    }
}
