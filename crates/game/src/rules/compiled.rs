mod entry;

use std::borrow::Cow;
use std::cell::{RefCell, RefMut};
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use circuit::{
    CanonicalForm, Circuit, CircuitError, End, Explorer, FirstStage, Pace, Playouts, Policy, PortNames,
    State, Symmetries, Tally, Variable, Width,
};
use gdl::{Interrupt, Interrupted, Rulesheet};
use logic::{GroundLimits, Grounding, Reasoner, TermId, Ungroundable};
use rustc_hash::FxHashMap;
use thread_local::ThreadLocal;

use super::proximity::Proximity;
use super::together::together;
use super::uncertainty::tells_all;
use crate::side_by_side::{shares, side_by_side};
use crate::{Heed, Outcomes};

/// What a playout pays that the ply limit cuts: the middle of the goals that rules may give.
const CUT_GOAL: f64 = 50.0;

/// The lanes in which samples are played, however many playouts they have.
const SAMPLED: Width = Width::W512;

/// A rulesheet's circuit, and what its numbers stand for.
pub struct Compiled {
    circuit: Arc<Circuit>,
    fluents: Vec<TermId>,
    moves: Vec<Vec<TermId>>,
    /// Each role's percepts, none where the rules hide nothing.
    percepts: Vec<Vec<TermId>>,
    /// Whether percepts tell every player all moves.
    tells_all: bool,
    /// The number of each role's moves.
    numbers: Vec<FxHashMap<TermId, u32>>,
    /// The goals' conditions, unless they are too many.
    proximity: Option<Proximity>,
    /// Variables that a rule reads together.
    together: Vec<Vec<u32>>,
    symmetries: Symmetries,
    grounded: Grounded,
    grounding_time: Duration,
    building_time: Duration,
    /// How long it took to read it from a cache, if it was not compiled.
    loading_time: Option<Duration>,
    workers: ThreadLocal<RefCell<Worker>>,
    /// For which policies a thread has begun to prepare the circuit.
    preparing: [AtomicBool; 3],
    /// The same for playouts that heed moves.
    preparing_heeding: [AtomicBool; 3],
}

/// The rules without variables that a circuit was made from, to be asked about later.
enum Grounded {
    /// Kept.
    Kept(Box<Grounding>),
    /// To be grounded again, as the circuit was not made from them here.
    Again(Box<Rulesheet>, GroundLimits),
    /// Too long for any question.
    TooLong,
}

/// Why a rulesheet has no circuit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCircuit {
    /// Its rules with their variables gone are too many.
    #[error(transparent)]
    Ungroundable(#[from] Ungroundable),
    /// Its grounding is too large for a circuit, or making that was interrupted.
    #[error(transparent)]
    Unfinished(#[from] CircuitError),
    /// Making it was cancelled when all but symmetries and sums of goals was done.
    #[error("the circuit is not wanted any more: {0}")]
    Interrupted(#[from] Interrupted),
    /// Nobody asked for one.
    #[error("the reasoner was asked for")]
    Unwanted,
}

/// What one thread evaluates states with.
pub(super) struct Worker {
    explorer: Explorer,
    joints: Vec<u32>,
    children: Vec<State>,
    seen: Vec<Vec<u32>>,
    decisive: Vec<Option<(usize, usize)>>,
    /// Players of playouts, for each policy and way, and by what they heed, made when it is first needed.
    playouts: FxHashMap<(Policy, Heeding, Way), Playouts>,
}

/// How playouts are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Way {
    /// One after the other.
    Single,
    /// Side by side.
    Lanes(Width),
}

/// What playouts heed of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Heeding {
    favours: bool,
    tallies: bool,
}

impl Heeding {
    const NOTHING: Self = Self { favours: false, tallies: false };

    /// Playouts that do so; none if the circuit is not prepared for them.
    fn playouts(self, circuit: Arc<Circuit>, policy: Policy, seed: u64, way: Way) -> Option<Playouts> {
        let width = match way {
            Way::Single => return Playouts::single(circuit, seed),
            Way::Lanes(width) => width,
        };
        if self == Self::NOTHING {
            return Playouts::with_policy(circuit, policy, seed, width);
        }
        let playouts = Playouts::heeding(circuit, policy, seed, width)?;
        Some(if self.tallies { playouts.with_moves() } else { playouts })
    }
}

