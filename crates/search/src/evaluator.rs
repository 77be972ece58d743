pub(crate) mod goal_proximity;
pub(crate) mod learned;
pub(crate) mod mobility;
pub(crate) mod open_lines;
pub(crate) mod playout_mean;
pub(crate) mod positional;
pub(crate) mod static_value;
pub(crate) mod zero;

use game::Game;

use crate::{Entry, EvaluatorSpec, Meter, SearchError, SearchRng, Section};

/// The catalogue of the evaluators: each line is a module and the type in it that is built from a spec.
macro_rules! evaluators {
    ($($module:ident::$Evaluator:ident,)+) => {
        $(pub use $module::*;)+

        impl Section for Evaluators {
            const NOUN: &'static str = "evaluator";

            fn entries() -> &'static [Entry] {
                static ENTRIES: &[Entry] = &[$($module::ENTRY),+];
                ENTRIES
            }
        }

        impl EvaluatorSpec {
            /// An evaluator as this spec describes it. One whose file has not been read objects to
            /// every game.
            pub fn build<'a, G: Game + 'a>(&self) -> Box<dyn Evaluator<G> + 'a> {
                if let Some(path) = self.unread_file() {
                    return Box::new(Unread { path: path.to_owned() });
                }
                if let Some(custom) = self.custom_evaluator() {
                    return Box::new(custom.clone());
                }
                match self.entry().name {
                    $(name if name == $module::ENTRY.name => Box::new($Evaluator::from_spec(self)),)+
                    name => unreachable!("{name} is not in the catalogue"),
                }
            }
        }
    };
}

// In the order of the catalogue.
evaluators! {
    static_value::StaticValue,
    zero::Zero,
    playout_mean::PlayoutMean,
    mobility::Mobility,
    goal_proximity::GoalProximity,
    learned::Learned,
    open_lines::OpenLines,
    positional::Positional,
}

/// The section of the catalogue that lists the evaluators.
#[derive(Clone, Copy, Debug)]
pub enum Evaluators {}

/// What an evaluator says of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// The value of the state.
    pub value: f64,
    /// Nodes of the search's budget that were looked at to find it.
    pub nodes: u64,
}

/// Estimates the value of a non-terminal state.
pub trait Evaluator<G: Game>: Send {
    /// The value of `state` for `role`, a number within the game's goal range. What it costs goes to
    /// the meter.
    fn evaluate(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        meter: &mut Meter,
        rng: &mut SearchRng,
    ) -> f64;

    /// This evaluator as one that judges states of the game together; none if that is never quicker than one
    /// by one, or values depend on more than the state.
    fn together(&mut self, _game: &G) -> Option<&mut dyn Together<G>> {
        None
    }

    /// Why this evaluator is not made for such a game, and what to use instead; none if it is. Whoever
    /// decides by an evaluator asks before the search begins.
    fn objection(&self, _game: &G) -> Option<String> {
        None
    }

    /// How many goals a unit of the evaluator's own figure, a line or a weight for example, is worth; none if
    /// it has no such figure, or a unit is not worth the same in all states. See
    /// [`OwnScale`](crate::OwnScale).
    fn unit(&self, _game: &G) -> Option<f64> {
        None
    }
}

/// Judges many states at little more cost than one.
pub trait Together<G: Game> {
    /// How many states cost at most about twice as much as one to judge; up to there those that may be needed
    /// later are worth judging.
    fn most(&self, game: &G) -> usize;

    /// Appends to `opinions` those of non-terminal states for `role`: of each the value that
    /// [`Evaluator::evaluate`] gives, and the nodes that it adds to the meter. Which of them the search needs
    /// is not known yet, so nothing is charged. Once `go_on` says no, the last ones may be missing.
    fn opinions(
        &self,
        game: &G,
        states: &[&G::State],
        role: usize,
        go_on: &dyn Fn() -> bool,
        opinions: &mut Vec<Opinion>,
    );
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Box<E> {
    fn evaluate(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        meter: &mut Meter,
        rng: &mut SearchRng,
    ) -> f64 {
        (**self).evaluate(game, state, role, meter, rng)
    }

    fn together(&mut self, game: &G) -> Option<&mut dyn Together<G>> {
        (**self).together(game)
    }

    fn objection(&self, game: &G) -> Option<String> {
        (**self).objection(game)
    }

    fn unit(&self, game: &G) -> Option<f64> {
        (**self).unit(game)
    }
}

/// Stands for an evaluator whose file has not been read.
struct Unread {
    path: String,
}

impl<G: Game> Evaluator<G> for Unread {
    fn evaluate(&mut self, game: &G, _: &G::State, _: usize, _: &mut Meter, _: &mut SearchRng) -> f64 {
        middle(game)
    }

    fn objection(&self, _: &G) -> Option<String> {
        Some(format!("the file `{}`, which its evaluator needs, has not been read", self.path))
    }
}

/// Asks an evaluator for its objection to a game, on behalf of a strategy that is about to decide by it.
pub(crate) fn suits<G: Game, E: Evaluator<G>>(
    strategy: &'static str,
    evaluator: &E,
    game: &G,
) -> Result<(), SearchError> {
    evaluator.objection(game).map_or(Ok(()), |why| Err(SearchError::Inapplicable { strategy, why }))
}

/// The middle of the game's goal range: what is assumed where nothing is known.
pub(crate) fn middle<G: Game>(game: &G) -> f64 {
    scaled(game, 0.0)
}

/// An advantage from -1 to 1 on the game's goal range, whose middle is no advantage.
pub(crate) fn scaled<G: Game>(game: &G, advantage: f64) -> f64 {
    let range = game.goal_range();
    f64::midpoint(f64::from(*range.start()), f64::from(*range.end())) + advantage * half_range(game)
}

/// The mean of some numbers; none if there are none.
pub(crate) fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = numbers.fold((0_u32, 0.0), |(count, sum), number| (count + 1, sum + number));
    (count > 0).then(|| sum / f64::from(count))
}

/// What an advantage of 1 is worth on the game's goal range.
pub(crate) fn half_range<G: Game>(game: &G) -> f64 {
    let range = game.goal_range();
    (f64::from(*range.end()) - f64::from(*range.start())) / 2.0
}

#[cfg(test)]
mod tests {
    use game::{Playouts, Rules};
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::testing::rules;
    use crate::{Budget, Catalogue, EvaluatorSpec};

    #[test]
    fn every_evaluator_judges_within_the_goal_range_or_objects_by_its_name() {
        let mut judged = 0;
        for name in ["tictactoe", "othello", "tictactoe-3p", "nim", "lights-out", "rock-paper-scissors"] {
            let game = rules(name);
            for entry in Catalogue::get().evaluators {
                let mut evaluator = entry.name.parse::<EvaluatorSpec>().unwrap().build::<Rules>();
                if let Some(objection) = evaluator.objection(&game) {
                    assert!(objection.contains(entry.name), "{objection}");
                    continue;
                }
                let mut rng = SearchRng::seed_from_u64(1);
                for _ in 0..20 {
                    let plies = rng.random_range(0..12);
                    let playout = Playouts::new(&game).with_ply_limit(plies).run(&game.initial(), &mut rng);
                    if !playout.cut {
                        continue;
                    }
                    for role in 0..game.roles() {
                        let mut meter = Meter::start(Budget::default());
                        let value = evaluator.evaluate(&game, &playout.end, role, &mut meter, &mut rng);
                        assert!((0.0..=100.0).contains(&value), "{} in {name}: {value}", entry.name);
                        judged += 1;
                    }
                }
            }
        }
        assert!(judged > 500);
    }
}
