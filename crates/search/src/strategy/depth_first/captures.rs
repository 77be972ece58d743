//! Captures, as far as the rules show them: moves after which fewer cells of a board have a piece.

use game::{Game, StateStructure};
use rand::RngExt;

use crate::SearchRng;

/// Parts of a state that are cells of a board, if they have values of the same kinds, are at least so many.
const LEAST_CELLS: usize = 4;

/// Plies of random playouts that are looked at, at most.
const PLIES: usize = 2000;

/// The fluents that say that there is a piece in a cell.
///
/// Cells are variables of the state whose values are of the same kinds. One of these kinds, or none of them,
/// stands for an empty cell: in most of the plies of random playouts in which one kind becomes more as
/// another becomes less, it is one of the two. (If a piece is put down or captured it is, if one is promoted
/// it is not.) There are captures if empty cells ever become more in such a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Captures {
    pieces: Vec<u64>,
}

/// The cells of a board.
struct Cells {
    /// The kinds of their values.
    kinds: Vec<u32>,
    count: usize,
    /// For each of the kinds, and at the end for none of them: the plies in which it was exchanged for
    /// another one.
    exchanged: Vec<u32>,
    /// Those among them in which it became more.
    risen: Vec<u32>,
}

impl Captures {
    /// Those of a game, found by random playouts, which end early when `go_on` says no. None if the rules
    /// show no cells, or no captures among them.
    pub(super) fn find<G: Game>(game: &G, rng: &mut SearchRng, go_on: impl Fn() -> bool) -> Option<Self> {
        let encoding = game.encoding()?;
        let structure = encoding.structure();
        let mut boards = boards(structure);
        if boards.is_empty() {
            return None;
        }
        let kinds = structure.kinds.iter().max().map_or(0, |&kind| kind as usize + 1);
        let count = |state: &G::State| {
            let mut counts = vec![0; kinds];
            let bits = encoding.bits(state);
            for (fluent, &kind) in structure.kinds.iter().enumerate() {
                counts[kind as usize] += (bits[fluent / 64] >> (fluent % 64) & 1) as i32;
            }
            counts
        };
        let mut state = game.initial();
        let mut counts: Vec<i32> = count(&state);
        let mut moves = Vec::new();
        for _ in 0..PLIES {
            if !go_on() {
                break;
            }
            let joint = (!game.terminal(&state)).then(|| {
                let draw = |role| {
                    game.legal(&state, role, &mut moves);
                    (!moves.is_empty()).then(|| moves[rng.random_range(0..moves.len())])
                };
                (0..game.roles()).map(draw).collect::<Option<Vec<_>>>()
            });
            match joint.flatten() {
                Some(joint) => {
                    state = game.next(&state, &joint);
                    let after = count(&state);
                    boards.iter_mut().for_each(|board| board.compare(&counts, &after));
                    counts = after;
                }
                None => {
                    state = game.initial();
                    counts = count(&state);
                }
            }
        }
        let mut pieces = vec![0; structure.fluents.len().div_ceil(64)];
        for board in &boards {
            let Some(empty) = board.empty() else { continue };
            let filled = |&fluent: &usize| {
                let kind = structure.kinds[fluent];
                board.kinds.contains(&kind) && Some(kind) != empty
            };
            (0..structure.fluents.len())
                .filter(filled)
                .for_each(|fluent| pieces[fluent / 64] |= 1 << (fluent % 64));
        }
        pieces.iter().any(|&word| word != 0).then_some(Self { pieces })
    }

    /// How many pieces there are in a state.
    pub(super) fn pieces<G: Game>(&self, game: &G, state: &G::State) -> u32 {
        let bits = game.encoding().map_or(&[][..], |encoding| encoding.bits(state));
        bits.iter().zip(&self.pieces).map(|(word, pieces)| (word & pieces).count_ones()).sum()
    }
}

impl Cells {
    /// Looks at the numbers of fluents of each kind before and after a ply.
    fn compare(&mut self, before: &[i32], after: &[i32]) {
        let none = |counts: &[i32]| -self.kinds.iter().map(|&kind| counts[kind as usize]).sum::<i32>();
        let rises = self.kinds.iter().map(|&kind| after[kind as usize] - before[kind as usize]);
        let rises: Vec<i32> = rises.chain([none(after) - none(before)]).collect();
        let changed: Vec<usize> = (0..rises.len()).filter(|&value| rises[value] != 0).collect();
        if changed.len() == 2 {
            for value in changed {
                self.exchanged[value] += 1;
                self.risen[value] += u32::from(rises[value] > 0);
            }
        }
    }

    /// The kind that stands for an empty cell, none of them if it is none, if there are captures.
    fn empty(&self) -> Option<Option<u32>> {
        let most = self.exchanged.iter().max()?;
        let mut often = (0..self.exchanged.len()).filter(|&value| self.exchanged[value] == *most);
        let empty = often.next().filter(|_| often.next().is_none())?;
        (self.risen[empty] > 0).then(|| self.kinds.get(empty).copied())
    }
}

/// The boards of a game: sets of variables with values of the same kinds.
fn boards(structure: &StateStructure) -> Vec<Cells> {
    let mut boards: Vec<Cells> = Vec::new();
    for variable in &structure.variables {
        let mut kinds: Vec<u32> = variable.fluents.iter().map(|&fluent| structure.kinds[fluent]).collect();
        let mut count = 1;
        // Cells of which some cannot have all values are of one board.
        boards.retain(|board| {
            let joined = board.kinds.iter().any(|kind| kinds.contains(kind));
            if joined {
                kinds.extend(&board.kinds);
                count += board.count;
            }
            !joined
        });
        kinds.sort_unstable();
        kinds.dedup();
        let values = kinds.len() + 1;
        boards.push(Cells { kinds, count, exchanged: vec![0; values], risen: vec![0; values] });
    }
    boards.retain(|board| board.count >= LEAST_CELLS);
    boards
}

