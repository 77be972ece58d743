use game::{Game, Scale};

use super::found::negative;
use super::node::Node;
use crate::{Cut, CutKind, Form, Observer, Watch, Window};

/// What an observer is told of the search. Where nobody watches, nothing is worked out for it.
///
/// Values and windows are given here as the searcher's; `own` says whether the node that they are of is the
/// searcher's own.
pub(super) struct Events<'o, G> {
    observer: Watch<'o, G>,
    shown: Shown,
}

impl<'o, G: Game> Events<'o, G> {
    /// Events to an observer who sees values in this form.
    pub(super) fn new(mut observer: Watch<'o, G>, form: Form) -> Self {
        let shown = Shown { form, scale: observer.take_scale() };
        Self { observer, shown }
    }

    /// Tells the observer, if there is one.
    #[inline]
    fn tell(&mut self, event: impl FnOnce(&mut Watch<'o, G>, Shown)) {
        if self.observer.is_some() {
            event(&mut self.observer, self.shown);
        }
    }

    /// A search to this depth begins.
    pub(super) fn iteration(&mut self, depth: u32) {
        self.observer.iteration(depth);
    }

    /// The searcher would decide on this move now.
    pub(super) fn prefer(&mut self, mov: G::Move) {
        self.observer.prefer(mov);
    }

    /// A state is entered.
    pub(super) fn enter(&mut self, state: &G::State, joint: &[G::Move], window: Window, own: bool) {
        self.tell(|observer, shown| observer.enter(state, joint, shown.window(window, own)));
    }

    /// The node is a leaf of this value, and is left.
    pub(super) fn leaf(&mut self, value: f64, own: bool) {
        self.tell(|observer, shown| {
            let value = shown.value(value, own);
            observer.leaf(value);
            observer.leave(value);
        });
    }

    /// The node is left with a value that the table knows.
    pub(super) fn recall(&mut self, value: f64, own: bool) {
        self.tell(|observer, shown| {
            let value = shown.value(value, own);
            observer.recall(value);
            observer.leave(value);
        });
    }

    /// The node comes to this value so far, within this window.
    pub(super) fn update(&mut self, value: f64, window: Window, own: bool) {
        self.tell(|observer, shown| observer.update(shown.value(value, own), shown.window(window, own)));
    }

    /// The node is left with this value.
    pub(super) fn leave(&mut self, value: f64, own: bool) {
        self.tell(|observer, shown| observer.leave(shown.value(value, own)));
    }

    /// The value of the node has reached a bound, so that these children are left out.
    pub(super) fn cut(
        &mut self,
        node: &Node<G>,
        (value, bound): (f64, f64),
        children: impl Iterator<Item = usize> + Clone,
    ) {
        self.tell(|observer, shown| tell_cut(observer, shown.cut(value, bound, node.own), node, children));
    }

    /// The same of a chance node, whose value has reached the bound from above or from `below`.
    pub(super) fn chance_cut(
        &mut self,
        node: &Node<G>,
        (value, bound, below): (f64, f64, bool),
        children: impl Iterator<Item = usize> + Clone,
    ) {
        self.tell(|observer, shown| {
            tell_cut(observer, shown.chance_cut(value, bound, below), node, children);
        });
    }
}

/// Tells an observer which children of a node are left out, if any are.
fn tell_cut<G: Game>(
    observer: &mut Watch<'_, G>,
    cut: Cut,
    node: &Node<G>,
    children: impl Iterator<Item = usize> + Clone,
) {
    let remaining = children.clone().count();
    if remaining > 0 {
        observer.cut(cut, remaining, &mut children.map(|child| node.joint_to(child)));
    }
}

/// How a search shows its values and windows to who watches it.
#[derive(Clone, Copy, Debug)]
struct Shown {
    form: Form,
    scale: Scale,
}

impl Shown {
    /// A value of the searcher's as it is shown at a node, which is the searcher's `own` or not.
    fn value(self, value: f64, own: bool) -> f64 {
        let written = self.scale.value(value);
        if self.negates(own) { negative(written) } else { written }
    }

    /// A window of the searcher's as it is shown there.
    fn window(self, window: Window, own: bool) -> Window {
        let Window { alpha, beta } = window;
        let (alpha, beta) = if self.reverses(own) { (beta, alpha) } else { (alpha, beta) };
        Window { alpha: self.value(alpha, own), beta: self.value(beta, own) }
    }

    /// A cut there, where the searcher's value has reached the bound.
    fn cut(self, value: f64, bound: f64, own: bool) -> Cut {
        let kind = if own == self.reverses(own) { CutKind::Alpha } else { CutKind::Beta };
        Cut { kind, value: self.value(value, own), bound: self.value(bound, own) }
    }

    /// A cut at a chance node, whose value, the searcher's, has reached the bound from above or from `below`.
    fn chance_cut(self, value: f64, bound: f64, below: bool) -> Cut {
        let kind = if below == self.reverses(true) { CutKind::Beta } else { CutKind::Alpha };
        Cut { kind, value: self.value(value, true), bound: self.value(bound, true) }
    }

    /// Whether written values are negated: in the negamax form at the nodes of who is not the one whose
    /// values are written.
    fn negates(self, own: bool) -> bool {
        self.form == Form::Negamax && own == self.scale.is_turned()
    }

    /// Whether a greater value of the searcher's is shown as a lesser one.
    fn reverses(self, own: bool) -> bool {
        self.scale.is_turned() != self.negates(own)
    }
}
