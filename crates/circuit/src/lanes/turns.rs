use serde::{Deserialize, Serialize};

use super::word::{self, Word};
use crate::network::{Network, Node};
use crate::renumbering::Renumbering;
use crate::state::holds;
use crate::stored::{Damaged, sound};

/// The turns of a game: values of fluents that follow one another over and over whatever is played, such as
/// those that tell which role has control. Lanes whose games are all at the same turn need only the gates
/// that matter there, which of the usual rules are about half of all, as roles move in turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Turns(Vec<Vec<(u32, bool)>>);

impl Turns {
    /// The most turns; each has machine code of its own.
    pub(crate) const MOST: usize = 4;

    /// The turns of a network, from its initial state on; none if there is only one, or they are too many.
    pub(crate) fn of(network: &Network) -> Self {
        let fluents = network.initial.len();
        let before = |fluent: usize| match network.aig.nodes()[network.next[fluent].node() as usize] {
            Node::Input(input) if (input as usize) < fluents => {
                Some((input as usize, network.next[fluent].inverted()))
            }
            _ => None,
        };
        let returns = |&fluent: &usize| {
            let mut back = std::iter::successors(before(fluent), |&(fluent, _)| before(fluent));
            back.by_ref().take(Self::MOST).any(|(earlier, _)| earlier == fluent)
        };
        let fluents: Vec<usize> = (0..fluents).filter(returns).collect();
        let mut now = network.initial.clone();
        let mut turns: Vec<Vec<(u32, bool)>> = Vec::new();
        loop {
            let turn: Vec<_> = fluents.iter().map(|&fluent| (fluent as u32, now[fluent])).collect();
            if turns.first() == Some(&turn) {
                return if turns.len() > 1 { Self(turns) } else { Self::default() };
            }
            if turns.len() == Self::MOST {
                return Self::default();
            }
            turns.push(turn);
            let next = |&fluent: &usize| before(fluent).map(|(earlier, inverted)| now[earlier] != inverted);
            let next: Vec<Option<bool>> = fluents.iter().map(next).collect();
            for (&fluent, holds) in fluents.iter().zip(next) {
                now[fluent] = holds.unwrap_or(now[fluent]);
            }
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fluents of a turn, and whether each of them holds.
    pub(crate) fn get(&self, turn: usize) -> &[(u32, bool)] {
        &self.0[turn]
    }

    /// The turn of a state with these fluents.
    pub(crate) fn of_state(&self, fluents: &[u64]) -> Option<usize> {
        self.position(|fluent, expected| holds(fluents, fluent as usize) == expected)
    }

    /// The turn that all states are at, given by their fluents.
    pub(crate) fn of_states<'s>(&self, mut states: impl Iterator<Item = &'s [u64]>) -> Option<usize> {
        let turn = self.of_state(states.next()?)?;
        states.all(|fluents| self.of_state(fluents) == Some(turn)).then_some(turn)
    }

    /// The turn that all lanes are at, by their fluents.
    #[inline(always)]
    pub(crate) fn of_lanes<const W: usize>(&self, fluents: &[Word<W>]) -> Option<usize> {
        self.position(|fluent, expected| fluents[fluent as usize] == word::splat(expected))
    }

    fn position(&self, is: impl Fn(u32, bool) -> bool) -> Option<usize> {
        self.0.iter().position(|turn| turn.iter().all(|&(fluent, holds)| is(fluent, holds)))
    }

    /// Whether they are those of so many fluents.
    pub(crate) fn check(&self, fluents: usize) -> Result<(), Damaged> {
        let fits = self.len() <= Self::MOST
            && self.0.iter().flatten().all(|&(fluent, _)| (fluent as usize) < fluents);
        sound(fits, "the turns of a game")
    }

    pub(crate) fn renumber(&mut self, numbers: &Renumbering) {
        let fluents = self.0.iter_mut().flatten();
        fluents.for_each(|(fluent, _)| *fluent = numbers.input(*fluent as usize) as u32);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Arc;

    use gdl::{Interrupt, Interrupted};
    use native::Target;

    use super::*;
    use crate::lanes::native::gates_at_turns;
    use crate::lanes::native::testing::run_until_compiled;
    use crate::lanes::{Circuit, End, Explorer, Instructions, Pace, Playouts, Width};
    use crate::network::{Aig, Lit};
    use crate::samples;
    use crate::state::State;

    /// The turns of a game whose fluents come from others, by number and whether inverted.
    fn turns(initial: &[bool], before: &[Option<(usize, bool)>]) -> Turns {
        let mut aig = Aig::new();
        let inputs: Vec<Lit> = initial.iter().map(|_| aig.input()).collect();
        let other = aig.and(inputs[0], inputs[1]);
        let from =
            |(fluent, inverted): (usize, bool)| if inverted { !inputs[fluent] } else { inputs[fluent] };
        let next = before.iter().map(|before| before.map_or(other, from)).collect();
        Turns::of(&Network { aig, initial: initial.to_vec(), next, ..samples::board(1, 1, 1, false) })
    }

    #[test]
    fn fluents_that_follow_one_another_are_turns() {
        // The first two change places, the third changes, the fourth follows the third, the fifth is
        // played for.
        let before = [Some((1, false)), Some((0, false)), Some((2, true)), Some((2, false)), None];
        let found = turns(&[true, false, false, true, true], &before);
        assert_eq!(
            (found.get(0), found.get(1), found.len()),
            (&[(0, true), (1, false), (2, false)][..], &[(0, false), (1, true), (2, true)][..], 2)
        );
        assert_eq!(
            [0b10001, 0b00110, 0b00111].map(|state| found.of_state(&[state])),
            [Some(0), Some(1), None]
        );
        let of_states = |states: &[[u64; 1]]| found.of_states(states.iter().map(|state| &state[..]));
        let (same, other) = ([[0b00110], [0b11110]], [[0b00110], [0b10001]]);
        assert_eq!([&[], &same[..], &other, &[[0b00111]]].map(of_states), [None, Some(1), None, None]);
        let lanes = [[!0u64], [0], [0], [7], [9]];
        assert_eq!((found.of_lanes(&lanes), found.of_lanes(&[[!1u64], [0], [0]])), (Some(0), None));
    }

    #[test]
    fn what_never_changes_or_takes_many_turns_is_none() {
        assert!(turns(&[true, false], &[Some((0, false)), None]).is_empty());
        let round = |count: usize| {
            let initial: Vec<bool> = (0..count).map(|fluent| fluent == 0).collect();
            let before: Vec<_> = (0..count).map(|fluent| Some(((fluent + 1) % count, false))).collect();
            turns(&initial, &before).len()
        };
        assert_eq!([2, 3, 4, 5].map(round), [2, 3, 4, 0]);
    }

    /// A game of alternating moves, played in lanes at one turn, and its states after each of so many plies.
    fn game_of_turns(plies: usize) -> (Arc<Circuit>, Vec<State>) {
        let network = samples::board(9, 9, 5, false);
        let circuit = Arc::new(samples::five_in_a_row(9).at_turns_of(&network));
        assert_eq!(circuit.uniform().program.turns.len(), 2);
        let mut explorer = Explorer::new(circuit.clone());
        let mut states = vec![circuit.initial().clone()];
        for ply in 0..plies {
            let joint: Vec<u32> =
                (0..2).map(|role| circuit.legal(&states[ply], role).last().unwrap() as u32).collect();
            states.push(explorer.next(&states[ply], &joint));
        }
        (circuit, states)
    }

    #[test]
    fn counting_the_gates_of_turns_ends_at_any_question_that_is_answered_no() {
        let (circuit, _) = game_of_turns(0);
        let program = &circuit.uniform().program;
        let count = |answers: usize| {
            let asked = Cell::new(0);
            let go_on = || asked.replace(asked.get() + 1) < answers;
            (gates_at_turns(program, &Interrupt::unless(&go_on)), asked.get())
        };
        let (gates, questions) = count(usize::MAX);
        let gates = gates.unwrap();
        assert!(
            gates.len() == 2 && gates.iter().all(|&left| 0 < left && left < program.gates()),
            "{gates:?}"
        );
        // For the network, and for each turn: to simplify it, to find what is read, and to leave out what
        // is not.
        assert!(questions > (1 + 2 * 2) * program.gates() / 64, "{questions}");
        for answers in 0..questions {
            assert_eq!(count(answers), (Err(Interrupted::Cancelled), answers + 1));
        }
    }

    #[test]
    fn lanes_at_one_turn_are_played_by_the_code_of_that_turn() {
        let (circuit, states) = game_of_turns(2);
        let program = &circuit.uniform().program;
        let run = |starts: &[State], instructions| {
            let mut playouts = Playouts::new(circuit.clone(), 3).with_instructions(instructions);
            playouts.tally(starts, 2000, &mut |_| Pace::On)
        };
        let best = Instructions::best();
        let Some(target) = best.target(8) else { return };
        let code = || [0, 1, 2].map(|way| program.native.code(target, way).is_some());
        // Both states of the second run are at the same turn as those of the first.
        let same_turn = [states[0].clone(), states[2].clone()];
        for starts in [&states[..1], &same_turn] {
            let interpreted = run(starts, Instructions::Portable);
            for turn in [Some(0), Some(1)] {
                let run = || assert_eq!(run(starts, best), interpreted);
                assert!(run_until_compiled(target, program, turn, run));
            }
            assert_eq!(run(starts, best), interpreted);
            assert_eq!(code(), [false, true, true], "lanes have been at different turns");
        }
        // States of both turns take code for any.
        let interpreted = run(&states, Instructions::Portable);
        let mixed = || assert_eq!(run(&states, best), interpreted);
        assert!(run_until_compiled(target, program, None, mixed));
        mixed();
    }

    #[test]
    fn few_states_are_evaluated_by_machine_code_as_soon_as_there_is_some_for_their_turns() {
        for instructions in [Instructions::Avx2, Instructions::Avx512] {
            if let Some((width, target)) = Width::of_code(instructions, 3) {
                few_states_are_evaluated_by_machine_code(instructions, width, target);
            }
        }
    }

    fn few_states_are_evaluated_by_machine_code(instructions: Instructions, width: Width, target: Target) {
        let (circuit, states) = game_of_turns(3);
        let (stepper, mut expected) = (circuit.stepper(), Explorer::new(circuit.clone()).one_by_one());
        let mut explorer = Explorer::new(circuit.clone()).in_lanes().with_instructions(instructions);
        let first = |state: &State, role| circuit.legal(state, role).next().unwrap() as u32;
        let mut same = |parents: &[&State]| {
            let joints: Vec<u32> =
                parents.iter().flat_map(|state| [first(state, 0), first(state, 1)]).collect();
            let (mut made, mut wanted, mut seen) = (Vec::new(), Vec::new(), Vec::new());
            explorer.children_of(parents, &joints, &mut made);
            expected.children_of(parents, &joints, &mut wanted);
            let fluents: Vec<&[u64]> = wanted.iter().map(State::fluents).collect();
            explorer.views(&fluents, &mut seen);
            for (wanted, made) in wanted.iter().zip(made.iter().zip(&seen)) {
                assert_eq!((wanted.words(), wanted.words()), (made.0.words(), made.1.words()));
            }
        };
        let is_compiled =
            |states: &[&State]| stepper.is_compiled(target, &states.iter().map(|state| state.fluents()));
        let (alone, at_one_turn) = ([&states[1]], [&states[0], &states[2]]);
        for program in [&stepper.view, &stepper.step] {
            for turn in [Some(0), Some(1)] {
                let run = || [&alone[..], &at_one_turn].into_iter().for_each(&mut same);
                assert!(run_until_compiled(target, program, turn, run));
            }
        }
        assert!(is_compiled(&alone) && is_compiled(&at_one_turn));
        [&alone[..], &at_one_turn].into_iter().for_each(&mut same);
        // States of both turns are interpreted until there is code for any.
        let of_both = [&states[0], &states[1], &states[3]];
        assert!(!is_compiled(&of_both));
        for program in [&stepper.view, &stepper.step] {
            assert!(run_until_compiled(target, program, None, || same(&of_both)));
        }
        assert!(is_compiled(&of_both));
        same(&of_both);
        assert_eq!(explorer.width(3, &of_both.iter().map(|state| state.fluents())), width);
    }

    #[test]
    fn playouts_that_begin_at_the_same_turn_are_as_many_and_as_long_as_others() {
        let (circuit, states) = game_of_turns(3);
        for (starts, count) in [(&states[..1], 1), (&states[1..2], 513), (&states[..], 700)] {
            let mut runner = Playouts::new(circuit.clone(), 5).with_ply_limit(30);
            let mut seen = vec![0; starts.len()];
            let tally = runner.each(starts, count, &mut |_| Pace::On, &mut |playout| {
                seen[playout.start] += 1;
                assert!(playout.end == End::Terminal || playout.plies == 30);
            });
            assert_eq!((tally.playouts, seen.iter().sum::<u64>()), (count, count));
            assert!(seen.iter().all(|&seen| seen >= count / starts.len() as u64), "{seen:?}");
        }
    }
}
