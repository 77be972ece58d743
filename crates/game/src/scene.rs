use logic::{LogicError, RoleGoal, TermId};
use serde::Serialize;

use crate::picture::{Candidate, Fluent, meanings};
use crate::{Canvas, Course, Game, Meaning, Picture, Position, Rules, RulesState, Style};

/// The greatest number of legal moves of a role whose effects are looked at where the reasoner plays, which takes its time for each.
const MOST_REASONED: usize = 40;

/// The greatest number of cells in the pictures that a role's moves lead to, all together; what more moves mean is told by their words alone.
const MOST_CELLS: usize = 50_000;

/// Where a play stands, as people see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Scene {
    /// How many joint moves have been made.
    pub step: usize,
    /// The names of the roles.
    pub roles: Vec<String>,
    /// The numbers of the roles that have a choice.
    pub movers: Vec<usize>,
    /// What holds, sorted.
    pub fluents: Vec<String>,
    /// The legal moves of each role, sorted; none if the game is over.
    pub legal: Vec<Vec<LegalMove>>,
    /// The joint move that led here, one move a role, as it was seen on the board before it; none at the beginning.
    pub last: Option<Vec<LegalMove>>,
    /// The state drawn.
    pub picture: Picture,
    /// Whether the game is over.
    pub terminal: bool,
    /// What each role gets if the game is over, from 0 to 100; null for a role that the rules do not give exactly one goal.
    pub goals: Option<Vec<Option<u8>>>,
}

/// A legal move, and how it can be made by pointing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LegalMove {
    /// The move, KIF text.
    #[serde(rename = "move")]
    pub mov: String,
    /// What it means on the board; none if it is not about a board.
    pub meaning: Option<Meaning>,
}

impl Scene {
    /// Where a play stands. `style` are the hints for its game, if it has any.
    ///
    /// # Errors
    /// If an answer of the rules exceeds the limits.
    pub fn of(rules: &Rules, style: Option<&Style>, course: &Course<Rules>) -> Result<Self, LogicError> {
        let canvas = Canvas::of(rules, style, course.states());
        let state = course.end();
        let Position { fluents, legal, goals } = Position::of(rules, state)?;
        let terminal = goals.is_some();
        let legal = if terminal { vec![Vec::new(); rules.roles()] } else { legal };
        let picture = canvas.picture(rules, state);
        let last = match (course.joints(), course.states()) {
            ([.., joint], [.., before, _]) => Some(last(rules, &canvas, before, joint)?),
            _ => None,
        };
        let goal = |payoff: &RoleGoal| if let RoleGoal::Unique(goal) = payoff { Some(*goal) } else { None };
        Ok(Self {
            step: course.joints().len(),
            roles: (0..rules.roles()).map(|role| rules.role_name(role).to_owned()).collect(),
            movers: (0..rules.roles()).filter(|&role| legal[role].len() > 1).collect(),
            fluents: rules.reasoner().texts(&fluents),
            legal: understood(rules, &canvas, state, &picture, &legal)?,
            last,
            picture,
            terminal,
            goals: goals.map(|goals| goals.iter().map(goal).collect()),
        })
    }
}

/// The moves of a joint move as they were seen in the state `before` it.
fn last(
    rules: &Rules,
    canvas: &Canvas,
    before: &RulesState,
    joint: &[TermId],
) -> Result<Vec<LegalMove>, LogicError> {
    let legal =
        (0..rules.roles()).map(|role| rules.legal_moves(before, role)).collect::<Result<Vec<_>, _>>()?;
    let seen = understood(rules, canvas, before, &canvas.picture(rules, before), &legal)?;
    let made = seen.into_iter().zip(legal.iter().zip(joint)).filter_map(|(seen, (legal, mov))| {
        let index = legal.iter().position(|known| known == mov)?;
        seen.into_iter().nth(index)
    });
    Ok(made.collect())
}

