use std::slice;

use game::{Game, Rules, RulesState, Tree};

use crate::Layout;

/// A game whose states can be shown as text, for a terminal.
pub trait Render: Game {
    /// The state as lines of text, without a line break at the end.
    fn render(&self, state: &Self::State) -> String;
}

/// Boards, if the fluents make any, and the list of the other fluents.
impl Render for Rules {
    fn render(&self, state: &RulesState) -> String {
        Layout::of(self, None, slice::from_ref(state)).picture(self, state).to_string()
    }
}

/// The node and the tree below it in brackets.
impl Render for Tree {
    fn render(&self, state: &Self::State) -> String {
        self.notation().draw(state)
    }
}

#[cfg(test)]
mod tests {
    use game::Course;
    use logic::Limits;

    use super::*;
    use crate::testing::sheet;

    #[test]
    fn a_state_is_its_boards_and_what_else_holds() {
        let rules = Rules::new(&sheet("connect-four")).unwrap();
        let course = Course::through(&rules, &[vec!["(drop 3)".to_owned()]]).unwrap();
        let rows: String = (2..=6).rev().map(|row| format!("{row}  . . . . . . .\n")).collect();
        let bottom = "1  . . r . . . .\n   1 2 3 4 5 6 7\n(control yellow)";
        assert_eq!(rules.render(course.end()), rows + bottom);
        let rules = Rules::new(&sheet("rock-paper-scissors")).unwrap();
        assert_eq!(rules.render(&rules.initial()), "ready");
    }

    #[test]
    fn without_a_circuit_the_state_itself_tells_the_size_of_the_board() {
        let rules = Rules::reasoned(&sheet("hex-7x7"), Limits::default()).unwrap();
        let moves = ["(place 1 1)", "(place 3 2)"].map(|mov| vec![mov.to_owned()]);
        let course = Course::through(&rules, &moves).unwrap();
        assert_eq!(
            rules.render(course.end()),
            "2  . . b\n1  r . .\n   1 2 3\nb = blue, r = red\n(control red)"
        );
    }

    #[test]
    fn a_tree_is_written_in_brackets() {
        let tree = Tree::from_brackets("((3 12) 7)").unwrap();
        assert!(tree.render(&tree.initial()).ends_with("((3 12) 7)"));
    }
}
