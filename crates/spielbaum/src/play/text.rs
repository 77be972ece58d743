//! What both faces say in the same words.

use game::Game;
use search::{Decision, Effort, MoveEstimate, TablebaseFile};

use super::seats::Seat;
use super::session::{Session, Thought, Turn};
use crate::decision::{ENDLESS, valued};
use crate::output;

/// Who plays what: `x: you, o: uct`.
pub(super) fn players<G: Game>(session: &Session<'_, G>) -> String {
    let player = |role: usize| {
        format!("{}: {}", session.game.notation().role_name(role), session.seats[role].describe())
    };
    game::players(session.game).map(player).collect::<Vec<_>>().join(", ")
}

/// The moves of a joint move with their roles, without those of roles that did nothing while others
/// did something.
pub(super) fn moves<G: Game>(session: &Session<'_, G>, ply: usize) -> Vec<(usize, String)> {
    let joint = session.plies()[ply].joint.iter().map(|&mov| session.game.notation().move_name(mov));
    let moves: Vec<(usize, String)> = joint.enumerate().collect();
    let idle = |(_, name): &(usize, String)| name == "noop";
    if moves.iter().all(idle) { moves } else { moves.into_iter().filter(|mov| !idle(mov)).collect() }
}

/// The same as text: `x (mark 1 1)`.
pub(super) fn joint<G: Game>(session: &Session<'_, G>, ply: usize) -> String {
    let moves = moves(session, ply).into_iter();
    let named = moves.map(|(role, name)| format!("{} {name}", session.game.notation().role_name(role)));
    named.collect::<Vec<_>>().join("  ")
}

/// What a role did and saw in a ply, without a move that only waits: `bet`, `sees (did alice bet)`.
pub(super) fn observed<G: Game>(session: &Session<'_, G>, role: usize, ply: usize) -> Vec<String> {
    let (mov, seen) = session.plies()[ply].observations[role].named(session.game);
    let seen = seen.iter().map(|percept| format!("sees {percept}"));
    let told: Vec<String> = (mov != "noop").then_some(mov).into_iter().chain(seen).collect();
    if told.is_empty() { vec!["sees nothing".to_owned()] } else { told }
}

/// A joint move with what strategies thought it worth: `alice bet  bob pass  (bob: value 25)`.
pub(super) fn joint_with_worth<G: Game>(session: &Session<'_, G>, ply: usize) -> String {
    let thoughts = session.plies()[ply].thoughts.iter();
    let worths = thoughts.filter_map(|thought| {
        Some(format!("  ({}: {})", session.game.notation().role_name(thought.role), worth(thought)?))
    });
    joint(session, ply) + &worths.collect::<String>()
}

/// Why a position is not explained to somebody who does not know all of it.
pub(super) const WHY_HIDDEN: &str =
    "why the position is won or lost would tell what this game hides from you; `uncover` shows everything";

/// What a decision is worth: `value 50 (proven)`; or that the search learnt nothing.
pub(super) fn worth<M>(thought: &Thought<M>) -> Option<String> {
    if thought.decision.is_guess()
        && !thought.decision.proven
        && thought.decision.effort.nodes + thought.decision.effort.playouts > 0
    {
        return Some("a guess".to_owned());
    }
    let Decision { value, proven, .. } = thought.decision;
    match value {
        Some(value) => Some(valued(value, proven, thought.assumption)),
        None => proven.then(|| ENDLESS.to_owned()),
    }
}

/// What exact values are called by where they come from.
pub(super) fn exact(tablebase: Option<&TablebaseFile>) -> String {
    tablebase.map_or_else(|| "exact values".to_owned(), |file| format!("exact values of {}", file.path()))
}

/// What is said where a position was to be solved and nothing came of it.
pub(super) fn unsolved<M>(thought: &Thought<M>) -> Option<String> {
    let decision = &thought.decision;
    let known = |estimate: &MoveEstimate<M>| estimate.value.is_some() || estimate.proven;
    let known = decision.value.is_some() || decision.proven || decision.moves.iter().any(known);
    let why = || decision.remark.clone().unwrap_or_else(|| "nothing is known of this position".to_owned());
    (!known).then(why)
}

/// Advice to who asked for a hint, if the search could not tell the moves apart.
pub(super) fn doubt<M>(roles: usize, thought: &Thought<M>) -> Option<String> {
    let decision = &thought.decision;
    let alike = decision.moves.windows(2).all(|pair| pair[0].value == pair[1].value);
    if decision.moves.len() < 2 || decision.proven || !alike {
        return None;
    }
    let other = if roles == 1 { "'deepening(time=5s)'" } else { "with more time" };
    Some(format!("it sees no difference between the moves; try --hint {other}"))
}

