use batsat::lbool;
use gdl::Interrupt;

use super::clauses::sat;
use super::transition::Transition;
use crate::network::aig::Lit;
use crate::network::lasting::Lasting;
use crate::network::network::Network;

/// The most gates of a network of which it is proven.
const MOST_GATES: usize = 50_000;

/// Whether it is proven, within fixed bounds of work, that every play ends: each legal joint move makes a
/// fluent hold that stays, or one fail that never comes back. There are only so many of these.
pub(crate) fn every_play_ends(network: &Network, lasting: &Lasting) -> bool {
    if network.aig.gates() > MOST_GATES {
        return false;
    }
    let never = Interrupt::never();
    let Ok(mut transition) = Transition::new(network, &network.groups, &never) else { return false };
    for (fluent, &next) in network.next.iter().enumerate() {
        let now = Lit::new(fluent as u32 + 1, false);
        if lasting.stays(fluent) {
            transition.clauses.clause(&[sat(now), sat(!next)]);
        }
        if lasting.never_returns(fluent) {
            transition.clauses.clause(&[sat(!now), sat(next)]);
        }
    }
    transition.clauses.solve(&[]) == lbool::FALSE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::synthesize;
    use crate::testing::{built_in, grounded};

    fn ends(text: &str) -> bool {
        let (grounding, reasoner) = grounded(text);
        let network = synthesize(&grounding, &reasoner, &Interrupt::never()).unwrap();
        every_play_ends(&network, &Lasting::of(&network))
    }

    #[test]
    fn where_each_move_lays_a_stone_every_play_ends() {
        for name in ["tictactoe", "connect-four", "hex-7x7"] {
            assert!(ends(&built_in(name)), "{name}");
        }
    }

    #[test]
    fn nothing_is_proven_where_a_move_may_change_nothing_for_good() {
        // In Othello who cannot move passes, and in the other two pieces move.
        for name in ["othello-4x4", "breakthrough-6x6", "two-rows"] {
            assert!(!ends(&built_in(name)), "{name}");
        }
    }

    /// Lamps that stay on, and a move that does nothing.
    #[test]
    fn a_move_that_does_nothing_may_be_made_for_ever() {
        let lamps = "(role you) (lamp a) (lamp b) (init start) (<= (next start) (true start)) (<= terminal (true (on a)) (true (on b)))
            (<= (legal you (light ?x)) (lamp ?x) (not (true (on ?x)))) (<= (next (on ?x)) (does you (light ?x)))
            (<= (next (on ?x)) (true (on ?x))) (goal you 100)";
        assert!(ends(lamps));
        assert!(!ends(&format!("{lamps} (legal you wait)")));
    }
}
