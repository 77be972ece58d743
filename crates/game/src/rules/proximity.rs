use std::cell::RefCell;

use logic::{AtomId, Grounding, Literal, Reasoner, RoleGoal};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use thread_local::ThreadLocal;

/// The truth of a fluent that holds; one that does not hold has the rest to 1.
const HOLDS: f64 = 0.8;

/// The least truth of a formula that holds; one that does not hold has the rest to 1 at most.
const THRESHOLD: f64 = 0.6;

/// Literals in the conditions of all goals and of the end; more would take too long at each state.
const MOST_LITERALS: usize = 50_000;

/// The conditions of the goals and of the end of the game, read as fuzzy logic: how true each is in a state
/// in which it may not hold yet.
///
/// A fluent that holds is true by 0.8, another one by 0.2. A conjunction is as true as Yager's t-norm with
/// exponent 16 says, a disjunction as its dual; what holds is true by 0.6 at least, what does not hold by 0.4
/// at most. Where atoms depend on themselves, the least and the greatest of the truths take the place of the
/// norms, so that there is a fixpoint to come to.
///
/// Of each goal value whose condition holds, what counts is the condition or the end; of any other the
/// condition without the end: an end is welcome with the goal only. These, weighed by the goal value, make a
/// probabilistic sum.
///
/// Source: S. Schiffel, M. Thielscher, *Fluxplayer: a successful general game player*, AAAI 2007; its
/// constant factor before the sum is left out, so that a certain goal of 100 comes near 1.
#[derive(Serialize, Deserialize)]
pub(super) struct Proximity {
    /// The fluents that the conditions speak of, which are the first nodes; the derived atoms follow.
    fluents: Vec<usize>,
    /// The derived nodes by their components, each after all that it depends on.
    components: Vec<Component>,
    /// What derives each derived node.
    bodies: Vec<Vec<Vec<Condition>>>,
    terminal: usize,
    /// Each role's goal values as shares of 100, and the nodes that give them.
    goals: Vec<Vec<(f64, usize)>>,
    #[serde(skip)]
    scratch: ThreadLocal<RefCell<Scratch>>,
}

#[derive(Serialize, Deserialize)]
struct Component {
    nodes: Vec<usize>,
    /// Whether its nodes depend on themselves.
    recursive: bool,
}

/// A node, or its negation.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Condition {
    node: usize,
    negated: bool,
}

/// What a thread worked out last, as all roles ask about the same state.
#[derive(Default)]
struct Scratch {
    state: Vec<u64>,
    truths: Vec<f64>,
}

impl Proximity {
    /// The conditions of a grounding; none if there are too many.
    pub(super) fn new(grounding: &Grounding, reasoner: &Reasoner) -> Option<Self> {
        let wanted = grounding.goals.iter().flatten().map(|&(_, atom)| atom).chain([grounding.terminal]);
        let atoms = cone(grounding, wanted.collect())?;
        let (inputs, derived): (Vec<AtomId>, Vec<AtomId>) =
            atoms.into_iter().partition(|atom| (atom.0 as usize) < grounding.inputs());
        // What a goal depends on is a state, not what is done in it.
        if inputs.iter().any(|atom| atom.0 as usize >= grounding.fluents.len()) {
            return None;
        }
        let nodes: FxHashMap<AtomId, usize> = inputs.iter().chain(&derived).copied().zip(0..).collect();
        let condition =
            |literal: &Literal| Condition { node: nodes[&literal.atom], negated: literal.negated };
        let bodies: Vec<Vec<Vec<Condition>>> = derived
            .iter()
            .map(|&atom| grounding.bodies(atom).map(|body| body.iter().map(condition).collect()).collect())
            .collect();
        let goals = grounding.goals.iter().map(|goals| {
            let share = |&(goal, atom)| {
                let number = RoleGoal::number(&reasoner.text(goal))?;
                Some((f64::from(number) / 100.0, nodes[&atom]))
            };
            goals.iter().filter_map(share).collect()
        });
        Some(Self {
            components: components(inputs.len(), &bodies),
            fluents: inputs.iter().map(|atom| atom.0 as usize).collect(),
            bodies,
            terminal: nodes[&grounding.terminal],
            goals: goals.collect(),
            scratch: ThreadLocal::new(),
        })
    }

