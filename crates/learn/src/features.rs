use serde::{Deserialize, Serialize};

use crate::sight::{LEVELS, Sight};

/// What an evaluation looks at in a state, and where its weights for that are.
///
/// Each of its weights belongs to a place in a table. A *tuple* is a few variables: for each combination of
/// their values, its table has a weight (an n-tuple network: Lucas, *Learning to play Othello with n-tuple
/// systems*, 2008). Tuples that are images of one another under a symmetry of the rules share a table.
/// Besides, each fluent that holds has a weight, which its images share, and so has each kind of fluents, and
/// how many legal moves each role has. All weights are there once for each role that may be to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// For each fluent that tells who is to move, the role.
    pub(crate) movers: Vec<(u32, u32)>,
    /// How many roles there are to tell apart by `movers`; one if these tell nothing.
    pub(crate) phases: usize,
    /// What is seen of a state.
    pub(crate) sight: Sight,
    /// The number of each bit's weight and, after all these, the number of the weight of its kind: of a
    /// fluent's kind, or of levels that are near one another.
    pub(crate) singles: Vec<[u32; 2]>,
    /// Weights of single bits and of kinds, which stand before those of tables.
    pub(crate) single_weights: usize,
    pub(crate) tables: Vec<Table>,
}

/// The table of tuples that are images of one another: a weight for each combination of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Table {
    /// The tuples, at least one, of as many variables and values each.
    pub(crate) tuples: Vec<Tuple>,
}

/// A few variables, each as the fluents that are its values 1, 2 and so on; where none of them holds it has
/// the value 0.
///
/// A combination of values has the number `v0 + n0 (v1 + n1 (v2 + ...))`, where the variables have the values
/// `v0, v1, v2, ...` out of `n0, n1, n2, ...`.
pub(crate) type Tuple = Vec<Vec<u32>>;

impl Table {
    /// Combinations of values.
    pub(crate) fn size(&self) -> usize {
        let variables = self.tuples.first().map_or(&[][..], Vec::as_slice);
        variables.iter().fold(1, |product, fluents| product.saturating_mul(fluents.len() + 1))
    }

    /// What each fluent of a tuple adds to the number of the combination.
    pub(crate) fn amounts(tuple: &Tuple) -> impl Iterator<Item = (u32, u32)> {
        let strides = tuple.iter().scan(1, |stride, fluents| {
            let own = *stride;
            *stride *= fluents.len() as u32 + 1;
            Some(own)
        });
        let of_variable = |(fluents, stride): (&'_ Vec<u32>, u32)| {
            let amounts = (1..).zip(fluents).map(|(value, &fluent)| (fluent, value * stride));
            amounts.collect::<Vec<_>>()
        };
        tuple.iter().zip(strides).flat_map(of_variable)
    }
}

impl Features {
    /// How many weights there are for each role whose value is told.
    pub fn weights(&self) -> usize {
        self.phases * self.weights_of_phase()
    }

    pub(crate) fn weights_of_phase(&self) -> usize {
        self.single_weights + self.tables.iter().map(Table::size).sum::<usize>()
    }

    /// The same features of fluents and roles that have other numbers: fluent `f` is number `fluents[f]`, and
    /// the role with the number `r` is the one that was `roles[r]`.
    pub(crate) fn renumbered(&self, fluents: &[u32], roles: &[usize]) -> Self {
        let mut numbers = fluents.to_vec();
        numbers.resize(self.sight.bits(), 0);
        for (role, &before) in roles.iter().enumerate().take(self.sight.counted) {
            for level in 0..LEVELS {
                numbers[self.sight.bit(before, level)] = self.sight.bit(role, level) as u32;
            }
        }
        let pair = |&(fluent, other): &(u32, u32)| (numbers[fluent as usize], other);
        let mut singles = self.singles.clone();
        for (own, &number) in self.singles.iter().zip(&numbers) {
            singles[number as usize] = *own;
        }
        let variable = |fluents: &Vec<u32>| fluents.iter().map(|&fluent| numbers[fluent as usize]).collect();
        let tuple = |tuple: &Tuple| tuple.iter().map(variable).collect();
        let tables =
            self.tables.iter().map(|table| Table { tuples: table.tuples.iter().map(tuple).collect() });
        Self {
            movers: self.movers.iter().map(pair).collect(),
            phases: self.phases,
            sight: self.sight,
            singles,
            single_weights: self.single_weights,
            tables: tables.collect(),
        }
    }

