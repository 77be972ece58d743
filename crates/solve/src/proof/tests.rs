use game::{Builtin, Choices, Game, Goal, Mover, Notation, Rules, TableLimits, Tabulated};
use proptest::prelude::*;
use search::{Budget, SearchError};

use super::{GuaranteeBounds, ProofLimits, guarantee, guarantee_by_moves};

/// A walk of three roles over the nodes of a graph, which may go in circles. At each node a role chooses the
/// next one; where there is none the walk ends.
#[derive(Clone, Debug)]
struct Graph(Vec<Node>);

#[derive(Clone, Debug)]
struct Node {
    mover: usize,
    next: Vec<usize>,
    goals: [Goal; 3],
}

impl Game for Graph {
    type State = usize;
    type Move = usize;

    fn roles(&self) -> usize {
        3
    }

    fn initial(&self) -> usize {
        0
    }

    fn terminal(&self, node: &usize) -> bool {
        self.0[*node].next.is_empty()
    }

    fn legal(&self, node: &usize, role: usize, moves: &mut Vec<usize>) {
        moves.clear();
        let Node { mover, next, .. } = &self.0[*node];
        if role == *mover { moves.extend(0..next.len()) } else { moves.push(usize::MAX) }
    }

    fn next(&self, node: &usize, joint: &[usize]) -> usize {
        let Node { mover, next, .. } = &self.0[*node];
        next[joint[*mover]]
    }

    fn goal(&self, node: &usize, role: usize) -> Goal {
        self.0[*node].goals[role]
    }

    fn notation(&self) -> &dyn Notation<usize, usize> {
        self
    }
}

impl Notation<usize, usize> for Graph {
    fn role_name(&self, role: usize) -> &str {
        ["a", "b", "c"][role]
    }

    fn move_name(&self, mov: usize) -> String {
        mov.to_string()
    }
}

fn node(next: impl Strategy<Value = usize>) -> impl Strategy<Value = Node> {
    let goals = prop::array::uniform3(0..=4).prop_map(|goals| goals.map(|goal: Goal| 25 * goal));
    let next = prop_oneof![1 => Just(Vec::new()), 4 => prop::collection::vec(next, 1..=3)];
    (0..3_usize, next, goals).prop_map(|(mover, next, goals)| Node { mover, next, goals })
}

fn graphs() -> impl Strategy<Value = Graph> {
    (2..30_usize).prop_flat_map(|nodes| prop::collection::vec(node(0..nodes), nodes)).prop_map(Graph)
}

/// Trees: each node is entered from one before it, and a node without children is an end.
fn trees() -> impl Strategy<Value = Graph> {
    let nodes = prop::collection::vec((any::<prop::sample::Index>(), node(Just(0))), 2..40);
    nodes.prop_map(|nodes| {
        let mut tree: Vec<Node> = Vec::new();
        for (parent, mut node) in nodes {
            node.next.clear();
            let child = tree.len();
            if child > 0 {
                tree[parent.index(child)].next.push(child);
            }
            tree.push(node);
        }
        Graph(tree)
    })
}

/// The most that `role` can be sure to get from each state of a game, by the greatest payoff for which the
/// state is in the least set that holds all ends with that much, all states in which the role can choose one
/// of the set, and all in which nothing but the set can be chosen.
fn brute_force<G: Game>(game: &Tabulated<G>, role: usize) -> Vec<(<Tabulated<G> as Game>::State, Goal)> {
    let mut states = vec![game.initial()];
    let mut next: Vec<Vec<usize>> = Vec::new();
    let mut own = Vec::new();
    while let Some(state) = states.get(next.len()).copied() {
        if game.terminal(&state) {
            next.push(Vec::new());
            own.push(false);
            continue;
        }
        let choices = Choices::of(game, &state);
        own.push(choices.mover() == Mover::One(role));
        let after = choices.joint_moves().map(|joint| game.next(&state, &joint)).map(|child| {
            states.iter().position(|&known| known == child).unwrap_or_else(|| {
                states.push(child);
                states.len() - 1
            })
        });
        let after = after.collect();
        next.push(after);
    }
    let least = *game.goal_range().start();
    let ends = || (0..states.len()).filter(|&state| next[state].is_empty());
    let mut payoffs: Vec<Goal> = ends().map(|end| game.goal(&states[end], role)).collect();
    payoffs.sort_unstable();
    payoffs.dedup();
    let mut sure = vec![least; states.len()];
    for payoff in payoffs {
        let mut forced = vec![false; states.len()];
        ends().for_each(|end| forced[end] = game.goal(&states[end], role) >= payoff);
        let mut changed = true;
        while changed {
            changed = false;
            // Children have greater numbers than most of their parents.
            for state in (0..states.len()).rev().filter(|&state| !next[state].is_empty()) {
                let mut below = next[state].iter().map(|&child| forced[child]);
                let now = if own[state] { below.any(|it| it) } else { below.all(|it| it) };
                changed |= now && !forced[state];
                forced[state] |= now;
            }
        }
        sure.iter_mut().zip(forced).filter(|(_, forced)| *forced).for_each(|(sure, _)| *sure = payoff);
    }
    states.into_iter().zip(sure).collect()
}

