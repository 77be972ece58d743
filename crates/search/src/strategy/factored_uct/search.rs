use game::{Game, Heed, Outcomes, Parent, Playouts, Policy, children_of_all, drawn_move};
use rand::Rng;

use super::Settings;
use super::forest::{Choose, Forest, Place};
use super::parts::Parts;
use crate::decision::LONGEST_LINE;
use crate::evaluator::playout_mean::{payoffs, play};
use crate::statistics::MoveStatistics;
use crate::strategy::choices;
use crate::{Meter, Observer, SearchError, SearchRng, Watch};

/// Simulations of one decision, several of which go down the trees side by side.
pub(super) struct Search<'s, G: Game> {
    pub(super) game: &'s G,
    pub(super) root: &'s G::State,
    /// The role that searches, and its legal moves.
    pub(super) role: usize,
    pub(super) moves: &'s [G::Move],
    pub(super) settings: Settings,
    pub(super) parts: &'s Parts<G::Move>,
    pub(super) forest: &'s mut Forest<G::Move>,
    pub(super) meter: Meter,
    /// What came of the searching role's moves at the root.
    pub(super) statistics: MoveStatistics<G::Move>,
    pub(super) rng: &'s mut SearchRng,
    pub(super) observer: Watch<'s, G>,
}

/// A simulation on its way down.
struct Walker<S> {
    state: S,
    /// The searching role's first move, by its place among the legal ones.
    first: Option<usize>,
    /// What all roles chose on the way.
    places: Vec<Place>,
    plies: u32,
    end: End,
}

/// How a simulation leaves the trees.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// It is still on its way.
    None,
    /// In a state of which some node is new, or after [`MOST_PLIES`].
    Outside,
    /// Where the game is over.
    Terminal,
}