/// How much was searched: `120 nodes  80k playouts  depth 4`.
pub(super) fn effort<M>(thought: &Thought<M>) -> String {
    let Effort { nodes, playouts, proven_visits, tablebase_hits, depth, .. } = thought.decision.effort;
    let counts = [
        (nodes, "nodes"),
        (playouts, "playouts"),
        (proven_visits, "proven visits"),
        (tablebase_hits, "tablebase hits"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let mut parts: Vec<String> = counts.map(|(count, noun)| format!("{} {noun}", short(count))).collect();
    if depth > 0 {
        parts.push(format!("depth {depth}"));
    }
    parts.join("  ")
}

/// How the game ended: `x 100, o 0: you win`.
pub(super) fn result<G: Game>(session: &Session<'_, G>) -> Option<String> {
    let goals = session.goals()?;
    // Chance plays for nothing.
    let players = game::players(session.game);
    let each =
        players.clone().map(|role| format!("{} {}", session.game.notation().role_name(role), goals[role]));
    let each = each.collect::<Vec<_>>().join(", ");
    let people: Vec<usize> = players.clone().filter(|&role| session.seats[role] == Seat::Person).collect();
    let verdict = match people.as_slice() {
        [you] => {
            let best = players.filter(|role| role != you).map(|role| goals[role]).max();
            match best.map(|best| goals[*you].cmp(&best)) {
                Some(std::cmp::Ordering::Greater) => ": you win",
                Some(std::cmp::Ordering::Less) => ": you lose",
                Some(std::cmp::Ordering::Equal) => ": a draw",
                None => "",
            }
        }
        _ => "",
    };
    Some(format!("{each}{verdict}"))
}

/// What is said of a game that is left before its end.
pub(super) fn unfinished<G: Game>(session: &Session<'_, G>) -> Option<String> {
    let plies = output::plies(session.plies().len());
    (session.turn() != Turn::Over).then(|| format!("left after {plies}, before the game was over"))
}

/// A large number in few digits: `1.58M`.
pub(super) fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number / 1000),
        _ => format!("{:.2}M", number as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Tree;

    fn session<'g>(tree: &'g Tree, people: &[bool], choices: &[usize]) -> Session<'g, Tree> {
        let seat =
            |&person: &bool| if person { Seat::Person } else { Seat::Strategy("random".parse().unwrap()) };
        let mut session = Session::new(tree, vec![Seat::Person; people.len()], 0);
        for (ply, &index) in choices.iter().enumerate() {
            session.choose(ply % people.len(), index);
            session.advance();
        }
        session.seats = people.iter().map(seat).collect();
        session
    }

    #[test]
    fn the_result_is_told_from_the_only_persons_side() {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let result = |people: &[bool], choices: &[usize]| result(&session(&tree, people, choices));
        assert_eq!(result(&[true, false], &[0, 1]), Some("max 12, min 4: you win".to_owned()));
        assert_eq!(result(&[false, true], &[0, 1]), Some("max 12, min 4: you lose".to_owned()));
        assert_eq!(result(&[true, false], &[0, 2]), Some("max 8, min 8: a draw".to_owned()));
        assert_eq!(result(&[true, true], &[0, 1]), Some("max 12, min 4".to_owned()));
        assert_eq!(result(&[true, false], &[0]), None);
    }

    #[test]
    fn chance_is_no_player_and_gets_nothing() {
        let tree = Tree::from_brackets("(? 3 5)").unwrap();
        let alone = session(&tree, &[true, false, false], &[]);
        assert_eq!(players(&alone), "max: you, min: random");
        let mut over = session(&tree, &[true, true, true], &[]);
        over.choose(2, 1);
        over.advance();
        assert_eq!(result(&over), Some("max 5, min 3".to_owned()));
    }

    #[test]
    fn a_joint_move_shows_who_did_something() {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let session = session(&tree, &[true, false], &[0, 1]);
        assert_eq!((joint(&session, 0), joint(&session, 1)), ("max 1".to_owned(), "min 2".to_owned()));
        assert_eq!(players(&session), "max: you, min: random");
    }

    #[test]
    fn a_thought_tells_value_and_effort() {
        let taken = Effort { nodes: 1_234_567, playouts: 80, ..Effort::default() };
        let decision = Decision { value: Some(47.25), effort: taken, ..Decision::unsearched(1) };
        let mut thought = Thought { role: 0, decision, seconds: 1.0, expected: None, assumption: None };
        assert_eq!(worth(&thought), Some("value 47.25".to_owned()));
        assert_eq!(effort(&thought), "1.23M nodes  80 playouts");
        thought.decision = Decision { value: Some(50.0), proven: true, ..Decision::unsearched(1) };
        assert_eq!(
            (worth(&thought), effort(&thought)),
            (Some("value 50 (proven)".to_owned()), String::new())
        );
    }

    #[test]
    fn a_hint_that_is_none_comes_with_advice() {
        let doubt = |values: &[Option<f64>], proven| {
            let moves = values.iter().zip(1..);
            let moves =
                moves.map(|(&value, mov)| MoveEstimate { mov, value, bound: None, proven: false, visits: 1 });
            let decision = Decision { moves: moves.collect(), proven, ..Decision::unsearched(1) };
            doubt(2, &Thought { role: 0, decision, seconds: 1.0, expected: None, assumption: None })
        };
        let advice = "it sees no difference between the moves; try --hint with more time";
        assert_eq!(doubt(&[Some(0.0), Some(0.0)], false), Some(advice.to_owned()));
        assert_eq!(doubt(&[None, None, None], false), Some(advice.to_owned()));
        assert_eq!(doubt(&[Some(0.0), Some(1.0)], false), None);
        assert_eq!(doubt(&[Some(5.0), Some(5.0)], true), None, "they are alike");
        assert_eq!(doubt(&[Some(5.0)], false), None);
        assert_eq!(doubt(&[], false), None, "it has not looked");
    }

    #[test]
    fn large_numbers_are_cut_short() {
        assert_eq!([0, 9_999, 10_000, 999_999, 1_581_816].map(short), ["0", "9999", "10k", "999k", "1.58M"]);
    }
}
