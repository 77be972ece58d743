use crate::{Choices, Fault, Game, Parent};

/// Counts the sequences of joint moves to each depth: entry *d - 1* is the number of sequences of *d* joint moves from the initial
/// state, so for tic-tac-toe the counts are 9, 72, 504, ... A terminal state ends its sequences; the list is shorter
/// than `depth` if the game always ends earlier. Transpositions are counted as often as they are reached.
///
/// Two implementations of the same game must have the same counts; the time is a measure of an engine's speed.
///
/// # Errors
/// If the game fails underneath the count.
pub fn perft<G: Game>(game: &G, depth: usize) -> Result<Vec<u64>, Fault> {
    let mut counts: Vec<u64> = Vec::new();
    // States not looked at yet, and their plies; those of the deepest ply last, so that there are never many.
    let mut open: Vec<(G::State, usize)> = Vec::new();
    if depth > 0 {
        open.push((game.initial(), 0));
    }
    let at_once = if game.batch().is_some() { AT_ONCE } else { 1 };
    let (mut parents, mut joints, mut ends, mut next) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    while !open.is_empty() {
        parents.clear();
        joints.clear();
        ends.clear();
        // As many states as fill an evaluation, all of one ply, and at least one.
        while let Some((state, ply)) = open.pop_if(|(_, ply)| {
            joints.len() < at_once * game.roles() && parents.last().is_none_or(|(_, above)| above == ply)
        }) {
            if game.terminal(&state) {
                if let Some(fault) = game.fault(&state) {
                    return Err(fault);
                }
                continue;
            }
            let choices = Choices::of(game, &state);
            if counts.len() == ply {
                counts.push(0);
            }
            counts[ply] += choices.joint_count() as u64;
            // The states after the last ply need not be seen.
            if ply + 1 < depth {
                joints.extend(choices.joint_moves().flatten());
                parents.push((state, ply));
                ends.push(joints.len());
            }
        }
        let Some(&(_, ply)) = parents.last() else { continue };
        children_of_all(game, &parents, &joints, &ends, &mut next);
        open.extend(next.drain(..).map(|child| (child, ply + 1)));
    }
    Ok(counts)
}

/// Joint moves that are made in one evaluation: as many as the widest lanes take.
const AT_ONCE: usize = 512;

/// The states after the joint moves of each parent, which end at `ends` in `joints`.
fn children_of_all<G: Game>(
    game: &G,
    parents: &[(G::State, usize)],
    joints: &[G::Move],
    ends: &[usize],
    next: &mut Vec<G::State>,
) {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let of = starts.zip(ends).zip(parents).map(|((start, &end), (state, _))| (state, &joints[start..end]));
    match game.batch() {
        Some(batch) => {
            let parents: Vec<_> = of.map(|(state, joints)| Parent { state, joints }).collect();
            batch.children(&parents, next);
        }
        None => {
            next.clear();
            for (state, joints) in of {
                next.extend(joints.chunks_exact(game.roles()).map(|joint| game.next(state, joint)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tree;
    use crate::testing::{Broken, TicTacToe};

    #[test]
    fn tic_tac_toe_has_its_known_counts() {
        let known = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
        assert_eq!(perft(&TicTacToe, 20), Ok(known.to_vec()));
        assert_eq!(perft(&TicTacToe, 3), Ok(known[..3].to_vec()));
        assert_eq!(perft(&TicTacToe, 0), Ok(vec![]));
    }

    #[test]
    fn leaves_end_sequences() {
        let tree = Tree::from_brackets("(1 (2 3 (4 5)) 6)").expect("a tree");
        assert_eq!(perft(&tree, 9), Ok(vec![3, 3, 2]));
        let leaf = Tree::from_brackets("7").expect("a tree");
        assert_eq!(perft(&leaf, 9), Ok(vec![]));
    }

    #[test]
    fn a_fault_surfaces() {
        assert_eq!(perft(&Broken, 9), Err(Broken::fault_value()));
    }
}
