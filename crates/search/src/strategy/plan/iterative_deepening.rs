use std::cmp::Reverse;
use std::hash::{BuildHasher, Hash};

use game::Game;
use rustc_hash::FxBuildHasher;

use super::distance::LeastPlies;
use super::expansion::Expansion;
use super::method::{Method, Standing};
use super::quest::Work;

/// Iterative deepening A*: looks at all plans of at most so many plies, depth first, and then at those of
/// more, by the same lower bound as [A*](super::a_star::AStar).
///
/// It keeps the states on its way and a table of states that it has come to, in which a new one takes the
/// place of an older one. So it goes on where A* has no memory left, and looks at some states many times. Of
/// what pays less than the greatest goal it proves nothing.
///
/// Sources: R. Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, Artificial
/// Intelligence 27 (1985); the table: A. Reinefeld, T. Marsland, *Enhanced iterative-deepening search*, IEEE
/// Transactions on Pattern Analysis and Machine Intelligence 16 (1994).
pub(super) struct IterativeDeepening<G: Game> {
    /// Bytes that the table and the databases may take.
    memory: usize,
    search: Option<Search<G>>,
}

struct Search<G: Game> {
    bound: LeastPlies,
    /// Plans of more plies have to wait.
    most: u32,
    /// The plies of the shortest plan that has to wait, at least.
    next_most: u32,
    /// The way to the states that are looked at.
    layers: Vec<Layer<G>>,
    known: Table<G::State>,
    states: Vec<G::State>,
    expansion: Expansion<G>,
}

/// States that were expanded together, all as many plies from the root, and those of their children that have
/// not been expanded.
struct Layer<G: Game> {
    expanded: Vec<Node<G>>,
    open: Vec<Node<G>>,
}

struct Node<G: Game> {
    state: G::State,
    /// The place of the state before it among the expanded ones of its layer, and the move from there; the
    /// root has none.
    step: Option<(usize, G::Move)>,
    /// The plies of a plan through it, at least.
    least: u32,
}

/// As many states as are expanded at a time.
const TOGETHER: usize = 32;

impl<G: Game> IterativeDeepening<G> {
    const NAME: &str = "iterative deepening A*";

    pub(super) fn new(memory: usize) -> Self {
        Self { memory, search: None }
    }

    /// One that goes on where it is known that a plan takes at least so many plies.
    pub(super) fn from(game: &G, root: &G::State, bound: LeastPlies, least: u32, memory: usize) -> Self {
        Self { memory, search: Some(Search::new(game, root, bound, least, memory)) }
    }
}

impl<G: Game> Method<G> for IterativeDeepening<G> {
    fn work(&mut self, work: &mut Work<'_, G>) -> Standing {
        let search = match &mut self.search {
            Some(search) => search,
            None => {
                let Ok((mut bound, memory)) = LeastPlies::of(work, self.memory) else {
                    return Standing::Working;
                };
                let (game, root) = (work.game, &work.quest.root);
                let least = bound.through(game, root, 0);
                self.search.insert(Search::new(game, root, bound, least, memory))
            }
        };
        search.work(work)
    }
}

impl<G: Game> Search<G> {
    fn new(game: &G, root: &G::State, bound: LeastPlies, least: u32, memory: usize) -> Self {
        Self {
            bound,
            most: 0,
            next_most: least,
            layers: Vec::new(),
            known: Table::new(memory / (Table::<G::State>::PLACE + game.heap_bytes(root))),
            states: Vec::new(),
            expansion: Expansion::new(),
        }
    }

    fn work(&mut self, work: &mut Work<'_, G>) -> Standing {
        let greatest = f64::from(*work.game.goal_range().end());
        while !work.over() {
            match self.layers.last() {
                Some(layer) if layer.open.is_empty() => _ = self.layers.pop(),
                Some(_) => {
                    if !self.expand_batch(work) {
                        return Standing::Working;
                    }
                }
                None if self.next_most == LeastPlies::NEVER => {
                    work.quest.bound(greatest - 1.0);
                    return Standing::Finished;
                }
                None => {
                    self.deepen(&work.quest.root);
                    work.quest.bound_plies(greatest, self.most as usize);
                }
            }
        }
        Standing::Working
    }

    /// Begins to look at plans of more plies.
    fn deepen(&mut self, root: &G::State) {
        self.most = std::mem::replace(&mut self.next_most, LeastPlies::NEVER);
        let root = Node { state: root.clone(), step: None, least: self.most };
        self.layers.push(Layer { expanded: Vec::new(), open: vec![root] });
    }

