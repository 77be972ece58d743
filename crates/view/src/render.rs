use std::slice;

use game::{Game, Rules, RulesState, Tree};

use crate::Layout;

/// A game whose states can be shown as text, for a terminal.
pub trait Render: Game {
    /// The state as lines of text, without a line break at the end.
    fn render(&self, state: &Self::State) -> String;

    /// What is the same in all of these states, of which there is at least one, in the same form: what a role
    /// knows that cannot distinguish them. In a game that hides nothing there is no more than one such state.
    fn render_common(&self, states: &[Self::State]) -> String {
        states.first().map_or_else(String::new, |state| self.render(state))
    }
}

/// Boards, if the fluents make any, and the list of the other fluents.
impl Render for Rules {
    fn render(&self, state: &RulesState) -> String {
        self.render_common(slice::from_ref(state))
    }

    fn render_common(&self, states: &[RulesState]) -> String {
        Layout::of(self, None, states).common_picture(self, states).to_string()
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
    fn what_several_states_have_in_common_leaves_out_what_differs() {
        let rules = Rules::new(&sheet("phantom-tictactoe")).unwrap();
        let after = |replies: &[&str]| {
            let moves: Vec<Vec<String>> =
                ["(mark 2 2)"].iter().chain(replies).map(|&mov| vec![mov.to_owned()]).collect();
            Course::through(&rules, &moves).unwrap().end().clone()
        };
        let states = [after(&["(mark 1 1)"]), after(&["(mark 2 2)", "(mark 3 1)"]), after(&["(mark 1 3)"])];
        assert_eq!(rules.render_common(&states), "3  ? . .\n2  . x .\n1  ? . ?\n   1 2 3\n(control xplayer)");
        assert_eq!(rules.render_common(&states[..1]), rules.render(&states[0]));
        assert!(rules.render(&states[1]).ends_with("(control xplayer)  (found oplayer 2 2)"));
    }

    #[test]
    fn objects_of_a_heap_are_known_as_far_as_all_states_have_them() {
        let rules = Rules::new(&sheet("nim")).unwrap();
        let after = |mov: &str| Course::through(&rules, &[vec![mov.to_owned()]]).unwrap().end().clone();
        let layout = Layout::of(&rules, crate::Style::named("nim"), &[]);
        let picture = layout.common_picture(&rules, &[after("(take a 2)"), after("(take a 1)")]);
        let row = picture.grids[0].cells.iter().filter(|cell| cell.row == "a");
        let shown: Vec<(bool, usize)> = row.map(|cell| (cell.unknown, cell.contents.len())).collect();
        assert_eq!(shown[..3], [(false, 1), (true, 0), (false, 0)]);
    }

    #[test]
    fn a_tree_hides_nothing() {
        let tree = Tree::from_brackets("(3 7)").unwrap();
        assert_eq!(tree.render_common(&[tree.initial()]), tree.render(&tree.initial()));
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
