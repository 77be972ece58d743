//! Pattern databases: how far states are from the greatest goal, by what some of their fluents come to
//! by themselves.
//!
//! Some fluents often depend on no others: where a piece stands on the moves alone, whatever else there is.
//! What becomes of them is a small game of its own, a [`Projection`]. Several projections together make a
//! pattern: the same moves are made in them. How many moves it takes to the goal there is worked out
//! backwards, and looked up.
//!
//! A move that serves several patterns may count for each of them, so that the sum of all is an estimate; or
//! for one alone, so that the sum is a lower bound. What no pattern has does not count.
//!
//! J. Culberson & J. Schaeffer, *Pattern databases*, Computational Intelligence 14 (1998); patterns from the
//! rules: S. Edelkamp, *Planning with pattern databases*, ECP (2001); several transition systems together: M.
//! Helmert, P. Haslum & J. Hoffmann, *Flexible abstraction heuristics for optimal sequential planning*, ICAPS
//! (2007); moves that count once: J. Seipp, T. Keller & M. Helmert, *Saturated cost partitioning for optimal
//! classical planning*, JAIR 67 (2020).

mod database;
mod projection;

use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Interrupted};

use super::network::Network;
use database::{Costs, Database, Limits};
use projection::{Projection, View, closed_sets};

/// How far states are from the greatest goal of a role alone: the sum of what its patterns tell.
#[derive(Clone, Debug)]
pub struct PatternDatabases {
    databases: Vec<Database>,
    key: Vec<u64>,
}

/// How often a move counts that serves several patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// For each of them: the sum is an estimate, which may be more than the moves that it takes.
    Each,
    /// For the first of them alone: the sum is no more than the moves that it takes.
    Once,
}

/// The greatest share of all entries that a database has if it has several projections, as its reciprocal.
const MOST_OF_ENTRIES: usize = 4;

/// Moves that are noted for each entry while databases are made, at most. They are what takes most memory
/// then: eight bytes each.
const MOVES_OF_ENTRY: usize = 10;

/// Steps that are left: gates to evaluate, and moves to look at.
struct Work(u64);

impl Work {
    /// Steps for all projections of a game, and for all its databases: some tenths of a second each.
    const MOST: u64 = 1 << 27;

    /// A projection, or a database, may take one in so many of the steps that are left, so that the others
    /// have theirs.
    const PARTS: u64 = 4;

    /// Takes a part of what is left for something.
    fn part<R>(&mut self, act: impl FnOnce(&mut Self) -> R) -> R {
        let mut part = Self(self.0 / Self::PARTS);
        self.0 -= part.0;
        let result = act(&mut part);
        self.0 += part.0;
        result
    }

