mod amaf;
mod averages;
mod back_up;
mod choice;
mod compact;
mod descend;
mod entry;
mod expansion;
mod foresight;
mod forest;
mod guided;
mod joint;
mod memory;
mod mixed;
mod outcomes;
mod path;
mod policy;
mod proofs;
mod search;
mod select;
mod settings;
mod shared;
mod siblings;
mod simultaneous;
mod solver;
mod spite;
mod table;
#[cfg(test)]
mod tests;
mod tree;
mod watch;

use std::fmt;

use game::Game;

use super::lookup::{Lookup, TablebaseSource};
use super::{choices, forced, opposed};
use crate::search_error::informed;
use crate::{Budget, Decision, Meter, Request, SearchError, Spec, Strategy};
use choice::{Candidate, Judge, draw_average};
use entry::FALLBACK;
use forest::{Forest, Question, Worker, add_up};
use proofs::Proofs;
use settings::Settings;

pub(crate) use entry::ENTRY;
pub use select::uct_value;
pub(crate) use settings::races;

/// Monte Carlo tree search by upper confidence bounds.
///
/// A *simulation* goes down the tree, in each node by the move with the greatest `Q + C sqrt(ln N / n)`,
/// where `Q` is the mean of what the role that decides there got by the move, `n` the move's visits and `N`
/// those of all its moves; a move without a visit comes first. It ends in a node that is new, plays at random
/// from there to the end, and adds the payoffs to all statistics on its way. `c` is a part of the goal range:
/// `c=0.7` is `C` = 70 where goals go from 0 to 100.
///
/// It applies to every game, with any number of roles: a role's own payoffs count where it decides. An only
/// move is made without a search, and the search ends early when nothing is left to find: the value of the
/// root is proven, a role alone knows a way to the top of the goal range, or 2^31 visits have been counted.
///
/// # What stronger players add
///
/// - `solver`: values that are proven count instead of means, and go up the tree. The search ends when the
///   root is proven.
/// - `leaves`, `each`: simulations go down in a batch, those on their way counting as visits with the mean
///   result so far, and all their playouts are made together. This needs a game that plays many playouts at
///   once; any other has one playout a simulation. Every playout counts as a visit. A simulation that ends at
///   a known value counts as the playouts it stands for. With one leaf and one playout, or `plain`, such a
///   game makes the playouts of a leaf's siblings ahead, each of which waits for the simulation that comes
///   there: they are drawn as they would be then.
/// - `transpositions`: a state that is found again has the node it had; each way there keeps statistics of
///   its own.
/// - `reuse`: the tree is kept from one decision to the next, and what others' time allowed to
///   [`ponder`](Strategy::ponder) is found there.
/// - `memory`: when the tree and the statistics of moves need more, the tree's least visited parts go, until
///   half is left. All counts: states and what they keep on the heap, tables, what playouts learn (`mast`,
///   `ngram`, `rave`), room for growth, and what it takes to make less of it. Only what is worked out at the
///   moment comes on top: the playouts of a batch, the children of a node. If there is no time left to go
///   over the tree, it stops growing, and the search goes on: simulations that come to its edge are played on
///   at random from there.
/// - `threads`, `parallel`: with `tree` all threads grow one tree. One at a time goes down and back up, while
///   the others make playouts or work out states, and simulations under way count as visits with the mean
///   result so far. Which leaves a thread finds depends on what the others have done by then, so that a seed
///   does not give the same decision again. Where they wait long for the tree, as playouts are quick, they do
///   better with trees of their own: then, unless `tree` is asked for, all but one part from it. With `root`
///   each grows a tree of its own, with chance and a share of the memory of its own; the statistics of the
///   roots are added up, and what one has proven counts. A budget of playouts gives the same decision again.
///   The observer sees the first tree. Each thread has a share of the playouts, and learns from its own
///   (`mast`, `ngram`, `history`).
/// - `rave`, `bias`, `history`: what else guides the choice in nodes, see each one's help. With `rave`
///   playouts stay in a batch if the game's circuit tells which moves they make ([`Tactics`](game::Tactics))
///   and nothing else needs their moves.
/// - `mast`, `ngram`, `cutoff`, `decided`: playouts that are more than random. With `mast=lanes` they stay in
///   a batch: each favours moves that it draws by what they came to in the tree; where the game plays no
///   playouts at once, playouts are uniform.
/// - `proofs`: [proof-number searches](crate::ProofNumber) have this share of the time or, where time is not
///   bounded, as many states as this share of the playouts. One has half of it, before the simulations: a win
///   that it proves ends the search. If two roles have payoffs of constant sum, the other half is for the
///   move that the simulations favour: if it is proven to lose, it is not made, and the next best is looked
///   at. An eighth of the memory is their tables'.
/// - `tablebase`: a node whose state is in a tablebase is proven as soon as it is made, and so is the move
///   that leads to it. Only for a role alone, and for two roles whose payoffs have a constant sum: of
///   others a tablebase does not tell what best play pays. A root that is in it with all that follows is
///   not searched.
/// - `decisive`: moves that win at once, and those that let another role do so. Where the game's circuit
///   shows them ([`Tactics`](game::Tactics)), playouts stay in a batch, and the solver proves moves after
///   which another role wins at once without making a node. Elsewhere `win` and `both` look for them move by
///   move, and `lanes` goes without.
/// - A role alone remembers the best line of play it has seen, follows it until there is a better one,
///   and stops when one reaches the top of the goal range. The greatest result of a move counts as much
///   as the mean.
///
/// # Chance
///
/// Where chance moves, the outcome is drawn by its probability, and players learn from what it comes to. A
/// node of chance is proven when all its outcomes are, with what is expected of them. Where chance moves at
/// the same time as players it is drawn beside their choices. Moves that win at once are not looked for by
/// circuits (`decisive=lanes`, `mast=lanes`) in games with chance.
///
/// # Several roles at once
///
/// Where several roles choose at the same time, `simultaneous` tells how: each has statistics of its own and
/// chooses by its own UCT value (`decoupled`); or the statistics are those of joint moves, of which each role
/// takes the margins of its moves (`joint`: the same choices from other books); or one role, drawn anew at
/// each visit, chooses by UCT and all others at random, and all learn (`random-mover`); or each draws from a
/// mixed strategy that it learns by regret matching or by Exp3 (`regret`, `exp3`), and the move is drawn from
/// the average of these strategies, whatever `final` says. Values that differ by no more than a hundredth of
/// the goal range are as good as the same there, lest the roles fall in step. Such a node is proven only if
/// all its joint moves are proven to pay the same. RAVE, bias and history do not count in it.
///
/// Where payoffs have no constant sum for two, `spite` is how far the other roles play against the searching
/// one: see there.
///
/// # Which option wins
///
/// `plain=true` grows the tree as the paper does: a simulation adds one node, and the tree is thrown away
/// after the decision. `c`, `simultaneous`, `memory` and the budget count, and `final`, whose default is not
/// the paper's; all else is off. `history`, `mast=greedy` and `gibbs`, `cutoff` and `decided`, a role that
/// plays alone, `rave` where no circuit tells the moves of playouts or `spite` counts, and `decisive=win` and
/// `both` where no circuit shows the moves, need the moves of playouts: `leaves` and `each` are off then, and
/// games play no playouts at once; `decisive=lanes` is off with them. `ngram` and `tau` or `epsilon` count
/// only with `mast`, `amaf` only with `rave`, and `eval` only with `bias`, `puct`, `implicit`, `cutoff` or
/// `decided`. A spec that gives one of these but `eval` without what it needs, or beside `plain`, is refused
/// ([`Need`](crate::Need)). With `cutoff=0` the evaluator judges the leaves of a batch, and `each` is off.
///
/// # Sources
///
/// L. Kocsis, C. Szepesvári, *Bandit based Monte-Carlo planning*, ECML (2006). Solver: M. Winands, Y.
/// Björnsson, J.-T. Saito, *Monte-Carlo tree search solver*, Computers and Games (2008). Batches: G. Chaslot,
/// M. Winands, J. van den Herik, *Parallel Monte-Carlo tree search*, Computers and Games (2008); A. Liu et
/// al., *Watch the unobserved*, ICLR (2020). Decoupled, MAST: H. Finnsson, Y. Björnsson, *Simulation-based
/// approach to general game playing*, AAAI (2008). Transpositions: B. Childs, J. Brodeur, L. Kocsis,
/// *Transpositions and move groups in Monte Carlo tree search*, IEEE CIG (2008). N-grams: M. Tak, M. Winands,
/// Y. Björnsson, *N-grams and the last-good-reply policy applied in general game playing*, IEEE TCIAIG 4
/// (2012). Decisive moves: F. Teytaud, O. Teytaud, *On the huge benefit of decisive moves in Monte-Carlo tree
/// search algorithms*, IEEE CIG (2010). Secure choice: G. Chaslot et al., *Progressive strategies for
/// Monte-Carlo tree search*, New Mathematics and Natural Computation 4 (2008), and progressive bias with it.
/// RAVE: S. Gelly, D. Silver, *Combining online and offline knowledge in UCT*, ICML (2007); from the nearest
/// node with enough visits: T. Cazenave, *Generalized rapid action value estimation*, IJCAI (2015).
/// Progressive history and proven values of many roles: J. Nijssen, M. Winands, *Enhancements for
/// multi-player Monte-Carlo tree search*, Computers and Games (2011). Regret matching, Exp3: V. Lisý et al.,
/// *Convergence of Monte Carlo tree search in simultaneous move games*, NIPS (2013). Early ends of playouts
/// by an evaluation: R. Lorentz, *Amazons discover Monte-Carlo*, Computers and Games (2008), after so many
/// plies; M. Winands, Y. Björnsson, J.-T. Saito, *Monte Carlo tree search in Lines of Action*, IEEE TCIAIG 2
/// (2010), where they are decided.
pub struct Uct<'g, G: Game> {
    settings: Settings,
    bounds: Budget,
    forest: Forest<'g, G>,
    proofs: Proofs,
    tablebase: TablebaseSource,
}

