use game::{Game, ask_while};
use rand::{Rng, SeedableRng};

use super::choice::Candidate;
use super::entry::ENTRY;
use super::path::Path;
use super::policy::Policy;
use super::search::{Guide, Search};
use super::settings::Settings;
use super::tree::Tree;
use crate::evaluator::suits;
use crate::strategy::intact;
use crate::strategy::lookup::Lookup;
use crate::{Evaluator, Meter, SearchError, SearchRng, Watch};

/// One thread's part of the search, and what it keeps from one decision to the next.
pub(super) struct Worker<'g, G: Game> {
    pub(super) tree: Option<Tree<G>>,
    pub(super) guide: Guide<'g, G>,
    /// The best line of play found so far, if a role plays alone.
    pub(super) path: Option<Path<G>>,
}

/// What one thread's search came to.
#[derive(Debug)]
pub(super) struct Findings<M> {
    pub(super) moves: Vec<Candidate<M>>,
    pub(super) solved: bool,
    pub(super) nodes: u64,
    pub(super) leaves: u64,
    pub(super) simulations: u64,
    pub(super) playouts: u64,
    pub(super) proven_visits: u64,
    pub(super) tablebase_hits: u64,
    pub(super) depth: u32,
    pub(super) remark: Option<String>,
}

/// What is searched, and for whom.
pub(super) struct Question<'s, G: Game> {
    pub(super) game: &'s G,
    pub(super) settings: &'s Settings,
    pub(super) state: &'s G::State,
    pub(super) role: usize,
    /// What tells the values of states that are proven without a search.
    pub(super) lookup: Option<&'s Lookup<'s, G>>,
}

impl<G: Game> Clone for Question<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Question<'_, G> {}

impl<'g, G: Game> Worker<'g, G> {
    pub(super) fn new(settings: &Settings, evaluator: Box<dyn Evaluator<G> + 'g>) -> Self {
        let policy = Policy::new(settings.policy);
        Self { tree: None, guide: Guide { policy, evaluator }, path: None }
    }

    /// Searches, from what is left of the last search if there is anything. After an error nothing is left.
    pub(super) fn search(
        &mut self,
        question: Question<'_, G>,
        meter: Meter,
        rng: &mut SearchRng,
        mut observer: Watch<'_, G>,
    ) -> Result<Findings<G::Move>, SearchError> {
        let Question { settings, state, role, .. } = question;
        let mut tree = self.tree_at(question, &meter);
        let path = self.path.take().filter(|path| path.leads_on_from(state));
        let mut search = Search::new(question, &mut tree, &mut self.guide, path, meter, rng, observer.lend());
        search.run()?;
        let Search { meter, depth, path, lookup, .. } = search;
        let tablebase_hits = lookup.map_or(0, |lookup| lookup.hits);
        intact(&meter)?;
        self.path = path;
        let findings = Findings {
            moves: tree.root_candidates(role, settings),
            solved: tree.solved(),
            nodes: meter.nodes,
            leaves: meter.leaves,
            simulations: meter.simulations,
            playouts: meter.playouts,
            proven_visits: meter.proven_visits,
            tablebase_hits,
            depth,
            remark: meter.remark().map(str::to_owned),
        };
        // It would keep what was not worked out to the end.
        self.tree = (!meter.cut_short()).then_some(tree);
        Ok(findings)
    }

    /// A tree whose root is the state to decide in.
    fn tree_at(&mut self, question: Question<'_, G>, meter: &Meter) -> Tree<G> {
        let Question { game, settings, state, role, .. } = question;
        let kept = self.tree.take().filter(|tree| settings.reuse && tree.spite.serves(role));
        // Each player moves, and chance between.
        let plies = if game.chance().is_some() { 2 * game.roles() } else { game.roles().max(2) };
        let kept = kept.and_then(|mut tree| tree.move_root(state, plies).then_some(tree));
        let kept = kept.map(|mut tree| {
            tree.forget_lookup();
            tree
        });
        kept.unwrap_or_else(|| Tree::new(game, state, role, settings, meter))
    }
}

/// Searches with all workers, each in a thread with chance and a share of the playouts of its own. The observer sees the first.
pub(super) fn search_all<'g, G: Game>(
    workers: &mut [Worker<'g, G>],
    question: Question<'_, G>,
    meter: &Meter,
    rng: &mut SearchRng,
    observer: Watch<'_, G>,
) -> Result<Vec<Findings<G::Move>>, SearchError> {
    let count = workers.len() as u64;
    let (first, others) = workers.split_first_mut().expect("a strategy has a worker");
    if question.settings.judges() {
        suits(ENTRY.name, &first.guide.evaluator, question.game)?;
    }
    std::thread::scope(|scope| {
        let running: Vec<_> = (1..)
            .zip(others)
            .map(|(number, worker)| {
                let mut rng = SearchRng::seed_from_u64(rng.next_u64());
                let meter = meter.share(number, count);
                scope.spawn(move || {
                    ask_while(meter.going_on(), || worker.search(question, meter, &mut rng, Watch::none()))
                })
            })
            .collect();
        let mut findings = vec![first.search(question, meter.share(0, count), rng, observer)];
        findings.extend(
            running
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
        );
        findings.into_iter().collect()
    })
}

/// What all threads know about each move: proven is what any of them has proven.
pub(super) fn add_up<M: Copy>(findings: &[Findings<M>]) -> Vec<Candidate<M>> {
    let mut total = findings[0].moves.clone();
    for other in &findings[1..] {
        for (sum, part) in total.iter_mut().zip(&other.moves) {
            sum.visits += part.visits;
            sum.sum += part.sum;
            sum.exact = sum.exact.or(part.exact);
            sum.share += part.share;
        }
    }
    total
}
