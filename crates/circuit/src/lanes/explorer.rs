use std::iter;
use std::sync::Arc;

use super::circuit::Circuit;
use super::dispatch::Instructions;
use super::expansion::{Expansion, Parents, Sighting};
use super::lanes::Lanes;
use super::policy::Policy;
use super::scalar::Scalar;
use super::width::Width;
use crate::incremental::{Incremental, Walker};
use crate::state::State;

/// Evaluates states for a search: few of them one by one, each by what differs from the one before, and more
/// in the lanes of one evaluation, up to 512 successors of one state or of many. From how many on it takes
/// the lanes is measured for each circuit ([`Circuit::fewest_in_lanes`]); the results are the same. Until a
/// thread of its own has made what evaluates single states, it takes the lanes always. Where it takes the
/// lanes, it runs machine code, which has 512 or 256 of them, for few states as well, as soon as there is
/// some. Buffers are reused.
#[derive(Debug)]
pub struct Explorer {
    circuit: Arc<Circuit>,
    instructions: Instructions,
    narrow: Lanes<1>,
    middle: Option<Lanes<4>>,
    wide: Option<Lanes<8>>,
    /// Lanes in which decisive moves are looked for in few states, and in many.
    scouts: (Option<Lanes<1>>, Option<Lanes<8>>),
    way: Way,
    /// Evaluates few states, by what differs from the one before.
    walker: Option<Walker>,
    /// States that are written over when states are made in lanes.
    spare: Vec<State>,
}

/// How states are evaluated.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Whichever is faster, as was measured.
    Measured,
    Lanes,
    OneByOne,
}

impl Explorer {
    /// An explorer of a circuit's game.
    pub fn new(circuit: Arc<Circuit>) -> Self {
        let narrow = circuit.stepper().lanes();
        Self {
            circuit,
            instructions: Instructions::best(),
            narrow,
            middle: None,
            wide: None,
            scouts: (None, None),
            way: Way::Measured,
            walker: None,
            spare: Vec::new(),
        }
    }

    /// Evaluates in lanes always, however few states there are.
    #[must_use]
    pub fn in_lanes(mut self) -> Self {
        self.way = Way::Lanes;
        self
    }

    /// Evaluates states one by one, however many there are, except for percepts and unless
    /// [`Circuit::fewest_in_lanes`] is none.
    #[must_use]
    pub fn one_by_one(mut self) -> Self {
        self.way = Way::OneByOne;
        self
    }

    /// Evaluates with an instruction set other than the best.
    #[must_use]
    pub fn with_instructions(mut self, instructions: Instructions) -> Self {
        self.instructions = instructions;
        self
    }

    /// Takes over states that are not needed any more: the memory of some is used again for states that are
    /// made. States of other circuits are dropped.
    pub fn reuse(&mut self, states: impl IntoIterator<Item = State>) {
        let (room, layout) = (MOST_LANES - self.spare.len(), self.circuit.stepper().layout);
        let fitting = states.into_iter().filter(|state| state.layout() == layout);
        self.spare.extend(fitting.take(room));
    }

    /// The circuit.
    pub fn circuit(&self) -> &Arc<Circuit> {
        &self.circuit
    }

    /// The state in which just these fluents hold, given as bits.
    pub fn view(&mut self, fluents: &[u64]) -> State {
        if let Some((walker, incremental)) = self.walker(1, |scalar| scalar.fewest_apart) {
            return walker.view(incremental, fluents);
        }
        let (stepper, instructions) = (self.circuit.stepper(), self.instructions);
        Expansion { stepper, instructions, lanes: &mut self.narrow }.view(fluents)
    }

