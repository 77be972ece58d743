use std::ops::Range;
use std::time::Duration;

use game::{Game, Outcomes, Playouts};

use super::path::Path;
use super::policy::{End, Policy};
use super::select::Formula;
use super::settings::Settings;
use super::tree::{Edge, Kind, NONE, Tree};
use super::worker::Question;
use crate::evaluator::middle;
use crate::{Evaluator, Meter, Observer, SearchError, SearchRng};

/// Leaves that a budget of playouts should at least be spread over.
const LEAST_LEAVES: u64 = 256;

/// Bytes of a tree that are looked through and copied in a second, at the least.
const PRUNED_A_SECOND: f64 = 2e8;

/// Which part of the goal range makes no difference to roles that choose at the same time.
const SLACK: f64 = 0.01;

/// The search of one decision: simulations, each a way down the tree to a leaf, playouts from there, and a way back up.
pub(super) struct Search<'s, 'g, G: Game, O> {
    pub(super) game: &'s G,
    pub(super) settings: &'s Settings,
    pub(super) tree: &'s mut Tree<G>,
    pub(super) guide: &'s mut Guide<'g, G>,
    /// The best line of play that a role alone knows of.
    pub(super) path: Option<Path<G>>,
    pub(super) formula: Formula,
    pub(super) meter: Meter,
    pub(super) rng: &'s mut SearchRng,
    pub(super) observer: &'s mut O,
    /// The role whose goals an observer is told.
    pub(super) role: usize,
    pub(super) playouts: Playouts<'s, G>,
    /// Whether playouts are made move by move, so that their moves are known.
    sees_moves: bool,
    /// Whether more than visits and means guides the choice in nodes.
    guided: bool,
    /// Plies of the longest way down.
    pub(super) depth: u32,
    /// The ways down to all leaves of a batch, one after another.
    pub(super) steps: Vec<Step>,
    pending: Vec<Pending>,
    starts: Vec<G::State>,
    outcomes: Outcomes,
    /// What the playouts of a leaf paid each role together.
    pub(super) goals: Vec<f64>,
}

/// What tells playouts and nodes more than visits and means do.
pub(super) struct Guide<'g, G: Game> {
    pub(super) policy: Policy<G>,
    pub(super) evaluator: Box<dyn Evaluator<G> + 'g>,
}

/// A step down the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) node: u32,
    /// The edge, or the joint edge.
    pub(super) edge: u32,
    /// What the virtual visits added to the edge's sum.
    virtual_sum: f64,
    /// How many moves of the trail were made before.
    pub(super) decided: usize,
}

/// A leaf that waits for its playouts.
#[derive(Clone, Debug)]
struct Pending {
    steps: Range<usize>,
}

/// Where a way down the tree ends.
enum Leaf {
    /// In a node to play from.
    Open(u32),
    /// At payoffs that are known.
    Known(u32),
}

impl<'s, 'g, G: Game, O: Observer<G>> Search<'s, 'g, G, O> {
    pub(super) fn new(
        question: Question<'s, G>,
        tree: &'s mut Tree<G>,
        guide: &'s mut Guide<'g, G>,
        path: Option<Path<G>>,
        meter: Meter,
        rng: &'s mut SearchRng,
        observer: &'s mut O,
    ) -> Self {
        let Question { game, settings, role, .. } = question;
        let (least, greatest) = tree.range;
        let width = greatest - least;
        let fpu = settings.fpu.map_or(f64::INFINITY, |fpu| least + fpu * width);
        Self {
            game,
            settings,
            tree,
            guide,
            path,
            formula: Formula { c: settings.c * width, fpu, least, slack: SLACK * width },
            meter,
            rng,
            observer,
            role,
            playouts: Playouts::new(game),
            sees_moves: settings.sees_moves(game.roles()),
            guided: settings.guides(game.roles()),
            depth: 0,
            steps: Vec::new(),
            pending: Vec::new(),
            starts: Vec::new(),
            outcomes: Outcomes::default(),
            goals: vec![0.0; game.roles()],
        }
    }