impl<'g, G: Game + 'g> Uct<'g, G> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let settings = Settings::from_spec(spec);
        let forest = Forest::new(&settings, || spec.get(entry::EVAL).build());
        let tablebase =
            if settings.plain { TablebaseSource::default() } else { TablebaseSource::from_spec(spec) };
        Self { settings, bounds: spec.budget(), forest, proofs: Proofs::default(), tablebase }
    }

    /// What values of states are looked up with, if there is a tablebase.
    fn lookup<'s>(&mut self, game: &'s G) -> Result<Option<Lookup<'s, G>>, SearchError> {
        let lookup = self.tablebase.lookup(ENTRY.name, game)?;
        if lookup.as_ref().is_some_and(|lookup| !lookup.tells_payoffs()) {
            return Err(SearchError::Inapplicable {
                strategy: ENTRY.name,
                why: "a tablebase tells what each role can be sure of, which is what best play pays it only in games for one role and in games for two whose payoffs are known to have a constant sum; leave out `tablebase`"
                    .to_owned(),
            });
        }
        Ok(lookup)
    }

    /// The decision of a role that plays alone: the first move of the best line of play that any
    /// worker knows.
    fn follow(&mut self, game: &G, total: &mut Decision<G::Move>) {
        let goal_of = |worker: &Worker<'g, G>| worker.path.as_ref().map(|path| path.goal);
        let workers = &mut self.forest.workers;
        let best = workers.iter().filter_map(goal_of).fold(f64::NEG_INFINITY, f64::max);
        let paths = workers.iter_mut().filter_map(|worker| worker.path.take());
        let Some(mut path) = paths.into_iter().find(|path| path.goal == best) else { return };
        let Some(&mov) = path.moves().first() else { return };
        // What is proven of a move need not have been played to its end.
        if total.proven && total.value.is_some_and(|value| value > path.goal) {
            return;
        }
        total.mov = mov;
        total.value = Some(path.goal);
        total.proven |= path.goal >= f64::from(*game.goal_range().end());
        total.pv = path.line(game);
        path.advance(game);
        workers[0].path = Some(path);
    }
}

