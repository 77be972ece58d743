use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use game::{Game, ask_while};
use rand::{Rng, SeedableRng};

use super::choice::Candidate;
use super::entry::ENTRY;
use super::path::Path;
use super::policy::Policy;
use super::search::{Guide, Search};
use super::settings::Settings;
use super::shared::SharedTree;
use super::tree::Tree;
use crate::evaluator::suits;
use crate::strategy::lookup::Lookup;
use crate::{Budget, Effort, Evaluator, Meter, Observer, SearchError, SearchRng, Watch};

/// The trees of a search and those who grow them, each in a thread of its own, with what they keep from one
/// decision to the next.
pub(super) struct Forest<'g, G: Game> {
    /// One that all workers share, or one for each. None where nothing is kept.
    pub(super) trees: Vec<Option<Tree<G>>>,
    pub(super) workers: Vec<Worker<'g, G>>,
    /// Whether threads on one tree waited for it so long that each would do better with a tree of its own.
    pub(super) crowded: bool,
}

/// What a thread knows for itself.
pub(super) struct Worker<'g, G: Game> {
    pub(super) guide: Guide<'g, G>,
    /// The best line of play found so far, if a role plays alone.
    pub(super) path: Option<Path<G>>,
}

/// What the search of one tree came to.
#[derive(Debug)]
pub(super) struct Findings<M> {
    pub(super) moves: Vec<Candidate<M>>,
    pub(super) solved: bool,
    pub(super) effort: Effort,
    pub(super) remark: Option<String>,
}

/// What a tree has of a search.
struct Share {
    /// Bytes that the tree may take, with what its workers keep beside it.
    memory: usize,
    /// Whether nothing is left to find, or a worker has failed.
    ended: Arc<AtomicBool>,
}

