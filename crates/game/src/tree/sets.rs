//! Information sets of a tree: nodes that who moves there cannot tell apart.

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use super::brackets::is_word;
use super::{NodeIndex, Tree, TreeError};
use crate::{Game, Percept, Percepts, TreeMove};

/// The information sets that the text names. A node in none of them is alone in one that has no name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sets {
    /// The nodes of each by its name, in the order of the text.
    nodes: IndexMap<String, Vec<NodeIndex>>,
    /// The place in `nodes` of the set that a node is in.
    of_node: FxHashMap<NodeIndex, usize>,
}

impl Sets {
    /// Puts a node into a set, which may be new.
    pub(super) fn add(&mut self, node: NodeIndex, name: &str) -> Result<(), String> {
        if !is_word(name) || name.contains(|c: char| matches!(c, '{' | '}' | '/') || c.is_control()) {
            return Err(format!(
                "the name of an information set is one word without brackets, braces, quotation marks and the characters `:`, `=`, `,` and `/`; found `{}`",
                name.chars().take(20).collect::<String>().escape_debug()
            ));
        }
        let entry = self.nodes.entry(name.to_owned());
        self.of_node.insert(node, entry.index());
        entry.or_default().push(node);
        Ok(())
    }

    /// The name and the nodes of the set that a node is in, if the text names one.
    fn of(&self, node: NodeIndex) -> Option<(&str, &[NodeIndex])> {
        let (name, nodes) = self.nodes.get_index(*self.of_node.get(&node)?)?;
        Some((name, nodes))
    }

    /// Whether somebody does not know where it is: a set has several nodes.
    pub(super) fn hide(&self) -> bool {
        self.nodes.values().any(|nodes| nodes.len() > 1)
    }

    /// The first node of the set that a node is in; the node itself if it is in none.
    pub(super) fn first(&self, node: NodeIndex) -> NodeIndex {
        self.of(node).and_then(|(_, nodes)| nodes.first().copied()).unwrap_or(node)
    }
}

impl Tree {
    /// The name of the information set that a node is in, if the text names one.
    pub fn set_name(&self, node: NodeIndex) -> Option<&str> {
        self.sets.of(node).map(|(name, _)| name)
    }

    /// The nodes that who moves at a node cannot tell from it, with the node itself, in the order of
    /// the text.
    pub fn information_set(&self, node: NodeIndex) -> Vec<NodeIndex> {
        self.sets.of(node).map_or_else(|| vec![node], |(_, nodes)| nodes.to_vec())
    }

    /// The names of the information sets, in the order of the text.
    pub fn set_names(&self) -> impl Iterator<Item = &str> {
        self.sets.nodes.keys().map(String::as_str)
    }

    /// The nodes from the root to a node, both included.
    pub fn way(&self, node: NodeIndex) -> Vec<NodeIndex> {
        let mut way = vec![NodeIndex(0)];
        let mut at = NodeIndex(0);
        while at != node {
            // A subtree is numbered without a gap, so the child above the node is the last one that is not
            // beyond it.
            let children = self.children(at);
            let Some(&child) = children[..children.partition_point(|child| *child <= node)].last() else {
                break;
            };
            way.push(child);
            at = child;
        }
        way
    }

    /// The node above a node; none of the root.
    pub fn parent(&self, node: NodeIndex) -> Option<NodeIndex> {
        self.way(node).iter().rev().nth(1).copied()
    }

    /// What people call a node: the name of its information set, its label, or the moves that lead to it.
    pub fn node_name(&self, node: NodeIndex) -> String {
        let moves =
            || self.way(node)[1..].iter().map(|&node| self.move_to(node)).collect::<Vec<_>>().join(" ");
        match self.set_name(node).or_else(|| self.label(node)) {
            Some(name) => name.to_owned(),
            None if node == NodeIndex(0) => "root".to_owned(),
            None => moves(),
        }
    }

    /// The way to a node as a message names it: `root/0/2`, with its label if it has one.
    fn path(&self, node: NodeIndex) -> String {
        let mut path = "root".to_owned();
        for node in &self.way(node)[1..] {
            path.push_str(&format!("/{}", self.nodes[node.index()].position - 1));
        }
        match self.label(node) {
            Some(label) => format!("{path} ({label})"),
            None => path,
        }
    }
}

/// A role sees the information set of the node that it comes to when it is to move, and nothing else.
impl Percepts<NodeIndex, TreeMove> for Tree {
    fn seen(&self, state: &NodeIndex, joint: &[TreeMove], role: usize, seen: &mut Vec<Percept>) {
        seen.clear();
        let next = self.next(state, joint);
        if self.mover(next) == Some(role) {
            seen.push(Percept(self.sets.first(next).0));
        }
    }

    /// The name of the set; of a node that is in none the way to it, such as `root/0/2`.
    fn percept_name(&self, percept: Percept) -> String {
        let node = NodeIndex(percept.0);
        self.set_name(node).map_or_else(|| self.path(node), str::to_owned)
    }
}