    /// Simulates until the budget is spent or the root is proven.
    pub(super) fn run(&mut self) -> Result<(), SearchError> {
        self.meter.nodes += 1;
        if self.tree.node(self.tree.root).kind == Kind::Fresh {
            self.tree.expand(self.game, self.tree.root)?;
        }
        let none = || false;
        let lanes = !self.sees_moves
            && self.settings.leaves * self.settings.each > 1
            && self.game.playouts_at_once(&[], 0, self.rng, &none, &mut self.outcomes);
        while !self.over() && !self.meter.spent() && !self.tree.full() {
            if self.tree.bytes() > self.settings.memory {
                if !self.time_to_prune() {
                    break;
                }
                self.tree.prune(self.settings.memory);
            }
            if lanes { self.batch()? } else { self.single()? }
        }
        Ok(())
    }

    /// Whether there is nothing left to find.
    pub(super) fn over(&self) -> bool {
        self.tree.solved() || self.path.as_ref().is_some_and(|path| path.goal >= self.tree.range.1)
    }

    /// Whether there is time to go over the whole tree.
    fn time_to_prune(&self) -> bool {
        let needed = Duration::from_secs_f64(self.tree.bytes() as f64 / PRUNED_A_SECOND);
        self.meter.budget().time.is_none_or(|time| self.meter.elapsed() + needed < time)
    }

    /// One simulation with one playout.
    fn single(&mut self) -> Result<(), SearchError> {
        self.steps.clear();
        self.guide.policy.trail.clear();
        let leaf = self.descend(0)?;
        let steps = 0..self.steps.len();
        match leaf {
            Leaf::Known(payoffs) => {
                self.end_known(steps, 0, payoffs);
                if self.sees_moves {
                    self.complete_trail(payoffs);
                }
            }
            Leaf::Open(node) => {
                if !self.play(node) {
                    return Ok(());
                }
                self.meter.playouts += 1;
                self.back_up(steps, 0, 1);
            }
        }
        if self.sees_moves {
            self.learn();
            self.remember_path();
        }
        Ok(())
    }

    /// A batch of simulations whose playouts are made together.
    fn batch(&mut self) -> Result<(), SearchError> {
        let (leaves, each) = self.batch_size();
        self.steps.clear();
        self.pending.clear();
        self.starts.clear();
        for _ in 0..leaves {
            let from = self.steps.len();
            let leaf = self.descend(each)?;
            let steps = from..self.steps.len();
            match leaf {
                Leaf::Known(payoffs) => {
                    self.end_known(steps, each, payoffs);
                    self.steps.truncate(from);
                    if self.tree.solved() {
                        break;
                    }
                }
                Leaf::Open(node) => {
                    self.starts.push(self.tree.node(node).state.clone());
                    self.pending.push(Pending { steps });
                }
            }
        }
        if self.starts.is_empty() {
            return Ok(());
        }
        let Self { game, meter, rng, outcomes, starts, .. } = self;
        game.playouts_at_once(starts, each, *rng, &|| !meter.interrupted(), outcomes);
        for index in 0..self.pending.len() {
            let steps = self.pending[index].steps.clone();
            // No more than `each`, which is a u32.
            let playouts = self.outcomes.playouts(index) as u32;
            self.goals.copy_from_slice(self.outcomes.goals(index));
            self.meter.playouts += u64::from(playouts);
            self.back_up(steps, each, playouts);
        }
        Ok(())
    }

    /// How many leaves the next batch has, and how many playouts from each.
    fn batch_size(&self) -> (u32, u32) {
        let Settings { leaves, each, .. } = *self.settings;
        let Some(bound) = self.meter.budget().playouts else { return (leaves, each) };
        let each = u64::from(each).min(bound / LEAST_LEAVES).max(1);
        // The search goes on, so there is a playout left.
        let left = bound - self.meter.playouts;
        let leaves = u64::from(leaves).min(left.div_ceil(each));
        (leaves as u32, each.min(left / leaves) as u32)
    }