    /// How many tuples there are.
    pub fn tuples(&self) -> usize {
        self.tables.iter().map(|table| table.tuples.len()).sum()
    }
}

/// Features in the form in which states are looked up.
#[derive(Clone, Debug)]
pub(crate) struct Lookup {
    /// Where the weights of each tuple start.
    bases: Vec<u32>,
    /// For each fluent, where its tuples and amounts end in `parts`.
    ends: Vec<u32>,
    /// Tuples, and what a fluent adds to their combinations.
    parts: Vec<(u32, u32)>,
    movers: Vec<(u32, u32)>,
    singles: Vec<[u32; 2]>,
    phases: usize,
    /// Weights in each phase.
    stride: u32,
}

impl Lookup {
    pub(crate) fn new(features: &Features) -> Self {
        let fluents = features.singles.len();
        let mut parts: Vec<Vec<(u32, u32)>> = vec![Vec::new(); fluents];
        let mut bases = Vec::new();
        let mut base = features.single_weights as u32;
        for table in &features.tables {
            for tuple in &table.tuples {
                for (fluent, amount) in Table::amounts(tuple) {
                    parts[fluent as usize].push((bases.len() as u32, amount));
                }
                bases.push(base);
            }
            base += table.size() as u32;
        }
        let ends = parts.iter().scan(0, |end, parts| {
            *end += parts.len() as u32;
            Some(*end)
        });
        Self {
            bases,
            ends: ends.collect(),
            parts: parts.concat(),
            movers: features.movers.clone(),
            singles: features.singles.clone(),
            phases: features.phases,
            stride: features.weights_of_phase() as u32,
        }
    }

    /// Replaces the content of `places` by the numbers of the weights that count in a state, those of single
    /// fluents and of kinds last.
    pub(crate) fn places(&self, bits: &[u64], places: &mut Vec<u32>) {
        let phase = self.phase(bits) * self.stride;
        self.tuple_places(bits, places);
        places.iter_mut().for_each(|place| *place = place.wrapping_add(phase));
        places.extend(ones(bits).flat_map(|fluent| self.singles[fluent].map(|single| single + phase)));
    }

    /// Replaces the content of `places` by the numbers of the weights of tuples that count in a state if it
    /// is of the first phase.
    pub(crate) fn tuple_places(&self, bits: &[u64], places: &mut Vec<u32>) {
        places.clear();
        places.extend(&self.bases);
        for fluent in ones(bits) {
            for &(tuple, amount) in self.parts(fluent) {
                // What a damaged file lists twice leads beyond the tables, where there is nothing.
                let place = &mut places[tuple as usize];
                *place = place.wrapping_add(amount);
            }
        }
    }

    /// The tuples that a fluent is in, and what it adds to the numbers of their combinations.
    pub(crate) fn parts(&self, fluent: usize) -> &[(u32, u32)] {
        let start = if fluent == 0 { 0 } else { self.ends[fluent - 1] as usize };
        &self.parts[start..self.ends[fluent] as usize]
    }

    /// The weights of a bit and of its kind, if the state is of the first phase.
    pub(crate) fn singles(&self, fluent: usize) -> [u32; 2] {
        self.singles[fluent]
    }

    /// How many weights there are in each phase.
    pub(crate) fn stride(&self) -> u32 {
        self.stride
    }

    /// How many phases there are.
    pub(crate) fn phases(&self) -> usize {
        self.phases
    }

    /// Whether a fluent tells the phase of a state.
    pub(crate) fn tells_phase(&self, fluent: usize) -> bool {
        self.movers.iter().any(|&(mover, _)| mover as usize == fluent)
    }

    /// The phase of a state: the role that is to move, if a fluent tells.
    pub(crate) fn phase(&self, bits: &[u64]) -> u32 {
        let holds = |&&(fluent, _): &&(u32, u32)| bits[fluent as usize / 64] >> (fluent % 64) & 1 == 1;
        self.movers.iter().find(holds).map_or(0, |&(_, phase)| phase)
    }
}

/// The numbers of the bits that are set, in ascending order.
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(number, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            bit.map(|bit| 64 * number + bit)
        })
    })
}