/// Checks that the nodes of each information set can be one: the same role moves there, by moves of the same
/// names in the same order, as many plies below the root, and it came to all of them by the same information
/// sets of its own and the same moves.
///
/// # Errors
/// If they cannot, with two nodes and the remedy.
pub(super) fn check(tree: Tree) -> Result<Tree, TreeError> {
    if !tree.sets.nodes.is_empty() {
        Walk {
            tree: &tree,
            known: vec![0; tree.roles()],
            numbers: FxHashMap::default(),
            arrivals: FxHashMap::default(),
        }
        .all()?;
    }
    Ok(tree)
}

/// A walk through all nodes, parents before children, that knows what each role has done on the way.
struct Walk<'t> {
    tree: &'t Tree,
    /// For each role a number that stands for its information sets and moves on the way to where the walk is.
    known: Vec<u32>,
    /// The number after one, by the first node of the information set and the place of the move.
    numbers: FxHashMap<(u32, NodeIndex, u32), u32>,
    /// The plies and the number of the mover at the first node of each set.
    arrivals: FxHashMap<NodeIndex, (usize, u32)>,
}

/// What is still to be done.
enum Step {
    /// To go to a node, so many plies below the root, from one whose mover knew this much.
    Enter { node: NodeIndex, plies: usize, above: Option<(NodeIndex, u32)> },
    /// To forget what this role did below.
    Leave { role: usize, known: u32 },
}

impl Walk<'_> {
    fn all(mut self) -> Result<(), TreeError> {
        let mut steps = vec![Step::Enter { node: NodeIndex(0), plies: 0, above: None }];
        while let Some(step) = steps.pop() {
            let (node, plies, above) = match step {
                Step::Enter { node, plies, above } => (node, plies, above),
                Step::Leave { role, known } => {
                    self.known[role] = known;
                    continue;
                }
            };
            if let Some((above, known)) = above {
                let fresh = self.numbers.len() as u32 + 1;
                let key = (known, self.tree.sets.first(above), self.tree.nodes[node.index()].position);
                let mover = self.tree.nodes[above.index()].mover as usize;
                self.known[mover] = *self.numbers.entry(key).or_insert(fresh);
            }
            let Some(mover) = self.tree.mover(node) else { continue };
            let known = self.known[mover];
            self.arrive(node, plies, known)?;
            steps.push(Step::Leave { role: mover, known });
            let children = self.tree.children(node).iter().rev();
            steps.extend(children.map(|&child| Step::Enter {
                node: child,
                plies: plies + 1,
                above: Some((node, known)),
            }));
        }
        Ok(())
    }

    /// Compares a node with the first one of its information set.
    fn arrive(&mut self, node: NodeIndex, plies: usize, known: u32) -> Result<(), TreeError> {
        let tree = self.tree;
        let Some((name, nodes)) = tree.sets.of(node) else { return Ok(()) };
        let first = nodes[0];
        let (first_plies, first_known) = *self.arrivals.entry(first).or_insert((plies, known));
        let role = |node: NodeIndex| &tree.roles[tree.nodes[node.index()].mover as usize];
        let moves = |node: NodeIndex| {
            tree.children(node).iter().map(|&child| tree.move_to(child)).collect::<Vec<_>>().join(", ")
        };
        let why = if role(node) != role(first) {
            format!(
                "{} moves there, and {} here; at all nodes of a set the same role moves: give one of the two another set",
                role(first),
                role(node)
            )
        } else if moves(node) != moves(first) {
            format!(
                "its moves are {}, and here they are {}; who cannot tell two nodes apart has the same moves in the same order: name them alike, by `moves` or by labels",
                moves(first),
                moves(node)
            )
        } else if plies != first_plies {
            format!(
                "it is {} below the root, and this one {}; a role counts plies, so that the nodes of a set are equally many plies from the root: give one of the two another set, or put nodes with a single move above it",
                plural(first_plies),
                plural(plies)
            )
        } else if known != first_known {
            format!(
                "{} came there by {}, and here by {}; a role remembers its own information sets and moves (perfect recall): give one of the two another set",
                role(node),
                self.own_way(first),
                self.own_way(node)
            )
        } else {
            return Ok(());
        };
        let what = format!("it is in the information set `{name}` with {}, but {why}", tree.path(first));
        Err(TreeError::Node { path: tree.path(node), what })
    }

    /// The information sets and moves of its own by which the mover comes to a node:
    /// `[a: left, root/0/1: right]`.
    fn own_way(&self, node: NodeIndex) -> String {
        let tree = self.tree;
        let way = tree.way(node);
        let own = way.windows(2).filter(|pair| tree.mover(pair[0]) == tree.mover(node));
        let told: Vec<String> = own
            .map(|pair| {
                let set = tree.set_name(pair[0]).map_or_else(|| tree.path(pair[0]), str::to_owned);
                format!("{set}: {}", tree.move_to(pair[1]))
            })
            .collect();
        format!("[{}]", told.join(", "))
    }
}

fn plural(plies: usize) -> String {
    format!("{plies} {}", if plies == 1 { "ply" } else { "plies" })
}

#[cfg(test)]
mod tests;
