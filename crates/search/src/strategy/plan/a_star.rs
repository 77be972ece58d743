use std::cmp::Reverse;
use std::collections::BinaryHeap;

use game::{Counting, Game, Interrupt, PatternDatabases};

use super::breadth_first::BreadthFirst;
use super::distance::pattern_databases;
use super::expansion::Expansion;
use super::method::{Method, Standing};
use super::quest::Work;
use super::visited::Visited;

/// A*: states in the order of how many plies a plan through them takes at least, by the plies to the state and by [pattern databases](PatternDatabases) in which each move counts once.
///
/// All states are told apart. A state to which a shorter way is found is looked at again. States from which no plan leads to the greatest goal come last. Where no state is left, the best plan is proven
/// to be. Of a game that has no such databases, it is breadth-first search.
///
/// Source: P. Hart, N. Nilsson, B. Raphael, *A formal basis for the heuristic determination of minimum cost paths*, IEEE Transactions on Systems Science and Cybernetics 4 (1968).
pub(super) struct AStar<G: Game> {
    /// Bytes that the states and the databases may take.
    memory: usize,
    search: Option<Search<G>>,
}

enum Search<G: Game> {
    Guided(Guided<G>),
    Layers(BreadthFirst<G>),
}

/// A search that goes by pattern databases.
struct Guided<G: Game> {
    memory: usize,
    databases: PatternDatabases,
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

/// No plan leads to the greatest goal.
const NEVER: u32 = u32::MAX;

/// As many states as are taken from the queue at a time.
const TOGETHER: usize = 32;

/// The databases have one in so many bytes.
const SHARE_OF_DATABASES: usize = 4;

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
            None => {
                let (game, root, going_on) = (work.game, &work.quest.root, work.going_on_beyond_slice());
                let interrupt = Interrupt::unless(&going_on);
                let memory = self.memory / SHARE_OF_DATABASES;
                let Ok(found) = pattern_databases(game, root, memory, Counting::Once, &interrupt) else {
                    return Standing::Working;
                };
                self.search.insert(match found {
                    Some(databases) => {
                        Search::Guided(Guided::new(game, root, databases, self.memory - memory))
                    }
                    None => Search::Layers(BreadthFirst::new(true, self.memory)),
                })
            }
        };
        match search {
            Search::Guided(search) => search.work(work),
            Search::Layers(search) => search.work(work),
        }
    }
}

impl<G: Game> Guided<G> {
    fn new(game: &G, root: &G::State, databases: PatternDatabases, memory: usize) -> Self {
        let mut search = Self {
            memory,
            databases,
            visited: Visited::new(game, root),
            plies: vec![0],
            queue: BinaryHeap::new(),
            batch: Vec::new(),
            states: Vec::new(),
            expansion: Expansion::new(),
        };
        let least = search.least_plies(game, root, 0);
        search.queue.push(Reverse(Place { least, plies: Reverse(0), number: 0 }));
        search
    }

    /// How many plies a plan to the greatest goal takes at least, through a state to which so many lead.
    fn least_plies(&mut self, game: &G, state: &G::State, plies: u32) -> u32 {
        let further =
            game.planning().map_or(Some(1), |planning| self.databases.of_state(planning.bits(state)));
        // The game is not over yet.
        further.map_or(NEVER, |further| plies + further.max(1))
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
                Some(Place { least: NEVER, .. }) => work.quest.bound(greatest - 1.0),
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
                let least = self.least_plies(game, child.state, plies);
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
