//! Values of all states from those of their successors.

use std::sync::{Mutex, PoisonError};
use std::thread;

use game::{Fault, Goal};

use super::explore::{AtOnce, Broken, MOST_AT_ONCE, Space};
use super::layer::Layer;
use crate::limits::{Clock, Cut};
use crate::source::{Expanded, Source};

/// Every so many states the index of a [`Lookup`] has one.
const STEP: usize = 64;

/// How the values of a state follow from those of its successors. Every state has as many values as
/// [`width`](Rule::width).
pub(crate) trait Rule: Sync {
    /// A value. The default one is that of a state of which nothing is known yet.
    type Value: Clone + Default + PartialEq + Send + Sync;

    /// Whether the values of all states are wanted; else those of the first layer are enough, and others are
    /// forgotten as soon as they can be.
    const KEPT: bool;

    fn width(&self) -> usize;

    /// The value of a state of which nothing is known yet.
    fn unknown(&self) -> Self::Value {
        Self::Value::default()
    }

    /// Takes notice that these values are forgotten.
    fn forgets(&self, _values: &[Self::Value]) {}

    /// Whether values take more memory, beside their type's, than they may: then no more are worked out.
    fn is_full(&self) -> bool {
        false
    }

    /// Whether values that were worked out from those `before` do not change any more.
    fn settled(&self, before: &[Self::Value], after: &[Self::Value]) -> bool {
        before == after
    }

    /// Works out the values of a state. Where states come again, it is asked until no value changes.
    fn values(
        &self,
        state: &StateView<'_>,
        successors: &SuccessorValues<'_, Self::Value>,
        out: &mut [Self::Value],
    );
}

/// What the rules say of a state.
pub(crate) struct StateView<'a> {
    pub(crate) terminal: bool,
    /// What it pays each role; it counts in a terminal state.
    pub(crate) goals: &'a [Goal],
    /// Its joint moves one after another, a number a role.
    pub(crate) joints: &'a [u32],
    /// How likely chance's part of each is; nothing in a game without chance.
    pub(crate) chances: &'a [f64],
}

/// The values of a state's successors, in the order of its joint moves.
pub(crate) struct SuccessorValues<'a, V> {
    places: &'a [usize],
    values: &'a [V],
    width: usize,
}

impl<'v, V> SuccessorValues<'v, V> {
    /// The values at these places, one a state.
    #[cfg(test)]
    pub(crate) fn of(places: &'v [usize], values: &'v [V]) -> Self {
        Self { places, values, width: 1 }
    }

    /// The values of each.
    pub(crate) fn each(&self) -> impl Iterator<Item = &'v [V]> {
        self.places.iter().map(|&place| &self.values[place * self.width..][..self.width])
    }
}

/// Finds states in an array in ascending order, with an index that fits into a cache.
#[derive(Debug)]
struct Lookup<'k, const N: usize> {
    keys: &'k [[u64; N]],
    index: Vec<[u64; N]>,
}

impl<'k, const N: usize> Lookup<'k, N> {
    fn new(keys: &'k [[u64; N]]) -> Self {
        Self { keys, index: keys.iter().step_by(STEP).copied().collect() }
    }

    /// The place of a state.
    fn find(&self, key: &[u64; N]) -> Option<usize> {
        let block = self.index.partition_point(|first| first <= key).checked_sub(1)?;
        let start = block * STEP;
        let keys = &self.keys[start..self.keys.len().min(start + STEP)];
        keys.binary_search(key).ok().map(|place| start + place)
    }
}

/// How far values have been worked out.
#[derive(Clone, Copy, Debug)]
pub struct Valuing {
    /// States whose values are known, or that have been looked at in this round.
    pub done: u64,
    /// All states.
    pub states: u64,
    /// Rounds over all states that came before, as values still changed.
    pub rounds: u32,
}

/// The states of a layer in ascending order of their words, and the values of each.
pub(crate) struct ValuedLayer<const N: usize, V> {
    pub(crate) keys: Vec<[u64; N]>,
    pub(crate) values: Vec<V>,
}

impl<const N: usize, V> ValuedLayer<N, V> {
    /// The values of a state; none of one that is not in this layer.
    pub(crate) fn values_of(&self, key: &[u64; N]) -> Option<&[V]> {
        let place = self.keys.binary_search(key).ok()?;
        let width = self.values.len() / self.keys.len();
        Some(&self.values[place * width..][..width])
    }
}

/// Layers whose values are known, or why they are not.
type Valued<const N: usize, V> = Result<Vec<ValuedLayer<N, V>>, Cut>;

impl<const N: usize> Space<N> {
    /// The states with their values, layer by layer, only the first one where no others are kept. Where
    /// states come again, or are reached after more or fewer plies, all layers become one. `Err` if it
    /// is cut.
    pub(crate) fn values<R: Rule>(
        mut self,
        source: &dyn Source,
        rule: &R,
        clock: &Clock<'_>,
        progress: &(dyn Fn(Valuing) + Sync),
    ) -> Result<Valued<N, R::Value>, Broken> {
        let states = self.states();
        if !self.graded {
            let keys = self.merged()?;
            return fixpoint(source, keys, rule, clock, progress);
        }
        let (mut done, mut valued) = (0, Vec::with_capacity(self.layers.len()));
        while let Some(layer) = self.layers.pop() {
            let keys = layer.into_keys()?;
            let mut values = vec![rule.unknown(); keys.len() * rule.width()];
            let (later, known) = match valued.last() {
                Some(ValuedLayer { keys, values }) => (&keys[..], &values[..]),
                None => (&[][..], &[][..]),
            };
            let pass = Pass { keys: &keys, lookup: &Lookup::new(later), values: known, clock };
            if let Some(cut) = pass.run(source, rule, &mut values)? {
                return Ok(Err(cut));
            }
            done += keys.len() as u64;
            progress(Valuing { done, states, rounds: 0 });
            if !R::KEPT {
                valued.drain(..).for_each(|layer: ValuedLayer<N, R::Value>| rule.forgets(&layer.values));
            }
            valued.push(ValuedLayer { keys, values });
        }
        valued.reverse();
        Ok(Ok(valued))
    }

