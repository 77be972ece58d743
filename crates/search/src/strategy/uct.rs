mod choice;
mod entry;
mod joint;
mod outcomes;
mod search;
mod select;
mod settings;
mod simultaneous;
mod solver;
mod table;
#[cfg(test)]
mod tests;
mod tree;
mod watch;

use game::{Choices, Game};

use super::{choices, sound};
use crate::{Budget, Decision, Meter, Observer, SearchError, SearchRng, Spec, Strategy};
use entry::FALLBACK;
use search::Search;
use settings::Settings;
use tree::Tree;

pub(crate) use entry::ENTRY;

/// Monte Carlo tree search by upper confidence bounds.
///
/// A *simulation* goes down the tree, in each node by the move with the greatest `Q + C sqrt(ln N / n)`, where `Q` is the mean of what
/// the role that decides there got by the move, `n` the move's visits and `N` those of all its moves; a move without a visit comes first.
/// It ends in a node that is new, plays at random from there to the end, and adds the payoffs to all statistics on its way.
/// `c` is a part of the goal range: `c=0.7` is `C` = 70 where goals go from 0 to 100.
///
/// With `plain=true` that is all: `c`, `final`, `simultaneous` and the budget still count, all other options are off. A simulation adds one
/// node, and the tree is thrown away after the decision.
///
/// - `solver`: values that are proven count instead of means, and go up the tree. The search ends when the root is proven.
/// - `leaves`, `each`: simulations go down in a batch, those on their way counting as visits with the mean result so far, and all their playouts
///   are made together. This needs a game that plays many playouts at once; any other has one playout a simulation. Every playout
///   counts as a visit. A simulation that ends at a known value counts as the playouts it stands for.
/// - `transpositions`: a state that is found again has the node it had; each way there keeps statistics of its own.
/// - `simultaneous`: where several roles choose at once, each has statistics of its own and chooses by its own UCT value
///   (`decoupled`); or the statistics are those of joint moves, of which each role takes the margins of its moves (`joint`: the same choices from other books);
///   or one role, drawn anew at each visit, chooses by UCT and all others at random (`random-mover`). Values that differ by no more than
///   a hundredth of the goal range are as good as the same there, lest the roles fall in step.
///
/// It applies to every game. An only move is made without a search.
///
/// Sources: L. Kocsis, C. Szepesvári, *Bandit based Monte-Carlo planning*, ECML (2006). Solver: M. Winands, Y. Björnsson, J.-T. Saito,
/// *Monte-Carlo tree search solver*, Computers and Games (2008). Batches: G. Chaslot, M. Winands, J. van den Herik, *Parallel Monte-Carlo tree
/// search*, Computers and Games (2008); A. Liu et al., *Watch the unobserved*, ICLR (2020). Decoupled: H. Finnsson, Y. Björnsson,
/// *Simulation-based approach to general game playing*, AAAI (2008). Transpositions: B. Childs, J. Brodeur, L. Kocsis,
/// *Transpositions and move groups in Monte Carlo tree search*, IEEE CIG (2008).
#[derive(Debug)]
pub struct Uct<G: Game> {
    settings: Settings,
    bounds: Budget,
    tree: Option<Tree<G>>,
}

impl<G: Game> Uct<G> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self { settings: Settings::from_spec(spec), bounds: spec.budget(), tree: None }
    }
}

impl<G: Game, O: Observer<G>> Strategy<G, O> for Uct<G> {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        budget: &Budget,
        rng: &mut SearchRng,
        observer: &mut O,
    ) -> Result<Decision<G::Move>, SearchError> {
        let choices: Choices<G::Move> = choices(game, state)?;
        let moves = choices.of_role(role);
        if moves.len() == 1 {
            return sound(game, Decision::first_of(moves));
        }
        let mut budget = self.bounds.tightened_by(budget);
        if !budget.ends() {
            budget.playouts = Some(FALLBACK);
        }
        let settings = &self.settings;
        let tree = self.tree.insert(Tree::new(game, state, settings.solver, settings.transpositions));
        let meter = Meter::start(budget);
        let mut search = Search::new(game, settings, tree, role, meter, rng, observer);
        search.run()?;
        let Search { meter, depth, formula, .. } = search;
        let edges = tree.root_edges(role, settings).to_vec();
        let best = tree.best(&edges, role, settings.rule, formula.c);
        let decision = Decision {
            mov: edges[best].mov,
            moves: tree.estimates(&edges, role),
            value: tree.value(&edges[best], role),
            nodes: meter.nodes,
            leaves: meter.leaves,
            playouts: meter.playouts,
            depth,
            proven: tree.solved(),
            pv: tree.principal_variation(best, role, settings.rule, formula.c),
        };
        sound(game, decision)
    }
}
