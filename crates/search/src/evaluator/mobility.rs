use game::{Choices, Game, Mover};

use crate::evaluator::scaled;
use crate::key::Key;
use crate::{Entry, Evaluator, EvaluatorSpec, Meter, SearchRng, Status};

const LOOKS: Key<usize> = Key::integer(
    "looks",
    1..=1_000_000,
    8,
    "in a game of turns, moves after which the moves of those who wait are counted, spread evenly over the legal ones",
);

pub(crate) const ENTRY: Entry = Entry {
    name: "mobility",
    help: "the role's share in its own and the other roles' legal moves, each counted where it is to move",
    reference: "Clune, Heuristic evaluation functions for general game playing, AAAI 2007; Kuhlmann, Dresner & Stone, Automatic heuristic construction in a complete general game player, AAAI 2006",
    status: Status::Heuristic,
    model: None,
    positional: true,
    parameters: &[LOOKS.parameter],
};

/// Mobility: a role's number of moves, as a share of its own and the others' together.
///
/// Where several roles choose at once, each one's legal moves are counted in the state itself. In a game of turns a role that waits
/// has one move, which says nothing about its freedom: its moves are counted where it comes to move next, on average over the
/// states after (some of) the moves of whoever is to move now, but for those where the game is over. A role that does not move then
/// either counts as having its one. The others count by their mean. The value is the least goal for no move at all, the middle for as
/// many as the others have, and the greatest if they have none.
///
/// The states looked at are nodes of the search's budget.
///
/// Source: J. Clune, *Heuristic evaluation functions for general game playing*, AAAI 2007; G. Kuhlmann, K. Dresner, P. Stone, *Automatic
/// heuristic construction in a complete general game player*, AAAI 2006.
#[derive(Clone, Debug)]
pub struct Mobility {
    looks: usize,
}

impl Mobility {
    /// An evaluator that looks at the states after so many moves, at least one.
    pub fn new(looks: usize) -> Self {
        Self { looks: looks.max(1) }
    }

    pub(crate) fn from_spec(spec: &EvaluatorSpec) -> Self {
        Self::new(spec.get(LOOKS))
    }

    /// How many moves each role has in `state`, those who wait on average where they come to move.
    pub fn moves<G: Game>(&self, game: &G, state: &G::State) -> Vec<f64> {
        self.count(game, state).0
    }

    /// The moves, and how many states were looked at.
    fn count<G: Game>(&self, game: &G, state: &G::State) -> (Vec<f64>, u64) {
        let choices = Choices::of(game, state);
        let mut moves: Vec<f64> = (0..game.roles()).map(|role| choices.of_role(role).len() as f64).collect();
        let mover = match choices.mover() {
            Mover::One(role) => role,
            Mover::Nobody => 0,
            Mover::Several => return (moves, 0),
        };
        let legal = choices.of_role(mover);
        let looks = legal.len().min(self.looks);
        let joints: Vec<G::Move> = (0..looks)
            .flat_map(|look| choices.joint_with(mover, legal[look * legal.len() / looks]))
            .collect();
        let mut children = Vec::new();
        game::children(game, state, &joints, &mut children);
        children.retain(|child| !game.terminal(child));
        let mut after = Vec::new();
        for role in (0..game.roles()).filter(|&role| choices.of_role(role).len() == 1) {
            let counts = children.iter().map(|child| {
                game.legal(child, role, &mut after);
                after.len() as f64
            });
            moves[role] = counts.sum::<f64>() / children.len().max(1) as f64;
        }
        (moves, looks as u64)
    }
}

impl<G: Game> Evaluator<G> for Mobility {
    fn evaluate(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        meter: &mut Meter,
        _: &mut SearchRng,
    ) -> f64 {
        let (moves, looks) = self.count(game, state);
        meter.nodes += looks;
        let own = moves[role];
        let others = (moves.iter().sum::<f64>() - own) / (moves.len() - 1).max(1) as f64;
        let all = own + others;
        scaled(game, if all > 0.0 { (own - others) / all } else { 0.0 })
    }

    fn objection(&self, game: &G) -> Option<String> {
        (game.roles() == 1).then(|| {
            "mobility compares roles, and there is only one; goal-proximity, playouts and zero can judge it".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use game::{ConnectFour, MnkGame, Othello};
    use rand::SeedableRng;

    use super::*;
    use crate::testing::{Chain, decide, pennies};
    use crate::{Budget, SearchError};

    fn value<G: Game>(game: &G, state: &G::State, role: usize) -> f64 {
        let mut meter = Meter::start(Budget::default());
        Mobility::new(8).evaluate(game, state, role, &mut meter, &mut SearchRng::seed_from_u64(0))
    }

    #[test]
    fn who_waits_has_the_moves_of_the_next_turn() {
        let game = MnkGame::new(3, 3, 3).unwrap();
        assert_eq!(Mobility::new(8).moves(&game, &game.initial()), [9.0, 8.0]);
        let game = ConnectFour::new(4, 1).unwrap();
        assert_eq!(Mobility::new(8).moves(&game, &game.initial()), [4.0, 3.0]);
        // Each of black's four moves leaves white three.
        let game = Othello::new(8).unwrap();
        assert_eq!(Mobility::new(1).moves(&game, &game.initial()), [4.0, 3.0]);
    }

    #[test]
    fn the_roles_shares_make_the_whole_goal_range() {
        let game = MnkGame::new(3, 3, 3).unwrap();
        let values = [0, 1].map(|role| value(&game, &game.initial(), role));
        assert!((values[0] - 100.0 * 9.0 / 17.0).abs() < 1e-9, "{values:?}");
        assert!((values[0] + values[1] - 100.0).abs() < 1e-9);
    }

    #[test]
    fn choices_at_the_same_time_are_counted_at_once() {
        assert_eq!(Mobility::new(8).count(&pennies(), &Ok(0)), (vec![2.0, 2.0], 0));
        assert_eq!(value(&pennies(), &Ok(0), 1), 50.0);
    }

    #[test]
    fn states_looked_at_are_charged() {
        let game = MnkGame::new(3, 3, 3).unwrap();
        let mut meter = Meter::start(Budget::default());
        Mobility::new(4).evaluate(&game, &game.initial(), 0, &mut meter, &mut SearchRng::seed_from_u64(0));
        assert_eq!(meter.nodes, 4);
    }

    #[test]
    fn one_role_alone_is_refused_with_advice() {
        let game = Chain { plies: 9, worth: [(0, 1)].into(), fault_at: None };
        let refusal = decide("alpha-beta(depth=2,eval=mobility)", &game, &Budget::default()).unwrap_err();
        assert!(
            matches!(&refusal, SearchError::Inapplicable { strategy: "alpha-beta", why } if why.contains("goal-proximity"))
        );
    }
}
