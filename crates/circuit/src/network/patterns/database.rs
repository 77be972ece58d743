use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Interrupted};
use rustc_hash::FxHashMap;

use super::Work;
use super::projection::{Numbers, Projection};

/// How many moves it takes to the goal in some projections together, from each combination of their states.
#[derive(Clone, Debug)]
pub(super) struct Database {
    /// The states of each projection, and what one counts in the number of a combination.
    projections: Vec<(Numbers, u64)>,
    /// The moves for each combination that can be reached, and from which the goal can be.
    moves: Combinations,
    entries: usize,
}

/// How large a database may become.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Combinations of states.
    pub(super) states: usize,
    /// Moves between them.
    pub(super) moves: usize,
}

/// No number.
const NONE: u32 = u32::MAX;

/// Marks a move that costs nothing, in the number of a combination.
const FREE: u32 = 1 << 31;

/// The moves that no database has counted yet: these cost one each, the others nothing.
pub(super) struct Costs(FixedBitSet);

impl Costs {
    /// All moves of a game with these projections.
    pub(super) fn of(projections: &[Projection]) -> Self {
        let mut moves = FixedBitSet::with_capacity(moves_of(projections));
        moves.insert_range(..);
        Self(moves)
    }

    /// Takes out the moves that a database of the first projections counts: after some of them, fewer moves
    /// are left to the goal.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(super) fn pay_for(
        &mut self,
        database: &Database,
        projections: &[Projection],
        interrupt: &Interrupt<'_>,
    ) -> Result<(), Interrupted> {
        let Database { projections: own, moves, .. } = database;
        let projections = &projections[..own.len()];
        let units: Vec<u64> = own.iter().map(|&(_, unit)| unit).collect();
        let (labels, of_moves) = labels(projections);
        let mut counts = FixedBitSet::with_capacity(labels.len());
        let mut states = vec![0; own.len()];
        let mut after = Vec::with_capacity(own.len());
        for (before, left) in moves.all() {
            interrupt.check()?;
            for (state, (projection, unit)) in states.iter_mut().zip(projections.iter().zip(&units)) {
                *state = (before / unit % projection.states() as u64) as u32;
            }
            for (label, classes) in labels.iter().enumerate() {
                if !counts.contains(label)
                    && step(projections, classes, &states, &mut after)
                    && moves.get(combination(&after, &units)).is_some_and(|then| then < left)
                {
                    counts.insert(label);
                }
            }
        }
        for (mov, &label) in of_moves.iter().enumerate() {
            if counts.contains(label as usize) {
                self.0.remove(mov);
            }
        }
        Ok(())
    }
}

impl Database {
    /// A database of the first few projections, of as many as there is room and are steps for; none if these
    /// are too few for one.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(super) fn new(
        projections: &[Projection],
        costs: &Costs,
        limits: Limits,
        work: &mut Work,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let mut product = Product::new(&projections[..1], costs, limits, work, interrupt)?;
        let mut count = 1;
        let mut growth = 1;
        while let Some(known) = &product
            && count < projections.len()
            // It is likely to grow about as much as before.
            && known.states() * growth / 2 <= limits.states
        {
            let Some(larger) = Product::new(&projections[..=count], costs, limits, work, interrupt)? else {
                break;
            };
            growth = larger.states() / known.states();
            product = Some(larger);
            count += 1;
        }
        let Some(product) = product else { return Ok(None) };
        let projections = &projections[..count];
        let distances = product.distances(projections, interrupt)?;
        let mut moves = Combinations::of(product.size, limits.states);
        for (states, &distance) in product.states.chunks(count).zip(&distances) {
            if distance != NONE {
                moves.insert(combination(states, &product.units), distance);
            }
        }
        let numbers = projections.iter().map(|projection| projection.numbers.clone());
        let projections = numbers.zip(product.units).collect();
        Ok(Some(Self { projections, moves, entries: distances.len() }))
    }

    /// Of how many projections it is.
    pub(super) fn projections(&self) -> usize {
        self.projections.len()
    }

    /// How many entries there are.
    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    /// How many moves it takes from a state of the game, given by its fluents; none if no moves lead to the
    /// goal. `key` is room for some of the fluents.
    pub(super) fn moves(&self, fluents: &[u64], key: &mut Vec<u64>) -> Option<u32> {
        let own = self.projections.iter().map(|(numbers, unit)| u64::from(numbers.of(fluents, key)) * unit);
        self.moves.get(own.sum())
    }
}

