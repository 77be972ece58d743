use game::Game;
use serde::Serialize;

use crate::equilibrium::RegretObserver;
use crate::extensive_form::{ExtensiveForm, SetNaming};
use crate::regret::RegretMinimiser;

/// How players learnt by counterfactual regret minimisation, iteration by iteration: a JSON document. Values
/// and regrets are payoffs as the game writes them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RegretTrace {
    /// The roles that play, one or two.
    pub roles: Vec<String>,
    /// The first information sets of each role, as many as were asked for.
    pub sets: Vec<TracedSet>,
    /// How many information sets there are beside these.
    pub further_sets: usize,
    /// What was learnt after some of the iterations: before the first one, after each of the first ones,
    /// later more and more seldom, and after the last one.
    pub iterations: Vec<TracedIteration>,
}

/// An information set in which a role has a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TracedSet {
    /// The place of its role among those that play.
    pub role: usize,
    /// What the role knows.
    pub knows: String,
    /// Its moves.
    pub moves: Vec<String>,
}

/// What was learnt after an iteration.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TracedIteration {
    /// The number of the iteration; 0 before the first one.
    pub iteration: u64,
    /// What each role gets if both play by their averages.
    pub values: Vec<f64>,
    /// How much a role gains by a best response to the other's average, on the average over the roles.
    pub exploitability: f64,
    /// What was learnt in each information set, in the order of `sets`.
    pub sets: Vec<TracedMoves>,
}

/// What a role has learnt in an information set. Each list has a number for each move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TracedMoves {
    /// By which probabilities it plays next: in proportion to the regrets that are positive.
    pub current: Vec<f64>,
    /// By which probabilities it has played on the average.
    pub average: Vec<f64>,
    /// The sums of its counterfactual regrets, as the algorithm weights them.
    pub regrets: Vec<f64>,
}

/// An observer that keeps a [`RegretTrace`].
pub struct RegretRecorder<'g, G: Game> {
    game: &'g G,
    /// How many information sets of each role are kept.
    most: usize,
    /// What they are called.
    naming: SetNaming<'g, G::Move>,
    /// The iteration to be kept next.
    next: u64,
    trace: RegretTrace,
}

impl<'g, G: Game> RegretRecorder<'g, G> {
    /// Keeps at most so many information sets of each role, which have names by `naming`, such as
    /// [`ExtensiveForm::told`].
    pub fn new(game: &'g G, most: usize, naming: SetNaming<'g, G::Move>) -> Self {
        Self { game, most, naming, next: 0, trace: RegretTrace::default() }
    }

    /// What was kept.
    pub fn trace(self) -> RegretTrace {
        self.trace
    }

    /// The information sets that are kept: seats with numbers.
    fn kept(&self, form: &ExtensiveForm<G::Move>) -> Vec<(usize, usize)> {
        let of_seat =
            |seat: usize| (0..form.information_sets(seat).min(self.most)).map(move |set| (seat, set));
        (0..form.players().len()).flat_map(of_seat).collect()
    }

    fn describe(&mut self, form: &ExtensiveForm<G::Move>) {
        let notation = self.game.notation();
        let kept = self.kept(form);
        let all: usize = (0..form.players().len()).map(|seat| form.information_sets(seat)).sum();
        self.trace.further_sets = all - kept.len();
        self.trace.roles = form.players().iter().map(|&role| notation.role_name(role).to_owned()).collect();
        let set = |(seat, set)| TracedSet {
            role: seat,
            knows: (self.naming)(form, seat, set),
            moves: form.moves(seat, set).iter().map(|&mov| notation.move_name(mov)).collect(),
        };
        self.trace.sets = kept.into_iter().map(set).collect();
    }
}

impl<G: Game> RegretObserver<G::Move> for RegretRecorder<'_, G> {
    fn iterated(
        &mut self,
        form: &ExtensiveForm<G::Move>,
        minimiser: &RegretMinimiser<'_, G::Move>,
        ended: bool,
    ) {
        let iteration = minimiser.iterations();
        let is_kept = self.trace.iterations.last().is_some_and(|last| last.iteration == iteration);
        if is_kept || (iteration < self.next && !ended) {
            return;
        }
        if self.trace.iterations.is_empty() {
            self.describe(form);
        }
        self.next = (iteration + 1 + iteration / 20).min(round_after(iteration));
        let (current, average) = (minimiser.current(), minimiser.average());
        let measured = form.exploitability(&average);
        let scale = self.game.notation().scale(form.players()[0]);
        let moves = |(seat, set)| TracedMoves {
            current: plain(form.mixture(&current, seat, set)),
            average: plain(form.mixture(&average, seat, set)),
            regrets: plain(&scale.amounts(minimiser.regrets(seat, set))),
        };
        let sets = self.kept(form).into_iter().map(moves).collect();
        self.trace.iterations.push(TracedIteration {
            iteration,
            values: scale.amounts(&measured.values),
            exploitability: scale.amount(measured.mean()),
            sets,
        });
    }
}

/// Numbers of which no zero is negative, as one is that was cut off at 0.
fn plain(numbers: &[f64]) -> Vec<f64> {
    numbers.iter().map(|number| number + 0.0).collect()
}

