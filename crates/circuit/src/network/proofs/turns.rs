use batsat::{Lit as SatLit, lbool};
use gdl::Interrupt;

use super::clauses::sat;
use super::transition::Transition;
use super::walk::Walk;
use crate::network::aig::Lit;
use crate::network::group::Group;
use crate::network::network::Network;
use crate::network::simulate::Simulation;

/// The most gates of a network of which it is proven.
const MOST_GATES: usize = 50_000;

/// How many steps of 64 random walks side by side must not contradict it.
const STEPS: usize = 256;

/// The most literals that all queries together may assign: some tenths of a second.
const MOST_PROPAGATIONS: u64 = 4_000_000;

/// For each role the moves that are made wherever they are legal, as no other is then, such that no two
/// players ever have others in the same state: so players take turns. None if that is not proven within fixed
/// bounds of work. It is said of all reachable states that are not terminal and in which every role has a
/// legal move.
///
/// Random walks tell which moves may be such, and which fluents may tell whose turn it is; a solver proves
/// it. Whose turn it is may be told by fluents of several names, such as who is in control and that cards are
/// dealt, which no invariant of the network tells to exclude each other: that is proven first, by induction.
pub(crate) fn turns(network: &Network, interrupt: &Interrupt<'_>) -> Option<Vec<Vec<u32>>> {
    if network.aig.gates() > MOST_GATES {
        return None;
    }
    let seen = Seen::in_walks(network, interrupt)?;
    let mut groups = network.groups.clone();
    if let Some(group) = seen.turn() {
        groups.extend(inductive(network, &groups, &group, interrupt));
    }
    let mut transition = Transition::new(network, &groups, interrupt).ok()?;
    let mut forced: Vec<Vec<u32>> = network.legal.iter().map(|_| Vec::new()).collect();
    let mut choosing: Vec<SatLit> = Vec::new();
    for Player { role, moves, .. } in &seen.players {
        let legal = &network.legal[*role];
        for (mov, _) in moves.iter().enumerate().filter(|(_, mov)| mov.legal && !mov.with_others) {
            let others = legal.iter().enumerate().filter(|(other, _)| *other != mov).map(|(_, &legal)| legal);
            let any_other = any(&mut transition, others);
            if transition.clauses.solve(&[sat(legal[mov]), any_other]) == lbool::FALSE {
                forced[*role].push(mov as u32);
            }
            if transition.clauses.propagations() > MOST_PROPAGATIONS {
                return None;
            }
        }
        let free = (0..).zip(legal).filter(|(mov, _)| !forced[*role].contains(mov)).map(|(_, &legal)| legal);
        let own = any(&mut transition, free);
        for &other in &choosing {
            if transition.clauses.solve(&[own, other]) != lbool::FALSE {
                return None;
            }
        }
        choosing.push(own);
    }
    Some(forced)
}

/// A literal that can only hold where one of these does.
fn any(transition: &mut Transition<'_>, literals: impl Iterator<Item = Lit>) -> SatLit {
    let any = transition.clauses.fresh();
    let clause: Vec<SatLit> = literals.map(sat).chain([!any]).collect();
    transition.clauses.clause(&clause);
    any
}

/// The group, or that at most one of its members holds, if it is inductive beside other invariants; the
/// initial state must admit it.
fn inductive(network: &Network, groups: &[Group], group: &Group, interrupt: &Interrupt<'_>) -> Option<Group> {
    let weaker = Group { exactly: false, ..group.clone() };
    [group.clone(), weaker].into_iter().find(|candidate| {
        let all = [groups, std::slice::from_ref(candidate)].concat();
        Transition::new(network, &all, interrupt)
            .is_ok_and(|mut transition| transition.keeps(network, candidate))
    })
}

/// What random walks have shown, from the initial state on: of each fluent and player a word for each step,
/// with a bit for each walk.
struct Seen {
    fluents: Vec<Vec<u64>>,
    players: Vec<Player>,
}

struct Player {
    role: usize,
    moves: Vec<Move>,
    /// Where it had several legal moves.
    choosing: Vec<u64>,
}

#[derive(Clone, Copy, Default)]
struct Move {
    /// Whether it was ever legal.
    legal: bool,
    /// Whether another one was legal then.
    with_others: bool,
}

impl Seen {
    /// None if two players had a choice in the same state, or it is interrupted.
    fn in_walks(network: &Network, interrupt: &Interrupt<'_>) -> Option<Self> {
        let fluents = network.initial.len();
        let players = (0..network.legal.len()).filter(|&role| Some(role) != network.chance);
        let player = |role| Player {
            role,
            moves: vec![Move::default(); network.moves(role)],
            choosing: Vec::with_capacity(STEPS),
        };
        let mut seen = Self {
            fluents: vec![Vec::with_capacity(STEPS); fluents],
            players: players.map(player).collect(),
        };
        let (mut walk, mut simulation) = (Walk::new(network), Simulation::new(&network.aig));
        let mut inputs = vec![0; network.aig.inputs().len()];
        for _ in 0..STEPS {
            inputs[..fluents].copy_from_slice(walk.fluents());
            seen.fluents.iter_mut().zip(&inputs).for_each(|(seen, &fluent)| seen.push(fluent));
            simulation.run(&network.aig, &inputs);
            let live = !simulation.value(network.terminal);
            let mut somebody = 0;
            for Player { role, moves, choosing } in &mut seen.players {
                let legal = || network.legal[*role].iter().map(|&legal| simulation.value(legal) & live);
                let (_, several) = legal().fold((0, 0), |(one, two), legal| (one | legal, two | one & legal));
                for (mov, legal) in moves.iter_mut().zip(legal()) {
                    mov.legal |= legal != 0;
                    mov.with_others |= legal & several != 0;
                }
                if somebody & several != 0 {
                    return None;
                }
                somebody |= several;
                choosing.push(several);
            }
            walk.step(interrupt).ok()?;
        }
        Some(seen)
    }

