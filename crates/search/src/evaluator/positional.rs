use game::{Game, Pieces, players};

use crate::evaluator::{half_range, scaled};
use crate::key::Key;
use crate::weights::Phase;
use crate::{Entry, Evaluator, EvaluatorSpec, Meter, SearchRng, Status, Weights};

const TABLE: Key<Weights> = Key::weights(
    "table",
    "othello-phases",
    "the weights: the name of a built-in table, or the path of a TOML file",
);

pub(crate) const ENTRY: Entry = Entry {
    name: "positional",
    help: "piece-square tables, one for each phase of the game: the weights of the role's pieces minus those of the other role's",
    reference: "Samuel, Some studies in machine learning using the game of checkers, IBM Journal 3 (1959)",
    status: Status::Heuristic,
    model: None,
    positional: true,
    parameters: &[TABLE.parameter],
};

/// Weighs the pieces on a board by where they lie: the sum of the weights of one's own cells, minus that of
/// the other's; of several others, of the one who has most.
///
/// The number of pieces on the board says which of the table's phases applies. On the goal range the middle
/// is no difference, and the ends are as far away as all weights together, whatever their signs, in the phase
/// where that is the most: a weight is worth the same in all phases.
///
/// Source: A. L. Samuel, *Some studies in machine learning using the game of checkers*, IBM Journal of
/// Research and Development 3 (1959).
#[derive(Clone, Debug)]
pub struct Positional {
    weights: Weights,
}

impl Positional {
    /// An evaluator by these weights.
    pub fn new(weights: Weights) -> Self {
        Self { weights }
    }

    pub(crate) fn from_spec(spec: &EvaluatorSpec) -> Self {
        Self::new(spec.get(TABLE))
    }

    /// The weights of a role's pieces minus those of the other's, or of the best of all other players; none
    /// on a board of another size than the table's.
    pub fn difference(
        &self,
        pieces: &Pieces,
        players: impl IntoIterator<Item = usize>,
        role: usize,
    ) -> Option<f64> {
        if (pieces.columns, pieces.rows) != self.weights.size() {
            return None;
        }
        let weights = phase(&self.weights, pieces).weights();
        let cells = || pieces.cells.iter().zip(weights);
        let sum = |player| {
            cells().filter(|&(owner, _)| *owner == Some(player)).map(|(_, &weight)| weight).sum::<f64>()
        };
        let others = players.into_iter().filter(|&other| other != role).map(sum);
        Some(sum(role) - others.reduce(f64::max).unwrap_or(0.0))
    }
}

/// The phase that so many pieces are on the board in.
fn phase<'w>(weights: &'w Weights, pieces: &Pieces) -> &'w Phase {
    weights.phase(pieces.cells.iter().flatten().count())
}

impl<G: Game> Evaluator<G> for Positional {
    fn evaluate(&mut self, game: &G, state: &G::State, role: usize, _: &mut Meter, _: &mut SearchRng) -> f64 {
        let advantage = game.knowledge().pieces(state).and_then(|pieces| {
            let difference = self.difference(&pieces, players(game), role)?;
            Some(difference / self.weights.total())
        });
        // None is possible only where nobody asked for objections: it says nothing.
        scaled(game, advantage.unwrap_or(0.0))
    }

    fn objection(&self, game: &G) -> Option<String> {
        let Some(Pieces { columns, rows, .. }) = game.knowledge().pieces(&game.initial()) else {
            return Some(
                "positional needs pieces on a board of columns and rows; playouts and zero do not".to_owned(),
            );
        };
        let (of_columns, of_rows) = self.weights.size();
        ((columns, rows) != (of_columns, of_rows)).then(|| {
            format!(
                "the table {} of positional has weights for {of_columns} columns and {of_rows} rows, but the board has {columns} and {rows}; give it the path of a table of that size",
                self.weights.name()
            )
        })
    }

    fn unit(&self, game: &G) -> Option<f64> {
        Some(half_range(game) / self.weights.total())
    }
}

#[cfg(test)]
mod tests {
    use game::{Othello, Tree};
    use rand::SeedableRng;

    use super::*;
    use crate::testing::{decide, rules};
    use crate::{AlphaBeta, AlphaBetaOptions, Budget, Decision, Request, SearchError, Strategy};

    fn by(table: &str) -> Positional {
        Positional::new(Weights::named(table).unwrap())
    }

    fn value<G: Game>(table: &str, game: &G, state: &G::State, role: usize) -> f64 {
        let mut meter = Meter::start(Budget::default());
        by(table).evaluate(game, state, role, &mut meter, &mut SearchRng::seed_from_u64(0))
    }