impl Compiled {
    /// Compiles a rulesheet; `first` is given a circuit that is not optimised if that takes long.
    pub(super) fn new(
        sheet: &Rulesheet,
        reasoner: &Reasoner,
        limits: &GroundLimits,
        interrupt: &Interrupt<'_>,
        first: Option<FirstStage<'_, Self>>,
    ) -> Result<Self, NoCircuit> {
        let started = Instant::now();
        let grounding = Grounding::new_while(sheet, reasoner, limits, interrupt)?;
        let grounding_time = started.elapsed();
        let made = |circuit| Self {
            grounding_time,
            building_time: started.elapsed() - grounding_time,
            ..Self::of_grounding(circuit, &grounding)
        };
        let first = first.map(|first| first.of(made));
        let circuit = Circuit::in_stages(&grounding, reasoner, interrupt, first)?;
        let proximity = Proximity::new(&grounding, reasoner);
        let together = together(&grounding, circuit.variables(), interrupt);
        let symmetries = Symmetries::new(&grounding, interrupt);
        // A circuit about which less is known than could be is worth having where the time is up.
        if let Some(cancelled @ Interrupted::Cancelled) = interrupt.interrupted() {
            return Err(cancelled.into());
        }
        let compiled = Self { proximity, together, symmetries, ..made(circuit) };
        let grounded = match CanonicalForm::may_be_found(&grounding) {
            true => Grounded::Kept(Box::new(grounding)),
            false => Grounded::TooLong,
        };
        Ok(Self { grounded, ..compiled })
    }

    /// A circuit of grounded rules, of which only is known what its numbers stand for.
    fn of_grounding(circuit: Circuit, grounding: &Grounding) -> Self {
        let percepts = grounding.percepts.iter();
        Self {
            fluents: grounding.fluents.clone(),
            moves: grounding.moves.clone(),
            percepts: percepts.map(|own| own.iter().map(|&(percept, _)| percept).collect()).collect(),
            numbers: numbered(&grounding.moves),
            tells_all: tells_all(grounding, circuit.chance()),
            ..Self::of_circuit(Arc::new(circuit))
        }
    }

    /// The same fluents and moves with another circuit, of which nothing else is known.
    pub(super) fn with_circuit(&self, circuit: Circuit) -> Self {
        Self {
            fluents: self.fluents.clone(),
            moves: self.moves.clone(),
            numbers: self.numbers.clone(),
            ..Self::of_circuit(Arc::new(circuit))
        }
    }

    /// A circuit, of which nothing else is known.
    fn of_circuit(circuit: Arc<Circuit>) -> Self {
        Self {
            circuit,
            fluents: Vec::new(),
            moves: Vec::new(),
            percepts: Vec::new(),
            tells_all: false,
            numbers: Vec::new(),
            proximity: None,
            together: Vec::new(),
            symmetries: Symmetries::default(),
            grounded: Grounded::TooLong,
            grounding_time: Duration::ZERO,
            building_time: Duration::ZERO,
            loading_time: None,
            workers: ThreadLocal::new(),
            preparing: Default::default(),
            preparing_heeding: Default::default(),
        }
    }

    /// The circuit.
    pub fn circuit(&self) -> &Arc<Circuit> {
        &self.circuit
    }

    /// Every fluent that may ever hold, in the circuit's order.
    pub fn fluents(&self) -> &[TermId] {
        &self.fluents
    }

    /// Every move that may ever be legal for a role, in the circuit's order.
    pub fn moves(&self, role: usize) -> &[TermId] {
        &self.moves[role]
    }

    /// The number of a role's move in the circuit's order, if it may ever be legal.
    pub fn move_number(&self, role: usize, mov: TermId) -> Option<usize> {
        self.numbers[role].get(&mov).map(|&number| number as usize)
    }

    /// Every percept that a role may ever have, in the circuit's order.
    pub fn percepts(&self, role: usize) -> &[TermId] {
        self.percepts.get(role).map_or(&[], Vec::as_slice)
    }

    /// Whether percepts tell every player all moves, see [`Information::Told`](crate::Information::Told).
    pub(super) fn tells_all(&self) -> bool {
        self.tells_all
    }

    /// What the circuit's inputs and outputs stand for, as KIF; `reasoner` is that of the rules.
    pub fn port_names(&self, reasoner: &Reasoner) -> PortNames {
        let texts = |terms: &[TermId]| terms.iter().map(|&term| reasoner.text(term)).collect();
        PortNames {
            roles: texts(reasoner.roles()),
            fluents: texts(&self.fluents),
            moves: self.moves.iter().map(|moves| texts(moves)).collect(),
            percepts: self.percepts.iter().map(|percepts| texts(percepts)).collect(),
        }
    }

