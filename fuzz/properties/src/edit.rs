//! How an input is made of the seeds: by edits, each a value, so that a failing input can be made simpler by
//! leaving some out.

use std::ops::Range;

use proptest::array::uniform3;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::terms::terms;
use crate::{Corpus, Form};

/// Bytes of an input of text at most: rules that are longer are slower, and no other.
const LONGEST: usize = 1 << 14;

/// Edits of one input at most.
const EDITS: usize = 6;

/// Numbers at which something may change.
const NUMBERS: &str = "0 1 2 -1 3 7 9 10 50 99 100 101 255 256 1000 65536 2147483647 2147483648 4294967295 4294967296 9007199254740993 \
    9223372036854775807 18446744073709551615 18446744073709551616 -0 0.5 1e9 1e308 1e-9 0.0000001 -2147483648 1e999 007 1. +1 NaN inf";

/// Bytes at which something may change.
const BYTES: &[u8] = b"()[]{};:,=\"'?\\|#/@%<>- \n\t\r\0\x7f\x80\xc3\xff0a";

/// An input: a seed, edited.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    /// The seed, of however many there are.
    seed: u32,
    edits: Vec<Edit>,
}

/// A change of an input. It fits every input: places are taken modulo the number of places.
#[derive(Clone, Debug)]
struct Edit {
    kind: Kind,
    places: [u32; 3],
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Delete,
    Double,
    Swap,
    /// A term becomes another of the same input.
    Repeat,
    /// A term becomes one of another seed.
    Graft,
    /// A term becomes a word of the language.
    Word,
    /// A number becomes an odd one.
    Number,
    /// A term is put beside another.
    Insert,
    /// The beginning of the input, and the end of another seed.
    Splice,
    Byte,
    Bit,
    InsertByte,
    DeleteBytes,
    CopyBytes,
    Fill,
    CutOff,
}

/// The kinds that change terms, those that often keep the rest well formed several times.
const OF_TERMS: [Kind; 13] = {
    use Kind::{Delete, Double, Graft, Insert, Number, Repeat, Splice, Swap, Word};
    [Delete, Double, Swap, Swap, Repeat, Repeat, Repeat, Graft, Graft, Word, Number, Insert, Splice]
};

/// The kinds that change bytes.
const OF_BYTES: [Kind; 7] = {
    use Kind::{Bit, Byte, CopyBytes, CutOff, DeleteBytes, Fill, InsertByte};
    [Byte, Bit, InsertByte, DeleteBytes, CopyBytes, Fill, CutOff]
};

impl Recipe {
    /// All recipes for inputs of a form.
    pub(crate) fn all(form: Form) -> impl Strategy<Value = Self> {
        let of_bytes = select(&OF_BYTES[..]);
        let kind = match form {
            // Terms are changed more often than bytes.
            Form::Text(_) => prop_oneof![4 => select(&OF_TERMS[..]), 1 => of_bytes].boxed(),
            Form::Bytes => of_bytes.boxed(),
        };
        let edit = (kind, uniform3(any::<u32>())).prop_map(|(kind, places)| Edit { kind, places });
        (any::<u32>(), vec(edit, 0..=EDITS)).prop_map(|(seed, edits)| Self { seed, edits })
    }

    /// The input.
    pub(crate) fn follow(&self, corpus: &Corpus, form: Form) -> Vec<u8> {
        let mut input = corpus.seed(self.seed).to_vec();
        for edit in &self.edits {
            edit.apply(&mut input, corpus, form);
            if form != Form::Bytes {
                input.truncate(LONGEST);
            }
        }
        input
    }
}

impl Edit {
    fn apply(&self, input: &mut Vec<u8>, corpus: &Corpus, form: Form) {
        let [first, second, third] = self.places;
        match self.kind {
            Kind::Byte
            | Kind::Bit
            | Kind::InsertByte
            | Kind::DeleteBytes
            | Kind::CopyBytes
            | Kind::Fill
            | Kind::CutOff => {
                self.apply_to_bytes(input);
            }
            Kind::Splice => {
                let other = corpus.seed(third);
                let from = pick(&terms(other), second).map_or(0, |term| term.start);
                input.truncate(pick(&terms(input), first).map_or(0, |term| term.end));
                input.push(b' ');
                input.extend_from_slice(&other[from..]);
            }
            _ => self.apply_to_terms(input, corpus, form),
        }
    }