/// The least number that is greater and is 1, 2 or 5 times a power of ten: where a table tells of iterations.
fn round_after(iteration: u64) -> u64 {
    let mut power = 1_u64;
    loop {
        let found = [1, 2, 5]
            .into_iter()
            .filter_map(|times| power.checked_mul(times))
            .find(|&round| round > iteration);
        match (found, power.checked_mul(10)) {
            (Some(round), _) => return round,
            (None, Some(next)) => power = next,
            (None, None) => return u64::MAX,
        }
    }
}

impl RegretTrace {
    /// The iterations that a short table tells of: their numbers are 0, or 1, 2 or 5 times a power of ten, or
    /// that of the last one.
    pub fn milestones(&self) -> impl Iterator<Item = &TracedIteration> {
        let last = self.iterations.len().saturating_sub(1);
        let told = move |(place, kept): &(usize, &TracedIteration)| {
            let number = kept.iteration;
            *place == last || number == 0 || round_after(number - 1) == number
        };
        self.iterations.iter().enumerate().filter(told).map(|(_, kept)| kept)
    }
}

#[cfg(test)]
mod tests {
    use game::{BuiltinTree, Tree};

    use super::*;
    use crate::regret::kuhn::Kuhn;
    use crate::{Algorithm, Equilibrium, EquilibriumOptions, Limits};

    fn traced<G: Game>(game: &G, algorithm: Algorithm, iterations: u64, most: usize) -> RegretTrace {
        let naming = |form: &ExtensiveForm<G::Move>, seat, set| form.told(game, seat, set);
        let mut recorder = RegretRecorder::new(game, most, &naming);
        let options = EquilibriumOptions { algorithm, iterations, seed: 1 };
        Equilibrium::learn_watched(game, options, &Limits::default(), &|_| (), &mut recorder).unwrap();
        recorder.trace()
    }

    #[test]
    fn the_first_iterations_are_all_kept_and_the_last_one_always() {
        let trace = traced(&Kuhn, Algorithm::CfrPlus, 1000, 2);
        let kept: Vec<u64> = trace.iterations.iter().map(|kept| kept.iteration).collect();
        assert_eq!(kept[..=20], (0..=20).collect::<Vec<u64>>());
        assert_eq!(kept.last(), Some(&1000));
        let told: Vec<u64> = trace.milestones().map(|kept| kept.iteration).collect();
        assert_eq!(told, [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]);
        assert!(kept.is_sorted() && kept.len() < 130, "{}", kept.len());
        assert_eq!((trace.sets.len(), trace.further_sets), (4, 8));
        assert!(trace.iterations.iter().all(|kept| kept.sets.len() == 4));
        let short = traced(&Kuhn, Algorithm::Cfr, 1, 9);
        assert_eq!(short.iterations.iter().map(|kept| kept.iteration).collect::<Vec<_>>(), [0, 1]);
    }

    #[test]
    fn players_begin_with_equal_moves_and_play_in_proportion_to_their_positive_regrets() {
        for algorithm in Algorithm::ALL {
            let trace = traced(&Kuhn, algorithm, 30, usize::MAX);
            assert!(
                trace.iterations[0]
                    .sets
                    .iter()
                    .all(|set| set.current == [0.5, 0.5] && set.regrets == [0.0, 0.0])
            );
            for moves in trace.iterations.iter().flat_map(|kept| &kept.sets) {
                let sum: f64 = moves.regrets.iter().map(|regret| regret.max(0.0)).sum();
                for (probability, regret) in moves.current.iter().zip(&moves.regrets) {
                    let expected = if sum > 0.0 { regret.max(0.0) / sum } else { 0.5 };
                    assert!((probability - expected).abs() < 1e-12, "{algorithm}: {moves:?}");
                }
            }
        }
    }

    #[test]
    fn the_exploitability_falls() {
        let trace = traced(&Kuhn, Algorithm::CfrPlus, 500, 9);
        let [first, last] = [trace.iterations.first(), trace.iterations.last()].map(Option::unwrap);
        assert!((first.exploitability - 11.0 / 24.0).abs() < 1e-12 && last.exploitability < 1e-3);
        assert!((last.values[0] + 1.0 / 18.0).abs() < 1e-3, "{:?}", last.values);
    }

    #[test]
    fn payoffs_with_decimals_are_told_as_they_are_typed() {
        let document = BuiltinTree::named("bluff").unwrap().document;
        let tenths = document.replace("[2, 1]", "[0.2, 0.1]").replace("[-2, 1]", "[-0.2, 0.1]");
        let tenths = tenths.replace("}, 1]", "}, 0.1]").replace("}, -1]", "}, -0.1]");
        let [whole, tenths] = [document, &tenths].map(|text| {
            let tree = Tree::from_json(text).unwrap();
            traced(&tree, Algorithm::Cfr, 100, 9)
        });
        let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{one} {other}");
        for (whole, tenths) in whole.iterations.iter().zip(&tenths.iterations) {
            near(whole.exploitability, 10.0 * tenths.exploitability);
            near(whole.values[0], 10.0 * tenths.values[0]);
            near(whole.sets[0].regrets[0], 10.0 * tenths.sets[0].regrets[0]);
            near(whole.sets[0].average[0], tenths.sets[0].average[0]);
        }
    }
}
