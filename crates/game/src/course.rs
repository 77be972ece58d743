use gdl::{Print, Symbols, parse_term};

use crate::{Choices, Fault, Game, Mover};

/// The way that a play took from the initial state of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course<G: Game> {
    states: Vec<G::State>,
    joints: Vec<Vec<G::Move>>,
}

/// Why a play cannot go on so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CourseError {
    /// The game is over before that.
    #[error("move {}: the game is over, no move can follow", .step + 1)]
    Over {
        /// How many joint moves came before, like every `step` here; messages count the moves from 1.
        step: usize,
    },
    /// There are more or fewer moves than roles.
    #[error("move {}: {moves} moves for {roles} roles; a joint move has one for each", .step + 1)]
    Count {
        /// When.
        step: usize,
        /// How many moves there are.
        moves: usize,
        /// How many there should be.
        roles: usize,
    },
    /// The rules do not allow a move.
    #[error("move {}: `{mov}` is not legal for {role}; legal is {}", .step + 1, listed(.legal))]
    Illegal {
        /// When.
        step: usize,
        /// The name of the role that should make it.
        role: String,
        /// The move's text.
        mov: String,
        /// What the role may do, in the game's order.
        legal: Vec<String>,
    },
    /// The game has failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

fn listed(legal: &[String]) -> String {
    if legal.is_empty() { "nothing".to_owned() } else { legal.join(", ") }
}

impl CourseError {
    /// How many joint moves came before, if a move is to blame.
    pub fn step(&self) -> Option<usize> {
        match self {
            Self::Over { step } | Self::Count { step, .. } | Self::Illegal { step, .. } => Some(*step),
            Self::Fault(_) => None,
        }
    }
}

impl<G: Game> Course<G> {
    /// The way of a play that has not begun.
    pub fn of(game: &G) -> Self {
        Self { states: vec![game.initial()], joints: Vec::new() }
    }

    /// The way of a play with these joint moves, one text a role each, in role order. See
    /// [`follow`](Self::follow).
    ///
    /// # Errors
    /// If a joint move cannot be made, or the game fails.
    pub fn through(game: &G, joint_moves: &[Vec<String>]) -> Result<Self, CourseError> {
        let mut course = Self::of(game);
        joint_moves.iter().try_for_each(|texts| course.follow(game, texts))?;
        Ok(course)
    }

    /// Goes on by a joint move, one text a role in role order; a joint move of one text is the move of the
    /// one role that has a choice, or whose turn it is known to be.
    ///
    /// # Errors
    /// If the joint move cannot be made, or the game fails.
    pub fn follow(&mut self, game: &G, texts: &[String]) -> Result<(), CourseError> {
        let (step, state) = (self.joints.len(), self.end());
        if game.terminal(state) {
            return Err(game.fault(state).map_or(CourseError::Over { step }, CourseError::Fault));
        }
        let choices = Choices::of(game, state);
        let find = |role: usize, text: &str| {
            let (legal, wanted) = (choices.of_role(role), canonical(text));
            let found = legal.iter().find(|&&mov| game.notation().move_name(mov) == wanted);
            found.copied().ok_or_else(|| {
                let legal = legal.iter().map(|&mov| game.notation().move_name(mov)).collect();
                CourseError::Illegal {
                    step,
                    role: game.notation().role_name(role).to_owned(),
                    mov: wanted,
                    legal,
                }
            })
        };
        let joint = match (texts, mover(game, state, &choices)) {
            ([text], Some(role)) if game.roles() > 1 => choices.joint_with(role, find(role, text)?),
            (texts, _) if texts.len() != game.roles() => {
                return Err(CourseError::Count { step, moves: texts.len(), roles: game.roles() });
            }
            (texts, _) => {
                texts.iter().enumerate().map(|(role, text)| find(role, text)).collect::<Result<_, _>>()?
            }
        };
        let next = game.next(state, &joint);
        self.states.push(next);
        self.joints.push(joint);
        Ok(())
    }

    /// The state that the play has come to.
    pub fn end(&self) -> &G::State {
        &self.states[self.joints.len()]
    }

    /// The states so far, one more than joint moves.
    pub fn states(&self) -> &[G::State] {
        &self.states
    }

    /// The joint moves so far.
    pub fn joints(&self) -> &[Vec<G::Move>] {
        &self.joints
    }

    /// The states and the joint moves between them.
    pub fn into_parts(self) -> (Vec<G::State>, Vec<Vec<G::Move>>) {
        (self.states, self.joints)
    }
}

/// A line of joint moves from `state` as text that [`Course::follow`] takes ply by ply, `;` between plies: of
/// one role's choice its move alone, else every role's.
pub fn line_text<G: Game>(game: &G, state: &G::State, joints: &[Vec<G::Move>]) -> String {
    let mut state = state.clone();
    let mut plies = Vec::with_capacity(joints.len());
    for joint in joints {
        let moves = match mover(game, &state, &Choices::of(game, &state)) {
            Some(role) => &joint[role..=role],
            None => joint,
        };
        plies.push(moves.iter().map(|&mov| game.notation().move_name(mov)).collect::<Vec<_>>().join(" "));
        state = game.next(&state, joint);
    }
    plies.join("; ")
}

/// The one role whose move says all about a joint move.
fn mover<G: Game>(game: &G, state: &G::State, choices: &Choices<G::Move>) -> Option<usize> {
    match choices.mover() {
        Mover::One(role) => Some(role),
        Mover::Nobody => game.knowledge().mover(state),
        Mover::Several => None,
    }
}

/// A move's text with single spaces and no padding; as it is if it is no term.
pub fn canonical(text: &str) -> String {
    let mut symbols = Symbols::default();
    parse_term(text, &mut symbols).map_or_else(|_| text.to_owned(), |term| term.named(&symbols).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tree;

    fn texts(joint: &[&str]) -> Vec<String> {
        joint.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn moves_may_be_padded() {
        assert_eq!(canonical(" ( mark  1\t1 ) "), "(mark 1 1)");
        assert_eq!(canonical("noop"), "noop");
        assert_eq!(canonical("(mark 1"), "(mark 1");
    }

    #[test]
    fn one_move_is_that_of_the_role_with_a_choice() {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let short = Course::through(&tree, &[texts(&["2"]), texts(&["3"])]).unwrap();
        let long = Course::through(&tree, &[texts(&["2", "noop"]), texts(&["noop", "3"])]).unwrap();
        assert_eq!(short, long);
        assert_eq!((tree.goal(short.end(), 0), short.states().len(), short.joints().len()), (6, 3, 2));
    }

    #[test]
    fn a_wrong_move_is_told_with_its_number_and_what_could_be_done() {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let told = |moves: &[&[&str]]| {
            let moves: Vec<_> = moves.iter().map(|joint| texts(joint)).collect();
            let error = Course::through(&tree, &moves).unwrap_err();
            (error.step(), error.to_string())
        };
        let (step, message) = told(&[&["4"]]);
        assert_eq!((step, &*message), (Some(0), "move 1: `4` is not legal for max; legal is 1, 2, 3"));
        let (step, message) = told(&[&["1"], &["1", "1", "1"]]);
        assert_eq!(
            (step, &*message),
            (Some(1), "move 2: 3 moves for 2 roles; a joint move has one for each")
        );
        let (step, message) = told(&[&["1"], &["1"], &["1"]]);
        assert_eq!((step, &*message), (Some(2), "move 3: the game is over, no move can follow"));
    }
}
