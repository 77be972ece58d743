use std::hash::Hash;
use std::time::{Duration, Instant};

use game::Game;
use search::{SavedMixture, SavedPolicy};

use crate::extensive_form::{Exploitability, ExtensiveForm, ExtensiveFormError, Profile};
use crate::limits::{Clock, Cut, Limits};
use crate::regret::{Algorithm, RegretMinimiser};

/// What is learnt, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EquilibriumOptions {
    /// How.
    pub algorithm: Algorithm,
    /// Iterations: in each both players learn once.
    pub iterations: u64,
    /// What samples are drawn by.
    pub seed: u64,
}

/// How far the work has come.
#[derive(Clone, Copy, Debug)]
pub enum Learning {
    /// So many histories have been built.
    Building(u64),
    /// The players have learnt.
    Iterating {
        /// Iterations so far.
        iterations: u64,
        /// The mean gain by a best response, on the scale of goals.
        exploitability: f64,
        /// The time since the first iteration.
        elapsed: Duration,
    },
}

/// How players of a game should play, as far as they have learnt it.
#[derive(Debug)]
pub struct Equilibrium<M> {
    /// The tree.
    pub form: ExtensiveForm<M>,
    /// How both play.
    pub profile: Profile,
    /// What they get by it, and how far that is from an equilibrium.
    pub measured: Exploitability,
    /// What it was learnt by, and how many iterations there were; none of a policy from a file.
    pub learnt: Option<(Algorithm, u64)>,
    /// Why it ended early, if it did.
    pub cut: Option<Cut>,
    /// The time to build the tree.
    pub building: Duration,
    /// The time of the iterations.
    pub iterating: Duration,
}

/// Why there is no equilibrium.
#[derive(Debug, thiserror::Error)]
pub enum EquilibriumError {
    /// The tree cannot be built.
    #[error(transparent)]
    ExtensiveForm(#[from] ExtensiveFormError),
    /// A policy does not say how to play.
    #[error(
        "the policy has no line for {role} that knows [{known}] and has the moves {moves}; it is of other rules, or a part is missing"
    )]
    Policy {
        /// The role.
        role: String,
        /// What it knows.
        known: String,
        /// Its moves.
        moves: String,
    },
    /// A policy is of another game, or the game has none.
    #[error(transparent)]
    Saved(#[from] search::PolicyError),
}

/// Somebody who watches how players learn.
pub trait RegretObserver<M> {
    /// The players begin, or have learnt once more; or they have ended, and this is told of their last
    /// iteration again.
    fn iterated(&mut self, form: &ExtensiveForm<M>, minimiser: &RegretMinimiser<'_, M>, ended: bool);
}

/// Nobody watches.
impl<M> RegretObserver<M> for () {
    fn iterated(&mut self, _: &ExtensiveForm<M>, _: &RegretMinimiser<'_, M>, _: bool) {}
}

/// Time between two looks at the exploitability for those who watch.
const LOOK: Duration = Duration::from_millis(200);

impl<M: Copy + Eq + Hash> Equilibrium<M> {
    /// Learns how to play a game of one or two players from its initial state, by counterfactual regret
    /// minimisation.
    ///
    /// A limit that cuts the iterations leaves what was learnt before it.
    ///
    /// # Errors
    /// If the tree of the game cannot be built within the limits.
    pub fn learn<G: Game<Move = M>>(
        game: &G,
        options: EquilibriumOptions,
        limits: &Limits,
        progress: &dyn Fn(Learning),
    ) -> Result<Self, EquilibriumError> {
        Self::learn_watched(game, options, limits, progress, &mut ())
    }

