use std::ops::RangeInclusive;

use rustc_hash::{FxHashMap, FxHashSet};

use super::decimal::{Decimal, unit, within_bounds};
use super::probability::Probability;
use super::sets::Sets;
use super::{NO_PAYOFFS, Node, NodeIndex, Tree, TreeError};
use crate::{CHANCE, Goal};

/// Grows a tree in the order of its text; its errors say what is wrong and leave the place to the reader of
/// the text.
#[derive(Debug)]
pub(super) struct Builder {
    /// The names of the players.
    roles: Vec<String>,
    /// How many nodes the tree may have.
    most_nodes: usize,
    nodes: Vec<Node>,
    children: Vec<NodeIndex>,
    /// Payoffs and static values, in units of `10^-places`.
    goals: Vec<Goal>,
    /// The most decimals that a payoff has had so far.
    places: u32,
    move_names: FxHashMap<NodeIndex, String>,
    labels: FxHashMap<NodeIndex, String>,
    sets: Sets,
    /// Whether payoffs are single numbers; unknown before the first.
    single: Option<bool>,
    /// How likely the children of chance nodes are.
    probabilities: FxHashMap<NodeIndex, Probability>,
    /// The inner nodes that are not closed yet, from the root down.
    open: Vec<Open>,
    /// The children so far of all open nodes.
    pending: Vec<NodeIndex>,
}

/// An inner node that is not closed yet.
#[derive(Debug)]
struct Open {
    node: NodeIndex,
    /// The place in `pending` of its first child.
    first: usize,
    /// The role that moves below it where the text does not say who does.
    in_turn: usize,
    /// If chance moves here, how likely the children are; nothing if all are equally likely.
    chance: Option<Vec<Probability>>,
}

impl Builder {
    /// For a tree of so many nodes at most, which are [`Tree::MAX_NODES`] at most.
    pub(super) fn new(roles: Vec<String>, most_nodes: usize) -> Self {
        Self {
            roles,
            most_nodes: most_nodes.min(Tree::MAX_NODES),
            nodes: Vec::new(),
            children: Vec::new(),
            goals: Vec::new(),
            places: 0,
            move_names: FxHashMap::default(),
            labels: FxHashMap::default(),
            sets: Sets::default(),
            single: None,
            probabilities: FxHashMap::default(),
            open: Vec::new(),
            pending: Vec::new(),
        }
    }

    /// For the roles that a tree of so many has where its text does not name them.
    pub(super) fn of_roles(count: usize, most_nodes: usize) -> Self {
        Self::new(plain_roles(count), most_nodes)
    }

    /// The names of the players.
    pub(super) fn roles(&self) -> &[String] {
        &self.roles
    }

    /// Whoever adds nodes asks this after each.
    ///
    /// # Errors
    /// If there are too many.
    pub(super) fn check_size(&self) -> Result<(), TreeError> {
        if self.nodes.len() > self.most_nodes {
            return Err(TreeError::TooLarge { most: self.most_nodes });
        }
        Ok(())
    }

    /// How many inner nodes are open.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// How many children the innermost open node has so far.
    pub(super) fn open_children(&self) -> Option<usize> {
        self.open.last().map(|open| self.pending.len() - open.first)
    }

    /// Whether the root is there and closed.
    pub(super) fn complete(&self) -> bool {
        self.open.is_empty() && !self.nodes.is_empty()
    }

    /// The way to the node that comes next, `root/0/2`.
    pub(super) fn path(&self) -> String {
        let mut path = "root".to_owned();
        let ends = self.open.iter().skip(1).map(|open| open.first - 1).chain([self.pending.len()]);
        for (open, end) in self.open.iter().zip(ends) {
            path.push_str(&format!("/{}", end - open.first));
        }
        path
    }

    /// Begins an inner node, which the given role moves at, or the role after the one that moves above, or
    /// the first role at the root.
    pub(super) fn open(&mut self, mover: Option<usize>) -> Result<NodeIndex, String> {
        let mover = mover.unwrap_or_else(|| self.in_turn());
        self.begin(mover, (mover + 1) % self.roles.len(), None)
    }

    /// Begins a chance node with children of these probabilities; with none if all are equally likely. Below
    /// it moves who would move here.
    pub(super) fn open_chance(&mut self, probabilities: Vec<Probability>) -> Result<NodeIndex, String> {
        self.begin(self.roles.len(), self.in_turn(), Some(probabilities))
    }

    /// The role that moves at the node that comes next, if the text does not say who does.
    fn in_turn(&self) -> usize {
        self.open.last().map_or(0, |open| open.in_turn)
    }

