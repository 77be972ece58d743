use game::Game;

use super::deepen::{DEEPEN, Deepen};
use super::depth_first::{AlphaBetaOptions, DepthFirst, FirstWindow, WINDOW};
use crate::key::{DEPTH, EVAL, Key, NODES, TIME};
use crate::{Budget, Decision, Entry, Evaluator, Model, Request, SearchError, Spec, Status, Strategy};

pub(crate) const ALLIES: Key<Option<Vec<String>>> = Key::optional_roles(
    "allies",
    "roles that play with the searcher, and maximise its payoff; all others minimise it",
);

pub(crate) const ENTRY: Entry = Entry {
    name: "paranoid",
    help: "paranoid search: all other roles but its allies together minimise the searcher's payoff; cuts as alpha-beta does",
    reference: "Sturtevant & Korf, On pruning techniques for multi-player games, AAAI (2000)",
    status: Status::Exact,
    model: Some(Model::Minimise),
    positional: false,
    parameters: &[
        DEPTH.parameter,
        EVAL.parameter,
        ALLIES.parameter,
        WINDOW.parameter,
        DEEPEN.parameter,
        NODES.parameter,
        TIME.parameter,
    ],
};

/// Paranoid search: all other roles are one opponent, who wants nothing but the searcher's least payoff.
///
/// That makes a game of many roles one of two with a constant sum, and alpha-beta applies. The value is what
/// the searcher can force, so it gets no less when the others look after themselves as [`MaxN`](crate::MaxN)
/// takes them to. For two roles with a constant sum it is the value of the game. Of several best moves the
/// first is chosen, unless all lose and the search deepens.
///
/// Allies, if it has some, are one side with the searcher: they choose what brings it most, not what brings
/// them most or the side as a whole. So the value is what the searcher can get if the coalition plays for it,
/// against all others together; with all others as allies it is the searcher's greatest payoff, and without
/// any the paranoid value.
///
/// It applies while at most one role at a time has a choice. Within a budget it [deepens](Deepen), and ends
/// as soon as the value is proven, as [`Deepening`](crate::Deepening) does, which also tells the move where
/// all lose.
///
/// # Errors
/// [`SearchError::Inapplicable`] if several roles choose at the same time, or if an ally is no role of the
/// game, or the searcher itself.
///
/// Source: N. R. Sturtevant, R. E. Korf, *On pruning techniques for multi-player games*, AAAI (2000).
#[derive(Clone, Debug)]
pub struct Paranoid<E> {
    bounds: Budget,
    deepen: Deepen,
    window: FirstWindow,
    evaluator: E,
    allies: Vec<String>,
}

impl<E> Paranoid<E> {
    /// Paranoid search within `bounds`, which judges the states at the depth limit by `evaluator`.
    pub fn new(bounds: Budget, deepen: Deepen, window: FirstWindow, evaluator: E) -> Self {
        Self { bounds, deepen, window, evaluator, allies: Vec::new() }
    }

    /// The same with these roles as allies, each by its name or by its number from 1.
    #[must_use]
    pub fn allied_with(self, allies: Vec<String>) -> Self {
        Self { allies, ..self }
    }
}

impl<'a, G: Game + 'a> Paranoid<Box<dyn Evaluator<G> + 'a>> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self::new(spec.budget(), spec.get(DEEPEN), spec.get(WINDOW), spec.get(EVAL).build())
            .allied_with(spec.get(ALLIES).unwrap_or_default())
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Paranoid<E> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let budget = self.bounds.tightened_by(&request.budget);
        let allies = roles_of(&self.allies, request.game, request.role)?;
        let options = AlphaBetaOptions { window: self.window, ..AlphaBetaOptions::default() };
        let deepens = self.deepen.applies(request.game, &budget);
        let mut request = request.within(budget);
        let search =
            DepthFirst::new(ENTRY.name, &options, &mut self.evaluator, &mut request).allied_with(&allies);
        if deepens { search.deepen(0, &mut None) } else { search.search(&mut None) }
    }
}

