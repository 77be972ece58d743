use std::ops::Range;

use game::{Game, Mover};

use super::back_up::{self, BestRow, Fate, Row, Rule, Shape, Taken, mean};
use super::deepen::{DEEPEN, Deepen};
use super::depth_first::{FirstWindow, WINDOW};
use crate::key::{DEPTH, EVAL, NODES, TIME};
use crate::{
    Budget, Cut, CutKind, Decision, Entry, Evaluator, Meter, Model, Request, SearchError, SearchRng, Spec,
    Status, Strategy, Window,
};

pub(crate) const ENTRY: Entry = Entry {
    name: "pessimistic",
    help: "maximin over joint moves: at every ply the others know the searcher's move and minimise its payoff; plays any game",
    reference: "Korf, Generalized game trees, IJCAI (1989)",
    status: Status::Exact,
    model: Some(Model::Answer),
    positional: false,
    parameters: &[
        DEPTH.parameter,
        EVAL.parameter,
        WINDOW.parameter,
        DEEPEN.parameter,
        NODES.parameter,
        TIME.parameter,
    ],
};

/// Pessimistic search: at every ply the searching role moves first, and all others then answer with the joint
/// move that is worst for it.
///
/// It applies to every game in which nothing is hidden: constant-sum or not, with moves in turn or at the
/// same time, of any number of roles. Chance is no opponent: of what it does the mean counts, and nothing is
/// cut beyond it. Its value is what the searcher can force without a secret of its own, a lower bound of what
/// it gets against anybody. Where one role at a time decides it is [`Paranoid`](crate::Paranoid), and for one
/// role plain maximisation.
///
/// Answers that cannot matter are left out as in alpha-beta, within a window that begins as the game's goal
/// range, or open on explicit trees: a move is left as soon as one answer shows it to be no better than
/// another move. Of several best moves the first is chosen. Within a budget it [deepens](Deepen).
///
/// Source: R. E. Korf, *Generalized game trees*, IJCAI (1989).
#[derive(Clone, Debug)]
pub struct Pessimistic<E> {
    bounds: Budget,
    deepen: Deepen,
    window: FirstWindow,
    evaluator: E,
}

impl<E> Pessimistic<E> {
    /// Pessimistic search within `bounds`, which judges the states at the depth limit by `evaluator`.
    pub fn new(bounds: Budget, deepen: Deepen, window: FirstWindow, evaluator: E) -> Self {
        Self { bounds, deepen, window, evaluator }
    }
}

impl<'a, G: Game + 'a> Pessimistic<Box<dyn Evaluator<G> + 'a>> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self::new(spec.budget(), spec.get(DEEPEN), spec.get(WINDOW), spec.get(EVAL).build())
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for Pessimistic<E> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, role, .. } = request;
        let rule = WorstAnswer { role, range: self.window.of(game) };
        let budget = self.bounds.tightened_by(&request.budget);
        back_up::search(ENTRY.name, rule, &mut self.evaluator, request.within(budget), self.deepen)
    }
}

/// The greatest over the searcher's moves of the least over the others' answers.
struct WorstAnswer {
    role: usize,
    range: Window,
}

struct Node {
    window: Window,
    /// The least value in the row being visited.
    least: f64,
    best: BestRow,
}

impl Rule for WorstAnswer {
    type Value = f64;
    type Node = Node;

    fn chooser(&self, _: Mover) -> Result<usize, SearchError> {
        Ok(self.role)
    }

    fn judged(&self) -> Range<usize> {
        self.role..self.role + 1
    }

    fn leaf(&self, payoffs: &[f64], _terminal: bool) -> Result<f64, SearchError> {
        Ok(payoffs[0])
    }

    fn open(&self, _: Shape, above: Option<&Node>) -> Node {
        let window = self.window(above);
        Node { window, least: f64::INFINITY, best: BestRow::none() }
    }

    fn take(&self, node: &mut Node, value: f64, last: bool, _: &mut SearchRng) -> Taken {
        let leads = value < node.least;
        if leads {
            node.least = value;
        }
        if !last && node.least > node.window.alpha {
            return Taken::unfinished(leads);
        }
        let value = std::mem::replace(&mut node.least, f64::INFINITY);
        let rest = (!last).then_some(Cut { kind: CutKind::Alpha, value, bound: node.window.alpha });
        let fate = node.best.take(value);
        node.window.alpha = node.window.alpha.max(value);
        let row = Row { value, at_most: fate == Fate::Worse, fate };
        let best = Cut { kind: CutKind::Beta, value: node.best.value, bound: node.window.beta };
        Taken { rest, cut: (best.value >= best.bound).then_some(best), ..Taken::finished(leads, row) }
    }

