use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::ptr;
use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard};

use gdl::{Symbol, Symbols};
use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::{Limits, LogicError};

/// A ground term of one reasoner. Two ids are equal exactly if the terms are. Their order has no meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(u32);

impl TermId {
    /// The number of the term among those of its reasoner.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The term of this number, which [`number`](Self::number) has told.
    pub fn from_number(number: u32) -> Self {
        Self(number)
    }
}

/// The root of a ground term. The function `(f)` without arguments is not the constant `f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Top {
    Constant(Symbol),
    /// A function and its number of arguments.
    Function(Symbol, usize),
}

/// A table of ground terms, each once (hash consing).
pub(crate) struct TermTable {
    tops: Vec<Top>,
    depths: Vec<u32>,
    /// How much each name counts; others count once.
    weights: Vec<u32>,
    /// The number of names in each term, with repetitions, by their weights.
    sizes: Vec<u32>,
    /// The start of the arguments of each term in `args`.
    starts: Vec<u32>,
    args: Vec<TermId>,
    texts: Vec<OnceLock<Box<str>>>,
    ids: HashTable<TermId>,
    /// The sum of all sizes.
    names: u64,
    most: usize,
    deepest: u32,
    longest: u32,
}

/// Names in all terms together, with repetitions. The memory for arguments and texts is bounded by them, as
/// long names count several times.
const MOST_NAMES: u64 = 100_000_000;

/// So many bytes of a name count as much as another name.
const BYTES_OF_A_NAME: usize = 16;

impl TermTable {
    fn new(limits: &Limits, symbols: &Symbols) -> Self {
        let weight = |name: &str| u32::try_from(1 + name.len() / BYTES_OF_A_NAME).unwrap_or(u32::MAX);
        Self {
            weights: symbols.names().map(weight).collect(),
            tops: Vec::new(),
            depths: Vec::new(),
            sizes: Vec::new(),
            starts: Vec::new(),
            args: Vec::new(),
            texts: Vec::new(),
            ids: HashTable::new(),
            names: 0,
            most: limits.terms.min(u32::MAX as usize - 1),
            deepest: limits.term_depth,
            longest: limits.term_size,
        }
    }

    /// The number of terms.
    pub(crate) fn len(&self) -> usize {
        self.tops.len()
    }

    pub(crate) fn top(&self, id: TermId) -> Top {
        self.tops[id.0 as usize]
    }

    pub(crate) fn args(&self, id: TermId) -> &[TermId] {
        let start = self.starts[id.0 as usize] as usize;
        match self.tops[id.0 as usize] {
            Top::Constant(_) => &[],
            Top::Function(_, arity) => &self.args[start..start + arity],
        }
    }

    /// The subterm of `id` at `path`, a sequence of argument positions; the path must exist.
    pub(crate) fn at(&self, id: TermId, path: &[u32]) -> TermId {
        path.iter().fold(id, |id, &position| self.args(id)[position as usize])
    }

    pub(crate) fn find(&self, top: Top, args: &[TermId]) -> Option<TermId> {
        self.ids.find(hash(top, args), |&id| self.top(id) == top && self.args(id) == args).copied()
    }

    fn insert(&mut self, top: Top, args: &[TermId]) -> Result<TermId, LogicError> {
        if let Some(id) = self.find(top, args) {
            return Ok(id);
        }
        if self.tops.len() >= self.most {
            return Err(LogicError::TooManyTerms { limit: self.most });
        }
        let depth = 1 + args.iter().map(|&arg| self.depths[arg.0 as usize]).max().unwrap_or(0);
        if depth > self.deepest {
            return Err(LogicError::TermTooDeep { limit: self.deepest });
        }
        let sizes = args.iter().map(|&arg| self.sizes[arg.0 as usize]);
        let (Top::Constant(name) | Top::Function(name, _)) = top;
        let weight = self.weights.get(name.index()).copied().unwrap_or(1);
        let size = sizes.fold(weight, u32::saturating_add);
        if size > self.longest {
            return Err(LogicError::TermTooLong { limit: self.longest });
        }
        let names = self.names + u64::from(size);
        if names > MOST_NAMES {
            return Err(LogicError::TooManyNames { limit: MOST_NAMES });
        }
        self.names = names;
        let id = TermId(self.tops.len() as u32);
        self.tops.push(top);
        self.depths.push(depth);
        self.sizes.push(size);
        self.starts.push(self.args.len() as u32);
        self.args.extend_from_slice(args);
        self.texts.push(OnceLock::new());
        let Self { ids, tops, starts, args: all_args, .. } = self;
        let hash_of = |id: &TermId| {
            let (top, start) = (tops[id.0 as usize], starts[id.0 as usize] as usize);
            let arity = if let Top::Function(_, arity) = top { arity } else { 0 };
            hash(top, &all_args[start..start + arity])
        };
        ids.insert_unique(hash(top, args), id, hash_of);
        Ok(id)
    }

