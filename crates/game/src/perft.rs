use crate::{Choices, Fault, Game, JointMoves, MOST_TOGETHER, Parent, children_of_all};

/// Why the sequences of joint moves were not counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// The game failed underneath the count.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// More than 2^128 sequences.
    #[error("there are more than 2^128 sequences of joint moves to depth {depth}")]
    TooMany {
        /// The joint moves of each sequence.
        depth: usize,
    },
    /// More sequences than can be played on, one by one.
    #[error(
        "there are at least {sequences} sequences of joint moves to depth {depth}, which would take months to play on one by one; count them with a depth of {depth}"
    )]
    TooLong {
        /// The joint moves of each sequence.
        depth: usize,
        /// As many as were found up to then.
        sequences: u128,
    },
    /// Nobody wants the counts any more.
    #[error("the count was interrupted")]
    Interrupted,
}

/// Counts the sequences of joint moves to each depth: entry *d - 1* is the number of sequences of *d* joint
/// moves from the initial state, so for tic-tac-toe the counts are 9, 72, 504, ... A terminal state ends its
/// sequences; the list is shorter than `depth` if the game always ends earlier. Transpositions are counted as
/// often as they are reached.
///
/// Two implementations of the same game must have the same counts; the time is a measure of an
/// engine's speed.
///
/// Memory is needed for some hundred states of each ply, however many joint moves they have.
///
/// # Errors
/// If the game fails underneath the count, the count exceeds a `u128`, or more than 10^15 sequences would
/// have to be played on.
pub fn perft<G: Game>(game: &G, depth: usize) -> Result<Vec<u128>, PerftError> {
    perft_watched(game, depth, |_| true)
}

/// Counts as [`perft`] does, and shows `watch` the counts so far after every few hundred joint moves that it
/// makes; it ends when `watch` says no.
///
/// # Errors
/// As for [`perft`], or if `watch` ends it.
pub fn perft_watched<G: Game>(
    game: &G,
    depth: usize,
    mut watch: impl FnMut(&[u128]) -> bool,
) -> Result<Vec<u128>, PerftError> {
    let mut counter = Counter { game, depth, counts: Vec::new(), open: Vec::new() };
    if depth > 0 {
        counter.enter(game.initial(), 0)?;
    }
    let most = MOST_TOGETHER * game.roles();
    let (mut parents, mut joints, mut ends, mut next) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    while let Some(&Open { ply, .. }) = counter.open.last() {
        parents.clear();
        joints.clear();
        ends.clear();
        // As many joint moves as are made together, all of one ply.
        while joints.len() < most
            && let Some(mut open) = counter.open.pop_if(|open| open.ply == ply)
        {
            let from = joints.len();
            while joints.len() < most
                && let Some(joint) = open.joints.next()
            {
                joints.extend(joint);
            }
            if joints.len() == from {
                continue;
            }
            ends.push(joints.len());
            if joints.len() == most {
                parents.push(open.state.clone());
                counter.open.push(open);
            } else {
                parents.push(open.state);
            }
        }
        children_until(game, &parents, &joints, &ends, &mut next);
        for child in next.drain(..) {
            counter.enter(child, ply + 1)?;
        }
        if !watch(&counter.counts) {
            return Err(PerftError::Interrupted);
        }
    }
    Ok(counter.counts)
}

/// Sequences that are played on, at most. At 10^8 a second they would take more than a hundred days.
const PLAYED_ON: u128 = 1_000_000_000_000_000;

/// A state some of whose joint moves are still to be made.
struct Open<'m, S, M: Clone> {
    state: S,
    ply: usize,
    joints: JointMoves<'m, M>,
}

/// The counts so far.
struct Counter<'g, G: Game> {
    game: &'g G,
    depth: usize,
    counts: Vec<u128>,
    /// Those of the deepest ply last, so that there are never many.
    open: Vec<Open<'g, G::State, G::Move>>,
}

impl<G: Game> Counter<'_, G> {
    /// Counts the joint moves of a state, and opens it unless the states after them need not be seen.
    fn enter(&mut self, state: G::State, ply: usize) -> Result<(), PerftError> {
        let Self { game, depth, counts, open } = self;
        if game.terminal(&state) {
            return game.fault(&state).map_or(Ok(()), |fault| Err(fault.into()));
        }
        let choices = Choices::of(*game, &state);
        if counts.len() == ply {
            counts.push(0);
        }
        let count = choices.joint_count().and_then(|joints| counts[ply].checked_add(joints));
        counts[ply] = count.ok_or(PerftError::TooMany { depth: ply + 1 })?;
        if ply + 1 < *depth {
            if counts[ply] > PLAYED_ON {
                return Err(PerftError::TooLong { depth: ply + 1, sequences: counts[ply] });
            }
            open.push(Open { state, ply, joints: choices.into_joint_moves() });
        }
        Ok(())
    }
}

