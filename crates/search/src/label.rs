use std::fmt;
use std::ops::RangeInclusive;

use game::{Game, Goal};
use serde::{Deserialize, Serialize};

use crate::strategy::EXIT;
use crate::{Spec, number};

/// What a state comes to for the searcher, the better the greater, if nothing but wins and losses is
/// told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// It gets the least payoff of the game.
    Lost,
    /// It gets neither the one nor the other.
    Draw,
    /// It gets the greatest payoff of the game.
    Win,
}

impl Label {
    /// The same state as the searcher's opponent sees it.
    pub(crate) fn turned(self) -> Self {
        match self {
            Self::Lost => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Lost,
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lost => "LOST",
            Self::Draw => "DRAW",
            Self::Win => "WIN",
        })
    }
}

/// Which values a search that only tells wins and losses apart takes for a win and for a loss of the
/// searcher; whatever is between them is a draw.
///
/// ```
/// use game::Tree;
/// use spielbaum_search::{Label, Labelling, Spec};
///
/// let tree = Tree::from_brackets("((1 -1) (0 1))")?;
/// let spec: Spec = "labels".parse()?;
/// // The numbers of a tree are max's payoffs, whoever searches.
/// let [max, min] = [0, 1].map(|role| Labelling::of(&spec, &tree, role).expect("a search that labels"));
/// assert_eq!([1.0, 0.0, -1.0].map(|value| max.label(value)), [Label::Win, Label::Draw, Label::Lost]);
/// assert_eq!([1.0, 0.0, -1.0].map(|value| min.label(value)), [Label::Lost, Label::Draw, Label::Win]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Labelling {
    /// The value of a state that is won.
    pub win: f64,
    /// The value of a state that is lost.
    pub lost: f64,
}

impl Labelling {
    /// How a strategy labels the values of a search for `role`, as the game [writes](game::Notation::scale)
    /// them; none if it is no search that labels.
    pub fn of<G: Game>(spec: &Spec, game: &G, role: usize) -> Option<Self> {
        // To stop at a win is an option of such a search alone.
        spec.find(EXIT)?;
        let Self { win, lost } = Self::within(&game.goal_range());
        let scale = game.notation().scale(role);
        Some(Self { win: scale.value(win), lost: scale.value(lost) })
    }

    /// The labels of goals in this range.
    pub(crate) fn within(range: &RangeInclusive<Goal>) -> Self {
        Self { win: f64::from(*range.end()), lost: f64::from(*range.start()) }
    }

    /// The label of a value. Where all values are equal, nobody wins.
    pub fn label(&self, value: f64) -> Label {
        match value {
            _ if self.win == self.lost => Label::Draw,
            value if value == self.win => Label::Win,
            value if value == self.lost => Label::Lost,
            _ => Label::Draw,
        }
    }

    /// What the labels mean, in a line, where `role` searches.
    pub(crate) fn legend(&self, role: &str) -> String {
        let (win, lost) = (number(self.win), number(self.lost));
        if self.win == self.lost {
            return format!("for {role}: DRAW = {win}, as there is no other payoff");
        }
        format!("for {role}: WIN = {win}, LOST = {lost}, DRAW = anything between")
    }
}
