use std::ops::Range;

use gdl::{Interrupt, Interrupted};

use super::dispatch::Instructions;
use super::lanes::Lanes;
use super::order::Wanted;
use super::player::Player;
use super::program::{Port, Program};
use super::word;
use crate::network::{Bounds, Decisive, Lit, Network};
use crate::state::State;

/// What is made of a network's decisive moves.
#[derive(Debug)]
pub(crate) struct Tactics {
    decisive: Decisive,
    /// Playouts in which they are made.
    pub(crate) player: Player,
    /// The moves that win at once, and for all moves of a role together whether any does.
    pub(crate) wins: Sight,
    /// The moves after which another role wins at once, if they are known.
    pub(crate) losses: Option<Sight>,
}

/// A program that tells of states which moves have a property.
#[derive(Debug)]
pub(crate) struct Sight {
    pub(crate) program: Program,
    fluents: usize,
    /// The moves that may have it, by role and number.
    pub(crate) moves: Vec<(usize, usize)>,
    /// Whether any move has it.
    any: Port,
    /// Whether each of `moves` has it.
    has: Vec<Port>,
}

impl Tactics {
    /// The moves that win at once, if the network shows any within bounds.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn first_ply(
        network: &Network,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let decisive = Decisive::new(network, Bounds::of(network), interrupt)?;
        decisive.map(|decisive| Self::of(decisive, interrupt)).transpose()
    }

    /// The same, with the moves after which another role wins at once, if there are any within bounds; the
    /// network is the one that it was made of.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn second_ply(
        &self,
        network: &Network,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let decisive = self.decisive.with_losses(Bounds::of(network), interrupt)?;
        decisive.map(|decisive| Self::of(decisive, interrupt)).transpose()
    }

    fn of(decisive: Decisive, interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        let sight = |moves: &Vec<Vec<Lit>>| Sight::new(&decisive.network, moves, interrupt);
        Ok(Self {
            player: Player::decisive(&decisive, interrupt)?,
            wins: sight(&decisive.wins)?,
            losses: decisive.losses.as_ref().map(sight).transpose()?,
            decisive,
        })
    }

    /// The moves that a role chooses among in playouts in a state, if they are fewer than those that
    /// are legal.
    pub(crate) fn preferred(&self, state: &State, role: usize, legal: &[usize]) -> Option<Vec<usize>> {
        let of_role = |sight: &Sight| -> Vec<usize> {
            sight.all(state).into_iter().filter(|(other, _)| *other == role).map(|(_, mov)| mov).collect()
        };
        let wins = of_role(&self.wins);
        if !wins.is_empty() {
            return Some(wins);
        }
        let losses = of_role(self.losses.as_ref()?);
        let rest: Vec<usize> = legal.iter().copied().filter(|mov| !losses.contains(mov)).collect();
        (!rest.is_empty()).then_some(rest)
    }

    /// The network with its decisive moves.
    pub(crate) fn decisive(&self) -> &Decisive {
        &self.decisive
    }
}

impl Sight {
    fn new(network: &Network, literals: &[Vec<Lit>], interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        let of_role = |(role, literals): (usize, &Vec<Lit>)| {
            let own = literals.iter().enumerate().filter(|&(_, &literal)| literal != Lit::FALSE);
            own.map(|(mov, &literal)| ((role, mov), literal)).collect::<Vec<_>>()
        };
        let (moves, mut literals): (Vec<_>, Vec<Lit>) = literals.iter().enumerate().flat_map(of_role).unzip();
        let mut aig = network.aig.clone();
        // Of a state that is terminal they say nothing.
        literals.iter_mut().for_each(|literal| *literal = aig.and(!network.terminal, *literal));
        let any = aig.any(&literals);
        literals.insert(0, any);
        let program = Program::new(&aig, &[Wanted { literals, apart: false }], interrupt)?;
        let (&any, has) = program.phases[0].outputs.split_first().expect("it has its outputs");
        let has = has.to_vec();
        Ok(Self { program, fluents: network.initial.len(), moves, any, has })
    }

