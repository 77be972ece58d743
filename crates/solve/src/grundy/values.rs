//! The values of a part's states.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::Unexplained;
use super::parts::in_bounds;
use crate::limits::Clock;

/// For each role and each state the states that its moves lead to.
pub(super) type Options = [Vec<Vec<u32>>; 2];

/// The values of all states of a part; none if it is not proven that they behave like heaps of nim.
///
/// A state has the value `n` if who moves first loses the part played together with a heap of nim of `n`
/// objects. This gives candidates: heap by heap, states are valued backwards from the ends. That they are
/// values in a sum with anything else is proven of them:
///
/// - For either role the value is the least that none of its moves leads to (the *mex*). So it can lower the
///   value to any smaller one, and no move keeps it.
/// - No role can go on for ever to lower the value of a part, whatever moves the other role makes there. So
///   who does so only to make the nim-sum 0 comes to an end.
pub(super) fn of(options: &Options, clock: &Clock<'_>) -> Result<Option<Vec<u32>>, Unexplained> {
    let states = options[0].len();
    let most = options.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let mut values: Vec<Option<u32>> = vec![None; states];
    let mut unvalued = states;
    let parents = [0, 1].map(|role| reversed(&options[role]));
    // For each role, whether who moves as that role may move to a smaller heap such that the other has lost;
    // and whether every smaller heap is a win for the other.
    let mut wins_by_heap = [vec![false; states], vec![false; states]];
    let mut heaps_win_for_other = [vec![true; states], vec![true; states]];
    for heap in 0..=most as u32 {
        in_bounds(clock, 0)?;
        if unvalued == 0 {
            break;
        }
        let outcomes = outcomes(options, &parents, &wins_by_heap, &heaps_win_for_other);
        for state in 0..states {
            if values[state].is_none() && (0..2).all(|role| outcomes[role][state] == Some(false)) {
                values[state] = Some(heap);
                unvalued -= 1;
            }
            for role in 0..2 {
                wins_by_heap[role][state] |= outcomes[1 - role][state] == Some(false);
                heaps_win_for_other[role][state] &= outcomes[1 - role][state] == Some(true);
            }
        }
    }
    let Some(values) = values.into_iter().collect::<Option<Vec<u32>>>() else { return Ok(None) };
    Ok((are_least(options, &values) && lowering_ends(options, &values)).then_some(values))
}

/// For each role to move and each state whether it wins (true) or loses (false) by making the last move, with
/// a heap of nim beside it; none if play need not end.
fn outcomes(
    options: &Options,
    parents: &[Vec<Vec<u32>>; 2],
    wins_by_heap: &[Vec<bool>; 2],
    heaps_win_for_other: &[Vec<bool>; 2],
) -> [Vec<Option<bool>>; 2] {
    let states = options[0].len();
    let mut outcomes = [vec![None; states], vec![None; states]];
    // How many moves of the part are not known to win for the other role.
    let mut open = [0, 1].map(|role: usize| options[role].iter().map(Vec::len).collect::<Vec<_>>());
    let mut known = Vec::new();
    for role in 0..2 {
        for state in 0..states {
            if wins_by_heap[role][state] {
                outcomes[role][state] = Some(true);
            } else if open[role][state] == 0 && heaps_win_for_other[role][state] {
                outcomes[role][state] = Some(false);
            }
            if outcomes[role][state].is_some() {
                known.push((role, state));
            }
        }
    }
    while let Some((role, state)) = known.pop() {
        let mover = 1 - role;
        for &parent in &parents[mover][state] {
            let parent = parent as usize;
            if outcomes[mover][parent].is_some() {
                continue;
            }
            if outcomes[role][state] == Some(false) {
                outcomes[mover][parent] = Some(true);
            } else {
                open[mover][parent] -= 1;
                if open[mover][parent] > 0 || !heaps_win_for_other[mover][parent] {
                    continue;
                }
                outcomes[mover][parent] = Some(false);
            }
            known.push((mover, parent));
        }
    }
    outcomes
}

/// The states that moves come from.
fn reversed(options: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut parents = vec![Vec::new(); options.len()];
    for (state, moves) in (0..).zip(options) {
        moves.iter().for_each(|&to| parents[to as usize].push(state));
    }
    parents
}

