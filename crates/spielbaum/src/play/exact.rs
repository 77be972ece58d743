//! Exact values of a position, as a strategy that is asked for advice.

use game::{Choices, Game};
use search::{Bound, Bounds, Decision, HiddenRequest, MoveEstimate, Request, SearchError, Strategy};
use solve::{Files, Limits, Method, MixedSolution, SolveError, Solved, solve};

/// Solves the position by the method that fits the game. What is not known when the time ends is told as a bound, or not at all.
pub(super) struct ExactValues;

impl<G: Game> Strategy<G> for ExactValues {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, state, role, budget, .. } = request;
        let limits = Limits { time: budget.time, stop: budget.stop, ..Limits::default() };
        let solved = solve(game, state, Method::Auto, &limits, Files::default(), &|_| ());
        let solved = solved.map_err(|error| match error {
            SolveError::Search(error) => error,
            SolveError::Fault(fault) => SearchError::Game(fault),
            error => SearchError::Inapplicable { strategy: "solve", why: error.to_string() },
        })?;
        Ok(decision(game, state, role, &solved))
    }

    fn choose_hidden(&mut self, _request: HiddenRequest<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        Err(SearchError::Custom(
            "exact values are those of states, and this game hides parts of the state; ask for a hint, which goes by what your role knows"
                .to_owned(),
        ))
    }
}

/// What a solution says to `role`, which has a choice or waits for others.
fn decision<G: Game>(game: &G, state: &G::State, role: usize, solved: &Solved<G::Move>) -> Decision<G::Move> {
    let solution = &solved.solution;
    let choices = Choices::of(game, state);
    let bounds = |mov: G::Move| {
        let found = solution.moves.iter().find(|found| found.role == role && found.mov == mov);
        found.map_or(solution.bounds[role], |found| found.bounds)
    };
    let moves = choices.of_role(role);
    let mixture = solved.mixed.as_ref().and_then(|mixed| mixed.as_ref().ok());
    let expected = solution.line.first().map(|joint| joint[role]);
    // The first of the best.
    let best = moves.iter().copied().rev().max_by_key(|&mov| bounds(mov).at_least);
    let mov = mixture.and_then(|mixed| likeliest(mixed, role)).or(expected).or(best);
    let value = solution.bounds[role];
    Decision {
        moves: moves.iter().map(|&mov| estimate(mov, bounds(mov))).collect(),
        value: value.value().or(value.at_least).map(f64::from),
        nodes: solved.nodes.or(solved.states).unwrap_or(0),
        depth: value.plies.unwrap_or(0),
        proven: value.value().is_some(),
        pv: solution.line.clone(),
        remark: mixture.map(|mixed| mixed_play(game, mixed, role)),
        ..Decision::unsearched(mov.unwrap_or(moves[0]))
    }
}

fn estimate<M>(mov: M, bounds: Bounds) -> MoveEstimate<M> {
    let (value, bound) = match (bounds.value(), bounds.at_least, bounds.at_most) {
        (Some(value), ..) => (Some(value), None),
        (None, Some(least), _) => (Some(least), Some(Bound::Lower)),
        (None, None, most) => (most, most.map(|_| Bound::Upper)),
    };
    MoveEstimate { mov, value: value.map(f64::from), bound, proven: value.is_some(), visits: 0 }
}

/// The move that a role chooses most often if it mixes its moves.
fn likeliest<M: Copy>(mixed: &MixedSolution<M>, role: usize) -> Option<M> {
    let shares = mixed.mixtures.get(role)?.iter().copied().rev();
    shares.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(mov, _)| mov)
}

/// `50 on the average by mixing moves: (show paper) 33.3 %, ...`
fn mixed_play<G: Game>(game: &G, mixed: &MixedSolution<G::Move>, role: usize) -> String {
    let shares = mixed.mixtures.get(role).map(Vec::as_slice).unwrap_or_default();
    let shares = shares.iter().filter(|(_, share)| *share > 0.0);
    let shares =
        shares.map(|&(mov, share)| format!("{} {:.1} %", game.notation().move_name(mov), 100.0 * share));
    let value = mixed.values.get(role).map(|value| search::number(*value)).unwrap_or_default();
    format!("{value} on the average by mixing moves: {}", shares.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use game::{Builtin, Course, Rules};
    use search::{Budget, SearchRng};

    use super::*;

    /// What is said in a state after some joint moves to the first role.
    fn said(name: &str, joint_moves: &[&[&str]], time: Option<Duration>) -> Decision<String> {
        let text = Builtin::named(name).unwrap().rules;
        let rules = Rules::new(&gdl::Rulesheet::parse(name, text.as_bytes()).unwrap()).unwrap();
        let joint_moves: Vec<Vec<String>> =
            joint_moves.iter().map(|joint| joint.iter().map(|&mov| mov.to_owned()).collect()).collect();
        let course = Course::through(&rules, &joint_moves).unwrap();
        let mut rng = <SearchRng as rand::SeedableRng>::seed_from_u64(0);
        let budget = Budget { time, ..Budget::default() };
        let request = Request::new(&rules, course.end(), 0, &mut rng).within(budget);
        let Decision { mov, moves, value, proven, remark, .. } = ExactValues.choose(request).unwrap();
        let name = |mov| game::Game::notation(&rules).move_name(mov);
        let moves = moves.iter().map(|estimate| estimate.named(&rules, 0)).collect();
        Decision { moves, value, proven, remark, ..Decision::unsearched(name(mov)) }
    }

    #[test]
    fn every_move_has_its_exact_value() {
        let said = said("nim", &[&["(take b 5)", "noop"], &["noop", "(take a 1)"]], None);
        assert_eq!((said.mov.as_str(), said.value, said.proven), ("(take c 5)", Some(100.0), true));
        for estimate in said.moves {
            let value = if estimate.mov == "(take c 5)" { 100.0 } else { 0.0 };
            assert_eq!((estimate.value, estimate.bound, estimate.proven), (Some(value), None, true));
        }
    }

    #[test]
    fn who_chooses_at_the_same_time_as_others_is_told_how_to_mix() {
        let said = said("rock-paper-scissors", &[], None);
        assert_eq!((said.proven, said.moves.len()), (false, 3));
        let remark = said.remark.unwrap();
        assert!(remark.starts_with("50 on the average") && remark.contains("(show rock) 33.3 %"), "{remark}");
    }

    #[test]
    fn without_time_nothing_is_known() {
        let said = said("checkers", &[], Some(Duration::ZERO));
        assert_eq!((said.value, said.proven), (None, false));
        assert!(!said.moves.is_empty() && said.moves.iter().all(|estimate| estimate.value.is_none()));
    }
}
