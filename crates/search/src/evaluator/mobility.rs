use game::{Batch, Choices, Game, MOST_TOGETHER, Mover, Parent, children_of_all, players};

use crate::evaluator::{mean, scaled};
use crate::key::Key;
use crate::{Entry, Evaluator, EvaluatorSpec, Meter, Opinion, SearchRng, Status, Together};

const LOOKS: Key<usize> = Key::integer(
    "looks",
    1..=1_000_000,
    8,
    "in a game of turns, moves after which the moves of those who wait are counted, spread evenly over the legal ones; where these are fewer than all, mirror images may have different values, which `symmetry` takes for equal",
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
/// Where several roles choose at once, each one's legal moves are counted in the state itself. In a game of
/// turns a role that waits has one move, which says nothing about its freedom: its moves are counted where it
/// comes to move next, on average over the states after (some of) the moves of whoever is to move now, but
/// for those where the game is over. A role that does not move then either counts as having its one. The
/// others count by their mean. The value is the least goal for no move at all, the middle for as many as the
/// others have, and the greatest if they have none.
///
/// The states looked at are nodes of the search's budget.
///
/// Source: J. Clune, *Heuristic evaluation functions for general game playing*, AAAI 2007; G. Kuhlmann, K.
/// Dresner, P. Stone, *Automatic heuristic construction in a complete general game player*, AAAI 2006.
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
        self.count(game, state).moves
    }

    fn count<G: Game>(&self, game: &G, state: &G::State) -> Count {
        let mut count = None;
        self.count_all(game, &[state], |counted| count = Some(counted));
        count.unwrap_or_else(|| unreachable!("one state was counted"))
    }

    /// Counts the moves in each of the states, and gives the counts out in order. All states after their
    /// moves are made together.
    fn count_all<G: Game>(&self, game: &G, states: &[&G::State], mut give: impl FnMut(Count)) {
        let choices: Vec<_> = states.iter().map(|state| Choices::of(game, state)).collect();
        let joints: Vec<_> = choices.iter().map(|choices| self.joints(choices)).collect();
        let parents: Vec<_> =
            states.iter().zip(&joints).map(|(&state, joints)| Parent { state, joints }).collect();
        let mut children = Vec::new();
        children_of_all(game, &parents, &mut children);
        let (mut children, mut legal) = (children.as_slice(), Vec::new());
        for (choices, joints) in choices.iter().zip(&joints) {
            let (own, others) = children.split_at(joints.len() / game.roles());
            children = others;
            let mut moves: Vec<f64> = choices.each().map(|moves| moves.len() as f64).collect();
            let after: Vec<_> = own.iter().filter(|child| !game.terminal(child)).collect();
            let waiting = |role: &usize| !own.is_empty() && choices.of_role(*role).len() == 1;
            for role in (0..game.roles()).filter(waiting) {
                let counts = after.iter().map(|child| {
                    game.legal(child, role, &mut legal);
                    legal.len() as f64
                });
                moves[role] = counts.sum::<f64>() / after.len().max(1) as f64;
            }
            give(Count { moves, looks: own.len() as u64 });
        }
    }

    /// The joint moves after which the moves of those who wait are counted, one after another; none where
    /// several choose at once.
    fn joints<M: Copy + Eq>(&self, choices: &Choices<M>) -> Vec<M> {
        let mover = match choices.mover() {
            Mover::One(role) => role,
            Mover::Nobody => 0,
            Mover::Several => return Vec::new(),
        };
        let legal = choices.of_role(mover);
        let looks = legal.len().min(self.looks);
        (0..looks).flat_map(|look| choices.joint_with(mover, legal[look * legal.len() / looks])).collect()
    }
}

/// The moves in a state.
#[derive(Debug, PartialEq)]
struct Count {
    /// How many each role has.
    moves: Vec<f64>,
    /// States that were looked at for that.
    looks: u64,
}

impl Count {
    /// What a role's share in them is worth.
    fn opinion<G: Game>(&self, game: &G, role: usize) -> Opinion {
        let own = self.moves[role];
        let others = players(game).filter(|&other| other != role).map(|other| self.moves[other]);
        let others = mean(others).unwrap_or(0.0);
        let all = own + others;
        let value = scaled(game, if all > 0.0 { (own - others) / all } else { 0.0 });
        Opinion { value, nodes: self.looks }
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
        let opinion = self.count(game, state).opinion(game, role);
        meter.effort.nodes += opinion.nodes;
        opinion.value
    }

    fn together(&mut self, game: &G) -> Option<&mut dyn Together<G>> {
        game.batch().is_some().then_some(self)
    }

    fn objection(&self, game: &G) -> Option<String> {
        (players(game).count() == 1).then(|| {
            "mobility compares roles, and there is only one; goal-proximity, playouts and zero can judge it".to_owned()
        })
    }
}

impl<G: Game> Together<G> for Mobility {
    fn most(&self, game: &G) -> usize {
        let states = game.batch().map_or(1, Batch::together);
        (states / self.looks).max(1)
    }

    fn opinions(
        &self,
        game: &G,
        states: &[&G::State],
        role: usize,
        go_on: &dyn Fn() -> bool,
        opinions: &mut Vec<Opinion>,
    ) {
        for states in states.chunks((MOST_TOGETHER / self.looks).max(1)) {
            if !go_on() {
                return;
            }
            self.count_all(game, states, |count| opinions.push(count.opinion(game, role)));
        }
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
        assert_eq!(Mobility::new(8).count(&pennies(), &0), Count { moves: vec![2.0, 2.0], looks: 0 });
        assert_eq!(value(&pennies(), &0, 1), 50.0);
    }

    #[test]
    fn states_looked_at_are_charged() {
        let game = MnkGame::new(3, 3, 3).unwrap();
        let mut meter = Meter::start(Budget::default());
        Mobility::new(4).evaluate(&game, &game.initial(), 0, &mut meter, &mut SearchRng::seed_from_u64(0));
        assert_eq!(meter.effort.nodes, 4);
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
