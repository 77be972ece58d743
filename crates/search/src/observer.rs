use std::fmt;
use std::ops::RangeInclusive;

use game::{Game, Goal, Scale};

use crate::{Cut, CutKind, Dominance, Meter, MoveEstimate};

/// Receives the events of a search while it runs. Every method does nothing by default.
///
/// Values are those of the searching role, as the game [writes](game::Notation::scale) them, unless a method
/// says otherwise; a search in the negamax form shows its inner nodes as those who decide there see them, and
/// leaves as the side sees them that did not move there: to others than the one whose values are written,
/// values and windows are negative. Calls nest like the search: everything between [`enter`](Observer::enter)
/// and the matching [`leave`](Observer::leave) belongs to that node. A search that runs out of budget stops
/// where it is and does not leave the nodes it is in. A Monte Carlo search may enter the same node many
/// times; it tells each node on the way back up of the results, and no node of a value.
pub trait Observer<G: Game>: Send {
    /// Iterative deepening begins to search to this depth, from the root.
    fn iteration(&mut self, _depth: u32) {}
    /// Whether the observer wants events that cost the search extra work.
    fn watches(&self) -> bool {
        true
    }
    /// The node that the search enters next is one of several to which the same joint move leads: the one of
    /// the states in which those who move there have this information. Where the joint move is empty, below
    /// the root, it is the [determinization](crate::Request::determinized) of this number.
    fn distinguish(&mut self, _information: u64) {}
    /// The search enters `state` by `joint` (empty at the root, and where it takes a determinization to be
    /// the true state) with a window, infinite where it has none. A search that does not know the state
    /// enters the same node in any of the states that it stands for.
    fn enter(&mut self, _state: &G::State, _joint: &[G::Move], _window: Window) {}
    /// A terminal or evaluated state got its value.
    fn leaf(&mut self, _value: f64) {}
    /// The current node's value or window changed to these after a child.
    fn update(&mut self, _value: f64, _window: Window) {}
    /// So many children of the current node, to which these joint moves lead, are cut.
    fn cut(&mut self, _cut: Cut, _remaining: usize, _joints: &mut dyn Iterator<Item = Vec<G::Move>>) {}
    /// The current node is not searched, because the transposition table has its value.
    fn recall(&mut self, _value: f64) {}
    /// The search leaves the current node with this value.
    fn leave(&mut self, _value: f64) {}
    /// A Monte Carlo search leaves the current node. What the node is worth is the mean of the results that
    /// it was told of.
    fn ascend(&mut self) {}
    /// The node that the search is about to leave has these payoffs, a number per role in each: the one
    /// vector of a max^n search, or the set of a soft-max^n one.
    fn payoffs(&mut self, _vectors: &[Vec<f64>]) {}
    /// A child of the current node will not be chosen there, because the payoffs of another one dominate its
    /// own for the role that moves: the joint moves to both.
    fn dominance(&mut self, _kind: Dominance, _dominated: &[G::Move], _by: &[G::Move]) {}
    /// So many playouts from the current node, or from below it, ended; together they paid each role so much.
    fn playouts(&mut self, _count: u64, _goals: &[f64]) {}
    /// The search came through the current node to payoffs that it knows without a playout, those of a
    /// terminal or of a proven state. That counts as so many visits, which together paid each role so much.
    fn proven_visits(&mut self, _count: u64, _goals: &[f64]) {}
    /// The statistics that the search keeps of a role's move in the current node became these: visits, and
    /// the mean goal of that role.
    fn back_up(&mut self, _role: usize, _mov: G::Move, _visits: u64, _mean: f64) {}
    /// The searching role's move at the root that the search would decide on now, if it has changed: told by
    /// a search that goes through the moves one by one.
    fn prefer(&mut self, _mov: G::Move) {}
    /// The search has trees of which the observer is not told, and simulated so often in these.
    fn elsewhere(&mut self, _simulations: u64) {}
    /// The search selects by the greatest `Q + C sqrt(ln N / n)`, means being goals, with this `C`.
    fn exploration(&mut self, _c: f64) {}
    /// The progress of a search that sends no other events unless the observer [`watches`](Self::watches):
    /// what it has counted, and its estimates of the moves at the root, which it works out on request.
    fn progress(&mut self, _meter: &Meter, _moves: &mut dyn FnMut() -> Vec<MoveEstimate<G::Move>>) {}
}

/// The observer of a search, if it has one: events go to it, or nowhere.
///
/// A search tells goals of the searching role; the observer is told values as the game writes them.
pub struct Watch<'o, G> {
    observer: Option<&'o mut (dyn Observer<G> + 'o)>,
    scale: Scale,
}

impl<'o, G: Game> Watch<'o, G> {
    /// Nobody watches.
    pub fn none() -> Self {
        Self { observer: None, scale: Scale::GOALS }
    }

