use game::Game;
use serde::Serialize;

use crate::{Decision, MoveEstimate};

/// A [`Decision`] with moves by their names: the JSON document of the command line and the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Report {
    /// The move to make.
    #[serde(rename = "move")]
    pub mov: String,
    /// Every legal move in the game's order; empty if the strategy does not look at them.
    pub moves: Vec<Estimate>,
    /// The searcher's value of the state, on the game's goal scale; none if the strategy does not estimate.
    pub value: Option<f64>,
    /// States visited.
    pub nodes: u64,
    /// Terminal or evaluated states among them.
    pub leaves: u64,
    /// Playouts made.
    pub playouts: u64,
    /// Greatest number of plies looked ahead, playouts not counted.
    pub depth: u32,
    /// Whether `value` is exact.
    pub proven: bool,
    /// Wall-clock time in seconds.
    pub seconds: f64,
    /// The principal variation: the moves that the searcher expects the roles to move to make, its own first.
    pub pv: Vec<String>,
    /// What people should know about the goals that the search has met, if some are doubtful.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// What a search found out about one move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Estimate {
    /// The move.
    #[serde(rename = "move")]
    pub mov: String,
    /// Its value on the game's goal scale; none if it was not looked at to the end.
    pub value: Option<f64>,
    /// Whether the value is only an upper bound.
    pub at_most: bool,
    /// Visits (playouts or nodes, as the strategy counts) spent on it.
    pub visits: u64,
}

impl Report {
    /// A decision that took `seconds`, with the names that `game` gives to moves.
    pub fn new<G: Game>(game: &G, decision: Decision<G::Move>, seconds: f64) -> Self {
        let Decision { mov, moves, value, nodes, leaves, playouts, depth, proven, pv, remark } = decision;
        let name = |mov| game.notation().move_name(mov);
        let estimate = |&MoveEstimate { mov, value, at_most, visits }: &MoveEstimate<G::Move>| Estimate {
            mov: name(mov),
            value,
            at_most,
            visits,
        };
        Self {
            mov: name(mov),
            moves: moves.iter().map(estimate).collect(),
            value,
            nodes,
            leaves,
            playouts,
            depth,
            proven,
            seconds,
            pv: pv.into_iter().map(name).collect(),
            remark,
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Tree;
    use rand::SeedableRng;

    use super::*;
    use crate::{Request, SearchRng, Spec};

    #[test]
    fn moves_go_by_their_names_and_a_bound_is_told_as_one() {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let spec: Spec = "alpha-beta(fail=hard)".parse().unwrap();
        let mut rng = SearchRng::seed_from_u64(0);
        let decision = spec.build().choose(Request::new(&tree, &tree.initial(), 0, &mut rng)).unwrap();
        let json = serde_json::to_value(Report::new(&tree, decision, 0.5)).unwrap();
        assert_eq!((&json["move"], &json["pv"]), (&"1".into(), &serde_json::json!(["1", "1"])));
        assert_eq!(
            json["moves"][1],
            serde_json::json!({"move": "2", "value": 3.0, "at_most": true, "visits": 2})
        );
        assert_eq!((&json["leaves"], &json["seconds"]), (&7.into(), &0.5.into()));
    }
}