    /// Goes down to a leaf, and counts `weight` visits on the way that have the mean result until theirs is known.
    fn descend(&mut self, weight: u32) -> Result<Leaf, SearchError> {
        self.meter.nodes += 1;
        self.tree.stamp = self.tree.stamp.wrapping_add(1);
        let mut at = self.tree.root;
        let (mut plies, mut reference) = (0, at);
        loop {
            let node = self.tree.node(at);
            if node.proven != NONE {
                return Ok(Leaf::Known(node.proven));
            }
            if node.stamp == self.tree.stamp {
                // A state comes again on the way: the simulation has gone in a circle.
                return Ok(Leaf::Open(at));
            }
            if node.kind == Kind::Fresh {
                self.tree.expand(self.game, at)?;
                if self.settings.bias > 0.0 {
                    self.ask_opinions(at);
                }
                continue;
            }
            self.tree.nodes[at as usize].stamp = self.tree.stamp;
            if self.settings.rave.is_some_and(|visits| u64::from(self.tree.node(at).visits) >= visits) {
                reference = at;
            }
            let decided = self.guide.policy.trail.len();
            plies += 1;
            self.depth = self.depth.max(plies);
            let (child, new) = match self.tree.node(at).kind {
                Kind::Fresh => unreachable!("it has its edges"),
                Kind::Turn(role) => {
                    let edge = if self.guided {
                        self.select_guided(at, role, reference)
                    } else {
                        self.tree.select(at, role as usize, &self.formula)
                    };
                    let virtual_sum = self.visit(at, edge, weight);
                    self.steps.push(Step { node: at, edge, virtual_sum, decided });
                    let Edge { mov, proven, .. } = self.tree.edges[edge as usize];
                    if self.sees_moves && self.tree.node(at).count > 1 {
                        self.guide.policy.trail.push((role, mov));
                    }
                    if proven != NONE {
                        return Ok(Leaf::Known(proven));
                    }
                    self.tree.child(self.game, at, role as usize, edge)
                }
                Kind::Joint(joint_node) => {
                    let code = self.tree.select_joint(
                        at,
                        joint_node,
                        &self.formula,
                        self.settings.simultaneous,
                        self.rng,
                    );
                    let edge = self.tree.joints.edge_of(joint_node, code);
                    if weight > 0 {
                        // Where several roles choose, a visit under way counts as lost to them all.
                        let lost = self.tree.range.0 * f64::from(weight);
                        self.tree.record_joint(at, edge, self.settings.simultaneous, weight.into(), |_| lost);
                    }
                    self.steps.push(Step { node: at, edge, virtual_sum: 0.0, decided });
                    if self.sees_moves {
                        self.tree.extend_trail(at, joint_node, code, &mut self.guide.policy.trail);
                    }
                    self.tree.joint_child(self.game, at, joint_node, edge)
                }
            };
            let proven = self.tree.node(child).proven;
            if new {
                self.meter.leaves += u64::from(proven != NONE);
                return Ok(if proven == NONE { Leaf::Open(child) } else { Leaf::Known(proven) });
            }
            at = child;
        }
    }

    /// Counts visits of an edge before their results are known, and tells what they are taken to have come to.
    fn visit(&mut self, node: u32, edge: u32, weight: u32) -> f64 {
        if weight == 0 {
            return 0.0;
        }
        self.tree.nodes[node as usize].visits += weight;
        let least = self.tree.range.0;
        let edge = &mut self.tree.edges[edge as usize];
        let sum = f64::from(weight) * edge.mean().unwrap_or(least);
        edge.visits += weight;
        edge.sum += sum;
        sum
    }

