use std::fmt;

/// Who takes a first circuit of a game, or what is made of it, while the final one is being made.
///
/// The first circuit has all gates of the translated rules, and nothing is proven of it: it is made sooner
/// and plays slower. It evaluates states in lanes only, one state alone as well.
pub struct FirstStage<'a, C> {
    most_gates: usize,
    take: Box<dyn FnOnce(C) + 'a>,
}

impl<'a, C> FirstStage<'a, C> {
    /// So many gates are optimised within some three seconds.
    pub const MOST_GATES: usize = 250_000;

    /// Takes circuits of rules with more than [`MOST_GATES`](Self::MOST_GATES).
    pub fn new(take: impl FnOnce(C) + 'a) -> Self {
        Self { most_gates: Self::MOST_GATES, take: Box::new(take) }
    }

    /// There is no first circuit of rules that are translated to so many gates or fewer, as the final one is
    /// made soon.
    #[must_use]
    pub fn with_most_gates(self, most_gates: usize) -> Self {
        Self { most_gates, ..self }
    }

    /// Takes what `C` is made of.
    #[must_use]
    pub fn of<D>(self, make: impl FnOnce(D) -> C + 'a) -> FirstStage<'a, D>
    where
        C: 'a,
    {
        let Self { most_gates, take } = self;
        FirstStage { most_gates, take: Box::new(move |part| take(make(part))) }
    }

    /// Whether there is a first circuit of rules that are translated to so many gates.
    pub(crate) fn is_wanted(&self, gates: usize) -> bool {
        gates > self.most_gates
    }

    /// Gives the circuit away.
    pub(crate) fn give(self, circuit: C) {
        (self.take)(circuit);
    }
}

impl<C> fmt::Debug for FirstStage<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FirstStage").field("most_gates", &self.most_gates).finish_non_exhaustive()
    }
}
