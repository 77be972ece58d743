use game::Game;
use serde::Serialize;

use crate::{Decision, Effort, Labelling, MoveEstimate, OwnScale, Spec};

/// A [`Decision`] with moves by their names: the JSON document of the command line and the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Report {
    /// The strategy that decided, as a spec.
    pub strategy: String,
    /// The move to make.
    #[serde(rename = "move")]
    pub mov: String,
    /// Every legal move in the game's order; empty if the strategy does not look at them.
    pub moves: Vec<MoveEstimate<String>>,
    /// The searcher's value of the state, as the game writes it: its own goals, or in a tree with single
    /// payoffs those of the first role; none if the strategy does not estimate.
    pub value: Option<f64>,
    /// States visited.
    pub nodes: u64,
    /// Terminal or evaluated states among them.
    pub leaves: u64,
    /// Simulations of a Monte Carlo search, each of which goes down its tree once.
    pub simulations: u64,
    /// Playouts made.
    pub playouts: u64,
    /// Visits that simulations counted without a playout, as they came to payoffs that are known: those of a
    /// terminal or of a proven state.
    pub proven_visits: u64,
    /// States whose values a tablebase told, so that they were not searched.
    #[serde(skip_serializing_if = "crate::trace::is_zero")]
    pub tablebase_hits: u64,
    /// Greatest number of plies looked ahead, playouts not counted.
    pub depth: u32,
    /// Whether `value` is exact.
    pub proven: bool,
    /// What a proven value assumes of the other roles, such as "the others minimise it"; none if it is the
    /// value of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumption: Option<String>,
    /// Wall-clock time in seconds.
    pub seconds: f64,
    /// The principal variation: the joint moves that the searcher expects from here on, forced ones included.
    pub pv: Vec<Vec<String>>,
    /// The scale of the evaluator's own figures, such as lines or weights, if the values come from an
    /// evaluator that has such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<OwnScale>,
    /// What the values of a search mean that only tells wins, losses and draws apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<Labelling>,
    /// What people should know: of goals that the search has met, if some are doubtful, of a search that
    /// makes mistakes on purpose, and of a single move that needed no search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

impl Report {
    /// A decision of `role` by `spec` that took `seconds`, with the names that `game` gives to moves, and
    /// with values as it writes them.
    pub fn new<G: Game>(
        game: &G,
        role: usize,
        spec: &Spec,
        decision: Decision<G::Move>,
        seconds: f64,
    ) -> Self {
        let Decision { mov, moves, value, effort, proven, pv, remark } = decision;
        let Effort { nodes, leaves, simulations, playouts, proven_visits, tablebase_hits, depth } = effort;
        let name = |mov| game.notation().move_name(mov);
        let model = spec.model().filter(|_| proven);
        let assumption = model.and_then(|model| model.assumption(game)).map(str::to_owned);
        let is_searched = [nodes, playouts, tablebase_hits].iter().any(|&count| count > 0);
        // What has no parameters does not search.
        let is_forced = moves.len() == 1 && !is_searched && !spec.entry().parameters.is_empty();
        let forced = || is_forced.then(|| "there is one legal move, which was not searched".to_owned());
        Self {
            strategy: spec.to_string(),
            mov: name(mov),
            moves: moves.iter().map(|estimate| estimate.named(game, role)).collect(),
            value: value.map(|value| game.notation().scale(role).value(value)),
            nodes,
            leaves,
            simulations,
            playouts,
            proven_visits,
            tablebase_hits,
            depth,
            proven,
            assumption,
            seconds,
            pv: pv.into_iter().map(|joint| joint.into_iter().map(name).collect()).collect(),
            // A mean of playouts is no figure of an evaluator.
            scale: OwnScale::of(spec, game).filter(|_| simulations == 0 && playouts == 0),
            labels: Labelling::of(spec, game, role),
            remark: remark.or_else(forced),
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Tree;
    use rand::SeedableRng;

    use super::*;
    use crate::testing::any_game;
    use crate::{Request, SearchRng};

    #[test]
    fn the_only_move_is_said_to_be_the_only_one() {
        let tree = Tree::from_brackets("((3 12))").unwrap();
        let tree = any_game(&tree);
        let remark = |text: &str| {
            let spec: Spec = text.parse().unwrap();
            let mut rng = SearchRng::seed_from_u64(0);
            let decision = spec.build().choose(Request::new(&tree, &tree.initial(), 0, &mut rng)).unwrap();
            Report::new(&tree, 0, &spec, decision, 0.5).remark
        };
        assert_eq!(remark("uct").as_deref(), Some("there is one legal move, which was not searched"));
        assert_eq!((remark("random"), remark("minimax")), (None, None));
        // It is searched, though it comes to no value.
        assert_ne!(remark("minimax(nodes=1)"), remark("uct"));
    }

    #[test]
    fn moves_go_by_their_names_and_a_bound_is_told_as_one() {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let tree = any_game(&tree);
        let spec: Spec = "alpha-beta(fail=hard)".parse().unwrap();
        let mut rng = SearchRng::seed_from_u64(0);
        let decision = spec.build().choose(Request::new(&tree, &tree.initial(), 0, &mut rng)).unwrap();
        let json = serde_json::to_value(Report::new(&tree, 0, &spec, decision, 0.5)).unwrap();
        assert_eq!(
            (&json["move"], &json["pv"]),
            (&"1".into(), &serde_json::json!([["1", "noop"], ["noop", "1"]]))
        );
        assert_eq!(
            json["moves"][1],
            serde_json::json!({"move": "2", "value": 3.0, "bound": "upper", "proven": true, "visits": 2})
        );
        assert_eq!((&json["leaves"], &json["seconds"]), (&7.into(), &0.5.into()));
    }
}
