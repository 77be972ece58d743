use super::counts::Counts;
use super::events::Events;
use super::graph::{Arrangement, Graph};
use super::reasons::Reasons;

/// What a [`Graph`] tells of one assignment of its inputs, from which what it tells of another is found by
/// what differs: an event-driven simulation in topological order, so that each gate changes once at most.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    events: Events,
    values: Values,
    outputs: Vec<u64>,
}

/// The values of gates, by the way they are found.
#[derive(Clone, Debug)]
enum Values {
    Counts(Counts),
    Reasons(Reasons),
}

impl Evaluation {
    /// All inputs are false.
    pub(crate) fn new(graph: &Graph) -> Self {
        let telling = (0..graph.nodes()).filter(|&node| !graph.bits_of(node).is_empty());
        let mut outputs = graph.outputs.clone();
        let mut tell = |node, value| {
            if value {
                flip(&mut outputs, graph.bits_of(node));
            }
        };
        let values = match &graph.arrangement {
            Arrangement::Counts(readers) => {
                let counts = Counts::new(readers);
                telling.for_each(|node| tell(node, counts.value(readers, node)));
                Values::Counts(counts)
            }
            Arrangement::Reasons(operands) => {
                let mut reasons = Reasons::new(operands);
                telling.for_each(|node| tell(node, reasons.ask(operands, node)));
                Values::Reasons(reasons)
            }
        };
        Self { events: Events::new(graph.inputs(), graph.nodes()), values, outputs }
    }

    /// How many steps the changes have cost, ever: gates that were told of a change, or operands that were
    /// looked at.
    pub(crate) fn work(&self) -> u64 {
        match &self.values {
            Values::Counts(counts) => counts.work(),
            Values::Reasons(reasons) => reasons.work(),
        }
    }

    /// The output, right about the inputs as they were when it was [settled](Self::settle) last.
    pub(crate) fn outputs(&self) -> &[u64] {
        &self.outputs
    }

    /// The inputs, as bits.
    pub(crate) fn inputs(&self) -> &[u64] {
        self.events.inputs()
    }

    /// Changes an input.
    #[inline(always)]
    pub(crate) fn flip(&mut self, input: usize) {
        self.events.flip(input);
    }

    /// Gives the first `count` inputs these values.
    pub(crate) fn set(&mut self, values: &[u64], count: usize) {
        self.events.set(values, count);
    }

    /// Works out the output after changes.
    pub(crate) fn settle(&mut self, graph: &Graph) {
        let Self { events, values, outputs } = self;
        match (values, &graph.arrangement) {
            (Values::Counts(counts), Arrangement::Counts(readers)) => {
                while let Some(node) = events.next() {
                    counts.settle(readers, events, node);
                    flip(outputs, graph.bits_of(node));
                }
            }
            (Values::Reasons(reasons), Arrangement::Reasons(operands)) => {
                while let Some(node) = events.next() {
                    if reasons.settle(operands, events, node) {
                        flip(outputs, graph.bits_of(node));
                    }
                }
            }
            _ => unreachable!("an evaluation is of one graph"),
        }
    }
}

#[inline(always)]
fn flip(words: &mut [u64], bits: &[(u32, u32)]) {
    for &(_, bit) in bits {
        words[bit as usize / 64] ^= 1 << (bit % 64);
    }
}

#[cfg(test)]
mod tests {
    use gdl::Interrupt;
    use proptest::prelude::*;

    use super::*;
    use crate::incremental::graph::{Output, Way};
    use crate::network::graphs::{graphs, simulate, value};
    use crate::network::{Aig, Lit, Wide, flatten, unroll};

    const WAYS: [Way; 2] = [Way::Counts, Way::Reasons];

    /// The literals as the bits of a graph's output.
    fn graph(aig: &Aig, literals: &[Lit], way: Way) -> Graph {
        let (aig, literals) = &unroll(aig, literals, 1_000_000, &Interrupt::never()).unwrap().unwrap();
        let wide = Wide::lift(aig, literals, &Interrupt::never()).unwrap();
        let wide = flatten(&wide, &Interrupt::never()).unwrap();
        let outputs = wide.roots.iter().enumerate().map(|(bit, &literal)| Output { bit, literal });
        let outputs: Vec<Output> = outputs.collect();
        Graph::new(&wide, &outputs, literals.len().div_ceil(64), way, &Interrupt::never()).unwrap()
    }