impl<'g, G: Game + 'g> Strategy<G> for Uct<'g, G> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, state, role, budget, rng, mut observer, .. } = request;
        let mut meter = Meter::start(self.bounds.tightened_by(&budget).or_playouts(FALLBACK));
        informed(ENTRY.name, game, role)?;
        let choices = choices(game, state)?;
        let moves = choices.of_role(role);
        if moves.len() == 1 {
            return Ok(forced(moves, state, &mut observer));
        }
        if self.settings.implicit > 0.0 && (game.chance().is_some() || !opposed(game)) {
            return Err(SearchError::Inapplicable {
                strategy: ENTRY.name,
                why: "implicit minimax values are for two roles whose payoffs are proven to have a constant sum, without chance; `bias` and `puct` use an evaluator in any game".to_owned(),
            });
        }
        let lookup = self.lookup(game)?;
        if let Some(known) = lookup.as_ref().and_then(|lookup| lookup.exact_decision(state, role)) {
            return Ok(known);
        }
        let proofs = self.proofs.look(game, state, role, &self.settings, &mut meter)?;
        if let Some(verdict) = proofs.as_ref().filter(|verdict| verdict.win) {
            let mut decision = verdict.decision(game, moves);
            decision.effort += meter.effort;
            return Ok(decision.alone(&choices, role));
        }
        let question = Question { game, settings: &self.settings, state, role, lookup: lookup.as_ref() };
        let one_tree = self.settings.shares_tree(meter.budget(), self.forest.crowded);
        let simulations = meter.leaving(self.proofs.share_of_checks(game, &self.settings));
        let found = self.forest.search(question, one_tree, &simulations, rng, observer)?;
        let (least, greatest) = (f64::from(*game.goal_range().start()), f64::from(*game.goal_range().end()));
        let judge = Judge { rule: self.settings.rule, c: self.settings.c * (greatest - least), least };
        let mut moves = add_up(&found);
        // Others need not play against the searching role: then a loss that they can force together is
        // no value.
        let losses = proofs.filter(|_| opposed(game));
        for (candidate, outlook) in moves.iter_mut().zip(losses.iter().flat_map(|verdict| &verdict.moves)) {
            if outlook.loses() {
                candidate.exact = Some(least);
            }
        }
        let mut best = draw_average(&moves, rng).unwrap_or_else(|| judge.best(&moves));
        if let Some(mut checks) = self.proofs.checks(game, &self.settings, &meter) {
            let after = |mov| game.next(state, &choices.joint_with(role, mov));
            while moves[best].exact.is_none() && checks.refute(game, &after(moves[best].mov))? {
                moves[best].exact = Some(least);
                best = judge.best(&moves);
            }
            meter.effort += checks.effort();
        }
        // The tree that says most about the move tells how it would go on.
        let teller = (0..found.len()).max_by_key(|&tree| found[tree].moves[best].visits).unwrap_or(0);
        let tree = self.forest.trees[teller].as_ref();
        let mut pv = tree.map(|tree| tree.variation(game, best, role, &judge)).unwrap_or_default();
        if let Some(lookup) = &lookup {
            lookup.lengthen(state, role, &mut pv);
        }
        found.iter().for_each(|findings| meter.effort += findings.effort);
        let mut decision = Decision {
            mov: moves[best].mov,
            moves: moves.iter().map(Candidate::estimate).collect(),
            value: moves[best].value(),
            effort: meter.effort,
            proven: found.iter().any(|findings| findings.solved)
                || losses.is_some_and(|verdict| verdict.loss)
                || moves.iter().all(|candidate| candidate.exact.is_some()),
            pv,
            remark: found.iter().find_map(|findings| findings.remark.clone()),
        };
        if game.roles() == 1 {
            self.follow(game, &mut decision);
        }
        Ok(decision)
    }

    fn ponder(&mut self, request: Request<'_, G>) -> Result<(), SearchError> {
        if !self.settings.reuse {
            return Ok(());
        }
        let Request { game, state, role, budget, rng, observer, .. } = request;
        informed(ENTRY.name, game, role)?;
        let lookup = self.lookup(game)?;
        let question = Question { game, settings: &self.settings, state, role, lookup: lookup.as_ref() };
        // As the decision will that it is for.
        let one_tree = self.settings.shares_tree(&self.bounds.tightened_by(&budget), self.forest.crowded);
        self.forest.search(question, one_tree, &Meter::start(budget), rng, observer).map(|_| ())
    }
}

impl<G: Game> fmt::Debug for Uct<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Uct").field("settings", &self.settings).finish_non_exhaustive()
    }
}
