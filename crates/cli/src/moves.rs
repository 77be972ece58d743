//! From MOVES on the command line, or in a file, to joint moves.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use game::{Choices, Game, Mover};
use gdl::{Print, Symbols, TermKind, parse_term};
use serde::Deserialize;

use crate::error::Error;

/// What a file of moves holds.
#[derive(Deserialize)]
struct Document {
    joint_moves: Vec<Vec<String>>,
}

/// The joint moves in a file, `-` being the standard input: one text a role in role order, as written there.
pub(crate) fn read_file(path: &str) -> Result<Vec<Vec<String>>, Error> {
    let mut text = String::new();
    let read = match path {
        "-" => io::stdin().lock().read_to_string(&mut text).map(|_| ()),
        _ => fs::read_to_string(path).map(|content| text = content),
    };
    match read {
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(Error::about(path, error)),
        Err(error) => Err(Error::Usage(format!("cannot read the moves in `{path}`: {error}"))),
        Ok(()) => {
            let document: Result<Document, _> = serde_json::from_str(&text);
            let help = "a file of moves looks like {\"joint_moves\": [[\"(mark 1 1)\", \"noop\"]]}";
            let document = document.map_err(|error| Error::about(path, format!("{error}; {help}")))?;
            Ok(document.joint_moves)
        }
    }
}

/// The joint moves in a file or, if there is no such file, in the text itself, where `;` stands between joint moves.
pub(crate) fn read(argument: &str) -> Result<Vec<Vec<String>>, Error> {
    // What is named like a file and is not there is a missing file, not an illegal move.
    let names_file = Path::new(argument).extension().is_some_and(|ending| ending == "json");
    if argument == "-" || names_file || Path::new(argument).is_file() {
        return read_file(argument);
    }
    argument.split(';').map(str::trim).filter(|text| !text.is_empty()).map(inline).collect()
}

/// The moves of one joint move: `(mark 1 1) noop`.
fn inline(text: &str) -> Result<Vec<String>, Error> {
    let mut symbols = Symbols::default();
    // As the arguments of one term they need no parser of their own.
    let term = parse_term(&format!("(joint {text})"), &mut symbols);
    match term.map(|term| term.kind) {
        Ok(TermKind::Function(_, moves)) => {
            Ok(moves.iter().map(|mov| mov.named(&symbols).to_string()).collect())
        }
        _ => Err(Error::Usage(format!(
            "`{text}` is neither a file nor a joint move; moves look like `(mark 1 1) noop; noop (mark 2 2)`"
        ))),
    }
}

/// A move's text with single spaces and no padding; as it is if it is no term.
pub(crate) fn canonical(text: &str) -> String {
    let mut symbols = Symbols::default();
    parse_term(text, &mut symbols).map_or_else(|_| text.to_owned(), |term| term.named(&symbols).to_string())
}

/// The way that a game took from its initial state.
pub(crate) struct Course<G: Game> {
    /// One more than joint moves.
    pub(crate) states: Vec<G::State>,
    pub(crate) joints: Vec<Vec<G::Move>>,
}

impl<G: Game> Course<G> {
    /// The way of a game that has not begun.
    pub(crate) fn of(game: &G) -> Self {
        Self { states: vec![game.initial()], joints: Vec::new() }
    }

    fn end(&self) -> &G::State {
        &self.states[self.joints.len()]
    }
}

/// The state after joint moves.
pub(crate) fn follow<G: Game>(game: &G, joint_moves: &[Vec<String>]) -> Result<G::State, Error> {
    play_out(game, joint_moves).map(|course| course.end().clone())
}

/// The states between joint moves. A joint move of one text is the move of the one role that has a choice.
pub(crate) fn play_out<G: Game>(game: &G, joint_moves: &[Vec<String>]) -> Result<Course<G>, Error> {
    let mut course = Course::of(game);
    for (step, texts) in joint_moves.iter().enumerate() {
        let state = course.end();
        if game.terminal(state) {
            return Err(Error::Fault(format!("step {step}: the game is over, no move can follow")));
        }
        let choices = Choices::of(game, state);
        let joint = match (texts.as_slice(), choices.mover()) {
            ([text], Mover::One(role)) if game.roles() > 1 => {
                choices.joint_with(role, find(game, choices.of_role(role), step, role, text)?)
            }
            (texts, _) => {
                check_count(step, texts.len(), game.roles())?;
                let moves = texts.iter().enumerate();
                moves
                    .map(|(role, text)| find(game, choices.of_role(role), step, role, text))
                    .collect::<Result<_, _>>()?
            }
        };
        course.states.push(game.next(state, &joint));
        course.joints.push(joint);
    }
    game.fault().map_or(Ok(course), |fault| Err(fault.into()))
}

fn find<G: Game>(
    game: &G,
    legal: &[G::Move],
    step: usize,
    role: usize,
    text: &str,
) -> Result<G::Move, Error> {
    let wanted = canonical(text);
    let found = legal.iter().find(|&&mov| game.move_name(mov) == wanted);
    found.copied().ok_or_else(|| {
        let legal: Vec<String> = legal.iter().map(|&mov| game.move_name(mov)).collect();
        illegal(step, game.role_name(role), &wanted, &legal)
    })
}

/// There must be one move a role.
pub(crate) fn check_count(step: usize, moves: usize, roles: usize) -> Result<(), Error> {
    if moves == roles {
        return Ok(());
    }
    Err(Error::Fault(format!("step {step}: {moves} moves for {roles} roles; a joint move has one for each")))
}

/// The error for a move that the rules do not allow.
pub(crate) fn illegal(step: usize, role: &str, mov: &str, legal: &[String]) -> Error {
    let legal = if legal.is_empty() { "nothing".to_owned() } else { legal.join(", ") };
    Error::Fault(format!("step {step}: `{mov}` is not legal for {role}; legal is {legal}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_may_be_padded() {
        assert_eq!(canonical(" ( mark  1\t1 ) "), "(mark 1 1)");
        assert_eq!(canonical("noop"), "noop");
        assert_eq!(canonical("(mark 1"), "(mark 1");
    }

    #[test]
    fn inline_moves_are_split_into_joint_moves_and_roles() {
        let moves = read("( mark 1 1 ) noop; noop (mark 2 2);").expect("moves");
        assert_eq!(moves, [["(mark 1 1)", "noop"], ["noop", "(mark 2 2)"]]);
        assert!(read("").expect("none").is_empty());
        assert!(read("(mark 1 1").is_err());
        assert!(read("a) (b").is_err());
        let Err(Error::Usage(message)) = read("no such file.json") else { panic!("a move?") };
        assert!(message.starts_with("cannot read the moves in `no such file.json`"), "{message}");
    }

    #[test]
    fn one_move_is_that_of_the_role_with_a_choice() {
        let tree = game::Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").expect("a tree");
        let short = follow(&tree, &[vec!["2".to_owned()], vec!["3".to_owned()]]).expect("legal");
        let long = [["2", "noop"], ["noop", "3"]].map(|joint| joint.map(str::to_owned).to_vec());
        assert_eq!(short, follow(&tree, &long).expect("legal"));
        assert_eq!(tree.goal(&short, 0), 6);
        let Err(Error::Fault(message)) = follow(&tree, &[vec!["4".to_owned()]]) else { panic!("legal?") };
        assert_eq!(message, "step 0: `4` is not legal for max; legal is 1, 2, 3");
    }
}