    fn apply_to_terms(&self, input: &mut Vec<u8>, corpus: &Corpus, form: Form) {
        let [first, second, third] = self.places;
        let all = terms(input);
        let (Some(one), Some(two)) = (pick(&all, first), pick(&all, second)) else { return };
        let text = |term: Range<usize>| input[term].to_vec();
        match self.kind {
            Kind::Delete => {
                // A comma that follows goes, too.
                let comma = usize::from(input.get(one.end) == Some(&b','));
                input.drain(one.start..one.end + comma);
            }
            Kind::Double => {
                let comma = input.get(one.end) == Some(&b',') || input[..one.start].ends_with(b",");
                let separator = if comma { b',' } else { b' ' };
                let again: Vec<u8> = [separator].into_iter().chain(text(one.clone())).collect();
                input.splice(one.end..one.end, again);
            }
            Kind::Swap => {
                let (left, right) = if one.start <= two.start { (one, two) } else { (two, one) };
                if left.end <= right.start {
                    let (a, between, b) =
                        (text(left.clone()), text(left.end..right.start), text(right.clone()));
                    input.splice(left.start..right.end, [b, between, a].concat());
                }
            }
            Kind::Repeat => {
                let other = text(two);
                input.splice(one, other);
            }
            Kind::Graft => {
                let other = corpus.seed(third);
                if let Some(term) = pick(&terms(other), second) {
                    input.splice(one, other[term].iter().copied());
                }
            }
            Kind::Insert => {
                let other: Vec<u8> = text(two).into_iter().chain([b' ']).collect();
                input.splice(one.start..one.start, other);
            }
            Kind::Word => {
                let Form::Text(words) = form else { return };
                let word = pick(words, second).map_or(Vec::new(), |word| word.as_bytes().to_vec());
                input.splice(one, word);
            }
            // Numbers where numbers are, if there are any.
            _ => {
                let is_number =
                    |term: &&Range<usize>| input[term.start].is_ascii_digit() || input[term.start] == b'-';
                let numbers: Vec<Range<usize>> = all.iter().filter(is_number).cloned().collect();
                let place = pick(&numbers, first).unwrap_or(one);
                let numbers: Vec<&str> = NUMBERS.split_whitespace().collect();
                let number = pick(&numbers, second).unwrap_or_default();
                input.splice(place, number.bytes());
            }
        }
    }

    fn apply_to_bytes(&self, input: &mut Vec<u8>) {
        /// Bytes that are changed together at most.
        const RUN: usize = 64;

        let [first, second, third] = self.places.map(|place| place as usize);
        let length = input.len();
        if length == 0 {
            return;
        }
        let at = first % length;
        match self.kind {
            Kind::Byte => input[at] = second as u8,
            Kind::Bit => input[at] ^= 1 << (second % 8),
            Kind::InsertByte => input.insert(at, BYTES[second % BYTES.len()]),
            Kind::DeleteBytes => drop(input.drain(at..length.min(at + 1 + second % RUN))),
            Kind::CopyBytes => {
                let run = (1 + third % RUN).min(length - at).min(length - second % length);
                input.copy_within(at..at + run, second % length);
            }
            // Small runs, and whole pages of a file.
            Kind::Fill => {
                let (from, run) = if third % 4 == 0 { (at & !4095, 4096) } else { (at, 1 + second % RUN) };
                let end = length.min(from + run);
                input[from..end].fill(if third % 8 < 6 { 0 } else { 0xFF });
            }
            _ => input.truncate(at),
        }
    }
}

/// One of these by a number of any size.
fn pick<T: Clone>(all: &[T], number: u32) -> Option<T> {
    all.get(number as usize % all.len().max(1)).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(kind: Kind, places: [u32; 3], input: &str) -> String {
        let corpus = Corpus::of(vec![b"(z 1)".to_vec()]);
        let mut input = input.as_bytes().to_vec();
        Edit { kind, places }.apply(&mut input, &corpus, Form::Text(&["word"]));
        String::from_utf8_lossy(&input).into_owned()
    }

    /// The number of a term in `(a 1 (b 2))`: a, 1, b, 2, then the groups.
    const A: u32 = 0;
    const ONE: u32 = 1;
    const B: u32 = 2;
    const INNER: u32 = 4;

    #[test]
    fn whole_terms_are_changed() {
        let text = "(a 1 (b 2))";
        assert_eq!(edited(Kind::Delete, [INNER, 0, 0], text), "(a 1 )");
        assert_eq!(edited(Kind::Double, [INNER, 0, 0], text), "(a 1 (b 2) (b 2))");
        assert_eq!(edited(Kind::Swap, [INNER, A, 0], text), "((b 2) 1 a)");
        assert_eq!(edited(Kind::Swap, [INNER, B, 0], text), text);
        assert_eq!(edited(Kind::Repeat, [ONE, INNER, 0], text), "(a (b 2) (b 2))");
        assert_eq!(edited(Kind::Graft, [INNER, 2, 0], text), "(a 1 (z 1))");
        assert_eq!(edited(Kind::Word, [B, 0, 0], text), "(a 1 (word 2))");
        assert_eq!(edited(Kind::Number, [0, 0, 0], text), "(a 0 (b 2))");
        assert_eq!(edited(Kind::Insert, [ONE, INNER, 0], text), "(a (b 2) 1 (b 2))");
        assert_eq!(edited(Kind::Splice, [ONE, 1, 0], text), "(a 1 1)");
    }

    #[test]
    fn lists_with_commas_keep_them() {
        assert_eq!(edited(Kind::Delete, [0, 0, 0], "[1,2]"), "[2]");
        assert_eq!(edited(Kind::Double, [1, 0, 0], "[1,2]"), "[1,2,2]");
    }

    proptest! {
        #[test]
        fn every_edit_fits_every_input(
            recipe in prop_oneof![Recipe::all(Form::Bytes), Recipe::all(Form::Text(&["word"]))],
            seeds in vec(vec(any::<u8>(), 0..40), 0..3),
        ) {
            let corpus = Corpus::of(seeds);
            recipe.follow(&corpus, Form::Text(&[]));
            recipe.follow(&corpus, Form::Bytes);
        }
    }
}
