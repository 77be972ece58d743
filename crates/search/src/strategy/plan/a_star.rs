use std::cmp::Reverse;
use std::collections::BinaryHeap;

use game::Game;

use super::breadth_first::BreadthFirst;
use super::distance::LeastPlies;
use super::expansion::Expansion;
use super::iterative_deepening::IterativeDeepening;
use super::method::{Method, Standing};
use super::quest::Work;
use super::visited::Visited;

/// A*: states in the order of how many plies a plan through them takes at least, by the plies to the state
/// and by [pattern databases](game::PatternDatabases) in which each move counts once.
///
/// All states are told apart. A state to which a shorter way is found is looked at again. States from which
/// no plan leads to the greatest goal come last. Where no state is left, the best plan is proven to be. Where
/// the memory is full, [iterative deepening](IterativeDeepening) goes on. Of a game that has no such
/// databases, it is breadth-first search.
///
/// Source: P. Hart, N. Nilsson, B. Raphael, *A formal basis for the heuristic determination of minimum cost
/// paths*, IEEE Transactions on Systems Science and Cybernetics 4 (1968).
pub(super) struct AStar<G: Game> {
    /// Bytes that the states and the databases may take.
    memory: usize,
    search: Option<Search<G>>,
}

enum Search<G: Game> {
    Guided(Guided<G>),
    Deepening(IterativeDeepening<G>),
    Layers(BreadthFirst<G>),
}

/// A search that goes by pattern databases.
struct Guided<G: Game> {
    memory: usize,
    bound: LeastPlies,
    visited: Visited<G>,
    /// The plies of the shortest known way to each state.
    plies: Vec<u32>,
    queue: BinaryHeap<Reverse<Place>>,
    /// The states that are expanded together.
    batch: Vec<Place>,
    states: Vec<G::State>,
    expansion: Expansion<G>,
}

/// The place of a state in the order: of those on equally short plans, the nearest to the end comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// The plies of a plan through it to the greatest goal, at least.
    least: u32,
    /// The plies to it, when it was given the place.
    plies: Reverse<u32>,
    number: u32,
}

/// As many states as are taken from the queue at a time.
const TOGETHER: usize = 32;

impl<G: Game> AStar<G> {
    const NAME: &str = "A*";

    pub(super) fn new(memory: usize) -> Self {
        Self { memory, search: None }
    }
}

impl<G: Game> Method<G> for AStar<G> {
    /// Few methods find shortest plans.
    fn share(&self) -> f64 {
        8.0
    }

    fn work(&mut self, work: &mut Work<'_, G>) -> Standing {
        let search = match &mut self.search {
            Some(search) => search,
            None => match LeastPlies::of(work, self.memory) {
                Err(_) => return Standing::Working,
                Ok((bound, memory)) if bound.has_databases() => {
                    let guided = Guided::new(work.game, &work.quest.root, bound, memory);
                    self.search.insert(Search::Guided(guided))
                }
                Ok(_) => self.search.insert(Search::Layers(BreadthFirst::new(true, self.memory))),
            },
        };
        let standing = match search {
            Search::Guided(guided) => guided.work(work),
            Search::Deepening(deepening) => deepening.work(work),
            Search::Layers(layers) => layers.work(work),
        };
        match search {
            Search::Guided(guided) if standing == Standing::Finished => match guided.least_of_rest() {
                None => Standing::Finished,
                Some(least) => {
                    let (bound, memory) = (guided.bound.clone(), guided.memory);
                    let root = &work.quest.root;
                    *search =
                        Search::Deepening(IterativeDeepening::from(work.game, root, bound, least, memory));
                    Standing::Working
                }
            },
            _ => standing,
        }
    }
}

impl<G: Game> Guided<G> {
    fn new(game: &G, root: &G::State, mut bound: LeastPlies, memory: usize) -> Self {
        let least = bound.through(game, root, 0);
        let first = Place { least, plies: Reverse(0), number: 0 };
        Self {
            memory,
            bound,
            visited: Visited::new(game, root),
            plies: vec![0],
            queue: BinaryHeap::from([Reverse(first)]),
            batch: Vec::new(),
            states: Vec::new(),
            expansion: Expansion::new(),
        }
    }

