use game::{Game, InformationState};
use rand::RngExt;
use rustc_hash::FxHashSet;

use super::outlook::Outlook;
use super::{LEFT, Moment, World, agrees_at_last, sees, views_after};
use crate::{Meter, SearchRng};

/// A search for histories that agree with what a role knows: depth-first, with joint moves in random order,
/// and backtracking. A state from which nothing agrees is remembered, so that it is not searched twice.
pub(super) struct Recovery<'s, G: Game> {
    game: &'s G,
    information: &'s InformationState<G::Move>,
    moment: Moment<'s, G::Move>,
    with_views: bool,
    /// States, each after so many plies, from which no history goes on to agree.
    hopeless: FxHashSet<(usize, G::State)>,
    /// Joint moves looked at so far.
    examined: u64,
}

/// What a search came to.
enum Found<G: Game> {
    World(World<G>),
    /// There is no history that agrees.
    Nothing,
    /// The budget ended before.
    OutOfBudget,
}

/// A state on the way, and the order in which its joint moves are tried.
struct Node<G: Game> {
    state: G::State,
    views: Vec<u64>,
    outlook: Option<Outlook<G::Move>>,
    /// Joint moves that are left to try, of which the next one is number `at`, and the next but one `step`
    /// further, cyclically.
    left: u64,
    at: u64,
    step: u64,
}

impl<'s, G: Game> Recovery<'s, G> {
    /// Joint moves that are looked at for the first world at most: as many states are remembered, some
    /// hundred megabytes.
    const MOST: u64 = 1_000_000;
    /// Joint moves that are looked at for all further worlds together.
    const FURTHER: u64 = 20_000;

    pub(super) fn new(
        game: &'s G,
        information: &'s InformationState<G::Move>,
        moment: Moment<'s, G::Move>,
        with_views: bool,
    ) -> Self {
        Self { game, information, moment, with_views, hopeless: FxHashSet::default(), examined: 0 }
    }

    /// At most so many worlds, each found by a search of its own; none at all if no history agrees. Nothing
    /// if the budget ends before one is found.
    pub(super) fn worlds(
        &mut self,
        count: usize,
        meter: &Meter,
        rng: &mut SearchRng,
    ) -> Option<Vec<World<G>>> {
        let first = match self.search(Self::MOST, meter, rng) {
            Found::World(world) => world,
            Found::Nothing => return Some(Vec::new()),
            Found::OutOfBudget => return None,
        };
        let mut worlds = vec![first];
        let (most, hurry) = (self.examined + Self::FURTHER, meter.leaving(LEFT));
        while worlds.len() < count {
            let Found::World(world) = self.search(most, &hurry, rng) else { break };
            worlds.push(world);
        }
        Some(worlds)
    }

    fn search(&mut self, most: u64, meter: &Meter, rng: &mut SearchRng) -> Found<G> {
        let (game, plies) = (self.game, &self.information.plies);
        let views = if self.with_views { vec![0; game.roles()] } else { Vec::new() };
        let mut path = vec![self.node(game.initial(), 0, views, rng)];
        let mut joint = Vec::new();
        while let Some(ply) = path.len().checked_sub(1) {
            let node = &mut path[ply];
            if ply == plies.len() {
                if agrees_at_last(game, &node.state, self.information.role, self.moment) {
                    let Node { state, views, .. } = path.remove(ply);
                    return Found::World(World { state, probability: 1.0, views });
                }
                node.left = 0;
            }
            let next = match &node.outlook {
                Some(outlook) if node.left > 0 => {
                    node.left -= 1;
                    outlook.joint(node.at, &mut joint);
                    node.at =
                        ((u128::from(node.at) + u128::from(node.step)) % u128::from(outlook.count())) as u64;
                    true
                }
                _ => false,
            };
            if meter.interrupted() || self.examined >= most {
                return Found::OutOfBudget;
            }
            if !next {
                let node = path.pop().expect("it was there just now");
                self.hopeless.insert((ply, node.state));
                continue;
            }
            self.examined += 1;
            if !sees(game, &node.state, &joint, self.information.role, &plies[ply].seen) {
                continue;
            }
            let state = game.next(&node.state, &joint);
            if self.hopeless.contains(&(ply + 1, state.clone())) {
                continue;
            }
            let views = views_after(game, &node.state, &joint, &node.views);
            let child = self.node(state, ply + 1, views, rng);
            path.push(child);
        }
        Found::Nothing
    }

    /// The state after so many plies, of which no joint move has been tried.
    fn node(&self, state: G::State, ply: usize, views: Vec<u64>, rng: &mut SearchRng) -> Node<G> {
        let InformationState { role, plies } = self.information;
        let outlook = plies.get(ply).and_then(|seen| Outlook::of(self.game, &state, *role, seen.mov));
        let count = outlook.as_ref().map_or(1, |outlook| outlook.count().max(1));
        // A step without a common divisor with the count comes to all of them.
        let mut step = rng.random_range(1..=count);
        while divisor(step, count) > 1 {
            step = step % count + 1;
        }
        Node { state, views, outlook, left: count, at: rng.random_range(0..count), step }
    }
}

/// The greatest common divisor.
fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { divisor(b, a % b) }
}
