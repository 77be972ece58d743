use rustc_hash::FxHashMap;

use crate::{Symbol, Term, TermKind};

/// Lists of terms, all of one length, each under a number. They are indexed by their constants and functions,
/// to find those that may equal another list.
#[derive(Default)]
pub(crate) struct Index {
    all: Vec<usize>,
    /// The indexes of the first terms of the lists.
    columns: Vec<Column>,
}

#[derive(Default)]
struct Column {
    by_top: FxHashMap<Top, Vec<usize>>,
    /// The lists with a variable in this place.
    any: Vec<usize>,
}

/// A constant, or a function with its number of arguments.
pub(crate) type Top = (Symbol, Option<usize>);

impl Index {
    /// The number of indexed terms of a list.
    const COLUMNS: usize = 8;

    pub(crate) fn of<'r>(lists: impl IntoIterator<Item = (usize, &'r [Term])>) -> Self {
        let mut index = Self::default();
        for (number, terms) in lists {
            index.add(number, terms);
        }
        index
    }

    pub(crate) fn add(&mut self, number: usize, terms: &[Term]) {
        self.all.push(number);
        self.columns.resize_with(terms.len().min(Self::COLUMNS), Column::default);
        for (column, term) in self.columns.iter_mut().zip(terms) {
            match top(term) {
                Some(top) => column.by_top.entry(top).or_default().push(number),
                None => column.any.push(number),
            }
        }
    }

    /// A superset of the lists that may equal `terms`, by the most selective term.
    pub(crate) fn candidates<'i>(&'i self, terms: &[Term]) -> impl Iterator<Item = usize> + use<'i> {
        let by_term = self.columns.iter().zip(terms).filter_map(|(column, term)| {
            let same = column.by_top.get(&top(term)?).map_or(&[][..], Vec::as_slice);
            Some((same, column.any.as_slice()))
        });
        let (same, any) =
            by_term.min_by_key(|(same, any)| same.len() + any.len()).unwrap_or((&self.all, &[]));
        same.iter().chain(any).copied()
    }
}

/// What a term is apart from its arguments; none of a variable.
pub(crate) fn top(term: &Term) -> Option<Top> {
    match &term.kind {
        TermKind::Variable(_) => None,
        TermKind::Constant(name) => Some((*name, None)),
        TermKind::Function(name, args) => Some((*name, Some(args.len()))),
    }
}