    /// This observer watches, and is told values on this scale.
    pub(crate) fn by(observer: &'o mut (dyn Observer<G> + 'o), scale: Scale) -> Self {
        Self { observer: Some(observer), scale }
    }

    /// Whether somebody watches.
    pub(crate) fn is_some(&self) -> bool {
        self.observer.is_some()
    }

    /// The scale, for a search that applies it itself: from here on values are passed on as they are.
    pub(crate) fn take_scale(&mut self) -> Scale {
        std::mem::replace(&mut self.scale, Scale::GOALS)
    }

    /// The same observer, lent for a shorter time.
    pub fn lend(&mut self) -> Watch<'_, G> {
        let scale = self.scale;
        match &mut self.observer {
            Some(observer) => Watch { observer: Some(&mut **observer), scale },
            None => Watch { observer: None, scale },
        }
    }
}

impl<G> fmt::Debug for Watch<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.observer.is_some() { "watched" } else { "not watched" })
    }
}

/// Passes the events that are listed on to the observer.
macro_rules! pass_on {
    ($(fn $event:ident($($argument:ident: $Type:ty $(= $written:expr)?),*);)+) => {
        $(
            #[inline]
            fn $event(&mut self, $($argument: $Type),*) {
                if let Some(observer) = &mut self.observer {
                    $($(let $argument = $written(self.scale, $argument);)?)*
                    observer.$event($($argument),*);
                }
            }
        )+
    };
}

impl<G: Game> Observer<G> for Watch<'_, G> {
    #[inline]
    fn watches(&self) -> bool {
        self.observer.as_ref().is_some_and(|observer| observer.watches())
    }

    #[inline]
    fn payoffs(&mut self, vectors: &[Vec<f64>]) {
        let scale = self.scale;
        if let Some(observer) = &mut self.observer {
            let written: Vec<Vec<f64>> = vectors.iter().map(|vector| scale.amounts(vector)).collect();
            observer.payoffs(&written);
        }
    }

    #[inline]
    fn playouts(&mut self, count: u64, goals: &[f64]) {
        let scale = self.scale;
        if let Some(observer) = &mut self.observer {
            observer.playouts(count, &scale.amounts(goals));
        }
    }

    #[inline]
    fn proven_visits(&mut self, count: u64, goals: &[f64]) {
        let scale = self.scale;
        if let Some(observer) = &mut self.observer {
            observer.proven_visits(count, &scale.amounts(goals));
        }
    }

    pass_on! {
        fn iteration(depth: u32);
        fn distinguish(information: u64);
        fn enter(state: &G::State, joint: &[G::Move], window: Window = Window::written);
        fn leaf(value: f64 = Scale::value);
        fn update(value: f64 = Scale::value, window: Window = Window::written);
        fn cut(cut: Cut = Cut::written, remaining: usize, joints: &mut dyn Iterator<Item = Vec<G::Move>>);
        fn recall(value: f64 = Scale::value);
        fn leave(value: f64 = Scale::value);
        fn ascend();
        fn dominance(kind: Dominance, dominated: &[G::Move], by: &[G::Move]);
        fn back_up(role: usize, mov: G::Move, visits: u64, mean: f64 = Scale::amount);
        fn prefer(mov: G::Move);
        fn elsewhere(simulations: u64);
        fn exploration(c: f64 = Scale::amount);
        fn progress(meter: &Meter, moves: &mut dyn FnMut() -> Vec<MoveEstimate<G::Move>>);
    }
}

/// The interval of values that still matter, `alpha..beta`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// The maximiser gets at least this much elsewhere.
    pub alpha: f64,
    /// The minimiser concedes at most this much elsewhere.
    pub beta: f64,
}

impl Window {
    /// The window that excludes nothing.
    pub const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// A window of a role's values as the scale writes them.
    fn written(scale: Scale, window: Window) -> Window {
        let (alpha, beta) = (scale.value(window.alpha), scale.value(window.beta));
        if scale.is_turned() { Window { alpha: beta, beta: alpha } } else { Window { alpha, beta } }
    }

    /// The window of all values that a game with this goal range has.
    pub fn of(range: RangeInclusive<Goal>) -> Window {
        Window { alpha: f64::from(*range.start()), beta: f64::from(*range.end()) }
    }
}

impl Cut {
    /// A cut as the scale writes it. Of those of max^n, values are payoffs of the role that moves.
    fn written(scale: Scale, Cut { kind, value, bound }: Cut) -> Cut {
        let turned = scale.is_turned();
        let kind = match kind {
            CutKind::Immediate | CutKind::Shallow | CutKind::Deep => {
                return Cut { kind, value: scale.amount(value), bound: scale.amount(bound) };
            }
            CutKind::Beta if turned => CutKind::Alpha,
            CutKind::Alpha if turned => CutKind::Beta,
            kind => kind,
        };
        Cut { kind, value: scale.value(value), bound: scale.value(bound) }
    }
}