    proptest! {
        #[test]
        fn after_any_changes_the_output_is_what_the_graph_says(
            (aig, pool) in graphs(6, 120),
            told in 1..126usize,
            changes in prop::collection::vec((0..6usize, any::<bool>()), 0..60),
        ) {
            // Of most gates nothing is told, so that they need not be known.
            let told = &pool[pool.len().saturating_sub(told)..];
            for way in WAYS {
                let graph = graph(&aig, told, way);
                let mut evaluation = Evaluation::new(&graph);
                let mut bits = [false; 6];
                for &(input, settle) in changes.iter().chain([&(0, true)]) {
                    bits[input] ^= true;
                    evaluation.flip(input);
                    if settle {
                        evaluation.settle(&graph);
                        let values = simulate(&aig, &bits);
                        for (bit, &literal) in told.iter().enumerate() {
                            let told = crate::holds(evaluation.outputs(), bit);
                            prop_assert_eq!(told, value(&values, literal), "{:?} by {:?}", literal, way);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_graph_is_read_as_it_was_written_and_no_other_is_sound() {
        let mut aig = Aig::new();
        let inputs: Vec<Lit> = (0..12).map(|_| aig.input()).collect();
        let all = inputs.iter().fold(Lit::TRUE, |all, &input| aig.and(all, input));
        let told = [all, aig.xor(inputs[0], inputs[1]), !inputs[2]];
        for way in WAYS {
            let bytes = postcard::to_stdvec(&graph(&aig, &told, way)).unwrap();
            let read = || postcard::from_bytes::<Graph>(&bytes).unwrap();
            let mut graph = read();
            assert_eq!(graph.restore(12, 1, |bit| bit < 3), Ok(()), "{way:?}");
            let mut evaluation = Evaluation::new(&graph);
            for (input, output) in [(0, 0b110), (1, 0b100), (2, 0b000), (0, 0b010), (0, 0b000)] {
                evaluation.flip(input);
                evaluation.settle(&graph);
                assert_eq!(evaluation.outputs(), [output], "{way:?}");
            }
            (3..12).for_each(|input| evaluation.flip(input));
            evaluation.settle(&graph);
            assert_eq!(evaluation.outputs(), [0b001], "{way:?}");
            for (inputs, words, bits) in [(11, 1, 3), (12, 2, 3), (12, 1, 2)] {
                assert!(read().restore(inputs, words, |bit| bit < bits).is_err(), "{way:?}");
            }
        }
    }

    #[test]
    fn what_is_changed_back_costs_no_gate() {
        let mut aig = Aig::new();
        let inputs: Vec<Lit> = (0..3).map(|_| aig.input()).collect();
        let two = aig.and(inputs[0], !inputs[1]);
        let three = aig.or(two, inputs[2]);
        for way in WAYS {
            let graph = graph(&aig, &[two, three], way);
            let mut evaluation = Evaluation::new(&graph);
            let made = evaluation.work();
            evaluation.settle(&graph);
            assert_eq!((evaluation.outputs()[0], evaluation.work()), (0b00, made));
            evaluation.flip(0);
            evaluation.flip(0);
            evaluation.settle(&graph);
            assert_eq!((evaluation.outputs()[0], evaluation.work()), (0b00, made));
            evaluation.set(&[0b101], 3);
            evaluation.settle(&graph);
            assert_eq!(evaluation.outputs()[0], 0b11);
            evaluation.set(&[0b010], 2);
            evaluation.settle(&graph);
            assert_eq!((evaluation.inputs()[0], evaluation.outputs()[0]), (0b110, 0b10));
        }
    }

    #[test]
    fn by_reasons_what_does_not_matter_costs_nothing() {
        // A move is legal where a piece is there, and a long chain of gates says so.
        let mut aig = Aig::new();
        let (piece, inputs): (Lit, Vec<Lit>) = (aig.input(), (0..40).map(|_| aig.input()).collect());
        let chain = inputs.iter().fold(inputs[0], |chain, &input| aig.xor(chain, input));
        let legal = aig.and(piece, chain);
        let graph = graph(&aig, &[legal], Way::Reasons);
        let mut evaluation = Evaluation::new(&graph);
        let flip = |evaluation: &mut Evaluation, inputs: std::ops::RangeInclusive<usize>| {
            for input in inputs {
                evaluation.flip(input);
                evaluation.settle(&graph);
            }
            (evaluation.outputs()[0], evaluation.work())
        };
        let made = evaluation.work();
        assert_eq!(flip(&mut evaluation, 1..=40), (0, made));
        // Thirty-nine inputs count, as the first is there twice.
        let (output, needed) = flip(&mut evaluation, 0..=0);
        assert!(output == 1 && needed > made + 39, "{needed} after {made}");
        flip(&mut evaluation, 0..=0);
        // What is known of the chain is forgotten as it changes, gate by gate.
        for _ in 0..40 {
            flip(&mut evaluation, 1..=40);
        }
        let forgotten = evaluation.work();
        assert_eq!(flip(&mut evaluation, 1..=40), (0, forgotten));
    }
}
