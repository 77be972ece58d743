//! Counterfactual regret minimisation.

mod algorithm;
#[cfg(test)]
pub(crate) mod kuhn;
mod sampling;
#[cfg(test)]
mod tests;

use rand::SeedableRng;
use search::SearchRng;

pub use algorithm::{Algorithm, NoSuchAlgorithm};
use algorithm::{Discount, Variant};
use sampling::Visit;

use crate::extensive_form::{ExtensiveForm, Profile, Seat};

/// Two players who learn from their regrets, iteration by iteration, how to play against each other: the
/// regret of a move at an information set is how much more the player would have got by always choosing it
/// there, times the probability by which the others and chance lead there (M. Zinkevich, M. Johanson, M.
/// Bowling, C. Piccione, *Regret minimization in games with incomplete information*, NIPS 2007). Each then
/// chooses its moves in proportion to their positive regrets (*regret matching*: S. Hart, A. Mas-Colell, *A
/// simple adaptive procedure leading to correlated equilibrium*, Econometrica 68, 2000).
///
/// In a game of two players of constant sum the average of how they played comes to a Nash equilibrium. In
/// other games of two it is sometimes one; its exploitability tells. A player alone comes to a best plan.
#[derive(Debug)]
pub struct RegretMinimiser<'f, M> {
    form: &'f ExtensiveForm<M>,
    variant: Variant,
    iterations: u64,
    learners: [Learner; 2],
    /// What each sequence is worth to the player that learns.
    values: Vec<f64>,
    /// The histories of the sample that is being taken.
    visits: Vec<Visit>,
    /// For each seat the middle of all its payoffs. Samples vary least if they are told from there.
    middle: [f64; 2],
    rng: SearchRng,
}

/// What a player has learnt, by its sequences.
#[derive(Debug)]
struct Learner {
    regrets: Vec<f64>,
    /// How it plays now.
    behaviour: Vec<f64>,
    /// The probabilities of its sequences by that.
    plan: Vec<f64>,
    /// The sum of all its plans so far, each with its weight.
    total: Vec<f64>,
}

impl<'f, M> RegretMinimiser<'f, M> {
    /// Players who have learnt nothing. The seed matters to algorithms that take samples.
    pub fn new(form: &'f ExtensiveForm<M>, algorithm: Algorithm, seed: u64) -> Self {
        let uniform = form.sequences.uniform();
        let learner = |seat: usize| {
            let behaviour = uniform.seat(seat).to_vec();
            let zeros = vec![0.0; behaviour.len()];
            let mut plan = zeros.clone();
            form.sequences.seat(seat).plan(&behaviour, &mut plan);
            Learner { regrets: zeros.clone(), behaviour, plan, total: zeros }
        };
        let learners = [learner(0), learner(1)];
        let longest = learners.iter().map(|learner| learner.plan.len()).max().unwrap_or(0);
        Self {
            form,
            variant: algorithm.variant(),
            iterations: 0,
            learners,
            values: vec![0.0; longest],
            visits: Vec::new(),
            middle: form.middle(),
            rng: SearchRng::seed_from_u64(seed),
        }
    }

    /// Iterations so far.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Both players learn once.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        let sequences = &self.form.sequences;
        match self.variant {
            Variant::Full { discount, alternating } => {
                for seat in 0..2 {
                    self.learn(seat, discount);
                    if alternating {
                        self.learners[seat].match_regrets(sequences.seat(seat));
                    }
                }
                if !alternating {
                    (0..2).for_each(|seat| self.learners[seat].match_regrets(sequences.seat(seat)));
                }
            }
            Variant::Sampled(sampling) => (0..2).for_each(|seat| self.sample(seat, sampling)),
        }
    }

    /// How both played on the average, each information set weighted by how often the player came there by
    /// its own choices.
    pub fn average(&self) -> Profile {
        // Where the player never came all moves are the same.
        self.in_proportion(|learner| &learner.total)
    }

    /// How both play now, in proportion to their regrets.
    pub fn current(&self) -> Profile {
        self.in_proportion(|learner| &learner.regrets)
    }

    /// The moves of each information set with probabilities in proportion to weights.
    fn in_proportion(&self, weights: impl Fn(&Learner) -> &[f64]) -> Profile {
        Profile::of([0, 1].map(|seat| {
            let weights = weights(&self.learners[seat]);
            let mut behaviour = vec![1.0; weights.len()];
            for set in self.form.sequences.seat(seat).sets() {
                match_regrets(&weights[set.sequences()], &mut behaviour[set.sequences()]);
            }
            behaviour
        }))
    }

    /// The regrets of the moves in an information set, in the order of [`ExtensiveForm::moves`]: sums over
    /// all iterations, as the algorithm weights them.
    pub fn regrets(&self, seat: usize, set: usize) -> &[f64] {
        &self.learners[seat].regrets[self.form.sequences.seat(seat).sets()[set].sequences()]
    }

    /// A player learns what it would have got, with all histories taken into account.
    fn learn(&mut self, seat: usize, discount: Discount) {
        let form = self.form;
        let own = form.sequences.seat(seat);
        let factors = discount.factors(self.iterations);
        let [first, second] = &mut self.learners;
        let (learner, other) = if seat == 0 { (first, second) } else { (second, first) };
        for (total, reach) in learner.total.iter_mut().zip(&learner.plan) {
            *total += factors.weight * reach;
        }
        let values = &mut self.values[..own.sequences()];
        own.pay(&other.plan, values);
        for set in own.sets().iter().rev() {
            let moves = set.sequences();
            let value: f64 =
                values[moves.clone()].iter().zip(&learner.behaviour[moves.clone()]).map(|(v, p)| v * p).sum();
            for (regret, worth) in learner.regrets[moves.clone()].iter_mut().zip(&values[moves]) {
                let sum = *regret + worth - value;
                *regret = sum * if sum > 0.0 { factors.positive } else { factors.negative };
            }
            values[set.parent as usize] += value;
        }
    }
}

impl Learner {
    /// The player changes how it plays by its regrets.
    fn match_regrets(&mut self, seat: &Seat) {
        let Self { regrets, behaviour, plan, .. } = self;
        for set in seat.sets() {
            let moves = set.sequences();
            match_regrets(&regrets[moves.clone()], &mut behaviour[moves.clone()]);
            let reach = plan[set.parent as usize];
            for (plan, probability) in plan[moves.clone()].iter_mut().zip(&behaviour[moves]) {
                *plan = reach * probability;
            }
        }
    }
}

/// Probabilities in proportion to the positive regrets; the same for all if there are none.
fn match_regrets(regrets: &[f64], probabilities: &mut [f64]) {
    let mut sum = 0.0;
    for (probability, regret) in probabilities.iter_mut().zip(regrets) {
        *probability = regret.max(0.0);
        sum += *probability;
    }
    let equal = 1.0 / probabilities.len() as f64;
    for probability in probabilities {
        *probability = if sum > 0.0 { *probability / sum } else { equal };
    }
}
