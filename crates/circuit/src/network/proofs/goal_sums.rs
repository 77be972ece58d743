use std::ops::RangeInclusive;

use batsat::{Lit as SatLit, lbool};
use gdl::Interrupt;

use super::clauses::sat;
use super::ends::Ends;
use crate::network::network::Network;

/// The most combinations of the goals of all roles that are told apart.
const MOST_WAYS: usize = 1_000;

/// The most literals that all queries together may assign: some tenths of a second.
const MOST_PROPAGATIONS: u64 = 10_000_000;

/// Bounds on the sum of all roles' goals in any terminal state but the initial one, if they can be proven
/// within fixed bounds of work and before they are interrupted.
///
/// A solver finds [transitions to terminal states](Ends), each with goals that no earlier one had, until
/// there are no more. If there are none at all, there are no bounds.
pub(crate) fn goal_sums(network: &Network, interrupt: &Interrupt<'_>) -> Option<RangeInclusive<i32>> {
    let Ends { mut clauses, goals, .. } = Ends::new(network, interrupt).ok()?;
    let all_get = |goal: u8| -> Vec<SatLit> {
        let players = goals.iter().enumerate().filter(|(role, _)| Some(*role) != network.chance);
        let bits = players.flat_map(|(_, bits)| bits.iter().enumerate());
        bits.map(|(bit, &literal)| sat(literal.invert_if(goal >> bit & 1 == 0))).collect()
    };
    // Where all may get nothing and all may get everything, no bounds are narrower than 0 to 100 for each.
    if [0, 100].into_iter().all(|goal| clauses.solve(&all_get(goal)) == lbool::TRUE) {
        return None;
    }
    let mut sums: Option<RangeInclusive<i32>> = None;
    for _ in 0..MOST_WAYS {
        if clauses.propagations() > MOST_PROPAGATIONS {
            return None;
        }
        let answer = clauses.solve(&[]);
        if answer == lbool::FALSE {
            return sums;
        } else if answer != lbool::TRUE {
            return None;
        }
        let mut sum = 0;
        let mut other = Vec::new();
        for goal in &goals {
            for (bit, &literal) in goal.iter().enumerate() {
                let holds = clauses.holds(sat(literal));
                sum += i32::from(holds) << bit;
                other.push(sat(literal.invert_if(holds)));
            }
        }
        clauses.clause(&other);
        sums = Some(sums.map_or(sum..=sum, |sums| sum.min(*sums.start())..=sum.max(*sums.end())));
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::testing::{built_in, circuit_of};

    fn sums(text: &str) -> (i32, i32) {
        circuit_of(text).goal_sums().into_inner()
    }

    #[test]
    fn what_one_gains_another_loses() {
        let names =
            ["tictactoe", "connect-four", "othello-6x6", "breakthrough-6x6", "hex-7x7", "two-rows", "tron"];
        for name in names {
            assert_eq!(sums(&built_in(name)), (100, 100), "{name}");
        }
    }

    #[test]
    fn where_three_share_a_hundred_one_may_be_lost() {
        assert_eq!(sums(&built_in("tictactoe-3p")), (99, 100));
    }

    #[test]
    fn who_may_both_win_have_more_than_one_sum() {
        assert_eq!(sums(&built_in("prisoners-dilemma")), (0, 200));
        assert_eq!(sums(&built_in("knights-tour")), (0, 100));
    }

    /// One ply, after which one of the goals of the only role holds, or both.
    const CHOICE: &str =
        "(role you) (init start) (legal you a) (legal you b) (<= (next (chose ?m)) (does you ?m))
        (<= terminal (not (true start)))";

    #[test]
    fn only_goals_that_can_be_paid_count() {
        let goals = "(<= (goal you 30) (true (chose a))) (<= (goal you 70) (true (chose b)))";
        assert_eq!(sums(&format!("{CHOICE} {goals}")), (30, 70));
        // Of several goals the least counts, and 0 where there is none.
        assert_eq!(sums(&format!("{CHOICE} {goals} (goal you 50)")), (30, 50));
        assert_eq!(sums(&format!("{CHOICE} (<= (goal you 40) (true (chose a)))")), (0, 40));
        let never = "(<= (goal you 90) (true (chose a)) (true (chose b)))";
        assert_eq!(sums(&format!("{CHOICE} {goals} {never}")), (30, 70));
    }

    #[test]
    fn a_game_that_is_over_at_the_start_pays_what_it_pays_there() {
        let text =
            "(role you) (init start) (legal you a) (<= (goal you 20) (true start)) (<= terminal (true start))
            (<= (next on) (does you a)) (<= (goal you 60) (true on)) (<= terminal (true on))";
        let (least, greatest) = sums(text);
        assert!(least <= 20 && greatest >= 20, "{least}..={greatest}");
    }
}
