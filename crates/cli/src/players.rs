use std::str::FromStr;

use search::{Spec, SpecError};

/// Strategies on the command line, with commas between them.
#[derive(Clone)]
pub(crate) struct Players(pub(crate) Vec<Spec>);

impl FromStr for Players {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Spec::list(text).map(Self)
    }
}