    /// Takes some steps; false if they are not left.
    fn take(&mut self, steps: usize) -> bool {
        let left = self.0.checked_sub(steps as u64);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

impl PatternDatabases {
    /// The databases of a game of one role, whose plans begin in the state of the `root`'s fluents. They have
    /// so many `entries` together at most: combinations of states that the projections of a database have
    /// together. None if no part of the goal depends on few fluents, or if each move counts for each part and
    /// all parts are single fluents, which would tell no more than which conditions are unmet.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(
        network: &Network,
        root: &[u64],
        entries: usize,
        counting: Counting,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let mut work = Work(Work::MOST);
        let Some(sets) = closed_sets(network, &mut work, interrupt)? else { return Ok(None) };
        if counting == Counting::Each && sets.iter().all(|set| set.count_ones(..) <= 1) {
            return Ok(None);
        }
        let Some(view) = View::new(network, interrupt)? else { return Ok(None) };
        // The smallest first. What is a part of another one is of no use if that is small enough, too.
        let mut found: Vec<(FixedBitSet, Projection)> = Vec::new();
        for set in sets {
            interrupt.check_now()?;
            let projection =
                work.part(|work| Projection::new(network, &view, &set, root, entries, work, interrupt))?;
            if let Some(projection) = projection {
                found.retain(|(other, _)| !other.is_subset(&set));
                found.push((set, projection));
            }
        }
        // Those that belong together are likely to be named alike.
        found.sort_by_key(|(set, _)| set.minimum());
        let projections: Vec<Projection> = found.into_iter().map(|(_, projection)| projection).collect();
        let databases = Self::databases(&projections, entries, counting, interrupt)?;
        Ok((!databases.is_empty()).then(|| Self { databases, key: Vec::new() }))
    }

    /// A database of each few projections that follow one another.
    fn databases(
        projections: &[Projection],
        entries: usize,
        counting: Counting,
        interrupt: &Interrupt<'_>,
    ) -> Result<Vec<Database>, Interrupted> {
        let mut work = Work(Work::MOST);
        let mut costs = Costs::of(projections);
        let (mut databases, mut first, mut left) = (Vec::new(), 0, entries);
        while first < projections.len() {
            // Each of the others needs room for itself at least.
            let others: usize = projections[first + 1..].iter().map(Projection::states).sum();
            let alone = projections[first].states().min(left);
            let limits = Limits {
                states: (entries / MOST_OF_ENTRIES).min(left.saturating_sub(others)).max(alone),
                moves: MOVES_OF_ENTRY.saturating_mul(entries),
            };
            let database =
                work.part(|work| Database::new(&projections[first..], &costs, limits, work, interrupt))?;
            if counting == Counting::Once
                && let Some(database) = &database
            {
                costs.pay_for(database, &projections[first..], interrupt)?;
            }
            // A projection that does not fit is left out.
            first += database.as_ref().map_or(1, Database::projections);
            left -= database.as_ref().map_or(0, Database::entries).min(left);
            databases.extend(database);
        }
        Ok(databases)
    }

    /// How many moves it takes to the goal from a state, given by its [fluents](crate::State::fluents),
    /// by the sum of what all patterns take: about so many, or at least so many if each move [counts
    /// once](Counting::Once). None if no plan leads there. The state is one that can be reached from
    /// the root.
    pub fn of_state(&mut self, fluents: &[u64]) -> Option<u32> {
        let Self { databases, key } = self;
        databases.iter().map(|database| database.moves(fluents, key)).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::testing::circuit_of;
    use crate::{Circuit, Explorer};

    /// Two tokens, each on five places in a row, of which the goal is the last; a token that advances from
    /// there is gone. `moves` says what moves are legal and when each token advances, and `more` is for
    /// more rules.
    fn tokens(moves: &str, more: &str) -> Circuit {
        circuit_of(&format!(
            "(role you) (token a) (token b) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (init (at a 0)) (init (at b 0))
            (<= (next (at ?t ?n)) (advances ?t) (true (at ?t ?m)) (succ ?m ?n))
            (<= (next (at ?t ?m)) (not (advances ?t)) (true (at ?t ?m)))
            (<= solved (true (at a 4)) (true (at b 4)))
            (<= terminal solved) (<= (goal you 100) solved) (<= (goal you 0) (not solved)) {moves} {more}"
        ))
    }

    /// A move for each token.
    const IN_TURN: &str = "(<= (legal you (push ?t)) (token ?t)) (<= (advances ?t) (does you (push ?t)))";

    /// A move for both, and one for each.
    const TOGETHER: &str = "(legal you both) (<= (legal you (push ?t)) (token ?t))
        (<= (advances ?t) (token ?t) (does you both)) (<= (advances ?t) (does you (push ?t)))";

    fn counted(circuit: &Circuit, entries: usize, counting: Counting) -> Option<PatternDatabases> {
        circuit.pattern_databases(circuit.initial(), entries, counting, &Interrupt::never()).unwrap()
    }

    fn databases(circuit: &Circuit, entries: usize) -> Option<PatternDatabases> {
        counted(circuit, entries, Counting::Each)
    }

    fn of_initial(circuit: &Circuit, entries: usize) -> Option<u32> {
        databases(circuit, entries).unwrap().of_state(circuit.initial().fluents())
    }

    fn at_least(circuit: &Circuit, entries: usize) -> Option<u32> {
        counted(circuit, entries, Counting::Once)?.of_state(circuit.initial().fluents())
    }

    #[test]
    fn patterns_that_have_room_together_tell_the_moves_that_all_of_them_take() {
        let circuit = tokens(IN_TURN, "");
        assert_eq!(of_initial(&circuit, 1_000), Some(8));
        let circuit = tokens(TOGETHER, "");
        assert_eq!(of_initial(&circuit, 1_000), Some(4));
    }

    #[test]
    fn patterns_apart_from_each_other_are_added_up() {
        assert_eq!(of_initial(&tokens(IN_TURN, ""), 24), Some(8));
        assert_eq!(of_initial(&tokens(TOGETHER, ""), 24), Some(8), "a move for both counts twice");
    }

    #[test]
    fn moves_that_count_once_make_a_lower_bound() {
        for entries in [24, 1_000] {
            assert_eq!(at_least(&tokens(IN_TURN, ""), entries), Some(8));
            assert_eq!(at_least(&tokens(TOGETHER, ""), entries), Some(4));
        }
        // Whatever moves the first token moves the second one, too, and does not count again.
        let both = TOGETHER
            .replace("(<= (legal you (push ?t)) (token ?t))", "(legal you (push b)) (legal you rest)");
        for entries in [24, 1_000] {
            assert_eq!(at_least(&tokens(&both, ""), entries), Some(4));
        }
        let circuit = tokens(IN_TURN, "");
        let interrupt = Interrupt::unless(&|| false);
        assert!(circuit.pattern_databases(circuit.initial(), 1_000, Counting::Once, &interrupt).is_err());
    }

    #[test]
    fn single_conditions_are_counted_where_each_move_counts_once() {
        let circuit = circuit_of(
            "(role you) (lamp a) (lamp b) (lamp c) (<= (legal you (light ?x)) (lamp ?x)) (legal you both)
            (<= (next (on ?x)) (does you (light ?x))) (<= (next (on ?x)) (true (on ?x)))
            (<= (next (on a)) (does you both)) (<= (next (on b)) (does you both))
            (<= solved (true (on a)) (true (on b)) (true (on c)))
            (<= terminal solved) (<= (goal you 100) solved) (<= (goal you 0) (not solved))",
        );
        assert!(databases(&circuit, 1_000).is_none());
        assert_eq!(at_least(&circuit, 1_000), Some(2));
        let alone = at_least(&circuit, 6);
        assert!(alone.is_some_and(|moves| (1..=2).contains(&moves)), "{alone:?}");
    }

    #[test]
    fn what_has_no_room_is_left_out() {
        assert!(databases(&tokens(IN_TURN, ""), 5).is_none());
        let distance = of_initial(&tokens(IN_TURN, ""), 6);
        assert_eq!(distance, Some(4), "one of the tokens");
    }

    #[test]
    fn what_does_not_fit_leaves_room_to_what_comes_after_it() {
        let larger = "(<= (next (at a ?n)) (does you (push a)) (true (at a ?m)) (far ?m ?n))
            (far 4 5) (far 5 6) (far 6 7) (far 7 8) (far 8 9)";
        assert_eq!(of_initial(&tokens(IN_TURN, larger), 7), Some(4), "the second token alone");
    }

    #[test]
    fn a_root_further_on_is_nearer_to_the_goal() {
        let circuit = Arc::new(tokens(IN_TURN, ""));
        let root = Explorer::new(Arc::clone(&circuit)).next(circuit.initial(), &[0]);
        let mut databases =
            circuit.pattern_databases(&root, 1_000, Counting::Each, &Interrupt::never()).unwrap().unwrap();
        assert_eq!(databases.of_state(root.fluents()), Some(7));
    }

    #[test]
    fn more_moves_than_a_word_has_bits_are_told_apart() {
        let numbers: String = (0..100).map(|number| format!("(number {number}) ")).collect();
        // One of a hundred moves advances the second token.
        let moves = format!(
            "{numbers} (<= (legal you (take ?n)) (number ?n)) (legal you push)
            (<= (advances a) (does you push)) (<= (advances b) (does you (take 90)))"
        );
        assert_eq!(of_initial(&tokens(&moves, ""), 1_000), Some(8));
    }

    #[test]
    fn no_plan_leads_from_where_a_pattern_is_stuck() {
        let breaks = "(legal you break) (<= (advances a) (does you break) (true (at a 4)))";
        let lost = "(<= (next (lost ?t)) (token ?t) (does you break)) (<= (next (lost ?t)) (true (lost ?t)))";
        let stuck = IN_TURN.replace("(does you (push ?t))", "(does you (push ?t)) (not (true (lost ?t)))");
        let circuit = tokens(&stuck, &format!("{breaks} {lost}"));
        let mut databases = databases(&circuit, 1_000).unwrap();
        let mut fluents = circuit.initial().fluents().to_vec();
        assert_eq!(databases.of_state(&fluents), Some(8));
        // The fluents are in the order of their text: those of places come first.
        fluents[0] |= 1 << 10;
        assert_eq!(databases.of_state(&fluents), None);
    }

    #[test]
    fn a_counter_of_plies_belongs_to_no_pattern() {
        let counter = "(init (step 0)) (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= terminal (true (step 4)))";
        let circuit = tokens(IN_TURN, counter);
        assert_eq!(of_initial(&circuit, 1_000), Some(8));
    }

    #[test]
    fn a_puzzle_of_one_piece_and_one_of_single_conditions_have_none() {
        let tied = IN_TURN.replace(
            "(does you (push ?t))",
            "(does you (push ?t)) (true (at ?o ?m)) (distinct ?o ?t) (true (at ?t ?m))",
        );
        assert!(
            databases(&tokens(&tied, "(legal you rest)"), 1_000).is_none(),
            "each token depends on the other"
        );
        let lamps = circuit_of(
            "(role you) (lamp a) (lamp b) (<= (legal you (light ?x)) (lamp ?x)) (<= (next (on ?x)) (does you (light ?x)))
            (<= (next (on ?x)) (true (on ?x))) (<= solved (true (on a)) (true (on b)))
            (<= terminal solved) (<= (goal you 100) solved) (<= (goal you 0) (not solved))",
        );
        assert!(databases(&lamps, 1_000).is_none());
    }

    #[test]
    fn an_interruption_ends_it() {
        let circuit = tokens(IN_TURN, "");
        let interrupt = Interrupt::unless(&|| false);
        assert!(circuit.pattern_databases(circuit.initial(), 1_000, Counting::Each, &interrupt).is_err());
    }
}