/// The allies of the searching role by their numbers.
fn roles_of<G: Game>(allies: &[String], game: &G, searcher: usize) -> Result<Vec<usize>, SearchError> {
    let name = |role| game.notation().role_name(role);
    let refused = |why: String| {
        let roles: Vec<&str> = (0..game.roles()).map(name).collect();
        let why = format!("{why} (`allies=`); its roles are {}", roles.join(", "));
        SearchError::Inapplicable { strategy: ENTRY.name, why }
    };
    let numbered = |ally: &str| ally.parse().ok().filter(|number| (1..=game.roles()).contains(number));
    let known = |ally: &String| {
        let role = (0..game.roles()).find(|&role| name(role) == ally);
        match role.or_else(|| numbered(ally).map(|number| number - 1)) {
            None => Err(refused(format!("it has no role `{ally}`"))),
            Some(role) if role == searcher => {
                Err(refused(format!("{} searches, and cannot be its own ally", name(searcher))))
            }
            Some(role) => Ok(role),
        }
    };
    allies.iter().map(known).collect()
}

#[cfg(test)]
mod tests {
    use game::{Game, Tree};

    use crate::testing::{decide_as, rules};
    use crate::{Budget, Spec};

    fn decided(spec: &str) -> Result<(String, Option<f64>), String> {
        // Red chooses between a branch of green's and one of blue's; each of them can do red good or harm.
        let tree = Tree::from_json(
            r#"{"roles": ["red", "green", "blue"], "range": [0, 9], "root": {"children": [
                {"mover": "green", "children": [{"goals": [8, 1, 0]}, {"goals": [1, 2, 0]}]},
                {"mover": "blue", "children": [{"goals": [6, 0, 1]}, {"goals": [2, 0, 2]}]}]}}"#,
        )
        .unwrap();
        let decision = decide_as(spec, &tree, 0, &tree.initial(), &Budget::default());
        let decision = decision.map_err(|error| error.to_string())?;
        Ok((tree.notation().move_name(decision.mov), decision.value))
    }

    #[test]
    fn an_ally_brings_the_searcher_its_most_and_all_others_its_least() {
        for (spec, mov, value) in [
            ("paranoid", "2", 2.0),
            ("paranoid(allies=green)", "1", 8.0),
            ("paranoid(allies=3)", "2", 6.0),
            ("paranoid(allies=blue+green)", "1", 8.0),
            ("paranoid(allies=\"green + 3\",window=range)", "1", 8.0),
        ] {
            assert_eq!(decided(spec), Ok((mov.to_owned(), Some(value))), "{spec}");
        }
    }

    #[test]
    fn the_searcher_and_strangers_are_no_allies() {
        for (spec, what) in [
            ("paranoid(allies=green+gray)", "it has no role `gray`"),
            ("paranoid(allies=4)", "it has no role `4`"),
            ("paranoid(allies=0)", "it has no role `0`"),
            ("paranoid(allies=red)", "red searches, and cannot be its own ally"),
            ("paranoid(allies=2+3+1)", "red searches, and cannot be its own ally"),
        ] {
            let refusal = decided(spec).unwrap_err();
            assert!(
                refusal.contains(what) && refusal.ends_with("its roles are red, green, blue"),
                "{refusal}"
            );
        }
    }

    #[test]
    fn a_list_of_allies_is_written_as_it_is_read() {
        for text in ["paranoid(allies=red)", "paranoid(allies=red+2)", "paranoid(allies=\"(robot 1)+2\")"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        for text in
            ["paranoid(allies=)", "paranoid(allies=red+)", "paranoid(allies=\"\")", "paranoid(allies=+)"]
        {
            let error = text.parse::<Spec>().unwrap_err().to_string();
            assert!(error.contains("roles by their names or their numbers from 1"), "{error}");
        }
    }

    #[test]
    fn a_value_with_allies_says_that_it_relies_on_them() {
        let game = rules("nim");
        let assumption = |spec: &str| spec.parse::<Spec>().unwrap().model().unwrap().assumption(&game);
        assert_eq!(assumption("paranoid"), None, "of two opposed roles that is the value of the game");
        assert_eq!(
            assumption("paranoid(allies=2)"),
            Some("its allies maximise it and the others minimise it")
        );
    }
}
