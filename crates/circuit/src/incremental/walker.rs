use super::Incremental;
use super::evaluation::Evaluation;
use crate::state::{State, holds, words_between};

/// Evaluates one state after the other; each costs what differs from the one before.
///
/// It stands at two places: at the state in which moves are made, and at the state that is seen. So the
/// children of a state, one by one, leave the first where it is.
#[derive(Clone, Debug)]
pub(crate) struct Walker {
    view: Evaluation,
    goals: Evaluation,
    step: Step,
}

/// The state in which moves are made.
#[derive(Clone, Debug)]
struct Step {
    evaluation: Evaluation,
    /// The joint move that is made, if any is.
    joint: Vec<u32>,
}

impl Walker {
    /// It stands at the state without any fluent.
    pub(crate) fn new(incremental: &Incremental) -> Self {
        Self {
            view: Evaluation::new(&incremental.view),
            goals: Evaluation::new(&incremental.goals),
            step: Step { evaluation: Evaluation::new(&incremental.step), joint: Vec::new() },
        }
    }

    /// How many gates have been told of changes, ever: what all states have cost.
    pub(crate) fn work(&self) -> u64 {
        self.view.work() + self.goals.work() + self.step.evaluation.work()
    }

    /// The inputs by which the state is seen: its fluents.
    pub(crate) fn seen(&self) -> &[u64] {
        self.view.inputs()
    }

    /// The inputs by which the joint move was made: fluents and moves.
    pub(crate) fn made(&self) -> &[u64] {
        self.step.evaluation.inputs()
    }

    /// Goes to the state with these fluents to see it, except for its goals.
    pub(crate) fn see(&mut self, incremental: &Incremental, fluents: &[u64]) {
        self.view.set(fluents, incremental.fluents);
        self.view.settle(&incremental.view);
    }

    /// Works out the goals of the state that is seen.
    pub(crate) fn see_goals(&mut self, incremental: &Incremental) {
        self.goals.set(self.view.inputs(), incremental.fluents);
        self.goals.settle(&incremental.goals);
    }

    /// The words of the state that is seen, from the legal moves on, one by one.
    fn words<'a>(&'a self, incremental: &'a Incremental) -> impl Iterator<Item = u64> + 'a {
        let words = self.view.outputs().iter().zip(self.goals.outputs());
        words.enumerate().map(|(word, (view, goals))| view & self.open(incremental, word) | goals)
    }

    /// The bits of a word that count, as no guard forbids them.
    #[inline(always)]
    fn open(&self, incremental: &Incremental, word: usize) -> u64 {
        incremental.guards.iter().fold(!0, |open, guard| match guard.mask.get(word) {
            Some(mask) if !self.holds(guard.bit) => open & !mask,
            _ => open,
        })
    }

    #[inline(always)]
    fn holds(&self, bit: usize) -> bool {
        holds(self.view.outputs(), bit)
    }

    /// Whether the state that is seen is terminal.
    pub(crate) fn terminal(&self, incremental: &Incremental) -> bool {
        self.holds(incremental.terminal)
    }

    /// The bits of the goal of a role in the state of which they have been worked out.
    pub(crate) fn goal_byte(&self, incremental: &Incremental, role: usize) -> u8 {
        let bit = incremental.goal_bit(role);
        (self.goals.outputs()[bit / 64] >> (bit % 64)) as u8
    }

    /// How many legal moves a role has in the state that is seen.
    pub(crate) fn mobility(&self, incremental: &Incremental, role: usize) -> usize {
        self.legal_words(incremental, role).map(|(_, word)| word.count_ones() as usize).sum()
    }

    /// A role's legal move in the state that is seen, by its rank among them in ascending order.
    pub(crate) fn legal_move(&self, incremental: &Incremental, role: usize, mut rank: usize) -> Option<u32> {
        for (number, mut word) in self.legal_words(incremental, role) {
            let count = word.count_ones() as usize;
            if rank < count {
                (0..rank).for_each(|_| word &= word - 1);
                let bit = 64 * number + word.trailing_zeros() as usize;
                return Some((bit - incremental.first_move[role]) as u32);
            }
            rank -= count;
        }
        None
    }

    /// The words that have a role's legal moves, with their numbers, and no other bits.
    fn legal_words<'a>(
        &'a self,
        incremental: &'a Incremental,
        role: usize,
    ) -> impl Iterator<Item = (usize, u64)> + 'a {
        let (start, end) = (incremental.first_move[role], incremental.first_move[role + 1]);
        words_between(self.view.outputs(), start, end)
            .map(move |(number, word)| (number, word & self.open(incremental, number)))
    }

    /// The state with these fluents.
    pub(crate) fn view(&mut self, incremental: &Incremental, fluents: &[u64]) -> State {
        self.see(incremental, fluents);
        self.state(incremental)
    }

    /// The state after a joint move of legal moves in a state.
    pub(crate) fn next(&mut self, incremental: &Incremental, state: &State, joint: &[u32]) -> State {
        self.make(incremental, state.fluents(), joint);
        self.see_made(incremental);
        self.state(incremental)
    }

    /// Makes a joint move of legal moves in the state that is seen, and goes on to the next, except for
    /// its goals.
    pub(crate) fn advance(&mut self, incremental: &Incremental, joint: &[u32]) {
        self.step.make(incremental, self.view.inputs(), joint);
        self.see_made(incremental);
    }

    /// Works out the fluents after a joint move in the state with these fluents.
    pub(crate) fn make(&mut self, incremental: &Incremental, fluents: &[u64], joint: &[u32]) {
        self.step.make(incremental, fluents, joint);
    }

    /// Goes to the state that the joint move that was made last leads to, to see it, except for its goals.
    fn see_made(&mut self, incremental: &Incremental) {
        self.view.set(self.step.evaluation.outputs(), incremental.fluents);
        self.view.settle(&incremental.view);
    }

    /// The state that is seen.
    fn state(&mut self, incremental: &Incremental) -> State {
        self.see_goals(incremental);
        let mut state = State::new(incremental.layout);
        let (fluents, rest) = state.words_mut().split_at_mut(incremental.layout.legal_bit() / 64);
        fluents.copy_from_slice(&self.view.inputs()[..fluents.len()]);
        rest.iter_mut().zip(self.words(incremental)).for_each(|(word, own)| *word = own);
        state
    }
}

impl Step {
    /// Works out the fluents after a joint move in the state with these fluents.
    fn make(&mut self, incremental: &Incremental, fluents: &[u64], joint: &[u32]) {
        let (Self { evaluation, joint: made }, graph) = (self, &incremental.step);
        evaluation.set(fluents, incremental.fluents);
        for (role, &mov) in joint.iter().enumerate() {
            match made.get_mut(role) {
                Some(made) if *made == mov => continue,
                Some(made) => evaluation.flip(incremental.does(role, std::mem::replace(made, mov))),
                None => made.push(mov),
            }
            evaluation.flip(incremental.does(role, mov));
        }
        evaluation.settle(graph);
    }
}
