use std::time::Duration;

use game::Game;

use crate::key::{Key, TIME};
use crate::{Decision, Entry, HiddenRequest, Model, Request, SearchError, Spec, Status, Strategy};

pub(crate) const START: Key<Option<Duration>> = Key::optional_duration(
    "start",
    0.0..=3_600.0,
    "time to choose the strategy in, before the first move; 5s if not given. With 3 s or more an evaluation is learned and tried in matches",
);

pub(crate) const ENTRY: Entry = Entry {
    name: "auto",
    help: "the strategy that fits the game: chosen before the first move by the kind of the game, by what has been learned of it, and by short matches",
    reference: "choosing by matches: Świechowski & Mańdziuk, Self-adaptation of playing strategies in general game playing, IEEE TCIAIG 6 (2014)",
    status: Status::Heuristic,
    model: Some(Model::OwnBest),
    positional: false,
    parameters: &[START.parameter, TIME.parameter],
};

/// Stands for the strategy that fits a game.
///
/// Who prepares a match [replaces](Spec::start) it by a strategy that was chosen for the game. Where nobody
/// did, it goes by the kind of the game alone: `plan` for a role that plays alone, `ismcts` where the rules
/// hide something, `uct` else, also where chance moves, and `flat-mc` where roles turn out to have too many
/// joint moves for a tree. The remark on its decisions tells which one decides.
///
/// Source of choosing by matches: M. Świechowski, J. Mańdziuk, *Self-adaptation of playing strategies in
/// general game playing*, IEEE TCIAIG 6 (2014).
pub struct Auto<'a, G: Game> {
    /// The name of the strategy that decides, and the strategy itself; none before the first decision.
    chosen: Option<(&'static str, Box<dyn Strategy<G> + 'a>)>,
}

impl<'a, G: Game + 'a> Auto<'a, G> {
    pub(crate) fn from_spec(_: &Spec) -> Self {
        Self { chosen: None }
    }

    /// The strategy that decides.
    fn chosen(&mut self, game: &G) -> &mut (&'static str, Box<dyn Strategy<G> + 'a>) {
        self.chosen.get_or_insert_with(|| {
            named(match game.roles() {
                _ if game.percepts().is_some() => "ismcts",
                _ if game.chance().is_some() => "uct",
                1 => "plan",
                _ => "uct",
            })
        })
    }
}

/// The decision with the remark on who made it.
fn decided_by<M>(name: &str, decision: Decision<M>) -> Decision<M> {
    let remarks = [Some(format!("auto: {name} decides")), decision.remark].into_iter().flatten();
    Decision { remark: Some(remarks.collect::<Vec<_>>().join("; ")), ..decision }
}

fn named<'a, G: Game + 'a>(name: &'static str) -> (&'static str, Box<dyn Strategy<G> + 'a>) {
    let spec: Spec = name.parse().expect("the catalogue has these strategies");
    (name, spec.build())
}

impl<'a, G: Game + 'a> Strategy<G> for Auto<'a, G> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, state, determinized, role, budget, rng, mut observer } = request;
        let mut ask = |strategy: &mut dyn Strategy<G>| {
            let (budget, observer) = (budget.clone(), observer.lend());
            strategy.choose(Request { game, state, determinized, role, budget, rng, observer })
        };
        let (name, strategy) = self.chosen(game);
        let mut decision = ask(strategy.as_mut());
        if matches!(decision, Err(SearchError::Inapplicable { .. })) && *name == "uct" {
            (*name, *strategy) = named("flat-mc");
            decision = ask(strategy.as_mut());
        }
        decision.map(|decision| decided_by(name, decision))
    }

    fn choose_hidden(&mut self, request: HiddenRequest<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let (name, strategy) = self.chosen(request.game);
        strategy.choose_hidden(request).map(|decision| decided_by(name, decision))
    }

    fn ponder(&mut self, request: Request<'_, G>) -> Result<(), SearchError> {
        self.chosen(request.game).1.ponder(request)
    }
}

#[cfg(test)]
mod tests {
    use game::Tree;

    use crate::testing::{decide, rules};
    use crate::{Budget, Spec};

    #[test]
    fn the_kind_of_the_game_decides_where_nobody_has_chosen() {
        let budget = Budget { playouts: Some(20), ..Budget::default() };
        let decider = |name| decide("auto", &rules(name), &budget).unwrap().remark.unwrap();
        assert!(decider("maze").starts_with("auto: plan decides"));
        for name in ["tictactoe", "tictactoe-3p", "tron"] {
            assert!(decider(name).starts_with("auto: uct decides"), "{name}");
        }
        let chance = Tree::from_brackets("((? 3 12) (?1/3|2/3 2 4))").unwrap();
        let decision = decide("auto", &chance, &budget).unwrap();
        assert!(decision.remark.unwrap().starts_with("auto: uct decides"));
    }

    #[test]
    fn too_many_joint_moves_for_a_tree_are_no_obstacle() {
        // 65 roles with two moves each.
        let roles: String = (0..65).map(|role| format!("(role r{role})")).collect();
        let goals: String = (0..65).map(|role| format!("(goal r{role} 50)")).collect();
        let text = format!(
            "{roles} (init (step 1)) (<= (legal ?r (go x)) (role ?r)) (<= (legal ?r (go y)) (role ?r)) (next (step 2)) (<= terminal (true (step 2))) {goals}"
        );
        let game = game::Rules::new(&gdl::Rulesheet::parse("many", text.as_bytes()).unwrap()).unwrap();
        let budget = Budget { playouts: Some(20), ..Budget::default() };
        let decision = decide("auto", &game, &budget).unwrap();
        assert!(decision.remark.unwrap().starts_with("auto: flat-mc decides"));
    }

    #[test]
    fn a_spec_tells_the_time_to_choose_in() {
        let start = |text: &str| text.parse::<Spec>().unwrap().start().map(|time| time.as_secs_f64());
        assert_eq!(start("auto"), Some(5.0));
        assert_eq!(start("auto(start=0.5s)"), Some(0.5));
        assert_eq!(start("uct"), None);
    }

    #[test]
    fn a_tree_is_played_too() {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let decision = decide("auto", &tree, &Budget { playouts: Some(2_000), ..Budget::default() }).unwrap();
        assert_eq!(decision.value, Some(3.0));
    }
}