    fn close(&self, node: Node, _: &Meter) -> Result<Option<f64>, SearchError> {
        Ok(Some(node.best.value))
    }

    fn expect(&self, outcomes: Vec<(f64, f64)>, _: &Meter) -> Result<Option<f64>, SearchError> {
        Ok(Some(mean(&outcomes)))
    }

    fn choice(&self, node: &Node) -> Option<usize> {
        node.best.index
    }

    fn value_so_far(&self, node: &Node) -> f64 {
        node.best.value
    }

    fn own(&self, value: &f64) -> f64 {
        *value
    }

    fn window(&self, above: Option<&Node>) -> Window {
        above.map_or(self.range, |node| Window { beta: node.window.beta.min(node.least), ..node.window })
    }
}

#[cfg(test)]
mod tests {
    use game::Game;

    use crate::testing::{MadeUp, decide, decide_as, pennies, rules, watch};
    use crate::{Bound, Budget};

    #[test]
    fn no_hand_is_safe_from_who_knows_it_and_each_is_worth_a_draw_against_chance() {
        let game = rules("rock-paper-scissors");
        let pessimistic = decide("pessimistic", &game, &Budget::default()).unwrap();
        assert_eq!((pessimistic.value, pessimistic.proven), (Some(0.0), true));
        assert_eq!(pessimistic.mov, pessimistic.moves[0].mov);
        let random = decide("random-opponent", &game, &Budget::default()).unwrap();
        assert_eq!(random.value, Some(50.0));
        assert_eq!(random.moves.iter().map(|estimate| estimate.value).collect::<Vec<_>>(), [Some(50.0); 3]);
        assert_eq!((random.effort.leaves, random.pv), (9, vec![]), "what the other shows is not known");
    }

    #[test]
    fn a_prisoner_defects_against_the_worst_and_against_chance() {
        let game = rules("prisoners-dilemma");
        let state = (0..7).fold(game.initial(), |state, _| {
            let cooperate = [0, 1].map(|role| game.move_named(&state, role, "(choose cooperate)").unwrap());
            game.next(&state, &cooperate)
        });
        // Seven rounds brought 6 each. One who defects gets 2 in each of the other three at least, and 6
        // on average.
        for (spec, value) in [("pessimistic", 42.0 + 3.0 * 2.0), ("random-opponent", 42.0 + 3.0 * 6.0)] {
            for role in 0..2 {
                let decision = decide_as(spec, &game, role, &state, &Budget::default()).unwrap();
                assert_eq!(decision.value, Some(value), "{spec}");
                assert_eq!(game.notation().move_name(decision.mov), "(choose defect)", "{spec}");
            }
        }
    }

    #[test]
    fn the_principal_variation_has_our_move_and_then_the_worst_answer() {
        let decision = decide("pessimistic", &pennies(), &Budget::default()).unwrap();
        assert_eq!((decision.value, decision.pv), (Some(0.0), vec![vec![0, 1]]));
    }

    #[test]
    fn a_move_is_left_as_soon_as_one_answer_shows_it_to_be_no_better() {
        // Showing 0 loses to 1. Showing 1 loses to the first answer, so that the second need not be
        // looked at.
        let trace = watch("pessimistic", &pennies(), 0);
        assert_eq!((trace.nodes.len(), trace.nodes[0].cut), (4, 1));
        let decision = decide("pessimistic", &pennies(), &Budget::default()).unwrap();
        assert_eq!((decision.moves[1].value, decision.moves[1].bound), (Some(0.0), Some(Bound::Upper)));
    }

    #[test]
    fn an_unfinished_search_keeps_the_best_completed_move() {
        let game = MadeUp { seed: 5, roles: 3, plies: 3 };
        let moves = game::Choices::of(&game, &game.initial()).of_role(0).to_vec();
        for spec in ["pessimistic", "random-opponent"] {
            for nodes in 0..200 {
                let budget = Budget { nodes: Some(nodes), ..Budget::default() };
                let decision = decide(spec, &game, &budget).unwrap();
                assert!(moves.contains(&decision.mov) && decision.effort.nodes <= nodes);
                let known = decision.moves.iter().find(|estimate| estimate.mov == decision.mov).unwrap();
                assert!(decision.proven || decision.value == known.value);
            }
        }
    }
}
