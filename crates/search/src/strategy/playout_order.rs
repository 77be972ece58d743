use rand::RngExt;

use crate::{Domain, Parameter, Preset, SearchRng, Spec};

/// Which of its moves a Monte Carlo search without guidance plays out next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayoutOrder {
    /// The moves take turns.
    Turns,
    /// A move is drawn, each as likely as the others.
    Random,
}

impl PlayoutOrder {
    pub(crate) const PARAMETER: Parameter = Parameter {
        name: "order",
        domain: Domain::Choice { words: &["turns", "random"] },
        default: Preset::Text("turns"),
        help: "whether the moves take turns with playouts or are drawn at random",
    };

    pub(crate) fn from_spec(spec: &Spec) -> Self {
        match spec.word(Self::PARAMETER.name) {
            Some("random") => Self::Random,
            _ => Self::Turns,
        }
    }

    /// The one of so many moves that comes after so many others.
    pub(crate) fn pick(self, before: u64, moves: usize, rng: &mut SearchRng) -> usize {
        match self {
            Self::Turns => (before % moves as u64) as usize,
            Self::Random => rng.random_range(0..moves),
        }
    }
}
