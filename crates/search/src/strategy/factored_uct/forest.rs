use game::Choices;
use rand::RngExt;
use rustc_hash::FxHashMap;

use super::parts::Parts;
use crate::SearchRng;

/// The trees of a search.
///
/// A node is what one part of the game is in a state, and has statistics of each thing that each role can do
/// in it; equal nodes are one node, however they were reached. Nodes do not know their children, as these
/// depend on what is done in the other parts only as far as shared fluents do: whoever goes down the trees
/// looks the nodes of each state up.
#[derive(Debug)]
pub(super) struct Forest<M> {
    numbers: FxHashMap<(u64, u64), u32>,
    nodes: Vec<Node<M>>,
    arms: usize,
}

/// What a part of the game is in some states.
#[derive(Debug)]
struct Node<M> {
    /// What each role can do; nothing for chance.
    arms: Box<[Box<[Arm<M>]>]>,
}

/// Something that a role can do in a part, and what came of it.
#[derive(Clone, Debug)]
pub(super) struct Arm<M> {
    /// One of the moves that do it.
    pub(super) mov: M,
    /// The number of the action.
    pub(super) action: u32,
    /// How often it was chosen.
    visits: u32,
    /// The sum of the role's payoffs, the goal range being 0 to 1.
    sum: f64,
}

impl<M> Arm<M> {
    pub(super) fn new(mov: M, action: u32) -> Self {
        Self { mov, action, visits: 0, sum: 0.0 }
    }

    fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.sum / f64::from(self.visits))
    }
}

/// The place of an arm: a node, a role, and which of the role's arms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    node: u32,
    role: u32,
    arm: u32,
}

/// By what an arm is chosen.
#[derive(Clone, Copy)]
pub(super) enum Choose {
    /// The greatest upper confidence bound with this constant, the goal range being 0 to 1.
    Bound(f64),
    /// The most visits.
    Visits,
}

impl<M: Copy + Eq + std::hash::Hash> Forest<M> {
    pub(super) fn new() -> Self {
        Self { numbers: FxHashMap::default(), nodes: Vec::new(), arms: 0 }
    }

    /// How many nodes there are.
    #[cfg(test)]
    pub(super) fn size(&self) -> usize {
        self.nodes.len()
    }

    /// About how many bytes the nodes take.
    pub(super) fn bytes(&self) -> usize {
        let node = size_of::<Node<M>>() + size_of::<((u64, u64), u32)>() * 2;
        self.nodes.len() * node + self.arms * size_of::<Arm<M>>()
    }

    /// Replaces the content of `nodes` by those with these keys. False if one is missing.
    pub(super) fn find(&self, keys: &[(u64, u64)], nodes: &mut Vec<u32>) -> bool {
        nodes.clear();
        nodes.extend(keys.iter().map_while(|key| self.numbers.get(key)));
        nodes.len() == keys.len()
    }

    /// Adds the missing ones of the nodes with these keys, which are those of a state with these choices.
    pub(super) fn add(
        &mut self,
        parts: &Parts<M>,
        keys: &[(u64, u64)],
        choices: &Choices<M>,
        chance: Option<usize>,
    ) {
        for (tree, &key) in keys.iter().enumerate() {
            let number = self.nodes.len() as u32;
            if self.numbers.contains_key(&key) {
                continue;
            }
            let arms_of =
                |role| if chance == Some(role) { Vec::new() } else { parts.arms(tree, role, choices) };
            let arms: Box<[Box<[Arm<M>]>]> =
                (0..choices.each().count()).map(|role| arms_of(role).into_boxed_slice()).collect();
            self.arms += arms.iter().map(|arms| arms.len() + 1).sum::<usize>();
            self.nodes.push(Node { arms });
            self.numbers.insert(key, number);
        }
    }

