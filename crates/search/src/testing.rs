//! Small games to test with.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

use game::{Builtin, Fault, Game, Goal, Rules, Tree};
use proptest::prelude::*;
use rand::SeedableRng;
use serde_json::json;

use crate::{Budget, Decision, Recorder, SearchError, SearchRng, Spec, Trace};

/// What a strategy of that spec decides for role 0 in the initial state, with a fixed seed.
pub(crate) fn decide<G: Game>(
    spec: &str,
    game: &G,
    budget: &Budget,
) -> Result<Decision<G::Move>, SearchError> {
    decide_as(spec, game, 0, &game.initial(), budget)
}

/// What a strategy of that spec decides for a role in a state, with a fixed seed.
pub(crate) fn decide_as<G: Game>(
    spec: &str,
    game: &G,
    role: usize,
    state: &G::State,
    budget: &Budget,
) -> Result<Decision<G::Move>, SearchError> {
    let spec: Spec = spec.parse().unwrap();
    spec.build().choose(game, state, role, budget, &mut SearchRng::seed_from_u64(7), &mut ())
}

/// A built-in game as its rules say, played on a circuit.
pub(crate) fn rules(name: &str) -> Rules {
    let sheet = gdl::Rulesheet::parse(name, Builtin::named(name).unwrap().rules.as_bytes()).unwrap();
    Rules::new(&sheet).unwrap()
}

/// What a strategy of that spec does, as a recorder sees it, when it decides for a role in the initial state.
pub(crate) fn watch<G: Game>(spec: &str, game: &G, role: usize) -> Trace {
    let spec: Spec = spec.parse().unwrap();
    let (mut rng, mut recorder) = (SearchRng::seed_from_u64(7), Recorder::new(10_000));
    let budget = Budget::default();
    spec.build().choose(game, &game.initial(), role, &budget, &mut rng, &mut recorder).unwrap();
    recorder.trace(game)
}

/// Uneven trees of so many roles, any of which moves anywhere. Payoffs are few, so that there are ties, and sum up to ten if
/// `constant`, else to less.
pub(crate) fn payoff_trees(roles: usize, constant: bool) -> impl Strategy<Value = Tree> {
    let names: Vec<String> = (0..roles).map(|role| role.to_string()).collect();
    let leaf = prop::collection::vec(0..=5, roles).prop_map(move |mut goals| {
        // All but the first share what the roles before them leave.
        let mut left = 10;
        for goal in goals.iter_mut().rev() {
            *goal = left.min(*goal);
            left -= *goal;
        }
        if constant {
            goals[0] += left;
        }
        json!({ "goals": goals })
    });
    let movers = names.clone();
    let inner = move |below: BoxedStrategy<serde_json::Value>| {
        (prop::sample::select(movers.clone()), prop::collection::vec(below, 1..=4))
            .prop_map(|(mover, children)| json!({ "mover": mover, "children": children }))
    };
    let below = leaf.prop_recursive(4, 60, 4, inner.clone());
    inner(below.boxed()).prop_map(move |root| {
        let document = json!({ "roles": names, "range": [0, 10], "root": root });
        Tree::from_json(&document.to_string()).unwrap()
    })
}

/// A game that a number makes up: some plies in which every role has one to three moves at the same time, and payoffs up to ten.
#[derive(Debug)]
pub(crate) struct MadeUp {
    pub(crate) seed: u64,
    pub(crate) roles: usize,
    pub(crate) plies: usize,
}

impl MadeUp {
    /// A number for what happened so far, and for what is asked about it.
    fn number(&self, state: &[u8], role: usize) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        (self.seed, state, role).hash(&mut hasher);
        hasher.finish()
    }
}

impl Game for MadeUp {
    type State = Vec<u8>;
    type Move = u8;

    fn roles(&self) -> usize {
        self.roles
    }

    fn role_name(&self, role: usize) -> &str {
        ["first", "second", "third"][role]
    }

    fn initial(&self) -> Vec<u8> {
        Vec::new()
    }

    fn terminal(&self, state: &Vec<u8>) -> bool {
        state.len() == self.plies * self.roles
    }

    fn legal(&self, state: &Vec<u8>, role: usize, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend(0..=(self.number(state, role) % 3) as u8);
    }

