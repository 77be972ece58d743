//! Which features an evaluation of a game gets.

use game::{StateStructure, Variable};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rustc_hash::FxHashSet;

use crate::features::{Features, Table, Tuple};
use crate::sample::Seen;
use crate::sight::{LEVELS, NEAR, Sight};

/// The most variables of a tuple.
const MOST_VARIABLES: usize = 8;
/// The most combinations of values of a tuple, if weights are not too many then.
const MOST_COMBINATIONS: usize = 20_000;
/// The most weights, for all roles together.
const MOST_WEIGHTS: usize = 1 << 23;
/// The most values of a variable in a tuple: one of more is a counter rather than a part of a board.
const MOST_VALUES: usize = 16;
/// The most tuples of variables that rules read together.
const MOST_RULED: usize = 120;
/// The most tuples in all.
const MOST_TUPLES: usize = 240;
/// The most images of a tuple that share its table.
const MOST_IMAGES: usize = 16;
/// A variable that is read together with more than this share of the others is no part of a place on a board.
const COMMON: f64 = 0.6;
/// Walks that came to nothing new before no more are tried.
const PATIENCE: usize = 200;

impl Features {
    /// Features for states of this structure, some of which have been `seen` in random play.
    ///
    /// There is a tuple for sets of variables that rules read [together](StateStructure::together), the
    /// larger ones first, and tuples that random walks gather, from each variable to others that are read
    /// together with one that is there already.
    ///
    /// `outputs` is how many roles get weights. There are no features if already single fluents would need
    /// too many weights.
    pub(crate) fn choose(
        structure: &StateStructure,
        seen: &[Seen],
        roles: usize,
        outputs: usize,
        rng: &mut impl Rng,
    ) -> Option<Self> {
        let sight = Sight { fluents: structure.fluents.len(), counted: roles };
        let (singles, single_weights) = singles(structure, sight);
        let fits = |phases: usize| {
            let weights = single_weights.checked_mul(phases).and_then(|weights| weights.checked_mul(outputs));
            weights.is_some_and(|weights| weights <= MOST_WEIGHTS / 2)
        };
        if !fits(1) {
            return None;
        }
        let told = movers(structure, seen, roles);
        let (movers, phases) = if fits(told.1) { told } else { (Vec::new(), 1) };
        let most_combinations = MOST_WEIGHTS / 2 / (MOST_TUPLES * phases * outputs);
        let mut chooser = Chooser::new(structure, seen, &movers, most_combinations.min(MOST_COMBINATIONS));
        chooser.take_ruled(rng);
        chooser.take_walks(rng);
        Some(Self { movers, phases, sight, singles, single_weights, tables: chooser.tables })
    }
}

/// The fluents of the variable that tells who is to move, each with the role, and how many roles there are to
/// tell apart. None and one if no variable does so in all states.
fn movers(structure: &StateStructure, seen: &[Seen], roles: usize) -> (Vec<(u32, u32)>, usize) {
    let mut best: Option<Vec<(u32, u32)>> = None;
    for variable in &structure.variables {
        let mut role_of: Vec<Option<usize>> = vec![None; variable.values()];
        let tells = seen.iter().all(|seen| {
            let Some(mover) = seen.mover else { return true };
            let known = &mut role_of[variable.value(&seen.bits)];
            *known.get_or_insert(mover) == mover
        });
        let mut roles: Vec<usize> = role_of.iter().flatten().copied().collect();
        roles.sort_unstable();
        roles.dedup();
        let shorter = best.as_ref().is_none_or(|best| variable.fluents.len() < best.len());
        if tells && roles.len() > 1 && shorter {
            let named = variable.fluents.iter().zip(&role_of);
            best = Some(named.filter_map(|(&fluent, role)| Some((fluent as u32, (*role)? as u32))).collect());
        }
    }
    best.map_or((Vec::new(), 1), |movers| (movers, roles))
}

/// The numbers of each fluent's weight, which its images share, and of its kind's weight after them, then
/// those of levels; and how many weights there are.
fn singles(structure: &StateStructure, sight: Sight) -> (Vec<[u32; 2]>, usize) {
    let fluents = structure.fluents.len();
    // The least of all images stands for a fluent.
    let least =
        |fluent: usize| structure.symmetries.iter().map(|image| image[fluent]).min().unwrap_or(u32::MAX);
    let mut numbers = vec![u32::MAX; fluents];
    let mut next = 0;
    for fluent in 0..fluents {
        let first = (least(fluent) as usize).min(fluent);
        if numbers[first] == u32::MAX {
            numbers[first] = next;
            next += 1;
        }
        numbers[fluent] = numbers[first];
    }
    let kinds = structure.kinds.iter().max().map_or(0, |kind| kind + 1);
    let mut singles: Vec<[u32; 2]> =
        numbers.iter().zip(&structure.kinds).map(|(&own, &kind)| [own, next + kind]).collect();
    let levels = (sight.counted * LEVELS) as u32;
    let first = next + kinds;
    singles.extend((0..levels).map(|level| [first + level, first + levels + level / NEAR as u32]));
    (singles, (first + levels + levels / NEAR as u32) as usize)
}

struct Chooser<'s> {
    structure: &'s StateStructure,
    /// The fluents of each variable by how often they were seen to hold, the most frequent first; that none
    /// holds comes before all, if it may be.
    values: Vec<Vec<Option<u32>>>,
    /// The variables that tuples may have.
    eligible: Vec<bool>,
    neighbours: Vec<Vec<u32>>,
    most_combinations: usize,
    images: Vec<&'s [u32]>,
    tables: Vec<Table>,
    tuples: usize,
    /// The sets of variables that have a tuple.
    covered: FxHashSet<Vec<u32>>,
}

