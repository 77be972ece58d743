use std::cmp::Reverse;
use std::collections::BinaryHeap;

use game::Game;

use super::distance::Distance;
use super::expansion::Expansion;
use super::method::{Method, Standing};
use super::novelty::Novelty;
use super::quest::Work;
use super::visited::Visited;

/// Best-first search, guided by the [distance](Distance) from the goal and by [novelty](Novelty).
///
/// First *best-first width search*: what is new comes first, and of that what is near the goal; every other
/// state is taken by its distance alone, so that neither leads the search astray. States that differ only in
/// what no move has an influence on count as one, and so do states that are alike up to a symmetry. If that
/// comes to an end without a plan, weighted A* follows (the plies so far and three times the distance, then
/// the plies and the distance), in which all states are told apart: a long way to a state may leave too few
/// plies. So it does where the memory is full.
///
/// Sources: N. Lipovetzky, H. Geffner, *Best-first width search: exploration and exploitation in classical
/// planning*, AAAI (2017); several queues in turn: M. Helmert, *The Fast Downward planning system*, JAIR 26
/// (2006); weights: I. Pohl, *Heuristic search viewed as path finding in a graph*, Artificial Intelligence
/// 1 (1970).
pub(super) struct BestFirst<G: Game> {
    /// Bytes that the states may take.
    memory: usize,
    distance: Option<Distance>,
    search: Option<Search<G>>,
    states: Vec<G::State>,
    expansion: Expansion<G>,
}

struct Search<G: Game> {
    /// Which of the searches it is.
    weight: Weight,
    visited: Visited<G>,
    /// For each state how far it is from the goal, its plies, and whether it has been expanded.
    notes: Vec<Note>,
    novelty: Option<Novelty>,
    /// States by their ranks, the least first, and of equals the first found by novelty, the last found by
    /// distance: there it goes deep before it goes wide.
    queues: [Queue; 2],
    /// Whose turn it is.
    turn: usize,
}

type Queue = BinaryHeap<Reverse<(u64, u32)>>;

#[derive(Clone, Copy)]
struct Note {
    distance: u32,
    plies: u32,
    expanded: bool,
}

/// What a search goes by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    Novelty,
    /// So many times the distance, and the plies.
    Plies(u32),
}

/// As many states as are taken from a queue at a time.
const TOGETHER: usize = 8;

impl<G: Game> BestFirst<G> {
    const NAME: &str = "best-first search";

    pub(super) fn new(memory: usize) -> Self {
        Self { memory, distance: None, search: None, states: Vec::new(), expansion: Expansion::new() }
    }
}

impl Weight {
    fn next(self) -> Option<Self> {
        match self {
            Self::Novelty => Some(Self::Plies(3)),
            Self::Plies(3) => Some(Self::Plies(1)),
            Self::Plies(_) => None,
        }
    }
}

impl<G: Game> Search<G> {
    fn new(game: &G, root: &G::State, weight: Weight, distance: u32, memory: usize) -> Self {
        let novel = weight == Weight::Novelty;
        let clock = game.planning().filter(|_| novel).map_or_else(Vec::new, game::Planning::clock);
        let mut search = Self {
            weight,
            visited: if novel { Visited::alike(game, root, &clock) } else { Visited::new(game, root) },
            notes: Vec::new(),
            novelty: Novelty::of(game, root, memory / 4).filter(|_| novel),
            queues: [Queue::new(), Queue::new()],
            turn: 0,
        };
        search.note(0, Note { distance, plies: 0, expanded: false }, 1);
        search
    }

    /// Puts a new state into the queues.
    fn note(&mut self, number: u32, note: Note, novelty: u8) {
        self.notes.push(note);
        let distance = u64::from(note.distance);
        match self.weight {
            Weight::Novelty => {
                self.queues[0].push(Reverse((u64::from(novelty) << 32 | distance, number)));
                self.queues[1].push(Reverse((distance, !number)));
            }
            Weight::Plies(weight) => {
                let rank = u64::from(note.plies) + u64::from(weight) * distance;
                self.queues[1].push(Reverse((rank, !number)));
            }
        }
    }

    /// Takes the states to expand next.
    fn take(&mut self, most: usize) -> Vec<u32> {
        let mut numbers = Vec::new();
        // One queue may be empty, as nothing is taken out of the other.
        for _ in 0..self.queues.len() {
            let last_first = self.turn == 1;
            let queue = &mut self.queues[self.turn];
            self.turn = (self.turn + 1) % 2;
            while numbers.len() < most
                && let Some(Reverse((_, number))) = queue.pop()
            {
                let number = if last_first { !number } else { number };
                if !std::mem::replace(&mut self.notes[number as usize].expanded, true) {
                    numbers.push(number);
                }
            }
            if !numbers.is_empty() {
                break;
            }
        }
        numbers
    }

    fn bytes(&self) -> usize {
        let queues: usize = self.queues.iter().map(|queue| queue.capacity() * size_of::<(u64, u32)>()).sum();
        let novelty = self.novelty.as_ref().map_or(0, Novelty::bytes);
        self.visited.bytes() + novelty + queues + self.notes.capacity() * size_of::<Note>()
    }
}

impl<G: Game> Method<G> for BestFirst<G> {
    fn work(&mut self, work: &mut Work<'_, G>) -> Standing {
        let game = work.game;
        let Self { memory, distance, search: current, states, expansion } = self;
        let distance = distance.get_or_insert_with(|| Distance::of(game, &work.quest.root));
        let from_root = distance.from(game, &work.quest.root);
        let begin = |root: &G::State, weight| Search::new(game, root, weight, from_root, *memory);
        let search = current.get_or_insert_with(|| begin(&work.quest.root, Weight::Novelty));
        while !work.over() {
            let numbers = search.take(expansion.states_together(game).min(TOGETHER));
            if numbers.is_empty() {
                let Some(weight) = search.weight.next() else { return Standing::Finished };
                *search = begin(&work.quest.root, weight);
                continue;
            }
            search.visited.states(game, numbers.iter().copied(), states);
            if !expansion.expand(game, states, work.meter) {
                return Standing::Working;
            }
            let most_plies = work.quest.most_plies();
            for child in expansion.children() {
                let parent = numbers[child.parent];
                if let Some(goal) = child.goal {
                    if work.quest.is_better(goal, || search.visited.plies(parent) + 1) {
                        work.offer(search.visited.way_through(parent, child.mov), Self::NAME);
                    }
                    continue;
                }
                // Of a plan that goes on through it, one more ply is known.
                if search.notes[parent as usize].plies as usize + 2 > most_plies {
                    continue;
                }
                let Some(number) = search.visited.add(game, child.state, parent, Some(child.mov)) else {
                    continue;
                };
                let before = search.notes[parent as usize];
                let far = distance.from(game, child.state);
                let novelty = match (&mut search.novelty, game.planning()) {
                    (Some(novelty), Some(planning)) => {
                        let parent = &states[child.parent];
                        let as_far = (before.distance == far).then(|| planning.bits(parent));
                        novelty.see(planning.bits(child.state), far, as_far)
                    }
                    _ => Novelty::OLD,
                };
                search.note(
                    number,
                    Note { distance: far, plies: before.plies + 1, expanded: false },
                    novelty,
                );
                work.quest.approach(far, || search.visited.way(number));
            }
            if search.bytes() > *memory {
                let next = search.weight.next();
                *current = None;
                let Some(weight) = next else { return Standing::Finished };
                *current = Some(begin(&work.quest.root, weight));
                return Standing::Working;
            }
        }
        Standing::Working
    }
}