    /// The move that a role chooses in a state with these nodes, one a tree; adds the places of what it
    /// chose. None if nobody chooses for the role.
    pub(super) fn choose(
        &self,
        parts: &Parts<M>,
        nodes: &[u32],
        role: usize,
        by: Choose,
        rng: &mut SearchRng,
        places: &mut Vec<Place>,
    ) -> Option<M> {
        if !parts.is_product() {
            let (place, arm) = self.best(nodes, role, by, rng)?;
            places.push(place);
            return Some(arm.mov);
        }
        let mut chosen = Vec::with_capacity(nodes.len());
        for node in nodes {
            let (place, arm) = self.best(std::slice::from_ref(node), role, by, rng)?;
            places.push(place);
            chosen.push((arm.action, arm.mov));
        }
        Some(parts.combined(role, &chosen))
    }

    /// The best arm of a role in some nodes; none if it has none.
    fn best(&self, nodes: &[u32], role: usize, by: Choose, rng: &mut SearchRng) -> Option<(Place, &Arm<M>)> {
        let arms = || {
            nodes.iter().flat_map(move |&node| {
                let arms = (0..).zip(self.nodes[node as usize].arms[role].iter());
                arms.map(move |(arm, known)| (Place { node, role: role as u32, arm }, known))
            })
        };
        let new = arms().filter(|(_, arm)| arm.visits == 0).count();
        match by {
            // Where several choose together, each in an order of its own, all pairs of what they can do are
            // equally likely to come first.
            Choose::Bound(_) if new > 0 => {
                arms().filter(|(_, arm)| arm.visits == 0).nth(rng.random_range(0..new))
            }
            Choose::Bound(c) => {
                let visits: f64 = arms().map(|(_, arm)| f64::from(arm.visits)).sum();
                let width = c * visits.ln().max(0.0).sqrt();
                greatest(arms(), |arm| {
                    (arm.sum + width * f64::from(arm.visits).sqrt()) / f64::from(arm.visits)
                })
            }
            Choose::Visits => greatest(arms(), |arm| f64::from(arm.visits) + arm.mean().unwrap_or(0.0) / 2.0),
        }
    }

    /// Counts a choice whose outcome is not known yet, as a loss until it is.
    pub(super) fn begin(&mut self, places: &[Place]) {
        places.iter().for_each(|&place| self.arm(place).visits += 1);
    }

    /// Adds the outcome of a choice that was begun; `worth` is each role's payoff.
    pub(super) fn complete(&mut self, places: &[Place], worth: &[f64]) {
        places.iter().for_each(|&place| self.arm(place).sum += worth[place.role as usize]);
    }

    /// Takes back a choice that was begun.
    pub(super) fn abandon(&mut self, places: &[Place]) {
        places.iter().for_each(|&place| self.arm(place).visits -= 1);
    }

    fn arm(&mut self, Place { node, role, arm }: Place) -> &mut Arm<M> {
        &mut self.nodes[node as usize].arms[role as usize][arm as usize]
    }

    /// How often what is at a place was chosen.
    pub(super) fn visits(&self, place: Place) -> u32 {
        self.at(place).visits
    }

    /// What came of what is at a place on the average, the goal range being 0 to 1; none if it was
    /// never chosen.
    pub(super) fn mean(&self, place: Place) -> Option<f64> {
        self.at(place).mean()
    }

    fn at(&self, Place { node, role, arm }: Place) -> &Arm<M> {
        &self.nodes[node as usize].arms[role as usize][arm as usize]
    }
}

/// The first of those with the greatest value.
fn greatest<'m, M>(
    arms: impl Iterator<Item = (Place, &'m Arm<M>)>,
    value: impl Fn(&Arm<M>) -> f64,
) -> Option<(Place, &'m Arm<M>)> {
    let mut best: Option<(f64, (Place, &Arm<M>))> = None;
    for (place, arm) in arms {
        let value = value(arm);
        if best.as_ref().is_none_or(|(greatest, _)| value > *greatest) {
            best = Some((value, (place, arm)));
        }
    }
    best.map(|(_, arm)| arm)
}
