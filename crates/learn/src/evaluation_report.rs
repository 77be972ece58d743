use game::{Encoding, Game};
use serde::Serialize;

use crate::{Learned, Mismatch, Reader};

/// What a learned evaluation says of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EvaluationReport {
    /// The name of the role that it is about.
    pub role: String,
    /// The value for the role, on the scale of its goals.
    pub value: f64,
    /// Games that were learned from.
    pub games: u64,
    /// What each fluent that holds adds to the value, as KIF text: those on which the value depends.
    pub worths: Vec<FluentWorth>,
}

/// What a fluent adds to the value of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FluentWorth {
    /// The fluent, as KIF text.
    pub fluent: String,
    /// How much greater the value would be, in per cent of the goal range, than with the other contents that
    /// the place of the fluent may have, on average, if the position were about even: what is nearly won or
    /// lost anyway changes less.
    pub worth: f64,
}

impl EvaluationReport {
    /// What the evaluation says of a state for a role, which is not the end of the game.
    ///
    /// # Errors
    /// If it was learned of another game.
    pub fn new<G: Game>(
        learned: &Learned,
        game: &G,
        encoding: &dyn Encoding<G::State>,
        state: &G::State,
        role: usize,
    ) -> Result<Self, Mismatch> {
        let mut reader = Reader::new(learned, encoding, game.roles())?;
        let range = game.goal_range();
        let (least, greatest) = (f64::from(*range.start()), f64::from(*range.end()));
        let fluents = &encoding.structure().fluents;
        let contributions = reader.contributions(encoding, state, role).into_iter();
        let worths = contributions
            .filter(|contribution| contribution.worth != 0.0)
            .map(|contribution| FluentWorth {
                fluent: fluents[contribution.fluent].clone(),
                worth: contribution.worth,
            })
            .collect();
        Ok(Self {
            role: game.notation().role_name(role).to_owned(),
            value: least + f64::from(reader.value(encoding, state, role)) * (greatest - least),
            games: learned.training.games,
            worths,
        })
    }
}