    /// Expands states of the last layer, which become a layer with their children; false if that was
    /// interrupted, and all is as before.
    fn expand_batch(&mut self, work: &mut Work<'_, G>) -> bool {
        let Self { layers, states, expansion, .. } = self;
        let Some(Layer { open, .. }) = layers.last_mut() else { return true };
        let together = expansion.states_together(work.game).min(TOGETHER).min(open.len());
        let expanded = open.split_off(open.len() - together);
        states.clear();
        states.extend(expanded.iter().map(|node| node.state.clone()));
        let done = expansion.expand(work.game, states, work.meter);
        layers.push(Layer { expanded, open: Vec::new() });
        let done = done && self.offer_plans(work);
        if done {
            self.open_children(work.game);
        } else if let (Some(undone), Some(layer)) = (self.layers.pop(), self.layers.last_mut()) {
            layer.open.extend(undone.expanded);
        }
        done
    }

    /// Takes the plans that end with the last expansion; false if one may not have been played to its end.
    fn offer_plans(&self, work: &mut Work<'_, G>) -> bool {
        for child in self.expansion.children() {
            let plies = self.layers.len() - 1;
            if child.goal.is_some_and(|goal| work.quest.is_better(goal, || plies)) {
                work.offer(way(&self.layers, (child.parent, child.mov)), IterativeDeepening::<G>::NAME);
            }
        }
        !work.meter.cut_short()
    }

    /// Those children of the last expansion that may be on a plan of so many plies are to be expanded.
    fn open_children(&mut self, game: &G) {
        let Self { bound, most, next_most, layers, known, expansion, .. } = self;
        let plies = layers.len() as u32 - 1;
        let Some(Layer { open, .. }) = layers.last_mut() else { return };
        for child in expansion.children().filter(|child| child.goal.is_none()) {
            let least = bound.through(game, child.state, plies);
            if least > *most {
                *next_most = least.min(*next_most);
            } else if known.come_to(child.state, plies, *most) {
                let step = Some((child.parent, child.mov));
                open.push(Node { state: child.state.clone(), step, least });
            }
        }
        // Those on the shortest plans come first, from the end.
        open.sort_by_key(|node| Reverse(node.least));
    }
}

/// The moves from the root through a state of the last layer that was expanded.
fn way<G: Game>(layers: &[Layer<G>], last: (usize, G::Move)) -> Vec<G::Move> {
    let mut moves = Vec::with_capacity(layers.len());
    let mut step = Some(last);
    for layer in layers.iter().rev() {
        let Some((place, mov)) = step else { break };
        moves.push(mov);
        step = layer.expanded[place].step;
    }
    moves.reverse();
    moves
}

/// States that a search has come to, as many as there are places for.
struct Table<S> {
    places: Vec<Option<Known<S>>>,
    filled: usize,
    most_places: usize,
}

#[derive(Clone)]
struct Known<S> {
    state: S,
    /// In how few plies it was come to.
    plies: u32,
    /// When plans of so many plies were looked at.
    most: u32,
}

impl<S: Clone + Eq + Hash> Table<S> {
    /// Bytes of a place, without those that a state has on the heap.
    const PLACE: usize = size_of::<Option<Known<S>>>();

    fn new(most_places: usize) -> Self {
        Self { places: vec![None], filled: 0, most_places }
    }

    /// Notes that a state has been come to in so many plies, when plans of at most so many were looked at.
    /// False if it had been before, then too, and in no more plies.
    fn come_to(&mut self, state: &S, plies: u32, most: u32) -> bool {
        if 2 * self.filled > self.places.len() && 2 * self.places.len() <= self.most_places {
            let larger = vec![None; 2 * self.places.len()];
            self.filled = 0;
            for known in std::mem::replace(&mut self.places, larger).into_iter().flatten() {
                self.put(known);
            }
        }
        let known = &self.places[self.place_of(state)];
        let known = known.as_ref().filter(|known| known.most == most && known.state == *state);
        let is_new = known.is_none_or(|known| plies < known.plies);
        if is_new {
            self.put(Known { state: state.clone(), plies, most });
        }
        is_new
    }

    /// Puts a state in the place of another one.
    fn put(&mut self, known: Known<S>) {
        let place = self.place_of(&known.state);
        self.filled += usize::from(self.places[place].replace(known).is_none());
    }

    fn place_of(&self, state: &S) -> usize {
        let hash = FxBuildHasher.hash_one(state);
        ((u128::from(hash) * self.places.len() as u128) >> u64::BITS) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_known_as_long_as_the_same_plans_are_looked_at_and_no_shorter_way_leads_to_it() {
        let mut table = Table::new(1_000);
        assert!(table.come_to(&7, 5, 10));
        assert_eq!([5, 6, 4, 4].map(|plies| table.come_to(&7, plies, 10)), [false, false, true, false]);
        assert!(table.come_to(&7, 4, 11));
    }

    #[test]
    fn a_table_has_no_more_places_than_it_may_and_forgets_older_states() {
        let mut table = Table::new(100);
        assert!((0..1_000).all(|state| table.come_to(&state, 1, 1)));
        assert_eq!(table.places.len(), 64);
        assert!(!table.come_to(&999, 1, 1), "the last one is known");
        assert!((0..1_000).any(|state| table.come_to(&state, 1, 1)), "others are not");
    }
}
