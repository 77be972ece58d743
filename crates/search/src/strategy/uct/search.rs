use std::ops::Range;
use std::time::Duration;

use game::{Batch, Favour, Game, Heed, MoveTally, Outcomes, Playouts, Policy as PlayoutPolicy, players};
use parking_lot::MutexGuard;
use rand::Rng;

use super::choice::Candidate;
use super::descend::{DescentStep, Leaf};
use super::expansion::Expansions;
use super::foresight::Foresight;
use super::forest::{Part, Question, Worker};
use super::path::Path;
use super::policy::{End, Policy};
use super::select::Formula;
use super::settings::{Mast, Settings};
use super::shared::SharedTree;
use super::siblings::Siblings;
use super::tree::{Decider, Tree};
use crate::evaluator::middle;
use crate::strategy::intact;
use crate::strategy::lookup::Lookup;
use crate::{Evaluator, Meter, Observer, SearchError, SearchRng};

/// Leaves that a budget of playouts should at least be spread over.
const LEAST_LEAVES: u64 = 1024;

/// How many simulations of a batch wait together for states. More would fill more lanes, but each knows less
/// of what the others find there: ends of the game, and proofs.
const TOGETHER: u32 = 16;

/// Which part of the goal range makes no difference to roles that choose at the same time.
const SLACK: f64 = 0.01;

/// The search of one decision: simulations, each a way down the tree to a leaf, playouts from there, and a
/// way back up.
pub(super) struct Search<'s, 'o, 'g, G: Game> {
    pub(super) game: &'s G,
    pub(super) settings: &'s Settings,
    pub(super) shared: &'s SharedTree<'o, G>,
    /// The number of this thread among those that share the tree.
    thread: usize,
    pub(super) tree: MutexGuard<'s, Tree<G>>,
    pub(super) guide: &'s mut Guide<'g, G>,
    /// The best line of play that a role alone knows of.
    pub(super) path: Option<Path<G>>,
    pub(super) formula: Formula,
    pub(super) meter: Meter,
    pub(super) rng: &'s mut SearchRng,
    /// The role whose goals an observer is told.
    pub(super) role: usize,
    pub(super) playouts: Playouts<'s, G>,
    /// Whether playouts are made move by move, so that their moves are known.
    pub(super) sees_moves: bool,
    /// The playouts that wait for simulations of one playout.
    pub(super) siblings: Siblings,
    pub(super) foresight: Foresight<'s, G>,
    /// What tells the values of states that are proven without a search.
    pub(super) lookup: Option<Lookup<'s, G>>,
    /// Whether more than visits and means guides the choice in nodes.
    pub(super) guided: bool,
    /// The ways down to all leaves of a batch, one after another.
    pub(super) steps: Vec<DescentStep>,
    /// How likely the moves were that roles drew on these ways, step by step.
    pub(super) chances: Vec<f64>,
    /// The states that simulations wait for.
    pub(super) expansions: Expansions<G>,
    /// Batches made.
    batches: u32,
    /// The simulations of a batch that wait for an expansion.
    waiting: Vec<Waiting>,
    pending: Vec<Pending>,
    pub(super) starts: Vec<G::State>,
    pub(super) outcomes: Outcomes,
    /// What these playouts came to by their moves.
    pub(super) tally: MoveTally<G::Move>,
    /// What the playouts of a leaf paid each role together.
    pub(super) goals: Vec<f64>,
}

/// What tells playouts and nodes more than visits and means do.
pub(super) struct Guide<'g, G: Game> {
    pub(super) policy: Policy<G>,
    pub(super) evaluator: Box<dyn Evaluator<G> + 'g>,
}

/// A simulation that waits for an expansion.
#[derive(Clone, Debug)]
struct Waiting {
    steps: Range<usize>,
    expansion: usize,
}

/// A leaf that waits for its playouts.
#[derive(Clone, Debug)]
struct Pending {
    steps: Range<usize>,
}

