use game::{Course, Fluent, Game, Position, Rules, RulesState};
use gdl::Interrupt;
use logic::{LogicError, RoleGoal, TermId};
use serde::Serialize;

use crate::move_cells::{Candidate, move_cells};
use crate::{Layout, MoveCells, Picture, Style};

/// The greatest number of legal moves of a role whose successor states are asked of the reasoner, which
/// is slow.
const MAX_REASONED: usize = 40;

/// The greatest number of cells and fluents of the states after all moves, if each has as many as the state
/// before. Of more moves the cells follow from their arguments alone.
const MAX_CELLS: usize = 100_000;

/// A position of a match as it is shown: the state as a picture, the legal moves, and the goals if the game
/// is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Scene))]
pub struct PositionView {
    /// How many joint moves have been made.
    pub step: usize,
    /// The names of the roles.
    pub roles: Vec<String>,
    /// The numbers of the roles that have a choice.
    pub movers: Vec<usize>,
    /// The fluents that hold, sorted.
    pub fluents: Vec<String>,
    /// The legal moves of each role, sorted; none if the game is over.
    pub legal: Vec<Vec<LegalMove>>,
    /// The joint move that led here, one move for each role, with the cells on the board before it; none in
    /// the initial state.
    pub last: Option<Vec<LegalMove>>,
    /// The state as a picture.
    pub picture: Picture,
    /// Whether the game is over.
    pub terminal: bool,
    /// The goal of each role if the game is over, from 0 to 100; null for a role to which the rules do not
    /// give exactly one.
    pub goals: Option<Vec<Option<u8>>>,
}

/// A legal move, and the cells that a player points at to make it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LegalMove {
    /// The move, KIF text.
    #[serde(rename = "move")]
    pub mov: String,
    /// The cells that it is about; none if it is about no board.
    #[serde(rename = "meaning")]
    pub cells: Option<MoveCells>,
}