impl<G: Game> Search<'_, G> {
    /// Makes simulations until the meter says enough.
    ///
    /// # Errors
    /// If a role has no move in a state that is not terminal.
    pub(super) fn run(&mut self) -> Result<(), SearchError> {
        let lanes = self.game.batch().is_some();
        let leaves = if lanes { u64::from(self.settings.leaves) } else { 1 };
        // So that a small budget has about a thousand leaves.
        let few = (self.meter.playouts_left() / 1000).max(1);
        let each = if lanes { u64::from(self.settings.each).min(few) } else { 1 };
        let mut playouts = Playouts::new(self.game);
        while !self.meter.spent() {
            let left = self.meter.playouts_left();
            let each = each.min(left);
            let count = leaves.min(left / each).min(self.meter.nodes_left());
            let mut walkers = self.descend(count)?;
            self.play(&mut walkers, each as u32, &mut playouts);
            let statistics = &self.statistics;
            self.observer.progress(&self.meter, &mut || statistics.estimates(|mean| mean));
        }
        Ok(())
    }

    /// So many walkers from the root to where they leave the trees, a ply of all of them at a time. Those
    /// that the end of the budget stops on their way are taken back.
    fn descend(&mut self, count: u64) -> Result<Vec<Walker<G::State>>, SearchError> {
        let new =
            || Walker { state: self.root.clone(), first: None, places: Vec::new(), plies: 0, end: End::None };
        let mut walkers: Vec<_> = (0..count).map(|_| new()).collect();
        let (mut joints, mut going, mut children) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            joints.clear();
            going.clear();
            for (number, walker) in
                walkers.iter_mut().enumerate().filter(|(_, walker)| walker.end == End::None)
            {
                if self.meter.spent() {
                    break;
                }
                self.step(walker, &mut joints)?;
                if walker.end == End::None {
                    going.push(number);
                }
            }
            if going.is_empty() || self.meter.spent() {
                break;
            }
            // As many as there are states left to visit go on.
            going.truncate(usize::try_from(self.meter.nodes_left()).unwrap_or(usize::MAX));
            let roles = self.game.roles();
            let parent =
                |(&number, joint): (&usize, _)| Parent { state: &walkers[number].state, joints: joint };
            let parents: Vec<_> = going.iter().zip(joints.chunks_exact(roles)).map(parent).collect();
            children_of_all(self.game, &parents, &mut children);
            self.meter.effort.nodes += going.len() as u64;
            for (&number, child) in going.iter().zip(&mut children) {
                std::mem::swap(&mut walkers[number].state, child);
                walkers[number].plies += 1;
            }
        }
        walkers.retain(|walker| {
            if walker.end == End::None {
                self.forest.abandon(&walker.places);
            }
            walker.end != End::None
        });
        Ok(walkers)
    }

    /// Finds out how a walker leaves the trees where it stands; or else chooses a move for each role.
    fn step(&mut self, walker: &mut Walker<G::State>, joints: &mut Vec<G::Move>) -> Result<(), SearchError> {
        let game = self.game;
        if game.terminal(&walker.state) {
            walker.end = End::Terminal;
            return Ok(());
        }
        if walker.plies >= MOST_PLIES {
            walker.end = End::Outside;
            return Ok(());
        }
        let (mut keys, mut nodes) = (Vec::new(), Vec::new());
        self.parts.keys(game, &walker.state, &mut keys);
        let chance = game.chance().map(game::Chance::role);
        if !self.forest.find(&keys, &mut nodes) {
            walker.end = End::Outside;
            // Trees that are full grow no more, and go on counting.
            if self.forest.bytes() < self.settings.memory {
                self.forest.add(self.parts, &keys, &choices(game, &walker.state)?, chance);
            }
            return Ok(());
        }
        let from = walker.places.len();
        for role in 0..game.roles() {
            let by = Choose::Bound(self.settings.c);
            let chosen = self.forest.choose(self.parts, &nodes, role, by, self.rng, &mut walker.places);
            let mov = chosen.unwrap_or_else(|| {
                let mut moves = Vec::new();
                game.legal(&walker.state, role, &mut moves);
                drawn_move(game, &walker.state, role, &moves, self.rng)
            });
            if role == self.role && walker.plies == 0 {
                walker.first = self.moves.iter().position(|&other| other == mov);
            }
            joints.push(mov);
        }
        self.forest.begin(&walker.places[from..]);
        Ok(())
    }

    /// Plays from where the walkers have left the trees, and tells the trees what came of it.
    fn play(&mut self, walkers: &mut [Walker<G::State>], each: u32, playouts: &mut Playouts<'_, G>) {
        let starts: Vec<G::State> = (walkers.iter().filter(|walker| walker.end == End::Outside))
            .map(|walker| walker.state.clone())
            .collect();
        let mut outcomes = Outcomes::default();
        self.playouts(&starts, each, playouts, &mut outcomes);
        let mut start = 0..;
        for walker in walkers {
            let (visits, sums) = match walker.end {
                End::Outside => {
                    let start = start.next().unwrap_or_default();
                    (outcomes.playouts(start), outcomes.goals(start).to_vec())
                }
                _ => self.payoffs(walker, each),
            };
            if visits == 0 {
                self.forest.abandon(&walker.places);
                continue;
            }
            self.meter.effort.simulations += 1;
            self.meter.effort.reach(walker.plies);
            let (least, width) = self.range();
            // As many visits as playouts, far below 2^53.
            let mean = |sum: &f64| sum / visits as f64;
            let worth: Vec<f64> =
                sums.iter().map(|sum| if width > 0.0 { (mean(sum) - least) / width } else { 0.5 }).collect();
            self.forest.complete(&walker.places, &worth);
            if let Some(first) = walker.first {
                self.statistics.record_all(first, visits, sums[self.role]);
                let tally = self.statistics.tally(first);
                let mean = tally.mean().unwrap_or_default();
                self.observer.back_up(self.role, self.statistics.mov(first), tally.visits, mean);
            }
        }
    }

    /// Payoffs of a walker at the end of the game, which count as often as playouts would; nothing if there
    /// is no time for them.
    fn payoffs(&mut self, walker: &Walker<G::State>, each: u32) -> (u64, Vec<f64>) {
        let goals: Option<Vec<f64>> =
            (0..self.game.roles()).map(|role| self.meter.goal(self.game, &walker.state, role)).collect();
        let Some(goals) = goals.filter(|_| self.meter.error().is_none()) else { return (0, Vec::new()) };
        self.meter.effort.leaves += 1;
        self.meter.effort.proven_visits += u64::from(each);
        let sums: Vec<f64> = goals.iter().map(|goal| goal * f64::from(each)).collect();
        self.observer.proven_visits(u64::from(each), &sums);
        (each.into(), sums)
    }

    /// Random playouts from each of some states.
    fn playouts(
        &mut self,
        starts: &[G::State],
        each: u32,
        playouts: &mut Playouts<'_, G>,
        outcomes: &mut Outcomes,
    ) {
        outcomes.clear(starts.len(), self.game.roles());
        if starts.is_empty() {
            return;
        }
        if let Some(batch) = self.game.batch() {
            let (policy, seed) = (self.policy(), self.rng.next_u64());
            let go_on = || !self.meter.interrupted();
            let made = match self.game.tactics().filter(|_| policy != Policy::Uniform) {
                Some(tactics) => {
                    tactics.playouts(policy, Heed::NOTHING, starts, each, seed, &go_on, outcomes)
                }
                None => batch.playouts(starts, each, seed, &go_on, outcomes),
            };
            made.unwrap_or_else(|fault| self.meter.fail(fault));
            self.meter.effort.playouts +=
                (0..starts.len()).map(|start| outcomes.playouts(start)).sum::<u64>();
        } else {
            for (number, start) in starts.iter().enumerate() {
                let Some(playout) = play(playouts, start, &mut self.meter, self.rng) else { break };
                let Some(goals) = payoffs(self.game, &playout, &self.meter) else { break };
                outcomes.record(number, goals);
            }
        }
        for start in 0..starts.len() {
            let count = outcomes.playouts(start);
            if count > 0 {
                self.observer.playouts(count, outcomes.goals(start));
            }
        }
    }

    /// The best policy for playouts that the game is prepared for by now; without a bound on time it is
    /// prepared first.
    fn policy(&self) -> Policy {
        let tactics = self.game.tactics().filter(|_| self.game.chance().is_none());
        let Some(tactics) = tactics else { return Policy::Uniform };
        let go_on = || !self.meter.interrupted();
        let prepared = |policy: &Policy| match self.meter.budget().time {
            Some(_) => tactics.prepare_aside(*policy),
            None => tactics.prepare(*policy, &go_on),
        };
        [Policy::AntiDecisive, Policy::Decisive].into_iter().find(prepared).unwrap_or(Policy::Uniform)
    }

    /// The move that the searching role makes, with its value; none if it has no visits.
    pub(super) fn best(&mut self) -> Option<(G::Move, f64)> {
        let (mov, places) = self.favourite(self.root, self.role)?;
        let index = self.moves.iter().position(|&other| other == mov)?;
        let worth =
            places.iter().filter_map(|&place| self.forest.mean(place)).sum::<f64>() / places.len() as f64;
        let (least, width) = self.range();
        // Actions that were tried often need not have been tried together.
        Some((mov, self.statistics.tally(index).mean().unwrap_or(least + worth * width)))
    }

    /// The joint moves that are made if all roles go by visits after a first move, as far as these have been
    /// made more than a few times; chance ends them.
    pub(super) fn principal_variation(&mut self, first: G::Move) -> Vec<Vec<G::Move>> {
        let game = self.game;
        let (mut line, mut state) = (Vec::new(), self.root.clone());
        while line.len() < LONGEST_LINE && !game.terminal(&state) && !self.meter.cut_short() {
            let favourites = (0..game.roles()).map(|role| match role {
                own if own == self.role && line.is_empty() => Some(first),
                role => {
                    let (mov, places) = self.favourite(&state, role)?;
                    places.iter().all(|&place| self.forest.visits(place) >= FEWEST_VISITS).then_some(mov)
                }
            });
            let Some(joint) = favourites.collect::<Option<Vec<G::Move>>>() else { break };
            state = game.next(&state, &joint);
            line.push(joint);
        }
        line
    }

    /// The most visited move of a role in a state, and what it consists of; none if the role has not
    /// chosen there.
    fn favourite(&mut self, state: &G::State, role: usize) -> Option<(G::Move, Vec<Place>)> {
        let (mut keys, mut nodes, mut places) = (Vec::new(), Vec::new(), Vec::new());
        self.parts.keys(self.game, state, &mut keys);
        let known = self.forest.find(&keys, &mut nodes);
        let choice = known
            .then(|| self.forest.choose(self.parts, &nodes, role, Choose::Visits, self.rng, &mut places));
        let mov = choice.flatten()?;
        places.iter().all(|&place| self.forest.visits(place) > 0).then_some((mov, places))
    }

    /// The least payoff, and by how much the greatest is more.
    pub(super) fn range(&self) -> (f64, f64) {
        let range = self.game.goal_range();
        (f64::from(*range.start()), f64::from(*range.end()) - f64::from(*range.start()))
    }
}

/// Plies of a way down the trees at most: in a game whose states come again it need not lead to a new one.
const MOST_PLIES: u32 = 1_000;

/// Visits of a move that is part of a principal variation.
const FEWEST_VISITS: u32 = 3;