    /// [`learn`](Self::learn), while somebody watches.
    ///
    /// # Errors
    /// If the tree of the game cannot be built within the limits.
    pub fn learn_watched<G: Game<Move = M>>(
        game: &G,
        options: EquilibriumOptions,
        limits: &Limits,
        progress: &dyn Fn(Learning),
        observer: &mut dyn RegretObserver<M>,
    ) -> Result<Self, EquilibriumError> {
        let clock = Clock::start(limits);
        let form = ExtensiveForm::of(game, limits, &|histories| progress(Learning::Building(histories)))?;
        let building = clock.elapsed();
        let started = Instant::now();
        let mut minimiser = RegretMinimiser::new(&form, options.algorithm, options.seed);
        let mut cut = None;
        let mut looked = Duration::ZERO;
        observer.iterated(&form, &minimiser, false);
        while minimiser.iterations() < options.iterations {
            minimiser.iterate();
            observer.iterated(&form, &minimiser, false);
            let elapsed = started.elapsed();
            if elapsed - looked >= LOOK {
                let exploitability = form.exploitability(&minimiser.average()).mean();
                progress(Learning::Iterating { iterations: minimiser.iterations(), exploitability, elapsed });
                looked = started.elapsed();
            }
            cut = clock.cut();
            if cut.is_some() {
                break;
            }
        }
        let iterating = started.elapsed();
        observer.iterated(&form, &minimiser, true);
        let (profile, learnt) = (minimiser.average(), Some((options.algorithm, minimiser.iterations())));
        let measured = form.exploitability(&profile);
        Ok(Self { profile, measured, learnt, cut, building, iterating, form })
    }

    /// How a saved policy plays, and how far it is from an equilibrium.
    ///
    /// # Errors
    /// If the tree of the game cannot be built within the limits, or the policy does not tell how to play in
    /// each information set.
    pub fn of_policy<G: Game<Move = M>>(
        game: &G,
        policy: &SavedPolicy,
        limits: &Limits,
        progress: &dyn Fn(Learning),
    ) -> Result<Self, EquilibriumError> {
        policy.check(game)?;
        let clock = Clock::start(limits);
        let form = ExtensiveForm::of(game, limits, &|histories| progress(Learning::Building(histories)))?;
        let building = clock.elapsed();
        let mut profile = form.uniform();
        for seat in 0..form.players().len() {
            for set in 0..form.information_sets(seat) {
                let moves = form.moves(seat, set);
                let saved = policy.mixture(game, &form.information_state(seat, set), moves);
                let saved = saved.ok_or_else(|| missing(game, &form, seat, set))?;
                form.set_mixture(&mut profile, seat, set, &saved);
            }
        }
        let measured = form.exploitability(&profile);
        Ok(Self { form, profile, measured, learnt: None, cut: None, building, iterating: Duration::ZERO })
    }

    /// The policy that can be written to a file, for the strategy `policy(FILE)`.
    ///
    /// # Errors
    /// If the game hides nothing from its players.
    pub fn policy<G: Game<Move = M>>(&self, game: &G) -> Result<SavedPolicy, EquilibriumError> {
        let mixtures = (0..self.form.players().len()).flat_map(|seat| {
            (0..self.form.information_sets(seat)).map(move |set| SavedMixture {
                known: self.form.information_state(seat, set),
                moves: self.form.moves(seat, set),
                probabilities: self.form.mixture(&self.profile, seat, set),
            })
        });
        let origin = self.learnt.map_or_else(String::new, |(algorithm, iterations)| {
            format!("{algorithm}, {iterations} iterations, exploitability {}", self.measured.mean())
        });
        Ok(SavedPolicy::new(game, &origin, mixtures)?)
    }
}

fn missing<G: Game>(game: &G, form: &ExtensiveForm<G::Move>, seat: usize, set: usize) -> EquilibriumError {
    let names = form.moves(seat, set).iter().map(|&mov| game.notation().move_name(mov));
    EquilibriumError::Policy {
        role: game.notation().role_name(form.players()[seat]).to_owned(),
        known: form.told(game, seat, set),
        moves: names.collect::<Vec<_>>().join(", "),
    }
}