    /// Appends the states in which just these fluents hold, given as bits, one state after the other.
    pub fn views(&mut self, fluents: &[&[u64]], states: &mut Vec<State>) {
        if let Some((walker, incremental)) = self.walker(fluents.len(), |scalar| scalar.fewest_apart) {
            states.extend(fluents.iter().map(|fluents| walker.view(incremental, fluents)));
            return;
        }
        let (stepper, instructions) = (self.circuit.stepper(), self.instructions);
        for chunk in fluents.chunks(MOST_LANES) {
            let first = states.len();
            let spare = &mut self.spare;
            let room = || spare.pop().unwrap_or_else(|| State::new(stepper.layout));
            states.resize_with(first + chunk.len(), room);
            let out = &mut states[first..];
            match self.width(chunk.len(), &chunk.iter().copied()) {
                Width::W64 => {
                    Expansion { stepper, instructions, lanes: &mut self.narrow }.views(chunk, out);
                }
                Width::W256 => {
                    let lanes = self.middle.get_or_insert_with(|| stepper.lanes());
                    Expansion { stepper, instructions, lanes }.views(chunk, out);
                }
                Width::W512 => {
                    let lanes = self.wide.get_or_insert_with(|| stepper.lanes());
                    Expansion { stepper, instructions, lanes }.views(chunk, out);
                }
            }
        }
    }

    /// The state that a joint move leads to: one legal move for each role. After a terminal state, or an
    /// illegal move, the result is meaningless.
    pub fn next(&mut self, state: &State, joint: &[u32]) -> State {
        if let Some((walker, incremental)) = self.walker(1, |scalar| scalar.fewest_apart) {
            return walker.next(incremental, state, joint);
        }
        let (stepper, instructions) = (self.circuit.stepper(), self.instructions);
        let mut next = [State::new(stepper.layout)];
        Expansion { stepper, instructions, lanes: &mut self.narrow }.children(
            Parents::One(state),
            joint,
            &mut next,
            None,
        );
        let [next] = next;
        next
    }

    /// Appends the states that joint moves lead to, in order. `joints` lists the joint moves one after
    /// another, each one legal move for each role.
    pub fn children(&mut self, state: &State, joints: &[u32], children: &mut Vec<State>) {
        self.expand(Parents::One(state), joints, children, None);
    }

    /// Appends the states that joint moves lead to, in order, where each is made in a state of its own: the
    /// first in the first of `parents`, and so on. `joints` lists them as for [`children`](Self::children);
    /// there must be as many as parents.
    pub fn children_of(&mut self, parents: &[&State], joints: &[u32], children: &mut Vec<State>) {
        debug_assert_eq!(parents.len() * self.circuit.roles(), joints.len());
        self.expand(Parents::Each(parents), joints, children, None);
    }

    /// Does the same, and appends to `seen` for each joint move the numbers of the percepts that `role` has
    /// after it, in ascending order.
    pub fn children_seen(
        &mut self,
        parents: &[&State],
        joints: &[u32],
        role: usize,
        children: &mut Vec<State>,
        seen: &mut Vec<Vec<u32>>,
    ) {
        debug_assert_eq!(parents.len() * self.circuit.roles(), joints.len());
        self.expand(Parents::Each(parents), joints, children, Some((role, seen)));
    }

    /// The numbers of the percepts that `role` has after a joint move of legal moves in a state that is not
    /// terminal, in ascending order.
    pub fn seen(&mut self, state: &State, joint: &[u32], role: usize) -> Vec<u32> {
        let (stepper, instructions) = (self.circuit.stepper(), self.instructions);
        Expansion { stepper, instructions, lanes: &mut self.narrow }.seen(state, joint, role)
    }