/// A number for each of some combinations.
#[derive(Clone, Debug)]
enum Combinations {
    /// In the place of each; [`NONE`] for the others.
    Dense(Vec<u32>),
    Sparse(FxHashMap<u64, u32>),
}

impl Combinations {
    /// Each combination has its place where there are up to so many times as many as entries.
    const DENSE: u64 = 8;

    /// Numbers for none of so many combinations yet, and for so many entries at most.
    fn of(size: u64, entries: usize) -> Self {
        if size <= Self::DENSE.saturating_mul(entries as u64) {
            Self::Dense(vec![NONE; size as usize])
        } else {
            Self::Sparse(FxHashMap::default())
        }
    }

    fn get(&self, combination: u64) -> Option<u32> {
        match self {
            Self::Dense(numbers) => {
                numbers.get(combination as usize).copied().filter(|&number| number != NONE)
            }
            Self::Sparse(numbers) => numbers.get(&combination).copied(),
        }
    }

    /// All combinations that have a number, with it.
    fn all(&self) -> Box<dyn Iterator<Item = (u64, u32)> + '_> {
        match self {
            Self::Dense(numbers) => {
                Box::new((0..).zip(numbers.iter().copied()).filter(|&(_, number)| number != NONE))
            }
            Self::Sparse(numbers) => {
                Box::new(numbers.iter().map(|(&combination, &number)| (combination, number)))
            }
        }
    }

    fn insert(&mut self, combination: u64, number: u32) {
        match self {
            Self::Dense(numbers) => numbers[combination as usize] = number,
            Self::Sparse(numbers) => {
                numbers.insert(combination, number);
            }
        }
    }
}

/// Some projections in which the same moves are made: a transition system.
struct Product {
    units: Vec<u64>,
    /// How many combinations there are, reached or not.
    size: u64,
    /// The number of each combination of states that can be reached.
    numbers: Combinations,
    /// The states of the projections, combination after combination.
    states: Vec<u32>,
    /// The combinations after each one, with those after the first, then those after the second, and so on.
    /// Those after moves that cost nothing are marked as [`FREE`].
    after: Vec<u32>,
    /// Where those after each combination end.
    ends: Vec<usize>,
}

impl Product {
    /// What can be reached from the root, of which each projection's first state is a part; none if it is
    /// more than the limits.
    fn new(
        projections: &[Projection],
        costs: &Costs,
        limits: Limits,
        work: &mut Work,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let mut units = Vec::with_capacity(projections.len());
        let mut size = 1_u64;
        for projection in projections {
            units.push(size);
            let Some(larger) = size.checked_mul(projection.states() as u64) else { return Ok(None) };
            size = larger;
        }
        let (labels, of_moves) = labels(projections);
        let mut marks = vec![0; labels.len()];
        let paid = (0..of_moves.len()).filter(|&mov| !costs.0.contains(mov));
        paid.for_each(|mov| marks[of_moves[mov] as usize] = FREE);
        let root = vec![0; projections.len()];
        let mut product = Self {
            numbers: Combinations::of(size, limits.states),
            states: root,
            size,
            after: Vec::new(),
            ends: Vec::new(),
            units,
        };
        product.numbers.insert(0, 0);
        let mut reached = 1;
        let mut next = Vec::with_capacity(projections.len());
        while product.ends.len() < reached as usize {
            interrupt.check()?;
            let steps = 1 + labels.len() * projections.len();
            if reached as usize > limits.states.min(FREE as usize)
                || product.after.len() > limits.moves
                || !work.take(steps)
            {
                return Ok(None);
            }
            let at = product.ends.len() * projections.len();
            for (label, mark) in labels.iter().zip(&marks) {
                let own = &product.states[at..at + projections.len()];
                if !step(projections, label, own, &mut next) || next == own {
                    continue;
                }
                let combination = combination(&next, &product.units);
                let number = match product.numbers.get(combination) {
                    Some(known) => known,
                    None => {
                        product.numbers.insert(combination, reached);
                        product.states.extend(&next);
                        reached += 1;
                        reached - 1
                    }
                };
                product.after.push(number | mark);
            }
            product.ends.push(product.after.len());
        }
        Ok(Some(product))
    }