impl PositionView {
    /// The position at the end of `course`, in the style of its game if there is one.
    ///
    /// # Errors
    /// If an answer of the rules exceeds the limits, or if it is interrupted.
    pub fn of(
        rules: &Rules,
        style: Option<&Style>,
        course: &Course<Rules>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, LogicError> {
        let layout = Layout::of(rules, style, course.states());
        let state = course.end();
        let Position { fluents, legal, goals } = Position::of(rules, state)?;
        let terminal = goals.is_some();
        let legal = if terminal { vec![Vec::new(); rules.roles()] } else { legal };
        let picture = layout.picture(rules, state);
        let last = match (course.joints(), course.states()) {
            ([.., joint], [.., before, _]) => Some(last(rules, &layout, before, joint, interrupt)?),
            _ => None,
        };
        let goal = |goal: &RoleGoal| if let RoleGoal::Unique(goal) = goal { Some(*goal) } else { None };
        Ok(Self {
            step: course.joints().len(),
            roles: (0..rules.roles()).map(|role| rules.notation().role_name(role).to_owned()).collect(),
            movers: (0..rules.roles()).filter(|&role| legal[role].len() > 1).collect(),
            fluents: rules.reasoner().texts(&fluents),
            legal: with_cells(rules, &layout, state, &picture, &legal, interrupt)?,
            last,
            picture,
            terminal,
            goals: goals.map(|goals| goals.iter().map(goal).collect()),
        })
    }
}

/// The moves of a joint move with their cells in the state `before` it.
fn last(
    rules: &Rules,
    layout: &Layout,
    before: &RulesState,
    joint: &[TermId],
    interrupt: &Interrupt<'_>,
) -> Result<Vec<LegalMove>, LogicError> {
    let legal =
        (0..rules.roles()).map(|role| rules.legal_moves(before, role)).collect::<Result<Vec<_>, _>>()?;
    let all = with_cells(rules, layout, before, &layout.picture(rules, before), &legal, interrupt)?;
    let made = all.into_iter().zip(legal.iter().zip(joint)).filter_map(|(all, (legal, mov))| {
        let index = legal.iter().position(|known| known == mov)?;
        all.into_iter().nth(index)
    });
    Ok(made.collect())
}

/// Each role's legal moves in a state with their cells on its picture.
fn with_cells(
    rules: &Rules,
    layout: &Layout,
    state: &RulesState,
    picture: &Picture,
    legal: &[Vec<TermId>],
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Vec<LegalMove>>, LogicError> {
    // Unless each role has a move there is no joint move, and no next state.
    let joint: Option<Vec<TermId>> = legal.iter().map(|moves| moves.first().copied()).collect();
    let cells: usize = picture.grids.iter().map(|grid| grid.cells.len()).sum();
    let size = cells + rules.fluents(state).len();
    let most = if rules.compiled().is_ok() { usize::MAX } else { MAX_REASONED };
    let all_moves: usize = legal.iter().map(Vec::len).sum();
    // Where there are no cells, nothing is looked for.
    let is_small = cells > 0 && all_moves <= MAX_CELLS / size;
    let of_role = |(role, moves): (usize, &Vec<TermId>)| {
        let joint = joint.as_ref().filter(|_| is_small && moves.len() <= most);
        let candidate = |&mov: &TermId| {
            interrupt.check_now().map_err(LogicError::Interrupted)?;
            let after = match joint {
                Some(joint) => {
                    let mut joint = joint.clone();
                    joint[role] = mov;
                    match rules.successor(state, &joint) {
                        Ok(next) => Some(layout.changes(picture, rules, &next)),
                        Err(error @ LogicError::Interrupted(_)) => return Err(error),
                        // The state is beyond the limits. The move is legal nevertheless.
                        Err(_) => None,
                    }
                }
                None => None,
            };
            Ok(Candidate { term: Fluent::of(rules.reasoner(), mov), after })
        };
        let candidates = moves.iter().map(candidate).collect::<Result<Vec<_>, LogicError>>()?;
        let found = move_cells(layout.boards(), picture, role, &candidates, interrupt);
        let found = found.map_err(LogicError::Interrupted)?;
        let named = moves.iter().map(|&mov| rules.reasoner().text(mov));
        Ok(named.zip(found).map(|(mov, cells)| LegalMove { mov, cells }).collect())
    };
    legal.iter().enumerate().map(of_role).collect()
}

#[cfg(test)]
mod tests {
    use logic::Limits;

    use super::*;
    use crate::testing::sheet;

    /// The view of a built-in game after moves: joint moves are split by `;`, the moves of one by `|`.
    fn view(rules: &Rules, name: &str, moves: &str) -> PositionView {
        let joints = moves.split_terminator(';').map(|joint| joint.split('|').map(str::to_owned).collect());
        let course = Course::through(rules, &joints.collect::<Vec<Vec<String>>>()).unwrap();
        PositionView::of(rules, Style::named(name), &course, &Interrupt::never()).unwrap()
    }

    fn at(name: &str, moves: &str) -> PositionView {
        view(&Rules::new(&sheet(name)).unwrap(), name, moves)
    }

    /// The names, `column,row`, of the cells that a move goes from and to.
    fn cells(view: &PositionView, role: usize, mov: &str) -> String {
        let found = view.legal[role].iter().find(|legal| legal.mov == mov).expect("legal");
        let Some(cells) = &found.cells else { return "nothing".to_owned() };
        let grid = &view.picture.grids[cells.grid];
        let name = |cell: usize| format!("{},{}", grid.cells[cell].column, grid.cells[cell].row);
        let from = cells.from.map(|from| name(from) + " ").unwrap_or_default();
        let more = if cells.zone.len() > 1 { format!(" of {}", cells.zone.len()) } else { String::new() };
        format!("{from}{}{more}", name(cells.to))
    }

    #[test]
    fn moves_that_name_cells_are_about_them() {
        assert_eq!(cells(&at("tictactoe", ""), 0, "(mark 2 3)"), "2,3");
        assert_eq!(cells(&at("tictactoe", ""), 1, "noop"), "nothing");
        assert_eq!(cells(&at("hex-7x7", "(place 1 1)"), 1, "(place 7 2)"), "7,2");
        assert_eq!(cells(&at("othello", ""), 0, "(place 3 4)"), "3,4");
        assert_eq!(cells(&at("lights-out", ""), 0, "(press 2 4)"), "2,4");
        assert_eq!(cells(&at("breakthrough", ""), 0, "(move 1 2 2 3)"), "1,2 2,3");
        assert_eq!(cells(&at("checkers", ""), 0, "(move 1 3 2 4)"), "1,3 2,4");
        assert_eq!(cells(&at("peg-solitaire", ""), 0, "(jump 4 2 4 4)"), "4,2 4,4");
    }

    #[test]
    fn a_disc_may_be_dropped_anywhere_in_its_column_and_lands_on_the_others() {
        assert_eq!(cells(&at("connect-four", ""), 0, "(drop 3)"), "3,1 of 6");
        assert_eq!(cells(&at("connect-four", "(drop 3)"), 1, "(drop 3)"), "3,2 of 6");
        assert_eq!(cells(&at("connect-four", "(drop 3)"), 1, "(drop 7)"), "7,1 of 6");
    }

    #[test]
    fn moves_that_name_no_cells_are_about_the_cells_they_change() {
        assert_eq!(cells(&at("two-rows", ""), 0, "(slide 1 1 3)"), "1,1 3,1");
        assert_eq!(cells(&at("two-rows", ""), 0, "(slide 2 2 1)"), "2,2 1,2");
        assert_eq!(cells(&at("eight-puzzle", ""), 0, "(slide 3)"), "1,2 2,2");
        assert_eq!(cells(&at("maze", ""), 0, "(go east)"), "1,1 2,1");
        assert_eq!(cells(&at("knights-tour", ""), 0, "(leap nne)"), "1,1 2,3");
        assert_eq!(cells(&at("counting-to-21", "(say 2)"), 1, "(say 3)"), "2,1 5,1");
    }

    #[test]
    fn changes_by_other_roles_do_not_count() {
        let tron = at("tron", "");
        assert_eq!(cells(&tron, 0, "(ride north)"), "1,1 1,2");
        assert_eq!(cells(&tron, 1, "(ride west)"), "8,8 7,8");
        let last = at("tron", "(ride north)|(ride west)").last.unwrap();
        assert_eq!(last.len(), 2);
        assert!(last.iter().all(|mov| mov.cells.is_some()));
    }

    #[test]
    fn taking_objects_is_about_the_first_of_them_and_pairs_differ_from_single_ones() {
        let nim = at("nim", "");
        assert_eq!(cells(&nim, 0, "(take c 7)"), "1,c");
        assert_eq!(cells(&nim, 0, "(take a 1)"), "3,a");
        let row = at("coin-row", "");
        assert_eq!(
            (cells(&row, 0, "(take 2 1)"), cells(&row, 0, "(take_pair 2 1)")),
            ("2,1".into(), "2,1 3,1".into())
        );
    }

    #[test]
    fn every_move_of_a_player_in_a_builtin_game_with_a_board_can_be_pointed_at() {
        for builtin in game::BUILTIN {
            let view = at(builtin.name, "");
            let movers = view.movers.iter().filter(|&&role| view.roles[role] != game::CHANCE);
            let moves = movers.flat_map(|&role| &view.legal[role]);
            let without: Vec<_> = moves.filter(|mov| mov.cells.is_none()).map(|mov| &mov.mov).collect();
            assert!(without.is_empty() || view.picture.grids.is_empty(), "{}: {without:?}", builtin.name);
        }
    }

    /// A game in which one of so many moves puts something on a board of four cells; so many fluents besides
    /// hold for ever.
    fn one_of(moves: usize, others: usize) -> Rules {
        let numbers = |name: &str, count: usize| -> String {
            (0..count).map(|number| format!("({name} m{number})")).collect()
        };
        let text = format!(
            "(role you) {} {} (init (cell 1 1 b)) (init (cell 1 2 b)) (init (cell 2 1 b)) (init (cell 2 2 b))
            (<= (init (other ?n)) (side ?n)) (<= (next (other ?n)) (true (other ?n)))
            (<= (legal you (choose ?n)) (choice ?n)) (<= (next (cell 2 1 x)) (does you (choose m3)))
            (<= (next (cell 2 1 b)) (true (cell 2 1 b)) (not (does you (choose m3))))
            (<= (next (cell ?x ?y ?z)) (true (cell ?x ?y ?z)) (distinct ?x 2))
            (<= (next (cell 2 2 ?z)) (true (cell 2 2 ?z)))
            (<= terminal (true (cell 2 1 x))) (goal you 100)",
            numbers("choice", moves),
            numbers("side", others)
        );
        Rules::new(&gdl::Rulesheet::parse("game", text.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn of_many_moves_in_large_states_no_effects_are_looked_at() {
        assert_eq!(cells(&view(&one_of(200, 100), "", ""), 0, "(choose m3)"), "2,1");
        assert_eq!(cells(&view(&one_of(200, 600), "", ""), 0, "(choose m3)"), "nothing");
    }

    #[test]
    fn a_move_to_a_state_beyond_the_limits_is_shown_without_cells() {
        let text = "(role you) (init (n z)) (init (cell 1 1 b)) (init (cell 1 2 b)) (init (cell 2 1 b))
            (init (cell 2 2 b)) (legal you grow) (legal you put) (legal you wait)
            (<= (next (n (s ?n))) (true (n ?n)) (does you grow))
            (<= (next (n ?n)) (true (n ?n)) (not (does you grow)))
            (<= (next (cell 2 2 x)) (does you put))
            (<= (next (cell 2 2 ?z)) (true (cell 2 2 ?z)) (not (does you put)))
            (<= (next (cell ?x ?y ?z)) (true (cell ?x ?y ?z)) (distinct ?x 2))
            (<= (next (cell 2 1 ?z)) (true (cell 2 1 ?z)))
            (<= terminal (true (cell 2 2 x))) (goal you 50)";
        let sheet = gdl::Rulesheet::parse("game", text.as_bytes()).unwrap();
        let rules = Rules::reasoned(&sheet, Limits { term_depth: 3, ..Limits::default() }).unwrap();
        let grown = view(&rules, "", "grow");
        assert_eq!((cells(&grown, 0, "grow"), cells(&grown, 0, "put")), ("nothing".into(), "2,2".into()));
        assert!(view(&rules, "", "grow;put").terminal);
    }

    #[test]
    fn nobody_need_wait_for_the_cells_of_moves() {
        let rules = Rules::new(&sheet("tictactoe")).unwrap();
        let course = Course::through(&rules, &[]).unwrap();
        let view = PositionView::of(&rules, None, &course, &Interrupt::unless(&|| false));
        assert!(matches!(view, Err(LogicError::Interrupted(_))), "{view:?}");
    }

    #[test]
    fn the_reasoner_shows_what_the_circuit_shows() {
        for name in ["tictactoe", "connect-four", "two-rows"] {
            let reasoned = Rules::reasoned(&sheet(name), Limits::default()).unwrap();
            let (reasoned, compiled) = (view(&reasoned, name, ""), at(name, ""));
            assert_eq!(reasoned.legal, compiled.legal, "{name}");
            assert_eq!(reasoned.picture.to_string(), compiled.picture.to_string(), "{name}");
        }
    }

    #[test]
    fn cells_that_nothing_can_ever_be_in_are_not_used() {
        let used = |name| {
            let view = at(name, "");
            view.picture.grids[0].cells.iter().filter(|cell| cell.used).count()
        };
        assert_eq!((used("peg-solitaire"), used("checkers"), used("coin-row")), (33, 32, 11));
    }

    #[test]
    fn a_finished_match_has_goals_and_no_legal_moves() {
        let over = at("rock-paper-scissors", "(show rock)|(show paper)");
        assert!(over.terminal && over.movers.is_empty() && over.legal.iter().all(Vec::is_empty));
        assert_eq!((over.goals, over.step), (Some(vec![Some(0), Some(100)]), 1));
        let begun = at("rock-paper-scissors", "");
        assert_eq!((begun.movers, begun.goals, begun.last), (vec![0, 1], None, None));
        assert_eq!(begun.fluents, ["ready"]);
    }
}