    /// The conditions that were stored, for so many roles and fluents that get other numbers; none if they
    /// are not sound.
    pub(super) fn restored(mut self, roles: usize, fluent_numbers: &[u32]) -> Option<Self> {
        for fluent in &mut self.fluents {
            *fluent = *fluent_numbers.get(*fluent)? as usize;
        }
        let (inputs, nodes) = (self.fluents.len(), self.fluents.len() + self.bodies.len());
        // Each derived node is worked out once, after what it depends on. Otherwise a truth might rise and
        // fall without end.
        let mut places = vec![None; nodes];
        for (place, component) in self.components.iter().enumerate() {
            for &node in &component.nodes {
                let free = (inputs..nodes).contains(&node) && places[node].is_none();
                *places.get_mut(node).filter(|_| free)? = Some(place);
            }
        }
        let follows =
            |place: usize, recursive: bool, condition: &Condition| {
                condition.node < inputs
                    || places.get(condition.node).copied().flatten().is_some_and(|other| {
                        other < place || recursive && other == place && !condition.negated
                    })
            };
        let in_order = self.components.iter().enumerate().all(|(place, Component { nodes, recursive })| {
            let conditions = nodes.iter().flat_map(|node| self.bodies[node - inputs].iter().flatten());
            conditions.into_iter().all(|condition| follows(place, *recursive, condition))
        });
        let mut goals = self.goals.iter().flatten();
        let sound = places[inputs..].iter().all(Option::is_some)
            && in_order
            && self.terminal < nodes
            && self.goals.len() == roles
            && goals.all(|&(share, node)| node < nodes && (0.0..=1.0).contains(&share));
        sound.then_some(self)
    }

    /// How near to its goal a role is in a state given by its fluents, a bit each.
    pub(super) fn of(&self, state: &[u64], role: usize) -> f64 {
        let scratch = &mut *self.scratch.get_or_default().borrow_mut();
        if scratch.state != state || scratch.truths.is_empty() {
            scratch.state.clear();
            scratch.state.extend_from_slice(state);
            self.work_out(state, &mut scratch.truths);
        }
        let truths = &scratch.truths;
        let over = truths[self.terminal];
        let missing = self.goals[role].iter().fold(1.0, |missing, &(share, node)| {
            let goal = truths[node];
            let near =
                if goal > 0.5 { or([goal, over].into_iter()) } else { and([goal, 1.0 - over].into_iter()) };
            missing * (1.0 - near * share)
        });
        1.0 - missing
    }

    /// How true each node is in a state.
    fn work_out(&self, state: &[u64], truths: &mut Vec<f64>) {
        truths.clear();
        truths.extend(
            self.fluents
                .iter()
                .map(|&fluent| if circuit::holds(state, fluent) { HOLDS } else { 1.0 - HOLDS }),
        );
        truths.resize(self.fluents.len() + self.bodies.len(), 0.0);
        for Component { nodes, recursive } in &self.components {
            if !recursive {
                for &node in nodes {
                    truths[node] = or(self.bodies[node - self.fluents.len()]
                        .iter()
                        .map(|body| and(body.iter().map(|condition| condition.truth(truths)))));
                }
                continue;
            }
            // From below; each round that is not the last raises a node to another one's truth.
            let mut rising = true;
            while rising {
                rising = false;
                for &node in nodes {
                    let bodies = self.bodies[node - self.fluents.len()].iter();
                    let truth = bodies
                        .map(|body| body.iter().map(|it| it.truth(truths)).fold(1.0, f64::min))
                        .fold(0.0, f64::max);
                    rising |= truth > truths[node];
                    truths[node] = truth;
                }
            }
        }
    }
}

impl Condition {
    fn truth(self, truths: &[f64]) -> f64 {
        if self.negated { 1.0 - truths[self.node] } else { truths[self.node] }
    }
}