    /// Appends for each of the states, at most `64 * W`, the first move that has the property, by role and
    /// number; none where there is none.
    pub(crate) fn first<const W: usize>(
        &self,
        instructions: Instructions,
        lanes: &mut Lanes<W>,
        states: &[&State],
        found: &mut Vec<Option<(usize, usize)>>,
    ) {
        lanes.load(instructions, self.inputs(), false, states.len(), |lane| states[lane].fluents());
        lanes.evaluate(instructions, &self.program, 0);
        let any = lanes.read(self.any);
        let first = |lane: usize| self.of_lane(lanes, lane).next();
        found.extend((0..states.len()).map(|lane| if word::has(&any, lane) { first(lane) } else { None }));
    }

    /// The slots of the fluents.
    fn inputs(&self) -> Range<usize> {
        self.program.input(0)..self.program.input(self.fluents)
    }

    /// The moves that have the property in a state, by role and number.
    pub(crate) fn all(&self, state: &State) -> Vec<(usize, usize)> {
        let mut lanes = Lanes::<1>::new(&self.program);
        lanes.load(Instructions::Portable, self.inputs(), false, 1, |_| state.fluents());
        lanes.evaluate(Instructions::Portable, &self.program, 0);
        self.of_lane(&lanes, 0).collect()
    }

    fn of_lane<'a, const W: usize>(
        &'a self,
        lanes: &'a Lanes<W>,
        lane: usize,
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        let has = move |port: &Port| word::has(&lanes.slots()[port.slot as usize], lane) != port.inverted;
        self.moves.iter().zip(&self.has).filter(move |(_, port)| has(port)).map(|(&mov, _)| mov)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Arc;

    use proptest::prelude::*;
    use statrs::distribution::{ChiSquared, ContinuousCDF};

    use super::*;
    use crate::lanes::{Circuit, Explorer, Pace, Playouts, Policy, Width};
    use crate::samples::{board, choices};

    fn prepared(network: Network) -> Arc<Circuit> {
        let circuit = Circuit::compile(network, &Interrupt::never()).unwrap();
        assert!(circuit.prepare(Policy::AntiDecisive, &Interrupt::never()).unwrap());
        Arc::new(circuit)
    }

    /// On a board: whose turn it is, and the states after that role's moves.
    fn children(explorer: &mut Explorer, state: &State) -> (usize, Vec<(usize, State)>) {
        let circuit = Arc::clone(explorer.circuit());
        let wait = circuit.moves(0) - 1;
        let role = usize::from(circuit.legal(state, 0).eq([wait]));
        let joint = |mov| if role == 0 { [mov as u32, wait as u32] } else { [wait as u32, mov as u32] };
        let moves: Vec<usize> = circuit.legal(state, role).collect();
        (role, moves.into_iter().map(|mov| (mov, explorer.next(state, &joint(mov)))).collect())
    }

    /// The moves of a state that win at once, and those after which the other wins at once, found by
    /// making them.
    fn tried(explorer: &mut Explorer, state: &State) -> [Vec<(usize, usize)>; 2] {
        let mut found = [Vec::new(), Vec::new()];
        let (role, after) = children(explorer, state);
        for (mov, child) in after {
            if child.terminal() {
                found[0].extend((child.goal(role).value == 100).then_some((role, mov)));
            } else {
                let (other, replies) = children(explorer, &child);
                let won = |reply: &State| reply.terminal() && reply.goal(other).value == 100;
                found[1].extend(replies.iter().any(|(_, reply)| won(reply)).then_some((role, mov)));
            }
        }
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn they_are_found_as_by_making_every_move(
            columns in 2..5_usize,
            rows in 2..5_usize,
            in_row in 2..4_usize,
            gravity: bool,
            walk in proptest::collection::vec(any::<prop::sample::Index>(), 16),
        ) {
            prop_assume!(in_row <= columns.max(rows));
            let circuit = prepared(board(columns, rows, in_row, gravity));
            let mut explorer = Explorer::new(Arc::clone(&circuit));
            let mut state = circuit.initial().clone();
            for step in walk {
                let [wins, losses] = tried(&mut explorer, &state);
                let mut first = Vec::new();
                prop_assert!(explorer.decisive_moves(&[&state], &mut first));
                prop_assert_eq!(first, vec![wins.first().copied()]);
                prop_assert_eq!(circuit.decisive_moves(&state), Some(wins));
                prop_assert_eq!(circuit.losing_moves(&state), Some(losses));
                let (_, children) = children(&mut explorer, &state);
                state = children[step.index(children.len())].1.clone();
                if state.terminal() {
                    break;
                }
            }
            explorer.decisive_moves(&[&state], &mut Vec::new());
        }
    }