    /// The term as KIF.
    pub(crate) fn text(&self, id: TermId, symbols: &Symbols) -> &str {
        self.texts[id.0 as usize].get_or_init(|| match self.top(id) {
            Top::Constant(name) => symbols.name(name).into(),
            Top::Function(name, _) => {
                let mut text = format!("({}", symbols.name(name));
                for &arg in self.args(id) {
                    text.push(' ');
                    text.push_str(self.text(arg, symbols));
                }
                text.push(')');
                text.into()
            }
        })
    }
}

fn hash(top: Top, args: &[TermId]) -> u64 {
    let mut hasher = FxHasher::default();
    top.hash(&mut hasher);
    args.hash(&mut hasher);
    hasher.finish()
}

/// The term table, shared between threads: many readers, rare additions.
pub(crate) struct Terms {
    table: RwLock<TermTable>,
}

impl Terms {
    /// For terms of the names of a rulesheet.
    pub(crate) fn new(limits: &Limits, symbols: &Symbols) -> Self {
        Self { table: RwLock::new(TermTable::new(limits, symbols)) }
    }

    /// Reads the table until the lease is dropped. A thread must hold one lease at a time: it would wait for
    /// ever for a second one if another thread waited to add a term in between.
    pub(crate) fn lease(&self) -> Lease<'_> {
        if cfg!(debug_assertions) {
            LEASED.with_borrow_mut(|leased| {
                assert!(!leased.contains(&ptr::from_ref(self)), "a thread holds one lease at a time");
                leased.push(self);
            });
        }
        Lease { terms: self, guard: Some(self.read()) }
    }

    fn read(&self) -> RwLockReadGuard<'_, TermTable> {
        // An insertion that panics leaves the table consistent, so a poisoned lock can be used.
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }
}

thread_local! {
    /// The tables that this thread has leased; known where debug assertions are on.
    static LEASED: RefCell<Vec<*const Terms>> = const { RefCell::new(Vec::new()) };
}

/// Read access to the term table, with the means to add terms.
pub(crate) struct Lease<'t> {
    terms: &'t Terms,
    /// Always `Some`, except inside [`Lease::intern`].
    guard: Option<RwLockReadGuard<'t, TermTable>>,
}

impl Lease<'_> {
    /// The id of a term; a new term is added.
    pub(crate) fn intern(&mut self, top: Top, args: &[TermId]) -> Result<TermId, LogicError> {
        if let Some(id) = self.find(top, args) {
            return Ok(id);
        }
        self.guard = None;
        let inserted = self.terms.table.write().unwrap_or_else(PoisonError::into_inner).insert(top, args);
        self.guard = Some(self.terms.read());
        inserted
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        if cfg!(debug_assertions) {
            LEASED.with_borrow_mut(|leased| leased.retain(|&terms| !ptr::eq(terms, self.terms)));
        }
    }
}

impl std::ops::Deref for Lease<'_> {
    type Target = TermTable;

    fn deref(&self) -> &TermTable {
        match &self.guard {
            Some(guard) => guard,
            None => unreachable!("the guard is only away inside `intern`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty() -> Terms {
        Terms::new(&Limits::default(), &Symbols::default())
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "a thread holds one lease at a time")]
    fn a_second_lease_of_a_thread_is_a_mistake() {
        let terms = empty();
        let _first = terms.lease();
        let _second = terms.lease();
    }

    #[test]
    fn a_table_is_leased_again_once_a_lease_is_dropped_and_beside_another_table() {
        let (terms, others) = (empty(), empty());
        drop(terms.lease());
        let (lease, other) = (terms.lease(), others.lease());
        assert_eq!((lease.len(), other.len()), (0, 0));
    }

    #[test]
    fn names_of_all_terms_together_are_bounded() {
        let mut symbols = Symbols::default();
        let symbol = symbols.intern("f");
        let limits = Limits { term_size: u32::MAX, term_depth: 100, ..Limits::default() };
        let terms = Terms::new(&limits, &symbols);
        let mut lease = terms.lease();
        let mut term = lease.intern(Top::Constant(symbol), &[]).unwrap();
        // Each is twice as long as the one before.
        let error = loop {
            match lease.intern(Top::Function(symbol, 2), &[term, term]) {
                Ok(longer) => term = longer,
                Err(error) => break error,
            }
        };
        assert_eq!(error, LogicError::TooManyNames { limit: MOST_NAMES });
        assert_eq!(lease.len(), 25, "the last has 2^25 - 1 names, and all have 2^26 - 27");
    }

    #[test]
    fn long_names_count_more_than_short_ones() {
        let mut symbols = Symbols::default();
        let [f, short, long] = ["f", "n", &"n".repeat(160)].map(|name| symbols.intern(name));
        let terms = Terms::new(&Limits { term_size: 20, ..Limits::default() }, &symbols);
        let mut lease = terms.lease();
        let [short, long] = [short, long].map(|name| lease.intern(Top::Constant(name), &[]).unwrap());
        assert!(lease.intern(Top::Function(f, 19), &[short; 19]).is_ok());
        let error = lease.intern(Top::Function(f, 2), &[long; 2]);
        assert_eq!(error, Err(LogicError::TermTooLong { limit: 20 }));
    }
}