#[cfg(test)]
mod tests {
    use game::{Choices, Rules, RulesState, children};
    use rand::SeedableRng;
    use rstest::rstest;

    use super::*;
    use crate::testing::{decide_as, rules};
    use crate::{Budget, Evaluator, GoalProximity, Meter};

    fn captures(rules: &Rules) -> Option<Captures> {
        Captures::find(rules, &mut SearchRng::seed_from_u64(1), || true)
    }

    #[rstest]
    fn games_in_which_nothing_is_captured_have_no_captures(
        #[values("tictactoe", "connect-four", "othello-6x6", "hex-7x7", "nim", "eight-puzzle", "tron")] name: &str,
    ) {
        assert_eq!(captures(&rules(name)), None);
    }

    #[rstest]
    fn pieces_are_what_is_on_the_board(
        #[values(("breakthrough-6x6", 24), ("breakthrough", 32), ("checkers", 24))] game: (&str, u32),
    ) {
        let (name, count) = game;
        let rules = rules(name);
        let found = captures(&rules).expect("pieces are captured");
        assert_eq!(found.pieces(&rules, &rules.initial()), count);
        let (mut rng, mut moves, mut taken) = (SearchRng::seed_from_u64(2), Vec::new(), 0);
        let mut state = rules.initial();
        while !rules.terminal(&state) {
            let before = found.pieces(&rules, &state);
            let joint = [0, 1].map(|role| {
                rules.legal(&state, role, &mut moves);
                moves[rng.random_range(0..moves.len())]
            });
            let mut after = Vec::new();
            children(&rules, &state, &joint, &mut after);
            state = after.remove(0);
            let left = found.pieces(&rules, &state);
            assert!(left == before || left + 1 == before, "{before} pieces, then {left}");
            taken += before - left;
        }
        assert!(taken > 0);
    }

    /// Whose turn it is.
    fn mover(rules: &Rules, state: &RulesState) -> Option<usize> {
        (0..2).find(|&role| Choices::of(rules, state).of_role(role).len() > 1)
    }

    /// What a state is worth to a role, by the definition of quiescence search.
    fn worth(
        rules: &Rules,
        found: &Captures,
        role: usize,
        state: &RulesState,
        depth: u32,
        beyond: u32,
    ) -> f64 {
        if rules.terminal(state) {
            return rules.goal(state, role).into();
        }
        let own = mover(rules, state) == Some(role);
        let better = |one: f64, other: f64| if own { one.max(other) } else { one.min(other) };
        let mut joints = Vec::new();
        Choices::of(rules, state).joint_moves().for_each(|joint: Vec<_>| joints.extend(joint));
        let mut after = Vec::new();
        children(rules, state, &joints, &mut after);
        if depth > 0 {
            return after
                .iter()
                .map(|child| worth(rules, found, role, child, depth - 1, beyond))
                .reduce(better)
                .unwrap();
        }
        let (mut rng, mut meter) = (SearchRng::seed_from_u64(0), Meter::start(Budget::default()));
        let opinion = GoalProximity::new(true).evaluate(rules, state, role, &mut meter, &mut rng);
        if beyond == 0 {
            return opinion;
        }
        let taken = |child: &&RulesState| {
            rules.terminal(child) || found.pieces(rules, child) < found.pieces(rules, state)
        };
        let captures = after.iter().filter(taken);
        captures.map(|child| worth(rules, found, role, child, 0, beyond - 1)).fold(opinion, better)
    }

    #[rstest]
    fn values_are_those_of_the_definition(
        #[values(
            "alpha-beta(",
            "alpha-beta(fail=hard,pvs=true,",
            "deepening(decisive=false,",
            "deepening(decisive=false,order=static,"
        )]
        spec: &str,
    ) {
        let rules = rules("breakthrough-6x6");
        let found = captures(&rules).unwrap();
        let (mut rng, mut moves) = (SearchRng::seed_from_u64(4), Vec::new());
        let mut differ = 0;
        for _ in 0..12 {
            let mut state = rules.initial();
            for _ in 0..10 {
                let joint = [0, 1].map(|role| {
                    rules.legal(&state, role, &mut moves);
                    moves[rng.random_range(0..moves.len())]
                });
                state = rules.next(&state, &joint);
            }
            for (depth, beyond) in [(1, 1), (1, 3), (2, 2)] {
                let spec = format!("{spec}depth={depth},quiescence={beyond},eval=goal-proximity)");
                let role = mover(&rules, &state).unwrap();
                let decision = decide_as(&spec, &rules, role, &state, &Budget::default()).unwrap();
                let expected = worth(&rules, &found, role, &state, depth, beyond);
                let value = decision.value.unwrap();
                assert!((value - expected).abs() < 1e-9, "{spec}: {value}, {expected} expected");
                differ += usize::from(expected != worth(&rules, &found, role, &state, depth, 0));
            }
        }
        assert!(differ > 5, "captures make a difference");
    }

    #[test]
    fn no_time_is_no_captures() {
        let found = Captures::find(&rules("breakthrough-6x6"), &mut SearchRng::seed_from_u64(1), || false);
        assert_eq!(found, None);
    }
}