/// Each role's legal moves in a state with what they mean on its picture.
fn understood(
    rules: &Rules,
    canvas: &Canvas,
    state: &RulesState,
    picture: &Picture,
    legal: &[Vec<TermId>],
) -> Result<Vec<Vec<LegalMove>>, LogicError> {
    // Without a move for each role there is no joint move, and no state after it.
    let joint: Option<Vec<TermId>> = legal.iter().map(|moves| moves.first().copied()).collect();
    let cells: usize = picture.grids.iter().map(|grid| grid.cells.len()).sum();
    let most = if rules.compiled().is_ok() { usize::MAX } else { MOST_REASONED };
    let most = MOST_CELLS.checked_div(cells).unwrap_or(0).min(most);
    let of_role = |(role, moves): (usize, &Vec<TermId>)| {
        let joint = joint.as_ref().filter(|_| moves.len() <= most);
        let candidate = |&mov: &TermId| {
            let after = match joint {
                Some(joint) => {
                    let mut joint = joint.clone();
                    joint[role] = mov;
                    Some(canvas.picture(rules, &rules.successor(state, &joint)?))
                }
                None => None,
            };
            Ok(Candidate { term: Fluent::of(rules.reasoner(), mov), after })
        };
        let candidates = moves.iter().map(candidate).collect::<Result<Vec<_>, LogicError>>()?;
        let seen = meanings(canvas.boards(), picture, role, &candidates);
        let named = moves.iter().map(|&mov| rules.reasoner().text(mov));
        Ok(named.zip(seen).map(|(mov, meaning)| LegalMove { mov, meaning }).collect())
    };
    legal.iter().enumerate().map(of_role).collect()
}

#[cfg(test)]
mod tests {
    use logic::Limits;

    use super::*;
    use crate::testing::sheet;

    /// The scene of a built-in game after moves: joint moves are split by `;`, the moves of one by `|`.
    fn scene(rules: &Rules, name: &str, moves: &str) -> Scene {
        let joints = moves.split_terminator(';').map(|joint| joint.split('|').map(str::to_owned).collect());
        let course = Course::through(rules, &joints.collect::<Vec<Vec<String>>>()).unwrap();
        Scene::of(rules, Style::named(name), &course).unwrap()
    }

    fn at(name: &str, moves: &str) -> Scene {
        scene(&Rules::new(&sheet(name)).unwrap(), name, moves)
    }

    /// What a move means: the names of the cells it goes from and to, `column,row`.
    fn told(scene: &Scene, role: usize, mov: &str) -> String {
        let found = scene.legal[role].iter().find(|legal| legal.mov == mov).expect("legal");
        let Some(meaning) = &found.meaning else { return "nothing".to_owned() };
        let grid = &scene.picture.grids[meaning.grid];
        let cell = |cell: usize| format!("{},{}", grid.cells[cell].column, grid.cells[cell].row);
        let from = meaning.from.map(|from| cell(from) + " ").unwrap_or_default();
        let more = if meaning.zone.len() > 1 { format!(" of {}", meaning.zone.len()) } else { String::new() };
        format!("{from}{}{more}", cell(meaning.to))
    }

    #[test]
    fn moves_that_name_cells_are_about_them() {
        assert_eq!(told(&at("tictactoe", ""), 0, "(mark 2 3)"), "2,3");
        assert_eq!(told(&at("tictactoe", ""), 1, "noop"), "nothing");
        assert_eq!(told(&at("hex-7x7", "(place 1 1)"), 1, "(place 7 2)"), "7,2");
        assert_eq!(told(&at("othello", ""), 0, "(place 3 4)"), "3,4");
        assert_eq!(told(&at("lights-out", ""), 0, "(press 2 4)"), "2,4");
        assert_eq!(told(&at("breakthrough", ""), 0, "(move 1 2 2 3)"), "1,2 2,3");
        assert_eq!(told(&at("checkers", ""), 0, "(move 1 3 2 4)"), "1,3 2,4");
        assert_eq!(told(&at("peg-solitaire", ""), 0, "(jump 4 2 4 4)"), "4,2 4,4");
    }