impl<'s, 'o, 'g, G: Game> Search<'s, 'o, 'g, G> {
    /// The part that one of the threads has in a search.
    pub(super) fn new(
        question: Question<'s, G>,
        shared: &'s SharedTree<'o, G>,
        thread: usize,
        worker: &'s mut Worker<'g, G>,
        meter: Meter,
        rng: &'s mut SearchRng,
    ) -> Self {
        let Question { game, settings, state, role, lookup } = question;
        let Worker { guide, path } = worker;
        let foresight = Foresight::new(game, settings, &meter);
        let tree = shared.lock();
        let (least, greatest) = tree.range;
        let width = greatest - least;
        let fpu = settings.fpu.map_or(f64::INFINITY, |fpu| least + fpu * width);
        Self {
            game,
            settings,
            shared,
            thread,
            tree,
            guide,
            path: path.take().filter(|path| path.leads_on_from(state)),
            formula: Formula { c: settings.c * width, fpu, least, slack: SLACK * width },
            meter,
            rng,
            role,
            playouts: Playouts::new(game),
            sees_moves: true,
            siblings: Siblings::default(),
            foresight,
            lookup: lookup.cloned(),
            guided: settings.guides(game.roles()),
            steps: Vec::new(),
            chances: Vec::new(),
            expansions: Expansions::new(),
            waiting: Vec::new(),
            batches: 0,
            pending: Vec::new(),
            starts: Vec::new(),
            outcomes: Outcomes::default(),
            tally: MoveTally::default(),
            goals: vec![0.0; game.roles()],
        }
    }

    /// Makes the tree ready for simulations: there is room for more, and the root has edges.
    pub(super) fn prepare(&mut self) -> Result<(), SearchError> {
        // PUCT and mixed strategies select otherwise.
        if self.settings.puct.is_none() && !self.settings.simultaneous.mixes() {
            self.shared.observer().exploration(self.formula.c);
        }
        self.meter.effort.nodes += 1;
        if self.room() < self.shared.memory() / 4 && !self.time_to_prune() {
            // What is kept would leave no room to go on.
            let root = self.tree.node(self.tree.root).state.clone();
            *self.tree = Tree::new(self.game, &root, self.role, self.settings, &self.meter);
        }
        if self.tree.node(self.tree.root).decider == Decider::Unknown {
            self.expansions.clear();
            if self.expand(self.tree.root)?.is_some() {
                self.work_out();
            }
        }
        Ok(())
    }

    /// Simulates until this thread's part of the budget is spent, there is nothing left to find, or the
    /// thread goes; what its part came to.
    pub(super) fn simulate(mut self) -> Part<G> {
        let error = self.run().and_then(|()| intact(&self.meter)).err();
        // Who has spent its part of the budget leaves the others theirs.
        if error.is_some() || self.over() {
            self.shared.end();
        }
        let Self { mut meter, path, lookup, .. } = self;
        meter.effort.tablebase_hits = lookup.map_or(0, |lookup| lookup.hits);
        Part { error, path, cut_short: meter.cut_short(), meter }
    }

    fn run(&mut self) -> Result<(), SearchError> {
        let mut lanes = self.lanes();
        while !self.over() && !self.meter.spent() && !self.tree.full() {
            if self.tree.out_of_room && self.time_to_prune() {
                self.prune();
            }
            if self.foresight.look_again() {
                lanes = self.lanes();
            }
            let _numbers = self.shared.keep_numbers(&mut self.tree);
            if let Some(lanes) = lanes {
                self.batch(lanes)?;
            } else {
                self.single()?;
            }
            self.tell();
            if self.thread > 0 && self.shared.crowded() {
                // It takes with it what it keeps beside the tree.
                let kept = self.siblings.bytes() + self.guide.policy.averages.bytes();
                self.shared.count_beside(0, kept);
                break;
            }
        }
        Ok(())
    }

