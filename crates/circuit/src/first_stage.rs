use std::fmt;

/// Who takes a first circuit of a game, or what is made of it, while the final one is being made.
///
/// The first circuit has all gates of the translated rules, and nothing is proven of it: it is made sooner and plays slower. It evaluates states in lanes only, one state
/// alone as well.
pub struct FirstStage<'a, C> {
    /// There is no first circuit of rules that are translated to so many gates or fewer, as the final one is made soon.
    pub most_gates: usize,
    /// Takes the circuit.
    pub take: &'a mut dyn FnMut(C),
}

impl<'a, C> FirstStage<'a, C> {
    /// So many gates are optimised within some three seconds.
    pub const MOST_GATES: usize = 250_000;

    /// Takes circuits of rules with more than [`MOST_GATES`](Self::MOST_GATES).
    pub fn new(take: &'a mut dyn FnMut(C)) -> Self {
        Self { most_gates: Self::MOST_GATES, take }
    }
}

impl<C> fmt::Debug for FirstStage<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FirstStage").field("most_gates", &self.most_gates).finish_non_exhaustive()
    }
}