    #[test]
    fn a_disc_may_be_dropped_anywhere_in_its_column_and_lands_on_the_others() {
        assert_eq!(told(&at("connect-four", ""), 0, "(drop 3)"), "3,1 of 6");
        assert_eq!(told(&at("connect-four", "(drop 3)"), 1, "(drop 3)"), "3,2 of 6");
        assert_eq!(told(&at("connect-four", "(drop 3)"), 1, "(drop 7)"), "7,1 of 6");
    }

    #[test]
    fn moves_that_name_no_cells_are_about_what_they_change() {
        assert_eq!(told(&at("two-rows", ""), 0, "(slide 1 1 3)"), "1,1 3,1");
        assert_eq!(told(&at("two-rows", ""), 0, "(slide 2 2 1)"), "2,2 1,2");
        assert_eq!(told(&at("eight-puzzle", ""), 0, "(slide 3)"), "1,2 2,2");
        assert_eq!(told(&at("maze", ""), 0, "(go east)"), "1,1 2,1");
        assert_eq!(told(&at("knights-tour", ""), 0, "(leap nne)"), "1,1 2,3");
        assert_eq!(told(&at("counting-to-21", "(say 2)"), 1, "(say 3)"), "2,1 5,1");
    }

    #[test]
    fn what_the_others_do_is_not_a_moves_own_doing() {
        let tron = at("tron", "");
        assert_eq!(told(&tron, 0, "(ride north)"), "1,1 1,2");
        assert_eq!(told(&tron, 1, "(ride west)"), "8,8 7,8");
        let last = at("tron", "(ride north)|(ride west)").last.unwrap();
        assert_eq!(last.len(), 2);
        assert!(last.iter().all(|mov| mov.meaning.is_some()));
    }

    #[test]
    fn taking_things_is_about_the_first_of_them_and_pairs_are_told_from_single_ones() {
        let nim = at("nim", "");
        assert_eq!(told(&nim, 0, "(take c 7)"), "1,c");
        assert_eq!(told(&nim, 0, "(take a 1)"), "3,a");
        let row = at("coin-row", "");
        assert_eq!(
            (told(&row, 0, "(take 2 1)"), told(&row, 0, "(take_pair 2 1)")),
            ("2,1".into(), "2,1 3,1".into())
        );
    }

    #[test]
    fn every_move_in_a_builtin_game_with_a_board_can_be_pointed_at() {
        for builtin in crate::BUILTIN {
            let scene = at(builtin.name, "");
            let moves = scene.movers.iter().flat_map(|&role| &scene.legal[role]);
            let dumb: Vec<_> = moves.filter(|mov| mov.meaning.is_none()).map(|mov| &mov.mov).collect();
            assert!(dumb.is_empty() || scene.picture.grids.is_empty(), "{}: {dumb:?}", builtin.name);
        }
    }

    #[test]
    fn the_reasoner_shows_what_the_circuit_shows() {
        for name in ["tictactoe", "connect-four", "two-rows"] {
            let reasoned = Rules::reasoned(&sheet(name), Limits::default()).unwrap();
            let (seen, other) = (scene(&reasoned, name, ""), at(name, ""));
            assert_eq!(seen.legal, other.legal, "{name}");
            assert_eq!(seen.picture.to_string(), other.picture.to_string(), "{name}");
        }
    }

    #[test]
    fn cells_that_nothing_can_ever_be_in_are_not_used() {
        let used = |name| {
            let scene = at(name, "");
            scene.picture.grids[0].cells.iter().filter(|cell| cell.used).count()
        };
        assert_eq!((used("peg-solitaire"), used("checkers"), used("coin-row")), (33, 32, 11));
    }

    #[test]
    fn a_play_that_is_over_pays_and_offers_no_moves() {
        let over = at("rock-paper-scissors", "(show rock)|(show paper)");
        assert!(over.terminal && over.movers.is_empty() && over.legal.iter().all(Vec::is_empty));
        assert_eq!((over.goals, over.step), (Some(vec![Some(0), Some(100)]), 1));
        let begun = at("rock-paper-scissors", "");
        assert_eq!((begun.movers, begun.goals, begun.last), (vec![0, 1], None, None));
        assert_eq!(begun.fluents, ["ready"]);
    }
}