/// All atoms that some depend on, themselves among them; none if their bodies have more literals than
/// is allowed.
fn cone(grounding: &Grounding, mut open: Vec<AtomId>) -> Option<Vec<AtomId>> {
    let mut found = FxHashSet::default();
    let mut literals = 0;
    let mut atoms = Vec::new();
    while let Some(atom) = open.pop() {
        if !found.insert(atom) {
            continue;
        }
        atoms.push(atom);
        for body in grounding.bodies(atom) {
            literals += body.len();
            open.extend(body.iter().map(|literal| literal.atom));
        }
        if literals > MOST_LITERALS {
            return None;
        }
    }
    atoms.sort_unstable();
    Some(atoms)
}

/// The strongly connected components of the derived nodes, which come after the inputs.
fn components(inputs: usize, bodies: &[Vec<Vec<Condition>>]) -> Vec<Component> {
    let edges = bodies.iter().enumerate().flat_map(|(node, bodies)| {
        let below = bodies.iter().flatten().filter(move |condition| condition.node >= inputs);
        below.map(move |condition| (node as u32, (condition.node - inputs) as u32))
    });
    let mut graph = DiGraph::<(), ()>::new();
    for _ in bodies {
        graph.add_node(());
    }
    graph.extend_with_edges(edges);
    let component = |nodes: Vec<NodeIndex>| Component {
        recursive: nodes.len() > 1 || graph.contains_edge(nodes[0], nodes[0]),
        nodes: nodes.into_iter().map(|node| inputs + node.index()).collect(),
    };
    kosaraju_scc(&graph).into_iter().map(component).collect()
}

/// How true a conjunction is.
fn and(truths: impl Iterator<Item = f64>) -> f64 {
    1.0 - or(truths.map(|truth| 1.0 - truth))
}

/// How true a disjunction is: `(a^16 + b^16 + ...)^(1/16)` within the bounds for what holds and what
/// does not.
fn or(truths: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut greatest, mut count) = (0.0, 0.0_f64, 0);
    for truth in truths {
        sum += truth.powi(16);
        greatest = greatest.max(truth);
        count += 1;
    }
    if count < 2 {
        return greatest;
    }
    let root = sum.sqrt().sqrt().sqrt().sqrt();
    if greatest > 0.5 { root.min(1.0) } else { root.min(1.0 - THRESHOLD) }
}

#[cfg(test)]
mod tests {
    use gdl::Rulesheet;
    use logic::{GroundLimits, Limits};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::super::{Engine, Rules, RulesState};
    use super::*;
    use crate::testing::sheet;
    use crate::{Choices, Game};

    fn builtin(name: &str) -> (Rulesheet, Rules) {
        let sheet = sheet(name);
        let rules = Rules::new(&sheet).unwrap();
        (sheet, rules)
    }

    fn bits(state: &RulesState) -> &[u64] {
        let Engine::Compiled(state) = &state.0 else { panic!("the game has a circuit") };
        state.fluents()
    }

    /// The state after these moves of whoever is in control.
    fn after(rules: &Rules, moves: &[&str]) -> RulesState {
        moves.iter().fold(rules.initial(), |state, name| {
            let named = |role| {
                let named = |name| rules.move_named(&state, role, name);
                named(name).or_else(|| named("noop")).unwrap()
            };
            rules.next(&state, &[named(0), named(1)])
        })
    }