    #[test]
    fn many_states_are_told_as_one_by_one() {
        let circuit = prepared(board(4, 4, 3, true));
        let mut explorer = Explorer::new(Arc::clone(&circuit));
        let mut states = vec![circuit.initial().clone()];
        for at in 0..700 {
            let (_, children) = children(&mut explorer, &states[at].clone());
            states.extend(children.into_iter().map(|(_, child)| child).filter(|child| !child.terminal()));
        }
        let mut found = Vec::new();
        explorer.decisive_moves(&states.iter().collect::<Vec<_>>(), &mut found);
        let one_by_one = states.iter().map(|state| circuit.decisive_moves(state).unwrap().first().copied());
        assert!(found.iter().any(Option::is_some) && found.len() > 1000);
        assert_eq!(found, one_by_one.collect::<Vec<_>>());
    }

    /// How probable each end is: after how many plies, and what it pays the first role.
    type Ends = HashMap<(u32, u8), f64>;

    /// The ends of playouts by a policy, worked out by the rules alone.
    fn expected(
        explorer: &mut Explorer,
        policy: Policy,
        state: &State,
        known: &mut HashMap<State, Ends>,
    ) -> Ends {
        if state.terminal() {
            return HashMap::from([((0, state.goal(0).value), 1.0)]);
        }
        if let Some(ends) = known.get(state) {
            return ends.clone();
        }
        let [wins, losses] = tried(explorer, state);
        let (role, mut children) = children(explorer, state);
        if !wins.is_empty() {
            children.retain(|&(mov, _)| wins.contains(&(role, mov)));
        } else if policy == Policy::AntiDecisive && losses.len() < children.len() {
            children.retain(|&(mov, _)| !losses.contains(&(role, mov)));
        }
        let mut ends = Ends::new();
        for (_, child) in &children {
            for ((plies, goal), probability) in expected(explorer, policy, child, known) {
                *ends.entry((plies + 1, goal)).or_default() += probability / children.len() as f64;
            }
        }
        known.insert(state.clone(), ends.clone());
        ends
    }

    #[test]
    fn playouts_end_as_often_as_they_should_by_each_policy() {
        let circuit = prepared(board(3, 3, 3, false));
        let mut explorer = Explorer::new(Arc::clone(&circuit));
        for (policy, width) in [(Policy::Decisive, Width::W512), (Policy::AntiDecisive, Width::W64)] {
            const COUNT: u64 = 100_000;
            let start = circuit.initial().clone();
            let expected = expected(&mut explorer, policy, &start, &mut HashMap::new());
            let mut counts: HashMap<(u32, u8), u64> = HashMap::new();
            let mut playouts = Playouts::with_policy(Arc::clone(&circuit), policy, 7, width).unwrap();
            playouts.each(&[start], COUNT, &mut |_| Pace::On, &mut |playout| {
                *counts.entry((playout.plies, playout.goals[0].value)).or_default() += 1;
            });
            assert!(counts.keys().all(|end| expected.contains_key(end)), "{counts:?} {expected:?}");
            let terms = expected.iter().map(|(end, probability)| {
                let expected = probability * COUNT as f64;
                (counts.get(end).copied().unwrap_or(0) as f64 - expected).powi(2) / expected
            });
            let chi_squared = terms.sum::<f64>();
            let p = 1.0 - ChiSquared::new(expected.len() as f64 - 1.0).unwrap().cdf(chi_squared);
            assert!(p > 1e-4, "{policy:?}: {p}, {counts:?} {expected:?}");
        }
    }

    #[test]
    fn first_moves_are_as_likely_as_each_other_among_those_preferred() {
        let circuit = prepared(board(3, 3, 3, false));
        let mut explorer = Explorer::new(Arc::clone(&circuit));
        // The second role threatens to complete the left column.
        let mut state = circuit.initial().clone();
        for joint in [[4, 9], [9, 0], [8, 9], [9, 3]] {
            state = explorer.next(&state, &joint);
        }
        let first = |policy, state: &State| {
            let mut counts = [0; 10];
            let playouts = Playouts::with_policy(Arc::clone(&circuit), policy, 3, Width::W512).unwrap();
            let start = std::slice::from_ref(state);
            playouts.with_first_moves().each(start, 6000, &mut |_| Pace::On, &mut |playout| {
                counts[*playout.first_moves.iter().min().unwrap() as usize] += 1;
            });
            counts
        };
        assert_eq!(first(Policy::AntiDecisive, &state)[6], 6000, "the only move that does not lose");
        let any = first(Policy::Decisive, &state);
        assert!([1, 2, 5, 6, 7].iter().all(|&mov| (1000..1400).contains(&any[mov])), "{any:?}");
        let lost = explorer.next(&state, &[1, 9]);
        assert_eq!(first(Policy::Decisive, &lost)[6], 6000, "the move that wins");
    }

