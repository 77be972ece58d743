use crate::state::{holds, ones_between};

/// What is known of the inputs of a graph, and which nodes are to be settled.
#[derive(Clone, Debug)]
pub(super) struct Events {
    inputs: Vec<u64>,
    pending: Vec<u64>,
    /// The words of `pending` that may have bits.
    marks: Vec<u64>,
    /// The word of `pending` at which it is.
    word: usize,
}

impl Events {
    /// All inputs are false.
    pub(super) fn new(inputs: usize, nodes: usize) -> Self {
        let words = nodes.div_ceil(64);
        Self {
            inputs: vec![0; inputs.div_ceil(64)],
            pending: vec![0; words],
            marks: vec![0; words.div_ceil(64)],
            word: 0,
        }
    }

    /// The inputs, as bits.
    pub(super) fn inputs(&self) -> &[u64] {
        &self.inputs
    }

    /// The value of an input.
    #[inline(always)]
    pub(super) fn input(&self, input: usize) -> bool {
        holds(&self.inputs, input)
    }

    /// Changes an input.
    #[inline(always)]
    pub(super) fn flip(&mut self, input: usize) {
        self.inputs[input / 64] ^= 1 << (input % 64);
        self.toggle(input);
    }

    /// Gives the first `count` inputs these values.
    pub(super) fn set(&mut self, values: &[u64], count: usize) {
        for (word, value) in values.iter().enumerate().take(count.div_ceil(64)) {
            let within = if count / 64 == word { !(!0 << (count % 64)) } else { !0 };
            let changed = [(value ^ self.inputs[word]) & within];
            for bit in ones_between(&changed, 0, 64) {
                self.flip(64 * word + bit);
            }
        }
    }

    /// Notes that a node is to be settled.
    #[inline(always)]
    pub(super) fn note(&mut self, node: usize) {
        self.pending[node / 64] |= 1 << (node % 64);
        self.mark(node / 64);
    }

    /// Notes that a node is to be settled, or that it need not be after all.
    #[inline(always)]
    pub(super) fn toggle(&mut self, node: usize) {
        self.pending[node / 64] ^= 1 << (node % 64);
        self.mark(node / 64);
    }

    #[inline(always)]
    fn mark(&mut self, word: usize) {
        self.marks[word / 64] |= 1 << (word % 64);
    }

    /// The first node that is to be settled. Until there is none, only nodes after it may be noted.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<usize> {
        loop {
            if let Some(bits) = self.pending.get_mut(self.word).filter(|bits| **bits != 0) {
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(64 * self.word + bit);
            }
            let mut group = self.word / 64;
            while self.marks.get(group) == Some(&0) {
                group += 1;
            }
            let Some(marks) = self.marks.get_mut(group) else {
                self.word = 0;
                return None;
            };
            self.word = 64 * group + marks.trailing_zeros() as usize;
            *marks &= *marks - 1;
        }
    }
}
