use game::Game;

use crate::{Cut, Dominance, Observer, Window};

/// The observer of a search whose tree is a part of a larger one: the root of the search is a node below the
/// one in which the larger search is.
///
/// It passes on what it is told, but for the iterations and the exploration constant, which are not those of
/// the larger search. The search may come to its root again and again, and may stop in any node. Its root is
/// left only when the search comes there again, or at [`end`](Self::end), so that further searches can go on
/// from there.
pub(super) struct Part<'o, G: Game> {
    observer: &'o mut dyn Observer<G>,
    /// The joint move that leads to the root.
    joint: Vec<G::Move>,
    /// The number of the determinization, if the root is one.
    number: Option<u64>,
    /// How many nodes are entered and not left, the root included.
    depth: usize,
    /// The value with which the search left the root, if it did.
    value: Option<f64>,
    playouts: Results,
    proven_visits: Results,
}

/// What the root was told of since it was entered.
#[derive(Default)]
struct Results {
    count: u64,
    goals: Vec<f64>,
}

impl<'o, G: Game> Part<'o, G> {
    /// The search of the determinization of this number.
    pub(super) fn of_determinization(observer: &'o mut dyn Observer<G>, number: u64) -> Self {
        Self { number: Some(number), ..Self::after(observer, Vec::new()) }
    }

    /// The search of the state after a joint move.
    pub(super) fn after(observer: &'o mut dyn Observer<G>, joint: Vec<G::Move>) -> Self {
        Self {
            observer,
            joint,
            number: None,
            depth: 0,
            value: None,
            playouts: Results::default(),
            proven_visits: Results::default(),
        }
    }

    /// Enters the root, which has this value, unless the search has told of it. Not every search does.
    pub(super) fn begin(&mut self, root: &G::State, value: Option<f64>) {
        if self.depth == 0 {
            self.enter(root, &[], Window::OPEN);
            self.value = value;
        }
    }

    /// Leaves the root, and all nodes below it that the search did not leave.
    pub(super) fn end(&mut self) {
        while self.depth > 1 {
            self.ascend();
        }
        if self.depth == 0 {
            return;
        }
        self.depth = 0;
        match self.value.take() {
            Some(value) => self.observer.leave(value),
            None => self.observer.ascend(),
        }
        // They are results of the larger search, too.
        let (playouts, proven) =
            (std::mem::take(&mut self.playouts), std::mem::take(&mut self.proven_visits));
        if playouts.count > 0 {
            self.observer.playouts(playouts.count, &playouts.goals);
        }
        if proven.count > 0 {
            self.observer.proven_visits(proven.count, &proven.goals);
        }
    }
}

impl Results {
    fn add(&mut self, count: u64, goals: &[f64]) {
        self.count += count;
        self.goals.resize(goals.len(), 0.0);
        self.goals.iter_mut().zip(goals).for_each(|(sum, goal)| *sum += goal);
    }
}

impl<G: Game> Observer<G> for Part<'_, G> {
    fn iteration(&mut self, _depth: u32) {
        self.end();
    }

    fn watches(&self) -> bool {
        self.observer.watches()
    }

    fn distinguish(&mut self, information: u64) {
        self.observer.distinguish(information);
    }

    fn enter(&mut self, state: &G::State, joint: &[G::Move], window: Window) {
        if joint.is_empty() {
            self.end();
            if let Some(number) = self.number {
                self.observer.distinguish(number);
            }
            self.observer.enter(state, &self.joint, window);
        } else {
            self.observer.enter(state, joint, window);
        }
        self.depth += 1;
    }

    fn leaf(&mut self, value: f64) {
        self.observer.leaf(value);
    }

    fn update(&mut self, value: f64, window: Window) {
        self.observer.update(value, window);
    }

    fn cut(&mut self, cut: Cut, remaining: usize, joints: &mut dyn Iterator<Item = Vec<G::Move>>) {
        self.observer.cut(cut, remaining, joints);
    }

    fn recall(&mut self, value: f64) {
        self.observer.recall(value);
    }

    fn leave(&mut self, value: f64) {
        if self.depth == 1 {
            self.value = Some(value);
        } else {
            self.depth -= 1;
            self.observer.leave(value);
        }
    }

    fn elsewhere(&mut self, simulations: u64) {
        self.observer.elsewhere(simulations);
    }

    fn ascend(&mut self) {
        if self.depth > 1 {
            self.depth -= 1;
            self.observer.ascend();
        }
    }

    fn payoffs(&mut self, vectors: &[Vec<f64>]) {
        self.observer.payoffs(vectors);
    }

    fn dominance(&mut self, kind: Dominance, dominated: &[G::Move], by: &[G::Move]) {
        self.observer.dominance(kind, dominated, by);
    }

    fn playouts(&mut self, count: u64, goals: &[f64]) {
        if self.depth == 1 {
            self.playouts.add(count, goals);
        }
        self.observer.playouts(count, goals);
    }

    fn proven_visits(&mut self, count: u64, goals: &[f64]) {
        if self.depth == 1 {
            self.proven_visits.add(count, goals);
        }
        self.observer.proven_visits(count, goals);
    }

    fn back_up(&mut self, role: usize, mov: G::Move, visits: u64, mean: f64) {
        self.observer.back_up(role, mov, visits, mean);
    }
}