    fn next(&self, state: &Vec<u8>, joint: &[u8]) -> Vec<u8> {
        [state, joint].concat()
    }

    fn expands_at_once(&self) -> bool {
        self.seed.is_multiple_of(2)
    }

    fn goal(&self, state: &Vec<u8>, role: usize) -> Goal {
        (self.number(state, role) % 11) as Goal
    }

    fn goal_range(&self) -> RangeInclusive<Goal> {
        0..=10
    }

    fn move_name(&self, mov: u8) -> String {
        mov.to_string()
    }
}

/// An explicit tree in which each inner node names the role that decides there.
#[derive(Clone, Debug)]
pub(crate) enum Sketch {
    Leaf(Goal),
    Inner(usize, Vec<Sketch>),
}

impl Sketch {
    /// A uniform tree of roles 0 and 1 in turn. Its leaves are `0..b^d`, each of them once, arranged so that every
    /// node has its best child first, or its worst.
    pub(crate) fn uniform(breadth: u32, depth: u32, best_first: bool) -> Sketch {
        fn grow(breadth: u32, depth: u32, role: usize, best_first: bool, from: i32) -> Sketch {
            let Some(depth) = depth.checked_sub(1) else { return Sketch::Leaf(from) };
            let leaves = breadth.pow(depth) as i32;
            let ascending = (role == 0) != best_first;
            let children = (0..breadth as i32).map(|child| {
                let slot = if ascending { child } else { breadth as i32 - 1 - child };
                grow(breadth, depth, 1 - role, best_first, from + slot * leaves)
            });
            Sketch::Inner(role, children.collect())
        }
        grow(breadth, depth, 0, best_first, 0)
    }

    /// Minimax by the book: the value for role 0, and the first child that has it.
    pub(crate) fn minimax(&self) -> (Goal, usize) {
        match self {
            Sketch::Leaf(goal) => (*goal, 0),
            Sketch::Inner(role, children) => {
                let values: Vec<Goal> = children.iter().map(|child| child.minimax().0).collect();
                let best = if *role == 0 { values.iter().max() } else { values.iter().min() };
                let best = *best.unwrap();
                (best, values.iter().position(|&value| value == best).unwrap())
            }
        }
    }

    pub(crate) fn leaves(&self) -> u64 {
        match self {
            Sketch::Leaf(_) => 1,
            Sketch::Inner(_, children) => children.iter().map(Sketch::leaves).sum(),
        }
    }
}

/// The game played on a [`Sketch`] by a number of roles. Moves are numbers of children; `usize::MAX` stands for a pass.
///
/// The sum is constant: what role 0 does not get, the others get.
#[derive(Debug)]
pub(crate) struct SketchGame {
    pub(crate) sketch: Sketch,
    pub(crate) roles: usize,
    pub(crate) range: RangeInclusive<Goal>,
}

impl SketchGame {
    pub(crate) fn new(sketch: Sketch) -> Self {
        Self { sketch, roles: 2, range: -1000..=1000 }
    }

    fn at(&self, path: &[usize]) -> &Sketch {
        path.iter().fold(&self.sketch, |node, &child| match node {
            Sketch::Inner(_, children) => &children[child],
            Sketch::Leaf(_) => unreachable!("paths end at leaves"),
        })
    }
}

impl Game for SketchGame {
    type State = Vec<usize>;
    type Move = usize;

    fn roles(&self) -> usize {
        self.roles
    }

    fn role_name(&self, role: usize) -> &str {
        ["first", "second", "third"][role]
    }

    fn initial(&self) -> Vec<usize> {
        Vec::new()
    }

    fn terminal(&self, path: &Vec<usize>) -> bool {
        matches!(self.at(path), Sketch::Leaf(_))
    }

    fn legal(&self, path: &Vec<usize>, role: usize, moves: &mut Vec<usize>) {
        moves.clear();
        match self.at(path) {
            Sketch::Inner(decider, children) if *decider == role => moves.extend(0..children.len()),
            _ => moves.push(usize::MAX),
        }
    }

    fn next(&self, path: &Vec<usize>, joint: &[usize]) -> Vec<usize> {
        let mut path = path.clone();
        path.extend(joint.iter().find(|&&mov| mov != usize::MAX));
        path
    }