    /// Fluents of which no two held at once: for each player one that held wherever it had a choice, and
    /// those that held most often where none of these did.
    fn turn(&self) -> Option<Group> {
        let choosing: Vec<&Player> =
            self.players.iter().filter(|player| player.choosing.iter().any(|&word| word != 0)).collect();
        let (first, others) = choosing.split_first()?;
        let (mut members, mut covered) = self.signs(first).find_map(|sign| {
            let (mut members, mut covered) = (vec![sign], self.fluents[sign].clone());
            for player in others {
                let sign = self.signs(player).find(|&sign| disjoint(&self.fluents[sign], &covered))?;
                members.push(sign);
                cover(&mut covered, &self.fluents[sign]);
            }
            Some((members, covered))
        })?;
        let count = |fluent: &usize| self.fluents[*fluent].iter().map(|word| word.count_ones()).sum::<u32>();
        let next = |covered: &[u64]| {
            let apart = (0..self.fluents.len()).filter(|&fluent| disjoint(&self.fluents[fluent], covered));
            apart.max_by_key(count).filter(|fluent| count(fluent) > 0)
        };
        while let Some(fluent) = next(&covered) {
            members.push(fluent);
            cover(&mut covered, &self.fluents[fluent]);
        }
        members.sort_unstable();
        Some(Group {
            members: members.into_iter().map(|fluent| Lit::new(fluent as u32 + 1, false)).collect(),
            exactly: covered.iter().all(|&word| word == u64::MAX),
        })
    }

    /// The fluents that held wherever a player had a choice.
    fn signs<'s>(&'s self, player: &'s Player) -> impl Iterator<Item = usize> + 's {
        (0..self.fluents.len()).filter(|&fluent| {
            player.choosing.iter().zip(&self.fluents[fluent]).all(|(choosing, holds)| choosing & !holds == 0)
        })
    }
}

fn disjoint(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a & b == 0)
}

fn cover(covered: &mut [u64], more: &[u64]) {
    covered.iter_mut().zip(more).for_each(|(covered, more)| *covered |= more);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::testing::{built_in, circuit_of};
    use crate::{Circuit, Explorer};

    /// Plays at random; forced moves have no other beside them, and at most one player has moves that are
    /// not forced.
    fn random_play_agrees(circuit: &Arc<Circuit>) {
        let mut explorer = Explorer::new(circuit.clone());
        let (mut state, mut number, mut choices) = (circuit.initial().clone(), 1_u64, 0);
        for _ in 0..3_000 {
            let legal: Vec<Vec<usize>> =
                (0..circuit.roles()).map(|role| circuit.legal(&state, role).collect()).collect();
            let players = (0..circuit.roles()).filter(|&role| circuit.chance() != Some(role));
            let free = players.filter(|&role| {
                let is_forced = |mov: &usize| circuit.forced(role).contains(&(*mov as u32));
                assert!(legal[role].len() == 1 || !legal[role].iter().any(is_forced));
                !legal[role].iter().all(is_forced)
            });
            let free = free.count();
            assert!(free <= 1);
            choices += free;
            let joint: Vec<u32> = legal
                .iter()
                .map(|legal| {
                    number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    legal[(number >> 33) as usize % legal.len()] as u32
                })
                .collect();
            state = explorer.next(&state, &joint);
            if state.terminal() {
                state = circuit.initial().clone();
            }
        }
        assert!(choices > 500);
    }

    #[test]
    fn players_take_turns_where_chance_moves_between_them() {
        for name in ["pig", "nannon", "einstein-dice", "leduc-poker", "liars-dice"] {
            let circuit = Arc::new(circuit_of(&built_in(name)));
            assert!(circuit.takes_turns(), "{name}");
            random_play_agrees(&circuit);
        }
    }

    #[test]
    fn players_who_choose_at_the_same_time_do_not_take_turns() {
        for name in ["rock-paper-scissors", "tron", "goofspiel", "prisoners-dilemma"] {
            assert!(!circuit_of(&built_in(name)).takes_turns(), "{name}");
        }
    }

    /// Players take turns until the first has said `a` forty times in a row; then both choose.
    const RARE: &str = "(role x) (role y) (role random) (init (count 0)) (init (turn x)) (legal random noop)
        (<= (legal ?p a) (chooses ?p)) (<= (legal ?p b) (chooses ?p))
        (<= (legal ?p wait) (player ?p) (not (chooses ?p))) (player x) (player y)
        (<= (chooses ?p) (true (turn ?p)))
        (<= (next (turn x)) (true (turn y))) (<= (next (turn y)) (true (turn x)))
        (<= (next (count ?n)) (true (count ?n)) (true (turn y))) (<= (next (count 0)) (does x b))
        (<= (next (count ?m)) (does x a) (true (turn x)) (true (count ?n)) (after ?n ?m))
        (<= terminal (true (count end))) (goal x 50) (goal y 50)";

    #[test]
    fn what_random_play_does_not_come_to_is_not_taken_for_proven() {
        let after: String = (0..40).map(|n| format!("(after {n} {})", n + 1)).collect();
        let turns = format!("{RARE} {after}");
        assert!(circuit_of(&turns).takes_turns());
        let both = "(<= (chooses ?p) (player ?p) (true (count 39)))";
        assert!(!circuit_of(&format!("{turns} {both}")).takes_turns());
    }
}