    /// A simulation has come to payoffs that are known.
    fn end_known(&mut self, steps: Range<usize>, weight: u32, payoffs: u32) {
        let count = weight.max(1);
        self.meter.playouts += u64::from(count);
        for (sum, goal) in self.goals.iter_mut().zip(self.tree.payoffs.goals(payoffs)) {
            *sum = goal * f64::from(count);
        }
        self.back_up(steps.clone(), weight, count);
        if self.settings.solver {
            let mut payoffs = payoffs;
            for &Step { node, edge, .. } in self.steps[steps].iter().rev() {
                match self.tree.prove(node, edge, payoffs) {
                    Some(proven) => payoffs = proven,
                    None => break,
                }
            }
        }
    }

    /// A playout from a node; its payoffs are in `goals` afterwards, unless the time is up before.
    fn play(&mut self, node: u32) -> bool {
        let Self { game, tree, meter, rng, playouts, goals, guide, .. } = self;
        if self.sees_moves {
            let Guide { policy, evaluator } = &mut **guide;
            let state = &tree.node(node).state;
            return match policy.run(*game, state, tree.range, &mut **evaluator, meter, rng, goals) {
                End::Interrupted => false,
                End::Paid => true,
                End::Cut => {
                    goals.fill(middle(*game));
                    true
                }
            };
        }
        let playout = playouts.run_while(|| !meter.interrupted(), &tree.node(node).state, *rng);
        if playout.cut && meter.interrupted() {
            return false;
        }
        for (role, goal) in goals.iter_mut().enumerate() {
            *goal = if playout.cut { middle(*game) } else { f64::from(game.goal(&playout.end, role)) };
        }
        true
    }

    /// Follows the proof of payoffs to the end of the game, so that the trail has all moves.
    fn complete_trail(&mut self, payoffs: u32) {
        let Some(&Step { node, edge, .. }) = self.steps.last() else { return };
        let mut at = match self.tree.node(node).kind {
            Kind::Turn(_) => self.tree.edges[edge as usize].child,
            _ => return,
        };
        while at != NONE {
            let Kind::Turn(role) = self.tree.node(at).kind else { return };
            let edges = self.tree.edges_of(at);
            let Some(edge) = edges.iter().find(|edge| edge.proven == payoffs) else { return };
            if edges.len() > 1 {
                self.guide.policy.trail.push((role, edge.mov));
            }
            at = edge.child;
        }
    }

    /// Keeps the moves of this simulation, if a role alone has not come to more before.
    fn remember_path(&mut self) {
        let goal = self.goals[0];
        if self.game.roles() == 1 && self.path.as_ref().is_none_or(|path| goal > path.goal) {
            let moves = self.guide.policy.trail.iter().map(|&(_, mov)| mov).collect();
            self.path = Some(Path::new(goal, moves, self.tree.node(self.tree.root).state.clone()));
        }
    }

    /// Adds playouts, whose payoffs come to `goals`, to all statistics on a way down, and takes the virtual visits back.
    fn back_up(&mut self, steps: Range<usize>, weight: u32, count: u32) {
        for index in steps.clone() {
            let Step { node, edge, virtual_sum, .. } = self.steps[index];
            match self.tree.node(node).kind {
                Kind::Fresh => unreachable!("a way leads through nodes with edges"),
                Kind::Turn(role) => {
                    let visits = &mut self.tree.nodes[node as usize].visits;
                    *visits = *visits - weight + count;
                    let edge = &mut self.tree.edges[edge as usize];
                    edge.visits = edge.visits - weight + count;
                    edge.sum += self.goals[role as usize] - virtual_sum;
                }
                Kind::Joint(_) => {
                    let lost = self.tree.range.0 * f64::from(weight);
                    let visits = i64::from(count) - i64::from(weight);
                    let (form, goals) = (self.settings.simultaneous, &self.goals);
                    self.tree.record_joint(node, edge, form, visits, |role| goals[role] - lost);
                }
            }
        }
        if self.observer.watches() {
            self.report(steps, count);
        }
    }
}
