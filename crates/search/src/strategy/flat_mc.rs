use game::{Choices, Game, Outcomes, Playouts};
use rand::RngExt;

use super::order::Order;
use super::{choices, sound};
use crate::evaluator::playout_mean::playout_value;
use crate::statistics::MoveStatistics;
use crate::{
    Budget, Decision, Domain, Entry, Meter, Observer, Parameter, Preset, SearchError, SearchRng, Spec,
    Strategy, StrategyKind, Window,
};

pub(crate) const FALLBACK: u64 = 1000;

pub(crate) const PLAYOUTS: Parameter = Parameter {
    name: "playouts",
    domain: Domain::Integer { least: 1, greatest: 1_000_000_000_000 },
    default: Preset::Fallback { unless_bounded: FALLBACK },
    help: "playouts of all moves together",
};

/// Playouts that a game is asked for at once: enough to keep hundreds of lanes busy most of the time.
const BATCH: u64 = 8192;

/// The same where each playout begins in a state of its own, which must be made before.
const OWN_STARTS: u64 = 512;

pub(crate) const ENTRY: Entry<StrategyKind> = Entry {
    name: "flat-mc",
    help: "primitive Monte Carlo: random playouts for every move in turn, the best mean is played",
    reference: "Abramson, Expected-outcome: a general model of static evaluation, IEEE PAMI 12 (1990)",
    positional: false,
    parameters: &[PLAYOUTS, Order::PARAMETER, Parameter::TIME],
    kind: StrategyKind::FlatMc,
};

/// Primitive Monte Carlo search: random playouts, spread evenly over the legal moves, of which the one with the best mean
/// goal is chosen (the first of several).
///
/// The moves take turns, so that after any number of playouts no move has more than one ahead of another; with
/// [`Order::Random`] each playout draws its move, as in the lecture. Where other roles choose at the same time, they choose at random in
/// every playout: the strategy applies to every game. An only move is made without a playout.
///
/// A game that plays many playouts [side by side](Game::playouts_at_once) is asked for them in batches, and the moves' turns
/// are kept from batch to batch. If the time ends a batch, its playouts that have come to their ends count: then a move may be ahead by
/// its share of the batch, and those playouts are rather the short ones.
///
/// If not one playout is over in time, a move is drawn at random. The decision tells that it is a guess: it has made no playouts, and it has
/// no value.
///
/// Source: B. Abramson, *Expected-outcome: a general model of static evaluation*, IEEE Transactions on Pattern Analysis
/// and Machine Intelligence 12 (1990).
#[derive(Clone, Debug)]
pub struct FlatMc {
    order: Order,
    bounds: Budget,
}

impl FlatMc {
    /// Primitive Monte Carlo within `bounds`; where neither they nor the budget of a decision end it, it makes 1000
    /// playouts.
    pub fn new(order: Order, bounds: Budget) -> Self {
        Self { order, bounds }
    }

    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self::new(Order::from_spec(spec), spec.budget())
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
        let statistics = MoveStatistics::new(moves);
        let meter = Meter::start(budget);
        let mut search = Search {
            game,
            state,
            role,
            choices: &choices,
            order: self.order,
            meter,
            statistics,
            rng,
            observer,
        };
        search.observer.enter(state, &[], Window::OPEN);
        search.meter.nodes += 1;
        search.run();
        sound(game, search.decision())
    }
}

/// One decision under way.
struct Search<'s, G: Game, O> {
    game: &'s G,
    state: &'s G::State,
    role: usize,
    choices: &'s Choices<G::Move>,
    order: Order,
    meter: Meter,
    statistics: MoveStatistics<G::Move>,
    rng: &'s mut SearchRng,
    observer: &'s mut O,
}

