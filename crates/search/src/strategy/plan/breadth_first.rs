use game::{Game, Interrupt, PlyBounds};

use super::expansion::Expansion;
use super::method::{Method, Standing};
use super::quest::Work;
use super::visited::Visited;

/// Breadth-first search: all states that take one ply, then all that take two, each state once. Its first
/// plan of a goal is a shortest one. Once there is no state left, the best plan is proven to be.
///
/// Most puzzles count their plies, so that no state of one ply is one of another. Where the shortest plan is
/// not asked for, a first search takes no notice of what [no move has an influence
/// on](game::Planning::clock), nor of symmetries: a state that is found again later is hardly ever worth
/// more. What such a search has not found is not proven not to be, so another one follows that tells all
/// states apart. It goes on as long as longer plans [may pay more](PlyBounds) than the best.
///
/// States are kept as their fluents. Source: E. F. Moore, *The shortest path through a maze*, Symposium on
/// the Theory of Switching (1959).
pub(super) struct BreadthFirst<G: Game> {
    optimal: bool,
    /// Bytes that the states may take.
    memory: usize,
    /// Of the current search.
    search: Option<Search<G>>,
    /// What long plans pay, where all states are told apart; none if that is not known.
    bounds: Option<Option<PlyBounds>>,
    states: Vec<G::State>,
    expansion: Expansion<G>,
}

struct Search<G: Game> {
    visited: Visited<G>,
    /// The first state that has not been expanded.
    next: usize,
    /// The first state that takes more plies than that.
    next_layer: usize,
    /// How many plies plans have which end with the next move.
    plies: usize,
    /// Whether it tells all states apart.
    exact: bool,
}

impl<G: Game> BreadthFirst<G> {
    const NAME: &str = "breadth-first search";

    pub(super) fn new(optimal: bool, memory: usize) -> Self {
        Self { optimal, memory, search: None, bounds: None, states: Vec::new(), expansion: Expansion::new() }
    }
}

impl<G: Game> Search<G> {
    fn new(game: &G, root: &G::State, exact: bool) -> Self {
        let clock =
            if exact { Vec::new() } else { game.planning().map_or_else(Vec::new, game::Planning::clock) };
        // Without a clock nothing would be gained.
        let exact = clock.iter().all(|&word| word == 0);
        let visited = if exact { Visited::new(game, root) } else { Visited::alike(game, root, &clock) };
        Self { visited, next: 0, next_layer: 0, plies: 0, exact }
    }
}

impl<G: Game> Method<G> for BreadthFirst<G> {
    fn work(&mut self, work: &mut Work<'_, G>) -> Standing {
        let game = work.game;
        let Self { optimal, memory, search: current, bounds, states, expansion } = self;
        let search = current.get_or_insert_with(|| Search::new(game, &work.quest.root, *optimal));
        while !work.over() {
            if search.next == search.visited.len() {
                if search.exact {
                    work.quest.close();
                    return Standing::Finished;
                }
                *search = Search::new(game, &work.quest.root, true);
                continue;
            }
            if search.exact && search.next == search.next_layer {
                let bounds = match bounds {
                    Some(known) => known,
                    None => {
                        let going_on = work.going_on_beyond_slice();
                        let interrupt = Interrupt::unless(&going_on);
                        let planning = game.planning();
                        match planning
                            .map(|planning| planning.ply_bounds(&work.quest.root, &interrupt))
                            .transpose()
                        {
                            Ok(found) => bounds.insert(found.flatten()),
                            Err(_) => return Standing::Working,
                        }
                    }
                };
                (search.next_layer, search.plies) = (search.visited.len(), search.plies + 1);
                work.quest.bound_plies(f64::from(*game.goal_range().start()), search.plies);
                if let Some(bounds) = bounds {
                    work.quest.bound(f64::from(bounds.of_plies(search.plies)));
                }
                continue;
            }
            let end = if search.exact { search.next_layer } else { search.visited.len() };
            let together = expansion.states_together(game).min(end - search.next);
            let numbers = search.next as u32..(search.next + together) as u32;
            search.visited.states(game, numbers.clone(), states);
            if !expansion.expand(game, states, work.meter) {
                return Standing::Working;
            }
            for child in expansion.children() {
                let parent = numbers.start + child.parent as u32;
                match child.goal {
                    Some(goal) if work.quest.is_better(goal, || search.visited.plies(parent) + 1) => {
                        work.offer(search.visited.way_through(parent, child.mov), Self::NAME);
                    }
                    Some(_) => {}
                    None => _ = search.visited.add(game, child.state, parent, Some(child.mov)),
                }
            }
            // A plan may not have been played to its end.
            if work.meter.cut_short() {
                return Standing::Working;
            }
            search.next += together;
            if search.visited.bytes() > *memory {
                *current = None;
                return Standing::Finished;
            }
        }
        Standing::Working
    }
}
