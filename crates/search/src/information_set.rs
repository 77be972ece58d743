//! States that agree with what a role knows.

mod outlook;
mod recovery;

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use game::{Game, InformationState, Observation, Parent, Percept, successors_seen};
use rand::RngExt;
use rustc_hash::FxHashMap;

use crate::key::Key;
use crate::strategy::drawn_number;
use crate::{Meter, SearchError, SearchRng, Spec};
use outlook::Outlook;
use recovery::Recovery;

/// The limits of a strategy that names none.
const USUAL: WorldLimits = WorldLimits { exact: 2000, particles: 500 };

pub(crate) const PARTICLES: Key<usize> = Key::integer(
    "particles",
    1..=100_000,
    USUAL.particles as u64,
    "states of the information set that are kept where there are too many to keep them all",
);
pub(crate) const EXACT: Key<usize> = Key::integer(
    "exact",
    0..=1_000_000,
    USUAL.exact as u64,
    "the greatest number of states of the information set that are all kept, with their probabilities",
);

/// A state that agrees with what a role knows.
pub struct World<G: Game> {
    /// The state.
    pub state: G::State,
    /// Its probability, if all other roles moved at random: those of all worlds add up to 1.
    pub probability: f64,
    /// For each role a number that stands for what it knows in this world; empty unless it was asked for.
    pub(crate) views: Vec<u64>,
}

/// How many worlds are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorldLimits {
    /// Where there are no more than so many worlds, all are kept, with their exact probabilities.
    pub exact: usize,
    /// Where there are more, so many are drawn.
    pub particles: usize,
}

/// What a role knows of the moment in which it stands, besides what it did and saw before.
#[derive(Clone, Copy, Debug)]
pub enum Moment<'m, M> {
    /// The role is asked for one of these moves, which are all that are legal, in the game's order.
    Choice(&'m [M]),
    /// The role is asked for a move, and not told which are legal.
    Turn,
    /// The game is over.
    End,
}

/// Worlds: states that agree with what a role knows in a game that hides something. They are its information set, or a sample of it.
///
/// Other roles are taken to move uniformly at random, and chance by its probabilities. Histories that end in the same state are one world. From one decision to the next the
/// worlds are carried on, ply by ply: by every joint move that agrees with the role's own move and with what it saw. As long as there are few, they are all kept, with their probabilities
/// (a forward filter). Where there are too many, so many as [`WorldLimits::particles`] are drawn by their probabilities: a particle filter. If none of those
/// agrees with what is seen later, a depth-first search with random choices and backtracking looks for histories that do. It ends with such a history or with the proof that there is none,
/// unless the budget ends before.
///
/// Source: N. Gordon, D. Salmond, A. Smith, *Novel approach to nonlinear/non-Gaussian Bayesian state estimation*, IEE Proceedings F 140 (1993); in play: D. Silver, J. Veness,
/// *Monte-Carlo planning in large POMDPs*, NIPS (2010); by backtracking: M. Schofield, T. Cerexhe, M. Thielscher, *HyperPlay: a solution to general game playing with imperfect information*, AAAI (2012).
pub struct Worlds<G: Game> {
    limits: WorldLimits,
    /// Whether each world has what every role knows in it.
    with_views: bool,
    role: usize,
    /// What of the role's information the worlds agree with.
    taken: Vec<Observation<G::Move>>,
    worlds: Vec<World<G>>,
    exact: bool,
}

impl Default for WorldLimits {
    /// Those of strategies whose spec names none.
    fn default() -> Self {
        USUAL
    }
}

impl WorldLimits {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self { exact: spec.get(EXACT), particles: spec.get(PARTICLES) }
    }

    /// Joint moves that are looked at in one ply, at most.
    fn examined(self) -> usize {
        // Few moves of others agree with what is seen, so there are some more than worlds.
        self.exact.max(self.particles).saturating_mul(8)
    }
}

impl<G: Game> Worlds<G> {
    /// No worlds yet.
    pub fn new(limits: WorldLimits) -> Self {
        Self { limits, with_views: false, role: 0, taken: Vec::new(), worlds: Vec::new(), exact: true }
    }

    /// The same, with what every role knows in each world: histories that end in the same state are one world only if all roles know the same after them.
    pub(crate) fn with_views(self) -> Self {
        Self { with_views: true, ..self }
    }