impl<G: Game, O: Observer<G>> Search<'_, G, O> {
    fn run(&mut self) {
        if self.meter.spent() {
            return;
        }
        let mut outcomes = Outcomes::default();
        // Asked for nothing, a game says whether it can play side by side.
        if !self.game.playouts_at_once(&[], 0, self.rng, &|| true, &mut outcomes) {
            self.one_by_one();
        } else if self.order == Order::Turns && self.alone() {
            self.in_equal_shares(&mut outcomes);
        } else {
            self.in_batches(&mut outcomes);
        }
    }

    fn moves(&self) -> &[G::Move] {
        self.choices.of_role(self.role)
    }

    /// Whether no other role has a choice.
    fn alone(&self) -> bool {
        (0..self.game.roles()).all(|role| role == self.role || self.choices.of_role(role).len() == 1)
    }

    fn one_by_one(&mut self) {
        let mut playouts = Playouts::new(self.game);
        let mut joint = Vec::new();
        while !self.meter.spent() {
            let index = self.order.pick(self.meter.playouts, self.moves().len(), self.rng);
            joint.clear();
            self.push_joint(index, &mut joint);
            let child = self.game.next(self.state, &joint);
            self.meter.nodes += 1;
            self.meter.leaves += u64::from(self.game.terminal(&child));
            let (role, meter) = (self.role, &mut self.meter);
            let Some(value) = playout_value(self.game, &mut playouts, &child, role, meter, self.rng) else {
                break;
            };
            self.observer.playout(value);
            self.record(index, 1, value);
        }
    }

    /// Playouts side by side, as many from the state after each move.
    fn in_equal_shares(&mut self, outcomes: &mut Outcomes) {
        let mut joints = Vec::new();
        let moves = self.moves().len();
        (0..moves).for_each(|index| self.push_joint(index, &mut joints));
        let mut children = Vec::new();
        self.game.children(self.state, &joints, &mut children);
        let terminal: Vec<bool> = children.iter().map(|child| self.game.terminal(child)).collect();
        while !self.over() {
            let count = self.left().min(BATCH.max(moves as u64));
            // What does not suffice for all gives the first moves one more, and is the end.
            let starts = moves.min(count as usize);
            let each = (count / starts as u64) as u32;
            self.play(&children[..starts], each, outcomes);
            for (index, &terminal) in terminal[..starts].iter().enumerate() {
                self.take(index, index, terminal, outcomes);
            }
        }
    }

    /// Playouts side by side, each from a state of its own, as the other roles' moves or the own ones are drawn anew for each.
    fn in_batches(&mut self, outcomes: &mut Outcomes) {
        let (mut picks, mut joints, mut children) = (Vec::new(), Vec::new(), Vec::new());
        while !self.over() {
            let count = self.left().min(OWN_STARTS);
            picks.clear();
            joints.clear();
            for playout in self.meter.playouts..self.meter.playouts + count {
                let index = self.order.pick(playout, self.moves().len(), self.rng);
                picks.push(index);
                self.push_joint(index, &mut joints);
            }
            self.game.children(self.state, &joints, &mut children);
            self.play(&children, 1, outcomes);
            for (start, &index) in picks.iter().enumerate() {
                self.take(start, index, self.game.terminal(&children[start]), outcomes);
            }
        }
    }

    /// Whether there is no next batch. The playouts of a game that has failed need not add up to anything.
    fn over(&self) -> bool {
        self.meter.spent() || self.game.fault().is_some()
    }

    /// Playouts that the budget allows, each of which visits a state.
    fn left(&self) -> u64 {
        self.meter.playouts_left().min(self.meter.nodes_left())
    }

    fn play(&mut self, starts: &[G::State], each: u32, outcomes: &mut Outcomes) {
        let meter = &self.meter;
        self.game.playouts_at_once(starts, each, self.rng, &|| !meter.interrupted(), outcomes);
    }

    /// Takes over the outcomes from one of the states, to which a move led.
    fn take(&mut self, start: usize, index: usize, terminal: bool, outcomes: &Outcomes) {
        let count = outcomes.playouts(start);
        if count > 0 {
            self.meter.nodes += count;
            self.meter.leaves += if terminal { count } else { 0 };
            self.meter.playouts += count;
            let sum = outcomes.goals(start)[self.role];
            self.observer.playouts(count, sum);
            self.record(index, count, sum);
        }
    }

    fn record(&mut self, index: usize, count: u64, sum: f64) {
        self.statistics.record_all(index, count, sum);
        let tally = self.statistics.tally(index);
        self.observer.back_up(self.statistics.mov(index), tally.visits, tally.mean().unwrap_or(0.0));
    }

    /// Appends the joint move in which the own role plays a move and every other role plays at random.
    fn push_joint(&mut self, index: usize, joints: &mut Vec<G::Move>) {
        joints.extend((0..self.game.roles()).map(|other| match self.choices.of_role(other) {
            moves if other == self.role => moves[index],
            [only] => *only,
            moves => moves[self.rng.random_range(0..moves.len())],
        }));
    }

    fn decision(self) -> Decision<G::Move> {
        let Self { meter, statistics, .. } = self;
        let moves = self.choices.of_role(self.role);
        let best =
            if meter.playouts == 0 { self.rng.random_range(0..moves.len()) } else { statistics.best_mean() };
        let value = statistics.tally(best).mean();
        if let Some(value) = value {
            self.observer.leave(value);
        }
        Decision {
            mov: moves[best],
            moves: statistics.estimates(|mean| mean),
            value,
            nodes: meter.nodes,
            leaves: meter.leaves,
            playouts: meter.playouts,
            depth: u32::from(meter.playouts > 0),
            proven: false,
            pv: value.map(|_| moves[best]).into_iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use game::{Game, MnkGame, Rules};
    use rand::SeedableRng;

    use super::FlatMc;
    use crate::testing::{Chain, Counting, Pennies, Sketch, SketchGame, decide, decide_as, rules};
    use crate::{Budget, Decision, Order, SearchError, SearchRng, Stop, Strategy};

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
    fn side_by_side_or_one_by_one_as_many_playouts_are_spread_evenly() {
        let game = rules("tictactoe");
        for playouts in [1, 8, 9, 10, 1000, 20_003] {
            let decision =
                decide(&format!("flat-mc(playouts={playouts})"), &game, &Budget::default()).unwrap();
            let even: Vec<u64> = (0..9).map(|index| playouts / 9 + u64::from(index < playouts % 9)).collect();
            assert_eq!(
                (visits(&decision), decision.playouts, decision.nodes),
                (even, playouts, playouts + 1)
            );
        }
        let budget = Budget { nodes: Some(101), ..Budget::default() };
        assert_eq!(decide("flat-mc", &game, &budget).unwrap().playouts, 100);
    }

    #[test]
    fn side_by_side_and_one_by_one_have_the_same_means() {
        let (rules, board) = (rules("tictactoe"), MnkGame::new(3, 3, 3).unwrap());
        let spec = "flat-mc(playouts=90000)";
        let lanes = decide(spec, &rules, &Budget::default()).unwrap();
        let single = decide(spec, &board, &Budget::default()).unwrap();
        for (lanes, single) in lanes.moves.iter().zip(&single.moves) {
            // A playout is worth 0, 50 or 100: five standard deviations of the difference of two means of 10,000.
            assert!((lanes.value.unwrap() - single.value.unwrap()).abs() < 3.5, "{lanes:?} {single:?}");
        }
        assert_eq!((lanes.mov, single.mov), (lanes.moves[4].mov, single.moves[4].mov), "the centre");
    }

    #[test]
    fn side_by_side_roles_that_choose_at_the_same_time_choose_at_random() {
        let game = rules("rock-paper-scissors");
        let decision = decide("flat-mc(playouts=6000)", &game, &Budget::default()).unwrap();
        assert_eq!(visits(&decision), [2000; 3]);
        for estimate in &decision.moves {
            // Five standard deviations of the mean of 2000 games worth 0, 50 or 100.
            assert!((estimate.value.unwrap() - 50.0).abs() < 4.6, "{estimate:?}");
        }
    }

    #[test]
    fn drawn_moves_have_about_as_many_playouts_each() {
        let (spec, budget) = ("flat-mc(playouts=3000,order=random)", Budget::default());
        let single = visits(&decide(spec, &Counting, &budget).unwrap());
        let lanes = visits(&decide(spec, &rules("rock-paper-scissors"), &budget).unwrap());
        for visits in [single, lanes] {
            assert_eq!(visits.iter().sum::<u64>(), 3000);
            // Six standard deviations; and it would be a wonder if they were even.
            let near = visits.iter().all(|&visits| visits.abs_diff(1000) < 155);
            assert!(near && visits != [1000; 3], "{visits:?}");
        }
    }

    #[test]
    fn a_game_side_by_side_decides_the_same_from_the_same_seed() {
        let game = rules("connect-four");
        for spec in ["flat-mc", "flat-mc(order=random)"] {
            let decide = || decide(spec, &game, &Budget::default()).unwrap();
            assert_eq!(decide(), decide());
        }
    }

    #[test]
    fn without_a_playout_the_move_is_a_guess_that_says_so() {
        let (game, stop) = (rules("tictactoe"), Stop::default());
        stop.press();
        let budget = Budget { stop, ..Budget::default() };
        let mut strategy = FlatMc::new(Order::Turns, Budget::default());
        let mut rng = SearchRng::seed_from_u64(1);
        let guesses: HashSet<_> = (0..200)
            .map(|_| {
                let guess = strategy.choose(&game, &game.initial(), 0, &budget, &mut rng, &mut ()).unwrap();
                assert_eq!((guess.value, guess.playouts, guess.pv.len()), (None, 0, 0));
                guess.mov
            })
            .collect();
        assert_eq!(guesses.len(), 9, "any move is as likely");
    }

    #[test]
    fn a_failing_game_side_by_side_surfaces() {
        // Two ways to a state that is not the end, and where there is nothing to do.
        let text = "(role you) (init start) (<= (next stuck) (true start)) (<= terminal (true end))
            (<= (legal you (go a)) (true start)) (<= (legal you (go b)) (true start)) (goal you 100)
            (<= (next end) (true stuck))";
        let game = Rules::new(&gdl::Rulesheet::parse("stuck", text.as_bytes()).unwrap()).unwrap();
        let error = decide("flat-mc", &game, &Budget::default()).unwrap_err();
        assert!(matches!(error, SearchError::Game(_)), "{error}");
    }

    #[test]
    fn an_only_move_costs_nothing() {
        let game = Chain { plies: 3, worth: BTreeMap::from([(1, 1)]), fault_at: None };
        let decision = decide("flat-mc", &game, &Budget::default()).unwrap();
        assert_eq!((decision.mov, decision.playouts), (false, 0));
    }
}