    /// Appends for each of the states a move that wins at once, by role and number; none where there is none.
    /// False, and nothing is appended, if the circuit is not [prepared](Circuit::prepare) for
    /// [`Policy::Decisive`].
    pub fn decisive_moves(&mut self, states: &[&State], found: &mut Vec<Option<(usize, usize)>>) -> bool {
        let Some(tactics) = self.circuit.tactics(Policy::Decisive) else { return false };
        let wins = &tactics.wins;
        let (narrow, wide) = &mut self.scouts;
        for states in states.chunks(MOST_LANES) {
            if states.len() <= 64 {
                let lanes = narrow.get_or_insert_with(|| Lanes::new(&wins.program));
                wins.first(self.instructions, lanes, states, found);
            } else {
                let lanes = wide.get_or_insert_with(|| Lanes::new(&wins.program));
                wins.first(self.instructions, lanes, states, found);
            }
        }
        true
    }

    /// What evaluates so many states one by one, if they are fewer than `fewest`.
    fn walker(
        &mut self,
        states: usize,
        fewest: impl Fn(&Scalar) -> usize,
    ) -> Option<(&mut Walker, &Incremental)> {
        let scalar = match self.way {
            Way::Lanes => None,
            Way::OneByOne => self.circuit.scalar(),
            Way::Measured => self.circuit.scalar_made_aside().filter(|scalar| states < fewest(scalar)),
        };
        let incremental = &scalar?.incremental;
        Some((self.walker.get_or_insert_with(|| Walker::new(incremental)), incremental))
    }

    /// In how many lanes so many states are evaluated fastest: as few as hold them where they are
    /// interpreted, and more where machine code runs lanes that begin at `states`, given by their fluents.
    pub(super) fn width<'s>(
        &self,
        count: usize,
        states: &(impl Iterator<Item = &'s [u64]> + Clone),
    ) -> Width {
        let of_code = Width::of_code(self.instructions, count as u64);
        let of_code = of_code.filter(|&(_, target)| self.circuit.stepper().is_compiled(target, states));
        of_code.map_or_else(|| Width::holding(count as u64), |(width, _)| width)
    }

    fn expand(
        &mut self,
        parents: Parents<'_>,
        joints: &[u32],
        children: &mut Vec<State>,
        mut observer: Option<(usize, &mut Vec<Vec<u32>>)>,
    ) {
        let roles = self.circuit.roles();
        let walker = match (&observer, parents) {
            (Some(_), _) => None,
            (None, Parents::One(_)) => self.walker(joints.len() / roles, |scalar| scalar.fewest_in_lanes),
            (None, Parents::Each(_)) => self.walker(joints.len() / roles, |scalar| scalar.fewest_apart),
        };
        if let Some((walker, incremental)) = walker {
            let made = joints.chunks(roles).enumerate();
            children.extend(made.map(|(child, joint)| {
                let parent = match parents {
                    Parents::One(state) => state,
                    Parents::Each(states) => states[child],
                };
                walker.next(incremental, parent, joint)
            }));
            return;
        }
        let (stepper, instructions) = (self.circuit.stepper(), self.instructions);
        for (number, chunk) in joints.chunks(MOST_LANES * roles).enumerate() {
            let count = chunk.len() / roles;
            let first = children.len();
            let spare = &mut self.spare;
            let room = || spare.pop().unwrap_or_else(|| State::new(stepper.layout));
            children.resize_with(first + count, room);
            let out = &mut children[first..];
            let sighting = observer.as_mut().map(|(role, seen)| {
                let first = seen.len();
                seen.resize_with(first + count, Vec::new);
                Sighting { role: *role, seen: &mut seen[first..] }
            });
            let parents = match parents {
                Parents::One(_) => parents,
                Parents::Each(states) => Parents::Each(&states[MOST_LANES * number..][..count]),
            };
            let width = match parents {
                Parents::One(state) => self.width(count, &iter::once(state.fluents())),
                Parents::Each(states) => self.width(count, &states.iter().map(|state| state.fluents())),
            };
            match width {
                Width::W64 => {
                    let lanes = &mut self.narrow;
                    Expansion { stepper, instructions, lanes }.children(parents, chunk, out, sighting);
                }
                Width::W256 => {
                    let lanes = self.middle.get_or_insert_with(|| stepper.lanes());
                    Expansion { stepper, instructions, lanes }.children(parents, chunk, out, sighting);
                }
                Width::W512 => {
                    let lanes = self.wide.get_or_insert_with(|| stepper.lanes());
                    Expansion { stepper, instructions, lanes }.children(parents, chunk, out, sighting);
                }
            }
        }
    }
}