impl<'s> Chooser<'s> {
    fn new(
        structure: &'s StateStructure,
        seen: &[Seen],
        movers: &[(u32, u32)],
        most_combinations: usize,
    ) -> Self {
        let variables = &structure.variables;
        let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); variables.len()];
        for set in &structure.together {
            for &variable in set {
                neighbours[variable as usize].extend(set.iter().filter(|&&other| other != variable));
            }
        }
        for neighbours in &mut neighbours {
            neighbours.sort_unstable();
            neighbours.dedup();
        }
        let tells_mover = |variable: &Variable| {
            movers.iter().any(|&(fluent, _)| variable.fluents.contains(&(fluent as usize)))
        };
        let common = (COMMON * variables.len() as f64).max(16.0);
        let eligible: Vec<bool> = variables
            .iter()
            .zip(&neighbours)
            .map(|(variable, neighbours)| {
                variable.values() <= MOST_VALUES
                    && !tells_mover(variable)
                    && (neighbours.len() as f64) <= common
            })
            .collect();
        for neighbours in &mut neighbours {
            neighbours.retain(|&neighbour| eligible[neighbour as usize]);
        }
        let images = structure.symmetries.iter().take(MOST_IMAGES - 1).map(Vec::as_slice).collect();
        Self {
            structure,
            values: variables.iter().map(|variable| by_frequency(variable, seen)).collect(),
            eligible,
            neighbours,
            most_combinations,
            images,
            tables: Vec::new(),
            tuples: 0,
            covered: FxHashSet::default(),
        }
    }

    /// Makes tuples of the sets that rules read together, of three variables and more.
    fn take_ruled(&mut self, rng: &mut impl Rng) {
        let structure = self.structure;
        let mut sets: Vec<Vec<u32>> = structure.together.clone();
        for set in &mut sets {
            set.retain(|&variable| self.eligible[variable as usize]);
        }
        sets.retain(|set| set.len() > 2 && self.combinations(set) <= self.most_combinations);
        sets.shuffle(rng);
        sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
        for set in sets {
            if self.tuples >= MOST_RULED {
                break;
            }
            self.take(set);
        }
    }

    /// Makes tuples by random walks, from one variable after the other.
    fn take_walks(&mut self, rng: &mut impl Rng) {
        let mut starts: Vec<u32> =
            (0..self.eligible.len() as u32).filter(|&variable| self.eligible[variable as usize]).collect();
        starts.shuffle(rng);
        let mut in_vain = 0;
        for &start in starts.iter().cycle() {
            if self.tuples >= MOST_TUPLES || in_vain == PATIENCE {
                break;
            }
            let walk = self.walk(start, rng);
            if walk.len() > 1 && self.take(walk) { in_vain = 0 } else { in_vain += 1 }
        }
    }

    fn walk(&self, start: u32, rng: &mut impl Rng) -> Vec<u32> {
        let mut walk = vec![start];
        let mut open: Vec<u32> = self.neighbours[start as usize].clone();
        while walk.len() < MOST_VARIABLES
            && let Some(&next) = open.choose(rng)
        {
            walk.push(next);
            if self.combinations(&walk) > self.most_combinations {
                walk.pop();
                break;
            }
            open.extend(&self.neighbours[next as usize]);
            open.retain(|variable| !walk.contains(variable));
        }
        walk
    }

    fn combinations(&self, set: &[u32]) -> usize {
        set.iter().fold(1, |product, &variable| product.saturating_mul(self.values[variable as usize].len()))
    }

    /// Makes a table for a tuple of these variables and for its images; says whether that is new.
    fn take(&mut self, mut set: Vec<u32>) -> bool {
        set.sort_unstable();
        if self.covered.contains(&set) {
            return false;
        }
        // That none of a variable's fluents holds, or the one that holds most often, is its value 0.
        let values =
            |&variable: &u32| self.values[variable as usize][1..].iter().copied().flatten().collect();
        let tuple: Tuple = set.iter().map(values).collect();
        let mut tuples = vec![tuple];
        self.covered.insert(set);
        for image in &self.images {
            let fluents = |fluents: &Vec<u32>| fluents.iter().map(|&fluent| image[fluent as usize]).collect();
            let other: Tuple = tuples[0].iter().map(fluents).collect();
            if !tuples.contains(&other) {
                self.covered.insert(self.variables_of(&other));
                tuples.push(other);
            }
        }
        self.tuples += tuples.len();
        self.tables.push(Table { tuples });
        true
    }

    /// The variables that a tuple is of, in ascending order.
    fn variables_of(&self, tuple: &Tuple) -> Vec<u32> {
        let of = |fluent: u32| {
            self.structure.variables.iter().position(|variable| variable.fluents.contains(&(fluent as usize)))
        };
        let firsts = tuple.iter().filter_map(|fluents| fluents.first());
        let mut variables: Vec<u32> = firsts.filter_map(|&fluent| Some(of(fluent)? as u32)).collect();
        variables.sort_unstable();
        variables
    }
}

/// The values of a variable: that none of its fluents holds, if that may be, then the fluents, those that
/// were seen to hold most often first.
fn by_frequency(variable: &Variable, seen: &[Seen]) -> Vec<Option<u32>> {
    let mut counts = vec![0; variable.fluents.len() + 1];
    seen.iter().for_each(|seen| counts[variable.value(&seen.bits)] += 1);
    let mut values: Vec<usize> = (0..variable.fluents.len()).collect();
    values.sort_by_key(|&value| std::cmp::Reverse(counts[value]));
    let none = variable.may_be_none.then_some(None);
    none.into_iter().chain(values.into_iter().map(|value| Some(variable.fluents[value] as u32))).collect()
}