    fn goal(&self, path: &Vec<usize>, role: usize) -> Goal {
        let Sketch::Leaf(goal) = *self.at(path) else { unreachable!("only leaves are terminal") };
        if role == 0 { goal } else { self.range.start() + self.range.end() - goal }
    }

    fn goal_range(&self) -> RangeInclusive<Goal> {
        self.range.clone()
    }

    fn move_name(&self, mov: usize) -> String {
        mov.to_string()
    }
}

/// Counting to 21: each in turn says the next one, two or three numbers; whoever says 21 loses.
#[derive(Debug)]
pub(crate) struct Counting;

impl Game for Counting {
    /// The last number said, and whose turn it is.
    type State = (u8, usize);
    type Move = u8;

    fn roles(&self) -> usize {
        2
    }

    fn role_name(&self, role: usize) -> &str {
        ["first", "second"][role]
    }

    fn initial(&self) -> (u8, usize) {
        (0, 0)
    }

    fn terminal(&self, state: &(u8, usize)) -> bool {
        state.0 == 21
    }

    fn legal(&self, &(said, turn): &(u8, usize), role: usize, moves: &mut Vec<u8>) {
        moves.clear();
        if role == turn { moves.extend(1..=3.min(21 - said)) } else { moves.push(0) }
    }

    fn next(&self, &(said, turn): &(u8, usize), joint: &[u8]) -> (u8, usize) {
        (said + joint[turn], 1 - turn)
    }

    fn goal(&self, state: &(u8, usize), role: usize) -> Goal {
        if role == state.1 { 100 } else { 0 }
    }

    fn move_name(&self, mov: u8) -> String {
        format!("say {mov}")
    }
}

/// A walk along the edges of a graph, which may lead in circles; it ends where no edge goes on.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    /// Each place: who decides there, where one can go from it, and what role 0 gets if one cannot.
    pub(crate) places: Vec<(usize, Vec<usize>, Goal)>,
    pub(crate) range: RangeInclusive<Goal>,
}

impl Game for Walk {
    type State = usize;
    type Move = usize;

    fn roles(&self) -> usize {
        2
    }

    fn role_name(&self, role: usize) -> &str {
        ["first", "second"][role]
    }

    fn initial(&self) -> usize {
        0
    }

    fn terminal(&self, place: &usize) -> bool {
        self.places[*place].1.is_empty()
    }

    fn legal(&self, place: &usize, role: usize, moves: &mut Vec<usize>) {
        moves.clear();
        let (decider, targets, _) = &self.places[*place];
        if role == *decider { moves.extend(0..targets.len()) } else { moves.push(usize::MAX) }
    }

    fn next(&self, place: &usize, joint: &[usize]) -> usize {
        let (decider, targets, _) = &self.places[*place];
        targets[joint[*decider]]
    }

    fn goal(&self, place: &usize, role: usize) -> Goal {
        let goal = self.places[*place].2;
        if role == 0 { goal } else { self.range.start() + self.range.end() - goal }
    }

    fn goal_range(&self) -> RangeInclusive<Goal> {
        self.range.clone()
    }

    fn move_name(&self, mov: usize) -> String {
        mov.to_string()
    }
}

/// Tic-tac-toe that knows the eight symmetries of its board.
#[derive(Debug)]
pub(crate) struct Noughts;

impl Noughts {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

    fn has_line(board: &[u8; 9], role: usize) -> bool {
        Self::LINES.iter().any(|line| line.iter().all(|&cell| board[cell] == role as u8 + 1))
    }

    fn turn(board: &[u8; 9]) -> usize {
        board.iter().filter(|&&cell| cell != 0).count() % 2
    }
}

impl Game for Noughts {
    /// Each cell: 0 if it is blank, else a role's number and one.
    type State = [u8; 9];
    type Move = u8;

    fn roles(&self) -> usize {
        2
    }

    fn role_name(&self, role: usize) -> &str {
        ["cross", "nought"][role]
    }

    fn initial(&self) -> [u8; 9] {
        [0; 9]
    }