    /// The worlds that were found last.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &World<G>> {
        self.worlds.iter()
    }

    /// Whether they are all that there are, with their exact probabilities.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// One of them, drawn by its probability.
    ///
    /// # Panics
    /// If there are none, as [`follow`](Self::follow) was not called or has found none.
    pub fn draw(&self, rng: &mut SearchRng) -> &World<G> {
        &self.worlds[drawn_number(self.worlds.iter().map(|world| world.probability), rng.random())]
    }

    /// Finds the worlds in which a role knows this much at such a moment. Says whether they were found before the budget ended.
    ///
    /// # Errors
    /// If there are none: the game cannot come to what the role knows. Or if the rules give no answer.
    pub fn follow(
        &mut self,
        game: &G,
        information: &InformationState<G::Move>,
        moment: Moment<'_, G::Move>,
        meter: &Meter,
        rng: &mut SearchRng,
    ) -> Result<bool, SearchError> {
        let goes_on = self.role == information.role && information.plies.starts_with(&self.taken);
        if !goes_on || self.worlds.is_empty() {
            self.begin(game, information.role);
        }
        for observation in &information.plies[self.taken.len()..] {
            let (worlds, exact) = self.carried_on(game, observation, meter, rng);
            if meter.interrupted() {
                return Ok(false);
            }
            self.exact &= exact;
            if worlds.is_empty() {
                return self.recover(game, information, moment, meter, rng);
            }
            self.worlds = worlds;
            self.taken.push(observation.clone());
        }
        self.keep(|world| agrees_at_last(game, &world.state, information.role, moment));
        if meter.interrupted() {
            self.worlds.clear();
            return Ok(false);
        }
        if self.worlds.is_empty() { self.recover(game, information, moment, meter, rng) } else { Ok(true) }
    }

    fn begin(&mut self, game: &G, role: usize) {
        let views = if self.with_views { vec![0; game.roles()] } else { Vec::new() };
        self.worlds = vec![World { state: game.initial(), probability: 1.0, views }];
        self.role = role;
        self.taken.clear();
        self.exact = true;
    }

    /// The worlds after the joint moves that agree with an observation, and whether they are all.
    fn carried_on(
        &self,
        game: &G,
        observation: &Observation<G::Move>,
        meter: &Meter,
        rng: &mut SearchRng,
    ) -> (Vec<World<G>>, bool) {
        let most = self.limits.examined();
        let outlooks: Vec<Option<Outlook<G::Move>>> = (self.worlds.iter())
            .map(|world| Outlook::of(game, &world.state, self.role, observation.mov))
            .collect();
        let count = outlooks.iter().flatten().fold(0_u64, |sum, outlook| sum.saturating_add(outlook.count()));
        let all = count <= most as u64;
        let (mut joints, mut shares) = (Vec::new(), Vec::new());
        for (world, outlook) in self.worlds.iter().zip(&outlooks) {
            let (mut possible, mut probabilities) = (Vec::new(), Vec::new());
            let mut take = |joint: &[G::Move], probability: f64| {
                possible.extend_from_slice(joint);
                probabilities.push(world.probability * probability);
            };
            match outlook {
                Some(outlook) if all => outlook.each(take),
                Some(outlook) => {
                    let draws = ((most as f64 * world.probability).ceil() as u64).max(1);
                    (0..draws).for_each(|_| take(&outlook.draw(rng), 1.0 / draws as f64));
                }
                None => {}
            }
            joints.push(possible);
            shares.push(probabilities);
        }
        let worlds = self.after(game, &joints, &shares, &observation.seen);
        if meter.interrupted() {
            return (Vec::new(), false);
        }
        if worlds.len() > self.limits.exact.max(1) || !all {
            (resampled(worlds, self.limits.particles, rng), false)
        } else {
            (worlds, true)
        }
    }

    /// The worlds after those of the joint moves in each of the present ones that agree with what is seen, with the probability of each.
    fn after(
        &self,
        game: &G,
        joints: &[Vec<G::Move>],
        shares: &[Vec<f64>],
        expected: &[Percept],
    ) -> Vec<World<G>> {
        let parents: Vec<_> = (self.worlds.iter().zip(joints))
            .map(|(world, joints)| Parent { state: &world.state, joints: joints.as_slice() })
            .collect();
        let mut successors = Vec::new();
        successors_seen(game, &parents, self.role, &mut successors);
        let mut merged = Merged::default();
        let mut successors = successors.into_iter();
        for ((world, joints), shares) in self.worlds.iter().zip(joints).zip(shares) {
            for ((joint, &probability), (state, seen)) in
                joints.chunks_exact(game.roles()).zip(shares).zip(&mut successors)
            {
                if seen == expected {
                    let views = views_after(game, &world.state, joint, &world.views);
                    merged.add(World { state, probability, views });
                }
            }
        }
        merged.into_worlds()
    }

    /// Looks for histories that agree with all that the role knows, from the initial state on.
    fn recover(
        &mut self,
        game: &G,
        information: &InformationState<G::Move>,
        moment: Moment<'_, G::Move>,
        meter: &Meter,
        rng: &mut SearchRng,
    ) -> Result<bool, SearchError> {
        self.worlds.clear();
        self.taken.clear();
        // What was a complete list has nothing left to find.
        let found = if self.exact && self.role == information.role {
            Vec::new()
        } else {
            let mut recovery = Recovery::new(game, information, moment, self.with_views);
            match recovery.worlds(self.limits.particles, meter, rng) {
                Some(found) => found,
                None => return Ok(false),
            }
        };
        if found.is_empty() {
            let role = game.notation().role_name(information.role).to_owned();
            return Err(SearchError::NoWorld { role });
        }
        let mut merged = Merged::default();
        found.into_iter().for_each(|world| merged.add(world));
        self.worlds = merged.into_worlds();
        self.taken.clone_from(&information.plies);
        self.exact = false;
        Ok(true)
    }

    /// Drops the worlds that do not fulfil a condition.
    fn keep(&mut self, condition: impl Fn(&World<G>) -> bool) {
        let before = self.worlds.len();
        self.worlds.retain(condition);
        if self.worlds.len() < before {
            normalise(&mut self.worlds);
        }
    }
}