/// The states after the joint moves of each parent, which end at `ends` in `joints`.
pub(crate) fn children_until<G: Game>(
    game: &G,
    parents: &[G::State],
    joints: &[G::Move],
    ends: &[usize],
    next: &mut Vec<G::State>,
) {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let of = starts.zip(ends).zip(parents);
    let parents: Vec<_> =
        of.map(|((start, &end), state)| Parent { state, joints: &joints[start..end] }).collect();
    children_of_all(game, &parents, next);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Broken, TicTacToe};
    use crate::{Goal, Notation, Tree};

    #[test]
    fn more_sequences_than_can_be_played_on_are_counted_and_not_played_on() {
        let roles: String = (0..8).map(|role| format!("(role r{role})")).collect();
        let numbers: String = (0..100).map(|number| format!("(number {number})")).collect();
        let text = format!(
            "{roles}{numbers}(init p)(<= (legal ?r ?n) (role ?r) (number ?n))(next p)
            (<= terminal (true q))(<= (goal ?r 1) (role ?r))(<= (next q) (does r0 7))"
        );
        let sheet = gdl::Rulesheet::parse("wide.kif", text.as_bytes()).unwrap();
        let rules = crate::Rules::new(&sheet).unwrap();
        let sequences = 10_u128.pow(16);
        assert_eq!(perft(&rules, 1), Ok(vec![sequences]));
        assert_eq!(perft(&rules, 2), Err(PerftError::TooLong { depth: 1, sequences }));
    }

    #[test]
    fn tic_tac_toe_has_its_known_counts() {
        let known = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
        assert_eq!(perft(&TicTacToe, 20), Ok(known.to_vec()));
        assert_eq!(perft(&TicTacToe, 3), Ok(known[..3].to_vec()));
        assert_eq!(perft(&TicTacToe, 0), Ok(vec![]));
    }

    #[test]
    fn who_watches_sees_counts_that_grow_to_the_last_ones() {
        let mut seen: Vec<Vec<u128>> = Vec::new();
        let watch = |counts: &[u128]| {
            seen.push(counts.to_vec());
            true
        };
        let counts = perft_watched(&TicTacToe, 9, watch).unwrap();
        assert!(seen.len() > 100 && seen.last() == Some(&counts), "{} times", seen.len());
        let sums: Vec<u128> = seen.iter().map(|counts| counts.iter().sum()).collect();
        assert!(sums.is_sorted());
    }

    #[test]
    fn who_watches_can_end_the_count() {
        let mut seen = 0;
        let watch = |_: &[u128]| {
            seen += 1;
            seen < 3
        };
        assert_eq!(perft_watched(&TicTacToe, 9, watch), Err(PerftError::Interrupted));
        assert_eq!(seen, 3);
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
        assert_eq!(perft(&Broken, 9), Err(PerftError::Fault(Broken::fault_value())));
    }

    /// Roles that all choose among a hundred moves at the same time, for three plies.
    #[derive(Debug)]
    struct Crowd(usize);

    impl Game for Crowd {
        type State = u8;
        type Move = u8;

        fn roles(&self) -> usize {
            self.0
        }

        fn initial(&self) -> u8 {
            0
        }

        fn terminal(&self, ply: &u8) -> bool {
            *ply == 3
        }

        fn legal(&self, _: &u8, _: usize, moves: &mut Vec<u8>) {
            moves.clear();
            moves.extend(0..100);
        }

        fn next(&self, ply: &u8, _: &[u8]) -> u8 {
            ply + 1
        }

        fn goal(&self, _: &u8, _: usize) -> Goal {
            50
        }

        fn notation(&self) -> &dyn Notation<u8, u8> {
            self
        }
    }

    impl Notation<u8, u8> for Crowd {
        fn role_name(&self, _: usize) -> &str {
            "one"
        }

        fn move_name(&self, mov: u8) -> String {
            mov.to_string()
        }
    }

    #[test]
    fn many_joint_moves_are_counted_or_too_many() {
        assert_eq!(perft(&Crowd(15), 1), Ok(vec![10_u128.pow(30)]));
        assert_eq!(perft(&Crowd(1), 9), Ok(vec![100, 10_000, 1_000_000]));
        assert_eq!(perft(&Crowd(20), 1), Err(PerftError::TooMany { depth: 1 }));
    }
}