    fn begin(
        &mut self,
        mover: usize,
        in_turn: usize,
        chance: Option<Vec<Probability>>,
    ) -> Result<NodeIndex, String> {
        if self.depth() == Tree::MAX_DEPTH {
            return Err(format!("a tree is at most {} levels deep", Tree::MAX_DEPTH));
        }
        let node = self.add(mover, NO_PAYOFFS);
        self.open.push(Open { node, first: self.pending.len(), in_turn, chance });
        Ok(node)
    }

    /// Gives an inner node its static value: the first role's alone, or every role's.
    pub(super) fn assess(&mut self, node: NodeIndex, payoffs: &[Decimal]) -> Result<(), String> {
        self.nodes[node.index()].goals = self.pay(payoffs)?;
        Ok(())
    }

    /// Ends the innermost open node.
    pub(super) fn close(&mut self) -> Result<(), String> {
        let Some(&Open { node, first, ref chance, .. }) = self.open.last() else {
            return Err("there is no inner node to end here".to_owned());
        };
        let children = &self.pending[first..];
        if children.is_empty() {
            return Err("an inner node has at least one child".to_owned());
        }
        if let Some(twice) = self.repeated_move(children) {
            return Err(format!("two moves are called `{twice}`"));
        }
        if let Some(probabilities) = chance {
            let uniform = vec![Probability::uniform(children.len()); children.len()];
            let probabilities = if probabilities.is_empty() { &uniform } else { probabilities };
            Probability::check(probabilities, children.len())?;
            self.probabilities.extend(children.iter().copied().zip(probabilities.iter().cloned()));
        }
        self.open.pop();
        let start = narrow(self.children.len());
        self.children.extend(self.pending.drain(first..));
        self.nodes[node.index()].children = start..narrow(self.children.len());
        Ok(())
    }

    /// The name that two of the moves to these children have, if two have the same. Places alone
    /// are different.
    fn repeated_move(&self, children: &[NodeIndex]) -> Option<String> {
        let has_name =
            |child: &NodeIndex| self.move_names.contains_key(child) || self.labels.contains_key(child);
        if self.move_names.is_empty() && self.labels.is_empty() || !children.iter().any(has_name) {
            return None;
        }
        let mut seen = FxHashSet::default();
        let name = |child: &NodeIndex| {
            move_name(&self.move_names, &self.labels, *child, self.nodes[child.index()].position)
        };
        children.iter().map(name).find(|name| !seen.insert(name.clone()))
    }

    /// Adds a leaf: the first role's payoff alone, or every role's.
    pub(super) fn leaf(&mut self, payoffs: &[Decimal]) -> Result<NodeIndex, String> {
        let first = self.pay(payoffs)?;
        Ok(self.add(0, first))
    }

    /// Keeps the payoffs of a node, and says where they begin.
    fn pay(&mut self, payoffs: &[Decimal]) -> Result<u32, String> {
        let roles = self.roles.len();
        let single = payoffs.len() == 1 && roles <= 2;
        if !single && payoffs.len() != roles {
            return Err(format!(
                "{} where one payoff for each of the {roles} roles was expected",
                count(payoffs.len())
            ));
        }
        if *self.single.get_or_insert(single) != single {
            return Err(
                "the leaves of a tree are either all numbers or all lists of payoffs; so are static values"
                    .to_owned(),
            );
        }
        let first = narrow(self.goals.len());
        for &payoff in payoffs {
            let goal = self.amount(payoff)?;
            self.goals.push(goal);
        }
        self.goals.resize(self.goals.len() + roles - payoffs.len(), 0);
        Ok(first)
    }

    /// A payoff in the tree's units, which become smaller if it has more decimals than all before.
    pub(super) fn amount(&mut self, payoff: Decimal) -> Result<Goal, String> {
        if payoff.places > self.places {
            let times = unit(payoff.places - self.places);
            for goal in &mut self.goals {
                let more = goal.checked_mul(times).filter(|more| within_bounds(*more));
                *goal = more.ok_or_else(|| {
                    format!(
                        "with {} decimals payoffs end at {1} and -{1}, and there are greater ones",
                        payoff.places,
                        f64::from(Tree::MAX_GOAL) / f64::from(unit(payoff.places))
                    )
                })?;
            }
            self.places = payoff.places;
        }
        payoff.in_units(self.places)
    }

    pub(super) fn name_move_to(&mut self, child: NodeIndex, name: &str) -> Result<(), String> {
        check_name(name)?;
        self.move_names.insert(child, name.to_owned());
        Ok(())
    }

    pub(super) fn label(&mut self, node: NodeIndex, label: &str) -> Result<(), String> {
        check_name(label)?;
        self.labels.insert(node, label.to_owned());
        Ok(())
    }