    fn states(&self) -> usize {
        self.ends.len()
    }

    /// The combination before each move and the one after it, with its mark.
    fn steps(&self) -> impl Iterator<Item = (u32, u32)> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        (0..).zip(starts.zip(&self.ends)).flat_map(|(state, (start, &end))| {
            self.after[start..end].iter().map(move |&after| (state, after))
        })
    }

    /// The least cost of the moves from each combination to the goal, found by going back from there;
    /// [`NONE`] where no moves lead there.
    fn distances(
        &self,
        projections: &[Projection],
        interrupt: &Interrupt<'_>,
    ) -> Result<Vec<u32>, Interrupted> {
        // The combinations before each one, with the marks of the moves from there.
        let mut starts = vec![0_usize; self.states() + 1];
        self.after.iter().for_each(|&after| starts[(after & !FREE) as usize + 1] += 1);
        for state in 0..self.states() {
            starts[state + 1] += starts[state];
        }
        let mut before = vec![0; self.after.len()];
        let mut places = starts.clone();
        for (state, after) in self.steps() {
            interrupt.check()?;
            let place = &mut places[(after & !FREE) as usize];
            before[*place] = state | after & FREE;
            *place += 1;
        }
        let is_goal = |states: &[u32]| {
            states
                .iter()
                .zip(projections)
                .all(|(&state, projection)| projection.goals.contains(state as usize))
        };
        let goals = self.states.chunks(projections.len()).map(is_goal);
        let mut layer: Vec<u32> =
            (0..).zip(goals).filter(|&(_, goal)| goal).map(|(state, _)| state).collect();
        let mut distances = vec![NONE; self.states()];
        layer.iter().for_each(|&state| distances[state as usize] = 0);
        for moves in 1.. {
            let mut farther = Vec::new();
            // What costs nothing leads to more of the same layer.
            while let Some(state) = layer.pop() {
                interrupt.check()?;
                if distances[state as usize] != moves - 1 {
                    continue;
                }
                for &source in &before[starts[state as usize]..starts[state as usize + 1]] {
                    let (source, cost) = (source & !FREE, u32::from(source & FREE == 0));
                    let distance = &mut distances[source as usize];
                    if moves - 1 + cost < *distance {
                        *distance = moves - 1 + cost;
                        if cost == 0 { layer.push(source) } else { farther.push(source) }
                    }
                }
            }
            if farther.is_empty() {
                break;
            }
            layer = farther;
        }
        Ok(distances)
    }
}

/// Replaces `after` by the states of some projections after moves of these classes; false if there is no
/// such move.
fn step(projections: &[Projection], classes: &[u32], states: &[u32], after: &mut Vec<u32>) -> bool {
    after.clear();
    let moved = projections.iter().zip(classes).zip(states);
    after.extend(
        moved.map_while(|((projection, &class), &state)| projection.next[class as usize][state as usize]),
    );
    after.len() == projections.len()
}

/// The number of a combination of states.
fn combination(states: &[u32], units: &[u64]) -> u64 {
    states.iter().zip(units).map(|(&state, unit)| u64::from(state) * unit).sum()
}

/// How many moves the game of some projections has.
fn moves_of(projections: &[Projection]) -> usize {
    projections.first().map_or(0, |projection| projection.classes.len())
}

/// What moves do in some projections: for each the class of the moves that do it; and of each move which of
/// these it does.
fn labels(projections: &[Projection]) -> (Vec<Vec<u32>>, Vec<u32>) {
    let mut labels: Vec<Vec<u32>> = Vec::new();
    let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    let of_moves = (0..moves_of(projections))
        .map(|mov| {
            let label: Vec<u32> = projections.iter().map(|projection| projection.classes[mov]).collect();
            *known.entry(label).or_insert_with_key(|label| {
                labels.push(label.clone());
                labels.len() as u32 - 1
            })
        })
        .collect();
    (labels, of_moves)
}