fn table<G: Game + std::fmt::Debug>(game: G) -> Tabulated<G> {
    Tabulated::new(game, TableLimits::default()).expect("it is small")
}

/// What proofs say of some states is what brute force says, of their moves too.
fn agree<G: Game>(game: &Tabulated<G>, role: usize, step: usize) -> Result<(), TestCaseError> {
    let sure = brute_force(game, role);
    let limits = ProofLimits { megabytes: 1, ..ProofLimits::default() };
    for (state, value) in sure.iter().step_by(step) {
        let found = guarantee_by_moves(game, state, role, &limits).unwrap();
        prop_assert_eq!(found.state.value(), Some(*value), "{:?} {:?}", state, found);
        let Some((mover, moves)) = found.moves else { continue };
        let choices = Choices::of(game, state);
        prop_assert_eq!(choices.mover(), Mover::One(mover));
        for (mov, bounds) in moves {
            let child = game.next(state, &choices.joint_with(mover, mov));
            let (_, value) = sure.iter().find(|(known, _)| *known == child).unwrap();
            prop_assert_eq!(bounds.value(), Some(*value));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn proofs_agree_with_brute_force_where_ways_lead_in_circles(graph in graphs(), role in 0..3_usize) {
        agree(&table(graph), role, 1)?;
    }

    #[test]
    fn proofs_agree_with_brute_force_on_trees(tree in trees(), role in 0..3_usize) {
        agree(&table(tree), role, 1)?;
    }

    #[test]
    fn bounds_hold_when_the_budget_ends_the_search(graph in graphs(), role in 0..3_usize, nodes in 0..20_u64) {
        let game = table(graph);
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let limits = ProofLimits { budget, ..ProofLimits::default() };
        for (state, value) in brute_force(&game, role) {
            let found = guarantee(&game, &state, role, &limits).unwrap();
            prop_assert!(found.nodes <= nodes);
            prop_assert!((found.state.lower..=found.state.upper).contains(&value));
        }
    }
}

fn rules(name: &str) -> Rules {
    let sheet = gdl::Rulesheet::parse(name, Builtin::named(name).unwrap().rules.as_bytes()).unwrap();
    Rules::new(&sheet).unwrap()
}

#[test]
fn proofs_agree_with_brute_force_on_rulesheets() {
    for (name, step) in [("tictactoe", 97), ("nim", 7), ("counting-to-21", 1), ("coin-row", 7)] {
        let game = table(rules(name));
        for role in 0..game.roles() {
            agree(&game, role, step).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

#[test]
fn the_second_player_wins_othello_on_four_by_four() {
    let game = rules("othello-4x4");
    let sure = |role| {
        let limits = ProofLimits::default();
        guarantee(&game, &game.initial(), role, &limits).unwrap().state
    };
    assert_eq!(
        [sure(0), sure(1)],
        [GuaranteeBounds { lower: 0, upper: 0 }, GuaranteeBounds { lower: 100, upper: 100 }]
    );
}

#[test]
fn progress_and_the_stop_button() {
    let game = rules("othello-4x4");
    let limits = ProofLimits::default();
    limits.budget.stop.press();
    let found = guarantee(&game, &game.initial(), 0, &limits).unwrap();
    assert_eq!((found.state.value(), found.nodes), (None, 0));
    let limits = ProofLimits::default();
    let found = guarantee(&game, &game.initial(), 0, &limits).unwrap();
    assert_eq!(limits.progress.nodes(), found.nodes);
    assert!(limits.progress.numbers().1 == 0, "what was asked last was disproven");
}

#[test]
fn simultaneous_choices_are_refused() {
    let game = rules("rock-paper-scissors");
    let refusal = guarantee(&game, &game.initial(), 0, &ProofLimits::default());
    assert!(matches!(refusal, Err(SearchError::Inapplicable { .. })));
}
