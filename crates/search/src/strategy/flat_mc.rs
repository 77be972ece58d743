use game::{Choices, Game, Playouts};
use rand::RngExt;

use super::{choices, sound};
use crate::evaluator::playout_mean::playout_value;
use crate::statistics::MoveStatistics;
use crate::{
    Budget, Decision, Domain, Entry, Meter, Observer, Parameter, Preset, SearchError, SearchRng, Strategy,
    StrategyKind, Window,
};

const FALLBACK: u64 = 1000;

pub(crate) const ENTRY: Entry<StrategyKind> = Entry {
    name: "flat-mc",
    help: "primitive Monte Carlo: random playouts for every move in turn, the best mean is played",
    reference: "Abramson, Expected-outcome: a general model of static evaluation, IEEE PAMI 12 (1990)",
    positional: false,
    parameters: &[
        Parameter {
            name: "playouts",
            domain: Domain::Integer { least: 1, greatest: 1_000_000_000_000 },
            default: Preset::Fallback { unless_bounded: FALLBACK },
            help: "playouts of all moves together",
        },
        Parameter::TIME,
    ],
    kind: StrategyKind::FlatMc,
};

/// Primitive Monte Carlo search: random playouts, spread evenly over the legal moves, of which the one with the best mean
/// goal is chosen (the first of several).
///
/// The moves take turns, so that after any number of playouts no move has more than one ahead of another.
/// Where other roles choose at the same time, they choose at random in every playout: the strategy applies to every
/// game. An only move is made without a playout.
///
/// Source: B. Abramson, *Expected-outcome: a general model of static evaluation*, IEEE Transactions on Pattern Analysis
/// and Machine Intelligence 12 (1990).
#[derive(Clone, Debug)]
pub struct FlatMc {
    bounds: Budget,
}

impl FlatMc {
    /// Primitive Monte Carlo within `bounds`; where neither they nor the budget of a decision end it, it makes 1000
    /// playouts.
    pub fn new(bounds: Budget) -> Self {
        Self { bounds }
    }
}

impl<G: Game, O: Observer<G>> Strategy<G, O> for FlatMc {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        budget: &Budget,
        rng: &mut SearchRng,
        observer: &mut O,
    ) -> Result<Decision<G::Move>, SearchError> {
        let choices = choices(game, state)?;
        let moves = choices.of_role(role);
        if moves.len() == 1 {
            return sound(game, Decision::first_of(moves));
        }
        let mut budget = self.bounds.tightened_by(budget);
        if !budget.ends() {
            budget.playouts = Some(FALLBACK);
        }
        let mut meter = Meter::start(budget);
        let mut statistics = MoveStatistics::new(moves);
        let mut playouts = Playouts::new(game);
        observer.enter(state, &[], Window::OPEN);
        meter.nodes += 1;
        for index in (0..moves.len()).cycle() {
            if meter.spent() {
                break;
            }
            let child = game.next(state, &joint_at_random(game, &choices, role, moves[index], rng));
            meter.nodes += 1;
            meter.leaves += u64::from(game.terminal(&child));
            let Some(value) = playout_value(game, &mut playouts, &child, role, &mut meter, rng) else {
                break;
            };
            statistics.record(index, value);
            let tally = statistics.tally(index);
            observer.playout(value);
            observer.back_up(moves[index], tally.visits, tally.mean().unwrap_or(value));
        }
        let best = statistics.best_mean();
        let value = statistics.tally(best).mean();
        if let Some(value) = value {
            observer.leave(value);
        }
        let decision = Decision {
            mov: moves[best],
            moves: statistics.estimates(|mean| mean),
            value,
            nodes: meter.nodes,
            leaves: meter.leaves,
            playouts: meter.playouts,
            depth: u32::from(meter.playouts > 0),
            proven: false,
            pv: value.map(|_| moves[best]).into_iter().collect(),
        };
        sound(game, decision)
    }
}

/// The joint move in which `role` plays `mov` and every other role plays at random.
fn joint_at_random<G: Game>(
    game: &G,
    choices: &Choices<G::Move>,
    role: usize,
    mov: G::Move,
    rng: &mut SearchRng,
) -> Vec<G::Move> {
    (0..game.roles())
        .map(|other| match choices.of_role(other) {
            _ if other == role => mov,
            [only] => *only,
            moves => moves[rng.random_range(0..moves.len())],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::testing::{Chain, Counting, Pennies, Sketch, SketchGame, decide, decide_as};
    use crate::{Budget, Decision};

    fn visits<M>(decision: &Decision<M>) -> Vec<u64> {
        decision.moves.iter().map(|estimate| estimate.visits).collect()
    }

    #[test]
    fn playouts_are_spread_evenly() {
        let decision = decide("flat-mc(playouts=11)", &Counting, &Budget::default()).unwrap();
        assert_eq!(visits(&decision), [4, 4, 3]);
        assert_eq!(decision.playouts, 11);
    }

    #[test]
    fn the_tighter_bound_holds_and_the_default_gives_way_to_any() {
        let playouts = |spec, budget| decide(spec, &Counting, &budget).unwrap().playouts;
        assert_eq!(playouts("flat-mc", Budget::default()), 1000);
        assert_eq!(playouts("flat-mc", Budget { nodes: Some(2001), ..Budget::default() }), 2000);
        assert_eq!(playouts("flat-mc(playouts=20)", Budget { playouts: Some(9), ..Budget::default() }), 9);
        assert_eq!(playouts("flat-mc(playouts=9)", Budget { playouts: Some(20), ..Budget::default() }), 9);
    }

    #[test]
    fn the_first_of_the_best_means_is_chosen() {
        let sketch = Sketch::Inner(0, [3, 8, 8, 1].map(Sketch::Leaf).to_vec());
        let decision = decide("flat-mc(playouts=8)", &SketchGame::new(sketch), &Budget::default()).unwrap();
        assert_eq!((decision.mov, decision.value), (1, Some(8.0)));
        let values: Vec<_> = decision.moves.iter().map(|estimate| estimate.value).collect();
        assert_eq!(values, [3.0, 8.0, 8.0, 1.0].map(Some));
    }

    #[test]
    fn means_count_for_the_role_that_searches() {
        for role in 0..2 {
            let decision = decide_as("flat-mc", &Counting, role, &(17, role), &Budget::default()).unwrap();
            assert_eq!(decision.mov, 3, "saying 20 wins");
            assert_eq!(decision.value, Some(100.0));
        }
    }

    #[test]
    fn roles_that_choose_at_the_same_time_choose_at_random() {
        let decision = decide("flat-mc(playouts=4000)", &Pennies, &Budget::default()).unwrap();
        for estimate in &decision.moves {
            // Five standard deviations of the mean of 2000 fair coins worth 100.
            assert!((estimate.value.unwrap() - 50.0).abs() < 5.6, "{estimate:?}");
        }
    }

    #[test]
    fn an_only_move_costs_nothing() {
        let game = Chain { plies: 3, worth: BTreeMap::from([(1, 1)]), fault_at: None };
        let decision = decide("flat-mc", &game, &Budget::default()).unwrap();
        assert_eq!((decision.mov, decision.playouts), (false, 0));
    }
}
