//! Rulesheets held against boards written by hand: the same fluents, moves, ends and payoffs all along random
//! walks, and the same counts.
//!
//! The boards are written to be plain, not fast, and know of a rulesheet only what its header says.

mod breakthrough;
mod connect_four;
mod draughts;
mod hex;
mod knights_tour;
mod lights_out;
mod othello;
mod peg_solitaire;
mod tron;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spielbaum_game::{Builtin, Choices, Game, Goal, Rules};

/// A position of a game, in the words of its rulesheet.
trait Board: Clone {
    /// What holds, in any order.
    fn fluents(&self) -> Vec<String>;
    /// What a role may do while the game is not over, in any order.
    fn moves(&self, role: usize) -> Vec<String>;
    /// The board after every role has moved.
    fn after(&self, joint: &[String]) -> Self;
    /// Each role's payoff, if the game is over.
    fn goals(&self) -> Option<Vec<Goal>>;
}

fn rules(name: &str) -> Rules {
    let game = Builtin::named(name).unwrap_or_else(|| panic!("no game {name}"));
    let sheet = gdl::Rulesheet::parse(name, game.rules.as_bytes()).expect("a rulesheet");
    Rules::new(&sheet).expect("within the limits")
}

/// Plays so many random games by the rules and on the board at once.
fn agree(name: &str, beginning: &impl Board, walks: u64) {
    let rules = rules(name);
    for seed in 0..walks {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut state, mut board) = (rules.initial(), beginning.clone());
        loop {
            let place = || format!("{name}, seed {seed}:\n{}", rules.notation().draw(&state));
            assert_eq!(
                rules.reasoner().texts(&rules.fluents(&state)),
                sorted(board.fluents()),
                "{}",
                place()
            );
            let over = rules.terminal(&state);
            let goals = over.then(|| (0..rules.roles()).map(|role| rules.goal(&state, role)).collect());
            assert_eq!(goals, board.goals(), "{}", place());
            if over {
                assert_eq!(
                    (rules.fault(&state), rules.notation().remark(&state)),
                    (None, None),
                    "{}",
                    place()
                );
                break;
            }
            let choices = Choices::of(&rules, &state);
            let mut joint = Vec::new();
            for role in 0..rules.roles() {
                let moves = choices.of_role(role);
                let names: Vec<String> = moves.iter().map(|&mov| rules.notation().move_name(mov)).collect();
                assert_eq!(sorted(names), sorted(board.moves(role)), "{}", place());
                joint.push(moves[rng.random_range(0..moves.len())]);
            }
            let names: Vec<String> = joint.iter().map(|&mov| rules.notation().move_name(mov)).collect();
            board = board.after(&names);
            state = rules.next(&state, &joint);
        }
    }
}

/// How many sequences of joint moves there are on the board, ply by ply.
fn counts(board: &impl Board, roles: usize, depth: usize) -> Vec<u64> {
    fn count(board: &impl Board, roles: usize, counts: &mut [u64]) {
        let Some((here, deeper)) = counts.split_first_mut() else { return };
        if board.goals().is_some() {
            return;
        }
        let joints = joints(board, roles);
        *here += joints.len() as u64;
        if !deeper.is_empty() {
            for joint in joints {
                count(&board.after(&joint), roles, deeper);
            }
        }
    }
    let mut counts = vec![0; depth];
    count(board, roles, &mut counts);
    counts
}

/// All joint moves.
fn joints(board: &impl Board, roles: usize) -> Vec<Vec<String>> {
    (0..roles).fold(vec![vec![]], |joints, role| {
        let moves = board.moves(role);
        let with = |joint: &Vec<String>, mov: &String| joint.iter().chain([mov]).cloned().collect();
        joints.iter().flat_map(|joint| moves.iter().map(move |mov| with(joint, mov))).collect()
    })
}

/// The payoffs by the rules after these moves of the only role.
fn played(name: &str, moves: impl IntoIterator<Item = String>) -> Option<Goal> {
    let rules = rules(name);
    let mut state = rules.initial();
    for name in moves {
        let mov = rules.move_named(&state, 0, &name).unwrap_or_else(|| panic!("{name} is illegal"));
        state = rules.next(&state, &[mov]);
    }
    rules.terminal(&state).then(|| rules.goal(&state, 0))
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort_unstable();
    texts
}

/// The numbers in a move, `[1, 2]` for `(place 1 2)`.
fn numbers(mov: &str) -> Vec<usize> {
    mov.trim_matches(['(', ')']).split(' ').filter_map(|word| word.parse().ok()).collect()
}

/// A board of characters with columns and rows from 1, `.` for an empty cell and a border of `#`.
type Grid = [[char; 10]; 10];

fn grid(columns: usize, rows: usize) -> Grid {
    let mut grid = [['#'; 10]; 10];
    for column in &mut grid[1..=columns] {
        column[1..=rows].fill('.');
    }
    grid
}

/// The cells of a grid inside the border, as column, row and content.
fn cells(grid: &Grid) -> impl Iterator<Item = (usize, usize, char)> {
    let all = (1..9).flat_map(|column| (1..9).map(move |row| (column, row)));
    all.map(|(column, row)| (column, row, grid[column][row])).filter(|cell| cell.2 != '#')
}

/// The eight directions, as what is added to a column and to a row.
const DIRECTIONS: [(isize, isize); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The place so many steps further; the border must not be left behind.
fn further(place: (usize, usize), direction: (isize, isize), steps: isize) -> (usize, usize) {
    let add = |from: usize, by: isize| from.strict_add_signed(by * steps);
    (add(place.0, direction.0), add(place.1, direction.1))
}
