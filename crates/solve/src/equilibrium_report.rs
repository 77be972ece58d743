use game::Game;
use indexmap::IndexMap;
use serde::Serialize;

use crate::equilibrium::Equilibrium;
use crate::extensive_form::SetNaming;
use crate::limits::Cut;

/// An [`Equilibrium`], with roles and moves by their names: the JSON document of the command line. Values are
/// payoffs as the game writes them: goals, unless it is an explicit tree with decimals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EquilibriumReport {
    /// The algorithm that found it; `policy` if it is from a file.
    pub method: &'static str,
    /// What each role gets if both play so.
    pub value: IndexMap<String, f64>,
    /// How much a role gains by a best response, on the average over the roles.
    pub exploitability: f64,
    /// What each role would get by a best response.
    pub best_response: IndexMap<String, f64>,
    /// The sum of the payoffs, if it is always the same: only then the value of the game is between what best
    /// responses leave and what they get.
    pub constant_sum: Option<f64>,
    /// Always false: the value is known up to the exploitability.
    pub proven: bool,
    /// Iterations that were made.
    pub iterations: u64,
    /// Iterations a second; null if there were none.
    pub iterations_per_second: Option<f64>,
    /// Information sets in which each role has a choice.
    pub information_sets: IndexMap<String, usize>,
    /// States, counted once for each history that leads there.
    pub states: u64,
    /// Nodes of the tree: histories after which somebody has a choice, or which are over.
    pub nodes: usize,
    /// The first information sets of each role, with how it plays there.
    pub policy: Vec<InformationSetReport>,
    /// Why it ended early.
    pub cut: Option<Cut>,
    /// Seconds to build the tree.
    pub building_seconds: f64,
    /// Wall-clock time in seconds, that to build the tree included.
    pub seconds: f64,
}

/// How a role plays in an information set.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InformationSetReport {
    /// The role.
    pub role: String,
    /// What it knows: its choices and what it has seen.
    pub knows: String,
    /// The probabilities of its moves.
    pub moves: IndexMap<String, f64>,
}

impl EquilibriumReport {
    /// What was found, with so many information sets of each role, which have names by `naming`, such as
    /// [`ExtensiveForm::told`](crate::ExtensiveForm::told).
    pub fn new<G: Game>(
        game: &G,
        found: &Equilibrium<G::Move>,
        sets: usize,
        naming: SetNaming<'_, G::Move>,
    ) -> Self {
        let Equilibrium { form, profile, measured, learnt, cut, building, iterating } = found;
        let role_name = |seat: usize| game.notation().role_name(form.players()[seat]).to_owned();
        let seats = 0..form.players().len();
        let scale = game.notation().scale(form.players()[0]);
        let by_role = |values: &[f64]| seats.clone().map(role_name).zip(scale.amounts(values)).collect();
        let set = |seat: usize, set: usize| {
            let names = form.moves(seat, set).iter().map(|&mov| game.notation().move_name(mov));
            InformationSetReport {
                role: role_name(seat),
                knows: naming(form, seat, set),
                moves: names.zip(form.mixture(profile, seat, set).iter().copied()).collect(),
            }
        };
        let first = seats
            .clone()
            .flat_map(|seat| (0..form.information_sets(seat).min(sets)).map(move |set| (seat, set)));
        let iterations = learnt.map_or(0, |(_, iterations)| iterations);
        let seconds = iterating.as_secs_f64();
        Self {
            method: learnt.map_or("policy", |(algorithm, _)| algorithm.name()),
            value: by_role(&measured.values),
            exploitability: scale.amount(measured.mean()),
            best_response: by_role(&measured.best),
            constant_sum: form.constant_sum().map(|sum| scale.amount(sum.into())),
            proven: false,
            iterations,
            iterations_per_second: (seconds > 0.0 && iterations > 0).then(|| iterations as f64 / seconds),
            information_sets: seats
                .clone()
                .map(|seat| (role_name(seat), form.information_sets(seat)))
                .collect(),
            states: form.histories(),
            nodes: form.nodes(),
            policy: first.map(|(seat, number)| set(seat, number)).collect(),
            cut: *cut,
            building_seconds: building.as_secs_f64(),
            seconds: building.as_secs_f64() + seconds,
        }
    }
}