    #[test]
    fn a_condition_is_truer_than_a_half_just_if_it_holds() {
        let games = [
            "tictactoe",
            "connect-four",
            "othello-4x4",
            "hex-7x7",
            "breakthrough-6x6",
            "tron",
            "peg-solitaire",
        ];
        for name in games {
            let (sheet, rules) = builtin(name);
            let grounding = Grounding::new(&sheet, rules.reasoner(), &GroundLimits::default()).unwrap();
            let proximity = Proximity::new(&grounding, rules.reasoner()).unwrap();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
            let mut state = rules.initial();
            loop {
                let mut truths = Vec::new();
                proximity.work_out(bits(&state), &mut truths);
                assert!(
                    truths.iter().all(|truth| (0.0..=0.4).contains(truth) || (0.6..=1.0).contains(truth))
                );
                assert_eq!(truths[proximity.terminal] > 0.5, rules.terminal(&state), "{name}");
                let role_goals = rules.goals(&state).unwrap();
                for (goals, role_goal) in proximity.goals.iter().zip(role_goals) {
                    let held = goals.iter().filter(|&&(_, node)| truths[node] > 0.5);
                    let held: Vec<u8> = held.map(|&(share, _)| (100.0 * share).round() as u8).collect();
                    match role_goal {
                        logic::RoleGoal::Unique(goal) => assert_eq!(held, [goal], "{name}"),
                        logic::RoleGoal::Missing => assert!(held.is_empty(), "{name}"),
                        logic::RoleGoal::Ambiguous(_) => assert!(held.len() > 1, "{name}"),
                    }
                }
                if rules.terminal(&state) {
                    break;
                }
                let choices = Choices::of(&rules, &state);
                let draw = |role| {
                    let legal = choices.of_role(role);
                    legal[rng.random_range(0..legal.len())]
                };
                state = rules.next(&state, &(0..rules.roles()).map(draw).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn a_longer_part_of_a_line_is_nearer_to_the_goal_and_a_won_game_nearest() {
        let (_, rules) = builtin("tictactoe");
        let far = after(&rules, &["(mark 1 1)", "(mark 1 2)", "(mark 3 2)", "(mark 1 3)"]);
        let near = after(&rules, &["(mark 1 1)", "(mark 1 2)", "(mark 2 1)", "(mark 1 3)"]);
        let won = after(&rules, &["(mark 1 1)", "(mark 1 2)", "(mark 2 1)", "(mark 1 3)", "(mark 3 1)"]);
        let [far, near, won] =
            [far, near, won].map(|state| rules.knowledge().goal_proximity(&state, 0).unwrap());
        assert!(far < near && near < won, "{far} {near} {won}");
    }

    #[test]
    fn an_end_is_welcome_with_the_goal_only() {
        let sheet = "(role you) (init start) (legal you grab) (legal you leave)
            (<= (next over) (does you leave)) (<= (next over) (does you grab)) (<= (next got) (does you grab))
            (<= terminal (true over)) (<= (goal you 100) (true got)) (<= (goal you 0) (not (true got)))";
        let rules = Rules::new(&Rulesheet::parse("end.kif", sheet.as_bytes()).unwrap()).unwrap();
        let start = rules.initial();
        let after = |name| rules.next(&start, &[rules.move_named(&start, 0, name).unwrap()]);
        let near = |state| rules.knowledge().goal_proximity(&state, 0).unwrap();
        let (got, left) = (near(after("grab")), near(after("leave")));
        assert!(left < near(start.clone()) && near(start.clone()) < got);
    }

    #[test]
    fn the_norms_are_dual_keep_one_truth_and_count_every_one_of_several() {
        for (a, b) in [(0.2, 0.8), (0.8, 0.8), (0.2, 0.2), (0.37, 0.91)] {
            assert!((and([a, b].into_iter()) - (1.0 - or([1.0 - a, 1.0 - b].into_iter()))).abs() < 1e-12);
        }
        assert!((and([0.7].into_iter()) - 0.7).abs() < 1e-12);
        assert!((or([0.3].into_iter()) - 0.3).abs() < 1e-12);
        assert!(and([0.2, 0.2, 0.2].into_iter()) < and([0.2, 0.2, 0.8].into_iter()));
        assert!(or([0.2, 0.2].into_iter()) > 0.2);
        assert_eq!((and([].into_iter()), or([].into_iter())), (1.0, 0.0));
    }

    #[test]
    fn a_game_played_by_the_reasoner_tells_nothing() {
        let (sheet, _) = builtin("tictactoe");
        let rules = Rules::reasoned(&sheet, Limits::default()).unwrap();
        assert_eq!(rules.knowledge().goal_proximity(&rules.initial(), 0), None);
    }
}
