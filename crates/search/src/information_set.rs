//! States that agree with what a role knows.

mod outlook;
mod recovery;

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use game::{Game, InformationState, Observation, Parent, Percept, successors_seen};
use rand::RngExt;
use rustc_hash::{FxHashMap, FxHashSet};

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

/// Joint moves that are looked at from one question whether there is time to the next: as many as the widest
/// lanes take.
const TOGETHER: usize = 512;

/// The part of the time that is left for those who decide by the worlds: a sample that takes less must do.
const LEFT: f64 = 0.5;

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

/// Worlds: states that agree with what a role knows in a game that hides something. They are its information
/// set, or a sample of it.
///
/// Other roles are taken to move uniformly at random, and chance by its probabilities. Histories that end in
/// the same state are one world. From one decision to the next the worlds are carried on, ply by ply: by
/// every joint move that agrees with the role's own move and with what it saw. As long as there are few, they
/// are all kept, with their probabilities (a forward filter). Where there are too many, so many as
/// [`WorldLimits::particles`] are drawn by their probabilities: a particle filter. If none of those agrees
/// with what is seen later, a depth-first search with random choices and backtracking looks for histories
/// that do. It ends with such a history or with the proof that there is none, unless the budget ends before.
/// Half of the time is left for whoever decides by the worlds: those that are found by then must do.
///
/// Source: N. Gordon, D. Salmond, A. Smith, *Novel approach to nonlinear/non-Gaussian Bayesian state
/// estimation*, IEE Proceedings F 140 (1993); in play: D. Silver, J. Veness, *Monte-Carlo planning in large
/// POMDPs*, NIPS (2010); by backtracking: M. Schofield, T. Cerexhe, M. Thielscher, *HyperPlay: a solution to
/// general game playing with imperfect information*, AAAI (2012).
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

    /// The same, with what every role knows in each world: histories that end in the same state are one world
    /// only if all roles know the same after them.
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

    /// Finds the worlds in which a role knows this much at such a moment. Says whether they were found before
    /// the budget ended.
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
        let hurry = meter.leaving(LEFT);
        for observation in &information.plies[self.taken.len()..] {
            let Some((worlds, exact)) = self.carried_on(game, observation, (meter, &hurry), rng) else {
                return Ok(false);
            };
            self.exact &= exact;
            if worlds.is_empty() {
                return self.recover(game, information, moment, meter, rng);
            }
            self.worlds = worlds;
            self.taken.push(observation.clone());
        }
        self.keep(|world| {
            meter.interrupted() || agrees_at_last(game, &world.state, information.role, moment)
        });
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

    /// The worlds after the joint moves that agree with an observation, and whether they are all; nothing if
    /// the first meter's budget ends before they are found. Where that of the second has ended, the first few
    /// that are found must do.
    fn carried_on(
        &self,
        game: &G,
        observation: &Observation<G::Move>,
        (meter, hurry): (&Meter, &Meter),
        rng: &mut SearchRng,
    ) -> Option<(Vec<World<G>>, bool)> {
        let mut outlooks = Vec::with_capacity(self.worlds.len());
        for world in &self.worlds {
            if meter.interrupted() {
                return None;
            }
            outlooks.push(Outlook::of(game, &world.state, self.role, observation.mov));
        }
        let count = outlooks.iter().flatten().fold(0_u64, |sum, outlook| sum.saturating_add(outlook.count()));
        let most = self.limits.examined();
        let mut all = count <= most as u64;
        let mut found = Vec::new();
        let (mut joint, mut together) = (Vec::new(), Vec::with_capacity(TOGETHER));
        'worlds: for (world, outlook) in self.worlds.iter().zip(&outlooks) {
            let Some(outlook) = outlook else { continue };
            let draws =
                if all { outlook.count() } else { ((most as f64 * world.probability).ceil() as u64).max(1) };
            for number in 0..draws {
                let share = if all {
                    outlook.joint(number, &mut joint)
                } else {
                    outlook.draw(&mut joint, rng);
                    1.0 / draws as f64
                };
                together.push(Step { world, joint: joint.clone(), probability: world.probability * share });
                if together.len() == TOGETHER {
                    self.take(game, &mut together, &observation.seen, &mut found);
                    if meter.interrupted() {
                        return None;
                    }
                    if hurry.interrupted() && !found.is_empty() {
                        all = false;
                        break 'worlds;
                    }
                }
            }
        }
        self.take(game, &mut together, &observation.seen, &mut found);
        if meter.interrupted() {
            return None;
        }
        self.merged(game, found, all, meter, rng)
    }

    /// Works out the states after some steps, of which none is left, and takes those that agree with what
    /// is seen.
    fn take<'w>(
        &self,
        game: &G,
        steps: &mut Vec<Step<'w, G>>,
        expected: &[Percept],
        found: &mut Vec<(Step<'w, G>, G::State)>,
    ) {
        let parents: Vec<_> =
            steps.iter().map(|step| Parent { state: &step.world.state, joints: &step.joint }).collect();
        let mut successors = Vec::new();
        successors_seen(game, &parents, self.role, &mut successors);
        let agreeing = steps.drain(..).zip(successors).filter(|(_, (_, seen))| seen == expected);
        found.extend(agreeing.map(|(step, (state, _))| (step, state)));
    }

    /// The worlds that some steps lead to, which are `all` that agree, or a sample where they are too many,
    /// and which it is; nothing if the budget ends before.
    fn merged(
        &self,
        game: &G,
        mut found: Vec<(Step<'_, G>, G::State)>,
        all: bool,
        meter: &Meter,
        rng: &mut SearchRng,
    ) -> Option<(Vec<World<G>>, bool)> {
        let WorldLimits { exact, particles } = self.limits;
        let mut is_sample = !all;
        if self.with_views {
            let states: FxHashSet<&G::State> = found.iter().map(|(_, state)| state).collect();
            is_sample |= states.len() > exact.max(1);
            if is_sample {
                // What every role knows takes a question for each, so only those that are kept are
                // asked about.
                found = resampled(found, particles, |(step, _)| &mut step.probability, rng);
            }
        }
        let mut merged = Merged::default();
        for (Step { world, joint, probability }, state) in found {
            let views = views_after(game, &world.state, &joint, &world.views);
            if meter.interrupted() {
                return None;
            }
            merged.add(World { state, probability, views });
        }
        let mut worlds = merged.into_worlds();
        is_sample |= worlds.len() > exact.max(1);
        if is_sample {
            worlds = resampled(worlds, particles, |world| &mut world.probability, rng);
            normalise(&mut worlds);
        }
        Some((worlds, !is_sample))
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

/// A joint move in a world, with the probability of both.
struct Step<'w, G: Game> {
    world: &'w World<G>,
    joint: Vec<G::Move>,
    probability: f64,
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

/// So many of some things, drawn by their probabilities, which need not add up to 1: systematically, so that
/// none is drawn more or less often than its probability says by more than one. The probability of each
/// becomes how often it was drawn.
fn resampled<T>(
    mut things: Vec<T>,
    count: usize,
    probability: impl Fn(&mut T) -> &mut f64,
    rng: &mut SearchRng,
) -> Vec<T> {
    if things.len() <= count {
        return things;
    }
    let sum: f64 = things.iter_mut().map(|thing| *probability(thing)).sum();
    let mut at: f64 = rng.random();
    let mut passed = 0.0;
    things.retain_mut(|thing| {
        let probability = probability(thing);
        passed += *probability / sum * count as f64;
        let mut times = 0;
        while at < passed {
            at += 1.0;
            times += 1;
        }
        *probability = f64::from(times);
        times > 0
    });
    things
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

/// What each role knows after a joint move, if it is known before: a role of a game without percepts knows
/// every move.
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

#[cfg(test)]
mod tests {
    use std::ops::RangeInclusive;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::time::Duration;

    use game::{Goal, Notation, Percepts};
    use rand::SeedableRng;

    use super::*;
    use crate::{Budget, Stop};

    /// How many moves the second role has in each of two plies.
    const MOVES: u16 = 200;

    /// Two plies in which the first role waits, and sees nothing of what the second does. Counts what is
    /// asked about what each role sees.
    #[derive(Default)]
    struct Secret {
        asked: [AtomicUsize; 2],
        /// Pressed when the first role has been asked so often.
        press: Option<(usize, Stop)>,
    }

    impl Secret {
        fn asked(&self) -> [usize; 2] {
            [self.asked[0].load(Relaxed), self.asked[1].load(Relaxed)]
        }
    }

    impl Game for Secret {
        type State = Vec<u16>;
        type Move = u16;

        fn roles(&self) -> usize {
            2
        }

        fn initial(&self) -> Vec<u16> {
            Vec::new()
        }

        fn terminal(&self, _: &Vec<u16>) -> bool {
            false
        }

        fn legal(&self, _: &Vec<u16>, role: usize, moves: &mut Vec<u16>) {
            moves.clear();
            moves.extend(0..if role == 0 { 1 } else { MOVES });
        }

        fn next(&self, state: &Vec<u16>, joint: &[u16]) -> Vec<u16> {
            [state.as_slice(), &joint[1..]].concat()
        }

        fn goal(&self, _: &Vec<u16>, _: usize) -> Goal {
            0
        }

        fn goal_range(&self) -> RangeInclusive<Goal> {
            0..=0
        }

        fn percepts(&self) -> Option<&dyn Percepts<Vec<u16>, u16>> {
            Some(self)
        }

        fn notation(&self) -> &dyn Notation<Vec<u16>, u16> {
            self
        }
    }

    impl Percepts<Vec<u16>, u16> for Secret {
        fn seen(&self, _: &Vec<u16>, _: &[u16], role: usize, seen: &mut Vec<Percept>) {
            seen.clear();
            let before = self.asked[role].fetch_add(1, Relaxed);
            if let Some((at, stop)) = &self.press
                && role == 0
                && before + 1 == *at
            {
                stop.press();
            }
        }

        fn percept_name(&self, _: Percept) -> String {
            unreachable!("there are no percepts")
        }
    }

    impl Notation<Vec<u16>, u16> for Secret {
        fn role_name(&self, role: usize) -> &str {
            ["waiting", "moving"][role]
        }

        fn move_name(&self, mov: u16) -> String {
            mov.to_string()
        }
    }

    /// What the waiting role knows after so many plies.
    fn waited(plies: usize) -> InformationState<u16> {
        InformationState { role: 0, plies: vec![Observation { mov: 0, seen: Vec::new() }; plies] }
    }

    fn rng() -> SearchRng {
        SearchRng::seed_from_u64(3)
    }

    #[test]
    fn what_all_roles_know_is_asked_only_of_worlds_that_are_kept() {
        let (game, meter) = (Secret::default(), Meter::start(Budget::default()));
        let mut worlds = Worlds::new(WorldLimits::default()).with_views();
        assert!(worlds.follow(&game, &waited(1), Moment::Turn, &meter, &mut rng()).unwrap());
        assert!(worlds.is_exact() && worlds.iter().len() == 200);
        assert!(worlds.follow(&game, &waited(2), Moment::Turn, &meter, &mut rng()).unwrap());
        assert!(!worlds.is_exact() && (400..=500).contains(&worlds.iter().len()));
        let sum: f64 = worlds.iter().map(|world| world.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        assert!(worlds.iter().all(|world| world.views.len() == 2));
        let [waiting, moving] = game.asked();
        assert!(waiting >= 16_000 && moving <= 200 + 500, "{waiting} {moving}");
    }

    #[test]
    fn once_the_stop_button_is_pressed_no_more_is_looked_at_than_lanes_hold() {
        for at in [1, 300, 1000, 5000] {
            let stop = Stop::default();
            let game = Secret { press: Some((at, stop.clone())), ..Secret::default() };
            let meter = Meter::start(Budget { stop, ..Budget::default() });
            let mut worlds = Worlds::new(WorldLimits::default()).with_views();
            assert!(!worlds.follow(&game, &waited(2), Moment::Turn, &meter, &mut rng()).unwrap(), "{at}");
            let [waiting, _] = game.asked();
            assert!(waiting < at + TOGETHER, "{waiting} of {at}");
        }
    }

    #[test]
    fn where_half_of_the_time_is_over_the_first_few_worlds_must_do() {
        let game = Secret::default();
        let meter = Meter::start(Budget::default());
        let hurry = Meter::start(Budget { time: Some(Duration::ZERO), ..Budget::default() });
        let mut worlds = Worlds::new(WorldLimits::default());
        assert!(worlds.follow(&game, &waited(1), Moment::Turn, &meter, &mut rng()).unwrap());
        let observation = &waited(1).plies[0];
        let (found, exact) = worlds.carried_on(&game, observation, (&meter, &hurry), &mut rng()).unwrap();
        assert!((1..=TOGETHER).contains(&found.len()) && !exact);
        let [waiting, _] = game.asked();
        assert_eq!(waiting, 200 + TOGETHER);
    }
}