/// The most joint moves in one evaluation.
const MOST_LANES: usize = 512;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::samples;

    /// All joint moves of a state, the last role's changing fastest.
    fn joints(circuit: &Circuit, state: &State) -> Vec<u32> {
        let mut joints: Vec<Vec<u32>> = vec![Vec::new()];
        for role in 0..circuit.roles() {
            let with = |joint: &Vec<u32>| {
                let joint = joint.clone();
                circuit
                    .legal(state, role)
                    .map(move |mov| [&joint[..], &[mov as u32]].concat())
                    .collect::<Vec<_>>()
            };
            joints = joints.iter().flat_map(with).collect();
        }
        joints.concat()
    }

    fn same(a: &State, b: &State) {
        assert_eq!(a.words(), b.words());
    }

    #[test]
    fn tic_tac_toe_has_as_many_states_as_is_known() {
        let circuit = Arc::new(samples::tic_tac_toe());
        let mut explorer = Explorer::new(circuit.clone());
        let mut seen = HashSet::from([circuit.initial().clone()]);
        let mut open = vec![circuit.initial().clone()];
        let mut children = Vec::new();
        while let Some(state) = open.pop() {
            if state.terminal() {
                assert!((0..2).all(|role| state.goal(role).unique));
                continue;
            }
            children.clear();
            explorer.children(&state, &joints(&circuit, &state), &mut children);
            open.extend(children.iter().filter(|&child| seen.insert(child.clone())).cloned());
        }
        assert_eq!(seen.len(), 5478);
        assert_eq!(seen.iter().filter(|state| state.terminal()).count(), 958);
    }

    #[test]
    fn children_at_once_are_those_one_by_one() {
        let circuit = Arc::new(samples::connect_four());
        let mut explorer = Explorer::new(circuit.clone());
        let joints = joints(&circuit, circuit.initial());
        for count in [1, 7, 63, 64, 65, 256, 257, 512, 513, 1100] {
            for instructions in [Instructions::Portable, Instructions::Avx2, Instructions::Avx512] {
                let mut explorer = Explorer::new(circuit.clone()).in_lanes().with_instructions(instructions);
                let many: Vec<u32> = joints.iter().copied().cycle().take(2 * count).collect();
                let mut children = Vec::new();
                explorer.children(circuit.initial(), &many, &mut children);
                assert_eq!(children.len(), count);
                for (child, joint) in children.iter().zip(many.chunks(2)) {
                    same(child, &explorer.next(circuit.initial(), joint));
                }
            }
        }
        let deep = [3, 3, 3, 3, 3, 3, 2, 2].iter().enumerate().fold(
            circuit.initial().clone(),
            |state, (ply, &mov)| {
                let joint = if ply % 2 == 0 { [mov, 7] } else { [7, mov] };
                explorer.next(&state, &joint)
            },
        );
        assert_eq!(circuit.legal(&deep, 0).collect::<Vec<_>>(), [0, 1, 2, 4, 5, 6]);
        assert_eq!(circuit.legal(&deep, 1).collect::<Vec<_>>(), [7]);
        same(&explorer.view(deep.fluents()), &deep);
    }

    #[test]
    fn views_at_once_are_those_one_by_one() {
        let circuit = Arc::new(samples::connect_four());
        let mut explorer = Explorer::new(circuit.clone());
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let known: Vec<State> = (0..600).map(|_| random_pair(&mut explorer, &mut random).0).collect();
        for count in [0, 1, 64, 65, 256, 257, 513, 600] {
            let fluents: Vec<&[u64]> = known[..count].iter().map(State::fluents).collect();
            let mut states = Vec::new();
            explorer.views(&fluents, &mut states);
            assert_eq!(states.len(), count);
            states.iter().zip(&known).for_each(|(state, known)| same(state, known));
        }
    }

    /// A state after random plies that is not terminal, and a random joint move in it.
    fn random_pair(explorer: &mut Explorer, random: &mut Xoshiro256PlusPlus) -> (State, Vec<u32>) {
        let circuit = explorer.circuit().clone();
        let mut state = circuit.initial().clone();
        for _ in 0..random.random_range(0..30) {
            let next = explorer.next(&state, &random_joint(&circuit, &state, random));
            if next.terminal() {
                break;
            }
            state = next;
        }
        let joint = random_joint(&circuit, &state, random);
        (state, joint)
    }

    fn random_joint(circuit: &Circuit, state: &State, random: &mut Xoshiro256PlusPlus) -> Vec<u32> {
        let choose = |role| circuit.legal(state, role).choose(random).unwrap() as u32;
        (0..circuit.roles()).map(choose).collect()
    }

    #[test]
    fn children_of_many_parents_are_those_one_by_one() {
        for circuit in [samples::tic_tac_toe(), samples::connect_four()] {
            let circuit = Arc::new(circuit);
            let mut explorer = Explorer::new(circuit.clone());
            let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
            let pairs: Vec<_> = (0..1100).map(|_| random_pair(&mut explorer, &mut random)).collect();
            let expected: Vec<State> =
                pairs.iter().map(|(state, joint)| explorer.next(state, joint)).collect();
            for instructions in [Instructions::Portable, Instructions::Avx2, Instructions::Avx512] {
                let mut explorer = Explorer::new(circuit.clone()).in_lanes().with_instructions(instructions);
                for count in [0, 1, 2, 63, 64, 65, 256, 257, 512, 513, 1100] {
                    let parents: Vec<&State> = pairs[..count].iter().map(|(state, _)| state).collect();
                    let joints: Vec<u32> =
                        pairs[..count].iter().flat_map(|(_, joint)| joint).copied().collect();
                    let mut children = vec![circuit.initial().clone()];
                    explorer.children_of(&parents, &joints, &mut children);
                    assert_eq!(children.len(), 1 + count);
                    children[1..].iter().zip(&expected).for_each(|(child, expected)| same(child, expected));
                    explorer.reuse(children);
                }
            }
        }
    }

    #[test]
    fn few_states_one_by_one_are_those_in_lanes() {
        for circuit in [samples::tic_tac_toe(), samples::connect_four(), samples::five_in_a_row(9)] {
            let circuit = Arc::new(circuit);
            // Whatever is faster here.
            let incremental = &circuit.scalar().unwrap().incremental;
            let mut few = Walker::new(incremental);
            let mut lanes = Explorer::new(circuit.clone()).in_lanes();
            let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
            for _ in 0..200 {
                let (state, joint) = random_pair(&mut lanes, &mut random);
                same(&few.view(incremental, state.fluents()), &state);
                same(&few.next(incremental, &state, &joint), &lanes.next(&state, &joint));
                let sibling = random_joint(&circuit, &state, &mut random);
                same(&few.next(incremental, &state, &sibling), &lanes.next(&state, &sibling));
            }
        }
    }

    #[test]
    fn connect_four_has_as_many_games_as_is_known() {
        let circuit = Arc::new(samples::connect_four());
        let mut explorer = Explorer::new(circuit.clone());
        let mut level = vec![circuit.initial().clone()];
        let mut counts = Vec::new();
        for _ in 0..5 {
            let mut next = Vec::new();
            for state in &level {
                explorer.children(state, &joints(&circuit, state), &mut next);
            }
            level = next;
            counts.push(level.len());
        }
        assert_eq!(counts, [7, 49, 343, 2401, 16807]);
    }
}
