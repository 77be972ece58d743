use std::collections::VecDeque;

use axum::Json;
use game::{BUILTIN_TREES, BuiltinTree, Game, Goal, NodeIndex, Tree, TreeError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problem::Problem;

/// Nodes of a tree at most: every one of them goes to the page.
const MOST_NODES: usize = 50_000;

/// An explicit tree in a request: a built-in one by its name, or any by its text.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged, deny_unknown_fields, expecting = "expected an object with either a `name` or a `text`")]
pub(super) enum TreeRef {
    /// A built-in tree.
    Named {
        /// Its name, such as `minimax`.
        name: String,
    },
    /// A tree of one's own.
    Written {
        /// Brackets such as `((3 12 8) (2 4 6))`, or a JSON document.
        text: String,
    },
}

/// A built-in tree.
#[derive(Serialize, ToSchema)]
pub(super) struct TreeEntry {
    /// The name that requests know it by.
    name: &'static str,
    /// What it is, in a line.
    title: String,
    /// What there is to see.
    description: String,
    /// Its JSON document.
    document: &'static str,
}

/// An explicit tree, node by node.
#[derive(Serialize, ToSchema)]
pub(super) struct TreeDocument {
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// What there is to see.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    roles: Vec<String>,
    /// The least and the greatest payoff.
    range: [f64; 2],
    /// Whether the text gives the first role's payoffs alone, which are then the values of both.
    single: bool,
    /// Bracket text, if it says all there is to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    brackets: Option<String>,
    /// The root first, every child after its parent, siblings in their order.
    nodes: Vec<TreeDocumentNode>,
}

/// A node of an explicit tree.
#[derive(Serialize, ToSchema)]
pub(super) struct TreeDocumentNode {
    /// The number of the node above; none at the root.
    parent: Option<usize>,
    /// What the move is called that leads here; none at the root.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mov: Option<String>,
    /// The role that decides here; none at a leaf.
    #[serde(skip_serializing_if = "Option::is_none")]
    mover: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// The name of the information set that the node is in, if the text names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    set: Option<String>,
    /// How likely chance comes here, a decimal or a fraction such as `1/3`; none below a node where a
    /// role decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    probability: Option<String>,
    /// What a leaf pays, a number per player, or the first role's alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    goals: Vec<f64>,
    /// The static value of an inner node, likewise.
    #[serde(rename = "static", skip_serializing_if = "Vec::is_empty")]
    static_values: Vec<f64>,
}

/// The built-in trees, from simple to special.
#[utoipa::path(get, path = "/api/trees", operation_id = "listTrees", tag = "recordings", responses((status = 200, body = Vec<TreeEntry>)))]
pub(super) async fn list() -> Result<Json<Vec<TreeEntry>>, Problem> {
    let entry = |builtin: &BuiltinTree| {
        let tree = Tree::from_json(builtin.document).map_err(Problem::internal)?;
        Ok(TreeEntry {
            name: builtin.name,
            title: tree.name().unwrap_or(builtin.name).to_owned(),
            description: tree.description().unwrap_or_default().to_owned(),
            document: builtin.document,
        })
    };
    BUILTIN_TREES.iter().map(entry).collect::<Result<_, _>>().map(Json)
}

impl TreeRef {
    /// The tree.
    ///
    /// # Errors
    /// If there is no such built-in tree, the text is not a tree, or it has too many nodes.
    pub(super) fn read(&self) -> Result<Tree, Problem> {
        let tree = match self {
            TreeRef::Named { name } => {
                let builtin = BuiltinTree::named(name).ok_or_else(|| {
                    let names: Vec<&str> = BUILTIN_TREES.iter().map(|tree| tree.name).collect();
                    Problem::missing(
                        "no-such-tree",
                        format!(
                            "there is no built-in tree `{name}`; the built-in trees are {}",
                            names.join(", ")
                        ),
                    )
                })?;
                Tree::from_json(builtin.document)
            }
            TreeRef::Written { text } if text.trim_start().starts_with(['{', '[']) => {
                Tree::from_json_within(text, MOST_NODES)
            }
            TreeRef::Written { text } => Tree::from_brackets_within(text, MOST_NODES),
        };
        tree.map_err(|error| refusal(&error))
    }
}

fn refusal(error: &TreeError) -> Problem {
    if matches!(error, TreeError::TooLarge { .. }) {
        return Problem::invalid("tree-too-large", error.to_string());
    }
    let problem = Problem::invalid(
        "bad-tree",
        format!(
            "{error}; a tree is written in brackets, such as ((3 12 8) (2 4 6)), or as a JSON document with a `root`"
        ),
    );
    match error {
        TreeError::Text { line, column, .. } => problem.at(*line, *column),
        _ => problem,
    }
}

impl TreeDocument {
    /// The document of a tree.
    pub(super) fn of(tree: &Tree) -> Self {
        let (least, greatest) = tree.goal_range().into_inner();
        let mut document = Self {
            title: tree.name().map(str::to_owned),
            description: tree.description().map(str::to_owned),
            roles: tree.role_names().to_vec(),
            range: [written(tree, least), written(tree, greatest)],
            single: tree.has_single_payoffs(),
            brackets: tree.to_brackets(),
            nodes: Vec::with_capacity(tree.nodes()),
        };
        // A node's children are told one after another, though not right after it.
        let mut waiting = VecDeque::from([(None, tree.initial())]);
        while let Some((parent, node)) = waiting.pop_front() {
            let number = document.nodes.len();
            document.nodes.push(TreeDocumentNode::of(tree, parent, node));
            waiting.extend(tree.children(node).iter().map(|&child| (Some(number), child)));
        }
        document
    }

    /// The number in the document of each node of the tree, by its number in the text.
    pub(super) fn numbers(tree: &Tree) -> Vec<usize> {
        let mut numbers = vec![0; tree.nodes()];
        let mut waiting = VecDeque::from([tree.initial()]);
        let mut next = 0;
        while let Some(node) = waiting.pop_front() {
            numbers[node.index()] = next;
            next += 1;
            waiting.extend(tree.children(node));
        }
        numbers
    }
}

/// A payoff as it is typed.
fn written(tree: &Tree, goal: Goal) -> f64 {
    tree.notation().scale(0).amount(goal.into())
}

/// Payoffs as they are typed: the first role's alone if the text gives no others.
fn all_written(tree: &Tree, goals: &[Goal]) -> Vec<f64> {
    let count = if tree.has_single_payoffs() { 1 } else { goals.len() };
    goals.iter().take(count).map(|&goal| written(tree, goal)).collect()
}

impl TreeDocumentNode {
    fn of(tree: &Tree, parent: Option<usize>, node: NodeIndex) -> Self {
        Self {
            parent,
            mov: parent.map(|_| tree.move_to(node)),
            mover: tree.mover(node),
            label: tree.label(node).map(str::to_owned),
            set: tree.set_name(node).map(str::to_owned),
            probability: tree.probability(node).map(str::to_owned),
            goals: all_written(tree, tree.payoffs(node)),
            static_values: all_written(tree, tree.static_values(node)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Client;

    #[test]
    fn a_tree_that_is_too_large_is_not_read_to_its_end() {
        for text in ["(".to_owned() + &"1 ".repeat(60_000) + "x", "[".to_owned() + &"1,".repeat(60_000) + "x"]
        {
            let problem = TreeRef::Written { text }.read().unwrap_err();
            assert_eq!(
                (problem.code, &*problem.message),
                ("tree-too-large", "a tree has at most 50000 nodes")
            );
        }
    }

    #[tokio::test]
    async fn the_built_in_trees_say_what_there_is_to_see() {
        let trees = Client::new().get("/api/trees").await.json();
        assert_eq!(trees.as_array().unwrap().len(), game::BUILTIN_TREES.len());
        assert_eq!(trees[0]["name"], "minimax");
        assert!(trees[0]["description"].as_str().unwrap().contains("Alpha-beta cuts"), "{trees}");
    }
}
