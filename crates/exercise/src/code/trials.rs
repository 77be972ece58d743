use std::sync::LazyLock;

use game::{Game, NodeIndex, Tree};

use super::language::Function;
use super::machine::Machine;
use super::{Algorithm, Failure, Line, Outcome, Stop};
use crate::seeded_rng::SeededRng;
use crate::{Figure, Reason};

/// The number of trees on which a program is run.
const TREES: usize = 60;
/// The simulations of UCT on each tree.
const SIMULATIONS: usize = 12;
/// What the playouts of UCT pay.
const PLAYOUTS: [f64; SIMULATIONS] = [60.0, 20.0, 90.0, 40.0, 70.0, 10.0, 80.0, 30.0, 50.0, 100.0, 0.0, 70.0];

/// The trees on which programs are compared with the right one, the smallest first.
#[derive(Debug)]
pub(super) struct Trials {
    algorithm: Algorithm,
    trials: Vec<Trial>,
}

#[derive(Debug)]
struct Trial {
    text: String,
    tree: Tree,
    /// What the right program does, stage by stage.
    expected: Vec<Outcome>,
}

impl Trials {
    /// The trees of an algorithm, always the same.
    pub(super) fn of(algorithm: Algorithm) -> &'static Self {
        static ALL: LazyLock<[Trials; Algorithm::ALL.len()]> =
            LazyLock::new(|| Algorithm::ALL.map(Trials::new));
        &ALL[algorithm as usize]
    }

    fn new(algorithm: Algorithm) -> Self {
        let right = Function::read(&algorithm.lines()).expect("the program is right");
        let mut rng = SeededRng::of(&[0]);
        let mut trials: Vec<Trial> = (0..TREES)
            .map(|number| {
                let text = random_tree(number, algorithm, &mut rng);
                let tree = Tree::from_brackets(&text).expect("the text has the form of a tree");
                let expected = outcomes(algorithm, &right, &tree);
                Trial { text, tree, expected }
            })
            .collect();
        trials.sort_by(|one, other| (one.tree.nodes(), &one.text).cmp(&(other.tree.nodes(), &other.text)));
        Self { algorithm, trials }
    }

    pub(super) fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The number of trees.
    pub(super) fn count(&self) -> usize {
        self.trials.len()
    }

    /// What there is to say of a program: that it does the same as the right one, or on which tree it
    /// does not.
    pub(super) fn reason(&self, program: &[Line]) -> Reason {
        match self.failure(program) {
            Some(failure) => Reason::OtherResult { failure },
            None => Reason::SameResults { trees: self.count() },
        }
    }

    /// The smallest tree on which a program does not do the same as the right one; none if there is no
    /// such tree.
    pub(super) fn failure(&self, program: &[Line]) -> Option<Failure> {
        let function = Function::read(program);
        self.trials.iter().find_map(|Trial { text, tree, expected }| {
            let found = match &function {
                Ok(function) => outcomes(self.algorithm, function, tree),
                Err(misplaced) => vec![stopped(misplaced.clone())],
            };
            let (expected, found) =
                expected.iter().zip(found).find(|(expected, found)| *expected != found)?;
            let playouts = match self.algorithm {
                Algorithm::Uct => PLAYOUTS.map(Figure).to_vec(),
                _ => Vec::new(),
            };
            Some(Failure { tree: text.clone(), playouts, expected: expected.clone(), found })
        })
    }
}

/// A tree of one to four plies in which max and min move by turns. Every third begins with min.
fn random_tree(number: usize, algorithm: Algorithm, rng: &mut SeededRng) -> String {
    fn below(plies: u32, leaves: &[i32], rng: &mut SeededRng) -> String {
        if plies == 0 {
            return rng.pick(leaves).to_string();
        }
        let children: Vec<String> = (0..if plies > 3 { 2 } else { rng.within(2..=3) })
            .map(|_| {
                let early = plies > 1 && rng.once_in(5);
                below(if early { 0 } else { plies - 1 }, leaves, rng)
            })
            .collect();
        format!("({})", children.join(" "))
    }
    let leaves: Vec<i32> = match algorithm {
        Algorithm::Uct => (0..=10).map(|tenth| 10 * tenth).collect(),
        // Few different values, so that alpha and beta meet; and in some trees only negative or only
        // positive ones.
        _ => [-5..=5, -9..=-1, 1..=9].into_iter().nth(number % 3).unwrap_or(-5..=5).collect(),
    };
    let tree = below([1, 2, 2, 3, 4][number % 5], &leaves, rng);
    if number % 3 == 2 { tree.replacen('(', "(min ", 1) } else { tree }
}

/// What a program does on a tree, stage by stage. It ends with the stage at which the program stops.
fn outcomes(algorithm: Algorithm, function: &Function, tree: &Tree) -> Vec<Outcome> {
    let mut machine = Machine::new(function, tree, &PLAYOUTS);
    let mut stages = Vec::new();
    let count = if algorithm == Algorithm::Uct { SIMULATIONS } else { 1 };
    for simulations in 1..=count {
        let value = match machine.run() {
            Ok(value) => number(value),
            Err(stop) => {
                stages.push(stopped(stop));
                break;
            }
        };
        stages.push(match algorithm {
            Algorithm::Minimax | Algorithm::Negamax => Outcome::Value { value },
            Algorithm::AlphaBeta | Algorithm::NegamaxAlphaBeta => {
                let leaf = |&leaf: &NodeIndex| Figure(tree.payoffs(leaf)[0].into());
                let leaves = machine.looked_at.iter().map(leaf).collect();
                let branches: usize = machine.entered.iter().map(|&node| tree.children(node).len()).sum();
                let cut = (branches + 1).saturating_sub(machine.entered.len());
                Outcome::Search { value, leaves, cut }
            }
            Algorithm::Uct => {
                let shaped = |table: &[f64]| shape(tree, tree.initial(), table);
                Outcome::Statistics {
                    simulations,
                    visits: shaped(&machine.visits),
                    totals: shaped(&machine.total),
                }
            }
        });
    }
    stages
}

fn stopped((line, why): (usize, Stop)) -> Outcome {
    Outcome::Stopped { line, why }
}

/// The entries of all nodes in the form of the tree. The recursion is as deep as the tree, a few plies.
fn shape(tree: &Tree, node: NodeIndex, table: &[f64]) -> String {
    let own = number(table[node.index()]);
    match tree.children(node) {
        [] => own,
        children => {
            let below: Vec<String> = children.iter().map(|&child| shape(tree, child, table)).collect();
            format!("{own}:({})", below.join(" "))
        }
    }
}

/// A number as it is typed, without a sign at zero.
fn number(value: f64) -> String {
    search::number(value + 0.0)
}