    /// What alpha-beta of two plies decides by the table `othello-corners` in the initial state.
    fn best<G: Game>(game: &G) -> Decision<G::Move> {
        let budget = Budget { depth: Some(2), ..Budget::default() };
        AlphaBeta::new(budget, AlphaBetaOptions::default(), by("othello-corners"))
            .choose(Request::new(game, &game.initial(), 0, &mut SearchRng::seed_from_u64(7)))
            .unwrap()
    }

    /// An Othello board with one's own pieces in some cells, the other's in others.
    fn board(own: &[usize], other: &[usize]) -> Pieces {
        let owner = |cell| if own.contains(&cell) { Some(0) } else { other.contains(&cell).then_some(1) };
        Pieces { columns: 8, rows: 8, cells: (0..64).map(owner).collect() }
    }

    #[test]
    fn cells_have_the_lectures_weights() {
        // A corner, the cell beside it, the one diagonally inside it, the middle of an edge.
        let weights =
            |table| [0, 1, 9, 3, 63, 54].map(|cell| by(table).difference(&board(&[cell], &[]), 0..2, 0));
        assert_eq!(weights("othello-corners"), [120.0, -20.0, -40.0, 5.0, 120.0, -40.0].map(Some));
        assert_eq!(weights("othello-few-discs"), [30.0, -12.0, -15.0, -1.0, 30.0, -15.0].map(Some));
    }

    #[test]
    fn ones_own_pieces_count_for_and_the_others_against() {
        let pieces = board(&[0, 3], &[1, 9]);
        let difference = |role| by("othello-corners").difference(&pieces, 0..2, role);
        assert_eq!([difference(0), difference(1)], [Some(185.0), Some(-185.0)]);
    }

    #[test]
    fn who_plays_no_part_is_not_the_best_of_the_others() {
        // Beside a corner, where a piece is worth less than nothing.
        let pieces = board(&[], &[1]);
        assert_eq!(by("othello-corners").difference(&pieces, 0..2, 0), Some(20.0));
        assert_eq!(by("othello-corners").difference(&pieces, 0..3, 0), Some(0.0));
    }

    #[test]
    fn the_phase_is_told_by_the_number_of_pieces() {
        let difference = |pieces: usize| {
            // One's own corner and, beside it, the other's pieces, row by row.
            let others: Vec<usize> = (1..pieces).collect();
            by("othello-phases").difference(&board(&[0], &others), 0..2, 0)
        };
        let sum = |table, pieces: usize| {
            by(table).difference(&board(&[0], &(1..pieces).collect::<Vec<_>>()), 0..2, 0)
        };
        assert_eq!(difference(20), sum("othello-few-discs", 20));
        assert_eq!(difference(21), sum("othello-corners", 21));
        assert_eq!(difference(54), sum("othello-corners", 54));
        assert_eq!(difference(55), Some(1.0 - 54.0));
        assert_eq!(difference(64), Some(1.0 - 63.0));
    }

    #[test]
    fn the_native_board_and_the_rulesheet_are_judged_alike() {
        let (native, rules) = (Othello::new(8).unwrap(), rules("othello"));
        let by_native = best(&native);
        let by_rules = best(&rules);
        assert_eq!(by_native.value, by_rules.value);
        assert_eq!(native.notation().move_name(by_native.mov), rules.notation().move_name(by_rules.mov));
        assert_eq!(value("othello-phases", &native, &native.initial(), 0), 50.0);
    }

    #[test]
    fn every_board_stays_within_the_goal_range() {
        let all: Vec<usize> = (0..64).collect();
        let total = Weights::named("othello-corners").unwrap().total();
        let difference = by("othello-corners").difference(&board(&all, &[]), 0..2, 0).unwrap();
        assert!(difference.abs() <= total);
    }

    #[test]
    fn boards_of_another_size_and_no_board_are_refused_with_advice() {
        let spec = "minimax(depth=1,eval=positional)";
        let refusal = decide(spec, &rules("tictactoe"), &Budget::default()).unwrap_err();
        insta::assert_snapshot!(refusal, @"minimax does not apply to this game: the table othello-phases of positional has weights for 8 columns and 8 rows, but the board has 3 and 3; give it the path of a table of that size");
        let tree = Tree::from_brackets("((1 2) (3 4))").unwrap();
        let refusal = decide(spec, &tree, &Budget::default()).unwrap_err();
        assert!(matches!(&refusal, SearchError::Inapplicable { why, .. } if why.contains("playouts")));
    }
}