    fn terminal(&self, board: &[u8; 9]) -> bool {
        !board.contains(&0) || (0..2).any(|role| Self::has_line(board, role))
    }

    fn legal(&self, board: &[u8; 9], role: usize, moves: &mut Vec<u8>) {
        moves.clear();
        if role == Self::turn(board) {
            moves.extend((0..9).filter(|&cell| board[usize::from(cell)] == 0));
        } else {
            moves.push(9);
        }
    }

    fn next(&self, board: &[u8; 9], joint: &[u8]) -> [u8; 9] {
        let (mut board, turn) = (*board, Self::turn(board));
        board[usize::from(joint[turn])] = turn as u8 + 1;
        board
    }

    fn goal(&self, board: &[u8; 9], role: usize) -> Goal {
        let line = |role: usize| Goal::from(Self::has_line(board, role));
        50 + 50 * (line(role) - line(1 - role))
    }

    fn canonical(&self, board: &[u8; 9]) -> Option<[u8; 9]> {
        let turned = |board: &[u8; 9]| std::array::from_fn(|cell| board[cell % 3 * 3 + 2 - cell / 3]);
        let mirrored = |board: &[u8; 9]| std::array::from_fn(|cell| board[cell / 3 * 3 + 2 - cell % 3]);
        let quarters = std::iter::successors(Some(*board), |board| Some(turned(board))).take(4);
        quarters.flat_map(|board: [u8; 9]| [board, mirrored(&board)]).min()
    }

    fn move_name(&self, mov: u8) -> String {
        mov.to_string()
    }
}

/// Matching pennies: both choose at once; the first wins if they choose alike.
#[derive(Debug)]
pub(crate) struct Pennies;

impl Game for Pennies {
    type State = Vec<u8>;
    type Move = u8;

    fn roles(&self) -> usize {
        2
    }

    fn role_name(&self, role: usize) -> &str {
        ["even", "odd"][role]
    }

    fn initial(&self) -> Vec<u8> {
        Vec::new()
    }

    fn terminal(&self, state: &Vec<u8>) -> bool {
        !state.is_empty()
    }

    fn legal(&self, _: &Vec<u8>, _: usize, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend([0, 1]);
    }

    fn next(&self, _: &Vec<u8>, joint: &[u8]) -> Vec<u8> {
        joint.to_vec()
    }

    fn goal(&self, state: &Vec<u8>, role: usize) -> Goal {
        if (state[0] == state[1]) == (role == 0) { 100 } else { 0 }
    }

    fn move_name(&self, mov: u8) -> String {
        mov.to_string()
    }
}

/// One role alone, who says yes or no so many times; each yes earns what the ply is worth.
#[derive(Debug)]
pub(crate) struct Chain {
    pub(crate) plies: u32,
    /// What a yes earns at some plies; at all others there is only one move.
    pub(crate) worth: BTreeMap<u32, Goal>,
    /// The ply at which the game breaks down.
    pub(crate) fault_at: Option<u32>,
}

impl Game for Chain {
    /// The plies made, and what is earned.
    type State = (u32, Goal);
    type Move = bool;

    fn roles(&self) -> usize {
        1
    }

    fn role_name(&self, _: usize) -> &str {
        "only"
    }

    fn initial(&self) -> (u32, Goal) {
        (0, 0)
    }

    fn terminal(&self, state: &(u32, Goal)) -> bool {
        state.0 == self.fault_at.unwrap_or(self.plies)
    }

    fn legal(&self, state: &(u32, Goal), _: usize, moves: &mut Vec<bool>) {
        moves.clear();
        moves.push(false);
        if self.worth.contains_key(&state.0) {
            moves.push(true);
        }
    }

    fn next(&self, state: &(u32, Goal), joint: &[bool]) -> (u32, Goal) {
        let earned = if joint[0] { self.worth[&state.0] } else { 0 };
        (state.0 + 1, state.1 + earned)
    }

    fn goal(&self, state: &(u32, Goal), _: usize) -> Goal {
        state.1
    }

    fn move_name(&self, mov: bool) -> String {
        mov.to_string()
    }

    fn fault(&self) -> Option<Fault> {
        self.fault_at.map(|ply| Fault { message: format!("broken at ply {ply}") })
    }
}