    /// The next place of a state to which no shorter way has been found since.
    fn first(&mut self) -> Option<Place> {
        while let Some(&Reverse(place)) = self.queue.peek() {
            if place.plies.0 == self.plies[place.number as usize] {
                return Some(place);
            }
            self.queue.pop();
        }
        None
    }

    /// The plies of a plan to the greatest goal through the states that are left, at least; none if no such
    /// plan is.
    fn least_of_rest(&mut self) -> Option<u32> {
        self.first().map(|first| first.least).filter(|&least| least != LeastPlies::NEVER)
    }

    /// Takes the states to expand next: of the first ones, all are on equally short plans.
    fn take_batch(&mut self, most: usize) {
        self.batch.clear();
        while self.batch.len() < most
            && let Some(first) = self.first()
            && self.batch.first().is_none_or(|other| other.least == first.least)
        {
            self.queue.pop();
            self.batch.push(first);
        }
    }

    fn bytes(&self) -> usize {
        let queue = self.queue.capacity() * size_of::<Place>();
        self.visited.bytes() + queue + self.plies.capacity() * size_of::<u32>()
    }

    fn work(&mut self, work: &mut Work<'_, G>) -> Standing {
        let game = work.game;
        let greatest = f64::from(*game.goal_range().end());
        while !work.over() {
            match self.first() {
                None => {
                    work.quest.close();
                    return Standing::Finished;
                }
                Some(Place { least: LeastPlies::NEVER, .. }) => work.quest.bound(greatest - 1.0),
                Some(Place { least, .. }) => work.quest.bound_plies(greatest, least as usize),
            }
            if work.over() {
                break;
            }
            self.take_batch(self.expansion.states_together(game).min(TOGETHER));
            if !self.expand_batch(work) {
                // They are expanded again.
                self.queue.extend(self.batch.drain(..).map(Reverse));
                return Standing::Working;
            }
            if self.bytes() > self.memory {
                return Standing::Finished;
            }
        }
        Standing::Working
    }

    /// Looks at all children of the states that were taken; false if that was interrupted.
    fn expand_batch(&mut self, work: &mut Work<'_, G>) -> bool {
        let game = work.game;
        self.visited.states(game, self.batch.iter().map(|place| place.number), &mut self.states);
        let mut expansion = std::mem::replace(&mut self.expansion, Expansion::new());
        let expanded = expansion.expand(game, &self.states, work.meter);
        if expanded {
            let most_plies = work.quest.most_plies();
            for child in expansion.children() {
                let Place { number: parent, plies: Reverse(plies), .. } = self.batch[child.parent];
                let plies = plies + 1;
                if let Some(goal) = child.goal {
                    if work.quest.is_better(goal, || plies as usize) {
                        work.offer(self.visited.way_through(parent, child.mov), AStar::<G>::NAME);
                    }
                    continue;
                }
                let least = self.bound.through(game, child.state, plies);
                if least as usize <= most_plies {
                    self.come_to(
                        game,
                        child.state,
                        (parent, child.mov),
                        Place { least, plies: Reverse(plies), number: 0 },
                    );
                }
            }
        }
        self.expansion = expansion;
        // A plan may not have been played to its end.
        expanded && !work.meter.cut_short()
    }

    /// Gives a state its place, if it is new or has been come to in fewer plies than before.
    fn come_to(&mut self, game: &G, state: &G::State, (parent, mov): (u32, G::Move), place: Place) {
        let Some((number, is_new)) = self.visited.insert(game, state, parent, Some(mov)) else { return };
        let Reverse(plies) = place.plies;
        if is_new {
            self.plies.push(plies);
        } else if plies < self.plies[number as usize] {
            self.plies[number as usize] = plies;
            self.visited.come_by(number, parent, mov);
        } else {
            return;
        }
        self.queue.push(Reverse(Place { number, ..place }));
    }
}