    /// All states in ascending order.
    fn merged(self) -> Result<Vec<[u64; N]>, Broken> {
        let mut all = Vec::with_capacity(self.layers.iter().map(Layer::states).sum());
        for layer in self.layers {
            layer.blocks(|block| all.extend_from_slice(block))?;
        }
        all.sort_unstable();
        Ok(all)
    }
}

/// The values of states that come again, or are reached after more or fewer plies: those with which nothing
/// changes any more.
fn fixpoint<R: Rule, const N: usize>(
    source: &dyn Source,
    keys: Vec<[u64; N]>,
    rule: &R,
    clock: &Clock<'_>,
    progress: &(dyn Fn(Valuing) + Sync),
) -> Result<Valued<N, R::Value>, Broken> {
    let (lookup, states) = (Lookup::new(&keys), keys.len() as u64);
    let mut values = vec![rule.unknown(); keys.len() * rule.width()];
    for rounds in 0.. {
        progress(Valuing { done: 0, states, rounds });
        let mut out = vec![rule.unknown(); values.len()];
        let pass = Pass { keys: &keys, lookup: &lookup, values: &values, clock };
        if let Some(cut) = pass.run(source, rule, &mut out)? {
            return Ok(Err(cut));
        }
        let settled = rule.settled(&values, &out);
        rule.forgets(&values);
        values = out;
        if settled {
            break;
        }
    }
    Ok(Ok(vec![ValuedLayer { keys, values }]))
}

/// One look at each state of a layer.
struct Pass<'a, const N: usize, V> {
    keys: &'a [[u64; N]],
    /// Where the successors are, and their values.
    lookup: &'a Lookup<'a, N>,
    values: &'a [V],
    clock: &'a Clock<'a>,
}

impl<const N: usize, V: Clone + Default + PartialEq + Send + Sync> Pass<'_, N, V> {
    /// Works out the values of all states; why it ended early, if it did.
    fn run<R: Rule<Value = V>>(
        &self,
        source: &dyn Source,
        rule: &R,
        out: &mut [V],
    ) -> Result<Option<Cut>, Fault> {
        let width = rule.width();
        let threads = self.clock.limits.threads.clamp(1, self.keys.len().div_ceil(MOST_AT_ONCE).max(1));
        let rest = Mutex::new((self.keys, out));
        let ended: Mutex<Result<Option<Cut>, Fault>> = Mutex::new(Ok(None));
        let end = |why| *ended.lock().unwrap_or_else(PoisonError::into_inner) = why;
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let mut expander = source.expander();
                    let mut expanded = Expanded::default();
                    let mut places = Vec::new();
                    let mut at_once = AtOnce::new();
                    loop {
                        let (keys, out) = {
                            let mut rest = rest.lock().unwrap_or_else(PoisonError::into_inner);
                            let (all, values) = std::mem::take(&mut *rest);
                            let (keys, others) = all.split_at(at_once.states().min(all.len()));
                            let (out, left) = values.split_at_mut(keys.len() * width);
                            *rest = (others, left);
                            (keys, out)
                        };
                        if keys.is_empty() {
                            break;
                        }
                        let full = || rule.is_full().then_some(Cut::Memory);
                        if let Some(cut) = self.clock.cut().or_else(full) {
                            end(Ok(Some(cut)));
                            break;
                        }
                        if let Err(fault) = expander.expand(bytemuck::cast_slice(keys), &mut expanded) {
                            end(Err(fault));
                            break;
                        }
                        at_once.learn(&expanded);
                        places.clear();
                        let successors: &[[u64; N]] = bytemuck::cast_slice(&expanded.states);
                        places.extend(
                            successors.iter().map(|key| {
                                self.lookup.find(key).expect("every successor has been enumerated")
                            }),
                        );
                        self.look(rule, &expanded, &places, out);
                    }
                });
            }
        });
        ended.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works out the values of some states, the places of whose successors are known.
    fn look<R: Rule<Value = V>>(&self, rule: &R, expanded: &Expanded, places: &[usize], out: &mut [V]) {
        let Expanded { terminal, goals, ends, joints, chances, .. } = expanded;
        let roles = goals.len() / terminal.len().max(1);
        let mut start = 0;
        for (state, out) in out.chunks_mut(rule.width()).enumerate() {
            let end = ends[state];
            let view = StateView {
                terminal: terminal[state],
                goals: &goals[state * roles..][..roles],
                joints: &joints[start * roles..end * roles],
                chances: chances.get(start..end).unwrap_or_default(),
            };
            let successors =
                SuccessorValues { places: &places[start..end], values: self.values, width: rule.width() };
            rule.values(&view, &successors, out);
            start = end;
        }
    }
}