    #[test]
    fn favoured_moves_come_after_those_that_win_and_before_the_others_that_do_not_lose() {
        let circuit = prepared(board(3, 3, 3, false));
        assert!(circuit.prepare_heeding(Policy::AntiDecisive, &Interrupt::never()).unwrap());
        let mut explorer = Explorer::new(Arc::clone(&circuit));
        let first = |state: &State, favoured: usize| {
            let playouts = Playouts::heeding(Arc::clone(&circuit), Policy::AntiDecisive, 3, Width::W512);
            let mut playouts = playouts.unwrap().with_first_moves();
            playouts.favour(|_, mov| f64::from(mov == favoured));
            let mut counts = [0; 10];
            playouts.each(std::slice::from_ref(state), 1000, &mut |_| Pace::On, &mut |playout| {
                counts[*playout.first_moves.iter().min().unwrap() as usize] += 1;
            });
            counts
        };
        let mut state = circuit.initial().clone();
        assert_eq!(first(&state, 4)[4], 1000, "nothing is at stake yet");
        for joint in [[4, 9], [9, 0], [8, 9], [9, 3]] {
            state = explorer.next(&state, &joint);
        }
        assert_eq!(first(&state, 2)[6], 1000, "the only move that does not lose");
        let lost = explorer.next(&state, &[1, 9]);
        assert_eq!(first(&lost, 2)[6], 1000, "the move that wins");
    }

    #[test]
    fn what_exceeds_its_bounds_is_not_made() {
        let network = board(4, 4, 3, false);
        let never = Interrupt::never();
        let enough = Bounds::of(&network);
        let first = Decisive::new(&network, enough, &never).unwrap().expect("it is small");
        assert!(first.with_losses(enough, &never).unwrap().is_some());
        for bounds in
            [Bounds { gates: 3, ..enough }, Bounds { kept: 10, ..enough }, Bounds { work: 50, ..enough }]
        {
            assert!(Decisive::new(&network, bounds, &never).unwrap().is_none(), "{bounds:?}");
            assert!(first.with_losses(bounds, &never).unwrap().is_none(), "{bounds:?}");
        }
    }

    #[test]
    fn whoever_interrupts_it_ends_it() {
        let network = board(3, 3, 3, false);
        let no = || false;
        assert!(Tactics::first_ply(&network, &Interrupt::unless(&no)).is_err());
        let first = Tactics::first_ply(&network, &Interrupt::never()).unwrap().unwrap();
        assert!(first.second_ply(&network, &Interrupt::unless(&no)).is_err());
    }

    #[test]
    fn a_game_in_which_roles_choose_at_once_has_no_decisive_moves() {
        let circuit = Arc::new(choices(&[101, 2], |_, _| true));
        let mut explorer = Explorer::new(Arc::clone(&circuit));
        let state = circuit.initial();
        assert!(!explorer.decisive_moves(&[state], &mut Vec::new()), "nobody has prepared it");
        if circuit.prepare(Policy::Decisive, &Interrupt::never()).unwrap() {
            assert_eq!(circuit.decisive_moves(state), Some(Vec::new()));
        }
    }

    #[test]
    fn a_move_of_a_role_that_chooses_alone_is_decisive_if_it_pays_the_most() {
        let circuit = Arc::new(choices(&[101, 1], |_, _| true));
        assert!(circuit.prepare(Policy::Decisive, &Interrupt::never()).unwrap());
        assert!(
            !circuit.prepare(Policy::AntiDecisive, &Interrupt::never()).unwrap(),
            "nobody else ever wins"
        );
        assert_eq!(circuit.decisive_moves(circuit.initial()), Some(vec![(0, 100)]));
        assert!(Playouts::with_policy(circuit, Policy::AntiDecisive, 0, Width::W64).is_none());
    }
}
