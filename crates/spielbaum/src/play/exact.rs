//! Exact values of a position, as a strategy that is asked for advice.

use game::{Choices, Game};
use search::{Bound, Bounds, Decision, Effort, HiddenRequest, MoveEstimate, Request, SearchError, Strategy};
use solve::{Cut, Expectation, Expected, Files, Limits, Method, MixedSolution, SolveError, Solved, solve};

use super::SOLVING_TIME;

/// Solves the position by the method that fits the game. What is not known when the time ends is told as a
/// bound, or not at all. The remark says how the role mixes its moves, or why nothing is known.
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
    let value = match &solved.expected {
        Some(expected) => Worth::from(expected.bounds[role]),
        None => Worth::from(solution.bounds[role]),
    };
    let of_move = |mov: G::Move| {
        let found = match &solved.expected {
            Some(Expected { moves, .. }) => {
                let found = moves.iter().find(|found| (found.0, found.1) == (role, mov));
                found.map(|found| Worth::from(found.2))
            }
            None => {
                let found = solution.moves.iter().find(|found| (found.role, found.mov) == (role, mov));
                found.map(|found| Worth::from(found.bounds))
            }
        };
        (mov, found.unwrap_or(value))
    };
    let moves: Vec<(G::Move, Worth)> = choices.of_role(role).iter().copied().map(of_move).collect();
    let mixture = solved.mixed.as_ref().and_then(|mixed| mixed.as_ref().ok());
    let line = solution.line.first().map(|joint| joint[role]);
    let sure = |worth: &Worth| worth.bounds.at_least.unwrap_or(f64::NEG_INFINITY);
    // The first of the best.
    let best = moves.iter().rev().max_by(|(_, a), (_, b)| sure(a).total_cmp(&sure(b))).map(|&(mov, _)| mov);
    let mov = mixture.and_then(|mixed| likeliest(mixed, role)).or(line).or(best);
    let known = moves.iter().map(|(_, worth)| worth).chain([&value]).any(|worth| *worth != Worth::default());
    let unsolved = || (!known).then(|| unsolved(game, solved.cut));
    Decision {
        moves: moves.iter().map(|&(mov, worth)| worth.estimate(mov)).collect(),
        value: value.bounds.value().or(value.bounds.at_least).filter(|_| !value.endless),
        effort: Effort {
            nodes: solved.nodes.or(solved.states).unwrap_or(0),
            depth: solution.bounds[role].plies.unwrap_or(0),
            ..Effort::default()
        },
        proven: value.bounds.value().is_some() || value.endless,
        pv: solution.line.clone(),
        remark: mixture.map(|mixed| mixed_play(game, mixed, role)).or_else(unsolved),
        ..Decision::unsearched(mov.unwrap_or(choices.of_role(role)[0]))
    }
}

/// What is known of a position or of a move.
#[derive(Clone, Copy, Default, PartialEq)]
struct Worth {
    bounds: Expectation,
    /// Best play does not end.
    endless: bool,
}

impl From<Expectation> for Worth {
    fn from(bounds: Expectation) -> Self {
        Self { bounds, endless: false }
    }
}

impl From<Bounds> for Worth {
    fn from(Bounds { at_least, at_most, endless, .. }: Bounds) -> Self {
        let bounds = Expectation { at_least: at_least.map(f64::from), at_most: at_most.map(f64::from) };
        Self { bounds, endless }
    }
}

impl Worth {
    fn estimate<M>(self, mov: M) -> MoveEstimate<M> {
        let Self { bounds, endless } = self;
        let (value, bound) = match (bounds.value(), bounds.at_least, bounds.at_most) {
            _ if endless => (None, None),
            (Some(value), ..) => (Some(value), None),
            (None, Some(least), _) => (Some(least), Some(Bound::Lower)),
            (None, None, most) => (most, most.map(|_| Bound::Upper)),
        };
        MoveEstimate { mov, value, bound, proven: value.is_some() || endless, visits: 0 }
    }
}

/// Why nothing is known of a position, and what may help.
fn unsolved<G: Game>(game: &G, cut: Option<Cut>) -> String {
    match cut {
        Some(Cut::Time) => {
            let seconds = SOLVING_TIME.as_secs();
            // Values that chance makes have no tablebase.
            let remedy = match game.chance() {
                None => "try `spielbaum solve -o FILE` and `play --values FILE`",
                Some(_) => "`spielbaum solve` takes as much time as it needs",
            };
            format!("not solved within {seconds} s; {remedy}")
        }
        Some(Cut::Memory) => {
            "not solved: the memory is full; `spielbaum solve --memory MB` allows more".to_owned()
        }
        Some(Cut::Stopped) => "not solved: interrupted".to_owned(),
        None => "no role can be sure of a payoff here, as play need not end".to_owned(),
    }
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

    /// What is said in a state of a built-in game after some joint moves to the first role.
    fn said(name: &str, joint_moves: &[&[&str]], time: Option<Duration>) -> Decision<String> {
        said_of(Builtin::named(name).unwrap().rules, joint_moves, time)
    }

    fn said_of(text: &str, joint_moves: &[&[&str]], time: Option<Duration>) -> Decision<String> {
        let rules = Rules::new(&gdl::Rulesheet::parse("test", text.as_bytes()).unwrap()).unwrap();
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
        let why = "not solved within 10 s; try `spielbaum solve -o FILE` and `play --values FILE`";
        assert_eq!(said.remark.as_deref(), Some(why));
    }

    #[test]
    fn a_move_after_which_best_play_does_not_end_has_no_value() {
        // Whoever stops loses.
        let circle = "(role left) (role right) (other left right) (other right left) (init (turn left))
            (<= (legal ?r on) (true (turn ?r))) (<= (legal ?r stop) (true (turn ?r))) (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
            (<= (next (turn ?s)) (does ?r on) (other ?r ?s)) (<= (next (stopped ?r)) (does ?r stop)) (<= terminal (true (stopped ?r)))
            (<= (goal ?r 0) (true (stopped ?r))) (<= (goal ?s 100) (true (stopped ?r)) (other ?r ?s))";
        let said = said_of(circle, &[], None);
        assert_eq!((said.mov.as_str(), said.value, said.proven, said.remark), ("on", None, true, None));
        let moves = said.moves.iter().map(|estimate| crate::decision::worth(estimate, &said.moves).unwrap());
        assert_eq!(moves.collect::<Vec<_>>(), ["no end", "0"]);
    }

    #[test]
    fn where_chance_moves_every_move_has_its_mean() {
        let coin = "(role you) (role random) (init open) (legal you flip) (legal you stop) (legal random heads) (legal random tails)
            (<= (next won) (does you flip) (does random heads)) (<= (next left) (does you stop))
            (<= terminal (not (true open))) (<= (goal you 100) (true won)) (<= (goal you 40) (true left))
            (<= (goal you 0) (not (true won)) (not (true left)))";
        let said = said_of(coin, &[], None);
        assert_eq!(
            (said.mov.as_str(), said.value, said.proven, &said.remark),
            ("flip", Some(50.0), true, &None)
        );
        let values =
            said.moves.iter().map(|estimate| (estimate.mov.as_str(), estimate.value, estimate.bound));
        assert_eq!(values.collect::<Vec<_>>(), [("flip", Some(50.0), None), ("stop", Some(40.0), None)]);
        let cut = said_of(coin, &[], Some(Duration::ZERO));
        // No tablebase holds what chance makes.
        assert!(cut.remark.is_some_and(|why| !why.contains("-o FILE") && why.contains("within 10 s")));
    }
}