/// Whether each value is for either role the least that none of its moves leads to.
fn are_least(options: &Options, values: &[u32]) -> bool {
    let mut reached = Vec::new();
    options.iter().all(|options| {
        options.iter().zip(values).all(|(moves, &value)| {
            reached.clear();
            reached.extend(moves.iter().map(|&to| values[to as usize]));
            reached.sort_unstable();
            reached.dedup();
            value == (0..).zip(&reached).take_while(|(least, reached)| least == *reached).count() as u32
        })
    })
}

/// Whether for either role no circle of its moves that lower the value and all moves of the other has a move
/// of its own.
fn lowering_ends(options: &Options, values: &[u32]) -> bool {
    (0..2).all(|role| {
        let lowers = |state: usize, to: u32| values[to as usize] < values[state];
        let mut graph = DiGraph::<(), ()>::with_capacity(values.len(), 0);
        let nodes: Vec<NodeIndex> = values.iter().map(|_| graph.add_node(())).collect();
        for (state, moves) in options[1 - role].iter().enumerate() {
            graph.extend_with_edges(moves.iter().map(|&to| (nodes[state], nodes[to as usize])));
        }
        for (state, moves) in options[role].iter().enumerate() {
            let lowering = moves.iter().filter(|&&to| lowers(state, to));
            graph.extend_with_edges(lowering.map(|&to| (nodes[state], nodes[to as usize])));
        }
        let mut circle = vec![0; values.len()];
        for (number, nodes) in kosaraju_scc(&graph).into_iter().enumerate() {
            nodes.iter().for_each(|node| circle[node.index()] = number);
        }
        let ends = |state: usize, to: u32| !lowers(state, to) || circle[state] != circle[to as usize];
        options[role].iter().enumerate().all(|(state, moves)| moves.iter().all(|&to| ends(state, to)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn values(options: &Options) -> Option<Vec<u32>> {
        of(options, &Clock::start(&Limits::default())).expect("no limit")
    }

    fn impartial(options: Vec<Vec<u32>>) -> Option<Vec<u32>> {
        values(&[options.clone(), options])
    }

    #[test]
    fn a_heap_of_nim_is_worth_its_size() {
        assert_eq!(impartial((0..6).map(|size| (0..size).collect()).collect()), Some((0..6).collect()));
    }

    #[test]
    fn a_heap_of_which_one_to_three_are_taken_is_worth_its_size_modulo_four() {
        let options = (0u32..10).map(|size| (size.saturating_sub(3)..size).collect()).collect();
        assert_eq!(impartial(options), Some((0..10).map(|size| size % 4).collect()));
    }

    #[test]
    fn one_piece_a_side_on_a_row_is_worth_the_gap() {
        // Northcott's game on a row of six cells: white is left of black.
        let pairs: Vec<(u32, u32)> =
            (0..6).flat_map(|white| (white + 1..6).map(move |black| (white, black))).collect();
        let number = |pair| pairs.iter().position(|&other| other == pair).unwrap() as u32;
        let white = |&(from, black): &(u32, u32)| {
            (0..black).filter(|&to| to != from).map(|to| number((to, black))).collect()
        };
        let black = |&(white, from): &(u32, u32)| {
            (white + 1..6).filter(|&to| to != from).map(|to| number((white, to))).collect()
        };
        let options = [pairs.iter().map(white).collect(), pairs.iter().map(black).collect()];
        assert_eq!(values(&options), Some(pairs.iter().map(|(white, black)| black - white - 1).collect()));
    }

    #[test]
    fn what_is_no_heap_of_nim_has_no_value() {
        // One role can move once, the other cannot: the number 1.
        assert_eq!(values(&[vec![vec![1], vec![]], vec![vec![], vec![]]]), None);
        // To and fro.
        assert_eq!(impartial(vec![vec![1], vec![0]]), None);
        // A move that passes.
        assert_eq!(impartial(vec![vec![0]]), None);
    }

    #[test]
    fn a_value_that_can_be_raised_for_ever_is_none() {
        // From a heap of one (1) the move to nothing (0), from which either role can go back.
        assert_eq!(impartial(vec![vec![1], vec![0]]), None);
        // Poker nim without an end: a heap of one, and the nothing that is left of it grows to one again.
        assert_eq!(impartial(vec![vec![], vec![0, 2], vec![0, 1]]), None);
        // A heap of one that may grow once, to one of three.
        assert_eq!(
            impartial(vec![vec![], vec![0, 2], vec![0, 3, 4], vec![0], vec![0, 3]]),
            Some(vec![0, 1, 3, 1, 2])
        );
    }
}