    /// Puts an inner node into an information set.
    pub(super) fn put_in_set(&mut self, node: NodeIndex, name: &str) -> Result<(), String> {
        if self.nodes[node.index()].mover as usize == self.roles.len() {
            return Err(
                "a chance node is in no information set: these are of nodes where a player moves".to_owned()
            );
        }
        self.sets.add(node, name)
    }

    /// The finished tree, whose information sets are not [checked](super::sets::check) yet. The payoffs must
    /// lie within `range`, in the tree's units, if there is one.
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
            let shown = |goal: &Goal| super::decimal::written((*goal).into(), self.places);
            return Err(format!(
                "payoffs from {} to {} do not lie within the range {}..={}",
                shown(&least),
                shown(&greatest),
                shown(range.start()),
                shown(range.end())
            ));
        }
        if single && roles == 2 {
            for payoffs in self.goals.chunks_exact_mut(2) {
                // Within the range, so within MAX_GOAL, and so is every intermediate result within i32.
                payoffs[1] = range.start() + (range.end() - payoffs[0]);
            }
        }
        let sums = self.sums(roles)?;
        let plain_names = self.roles == plain_roles(roles);
        let chance = !self.probabilities.is_empty();
        if chance {
            self.roles.push(CHANCE.to_owned());
        }
        Ok(Tree {
            players: roles,
            probabilities: self.probabilities,
            sums,
            plain: name.is_none() && range == tight && roles > 1 && self.move_names.is_empty() && plain_names,
            name,
            description: None,
            single,
            places: self.places,
            roles: self.roles,
            range,
            nodes: self.nodes,
            children: self.children,
            goals: self.goals,
            move_names: self.move_names,
            labels: self.labels,
            sets: self.sets,
        })
    }

    /// The least and the greatest sum of the payoffs of a leaf.
    fn sums(&self, roles: usize) -> Result<RangeInclusive<Goal>, String> {
        let leaves = self.nodes.iter().filter(|node| node.children.is_empty());
        let payoffs = leaves.map(|leaf| &self.goals[leaf.goals as usize..][..roles]);
        let sums = payoffs.map(|payoffs| payoffs.iter().map(|&payoff| i64::from(payoff)).sum::<i64>());
        let (least, greatest) = sums.fold((i64::MAX, i64::MIN), |(a, b), sum| (a.min(sum), b.max(sum)));
        let within = |sum: i64| Goal::try_from(sum).ok().filter(|sum| *sum >= -Goal::MAX);
        let sums = within(least).zip(within(greatest)).map(|(least, greatest)| least..=greatest);
        sums.ok_or_else(|| {
            let most = f64::from(Goal::MAX) / f64::from(unit(self.places));
            format!(
                "with {} decimals sums of payoffs end at {most} and -{most}, and a leaf has a greater one",
                self.places
            )
        })
    }

    fn add(&mut self, mover: usize, goals: u32) -> NodeIndex {
        let node = NodeIndex(narrow(self.nodes.len()));
        let position = self.open_children().map_or(0, |before| narrow(before + 1));
        self.nodes.push(Node { children: 0..0, mover: narrow(mover), position, goals });
        if !self.open.is_empty() {
            self.pending.push(node);
        }
        node
    }
}

/// Refuses a name that cannot be typed in again, or that a terminal takes for a command.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    if name.contains(|c: char| c == '"' || c.is_control()) {
        let shown: String = name.chars().take(20).collect();
        return Err(format!(
            "a name has no quotation marks and no control characters, such as a line break; found `{}`",
            shown.escape_debug()
        ));
    }
    Ok(())
}

/// What the move to a child is called: the name that the text gives to it, the child's label, or its place.
pub(super) fn move_name(
    move_names: &FxHashMap<NodeIndex, String>,
    labels: &FxHashMap<NodeIndex, String>,
    child: NodeIndex,
    position: u32,
) -> String {
    move_names.get(&child).or_else(|| labels.get(&child)).cloned().unwrap_or_else(|| position.to_string())
}

/// The names of roles where a text gives none: max and min, and the numbers of more than two players.
fn plain_roles(count: usize) -> Vec<String> {
    match count {
        0..=2 => vec!["max".to_owned(), "min".to_owned()],
        more => (1..=more).map(|role| role.to_string()).collect(),
    }
}

/// Indices fit: there are at most `MAX_NODES` nodes, and [`super::json`] and [`super::brackets`] bound the
/// number of roles.
fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn count(payoffs: usize) -> String {
    match payoffs {
        1 => "a single payoff".to_owned(),
        n => format!("{n} payoffs"),
    }
}