    /// A state as variables of several values, see [`Circuit::variables`].
    pub fn variables(&self) -> &[Variable] {
        self.circuit.variables()
    }

    /// Sets of variables that a rule reads together, see
    /// [`StateStructure::together`](crate::StateStructure::together).
    pub(super) fn together(&self) -> &[Vec<u32>] {
        &self.together
    }

    /// The symmetries that the rules show. Of rules that are very long none is found.
    pub fn symmetries(&self) -> &Symmetries {
        &self.symmetries
    }

    /// How many random playouts of a sample are played side by side: always the most, so that a sample of
    /// more playouts begins with the same.
    pub const PLAYOUT_LANES: usize = SAMPLED.lanes();

    /// How long it took to ground the rules; no time if the circuit comes out of a cache.
    pub fn grounding_time(&self) -> Duration {
        self.grounding_time
    }

    /// How long it took to make a circuit of the grounded rules, and to find their symmetries; no time if it
    /// comes out of a cache.
    pub fn building_time(&self) -> Duration {
        self.building_time
    }

    /// The rules without variables that the circuit was made from, unless they are too long. They are
    /// grounded again if the circuit comes out of a cache.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(super) fn grounding(
        &self,
        reasoner: &Reasoner,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Cow<'_, Grounding>>, Interrupted> {
        match &self.grounded {
            Grounded::Kept(grounding) => Ok(Some(Cow::Borrowed(grounding))),
            Grounded::TooLong => Ok(None),
            Grounded::Again(sheet, limits) => {
                let grounding = Grounding::new_while(sheet, reasoner, limits, interrupt);
                // Rules that cannot be grounded as far as somebody waits may be so later.
                interrupt.interrupted().map_or(Ok(()), Err)?;
                Ok(grounding.ok().map(Cow::Owned))
            }
        }
    }

    /// The fluents that hold in a state.
    pub fn holding(&self, state: &State) -> Vec<TermId> {
        (0..self.fluents.len())
            .filter(|&fluent| state.holds(fluent))
            .map(|fluent| self.fluents[fluent])
            .collect()
    }

    /// How near a role is to its goal in a state, see [`Proximity`].
    pub(super) fn goal_proximity(&self, state: &State, role: usize) -> Option<f64> {
        Some(self.proximity.as_ref()?.of(state.fluents(), role))
    }

    /// A role's legal moves in a state.
    pub(super) fn legal(&self, state: &State, role: usize) -> impl Iterator<Item = TermId> {
        let moves = &self.moves[role];
        self.circuit.legal(state, role).map(|mov| moves[mov])
    }

    /// The state after a joint move.
    pub(super) fn next(&self, state: &State, joint: &[TermId]) -> State {
        let Worker { explorer, joints, .. } = &mut *self.worker();
        self.number(joint, joints);
        explorer.next(state, joints)
    }

    /// What a role sees of a joint move.
    pub(super) fn seen(&self, state: &State, joint: &[TermId], role: usize) -> Vec<TermId> {
        let Worker { explorer, joints, .. } = &mut *self.worker();
        self.number(joint, joints);
        self.seen_terms(role, &explorer.seen(state, joints, role))
    }

    /// Gives out the states after each of the joint moves of each parent, each with what a role sees of the
    /// joint move, all worked out together.
    pub(super) fn children_seen<'p>(
        &self,
        parents: impl Iterator<Item = (&'p State, &'p [TermId])>,
        role: usize,
        mut give: impl FnMut(State, Vec<TermId>),
    ) {
        let Worker { explorer, joints, children, seen, .. } = &mut *self.worker();
        let states = self.listed(parents, joints);
        children.clear();
        seen.clear();
        explorer.children_seen(&states, joints, role, children, seen);
        for (child, seen) in children.drain(..).zip(seen) {
            give(child, self.seen_terms(role, seen));
        }
    }

    fn seen_terms(&self, role: usize, numbers: &[u32]) -> Vec<TermId> {
        numbers.iter().map(|&number| self.percepts[role][number as usize]).collect()
    }

    /// Takes over states that are not needed any more: the memory of some is used again for states that
    /// are made.
    pub(super) fn reuse(&self, states: impl IntoIterator<Item = State>) {
        self.worker().explorer.reuse(states);
    }

    /// Gives out the states after each of the joint moves of each parent, all worked out together. The joint
    /// moves are listed one after another.
    pub(super) fn children<'p>(
        &self,
        parents: impl Iterator<Item = (&'p State, &'p [TermId])>,
        mut give: impl FnMut(State),
    ) {
        let Worker { explorer, joints, children, .. } = &mut *self.worker();
        let states = self.listed(parents, joints);
        children.clear();
        explorer.children_of(&states, joints, children);
        children.drain(..).for_each(&mut give);
    }

    /// The states of parents, each as often as there are joint moves in it; `numbers` gets the numbers
    /// of these.
    fn listed<'p>(
        &self,
        parents: impl Iterator<Item = (&'p State, &'p [TermId])>,
        numbers: &mut Vec<u32>,
    ) -> Vec<&'p State> {
        let mut states = Vec::new();
        numbers.clear();
        for (state, moves) in parents {
            self.append_numbers(moves, numbers);
            states.extend(std::iter::repeat_n(state, moves.len() / self.moves.len()));
        }
        states
    }

    /// The same of one parent.
    pub(super) fn children_of_one(&self, state: &State, joints: &[TermId], mut give: impl FnMut(State)) {
        let Worker { explorer, joints: numbers, children, .. } = &mut *self.worker();
        self.number(joints, numbers);
        children.clear();
        explorer.children(state, numbers, children);
        children.drain(..).for_each(&mut give);
    }

    /// Gives out the states with these fluents, all worked out together.
    pub(super) fn views(&self, fluents: &[&[u64]], mut give: impl FnMut(State)) {
        let Worker { explorer, children, .. } = &mut *self.worker();
        children.clear();
        explorer.views(fluents, children);
        children.drain(..).for_each(&mut give);
    }

    /// Random playouts from the initial state, as many as `count`, or those begun before `go_on` says no,
    /// with a thread for each seed. They get as much time again to come to their ends; what takes longer
    /// is abandoned.
    pub(super) fn tally(&self, seeds: &[u64], count: u64, go_on: &(dyn Fn() -> bool + Sync)) -> Tally {
        let shares = seeds.iter().zip(shares(count, seeds.len()));
        let tallies = side_by_side(shares, |(&seed, share)| self.tally_on_thread(seed, share, go_on));
        tallies.into_iter().sum()
    }

    fn tally_on_thread(&self, seed: u64, count: u64, go_on: &dyn Fn() -> bool) -> Tally {
        let started = Instant::now();
        let mut patience = None;
        let mut pace = |_: &Tally| {
            let so_far = started.elapsed();
            match patience {
                None if go_on() => Pace::On,
                None => {
                    patience = Some(so_far * 2 + Duration::from_secs(1));
                    Pace::Drain
                }
                Some(patience) if so_far > patience => Pace::Abandon,
                Some(_) => Pace::Drain,
            }
        };
        let starts = std::slice::from_ref(self.circuit.initial());
        let circuit = Arc::clone(&self.circuit);
        let playouts = Heeding::NOTHING.playouts(circuit, Policy::Uniform, seed, Way::Lanes(SAMPLED));
        playouts.expect("every circuit plays uniformly").tally(starts, count, &mut pace)
    }

    /// Random playouts by a policy, `each` from every one of `starts`, until `go_on` says no; those that have
    /// not come to their ends by then do not count. How many ended without a terminal state, as some role had
    /// no legal move in it, is told; none if the circuit is not prepared for the policy.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn outcomes(
        &self,
        policy: Policy,
        heed: Heed<'_, TermId>,
        starts: &[State],
        each: u32,
        seed: u64,
        go_on: &dyn Fn() -> bool,
        outcomes: &mut Outcomes,
    ) -> Option<u64> {
        let count = starts.len() as u64 * u64::from(each);
        let Worker { playouts, .. } = &mut *self.worker();
        let Heed { favour, mut tally } = heed;
        let heeding = Heeding { favours: favour.is_some(), tallies: tally.is_some() };
        let plain = policy == Policy::Uniform && heeding == Heeding::NOTHING;
        let fastest = match plain {
            true => self.circuit.fastest_width_while(count, &Interrupt::unless(go_on)),
            false => Ok(Some(Width::holding(count))),
        };
        let way = match fastest {
            // No playout has begun.
            Err(_) => return Some(0),
            Ok(None) => Way::Single,
            Ok(Some(_)) => {
                let heeds = heeding != Heeding::NOTHING;
                Way::Lanes(self.circuit.width_for(policy, heeds, starts, count)?)
            }
        };
        let playouts = match playouts.entry((policy, heeding, way)) {
            Entry::Occupied(made) => made.into_mut(),
            Entry::Vacant(place) => {
                place.insert(heeding.playouts(Arc::clone(&self.circuit), policy, seed, way)?)
            }
        };
        playouts.reseed(seed);
        if let Some(favour) = favour {
            // Chance favours nothing.
            let chance = self.circuit.chance();
            playouts.favour(|role, mov| match Some(role) == chance {
                true => 0.0,
                false => favour(role, self.moves[role][mov]),
            });
        }
        if let Some(tally) = &mut tally {
            tally.clear(starts.len(), playouts.heeded().map(|(role, mov)| (role, self.moves[role][mov])));
        }
        let mut pace = |_: &Tally| if go_on() { Pace::On } else { Pace::Abandon };
        let total = playouts.each(starts, count, &mut pace, &mut |playout| {
            let goal = |role: usize| playout.goals.get(role).map_or(CUT_GOAL, |goal| f64::from(goal.value));
            if playout.end != End::Stuck {
                outcomes.record(playout.start, (0..self.moves.len()).map(goal));
                if let Some(tally) = &mut tally {
                    tally.record(playout.start, playout.moves, |role| goal(role) as f32);
                }
            }
        });
        Some(total.stuck)
    }

    /// Whether the circuit is prepared for a policy; if nobody has begun with that, it is begun in a thread
    /// of its own.
    pub(super) fn prepare_aside(&self, policy: Policy) -> bool {
        self.circuit.is_prepared(policy)
            || self.begin(&self.preparing[policy as usize], move |circuit| {
                circuit.prepare(policy, &Interrupt::never())
            })
    }

    /// The same for playouts that heed moves.
    pub(super) fn prepare_heeding_aside(&self, policy: Policy) -> bool {
        self.circuit.is_prepared_heeding(policy)
            || self.begin(&self.preparing_heeding[policy as usize], move |circuit| {
                circuit.prepare_heeding(policy, &Interrupt::never())
            })
    }

    /// Prepares the circuit in a thread of its own, unless that has `begun`. It is not done yet: false.
    fn begin(
        &self,
        begun: &AtomicBool,
        prepare: impl FnOnce(&Circuit) -> Result<bool, Interrupted> + Send + 'static,
    ) -> bool {
        if !begun.swap(true, Ordering::Relaxed) {
            let circuit = Arc::clone(&self.circuit);
            let thread = thread::Builder::new().spawn(move || prepare(&circuit));
            // Without a thread it is tried again.
            begun.store(thread.is_ok(), Ordering::Relaxed);
        }
        false
    }

    /// For each of the states a move that wins at once, with its role; none where there is none.
    pub(super) fn decisive_moves(&self, states: &[&State], mut give: impl FnMut(Option<(usize, TermId)>)) {
        let Worker { explorer, decisive, .. } = &mut *self.worker();
        decisive.clear();
        if !explorer.decisive_moves(states, decisive) {
            decisive.resize(states.len(), None);
        }
        decisive.drain(..).for_each(|found| give(found.map(|found| self.term(found))));
    }

    /// A role's move of this number.
    pub(super) fn term(&self, (role, mov): (usize, usize)) -> (usize, TermId) {
        (role, self.moves[role][mov])
    }

    /// The numbers of moves, one a role, over and over.
    fn number(&self, joints: &[TermId], numbers: &mut Vec<u32>) {
        numbers.clear();
        self.append_numbers(joints, numbers);
    }

    fn append_numbers(&self, joints: &[TermId], numbers: &mut Vec<u32>) {
        numbers.extend(joints.iter().zip(self.numbers.iter().cycle()).map(|(mov, numbers)| numbers[mov]));
    }

    fn worker(&self) -> RefMut<'_, Worker> {
        let worker = self.workers.get_or(|| {
            let explorer = Explorer::new(Arc::clone(&self.circuit));
            RefCell::new(Worker {
                explorer,
                joints: Vec::new(),
                children: Vec::new(),
                seen: Vec::new(),
                decisive: Vec::new(),
                playouts: FxHashMap::default(),
            })
        });
        worker.borrow_mut()
    }
}

/// The number of each role's moves.
fn numbered(moves: &[Vec<TermId>]) -> Vec<FxHashMap<TermId, u32>> {
    moves.iter().map(|moves| moves.iter().copied().zip(0..).collect()).collect()
}

impl std::fmt::Debug for Compiled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compiled").field("circuit", &self.circuit.size()).finish_non_exhaustive()
    }
}