    /// What plays the playouts of many leaves at once, if that can be; else they are made move by move.
    fn lanes(&mut self) -> Option<&'s dyn Batch<G::State, G::Move>> {
        let Settings { leaves, each, policy, .. } = self.settings;
        let together = leaves * each > 1;
        // What playouts paid is told for the role that made a move alone.
        let told = together && self.foresight.heeds() && !self.tree.spite.counts();
        let sees_moves = self.settings.sees_moves(self.game.roles(), told);
        let foreseen = !policy.decisive.move_by_move() || self.foresight.policy != PlayoutPolicy::Uniform;
        let lanes = self.game.batch().filter(|_| together && !sees_moves && foreseen);
        // Without lanes, playouts that are uniformly random need not be seen.
        let is_random = !policy.decisive.move_by_move() && !sees_moves && !policy.judges_leaves();
        self.sees_moves = lanes.is_none() && !is_random;
        lanes
    }

    /// What plays games side by side, if the simulations of one playout may use it: nobody sees the moves of
    /// their playouts, which are random.
    fn lanes_of_one(&self) -> Option<&'s dyn Batch<G::State, G::Move>> {
        self.game.batch().filter(|_| !self.sees_moves)
    }

    /// Bytes that are left for the tree and what is kept beside it.
    pub(super) fn room(&self) -> usize {
        self.shared.memory().saturating_sub(self.tree.needed() + self.shared.beside())
    }

    /// Whether there is room for another node with its edges; if not, that is noted.
    pub(super) fn has_room(&mut self) -> bool {
        let room = self.room() > 0;
        self.tree.out_of_room |= !room;
        room
    }

    /// Brings what takes memory down to half of what there may be, unless another thread has just done so.
    fn prune(&mut self) {
        let _numbers = self.shared.change_numbers(&mut self.tree);
        if !self.tree.out_of_room {
            return;
        }
        let half = self.shared.memory() / 2;
        self.tree.prune(self.game, half - self.shared.beside().min(half / 2));
        let averages = &mut self.guide.policy.averages;
        let before = averages.bytes();
        if before > half / 2 / self.shared.threads() {
            averages.prune();
            self.shared.count_beside(averages.bytes(), before);
        }
        self.tree.out_of_room = false;
    }

    /// Lets the observer know how far the search has come.
    fn tell(&mut self) {
        let Self { shared, meter, tree, role, settings, .. } = self;
        let mut moves = || tree.root_candidates(*role, settings).iter().map(Candidate::estimate).collect();
        shared.tell(self.thread, meter, &mut moves);
    }

    /// Whether there is nothing left to find.
    pub(super) fn over(&self) -> bool {
        self.shared.ended()
            || self.tree.solved()
            || self.path.as_ref().is_some_and(|path| path.goal >= self.tree.range.1)
    }

    /// Whether there is time to go over the whole tree.
    fn time_to_prune(&self) -> bool {
        let needed = Duration::from_secs_f64(self.tree.bytes() as f64 / self.settings.pruned_a_second);
        self.meter.budget().time.is_none_or(|time| self.meter.elapsed() + needed < time)
    }

    /// One simulation with one playout.
    fn single(&mut self) -> Result<(), SearchError> {
        self.steps.clear();
        self.chances.clear();
        self.guide.policy.trail.clear();
        self.expansions.clear();
        // Other threads shall go other ways meanwhile.
        let weight = u32::from(self.shared.threads() > 1);
        let mut leaf = self.descend(weight)?;
        while let Leaf::Waiting(expansion) = leaf {
            self.work_out();
            leaf = self.resume(expansion, 0, weight)?;
        }
        let steps = 0..self.steps.len();
        let end = match leaf {
            Leaf::Waiting(_) => unreachable!("every expansion has been worked out"),
            Leaf::Known(payoffs) => {
                self.end_known(steps, weight, payoffs);
                if self.sees_moves {
                    self.complete_trail(payoffs);
                }
                End::Paid
            }
            Leaf::Open(state) => {
                let end = match self.lanes_of_one() {
                    Some(lanes) => self.play_with_siblings(lanes, steps.clone(), &state),
                    None => self.play(&state),
                };
                if end == End::Interrupted {
                    self.goals.fill(0.0);
                    self.back_up(steps, weight, 0, false);
                    return Ok(());
                }
                self.meter.effort.playouts += 1;
                self.back_up(steps, weight, 1, false);
                end
            }
        };
        if self.sees_moves {
            self.learn();
            // An estimate is no line of play that leads somewhere.
            if end == End::Paid {
                self.remember_path();
            }
        }
        Ok(())
    }

    /// A batch of simulations whose playouts are made together.
    fn batch(&mut self, lanes: &dyn Batch<G::State, G::Move>) -> Result<(), SearchError> {
        let (leaves, each) = self.batch_size();
        self.batches += 1;
        self.steps.clear();
        self.chances.clear();
        self.pending.clear();
        self.starts.clear();
        let mut begun = 0;
        while begun < leaves && !self.tree.solved() {
            let group = TOGETHER.min(leaves - begun);
            self.group(group, each)?;
            begun += group;
        }
        if self.starts.is_empty() {
            return Ok(());
        }
        let told = if self.settings.policy.judges_leaves() {
            self.judge();
            false
        } else {
            self.play_all(lanes, each);
            self.meter.effort.playouts +=
                (0..self.pending.len()).map(|leaf| self.outcomes.playouts(leaf)).sum::<u64>();
            self.settings.rave.is_some()
        };
        let columns: Vec<u32> = match &mut self.tree.amaf {
            Some(amaf) if told => {
                self.tally.moves().iter().map(|&(role, mov)| amaf.column(role as u32, mov)).collect()
            }
            _ => Vec::new(),
        };
        for index in 0..self.pending.len() {
            let steps = self.pending[index].steps.clone();
            // No more than `each`, which is a u32.
            let playouts = self.outcomes.playouts(index) as u32;
            self.goals.copy_from_slice(self.outcomes.goals(index));
            if told && playouts > 0 {
                self.learn_amaf_of_leaf(index, steps.clone(), playouts, &columns);
            }
            self.back_up(steps, each, playouts, false);
        }
        Ok(())
    }

    /// Makes the playouts from all leaves of a batch; other threads have the tree meanwhile.
    pub(super) fn play_all(&mut self, lanes: &dyn Batch<G::State, G::Move>, each: u32) {
        let width = self.tree.range.1 - self.tree.range.0;
        let Self { shared, tree, meter, rng, outcomes, tally, starts, foresight, guide, settings, .. } = self;
        let (seed, go_on) = (rng.next_u64(), || !meter.interrupted());
        let made = shared.leave(tree, || match foresight.tactics() {
            None => lanes.playouts(starts, each, seed, &go_on, outcomes),
            Some(tactics) => {
                let favour = (foresight.heeds() && settings.policy.mast == Mast::Lanes)
                    .then(|| guide.policy.averages.favour(settings.policy.tau * width));
                let favour = favour.as_ref().map(|favour| favour as Favour<'_, G::Move>);
                let tally = (foresight.heeds() && settings.rave.is_some()).then_some(tally);
                let heed = Heed { favour, tally };
                tactics.playouts(foresight.policy, heed, starts, each, seed, &go_on, outcomes)
            }
        });
        made.unwrap_or_else(|fault| meter.fail(fault));
    }

    /// Takes the evaluator's opinion of each leaf of a batch for what a playout came to; other threads have
    /// the tree meanwhile. Leaves that the time or the playouts do not suffice for do not count.
    fn judge(&mut self) {
        let least = self.tree.range.0;
        let Self { game, shared, tree, guide, meter, rng, starts, outcomes, goals, .. } = self;
        shared.leave(tree, || {
            outcomes.clear(starts.len(), game.roles());
            for (index, state) in starts.iter().enumerate() {
                goals.fill(least);
                for role in players(*game) {
                    if !meter.allows_opinion() {
                        return;
                    }
                    goals[role] = guide.evaluator.evaluate(*game, state, role, meter, rng);
                }
                // A leaf is a visit of its own, beside the playouts of the evaluator.
                if !meter.allows_opinion() {
                    return;
                }
                outcomes.record(index, goals.iter().copied());
                meter.effort.playouts += 1;
            }
        });
    }

    /// So many simulations of a batch go down the tree, and wait together for the states that they need.
    fn group(&mut self, simulations: u32, each: u32) -> Result<(), SearchError> {
        self.expansions.clear();
        for _ in 0..simulations {
            let from = self.steps.len();
            let leaf = self.descend(each)?;
            self.arrive(leaf, from, each);
        }
        while !self.waiting.is_empty() {
            self.work_out();
            self.resume_group(each)?;
        }
        Ok(())
    }

    /// Goes on with the simulations whose expansions are done.
    fn resume_group(&mut self, each: u32) -> Result<(), SearchError> {
        for Waiting { steps, expansion } in std::mem::take(&mut self.waiting) {
            if !self.expansions.is_done(expansion) {
                self.waiting.push(Waiting { steps, expansion });
                continue;
            }
            // New steps come last, so those up to here are copied.
            let from = self.steps.len();
            self.steps.extend_from_within(steps);
            let leaf = self.resume(expansion, from, each)?;
            self.arrive(leaf, from, each);
        }
        Ok(())
    }

    /// Notes where a simulation of a batch has come to, by steps of which the first is number `from`.
    fn arrive(&mut self, leaf: Leaf<G::State>, from: usize, each: u32) {
        let steps = from..self.steps.len();
        match leaf {
            Leaf::Known(payoffs) => {
                self.end_known(steps, each, payoffs);
                self.steps.truncate(from);
            }
            Leaf::Open(state) => {
                self.starts.push(state);
                self.pending.push(Pending { steps });
            }
            Leaf::Waiting(expansion) => self.waiting.push(Waiting { steps, expansion }),
        }
    }

    /// How many leaves the next batch has, twice as many as the last until there are enough, and how many
    /// playouts from each.
    fn batch_size(&self) -> (u32, u32) {
        let Settings { leaves, each, .. } = *self.settings;
        // The search goes on, so there is a node and a playout left.
        let nodes = self.meter.budget().nodes.map_or(u64::MAX, |bound| bound - self.meter.effort.nodes);
        // Where playouts are so slow that a whole batch of them would outlast the time, the first few
        // must do.
        let leaves = u64::from(leaves).min(1 << self.batches.min(9)).min(nodes);
        let Some(bound) = self.meter.budget().playouts else { return (leaves as u32, each) };
        let each = u64::from(each).min(bound / LEAST_LEAVES).max(1);
        let left = self.meter.playouts_left();
        let leaves = leaves.min(left.div_ceil(each));
        (leaves as u32, each.min(left / leaves) as u32)
    }

    /// A playout from a state; its payoffs are in `goals` afterwards, unless the time is up before. Other
    /// threads have the tree meanwhile.
    pub(super) fn play(&mut self, state: &G::State) -> End {
        let range = self.tree.range;
        let Self { game, shared, tree, meter, rng, playouts, goals, guide, sees_moves, .. } = self;
        shared.leave(tree, || {
            if *sees_moves {
                let Guide { policy, evaluator } = &mut **guide;
                let end = policy.run(*game, state, range, &mut **evaluator, meter, rng, goals);
                if end == End::Cut {
                    goals.fill(middle(*game));
                }
                return end;
            }
            let playout = playouts.run_while(|| !meter.interrupted(), state, *rng);
            if meter.cut_short() || playout.cut && meter.interrupted() {
                return End::Interrupted;
            }
            if playout.cut {
                goals.fill(middle(*game));
                return End::Cut;
            }
            End::of(*game, &playout.end, meter, goals)
        })
    }
}
