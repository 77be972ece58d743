//! Pattern databases: how far states are from the greatest goal, by what some of their fluents come to by themselves.
//!
//! Some fluents often depend on no others: where a piece stands on the moves alone, whatever else there is. What becomes of them is a small game of its own, a [`Projection`]. Several projections
//! together make a pattern: the same moves are made in them. How many moves it takes to the goal there is worked out backwards, and looked up.
//!
//! A move that serves several patterns counts for each of them, and what no pattern has does not count, so that the sum of all is an estimate.
//!
//! J. Culberson & J. Schaeffer, *Pattern databases*, Computational Intelligence 14 (1998); patterns from the rules: S. Edelkamp, *Planning with pattern databases*, ECP (2001); several transition
//! systems together: M. Helmert, P. Haslum & J. Hoffmann, *Flexible abstraction heuristics for optimal sequential planning*, ICAPS (2007).

mod database;
mod projection;

use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Interrupted};

use super::network::Network;
use database::Database;
use projection::{Projection, closed_sets};

/// How far states are from the greatest goal of a role alone, as some of their fluents tell, and others apart from these.
#[derive(Clone, Debug)]
pub struct PatternDatabases {
    projections: Vec<Projection>,
    /// Of the projections in their order.
    databases: Vec<Database>,
    /// For each projection its state, of the state that is looked at.
    states: Vec<u32>,
    key: Vec<u64>,
}

/// A database takes one in so many of the entries, unless a projection alone has more.
const MOST_OF_ENTRIES: usize = 4;

/// Steps that are left: gates to evaluate, and moves to look at.
struct Work(u64);

impl Work {
    /// Steps for all projections of a game, and for all its databases: some tenths of a second each.
    const MOST: u64 = 1 << 27;

    /// One takes no more than this part of the steps that are left, so that others have theirs.
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
    /// The databases of a game of one role, whose plans begin in the state of the `root`'s fluents, of so many `entries` together at most. None if no part of the goal depends on few fluents, or if they
    /// would tell no more than which conditions are unmet.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(
        network: &Network,
        root: &[u64],
        entries: usize,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let mut work = Work(Work::MOST);
        let Some(sets) = closed_sets(network, &mut work, interrupt)? else { return Ok(None) };
        // The smallest first. What is a part of another one is of no use if that is small enough, too.
        let mut found: Vec<(FixedBitSet, Projection)> = Vec::new();
        for set in sets {
            let projection =
                work.part(|work| Projection::new(network, &set, root, entries, work, interrupt))?;
            if let Some(projection) = projection {
                found.retain(|(other, _)| !other.is_subset(&set));
                found.push((set, projection));
            }
        }
        if found.iter().all(|(_, projection)| projection.states() <= 2) {
            return Ok(None);
        }
        // Those that belong together are likely to be named alike.
        found.sort_by_key(|(set, _)| set.minimum());
        let projections: Vec<Projection> = found.into_iter().map(|(_, projection)| projection).collect();
        let mut work = Work(Work::MOST);
        let (mut databases, mut first, mut left) = (Vec::new(), 0, entries);
        while first < projections.len() {
            // Each of the others needs room for itself at least.
            let others: usize = projections[first + 1..].iter().map(Projection::states).sum();
            let alone = projections[first].states().min(left);
            let most = (entries / MOST_OF_ENTRIES).min(left.saturating_sub(others)).max(alone);
            let database = work.part(|work| Database::new(&projections, first, most, work, interrupt))?;
            let Some(database) = database else { break };
            first = database.projections.end;
            left -= database.entries().min(left);
            databases.push(database);
        }
        let states = vec![0; projections.len()];
        let some = !databases.is_empty();
        Ok(some.then(|| Self { projections, databases, states, key: Vec::new() }))
    }

    /// About how many moves it takes to the goal from a state, given by its [fluents](crate::State::fluents): as many as all patterns take, one after the other. None if no plan leads there. The
    /// state is one that can be reached from the root.
    pub fn of_state(&mut self, fluents: &[u64]) -> Option<u32> {
        for (state, projection) in self.states.iter_mut().zip(&self.projections) {
            *state = projection.state(fluents, &mut self.key);
        }
        self.databases.iter().map(|database| database.moves(&self.states[database.projections.clone()])).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Circuit;
    use crate::testing::circuit_of;

    /// Two tokens, each on five places in a row, of which the goal is the last; a token that advances from there is gone. `moves` says what moves are legal and when each token advances, and `more` is
    /// for more rules.
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

    fn databases(circuit: &Circuit, entries: usize) -> Option<PatternDatabases> {
        circuit.pattern_databases(circuit.initial(), entries, &Interrupt::never()).unwrap()
    }

    fn of_initial(circuit: &Circuit, entries: usize) -> Option<u32> {
        databases(circuit, entries).unwrap().of_state(circuit.initial().fluents())
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
    fn what_has_no_room_is_left_out() {
        assert!(databases(&tokens(IN_TURN, ""), 5).is_none());
        let distance = of_initial(&tokens(IN_TURN, ""), 6);
        assert_eq!(distance, Some(4), "one of the tokens");
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
        assert!(circuit.pattern_databases(circuit.initial(), 1_000, &interrupt).is_err());
    }
}
