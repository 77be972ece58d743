use game::Game;
use serde::{Deserialize, Serialize};

use crate::key::EVAL;
use crate::{Evaluator, Spec};

/// The scale of an evaluator's own figures, lines or weights for example, beside that of the goals.
///
/// Searches compare values on the scale of the goals, to which evaluators map their figures: no advantage is
/// the middle of the goal range, and each unit of the figure is worth the same. This is the way back. A value
/// at an end of the goal range is that of a decided game, and has no figure.
///
/// ```
/// use game::MnkGame;
/// use spielbaum_search::{OwnScale, Spec};
///
/// let spec: Spec = "minimax(depth=2,eval=open-lines)".parse()?;
/// let scale = OwnScale::of(&spec, &MnkGame::new(3, 3, 3)?).expect("an evaluator with figures of its own");
/// assert_eq!((&*scale.evaluator, scale.figure(56.25), scale.figure(37.5)), ("open-lines", Some(1.0), Some(-2.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OwnScale {
    /// The name of the evaluator.
    pub evaluator: String,
    /// The least goal of the game.
    pub least: f64,
    /// The greatest.
    pub greatest: f64,
    /// What a unit of the evaluator's figure is worth, in goals.
    pub unit: f64,
}

impl OwnScale {
    /// The scale of the evaluator by which a strategy searches this game; none if it has no evaluator, or one
    /// without figures of its own.
    pub fn of<G: Game>(spec: &Spec, game: &G) -> Option<Self> {
        let evaluator = spec.find(EVAL)?;
        let unit = Evaluator::<G>::unit(&evaluator.build::<G>(), game)?;
        let range = game.goal_range();
        let (least, greatest) = (f64::from(*range.start()), f64::from(*range.end()));
        Some(Self { evaluator: evaluator.entry().name.to_owned(), least, greatest, unit })
    }

    /// The evaluator's figure of a value; none of a decided game, nor of a value that is no goal, such as a
    /// negated one.
    pub fn figure(&self, value: f64) -> Option<f64> {
        let Self { least, greatest, unit, .. } = *self;
        let inside = least < value && value < greatest;
        // What rounding adds on the way to the goals and back is far less than any weight.
        inside.then(|| ((value - f64::midpoint(least, greatest)) / unit * 1e6).round() / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use game::{MnkGame, Othello, Tree};
    use rand::SeedableRng;

    use rstest::rstest;

    use super::*;
    use crate::testing::{decide, rules};
    use crate::{Budget, Evaluator, Meter, Positional, Report, SearchRng, Weights};

    fn scale<G: Game>(spec: &str, game: &G) -> Option<OwnScale> {
        OwnScale::of(&spec.parse().unwrap(), game)
    }

    #[test]
    fn minimax_by_open_lines_has_the_figures_of_the_lecture() {
        let (spec, board) = ("minimax(depth=2,eval=open-lines)", rules("tictactoe"));
        let decision = decide(spec, &board, &Budget::default()).unwrap();
        let report = Report::new(&board, 0, &spec.parse().unwrap(), decision, 0.0);
        let scale = report.scale.unwrap();
        // A corner, an edge, the centre.
        let figures: Vec<_> =
            report.moves.iter().map(|estimate| scale.figure(estimate.value.unwrap())).collect();
        let [corner, edge, centre] = [-1.0, -2.0, 1.0].map(Some);
        assert_eq!(figures, [corner, edge, corner, edge, centre, edge, corner, edge, corner]);
        assert_eq!((&*scale.evaluator, scale.figure(report.value.unwrap())), ("open-lines", centre));
    }

    #[rstest]
    fn positional_tells_the_difference_of_the_weights(
        #[values("othello-corners", "othello-phases")] table: &str,
    ) {
        let othello = Othello::new(8).unwrap();
        let scale = scale(&format!("alpha-beta(depth=1,eval=positional({table}))"), &othello).unwrap();
        let mut evaluator = Positional::new(Weights::named(table).unwrap());
        let mut state = othello.initial();
        let (mut rng, mut meter) = (SearchRng::seed_from_u64(0), Meter::start(Budget::default()));
        while !othello.terminal(&state) {
            let choices = game::Choices::of(&othello, &state);
            let joint: Vec<_> = choices.each().map(|moves| moves[moves.len() / 2]).collect();
            state = othello.next(&state, &joint);
            let pieces = othello.knowledge().pieces(&state).unwrap();
            for role in 0..2 {
                let value = evaluator.evaluate(&othello, &state, role, &mut meter, &mut rng);
                assert_eq!(scale.figure(value), evaluator.difference(&pieces, 0..2, role));
            }
        }
    }

    #[test]
    fn others_have_no_figures_of_their_own() {
        let board = MnkGame::new(3, 3, 3).unwrap();
        for spec in [
            "minimax(depth=2)",
            "minimax(depth=2,eval=mobility)",
            "random",
            "flat-mc",
            "minimax(depth=2,eval=playouts)",
        ] {
            assert_eq!(scale(spec, &board), None, "{spec}");
        }
        let tree = Tree::from_brackets("((1 2) (3 4))").unwrap();
        assert_eq!(scale("minimax(depth=1,eval=open-lines)", &tree), None);
    }

    #[test]
    fn a_decided_game_has_no_figure() {
        let scale = scale("minimax(depth=2,eval=open-lines)", &MnkGame::new(3, 3, 3).unwrap()).unwrap();
        assert_eq!([0.0, 50.0, 100.0].map(|value| scale.figure(value)), [None, Some(0.0), None]);
    }
}