/// A tree that was grown, unless it is not to be kept, and what its search came to.
struct Grown<G: Game> {
    tree: Option<Tree<G>>,
    findings: Findings<G::Move>,
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

impl<G: Game> Question<'_, G> {
    /// A tree whose root is the state to decide in: the one of the last search, if that is found there.
    fn tree(&self, kept: Option<Tree<G>>, meter: &Meter) -> Tree<G> {
        let Self { game, settings, state, role, .. } = *self;
        let kept = kept.filter(|tree| settings.reuse && tree.spite.serves(role));
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

impl<'g, G: Game> Forest<'g, G> {
    /// No trees yet, and a worker for each thread, each with an evaluator of its own.
    pub(super) fn new(settings: &Settings, evaluator: impl Fn() -> Box<dyn Evaluator<G> + 'g>) -> Self {
        let worker = |_| {
            let guide = Guide { policy: Policy::new(settings.policy), evaluator: evaluator() };
            Worker { guide, path: None }
        };
        let workers = (0..settings.threads).map(worker).collect();
        Self { trees: Vec::new(), workers, crowded: false }
    }

    /// Searches with all workers on one tree, or on one each, from what is left of the last search if there
    /// is anything; what each tree came to. After an error nothing is left.
    ///
    /// Each tree has chance and a share of the playouts and of the memory of its own. Workers who wait too
    /// long for their one tree [may part](Settings::may_part). The observer sees the first tree, and is told
    /// how often the others were simulated in.
    pub(super) fn search(
        &mut self,
        question: Question<'_, G>,
        one_tree: bool,
        meter: &Meter,
        rng: &mut SearchRng,
        mut observer: Watch<'_, G>,
    ) -> Result<Vec<Findings<G::Move>>, SearchError> {
        let Self { trees, workers, crowded } = self;
        let settings = question.settings;
        if settings.judges() {
            suits(ENTRY.name, &workers[0].guide.evaluator, question.game)?;
        }
        let team = if one_tree { workers.len() } else { 1 };
        let count = workers.len() / team;
        let mut kept = std::mem::take(trees);
        kept.resize_with(count, || None);
        let mut parts = (0..).zip(kept.into_iter().zip(workers.chunks_mut(team)));
        let (_, (first, first_team)) = parts.next().expect("a strategy has a worker");
        let share = Share { memory: settings.memory / count, ended: Arc::default() };
        // Where a seed is to give the same decision again, a tree does not end when another one happens to
        // be proven.
        let Budget { playouts, nodes, .. } = meter.budget();
        let together = playouts.is_none() && nodes.is_none();
        let grown: Vec<Grown<G>> = std::thread::scope(|scope| {
            let share = &share;
            let running: Vec<_> = parts
                .map(|(number, (kept, team))| {
                    let mut rng = SearchRng::seed_from_u64(rng.next_u64());
                    let meter = meter.share(number, count as u64);
                    scope.spawn(move || {
                        let ended = if together { Arc::clone(&share.ended) } else { Arc::default() };
                        let share = Share { ended, ..*share };
                        ask_while(meter.going_on(), || {
                            grow(kept, team, question, &share, &meter, &mut rng, Watch::none())
                        })
                    })
                })
                .collect();
            let own = meter.share(0, count as u64);
            let mut all = vec![grow(first, first_team, question, share, &own, rng, observer.lend())];
            all.extend(
                running
                    .into_iter()
                    .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
            );
            let all: Vec<Vec<Grown<G>>> = all.into_iter().collect::<Result<_, _>>()?;
            Ok::<_, SearchError>(all.into_iter().flatten().collect())
        })?;
        *crowded |= grown.len() > count;
        let findings: Vec<Findings<G::Move>>;
        (*trees, findings) = grown.into_iter().map(|Grown { tree, findings }| (tree, findings)).unzip();
        if let others @ [_, ..] = &findings[1..] {
            observer.elsewhere(others.iter().map(|findings| findings.effort.simulations).sum());
        }
        Ok(findings)
    }
}

#[cfg(test)]
impl<G: Game> Forest<'_, G> {
    /// One tree from the initial state, without an evaluator: what is left of the search, and what it
    /// came to.
    pub(super) fn grown(
        game: &G,
        settings: &Settings,
        role: usize,
        budget: Budget,
    ) -> (Self, Findings<G::Move>) {
        let mut forest = Self::new(settings, || Box::new(crate::Zero));
        let state = game.initial();
        let question = Question { game, settings, state: &state, role, lookup: None };
        let mut rng = SearchRng::seed_from_u64(3);
        let mut found =
            forest.search(question, true, &Meter::start(budget), &mut rng, Watch::none()).unwrap();
        (forest, found.remove(0))
    }
}

/// What one thread's part in a search came to.
pub(super) struct Part<G: Game> {
    pub(super) error: Option<SearchError>,
    pub(super) meter: Meter,
    pub(super) path: Option<Path<G>>,
    /// Whether a question to the rules was not waited for.
    pub(super) cut_short: bool,
}

/// Searches with a team on one tree, from the one that was kept if there is any; it is kept again unless it
/// has what was not worked out to the end. Where that tree is [crowded](SharedTree::crowded), all but the
/// first of the team go on with trees of their own, which come after it.
fn grow<'g, G: Game>(
    kept: Option<Tree<G>>,
    team: &mut [Worker<'g, G>],
    question: Question<'_, G>,
    share: &Share,
    meter: &Meter,
    rng: &mut SearchRng,
    observer: Watch<'_, G>,
) -> Result<Vec<Grown<G>>, SearchError> {
    let averages = team.iter().map(|worker| worker.guide.policy.averages.bytes()).sum();
    let threads = team.len();
    let may_part = question.settings.may_part();
    let start = question.tree(kept, meter);
    let ended = Arc::clone(&share.ended);
    let shared = SharedTree::new(start, share.memory, threads, may_part, averages, ended, observer);
    let meters: Vec<Meter> =
        (0..).zip(&*team).map(|(number, _)| meter.share(number, threads as u64)).collect();
    let rngs: Vec<SearchRng> =
        team.iter().skip(1).map(|_| SearchRng::seed_from_u64(rng.next_u64())).collect();
    let (mut parts, own_trees) = std::thread::scope(|scope| {
        let mut all = (0..).zip(team.iter_mut().zip(meters));
        let (number, (worker, meter)) = all.next().expect("a tree has a worker");
        let mut first = Search::new(question, &shared, number, worker, meter, rng);
        first.prepare()?;
        let running: Vec<_> = all
            .zip(rngs)
            .map(|((number, (worker, meter)), mut rng)| {
                let shared = &shared;
                scope.spawn(move || {
                    ask_while(meter.going_on(), || {
                        let rest = meter.share(0, 1);
                        let mut part =
                            Search::new(question, shared, number, worker, meter, &mut rng).simulate();
                        worker.path = part.path.take();
                        let goes =
                            part.error.is_none() && shared.crowded() && !shared.ended() && !rest.spent();
                        let own = goes.then(|| {
                            let team = std::slice::from_mut(worker);
                            let share =
                                Share { memory: share.memory / threads, ended: Arc::clone(&share.ended) };
                            grow(None, team, question, &share, &rest, &mut rng, Watch::none())
                        });
                        (part, own)
                    })
                })
            })
            .collect();
        let mut parts = vec![first.simulate()];
        let mut own_trees = Vec::new();
        for thread in running {
            let (part, own) = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            parts.push(part);
            own_trees.extend(own.transpose()?.into_iter().flatten());
        }
        Ok::<_, SearchError>((parts, own_trees))
    })?;
    if let Some(error) = parts.iter_mut().find_map(|part| part.error.take()) {
        return Err(error);
    }
    team[0].path = parts[0].path.take();
    let mut tree = shared.into_tree();
    let mut effort = Effort::default();
    parts.iter().for_each(|part| effort += part.meter.effort);
    let findings = Findings {
        moves: tree.root_candidates(question.role, question.settings),
        solved: tree.solved(),
        effort,
        remark: parts.iter().find_map(|part| part.meter.remark()).map(str::to_owned),
    };
    let tree = Some(tree).filter(|_| parts.iter().all(|part| !part.cut_short));
    let mut grown = vec![Grown { tree, findings }];
    grown.extend(own_trees);
    Ok(grown)
}

/// What all trees know about each move: proven is what any of them has proven.
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