/// Worlds in the order they were found, equal ones as one.
struct Merged<G: Game> {
    places: FxHashMap<(G::State, Vec<u64>), usize>,
    worlds: Vec<World<G>>,
}

impl<G: Game> Default for Merged<G> {
    fn default() -> Self {
        Self { places: FxHashMap::default(), worlds: Vec::new() }
    }
}

impl<G: Game> Merged<G> {
    fn add(&mut self, world: World<G>) {
        let next = self.worlds.len();
        let place = *self.places.entry((world.state.clone(), world.views.clone())).or_insert(next);
        if place == next {
            self.worlds.push(world);
        } else {
            self.worlds[place].probability += world.probability;
        }
    }

    fn into_worlds(mut self) -> Vec<World<G>> {
        normalise(&mut self.worlds);
        self.worlds
    }
}

fn normalise<G: Game>(worlds: &mut [World<G>]) {
    let sum: f64 = worlds.iter().map(|world| world.probability).sum();
    worlds.iter_mut().for_each(|world| world.probability /= sum);
}

/// So many worlds, drawn by their probabilities: systematically, so that no world is drawn more or less often than its probability says by more than one.
fn resampled<G: Game>(worlds: Vec<World<G>>, count: usize, rng: &mut SearchRng) -> Vec<World<G>> {
    if worlds.len() <= count {
        return worlds;
    }
    let mut at: f64 = rng.random();
    let mut passed = 0.0;
    let mut drawn = Vec::with_capacity(count);
    for mut world in worlds {
        passed += world.probability * count as f64;
        let mut times = 0;
        while at < passed {
            at += 1.0;
            times += 1;
        }
        if times > 0 {
            world.probability = f64::from(times);
            drawn.push(world);
        }
    }
    normalise(&mut drawn);
    drawn
}

/// Whether a role sees just this after a joint move.
fn sees<G: Game>(game: &G, state: &G::State, joint: &[G::Move], role: usize, expected: &[Percept]) -> bool {
    let mut seen = Vec::new();
    if let Some(percepts) = game.percepts() {
        percepts.seen(state, joint, role, &mut seen);
    }
    seen == expected
}

/// Whether a role can be at such a moment in a state.
fn agrees_at_last<G: Game>(game: &G, state: &G::State, role: usize, moment: Moment<'_, G::Move>) -> bool {
    match moment {
        Moment::End => game.terminal(state),
        Moment::Turn => !game.terminal(state),
        Moment::Choice(legal) => {
            !game.terminal(state) && {
                let mut moves = Vec::new();
                game.legal(state, role, &mut moves);
                moves == legal
            }
        }
    }
}

/// What each role knows after a joint move, if it is known before: a role of a game without percepts knows every move.
pub(crate) fn views_after<G: Game>(game: &G, state: &G::State, joint: &[G::Move], views: &[u64]) -> Vec<u64> {
    let mut seen = Vec::new();
    let after = |(role, &view): (usize, &u64)| view_after(game, state, joint, role, view, &mut seen);
    views.iter().enumerate().map(after).collect()
}

/// What a role knows after a joint move.
pub(crate) fn view_after<G: Game>(
    game: &G,
    state: &G::State,
    joint: &[G::Move],
    role: usize,
    view: u64,
    seen: &mut Vec<Percept>,
) -> u64 {
    // The same in every run, as it has a fixed key.
    let mut hasher = DefaultHasher::new();
    view.hash(&mut hasher);
    match game.percepts() {
        Some(percepts) => {
            percepts.seen(state, joint, role, seen);
            joint[role].hash(&mut hasher);
            seen.hash(&mut hasher);
        }
        None => joint.hash(&mut hasher),
    }
    hasher.finish()
}

impl<G: Game> fmt::Debug for World<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { state, probability, .. } = self;
        f.debug_struct("World").field("state", state).field("probability", probability).finish()
    }
}

impl<G: Game> fmt::Debug for Worlds<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worlds").field("worlds", &self.worlds).field("exact", &self.exact).finish()
    }
}
