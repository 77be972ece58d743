use super::graph::{Graph, Readers};
use crate::state::ones_between;

/// The values of a [`Graph`]'s gates for one assignment of its inputs, from which those for another are found by what differs: an event-driven
/// simulation in topological order, so that each gate changes once at most.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    inputs: Vec<u64>,
    /// How many operands of each gate are false.
    counts: Vec<u16>,
    /// The gates whose value has changed, while their readers do not know yet.
    pending: Vec<u64>,
    /// The words of `pending` that may have bits.
    marks: Vec<u64>,
    outputs: Vec<u64>,
    /// How many readers have been told of changes, ever.
    work: u64,
}

impl Evaluation {
    /// All inputs are false.
    pub(crate) fn new(graph: &Graph) -> Self {
        let pending = graph.gates().div_ceil(64);
        Self {
            inputs: vec![0; graph.inputs().div_ceil(64)],
            counts: graph.counts.clone(),
            pending: vec![0; pending],
            marks: vec![0; pending.div_ceil(64)],
            outputs: graph.outputs.clone(),
            work: 0,
        }
    }

    /// How many readers have been told of changes, ever: what the changes cost.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// The output, right about the inputs as they were when it was [settled](Self::settle) last.
    pub(crate) fn outputs(&self) -> &[u64] {
        &self.outputs
    }

    /// The inputs, as bits.
    pub(crate) fn inputs(&self) -> &[u64] {
        &self.inputs
    }

    /// Changes an input.
    #[inline(always)]
    pub(crate) fn flip(&mut self, graph: &Graph, input: usize) {
        self.inputs[input / 64] ^= 1 << (input % 64);
        let value = self.inputs[input / 64] >> (input % 64) & 1 == 1;
        self.tell(&graph.readers(input), value);
    }

    /// Gives the first `count` inputs these values.
    pub(crate) fn set(&mut self, graph: &Graph, values: &[u64], count: usize) {
        for (word, value) in values.iter().enumerate().take(count.div_ceil(64)) {
            let within = if count / 64 == word { !(!0 << (count % 64)) } else { !0 };
            let changed = [(value ^ self.inputs[word]) & within];
            for bit in ones_between(&changed, 0, 64) {
                self.flip(graph, 64 * word + bit);
            }
        }
    }

    /// Works out the output after changes.
    pub(crate) fn settle(&mut self, graph: &Graph) {
        for group in 0..self.marks.len() {
            while self.marks[group] != 0 {
                let word = 64 * group + self.marks[group].trailing_zeros() as usize;
                self.marks[group] &= self.marks[group] - 1;
                // Readers come after what they read, so that none is in a word before this one.
                while self.pending[word] != 0 {
                    let gate = 64 * word + self.pending[word].trailing_zeros() as usize;
                    self.pending[word] &= self.pending[word] - 1;
                    let value = self.counts[gate] == 0;
                    self.tell(&graph.readers(graph.gate(gate)), value);
                }
            }
        }
    }

    /// Tells readers that what they read has changed to this value.
    #[inline(always)]
    fn tell(&mut self, readers: &Readers<'_>, value: bool) {
        let &Readers { plain, inverted, outputs } = readers;
        let (freed, blocked) = if value { (plain, inverted) } else { (inverted, plain) };
        self.work += (freed.len() + blocked.len() + outputs.len()) as u64;
        for &gate in freed {
            let count = &mut self.counts[gate as usize];
            *count -= 1;
            if *count == 0 {
                self.change(gate);
            }
        }
        for &gate in blocked {
            let count = &mut self.counts[gate as usize];
            *count += 1;
            if *count == 1 {
                self.change(gate);
            }
        }
        for &bit in outputs {
            self.outputs[bit as usize / 64] ^= 1 << (bit % 64);
        }
    }

    /// Notes that a gate has changed, or that it has changed back before its readers were told.
    #[inline(always)]
    fn change(&mut self, gate: u32) {
        let word = gate as usize / 64;
        self.pending[word] ^= 1 << (gate % 64);
        self.marks[word / 64] |= 1 << (word % 64);
    }
}

#[cfg(test)]
mod tests {
    use gdl::Interrupt;
    use proptest::prelude::*;

    use super::*;
    use crate::incremental::graph::Output;
    use crate::network::graphs::{graphs, simulate, value};
    use crate::network::{Aig, Lit, Wide, flatten, unroll};

    /// The literals as the bits of a graph's output.
    fn graph(aig: &Aig, literals: &[Lit]) -> Graph {
        let (aig, literals) = &unroll(aig, literals, 1_000_000).unwrap();
        let wide = Wide::lift(aig, literals, &Interrupt::never()).unwrap();
        let wide = flatten(&wide, &Interrupt::never()).unwrap();
        let outputs = wide.roots.iter().enumerate().map(|(bit, &literal)| Output { bit, literal });
        let outputs: Vec<Output> = outputs.collect();
        Graph::new(&wide, &outputs, literals.len().div_ceil(64), &Interrupt::never()).unwrap()
    }

    proptest! {
        #[test]
        fn after_any_changes_the_output_is_what_the_graph_says(
            (aig, pool) in graphs(6, 120),
            changes in prop::collection::vec((0..6usize, any::<bool>()), 0..60),
        ) {
            let graph = graph(&aig, &pool);
            let mut evaluation = Evaluation::new(&graph);
            let mut bits = [false; 6];
            for (input, settle) in changes.into_iter().chain([(0, true)]) {
                bits[input] ^= true;
                evaluation.flip(&graph, input);
                if settle {
                    evaluation.settle(&graph);
                    let values = simulate(&aig, &bits);
                    for (bit, &literal) in pool.iter().enumerate() {
                        let told = evaluation.outputs()[bit / 64] >> (bit % 64) & 1 == 1;
                        prop_assert_eq!(told, value(&values, literal), "{:?}", literal);
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_changed_back_costs_no_gate() {
        let mut aig = Aig::new();
        let inputs: Vec<Lit> = (0..3).map(|_| aig.input()).collect();
        let two = aig.and(inputs[0], !inputs[1]);
        let three = aig.or(two, inputs[2]);
        let graph = graph(&aig, &[two, three]);
        let mut evaluation = Evaluation::new(&graph);
        evaluation.settle(&graph);
        assert_eq!((evaluation.outputs()[0], evaluation.work()), (0b00, 0));
        evaluation.flip(&graph, 0);
        evaluation.flip(&graph, 0);
        let told = evaluation.work();
        evaluation.settle(&graph);
        assert_eq!((evaluation.outputs()[0], evaluation.work()), (0b00, told));
        evaluation.set(&graph, &[0b101], 3);
        evaluation.settle(&graph);
        assert_eq!(evaluation.outputs()[0], 0b11);
        evaluation.set(&graph, &[0b010], 2);
        evaluation.settle(&graph);
        assert_eq!((evaluation.inputs()[0], evaluation.outputs()[0]), (0b110, 0b10));
    }
}
